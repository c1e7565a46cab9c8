//! Batches of games, typed and erased.

use super::BatchArrays;
use super::encoder::Encoder;
use super::jobs::RowLengths;
use super::settings::{Autoreset, BatchSettings};
use super::slot::{Shared, Slot};
use ludometer_core::{Actions, Facts, Game, Generator, Rng, Seed, Shape};
use rayon::ThreadPool;
use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};
use rayon::slice::{ParallelSlice, ParallelSliceMut};
use std::any::Any;
use std::sync::Arc;

/// Games a thread takes at a time: few enough to share the work evenly, enough to be worth handing over.
const SHARE: usize = 64;

/// The sizes of a batch's arrays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BatchLayout {
    /// How many games there are.
    pub games: usize,
    /// The shape of an observation.
    pub shape: Shape,
    /// The size of the action space.
    pub actions: usize,
    /// How many players a game has.
    pub players: usize,
    /// Whether final observations are written.
    pub finals: bool,
}

/// Why a batch did not step.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BatchError {
    /// An action is not legal. No game has moved.
    #[error("action {action} of game {game} is not legal there; legal: {legal}")]
    Illegal {
        /// The game, counted from 0.
        game: usize,
        /// The number of the action.
        action: i64,
        /// The numbers of some legal actions.
        legal: String,
    },
    /// A finished game was not reset.
    #[error("game {game} is over; reset it, or let finished games begin again by themselves")]
    Finished {
        /// The game, counted from 0.
        game: usize,
    },
    /// An array has the wrong length.
    #[error("{what} has length {length}; it must be {wanted}")]
    Length {
        /// Which array.
        what: &'static str,
        /// Its length.
        length: usize,
        /// The length that it must have.
        wanted: usize,
    },
}

/// A batch of games with their type erased.
pub trait AnyBatch: Send {
    /// The sizes of its arrays.
    fn layout(&self) -> &BatchLayout;
    /// Begins an episode in every game, or in those that are marked. With a seed every game begins its
    /// first episode, else its next one.
    fn reset(
        &mut self,
        seed: Option<Seed>,
        which: Option<&[bool]>,
        arrays: BatchArrays<'_>,
        pool: Option<&ThreadPool>,
    ) -> Result<(), BatchError>;
    /// One action in every game.
    fn step(
        &mut self,
        actions: &[i64],
        arrays: BatchArrays<'_>,
        pool: Option<&ThreadPool>,
    ) -> Result<(), BatchError>;
    /// Writes observations, masks and players as the games stand; no rewards and no endings.
    fn observe(
        &mut self,
        arrays: BatchArrays<'_>,
        pool: Option<&ThreadPool>,
    ) -> Result<(), BatchError>;
    /// Writes the number of a legal action for every game, uniformly at random; 0 where a game is over.
    fn sample(&mut self, numbers: &mut [i64]) -> Result<(), BatchError>;
    /// The number of the episode that a game plays.
    fn episode(&self, game: usize) -> Option<u64>;
    /// The state of a game, with the address of its episode and the number of actions so far; the state is
    /// of the game's own type.
    fn state(&self, game: usize) -> Option<(&dyn Any, Seed, u32)>;
    /// A batch of copies of these games, with the same settings. Opponents start anew and remember nothing
    /// of the episode so far.
    fn select(&self, games: &[usize]) -> Option<Box<dyn AnyBatch>>;
}

/// A batch of games of one type.
pub struct GameBatch<G: Game, E: Encoder<G>> {
    game: Arc<G>,
    facts: Facts,
    encoder: Arc<E>,
    settings: Arc<BatchSettings<G>>,
    layout: BatchLayout,
    slots: Vec<Slot<G>>,
    dice: Rng,
}

impl<G: Game, E: Encoder<G>> GameBatch<G, E> {
    /// A batch of `games` games, each at the beginning of its first episode.
    pub fn new(
        game: Arc<G>,
        encoder: E,
        settings: BatchSettings<G>,
        games: usize,
        seed: Seed,
    ) -> GameBatch<G, E> {
        let facts = game.facts();
        let slots = (0..games as u64).map(|number| {
            let seed = seed.numbered("game", number);
            Slot::new(&*game, &settings, seed, facts.players)
        });
        let mut batch = GameBatch {
            layout: BatchLayout {
                games,
                shape: encoder.shape(&game),
                actions: encoder.space(&game),
                players: facts.players,
                finals: settings.autoreset == Autoreset::SameStep,
            },
            slots: slots.collect(),
            facts,
            encoder: Arc::new(encoder),
            settings: Arc::new(settings),
            dice: seed.named("sample").rng(Generator::Xoshiro),
            game,
        };
        let (game, facts) = (Arc::clone(&batch.game), batch.facts.clone());
        let (encoder, settings) = (Arc::clone(&batch.encoder), Arc::clone(&batch.settings));
        let shared = Shared {
            game: &*game,
            facts: &facts,
            encoder: &*encoder,
            settings: &*settings,
        };
        for slot in &mut batch.slots {
            slot.begin(&shared, 0);
        }
        batch
    }

