//! Chess by the rules of FIDE, on the cozy-chess move generator.
//!
//! The game ends by mate or stalemate, and is drawn without anyone's claim at the third occurrence
//! of a position, after fifty moves of each side without a capture or a pawn's move, and when
//! neither side has the material to mate whatever the other does.

mod arrays;
mod captures;
mod measures;
mod notation;

pub use measures::measures;
pub use notation::uci_move;

use cozy_chess::util::{display_san_move, parse_san_move, parse_uci_move};
use cozy_chess::{BitBoard, Board, Color, File, Move, Piece, Rank, Square, get_pawn_attacks};
use ludometer_core::{
    Actions, Facts, Game, KeyHasher, Notation, NullMove, Perfect, Player, Rng, Turn,
};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A position with what came before it, as far as that can repeat.
#[derive(Clone)]
pub struct Position {
    board: Board,
    past: Option<Arc<Past>>,
    ending: Option<ChessEnding>,
}

/// What came before a move that was neither a capture nor a pawn's.
struct Past {
    board: Board,
    action: Move,
    earlier: Option<Arc<Past>>,
    /// A hash of the actions from the beginning of the past to this one.
    digest: u64,
}

impl Past {
    fn new(board: Board, action: Move, earlier: Option<Arc<Past>>) -> Past {
        let before = earlier.as_ref().map_or(0, |past| past.digest);
        Past {
            board,
            action,
            earlier,
            digest: (before.rotate_left(23) ^ (code(action) + 1))
                .wrapping_mul(0x9e37_79b9_7f4a_7c15),
        }
    }
}

/// A move as a number.
#[inline]
fn code(action: Move) -> u64 {
    let promoted = action.promotion.map_or(0, |piece| piece as u64 + 1);
    action.from as u64 | (action.to as u64) << 6 | promoted << 12
}

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChessEnding {
    /// The side to move is mated.
    Mate,
    /// The side to move has no move and is not in check.
    Stalemate,
    /// The position occurred for the third time.
    Repetition,
    /// Fifty moves of each side without a capture or a pawn's move.
    FiftyMoves,
    /// Neither side can mate.
    Material,
}

impl Position {
    fn new(board: Board, past: Option<Arc<Past>>) -> Position {
        let ending = ending(&board, past.as_deref());
        Position {
            board,
            past,
            ending,
        }
    }

    /// The board, with castling rights, en passant and clocks.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Why the game is over, if it is.
    pub fn ending(&self) -> Option<ChessEnding> {
        self.ending
    }

    /// A hash of the placement: board, mover, castling and what can be taken en passant, without the
    /// clock and what came before. Positions that differ only in their history share it.
    pub fn place(&self) -> u64 {
        let file = en_passant(&self.board).map_or(0, |file| file as u64 + 1);
        self.board.hash_without_ep() ^ file.wrapping_mul(0xd1b5_4a32_d192_ed03)
    }

    fn earlier(&self) -> impl Iterator<Item = &Past> {
        std::iter::successors(self.past.as_deref(), |past| past.earlier.as_deref())
    }
}

impl std::fmt::Debug for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&Chess.write(self))
    }
}

/// The number of the move does not bear on the future.
impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        let (mut ours, mut theirs) = (self.earlier(), other.earlier());
        self.board.halfmove_clock() == other.board.halfmove_clock()
            && same_position(&self.board, &other.board)
            && loop {
                match (ours.next(), theirs.next()) {
                    (None, None) => break true,
                    (Some(a), Some(b)) if a.action == b.action => {}
                    _ => break false,
                }
            }
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hasher.write_u64(self.place());
        hasher.write_u8(self.board.halfmove_clock());
        hasher.write_u64(self.past.as_ref().map_or(0, |past| past.digest));
    }
}

/// The file on which a pawn can be taken en passant, if one really can.
fn en_passant(board: &Board) -> Option<File> {
    let file = board.en_passant()?;
    let color = board.side_to_move();
    let to = Square::new(file, Rank::Sixth.relative_to(color));
    let mut pawns =
        (get_pawn_attacks(to, !color) & board.colored_pieces(color, Piece::Pawn)).into_iter();
    let taken = pawns.any(|from| {
        board.is_legal(Move {
            from,
            to,
            promotion: None,
        })
    });
    taken.then_some(file)
}

