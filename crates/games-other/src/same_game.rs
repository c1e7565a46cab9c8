//! SameGame (Moribe 1985 as *Chain Shot!*; scores as Schadd, Winands, van den Herik, Chaslot and Uiterwijk
//! 2008, *Single-Player Monte-Carlo Tree Search*, have them): a group of at least two blocks of one colour is
//! removed for (n - 2)² points; blocks fall down, and columns close up to the left. An empty board is worth
//! 1000 points; else (n - 2)² are lost for each colour of which n blocks are left.
//!
//! Each block is of any colour with equal chance. Boards are numbered, so that a game can be played again;
//! [`SameGame::shuffled`] draws any other.

mod notation;

use ludometer_core::{
    ActionSpace, Actions, Facts, Game, Generator, KeyHasher, Measure, Observation, Perfect, Player,
    Rng, Seed, Shape, Turn,
};

/// The longest side.
pub const LONGEST: usize = 15;

/// The most colours.
pub const COLOURS: usize = 9;

const SQUARES: usize = LONGEST * LONGEST;

/// A position: the colour of each square, from 1, in columns from the left and each from the bottom up; 0
/// is empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    squares: [u8; SQUARES],
    /// Points so far, without what the end is worth.
    score: i32,
}

/// A group, by its lowest square of the leftmost column, counted in columns from the left and each from the
/// bottom up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move(pub u8);

/// The rules on one size of board.
#[derive(Clone, Copy, Debug)]
pub struct SameGame {
    columns: usize,
    rows: usize,
    colours: u8,
    board: u64,
}

/// A set of squares.
type Squares = [u64; SQUARES.div_ceil(64)];

#[inline]
fn has(set: &Squares, square: usize) -> bool {
    set[square / 64] >> (square % 64) & 1 == 1
}

#[inline]
fn insert(set: &mut Squares, square: usize) {
    set[square / 64] |= 1 << (square % 64);
}

/// What a group of this many blocks is worth.
#[inline]
fn worth(blocks: usize) -> i32 {
    let n = blocks as i32 - 2;
    n * n
}

impl SameGame {
    /// The game on `columns` x `rows` squares, up to 15 of each, with 2 to 9 `colours`, from the board of
    /// this number.
    pub fn new(
        columns: usize,
        rows: usize,
        colours: usize,
        board: u64,
    ) -> Result<SameGame, String> {
        if !(1..=LONGEST).contains(&columns) || !(1..=LONGEST).contains(&rows) {
            return Err(format!(
                "a board of {columns} columns and {rows} rows: it has 1 to {LONGEST} of each"
            ));
        }
        if !(2..=COLOURS).contains(&colours) || columns * rows < 2 {
            return Err(format!(
                "{colours} colours on {} squares: there are 2 to {COLOURS} colours, and at least 2 squares",
                columns * rows
            ));
        }
        Ok(SameGame {
            columns,
            rows,
            colours: colours as u8,
            board,
        })
    }

    /// A full board, each block of any colour with equal chance.
    pub fn shuffled(&self, chance: &mut Rng) -> Board {
        let mut squares = [0; SQUARES];
        for square in &mut squares[..self.count()] {
            *square = 1 + chance.below(u64::from(self.colours)) as u8;
        }
        Board { squares, score: 0 }
    }

    #[inline]
    fn count(&self) -> usize {
        self.columns * self.rows
    }

    /// The neighbours of a square.
    #[inline]
    fn beside(&self, square: usize) -> impl Iterator<Item = usize> + use<> {
        let (rows, count) = (self.rows, self.count());
        let height = square % rows;
        [
            (square >= rows).then(|| square - rows),
            (height > 0).then(|| square - 1),
            (height + 1 < rows).then(|| square + 1),
            (square + rows < count).then(|| square + rows),
        ]
        .into_iter()
        .flatten()
    }

    /// Adds the squares of a group to `seen`; how many they are.
    /// `front` is room to work in.
    fn group(
        &self,
        board: &Board,
        square: usize,
        seen: &mut Squares,
        front: &mut [u8; SQUARES],
    ) -> usize {
        let colour = board.squares[square];
        insert(seen, square);
        front[0] = square as u8;
        let (mut next, mut end) = (0, 1);
        while next < end {
            for near in self.beside(usize::from(front[next])) {
                if board.squares[near] == colour && !has(seen, near) {
                    insert(seen, near);
                    front[end] = near as u8;
                    end += 1;
                }
            }
            next += 1;
        }
        end
    }

