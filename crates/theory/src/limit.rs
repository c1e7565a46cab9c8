//! The probabilities of the moves as α → ∞, exactly.
//!
//! As α grows, prob(n) tends to the probability of n when the scores are independent and uniform on
//! \[0, 1\] (section 7, after (25)). Then F, the distribution function of a backed-up score, is a
//! polynomial: x at a leaf, the product of the children's at a max-node, 1 - ∏(1 - F) at a min-node;
//! and prob(n) = ∫ F′ ∏ F(siblings) over \[0, 1\]. There are no ties, so the sum over moves is 1.
//!
//! F(0) = 0, so the sum of magnitudes of coefficients obeys |1 - F| = 1 + |F|, hence |∏F| ≤ ∏|F| and
//! |1 - ∏(1 - F)| ≤ ∏(1 + |F|) - 1. That bounds the coefficients before any is computed, and lets
//! whole polynomials be packed into integers.

use crate::moves::Moves;
use crate::packed::{Packing, integral, lcm_up_to, others};
use crate::{Backup, Error, ScoreKind, Share, Tree};
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;
use std::rc::Rc;

/// Bits of a packed polynomial, times how many are kept: half a gigabyte and some ten seconds.
const LIMIT: u64 = 1 << 32;

/// The limit of prob(n) as α → ∞ for each move n, as exact rationals.
///
/// Time and memory grow a little faster than the square of the number of leaves: a thousand leaves
/// take a tenth of a second, ten thousand some seconds, and larger trees are refused.
pub fn limit(tree: &Tree) -> Result<Vec<Share<RBig>>, Error> {
    tree.choices()?;
    let moves = Moves::gather(tree);
    let leaves = tree.leaves();
    let steps = (moves.tree.root().runs.len() + tree.height()) as u64;
    let fit = (LIMIT / steps).isqrt();
    if leaves > fit {
        return Err(Error::TooLarge {
            what: "exact limits",
            leaves,
            fit,
            remedy: "take the limit by quadrature",
        });
    }
    let norms = moves.tree.back_up_moves(&mut Norms);
    let norm: UBig = norms
        .iter()
        .map(|share| share.each.pow(share.count as usize))
        .product();
    let packing = Packing::new(&(norm * leaves));
    let backed_up = moves.tree.back_up_moves(&mut Polynomials { packing });
    let factors: Vec<Share<IBig>> = backed_up
        .into_iter()
        .map(|share| share.map(Rc::unwrap_or_clone))
        .collect();
    let lcm = lcm_up_to(leaves);
    let products = factors.iter().zip(others(&factors));
    let runs = moves.tree.root().runs.iter();
    let probs = products.zip(runs).map(|((factor, others), run)| {
        let terms = moves.tree.nodes[run.child].leaves as usize + 1;
        let density = packing.pack(&derivative(packing.unpack(&factor.each, terms)));
        let integrand = packing.unpack(&(density * others), leaves as usize);
        RBig::from_parts(integral(&integrand, &lcm), lcm.clone())
    });
    Ok(moves.spread(&probs.collect::<Vec<_>>()))
}

fn derivative(coefficients: Vec<IBig>) -> Vec<IBig> {
    let terms = coefficients.into_iter().zip(0_u64..).skip(1);
    terms.map(|(coefficient, k)| coefficient * k).collect()
}

/// Backs up F, packed.
struct Polynomials {
    packing: Packing,
}

impl Backup for Polynomials {
    type Value = IBig;

    fn leaf(&mut self) -> IBig {
        self.packing.x()
    }

    fn back_up(&mut self, kind: ScoreKind, children: &[(u64, &IBig)]) -> IBig {
        let children = children.iter();
        match kind {
            ScoreKind::Max => children
                .map(|(count, child)| child.pow(*count as usize))
                .product(),
            ScoreKind::Min => {
                let product: IBig = children
                    .map(|(count, child)| (IBig::ONE - *child).pow(*count as usize))
                    .product();
                IBig::ONE - product
            }
        }
    }
}

/// Backs up bounds of the sum of magnitudes of F's coefficients.
struct Norms;

impl Backup for Norms {
    type Value = UBig;

    fn leaf(&mut self) -> UBig {
        UBig::ONE
    }

    fn back_up(&mut self, kind: ScoreKind, children: &[(u64, &UBig)]) -> UBig {
        let children = children.iter();
        match kind {
            ScoreKind::Max => children
                .map(|(count, child)| child.pow(*count as usize))
                .product(),
            ScoreKind::Min => {
                let product: UBig = children
                    .map(|(count, child)| (UBig::ONE + *child).pow(*count as usize))
                    .product();
                product - UBig::ONE
            }
        }
    }
}
