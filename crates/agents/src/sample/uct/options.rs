//! The parts that can be switched on, each with its source, and which of them exclude each other.

use super::super::PlayoutOutcome;
use ludometer_core::Facts;

/// The rule by which a node chooses among its children.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Selection {
    /// UCB1 (Auer, Cesa-Bianchi and Fischer 2002), as in UCT (Kocsis and Szepesvári 2006).
    #[default]
    Ucb1,
    /// UCB1-tuned: the exploration term is bounded by the variance of the child's outcomes (Auer,
    /// Cesa-Bianchi and Fischer 2002, section 4). It has no constant.
    Ucb1Tuned,
    /// PUCT: `Q + c P sqrt(N) / (1 + n)` with a prior probability P (Rosin 2011, in the form of Silver
    /// et al. 2016). Priors are the softmax of the values of the states that the actions lead to.
    Puct,
}

/// All-moves-as-first statistics, and where they are taken from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Amaf {
    /// None.
    #[default]
    None,
    /// Of the node itself: RAVE (Gelly and Silver 2007).
    Rave,
    /// Of the nearest node on the path with enough visits: GRAVE (Cazenave 2015).
    Grave,
}

/// Who plays on below the tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PlayoutPolicy {
    /// Uniformly random actions.
    #[default]
    Uniform,
    /// The move-average sampling technique (Finnsson and Björnsson 2008), epsilon-greedy as by Tak,
    /// Winands and Björnsson (2012).
    Mast,
    /// The N-gram selection technique with sequences of up to three moves, epsilon-greedy (Tak,
    /// Winands and Björnsson 2012).
    Nst,
    /// Nobody: the new node is evaluated.
    None,
}

/// Whether playouts look one ply ahead for the end of the game (Teytaud and Teytaud 2010).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Decisive {
    /// No.
    #[default]
    No,
    /// A move that wins at once is played.
    Yes,
    /// Likewise, and a move that lets the next player win at once is avoided.
    Anti,
}

/// The parts of an [`Enhanced`](super::Enhanced) search. Values are in the units of the outcome.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UctOptions {
    /// The rule of selection.
    pub selection: Selection,
    /// First-play urgency: the bound that an untried action is taken to have (Gelly and Wang 2006).
    /// Infinite: every action is tried once before any is tried twice.
    pub urgency: f64,
    /// Progressive bias: `bias H / (n + 1)` is added to the bound of a child whose state is evaluated as
    /// H (Chaslot et al. 2008). 0: none.
    pub bias: f64,
    /// The temperature of the softmax that makes priors of values.
    pub temperature: f64,
    /// Progressive widening: a node with n visits has at most `widening n^power` children (Coulom 2007;
    /// Chaslot et al. 2008; in this form Couëtoux et al. 2011). 0: no limit.
    pub widening: f64,
    /// The exponent of progressive widening.
    pub power: f64,
    /// All-moves-as-first statistics.
    pub amaf: Amaf,
    /// The bias b in the weight `a / (a + n + b a n)` of a all-moves-as-first outcomes beside n outcomes.
    pub amaf_bias: f64,
    /// GRAVE: the visits that a node needs for its statistics to be used.
    pub reference: u64,
    /// Who plays on below the tree.
    pub playout: PlayoutPolicy,
    /// The probability of a random move in MAST and NST.
    pub epsilon: f64,
    /// Whether playouts see the end one ply ahead.
    pub decisive: Decisive,
    /// The plies after which a playout is cut off and evaluated (Lorentz 2008). 0: never.
    pub cut: u32,
    /// Implicit minimax: the weight of the minimax value of evaluations beside the mean outcome (Lanctot
    /// et al. 2014). 0: none.
    pub implicit: f64,
    /// MCTS-solver (Winands, Björnsson and Saito 2008) with draws, as score bounds (Cazenave and
    /// Saffidine 2010).
    pub solver: bool,
    /// One node for each state: UCT2 of Childs, Brodeur and Kocsis (2008).
    pub transpositions: bool,
    /// Whether the tree below the position is kept for the next decision.
    pub reuse: bool,
    /// The number of nodes after which the tree stops growing. 0: no limit.
    pub nodes: u64,
    /// The evaluation v counts as `tanh(v / scale)` of the way from a middling to the best payoff. 0: it
    /// counts as it is.
    pub scale: f64,
}

