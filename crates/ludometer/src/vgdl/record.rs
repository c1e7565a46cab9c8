//! An episode, kept tick by tick for whoever wants to see it.

use crate::env::Host;
use crate::insight::{self, Way};
use crate::play::{self, Decision, House, Watcher};
use crate::source::Fault;
use crate::spec::Spec;
use ludometer_core::{Budget, Game, Generator, Seed, Thought};
use ludometer_games::vgdl::Vgdl;
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
