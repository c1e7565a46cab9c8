//! What boards of squares have in common: diagrams with named edges, rows of signs as text, planes.

use ludometer_core::Player;

/// The signs of the two players.
pub(crate) const SIGNS: [char; 2] = ['X', 'O'];

/// A board of this many rows and columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Grid {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
}

impl Grid {
    /// How many squares there are.
    pub(crate) fn squares(self) -> usize {
        self.rows * self.columns
    }

    /// The name of a square, as in chess: the column as a letter, the row from the bottom.
    pub(crate) fn name(self, row: usize, column: usize) -> String {
        format!("{}{}", letter(column), self.rows - row)
    }

    /// The board with its edges named, from the signs of its squares; rows are counted from the top.
    pub(crate) fn diagram(self, sign: impl Fn(usize, usize) -> char) -> String {
        let mut text = String::new();
        for row in 0..self.rows {
            text += &format!("{:>2} ", self.rows - row);
            for column in 0..self.columns {
                text.push(' ');
                text.push(sign(row, column));
            }
            text.push('\n');
        }
        text += "   ";
        for column in 0..self.columns {
            text.push(' ');
            text.push(letter(column));
        }
        text.push('\n');
        text
    }

    /// Rows from the top with `/` between them.
    pub(crate) fn write(self, sign: impl Fn(usize, usize) -> char) -> String {
        let row = |row: usize| -> String { (0..self.columns).map(|c| sign(row, c)).collect() };
        (0..self.rows).map(row).collect::<Vec<_>>().join("/")
    }

    /// The inverse of [`Grid::write`]: for each square in reading order, in which of `classes` its
    /// sign is. The first class is for empty squares, and the first sign of each is its usual one.
    pub(crate) fn read(self, text: &str, classes: &[&str]) -> Result<Vec<usize>, String> {
        let rows: Vec<&str> = text.trim().split('/').collect();
        if rows.len() != self.rows {
            return Err(format!(
                "the board has {} rows with `/` between them, not {}",
                self.rows,
                rows.len()
            ));
        }
        let mut squares = Vec::with_capacity(self.squares());
        for (number, row) in (1..).zip(rows) {
            let length = row.chars().count();
            if length != self.columns {
                let columns = self.columns;
                return Err(format!("row {number} has {length} squares, not {columns}"));
            }
            for sign in row.chars() {
                let class = classes.iter().position(|class| class.contains(sign));
                squares.push(class.ok_or_else(|| {
                    let usual = |class: &&str| class.chars().next().map(|sign| format!("`{sign}`"));
                    let usual: Vec<String> = classes.iter().filter_map(usual).collect();
                    format!(
                        "`{sign}` in row {number} is no square of this game: they are {}",
                        usual.join(", ")
                    )
                })?);
            }
        }
        Ok(squares)
    }
}

/// The letter of a column.
pub(crate) fn letter(column: usize) -> char {
    char::from(b'a' + column as u8)
}

/// A text that ends with who is to move, `X` or `O`, as what stands before and the player.
pub(crate) fn split_mover(text: &str) -> Result<(&str, Player), String> {
    let missing = || "after the board stands who is to move, X or O".to_string();
    let (board, mover) = text.trim().rsplit_once(' ').ok_or_else(missing)?;
    match mover {
        "X" | "x" => Ok((board, Player(0))),
        "O" | "o" => Ok((board, Player(1))),
        _ => Err(format!("`{mover}` is not to move: it is X or O")),
    }
}

/// The other one of two players.
#[inline]
pub(crate) fn other(player: Player) -> Player {
    Player(1 - player.0)
}

/// The indices of the bits that are set, the lowest first.
#[inline]
pub(crate) fn ones(mut bits: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        (bits != 0).then(|| {
            let lowest = bits.trailing_zeros() as u8;
            bits &= bits - 1;
            lowest
        })
    })
}

/// A board of up to 8 x 8 squares in 64 bits, eight to a row from the top left.
impl Grid {
    /// Every square.
    pub(crate) fn all(self) -> u64 {
        let row = (1u64 << self.columns) - 1;
        (0..self.rows).fold(0, |all, r| all | row << (8 * r))
    }

    /// The squares of each class but the first, as [`Grid::read`] has them.
    pub(crate) fn bits<const N: usize>(self, squares: &[usize]) -> [u64; N] {
        let mut bits = [0; N];
        for (index, &class) in squares.iter().enumerate() {
            if let Some(class) = class.checked_sub(1) {
                bits[class] |= 1 << (index / self.columns * 8 + index % self.columns);
            }
        }
        bits
    }

    /// The number of a square in reading order.
    #[inline]
    pub(crate) fn number(self, square: u8) -> usize {
        usize::from(square / 8) * self.columns + usize::from(square % 8)
    }

    /// The square of a number in reading order.
    #[inline]
    pub(crate) fn square(self, number: usize) -> u8 {
        (number / self.columns * 8 + number % self.columns) as u8
    }

    /// One plane for each set of squares: 1 where it has the square.
    #[inline]
    pub(crate) fn planes(self, sets: &[u64], out: &mut [f32]) {
        for (plane, set) in out.chunks_exact_mut(self.squares()).zip(sets) {
            for (row, numbers) in plane.chunks_exact_mut(self.columns).enumerate() {
                let set = set >> (8 * row);
                for (column, number) in numbers.iter_mut().enumerate() {
                    *number = (set >> column & 1) as f32;
                }
            }
        }
    }
}
