//! How long the parts of a plan will take, by resampling measured times through the real dealing.

use super::costs::Costs;
use super::part_episodes::{part_counts, unit_count};
use crate::plan::Plan;
use ludometer_core::{Generator, Seed};
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A part that takes about as long as this is worth the start of a job, and loses little to a queue.
const WORTH_A_JOB: f64 = 1800.0;

/// The most parts that are recommended.
const MOST_PARTS: u64 = 10_000;

/// Up to so many episodes of a cell and a part, each is drawn; beyond that their sum is drawn from the normal
/// distribution with the same mean and variance.
const DRAWN: u64 = 256;

/// The seconds of a cell's measured episodes.
#[derive(Clone, Debug)]
pub struct MeasuredTimes {
    /// The key of the cell.
    pub key: [u8; 16],
    /// Processor seconds of each measured episode, at least one.
    pub seconds: Vec<f64>,
}

/// A plan on a number of cores.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Forecast {
    /// Cores, each of which plays one part after another.
    pub cores: u64,
    /// Parts.
    pub parts: u64,
    /// Seconds until the last part is done.
    pub wall: f64,
    /// By how much the dearest part is above the mean, as a share of the mean.
    pub imbalance: f64,
    /// The difference of the dearest and the cheapest part as a share of the mean.
    pub difference: f64,
    /// Seconds of the dearest part.
    pub longest: f64,
}

/// The number of parts that is recommended for so many seconds of work: parts of half an hour, no more than
/// ten thousand, and no more than there are groups of episodes.
pub fn best_parts(plan: &Plan, count: u64, seconds: f64) -> u64 {
    let most = unit_count(plan, count).clamp(1, MOST_PARTS);
    ((seconds / WORTH_A_JOB).ceil() as u64).clamp(1, most)
}

/// How long a plan takes on so many cores, each with one part at a time, if it is dealt to at least `parts`
/// parts and at least one a core.
pub fn forecast(
    plan: &Plan,
    count: u64,
    costs: &Costs,
    times: &[MeasuredTimes],
    parts: u64,
    cores: u64,
) -> Forecast {
    let most = unit_count(plan, count).max(1);
    let parts = parts.max(1).next_multiple_of(cores.max(1)).min(most);
    let (keys, counts) = part_counts(plan, parts, count, costs);
    let mean = costs.nanoseconds(&keys);
    let drawn = |key: &[u8; 16]| times.iter().find(|times| times.key == *key);
    let drawn: Vec<Option<&MeasuredTimes>> = keys.iter().map(drawn).collect();
    let seed = Seed::new(1).named("forecast");
    let mut seconds = vec![0.0; parts as usize];
    for (cell, by_part) in counts.iter().enumerate() {
        for (part, &episodes) in by_part.iter().enumerate() {
            let address = seed.numbered("cell", cell as u64);
            let mut rng = address
                .numbered("part", part as u64)
                .rng(Generator::Xoshiro);
            seconds[part] += match drawn[cell].map(|times| &times.seconds[..]) {
                None | Some([]) => mean[cell] as f64 * 1e-9 * episodes as f64,
                Some(known) if episodes <= DRAWN => {
                    (0..episodes).map(|_| known[rng.index(known.len())]).sum()
                }
                Some(known) => {
                    let n = known.len() as f64;
                    let mean = known.iter().sum::<f64>() / n;
                    let square = known.iter().map(|time| (time - mean) * (time - mean));
                    let spread = (square.sum::<f64>() / n).sqrt();
                    // Twelve uniform numbers are nearly normal, with variance one.
                    let normal = (0..12).map(|_| rng.unit()).sum::<f64>() - 6.0;
                    let episodes = episodes as f64;
                    (episodes * mean + episodes.sqrt() * spread * normal).max(0.0)
                }
            };
        }
    }
    let mean = seconds.iter().sum::<f64>() / parts as f64;
    let longest = seconds.iter().copied().fold(0.0, f64::max);
    let shortest = seconds.iter().copied().fold(f64::INFINITY, f64::min);
    let share = |difference: f64| if mean > 0.0 { difference / mean } else { 0.0 };
    Forecast {
        cores,
        parts,
        wall: played(&seconds, cores),
        imbalance: share(longest - mean),
        difference: share(longest - shortest),
        longest,
    }
}

/// When the last of these parts is done, if every core takes the next one as soon as it is free.
fn played(seconds: &[f64], cores: u64) -> f64 {
    let mut free: BinaryHeap<Reverse<u64>> = (0..cores.max(1)).map(|_| Reverse(0)).collect();
    let mut last = 0;
    for part in seconds {
        if let Some(mut first) = free.peek_mut() {
            first.0 += (part * 1e9) as u64;
            last = last.max(first.0);
        }
    }
    last as f64 * 1e-9
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_free_core_takes_the_next_part() {
        assert_eq!(played(&[3.0, 1.0, 1.0, 1.0, 2.0], 2), 5.0);
        assert_eq!(played(&[3.0, 1.0], 1), 4.0);
        assert_eq!(played(&[3.0, 1.0], 9), 3.0);
        assert_eq!(played(&[], 2), 0.0);
    }
}
