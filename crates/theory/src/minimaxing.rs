//! The probability of a node under random minimaxing (section 5).

use crate::counts::{Counts, LIMIT, Tables, bits};
use crate::error::affordable;
use crate::moves::Moves;
use crate::packed::{Packing, integral, lcm_up_to, others};
use crate::{Error, Share, Tree};
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;
use std::rc::Rc;

/// Random minimaxing of one tree with scores 1..=α.
///
/// The moves are the children of the root, a max-node. The probabilities of the children of a
/// min-node are those of the same tree under a max-node: exchanging the players and turning the
/// scores round maps one to the other. So this answers for every node n of a tree, given T\[par(n)\].
#[derive(Clone, Debug)]
pub struct Minimaxing {
    alpha: u64,
    moves: Moves,
    /// Of the gathered moves.
    counts: Vec<Share<Rc<Counts>>>,
}

impl Minimaxing {
    /// Counts the assignments for every move.
    pub fn new(tree: &Tree, alpha: u64) -> Result<Minimaxing, Error> {
        tree.choices()?;
        let mut tables = Tables::new(tree, alpha)?;
        let moves = Moves::gather(tree);
        let products = u128::from(tree.leaves()) * moves.tree.root().runs.len() as u128;
        affordable(
            "this number of different moves with this alpha",
            "take a smaller alpha, or the limit by quadrature",
            tree.leaves(),
            products.saturating_mul(bits(alpha)),
            LIMIT << 3,
        )?;
        let counts = moves.tree.back_up_moves(&mut tables);
        Ok(Minimaxing {
            alpha,
            moves,
            counts,
        })
    }

    /// α.
    pub fn alpha(&self) -> u64 {
        self.alpha
    }

    /// α^N, the number of assignments to the leaves of the whole tree.
    pub fn total(&self) -> UBig {
        UBig::from(self.alpha).pow(self.moves.tree.leaves() as usize)
    }

    /// The counts of the moves, runs of equal ones together.
    pub fn counts(&self) -> Vec<Share<&Counts>> {
        let counts: Vec<&Counts> = self.counts.iter().map(|share| &*share.each).collect();
        self.moves.spread(&counts)
    }

    /// #\[n\](i) for each move n: how many assignments give sc(n) = sc(root) = i, so that n is on a
    /// principal variation (Lemma 5.1).
    pub fn principal(&self, i: u64) -> Vec<Share<UBig>> {
        self.moves.spread(&self.weighed(i, self.siblings(i)))
    }

    /// prob(n) for each move n: the share of assignments that put it on a principal variation.
    ///
    /// An assignment that ties moves counts for each of them, so for finite α the sum over the moves
    /// is more than 1 as soon as there are two.
    pub fn prob(&self) -> Vec<Share<RBig>> {
        self.fractions(|i| self.siblings(i), &self.total())
    }

    /// The probability that random minimaxing chooses each move, ties being broken uniformly at
    /// random. The sum over the moves is exactly 1.
    ///
    /// A move that ties with m others is chosen with 1/(m + 1), the integral of t^m over \[0, 1\]; so
    /// the chance is that of Lemma 5.1 with LT + t EQ in place of each sibling's LE, integrated.
    pub fn chosen(&self) -> Result<Vec<Share<RBig>>, Error> {
        let choices = self.moves.tree.root().children();
        if let [_] = &self.counts[..] {
            let even = RBig::from_parts(IBig::ONE, UBig::from(choices));
            return Ok(self.moves.spread(&[even]));
        }
        let leaves = self.moves.tree.leaves();
        let packed = u128::from(choices) * u128::from(leaves);
        let packed = packed.saturating_mul(self.counts.len() as u128);
        affordable(
            "breaking ties among this number of moves",
            "take a smaller alpha, or the limit, which has no ties",
            leaves,
            packed.saturating_mul(bits(self.alpha)),
            LIMIT << 3,
        )?;
        let total = self.total();
        let packing = Packing::new(&total);
        let lcm = lcm_up_to(choices);
        let ties = |i| {
            let tied = |counts: &Counts| counts.lt(i) + counts.eq(i) * packing.x();
            let products = others(&self.factors(tied)).into_iter();
            products
                .map(|product| integral(&packing.unpack(&product, choices as usize), &lcm))
                .collect()
        };
        Ok(self.fractions(ties, &(total * &lcm)))
    }

    /// For each move the number of assignments to the other moves' leaves that score at most i.
    fn siblings(&self, i: u64) -> Vec<IBig> {
        others(&self.factors(|counts| IBig::from(counts.le(i).clone())))
    }

    fn factors(&self, factor: impl Fn(&Counts) -> IBig) -> Vec<Share<IBig>> {
        let factors = self.counts.iter();
        factors
            .map(|share| share.clone().map(|counts| factor(&counts)))
            .collect()
    }

    /// EQ(n, i) times the weight of each move.
    fn weighed(&self, i: u64, weights: Vec<IBig>) -> Vec<UBig> {
        let moves = self.counts.iter().zip(weights);
        moves
            .map(|(share, weight)| share.each.as_ref().eq(i) * weight.into_parts().1)
            .collect()
    }

    /// The weighed sums over all scores, as parts of `total`.
    fn fractions(&self, weights: impl Fn(u64) -> Vec<IBig>, total: &UBig) -> Vec<Share<RBig>> {
        let mut sums = vec![UBig::ZERO; self.counts.len()];
        for i in 1..=self.alpha {
            for (sum, weighed) in sums.iter_mut().zip(self.weighed(i, weights(i))) {
                *sum += weighed;
            }
        }
        let parts = sums.into_iter();
        let parts = parts.map(|sum| RBig::from_parts(sum.into(), total.clone()));
        self.moves.spread(&parts.collect::<Vec<_>>())
    }
}
