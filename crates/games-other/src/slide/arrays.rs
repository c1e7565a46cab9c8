//! Positions and slides as arrays: a plane for each tile, and lines with directions as numbers.

use super::{Push, Slide, Tiles};
use ludometer_core::{ActionSpace, Observation, Player, Shape};

/// One plane a tile, in the order of their numbers: 1 where it lies.
impl Observation for Slide {
    fn shape(&self) -> Shape {
        Shape::Planes {
            planes: self.k * self.k,
            rows: self.side(),
            columns: self.side(),
        }
    }

    #[inline]
    fn observe(&self, tiles: &Tiles, _: Player, out: &mut [f32]) {
        out.fill(0.0);
        let plane = self.side() * self.side();
        let squares = &self.shapes()[usize::from(tiles.shape)].squares;
        for (&square, &tile) in squares.iter().zip(&tiles.order) {
            out[(usize::from(tile) - 1) * plane + usize::from(square)] = 1.0;
        }
    }
}

/// Four times the line, counted from the top left, plus 0 left, 1 right, 2 up or 3 down.
impl ActionSpace for Slide {
    fn action_space(&self) -> usize {
        4 * self.side()
    }

    #[inline]
    fn action_number(&self, _: &Tiles, action: Push) -> usize {
        action.code()
    }

    #[inline]
    fn numbered_action(&self, tiles: &Tiles, number: usize) -> Option<Push> {
        if number >= self.action_space() || *tiles == self.win {
            return None;
        }
        let push = Push {
            column: number & 2 != 0,
            line: (number / 4) as u8,
            forward: number & 1 != 0,
        };
        let shape = &self.shapes()[usize::from(tiles.shape)];
        shape.slid(push).map(|_| push)
    }
}
