//! Breakthrough (Dan Troyka 2000; solved on 6 x 5 squares by Saffidine, Jouandeau and Cazenave 2011):
//! pieces step forward, straight or diagonally, and capture diagonally. Who reaches the last row wins,
//! and who has no piece left loses. On boards of up to 8 x 8 squares, as bitboards.

use crate::grid::{Grid, SIGNS, ones, other, split_mover};
use ludometer_core::{
    ActionSpace, Actions, Facts, Game, KeyHasher, Measure, Notation, NullMove, Observation,
    Perfect, Player, Rng, Shape, Turn,
};

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// The pieces of each player, bit 0 at the top left, eight bits a row. Player 0 (X) begins, at the
    /// bottom.
    pub pieces: [u64; 2],
    /// Who is to move, or would be.
    pub mover: Player,
}

/// A step of a piece from one square to another, in rows of eight from the top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// Where it stands.
    pub from: u8,
    /// Where it goes.
    pub to: u8,
}

/// The rules on one size of board.
#[derive(Clone, Copy, Debug)]
pub struct Breakthrough {
    grid: Grid,
    // The rows that each player wants to reach, and the edge columns.
    goals: [u64; 2],
    left: u64,
    right: u64,
    all: u64,
}

impl Breakthrough {
    /// The game on `columns` x `rows` squares: 2 to 8 columns, 4 to 8 rows.
    pub fn new(columns: usize, rows: usize) -> Result<Breakthrough, String> {
        if !(2..=8).contains(&columns) || !(4..=8).contains(&rows) {
            return Err(format!(
                "a board of {columns} columns and {rows} rows: it has 2 to 8 columns and 4 to 8 rows"
            ));
        }
        let grid = Grid { rows, columns };
        let row = (1u64 << columns) - 1;
        let left = (0..rows).fold(0, |edge, r| edge | 1u64 << (8 * r));
        Ok(Breakthrough {
            grid,
            goals: [row, row << (8 * (rows - 1))],
            left,
            right: left << (columns - 1),
            all: grid.all(),
        })
    }

    /// The squares that the player's pieces reach: straight ahead, to the left, to the right. Captures
    /// are among them, and blocked squares are not.
    #[inline]
    fn reached(&self, board: &Board, player: Player) -> [u64; 3] {
        let [own, opponent] = sides(board, player);
        let free = self.all & !own;
        let [ahead, left, right] = match player.0 {
            0 => [own >> 8, (own & !self.left) >> 9, (own & !self.right) >> 7],
            _ => [own << 8, (own & !self.left) << 7, (own & !self.right) << 9],
        };
        [ahead & free & !opponent, left & free, right & free]
    }

    /// From which square a piece came that went straight (0), left (1) or right (2).
    #[inline]
    fn from(player: Player, direction: usize, to: u8) -> u8 {
        match player.0 {
            0 => to + [8, 9, 7][direction],
            _ => to.wrapping_sub([8, 7, 9][direction]),
        }
    }

    #[inline]
    fn winner(&self, board: &Board) -> Option<Player> {
        let [x, o] = board.pieces;
        if x & self.goals[0] != 0 || o == 0 {
            Some(Player(0))
        } else if o & self.goals[1] != 0 || x == 0 {
            Some(Player(1))
        } else {
            None
        }
    }

    fn sign(board: &Board, row: usize, column: usize) -> char {
        let bit = 1u64 << (8 * row + column);
        let owner = board.pieces.iter().position(|pieces| pieces & bit != 0);
        owner.map_or('.', |player| SIGNS[player])
    }

    /// How many rows the player's pieces have gone, counted from its own edge.
    fn steps(&self, board: &Board, player: Player) -> impl Iterator<Item = u32> + use<> {
        let rows = self.grid.rows as u32;
        ones(board.pieces[player.index()]).map(move |square| match player.0 {
            0 => rows - 1 - u32::from(square / 8),
            _ => u32::from(square / 8),
        })
    }
}

#[inline]
fn sides(board: &Board, player: Player) -> [u64; 2] {
    [player, other(player)].map(|player| board.pieces[player.index()])
}

