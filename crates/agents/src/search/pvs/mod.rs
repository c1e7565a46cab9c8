//! Principal-variation search (Marsland and Campbell 1982) for two-player games with perfect
//! information, with the techniques that the program MIA used in Lines of Action (Kocsis, Szepesvári
//! and Winands 2005, section 4.2.2), each of which can be switched off.
//!
//! Values are passed from the seat's player's point of view and compared from the mover's, so it does
//! not matter who moves next. The value of a finished game lies beyond every evaluation, at
//! [`DECIDED`] or farther, and includes the distance in plies; the table stores the distance from its
//! own state.

mod hints;
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
pub use table::table_bytes;
pub use techniques::{Multicut, Techniques};

use crate::search::depth::FINISHED;
use ludometer_core::{Agent, Evaluator, Forfeit, Game, Player, Seat};
use order::{Frame, History, Killers};
use table::Table;

/// Fractions of a ply, for realisation probabilities.
const PLY: i32 = 64;

/// The maximum length of a variation, whatever its actions cost.
const PLIES: u32 = 200;

/// Values from here on are of finished games: evaluations must be smaller.
pub const DECIDED: f64 = FINISHED / 1e3;

/// Iterative-deepening principal-variation search with the given [`Techniques`].
///
/// It deepens iteratively up to its depth or until the budget is spent, and plays the best action of
/// the last iteration, complete or not, since an incomplete one searched the former best action first.
/// Ties are broken by a random order from the agent's random stream. For actions that are not best it
/// reports [bounds](ludometer_core::Bound), unless [`Techniques::exact_root`] is set, and
/// forward-model calls as visits.
///
/// Evaluations are kept in the table, so a noisy evaluator is called once per position and depth.
pub struct Pvs<G: Game, E, W = NoHints> {
    depth: u32,
    evaluator: E,
    guide: W,
    techniques: Techniques,
    table: Table,
    history: History,
    killers: Vec<Killers<G>>,
    frames: Vec<Frame<G>>,
    /// The player that the table belongs to.
    player: Option<Player>,
}

impl<G: Game, E: Evaluator<G>> Pvs<G, E> {
    /// A search of up to `depth` plies, at least one, with the default techniques.
    pub fn new(depth: u32, evaluator: E) -> Self {
        Pvs::guided(depth, evaluator, NoHints, Techniques::default())
    }
}

impl<G: Game, E: Evaluator<G>, W: SearchGuide<G>> Pvs<G, E, W> {
    /// The same with a guide and other techniques.
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

    /// A table for this player; entries of the other player's searches are discarded.
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

/// The search window.
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

    /// A null window above `alpha`.
    fn above(alpha: f64) -> Window {
        Window {
            alpha,
            beta: alpha.next_up(),
        }
    }
}

/// The point of view of a value: the seat's player or the other.
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

/// The expected type of a node of the minimal tree (Knuth and Moore 1975).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// On the principal variation: its exact value is needed.
    Principal,
    /// A cut node: some action fails high.
    Cut,
    /// An all node: no action is good enough.
    All,
}

/// A node without its state.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// Remaining depth, in fractions of a ply.
    depth: i32,
    /// Plies below the root.
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
