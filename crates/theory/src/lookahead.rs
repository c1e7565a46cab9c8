//! Increased lookahead (section 7).

use crate::{Error, LevelRegular, Minimaxing, ScoreKind, Share, limit};
use dashu_ratio::RBig;
use std::ops::RangeInclusive;

/// What the leaves are scored with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scores {
    /// Natural numbers from 1 to α, ties counting for every tied move, as prob(n) does.
    UpTo(u64),
    /// Real numbers: the limit α → ∞.
    Continuous,
}

/// One position searched to two depths: a tree T₁ of δ₁ ply with level-regular moves, and T₂, its
/// first δ₂ ply; with one move called good and one called bad.
///
/// Deeper search is beneficial if ρ₁ = prob(n₁ᵍ)/prob(n₁ᵇ) is more than ρ₂ = prob(n₂ᵍ)/prob(n₂ᵇ),
/// which is (24). The increased lookahead theorem (7.1) speaks of δ₁ ≥ δ₂ + 2; here δ₁ = δ₂ + 1, the
/// case that the paper leaves open, is allowed as well.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lookahead {
    moves: Vec<LevelRegular>,
    good: usize,
    bad: usize,
    shallow: usize,
}

/// One step of a staircase of thresholds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// White's choice under the good move at the modified even level.
    pub m: u64,
    /// Black's least choice under the bad move at the modified odd level that makes deeper search
    /// beneficial; none up to the bound.
    pub q: Option<u64>,
}

impl Lookahead {
    /// The moves of T₁, the indices of the good and the bad one, and δ₂. Moves of less height are
    /// extended canonically; δ₁ is the greatest height.
    pub fn new(
        moves: &[LevelRegular],
        good: usize,
        bad: usize,
        shallow: usize,
    ) -> Result<Lookahead, Error> {
        for (what, index) in [("good", good), ("bad", bad)] {
            if index >= moves.len() {
                let expected = format!("the index of one of {} moves", moves.len());
                return Err(Error::out_of_range(what, index, expected));
            }
        }
        if good == bad {
            return Err(Error::out_of_range(
                "bad",
                bad,
                "another move than the good one",
            ));
        }
        let deep = moves.iter().map(LevelRegular::height).max().unwrap_or(1);
        if !(1..deep).contains(&shallow) {
            let expected = format!("at least 1 and less than the {deep} ply of the deeper search");
            return Err(Error::out_of_range("shallow", shallow, expected));
        }
        Ok(Lookahead {
            moves: moves.iter().map(|n| n.cut(deep)).collect(),
            good,
            bad,
            shallow,
        })
    }

    /// The moves of T₁.
    pub fn moves(&self) -> &[LevelRegular] {
        &self.moves
    }

    /// δ₁.
    pub fn deep(&self) -> usize {
        self.moves[0].height()
    }

    /// δ₂.
    pub fn shallow(&self) -> usize {
        self.shallow
    }

    /// ρ₁, the ratio in the deeper search.
    pub fn rho1(&self, scores: Scores) -> Result<RBig, Error> {
        self.ratio(self.deep(), scores)
    }

    /// ρ₂, the ratio in the shallower search.
    pub fn rho2(&self, scores: Scores) -> Result<RBig, Error> {
        self.ratio(self.shallow, scores)
    }

    /// Whether (24) holds: ρ₁ > ρ₂.
    pub fn beneficial(&self, scores: Scores) -> Result<bool, Error> {
        Ok(self.rho1(scores)? > self.rho2(scores)?)
    }

    /// M(r): the product of the m_k for even k from δ₂ to δ₁ - 1 under a move.
    pub fn white_choice(&self, index: usize) -> Result<u64, Error> {
        self.product(index, ScoreKind::Max)
    }

    /// Q(r): the product of the q_k for odd k from δ₂ to δ₁ - 1 under a move.
    pub fn black_choice(&self, index: usize) -> Result<u64, Error> {
        self.product(index, ScoreKind::Min)
    }

