//! The weights that are tuned.

use crate::specialists::loa::category::{CATEGORIES, MoveCategory};
use crate::specialists::loa::realisation::{BASE, CategoryCounts, Realisation};
use ludometer_spec::identity::digest;
use ludometer_tune::{Error, Parameter, Space};

/// The weights that are tuned: probabilities of the categories that were there often enough to say
/// anything; the others keep theirs.
#[derive(Clone, Debug)]
pub struct TunedPlayer {
    numbers: Vec<usize>,
    all: Vec<f64>,
}

impl TunedPlayer {
    /// The categories that were available at least this often, from the probabilities that were
    /// counted.
    pub fn new(counts: &CategoryCounts, available: u64) -> TunedPlayer {
        TunedPlayer::from(counts, available, |number| counts.probability(number))
    }

    /// The same categories from nothing: all moves, of rare categories too, are equally likely and
    /// cost a ply.
    pub fn alike(counts: &CategoryCounts, available: u64) -> TunedPlayer {
        TunedPlayer::from(counts, available, |_| BASE)
    }

    fn from(
        counts: &CategoryCounts,
        available: u64,
        probability: impl Fn(usize) -> f64,
    ) -> TunedPlayer {
        let numbers = (0..CATEGORIES).filter(|&number| counts.of(number).1 >= available);
        TunedPlayer {
            numbers: numbers.collect(),
            all: (0..CATEGORIES).map(probability).collect(),
        }
    }

    /// Each probability is a parameter in its own unit, so that the published step sizes mean what
    /// they say.
    pub fn space(&self) -> Result<Space, Error> {
        let parameter = |&number: &usize| {
            let start = self.all[number].clamp(LEAST, MOST);
            let name = MoveCategory::numbered(number).to_string();
            Parameter::real(&name, LEAST, MOST, start).width(1.0)
        };
        Space::new(self.numbers.iter().map(parameter).collect())
    }

    /// What a point of the space makes moves cost.
    pub fn realisation(&self, point: &[f64]) -> Realisation {
        let mut all = self.all.clone();
        for (&number, &value) in self.numbers.iter().zip(point) {
            all[number] = value;
        }
        Realisation::new(|number| all[number], BASE)
    }

    /// All of it in a word.
    pub fn digest(&self) -> String {
        let numbers = self.numbers.iter().map(|&number| number as f64);
        digest(numbers.chain(self.all.iter().copied()))
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.numbers.len()
    }

    /// Whether nothing is tuned.
    pub fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }
}

/// The range of a probability that is tuned.
const LEAST: f64 = 0.001;
const MOST: f64 = 0.999;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::specialists::loa::shipped;

    #[test]
    fn both_starts_tune_the_same_categories_and_only_one_knows_anything() {
        let (counted, alike) = (
            TunedPlayer::new(shipped(), 500),
            TunedPlayer::alike(shipped(), 500),
        );
        let names = |tuned: &TunedPlayer| {
            let space = tuned.space().unwrap();
            let names = space.parameters().iter().map(|p| p.name.clone());
            names.collect::<Vec<_>>()
        };
        assert_eq!(names(&counted), names(&alike));
        assert_eq!(counted.len(), 121);
        let start = |tuned: &TunedPlayer| tuned.realisation(&tuned.space().unwrap().start());
        let costs = |tuned: &TunedPlayer| (0..CATEGORIES).map(|n| start(tuned).cost(n)).collect();
        let (counted, alike): (Vec<f32>, Vec<f32>) = (costs(&counted), costs(&alike));
        assert!(alike.iter().all(|&cost| cost == 1.0));
        assert!(counted.iter().any(|&cost| cost < 1.0) && counted.iter().any(|&cost| cost > 2.0));
    }
}
