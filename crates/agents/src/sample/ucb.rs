//! UCB1 (Auer, Cesa-Bianchi and Fischer 2002), the selection rule of tree searches.

use std::sync::OnceLock;

/// Logarithms of visit counts below 2^20, made a block at a time when a count of the block is first met:
/// a search meets the same counts at many nodes. At most 8 MB in a process.
static LOGARITHMS: [OnceLock<Box<[f64; BLOCK]>>; 1024] = [const { OnceLock::new() }; 1024];

const BLOCK: usize = 1024;

/// The natural logarithm of a visit count.
#[inline]
fn logarithm(visits: u64) -> f64 {
    let place = (visits % BLOCK as u64) as usize;
    let block = visits / BLOCK as u64;
    if block >= LOGARITHMS.len() as u64 {
        return libm::log(visits as f64);
    }
    let block = block as usize;
    match LOGARITHMS[block].get() {
        Some(known) => known[place],
        None => computed(block)[place],
    }
}

#[cold]
#[inline(never)]
fn computed(block: usize) -> &'static [f64; BLOCK] {
    let log = |place| libm::log((block * BLOCK + place) as f64);
    LOGARITHMS[block].get_or_init(|| Box::new(std::array::from_fn(log)))
}

/// The upper confidence bounds of the children of one node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ucb1 {
    exploration: f64,
    log: f64,
}

impl Ucb1 {
    /// For a node with at least one visit. `exploration` is the constant C, in the units of the means.
    #[inline]
    pub(super) fn new(visits: u64, exploration: f64) -> Ucb1 {
        Ucb1 {
            exploration,
            log: logarithm(visits),
        }
    }

    /// The logarithm of the visits.
    #[inline]
    pub(super) fn log(&self) -> f64 {
        self.log
    }

    /// `mean + C sqrt(ln(visits of the node) / visits)` of a child with this mean.
    #[inline]
    pub(super) fn bound(&self, mean: f64, visits: f64) -> f64 {
        mean + self.exploration * (self.log / visits).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers by hand, to ten digits: ln 100 = 4.6051701860, ln 20 = 2.9957322736.
    #[test]
    fn bounds_are_those_of_the_formula() {
        for (node, exploration, mean, visits, bound) in [
            (100, 1.0, 0.5, 10.0, 1.178_614_042_4),
            (100, 1.4, 0.5, 10.0, 1.450_059_659_4),
            (100, 1.4, -0.5, 90.0, -0.183_313_446_9),
            (20, 0.5, 0.0, 5.0, 0.387_022_756_0),
            (20, 2.0, 1.0, 20.0, 1.774_045_512_0),
            // Without exploration the bound is the mean, and ln 1 = 0.
            (100, 0.0, 0.25, 3.0, 0.25),
            (1, 1.4, 0.25, 1.0, 0.25),
        ] {
            let found = Ucb1::new(node, exploration).bound(mean, visits);
            assert!((found - bound).abs() < 1e-9, "{found} for {bound}");
        }
    }

    #[test]
    fn logarithms_of_the_table_are_those_beyond_it() {
        let last = (LOGARITHMS.len() * BLOCK) as u64;
        for visits in [1, 2, 1023, 1024, 1025, 2047, 2048, last - 1, last, 1 << 40] {
            let bound = Ucb1::new(visits, 1.0).bound(0.0, 1.0);
            assert_eq!(bound, libm::log(visits as f64).sqrt());
        }
    }

    /// After 20 visits, 15 to an arm of mean 0.6 and 5 to one of 0.3, the bounds are
    /// 0.6 + C 0.4469 and 0.3 + C 0.7740: they change places at C = 0.3 / 0.3271 = 0.917.
    #[test]
    fn the_constant_decides_when_the_worse_arm_is_tried() {
        for (exploration, better) in [(0.5, true), (0.9, true), (0.93, false), (1.4, false)] {
            let ucb1 = Ucb1::new(20, exploration);
            let chosen = ucb1.bound(0.6, 15.0) > ucb1.bound(0.3, 5.0);
            assert_eq!(chosen, better, "{exploration}");
        }
    }
}
