//! Players that a laboratory in code sits down: a search of this many nodes with an evaluation and
//! probabilities of its own, and games between two of them.

use super::guide::Mia;
use super::mia_eval::MiaEvaluator;
use super::realisation::Realisation;
use ludometer_agents::search::pvs::{Pvs, Techniques};
use ludometer_arena::play::{self, Decision, EpisodeObserver, MatchRules};
use ludometer_arena::random_play::{Streams, random_play};
use ludometer_core::{Agent, Budget, Game, Generator, Seed, Turn};
use ludometer_games_board::loa::{Loa, Move, Position};

/// Plies after which a game is a draw.
pub const LONGEST: u32 = 200;

/// No search of a game that is played for numbers looks deeper.
const DEEPEST: u32 = 30;

/// A player by its parts.
#[derive(Clone, Debug)]
pub struct LoaProfile {
    /// The evaluation.
    pub mia_eval: MiaEvaluator,
    /// The probabilities.
    pub realisation: Realisation,
    /// The techniques; the size of the table is set by the nodes.
    pub techniques: Techniques,
    /// Forward-model calls a decision.
    pub nodes: u64,
}

impl LoaProfile {
    /// A player that knows nothing of other decisions.
    pub fn sit(&self) -> Pvs<Loa, MiaEvaluator, Mia> {
        let table = self.nodes.max(2).ilog2().clamp(8, 20);
        let techniques = Techniques {
            table,
            ..self.techniques
        };
        let guide = Mia::new(self.realisation.clone(), false);
        Pvs::guided(DEEPEST, self.mia_eval, guide, techniques)
    }
}

/// Plays a game of a player against itself from a position: its moves, each with the position it was
/// played in, and the payoff of the first player.
pub fn play(
    position: Position,
    profile: &LoaProfile,
    address: Seed,
) -> (Vec<(Position, Move)>, f64) {
    let rules = MatchRules {
        moves: Some(LONGEST),
        budget: Budget::of_steps(profile.nodes),
        opening: None,
        budgets: Vec::new(),
        mirror: false,
        generator: Generator::Xoshiro,
        ..MatchRules::default()
    };
    let sit = || -> Box<dyn Agent<Loa>> { Box::new(profile.sit()) };
    let mut agents = [sit(), sit()];
    let mut record = Record(Vec::new());
    let place = (address, 0);
    let episode = play::episode(&Loa, position, &mut agents, &rules, place, &mut record);
    (record.0, episode.seats[0].payoff)
}

/// The moves of a game.
struct Record(Vec<(Position, Move)>);

impl EpisodeObserver<Loa> for Record {
    fn decided(&mut self, decision: &Decision<'_, Loa>) -> bool {
        self.0.push((decision.state.clone(), decision.action));
        true
    }
}

/// A position after this many random moves that is not over.
pub fn opening(address: Seed, plies: u32) -> Position {
    let mut attempts = (0..).map(|attempt| {
        let mut dice = address.nth(attempt).rng(Generator::Xoshiro);
        let mut position = Loa.start(&mut dice);
        let streams = Streams::Shared(&mut dice);
        random_play(&Loa, &mut position, plies.into(), streams, |_, _| {});
        position
    });
    let open = attempts.find(|position| Loa.turn(position) != Turn::Over);
    open.expect("some random game lasts so long")
}
