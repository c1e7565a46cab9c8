//! Positions and moves as arrays: planes of stones, and from which square to which as a number.

use super::{Loa, Move, Position};
use ludometer_core::{ActionSpace, Observation, Player, Shape};

/// Two planes from a1 on, eight squares a rank: the viewer's stones, and the other's.
impl Observation for Loa {
    fn shape(&self) -> Shape {
        Shape::Planes {
            planes: 2,
            rows: 8,
            columns: 8,
        }
    }

    #[inline]
    fn observe(&self, position: &Position, viewer: Player, out: &mut [f32]) {
        let planes = out.chunks_exact_mut(64);
        for (plane, stones) in planes.zip(position.sides(viewer)) {
            for (square, number) in plane.iter_mut().enumerate() {
                *number = (stones >> square & 1) as f32;
            }
        }
    }
}

/// 64 times the square that is left plus the square that is reached, counted from a1; a pass is 0.
impl ActionSpace for Loa {
    fn action_space(&self) -> usize {
        64 * 64
    }

    #[inline]
    fn action_number(&self, _: &Position, Move { from, to }: Move) -> usize {
        usize::from(from) * 64 + usize::from(to)
    }

    #[inline]
    fn numbered_action(&self, position: &Position, number: usize) -> Option<Move> {
        if number >= 64 * 64 || position.ending.is_some() {
            return None;
        }
        let wanted = Move {
            from: (number / 64) as u8,
            to: (number % 64) as u8,
        };
        if wanted == Move::PASS {
            return (position.views().count() == 0).then_some(wanted);
        }
        // Most numbers name a square without a stone of the mover's.
        if position.stones[position.mover.index()] >> wanted.from & 1 == 0 {
            return None;
        }
        let mut found = false;
        position.views().each(|action| found |= action == wanted);
        found.then_some(wanted)
    }
}
