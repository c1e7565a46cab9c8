//! What a part of a plan has: a pure function of the plan, the number of episodes, the part and the costs.
//!
//! The unit is a group of mirrored episodes. Every part gets the same number of units of every cell, as
//! stripes of consecutive numbers, so that parts are level whatever the costs are and however they drift
//! with the number. The fewer than N units of a cell that remain are dealt one by one, those of the dearest
//! cell first, to the part that has the least so far: the costs of two parts then differ by at most one unit
//! of the dearest cell.

use super::costs::Costs;
use super::part::PlanPart;
use crate::plan::{Cell, Plan};
use crate::store::{Ranges, Store, StoreError};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};
use std::ops::Range;

/// Stripes that a part has of a cell, if it has as many units.
const STRIPES: u64 = 8;

/// Units of another part that are audited together.
const AUDITED: u64 = 16;

/// What is to be played of the first episodes of every cell of a plan.
#[derive(Clone, Debug, PartialEq)]
pub struct PartEpisodes {
    part: PlanPart,
    count: u64,
    /// One for each cell; empty for a cell that says the same as an earlier one.
    cells: Vec<Ranges>,
    /// Whether a request to stop lets episodes in flight end.
    finishing: bool,
}

/// A cell as it is dealt.
#[derive(Clone, Debug)]
struct Dealt {
    key: [u8; 16],
    /// Episodes of a unit.
    group: u64,
    /// Cost of a unit.
    cost: u64,
}

/// A pseudorandom number of a key and two numbers.
fn hashed(what: &str, key: &[u8; 16], one: u64, two: u64) -> u64 {
    let mut hasher = blake3::Hasher::new();
    hasher.update(what.as_bytes());
    hasher.update(key);
    hasher.update(&one.to_le_bytes());
    hasher.update(&two.to_le_bytes());
    let hash = hasher.finalize();
    u64::from_le_bytes(std::array::from_fn(|i| hash.as_bytes()[i]))
}

/// How a cell's units are laid out: stripes of all parts, then the units that remain.
struct Layout {
    units: u64,
    of: u64,
    /// Units of each part, without those that remain.
    base: u64,
    key: [u8; 16],
}

impl Layout {
    fn new(cell: &Dealt, count: u64, of: u64) -> Layout {
        let units = count.div_ceil(cell.group);
        Layout {
            units,
            of,
            base: units / of,
            key: cell.key,
        }
    }

    /// The stripes of a part, as units, in order.
    fn stripes(&self, index: u64) -> impl Iterator<Item = Range<u64>> + '_ {
        let stripes = STRIPES.min(self.base);
        // Every product is at most `units`, times eight.
        let upto = move |stripe: u64| self.base * stripe / stripes;
        (0..stripes).map(move |stripe| {
            let (from, size) = (upto(stripe), upto(stripe + 1) - upto(stripe));
            let place = (index + hashed("stripe", &self.key, stripe, self.of) % self.of) % self.of;
            let first = from * self.of + place * size;
            first..first + size
        })
    }

    /// The units that remain.
    fn rest(&self) -> Range<u64> {
        self.base * self.of..self.units
    }
}

/// Deals what remains of the cells. `each` is told which part gets which unit of which cell.
fn deal(cells: &[Dealt], count: u64, of: u64, mut each: impl FnMut(usize, u64, u64)) {
    let mut order: Vec<usize> = (0..cells.len()).collect();
    order.sort_by_key(|&cell| (Reverse(cells[cell].cost), cells[cell].key));
    // All parts have the same cost before.
    let mut parts: BinaryHeap<Reverse<(u128, u64)>> =
        (0..of).map(|part| Reverse((0, part))).collect();
    for cell in order {
        let cost = u128::from(cells[cell].cost);
        for unit in Layout::new(&cells[cell], count, of).rest() {
            if let Some(mut least) = parts.peek_mut() {
                let Reverse((sum, part)) = &mut *least;
                each(cell, unit, *part);
                *sum += cost;
            }
        }
    }
}