    fn lengths(&self) -> RowLengths {
        RowLengths {
            observation: self.layout.shape.len(),
            actions: self.layout.actions,
            players: self.layout.players,
            final_observation: match self.layout.finals {
                true => self.layout.shape.len(),
                false => 0,
            },
        }
    }

    /// Refuses arrays that are not of the layout's sizes.
    fn check(&self, arrays: &BatchArrays<'_>) -> Result<(), BatchError> {
        let (games, lengths) = (self.layout.games, self.lengths());
        let sizes = [
            (
                "observations",
                arrays.observations.len(),
                games * lengths.observation,
            ),
            ("masks", arrays.masks.len(), games * lengths.actions),
            ("rewards", arrays.rewards.len(), games),
            ("terminated", arrays.terminated.len(), games),
            ("truncated", arrays.truncated.len(), games),
            ("players", arrays.players.len(), games),
            ("payoffs", arrays.payoffs.len(), games * lengths.players),
            (
                "final observations",
                arrays.final_observations.len(),
                games * lengths.final_observation,
            ),
        ];
        sizes
            .into_iter()
            .try_for_each(|(what, length, wanted)| sized(what, length, wanted))
    }

    /// Does something for every game and its row, on the threads of the pool if there is one.
    fn each(
        &mut self,
        arrays: BatchArrays<'_>,
        pool: Option<&ThreadPool>,
        work: impl Fn(&Shared<'_, G, E>, usize, &mut Slot<G>, &mut BatchArrays<'_>, &mut Actions<G>)
        + Sync,
    ) {
        let lengths = self.lengths();
        let shared = Shared {
            game: &*self.game,
            facts: &self.facts,
            encoder: &*self.encoder,
            settings: &*self.settings,
        };
        let run = |first: usize, slots: &mut [Slot<G>], mut arrays: BatchArrays<'_>| {
            let mut buffer = Vec::new();
            for (at, slot) in slots.iter_mut().enumerate() {
                let (mut row, rest) = arrays.cut(1, lengths);
                arrays = rest;
                work(&shared, first + at, slot, &mut row, &mut buffer);
            }
        };
        let Some(pool) = pool.filter(|_| self.slots.len() > SHARE) else {
            return run(0, &mut self.slots, arrays);
        };
        let mut jobs = Vec::with_capacity(self.slots.len().div_ceil(SHARE));
        let mut arrays = arrays;
        for (number, slots) in self.slots.chunks_mut(SHARE).enumerate() {
            let (rows, rest) = arrays.cut(slots.len(), lengths);
            arrays = rest;
            jobs.push((number * SHARE, slots, rows));
        }
        let run = |(first, slots, rows)| run(first, slots, rows);
        pool.install(|| jobs.into_par_iter().for_each(run));
    }

    /// Finds out which actions are legal; the first game by number whose action is refused is returned.
    fn prepare(&mut self, actions: &[i64], pool: Option<&ThreadPool>) -> Option<usize> {
        let shared = Shared {
            game: &*self.game,
            facts: &self.facts,
            encoder: &*self.encoder,
            settings: &*self.settings,
        };
        let run = |(slots, actions): (&mut [Slot<G>], &[i64])| {
            let mut buffer = Vec::new();
            let mut pairs = slots.iter_mut().zip(actions);
            pairs.position(|(slot, &action)| !slot.prepare(&shared, action, &mut buffer))
        };
        let Some(pool) = pool.filter(|_| self.slots.len() > SHARE) else {
            return run((&mut self.slots, actions));
        };
        let jobs = self
            .slots
            .par_chunks_mut(SHARE)
            .zip(actions.par_chunks(SHARE));
        let run = |(number, job)| Some(number * SHARE + run(job)?);
        pool.install(|| jobs.enumerate().filter_map(run).min())
    }

    /// Why a step is refused because of a game.
    fn refusal(&self, game: usize, action: i64) -> BatchError {
        let slot = &self.slots[game];
        if slot.done {
            return BatchError::Finished { game };
        }
        let mut mask = vec![false; self.layout.actions];
        self.encoder
            .mask(&self.game, &slot.state, &mut Vec::new(), &mut mask);
        let legal = (0..mask.len()).filter(|&number| mask[number]);
        let mut legal: Vec<String> = legal.map(|number| number.to_string()).collect();
        if legal.len() > 20 {
            legal.truncate(20);
            legal.push("...".into());
        }
        BatchError::Illegal {
            game,
            action,
            legal: legal.join(", "),
        }
    }
}