    /// T₁ with one level from δ₂ to δ₁ - 1 changed in favour of the good move: at an even level, a
    /// max-modification, the good move's m_k; at an odd level, a min-modification, the bad move's
    /// q_k. Differs: the paper's modifications increase the number; here it may be any.
    pub fn modified(&self, level: usize, children: u64) -> Result<Lookahead, Error> {
        self.below_horizon(level)?;
        let index = match ScoreKind::of_level(level) {
            ScoreKind::Max => self.good,
            ScoreKind::Min => self.bad,
        };
        let mut changed = self.clone();
        changed.moves[index] = self.moves[index].modified(level, children)?;
        Ok(changed)
    }

    /// The least number of children at the level, at most `bound`, for which the tree so
    /// [`modified`](Lookahead::modified) makes deeper search beneficial.
    ///
    /// Such a modification raises prob(g) and lowers prob(b), by the domination theorem and because
    /// the modified move's scores move one way; so ρ₁ grows with it and bisection finds the least.
    pub fn threshold(
        &self,
        level: usize,
        bound: u64,
        scores: Scores,
    ) -> Result<Option<u64>, Error> {
        self.threshold_against(&self.rho2(scores)?, level, bound, scores)
    }

    /// The staircase of Theorem 7.1: for each m at `max_level` under the good move, the least q at
    /// `min_level` under the bad move with ρ₁ > ρ₂.
    pub fn staircase(
        &self,
        max_level: usize,
        min_level: usize,
        m: RangeInclusive<u64>,
        bound: u64,
        scores: Scores,
    ) -> Result<Vec<Step>, Error> {
        for (what, level, kind, expected) in [
            ("max_level", max_level, ScoreKind::Max, "even: white's turn"),
            ("min_level", min_level, ScoreKind::Min, "odd: black's turn"),
        ] {
            if ScoreKind::of_level(level) != kind {
                return Err(Error::out_of_range(what, level, expected));
            }
        }
        let rho2 = self.rho2(scores)?;
        m.map(|m| {
            let changed = self.modified(max_level, m)?;
            let q = changed.threshold_against(&rho2, min_level, bound, scores)?;
            Ok(Step { m, q })
        })
        .collect()
    }

    fn threshold_against(
        &self,
        rho2: &RBig,
        level: usize,
        bound: u64,
        scores: Scores,
    ) -> Result<Option<u64>, Error> {
        self.below_horizon(level)?;
        let enough = |children| Ok(self.modified(level, children)?.rho1(scores)? > *rho2);
        // Doubling first keeps the trees small that have to be worked out.
        let (mut low, mut high) = (0, 1.min(bound));
        loop {
            if high == low {
                return Ok(None);
            }
            if enough(high)? {
                break;
            }
            (low, high) = (high, high.saturating_mul(2).min(bound));
        }
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            if enough(middle)? {
                high = middle;
            } else {
                low = middle;
            }
        }
        Ok(Some(high))
    }

    fn below_horizon(&self, level: usize) -> Result<(), Error> {
        let levels = self.shallow..self.deep();
        if levels.contains(&level) {
            return Ok(());
        }
        let expected = format!("from {} to {}", levels.start, levels.end - 1);
        Err(Error::out_of_range("level", level, expected))
    }

    fn ratio(&self, height: usize, scores: Scores) -> Result<RBig, Error> {
        let moves: Vec<LevelRegular> = self.moves.iter().map(|n| n.cut(height)).collect();
        let game = LevelRegular::game(&moves)?;
        let shares = match scores {
            Scores::UpTo(alpha) => Minimaxing::new(&game, alpha)?.prob(),
            Scores::Continuous => limit(&game)?,
        };
        Ok(nth(&shares, self.good) / nth(&shares, self.bad))
    }

    fn product(&self, index: usize, kind: ScoreKind) -> Result<u64, Error> {
        let Some(n) = self.moves.get(index) else {
            let expected = format!("the index of one of {} moves", self.moves.len());
            return Err(Error::out_of_range("index", index, expected));
        };
        let levels = (1..).zip(n.action_count()).skip(self.shallow - 1);
        Ok(levels
            .filter(|&(level, _)| ScoreKind::of_level(level) == kind)
            .map(|(_, &t)| t)
            .product())
    }
}

/// The probability of the move with this index, where equal neighbours are counted in one share.
fn nth(shares: &[Share<RBig>], index: usize) -> &RBig {
    let mut after = 0;
    let share = shares.iter().find(|share| {
        after += share.count;
        after > index as u64
    });
    &share.expect("the index was checked against the moves").each
}