/// Whether two boards are one position by article 9.2 of the rules of FIDE: the same pieces on the
/// same squares, the same side to move, and the same moves possible, castling and en passant among
/// them. Clocks do not count.
///
/// Differs from `Board::same_position` of cozy-chess 0.3.4, for which a pawn that has just advanced
/// two squares counts as takeable where a piece of any kind beside it can move behind it.
#[inline]
fn same_position(a: &Board, b: &Board) -> bool {
    // Hashes differ nearly always, and comparing them is cheap.
    a.hash_without_ep() == b.hash_without_ep() && same_beside_hash(a, b)
}

/// The same of boards whose hashes are alike. Out of line, so that comparing hashes is inlined.
#[inline(never)]
fn same_beside_hash(a: &Board, b: &Board) -> bool {
    a.side_to_move() == b.side_to_move()
        && Piece::ALL
            .iter()
            .all(|&piece| a.pieces(piece) == b.pieces(piece))
        && Color::ALL.iter().all(|&color| {
            a.colors(color) == b.colors(color) && a.castle_rights(color) == b.castle_rights(color)
        })
        && en_passant(a) == en_passant(b)
}

fn ending(board: &Board, past: Option<&Past>) -> Option<ChessEnding> {
    if !board.generate_moves(|_| true) {
        return Some(match board.checkers().is_empty() {
            true => ChessEnding::Stalemate,
            false => ChessEnding::Mate,
        });
    }
    if board.halfmove_clock() >= 100 {
        return Some(ChessEnding::FiftyMoves);
    }
    if cannot_mate(board) {
        return Some(ChessEnding::Material);
    }
    // The side to move was the same two, four, ... plies ago, and four at least are needed to
    // come back.
    let same = std::iter::successors(past, |past| past.earlier.as_deref())
        .skip(3)
        .step_by(2)
        .filter(|past| same_position(&past.board, board));
    (same.take(2).count() == 2).then_some(ChessEnding::Repetition)
}

/// Whether no series of legal moves leads to mate: bare kings with at most one knight, or with
/// bishops that all stand on squares of one colour.
fn cannot_mate(board: &Board) -> bool {
    let heavy = [Piece::Pawn, Piece::Rook, Piece::Queen];
    if heavy.iter().any(|&piece| !board.pieces(piece).is_empty()) {
        return false;
    }
    let (knights, bishops) = (board.pieces(Piece::Knight), board.pieces(Piece::Bishop));
    match (knights.len(), bishops.len()) {
        (0, _) => {
            let dark = bishops & BitBoard::DARK_SQUARES;
            dark.is_empty() || dark == bishops
        }
        (1, 0) => true,
        _ => false,
    }
}

fn player(color: Color) -> Player {
    Player(color as u8)
}

fn color(player: Player) -> Color {
    match player {
        Player(0) => Color::White,
        _ => Color::Black,
    }
}

/// The rules of chess.
#[derive(Clone, Copy, Debug, Default)]
pub struct Chess;

impl Game for Chess {
    type State = Position;
    type Action = Move;
    type Information = Perfect;

    fn facts(&self) -> Facts {
        Facts::new("chess", 2)
    }

    fn start(&self, _: &mut Rng) -> Position {
        Position::new(Board::startpos(), None)
    }

    #[inline]
    fn turn(&self, position: &Position) -> Turn {
        match position.ending {
            Some(_) => Turn::Over,
            None => Turn::Of(player(position.board.side_to_move())),
        }
    }

    fn actions(&self, position: &Position, out: &mut Actions<Self>) {
        if position.ending.is_none() {
            position.board.generate_moves(|moves| {
                out.extend(moves);
                false
            });
        }
    }

    #[inline]
    fn action_count(&self, position: &Position) -> usize {
        let mut count = 0;
        if position.ending.is_none() {
            position.board.generate_moves(|moves| {
                count += moves.len();
                false
            });
        }
        count
    }

