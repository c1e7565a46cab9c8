//! Where the integrand is looked at, and what follows from that.

use super::Profile;
use super::gauss::gauss_legendre;
use crate::{Error, Share, Tree};

/// Quadrature nodes on \[0, 1\]: one or more panels with two Gauss-Legendre rules each, the coarser
/// of which says how good the finer is, and the panel's ends.
///
/// The densities of all moves sum to the slope of ∏F, the distribution function of the root's score.
/// So the moves' probabilities on a panel must sum to the growth of ∏F between its ends, and a peak
/// that falls between the nodes of both rules does not go unnoticed.
#[derive(Clone, Debug)]
pub struct QuadratureRule {
    x: Vec<f64>,
    rest: Vec<f64>,
    weight: Vec<f64>,
    /// Nodes of the finer rule of a panel; they come before those of the coarser, and the ends last.
    fine: usize,
    coarse: usize,
}

/// The limit of prob(n) for each move, and how far it can be trusted.
#[derive(Clone, Debug, PartialEq)]
pub struct QuadratureEstimate {
    /// In the order of the moves.
    pub shares: Vec<Share<f64>>,
    /// An upper estimate of the absolute error of each probability: summed over panels, the largest
    /// difference over the moves between the finer and the coarser rule, and how far the sum of the
    /// moves is from the growth of ∏F, which over \[0, 1\] is 1. Where both rules resolve the
    /// integrand the true error is far below the first; where neither does, the second tells.
    pub error: f64,
    /// Quadrature nodes that were used.
    pub nodes: usize,
}

/// What one panel contributes.
pub(super) struct PanelSum {
    /// By the finer rule, for each move.
    pub(super) fine: Vec<f64>,
    /// The largest difference from the coarser rule, and from the growth of ∏F.
    pub(super) error: f64,
}

impl QuadratureRule {
    /// One panel with rules of this order and of three quarters of it. It converges geometrically
    /// once it resolves the steepest move: 64 does at 3 ply of common games, 128 at 4, 256 at 5.
    pub fn new(order: usize) -> Result<QuadratureRule, Error> {
        if !(4..=4096).contains(&order) {
            return Err(Error::out_of_range("order", order, "from 4 to 4096"));
        }
        Ok(QuadratureRule::on(&[(0.0, 1.0)], order, order * 3 / 4))
    }

    /// Both rules on every panel, given by its ends.
    pub(super) fn on(panels: &[(f64, f64)], fine: usize, coarse: usize) -> QuadratureRule {
        let mut rule = QuadratureRule {
            x: Vec::new(),
            rest: Vec::new(),
            weight: Vec::new(),
            fine,
            coarse,
        };
        let templates = [gauss_legendre(fine), gauss_legendre(coarse)];
        for &(from, to) in panels {
            let width = to - from;
            for node in templates.iter().flatten() {
                rule.x.push(from + width * node.x);
                rule.rest.push((1.0 - to) + width * node.rest);
                rule.weight.push(width * node.weight);
            }
            for end in [from, to] {
                rule.x.push(end);
                rule.rest.push(1.0 - end);
                rule.weight.push(0.0);
            }
        }
        rule
    }

    /// How many nodes it has.
    pub fn nodes(&self) -> usize {
        self.x.len()
    }

    /// The nodes.
    pub fn x(&self) -> &[f64] {
        &self.x
    }

    /// 1 - x at the nodes, to full precision near 1.
    pub(super) fn rest(&self) -> &[f64] {
        &self.rest
    }

    /// The moves of a tree, ready to be weighed.
    pub fn moves(&self, tree: &Tree) -> Vec<Share<Profile>> {
        let mut rule = self;
        let moves = tree.back_up_moves(&mut rule).into_iter();
        moves
            .map(|share| share.map(std::rc::Rc::unwrap_or_clone))
            .collect()
    }