impl Game for Breakthrough {
    type State = Board;
    type Action = Move;
    type Information = Perfect;

    fn facts(&self) -> Facts {
        let Grid { rows, columns } = self.grid;
        Facts::new(format!("breakthrough(columns={columns}, rows={rows})"), 2)
    }

    #[inline]
    fn start(&self, _: &mut Rng) -> Board {
        let [top, bottom] = self.goals;
        Board {
            pieces: [bottom | bottom >> 8, top | top << 8],
            mover: Player(0),
        }
    }

    #[inline]
    fn turn(&self, board: &Board) -> Turn {
        match self.winner(board) {
            Some(_) => Turn::Over,
            None => Turn::Of(board.mover),
        }
    }

    #[inline]
    fn actions(&self, board: &Board, out: &mut Actions<Self>) {
        if self.winner(board).is_some() {
            return;
        }
        for (direction, reached) in self.reached(board, board.mover).into_iter().enumerate() {
            out.extend(ones(reached).map(|to| Move {
                from: Breakthrough::from(board.mover, direction, to),
                to,
            }));
        }
    }

    #[inline]
    fn action_count(&self, board: &Board) -> usize {
        if self.winner(board).is_some() {
            return 0;
        }
        let reached = self.reached(board, board.mover);
        reached.map(u64::count_ones).iter().sum::<u32>() as usize
    }

    #[inline]
    fn apply(&self, board: &mut Board, Move { from, to }: Move, _: &mut Rng) {
        board.pieces[board.mover.index()] ^= 1 << from | 1 << to;
        board.mover = other(board.mover);
        board.pieces[board.mover.index()] &= !(1 << to);
    }

    #[inline]
    fn state_key(&self, board: &Board) -> u64 {
        let [x, o] = board.pieces;
        let mover = u64::from(board.mover.0);
        KeyHasher::new().word(x).word(o).word(mover).finish()
    }

    #[inline]
    fn action_key(&self, Move { from, to }: Move) -> u64 {
        let number = u64::from(from) << 8 | u64::from(to);
        KeyHasher::new().word(number).finish()
    }

    #[inline]
    fn payoff(&self, board: &Board, player: Player) -> f64 {
        match self.winner(board) {
            None => 0.0,
            Some(winner) if winner == player => 1.0,
            Some(_) => -1.0,
        }
    }

    fn termination(&self, board: &Board) -> Option<&'static str> {
        let captured = board.pieces.contains(&0);
        let word = if captured { "capture" } else { "breakthrough" };
        self.winner(board).map(|_| word)
    }

    fn show(&self, board: &Board, _: Option<Player>) -> String {
        let diagram = self
            .grid
            .diagram(|row, column| Self::sign(board, row, column));
        let mover = match self.winner(board) {
            None => format!("{} to move", SIGNS[board.mover.index()]),
            Some(winner) => format!("{} has won", SIGNS[winner.index()]),
        };
        format!("{diagram}{mover}\n")
    }

    /// The squares as in chess, with `-` between them, or `x` where a piece is captured.
    fn label(&self, board: &Board, Move { from, to }: Move) -> String {
        let captures = board.pieces[other(board.mover).index()] >> to & 1 == 1;
        let name = |square: u8| {
            self.grid
                .name(usize::from(square / 8), usize::from(square % 8))
        };
        let between = if captures { 'x' } else { '-' };
        format!("{}{between}{}", name(from), name(to))
    }
}

/// Rows from the top with `/` between them, `X`, `O` and `.`, then who is to move.
impl Notation for Breakthrough {
    fn write(&self, board: &Board) -> String {
        let rows = self
            .grid
            .write(|row, column| Self::sign(board, row, column));
        format!("{rows} {}", SIGNS[board.mover.index()])
    }

