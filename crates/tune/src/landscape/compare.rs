//! Comparisons of tuners on the same test functions.

use super::{Landscape, LandscapeKind};
use crate::{Error, Method, Objective, Task, maximise};

/// A comparison: a test function, a budget and an objective.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LandscapeContest {
    /// The landscape's shape.
    pub kind: LandscapeKind,
    /// Its dimension.
    pub dimension: usize,
    /// How many games may be played.
    pub games: u64,
    /// The margin of draws in Elo.
    pub margin: f64,
    /// The share of scenarios with common random numbers.
    pub shared: f64,
    /// Whether points play each other or the initial point.
    pub objective: Objective,
}

/// The regrets of one method in one contest.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The contest.
    pub contest: LandscapeContest,
    /// The method's index in the list that was compared.
    pub method: usize,
    /// The regret in Elo for each seed, ascending.
    pub regrets: Vec<f64>,
}

impl Row {
    /// From regrets in any order.
    pub fn new(contest: LandscapeContest, method: usize, mut regrets: Vec<f64>) -> Row {
        regrets.sort_by(f64::total_cmp);
        Row {
            contest,
            method,
            regrets,
        }
    }

    /// The `share` quantile of the regrets, by linear interpolation.
    pub fn quantile(&self, share: f64) -> f64 {
        let Some(last) = self.regrets.len().checked_sub(1) else {
            return f64::NAN;
        };
        let place = share * last as f64;
        let below = place.floor() as usize;
        let above = (below + 1).min(last);
        let weight = place - place.floor();
        self.regrets[below] * (1.0 - weight) + self.regrets[above] * weight
    }
}

/// Every method in every contest, on the landscapes of these seeds. Rows are in the order of the
/// contests, and of the methods within each.
pub fn compare(
    methods: &[Method],
    contests: &[LandscapeContest],
    seeds: std::ops::Range<u64>,
) -> Result<Vec<Row>, Error> {
    let mut rows = Vec::with_capacity(methods.len() * contests.len());
    for &contest in contests {
        for (number, method) in methods.iter().enumerate() {
            let regrets = seeds.clone().map(|seed| regret(method, contest, seed));
            let regrets = regrets.collect::<Result<_, Error>>()?;
            rows.push(Row::new(contest, number, regrets));
        }
    }
    Ok(rows)
}

/// The regret, in Elo, of what a method recommends when its games are played. The seed decides the
/// landscape, its noise and the tuner's random stream.
pub fn regret(method: &Method, contest: LandscapeContest, seed: u64) -> Result<f64, Error> {
    let landscape = Landscape::new(contest.kind, contest.dimension, seed)
        .draws(contest.margin)
        .shared(contest.shared);
    let mut tuner = method.start(Task {
        space: landscape.space(),
        objective: contest.objective,
        budget: contest.games,
        seed,
    })?;
    let best = maximise(&mut *tuner, |batch| {
        landscape.answers(batch, contest.objective)
    })?;
    Ok(landscape.regret(&best))
}
