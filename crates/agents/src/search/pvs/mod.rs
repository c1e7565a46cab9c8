//! Principal-variation search (Marsland and Campbell 1982) for two players who see everything,
//! with the techniques that the program MIA used in Lines of Action (Kocsis, Szepesvári and Winands
//! 2005, section 4.2.2), each of which can be switched off.
//!
//! Values are handed on as the seat's player sees them and compared as the mover does, so it does
//! not matter who moves next. A value of a finished game lies beyond every evaluation, at
//! [`DECIDED`] or farther, and counts the plies to it; the table keeps it counted from its own state.

mod hints;
mod key;
mod order;
mod prune;
mod quiet;
mod root;
mod table;
mod techniques;
mod walk;

pub use hints::{
    HintFn, LEAST, MOST, NoHints, NoisyFn, NullMoveFn, PositionKeyFn, SearchGuide, SearchHints,
};
pub use key::key;
pub use techniques::{Multicut, Techniques};

use crate::search::depth::FINISHED;
use ludometer_core::{Agent, Evaluator, Forfeit, Game, Player, Seat};
use order::{Frame, History, Killers};
use table::Table;

/// Parts that a ply is counted in, so that realisation probabilities have room.
const PLY: i32 = 64;

/// No line is longer, whatever its actions cost.
const PLIES: u32 = 200;

/// Values from here on are of finished games: evaluations must be smaller.
pub const DECIDED: f64 = FINISHED / 1e3;

/// Iterative deepening with everything that [`Techniques`] says.
///
/// It searches ply by ply up to its depth or until the budget is spent, and answers with the best
/// action of the last search, finished or not: an unfinished one looked at the former best action
/// first. Of actions that are worth the same it takes the first in an order that the seat's dice
/// draw. What it thinks of actions that are not best is a bound, and their visits are steps.
///
/// Evaluations are kept in the table, so a noisy evaluator is asked once a position and depth.
pub struct Pvs<G: Game, E, W = NoHints> {
    depth: u32,
    evaluator: E,
    guide: W,
    techniques: Techniques,
    table: Table,
    history: History,
    killers: Vec<Killers<G>>,
    frames: Vec<Frame<G>>,
    /// For whom the table is.
    player: Option<Player>,
}

impl<G: Game, E: Evaluator<G>> Pvs<G, E> {
    /// A search of up to `depth` plies, at least one, with the usual techniques.
    pub fn new(depth: u32, evaluator: E) -> Self {
        Pvs::guided(depth, evaluator, NoHints, Techniques::default())
    }
}

impl<G: Game, E: Evaluator<G>, W: SearchGuide<G>> Pvs<G, E, W> {
    /// The same with a guide, and with techniques of one's own choice.
    pub fn guided(depth: u32, evaluator: E, guide: W, techniques: Techniques) -> Self {
        Pvs {
            depth: depth.clamp(1, PLIES),
            evaluator,
            guide,
            techniques,
            table: Table::default(),
            history: History::new(),
            killers: vec![[None; 2]; PLIES as usize + 1],
            frames: Vec::new(),
            player: None,
        }
    }

    /// A table for this player; what the other's thinking left is of no use.
    fn sit(&mut self, player: Player) {
        if self.player != Some(player) {
            self.table = Table::new(self.techniques.table);
            self.player = Some(player);
        }
        self.killers.fill([None; 2]);
        self.history.forget();
    }
}

impl<G: Game, E: Evaluator<G>, W: SearchGuide<G>> Agent<G> for Pvs<G, E, W> {
    fn act(&mut self, seat: &mut Seat<'_, G>) -> Result<G::Action, Forfeit> {
        self.sit(seat.player());
        Ok(self.deepen(seat))
    }

    fn restart(&mut self) {
        self.player = None;
    }
}

/// Between which values it matters what a state is worth.
#[derive(Clone, Copy, Debug)]
struct Window {
    alpha: f64,
    beta: f64,
}

impl Window {
    const OPEN: Window = Window {
        alpha: f64::NEG_INFINITY,
        beta: f64::INFINITY,
    };

    /// Whether a value is above `alpha`, and nothing more.
    fn above(alpha: f64) -> Window {
        Window {
            alpha,
            beta: alpha.next_up(),
        }
    }
}

/// Who looks at a value: the seat's player or the other.
#[derive(Clone, Copy, Debug)]
struct View {
    reversed: bool,
}

impl View {
    fn of(mover: Player, player: Player) -> View {
        View {
            reversed: mover != player,
        }
    }

    /// A value turned from the seat's player to the mover, or back.
    #[inline]
    fn value(self, value: f64) -> f64 {
        if self.reversed { -value } else { value }
    }

    /// The same for a window.
    #[inline]
    fn window(self, Window { alpha, beta }: Window) -> Window {
        match self.reversed {
            true => Window {
                alpha: -beta,
                beta: -alpha,
            },
            false => Window { alpha, beta },
        }
    }
}

/// What is expected of a node of the minimal tree (Knuth and Moore 1975).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// On the principal variation: its value matters.
    Principal,
    /// Some action is too good for the other to come here.
    Cut,
    /// No action is good enough.
    All,
}

/// A node but for its state.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// What is left, in parts of a ply.
    depth: i32,
    /// How far below the root.
    ply: u32,
    kind: Kind,
    /// Whether a null move led here.
    passed: bool,
}

impl Node {
    /// The node after an action of this cost.
    fn below(self, cost: i32, kind: Kind) -> Node {
        Node {
            depth: self.depth - cost,
            ply: self.ply + 1,
            kind,
            passed: false,
        }
    }

    /// What is expected after an action that is not the first on the principal variation.
    fn opposite(self) -> Kind {
        match self.kind {
            Kind::Principal | Kind::All => Kind::Cut,
            Kind::Cut => Kind::All,
        }
    }
}
