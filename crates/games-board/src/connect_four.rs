//! Connect Four (Wexler and Strongin 1974; solved by Allen and by Allis 1988): stones fall to the lowest
//! free square of a column, and k in a line win. Any board whose columns, each with one square more,
//! fit 64 bits.
//!
//! A column is `rows + 1` bits from the bottom up, of which the highest is always free: no line that
//! shifts find crosses from one column into the next (Tromp's representation).

use crate::grid::{Grid, SIGNS, ones, other};
use ludometer_core::{
    ActionSpace, Actions, Facts, Game, Generator, KeyHasher, Measure, Notation, Observation,
    Perfect, Player, Rng, Seed, Shape, Turn,
};

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// The stones of each player; player 0 has the crosses and begins.
    pub stones: [u64; 2],
    /// Who is to move, or would be.
    pub mover: Player,
    /// Who has k in a line.
    pub won: Option<Player>,
}

/// A column, counted from the left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move(pub u8);

/// The rules for one board and one length of line.
#[derive(Clone, Debug)]
pub struct ConnectFour {
    grid: Grid,
    k: usize,
    // Every square, and the lowest and the highest square of every column.
    all: u64,
    lowest: u64,
    highest: u64,
    lines: Vec<u64>,
}

impl ConnectFour {
    /// The game on `columns` x `rows` squares where `k` in a line win; refuses boards that do not fit
    /// 64 bits and lines that do not fit the board.
    pub fn new(columns: usize, rows: usize, k: usize) -> Result<ConnectFour, String> {
        let bits = rows.saturating_add(1).saturating_mul(columns);
        if !(1..=9).contains(&columns) || rows == 0 || bits > 64 {
            return Err(format!(
                "a board of {columns} columns and {rows} rows: it has 1 to 9 columns, and columns x (rows + 1) is at most 64"
            ));
        }
        if k < 2 || k > columns.max(rows) {
            return Err(format!(
                "{k} in a line: the line must fit the board, 2 to {}",
                columns.max(rows)
            ));
        }
        let grid = Grid { rows, columns };
        let lowest = (0..columns).fold(0, |bits, c| bits | 1u64 << (c * (rows + 1)));
        Ok(ConnectFour {
            grid,
            k,
            all: lowest * ((1 << rows) - 1),
            lowest,
            highest: lowest << (rows - 1),
            lines: lines(grid, k),
        })
    }

    /// Bits of a column.
    #[inline]
    fn stride(&self) -> usize {
        self.grid.rows + 1
    }

    /// The columns that have room, by their highest squares.
    #[inline]
    fn open(&self, board: &Board) -> u64 {
        match board.won {
            Some(_) => 0,
            None => self.highest & !(board.stones[0] | board.stones[1]),
        }
    }

    #[inline]
    fn is_open(&self, board: &Board, column: usize) -> bool {
        let top = column * self.stride() + self.grid.rows - 1;
        column < self.grid.columns && self.open(board) >> top & 1 == 1
    }

    /// Whether `k` of these stones are in a line.
    #[inline]
    fn has_line(&self, stones: u64) -> bool {
        let stride = self.stride();
        [1, stride, stride - 1, stride + 1]
            .into_iter()
            .any(|step| self.run(stones, step))
    }

    /// Runs are doubled until they are `k` long.
    #[inline]
    fn run(&self, stones: u64, step: usize) -> bool {
        let (mut runs, mut length) = (stones, 1);
        while length < self.k {
            let more = length.min(self.k - length);
            runs &= runs >> (more * step);
            length += more;
        }
        runs != 0
    }

    /// The bit of a square; rows are counted from the top.
    fn bit(&self, row: usize, column: usize) -> u64 {
        1 << (column * self.stride() + self.grid.rows - 1 - row)
    }

    fn sign(&self, board: &Board, row: usize, column: usize) -> char {
        let bit = self.bit(row, column);
        let owner = board.stones.iter().position(|stones| stones & bit != 0);
        owner.map_or('.', |player| SIGNS[player])
    }

    /// The squares that would complete a line of a player.
    fn threats(&self, board: &Board, player: usize) -> u64 {
        let [own, other] = [board.stones[player], board.stones[1 - player]];
        let one_short = |line: &&u64| **line & other == 0 && (*line & !own).count_ones() == 1;
        let lines = self.lines.iter().filter(one_short);
        lines.fold(0, |threats, line| threats | (line & !own))
    }
}

