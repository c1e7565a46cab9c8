//! Positions of random play and their estimated values for the player who has just moved.

use super::{LearnError, LearnRequest};
use crate::options::RunOptions;
use crate::random_play::{Streams, random_play};
use crate::work::{WorkError, Workers};
use ludometer_agents::sample::Rollout;
use ludometer_core::{Budget, Game, Generator, Measure, Player, Seat, Seed, Turn, determinize};
use ludometer_spec::source::Diagnostic;
use ludometer_stats::RunningStats;

/// One row of the regression.
#[derive(Clone, Debug)]
pub(super) struct Sample {
    /// The mean of the completions.
    pub(super) value: f64,
    /// The squared error of that mean, where there are two completions or more.
    pub(super) noise: Option<f64>,
    /// The measures.
    pub(super) features: Vec<f64>,
}

/// How samples are drawn.
pub(super) struct Sampling<'a, G: Game> {
    pub(super) game: &'a G,
    pub(super) measures: &'a [Measure<G>],
    pub(super) first: u32,
    pub(super) last: u32,
    ask: &'a LearnRequest,
    seed: Seed,
}

/// Random games whose median length sets the default of the last ply.
const PILOTS: u64 = 101;

/// Random games that are tried until one lasts as long as it should.
const ATTEMPTS: u64 = 1000;

impl<'a, G: Game> Sampling<'a, G> {
    pub(super) fn new(
        game: &'a G,
        measures: &'a [Measure<G>],
        ask: &'a LearnRequest,
    ) -> Result<Self, Diagnostic> {
        let seed = Seed::new(ask.seed).named("learn");
        let last = ask.last.unwrap_or_else(|| {
            let lengths = (0..PILOTS).map(|n| length(game, seed.named("pilot").nth(n), ask.plies));
            let mut lengths: Vec<u32> = lengths.collect();
            lengths.sort_unstable();
            (lengths[lengths.len() / 2] - 1).max(1)
        });
        let first = ask.first.unwrap_or(1);
        if first == 0 {
            let diagnostic = Diagnostic::new("a position needs a player who has just moved");
            return Err(diagnostic.hint("`--first` is 1 or more"));
        }
        if first > last {
            let message = format!("no number of plies is between {first} and {last}");
            return Err(Diagnostic::new(message).hint("`--first` is at most `--last`"));
        }
        Ok(Sampling {
            game,
            measures,
            first,
            last,
            ask,
            seed,
        })
    }

    /// The first `count` samples, in order.
    pub(super) fn all(
        &self,
        count: u64,
        options: RunOptions<'_>,
    ) -> Result<Vec<Sample>, LearnError> {
        let mut samples: Vec<Option<Sample>> = vec![None; count as usize];
        let mut done = 0;
        (options.progress)(0, count);
        let worked = Workers::new(options.threads, options.stop).run(
            0..count,
            |&number, _| self.one(number).map(Some),
            |found: Vec<(u64, Sample)>| {
                done += found.len() as u64;
                for (number, sample) in found {
                    samples[number as usize] = Some(sample);
                }
                (options.progress)(done, count);
                Ok(())
            },
        );
        match worked {
            Ok(_) => {}
            Err(WorkError::Failed { error, .. } | WorkError::Sink(error)) => {
                return Err(error.into());
            }
            Err(WorkError::Panicked { unit, message }) => {
                return Err(Diagnostic::new(format!("sample {unit} failed: {message}")).into());
            }
        }
        let samples: Option<Vec<Sample>> = samples.into_iter().collect();
        samples.ok_or(LearnError::Stopped { done, of: count })
    }

    /// One sample, whatever the others are.
    fn one(&self, number: u64) -> Result<Sample, Diagnostic> {
        let mut rollout = Rollout::new(self.ask.outcome, self.ask.plies);
        let address = self.seed.named("sample").nth(number);
        let mut dice = address.named("plies").rng(Generator::Xoshiro);
        let plies = self.first + dice.below(u64::from(self.last - self.first) + 1) as u32;
        let mut walks = (0..ATTEMPTS).map(|attempt| walk(self.game, address.nth(attempt), plies));
        let Some((state, player, mover)) = walks.find_map(|found| found) else {
            let name = self.game.facts().name;
            let message =
                format!("{ATTEMPTS} random games of {name} were over before or at ply {plies}");
            return Err(Diagnostic::new(message).hint("choose a smaller `--last`"));
        };
        // Where something is hidden, both the completions and the features are of states that the
        // player draws; elsewhere the seat merely rolls dice.
        let mut hidden = address.named("imagine").rng(Generator::Xoshiro);
        let mut drawn = || determinize(self.game, &state, player, &mut hidden);
        let mind = address.named("mind").rng(Generator::Xoshiro);
        let mut seat = Seat::open(self.game, &state, mover, mind, Budget::UNLIMITED);
        let mut worth = RunningStats::new();
        for _ in 0..self.ask.playouts {
            worth.extend(rollout.play(&mut seat, &mut drawn(), player));
        }
        let position = drawn();
        let features = self.measures.iter();
        let features = features.map(|m| m.value(self.game, &position, player));
        Ok(Sample {
            value: worth.mean().unwrap_or(0.0),
            noise: worth.standard_error().map(|error| error * error),
            features: features.collect(),
        })
    }
}

/// The state after `plies` random actions, who took the last of them and who is to take the next,
/// unless the game is over by then.
fn walk<G: Game>(game: &G, address: Seed, plies: u32) -> Option<(G::State, Player, Player)> {
    let mut chance = address.named("chance").rng(Generator::Xoshiro);
    let mut dice = address.named("choice").rng(Generator::Xoshiro);
    let mut state = game.start(&mut chance);
    let mut last = Turn::Over;
    let streams = Streams::Separate {
        chance: &mut chance,
        choice: &mut dice,
    };
    random_play(game, &mut state, u64::from(plies), streams, |state, _| {
        last = game.turn(state);
    });
    match (last, game.turn(&state)) {
        (Turn::Of(last), Turn::Of(mover)) => Some((state, last, mover)),
        _ => None,
    }
}

/// How many plies a random game has, or `most`.
fn length<G: Game>(game: &G, address: Seed, most: u32) -> u32 {
    let mut chance = address.named("chance").rng(Generator::Xoshiro);
    let mut dice = address.named("choice").rng(Generator::Xoshiro);
    let mut state = game.start(&mut chance);
    let streams = Streams::Separate {
        chance: &mut chance,
        choice: &mut dice,
    };
    let played = random_play(game, &mut state, u64::from(most), streams, |_, _| {});
    (played as u32).max(1).min(most)
}
