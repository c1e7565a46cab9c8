//! Othello on 4 x 4, 6 x 6 and 8 x 8 boards, as bitboards.
//!
//! Every size lives on a stride of eight: a smaller board is the top left part of the same 64
//! bits. Black (player 0) moves first. Who has no move passes if the other has one: the pass is
//! an action. When neither has a move the game is over and the discs are counted.

mod arrays;
mod bits;
mod measures;
mod notation;

pub use measures::{SquareWeights, measures};

use bits::Field;
use ludometer_core::{Actions, Facts, Game, KeyHasher, NullMove, Perfect, Player, Rng, Turn};

/// A position. `legal` is kept because nearly every question needs it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// The discs of each player, bit 0 at the top left, eight bits a row.
    pub discs: [u64; 2],
    /// Who is to move, or would be.
    pub mover: Player,
    /// The squares on which the mover may place a disc.
    legal: u64,
    /// Whether neither player has a move.
    over: bool,
}

/// Where a disc goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// On a square, counted in rows of eight from the top left.
    Place(u8),
    /// Nowhere: the mover has no move.
    Pass,
}

/// The rules on one size of board.
#[derive(Clone, Copy, Debug)]
pub struct Othello {
    size: usize,
    field: Field,
}

impl Othello {
    /// Othello on `size` x `size` squares: 4, 6 or 8.
    pub fn new(size: usize) -> Result<Othello, String> {
        match size {
            4 | 6 | 8 => Ok(Othello {
                size,
                field: Field::new(size),
            }),
            _ => Err(format!(
                "othello has no board of {size} x {size}: the size is 4, 6 or 8"
            )),
        }
    }

    /// Squares along a side.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Every square of the board.
    pub fn squares(&self) -> u64 {
        self.field.all
    }

    /// The position with these discs and this mover, who may have to pass.
    pub fn position(&self, discs: [u64; 2], mover: Player) -> Board {
        let [own, other] = sides(&discs, mover);
        let legal = self.field.moves(own, other);
        Board {
            discs,
            mover,
            legal,
            over: legal == 0 && self.field.moves(other, own) == 0,
        }
    }

    /// The four squares in the middle, which play never leaves empty.
    fn centre(&self) -> u64 {
        let corner = self.size / 2 - 1;
        (0b11 | 0b11 << 8) << (corner * 8 + corner)
    }

    /// Empty squares.
    pub fn empties(&self, board: &Board) -> u32 {
        (self.field.all & !(board.discs[0] | board.discs[1])).count_ones()
    }
}

impl Board {
    /// The squares on which the mover may place a disc.
    pub fn legal(&self) -> u64 {
        self.legal
    }

    /// Own discs minus the opponent's.
    pub fn differential(&self, player: Player) -> i32 {
        let [own, other] = sides(&self.discs, player);
        own.count_ones() as i32 - other.count_ones() as i32
    }
}

fn sides(discs: &[u64; 2], player: Player) -> [u64; 2] {
    [discs[player.index()], discs[1 - player.index()]]
}

impl Game for Othello {
    type State = Board;
    type Action = Move;
    type Information = Perfect;

    fn facts(&self) -> Facts {
        Facts::new(format!("othello(size={})", self.size), 2)
    }

    #[inline]
    fn start(&self, _: &mut Rng) -> Board {
        let half = self.size / 2;
        let at = |row: usize, column: usize| 1u64 << (row * 8 + column);
        let white = at(half - 1, half - 1) | at(half, half);
        let black = at(half - 1, half) | at(half, half - 1);
        self.position([black, white], Player(0))
    }

    #[inline]
    fn turn(&self, board: &Board) -> Turn {
        if board.over {
            Turn::Over
        } else {
            Turn::Of(board.mover)
        }
    }

    #[inline]
    fn actions(&self, board: &Board, out: &mut Actions<Self>) {
        if board.legal == 0 {
            if !board.over {
                out.push(Move::Pass);
            }
            return;
        }
        let mut legal = board.legal;
        while legal != 0 {
            out.push(Move::Place(legal.trailing_zeros() as u8));
            legal &= legal - 1;
        }
    }

