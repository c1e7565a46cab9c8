//! Hex (Hein 1942; Nash 1948) on rhombuses of 3 x 3 to 19 x 19 cells: X connects top and bottom, O left
//! and right, and there is no draw. With the swap rule the second player may take over the first stone:
//! it is mirrored at the long diagonal and changes its colour, so that the players keep their sides.
//!
//! For each player the stones that are connected to its first edge are kept; they grow by a flood from
//! the new stone, so that each stone is visited once in a game, and there is no union-find to copy.

use crate::grid::{SIGNS, letter, other, split_mover};
use ludometer_core::{
    ActionSpace, Actions, Facts, Game, Generator, KeyHasher, Measure, Notation, Observation,
    Perfect, Player, Rng, Seed, Shape, Turn,
};

/// The longest side.
pub const LONGEST: usize = 19;

const WORDS: usize = (LONGEST * LONGEST).div_ceil(64);

/// A set of cells, counted in reading order.
type CellSet = [u64; WORDS];

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// The stones of each player.
    pub stones: [CellSet; 2],
    /// Those that are connected to the player's first edge: the top of X, the left of O.
    anchored: [CellSet; 2],
    /// Who is to move, or would be.
    pub mover: Player,
    /// Who has connected its edges.
    won: Option<Player>,
    /// How many stones there are.
    count: u16,
}

/// What a player does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Puts a stone on a cell, counted in reading order.
    Place(u16),
    /// Takes over the first stone.
    Swap,
}

/// The rules on one size of board.
#[derive(Clone, Debug)]
pub struct Hex {
    size: usize,
    swap: bool,
    all: CellSet,
    // Six for each cell; a cell stands for a neighbour that is not there, as it is known already.
    neighbours: Vec<[u16; 6]>,
}

#[inline]
fn has(set: &CellSet, cell: usize) -> bool {
    set[cell / 64] >> (cell % 64) & 1 == 1
}

#[inline]
fn insert(set: &mut CellSet, cell: usize) {
    set[cell / 64] |= 1 << (cell % 64);
}

impl Hex {
    /// The game on `size` x `size` cells, 3 to 19, with or without the swap rule.
    pub fn new(size: usize, swap: bool) -> Result<Hex, String> {
        if !(3..=LONGEST).contains(&size) {
            return Err(format!(
                "hex has no board of {size} x {size}: the size is 3 to {LONGEST}"
            ));
        }
        let mut all = [0; WORDS];
        (0..size * size).for_each(|cell| insert(&mut all, cell));
        let neighbours = (0..size * size)
            .map(|cell| neighbours(size, cell))
            .collect();
        Ok(Hex {
            size,
            swap,
            all,
            neighbours,
        })
    }

    /// Whether the second player may take over the first stone now.
    #[inline]
    fn may_swap(&self, board: &Board) -> bool {
        self.swap && board.count == 1 && board.mover.0 == 1
    }

    /// The words of the free cells; none when the game is over.
    #[inline]
    fn free(&self, board: &Board) -> impl Iterator<Item = u64> {
        let [x, o] = board.stones;
        let words = match board.won {
            None => self.size.pow(2).div_ceil(64),
            Some(_) => 0,
        };
        (0..words).map(move |w| self.all[w] & !(x[w] | o[w]))
    }

    #[inline]
    fn is_free(&self, board: &Board, cell: usize) -> bool {
        cell < self.size * self.size && !board.stones.iter().any(|stones| has(stones, cell))
    }

    /// Whether a cell is on the first or the last edge of a player.
    #[inline]
    fn edges(&self, player: Player, cell: usize) -> [bool; 2] {
        let along = match player.0 {
            0 => cell / self.size,
            _ => cell % self.size,
        };
        [along == 0, along == self.size - 1]
    }