/// The cells as they are dealt; `None` for those that say the same as an earlier one.
fn dealt(plan: &Plan, costs: &Costs) -> (Vec<Dealt>, Vec<Option<usize>>) {
    let mut seen = HashSet::new();
    let mut places = Vec::new();
    let mut cells: Vec<&Cell> = Vec::new();
    for cell in &plan.cells {
        places.push(seen.insert(cell.key()).then_some(cells.len()));
        if places.last().is_some_and(Option::is_some) {
            cells.push(cell);
        }
    }
    let keys: Vec<[u8; 16]> = cells.iter().map(|cell| cell.key()).collect();
    let each = costs.nanoseconds(&keys);
    let dealt = cells.iter().zip(keys).zip(each).map(|((cell, key), cost)| {
        let group = cell.group().max(1) as u64;
        Dealt {
            key,
            group,
            cost: cost.saturating_mul(group),
        }
    });
    (dealt.collect(), places)
}

/// How many groups of episodes a plan has: more parts than that have nothing to do.
pub(super) fn unit_count(plan: &Plan, count: u64) -> u64 {
    let (cells, _) = dealt(plan, &Costs::alike());
    let units = cells.iter().map(|cell| count.div_ceil(cell.group));
    units.fold(0, u64::saturating_add)
}

/// The keys of the cells that are dealt, and for each how many episodes every part has of it.
pub(super) fn part_counts(
    plan: &Plan,
    of: u64,
    count: u64,
    costs: &Costs,
) -> (Vec<[u8; 16]>, Vec<Vec<u64>>) {
    let (cells, _) = dealt(plan, costs);
    let base = |cell: &Dealt| Layout::new(cell, count, of).base * cell.group;
    let counts = cells.iter().map(|cell| vec![base(cell); of as usize]);
    let mut counts: Vec<Vec<u64>> = counts.collect();
    deal(&cells, count, of, |cell, _, part| {
        counts[cell][part as usize] += cells[cell].group;
    });
    (cells.iter().map(|cell| cell.key).collect(), counts)
}

/// Sorted ranges of episodes.
fn joined(mut ranges: Vec<Range<u64>>) -> Ranges {
    ranges.sort_by_key(|range| range.start);
    let mut joined = Ranges::default();
    for range in ranges {
        joined.push(range);
    }
    joined
}

/// What some parts have of every cell, as units.
fn units_of(cells: &[Dealt], count: u64, of: u64, parts: Range<u64>) -> Vec<Vec<Vec<Range<u64>>>> {
    let layouts: Vec<Layout> = cells
        .iter()
        .map(|cell| Layout::new(cell, count, of))
        .collect();
    let stripes = |part| {
        layouts
            .iter()
            .map(|layout| layout.stripes(part).collect())
            .collect()
    };
    let mut units: Vec<Vec<Vec<Range<u64>>>> = parts.clone().map(stripes).collect();
    deal(cells, count, of, |cell, unit, part| {
        if parts.contains(&part) {
            units[(part - parts.start) as usize][cell].push(unit..unit + 1);
        }
    });
    units
}

fn episodes(units: Vec<Range<u64>>, group: u64, count: u64) -> Ranges {
    let episodes =
        |range: Range<u64>| (range.start * group).min(count)..(range.end * group).min(count);
    joined(units.into_iter().map(episodes).collect())
}

impl PlanPart {
    /// How many of its episodes, of the first `count` of every cell, are not in a store, where all episodes
    /// are taken to cost alike.
    pub fn missing(self, plan: &Plan, count: u64, store: &Store) -> Result<u64, StoreError> {
        PartEpisodes::of(plan, self, count).missing(plan, store)
    }
}

impl PartEpisodes {
    /// What a part has of the first `count` episodes of every cell, if all episodes cost alike.
    pub fn of(plan: &Plan, part: PlanPart, count: u64) -> PartEpisodes {
        PartEpisodes::dealt(plan, part, count, &Costs::alike())
    }

    /// The same by measured costs.
    pub fn dealt(plan: &Plan, part: PlanPart, count: u64, costs: &Costs) -> PartEpisodes {
        let only = part.index()..part.index() + 1;
        let mut shares = PartEpisodes::some(plan, part.of(), only, count, costs);
        shares.pop().unwrap_or(PartEpisodes {
            part,
            count,
            cells: plan.cells.iter().map(|_| Ranges::default()).collect(),
            finishing: false,
        })
    }

    /// What every one of `of` parts has.
    pub fn all(plan: &Plan, of: u64, count: u64, costs: &Costs) -> Vec<PartEpisodes> {
        PartEpisodes::some(plan, of, 0..of, count, costs)
    }

