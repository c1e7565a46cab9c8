//! Parts of a plan, to be played into stores of their own.

use crate::plan::Plan;
use crate::store::{Store, StoreError};
use std::ops::Range;
use std::str::FromStr;

/// One of several parts of a plan's episodes.
///
/// The episodes of a cell are cut into chunks of consecutive numbers, which are dealt to the parts in
/// turn; a hash of the cell's key says which part begins. Parts have no episode in common, whatever
/// they are played on, and together they have all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlanPart {
    /// From 0 on.
    index: u64,
    of: u64,
}

/// The most episodes of a chunk: those of a block.
const MOST: u64 = crate::store::BLOCK as u64;

/// Chunks that each part has of a cell, if there are enough episodes.
const CHUNKS: u64 = 8;

impl PlanPart {
    /// Everything.
    pub const WHOLE: PlanPart = PlanPart { index: 0, of: 1 };

    /// The part with this number, from 1 on; `None` if there is no such part.
    pub fn new(number: u64, of: u64) -> Option<PlanPart> {
        let index = number.checked_sub(1)?;
        (index < of).then_some(PlanPart { index, of })
    }

    /// Whether it is everything.
    pub fn is_whole(&self) -> bool {
        self.of == 1
    }

    /// How many of its episodes, of the first `count` of every cell, are not in a store.
    pub fn missing(self, plan: &Plan, count: u64, store: &Store) -> Result<u64, StoreError> {
        let mut missing = 0;
        for cell in &plan.cells {
            let key = cell.key();
            let gaps: Vec<Range<u64>> = match store.known(cell)? {
                None => std::iter::once(0..count).collect(),
                Some(id) => store.done(id, count)?.missing(count).iter().collect(),
            };
            let ranges = gaps
                .into_iter()
                .flat_map(|gap| self.ranges(&key, gap, count));
            missing += ranges.map(|range| range.end - range.start).sum::<u64>();
        }
        Ok(missing)
    }

    /// What a range of the first `count` episodes of a cell has of this part, in order.
    pub(super) fn ranges(
        self,
        key: &[u8; 16],
        range: Range<u64>,
        count: u64,
    ) -> impl Iterator<Item = Range<u64>> {
        let size = match self.of {
            1 => count.max(1),
            of => (count / (CHUNKS * of)).clamp(1, MOST),
        };
        let start = blake3::hash(key);
        let start = u64::from_le_bytes(std::array::from_fn(|i| start.as_bytes()[i])) % self.of;
        let chunks = range.start / size..range.end.div_ceil(size);
        chunks
            .filter(move |chunk| (start + chunk) % self.of == self.index)
            .map(move |chunk| {
                let (first, end) = (chunk * size, (chunk + 1) * size);
                first.max(range.start)..end.min(range.end)
            })
            .filter(|range| !range.is_empty())
    }
}

impl std::fmt::Display for PlanPart {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.index + 1, self.of)
    }
}

impl FromStr for PlanPart {
    type Err = String;

    fn from_str(text: &str) -> Result<PlanPart, String> {
        let numbers = text.split_once('/');
        let numbers =
            numbers.and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        let part = numbers.and_then(|(number, of)| PlanPart::new(number, of));
        part.ok_or_else(|| "a part is I/N with I from 1 to N, as in 2/8".to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_disjoint_complete_and_of_like_size() {
        for count in [0, 1, 5, 60, 1000, 100_000] {
            for of in [1, 2, 3, 7] {
                for key in [[3; 16], [200; 16]] {
                    let mut owner = vec![0; count as usize];
                    let mut sizes = Vec::new();
                    for number in 1..=of {
                        let part = PlanPart::new(number, of).unwrap();
                        let mut size = 0;
                        for n in part.ranges(&key, 0..count, count).flatten() {
                            assert_eq!(owner[n as usize], 0, "{n} is in two parts");
                            owner[n as usize] = number;
                            size += 1;
                        }
                        sizes.push(size);
                        // Cutting the range first changes nothing.
                        let half = count / 2;
                        let halves = part.ranges(&key, 0..half, count).chain(part.ranges(
                            &key,
                            half..count,
                            count,
                        ));
                        assert_eq!(halves.flatten().count(), size);
                    }
                    assert!(owner.iter().all(|&number| number > 0));
                    if count >= 60 {
                        let (least, most) = (sizes.iter().min(), sizes.iter().max());
                        assert!(most.unwrap() * 10 <= least.unwrap() * 15, "{sizes:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_part_is_read_as_it_is_written() {
        assert_eq!("2/8".parse::<PlanPart>().unwrap().to_string(), "2/8");
        assert!("1/1".parse::<PlanPart>().unwrap().is_whole());
        for text in ["", "2", "0/3", "4/3", "1/0", "a/b", "1/2/3", "-1/2"] {
            assert!(text.parse::<PlanPart>().is_err(), "{text}");
        }
    }
}
