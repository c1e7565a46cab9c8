//! Realisation probabilities (Tsuruoka, Yokoyama and Chikayama 2002): how often a move of a category
//! is played where one could be, and what that makes a move cost.

use super::category::{CATEGORIES, MoveCategory};
use ludometer_spec::identity::digest;
use std::sync::{Arc, OnceLock};

/// How often moves of each category were played, and in how many positions one was there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CategoryCounts {
    /// By number: played, available.
    counts: Vec<(u64, u64)>,
}

impl Default for CategoryCounts {
    fn default() -> Self {
        CategoryCounts {
            counts: vec![(0, 0); CATEGORIES],
        }
    }
}

impl CategoryCounts {
    /// Notes a position in which moves of these categories, each once, could be played and one was.
    pub fn note(&mut self, available: impl IntoIterator<Item = usize>, played: usize) {
        for number in available {
            self.counts[number].1 += 1;
        }
        self.counts[played].0 += 1;
    }

    /// Adds the counts of another.
    pub fn add(&mut self, other: &CategoryCounts) {
        for (ours, theirs) in self.counts.iter_mut().zip(&other.counts) {
            ours.0 += theirs.0;
            ours.1 += theirs.1;
        }
    }

    /// Played and available, by number.
    pub fn of(&self, number: usize) -> (u64, u64) {
        self.counts[number]
    }

    /// The chance that a move of a category is played where one is available, above 0 and below 1.
    /// One observation at the mean of all categories is added, so that what never happened is rare
    /// and not impossible.
    pub fn probability(&self, number: usize) -> f64 {
        let total = |of: fn(&(u64, u64)) -> u64| self.counts.iter().map(of).sum::<u64>() as f64;
        let mean = (1.0 + total(|count| count.0)) / (2.0 + total(|count| count.1));
        let (played, available) = self.counts[number];
        (played as f64 + mean) / (available as f64 + 1.0)
    }

    /// One line for each category that was seen: its name, played, available.
    pub fn to_text(&self, made_by: &str) -> String {
        let mut text = format!(
            "# Realisation probabilities of Lines of Action: how often a move of a category was\n\
             # played, and in how many positions one was available.\n\
             # takes (x) or not (-), from, to, squares gained towards the centre of mass\n\
             # made by: {made_by}\n"
        );
        for (number, &(played, available)) in self.counts.iter().enumerate() {
            if available > 0 {
                text += &format!("{} {played} {available}\n", MoveCategory::numbered(number));
            }
        }
        text
    }

    /// Reads what [`CategoryCounts::to_text`] writes, or says which line is wrong.
    pub fn read(text: &str) -> Result<CategoryCounts, String> {
        let mut counts = CategoryCounts::default();
        for (line, words) in (1..).zip(text.lines()) {
            let words = words.trim();
            if words.is_empty() || words.starts_with('#') {
                continue;
            }
            let diagnostic = |what: String| format!("line {line}: {what}");
            let mut parts = words.rsplitn(3, ' ');
            let mut count = || parts.next().and_then(|word| word.parse::<u64>().ok());
            let (Some(available), Some(played)) = (count(), count()) else {
                return Err(diagnostic(format!(
                    "`{words}` does not end in two whole numbers"
                )));
            };
            let category: MoveCategory = parts.next().unwrap_or("").parse().map_err(diagnostic)?;
            if played > available {
                return Err(diagnostic(format!("{played} were played, of {available}")));
            }
            let slot = &mut counts.counts[category.number()];
            if slot.1 > 0 {
                return Err(diagnostic(format!("`{category}` is there twice")));
            }
            *slot = (played, available);
        }
        Ok(counts)
    }
}

/// The counts that come with the laboratory.
pub fn shipped() -> &'static CategoryCounts {
    static SHIPPED: OnceLock<CategoryCounts> = OnceLock::new();
    SHIPPED.get_or_init(|| {
        let text = include_str!("../../../weights/loa-realisation.txt");
        CategoryCounts::read(text).expect("the shipped counts can be read")
    })
}

/// The chance that decides what one ply is: a move of this probability costs one.
pub const BASE: f64 = 0.25;

/// Probabilities, and what they make moves cost.
#[derive(Clone, Debug)]
pub struct Realisation {
    probabilities: Arc<[f32; CATEGORIES]>,
    costs: Arc<[f32; CATEGORIES]>,
    least: f32,
}

