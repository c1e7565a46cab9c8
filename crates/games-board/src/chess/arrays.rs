//! Positions and moves as arrays, from the viewer's side of the board: planes of pieces, and 64 times
//! 73 numbers of moves (Silver and others, *A general reinforcement learning algorithm that masters
//! chess, shogi, and Go through self-play*, 2018, supplementary table S2).

use super::{Chess, Position, en_passant};
use cozy_chess::{Board, Color, File, Move, Piece, Rank, Square};
use ludometer_core::{ActionSpace, Observation, Player, Shape};

/// Six planes of the viewer's pieces and six of the other's (pawn, knight, bishop, rook, queen, king),
/// then one each for: the viewer may castle on the king's side, on the queen's, the other likewise, the
/// square that a pawn can be taken on in passing, and the clock of the fifty-move rule as a share of it.
const PLANES: usize = 18;

/// Kinds of moves from a square: 56 of a queen, 8 of a knight, 9 promotions to another piece.
const KINDS: usize = 73;

/// Directions of a queen, clockwise from straight ahead, as files and ranks.
const QUEEN: [(i8, i8); 8] = [
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-1, 1),
];

/// Jumps of a knight, clockwise.
const KNIGHT: [(i8, i8); 8] = [
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
];

/// What a pawn is promoted to by the last nine kinds; a queen is what the others promote to.
const MINOR: [Piece; 3] = [Piece::Knight, Piece::Bishop, Piece::Rook];

/// A square as a player sees it: its own first rank comes first.
#[inline]
fn turned(square: usize, side: Color) -> usize {
    match side {
        Color::White => square,
        Color::Black => square ^ 56,
    }
}

/// Files and ranks from one square to another.
#[inline]
fn distance(from: usize, to: usize) -> (i8, i8) {
    let file = (to % 8) as i8 - (from % 8) as i8;
    (file, (to / 8) as i8 - (from / 8) as i8)
}

/// The kind of a move by its distance, for anything but a promotion to a minor piece: by distance in
/// files and ranks from -7 to 7 each, 255 where no piece goes.
const KIND: [[u8; 15]; 15] = {
    let mut kinds = [[255; 15]; 15];
    let mut direction = 0;
    while direction < 8 {
        let (file, rank) = QUEEN[direction];
        let mut length = 1;
        while length < 8 {
            let (file, rank) = (7 + file * length, 7 + rank * length);
            kinds[file as usize][rank as usize] = (direction * 7) as u8 + length as u8 - 1;
            length += 1;
        }
        let (file, rank) = KNIGHT[direction];
        kinds[(7 + file) as usize][(7 + rank) as usize] = 56 + direction as u8;
        direction += 1;
    }
    kinds
};

/// Where the king goes when it castles, which cozy-chess writes as taking the own rook.
#[inline]
fn castled(board: &Board, action: Move) -> Square {
    let side = board.side_to_move();
    match board.color_on(action.to) {
        Some(color) if color == side => {
            let file = match action.to.file() > action.from.file() {
                true => File::G,
                false => File::C,
            };
            Square::new(file, action.to.rank())
        }
        _ => action.to,
    }
}

impl Observation for Chess {
    fn shape(&self) -> Shape {
        Shape::Planes {
            planes: PLANES,
            rows: 8,
            columns: 8,
        }
    }

    fn observe(&self, position: &Position, viewer: Player, out: &mut [f32]) {
        let board = &position.board;
        let own = super::color(viewer);
        out.fill(0.0);
        for (side, color) in [own, !own].into_iter().enumerate() {
            for (kind, &piece) in Piece::ALL.iter().enumerate() {
                let plane = &mut out[(side * 6 + kind) * 64..][..64];
                for square in board.colored_pieces(color, piece) {
                    plane[turned(square as usize, own)] = 1.0;
                }
            }
            let rights = board.castle_rights(color);
            for (way, right) in [rights.short, rights.long].into_iter().enumerate() {
                if right.is_some() {
                    out[(12 + side * 2 + way) * 64..][..64].fill(1.0);
                }
            }
        }
        if let Some(file) = en_passant(board) {
            let rank = Rank::Sixth.relative_to(board.side_to_move());
            let square = Square::new(file, rank) as usize;
            out[16 * 64 + turned(square, own)] = 1.0;
        }
        let clock = f32::from(board.halfmove_clock()) / 100.0;
        out[17 * 64..].fill(clock);
    }
}

/// 73 times the square that is left, seen from the mover's side, plus the kind of move: seven distances
/// in each of a queen's eight directions, the eight jumps of a knight, and promotions to knight, bishop
/// and rook, each by taking to the left, by going straight and by taking to the right. The king castles by
/// two squares to the side.
impl ActionSpace for Chess {
    fn action_space(&self) -> usize {
        64 * KINDS
    }

    #[inline]
    fn action_number(&self, position: &Position, action: Move) -> usize {
        let board = &position.board;
        let side = board.side_to_move();
        let from = turned(action.from as usize, side);
        let to = turned(castled(board, action) as usize, side);
        let (file, rank) = distance(from, to);
        let minor = action
            .promotion
            .and_then(|piece| MINOR.iter().position(|&minor| minor == piece));
        let kind = match minor {
            Some(minor) => 64 + minor * 3 + (file + 1) as usize,
            None => usize::from(KIND[(7 + file) as usize][(7 + rank) as usize]),
        };
        from * KINDS + kind
    }

