//! The enumeration equations of section 4.

use crate::error::affordable;
use crate::{Backup, Error, ScoreKind, Tree};
use dashu_int::UBig;

/// How many assignments of scores 1..=α to the leaves of T\[n\] give the backed-up score sc(n).
///
/// EQ, LE, LT, GE and GT for one node n; the number of all assignments is α^#T\[n\] (Lemma 4.3).
/// Scores outside 1..=α are answered as what they are: nothing is below 1 or above α.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counts {
    /// LE(n, i) for i in 0..=α.
    le: Vec<UBig>,
}

impl Counts {
    /// Counts of a tree whose root is taken as a node of this kind, by the general recursion: a
    /// max-node multiplies LE of its children (3), a min-node GT (4).
    pub fn new(tree: &Tree, kind: ScoreKind, alpha: u64) -> Result<Counts, Error> {
        let mut tables = Tables::new(tree, alpha)?;
        Ok(tree.back_up(kind, &mut tables).as_ref().clone())
    }

    /// From LE(n, i) for i in 0..=α, of which there is at least the 0.
    pub(crate) fn of_le(le: Vec<UBig>) -> Counts {
        Counts { le }
    }

    /// α.
    pub fn alpha(&self) -> u64 {
        self.le.len() as u64 - 1
    }

    /// α^#T\[n\], the number of assignments.
    pub fn total(&self) -> &UBig {
        &self.le[self.le.len() - 1]
    }

    /// LE(n, i): sc(n) ≤ i.
    pub fn le(&self, i: u64) -> &UBig {
        &self.le[i.min(self.alpha()) as usize]
    }

    /// LT(n, i) = LE(n, i - 1): sc(n) < i.
    pub fn lt(&self, i: u64) -> &UBig {
        self.le(i.saturating_sub(1))
    }

    /// EQ(n, i), by (1).
    pub fn eq(&self, i: u64) -> UBig {
        self.le(i) - self.lt(i)
    }

    /// GT(n, i), by Lemma 4.3.
    pub fn gt(&self, i: u64) -> UBig {
        self.total() - self.le(i)
    }

    /// GE(n, i) = GT(n, i - 1).
    pub fn ge(&self, i: u64) -> UBig {
        self.total() - self.lt(i)
    }
}

/// Backs up tables of LE.
pub(crate) struct Tables {
    alpha: u64,
}

impl Tables {
    pub(crate) fn new(tree: &Tree, alpha: u64) -> Result<Tables, Error> {
        if alpha == 0 {
            return Err(Error::out_of_range("alpha", alpha, "at least 1"));
        }
        let leaves = tree.nodes.iter().map(|node| u128::from(node.leaves));
        let work = leaves
            .fold(0, u128::saturating_add)
            .saturating_mul(bits(alpha));
        affordable(
            "counts with this alpha",
            "take a smaller alpha, or the limit by quadrature",
            tree.leaves(),
            work,
            LIMIT,
        )?;
        Ok(Tables { alpha })
    }
}

/// Bits in all tables of a tree together; 256 MiB.
pub(crate) const LIMIT: u128 = 1 << 31;

/// Bits in a leaf's share of a table.
pub(crate) fn bits(alpha: u64) -> u128 {
    (u128::from(alpha) + 1) * u128::from(u64::BITS - alpha.leading_zeros())
}

impl Backup for Tables {
    type Value = Counts;

    fn leaf(&mut self) -> Counts {
        Counts::of_le((0..=self.alpha).map(UBig::from).collect())
    }

    fn back_up(&mut self, kind: ScoreKind, children: &[(u64, &Counts)]) -> Counts {
        let powers = |side: &dyn Fn(&Counts) -> UBig| -> UBig {
            children
                .iter()
                .map(|(count, child)| side(child).pow(*count as usize))
                .product()
        };
        let total = powers(&|child| child.total().clone());
        let le = (0..=self.alpha).map(|i| match kind {
            ScoreKind::Max => powers(&|child| child.le(i).clone()),
            ScoreKind::Min => &total - powers(&|child| child.gt(i)),
        });
        Counts::of_le(le.collect())
    }
}
