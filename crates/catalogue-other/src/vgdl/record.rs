//! An episode, kept tick by tick for viewing.

use ludometer_arena::env::GameEnv;
use ludometer_arena::play::{self, Decision, EpisodeObserver, MatchRules};
use ludometer_arena::trace::{self, SimulatedVariation};
use ludometer_core::{Budget, Game, Generator, MoveInfo, Seed};
use ludometer_games_other::vgdl::Vgdl;
use ludometer_spec::source::Diagnostic;
use ludometer_spec::spec::Spec;
use ludometer_vgdl::{Action, State};

/// Lines of a decision that a film shows.
pub(super) const LINES: usize = 8;

/// How an episode is taken.
pub struct Recording<'a> {
    /// Who plays.
    pub agent: &'a Spec,
    /// What a decision may cost.
    pub budget: Budget,
    /// The random seed.
    pub seed: Seed,
    /// Ticks at most.
    pub ticks: u32,
    /// Whether it is kept what the agent considered.
    pub trace: bool,
}

/// A state, and what was done in it; nothing in the last one.
pub struct Frame {
    /// The state.
    pub state: State,
    /// What the agent chose.
    pub action: Option<Action>,
    /// What it considered before, if that is kept.
    pub trace: Option<DecisionTrace>,
}

/// What an agent considered in one decision.
pub struct DecisionTrace {
    /// Its choices.
    pub move_infos: Vec<MoveInfo<Action>>,
    /// The first of its ways to go on, the one it would follow before the others.
    pub ways: Vec<SimulatedVariation>,
}

struct Recorder<'a> {
    env: &'a GameEnv<Vgdl>,
    take: &'a Recording<'a>,
    frames: Vec<Frame>,
}

impl EpisodeObserver<Vgdl> for Recorder<'_> {
    fn wants_trace(&self) -> bool {
        self.take.trace
    }

    fn decided(&mut self, decision: &Decision<'_, Vgdl>) -> bool {
        let trace = self.take.trace.then(|| {
            let dice = trace::follower(self.take.seed, self.frames.len() as u32);
            let at = (decision.position, decision.player);
            let lines = decision.variations.iter().take(LINES);
            DecisionTrace {
                move_infos: decision.move_infos.to_vec(),
                ways: lines
                    .map(|line| SimulatedVariation::follow(self.env, at, line, dice.clone()))
                    .collect(),
            }
        });
        self.frames.push(Frame {
            state: decision.state.clone(),
            action: Some(decision.action),
            trace,
        });
        true
    }

    fn ended(&mut self, state: &State) {
        self.frames.push(Frame {
            state: state.clone(),
            action: None,
            trace: None,
        });
    }
}

/// Plays an episode, the one that `ludometer play` shows for the same seed.
pub fn record(env: &GameEnv<Vgdl>, take: &Recording<'_>) -> Result<Vec<Frame>, Diagnostic> {
    let mut agents = vec![env.agent(take.agent)?()];
    let rules = MatchRules {
        moves: Some(take.ticks),
        budget: take.budget,
        opening: None,
        budgets: Vec::new(),
        mirror: false,
        generator: Generator::Xoshiro,
        ..MatchRules::default()
    };
    let address = play::address(take.seed, 0, 1, false);
    let mut chance = play::chance(address.0, 0, rules.generator);
    let start = env.game().start(&mut chance);
    let mut camera = Recorder {
        env,
        take,
        frames: Vec::new(),
    };
    play::episode(
        &**env.game(),
        start,
        &mut agents,
        &rules,
        address,
        &mut camera,
    );
    Ok(camera.frames)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vgdl::Library;
    use ludometer_core::{Budget, Seed};
    use ludometer_games_other::vgdl;
    use ludometer_spec::source::Span;

    /// The agent that shifts its plans on remembers the decisions before, so it must have made them.
    #[test]
    fn a_decision_after_some_plies_is_the_one_of_the_episode() {
        let (game, _) = Library::Shipped.open("lanterns", 0).unwrap();
        let env = GameEnv::new(game, vgdl::measures()).with_location();
        let agent = Span::whole("agent", "rhea(p=3, l=6, shift=yes)");
        let agent = Spec::parse(&agent).unwrap();
        let take = Recording {
            agent: &agent,
            budget: Budget::of_steps(60),
            seed: Seed::new(8),
            ticks: 12,
            trace: true,
        };
        let frames = record(&env, &take).unwrap();
        for plies in [0, 1, 11] {
            let (state, traced) =
                trace::after(&env, &agent, None, plies, take.seed, take.budget).unwrap();
            let frame = &frames[plies as usize];
            assert_eq!(state, frame.state);
            assert_eq!(Some(traced.choice), frame.action);
            let kept = frame.trace.as_ref().unwrap();
            assert_eq!(traced.move_infos, kept.move_infos);
            assert_eq!(traced.variations.len(), 3);
            let dice = trace::follower(take.seed, plies);
            let at = (&traced.position, traced.player);
            let plan = SimulatedVariation::follow(&env, at, &traced.variations[0], dice);
            assert_eq!(Some(&plan), kept.ways.first());
        }
    }
}
