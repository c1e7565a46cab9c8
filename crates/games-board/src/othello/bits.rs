//! Moves and flips on a board of any size up to 8 x 8, all squares at once.
//!
//! All moves at once: a run of opponent's discs is followed from own discs by shifting: one step,
//! then the run is doubled twice, which covers the six discs a run can have. The flips of one
//! move: along each ray from its square the first square that is not the opponent's decides, found
//! by a carry towards higher squares and by counting zeros towards lower ones.

/// The squares of a board and those from which a shift cannot leave its row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field {
    /// Every square.
    pub(super) all: u64,
    /// Squares whose left and right neighbours are on the board.
    inner: u64,
    /// Which of [`RAYS`] it has.
    rays: usize,
}

/// A step to the right, down, down left and down right; steps back shift the other way.
const STEPS: [u32; 4] = [1, 8, 7, 9];

impl Field {
    pub(super) fn new(size: usize) -> Field {
        let row = |from: usize, to: usize| (from..to).fold(0u64, |row, column| row | 1 << column);
        let rows = |row: u64| (0..size).fold(0u64, |all, r| all | row << (8 * r));
        Field {
            all: rows(row(0, size)),
            inner: rows(row(1, size - 1)),
            rays: size / 2 - 2,
        }
    }

    /// The opponent's discs that a run in this direction may cross: none at the left or right edge
    /// unless the direction is vertical.
    #[inline]
    fn crossable(&self, step: u32, other: u64) -> u64 {
        if step == 8 { other } else { other & self.inner }
    }

    /// The squares on which `own` may place a disc.
    #[inline]
    pub(super) fn moves(&self, own: u64, other: u64) -> u64 {
        let mut moves = 0;
        for step in STEPS {
            let over = self.crossable(step, other);
            let (left, right) = (runs_up(own, over, step), runs_down(own, over, step));
            moves |= left << step | right >> step;
        }
        moves & self.all & !(own | other)
    }

    /// The opponent's discs that turn when `own` places a disc on `square`.
    #[inline]
    pub(super) fn flips(&self, square: u8, own: u64, other: u64) -> u64 {
        let rays = &RAYS[self.rays][usize::from(square) & 63];
        let mut flips = 0;
        for ray in rays.up {
            // Squares off the ray are taken for the opponent's, so the carry runs to the end of
            // the run and stops on what closes it, if that is there and on the ray.
            let closing = (other | !ray).wrapping_add(1) & ray & own;
            flips |= closing.wrapping_sub(u64::from(closing != 0)) & ray;
        }
        for ray in rays.down {
            // The lowest bit is never beyond the run, so it may stand for "none".
            let first = 1u64 << (63 - (ray & !other | 1).leading_zeros());
            let closing = first & ray & own;
            flips |= closing.wrapping_add(closing).wrapping_neg() & ray & mask(closing != 0);
        }
        flips
    }
}

#[inline]
fn mask(whether: bool) -> u64 {
    u64::from(whether).wrapping_neg()
}

/// The squares that lie in each direction from one, to the edge of the board.
#[derive(Clone, Copy)]
struct Rays {
    up: [u64; 4],
    down: [u64; 4],
}

/// For boards of 4, 6 and 8.
static RAYS: [[Rays; 64]; 3] = [rays(4), rays(6), rays(8)];

const fn rays(size: i32) -> [Rays; 64] {
    const UP: [(i32, i32); 4] = [(0, 1), (1, -1), (1, 0), (1, 1)];
    let mut all = [Rays {
        up: [0; 4],
        down: [0; 4],
    }; 64];
    let mut square = 0;
    while square < 64 {
        let mut direction = 0;
        while direction < 4 {
            let (down, right) = UP[direction];
            let at = (square / 8, square % 8);
            all[square as usize].up[direction] = ray(size, at, (down, right));
            all[square as usize].down[direction] = ray(size, at, (-down, -right));
            direction += 1;
        }
        square += 1;
    }
    all
}

const fn ray(size: i32, (row, column): (i32, i32), (down, right): (i32, i32)) -> u64 {
    let mut ray = 0;
    let (mut r, mut c) = (row + down, column + right);
    while r >= 0 && r < size && c >= 0 && c < size {
        ray |= 1 << (r * 8 + c);
        r += down;
        c += right;
    }
    ray
}

/// The discs of `over` that follow `from` without a gap, towards higher squares.
#[inline]
fn runs_up(from: u64, over: u64, step: u32) -> u64 {
    let mut run = over & from << step;
    run |= over & run << step;
    let pairs = over & over << step;
    run |= pairs & run << (2 * step);
    run | pairs & run << (2 * step)
}

/// The same towards lower squares.
#[inline]
fn runs_down(from: u64, over: u64, step: u32) -> u64 {
    let mut run = over & from >> step;
    run |= over & run >> step;
    let pairs = over & over >> step;
    run |= pairs & run >> (2 * step);
    run | pairs & run >> (2 * step)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_core::{Generator, Seed};

    /// The rule, square by square and direction by direction.
    fn flips_by_walking(size: i32, square: i32, own: u64, other: u64) -> u64 {
        let (row, column) = (square / 8, square % 8);
        let mut flips = 0;
        for (down, right) in [
            (0, 1),
            (1, 0),
            (1, 1),
            (1, -1),
            (0, -1),
            (-1, 0),
            (-1, -1),
            (-1, 1),
        ] {
            let mut run = 0;
            for distance in 1.. {
                let (r, c) = (row + distance * down, column + distance * right);
                if !(0..size).contains(&r) || !(0..size).contains(&c) {
                    break;
                }
                let bit = 1u64 << (r * 8 + c);
                if other & bit != 0 {
                    run |= bit;
                } else {
                    if own & bit != 0 {
                        flips |= run;
                    }
                    break;
                }
            }
        }
        flips
    }

    #[test]
    fn bits_agree_with_walking_on_random_boards() {
        let mut rng = Seed::new(1).rng(Generator::Xoshiro);
        for size in [4, 6, 8] {
            let field = Field::new(size);
            for _ in 0..3000 {
                let own = rng.bits() & rng.bits() & field.all;
                let other = rng.bits() & field.all & !own;
                let mut moves = 0;
                for square in
                    (0..64).filter(|s| field.all >> s & 1 == 1 && (own | other) >> s & 1 == 0)
                {
                    let flips = flips_by_walking(size as i32, square, own, other);
                    assert_eq!(
                        field.flips(square as u8, own, other),
                        flips,
                        "{own:x} {other:x} {square}"
                    );
                    moves |= u64::from(flips != 0) << square;
                }
                assert_eq!(field.moves(own, other), moves, "{own:x} {other:x}");
            }
        }
    }
}
