//! A layer in parts that can be searched one after the other.
//!
//! What comes after a layer is what comes after its parts, so a layer whose successors do not fit
//! memory is searched in parts, at the cost of meeting some states once a part. States a few slides
//! apart have most tiles on the same squares; so parts are made by the squares of three tiles, which
//! keeps such states together and the repetitions few.

use super::layer::Layer;
use super::space::Space;
use super::word::Word;

/// Splits a layer into about `count` parts.
pub(super) fn split<W: Word>(space: &Space<W>, mut layer: Layer<W>, count: usize) -> Vec<Layer<W>> {
    let squares = space.slide().side().pow(2);
    let tiles = space.slide().k().pow(2);
    let shown = [0, tiles / 2, tiles - 1];
    let keys = squares.pow(3);
    let key = |bucket: usize, word: W| {
        let squares_of = &space.slide().shapes()[space.shape(bucket)].squares;
        shown.iter().fold(0, |key, &tile| {
            key * squares + usize::from(squares_of[word.field(tile)])
        })
    };
    let mut sizes = vec![0usize; keys];
    for (bucket, words) in layer.buckets.iter().enumerate() {
        for &word in words {
            sizes[key(bucket, word)] += 1;
        }
    }
    // Keys are dealt out in their order, so that parts are of neighbouring squares.
    let each = layer.len().div_ceil(count).max(1);
    let mut before = 0;
    let part_of: Vec<usize> = sizes
        .iter()
        .map(|size| {
            let part = before / each;
            before += size;
            part
        })
        .collect();
    let mut parts = vec![Layer::empty(space); before.div_ceil(each).max(1)];
    for (bucket, words) in layer.buckets.iter_mut().enumerate() {
        for word in std::mem::take(words) {
            parts[part_of[key(bucket, word)]].buckets[bucket].push(word);
        }
        for part in &mut parts {
            part.buckets[bucket].shrink_to_fit();
        }
    }
    parts.retain(|part| part.len() > 0);
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::slide::trail::neighbours;
    use ludometer_games_other::slide::Slide;

    #[test]
    fn parts_make_up_the_layer() {
        let slide = Slide::new(4).unwrap();
        let space = Space::<u64>::new(&slide);
        let mut layer = Layer::of(&space, space.pack(&slide.win()));
        for _ in 0..5 {
            let buckets = 0..space.len();
            layer = Layer {
                buckets: buckets
                    .map(|bucket| layer.next(&space, bucket, &[], |_| true))
                    .collect(),
            };
        }
        let parts = split(&space, layer.clone(), 6);
        assert!((2..=7).contains(&parts.len()), "{}", parts.len());
        let mut union = Layer::empty(&space);
        for part in &parts {
            assert!(part.len() < layer.len());
            for (bucket, words) in part.buckets.iter().enumerate() {
                union.buckets[bucket].extend(words);
            }
        }
        for (ours, theirs) in union.buckets.iter_mut().zip(&mut layer.buckets) {
            ours.sort_unstable();
            theirs.sort_unstable();
            assert_eq!(ours, theirs);
        }
        // States that are two slides apart are kept together more often than chance would.
        let (mut together, mut near) = (0, 0);
        for part in &parts {
            for (bucket, words) in part.buckets.iter().enumerate() {
                for &word in words {
                    for next in neighbours(&space, (bucket, word)) {
                        for (b, w) in neighbours(&space, next) {
                            near += usize::from(layer.buckets[b].binary_search(&w).is_ok());
                            together += usize::from(part.buckets[b].contains(&w));
                        }
                    }
                }
            }
        }
        assert!(together * 2 > near, "{together} of {near}");
    }
}
