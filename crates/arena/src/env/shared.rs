//! Parameters that several entries have.

use super::game_env::{AgentMaker, EvaluatorMaker};
use ludometer_agents::sample::PlayoutOutcome;
use ludometer_agents::search::Wins;
use ludometer_core::{Agent, Evaluator, Facts, Game, memory};
use ludometer_spec::param::Args;
use ludometer_spec::params::{self, Params, choice, whole};
use ludometer_spec::source::Diagnostic;
use ludometer_spec::spec::Spec;
use std::sync::Arc;

/// A constructor of agents, called for each episode.
pub fn agent<G: Game, A: Agent<G> + 'static>(
    make: impl Fn() -> A + Send + Sync + 'static,
) -> AgentMaker<G> {
    Arc::new(move || Box::new(make()))
}

/// A constructor of evaluators, called for each episode.
pub fn evaluator<G: Game, E: Evaluator<G> + 'static>(
    make: impl Fn() -> E + Send + Sync + 'static,
) -> EvaluatorMaker<G> {
    Arc::new(move || Box::new(make()))
}

/// Refuses a whole-number parameter whose memory cannot be had, and names the largest number from `least`
/// on that would fit. `bytes` is what a number takes.
pub(super) fn within_memory(
    args: &Args,
    name: &str,
    least: u64,
    what: &str,
    bytes: impl Fn(u64) -> u64,
) -> Result<(), Diagnostic> {
    let value = args.whole(name);
    let wanted = bytes(value);
    if memory::fits(wanted) {
        return Ok(());
    }
    let megabytes = wanted.div_ceil(1 << 20);
    let message =
        format!("`{name}` cannot be {value}: {what} takes {megabytes} MB, which cannot be had");
    let hint = match memory::largest(least, value, bytes) {
        Some(fit) => format!("{name}={fit} would fit"),
        None => "free some memory, or raise the limit of this process".into(),
    };
    Err(Diagnostic::at(&args.value(name).span, message).hint(hint))
}

/// The depth of a search.
pub fn depth() -> Params<u32> {
    whole("t", 1..=30, "the depth of the search, in plies").aliases(["depth"])
}

/// The evaluator of a search's leaves.
pub fn leaf() -> Params<Spec> {
    params::evaluator("leaf", "evaluator of the leaves").or("points")
}

/// Which win within the horizon a search plays.
pub fn wins() -> Params<Wins> {
    let choices = [("shortest", Wins::Shortest), ("any", Wins::Any)];
    let about = "whether a win within the horizon is played by a shortest path or by any";
    choice("wins", choices, about)
        .or("shortest")
        .neutral("shortest")
}

/// Random playouts per decision or evaluation.
pub(super) fn playouts() -> Params<u64> {
    let about = "random playouts per decision";
    whole("playouts", 1..=1_000_000_000, about)
        .or("1000")
        .aliases(["iterations", "simulations", "rollouts"])
}

/// The result of a playout that is averaged.
pub(super) fn outcome() -> Params<PlayoutOutcome> {
    let choices = [
        ("payoff", PlayoutOutcome::Payoff),
        ("points", PlayoutOutcome::Points),
    ];
    let about = "result of a playout: the payoff, or the final points";
    choice("outcome", choices, about).or("payoff")
}

/// The maximum length of a playout.
pub(super) fn plies() -> Params<u32> {
    let about = "maximum number of actions of a playout";
    whole("plies", 1..=1_000_000, about).or("1000")
}

/// For puzzles.
pub(super) fn puzzle(facts: &Facts) -> Result<(), &'static str> {
    match (facts.players, facts.chance, facts.hidden) {
        (1, false, false) => Ok(()),
        _ => Err("it plans for one player without chance; try `depth`"),
    }
}

/// For two-player games with perfect information.
pub(super) fn duel(facts: &Facts) -> Result<(), &'static str> {
    match (facts.players, facts.chance, facts.hidden) {
        (2, false, false) => Ok(()),
        _ => Err("it is for two players without chance or hidden cards; try `random` or `uct`"),
    }
}
