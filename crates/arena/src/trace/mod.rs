//! Search traces: what an agent considered in a decision, for display.

mod branch;
mod variation;

pub use branch::{SearchTreeNode, branches};
pub use variation::{SimulatedVariation, drawn, follower};

use crate::env::GameEnv;
use crate::play::{self, Decision, EpisodeObserver, MatchRules};
use ludometer_core::{
    Agent, Budget, Game, Generator, MoveInfo, Player, Rng, Seat, Seed, Variation,
};
use ludometer_spec::source::Diagnostic;
use ludometer_spec::spec::Spec;

/// A decision with everything that its agent reported.
#[derive(Clone, Debug)]
pub struct TracedDecision<G: Game> {
    /// The player to decide.
    pub player: Player,
    /// The state that the seat was opened on.
    pub position: G::State,
    /// The action that the agent chose.
    pub choice: G::Action,
    /// The root moves it reported.
    pub move_infos: Vec<MoveInfo<G::Action>>,
    /// The variations it reported, the preferred one first.
    pub variations: Vec<Variation<G::Action>>,
}

impl<G: Game> TracedDecision<G> {
    /// Runs a fresh agent on a state for the player to move and records its trace.
    pub fn ask(
        env: &GameEnv<G>,
        agent: &Spec,
        state: &G::State,
        player: Player,
        dice: Rng,
        budget: Budget,
    ) -> Result<TracedDecision<G>, Diagnostic> {
        let mut agent = env.agent(agent)?();
        let seat = Seat::open(&**env.game(), state, player, dice, budget);
        TracedDecision::in_seat(seat, &mut *agent)
    }

    /// Runs a fresh agent here and records its trace.
    pub fn in_seat(
        mut seat: Seat<'_, G>,
        agent: &mut dyn Agent<G>,
    ) -> Result<TracedDecision<G>, Diagnostic> {
        seat.enable_trace();
        let choice = agent.act(&mut seat);
        let choice =
            choice.map_err(|forfeit| Diagnostic::new(format!("the agent forfeits: {forfeit}")))?;
        Ok(TracedDecision {
            player: seat.player(),
            position: seat.position().clone(),
            choice,
            move_infos: seat.move_infos().to_vec(),
            variations: seat.variations().to_vec(),
        })
    }

    /// The value of its choice for the player, in the agent's own units, if it was reported.
    pub fn value(&self) -> Option<f64> {
        let mut move_infos = self.move_infos.iter();
        let chosen = move_infos.find(|info| info.action == self.choice);
        chosen.map(|info| info.value)
    }

    fn of(decision: &Decision<'_, G>) -> TracedDecision<G> {
        TracedDecision {
            player: decision.player,
            position: decision.position.clone(),
            choice: decision.action,
            move_infos: decision.move_infos.to_vec(),
            variations: decision.variations.to_vec(),
        }
    }
}

/// Captures one decision of an episode.
struct DecisionCapture<G: Game> {
    left: u32,
    plies: u32,
    captured: Option<(G::State, TracedDecision<G>)>,
}

impl<G: Game> EpisodeObserver<G> for DecisionCapture<G> {
    fn wants_trace(&self) -> bool {
        self.left == 0
    }

    fn decided(&mut self, decision: &Decision<'_, G>) -> bool {
        if self.left == 0 {
            let traced = TracedDecision::of(decision);
            self.captured = Some((decision.state.clone(), traced));
            return false;
        }
        self.left -= 1;
        self.plies += 1;
        true
    }
}

/// Lets an agent play every seat for a number of plies and captures the next decision: the same one
/// that `ludometer play` shows for this seed. `start` is the initial state, by default that of the
/// rules.
pub fn after<G: Game>(
    env: &GameEnv<G>,
    agent: &Spec,
    start: Option<G::State>,
    plies: u32,
    seed: Seed,
    budget: Budget,
) -> Result<(G::State, TracedDecision<G>), Diagnostic> {
    let players = env.game().facts().players;
    let make = env.agent(agent)?;
    let mut agents: Vec<_> = (0..players).map(|_| make()).collect();
    let rules = MatchRules {
        moves: None,
        budget,
        opening: None,
        budgets: Vec::new(),
        mirror: false,
        generator: Generator::Xoshiro,
        ..MatchRules::default()
    };
    let address = play::address(seed, 0, players, false);
    let start = start.unwrap_or_else(|| {
        let mut chance = play::chance(address.0, 0, rules.generator);
        env.game().start(&mut chance)
    });
    let mut capture = DecisionCapture {
        left: plies,
        plies: 0,
        captured: None,
    };
    play::episode(
        &**env.game(),
        start,
        &mut agents,
        &rules,
        address,
        &mut capture,
    );
    capture.captured.ok_or_else(|| {
        let over = capture.plies;
        let diagnostic =
            Diagnostic::new(format!("the game was over after {over} plies, not {plies}"));
        match over.checked_sub(1) {
            Some(last) => diagnostic.hint(format!("the last decision is after {last}")),
            None => diagnostic,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_games::meteors;
    use ludometer_spec::source::Span;

    fn spec(text: &str) -> Spec {
        Spec::parse(&Span::whole("agent", text)).unwrap()
    }

    #[test]
    fn a_game_that_is_over_before_says_when() {
        let env = GameEnv::new(meteors::Meteors, meteors::measures());
        let diagnostic = after(
            &env,
            &spec("random"),
            None,
            100,
            Seed::new(1),
            Budget::UNLIMITED,
        );
        let diagnostic = diagnostic.unwrap_err().to_string();
        assert!(
            diagnostic.starts_with("the game was over after "),
            "{diagnostic}"
        );
        assert!(
            diagnostic.contains("hint: the last decision is after "),
            "{diagnostic}"
        );
    }
}
