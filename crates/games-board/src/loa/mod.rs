//! Lines of Action (Soucie, in Sackson 1969) by the rules of Kocsis, Szepesvári and Winands,
//! *Universal Parameter Optimisation in Games Based on SPSA*, section 4.2.1.
//!
//! Black begins. A stone moves in a straight line as many squares as there are stones of either
//! colour on that line, over its own side's stones but not over the other's, and takes the stone it
//! lands on. Whose stones are all connected, side by side or corner to corner, wins; if both are,
//! the game is drawn. A player without a move passes, and the pass is an action. The third
//! occurrence of a position with the same player to move is a draw.

mod arrays;
mod groups;
mod measures;
mod moves;
mod noise;
mod notation;
mod past;

pub use measures::{FEATURES, features, measures};

use groups::{connected, groups};
use ludometer_core::{Actions, Facts, Game, KeyHasher, NullMove, Perfect, Player, Rng, Turn};
use moves::Views;
use past::Past;

/// A position with what was played since the last capture.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    stones: [u64; 2],
    mover: Player,
    ending: Option<LoaEnding>,
    past: Past,
}

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LoaEnding {
    /// This player's stones are connected and the other's are not.
    Connection(Player),
    /// A capture connected the stones of both.
    Both,
    /// The position occurred for the third time.
    Repetition,
}

/// From where a stone goes, and to where. Squares are counted from a1, eight a rank.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Move {
    /// Where the stone is.
    pub from: u8,
    /// Where it lands.
    pub to: u8,
}

impl Move {
    /// No stone moves: the mover has no move.
    pub const PASS: Move = Move { from: 0, to: 0 };
}

impl Position {
    /// The position with these stones, nothing played before it. No claim is made that play
    /// reaches it; a side must have at least one stone.
    pub fn new(stones: [u64; 2], mover: Player) -> Position {
        let [black, white] = stones.map(connected);
        Position {
            stones,
            mover,
            ending: ending(black, white),
            past: Past::default(),
        }
    }

    /// The stones of each player, bit 0 at a1, eight bits a rank.
    pub fn stones(&self) -> [u64; 2] {
        self.stones
    }

    /// Who is to move, or would be.
    pub fn mover(&self) -> Player {
        self.mover
    }

    /// Why the game is over, if it is.
    pub fn ending(&self) -> Option<LoaEnding> {
        self.ending
    }

    /// The stones and the mover without the history, to recognise a position.
    #[inline]
    pub fn place(&self) -> ([u64; 2], Player) {
        (self.stones, self.mover)
    }

    /// Whether a move takes a stone of the other's.
    #[inline]
    pub fn takes(&self, action: Move) -> bool {
        action != Move::PASS && self.stones[1 - self.mover.index()] >> action.to & 1 == 1
    }

    /// The stones of a player, and the other's.
    #[inline]
    fn sides(&self, player: Player) -> [u64; 2] {
        let own = player.index();
        [self.stones[own], self.stones[1 - own]]
    }

    #[inline]
    fn views(&self) -> Views {
        let [own, other] = self.sides(self.mover);
        Views::new(own, other)
    }
}

#[inline]
fn ending(black: bool, white: bool) -> Option<LoaEnding> {
    match (black, white) {
        (true, true) => Some(LoaEnding::Both),
        (true, false) => Some(LoaEnding::Connection(Player(0))),
        (false, true) => Some(LoaEnding::Connection(Player(1))),
        (false, false) => None,
    }
}

/// The rules of Lines of Action.
#[derive(Clone, Copy, Debug, Default)]
pub struct Loa;

impl Game for Loa {
    type State = Position;
    type Action = Move;
    type Information = Perfect;

    fn facts(&self) -> Facts {
        Facts::new("loa", 2)
    }

    fn start(&self, _: &mut Rng) -> Position {
        let black = 0x7e00_0000_0000_007e;
        let white = 0x0081_8181_8181_8100;
        Position::new([black, white], Player(0))
    }

