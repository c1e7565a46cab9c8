//! An episode, kept tick by tick for whoever wants to see it.

use ludometer_arena::env::Host;
use ludometer_arena::insight::{self, Way};
use ludometer_arena::play::{self, Decision, House, Watcher};
use ludometer_core::{Budget, Game, Generator, Seed, Thought};
use ludometer_games::vgdl::Vgdl;
use ludometer_spec::source::Fault;
use ludometer_spec::spec::Spec;
use ludometer_vgdl::{Action, State};

/// Lines of a decision that a film shows.
pub(super) const LINES: usize = 8;

/// How an episode is taken.
pub struct Take<'a> {
    /// Who plays.
    pub agent: &'a Spec,
    /// What a decision may cost.
    pub budget: Budget,
    /// Where all dice come from.
    pub seed: Seed,
    /// Ticks at most.
    pub ticks: u32,
    /// Whether it is kept what the agent considered.
    pub insight: bool,
}

/// A state, and what was done in it; nothing in the last one.
pub struct Frame {
    /// The state.
    pub state: State,
    /// What the agent chose.
    pub action: Option<Action>,
    /// What it considered before, if that is kept.
    pub insight: Option<Insight>,
}

/// What an agent considered in one decision.
pub struct Insight {
    /// Its choices.
    pub thoughts: Vec<Thought<Action>>,
    /// The first of its ways to go on, the one it would follow before the others.
    pub ways: Vec<Way>,
}

struct Camera<'a> {
    host: &'a Host<Vgdl>,
    take: &'a Take<'a>,
    frames: Vec<Frame>,
}

impl Watcher<Vgdl> for Camera<'_> {
    fn listens(&self) -> bool {
        self.take.insight
    }

    fn decided(&mut self, decision: &Decision<'_, Vgdl>) -> bool {
        let insight = self.take.insight.then(|| {
            let dice = insight::follower(self.take.seed, self.frames.len() as u32);
            let at = (decision.position, decision.player);
            let lines = decision.lines.iter().take(LINES);
            Insight {
                thoughts: decision.thoughts.to_vec(),
                ways: lines
                    .map(|line| Way::follow(self.host, at, line, dice.clone()))
                    .collect(),
            }
        });
        self.frames.push(Frame {
            state: decision.state.clone(),
            action: Some(decision.action),
            insight,
        });
        true
    }

    fn ended(&mut self, state: &State) {
        self.frames.push(Frame {
            state: state.clone(),
            action: None,
            insight: None,
        });
    }
}

/// Plays an episode, the one that `ludometer play` shows for the same seed.
pub fn record(host: &Host<Vgdl>, take: &Take<'_>) -> Result<Vec<Frame>, Fault> {
    let mut agents = vec![host.agent(take.agent)?()];
    let house = House {
        moves: Some(take.ticks),
        budget: take.budget,
        opening: None,
        mirror: false,
        generator: Generator::Xoshiro,
    };
    let address = play::address(take.seed, 0, 1, false);
    let mut chance = address.0.named("chance").nth(0).rng(house.generator);
    let start = host.game().start(&mut chance);
    let mut camera = Camera {
        host,
        take,
        frames: Vec::new(),
    };
    play::episode(
        &**host.game(),
        start,
        &mut agents,
        &house,
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
    use ludometer_games::vgdl;
    use ludometer_spec::source::Place;

    /// The agent that shifts its plans on remembers the decisions before, so it must have made them.
    #[test]
    fn a_decision_after_some_plies_is_the_one_of_the_episode() {
        let (game, _) = Library::Shipped.open("lanterns", 0).unwrap();
        let host = Host::new(game, vgdl::measures()).trailed();
        let agent = Place::whole("agent", "rolling(p=3, l=6, shift=yes)");
        let agent = Spec::parse(&agent).unwrap();
        let take = Take {
            agent: &agent,
            budget: Budget::of_steps(60),
            seed: Seed::new(8),
            ticks: 12,
            insight: true,
        };
        let frames = record(&host, &take).unwrap();
        for plies in [0, 1, 11] {
            let (state, opinion) =
                insight::after(&host, &agent, None, plies, take.seed, take.budget).unwrap();
            let frame = &frames[plies as usize];
            assert_eq!(state, frame.state);
            assert_eq!(Some(opinion.choice), frame.action);
            let kept = frame.insight.as_ref().unwrap();
            assert_eq!(opinion.thoughts, kept.thoughts);
            assert_eq!(opinion.lines.len(), 3);
            let dice = insight::follower(take.seed, plies);
            let at = (&opinion.position, opinion.player);
            let plan = Way::follow(&host, at, &opinion.lines[0], dice);
            assert_eq!(Some(&plan), kept.ways.first());
        }
    }
}