    fn numbered_action(&self, position: &Position, number: usize) -> Option<Move> {
        if number >= 64 * KINDS || position.ending.is_some() {
            return None;
        }
        let board = &position.board;
        let side = board.side_to_move();
        let (from, kind) = (number / KINDS, number % KINDS);
        let ((file, rank), minor) = match kind {
            0..56 => {
                let ((file, rank), length) = (QUEEN[kind / 7], (kind % 7) as i8 + 1);
                ((file * length, rank * length), None)
            }
            56..64 => (KNIGHT[kind - 56], None),
            _ => (((kind - 64) as i8 % 3 - 1, 1), Some(MINOR[(kind - 64) / 3])),
        };
        let file = (from % 8) as i8 + file;
        let rank = (from / 8) as i8 + rank;
        if !(0..8).contains(&file) || !(0..8).contains(&rank) {
            return None;
        }
        let to = rank as usize * 8 + file as usize;
        let (from, to) = (
            Square::index(turned(from, side)),
            Square::index(turned(to, side)),
        );
        let piece = board
            .piece_on(from)
            .filter(|_| board.color_on(from) == Some(side))?;
        let last = Rank::Eighth.relative_to(side);
        let promotion = match (piece, minor) {
            (Piece::Pawn, Some(minor)) => Some(minor),
            (Piece::Pawn, None) if to.rank() == last => Some(Piece::Queen),
            (_, None) => None,
            (_, Some(_)) => return None,
        };
        let mut to = to;
        if piece == Piece::King && from.rank() == to.rank() {
            let rights = board.castle_rights(side);
            let rook = match to.file() as i8 - from.file() as i8 {
                2 => rights.short,
                -2 => rights.long,
                // Taking the own rook is how castling is written inside, not a number of its own.
                _ => None,
            };
            if let Some(rook) = rook {
                to = Square::new(rook, from.rank());
            } else if board.color_on(to) == Some(side) {
                return None;
            }
        }
        let action = Move {
            from,
            to,
            promotion,
        };
        board.is_legal(action).then_some(action)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_core::{Game, Notation};

    fn numbers(text: &str) -> Vec<usize> {
        let position = Chess.read(text).unwrap();
        let mut legal = Vec::new();
        Chess.actions(&position, &mut legal);
        let number = |action: &Move| Chess.action_number(&position, *action);
        let mut numbers: Vec<usize> = legal.iter().map(number).collect();
        numbers.sort_unstable();
        let named = |number: &usize| Chess.numbered_action(&position, *number);
        assert_eq!(numbers.iter().filter_map(named).count(), legal.len());
        let all = (0..Chess.action_space()).filter(|number| named(number).is_some());
        assert_eq!(all.collect::<Vec<usize>>(), numbers);
        numbers
    }

    #[test]
    fn both_sides_see_the_board_from_their_own() {
        let white = numbers("r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1");
        let black = numbers("r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R b KQkq - 0 1");
        assert_eq!(white, black);
        // The king castles from e1 by two squares: to the right is direction 2, to the left 6.
        assert!(white.contains(&(4 * KINDS + 2 * 7 + 1)));
        assert!(white.contains(&(4 * KINDS + 6 * 7 + 1)));
    }

    #[test]
    fn a_promotion_has_four_numbers() {
        let numbers = numbers("3r4/4P2k/8/8/8/8/8/4K3 w - - 0 1");
        let pawn = numbers.iter().filter(|&&number| number / KINDS == 52);
        let kinds: Vec<usize> = pawn.map(|number| number % KINDS).collect();
        // Straight ahead and taking to the left: a queen, then knight, bishop and rook.
        assert_eq!(kinds, [0, 49, 64, 65, 67, 68, 70, 71]);
    }

    #[test]
    fn castling_rights_and_taking_in_passing_are_seen() {
        let seen = |text: &str, viewer: u8| {
            let mut out = vec![2.0; PLANES * 64];
            Chess.observe(&Chess.read(text).unwrap(), Player(viewer), &mut out);
            let whole = |plane: usize| out[plane * 64..][..64].iter().sum::<f32>();
            (12..PLANES).map(whole).collect::<Vec<f32>>()
        };
        let text = "4k2r/8/8/8/3Pp3/8/8/R3K3 b Qk d3 50 40";
        assert!(Chess.read("4k2r/8/8/8/3Pp3/8/8/R3K3 b Qk d3 0 40").is_ok());
        let text = text.replace(" 50 ", " 0 ");
        assert_eq!(seen(&text, 0), [0.0, 64.0, 64.0, 0.0, 1.0, 0.0]);
        assert_eq!(seen(&text, 1), [64.0, 0.0, 0.0, 64.0, 1.0, 0.0]);
        let text = "4k3/8/8/8/8/8/4R3/4K3 b - - 50 40";
        assert_eq!(seen(text, 0), [0.0, 0.0, 0.0, 0.0, 0.0, 32.0]);
    }
}
