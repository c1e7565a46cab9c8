//! Checkers, or English draughts, on 8 x 8 squares (rules of the World Checkers Draughts Federation; solved
//! by Schaeffer and others 2007): men step and jump diagonally forwards, kings backwards too; who can jump
//! must, and goes on with the same piece as long as it can; a man that reaches the last row becomes a king
//! and stops. Who cannot move loses.
//!
//! Each jump is an action of its own: after one that can be followed by another the same player is to move.
//! A game is drawn after a number of plies without a jump and without a step of a man, by default eighty,
//! the forty moves of both sides that the rules have. Differs: a player need not claim it, and repetitions
//! draw by this rule alone.
//!
//! Squares are numbered from 1 to 32 as in print, on bitboards of 8 x 8.

mod notation;

use crate::grid::{ones, other};
use ludometer_core::{
    ActionSpace, Actions, Facts, Game, KeyHasher, Measure, NullMove, Observation, Perfect, Player,
    Rng, Shape, Turn,
};

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// The pieces of each player, bit 0 at the top left, eight bits a row. Player 0 (Black) begins, at
    /// the top.
    pub pieces: [u64; 2],
    /// Which of them are kings.
    pub kings: u64,
    /// Who is to move, or would be.
    pub mover: Player,
    /// The piece that has jumped and must go on.
    chain: Option<u8>,
    /// Plies since the last jump or step of a man.
    quiet: u16,
}

/// A step or a jump of a piece: where it stands, and a direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    from: u8,
    direction: u8,
}

/// The rules.
#[derive(Clone, Copy, Debug)]
pub struct Checkers {
    quiet: u16,
}

/// Down to the left and to the right, up to the left and to the right. Player 0 goes down.
const DIRECTIONS: usize = 4;
const LEFT: u64 = 0x0101_0101_0101_0101;
const RIGHT: u64 = LEFT << 7;
/// The squares that are played on: b8, d8 ... a7, c7 ...
const DARK: u64 = 0x55aa_55aa_55aa_55aa;
const SIGNS: [[char; 2]; 2] = [['b', 'B'], ['w', 'W']];
const NAMES: [char; 2] = ['B', 'W'];

/// All squares one step on.
#[inline]
fn shifted(squares: u64, direction: usize) -> u64 {
    match direction {
        0 => (squares & !LEFT) << 7,
        1 => (squares & !RIGHT) << 9,
        2 => (squares & !LEFT) >> 9,
        _ => (squares & !RIGHT) >> 7,
    }
}

/// The directions in which a player's men move.
#[inline]
fn forwards(player: Player, direction: usize) -> bool {
    direction / 2 == player.index()
}

/// The number of a dark square, from 1 at the top left.
fn number(square: u8) -> u8 {
    square / 2 + 1
}

/// The dark square of a number.
fn square(number: u8) -> u8 {
    let index = 2 * (number - 1);
    index + u8::from((index / 8).is_multiple_of(2))
}

impl Checkers {
    /// The game that is drawn after this many plies without a jump and without a step of a man.
    pub fn new(quiet: u16) -> Result<Checkers, String> {
        match quiet {
            1..=10_000 => Ok(Checkers { quiet }),
            _ => Err(format!("{quiet} quiet plies: it takes 1 to 10000 to draw")),
        }
    }

    /// For each direction the mover's pieces that can jump, if any can, else those that can step; and
    /// whether they jump.
    #[inline]
    fn movers(&self, board: &Board) -> ([u64; DIRECTIONS], bool) {
        let own = board.pieces[board.mover.index()];
        let opponent = board.pieces[other(board.mover).index()];
        let free = DARK & !(own | opponent);
        let own = match board.chain {
            Some(piece) => 1 << piece,
            None => own,
        };
        let all = |direction: usize| match forwards(board.mover, direction) {
            true => own,
            false => own & board.kings,
        };
        // Seen from where a piece would land, so that one shift back finds it.
        let jumps = [0, 1, 2, 3].map(|d| {
            let over = shifted(free, 3 - d) & opponent;
            shifted(over, 3 - d) & all(d)
        });
        if jumps != [0; DIRECTIONS] {
            return (jumps, true);
        }
        if board.chain.is_some() {
            return ([0; DIRECTIONS], false);
        }
        let steps = [0, 1, 2, 3].map(|d| shifted(free, 3 - d) & all(d));
        (steps, false)
    }

    /// The same, and nothing where the game is drawn.
    #[inline]
    fn legal(&self, board: &Board) -> ([u64; DIRECTIONS], bool) {
        match board.quiet < self.quiet {
            true => self.movers(board),
            false => ([0; DIRECTIONS], false),
        }
    }

