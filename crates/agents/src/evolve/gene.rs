//! The encoding of plans.

use crate::sample::Choice;
use ludometer_core::Rng;

/// One decision of a plan: the number of a legal action, below the size of the alphabet.
///
/// The alphabet is as large as the decision at hand has actions. Where the plan is decoded, a state
/// may have more or fewer actions: the gene is then scaled to their number.
pub(super) type Gene = u16;

/// The largest alphabet that genes have numbers for.
pub(super) const LARGEST: usize = Gene::MAX as usize + 1;

/// The index among `legal` actions that a gene is decoded to.
#[inline]
pub(super) fn read(gene: Gene, alphabet: usize, legal: usize, dice: &mut Rng) -> usize {
    let gene = usize::from(gene);
    if legal == alphabet {
        return gene;
    }
    let first = gene * legal / alphabet;
    let end = ((gene + 1) * legal).div_ceil(alphabet);
    if legal < alphabet {
        first
    } else {
        first + dice.index(end - first)
    }
}

/// A gene that is decoded to a given action. Its number is below that of the alphabet, which is at
/// most [`LARGEST`].
pub(super) fn pointing(at: Choice, alphabet: usize) -> Gene {
    let gene = if at.of > alphabet {
        at.place * alphabet / at.of
    } else {
        (at.place * alphabet).div_ceil(at.of)
    };
    gene as Gene
}

/// Any gene of an alphabet of at most [`LARGEST`].
pub(super) fn draw(alphabet: usize, dice: &mut Rng) -> Gene {
    dice.index(alphabet) as Gene
}

/// Any gene but this one, if there is another.
pub(super) fn other(gene: Gene, alphabet: usize, dice: &mut Rng) -> Gene {
    if alphabet < 2 {
        return gene;
    }
    let drawn = draw(alphabet - 1, dice);
    drawn + Gene::from(drawn >= gene)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_core::{Generator, Seed};

    #[test]
    fn every_legal_action_can_be_pointed_at_and_is_read_back() {
        let mut dice = Seed::new(1).rng(Generator::Xoshiro);
        for alphabet in 1..12 {
            for legal in 1..12 {
                let mut reached = vec![false; legal];
                for gene in 0..alphabet {
                    for _ in 0..60 {
                        reached[read(gene as Gene, alphabet, legal, &mut dice)] = true;
                    }
                }
                assert!(reached.iter().all(|&at| at), "{alphabet} {legal}");
                for place in 0..legal {
                    let choice = Choice::own(place, legal);
                    let gene = pointing(choice, alphabet);
                    let found = (0..60).any(|_| read(gene, alphabet, legal, &mut dice) == place);
                    assert!(found, "{place} of {legal} in {alphabet}");
                }
            }
        }
    }

    #[test]
    fn another_gene_is_another_and_each_as_likely() {
        let mut dice = Seed::new(2).rng(Generator::Xoshiro);
        let mut counts = [0u32; 5];
        for _ in 0..8000 {
            counts[usize::from(other(2, 5, &mut dice))] += 1;
        }
        assert_eq!(counts[2], 0);
        for gene in [0, 1, 3, 4] {
            assert!(counts[gene].abs_diff(2000) < 160, "{counts:?}");
        }
        assert_eq!(other(0, 1, &mut dice), 0);
    }
}
