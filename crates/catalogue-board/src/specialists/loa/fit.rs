//! What is fitted to games of the program against itself: the weights of the features and the
//! realisation probabilities. Every game has a seed of its own, so that nothing depends on the
//! number of threads; nothing depends on what is shipped but for the weights that play for the
//! probabilities.

use super::category::MoveCategory;
use super::mia_eval::{FittedWeights, MiaEvaluator};
use super::opponents::{LEFT_OUT, Opponents};
use super::player::{LoaProfile, opening, play};
use super::realisation::{BASE, CategoryCounts, Realisation};
use ludometer_agents::search::pvs::Techniques;
use ludometer_arena::work::Workers;
use ludometer_core::{Game, Player, Seed};
use ludometer_games_board::loa::{FEATURES, Loa, Position, features};
use ludometer_stats::{Errors, LeastSquares, RegressionColumn, RunningStats, least_squares};
use std::collections::BTreeMap;
use std::convert::Infallible;

/// Games to fit to.
#[derive(Clone, Copy, Debug)]
pub struct Games {
    /// The number of games.
    pub games: u64,
    /// Forward-model calls a decision.
    pub nodes: u64,
    /// The random seed.
    pub seed: u64,
}

/// Random moves before a game begins, at least and at most.
const OPENING: (u32, u32) = (4, 12);

/// Random positions that the spread of the features is taken of.
const SPREAD: u64 = 2000;

/// How games are played: on which threads, and what is called after each.
#[derive(Clone, Copy)]
pub struct Pace<'a> {
    /// The worker threads, and the request to stop.
    pub workers: Workers<'a>,
    /// Called after each game.
    pub tick: &'a (dyn Fn() + Sync),
}

/// A position that games begin with.
fn start(address: Seed) -> Position {
    let (first, last) = OPENING;
    let mut dice = address
        .named("plies")
        .rng(ludometer_core::Generator::Xoshiro);
    let plies = first + dice.below(u64::from(last - first) + 1) as u32;
    opening(address.named("opening"), plies)
}

impl Games {
    /// Plays all games with one player on both sides and gives what `note` makes of each.
    fn each<T: Send>(
        &self,
        name: &str,
        mia_eval: MiaEvaluator,
        pace: Pace<'_>,
        note: impl Fn(&[(Position, ludometer_games_board::loa::Move)], f64) -> T + Sync,
    ) -> Result<Vec<T>, String> {
        let profile = LoaProfile {
            mia_eval,
            // No technique asks for them, so that what is fitted does not depend on a former fit.
            realisation: Realisation::new(|_| BASE, BASE),
            techniques: Techniques {
                hints: false,
                ..Techniques::USUAL
            },
            nodes: self.nodes,
        };
        let seed = Seed::new(self.seed).named(name);
        let mut games = Vec::with_capacity(self.games as usize);
        let worked = pace.workers.in_order().run(
            0..self.games,
            |&number, _| -> Result<Option<T>, Infallible> {
                let address = seed.nth(number);
                let (record, payoff) = play(start(address), &profile, address.named("game"));
                (pace.tick)();
                Ok(Some(note(&record, payoff)))
            },
            |done: Vec<(u64, T)>| {
                games.extend(done.into_iter().map(|(_, noted)| noted));
                Ok(())
            },
        );
        match worked {
            Ok(worked) if worked.is_complete() => Ok(games),
            Ok(_) => Err(format!(
                "stopped after {} of {} games",
                games.len(),
                self.games
            )),
            Err(error) => Err(format!("game {error}")),
        }
    }

    /// Every position of the games as the first player sees it, with the outcome.
    fn rows(&self, name: &str, mia_eval: MiaEvaluator, pace: Pace<'_>) -> Result<Vec<Row>, String> {
        let games = self.each(name, mia_eval, pace, |record, payoff| {
            let positions = record.iter();
            let rows = positions.map(|(position, _)| features(position, Player(0)));
            rows.map(|row| (row, payoff)).collect::<Vec<_>>()
        })?;
        Ok(games.into_iter().flatten().collect())
    }

    /// Fits the weights of the nine features: outcomes are regressed on them, over all positions of
    /// the games, as the first player sees them. The first round plays with equal weights, each
    /// other with those of the round before.
    pub fn features(&self, rounds: u32, pace: Pace<'_>) -> Result<FittedWeights, String> {
        let spread = spread(Seed::new(self.seed).named("spread"))?;
        let mut mia_eval = MiaEvaluator {
            weights: spread.map(|spread| 1.0 / spread),
        };
        let mut fitted = None;
        for round in 0..rounds {
            let rows = self.rows(&format!("round {round}"), mia_eval, pace)?;
            let fit = regress(&rows, &[])?;
            let number = |index: usize| fit.coefficients[index].value;
            mia_eval.weights = std::array::from_fn(number);
            let errors = std::array::from_fn(|index| fit.coefficients[index].error);
            fitted = Some(FittedWeights {
                made_by: format!(
                    "ludometer train loa-features --games {} --nodes {} --rounds {rounds} --seed {}",
                    self.games, self.nodes, self.seed
                ),
                positions: rows.len() as u64,
                r2: fit.r_squared,
                spread: FittedWeights::named(spread),
                weights: FittedWeights::named(mia_eval.weights),
                errors: FittedWeights::named(errors),
            });
        }
        fitted.ok_or_else(|| "no round was played: give at least one".to_string())
    }