fn lines(grid: Grid, k: usize) -> Vec<u64> {
    let (rows, columns) = (grid.rows as i32, grid.columns as i32);
    let mut lines = Vec::new();
    for column in 0..columns {
        for row in 0..rows {
            for (right, up) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                let at = |i: i32| (column + i * right, row + i * up);
                let (last, top) = at(k as i32 - 1);
                if last < columns && (0..rows).contains(&top) {
                    let squares = (0..k as i32).map(at);
                    lines.push(squares.fold(0, |line, (c, r)| line | 1u64 << (c * (rows + 1) + r)));
                }
            }
        }
    }
    lines
}

impl Game for ConnectFour {
    type State = Board;
    type Action = Move;
    type Information = Perfect;

    fn facts(&self) -> Facts {
        let Grid { rows, columns } = self.grid;
        let k = self.k;
        Facts::new(
            format!("connect-four(columns={columns}, rows={rows}, k={k})"),
            2,
        )
    }

    #[inline]
    fn start(&self, _: &mut Rng) -> Board {
        Board {
            stones: [0; 2],
            mover: Player(0),
            won: None,
        }
    }

    #[inline]
    fn turn(&self, board: &Board) -> Turn {
        match self.open(board) {
            0 => Turn::Over,
            _ => Turn::Of(board.mover),
        }
    }

    #[inline]
    fn actions(&self, board: &Board, out: &mut Actions<Self>) {
        let open = self.open(board);
        let mut top = self.grid.rows - 1;
        for column in 0..self.grid.columns as u8 {
            if open >> top & 1 == 1 {
                out.push(Move(column));
            }
            top += self.stride();
        }
    }

    #[inline]
    fn action_count(&self, board: &Board) -> usize {
        self.open(board).count_ones() as usize
    }

    #[inline]
    fn apply(&self, board: &mut Board, Move(column): Move, _: &mut Rng) {
        let taken = board.stones[0] | board.stones[1];
        let foot = 1 << (usize::from(column) * self.stride());
        // The sum carries through the stones of the column to the first free square.
        let stone = (taken + foot) & !taken & (foot * ((1 << self.grid.rows) - 1));
        let own = &mut board.stones[board.mover.index()];
        *own |= stone;
        if self.has_line(*own) {
            board.won = Some(board.mover);
        }
        board.mover = other(board.mover);
    }

    #[inline]
    fn state_key(&self, board: &Board) -> u64 {
        // Who is to move, and who has won, follows from the stones.
        let [crosses, noughts] = board.stones;
        KeyHasher::new().word(crosses).word(noughts).finish()
    }

    #[inline]
    fn action_key(&self, Move(column): Move) -> u64 {
        KeyHasher::new().word(u64::from(column)).finish()
    }

    #[inline]
    fn payoff(&self, board: &Board, player: Player) -> f64 {
        match board.won {
            None => 0.0,
            Some(winner) if winner == player => 1.0,
            Some(_) => -1.0,
        }
    }

    fn show(&self, board: &Board, _: Option<Player>) -> String {
        let mut text = String::new();
        for row in 0..self.grid.rows {
            for column in 0..self.grid.columns {
                text.push(' ');
                text.push(self.sign(board, row, column));
            }
            text.push('\n');
        }
        for column in 1..=self.grid.columns {
            text += &format!(" {column}");
        }
        text + "\n"
    }

    /// The column's number, from 1.
    fn label(&self, _: &Board, Move(column): Move) -> String {
        (column + 1).to_string()
    }
}

/// Rows from the top with `/` between them, `X`, `O` and `.`, crosses moved first; or a transcript of
/// column numbers, such as `44353`.
impl Notation for ConnectFour {
    fn write(&self, board: &Board) -> String {
        self.grid.write(|row, column| self.sign(board, row, column))
    }

    fn read(&self, text: &str) -> Result<Board, String> {
        let text = text.trim();
        if text.chars().all(|sign| sign.is_ascii_digit()) {
            return self.read_transcript(text);
        }
        let squares = self.grid.read(text, &[".-", "Xx", "Oo0"])?;
        let mut stones = [0; 2];
        for (index, &class) in squares.iter().enumerate() {
            if let Some(player) = class.checked_sub(1) {
                stones[player] |= self.bit(index / self.grid.columns, index % self.grid.columns);
            }
        }
        self.read_stones(stones)
    }
}

