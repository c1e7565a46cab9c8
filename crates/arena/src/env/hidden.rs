//! Entries of searches for games with hidden information.

use super::game_env::{AgentEntry, GameEnv};
use super::shared::{agent, outcome, playouts, plies};
use ludometer_agents::sample::{Determinized, IsMcts, Observers, PlayoutOutcome, Rollout, Uct};
use ludometer_core::{Facts, Game, Information};
use ludometer_spec::params;
use ludometer_spec::params::{Params, choice, real, whole};
use ludometer_spec::source::Diagnostic;

/// The exploration constant, for payoffs scaled by the game's bounds.
fn exploration() -> Params<f64> {
    let about = "the exploration constant of UCB1, for payoffs scaled to -1..1 by the game's bounds (not for points)";
    real("c", 0.0..=1e9, about)
        .or("1.4")
        .aliases(["exploration"])
}

/// The constant in the units of the outcome.
fn scaled(c: f64, outcome: PlayoutOutcome, facts: &Facts) -> f64 {
    let (least, greatest) = facts.utility;
    match outcome {
        PlayoutOutcome::Payoff => c * (greatest - least) / 2.0,
        PlayoutOutcome::Points => c,
    }
}

params! {
    struct IsMctsParams {
        playouts: u64 = playouts(),
        c: f64 = exploration(),
        observers: Observers = choice(
            "observers",
            [
                ("single", Observers::Single),
                ("multiple", Observers::Multiple),
            ],
            "whose information the nodes stand for: that of the player who decides (SO-ISMCTS), or a tree for each player (MO-ISMCTS)",
        )
        .or("single"),
        outcome: PlayoutOutcome = outcome(),
        plies: u32 = plies(),
    }
}

params! {
    struct PimcParams {
        worlds: u64 = whole(
            "worlds",
            1..=1_000_000,
            "states that are drawn for what is hidden, each with its share of the budget",
        )
        .or("20"),
        playouts: u64 = whole("playouts", 1..=1_000_000_000, "random playouts in each of them")
            .or("100")
            .aliases(["iterations", "simulations", "rollouts"]),
        c: f64 = exploration(),
        outcome: PlayoutOutcome = outcome(),
        plies: u32 = plies(),
    }
}

fn hidden(facts: &Facts) -> Result<(), &'static str> {
    match facts.hidden {
        true => Ok(()),
        false => Err("the game hides nothing; try `uct`"),
    }
}

/// For types of games that hide nothing the searches are not even compiled.
fn unhidden() -> Diagnostic {
    Diagnostic::new("the game hides nothing").hint("try `uct`")
}

/// Both searches.
pub(super) fn entries<G: Game>() -> Vec<AgentEntry<G>> {
    vec![
        AgentEntry::new(
            "ismcts",
            "ismcts@1",
            "information-set Monte Carlo tree search with availability counts (Cowling, Powley and Whitehouse 2012)",
            IsMctsParams::params(),
            |given, env: &GameEnv<G>| {
                if !<G::Information as Information<G>>::HIDDEN {
                    return Err(unhidden());
                }
                let c = scaled(given.c, given.outcome, &env.game().facts());
                Ok(agent(move || {
                    IsMcts::new(
                        given.playouts,
                        c,
                        given.outcome,
                        given.plies,
                        given.observers,
                    )
                }))
            },
        )
        .fits(hidden),
        AgentEntry::new(
            "pimc",
            "pimc@1",
            "determinised search, or perfect-information Monte Carlo: UCT in drawn states, visits added (Ginsberg 2001); it plans as if it will know what it cannot (strategy fusion)",
            PimcParams::params(),
            |given, env: &GameEnv<G>| {
                if !<G::Information as Information<G>>::HIDDEN {
                    return Err(unhidden());
                }
                let c = scaled(given.c, given.outcome, &env.game().facts());
                Ok(agent(move || {
                    let rollout = Rollout::new(given.outcome, given.plies);
                    Determinized::new(given.worlds, Uct::new(given.playouts, c, rollout))
                }))
            },
        )
        .aliases(["determinized-uct"])
        .fits(hidden),
    ]
}
