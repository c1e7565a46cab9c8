//! The entry of expectimax, for games that list their chance outcomes.

use super::game_env::{AgentEntry, GameEnv};
use super::shared::{agent, depth, leaf};
use ludometer_agents::search::{Expectimax, StarPruning};
use ludometer_core::{Chance, Facts, law};
use ludometer_spec::params;
use ludometer_spec::params::choice;
use ludometer_spec::spec::Spec;

params! {
    struct ExpectimaxParams {
        depth: u32 = depth(),
        leaf: Spec = leaf(),
        pruning: StarPruning = choice(
            "prune",
            [
                ("no", StarPruning::None),
                ("star1", StarPruning::Star1),
                ("star2", StarPruning::Star2),
            ],
            "pruning at chance nodes (Ballard 1983); the value is the same",
        )
        .or("star1"),
    }
}

fn open(facts: &Facts) -> Result<(), &'static str> {
    match facts.hidden {
        true => Err("the game hides cards; try `ismcts`"),
        false => Ok(()),
    }
}

impl<G: Chance> GameEnv<G> {
    /// Enables searches that list chance outcomes.
    #[must_use]
    pub fn with_chance(mut self) -> Self {
        let entry = AgentEntry::new(
            "expectimax",
            "expectimax@1",
            "expectimax: every chance outcome is listed and weighted by its probability",
            ExpectimaxParams::params(),
            |given, env: &GameEnv<G>| {
                let leaf = env.evaluator(&given.leaf)?;
                let bounds = env.game().facts().utility;
                Ok(agent(move || {
                    Expectimax::new(given.depth, leaf(), given.pruning, bounds)
                }))
            },
        );
        self.agents.push(entry.fits(open));
        self.outcomes = Some(|game, seed| law::check_chance(game, seed, law::Effort::default()));
        self
    }
}
