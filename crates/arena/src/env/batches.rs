//! States and actions as numbers, and batches of games that are played with them.

use super::encoding::Encoding;
use super::game_env::GameEnv;
use crate::arrays::{
    AnyBatch, Autoreset, BatchSettings, Declared, Encoder, GameBatch, IllegalActions,
    RANKED_ACTIONS, Ranked, RewardKind,
};
use ludometer_core::{
    ActionSpace, Budget, DynGame, DynState, Game, Observation, Player, Seed, Shape, law,
};
use ludometer_spec::source::{Diagnostic, Span};
use ludometer_spec::spec::Spec;
use std::sync::Arc;

/// A batch as people specify it.
pub struct BatchSpec<'a> {
    /// How many games there are.
    pub games: usize,
    /// The root of the random streams.
    pub seed: Seed,
    /// Where episodes begin; the initial state of the rules if none is given.
    pub start: Option<&'a Spec>,
    /// Agents for the seats that do not act through the batch: none, one for all, or one for each player,
    /// of whom the learner's is not asked.
    pub opponents: &'a [Spec],
    /// The learner's seat among opponents; the next one in every episode if none is given.
    pub seat: Option<Player>,
    /// The budget of an opponent's decision.
    pub budget: Budget,
    /// Actions after which an episode is truncated.
    pub actions: Option<u32>,
    /// When finished games begin again.
    pub autoreset: Autoreset,
    /// What a reward is.
    pub reward: RewardKind,
    /// What happens to illegal actions.
    pub illegal: IllegalActions,
}

impl<G: Observation + ActionSpace> GameEnv<G> {
    /// Enables observations and actions as arrays, as the game declares them. Without it actions are
    /// numbered by their rank among the legal ones, there are no observations, and batches are slower.
    #[must_use]
    pub fn with_arrays(mut self) -> Self {
        self.encoding = Some(Encoding {
            shape: |game| game.shape(),
            observe: |game, state, viewer, out| game.observe(state, viewer, out),
            space: |game| game.action_space(),
            number: |game, state, action| game.action_number(state, action),
            action: |game, state, number| game.numbered_action(state, number),
            batch: |game, settings, games, seed| {
                Box::new(GameBatch::new(game, Declared, settings, games, seed))
            },
            laws: vec![
                |game, seed| law::check_observation(game, seed, law::Effort::default()),
                |game, seed| law::check_action_space(game, seed, law::Effort::default()),
            ],
        });
        self
    }
}

impl<G: Game> GameEnv<G> {
    /// The shape of observations and the size of the action space.
    pub(crate) fn spaces(&self) -> (Shape, usize) {
        match &self.encoding {
            Some(encoding) => ((encoding.shape)(&self.game), (encoding.space)(&self.game)),
            None => (
                Encoder::<DynGame>::shape(&Ranked, &self.erased()),
                RANKED_ACTIONS,
            ),
        }
    }

    fn erased(&self) -> DynGame {
        DynGame::new(Arc::clone(&self.game))
    }

    /// Many games at once, as arrays.
    pub(crate) fn batch(&self, spec: &BatchSpec<'_>) -> Result<Box<dyn AnyBatch>, Diagnostic> {
        let (players, given) = (self.facts.players, spec.opponents.len());
        if !spec.opponents.is_empty() && players == 1 {
            let message = format!("{} has one player: there is no opponent", self.facts.name);
            return Err(Diagnostic::at(&spec.opponents[0].span, message).hint("leave it out"));
        }
        if given > 1 && given != players {
            let message = format!("{} needs {players} agents, not {given}", self.facts.name);
            let hint = "give one for all seats, or one for each; the learner's is not asked";
            return Err(Diagnostic::at(&spec.opponents[0].span, message).hint(hint));
        }
        if let Some(seat) = spec.seat.filter(|seat| seat.index() >= players) {
            let message = format!(
                "{} has {players} seats, from 0, not {}",
                self.facts.name, seat.0
            );
            return Err(Diagnostic::new(message));
        }
        let start = Spec::parse(&Span::whole("start", "start"))?;
        let start = self.starter(spec.start.unwrap_or(&start))?;
        let Some(encoding) = &self.encoding else {
            return self.ranked_batch(spec, start);
        };
        let seats = match spec.opponents {
            [one] => vec![one; players],
            all => all.iter().collect(),
        };
        let opponents = seats.into_iter().map(|spec| self.agent(spec));
        let settings = BatchSettings {
            start,
            opponents: opponents.collect::<Result<_, _>>()?,
            seat: spec.seat,
            budget: spec.budget,
            actions: spec.actions,
            autoreset: spec.autoreset,
            reward: spec.reward,
            illegal: spec.illegal,
        };
        let game = Arc::clone(&self.game);
        Ok((encoding.batch)(game, settings, spec.games, spec.seed))
    }

    /// A batch of a game that declares no arrays: by one type for all such games.
    fn ranked_batch(
        &self,
        spec: &BatchSpec<'_>,
        start: super::Starter<G>,
    ) -> Result<Box<dyn AnyBatch>, Diagnostic> {
        if let Some(opponent) = spec.opponents.first() {
            let name = &self.facts.name;
            let message = format!("opponents cannot play inside batches of {name}");
            let hint = "the game must declare its arrays (Observation, ActionSpace, with_arrays)";
            return Err(Diagnostic::at(&opponent.span, message).hint(hint));
        }
        let game = Arc::clone(&self.game);
        let settings = BatchSettings {
            start: Arc::new(move |_: &DynGame, chance| DynState::new(start(&game, chance))),
            opponents: Vec::new(),
            seat: spec.seat,
            budget: spec.budget,
            actions: spec.actions,
            autoreset: spec.autoreset,
            reward: spec.reward,
            illegal: spec.illegal,
        };
        let game = Arc::new(self.erased());
        Ok(Box::new(GameBatch::new(
            game, Ranked, settings, spec.games, spec.seed,
        )))
    }
}