    #[inline]
    fn action_count(&self, board: &Board) -> usize {
        match board.legal.count_ones() {
            0 => usize::from(!board.over),
            moves => moves as usize,
        }
    }

    #[inline]
    fn apply(&self, board: &mut Board, action: Move, _: &mut Rng) {
        let [mut own, mut other] = sides(&board.discs, board.mover);
        if let Move::Place(square) = action {
            let flips = self.field.flips(square, own, other);
            own |= flips | 1 << square;
            other &= !flips;
        }
        let mover = Player(1 - board.mover.0);
        let legal = self.field.moves(other, own);
        *board = Board {
            discs: if mover.0 == 0 {
                [other, own]
            } else {
                [own, other]
            },
            mover,
            legal,
            // After a pass the mover has a move, so this costs nothing in most positions.
            over: legal == 0 && self.field.moves(own, other) == 0,
        };
    }

    #[inline]
    fn state_key(&self, board: &Board) -> u64 {
        // What is legal, and whether it is over, follows from the discs.
        let [black, white] = board.discs;
        let mover = u64::from(board.mover.0);
        KeyHasher::new()
            .word(black)
            .word(white)
            .word(mover)
            .finish()
    }

    #[inline]
    fn action_key(&self, action: Move) -> u64 {
        let number = match action {
            Move::Place(square) => u64::from(square),
            Move::Pass => 64,
        };
        KeyHasher::new().word(number).finish()
    }

    #[inline]
    fn payoff(&self, board: &Board, player: Player) -> f64 {
        f64::from(board.differential(player).signum())
    }

    /// Own discs minus the opponent's.
    #[inline]
    fn points(&self, board: &Board, player: Player) -> f64 {
        f64::from(board.differential(player))
    }

    fn show(&self, board: &Board, _: Option<Player>) -> String {
        self.diagram(board)
    }

    /// The column as a letter, the row as a number from the top; a pass is `pass`.
    fn label(&self, _: &Board, action: Move) -> String {
        match action {
            Move::Pass => "pass".into(),
            Move::Place(square) => notation::square_name(square),
        }
    }
}

impl NullMove for Othello {
    /// Only where the mover could move: elsewhere the rules say it themselves.
    #[inline]
    fn apply_null_move(&self, board: &Board) -> Option<Board> {
        (board.legal != 0).then(|| self.position(board.discs, Player(1 - board.mover.0)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_core::{Generator, Notation, Seed};

    #[test]
    fn other_sizes_are_refused() {
        for size in [0, 2, 3, 5, 7, 9, 10] {
            assert!(Othello::new(size).unwrap_err().contains("4, 6 or 8"));
        }
    }

    #[test]
    fn black_begins_with_four_moves() {
        let game = Othello::new(8).unwrap();
        let board = game.start(&mut Seed::new(0).rng(Generator::Xoshiro));
        let mut actions = Vec::new();
        game.actions(&board, &mut actions);
        let labels: Vec<String> = actions.iter().map(|&a| game.label(&board, a)).collect();
        assert_eq!(labels, ["d3", "c4", "f5", "e6"]);
    }

    #[test]
    fn who_has_no_move_passes_and_moves_again_after() {
        let game = Othello::new(4).unwrap();
        let mut rng = Seed::new(0).rng(Generator::Xoshiro);
        // Every run from the white disc ends at the edge of the board.
        let board = game.read("XO---XX--XXX-X-- O").unwrap();
        assert_eq!(game.turn(&board), Turn::Of(Player(1)));
        let mut actions = Vec::new();
        game.actions(&board, &mut actions);
        assert_eq!(actions, [Move::Pass]);
        assert_eq!(game.action_count(&board), 1);
        let mut next = board;
        game.step(&mut next, Move::Pass, &mut rng);
        assert_eq!(game.turn(&next), Turn::Of(Player(0)));
        assert_eq!(next.discs, board.discs);
    }

    #[test]
    fn a_wiped_out_player_ends_the_game() {
        let game = Othello::new(4).unwrap();
        let board = game.read("-----XX--XX----- O").unwrap();
        assert_eq!(game.turn(&board), Turn::Over);
        assert_eq!(game.payoff(&board, Player(0)), 1.0);
        assert_eq!(game.points(&board, Player(1)), -4.0);
    }
}