impl UctOptions {
    /// Every part switched off.
    pub const OFF: UctOptions = UctOptions {
        selection: Selection::Ucb1,
        urgency: f64::INFINITY,
        bias: 0.0,
        temperature: 1.0,
        widening: 0.0,
        power: 0.5,
        amaf: Amaf::None,
        amaf_bias: 1e-5,
        reference: 50,
        playout: PlayoutPolicy::Uniform,
        epsilon: 0.4,
        decisive: Decisive::No,
        cut: 0,
        implicit: 0.0,
        solver: false,
        transpositions: false,
        reuse: false,
        nodes: 0,
        scale: 0.0,
    };

    /// Whether no part is switched on, so that [`Plain`](super::Plain) makes the same decisions.
    pub fn is_off(&self) -> bool {
        let same = UctOptions {
            temperature: self.temperature,
            power: self.power,
            amaf_bias: self.amaf_bias,
            reference: self.reference,
            epsilon: self.epsilon,
            scale: self.scale,
            ..UctOptions::OFF
        };
        *self == same
    }

    /// Whether the states behind all actions of a node are evaluated.
    pub(super) fn has_priors(&self) -> bool {
        self.bias != 0.0 || self.selection == Selection::Puct
    }

    /// Whether the moves of a simulation matter.
    pub(super) fn has_trail(&self) -> bool {
        self.amaf != Amaf::None || self.learns()
    }

    /// Whether playouts learn.
    pub(super) fn learns(&self) -> bool {
        matches!(self.playout, PlayoutPolicy::Mast | PlayoutPolicy::Nst)
    }

    /// Whether states are told apart.
    pub(super) fn has_keys(&self) -> bool {
        self.transpositions || self.reuse
    }
}

/// Two parts that exclude each other, by the names of their parameters, and what to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// The parameter that is refused.
    pub param: &'static str,
    /// Why, in words.
    pub reason: &'static str,
    /// The remedy.
    pub remedy: &'static str,
}

/// The first conflict among the parts and with the averaged outcome.
pub fn conflict(options: &UctOptions, outcome: PlayoutOutcome) -> Option<Conflict> {
    let UctOptions {
        selection, amaf, ..
    } = *options;
    let evaluates = options.playout == PlayoutPolicy::None;
    let points = outcome == PlayoutOutcome::Points;
    let rules = [
        (
            selection == Selection::Puct && options.bias != 0.0,
            "bias",
            "`select=puct` has its knowledge in the priors",
            "omit one of them",
        ),
        (
            selection == Selection::Puct && amaf != Amaf::None,
            "amaf",
            "`select=puct` explores by priors, not by all-moves-as-first outcomes",
            "omit one of them",
        ),
        (
            selection == Selection::Ucb1Tuned && points,
            "select",
            "`ucb1-tuned` needs bounds of the outcome, and points have none",
            "use `outcome=payoff`",
        ),
        (
            evaluates && options.decisive != Decisive::No,
            "decisive",
            "`playout=none` makes no playouts",
            "omit one of them",
        ),
        (
            evaluates && options.cut != 0,
            "cut",
            "`playout=none` makes no playouts",
            "omit one of them",
        ),
        (
            options.solver && points,
            "solver",
            "proofs are of payoffs, and `outcome=points` averages points",
            "use `outcome=payoff`",
        ),
        (
            options.scale != 0.0 && points,
            "scale",
            "points have no bounds to scale an evaluation to",
            "omit it",
        ),
    ];
    let found = rules.into_iter().find(|(refused, ..)| *refused);
    found.map(|(_, param, reason, remedy)| Conflict {
        param,
        reason,
        remedy,
    })
}

/// The first part that this game rules out: they rest on one state for each sequence of actions.
pub fn needs_open_game(options: &UctOptions, facts: &Facts) -> Option<Conflict> {
    let open = !facts.chance && !facts.hidden;
    let duel = open && (facts.players == 1 || (facts.players == 2 && facts.zero_sum));
    let open_game = "it needs a game without chance and hidden cards";
    let rules = [
        (
            options.solver && !duel,
            "solver",
            "it needs a game for one player, or for two with opposite interests, without chance and hidden cards",
        ),
        (options.transpositions && !open, "transpositions", open_game),
        (options.reuse && !open, "reuse", open_game),
        (options.implicit != 0.0 && !open, "implicit", open_game),
        (
            options.decisive != Decisive::No && !open,
            "decisive",
            open_game,
        ),
    ];
    let found = rules.into_iter().find(|(refused, ..)| *refused);
    found.map(|(_, param, reason)| Conflict {
        param,
        reason,
        remedy: "omit it",
    })
}