impl Realisation {
    /// These probabilities, by the number of the category; a move of probability `base` costs a ply.
    pub fn new(probability: impl Fn(usize) -> f64, base: f64) -> Realisation {
        let mut probabilities = [0.0; CATEGORIES];
        let mut costs = [0.0; CATEGORIES];
        for number in 0..CATEGORIES {
            let chance = probability(number).clamp(1e-6, 1.0);
            probabilities[number] = chance as f32;
            costs[number] = (libm::log(chance) / libm::log(base)) as f32;
        }
        let least = costs.iter().copied().fold(f32::INFINITY, f32::min);
        Realisation {
            probabilities: Arc::new(probabilities),
            costs: Arc::new(costs),
            least,
        }
    }

    /// All of it in a word: the same for the same probabilities and costs, to the bit.
    pub fn digest(&self) -> String {
        let numbers = self.probabilities.iter().chain(self.costs.iter());
        digest(numbers.map(|&number| f64::from(number)))
    }

    /// The chance that a move of this category is played.
    #[inline]
    pub fn probability(&self, number: usize) -> f32 {
        self.probabilities[number]
    }

    /// What a move of this category costs, in plies, before it is kept within bounds.
    #[inline]
    pub fn cost(&self, number: usize) -> f32 {
        self.costs[number]
    }

    /// What the cheapest category costs.
    pub fn least(&self) -> f32 {
        self.least
    }
}

/// The shipped probabilities.
pub fn realisation() -> Realisation {
    Realisation::new(|number| shipped().probability(number), BASE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shipped_probabilities_are_chances() {
        let counts = shipped();
        let seen = (0..CATEGORIES).filter(|&number| counts.of(number).1 > 0);
        assert!(seen.count() > 100);
        for number in 0..CATEGORIES {
            let chance = counts.probability(number);
            assert!(chance > 0.0 && chance <= 1.0, "{number}: {chance}");
        }
    }

    #[test]
    fn counts_are_read_as_they_are_written() {
        let mut counts = CategoryCounts::default();
        counts.note([3, 400], 400);
        counts.note([3], 3);
        assert_eq!((counts.of(3), counts.of(400)), ((1, 2), (1, 1)));
        let text = counts.to_text("hand");
        assert_eq!(CategoryCounts::read(&text), Ok(counts));
        for (wrong, says) in [
            ("- rim 6x6 +1 3", "line 1: `- rim 6x6` is not"),
            ("- rim 6x6 +1 5 4", "5 were played, of 4"),
            ("- rim 6x6 +1 a 4", "two whole numbers"),
            (
                "- rim 6x6 +1 1 4\n- rim 6x6 +1 1 4",
                "line 2: `- rim 6x6 +1` is there twice",
            ),
        ] {
            let diagnostic = CategoryCounts::read(wrong).unwrap_err();
            assert!(diagnostic.contains(says), "{diagnostic}");
        }
    }

    /// Two of three moves that were there were played; one observation at (2 + 1) / (3 + 2) is added to
    /// each category.
    #[test]
    fn what_never_happened_is_as_likely_as_the_mean() {
        let mut counts = CategoryCounts::default();
        counts.note([3, 400], 400);
        counts.note([3], 3);
        let near = |found: f64, right: f64| assert!((found - right).abs() < 1e-12, "{found}");
        near(counts.probability(3), (1.0 + 0.6) / 3.0);
        near(counts.probability(400), (1.0 + 0.6) / 2.0);
        near(counts.probability(7), 0.6);
        let mut twice = counts.clone();
        twice.add(&counts);
        assert_eq!((twice.of(3), twice.of(400)), ((2, 4), (2, 2)));
        // Without observations the probability is one half.
        near(CategoryCounts::default().probability(0), 0.5);
    }

    /// Costs are logarithms to the base, of chances from one in a million to certainty.
    #[test]
    fn costs_are_logarithms_of_chances() {
        let chances = [1.0, 0.5, 0.1, 1e-9, 2.0];
        let of = |number: usize| chances.get(number).copied().unwrap_or(0.25);
        let realisation = Realisation::new(of, 0.1);
        let right = [0.0, std::f32::consts::LOG10_2, 1.0, 6.0, 0.0];
        for (number, right) in right.into_iter().enumerate() {
            let cost = realisation.cost(number);
            assert!((cost - right).abs() < 1e-5, "{number}: {cost}");
        }
        assert_eq!(realisation.probability(1), 0.5);
        assert_eq!(realisation.least(), 0.0);
        assert_eq!(Realisation::new(|_| 0.01, 0.1).least(), 2.0);
    }

    #[test]
    fn a_move_of_the_base_costs_a_ply() {
        let realisation = Realisation::new(|number| if number == 0 { 0.25 } else { 0.0625 }, BASE);
        assert_eq!((realisation.cost(0), realisation.cost(1)), (1.0, 2.0));
        assert_eq!(realisation.least(), 1.0);
    }
}