    fn apply(&self, position: &mut Position, action: Move, _: &mut Rng) {
        let mut board = position.board.clone();
        board.play_unchecked(action);
        let past = (board.halfmove_clock() > 0).then(|| {
            let earlier = position.past.take();
            Arc::new(Past::new(position.board.clone(), action, earlier))
        });
        *position = Position::new(board, past);
    }

    #[inline]
    fn state_key(&self, position: &Position) -> u64 {
        let past = position.past.as_ref().map_or(0, |past| past.digest);
        let clock = u64::from(position.board.halfmove_clock());
        KeyHasher::new()
            .word(position.place())
            .word(clock)
            .word(past)
            .finish()
    }

    #[inline]
    fn action_key(&self, action: Move) -> u64 {
        KeyHasher::new().word(code(action)).finish()
    }

    #[inline]
    fn payoff(&self, position: &Position, of: Player) -> f64 {
        match position.ending {
            Some(ChessEnding::Mate) if player(position.board.side_to_move()) == of => -1.0,
            Some(ChessEnding::Mate) => 1.0,
            _ => 0.0,
        }
    }

    /// Material, own minus the opponent's: pawn 1, knight and bishop 3, rook 5, queen 9.
    #[inline]
    fn points(&self, position: &Position, player: Player) -> f64 {
        measures::material(position, player)
    }

    fn termination(&self, position: &Position) -> Option<&'static str> {
        Some(match position.ending? {
            ChessEnding::Mate => "mate",
            ChessEnding::Stalemate => "stalemate",
            ChessEnding::Repetition => "repetition",
            ChessEnding::FiftyMoves => "fifty moves",
            ChessEnding::Material => "material",
        })
    }

    fn show(&self, position: &Position, _: Option<Player>) -> String {
        let mut text = String::new();
        for rank in (0..8).rev() {
            text += &format!("{} ", rank + 1);
            for file in 0..8 {
                let square = Square::index(rank * 8 + file);
                let sign = match position
                    .board
                    .piece_on(square)
                    .zip(position.board.color_on(square))
                {
                    Some((piece, Color::White)) => char::from(piece).to_ascii_uppercase(),
                    Some((piece, Color::Black)) => char::from(piece),
                    None => '.',
                };
                text += &format!(" {sign}");
            }
            text.push('\n');
        }
        text += "   a b c d e f g h\n";
        let state = match (position.ending, position.board.side_to_move()) {
            (Some(ending), _) => format!("over: {ending}"),
            (None, Color::White) => "white to move".to_string(),
            (None, Color::Black) => "black to move".to_string(),
        };
        text + &state + "\n"
    }

    /// Standard algebraic notation.
    fn label(&self, position: &Position, action: Move) -> String {
        display_san_move(&position.board, action).to_string()
    }

    /// Standard algebraic notation, or from square and to square as engines write it. Case matters:
    /// `bxc3` is a pawn and `Bxc3` a bishop.
    fn action_named(&self, position: &Position, text: &str) -> Option<Move> {
        if position.ending.is_some() {
            return None;
        }
        let board = &position.board;
        // What begins with two squares is no SAN, and reading SAN costs a list of moves.
        let found = match text.as_bytes() {
            [b'a'..=b'h', b'1'..=b'8', b'a'..=b'h', b'1'..=b'8', ..] => None,
            _ => parse_san_move(board, text).ok(),
        };
        let found = found.or_else(|| parse_uci_move(board, text).ok());
        found.filter(|&action| board.is_legal(action))
    }
}

impl NullMove for Chess {
    /// Not in check. What came before is forgotten: a passed position repeats nothing.
    #[inline]
    fn apply_null_move(&self, position: &Position) -> Option<Position> {
        if position.ending.is_some() {
            return None;
        }
        let passed = Position::new(position.board.null_move()?, None);
        passed.ending.is_none().then_some(passed)
    }
}

impl std::fmt::Display for ChessEnding {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            ChessEnding::Mate => "mate",
            ChessEnding::Stalemate => "stalemate",
            ChessEnding::Repetition => "the third occurrence of the position",
            ChessEnding::FiftyMoves => "fifty moves without a capture or a pawn's move",
            ChessEnding::Material => "neither side can mate",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_core::{Generator, Seed};

