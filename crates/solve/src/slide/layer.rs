//! All states at one distance, bucket by bucket.

use super::set::Set;
use super::space::Space;
use super::word::Word;

/// States of one distance from somewhere, without repetition.
#[derive(Clone, Debug)]
pub(super) struct Layer<W> {
    pub(super) buckets: Vec<Vec<W>>,
}

impl<W: Word> Layer<W> {
    /// No states.
    pub(super) fn empty(space: &Space<W>) -> Layer<W> {
        Layer {
            buckets: vec![Vec::new(); space.len()],
        }
    }

    /// One state.
    pub(super) fn of(space: &Space<W>, (bucket, word): (usize, W)) -> Layer<W> {
        let mut layer = Layer::empty(space);
        layer.buckets[bucket].push(word);
        layer
    }

    /// How many states there are.
    pub(super) fn len(&self) -> usize {
        self.buckets.iter().map(Vec::len).sum()
    }

    /// The memory of the states.
    pub(super) fn bytes(&self) -> usize {
        self.buckets.iter().map(Vec::capacity).sum::<usize>() * size_of::<W>()
    }

    /// The states of one bucket that are next to this layer, each once, without those of `before`
    /// and those that `keep` refuses.
    pub(super) fn next(
        &self,
        space: &Space<W>,
        bucket: usize,
        before: &[W],
        mut keep: impl FnMut(W) -> bool,
    ) -> Vec<W> {
        let edges = space.edges(bucket);
        let sources = edges.iter().map(|e| self.buckets[e.source as usize].len());
        let most: usize = sources.sum();
        let mut found = Vec::new();
        if most == 0 {
            return found;
        }
        let mut seen = Set::with_room(before.len() + most / 2);
        for &word in before {
            seen.insert(word);
        }
        for &edge in edges {
            for &word in &self.buckets[edge.source as usize] {
                let word = space.settle(bucket, space.cross(edge, word));
                if seen.insert(word) && keep(word) {
                    found.push(word);
                }
            }
        }
        found
    }
}
