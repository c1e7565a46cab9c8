//! Go on small boards (Tromp and Taylor's logical rules): stones without liberties are taken, the opponent's
//! first; after two passes, or a number of plies, every stone and every empty point that reaches stones of
//! one colour alone counts for that colour, and White gets komi.
//!
//! Differs: a move after which its own stones would have no liberty is not legal, as on computer servers,
//! and what may not be repeated is the last position but one alone (simple ko), so that a state holds no
//! history; longer cycles end with the limit on plies.
//!
//! A board of up to 11 x 11 points is a set of 128 bits a colour; groups and areas are flooded by shifts.

mod notation;

use crate::grid::{Grid, SIGNS, other};
use ludometer_core::{
    ActionSpace, Actions, Facts, Game, KeyHasher, Measure, NullMove, Observation, Perfect, Player,
    Rng, Shape, Turn,
};

/// The longest side.
pub const LONGEST: usize = 11;

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// The stones of each player in reading order; player 0 is Black, who begins.
    pub stones: [u128; 2],
    /// Who is to move, or would be.
    pub mover: Player,
    /// Where the mover may not play: it would take back the stone that has just taken one.
    ko: Option<u8>,
    /// Passes in a row.
    passes: u8,
    /// Plies so far.
    plies: u16,
}

/// What a player does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Puts a stone on a point, counted in reading order.
    Place(u8),
    /// Puts none.
    Pass,
}

/// The rules on one size of board.
#[derive(Clone, Copy, Debug)]
pub struct Go {
    size: usize,
    komi: f64,
    limit: u16,
    all: u128,
    left: u128,
    right: u128,
}

impl Go {
    /// The game on `size` x `size` points, 2 to 11, with `komi` points for White; scored after `limit`
    /// plies at the latest.
    pub fn new(size: usize, komi: f64, limit: u16) -> Result<Go, String> {
        if !(2..=LONGEST).contains(&size) {
            return Err(format!(
                "go has no board of {size} x {size}: the size is 2 to {LONGEST}"
            ));
        }
        if !komi.is_finite() || komi * 2.0 != (komi * 2.0).trunc() || komi.abs() > 500.0 {
            return Err(format!(
                "a komi of {komi}: it is a multiple of one half, -500 to 500"
            ));
        }
        if limit == 0 {
            return Err("a limit of 0 plies: at least one is played".into());
        }
        let all = (1 << (size * size)) - 1;
        let left = (0..size).fold(0, |edge, row| edge | 1u128 << (row * size));
        Ok(Go {
            size,
            komi,
            limit,
            all,
            left,
            right: left << (size - 1),
        })
    }

    fn grid(&self) -> Grid {
        Grid {
            rows: self.size,
            columns: self.size,
        }
    }

    /// The points beside these points.
    #[inline]
    fn beside(&self, points: u128) -> u128 {
        let rows = points << self.size | points >> self.size;
        (rows | (points & !self.right) << 1 | (points & !self.left) >> 1) & self.all
    }

