//! The default environment of a game.

use super::agents::agents;
use super::evaluators::evaluators;
use super::game_env::GameEnv;
use super::starts::starts;
use ludometer_agents::search::pvs::SearchHints;
use ludometer_core::{Game, Information, Measure};
use std::sync::Arc;

impl<G: Game> GameEnv<G> {
    /// A game with the measures papers define on it.
    ///
    /// # Panics
    ///
    /// If the game's facts declare hidden information and its type does not: seats would leak it.
    pub fn new(game: G, mut measures: Vec<Measure<G>>) -> GameEnv<G> {
        let hides = <G::Information as Information<G>>::HIDDEN;
        let facts = game.facts();
        let name = &facts.name;
        assert_eq!(
            facts.hidden, hides,
            "{name} says two things of what it hides"
        );
        let points = Measure::high("points", "the scoreboard", |game: &G, state, player| {
            game.points(state, player)
        });
        measures.push(points);
        GameEnv {
            facts,
            identity: [const { String::new() }; 2],
            notes: super::notes::Notes::default(),
            registered_weights: Arc::default(),
            game: Arc::new(game),
            measures,
            notation: None,
            trail: None,
            hints: SearchHints::default(),
            passing: None,
            outcomes: None,
            encoding: None,
            agents: agents(),
            evaluators: evaluators(),
            defined: Vec::new(),
            starts: starts(),
            blocks: Vec::new(),
            learners: Vec::new(),
            exact: None,
            estimates: None,
            standard: None,
            moves: None,
            painter: None,
            picture: None,
            history: None,
        }
    }
}