    fn read(&self, text: &str) -> Result<Board, String> {
        let (rows, mover) = split_mover(text)?;
        let squares = self.grid.read(rows, &[".-", "Xx", "Oo"])?;
        let pieces = self.grid.bits(&squares);
        let most = 2 * self.grid.columns;
        for (side, sign) in pieces.iter().zip(SIGNS) {
            let count = side.count_ones() as usize;
            if count > most {
                return Err(format!("{count} pieces of {sign}: it begins with {most}"));
            }
        }
        let board = Board { pieces, mover };
        // Whoever moved last may have won, and nobody before.
        let last = other(mover);
        if pieces[last.index()] == 0 || pieces[mover.index()] & self.goals[mover.index()] != 0 {
            return Err(format!(
                "{} is to move and had won before",
                SIGNS[mover.index()]
            ));
        }
        if (pieces[last.index()] & self.goals[last.index()]).count_ones() > 1 {
            return Err(format!(
                "{} has more than one piece on the last row: play ended with the first",
                SIGNS[last.index()]
            ));
        }
        Ok(board)
    }
}

impl NullMove for Breakthrough {
    #[inline]
    fn apply_null_move(&self, board: &Board) -> Option<Board> {
        let mover = other(board.mover);
        let passed = Board { mover, ..*board };
        self.winner(board).is_none().then_some(passed)
    }
}

/// Two planes: the viewer's pieces, and the other's. The board is not turned round.
impl Observation for Breakthrough {
    fn shape(&self) -> Shape {
        Shape::Planes {
            planes: 2,
            rows: self.grid.rows,
            columns: self.grid.columns,
        }
    }

    #[inline]
    fn observe(&self, board: &Board, viewer: Player, out: &mut [f32]) {
        self.grid.planes(&sides(board, viewer), out);
    }
}

/// Three times the square that a piece leaves, in reading order, plus 0 straight ahead, 1 to the left or
/// 2 to the right as the board is drawn.
impl ActionSpace for Breakthrough {
    fn action_space(&self) -> usize {
        3 * self.grid.squares()
    }

    #[inline]
    fn action_number(&self, _: &Board, Move { from, to }: Move) -> usize {
        let direction = match (from % 8).cmp(&(to % 8)) {
            std::cmp::Ordering::Equal => 0,
            std::cmp::Ordering::Greater => 1,
            std::cmp::Ordering::Less => 2,
        };
        3 * self.grid.number(from) + direction
    }

    #[inline]
    fn numbered_action(&self, board: &Board, number: usize) -> Option<Move> {
        if number >= self.action_space() || self.winner(board).is_some() {
            return None;
        }
        let (from, direction) = (self.grid.square(number / 3), number % 3);
        let reached = self.reached(board, board.mover)[direction];
        let came = |to: &u8| Breakthrough::from(board.mover, direction, *to) == from;
        ones(reached).find(came).map(|to| Move { from, to })
    }
}

/// Every measure of the game.
pub fn measures() -> Vec<Measure<Breakthrough>> {
    let high = Measure::<Breakthrough>::high;
    vec![
        high(
            "pieces",
            "own pieces minus the opponent's",
            |_, board, player| {
                let [own, opponent] = sides(board, player).map(u64::count_ones);
                f64::from(own) - f64::from(opponent)
            },
        ),
        high(
            "advance",
            "rows that all pieces have gone from their own edge, own minus the opponent's",
            |game, board, player| {
                let gone = |player: Player| f64::from(game.steps(board, player).sum::<u32>());
                gone(player) - gone(other(player))
            },
        ),
        high(
            "front",
            "rows that the foremost piece has gone from its own edge, own minus the opponent's",
            |game, board, player| {
                let gone =
                    |player: Player| f64::from(game.steps(board, player).max().unwrap_or_default());
                gone(player) - gone(other(player))
            },
        ),
        high(
            "mobility",
            "squares and directions that pieces can step to, own minus the opponent's",
            |game, board, player| {
                let moves = |player: Player| {
                    let reached = game.reached(board, player);
                    f64::from(reached.map(u64::count_ones).iter().sum::<u32>())
                };
                moves(player) - moves(other(player))
            },
        ),
    ]
}

#[cfg(test)]
mod tests;
