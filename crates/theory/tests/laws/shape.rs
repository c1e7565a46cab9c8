//! Small trees, written the stupid way.

use ludometer_theory::{RBig, Share, Tree};
use proptest::prelude::*;

/// A node is its children.
#[derive(Clone, Debug)]
pub(crate) struct Shape(pub(crate) Vec<Shape>);

impl Shape {
    pub(crate) fn tree(&self) -> Tree {
        if self.0.is_empty() {
            return Tree::leaf();
        }
        let children: Vec<Tree> = self.0.iter().map(Shape::tree).collect();
        Tree::node(children.iter().map(|child| (1, child))).unwrap()
    }

    pub(crate) fn leaves(&self) -> usize {
        self.0.iter().map(Shape::leaves).sum::<usize>().max(1)
    }

    /// The backed-up score; leaves take theirs from left to right.
    pub(crate) fn score(&self, maximise: bool, scores: &mut impl Iterator<Item = u64>) -> u64 {
        let children = self.0.iter();
        let backed_up = children.map(|child| child.score(!maximise, scores));
        let backed_up: Vec<u64> = backed_up.collect();
        let best = if maximise {
            backed_up.iter().max()
        } else {
            backed_up.iter().min()
        };
        best.copied().unwrap_or_else(|| scores.next().unwrap())
    }
}

/// Trees of some levels and at least one move.
pub(crate) fn shapes(depth: u32, width: usize) -> impl Strategy<Value = Shape> {
    let leaf = Just(Shape(Vec::new()));
    let inner = leaf.prop_recursive(depth, 64, width as u32, move |inner| {
        prop::collection::vec(inner, 0..=width).prop_map(Shape)
    });
    prop::collection::vec(inner, 1..=width).prop_map(Shape)
}

/// One entry for each move.
pub(crate) fn flat<T: Clone>(shares: &[Share<T>]) -> Vec<T> {
    let shares = shares.iter();
    shares
        .flat_map(|share| vec![share.each.clone(); share.count as usize])
        .collect()
}

pub(crate) fn ratio(numerator: u64, denominator: u64) -> RBig {
    RBig::from_parts(numerator.into(), denominator.into())
}

pub(crate) fn sum(terms: impl IntoIterator<Item = RBig>) -> RBig {
    terms.into_iter().fold(RBig::ZERO, |sum, term| sum + term)
}
