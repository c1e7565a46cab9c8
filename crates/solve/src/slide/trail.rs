//! From layers of states back to slides.

use super::layer::Layer;
use super::space::Space;
use super::word::Word;
use ludometer_games_other::slide::{Push, Tiles};

/// A state: its bucket and word.
pub(super) type State<W> = (usize, W);

/// The states next to a state.
pub(super) fn neighbours<W: Word>(
    space: &Space<W>,
    (bucket, word): State<W>,
) -> impl Iterator<Item = State<W>> {
    let tiles = space.unpack(bucket, word);
    let slide = space.slide();
    let slides = &slide.shapes()[usize::from(tiles.shape)].slides;
    slides
        .iter()
        .map(move |&(push, _)| space.pack(&slide.after(&tiles, push)))
}

/// A path that starts at `state` and goes through one state of each of `layers`. Each layer must
/// hold a neighbour of every state that can come before it on the way.
pub(super) fn descend<'a, W: Word>(
    space: &Space<W>,
    state: State<W>,
    layers: impl Iterator<Item = &'a Layer<W>>,
) -> Vec<State<W>> {
    let mut path = vec![state];
    for layer in layers {
        let last = path[path.len() - 1];
        let next = neighbours(space, last).find(|&(b, word)| layer.buckets[b].contains(&word));
        path.push(next.expect("a layer holds a neighbour of the layer after it"));
    }
    path
}

/// The slides that lead from `start` through the states of `path`, which begins with the state of
/// `start` itself.
pub(super) fn realise<W: Word>(space: &Space<W>, start: &Tiles, path: &[State<W>]) -> Vec<Push> {
    let slide = space.slide();
    let mut tiles = *start;
    let mut moves = Vec::new();
    for &state in &path[1..] {
        let slides = &slide.shapes()[usize::from(tiles.shape)].slides;
        let (push, next) = slides
            .iter()
            .map(|&(push, _)| (push, slide.after(&tiles, push)))
            .find(|(_, next)| space.pack(next) == state)
            .expect("states of a path are a slide apart");
        moves.push(push);
        tiles = next;
    }
    moves
}
