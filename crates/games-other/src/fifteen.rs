//! The fifteen puzzle (Chapman 1880; Johnson and Story 1879) and its relatives of up to sixteen squares: a
//! tile beside the blank slides into it, until the tiles are in reading order and the blank is last. Play
//! begins at the reversed order, or at any that can be solved ([`Fifteen::shuffled`]). A move pays nothing and
//! the solution 1; how far there is to go is measured by the Manhattan distance, with linear conflicts
//! (Hansson, Mayer and Yung 1992) for a better bound.
//!
//! A board is sixteen squares of four bits; a slide exchanges two of them.

use ludometer_core::{
    ActionSpace, Actions, Facts, Game, KeyHasher, Measure, Notation, Observation, Perfect, Player,
    Rng, Shape, Turn,
};

/// The most squares of a board.
pub const SQUARES: usize = 16;

/// A position: four bits a square in reading order, the blank is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    squares: u64,
    blank: u8,
}

/// Where the tile that slides comes from, seen from the blank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// The tile above the blank slides down.
    Down,
    /// The tile below it slides up.
    Up,
    /// The tile on its left slides to the right.
    Right,
    /// The tile on its right slides to the left.
    Left,
}

const MOVES: [Move; 4] = [Move::Down, Move::Up, Move::Right, Move::Left];

/// The rules for one board.
#[derive(Clone, Debug)]
pub struct Fifteen {
    columns: usize,
    rows: usize,
    goal: Board,
    reversed: Board,
    // Which moves there are with the blank on a square, one bit each.
    legal: [u8; SQUARES],
    // How far each tile is from its place on each square.
    distances: [[u8; SQUARES]; SQUARES],
}

impl Board {
    /// What lies on a square: 0 is the blank.
    #[inline]
    pub fn tile(&self, square: usize) -> u8 {
        (self.squares >> (4 * square) & 15) as u8
    }

    fn of(tiles: &[u8]) -> Board {
        let squares = (0..).zip(tiles);
        let blank = tiles.iter().position(|&tile| tile == 0).unwrap_or(0);
        Board {
            squares: squares.fold(0, |all, (square, &tile)| {
                all | u64::from(tile) << (4 * square)
            }),
            blank: blank as u8,
        }
    }
}

impl Fifteen {
    /// The puzzle on `columns` x `rows` squares: at least two of each, and at most sixteen squares.
    pub fn new(columns: usize, rows: usize) -> Result<Fifteen, String> {
        if columns < 2 || rows < 2 || columns.saturating_mul(rows) > SQUARES {
            return Err(format!(
                "a board of {columns} columns and {rows} rows: it has at least 2 of each and at most {SQUARES} squares"
            ));
        }
        let count = columns * rows;
        let mut tiles: Vec<u8> = (1..count as u8).collect();
        tiles.push(0);
        let mut legal = [0; SQUARES];
        for (square, legal) in legal[..count].iter_mut().enumerate() {
            let (row, column) = (square / columns, square % columns);
            let there = [row > 0, row + 1 < rows, column > 0, column + 1 < columns];
            *legal = (0..4).fold(0, |bits, m| bits | u8::from(there[m]) << m);
        }
        let mut distances = [[0; SQUARES]; SQUARES];
        for (tile, places) in distances[..count].iter_mut().enumerate().skip(1) {
            let goal = tile - 1;
            for (square, distance) in places[..count].iter_mut().enumerate() {
                let down = (square / columns).abs_diff(goal / columns);
                *distance = (down + (square % columns).abs_diff(goal % columns)) as u8;
            }
        }
        let goal = Board::of(&tiles);
        let mut puzzle = Fifteen {
            columns,
            rows,
            goal,
            reversed: goal,
            legal,
            distances,
        };
        tiles[..count - 1].reverse();
        puzzle.reversed = puzzle.made_solvable(tiles);
        Ok(puzzle)
    }

    /// An order that can be solved, each as likely as any other.
    pub fn shuffled(&self, chance: &mut Rng) -> Board {
        let mut tiles = self.tiles(&self.goal);
        chance.shuffle(&mut tiles);
        self.made_solvable(tiles)
    }

    /// The order, with its first two tiles exchanged where it cannot be solved.
    fn made_solvable(&self, mut tiles: Vec<u8>) -> Board {
        let board = Board::of(&tiles);
        if self.is_solvable(&board) {
            return board;
        }
        let mut places = (0..tiles.len()).filter(|&square| tiles[square] != 0);
        if let (Some(one), Some(other)) = (places.next(), places.next()) {
            tiles.swap(one, other);
        }
        Board::of(&tiles)
    }

    /// How many squares there are.
    #[inline]
    fn count(&self) -> usize {
        self.columns * self.rows
    }

    #[inline]
    fn moves(&self, board: &Board) -> u8 {
        match *board == self.goal {
            true => 0,
            false => self.legal[usize::from(board.blank)],
        }
    }