    /// All points of `area` that are connected to `seed` within it.
    #[inline]
    fn flood(&self, seed: u128, area: u128) -> u128 {
        let mut reached = seed & area;
        loop {
            let next = reached | self.beside(reached) & area;
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }

    #[inline]
    fn empty(&self, board: &Board) -> u128 {
        self.all & !(board.stones[0] | board.stones[1])
    }

    /// What is taken by a stone of the mover on a point.
    #[inline]
    fn taken(&self, board: &Board, point: u128) -> u128 {
        let opponent = board.stones[other(board.mover).index()];
        let empty = self.empty(board) & !point;
        let mut near = self.beside(point) & opponent;
        let mut taken = 0;
        while near != 0 {
            let group = self.flood(near & near.wrapping_neg(), opponent);
            if self.beside(group) & empty == 0 {
                taken |= group;
            }
            near &= !group;
        }
        taken
    }

    /// The points on which the mover may put a stone.
    fn legal(&self, board: &Board) -> u128 {
        if self.is_over(board) {
            return 0;
        }
        let empty = self.empty(board);
        let mut legal = empty & self.beside(empty);
        let mut rest = empty & !legal;
        let own = board.stones[board.mover.index()];
        while rest != 0 {
            let point = rest & rest.wrapping_neg();
            rest ^= point;
            let group = self.flood(self.beside(point), own);
            // Each of the groups that the stone would join has the point as a liberty, so another one of any
            // of them is enough.
            if self.beside(group) & empty & !point != 0 || self.taken(board, point) != 0 {
                legal |= point;
            }
        }
        match board.ko {
            Some(point) => legal & !(1 << point),
            None => legal,
        }
    }

    #[inline]
    fn is_over(&self, board: &Board) -> bool {
        board.passes >= 2 || board.plies >= self.limit
    }

    /// The points of each player by area.
    fn areas(&self, board: &Board) -> [u32; 2] {
        let empty = self.empty(board);
        let reached = board
            .stones
            .map(|stones| self.flood(self.beside(stones), empty));
        let [black, white] = board.stones;
        [
            (black | reached[0] & !reached[1]).count_ones(),
            (white | reached[1] & !reached[0]).count_ones(),
        ]
    }

    /// Points of Black minus those of White, with komi.
    fn lead(&self, board: &Board) -> f64 {
        let [black, white] = self.areas(board).map(f64::from);
        black - white - self.komi
    }

    fn sign(&self, board: &Board, row: usize, column: usize) -> char {
        let point = 1 << (row * self.size + column);
        let owner = board.stones.iter().position(|stones| stones & point != 0);
        owner.map_or('.', |player| SIGNS[player])
    }

    /// The column as a letter without I, the row from the bottom, as in the Go text protocol.
    fn name(&self, point: u8) -> String {
        let (row, column) = (
            usize::from(point) / self.size,
            usize::from(point) % self.size,
        );
        format!("{}{}", letter(column), self.size - row)
    }

    fn point(&self, name: &str) -> Option<u8> {
        (0..(self.size * self.size) as u8)
            .find(|&point| self.name(point).eq_ignore_ascii_case(name))
    }
}

/// The letter of a column; there is no I.
fn letter(column: usize) -> char {
    char::from(b'A' + column as u8 + u8::from(column >= 8))
}

impl Game for Go {
    type State = Board;
    type Action = Move;
    type Information = Perfect;

    fn facts(&self) -> Facts {
        let Go {
            size, komi, limit, ..
        } = self;
        Facts::new(format!("go(size={size}, komi={komi}, limit={limit})"), 2)
    }

    #[inline]
    fn start(&self, _: &mut Rng) -> Board {
        Board {
            stones: [0; 2],
            mover: Player(0),
            ko: None,
            passes: 0,
            plies: 0,
        }
    }

    #[inline]
    fn turn(&self, board: &Board) -> Turn {
        match self.is_over(board) {
            true => Turn::Over,
            false => Turn::Of(board.mover),
        }
    }

    #[inline]
    fn actions(&self, board: &Board, out: &mut Actions<Self>) {
        if self.is_over(board) {
            return;
        }
        let mut legal = self.legal(board);
        while legal != 0 {
            out.push(Move::Place(legal.trailing_zeros() as u8));
            legal &= legal - 1;
        }
        out.push(Move::Pass);
    }

    #[inline]
    fn action_count(&self, board: &Board) -> usize {
        let pass = usize::from(!self.is_over(board));
        self.legal(board).count_ones() as usize + pass
    }

    #[inline]
    fn apply(&self, board: &mut Board, action: Move, _: &mut Rng) {
        board.plies += 1;
        board.ko = None;
        match action {
            Move::Pass => board.passes += 1,
            Move::Place(point) => {
                let stone = 1 << point;
                let taken = self.taken(board, stone);
                let own = &mut board.stones[board.mover.index()];
                *own |= stone;
                let alone = self.beside(stone) & *own == 0;
                board.stones[other(board.mover).index()] &= !taken;
                board.passes = 0;
                // A single stone in the place of a single one, with no other liberty.
                let liberties = self.beside(stone) & self.empty(board);
                if alone && taken.count_ones() == 1 && liberties == taken {
                    board.ko = Some(taken.trailing_zeros() as u8);
                }
            }
        }
        board.mover = other(board.mover);
    }

    #[inline]
    fn state_key(&self, board: &Board) -> u64 {
        let ko = board.ko.map_or(0, |point| u64::from(point) + 1);
        let rest = u64::from(board.mover.0) << 40
            | u64::from(board.passes) << 32
            | ko << 16
            | u64::from(board.plies);
        let halves = |stones: u128| [stones as u64, (stones >> 64) as u64];
        let words = board.stones.into_iter().flat_map(halves);
        words
            .fold(KeyHasher::new().word(rest), KeyHasher::word)
            .finish()
    }

    #[inline]
    fn action_key(&self, action: Move) -> u64 {
        let number = match action {
            Move::Place(point) => u64::from(point),
            Move::Pass => u64::from(u8::MAX),
        };
        KeyHasher::new().word(number).finish()
    }

    #[inline]
    fn payoff(&self, board: &Board, player: Player) -> f64 {
        let lead = match player.0 {
            0 => self.lead(board),
            _ => -self.lead(board),
        };
        if lead == 0.0 { 0.0 } else { lead.signum() }
    }

