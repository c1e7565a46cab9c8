//! SlideK (Troyka 2001; Althöfer and Heuser 2005, section 2): K x K tiles on a (K+1) x (K+1)
//! board. A move slides a block of exactly K adjacent tiles of one line by one square inside that
//! line. The goal, `Win`, has the tiles in reading order in the top left corner.
//!
//! A state is a *shape* (which squares hold tiles) and the tiles in reading order. A row slide
//! changes the shape and leaves the order alone; a column slide permutes the order in a way that
//! depends on the shape alone. So the legal moves, and all that happens to the order, are tables
//! per shape, and there are only 4^K shapes.

mod arrays;
mod measures;
mod notation;
mod shape;

pub use measures::measures;
pub use shape::{BlankShape, Push, SlideResult};

use ludometer_core::{Actions, Facts, Game, Perfect, Player, Rng, Turn};
use shape::Shapes;

/// The largest K.
pub const MOST: usize = 5;

/// How many tiles a state has room for.
pub const TILES: usize = MOST * MOST;

/// A position: the tiles in reading order, blanks skipped, and the shape they lie in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tiles {
    /// Tile numbers from 1; entries from K*K on are 0.
    pub order: [u8; TILES],
    /// An index into [`Slide::shapes`].
    pub shape: u16,
}

/// The rules of SlideK for one K.
#[derive(Clone, Debug)]
pub struct Slide {
    k: usize,
    shapes: Shapes,
    win: Tiles,
}

/// A K outside 2..=5.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadSize(pub usize);

impl std::fmt::Display for BadSize {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "slide has no size {}: k is 2 to {MOST}", self.0)
    }
}

impl std::error::Error for BadSize {}

impl Slide {
    /// The rules for K x K tiles, 2 <= K <= 5.
    pub fn new(k: usize) -> Result<Slide, BadSize> {
        if !(2..=MOST).contains(&k) {
            return Err(BadSize(k));
        }
        let shapes = Shapes::new(k);
        let mut order = [0; TILES];
        for (tile, slot) in (1..).zip(&mut order[..k * k]) {
            *slot = tile;
        }
        let win = Tiles {
            order,
            shape: shapes.corner(0, 0),
        };
        Ok(Slide { k, shapes, win })
    }

    /// Tiles along a side.
    pub fn k(&self) -> usize {
        self.k
    }

    /// Squares along a side of the board.
    pub fn side(&self) -> usize {
        self.k + 1
    }

    /// The goal.
    pub fn win(&self) -> Tiles {
        self.win
    }

    /// Every reachable shape; a state's `shape` indexes it.
    pub fn shapes(&self) -> &[BlankShape] {
        &self.shapes.list
    }

    /// The tiles in reversed order, in the corner whose blank row is at the top if `down` and whose
    /// blank column is at the left if `right`.
    ///
    /// The figure of the paper's Start is lost to us. Reversed order in the corner of Win and in
    /// the opposite corner both have the published distance of 24 for K = 3.
    pub fn reversed(&self, down: bool, right: bool) -> Tiles {
        let mut tiles = self.win;
        tiles.order[..self.k * self.k].reverse();
        tiles.shape = self.shapes.corner(usize::from(down), usize::from(right));
        tiles
    }

    /// What lies on each square, in reading order; 0 is a blank.
    pub fn board(&self, tiles: &Tiles) -> [u8; (MOST + 1) * (MOST + 1)] {
        let mut board = [0; (MOST + 1) * (MOST + 1)];
        let squares = &self.shapes()[usize::from(tiles.shape)].squares;
        for (&square, &tile) in squares.iter().zip(&tiles.order) {
            board[usize::from(square)] = tile;
        }
        board
    }

    /// The position after a legal slide.
    #[inline]
    pub fn after(&self, tiles: &Tiles, push: Push) -> Tiles {
        let slid = self.shapes()[usize::from(tiles.shape)]
            .slid(push)
            .expect("the slide is legal here");
        let order = match &slid.gather {
            None => tiles.order,
            Some(gather) => gather.map(|from| tiles.order[usize::from(from)]),
        };
        Tiles {
            order,
            shape: slid.shape,
        }
    }
}

impl Game for Slide {
    type State = Tiles;
    type Action = Push;
    type Information = Perfect;

    fn facts(&self) -> Facts {
        Facts::new(format!("slide(k={})", self.k), 1).paying(0.0, 1.0)
    }

    #[inline]
    fn start(&self, _: &mut Rng) -> Tiles {
        self.reversed(false, false)
    }

    #[inline]
    fn turn(&self, state: &Tiles) -> Turn {
        if *state == self.win {
            Turn::Over
        } else {
            Turn::Of(Player(0))
        }
    }

    #[inline]
    fn actions(&self, state: &Tiles, out: &mut Actions<Self>) {
        if *state != self.win {
            let shape = &self.shapes()[usize::from(state.shape)];
            out.extend(shape.slides.iter().map(|(push, _)| *push));
        }
    }

    #[inline]
    fn apply(&self, state: &mut Tiles, action: Push, _: &mut Rng) {
        *state = self.after(state, action);
    }

    #[inline]
    fn payoff(&self, state: &Tiles, _: Player) -> f64 {
        f64::from(u8::from(*state == self.win))
    }

    /// Minus the sum of the tiles' Manhattan distances.
    #[inline]
    fn points(&self, state: &Tiles, _: Player) -> f64 {
        -measures::manhattan(self, state, Player(0))
    }

    fn show(&self, state: &Tiles, _: Option<Player>) -> String {
        self.grid(state)
    }

    fn label(&self, _: &Tiles, action: Push) -> String {
        action.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_four_to_the_k_shapes() {
        for k in 2..=MOST {
            assert_eq!(Slide::new(k).unwrap().shapes().len(), 4usize.pow(k as u32));
        }
        assert_eq!(Slide::new(6).unwrap_err(), BadSize(6));
        assert_eq!(Slide::new(1).unwrap_err(), BadSize(1));
    }

    #[test]
    fn slidethree_has_four_to_six_slides() {
        let slide = Slide::new(3).unwrap();
        assert!(
            slide
                .shapes()
                .iter()
                .all(|s| (4..=6).contains(&s.slides.len()))
        );
    }

    #[test]
    fn a_slide_back_undoes_a_slide() {
        for k in 2..=MOST {
            let slide = Slide::new(k).unwrap();
            let mut tiles = slide.reversed(false, false);
            for turn in 0..200usize {
                let slides = &slide.shapes()[usize::from(tiles.shape)].slides;
                let push = slides[turn * 7 % slides.len()].0;
                let next = slide.after(&tiles, push);
                assert_eq!(slide.after(&next, push.back()), tiles);
                tiles = next;
            }
        }
    }
}
