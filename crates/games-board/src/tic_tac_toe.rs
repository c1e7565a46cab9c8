//! Tic-tac-toe on any board: m columns, n rows, k in a line win (the m,n,k-games). Abramson and Korf
//! (1987) study 3,3,3 and 4,4,4.

use ludometer_core::{
    ActionSpace, Actions, Facts, Game, KeyHasher, Measure, Notation, Observation, Perfect, Player,
    Rng, Shape, Turn,
};

/// A board, one bit a square in reading order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// The squares of each player; player 0 has the crosses.
    pub marks: [u64; 2],
    /// Who has k in a line.
    pub won: Option<Player>,
}

/// A square, counted in reading order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Square(pub u8);

/// The rules for one board and one length of line.
#[derive(Clone, Debug)]
pub struct TicTacToe {
    columns: usize,
    rows: usize,
    k: usize,
    lines: Vec<u64>,
    // The lines through each square: only these can be completed by marking it.
    through: Vec<Vec<u64>>,
}

impl TicTacToe {
    /// The game with `columns` x `rows` squares where `k` in a line win; refuses boards of more
    /// than 64 squares and lines that do not fit.
    pub fn new(columns: usize, rows: usize, k: usize) -> Result<TicTacToe, String> {
        if columns == 0 || rows == 0 || columns.saturating_mul(rows) > 64 || columns > 26 {
            return Err(format!(
                "a board of {columns} x {rows}: it needs 1 to 64 squares and at most 26 columns"
            ));
        }
        if k == 0 || k > columns.max(rows) {
            return Err(format!(
                "{k} in a line: the line must fit the board, 1 to {}",
                columns.max(rows)
            ));
        }
        let lines = lines(columns, rows, k);
        let through = (0..columns * rows)
            .map(|square| {
                lines
                    .iter()
                    .copied()
                    .filter(|line| line >> square & 1 == 1)
                    .collect()
            })
            .collect();
        Ok(TicTacToe {
            columns,
            rows,
            k,
            lines,
            through,
        })
    }

    #[inline]
    fn squares(&self) -> usize {
        self.columns * self.rows
    }

    #[inline]
    fn mover(&self, board: &Board) -> Player {
        Player(u8::from(
            board.marks[0].count_ones() > board.marks[1].count_ones(),
        ))
    }

    #[inline]
    fn free(&self, board: &Board) -> u64 {
        let all = u64::MAX >> (64 - self.squares());
        all & !(board.marks[0] | board.marks[1])
    }

    fn sign(&self, board: &Board, square: usize) -> char {
        match (board.marks[0] >> square & 1, board.marks[1] >> square & 1) {
            (1, _) => 'X',
            (_, 1) => 'O',
            _ => '.',
        }
    }
}

fn lines(columns: usize, rows: usize, k: usize) -> Vec<u64> {
    let mut lines = Vec::new();
    for row in 0..rows as i32 {
        for column in 0..columns as i32 {
            for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                let at = |i: i32| (row + i * down, column + i * right);
                let end = at(k as i32 - 1);
                if (0..rows as i32).contains(&end.0) && (0..columns as i32).contains(&end.1) {
                    let line = (0..k as i32)
                        .map(at)
                        .fold(0, |line, (r, c)| line | 1u64 << (r * columns as i32 + c));
                    // With k = 1 the four directions are one line.
                    if !lines.contains(&line) {
                        lines.push(line);
                    }
                }
            }
        }
    }
    lines
}

impl Game for TicTacToe {
    type State = Board;
    type Action = Square;
    type Information = Perfect;

    fn facts(&self) -> Facts {
        Facts::new(
            format!(
                "tic-tac-toe(m={}, n={}, k={})",
                self.columns, self.rows, self.k
            ),
            2,
        )
    }

    #[inline]
    fn start(&self, _: &mut Rng) -> Board {
        Board {
            marks: [0; 2],
            won: None,
        }
    }

    #[inline]
    fn turn(&self, board: &Board) -> Turn {
        if board.won.is_some() || self.free(board) == 0 {
            Turn::Over
        } else {
            Turn::Of(self.mover(board))
        }
    }

    #[inline]
    fn actions(&self, board: &Board, out: &mut Actions<Self>) {
        if board.won.is_some() {
            return;
        }
        let mut free = self.free(board);
        while free != 0 {
            out.push(Square(free.trailing_zeros() as u8));
            free &= free - 1;
        }
    }

