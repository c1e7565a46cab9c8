//! What several entries can be set on.

use super::entry::Fit;
use ludometer_agents::sample::{Outcome, Rollout};
use ludometer_agents::search::Wins;
use ludometer_core::Game;
use ludometer_spec::knob::{Args, Kind, Knob};

/// How deep a search looks.
pub const DEPTH: Knob = Knob::new(
    "t",
    Kind::Whole(1, 30),
    None,
    "the depth of the search, in plies",
);

/// What a search thinks of the states it ends in.
pub const LEAF: Knob = Knob::new(
    "leaf",
    Kind::Evaluator,
    Some("points"),
    "what the leaves are worth",
);

/// Which way to a win a search takes.
pub const WINS: Knob = Knob::new(
    "wins",
    Kind::Choice(&["shortest", "any"]),
    Some("shortest"),
    "whether a win within the horizon is played by a shortest way or by any",
)
.neutral("shortest");

/// What [`WINS`] is set to.
pub fn wins(args: &Args) -> Wins {
    match args.spec("wins").name.as_str() {
        "any" => Wins::Any,
        _ => Wins::Shortest,
    }
}

pub(super) const PLAYOUTS: Knob = Knob::new(
    "playouts",
    Kind::Whole(1, 1_000_000_000),
    Some("1000"),
    "random completions a decision",
);

pub(super) const OUTCOME: Knob = Knob::new(
    "outcome",
    Kind::Choice(&["payoff", "points"]),
    Some("payoff"),
    "what a completion is worth: the payoff, or the scoreboard at the end",
);

pub(super) const PLIES: Knob = Knob::new(
    "plies",
    Kind::Whole(1, 1_000_000),
    Some("1000"),
    "how many actions a completion has at most",
);

/// Makes completions as the knobs [`OUTCOME`] and [`PLIES`] say.
pub(super) fn rollout<G: Game>(args: &Args) -> impl Fn() -> Rollout<G> + use<G> {
    let outcome = match args.spec("outcome").name.as_str() {
        "points" => Outcome::Points,
        _ => Outcome::Payoff,
    };
    let plies = args.whole("plies") as u32;
    move || Rollout::new(outcome, plies)
}

/// For searches of two players who see everything.
pub(super) const DUEL: Fit = |facts| match (facts.players, facts.chance, facts.hidden) {
    (2, false, false) => Ok(()),
    _ => Err("it is for two players without chance or hidden cards; try `random` or `uct`"),
};