    /// The square of the tile that slides.
    #[inline]
    fn source(&self, board: &Board, action: Move) -> u8 {
        let columns = self.columns as u8;
        match action {
            Move::Down => board.blank - columns,
            Move::Up => board.blank + columns,
            Move::Right => board.blank - 1,
            Move::Left => board.blank + 1,
        }
    }

    fn tiles(&self, board: &Board) -> Vec<u8> {
        (0..self.count()).map(|square| board.tile(square)).collect()
    }

    /// Whether the goal can be reached: each slide changes the parity of the order of all squares and that
    /// of the blank's distance from its place.
    fn is_solvable(&self, board: &Board) -> bool {
        let tiles: Vec<u8> = self.tiles(board).into_iter().filter(|&t| t != 0).collect();
        let later = |(i, tile): (usize, &u8)| tiles[i..].iter().filter(|t| *t < tile).count();
        let inversions: usize = tiles.iter().enumerate().map(later).sum();
        // A slide along a row leaves the order of the tiles, one along a column passes columns - 1 of them.
        let up = self.rows - 1 - usize::from(board.blank) / self.columns;
        (inversions + up * (self.columns - 1)).is_multiple_of(2)
    }

    /// The sum of the tiles' distances from their places.
    #[inline]
    fn manhattan(&self, board: &Board) -> u32 {
        let distance =
            |square: usize| u32::from(self.distances[usize::from(board.tile(square))][square]);
        (0..self.count()).map(distance).sum()
    }

    /// Two slides for each tile that must leave a line for others of the same line to pass it.
    fn conflicts(&self, board: &Board) -> u32 {
        let at = |row: usize, column: usize| board.tile(row * self.columns + column);
        let mut all = 0;
        for row in 0..self.rows {
            let line = (0..self.columns).map(|column| at(row, column));
            let here = line.filter(|&t| t != 0 && usize::from(t - 1) / self.columns == row);
            all += leaving(
                &here
                    .map(|t| (t - 1) % self.columns as u8)
                    .collect::<Vec<u8>>(),
            );
        }
        for column in 0..self.columns {
            let line = (0..self.rows).map(|row| at(row, column));
            let here = line.filter(|&t| t != 0 && usize::from(t - 1) % self.columns == column);
            all += leaving(
                &here
                    .map(|t| (t - 1) / self.columns as u8)
                    .collect::<Vec<u8>>(),
            );
        }
        2 * all
    }
}

/// How many of the places, in the order in which their tiles lie, must be left out so that the rest rises.
fn leaving(places: &[u8]) -> u32 {
    let mut longest: Vec<u32> = Vec::with_capacity(places.len());
    for (i, place) in places.iter().enumerate() {
        let before = (0..i).filter(|&j| places[j] < *place).map(|j| longest[j]);
        longest.push(1 + before.max().unwrap_or(0));
    }
    places.len() as u32 - longest.into_iter().max().unwrap_or(0)
}

impl Game for Fifteen {
    type State = Board;
    type Action = Move;
    type Information = Perfect;

    fn facts(&self) -> Facts {
        let (columns, rows) = (self.columns, self.rows);
        let name = format!("fifteen-puzzle(columns={columns}, rows={rows})");
        Facts::new(name, 1).paying(0.0, 1.0)
    }

    /// The reversed order.
    #[inline]
    fn start(&self, _: &mut Rng) -> Board {
        self.reversed
    }

    #[inline]
    fn turn(&self, board: &Board) -> Turn {
        match *board == self.goal {
            true => Turn::Over,
            false => Turn::Of(Player(0)),
        }
    }

    #[inline]
    fn actions(&self, board: &Board, out: &mut Actions<Self>) {
        let moves = self.moves(board);
        for (number, action) in MOVES.into_iter().enumerate() {
            if moves >> number & 1 == 1 {
                out.push(action);
            }
        }
    }

    #[inline]
    fn action_count(&self, board: &Board) -> usize {
        self.moves(board).count_ones() as usize
    }

    #[inline]
    fn apply(&self, board: &mut Board, action: Move, _: &mut Rng) {
        let from = self.source(board, action);
        let tile = board.squares >> (4 * from) & 15;
        board.squares ^= tile << (4 * from) | tile << (4 * board.blank);
        board.blank = from;
    }

    #[inline]
    fn state_key(&self, board: &Board) -> u64 {
        KeyHasher::new().word(board.squares).finish()
    }

    #[inline]
    fn action_key(&self, action: Move) -> u64 {
        KeyHasher::new().word(action as u64).finish()
    }

    #[inline]
    fn payoff(&self, board: &Board, _: Player) -> f64 {
        f64::from(u8::from(*board == self.goal))
    }

    /// Minus the sum of the tiles' Manhattan distances.
    #[inline]
    fn points(&self, board: &Board, _: Player) -> f64 {
        0.0 - f64::from(self.manhattan(board))
    }

