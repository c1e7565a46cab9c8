//! Seeds: the random streams of an experiment as nodes of a tree, `seed.numbered("episode",
//! 17).numbered("chance", 3)`.
//!
//! A seed is a 128-bit key. A child is SipHash-1-3 (Aumasson and Bernstein 2012) with 128 bits of
//! output, keyed by its parent, of the path element: the number as eight little-endian bytes and the
//! byte 1; the name in UTF-8 and the byte 2; or the number, the name and the byte 3. Each step is one
//! way: a stream tells nothing about the seed above it, so an agent cannot compute the game's stream
//! from its own. The root of a plan is the child of the key 0 numbered with the plan's seed; of a plan
//! with a secret, of the first half of BLAKE3's derived key of that secret instead. Small seeds without
//! a secret can be found by trying them all; ARCHITECTURE.md has the threat model. Test vectors pin all
//! of this.

use crate::{Generator, Rng};

/// What the key of a secret is derived for (see BLAKE3's `derive_key`).
const CONTEXT: &str = "ludometer 2026-11-18 secret of a plan's random streams";

/// The address of a random stream. Different addresses give independent streams; the same address
/// always gives the same stream.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Seed {
    a: u64,
    b: u64,
}

impl Seed {
    /// The root of all addresses of a plan.
    #[inline]
    pub fn new(number: u64) -> Seed {
        Seed { a: 0, b: 0 }.nth(number)
    }

    /// The root of all addresses of a plan with a secret: nobody can find its streams by trying seeds.
    pub fn with_secret(number: u64, secret: &str) -> Seed {
        let key = blake3::derive_key(CONTEXT, secret.as_bytes());
        let word = |at: usize| {
            let bytes = &key[at..at + 8];
            u64::from_le_bytes(bytes.try_into().expect("eight bytes"))
        };
        Seed {
            a: word(0),
            b: word(8),
        }
        .nth(number)
    }

    /// The address that was written as 32 hexadecimal digits.
    pub fn read(digits: &str) -> Option<Seed> {
        if digits.len() != 32 || !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return None;
        }
        let half = |digits| u64::from_str_radix(digits, 16).ok();
        Some(Seed {
            a: half(&digits[..16])?,
            b: half(&digits[16..])?,
        })
    }

    /// The address of a named part.
    #[must_use]
    #[inline]
    pub fn named(self, name: &str) -> Seed {
        self.child(&[], name.as_bytes(), 2)
    }

    /// The address of a numbered part.
    #[must_use]
    #[inline]
    pub fn nth(self, number: u64) -> Seed {
        self.child(&[number], &[], 1)
    }

    /// The address of a part with a name and a number, in one step. It differs from `named` and `nth`
    /// one after the other.
    #[must_use]
    #[inline]
    pub fn numbered(self, name: &str, number: u64) -> Seed {
        self.child(&[number], name.as_bytes(), 3)
    }

    /// The random stream at this address.
    #[inline]
    pub fn rng(self, generator: Generator) -> Rng {
        Rng::new(generator, self.words())
    }

    /// The random stream of a part with a name and a number. Nothing is computed before the first
    /// draw, so a stream that is seldom used costs next to nothing.
    #[inline]
    pub fn lazy_rng(self, name: &'static str, number: u64, generator: Generator) -> Rng {
        Rng::lazy(self, name, number, generator)
    }

    /// 256 bits that start a generator. They determine this seed and nothing above it.
    #[inline]
    fn words(self) -> [u64; 4] {
        const G: u64 = 0x9e37_79b9_7f4a_7c15;
        const H: u64 = 0xd1b5_4a32_d192_ed03;
        [
            mix(self.a.wrapping_add(G)),
            mix(self.b.wrapping_add(H)),
            mix(self.a.wrapping_add(G.wrapping_mul(2)) ^ self.b),
            mix(self.b.wrapping_add(H.wrapping_mul(2)) ^ self.a.rotate_left(32)),
        ]
    }

    /// SipHash-1-3-128 of the numbers, the name and the kind of path element, keyed by this seed.
    #[inline(always)]
    fn child(self, numbers: &[u64], name: &[u8], kind: u8) -> Seed {
        let mut sip = Sip::new(self.a, self.b);
        for number in numbers {
            sip.word(*number);
        }
        let (words, rest) = name.as_chunks::<8>();
        for word in words {
            sip.word(u64::from_le_bytes(*word));
        }
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        last[rest.len()] = kind;
        let length = 8 * numbers.len() + name.len() + 1;
        let mut last = u64::from_le_bytes(last);
        // With seven bytes left over the kind fills the word, and the length needs one of its own.
        if rest.len() == 7 {
            sip.word(last);
            last = 0;
        }
        sip.word(last | (length as u64) << 56);
        let (a, b) = sip.finish();
        Seed { a, b }
    }
}

/// Nothing of the key: messages and logs may have it.
impl std::fmt::Debug for Seed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Seed")
    }
}

/// The address as 32 hexadecimal digits, for texts that identify a random stream.
impl std::fmt::Display for Seed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:016x}{:016x}", self.a, self.b)
    }
}

/// The finaliser of SplitMix64 (Steele, Lea and Flood 2014).
#[inline]
fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// SipHash with one round a word and three at the end, 128 bits of output.
struct Sip([u64; 4]);

impl Sip {
    #[inline(always)]
    fn new(a: u64, b: u64) -> Sip {
        Sip([
            a ^ 0x736f_6d65_7073_6575,
            b ^ 0x646f_7261_6e64_6f6d ^ 0xee,
            a ^ 0x6c79_6765_6e65_7261,
            b ^ 0x7465_6462_7974_6573,
        ])
    }