impl ConnectFour {
    fn read_transcript(&self, text: &str) -> Result<Board, String> {
        let mut chance = Seed::new(0).rng(Generator::Xoshiro);
        let mut board = self.start(&mut chance);
        for (number, sign) in (1..).zip(text.chars()) {
            let Some(action) = self.action_named(&board, &sign.to_string()) else {
                return Err(format!(
                    "move {number}, `{sign}`, is not legal here: a move is the number of a column with room, 1 to {}, and none follows a complete line",
                    self.grid.columns
                ));
            };
            self.step(&mut board, action, &mut chance);
        }
        Ok(board)
    }

    fn read_stones(&self, stones: [u64; 2]) -> Result<Board, String> {
        let taken = stones[0] | stones[1];
        // Where a stone lies on nothing, the square below it is free and is no foot of a column.
        let hanging = taken & !(taken << 1 | self.lowest);
        if hanging != 0 {
            let column = hanging.trailing_zeros() as usize / self.stride() + 1;
            return Err(format!(
                "a stone of column {column} lies on an empty square: stones fall to the bottom"
            ));
        }
        let counts = stones.map(u64::count_ones);
        if counts[0] != counts[1] && counts[0] != counts[1] + 1 {
            return Err(format!(
                "{} crosses and {} noughts: crosses move first and players alternate",
                counts[0], counts[1]
            ));
        }
        let mover = Player(u8::from(counts[0] > counts[1]));
        let last = other(mover);
        if self.has_line(stones[mover.index()]) {
            return Err("a line was complete before the last move: play had ended".into());
        }
        // The last stone lies on top of a column, and there was no line without it.
        let own = stones[last.index()];
        let tops = taken & !(taken >> 1) & own;
        let mut lasts = ones(tops).map(|top| own & !(1 << top));
        if taken != 0 && lasts.all(|before| self.has_line(before)) {
            let sign = SIGNS[last.index()];
            return Err(format!(
                "{sign} moved last, and no stone of {sign} on top of a column can have been the last one"
            ));
        }
        let won = self.has_line(own).then_some(last);
        Ok(Board { stones, mover, won })
    }
}

/// Two planes: the viewer's stones, and the other's.
impl Observation for ConnectFour {
    fn shape(&self) -> Shape {
        Shape::Planes {
            planes: 2,
            rows: self.grid.rows,
            columns: self.grid.columns,
        }
    }

    #[inline]
    fn observe(&self, board: &Board, viewer: Player, out: &mut [f32]) {
        let sides = [viewer, other(viewer)].map(|player| board.stones[player.index()]);
        for (plane, stones) in out.chunks_exact_mut(self.grid.squares()).zip(sides) {
            for (row, numbers) in plane.chunks_exact_mut(self.grid.columns).enumerate() {
                for (column, number) in numbers.iter_mut().enumerate() {
                    *number = f32::from(u8::from(stones & self.bit(row, column) != 0));
                }
            }
        }
    }
}

/// The column, from the left.
impl ActionSpace for ConnectFour {
    fn action_space(&self) -> usize {
        self.grid.columns
    }

    #[inline]
    fn action_number(&self, _: &Board, Move(column): Move) -> usize {
        usize::from(column)
    }

    #[inline]
    fn numbered_action(&self, board: &Board, number: usize) -> Option<Move> {
        let known = number < self.grid.columns && self.is_open(board, number);
        known.then_some(Move(number as u8))
    }
}

/// Every measure of the game.
pub fn measures() -> Vec<Measure<ConnectFour>> {
    let high = Measure::<ConnectFour>::high;
    vec![
        high(
            "open-lines",
            "lines still open to the player minus lines still open to the opponent",
            |game, board, player| {
                let open = |blocker: Player| {
                    let blocks = board.stones[blocker.index()];
                    game.lines
                        .iter()
                        .filter(|&&line| line & blocks == 0)
                        .count() as f64
                };
                open(other(player)) - open(player)
            },
        ),
        high(
            "threats",
            "free squares that would complete a line, own minus the opponent's",
            |game, board, player| {
                let threats =
                    |player: Player| f64::from(game.threats(board, player.index()).count_ones());
                threats(player) - threats(other(player))
            },
        ),
        high(
            "square-lines",
            "lines through the squares of the stones, own minus the opponent's",
            |game, board, player| {
                let lines = |player: Player| {
                    let own = board.stones[player.index()];
                    game.lines
                        .iter()
                        .map(|line| (line & own).count_ones())
                        .sum::<u32>()
                };
                f64::from(lines(player)) - f64::from(lines(other(player)))
            },
        ),
        high("empties", "empty squares", |game, board, _| {
            f64::from((game.all & !(board.stones[0] | board.stones[1])).count_ones())
        }),
    ]
}

#[cfg(test)]
mod tests;
