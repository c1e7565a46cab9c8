//! Counts of game results, or of results of colour-swapped pairs.

/// How often each outcome of a unit occurred.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutcomeCounts {
    /// Single games: losses, draws, wins.
    Trinomial([u64; 3]),
    /// Colour-swapped pairs by their points, 0, ½, 1, 1½ and 2: two losses; a loss and a draw; a win
    /// and a loss or two draws; a win and a draw; two wins.
    Pentanomial([u64; 5]),
}

/// What an outcome that has not occurred counts as.
const UNSEEN: f64 = 1e-3;

impl OutcomeCounts {
    /// No units yet: pairs of games, or single games.
    pub fn none(pairs: bool) -> OutcomeCounts {
        match pairs {
            true => OutcomeCounts::Pentanomial([0; 5]),
            false => OutcomeCounts::Trinomial([0; 3]),
        }
    }

    /// The same kind of units, none yet.
    pub(super) fn emptied(&self) -> OutcomeCounts {
        OutcomeCounts::none(matches!(self, OutcomeCounts::Pentanomial(_)))
    }

    /// The counts in the order of the score.
    pub fn counts(&self) -> &[u64] {
        match self {
            OutcomeCounts::Trinomial(counts) => counts,
            OutcomeCounts::Pentanomial(counts) => counts,
        }
    }

    /// The number of units.
    pub fn units(&self) -> u64 {
        self.counts()
            .iter()
            .fold(0, |sum, &count| sum.saturating_add(count))
    }

    /// The games in a unit.
    pub(super) fn games_in_unit(&self) -> f64 {
        match self {
            OutcomeCounts::Trinomial(_) => 1.0,
            OutcomeCounts::Pentanomial(_) => 2.0,
        }
    }

    /// Adds a unit by its score in halves of a point: 0 to 2 for a game, 0 to 4 for a pair. Anything
    /// beyond counts as a full score.
    pub fn add(&mut self, halves: usize) {
        let counts: &mut [u64] = match self {
            OutcomeCounts::Trinomial(counts) => counts,
            OutcomeCounts::Pentanomial(counts) => counts,
        };
        let last = counts.len() - 1;
        counts[halves.min(last)] += 1;
    }

    /// The number of units with unseen outcomes counted in, and the score of each outcome in 0..=1
    /// with its share; `None` without any unit.
    pub(super) fn distribution(&self) -> Option<(f64, Vec<(f64, f64)>)> {
        if self.units() == 0 {
            return None;
        }
        let counts = self.counts();
        let last = (counts.len() - 1) as f64;
        let weight = |&count: &u64| if count == 0 { UNSEEN } else { count as f64 };
        let total: f64 = counts.iter().map(weight).sum();
        let shares = counts.iter().map(weight).map(|weight| weight / total);
        let scores = (0..counts.len()).map(|index| index as f64 / last);
        Some((total, scores.zip(shares).collect()))
    }
}
