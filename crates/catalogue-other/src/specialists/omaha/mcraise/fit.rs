//! A generic model of opponents, fitted to a database of hands by maximum likelihood (Kocsis,
//! Szepesvári and Winands 2005, section 4.1.2: "fitted to a game database").
//!
//! Differs: the paper's database has hands of people on IRC, of which only those shown at the end
//! are known. Ours is played here, and all hands are known, so good hands are not over-represented.

use super::model::{MEANINGS, Model, Situation};
use super::past::deeds;
use super::percentile::percentile;
use ludometer_core::Rng;
use ludometer_games_other::omaha::Bet;
use ludometer_games_other::omaha::history::Record;
use ludometer_tune::{Error, Method, Objective, Parameter, Space, Task, maximise};

/// One action of which everything is known that the model looks at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ObservedChoice {
    /// What the player saw of the table.
    pub situation: Situation,
    /// The percentile of its hand.
    pub percentile: f64,
    /// What it did.
    pub bet: Bet,
}

/// Every action of a hand by players whose cards the history tells.
pub fn choices(record: &Record, dice: &mut Rng) -> Vec<ObservedChoice> {
    let (table, hand) = (&record.table, &record.hand);
    let known = deeds(table, hand)
        .into_iter()
        .filter(|deed| record.known >> deed.seat & 1 == 1);
    let choices = known.map(|deed| ObservedChoice {
        situation: deed.situation,
        percentile: percentile(hand.hole(deed.seat), &hand.deal().board, deed.round, dice),
        bet: deed.bet,
    });
    choices.collect()
}

/// The mean logarithm of the chance that the model gives to what was done.
pub fn likelihood(model: &Model, choices: &[ObservedChoice]) -> f64 {
    let logs = choices.iter().map(|choice| {
        let chances = model.chances(choice.percentile, &choice.situation);
        libm::log(chances[choice.bet as usize])
    });
    logs.sum::<f64>() / choices.len().max(1) as f64
}

/// The parameters of the model as tuners see them, from a start.
pub fn space(start: &Model) -> Result<Space, Error> {
    let parameters = MEANINGS.iter().zip(start.numbers());
    let parameters = parameters.map(|(meaning, start)| {
        let (low, high) = (meaning.low, meaning.high);
        let real = Parameter::real(meaning.name, low, high, start).width(meaning.width);
        if meaning.log { real.log() } else { real }
    });
    Space::new(parameters.collect())
}

/// The model that makes what was done most likely, found by CMA-ES in this many trials.
pub fn fit(
    start: &Model,
    choices: &[ObservedChoice],
    trials: u64,
    seed: u64,
) -> Result<Model, Error> {
    let task = Task {
        space: space(start)?,
        objective: Objective::Value,
        budget: trials,
        seed,
    };
    let model = |point: &[f64]| {
        let mut numbers = start.numbers();
        for (number, value) in numbers.iter_mut().zip(point) {
            *number = *value;
        }
        Model::of(numbers)
    };
    let mut tuner = Method::named("cma-es")?.start(task)?;
    let best = maximise(&mut *tuner, |batch| {
        let trials = batch.trials();
        let answers = trials.map(|trial| likelihood(&model(trial.point), choices));
        answers.collect()
    })?;
    Ok(model(&best))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_core::{Generator, Seed};

    /// Choices that a model makes are explained by that model again.
    #[test]
    fn a_model_is_found_again() {
        let truth = Model {
            tightness: 0.45,
            aggression: 0.85,
            softness: 0.07,
            odds: 0.4,
            respect: 0.03,
            floor: 0.03,
        };
        let mut dice = Seed::new(8).rng(Generator::Xoshiro);
        let choices: Vec<ObservedChoice> = (0..6000)
            .map(|_| {
                let situation = Situation {
                    price: [0.0, dice.unit() / 2.0][dice.index(2)],
                    bets: dice.below(5) as u32,
                    raise: dice.happens(0.8),
                };
                let percentile = dice.unit();
                let [fold, call, _] = truth.chances(percentile, &situation);
                let drawn = dice.unit();
                let bet = match drawn {
                    _ if drawn < fold => Bet::Fold,
                    _ if drawn < fold + call => Bet::Call,
                    _ => Bet::Raise,
                };
                ObservedChoice {
                    situation,
                    percentile,
                    bet,
                }
            })
            .collect();
        let found = fit(&Model::HEADS_UP, &choices, 1500, 1).unwrap();
        let above = likelihood(&found, &choices) - likelihood(&truth, &choices);
        assert!((0.0..0.002).contains(&above), "{above} {found:?}");
        let far = [0.03, 0.03, 0.02, 0.15, 0.02, 0.01];
        for ((found, truth), far) in found.numbers().iter().zip(truth.numbers()).zip(far) {
            assert!((found - truth).abs() < far, "{found} {truth}");
        }
    }
}
