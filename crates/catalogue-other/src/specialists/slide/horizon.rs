//! What a depth-t search of SlideK finds, whatever the tiles are.
//!
//! Which slides are legal depends on the shape alone, so for each shape the distinct leaves, where
//! each tile of the root lies in them and which root slides reach them are known beforehand.

use ludometer_agents::search::Wins;
use ludometer_games_other::slide::{Push, Slide, TILES, Tiles};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// The distinct positions reached in exactly t slides from a root of one shape.
pub struct ReachableLayer {
    /// The root's slides.
    pub pushes: Vec<Push>,
    /// Which root slides reach each leaf, one bit a slide.
    pub roots: Vec<u16>,
    /// Each leaf's shape.
    pub shapes: Vec<u16>,
    /// For each leaf, K*K entries: the place in the root's reading order of every tile in the
    /// leaf's.
    pub origins: Vec<u8>,
    /// For each leaf, K*K entries: the square of every tile, in the root's reading order.
    pub squares: Vec<u8>,
    /// For each leaf, K*K entries: the place in the leaf's reading order of every tile, in the
    /// root's.
    pub places: Vec<u8>,
}

/// The fans of every shape, made when first needed, and the positions from which Win is within t
/// slides.
pub struct Horizon {
    slide: Arc<Slide>,
    depth: u32,
    near: FxHashMap<Tiles, u32>,
    fans: Vec<OnceLock<ReachableLayer>>,
}

impl Horizon {
    /// The horizon of a depth-t search.
    pub fn new(slide: &Arc<Slide>, depth: u32) -> Horizon {
        Horizon {
            slide: Arc::clone(slide),
            depth,
            near: near(slide, depth),
            fans: slide.shapes().iter().map(|_| OnceLock::new()).collect(),
        }
    }

    /// The same, made once a K and depth.
    pub fn shared(slide: &Arc<Slide>, depth: u32) -> Arc<Horizon> {
        static MADE: Mutex<BTreeMap<(usize, u32), Arc<Horizon>>> = Mutex::new(BTreeMap::new());
        let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
        let horizon = made.entry((slide.k(), depth));
        Arc::clone(horizon.or_insert_with(|| Arc::new(Horizon::new(slide, depth))))
    }

    /// The slides that begin a way to Win within the horizon, a shortest one or any; `None` if
    /// there is no way.
    pub fn wins(&self, tiles: &Tiles, wins: Wins) -> Option<impl Iterator<Item = Push>> {
        let distance = *self.near.get(tiles)?;
        let most = match wins {
            Wins::Shortest => distance,
            Wins::Any => self.depth,
        };
        let closer = move |push: &Push| {
            let next = self.slide.after(tiles, *push);
            self.near.get(&next).is_some_and(|&left| left < most)
        };
        let slides = self.slide.shapes()[usize::from(tiles.shape)].slides.iter();
        Some(slides.map(|(push, _)| *push).filter(closer))
    }

    /// The leaves of a search from this shape.
    pub fn fan(&self, shape: u16) -> &ReachableLayer {
        self.fans[usize::from(shape)].get_or_init(|| self.spread(shape))
    }

    /// Searches with tiles named after their places in the root, so that each leaf's order says
    /// where its tiles came from.
    fn spread(&self, shape: u16) -> ReachableLayer {
        let slide = &self.slide;
        let root = Tiles {
            order: slide.win().order,
            shape,
        };
        let slides = |tiles: &Tiles| &slide.shapes()[usize::from(tiles.shape)].slides;
        let pushes: Vec<Push> = slides(&root).iter().map(|(push, _)| *push).collect();
        let mut layer: FxHashMap<Tiles, u16> = FxHashMap::default();
        for (bit, &push) in pushes.iter().enumerate() {
            *layer.entry(slide.after(&root, push)).or_default() |= 1 << bit;
        }
        for _ in 1..self.depth {
            let mut next: FxHashMap<Tiles, u16> = FxHashMap::default();
            for (tiles, roots) in &layer {
                for (push, _) in slides(tiles) {
                    *next.entry(slide.after(tiles, *push)).or_default() |= roots;
                }
            }
            layer = next;
        }
        let mut leaves: Vec<(Tiles, u16)> = layer.into_iter().collect();
        leaves.sort_unstable_by_key(|(tiles, _)| (tiles.shape, tiles.order));
        let mut fan = ReachableLayer {
            pushes,
            roots: Vec::new(),
            shapes: Vec::new(),
            origins: Vec::new(),
            squares: Vec::new(),
            places: Vec::new(),
        };
        for (leaf, roots) in leaves {
            let [mut origins, mut squares, mut places] = [[0; TILES]; 3];
            let n = slide.k() * slide.k();
            let leaf_squares = &slide.shapes()[usize::from(leaf.shape)].squares;
            for (place, &square) in leaf_squares.iter().enumerate() {
                let origin = leaf.order[place] - 1;
                origins[place] = origin;
                squares[usize::from(origin)] = square;
                places[usize::from(origin)] = place as u8;
            }
            fan.roots.push(roots);
            fan.shapes.push(leaf.shape);
            fan.origins.extend(&origins[..n]);
            fan.squares.extend(&squares[..n]);
            fan.places.extend(&places[..n]);
        }
        fan
    }
}

/// The distance to Win of every position within `depth` of it.
fn near(slide: &Slide, depth: u32) -> FxHashMap<Tiles, u32> {
    let mut near = FxHashMap::from_iter([(slide.win(), 0)]);
    let mut layer = vec![slide.win()];
    for distance in 1..=depth {
        let mut next = Vec::new();
        for tiles in &layer {
            for (push, _) in &slide.shapes()[usize::from(tiles.shape)].slides {
                // Slides can be taken back, so the way from Win is as long as the way to it.
                let neighbour = slide.after(tiles, *push);
                near.entry(neighbour).or_insert_with(|| {
                    next.push(neighbour);
                    distance
                });
            }
        }
        layer = next;
    }
    near
}