    /// Where a piece lands.
    fn landing(&self, board: &Board, Move { from, direction }: Move) -> u8 {
        let one = shifted(1 << from, usize::from(direction));
        let taken = board.pieces[0] | board.pieces[1];
        let to = match one & taken {
            0 => one,
            _ => shifted(one, usize::from(direction)),
        };
        to.trailing_zeros() as u8
    }

    /// How many rows the men of a player have gone.
    fn advance(board: &Board, player: Player) -> f64 {
        let men = board.pieces[player.index()] & !board.kings;
        let gone = ones(men).map(|square| match player.0 {
            0 => u32::from(square / 8),
            _ => 7 - u32::from(square / 8),
        });
        f64::from(gone.sum::<u32>())
    }
}

impl Game for Checkers {
    type State = Board;
    type Action = Move;
    type Information = Perfect;

    fn facts(&self) -> Facts {
        Facts::new(format!("checkers(quiet={})", self.quiet), 2)
    }

    #[inline]
    fn start(&self, _: &mut Rng) -> Board {
        Board {
            pieces: [DARK & 0xff_ffff, DARK & 0xff_ffff << 40],
            kings: 0,
            mover: Player(0),
            chain: None,
            quiet: 0,
        }
    }

    #[inline]
    fn turn(&self, board: &Board) -> Turn {
        match self.legal(board).0 {
            [0, 0, 0, 0] => Turn::Over,
            _ => Turn::Of(board.mover),
        }
    }

    #[inline]
    fn actions(&self, board: &Board, out: &mut Actions<Self>) {
        for (direction, from) in (0..).zip(self.legal(board).0) {
            out.extend(ones(from).map(|from| Move { from, direction }));
        }
    }

    #[inline]
    fn action_count(&self, board: &Board) -> usize {
        let from = self.legal(board).0;
        from.map(u64::count_ones).iter().sum::<u32>() as usize
    }

    #[inline]
    fn apply(&self, board: &mut Board, Move { from, direction }: Move, _: &mut Rng) {
        let (player, direction) = (board.mover, usize::from(direction));
        let from = 1 << from;
        let mut to = shifted(from, direction);
        let jumped = to & board.pieces[other(player).index()];
        if jumped != 0 {
            board.pieces[other(player).index()] ^= jumped;
            board.kings &= !jumped;
            to = shifted(to, direction);
        }
        board.pieces[player.index()] ^= from | to;
        let man = board.kings & from == 0;
        if !man {
            board.kings ^= from | to;
        }
        board.quiet = match man || jumped != 0 {
            true => 0,
            false => board.quiet + 1,
        };
        board.chain = None;
        let last_row = [0xff << 56, 0xff][player.index()];
        if man && to & last_row != 0 {
            board.kings |= to;
        } else if jumped != 0 {
            board.chain = Some(to.trailing_zeros() as u8);
            if self.movers(board).1 {
                return;
            }
            board.chain = None;
        }
        board.mover = other(player);
    }

    #[inline]
    fn state_key(&self, board: &Board) -> u64 {
        let [black, white] = board.pieces;
        let chain = board.chain.map_or(0, |piece| u64::from(piece) + 1);
        let rest = u64::from(board.mover.0) << 32 | chain << 16 | u64::from(board.quiet);
        let key = KeyHasher::new().word(black).word(white);
        key.word(board.kings).word(rest).finish()
    }

    #[inline]
    fn action_key(&self, Move { from, direction }: Move) -> u64 {
        let number = u64::from(from) << 2 | u64::from(direction);
        KeyHasher::new().word(number).finish()
    }

    /// The player who is to move and cannot has lost, unless the game was drawn.
    #[inline]
    fn payoff(&self, board: &Board, player: Player) -> f64 {
        match (self.movers(board).0, player == board.mover) {
            ([0, 0, 0, 0], true) => -1.0,
            ([0, 0, 0, 0], false) => 1.0,
            _ => 0.0,
        }
    }