    /// Fits the evaluations of the opponents: the same regression, over games of the fitted weights,
    /// once for each group of features that is left out. What is left makes up for them as far as it
    /// can.
    pub fn opponents(&self, pace: Pace<'_>) -> Result<Opponents, String> {
        let rows = self.rows("opponents", MiaEvaluator::fitted(), pace)?;
        let mut weights = BTreeMap::new();
        for (name, _, left_out) in LEFT_OUT {
            let fit = regress(&rows, left_out)?;
            let mut found = fit.coefficients.iter();
            let all = FEATURES.map(|feature| match left_out.contains(&feature) {
                true => 0.0,
                false => found.next().map_or(0.0, |coefficient| coefficient.value),
            });
            weights.insert(name.to_string(), FittedWeights::named(all));
        }
        Ok(Opponents {
            made_by: format!(
                "ludometer train loa-opponents --games {} --nodes {} --seed {}",
                self.games, self.nodes, self.seed
            ),
            positions: rows.len() as u64,
            weights,
        })
    }

    /// Counts how often moves of each category are played where they could be, with the fitted
    /// weights of the features.
    pub fn realisation(&self, pace: Pace<'_>) -> Result<CategoryCounts, String> {
        let games = self.each("realisation", MiaEvaluator::fitted(), pace, |record, _| {
            let mut counts = CategoryCounts::default();
            let mut actions = Vec::new();
            for (position, action) in record {
                let Some(played) = MoveCategory::of(position, *action) else {
                    continue;
                };
                actions.clear();
                Loa.actions(position, &mut actions);
                let categories = actions
                    .iter()
                    .filter_map(|&a| MoveCategory::of(position, a));
                let mut available: Vec<usize> = categories.map(MoveCategory::number).collect();
                available.sort_unstable();
                available.dedup();
                counts.note(available, played.number());
            }
            counts
        })?;
        let mut counts = CategoryCounts::default();
        for game in &games {
            counts.add(game);
        }
        Ok(counts)
    }

    /// The command that makes the file of counts.
    pub fn made_by(&self) -> String {
        format!(
            "ludometer train loa-realisation --games {} --nodes {} --seed {}",
            self.games, self.nodes, self.seed
        )
    }
}

/// The features of a position, and how its game ended.
type Row = ([f32; 9], f64);

/// Outcomes regressed on the features but for those left out, in their order.
fn regress(rows: &[Row], left_out: &[&str]) -> Result<LeastSquares, String> {
    let outcome: Vec<f64> = rows.iter().map(|(_, payoff)| *payoff).collect();
    let kept = FEATURES.iter().enumerate();
    let kept = kept.filter(|(_, name)| !left_out.contains(name));
    let values: Vec<(&str, Vec<f64>)> = kept
        .map(|(index, name)| {
            let column = rows.iter().map(|(row, _)| f64::from(row[index]));
            (*name, column.collect())
        })
        .collect();
    let columns: Vec<RegressionColumn<'_>> = values
        .iter()
        .map(|(name, values)| RegressionColumn { name, values })
        .collect();
    least_squares(&columns, &outcome, Errors::Hc1)
        .map_err(|error| format!("{error}\nhint: play more games"))
}

/// The standard deviations of the features in random play.
fn spread(seed: Seed) -> Result<[f64; 9], String> {
    let mut running: [RunningStats; 9] = std::array::from_fn(|_| RunningStats::new());
    for number in 0..SPREAD {
        let address = seed.nth(number);
        let mut dice = address.rng(ludometer_core::Generator::Xoshiro);
        let position = opening(address.named("opening"), 1 + dice.below(60) as u32);
        for (running, feature) in running.iter_mut().zip(features(&position, Player(0))) {
            running.push(f64::from(feature));
        }
    }
    let mut spread = [0.0; 9];
    for (index, running) in running.iter().enumerate() {
        let deviation = running.deviation().filter(|deviation| *deviation > 0.0);
        spread[index] = deviation.ok_or_else(|| format!("`{}` never varies", FEATURES[index]))?;
    }
    Ok(spread)
}