    /// The lead in points of area, with komi.
    #[inline]
    fn points(&self, board: &Board, player: Player) -> f64 {
        match player.0 {
            0 => self.lead(board),
            _ => 0.0 - self.lead(board),
        }
    }

    fn termination(&self, board: &Board) -> Option<&'static str> {
        let word = if board.passes >= 2 { "passes" } else { "limit" };
        self.is_over(board).then_some(word)
    }

    fn show(&self, board: &Board, _: Option<Player>) -> String {
        let mut text = String::new();
        for row in 0..self.size {
            text += &format!("{:>2} ", self.size - row);
            for column in 0..self.size {
                text.push(' ');
                text.push(self.sign(board, row, column));
            }
            text.push('\n');
        }
        text += "   ";
        for column in 0..self.size {
            text.push(' ');
            text.push(letter(column));
        }
        let mover = SIGNS[board.mover.index()];
        text += &match self.turn(board) {
            Turn::Of(_) => format!("\n{mover} to move"),
            Turn::Over => "\nover".to_string(),
        };
        if let Some(point) = board.ko {
            text += &format!(", not on {} (ko)", self.name(point));
        }
        text + &format!("; ply {}, {} passes\n", board.plies, board.passes)
    }

    /// The column as a letter, which is never I, and the row from the bottom; or `pass`.
    fn label(&self, _: &Board, action: Move) -> String {
        match action {
            Move::Place(point) => self.name(point),
            Move::Pass => "pass".into(),
        }
    }
}

impl NullMove for Go {
    /// The other player to move, without the pass that counts towards the end and without ko.
    #[inline]
    fn apply_null_move(&self, board: &Board) -> Option<Board> {
        let (mover, ko) = (other(board.mover), None);
        let passed = Board {
            mover,
            ko,
            ..*board
        };
        (!self.is_over(board)).then_some(passed)
    }
}

/// Three planes: the viewer's stones, the other's, and the point of the ko; and a fourth that is 1
/// everywhere after a pass.
impl Observation for Go {
    fn shape(&self) -> Shape {
        Shape::Planes {
            planes: 4,
            rows: self.size,
            columns: self.size,
        }
    }

    #[inline]
    fn observe(&self, board: &Board, viewer: Player, out: &mut [f32]) {
        let [own, opponent] = [viewer, other(viewer)].map(|player| board.stones[player.index()]);
        let ko = board.ko.map_or(0, |point| 1 << point);
        let pass = if board.passes > 0 { self.all } else { 0 };
        let planes = out.chunks_exact_mut(self.size * self.size);
        for (plane, points) in planes.zip([own, opponent, ko, pass]) {
            for (point, number) in plane.iter_mut().enumerate() {
                *number = (points >> point & 1) as f32;
            }
        }
    }
}

/// The point in reading order, then the pass.
impl ActionSpace for Go {
    fn action_space(&self) -> usize {
        self.size * self.size + 1
    }

    #[inline]
    fn action_number(&self, _: &Board, action: Move) -> usize {
        match action {
            Move::Place(point) => usize::from(point),
            Move::Pass => self.size * self.size,
        }
    }

    #[inline]
    fn numbered_action(&self, board: &Board, number: usize) -> Option<Move> {
        if number >= self.size * self.size {
            let pass = number == self.size * self.size && !self.is_over(board);
            return pass.then_some(Move::Pass);
        }
        (self.legal(board) >> number & 1 == 1).then_some(Move::Place(number as u8))
    }
}

/// Every measure of the game.
pub fn measures() -> Vec<Measure<Go>> {
    let high = Measure::<Go>::high;
    vec![
        high(
            "area",
            "points of area, own minus the opponent's, without komi",
            |game, board, player| {
                let areas = game.areas(board).map(f64::from);
                areas[player.index()] - areas[other(player).index()]
            },
        ),
        high(
            "stones",
            "own stones minus the opponent's",
            |_, board, player| {
                let stones = |player: Player| f64::from(board.stones[player.index()].count_ones());
                stones(player) - stones(other(player))
            },
        ),
        high(
            "liberties",
            "empty points beside own stones minus those beside the opponent's",
            |game, board, player| {
                let empty = game.empty(board);
                let liberties = |player: Player| {
                    let stones = board.stones[player.index()];
                    f64::from((game.beside(stones) & empty).count_ones())
                };
                liberties(player) - liberties(other(player))
            },
        ),
        high("empties", "empty points", |game, board, _| {
            f64::from(game.empty(board).count_ones())
        }),
    ]
}

#[cfg(test)]
mod tests;
