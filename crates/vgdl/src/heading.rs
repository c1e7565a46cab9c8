//! Directions.

/// A direction as a whole-numbered vector; [`NONE`](Heading::NONE) points nowhere. `y` grows
/// downwards. Slanted ones are kept unscaled and count as unit vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Heading {
    /// Columns to the right.
    pub x: i16,
    /// Rows downwards.
    pub y: i16,
}

impl Heading {
    /// No direction.
    pub const NONE: Heading = Heading { x: 0, y: 0 };
    /// Towards the first row.
    pub const UP: Heading = Heading { x: 0, y: -1 };
    /// Towards the last row.
    pub const DOWN: Heading = Heading { x: 0, y: 1 };
    /// Towards the first column.
    pub const LEFT: Heading = Heading { x: -1, y: 0 };
    /// Towards the last column.
    pub const RIGHT: Heading = Heading { x: 1, y: 0 };
    /// The four directions in the order in which chance picks them.
    pub const FOUR: [Heading; 4] = [Heading::UP, Heading::LEFT, Heading::DOWN, Heading::RIGHT];

    /// Whether it points nowhere.
    #[inline]
    pub fn is_none(self) -> bool {
        self == Heading::NONE
    }

    /// The opposite direction.
    #[must_use]
    #[inline]
    pub fn opposite(self) -> Heading {
        Heading {
            x: self.x.saturating_neg(),
            y: self.y.saturating_neg(),
        }
    }

    /// The direction of a displacement in pixels.
    #[inline]
    pub(crate) fn of(dx: i32, dy: i32) -> Heading {
        if dx == 0 || dy == 0 {
            return Heading {
                x: dx.signum() as i16,
                y: dy.signum() as i16,
            };
        }
        Heading::slanted(dx, dy)
    }

    #[cold]
    fn slanted(dx: i32, dy: i32) -> Heading {
        let (mut a, mut b) = (dx.unsigned_abs(), dy.unsigned_abs());
        while b != 0 {
            (a, b) = (b, a % b);
        }
        let part = |d: i32| (i64::from(d) / i64::from(a)).clamp(-32767, 32767) as i16;
        Heading {
            x: part(dx),
            y: part(dy),
        }
    }

    /// This direction times a length, cut to whole pixels.
    #[inline]
    pub(crate) fn times(self, length: i32) -> (i32, i32) {
        if self.x == 0 || self.y == 0 {
            return (
                i32::from(self.x).wrapping_mul(length),
                i32::from(self.y).wrapping_mul(length),
            );
        }
        let (x, y) = (f64::from(self.x), f64::from(self.y));
        let scale = f64::from(length) / libm::hypot(x, y);
        ((x * scale) as i32, (y * scale) as i32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn displacements_become_units() {
        assert_eq!(Heading::of(0, -17), Heading::UP);
        assert_eq!(Heading::of(9, 0), Heading::RIGHT);
        assert_eq!(Heading::of(0, 0), Heading::NONE);
        assert_eq!(Heading::of(-12, 12), Heading { x: -1, y: 1 });
        assert_eq!(Heading::of(6, 8).times(10), (6, 8));
        assert_eq!(Heading::of(i32::MIN, i32::MAX).opposite().x, 32767);
    }
}
