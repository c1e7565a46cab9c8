//! Named random number generators with stable output. Their output for a seed never changes between
//! versions; test vectors pin it.

use crate::Seed;
use rand_core::{Rng as _, SeedableRng};
use rand_mt::Mt;
use rand_xoshiro::Xoshiro256PlusPlus;

/// The algorithm of a random stream.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Generator {
    /// Xoshiro256++ (Blackman and Vigna 2021): the default.
    #[default]
    Xoshiro,
    /// MT19937 (Matsumoto and Nishimura 1998), for papers that name it.
    MersenneTwister,
}

impl Generator {
    /// Every generator, in the order `list` shows them.
    pub const ALL: [Generator; 2] = [Generator::Xoshiro, Generator::MersenneTwister];

    /// The name a plan uses.
    pub fn name(self) -> &'static str {
        match self {
            Generator::Xoshiro => "xoshiro",
            Generator::MersenneTwister => "mersenne-twister",
        }
    }
}

/// A stream of random numbers. It is made only from a [`crate::Seed`].
#[derive(Clone)]
pub struct Rng(Source);

#[derive(Clone)]
enum Source {
    Xoshiro(Xoshiro256PlusPlus),
    // Boxed: 2.5 kB of state would make every seat that large.
    Mersenne(Box<Mt>),
    // Nothing was drawn yet, and nothing computed.
    Lazy {
        parent: Seed,
        name: &'static str,
        number: u64,
        generator: Generator,
    },
    // While a number is drawn from it.
    Taken,
}

/// The algorithm and nothing of the state.
impl std::fmt::Debug for Rng {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let generator = match &self.0 {
            Source::Xoshiro(_) => Generator::Xoshiro,
            Source::Mersenne(_) => Generator::MersenneTwister,
            Source::Lazy { generator, .. } => *generator,
            Source::Taken => return f.write_str("Rng"),
        };
        write!(f, "Rng({})", generator.name())
    }
}

/// Out of line, as is drawing from it: streams of the default generator stay small enough to be
/// inlined.
#[inline(never)]
fn twister(words: [u64; 4]) -> Source {
    let key = words.into_iter().flat_map(|w| [w as u32, (w >> 32) as u32]);
    Source::Mersenne(Box::new(Mt::new_with_key(key)))
}

/// Draws from a stream that is not of the default generator or was not begun. It takes and returns
/// values, and no reference to the stream: the words of a stream that never leaves a function stay in
/// registers.
#[cold]
#[inline(never)]
fn draw(source: Source) -> (Source, u64) {
    match source {
        Source::Xoshiro(mut xoshiro) => {
            let word = xoshiro.next_u64();
            (Source::Xoshiro(xoshiro), word)
        }
        Source::Mersenne(mut twister) => {
            let word = twister.next_u64();
            (Source::Mersenne(twister), word)
        }
        Source::Lazy {
            parent,
            name,
            number,
            generator,
        } => draw(parent.numbered(name, number).rng(generator).0),
        Source::Taken => unreachable!("a stream is put back by whom it was taken"),
    }
}

impl Rng {
    #[inline]
    pub(crate) fn new(generator: Generator, words: [u64; 4]) -> Rng {
        Rng(match generator {
            Generator::Xoshiro => {
                let mut seed = [0; 32];
                for (chunk, word) in seed.chunks_exact_mut(8).zip(words) {
                    chunk.copy_from_slice(&word.to_le_bytes());
                }
                Source::Xoshiro(Xoshiro256PlusPlus::from_seed(seed))
            }
            Generator::MersenneTwister => twister(words),
        })
    }

    #[inline]
    pub(crate) fn lazy(parent: Seed, name: &'static str, number: u64, generator: Generator) -> Rng {
        Rng(Source::Lazy {
            parent,
            name,
            number,
            generator,
        })
    }

    /// A stream of its own, of the same algorithm, that begins with what this one draws next.
    pub(crate) fn split(&mut self) -> Rng {
        let generator = match &self.0 {
            Source::Mersenne(_) => Generator::MersenneTwister,
            Source::Lazy { generator, .. } => *generator,
            Source::Xoshiro(_) | Source::Taken => Generator::Xoshiro,
        };
        Rng::new(generator, std::array::from_fn(|_| self.bits()))
    }

    /// 64 uniform bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        match &mut self.0 {
            Source::Xoshiro(xoshiro) => xoshiro.next_u64(),
            source => {
                let (next, word) = draw(std::mem::replace(source, Source::Taken));
                *source = next;
                word
            }
        }
    }

    /// A uniform real in [0, 1), with 53 bits.
    #[inline]
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }

    /// A uniform real in [-a, a).
    #[inline]
    pub fn symmetric(&mut self, a: f64) -> f64 {
        (2.0 * self.unit() - 1.0) * a
    }

    /// A uniform whole number below `n`, without bias (Lemire 2019, "Fast random integer
    /// generation in an interval"). `n` must be positive.
    #[inline]
    pub fn below(&mut self, n: u64) -> u64 {
        debug_assert!(n > 0);
        // One place that draws, so that this stays small enough to be inlined. The remainder, which is less
        // than `n`, is computed only where it could decide.
        loop {
            let product = u128::from(self.bits()) * u128::from(n);
            let low = product as u64;
            if low >= n || low >= n.wrapping_neg() % n {
                return (product >> 64) as u64;
            }
        }
    }

    /// A uniform index into something of `length` entries; `length` must be positive.
    #[inline]
    pub fn index(&mut self, length: usize) -> usize {
        self.below(length as u64) as usize
    }

    /// Whether an event of this probability happens.
    #[inline]
    pub fn happens(&mut self, probability: f64) -> bool {
        self.unit() < probability
    }

    /// Puts `items` into a uniformly random order (Durstenfeld's form of Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.index(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn below_is_uniform_and_in_range() {
        for generator in Generator::ALL {
            let mut rng = Seed::new(7).rng(generator);
            let mut counts = [0u32; 6];
            for _ in 0..60_000 {
                counts[rng.index(6)] += 1;
            }
            // Five degrees of freedom: 20.5 is the 0.999 quantile.
            let chi: f64 = counts
                .iter()
                .map(|&c| libm::pow(f64::from(c) - 1e4, 2.0) / 1e4)
                .sum();
            assert!(chi < 20.5, "{generator:?}: {counts:?}");
        }
    }

    #[test]
    fn shuffle_reaches_every_order() {
        let mut rng = Seed::new(1).rng(Generator::Xoshiro);
        let mut seen = std::collections::HashSet::new();
        for _ in 0..500 {
            let mut items = [0, 1, 2, 3];
            rng.shuffle(&mut items);
            seen.insert(items);
        }
        assert_eq!(seen.len(), 24);
    }
}
