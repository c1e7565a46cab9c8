//! The rules of Connect Four: the contract, a notation and two measures.

use ludometer::prelude::*;

/// The stones of the two players, as people write them.
const MARKS: [char; 2] = ['x', 'o'];

/// The rules: players drop stones into columns; four in a line win.
pub struct ConnectFour {
    columns: usize,
    rows: usize,
}

/// A position: the stones by column from the bottom up, and what was won.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    columns: Vec<Vec<u8>>,
    winner: Option<u8>,
}

impl ConnectFour {
    /// The rules on a board of this size.
    pub fn new(columns: usize, rows: usize) -> ConnectFour {
        ConnectFour { columns, rows }
    }

    fn stones(&self, board: &Board) -> usize {
        board.columns.iter().map(Vec::len).sum()
    }

    fn mover(&self, board: &Board) -> u8 {
        (self.stones(board) % 2) as u8
    }

    fn at(board: &Board, column: isize, row: isize) -> Option<u8> {
        let column = board.columns.get(usize::try_from(column).ok()?)?;
        column.get(usize::try_from(row).ok()?).copied()
    }

    /// How many stones of `player` lie in a row from here on, this one not counted.
    fn run(board: &Board, player: u8, from: (isize, isize), step: (isize, isize)) -> usize {
        let cell = |i: isize| Self::at(board, from.0 + i * step.0, from.1 + i * step.1);
        (1..4).take_while(|&i| cell(i) == Some(player)).count()
    }

    /// The length of the longest line through a cell, as if it were `player`'s.
    fn line(board: &Board, player: u8, cell: (isize, isize)) -> usize {
        let directions = [(1, 0), (0, 1), (1, 1), (1, -1)];
        let length = |(x, y): (isize, isize)| {
            1 + Self::run(board, player, cell, (x, y)) + Self::run(board, player, cell, (-x, -y))
        };
        directions.map(length).into_iter().max().unwrap_or(0)
    }

    fn drop(&self, board: &mut Board, column: usize) {
        let mover = self.mover(board);
        let cell = (column as isize, board.columns[column].len() as isize);
        if Self::line(board, mover, cell) >= 4 {
            board.winner = Some(mover);
        }
        board.columns[column].push(mover);
    }

    fn has_line(&self, board: &Board, player: u8) -> bool {
        let cells =
            (0..self.columns as isize).flat_map(|x| (0..self.rows as isize).map(move |y| (x, y)));
        let mut own = cells.filter(|&(x, y)| Self::at(board, x, y) == Some(player));
        own.any(|cell| Self::line(board, player, cell) >= 4)
    }

    /// Whether a stone of `player` in a column would complete a line.
    pub fn wins_in(&self, board: &Board, player: Player, column: usize) -> bool {
        let height = board.columns[column].len();
        height < self.rows && Self::line(board, player.0, (column as isize, height as isize)) >= 4
    }

    /// Columns in which a player would win now, less those of the other.
    pub fn threat_balance(&self, board: &Board, player: Player) -> f64 {
        let columns = || 0..self.columns;
        let threats = |player| {
            columns()
                .filter(|&x| self.wins_in(board, player, x))
                .count() as f64
        };
        threats(player) - threats(Player(1 - player.0))
    }

    /// Stones of a player in the middle column, less those of the other.
    pub fn centre_balance(&self, board: &Board, player: Player) -> f64 {
        let worth = |&stone: &u8| if stone == player.0 { 1.0 } else { -1.0 };
        board.columns[self.columns / 2].iter().map(worth).sum()
    }
}

impl Game for ConnectFour {
    type State = Board;
    type Action = u8;
    type Information = Perfect;

    fn facts(&self) -> Facts {
        let (columns, rows) = (self.columns, self.rows);
        Facts::new(format!("connect4(columns={columns}, rows={rows})"), 2)
    }

    fn start(&self, _: &mut Rng) -> Board {
        Board {
            columns: vec![Vec::new(); self.columns],
            winner: None,
        }
    }

    fn turn(&self, board: &Board) -> Turn {
        let full = self.stones(board) == self.columns * self.rows;
        match board.winner.is_some() || full {
            true => Turn::Over,
            false => Turn::Of(Player(self.mover(board))),
        }
    }