    fn after(position: &str, moves: &str) -> Position {
        let mut rng = Seed::new(0).rng(Generator::Xoshiro);
        let mut state = Chess.read(position).unwrap();
        for label in moves.split_whitespace() {
            let action = Chess.action_named(&state, label);
            let action = action.unwrap_or_else(|| panic!("{label} in {state:?}"));
            Chess.step(&mut state, action, &mut rng);
        }
        state
    }

    fn ends(position: &str, moves: &str, ending: Option<ChessEnding>) -> Position {
        let state = after(position, moves);
        assert_eq!(state.ending(), ending, "{position} {moves}");
        assert_eq!(Chess.termination(&state).is_some(), ending.is_some());
        state
    }

    #[test]
    fn mates() {
        let state = ends("startpos", "f3 e5 g4 Qh4#", Some(ChessEnding::Mate));
        assert_eq!(Chess.payoff(&state, Player(0)), -1.0);
        assert_eq!(Chess.payoff(&state, Player(1)), 1.0);
        ends(
            "startpos",
            "e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7",
            Some(ChessEnding::Mate),
        );
        // Mate on the hundredth ply is mate.
        ends(
            "7k/8/5KQ1/8/8/8/8/8 w - - 99 90",
            "Qg7",
            Some(ChessEnding::Mate),
        );
    }

    #[test]
    fn draws() {
        ends(
            "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1",
            "Qf7",
            Some(ChessEnding::Stalemate),
        );
        ends(
            "7k/8/6K1/8/8/8/8/5Q2 w - - 99 90",
            "Qf2",
            Some(ChessEnding::FiftyMoves),
        );
        let back = "Nf3 Nf6 Ng1 Ng8 ";
        ends("startpos", back, None);
        ends("startpos", &back.repeat(2), Some(ChessEnding::Repetition));
        // After the rooks have moved castling is gone: the position is another one.
        let rooks = "h1g1 h8g8 g1h1 g8h8 ";
        let castles = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        ends(castles, &rooks.repeat(2), None);
        ends(castles, &(rooks.repeat(2) + "h1g1"), None);
        let third = rooks.repeat(2) + "h1g1 h8g8";
        ends(castles, &third, Some(ChessEnding::Repetition));
    }

    /// A pawn that no pawn can take en passant leaves no mark on the position, even if another piece
    /// stands beside it and can move behind it. python-chess 1.11 counts the same occurrences.
    #[test]
    fn only_a_pawn_takes_en_passant() {
        let kings = "g1g2 g8g7 g2g1 g7g8 ";
        for (beside, back) in [
            ("6k1/2p5/8/1B6/8/8/8/6K1 b - - 0 1", kings),
            ("7k/2p5/8/3Q4/8/8/8/6K1 b - - 0 1", "g1g2 h8h7 g2g1 h7h8 "),
            ("6k1/2p5/8/3K4/8/8/8/8 b - - 0 1", "d5e4 g8g7 e4d5 g7g8 "),
        ] {
            ends(beside, &format!("c7c5 {back}"), None);
            let third = format!("c7c5 {}", back.repeat(2));
            ends(beside, &third, Some(ChessEnding::Repetition));
        }
        // A pawn beside it makes the first occurrence another position: the second one comes back
        // first.
        let pawn = "6k1/2p5/8/1P6/8/8/8/6K1 b - - 0 1";
        ends(pawn, &format!("c7c5 {}", kings.repeat(2)), None);
        let third = format!("c7c5 {}g1g2", kings.repeat(2));
        ends(pawn, &third, Some(ChessEnding::Repetition));
        // Unless its king stands behind it in the line of a rook.
        let pinned = "1r4k1/2p5/8/1P6/8/8/8/1K6 b - - 0 1";
        let third = format!("c7c5 {}", "b1b2 g8g7 b2b1 g7g8 ".repeat(2));
        ends(pinned, &third, Some(ChessEnding::Repetition));
    }

