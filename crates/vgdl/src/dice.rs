//! Where chance comes from: the elementary draws that the framework makes.

/// A source of chance. [`next`](Dice::next) is the only step; everything else is made of it, so that
/// counting steps counts all the chance a tick has used.
pub trait Dice {
    /// The top `bits` bits (1 to 32) of one elementary step.
    fn next(&mut self, bits: u32) -> u32;

    /// A whole number below `n`, as `java.util.Random.nextInt(n)` makes it: one step, or more when a
    /// draw falls into the incomplete last stretch. A choice among one still takes a step; among none
    /// it takes none and is 0.
    #[inline]
    fn below(&mut self, n: u32) -> u32 {
        if n == 0 {
            return 0;
        }
        if n.is_power_of_two() {
            return ((u64::from(n) * u64::from(self.next(31))) >> 31) as u32;
        }
        loop {
            let bits = self.next(31);
            let value = bits % n;
            if u64::from(bits - value) + u64::from(n - 1) < 1 << 31 {
                return value;
            }
        }
    }

    /// A double in [0, 1): two steps.
    #[inline]
    fn unit(&mut self) -> f64 {
        let high = u64::from(self.next(26)) << 27;
        (high + u64::from(self.next(27))) as f64 / (1u64 << 53) as f64
    }

    /// A single-precision number in [0, 1): one step.
    #[inline]
    fn unit_single(&mut self) -> f64 {
        f64::from(self.next(24)) / f64::from(1u32 << 24)
    }
}

/// The recurrence of `java.util.Random`, with a count of its steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JavaDice {
    state: u64,
    steps: u64,
}

impl JavaDice {
    const FACTOR: u64 = 0x5_DEEC_E66D;
    const MASK: u64 = (1 << 48) - 1;

    /// The generator that Java makes of a seed.
    pub fn new(seed: i64) -> Self {
        JavaDice {
            state: (seed as u64 ^ Self::FACTOR) & Self::MASK,
            steps: 0,
        }
    }

    /// How many elementary steps were taken so far.
    pub fn steps(&self) -> u64 {
        self.steps
    }
}

impl Dice for JavaDice {
    #[inline]
    fn next(&mut self, bits: u32) -> u32 {
        self.steps += 1;
        self.state = self.state.wrapping_mul(Self::FACTOR).wrapping_add(11) & Self::MASK;
        (self.state >> (48 - bits)) as u32
    }
}

/// Dice made of any generator of 64-bit words: one word a step.
#[derive(Clone, Debug)]
pub struct WordDice<F>(pub F);

impl<F: FnMut() -> u64> Dice for WordDice<F> {
    #[inline]
    fn next(&mut self, bits: u32) -> u32 {
        ((self.0)() >> (64 - bits)) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// First outputs of `new java.util.Random(42)`, as its documentation's recurrence gives them.
    #[test]
    fn java_s_first_draws() {
        let mut dice = JavaDice::new(42);
        assert_eq!(dice.next(32) as i32, -1_170_105_035);
        assert_eq!(dice.next(32) as i32, 234_785_527);
        assert_eq!(dice.steps(), 2);
        let mut dice = JavaDice::new(42);
        assert_eq!(dice.below(10), 0);
        assert_eq!(dice.below(10), 3);
        let mut dice = JavaDice::new(42);
        assert!((dice.unit() - 0.727_563_680_032_868_1).abs() < 1e-15);
        assert_eq!(dice.steps(), 2);
    }

    #[test]
    fn a_choice_of_one_takes_a_step_and_a_choice_of_none_does_not() {
        let mut dice = JavaDice::new(1);
        assert_eq!(dice.below(1), 0);
        assert_eq!(dice.steps(), 1);
        assert_eq!(dice.below(0), 0);
        assert_eq!(dice.steps(), 1);
    }

    #[test]
    fn words_give_numbers_in_range() {
        let mut word = 0u64;
        let mut dice = WordDice(|| {
            word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            word
        });
        for n in 1..200 {
            assert!(dice.below(n) < n);
            assert!((0.0..1.0).contains(&dice.unit()));
        }
    }
}
