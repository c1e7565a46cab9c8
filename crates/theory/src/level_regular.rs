//! Moves whose subgame trees are level-regular, by the propagation function (section 5).

use crate::counts::{LIMIT, bits};
use crate::error::affordable;
use crate::{Counts, Error, ScoreKind, Tree};
use dashu_int::UBig;
use dashu_int::ops::BitTest;
use dashu_ratio::RBig;

/// A move n₀ in a game tree of δ ply whose subgame tree T\[n₀\] is level-regular: all its nodes at
/// level k have t_k children, for k from 1 to δ - 1. That is q_k at odd levels, where black moves,
/// and m_k at even ones, where white does.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LevelRegular {
    action_count: Vec<u64>,
    leaves: u64,
}

/// The propagation function 𝓕(z) = 1 - z^t of (11). The result has t times as many digits as z.
pub fn propagation(z: &RBig, t: u64) -> Result<RBig, Error> {
    let bits = z.numerator().bit_len().max(z.denominator().bit_len());
    affordable(
        "exact powers",
        "take fewer children",
        t,
        u128::from(t) * bits as u128,
        LIMIT,
    )?;
    Ok(RBig::ONE - z.pow(t as isize))
}

impl LevelRegular {
    /// From t_1, t_2, …, t_{δ-1}; empty for δ = 1, where the move is a leaf.
    pub fn new(action_count: impl Into<Vec<u64>>) -> Result<LevelRegular, Error> {
        let action_count = action_count.into();
        let leaves = Tree::level_regular(&action_count)?.leaves();
        Ok(LevelRegular {
            action_count,
            leaves,
        })
    }

    /// t_1, …, t_{δ-1}.
    pub fn action_count(&self) -> &[u64] {
        &self.action_count
    }

    /// δ, the number of ply of the game tree that the move is a move of.
    pub fn height(&self) -> usize {
        self.action_count.len() + 1
    }

    /// #T\[n₀\].
    pub fn leaves(&self) -> u64 {
        self.leaves
    }

    /// T\[n₀\].
    pub fn tree(&self) -> Tree {
        Tree::level_regular(&self.action_count).expect("it was made once to count the leaves")
    }

    /// The game tree with these moves.
    pub fn game(moves: &[LevelRegular]) -> Result<Tree, Error> {
        let trees: Vec<Tree> = moves.iter().map(LevelRegular::tree).collect();
        Tree::node(trees.iter().map(|tree| (1, tree)))
    }

    /// The move as it is seen `height` ply deep: cut off below, or extended canonically.
    #[must_use]
    pub fn cut(&self, height: usize) -> LevelRegular {
        let mut action_count = self.action_count.clone();
        action_count.resize(height.max(1) - 1, 1);
        LevelRegular {
            leaves: action_count.iter().product(),
            action_count,
        }
    }

    /// The move with t_k replaced; the level k is in 1..δ.
    pub fn modified(&self, level: usize, children: u64) -> Result<LevelRegular, Error> {
        let mut action_count = self.action_count.clone();
        match level.checked_sub(1).and_then(|i| action_count.get_mut(i)) {
            Some(slot) => *slot = children,
            None => {
                let expected =
                    format!("from 1 to {}, the levels with children", action_count.len());
                return Err(Error::out_of_range("level", level, expected));
            }
        }
        LevelRegular::new(action_count)
    }

    /// 𝓕*_φ(z) of (12), the iterated propagation function from level φ up to the move, where
    /// 1 ≤ φ ≤ δ. It is increasing for odd φ and decreasing for even φ.
    pub fn iterated_propagation(&self, phi: usize, z: &RBig) -> Result<RBig, Error> {
        if !(1..=self.height()).contains(&phi) {
            let expected = format!("a level from 1 to {}", self.height());
            return Err(Error::out_of_range("phi", phi, expected));
        }
        let mut levels = self.action_count[..phi - 1].iter().rev();
        levels.try_fold(z.clone(), |z, &t| propagation(&z, t))
    }

    /// f_δ^i of (10): at a leaf the chance of a score of at most i where δ is odd, and of more than i
    /// where it is even.
    pub fn leaf(&self, i: u64, alpha: u64) -> Result<RBig, Error> {
        if alpha == 0 || i > alpha {
            return Err(Error::out_of_range(
                "i",
                i,
                format!("from 0 to alpha, {alpha}"),
            ));
        }
        let favourable = match ScoreKind::of_level(self.height()) {
            ScoreKind::Min => i,
            ScoreKind::Max => alpha - i,
        };
        Ok(RBig::from_parts(favourable.into(), alpha.into()))
    }

    /// l_1^i = LE(n₀, i) / α^#T\[n₀\], by (13) with φ = δ.
    pub fn l1(&self, i: u64, alpha: u64) -> Result<RBig, Error> {
        self.affordable(alpha)?;
        self.iterated_propagation(self.height(), &self.leaf(i, alpha)?)
    }

    /// The counts of the move, a min-node, in closed form.
    pub fn counts(&self, alpha: u64) -> Result<Counts, Error> {
        self.affordable(alpha)?;
        let total = UBig::from(alpha).pow(self.leaves as usize);
        let le = (0..=alpha).map(|i| {
            let share = self.iterated_propagation(self.height(), &self.leaf(i, alpha)?)?;
            let (numerator, denominator) = share.into_parts();
            Ok(numerator.into_parts().1 * (&total / denominator))
        });
        Ok(Counts::of_le(le.collect::<Result<_, Error>>()?))
    }

    fn affordable(&self, alpha: u64) -> Result<(), Error> {
        if alpha == 0 {
            return Err(Error::out_of_range("alpha", alpha, "at least 1"));
        }
        affordable(
            "counts with this alpha",
            "take a smaller alpha, or the limit by quadrature",
            self.leaves,
            u128::from(self.leaves).saturating_mul(bits(alpha)),
            LIMIT,
        )
    }
}

impl From<&LevelRegular> for Tree {
    fn from(level_regular: &LevelRegular) -> Tree {
        level_regular.tree()
    }
}