    #[inline]
    fn place(&self, board: &mut Board, player: Player, cell: usize) {
        insert(&mut board.stones[player.index()], cell);
        board.count += 1;
        let anchored = &board.anchored[player.index()];
        let mut near = self.neighbours[cell].iter();
        if self.edges(player, cell)[0] || near.any(|&near| has(anchored, usize::from(near))) {
            self.spread(board, player, cell);
        }
    }

    /// Anchors a stone and all that are connected to it.
    fn spread(&self, board: &mut Board, player: Player, cell: usize) {
        insert(&mut board.anchored[player.index()], cell);
        if self.edges(player, cell)[1] {
            board.won = Some(player);
        }
        for near in self.neighbours[cell] {
            let near = usize::from(near);
            let own = has(&board.stones[player.index()], near);
            if own && !has(&board.anchored[player.index()], near) {
                self.spread(board, player, near);
            }
        }
    }

    /// How many stones a player still needs at least to connect its edges, if the other passes;
    /// infinite, here the number of cells, if it cannot.
    fn distance(&self, board: &Board, player: Player) -> usize {
        let cells = self.size * self.size;
        let [own, blocks] = [player, other(player)].map(|player| &board.stones[player.index()]);
        let cost = |cell: usize| usize::from(!has(own, cell));
        let mut distances = vec![cells; cells];
        // Cells at each distance in turn: own stones cost nothing.
        let mut queue = std::collections::VecDeque::new();
        let reach = |distances: &mut Vec<usize>, cell: usize, distance: usize| {
            let distance = distance + cost(cell);
            (!has(blocks, cell) && distance < distances[cell]).then(|| {
                distances[cell] = distance;
                cell
            })
        };
        for cell in (0..cells).filter(|&cell| self.edges(player, cell)[0]) {
            if let Some(cell) = reach(&mut distances, cell, 0) {
                match cost(cell) {
                    0 => queue.push_front(cell),
                    _ => queue.push_back(cell),
                }
            }
        }
        while let Some(cell) = queue.pop_front() {
            for near in self.neighbours[cell] {
                let distance = distances[cell];
                if let Some(near) = reach(&mut distances, usize::from(near), distance) {
                    match cost(near) {
                        0 => queue.push_front(near),
                        _ => queue.push_back(near),
                    }
                }
            }
        }
        let last = (0..cells).filter(|&cell| self.edges(player, cell)[1]);
        last.map(|cell| distances[cell]).min().unwrap_or(cells)
    }

    fn sign(board: &Board, cell: usize) -> char {
        let owner = board.stones.iter().position(|stones| has(stones, cell));
        owner.map_or('.', |player| SIGNS[player])
    }

    fn name(&self, cell: usize) -> String {
        format!("{}{}", letter(cell % self.size), cell / self.size + 1)
    }
}

fn neighbours(size: usize, cell: usize) -> [u16; 6] {
    let (row, column) = ((cell / size) as i32, (cell % size) as i32);
    [(-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0)].map(|(down, right)| {
        let (r, c) = (row + down, column + right);
        let on_board = (0..size as i32).contains(&r) && (0..size as i32).contains(&c);
        match on_board {
            true => (r * size as i32 + c) as u16,
            false => cell as u16,
        }
    })
}

impl Game for Hex {
    type State = Board;
    type Action = Move;
    type Information = Perfect;

    fn facts(&self) -> Facts {
        let swap = if self.swap { ", swap=yes" } else { "" };
        Facts::new(format!("hex(size={}{swap})", self.size), 2)
    }

    #[inline]
    fn start(&self, _: &mut Rng) -> Board {
        Board {
            stones: [[0; WORDS]; 2],
            anchored: [[0; WORDS]; 2],
            mover: Player(0),
            won: None,
            count: 0,
        }
    }

    #[inline]
    fn turn(&self, board: &Board) -> Turn {
        match board.won {
            None => Turn::Of(board.mover),
            Some(_) => Turn::Over,
        }
    }