    /// The limit of prob(n) for each move, from F and F′ of all moves at the nodes of this rule.
    /// Profiles may come from several walks over parts of the moves.
    pub fn estimate(&self, moves: &[Share<Profile>]) -> Result<QuadratureEstimate, Error> {
        let panels = self.panel_sums(moves)?;
        let mut probs = vec![0.0; moves.len()];
        let mut error = 0.0;
        for panel in &panels {
            add(&mut probs, &panel.fine);
            error += panel.error;
        }
        Ok(QuadratureEstimate {
            shares: shares(moves, &probs),
            error,
            nodes: self.nodes(),
        })
    }

    /// Each panel's part of ∫ F′ ∏ F(siblings), for each move.
    pub(super) fn panel_sums(&self, moves: &[Share<Profile>]) -> Result<Vec<PanelSum>, Error> {
        if moves.is_empty() {
            return Err(Error::Childless { what: "the root" });
        }
        let expected = self.nodes();
        for share in moves {
            let got = share.each.value.len();
            if got != expected {
                return Err(Error::OtherRule { got, expected });
            }
            if share.count == 0 {
                return Err(Error::out_of_range("count", 0, "at least 1"));
            }
        }
        let (densities, root) = self.densities(moves);
        let size = self.fine + self.coarse + 2;
        let panels = (0..expected).step_by(size);
        Ok(panels
            .map(|start| {
                let sums = |from: usize, to: usize| -> Vec<f64> {
                    let density = densities.iter();
                    density
                        .map(|density| dot(&density[from..to], &self.weight[from..to]))
                        .collect()
                };
                let middle = start + self.fine;
                let fine = sums(start, middle);
                let ends = middle + self.coarse;
                let coarse = sums(middle, ends);
                let differences = fine.iter().zip(&coarse).map(|(a, b)| (a - b).abs());
                let weighed = moves.iter().zip(&fine);
                let sum: f64 = weighed.map(|(share, p)| share.count as f64 * p).sum();
                let growth = root[ends + 1] - root[ends];
                PanelSum {
                    error: differences.fold(0.0, f64::max) + (sum - growth).abs(),
                    fine,
                }
            })
            .collect())
    }

    /// F′ ∏ F(siblings) at every node, for each move; and ∏F, the root's own.
    fn densities(&self, moves: &[Share<Profile>]) -> (Vec<Vec<f64>>, Vec<f64>) {
        let others = |share: &Share<Profile>, count: u64| -> Vec<f64> {
            let mut profile = share.each.clone();
            match count {
                0 => profile.value.fill(1.0),
                _ => profile.power(count),
            }
            profile.value
        };
        let mut after = vec![vec![1.0; self.nodes()]];
        for share in moves[1..].iter().rev() {
            let mut product = others(share, share.count);
            scale(&mut product, &after[after.len() - 1]);
            after.push(product);
        }
        let mut before = vec![1.0; self.nodes()];
        let mut densities = Vec::with_capacity(moves.len());
        for (share, after) in moves.iter().zip(after.iter().rev()) {
            scale(&mut before, &others(share, share.count - 1));
            let mut density = before.clone();
            scale(&mut density, after);
            scale(&mut density, &share.each.slope);
            densities.push(density);
            scale(&mut before, &share.each.value);
        }
        (densities, before)
    }
}

/// What each run of moves gets.
pub(super) fn shares(moves: &[Share<Profile>], probs: &[f64]) -> Vec<Share<f64>> {
    let moves = moves.iter().zip(probs);
    moves
        .map(|(share, &each)| Share {
            count: share.count,
            each,
        })
        .collect()
}

pub(super) fn add(sums: &mut [f64], terms: &[f64]) {
    for (sum, term) in sums.iter_mut().zip(terms) {
        *sum += term;
    }
}

fn scale(values: &mut [f64], factors: &[f64]) {
    for (value, factor) in values.iter_mut().zip(factors) {
        *value *= factor;
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
