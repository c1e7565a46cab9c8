//! Good solutions quickly: layer by layer from the position, keeping the states that the pattern
//! tables guess to be nearest to Win.

use super::control::{Control, SolveStage, StopReason};
use super::layer::Layer;
use super::prove::Prover;
use super::trail::{State, descend, realise};
use super::word::Word;
use ludometer_games_other::slide::{Push, Tiles};
use rayon::prelude::*;

// States of the same guess are kept or dropped by a hash of their word, one of this many values.
const TIES: u64 = 16;

/// What one beam came to.
pub(super) struct Found {
    /// A solution, if the beam reached Win.
    pub(super) moves: Option<Vec<Push>>,
    /// States that were looked at.
    pub(super) states: u64,
}

/// Looks for a solution of at most `longest` slides with at most `width` states a layer. States
/// that cannot be part of one are dropped first.
pub(super) fn beam<W: Word>(
    prover: &Prover<W>,
    start: &Tiles,
    width: usize,
    longest: u32,
    control: &Control,
) -> Result<Found, StopReason> {
    let space = prover.space();
    let mut layers = vec![Layer::of(space, space.pack(start))];
    let found = follow(prover, &mut layers, width, longest, control);
    let kept = layers.iter().skip(1).map(Layer::bytes).sum();
    control.give(kept);
    let (win, states) = found?;
    let moves = win.map(|win| {
        let mut path = descend(space, win, layers.iter().rev().skip(1));
        path.reverse();
        realise(space, start, &path)
    });
    Ok(Found { moves, states })
}

/// Adds layer after layer; Win, if the last of them has it, and how many states were looked at.
fn follow<W: Word>(
    prover: &Prover<W>,
    layers: &mut Vec<Layer<W>>,
    width: usize,
    longest: u32,
    control: &Control,
) -> Result<(Option<State<W>>, u64), StopReason> {
    let space = prover.space();
    let win = space.pack(&space.slide().win());
    let empty = Layer::empty(space);
    let mut states = 0;
    for depth in 1..=longest + 1 {
        let last = &layers[layers.len() - 1];
        if last.buckets[win.0].contains(&win.1) {
            return Ok((Some(win), states));
        }
        let Some(left) = longest.checked_sub(depth) else {
            break;
        };
        let before = layers.iter().rev().nth(1).unwrap_or(&empty);
        let next = widen(prover, last, before, left, control)?;
        states += next.iter().map(|bucket| bucket.len() as u64).sum::<u64>();
        let next = narrow(&next, width);
        control.tell(SolveStage::Beam { width, depth }, next.len());
        control.take(next.bytes());
        layers.push(next);
    }
    Ok((None, states))
}

/// Every new neighbour that may be within `left` slides of Win, with its rank: small is good.
pub(super) fn widen<W: Word>(
    prover: &Prover<W>,
    last: &Layer<W>,
    before: &Layer<W>,
    left: u32,
    control: &Control,
) -> Result<Vec<Vec<(u32, W)>>, StopReason> {
    let space = prover.space();
    (0..space.len())
        .into_par_iter()
        .map(|bucket| {
            control.check()?;
            let local = prover.heuristic().local(space, bucket);
            let mut ranked = Vec::new();
            last.next(space, bucket, &before.buckets[bucket], |word| {
                let (guess, most) = local.guess(word);
                if most <= left {
                    ranked.push((guess * TIES as u32 + (word.mix() % TIES) as u32, word));
                }
                false
            });
            Ok(ranked)
        })
        .collect()
}

/// The `width` states of the smallest rank; all those of the last rank or none, as fits.
pub(super) fn narrow<W: Word>(ranked: &[Vec<(u32, W)>], width: usize) -> Layer<W> {
    let total: usize = ranked.iter().map(Vec::len).sum();
    let mut limit = u32::MAX;
    if total > width {
        let mut counts = Vec::new();
        for &(rank, _) in ranked.iter().flatten() {
            let rank = rank as usize;
            if rank >= counts.len() {
                counts.resize(rank + 1, 0usize);
            }
            counts[rank] += 1;
        }
        let mut kept = 0;
        let within = counts.iter().take_while(|&&count| {
            kept += count;
            kept <= width
        });
        limit = within.count() as u32;
        // One state at least: the first rank that has any.
        let first = counts.iter().position(|&count| count > 0).unwrap_or(0) as u32;
        limit = limit.max(first + 1);
    }
    let cut = |bucket: &Vec<(u32, W)>| {
        let kept = bucket.iter().filter(|&&(rank, _)| rank < limit);
        kept.map(|&(_, word)| word).collect()
    };
    Layer {
        buckets: ranked.iter().map(cut).collect(),
    }
}