    /// The first squares of all groups of at least two, with their sizes.
    fn groups(&self, board: &Board, mut found: impl FnMut(usize, usize)) {
        let (mut seen, mut front) = ([0; SQUARES.div_ceil(64)], [0; SQUARES]);
        for square in 0..self.count() {
            if board.squares[square] != 0 && !has(&seen, square) {
                let size = self.group(board, square, &mut seen, &mut front);
                if size > 1 {
                    found(square, size);
                }
            }
        }
    }

    /// Whether two blocks of one colour are side by side.
    #[inline]
    fn has_group(&self, board: &Board) -> bool {
        let pair =
            |a: usize, b: usize| board.squares[a] != 0 && board.squares[a] == board.squares[b];
        let above = |at: usize| !(at + 1).is_multiple_of(self.rows) && pair(at, at + 1);
        let right = |at: usize| at + self.rows < self.count() && pair(at, at + self.rows);
        (0..self.count()).any(|at| above(at) || right(at))
    }

    /// The number of the group of a square: its first square; none for single blocks.
    fn first(&self, board: &Board, square: usize) -> Option<Move> {
        let mut first = None;
        self.groups(board, |found, _| {
            if found == square {
                first = Some(Move(found as u8));
            }
        });
        first
    }

    /// What is left is worth when play is over.
    fn end(&self, board: &Board) -> i32 {
        let left = |colour: u8| {
            let squares = board.squares[..self.count()].iter();
            squares.filter(|&&square| square == colour).count()
        };
        let losses = (1..=self.colours).map(left).filter(|&n| n > 0).map(worth);
        match board.squares[0] {
            0 => 1000,
            _ => -losses.sum::<i32>(),
        }
    }

    fn name(&self, square: usize) -> String {
        let column = char::from(b'a' + (square / self.rows) as u8);
        format!("{column}{}", square % self.rows + 1)
    }
}

impl Game for SameGame {
    type State = Board;
    type Action = Move;
    type Information = Perfect;

    fn facts(&self) -> Facts {
        let SameGame {
            columns,
            rows,
            colours,
            board,
        } = self;
        let all = f64::from(worth(self.count()));
        // All of one colour at once; nothing left over loses more, but a point for each single block.
        let most = all + COLOURS as f64;
        Facts::new(
            format!("same-game(columns={columns}, rows={rows}, colours={colours}, board={board})"),
            1,
        )
        .paying(-most, all + 1000.0)
    }

    /// The board of the number.
    fn start(&self, _: &mut Rng) -> Board {
        self.shuffled(&mut Seed::new(self.board).rng(Generator::Xoshiro))
    }

    #[inline]
    fn turn(&self, board: &Board) -> Turn {
        match self.has_group(board) {
            true => Turn::Of(Player(0)),
            false => Turn::Over,
        }
    }

    #[inline]
    fn actions(&self, board: &Board, out: &mut Actions<Self>) {
        self.groups(board, |square, _| out.push(Move(square as u8)));
    }

    #[inline]
    fn action_count(&self, board: &Board) -> usize {
        let mut count = 0;
        self.groups(board, |_, _| count += 1);
        count
    }

    fn apply(&self, board: &mut Board, Move(square): Move, _: &mut Rng) {
        let (mut gone, mut front) = ([0; SQUARES.div_ceil(64)], [0; SQUARES]);
        let size = self.group(board, usize::from(square), &mut gone, &mut front);
        board.score += worth(size);
        let before = board.squares;
        board.squares = [0; SQUARES];
        let mut column = 0;
        for from in (0..self.count()).step_by(self.rows) {
            let mut height = 0;
            let blocks = before[from..from + self.rows].iter().enumerate();
            let kept = blocks.filter(|(at, colour)| **colour != 0 && !has(&gone, from + at));
            for (_, &colour) in kept {
                board.squares[column * self.rows + height] = colour;
                height += 1;
            }
            column += usize::from(height > 0);
        }
    }