    fn show(&self, board: &Board, _: Option<Player>) -> String {
        let width = if self.count() > 10 { 2 } else { 1 };
        let mut text = String::new();
        for row in self.tiles(board).chunks(self.columns) {
            let signs = row.iter().map(|&tile| match tile {
                0 => format!("{:>width$}", "."),
                _ => format!("{tile:>width$}"),
            });
            text += &signs.collect::<Vec<_>>().join(" ");
            text.push('\n');
        }
        text
    }

    /// The number of the tile that slides.
    fn label(&self, board: &Board, action: Move) -> String {
        let from = usize::from(self.source(board, action));
        board.tile(from).to_string()
    }
}

/// Rows from the top with `/` between them, tiles by their numbers with spaces, `.` or 0 for the blank.
impl Notation for Fifteen {
    fn write(&self, board: &Board) -> String {
        let tiles = self.tiles(board);
        let rows = tiles.chunks(self.columns).map(|row| {
            let signs = row.iter().map(|&tile| match tile {
                0 => ".".to_string(),
                _ => tile.to_string(),
            });
            signs.collect::<Vec<_>>().join(" ")
        });
        rows.collect::<Vec<_>>().join("/")
    }

    fn read(&self, text: &str) -> Result<Board, String> {
        let rows: Vec<&str> = text.split('/').collect();
        if rows.len() != self.rows {
            return Err(format!(
                "the board has {} rows with `/` between them, not {}",
                self.rows,
                rows.len()
            ));
        }
        let mut tiles: Vec<u8> = Vec::new();
        let most = self.count() - 1;
        for (number, row) in (1..).zip(rows) {
            let words: Vec<&str> = row.split_whitespace().collect();
            if words.len() != self.columns {
                return Err(format!(
                    "row {number} has {} squares, not {}: tiles are numbers with spaces between them, the blank is `.`",
                    words.len(),
                    self.columns
                ));
            }
            for word in words {
                let tile = if word == "." {
                    Some(0)
                } else {
                    word.parse().ok()
                };
                let Some(tile) = tile.filter(|&tile| usize::from(tile) <= most) else {
                    return Err(format!(
                        "`{word}` in row {number} is no tile: they are 1 to {most}, the blank is `.`"
                    ));
                };
                if tiles.contains(&tile) {
                    let what = if tile == 0 {
                        "the blank".into()
                    } else {
                        format!("tile {tile}")
                    };
                    return Err(format!("{what} in row {number} is there twice"));
                }
                tiles.push(tile);
            }
        }
        let board = Board::of(&tiles);
        if !self.is_solvable(&board) {
            return Err(
                "the goal cannot be reached from this order: exchange any two tiles".into(),
            );
        }
        Ok(board)
    }
}

/// One plane a tile, in the order of their numbers: 1 where it lies.
impl Observation for Fifteen {
    fn shape(&self) -> Shape {
        Shape::Planes {
            planes: self.count() - 1,
            rows: self.rows,
            columns: self.columns,
        }
    }

    #[inline]
    fn observe(&self, board: &Board, _: Player, out: &mut [f32]) {
        out.fill(0.0);
        for square in 0..self.count() {
            if let Some(plane) = board.tile(square).checked_sub(1) {
                out[usize::from(plane) * self.count() + square] = 1.0;
            }
        }
    }
}

/// 0: the tile above the blank slides down; 1: the one below up; 2: the one on the left to the right; 3:
/// the one on the right to the left.
impl ActionSpace for Fifteen {
    fn action_space(&self) -> usize {
        MOVES.len()
    }

    #[inline]
    fn action_number(&self, _: &Board, action: Move) -> usize {
        action as usize
    }

    #[inline]
    fn numbered_action(&self, board: &Board, number: usize) -> Option<Move> {
        let action = MOVES.get(number).copied();
        action.filter(|_| self.moves(board) >> number & 1 == 1)
    }
}

/// Every measure of the game.
pub fn measures() -> Vec<Measure<Fifteen>> {
    let low = Measure::<Fifteen>::low;
    vec![
        low(
            "manhattan",
            "the sum of the tiles' distances from their places: no solution is shorter",
            |game, board, _| f64::from(game.manhattan(board)),
        ),
        low(
            "linear-conflict",
            "Manhattan distance with two slides more for each tile in the way of others in its line (Hansson, Mayer and Yung 1992): no solution is shorter",
            |game, board, _| f64::from(game.manhattan(board) + game.conflicts(board)),
        ),
        low(
            "misplaced",
            "tiles that are not in their places",
            |game, board, _| {
                let away = |&square: &usize| {
                    let tile = usize::from(board.tile(square));
                    tile != 0 && tile != square + 1
                };
                (0..game.count()).filter(away).count() as f64
            },
        ),
    ]
}

#[cfg(test)]
mod tests;