fn sized(what: &'static str, length: usize, wanted: usize) -> Result<(), BatchError> {
    match length == wanted {
        true => Ok(()),
        false => Err(BatchError::Length {
            what,
            length,
            wanted,
        }),
    }
}

impl<G: Game, E: Encoder<G>> AnyBatch for GameBatch<G, E> {
    fn layout(&self) -> &BatchLayout {
        &self.layout
    }

    fn reset(
        &mut self,
        seed: Option<Seed>,
        which: Option<&[bool]>,
        arrays: BatchArrays<'_>,
        pool: Option<&ThreadPool>,
    ) -> Result<(), BatchError> {
        self.check(&arrays)?;
        if let Some(which) = which {
            sized("the mask of games", which.len(), self.layout.games)?;
        }
        if let Some(seed) = seed {
            self.dice = seed.named("sample").rng(Generator::Xoshiro);
        }
        self.each(arrays, pool, |shared, number, slot, row, buffer| {
            if which.is_none_or(|which| which[number]) {
                let episode = match seed {
                    Some(seed) => {
                        slot.seed = seed.numbered("game", number as u64);
                        0
                    }
                    None => slot.episode + 1,
                };
                slot.begin(shared, episode);
                slot.write(shared, row, buffer);
            }
        });
        Ok(())
    }

    fn step(
        &mut self,
        actions: &[i64],
        arrays: BatchArrays<'_>,
        pool: Option<&ThreadPool>,
    ) -> Result<(), BatchError> {
        self.check(&arrays)?;
        sized("the array of actions", actions.len(), self.layout.games)?;
        if let Some(game) = self.prepare(actions, pool) {
            return Err(self.refusal(game, actions[game]));
        }
        self.each(arrays, pool, |shared, _, slot, row, buffer| {
            slot.step(shared, row, buffer);
        });
        Ok(())
    }

    fn observe(
        &mut self,
        arrays: BatchArrays<'_>,
        pool: Option<&ThreadPool>,
    ) -> Result<(), BatchError> {
        self.check(&arrays)?;
        self.each(arrays, pool, |shared, _, slot, row, buffer| {
            slot.write(shared, row, buffer);
        });
        Ok(())
    }

    fn sample(&mut self, numbers: &mut [i64]) -> Result<(), BatchError> {
        sized("the array of actions", numbers.len(), self.layout.games)?;
        let mut legal = Vec::new();
        for (slot, number) in self.slots.iter().zip(numbers) {
            *number = 0;
            if slot.done {
                continue;
            }
            legal.clear();
            self.game.actions(&slot.state, &mut legal);
            if !legal.is_empty() {
                let action = legal[self.dice.index(legal.len())];
                *number = self.encoder.number(&self.game, &slot.state, action) as i64;
            }
        }
        Ok(())
    }

    fn episode(&self, game: usize) -> Option<u64> {
        self.slots.get(game).map(|slot| slot.episode)
    }

    fn state(&self, game: usize) -> Option<(&dyn Any, Seed, u32)> {
        let slot = self.slots.get(game)?;
        Some((&slot.state, slot.address, slot.plies))
    }

    fn select(&self, games: &[usize]) -> Option<Box<dyn AnyBatch>> {
        let copy = |&game: &usize| {
            let slot = self.slots.get(game)?;
            Some(Slot {
                state: slot.state.clone(),
                agents: self.settings.opponents.iter().map(|make| make()).collect(),
                points: slot.points.clone(),
                ..*slot
            })
        };
        Some(Box::new(GameBatch {
            slots: games.iter().map(copy).collect::<Option<_>>()?,
            game: Arc::clone(&self.game),
            facts: self.facts.clone(),
            encoder: Arc::clone(&self.encoder),
            settings: Arc::clone(&self.settings),
            layout: BatchLayout {
                games: games.len(),
                ..self.layout
            },
            dice: self.dice.clone(),
        }))
    }
}
