//! Polynomials with integer coefficients as one big integer each: the polynomial's value at 2^bits
//! (Kronecker's substitution). Sums and products of polynomials are then sums and products of
//! integers, and one fast multiplication does the work of all coefficients.

use crate::Share;
use dashu_int::ops::BitTest;
use dashu_int::{IBig, UBig};

/// How wide a coefficient is, its sign included.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Packing {
    bits: usize,
}

impl Packing {
    /// For polynomials whose coefficients are at most `bound` in magnitude.
    pub(crate) fn new(bound: &UBig) -> Packing {
        Packing {
            bits: bound.bit_len() + 1,
        }
    }

    /// The polynomial x.
    pub(crate) fn x(self) -> IBig {
        IBig::ONE << self.bits
    }

    /// Half of 2^bits in each of `terms` coefficients: makes every one of them positive.
    fn middle(self, terms: usize) -> UBig {
        let half = UBig::ONE << (self.bits - 1);
        UBig::from_chunks((0..terms).map(|_| &half), self.bits)
    }

    /// The coefficients, lowest first, of a polynomial of less than `terms` terms.
    pub(crate) fn unpack(self, packed: &IBig, terms: usize) -> Vec<IBig> {
        let half = IBig::ONE << (self.bits - 1);
        let (_, shifted) = (packed + self.middle(terms)).into_parts();
        let chunks = shifted.to_chunks(self.bits);
        let mut coefficients: Vec<IBig> = chunks
            .iter()
            .map(|chunk| IBig::from(chunk.clone()) - &half)
            .collect();
        coefficients.resize_with(terms, || -&half);
        coefficients
    }

    /// The polynomial with these coefficients.
    pub(crate) fn pack(self, coefficients: &[IBig]) -> IBig {
        let half = IBig::ONE << (self.bits - 1);
        let chunks: Vec<UBig> = coefficients
            .iter()
            .map(|coefficient| (coefficient + &half).into_parts().1)
            .collect();
        IBig::from(UBig::from_chunks(chunks.iter(), self.bits)) - self.middle(chunks.len())
    }
}

/// The sum of c_k / (k + 1), the integral of a polynomial over \[0, 1\], times `lcm`.
pub(crate) fn integral(coefficients: &[IBig], lcm: &UBig) -> IBig {
    let terms = coefficients.iter().zip(1_u64..);
    terms.map(|(coefficient, k)| coefficient * (lcm / k)).sum()
}

/// The least common multiple of 1..=n.
pub(crate) fn lcm_up_to(n: u64) -> UBig {
    use dashu_int::ops::Gcd;
    (1..=n).fold(UBig::ONE, |lcm, k| {
        let common = (&lcm).gcd(&UBig::from(k));
        lcm * (UBig::from(k) / common)
    })
}

/// For each factor the product of all the others; a factor of count c stands c times, and is one of
/// its own others c - 1 times.
pub(crate) fn others(factors: &[Share<IBig>]) -> Vec<IBig> {
    let power = |factor: &Share<IBig>| factor.each.pow(factor.count as usize);
    let mut after = vec![IBig::ONE];
    for factor in factors[1..].iter().rev() {
        let product = &after[after.len() - 1] * power(factor);
        after.push(product);
    }
    let mut before = IBig::ONE;
    let mut products = Vec::with_capacity(factors.len());
    for (factor, after) in factors.iter().zip(after.iter().rev()) {
        let own = factor.each.pow(factor.count as usize - 1);
        let rest = own * &before;
        before = &rest * &factor.each;
        products.push(rest * after);
    }
    products
}