    fn some(
        plan: &Plan,
        of: u64,
        parts: Range<u64>,
        count: u64,
        costs: &Costs,
    ) -> Vec<PartEpisodes> {
        let (cells, places) = dealt(plan, costs);
        let units = units_of(&cells, count, of, parts.clone());
        let shares = parts.zip(units).filter_map(|(index, mut units)| {
            let mut of_place = |place: &Option<usize>| match place {
                None => Ranges::default(),
                Some(cell) => {
                    episodes(std::mem::take(&mut units[*cell]), cells[*cell].group, count)
                }
            };
            Some(PartEpisodes {
                part: PlanPart::new(index + 1, of)?,
                count,
                cells: places.iter().map(&mut of_place).collect(),
                finishing: false,
            })
        });
        shares.collect()
    }

    /// This and a share of what the next part has, so that its store overlaps that of the next one: rows that
    /// both have must be the same when the stores are united. Which rows is a function of the plan too; there
    /// is at least one if the next part has any that repeats to the bit and the share is not nothing.
    pub fn audited(mut self, plan: &Plan, costs: &Costs, share: f64) -> PartEpisodes {
        if self.part.is_whole() || share.is_nan() || share <= 0.0 {
            return self;
        }
        let (cells, places) = dealt(plan, costs);
        let (count, of) = (self.count, self.part.of());
        let next = self.part.next().index();
        let units = units_of(&cells, count, of, next..next + 1);
        // Chunks of the other part, each with its lot.
        let mut chunks: Vec<(u64, usize, Range<u64>)> = Vec::new();
        // Rows that need not repeat prove nothing about a machine.
        let mut repeats = vec![false; cells.len()];
        for (cell, place) in plan.cells.iter().zip(&places) {
            if let Some(place) = place {
                repeats[*place] = cell.is_repeatable();
            }
        }
        for (cell, ranges) in units.into_iter().flatten().enumerate() {
            for range in ranges.into_iter().filter(|_| repeats[cell]) {
                let mut first = range.start;
                while first < range.end {
                    let end = range.end.min(first + AUDITED);
                    let lot = hashed("audit", &cells[cell].key, first, of);
                    chunks.push((lot, cell, first..end));
                    first = end;
                }
            }
        }
        chunks.sort_by_key(|(lot, cell, range)| (*lot, *cell, range.start));
        let wanted = (chunks.len() as f64 * share.min(1.0)).ceil() as usize;
        chunks.truncate(wanted);
        let mut drawn: Vec<Vec<Range<u64>>> = cells.iter().map(|_| Vec::new()).collect();
        for (_, cell, range) in chunks {
            drawn[cell].push(range);
        }
        for (own, place) in self.cells.iter_mut().zip(&places) {
            let Some(cell) = place else { continue };
            let more = episodes(std::mem::take(&mut drawn[*cell]), cells[*cell].group, count);
            *own = joined(own.iter().chain(more.iter()).collect());
        }
        self
    }

    /// The first so many of its episodes, cell by cell.
    pub fn first(mut self, mut episodes: u64) -> PartEpisodes {
        for ranges in &mut self.cells {
            let mut kept = Ranges::default();
            for range in ranges.iter() {
                let size = (range.end - range.start).min(episodes);
                kept.push(range.start..range.start + size);
                episodes -= size;
            }
            *ranges = kept;
        }
        self
    }

    /// The same, where a request to stop lets the episodes in flight end and be stored: jobs of a scheduler
    /// are told some time before they are killed, and an episode may have taken longer than that.
    pub fn finishing(mut self) -> PartEpisodes {
        self.finishing = true;
        self
    }

    /// Whether a request to stop lets episodes in flight end.
    pub fn is_finishing(&self) -> bool {
        self.finishing
    }

    /// The part.
    pub fn part(&self) -> PlanPart {
        self.part
    }

    /// How many of the first episodes of every cell were dealt.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// What it has of a cell.
    pub fn ranges(&self, cell: usize) -> &Ranges {
        &self.cells[cell]
    }

    /// How many episodes it has.
    pub fn episodes(&self) -> u64 {
        self.cells.iter().map(Ranges::count).sum()
    }

    /// How many of its episodes are not in a store.
    pub fn missing(&self, plan: &Plan, store: &Store) -> Result<u64, StoreError> {
        let mut missing = 0;
        for (cell, wanted) in plan.cells.iter().zip(&self.cells) {
            missing += match store.known(cell)? {
                None => wanted.count(),
                Some(id) => {
                    let gaps = store.done(id, self.count)?.missing(self.count);
                    gaps.common(wanted).count()
                }
            };
        }
        Ok(missing)
    }
}

#[cfg(test)]
#[path = "share_tests.rs"]
mod tests;