    #[inline]
    fn apply(&self, board: &mut Board, Square(square): Square, _: &mut Rng) {
        let mover = self.mover(board);
        let marks = &mut board.marks[mover.index()];
        *marks |= 1 << square;
        let marks = *marks;
        if self.through[usize::from(square)]
            .iter()
            .any(|&line| line & !marks == 0)
        {
            board.won = Some(mover);
        }
    }

    #[inline]
    fn state_key(&self, board: &Board) -> u64 {
        // Who has won follows from the marks.
        let [crosses, noughts] = board.marks;
        KeyHasher::new().word(crosses).word(noughts).finish()
    }

    #[inline]
    fn action_key(&self, action: Square) -> u64 {
        KeyHasher::new().word(u64::from(action.0)).finish()
    }

    #[inline]
    fn payoff(&self, board: &Board, player: Player) -> f64 {
        match board.won {
            None => 0.0,
            Some(winner) if winner == player => 1.0,
            Some(_) => -1.0,
        }
    }

    #[inline]
    fn points(&self, board: &Board, player: Player) -> f64 {
        self.payoff(board, player)
    }

    fn show(&self, board: &Board, _: Option<Player>) -> String {
        let mut text = String::new();
        for row in 0..self.rows {
            text += &format!("{:>2} ", self.rows - row);
            for column in 0..self.columns {
                text.push(' ');
                text.push(self.sign(board, row * self.columns + column));
            }
            text.push('\n');
        }
        text += "   ";
        for column in 0..self.columns {
            text.push(' ');
            text.push(char::from(b'a' + column as u8));
        }
        text.push('\n');
        text
    }

    /// The column as a letter and the row from the bottom, as in chess.
    fn label(&self, _: &Board, Square(square): Square) -> String {
        let (row, column) = (
            usize::from(square) / self.columns,
            usize::from(square) % self.columns,
        );
        format!("{}{}", char::from(b'a' + column as u8), self.rows - row)
    }
}

/// Rows from the top with `/` between them, `X`, `O` and `.`; crosses moved first.
impl Notation for TicTacToe {
    fn write(&self, board: &Board) -> String {
        let rows: Vec<String> = (0..self.rows)
            .map(|row| {
                let squares = row * self.columns..(row + 1) * self.columns;
                squares.map(|square| self.sign(board, square)).collect()
            })
            .collect();
        rows.join("/")
    }

    fn read(&self, text: &str) -> Result<Board, String> {
        let rows: Vec<&str> = text.trim().split('/').collect();
        if rows.len() != self.rows {
            return Err(format!(
                "the board has {} rows with `/` between them, not {}",
                self.rows,
                rows.len()
            ));
        }
        let mut marks = [0; 2];
        for (r, row) in rows.iter().enumerate() {
            if row.chars().count() != self.columns {
                return Err(format!(
                    "row {} has {} squares, not {}",
                    r + 1,
                    row.chars().count(),
                    self.columns
                ));
            }
            for (c, sign) in row.chars().enumerate() {
                let bit = 1u64 << (r * self.columns + c);
                match sign {
                    'X' | 'x' => marks[0] |= bit,
                    'O' | 'o' | '0' => marks[1] |= bit,
                    '.' | '-' => {}
                    _ => return Err(format!("`{sign}` in row {} is not X, O or `.`", r + 1)),
                }
            }
        }
        let counts = marks.map(u64::count_ones);
        if counts[0] != counts[1] && counts[0] != counts[1] + 1 {
            return Err(format!(
                "{} crosses and {} noughts: crosses move first and players alternate",
                counts[0], counts[1]
            ));
        }
        self.with_winner(marks)
    }
}

impl TicTacToe {
    fn with_winner(&self, marks: [u64; 2]) -> Result<Board, String> {
        let last = usize::from(marks[0].count_ones() == marks[1].count_ones());
        let complete = |player: usize| {
            let whole = move |line: &&u64| marks[player] & **line == **line;
            self.lines.iter().filter(whole)
        };
        if complete(1 - last).next().is_some() {
            return Err("a line was complete before the last move: play had ended".into());
        }
        // The last mark must lie on every complete line, or there was one before it.
        let common = complete(last).fold(u64::MAX, |common, line| common & line);
        if common == 0 {
            return Err("two complete lines share no square: play had ended before".into());
        }
        let won = (common != u64::MAX).then_some(Player(last as u8));
        Ok(Board { marks, won })
    }
}