    fn state_key(&self, board: &Board) -> u64 {
        // A column as a number with a leading 1, so that its height counts.
        let number = |column: &Vec<u8>| column.iter().fold(1, |n, stone| 2 * n + u64::from(*stone));
        let columns = board.columns.iter().map(number);
        columns.fold(KeyHasher::new(), KeyHasher::word).finish()
    }

    fn action_key(&self, column: u8) -> u64 {
        KeyHasher::new().word(u64::from(column)).finish()
    }

    fn actions(&self, board: &Board, out: &mut Actions<Self>) {
        if board.winner.is_none() {
            let columns = 0..self.columns as u8;
            out.extend(columns.filter(|&x| board.columns[usize::from(x)].len() < self.rows));
        }
    }

    fn apply(&self, board: &mut Board, column: u8, _: &mut Rng) {
        self.drop(board, usize::from(column));
    }

    fn payoff(&self, board: &Board, player: Player) -> f64 {
        match board.winner {
            Some(winner) if winner == player.0 => 1.0,
            Some(_) => -1.0,
            None => 0.0,
        }
    }

    fn show(&self, board: &Board, _: Option<Player>) -> String {
        let mut text = String::new();
        for row in (0..self.rows).rev() {
            for column in &board.columns {
                text.push(column.get(row).map_or('.', |&p| MARKS[usize::from(p)]));
            }
            text.push('\n');
        }
        text.extend((1..=self.columns).map(|x| char::from(b'0' + x as u8)));
        text.push('\n');
        text
    }

    fn label(&self, _: &Board, column: u8) -> String {
        (column + 1).to_string()
    }
}

/// A position is its columns from the bottom up, such as `xo/x//o///`.
impl Notation for ConnectFour {
    fn write(&self, board: &Board) -> String {
        let column = |stones: &Vec<u8>| stones.iter().map(|&p| MARKS[usize::from(p)]).collect();
        let columns: Vec<String> = board.columns.iter().map(column).collect();
        columns.join("/")
    }

    fn read(&self, text: &str) -> Result<Board, String> {
        let (width, height) = (self.columns, self.rows);
        let mark = |mark: char| match MARKS.iter().position(|&known| known == mark) {
            Some(player) => Ok(player as u8),
            None => Err(format!(
                "`{mark}` is no stone: write x or o, and / between columns"
            )),
        };
        let columns = text
            .trim()
            .split('/')
            .map(|column| column.chars().map(mark).collect());
        let columns: Vec<Vec<u8>> = columns.collect::<Result<_, _>>()?;
        if columns.len() != width || columns.iter().any(|stones| stones.len() > height) {
            return Err(format!(
                "a board has {width} columns of at most {height} stones"
            ));
        }
        let stones = |player| {
            columns
                .iter()
                .flatten()
                .filter(|&&stone| stone == player)
                .count()
        };
        let (first, second) = (stones(0), stones(1));
        if first != second && first != second + 1 {
            return Err(format!(
                "{first} x and {second} o: x moves first, then in turn"
            ));
        }
        let mut board = Board {
            columns,
            winner: None,
        };
        let won = [0, 1].map(|player| self.has_line(&board, player));
        board.winner = match won {
            [true, true] => return Err("both have four in a line".into()),
            [true, false] => Some(0),
            [false, true] => Some(1),
            [false, false] => None,
        };
        if board
            .winner
            .is_some_and(|winner| winner == self.mover(&board))
        {
            return Err("the winner did not make the last move".into());
        }
        Ok(board)
    }
}

/// What an evaluation may look at.
pub fn measures() -> Vec<Measure<ConnectFour>> {
    let threats = "columns that win at once, less the opponent's";
    let centre = "stones in the middle column, less the opponent's";
    vec![
        Measure::high("threats", threats, ConnectFour::threat_balance),
        Measure::high("centre", centre, ConnectFour::centre_balance),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer::core::{Seed, law};

    #[test]
    fn the_rules_obey_the_laws() {
        let (game, seed, effort) = (ConnectFour::new(7, 6), Seed::new(1), law::Effort::default());
        law::check(&game, seed, effort).expect("the laws hold");
        law::check_notation(&game, seed, effort).expect("positions survive being written and read");
    }
}