    #[inline(always)]
    fn word(&mut self, word: u64) {
        self.0[3] ^= word;
        self.round();
        self.0[0] ^= word;
    }

    #[inline(always)]
    fn finish(mut self) -> (u64, u64) {
        self.0[2] ^= 0xee;
        let a = self.three();
        self.0[1] ^= 0xdd;
        (a, self.three())
    }

    #[inline(always)]
    fn three(&mut self) -> u64 {
        for _ in 0..3 {
            self.round();
        }
        self.0[0] ^ self.0[1] ^ self.0[2] ^ self.0[3]
    }

    #[inline(always)]
    fn round(&mut self) {
        let [mut v0, mut v1, mut v2, mut v3] = self.0;
        v0 = v0.wrapping_add(v1);
        v2 = v2.wrapping_add(v3);
        v1 = v1.rotate_left(13) ^ v0;
        v3 = v3.rotate_left(16) ^ v2;
        v0 = v0.rotate_left(32);
        v2 = v2.wrapping_add(v1);
        v0 = v0.wrapping_add(v3);
        v1 = v1.rotate_left(17) ^ v2;
        v3 = v3.rotate_left(21) ^ v0;
        v2 = v2.rotate_left(32);
        self.0 = [v0, v1, v2, v3];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn addresses_do_not_collide() {
        let root = Seed::new(0);
        let mut seen = HashSet::new();
        for part in [
            "", "a", "b", "ab", "chance", "chance\0", "mind", "seven77", "eight888",
        ] {
            assert!(seen.insert(root.named(part)));
            for n in 0..1000 {
                assert!(seen.insert(root.named(part).nth(n)));
                assert!(seen.insert(root.nth(n).named(part)));
                assert!(seen.insert(root.numbered(part, n)));
            }
        }
        assert_ne!(root.named("ab"), root.named("a").named("b"));
        // The path element of a number is not the one of a name that has the same bytes.
        assert_ne!(root.nth(0), root.named("\0\0\0\0\0\0\0\0"));
        assert_ne!(Seed::new(0), Seed::new(1));
        assert_ne!(Seed::with_secret(0, ""), Seed::new(0));
        assert_ne!(Seed::with_secret(0, "a"), Seed::with_secret(0, "b"));
        assert_ne!(Seed::with_secret(0, "a"), Seed::with_secret(1, "a"));
    }

    #[test]
    fn neighbours_are_unrelated() {
        // One flipped bit of the number flips about half of the first word drawn.
        let mut flips = 0;
        for n in 0..1000u64 {
            let draw = |n| Seed::new(1).nth(n).rng(Generator::Xoshiro).bits();
            flips += (draw(n) ^ draw(n ^ 1)).count_ones();
        }
        assert!((31_000..33_000).contains(&flips), "{flips}");
    }

    #[test]
    fn a_lazy_stream_is_the_stream() {
        for generator in Generator::ALL {
            let seed = Seed::new(9);
            let mut lazy = seed.lazy_rng("chance", 4, generator);
            let mut eager = seed.numbered("chance", 4).rng(generator);
            let mut copy = lazy.clone();
            for _ in 0..5 {
                let drawn = eager.bits();
                assert_eq!((lazy.bits(), copy.bits()), (drawn, drawn));
            }
        }
    }

    #[test]
    fn texts_for_debugging_show_no_key() {
        let seed = Seed::new(2005);
        let (text, stream) = (format!("{seed:?}"), seed.rng(Generator::Xoshiro));
        assert_eq!(text, "Seed");
        assert_eq!(format!("{stream:?}"), "Rng(xoshiro)");
        let lazy = seed.lazy_rng("mind", 0, Generator::MersenneTwister);
        assert_eq!(format!("{lazy:?}"), "Rng(mersenne-twister)");
    }

    // Computed by an independent program from the description at the top of this file; it gives the
    // published vectors of SipHash-2-4 with 128 bits.
    #[test]
    fn golden_vectors() {
        let root = Seed::new(2005);
        let address = root.numbered("episode", 17).numbered("chance", 3);
        let long = root.numbered("a name of more than eight bytes", 1);
        for (seed, a, b) in [
            (root, 0x7c34_b9a5_fc30_4305, 0x1c18_1022_69cf_2cf4),
            (address, 0x5221_7e66_b06d_5e81, 0xc6d3_c860_a1a4_417b),
            (
                root.named("chance"),
                0x4797_af28_7561_2304,
                0xbdac_3203_7411_bf77,
            ),
            (
                root.named("seven77"),
                0x1300_447f_0da7_ad0b,
                0x961a_027d_f711_c2fb,
            ),
            (
                root.named("eight888"),
                0x63f4_67b5_a112_258f,
                0x6df3_8781_2c1a_5ad8,
            ),
            (long, 0xb243_1f52_c40e_1ef7, 0xd9b3_1997_8db1_7cb9),
        ] {
            assert_eq!((seed.a, seed.b), (a, b));
        }
        let first = |generator| {
            let mut rng = address.rng(generator);
            [
                rng.bits(),
                rng.bits(),
                rng.below(1068),
                rng.unit().to_bits(),
            ]
        };
        assert_eq!(
            first(Generator::Xoshiro),
            [
                0x2ed3_cc71_ad28_db99,
                0xe303_137d_63b3_9bf8,
                0xcf,
                0x3fea_e9db_c3dd_7379
            ]
        );
        assert_eq!(
            first(Generator::MersenneTwister),
            [
                0x7a4e_e77a_ac37_a0e7,
                0x2b32_6061_5c05_ac26,
                0x3e6,
                0x3fec_9141_1b25_d3a3
            ]
        );
    }
}