    #[inline]
    fn state_key(&self, board: &Board) -> u64 {
        let key = KeyHasher::new().word(board.score as u64);
        let words = board.squares[..self.count()].chunks(16);
        let word = |chunk: &[u8]| chunk.iter().fold(0, |word, &c| word << 4 | u64::from(c));
        words.map(word).fold(key, KeyHasher::word).finish()
    }

    #[inline]
    fn action_key(&self, Move(square): Move) -> u64 {
        KeyHasher::new().word(u64::from(square)).finish()
    }

    /// Points of all groups, and what the end is worth.
    #[inline]
    fn payoff(&self, board: &Board, _: Player) -> f64 {
        f64::from(board.score + self.end(board))
    }

    /// Points of the groups so far; with what the end is worth when it is over.
    #[inline]
    fn points(&self, board: &Board, player: Player) -> f64 {
        match self.turn(board) {
            Turn::Over => self.payoff(board, player),
            Turn::Of(_) => f64::from(board.score),
        }
    }

    fn termination(&self, board: &Board) -> Option<&'static str> {
        let word = if board.squares[0] == 0 {
            "cleared"
        } else {
            "stuck"
        };
        (!self.has_group(board)).then_some(word)
    }

    fn show(&self, board: &Board, _: Option<Player>) -> String {
        let mut text = String::new();
        for height in (0..self.rows).rev() {
            text += &format!("{:>2} ", height + 1);
            for column in 0..self.columns {
                text.push(' ');
                text.push(sign(board.squares[column * self.rows + height]));
            }
            text.push('\n');
        }
        text += "   ";
        for column in 0..self.columns {
            text.push(' ');
            text.push(char::from(b'a' + column as u8));
        }
        text + &format!("\n{} points\n", board.score)
    }

    /// The group's lowest square of its leftmost column: the column as a letter, the height from 1.
    fn label(&self, _: &Board, Move(square): Move) -> String {
        self.name(usize::from(square))
    }
}

fn sign(colour: u8) -> char {
    match colour {
        0 => '.',
        _ => char::from(b'0' + colour),
    }
}

/// One plane a colour: 1 where it lies.
impl Observation for SameGame {
    fn shape(&self) -> Shape {
        Shape::Planes {
            planes: usize::from(self.colours),
            rows: self.rows,
            columns: self.columns,
        }
    }

    #[inline]
    fn observe(&self, board: &Board, _: Player, out: &mut [f32]) {
        out.fill(0.0);
        for (square, &colour) in board.squares[..self.count()].iter().enumerate() {
            if let Some(plane) = colour.checked_sub(1) {
                let (column, height) = (square / self.rows, square % self.rows);
                let row = self.rows - 1 - height;
                out[usize::from(plane) * self.count() + row * self.columns + column] = 1.0;
            }
        }
    }
}

/// The lowest square of the group's leftmost column, counted in columns from the left and each from the
/// bottom up.
impl ActionSpace for SameGame {
    fn action_space(&self) -> usize {
        self.count()
    }

    #[inline]
    fn action_number(&self, _: &Board, Move(square): Move) -> usize {
        usize::from(square)
    }

    #[inline]
    fn numbered_action(&self, board: &Board, number: usize) -> Option<Move> {
        match number < self.count() {
            true => self.first(board, number),
            false => None,
        }
    }
}

/// Every measure of the game.
pub fn measures() -> Vec<Measure<SameGame>> {
    vec![
        Measure::<SameGame>::low("blocks", "blocks on the board", |game, board, _| {
            let squares = board.squares[..game.count()].iter();
            squares.filter(|&&square| square != 0).count() as f64
        }),
        Measure::<SameGame>::high(
            "groups-worth",
            "points of all groups that can be removed now",
            |game, board, _| {
                let mut sum = 0;
                game.groups(board, |_, size| sum += worth(size));
                f64::from(sum)
            },
        ),
        Measure::<SameGame>::high(
            "largest-group",
            "blocks of the largest group",
            |game, board, _| {
                let mut largest = 0;
                game.groups(board, |_, size| largest = largest.max(size));
                largest as f64
            },
        ),
    ]
}

#[cfg(test)]
mod tests;