/// Two planes: the viewer's marks, and the other's.
impl Observation for TicTacToe {
    fn shape(&self) -> Shape {
        Shape::Planes {
            planes: 2,
            rows: self.rows,
            columns: self.columns,
        }
    }

    #[inline]
    fn observe(&self, board: &Board, viewer: Player, out: &mut [f32]) {
        let own = viewer.index();
        let planes = out.chunks_exact_mut(self.squares());
        for (plane, marks) in planes.zip([board.marks[own], board.marks[1 - own]]) {
            for (square, number) in plane.iter_mut().enumerate() {
                *number = (marks >> square & 1) as f32;
            }
        }
    }
}

/// The square, in reading order.
impl ActionSpace for TicTacToe {
    fn action_space(&self) -> usize {
        self.squares()
    }

    #[inline]
    fn action_number(&self, _: &Board, Square(square): Square) -> usize {
        usize::from(square)
    }

    #[inline]
    fn numbered_action(&self, board: &Board, number: usize) -> Option<Square> {
        let legal =
            number < self.squares() && board.won.is_none() && self.free(board) >> number & 1 == 1;
        legal.then_some(Square(number as u8))
    }

    #[inline]
    fn action_mask(&self, board: &Board, _: &mut Actions<Self>, mask: &mut [bool]) {
        let free = match board.won {
            None => self.free(board),
            Some(_) => 0,
        };
        for (square, legal) in mask.iter_mut().enumerate() {
            *legal = free >> square & 1 == 1;
        }
    }
}

/// Every measure of the game.
pub fn measures() -> Vec<Measure<TicTacToe>> {
    vec![
        Measure::<TicTacToe>::high(
            "open-lines",
            "lines still open to the player minus lines still open to the opponent",
            |game, board, player| {
                let open = |other: usize| {
                    game.lines
                        .iter()
                        .filter(|&&line| board.marks[other] & line == 0)
                        .count() as f64
                };
                open(1 - player.index()) - open(player.index())
            },
        ),
        Measure::<TicTacToe>::high("empties", "empty squares", |game, board, _| {
            f64::from(game.free(board).count_ones())
        }),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_counted_once() {
        assert_eq!(TicTacToe::new(3, 3, 3).unwrap().lines.len(), 8);
        assert_eq!(TicTacToe::new(4, 4, 4).unwrap().lines.len(), 10);
        assert_eq!(TicTacToe::new(7, 6, 4).unwrap().lines.len(), 69);
        assert_eq!(TicTacToe::new(2, 2, 1).unwrap().lines.len(), 4);
    }

    #[test]
    fn impossible_boards_are_refused() {
        let game = TicTacToe::new(3, 3, 3).unwrap();
        let says = |text: &str, part: &str| {
            let error = game.read(text).unwrap_err();
            assert!(error.contains(part), "{error}");
        };
        says("XX./.../...", "2 crosses and 0 noughts");
        says("XXX/OOO/...", "before the last move");
        says("XXX/.../XXX", "6 crosses");
        says("XX/.../...", "row 1 has 2 squares");
        says("X?./.../...", "`?` in row 1");
        says("XXX/OO.", "3 rows");
        assert_eq!(game.read("XXX/OO./...").unwrap().won, Some(Player(0)));
        assert_eq!(game.read("XX./OOO/X..").unwrap().won, Some(Player(1)));
        assert_eq!(game.read("XXX/XOO/XOO").unwrap().won, Some(Player(0)));
    }

    #[test]
    fn boards_that_do_not_exist_are_refused() {
        assert!(
            TicTacToe::new(9, 9, 3)
                .unwrap_err()
                .contains("1 to 64 squares")
        );
        assert!(TicTacToe::new(0, 3, 3).is_err());
        assert!(TicTacToe::new(3, 3, 4).unwrap_err().contains("must fit"));
        assert!(TicTacToe::new(usize::MAX, 2, 2).is_err());
    }

    #[test]
    fn open_lines_from_both_sides() {
        let game = TicTacToe::new(3, 3, 3).unwrap();
        let board = game.read(".../.X./...").unwrap();
        let open_lines = measures()[0];
        assert_eq!(open_lines.value(&game, &board, Player(0)), 4.0);
        assert_eq!(open_lines.value(&game, &board, Player(1)), -4.0);
    }
}