    #[inline]
    fn actions(&self, board: &Board, out: &mut Actions<Self>) {
        for (word, mut free) in self.free(board).enumerate() {
            while free != 0 {
                out.push(Move::Place(64 * word as u16 + free.trailing_zeros() as u16));
                free &= free - 1;
            }
        }
        if self.may_swap(board) {
            out.push(Move::Swap);
        }
    }

    #[inline]
    fn action_count(&self, board: &Board) -> usize {
        let free = match board.won {
            None => self.size * self.size - usize::from(board.count),
            Some(_) => 0,
        };
        free + usize::from(self.may_swap(board))
    }

    #[inline]
    fn apply(&self, board: &mut Board, action: Move, _: &mut Rng) {
        let mover = board.mover;
        match action {
            Move::Place(cell) => self.place(board, mover, usize::from(cell)),
            Move::Swap => {
                let [first, _] = board.stones;
                let word = first.iter().position(|word| *word != 0).unwrap_or(0);
                let cell = 64 * word + first[word].trailing_zeros() as usize;
                board.stones[0] = [0; WORDS];
                board.anchored[0] = [0; WORDS];
                board.count = 0;
                let mirrored = cell % self.size * self.size + cell / self.size;
                self.place(board, mover, mirrored);
            }
        }
        board.mover = other(mover);
    }

    #[inline]
    fn state_key(&self, board: &Board) -> u64 {
        // Connections follow from the stones.
        let used = self.size.pow(2).div_ceil(64);
        let key = KeyHasher::new().word(u64::from(board.mover.0));
        let words = (0..used).flat_map(|w| board.stones.map(|stones| stones[w]));
        words.fold(key, KeyHasher::word).finish()
    }

    #[inline]
    fn action_key(&self, action: Move) -> u64 {
        let number = match action {
            Move::Place(cell) => u64::from(cell),
            Move::Swap => u64::from(u16::MAX),
        };
        KeyHasher::new().word(number).finish()
    }

    #[inline]
    fn payoff(&self, board: &Board, player: Player) -> f64 {
        match board.won {
            None => 0.0,
            Some(winner) if winner == player => 1.0,
            Some(_) => -1.0,
        }
    }

    /// Each row is shifted by half a cell to the right of the one above.
    fn show(&self, board: &Board, _: Option<Player>) -> String {
        let letters: String = (0..self.size).map(|c| format!(" {}", letter(c))).collect();
        let mut text = format!("  {letters}\n");
        for row in 0..self.size {
            text += &format!("{:>width$}", row + 1, width = row + 2);
            for column in 0..self.size {
                text.push(' ');
                text.push(Self::sign(board, row * self.size + column));
            }
            text.push('\n');
        }
        let what = match board.won {
            None => format!("{} to move", SIGNS[board.mover.index()]),
            Some(winner) => format!("{} has won", SIGNS[winner.index()]),
        };
        format!("{text}X top to bottom, O left to right; {what}\n")
    }

    /// The column as a letter, the row as a number from the top; or `swap`.
    fn label(&self, _: &Board, action: Move) -> String {
        match action {
            Move::Place(cell) => self.name(usize::from(cell)),
            Move::Swap => "swap".into(),
        }
    }
}

/// Rows from the top with `/` between them, `X`, `O` and `.`, then who is to move.
impl Notation for Hex {
    fn write(&self, board: &Board) -> String {
        let row = |row: usize| -> String {
            (0..self.size)
                .map(|c| Self::sign(board, row * self.size + c))
                .collect()
        };
        let rows: Vec<String> = (0..self.size).map(row).collect();
        format!("{} {}", rows.join("/"), SIGNS[board.mover.index()])
    }

