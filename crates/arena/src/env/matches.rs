//! Matches: specification and execution.

use super::game_env::{AgentMaker, Starter};
use crate::play::{self, Cancelled, Decision, Episode, EpisodeObserver, MatchRules, NoObserver};
use ludometer_core::{Agent, Game, Measure, Player, Seed, Stop};
use ludometer_spec::spec::Spec;
use std::sync::Arc;

/// The specification of a match: the agents and rules of one cell of a plan.
pub struct MatchSpec<'a> {
    /// One agent for each player.
    pub agents: &'a [Spec],
    /// Where episodes begin.
    pub start: &'a Spec,
    /// The measure of the final state to record, if any.
    pub measure: Option<&'a Spec>,
    /// The match rules.
    pub rules: MatchRules,
    /// The random seed.
    pub seed: Seed,
}

/// A validated match: it plays any of its episodes, alone and in any order.
pub trait PreparedMatch: Send + Sync {
    /// Plays one episode, unless it is stopped.
    fn play_until(&self, episode: u64, stop: Stop<'_>) -> Result<Episode, Cancelled>;

    /// Plays one episode to its end.
    fn play(&self, episode: u64) -> Episode {
        let played = self.play_until(episode, Stop::NEVER);
        played.expect("nobody asks it to stop")
    }
}

/// A prepared match.
pub(crate) struct TypedMatch<G: Game> {
    pub(crate) game: Arc<G>,
    pub(crate) agents: Vec<AgentMaker<G>>,
    pub(crate) starter: Starter<G>,
    pub(crate) measure: Option<Measure<G>>,
    pub(crate) rules: MatchRules,
    pub(crate) seed: Seed,
}

/// Measures the final state of an episode for each player.
struct FinalMeasures<'a, G: Game> {
    game: &'a G,
    measure: Measure<G>,
    values: Vec<f64>,
}

impl<G: Game> EpisodeObserver<G> for FinalMeasures<'_, G> {
    fn decided(&mut self, _: &Decision<'_, G>) -> bool {
        true
    }

    fn ended(&mut self, state: &G::State) {
        let players = (0..self.game.facts().players).map(|player| Player(player as u8));
        let value = |player| self.measure.value(self.game, state, player);
        self.values = players.map(value).collect();
    }
}

impl<G: Game> PreparedMatch for TypedMatch<G> {
    fn play_until(&self, episode: u64, stop: Stop<'_>) -> Result<Episode, Cancelled> {
        let place = play::address(self.seed, episode, self.agents.len(), self.rules.mirror);
        let mut chance = play::chance(place.0, 0, self.rules.generator);
        let start = (self.starter)(&self.game, &mut chance);
        let mut agents: Vec<Box<dyn Agent<G>>> = self.agents.iter().map(|make| make()).collect();
        let (game, rules) = (&*self.game, &self.rules);
        let Some(measure) = self.measure else {
            let nobody = &mut NoObserver;
            return play::episode_until(game, start, &mut agents, rules, place, nobody, stop);
        };
        let mut gauge = FinalMeasures {
            game,
            measure,
            values: Vec::new(),
        };
        let mut episode =
            play::episode_until(game, start, &mut agents, rules, place, &mut gauge, stop)?;
        let players = gauge.values.len();
        for (player, value) in gauge.values.into_iter().enumerate() {
            episode.seats[(player + place.1) % players].measured = Some(value);
        }
        Ok(episode)
    }
}
