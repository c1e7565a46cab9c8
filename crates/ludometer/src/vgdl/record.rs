//! An episode, kept tick by tick for whoever wants to see it.

use crate::play::{self, Decision, House, Watcher};
use crate::registry::Host;
use crate::source::Fault;
use crate::spec::Spec;
use ludometer_core::{Budget, Game, Generator, Seed};
use ludometer_games::vgdl::Vgdl;
use ludometer_vgdl::{Action, State};

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
}

/// A state, and what was done in it; nothing in the last one.
pub struct Frame {
    /// The state.
    pub state: State,
    /// What the agent chose.
    pub action: Option<Action>,
}

#[derive(Default)]
struct Camera(Vec<Frame>);

impl Watcher<Vgdl> for Camera {
    fn decided(&mut self, decision: &Decision<'_, Vgdl>) -> bool {
        self.0.push(Frame {
            state: decision.state.clone(),
            action: Some(decision.action),
        });
        true
    }

    fn ended(&mut self, state: &State) {
        self.0.push(Frame {
            state: state.clone(),
            action: None,
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
    let mut camera = Camera::default();
    play::episode(
        &**host.game(),
        start,
        &mut agents,
        &house,
        address,
        &mut camera,
    );
    Ok(camera.0)
}