    /// In random games, a file is told exactly where a legal move takes en passant on it, and two
    /// positions are one exactly where their placements and legal moves are.
    #[test]
    fn en_passant_is_what_the_moves_say() {
        let mut rng = Seed::new(11).rng(Generator::Xoshiro);
        let (mut told, mut attacked) = (0, 0);
        for _ in 0..150 {
            let mut state = Chess.start(&mut rng);
            let mut moves = Vec::new();
            for _ in 0..200 {
                moves.clear();
                Chess.actions(&state, &mut moves);
                if moves.is_empty() {
                    break;
                }
                let board = state.board();
                let takes = moves.iter().find(|action| {
                    board.piece_on(action.from) == Some(Piece::Pawn)
                        && action.from.file() != action.to.file()
                        && board.piece_on(action.to).is_none()
                });
                let file = takes.map(|action| action.to.file());
                assert_eq!(en_passant(board), file, "{state:?}");
                told += usize::from(file.is_some());
                attacked += usize::from(file.is_none() && board.en_passant().is_some());
                let mut unmarked = cozy_chess::BoardBuilder::from_board(board);
                unmarked.en_passant = None;
                let unmarked = Position::new(unmarked.build().unwrap(), None);
                let same = same_position(board, unmarked.board());
                assert_eq!(same, file.is_none(), "{state:?}");
                assert_eq!(same, state.place() == unmarked.place(), "{state:?}");
                Chess.step(&mut state, moves[rng.index(moves.len())], &mut rng);
            }
        }
        assert!(told > 20 && attacked > 200, "{told} {attacked}");
    }

    #[test]
    fn material() {
        for (board, drawn) in [
            ("8/8/4k3/8/8/3K4/8/8", true),
            ("8/8/4k3/8/8/3K4/8/5N2", true),
            ("8/8/4k3/8/8/3K4/8/4NN2", false),
            ("8/8/4k3/8/8/3K4/8/5B2", true),
            ("2b5/8/4k3/8/8/3K4/8/5B2", true),
            ("3b4/8/4k3/8/8/3K4/8/5B2", false),
            ("8/8/4k3/8/8/3K4/4P3/8", false),
        ] {
            let state = after(&format!("{board} w - - 0 1"), "");
            assert_eq!(
                state.ending() == Some(ChessEnding::Material),
                drawn,
                "{board}"
            );
        }
    }

    #[test]
    fn moves_are_named_both_ways() {
        let state = after("r3k2r/P7/8/3pP3/8/b1n5/1P6/R3K2R w KQkq d6 0 1", "");
        for (san, uci) in [("bxc3", "b2c3"), ("exd6", "e5d6"), ("Rxa3", "a1a3")] {
            let action = Chess.action_named(&state, uci).unwrap();
            assert_eq!(Chess.action_named(&state, san), Some(action));
            assert_eq!(Chess.label(&state, action), san);
        }
        let taken = after("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6");
        assert_eq!(taken.board().occupied().len(), 3);
        let castled = after("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "O-O e8c8");
        assert_eq!(
            Chess.write(&castled),
            "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1g1 e8c8"
        );
        assert_eq!(Chess.action_named(&state, "Bxc3"), None);
        assert_eq!(
            Chess.action_named(&state, "e1g1"),
            Chess.action_named(&state, "O-O")
        );
    }

    #[test]
    fn the_past_bears_on_the_future() {
        let once = after("startpos", "");
        let twice = after("startpos", "Nf3 Nf6 Ng1 Ng8");
        assert!(once != twice);
        // The placement is one, the hash is not.
        let hash = |state: &Position| {
            let mut hasher = std::hash::DefaultHasher::new();
            state.hash(&mut hasher);
            hasher.finish()
        };
        assert_eq!(once.place(), twice.place());
        assert_ne!(hash(&once), hash(&twice));
        let taking = |square: &str| after(&format!("4k3/8/8/3pP3/8/8/8/4K3 w - {square} 0 1"), "");
        assert_ne!(taking("d6").place(), taking("-").place());
        // Nobody stands beside the pawn, so nothing can be taken.
        let beside = |square: &str| after(&format!("4k3/8/8/3p4/8/8/4P3/4K3 w - {square} 0 1"), "");
        assert!(beside("d6") == beside("-"));
        assert_eq!(hash(&beside("d6")), hash(&beside("-")));
        // The number of the move does not.
        let fen = |clock| after(&format!("7k/8/8/8/8/8/8/RK6 w - - 3 {clock}"), "");
        assert!(fen(10) == fen(11));
    }
}