    fn termination(&self, board: &Board) -> Option<&'static str> {
        let stuck = self.movers(board).0 == [0; DIRECTIONS];
        let word = match (stuck, board.pieces[board.mover.index()]) {
            (true, 0) => "capture",
            (true, _) => "block",
            (false, _) => "quiet",
        };
        (self.turn(board) == Turn::Over).then_some(word)
    }

    fn show(&self, board: &Board, _: Option<Player>) -> String {
        let mut text = String::new();
        for row in 0..8 {
            text += &format!("{:>2}-{:<2}", 4 * row + 1, 4 * row + 4);
            for column in 0..8 {
                let bit = 1u64 << (8 * row + column);
                let owner = board.pieces.iter().position(|pieces| pieces & bit != 0);
                text.push(' ');
                text.push(match owner {
                    Some(player) => SIGNS[player][usize::from(board.kings & bit != 0)],
                    None if DARK & bit != 0 => '.',
                    None => ' ',
                });
            }
            text.push('\n');
        }
        let mover = NAMES[board.mover.index()];
        text += &match (board.chain, self.turn(board)) {
            (_, Turn::Over) => format!("over, {mover} to move"),
            (None, _) => format!("{mover} to move"),
            (Some(piece), _) => format!("{mover} goes on with {}", number(piece)),
        };
        text + &format!(", {} of {} quiet plies\n", board.quiet, self.quiet)
    }

    /// The numbers of the squares, with `-` between them, or `x` for a jump.
    fn label(&self, board: &Board, action: Move) -> String {
        let between = if self.movers(board).1 { 'x' } else { '-' };
        let to = self.landing(board, action);
        format!("{}{between}{}", number(action.from), number(to))
    }
}

impl NullMove for Checkers {
    /// None where a jump is to be made: passing would avoid it.
    #[inline]
    fn apply_null_move(&self, board: &Board) -> Option<Board> {
        let (from, jumps) = self.legal(board);
        if jumps || from == [0; DIRECTIONS] {
            return None;
        }
        let mover = other(board.mover);
        let passed = Board { mover, ..*board };
        (self.turn(&passed) != Turn::Over).then_some(passed)
    }
}

/// Five planes: the viewer's men and kings, the other's men and kings, and the piece that must jump on. The
/// board is not turned round.
impl Observation for Checkers {
    fn shape(&self) -> Shape {
        Shape::Planes {
            planes: 5,
            rows: 8,
            columns: 8,
        }
    }

    #[inline]
    fn observe(&self, board: &Board, viewer: Player, out: &mut [f32]) {
        let [own, opponent] = [viewer, other(viewer)].map(|player| board.pieces[player.index()]);
        let chain = board.chain.map_or(0, |piece| 1 << piece);
        let kings = board.kings;
        let planes = [
            own & !kings,
            own & kings,
            opponent & !kings,
            opponent & kings,
            chain,
        ];
        for (plane, set) in out.chunks_exact_mut(64).zip(planes) {
            for (square, number) in plane.iter_mut().enumerate() {
                *number = (set >> square & 1) as f32;
            }
        }
    }
}

/// Four times the square's number, from 0, plus 0 down to the left, 1 down to the right, 2 up to the left or
/// 3 up to the right; a jump has the number of the step in its direction.
impl ActionSpace for Checkers {
    fn action_space(&self) -> usize {
        32 * DIRECTIONS
    }

    #[inline]
    fn action_number(&self, _: &Board, Move { from, direction }: Move) -> usize {
        usize::from(from) / 2 * DIRECTIONS + usize::from(direction)
    }

    #[inline]
    fn numbered_action(&self, board: &Board, index: usize) -> Option<Move> {
        if index >= self.action_space() {
            return None;
        }
        let (from, direction) = (square((index / DIRECTIONS) as u8 + 1), index % DIRECTIONS);
        let legal = self.legal(board).0[direction] >> from & 1 == 1;
        let direction = direction as u8;
        legal.then_some(Move { from, direction })
    }
}

/// Every measure of the game.
pub fn measures() -> Vec<Measure<Checkers>> {
    let high = Measure::<Checkers>::high;
    vec![
        high("men", "own men minus the opponent's", |_, board, player| {
            let men = |player: Player| (board.pieces[player.index()] & !board.kings).count_ones();
            f64::from(men(player)) - f64::from(men(other(player)))
        }),
        high(
            "kings",
            "own kings minus the opponent's",
            |_, board, player| {
                let kings =
                    |player: Player| (board.pieces[player.index()] & board.kings).count_ones();
                f64::from(kings(player)) - f64::from(kings(other(player)))
            },
        ),
        high(
            "advance",
            "rows that men have gone, own minus the opponent's",
            |_, board, player| {
                Checkers::advance(board, player) - Checkers::advance(board, other(player))
            },
        ),
        high(
            "back-row",
            "men on their own first row, which keep the opponent from kings, own minus the opponent's",
            |_, board, player| {
                let guards = |player: Player| {
                    let row = [0xff, 0xff << 56][player.index()];
                    (board.pieces[player.index()] & !board.kings & row).count_ones()
                };
                f64::from(guards(player)) - f64::from(guards(other(player)))
            },
        ),
    ]
}

#[cfg(test)]
mod tests;