    #[inline]
    fn turn(&self, position: &Position) -> Turn {
        match position.ending {
            Some(_) => Turn::Over,
            None => Turn::Of(position.mover),
        }
    }

    fn actions(&self, position: &Position, out: &mut Actions<Self>) {
        if position.ending.is_some() {
            return;
        }
        let before = out.len();
        position.views().each(|action| out.push(action));
        if out.len() == before {
            out.push(Move::PASS);
        }
    }

    fn action_count(&self, position: &Position) -> usize {
        match position.ending {
            Some(_) => 0,
            None => position.views().count().max(1),
        }
    }

    fn apply(&self, position: &mut Position, action: Move, _: &mut Rng) {
        let own = position.mover.index();
        let before = position.stones;
        let to = 1 << action.to;
        position.mover = Player(1 - position.mover.0);
        // A pass exchanges a square with itself.
        position.stones[own] ^= 1 << action.from ^ to;
        position.ending = if action != Move::PASS && position.stones[1 - own] & to != 0 {
            position.stones[1 - own] ^= to;
            position.past.clear();
            let [black, white] = position.stones.map(connected);
            ending(black, white)
        } else {
            // The other's stones are as they were, and they were not connected.
            position.past.push(action, before);
            if connected(position.stones[own]) {
                Some(LoaEnding::Connection(Player(own as u8)))
            } else {
                position
                    .past
                    .third(position.stones)
                    .then_some(LoaEnding::Repetition)
            }
        };
    }

    #[inline]
    fn state_key(&self, position: &Position) -> u64 {
        // Why it is over follows from the stones and the past.
        let [black, white] = position.stones;
        let mover = u64::from(position.mover.0);
        let stones = KeyHasher::new().word(black).word(white).word(mover);
        position.past.fold(stones).finish()
    }

    #[inline]
    fn action_key(&self, action: Move) -> u64 {
        let Move { from, to } = action;
        KeyHasher::new()
            .word(u64::from(from) << 8 | u64::from(to))
            .finish()
    }

    #[inline]
    fn payoff(&self, position: &Position, player: Player) -> f64 {
        match position.ending {
            Some(LoaEnding::Connection(winner)) if winner == player => 1.0,
            Some(LoaEnding::Connection(_)) => -1.0,
            _ => 0.0,
        }
    }

    /// The other's groups minus the own: who has one group has won.
    #[inline]
    fn points(&self, position: &Position, player: Player) -> f64 {
        let [own, other] = position.sides(player).map(groups);
        f64::from(other) - f64::from(own)
    }

    fn termination(&self, position: &Position) -> Option<&'static str> {
        Some(match position.ending? {
            LoaEnding::Connection(_) => "connection",
            LoaEnding::Both => "both connected",
            LoaEnding::Repetition => "repetition",
        })
    }

    fn show(&self, position: &Position, _: Option<Player>) -> String {
        notation::diagram(position)
    }

    /// `d1-b3`, `c1xa3` where a stone is taken, or `pass`.
    fn label(&self, position: &Position, action: Move) -> String {
        notation::label(position.stones[1 - position.mover.index()], action)
    }
}

impl NullMove for Loa {
    /// Only where the mover could move: elsewhere the rules say it themselves. Nothing repeats what
    /// was there before a null move, so the history is dropped.
    #[inline]
    fn apply_null_move(&self, position: &Position) -> Option<Position> {
        let moves = position.ending.is_none() && position.views().count() > 0;
        moves.then(|| Position {
            stones: position.stones,
            mover: Player(1 - position.mover.0),
            ending: None,
            past: Past::default(),
        })
    }
}

impl std::fmt::Display for LoaEnding {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            LoaEnding::Connection(Player(0)) => "X is connected",
            LoaEnding::Connection(_) => "O is connected",
            LoaEnding::Both => "both are connected",
            LoaEnding::Repetition => "the third occurrence of the position",
        })
    }
}