    fn read(&self, text: &str) -> Result<Board, String> {
        let (rows, mover) = split_mover(text)?;
        let grid = crate::grid::Grid {
            rows: self.size,
            columns: self.size,
        };
        let squares = grid.read(rows, &[".-", "Xx", "Oo"])?;
        let counts = [1, 2].map(|class| squares.iter().filter(|&&c| c == class).count() as i32);
        let lead = counts[0] - counts[1];
        let plain = lead == i32::from(mover.0);
        // After a swap O is a stone further.
        let swapped = self.swap && counts[1] > 0 && lead == i32::from(mover.0) - 1;
        if !plain && !swapped {
            return Err(format!(
                "{} stones of X and {} of O with {} to move: X begins and players alternate",
                counts[0],
                counts[1],
                SIGNS[mover.index()]
            ));
        }
        let mut board = Board {
            stones: [[0; WORDS]; 2],
            anchored: [[0; WORDS]; 2],
            mover,
            won: None,
            count: 0,
        };
        for (cell, &class) in squares.iter().enumerate() {
            if let Some(player) = class.checked_sub(1) {
                self.place(&mut board, Player(player as u8), cell);
            }
        }
        if board.won == Some(mover) {
            let sign = SIGNS[mover.index()];
            return Err(format!("{sign} is to move and had won before"));
        }
        let last = other(mover);
        if board.won == Some(last) && !self.won_now(&board, last) {
            let sign = SIGNS[last.index()];
            return Err(format!(
                "no single stone of {sign} completes its connection: play had ended before"
            ));
        }
        Ok(board)
    }
}

impl Hex {
    /// Whether some stone of the winner was needed: without it the edges are not connected.
    fn won_now(&self, board: &Board, winner: Player) -> bool {
        let own = &board.stones[winner.index()];
        let cells = 0..self.size * self.size;
        cells.clone().filter(|&cell| has(own, cell)).any(|last| {
            let mut before = self.start(&mut unused());
            let others = cells.clone().filter(|&cell| has(own, cell) && cell != last);
            others.for_each(|cell| self.place(&mut before, winner, cell));
            before.won.is_none()
        })
    }
}

/// A stream for rules that draw nothing.
fn unused() -> Rng {
    Seed::new(0).rng(Generator::Xoshiro)
}

/// Two planes: the viewer's stones, and the other's.
impl Observation for Hex {
    fn shape(&self) -> Shape {
        Shape::Planes {
            planes: 2,
            rows: self.size,
            columns: self.size,
        }
    }

    #[inline]
    fn observe(&self, board: &Board, viewer: Player, out: &mut [f32]) {
        let planes = out.chunks_exact_mut(self.size * self.size);
        for (plane, player) in planes.zip([viewer, other(viewer)]) {
            let stones = &board.stones[player.index()];
            for (cell, number) in plane.iter_mut().enumerate() {
                *number = f32::from(u8::from(has(stones, cell)));
            }
        }
    }
}

/// The cell in reading order; with the swap rule one number more, the swap.
impl ActionSpace for Hex {
    fn action_space(&self) -> usize {
        self.size * self.size + usize::from(self.swap)
    }

    #[inline]
    fn action_number(&self, _: &Board, action: Move) -> usize {
        match action {
            Move::Place(cell) => usize::from(cell),
            Move::Swap => self.size * self.size,
        }
    }

    #[inline]
    fn numbered_action(&self, board: &Board, number: usize) -> Option<Move> {
        if number == self.size * self.size {
            return self.may_swap(board).then_some(Move::Swap);
        }
        let free = board.won.is_none() && self.is_free(board, number);
        free.then_some(Move::Place(number as u16))
    }
}

/// Every measure of the game.
pub fn measures() -> Vec<Measure<Hex>> {
    vec![
        Measure::<Hex>::high(
            "connection",
            "stones that the opponent needs at least to connect its edges, minus own",
            |game, board, player| {
                let needs = |player| game.distance(board, player) as f64;
                needs(other(player)) - needs(player)
            },
        ),
        Measure::<Hex>::high("empties", "free cells", |game, board, _| {
            (game.size * game.size) as f64 - f64::from(board.count)
        }),
    ]
}

#[cfg(test)]
mod tests;
