//! CLOP on the artificial problems of its author, and NTBEA on choices that depend on each other.

use ludometer_core::{Generator, Rng, Seed};
use ludometer_tune::{Method, Objective, Parameter, Space, Task, maximise};

/// The share of games that is won at this strength.
fn winning(strength: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-strength))
}

/// LOG of Coulom's paper, best at -0.525.
fn log(x: f64) -> f64 {
    2.0 * libm::log(4.0 * x + 4.1) - 4.0 * x - 3.0
}

/// POWER: flat nearly everywhere, and steep at the end.
fn power(x: f64) -> f64 {
    let u = (x + 1.0) / 2.0;
    0.2 * u * u - libm::pow(u, 20.0)
}

/// How much less is won at the recommendation than at the best point, after so many games that are won or
/// lost, on the mean over seeds.
fn regret(name: &str, strength: impl Fn(&[f64]) -> f64, best: &[f64], games: u64) -> f64 {
    let seeds = 6;
    let one = |seed: u64| {
        let parameter = |at: usize| Parameter::real(&format!("x{at}"), -1.0, 1.0, 0.9);
        let task = Task {
            space: Space::new((0..best.len()).map(parameter).collect()).unwrap(),
            objective: Objective::Value,
            budget: games,
            seed,
        };
        let mut tuner = Method::named(name).unwrap().start(task).unwrap();
        let mut dice: Rng = Seed::new(seed).named("games").rng(Generator::Xoshiro);
        let found = maximise(&mut *tuner, |batch| {
            let play = |trial: ludometer_tune::Trial<'_>| {
                let won = dice.happens(winning(strength(trial.point)));
                if won { 1.0 } else { -1.0 }
            };
            batch.trials().map(play).collect()
        });
        winning(strength(best)) - winning(strength(&found.unwrap()))
    };
    // Other seeds than those on which the size of the first fit was chosen.
    (100..100 + seeds).map(one).sum::<f64>() / seeds as f64
}

/// Its author's figure for LOG in one dimension is about 0.001 after 10,000 games.
#[test]
fn clop_finds_the_best_point_of_its_own_problems() {
    let found = regret("clop", |x| log(x[0]), &[-0.525], 10_000);
    assert!((0.0..0.003).contains(&found), "{found}");
    let found = regret("clop", |x| power(x[0]), &[0.609], 10_000);
    // Where the problem begins the regret is 0.073.
    assert!((0.0..0.02).contains(&found), "{found}");
    let two = |x: &[f64]| (log(x[0]) + log(x[1])) / 2.0;
    let found = regret("clop", two, &[-0.525, -0.525], 20_000);
    assert!((0.0..0.005).contains(&found), "{found}");
}

/// Fits alone would go on sampling everywhere: points gather where more is won than on the mean.
#[test]
fn clop_samples_ever_nearer_to_the_best_point() {
    let task = Task {
        space: Space::new(vec![Parameter::real("x", -1.0, 1.0, 0.9)]).unwrap(),
        objective: Objective::Value,
        budget: 20_000,
        seed: 3,
    };
    let mut tuner = Method::named("clop").unwrap().start(task).unwrap();
    let mut dice: Rng = Seed::new(3).rng(Generator::Xoshiro);
    let mut off: Vec<f64> = Vec::new();
    maximise(&mut *tuner, |batch| {
        let play = |trial: ludometer_tune::Trial<'_>| {
            off.push((trial.point[0] + 0.525).abs());
            f64::from(u8::from(dice.happens(winning(log(trial.point[0])))))
        };
        batch.trials().map(play).collect()
    })
    .unwrap();
    let mean = |part: &[f64]| part.iter().sum::<f64>() / part.len() as f64;
    let (first, last) = (mean(&off[..1000]), mean(&off[19_000..]));
    assert!(last < first / 3.0, "{first} to {last}");
}

/// Four choices of five options each, worth something only together with another: no parameter tells
/// anything by itself, and pairs tell all.
#[test]
fn ntbea_finds_options_that_suit_each_other() {
    let parameter = |at: u32| Parameter::choice(&format!("c{at}"), 5, 0);
    let worth = |p: &[f64]| {
        let suits = |a: f64, b: f64, by: f64| f64::from(u8::from((a + by) % 5.0 == b));
        suits(p[0], p[1], 2.0) + suits(p[2], p[3], 3.0)
    };
    let mut right = 0;
    for seed in 0..8 {
        let task = Task {
            space: Space::new((0..4).map(parameter).collect()).unwrap(),
            objective: Objective::Value,
            budget: 1200,
            seed,
        };
        let mut tuner = Method::named("ntbea").unwrap().start(task).unwrap();
        let mut dice: Rng = Seed::new(seed).named("noise").rng(Generator::Xoshiro);
        let best = maximise(&mut *tuner, |batch| {
            let noisy = |trial: ludometer_tune::Trial<'_>| worth(trial.point) + dice.symmetric(2.0);
            batch.trials().map(noisy).collect()
        });
        right += u32::from(worth(&best.unwrap()) == 2.0);
    }
    assert!(right >= 7, "{right} of 8");
}
