//! The last layers of a search, as many as memory allows.

use super::control::{Control, StopReason};
use super::layer::Layer;
use super::space::Space;
use super::word::Word;
use rayon::prelude::*;
use std::collections::VecDeque;

/// Consecutive layers. The bytes of every layer in it are counted as taken.
pub(super) struct Window<W> {
    /// The depth of the first of them.
    first: u32,
    layers: VecDeque<Layer<W>>,
}

impl<W: Word> Window<W> {
    /// A window on one layer, whose bytes are counted already.
    pub(super) fn new(layer: Layer<W>, depth: u32) -> Window<W> {
        Window {
            first: depth,
            layers: VecDeque::from([layer]),
        }
    }

    /// The depth of the first layer that is still there.
    pub(super) fn first(&self) -> u32 {
        self.first
    }

    /// The layers, the last one first.
    pub(super) fn backwards(&self) -> impl Iterator<Item = &Layer<W>> {
        self.layers.iter().rev()
    }

    /// The last layer.
    pub(super) fn last(&self) -> &Layer<W> {
        self.layers.back().expect("a window is never empty")
    }

    /// Adds a layer whose bytes are counted already.
    pub(super) fn push(&mut self, layer: Layer<W>) {
        self.layers.push_back(layer);
    }

    /// About how many bytes the next layer needs, if it grows as the last one did.
    pub(super) fn next_bytes(&self) -> usize {
        let mut sizes = self.backwards().map(Layer::len);
        let (last, before) = (sizes.next().unwrap_or(0), sizes.next().unwrap_or(0));
        let grown = match before {
            0 => last * 5,
            _ => (last as u64 * last as u64 / before as u64) as usize,
        };
        grown.clamp(last, last * 5) * size_of::<W>()
    }

    /// Forgets the first layers, but not the last two, until `bytes` are free.
    pub(super) fn make_room(&mut self, bytes: usize, control: &Control) {
        while self.layers.len() > 2
            && control.room() < bytes
            && let Some(layer) = self.layers.pop_front()
        {
            control.give(layer.bytes());
            self.first += 1;
        }
    }

    /// The last layer alone, still counted; the others are given back.
    pub(super) fn into_last(mut self, control: &Control) -> Layer<W> {
        let last = self.layers.pop_back().expect("a window is never empty");
        self.give(control);
        last
    }

    /// Gives back all bytes.
    pub(super) fn give(self, control: &Control) {
        control.give(self.layers.iter().map(Layer::bytes).sum());
    }
}

/// The layer after `last`: all neighbours that are not in `before` and that the bucket's filter
/// keeps. Its bytes are counted.
pub(super) fn advance<W: Word, K: FnMut(W) -> bool>(
    space: &Space<W>,
    last: &Layer<W>,
    before: &Layer<W>,
    control: &Control,
    keep: impl Fn(usize) -> K + Sync,
) -> Result<Layer<W>, StopReason> {
    let buckets: Vec<Result<Vec<W>, StopReason>> = (0..space.len())
        .into_par_iter()
        .map(|bucket| {
            control.check()?;
            let mut words = last.next(space, bucket, &before.buckets[bucket], keep(bucket));
            words.shrink_to_fit();
            control.take(words.capacity() * size_of::<W>());
            Ok(words)
        })
        .collect();
    if let Some(&stopped) = buckets.iter().find_map(|bucket| bucket.as_ref().err()) {
        let taken = buckets.iter().flatten().map(Vec::capacity).sum::<usize>();
        control.give(taken * size_of::<W>());
        return Err(stopped);
    }
    Ok(Layer {
        buckets: buckets.into_iter().flatten().collect(),
    })
}
