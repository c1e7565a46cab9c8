//! Moves along whole lines, by table.
//!
//! Which stones of a line move, and how far, depends on that line alone: on at most eight squares
//! that are empty, own or the other's. So the board is turned four ways, in each of which the lines
//! of one direction are runs of bits within bytes; the run, read as a number to the base three,
//! finds the moves of all its stones at once.

use super::Move;

/// A line of at least two squares, and where its squares are.
struct Line {
    /// In which of the four ways of [`turned`] it is a run of bits.
    view: u8,
    /// Where the run begins.
    shift: u8,
    /// As many ones as it has squares.
    mask: u8,
    /// Where the tables of lines of this length begin.
    base: u16,
    /// Where the weights of the moves along it begin.
    weights: u16,
    /// Its first square.
    first: u8,
    /// From each of its squares to the next.
    step: i8,
}

/// Where the tables of lines of each length begin; those of 0 and 1 squares have no moves.
const BASE: [usize; 9] = {
    let mut base = [0; 9];
    let (mut length, mut size) = (3, 9);
    while length < 9 {
        base[length] = base[length - 1] + size;
        size *= 3;
        length += 1;
    }
    base
};

/// Lines of eight squares to the base three.
const EIGHT: usize = 6561;

/// All lines of every length.
const ALL: usize = BASE[8] + EIGHT;

/// A byte whose binary digits are read to the base three.
const TERNARY: [u16; 256] = {
    let mut ternary = [0; 256];
    let mut byte = 1;
    while byte < 256 {
        ternary[byte] = ternary[byte >> 1] * 3 + (byte & 1) as u16;
        byte += 1;
    }
    ternary
};

struct Tables {
    /// The stones that move towards the end of the line, those that move towards its beginning,
    /// and how far all of them move.
    movers: [[u8; 3]; ALL],
    /// How many moves there are.
    count: [u8; ALL],
    /// Their weights in quarters; then those of lines along an edge.
    weight: [u8; ALL + EIGHT],
}

static TABLES: Tables = tables();

const fn tables() -> Tables {
    let mut tables = Tables {
        movers: [[0; 3]; ALL],
        count: [0; ALL],
        weight: [0; ALL + EIGHT],
    };
    let mut length = 2;
    while length <= 8 {
        let full = 1usize << length;
        let mut own = 1;
        while own < full {
            let mut other = 0;
            while other < full {
                if own & other == 0 {
                    let at = BASE[length] + index(own as u8, other as u8);
                    fill(&mut tables, length, own as u32, other as u32, at);
                }
                other += 1;
            }
            own += 1;
        }
        length += 1;
    }
    tables
}

const fn index(own: u8, other: u8) -> usize {
    (TERNARY[own as usize] + 2 * TERNARY[other as usize]) as usize
}

const fn fill(tables: &mut Tables, length: usize, own: u32, other: u32, at: usize) {
    let distance = (own | other).count_ones();
    tables.movers[at][2] = distance as u8;
    let last = length as u32 - 1;
    let mut from = 0;
    while from <= last {
        let mut way = 0;
        while way < 2 {
            let fits = match way {
                0 => from + distance <= last,
                _ => from >= distance,
            };
            if own >> from & 1 == 1 && fits {
                let to = match way {
                    0 => from + distance,
                    _ => from - distance,
                };
                let low = if from < to { from } else { to };
                let between = ((1 << (distance - 1)) - 1) << (low + 1);
                if own >> to & 1 == 0 && other & between == 0 {
                    let capture = 1 + (other >> to & 1) as u8;
                    let inside = if to == 0 || to == last { 2 } else { 4 };
                    tables.movers[at][way] |= 1 << from;
                    tables.count[at] += 1;
                    tables.weight[at] += capture * inside;
                    if length == 8 {
                        tables.weight[at + EIGHT] += capture;
                    }
                }
            }
            way += 1;
        }
        from += 1;
    }
}

static LINES: [Line; 42] = {
    const NONE: Line = line(0, 0, 0, 2, 0, 1);
    let mut lines = [NONE; 42];
    let mut count = 0;
    let mut byte = 0;
    while byte < 8 {
        lines[count] = line(0, byte, 0, 8, 8 * byte, 1);
        lines[count + 1] = line(1, byte, 0, 8, byte, 8);
        count += 2;
        byte += 1;
    }
    // A byte of a slanted view holds the diagonal that begins at the first file and the one that
    // begins where that leaves the board.
    byte = 0;
    while byte < 8 {
        let runs = [
            line(2, byte, 0, 8 - byte, 8 * byte, 9),
            line(2, byte, 8 - byte, byte, 8 - byte, 9),
            line(3, byte, 0, byte + 1, 8 * byte, -7),
            line(3, byte, byte + 1, 7 - byte, 57 + byte, -7),
        ];
        let mut run = 0;
        while run < 4 {
            let Line { mask, .. } = runs[run];
            if mask >= 3 {
                lines[count] = Line { ..runs[run] };
                count += 1;
            }
            run += 1;
        }
        byte += 1;
    }
    assert!(count == 42);
    lines
};

const fn line(view: u8, byte: u8, shift: u8, length: u8, first: u8, step: i8) -> Line {
    let base = BASE[length as usize];
    let edge = view < 2 && (byte == 0 || byte == 7);
    Line {
        view,
        shift: 8 * byte + shift,
        mask: ((1u32 << length) - 1) as u8,
        base: base as u16,
        weights: if edge { base + EIGHT } else { base } as u16,
        first,
        step,
    }
}

/// The board as it is, with ranks and files exchanged, and slanted both ways.
#[inline]
fn turned(board: u64) -> [u64; 4] {
    let mut files = board;
    for (mask, shift) in [
        (0x0f0f_0f0f_0000_0000, 28),
        (0x3333_0000_3333_0000, 14),
        (0x5500_5500_5500_5500, 7),
    ] {
        let swapped = mask & (files ^ files << shift);
        files ^= swapped ^ swapped >> shift;
    }
    let (mut rising, mut falling) = (board, board);
    for (mask, shift) in [
        (0xaaaa_aaaa_aaaa_aaaau64, 8),
        (0xcccc_cccc_cccc_cccc, 16),
        (0xf0f0_f0f0_f0f0_f0f0, 32),
    ] {
        rising ^= mask & (rising ^ rising.rotate_right(shift));
        falling ^= mask & (falling ^ falling.rotate_left(shift));
    }
    [board, files, rising, falling]
}

/// A board seen along its lines.
pub(super) struct Views {
    own: [u64; 4],
    other: [u64; 4],
}

impl Views {
    #[inline]
    pub(super) fn new(own: u64, other: u64) -> Views {
        Views {
            own: turned(own),
            other: turned(other),
        }
    }

    #[inline]
    fn on(&self, line: &Line) -> [u8; 2] {
        let view = usize::from(line.view);
        [self.own, self.other].map(|views| (views[view] >> line.shift) as u8 & line.mask)
    }

    /// How many moves `own` has.
    #[inline]
    pub(super) fn count(&self) -> usize {
        let counts = LINES.iter().map(|line| {
            let [own, other] = self.on(line);
            usize::from(TABLES.count[usize::from(line.base) + index(own, other)])
        });
        counts.sum()
    }

    /// Weighted moves of `own` and of `other`, in quarters: a move is 4, half of that when it ends
    /// on an edge, half again when it runs along one, and twice as much when it captures.
    #[inline]
    pub(super) fn weights(&self) -> [u32; 2] {
        let mut sums = [0; 2];
        for line in &LINES {
            let [own, other] = self.on(line);
            let base = usize::from(line.weights);
            sums[0] += u32::from(TABLES.weight[base + index(own, other)]);
            sums[1] += u32::from(TABLES.weight[base + index(other, own)]);
        }
        sums
    }

    /// Gives each move of `own`, direction by direction.
    #[inline]
    pub(super) fn each(&self, mut visit: impl FnMut(Move)) {
        // Lines are looked up without a branch; only the moves of a whole direction are a loop of
        // unknown length.
        let (mut up, mut down) = ([0u64; 4], [0u64; 4]);
        let mut lengths = [0; LINES.len()];
        for (line, length) in LINES.iter().zip(&mut lengths) {
            let [own, other] = self.on(line);
            let [ups, downs, distance] = TABLES.movers[usize::from(line.base) + index(own, other)];
            up[usize::from(line.view)] |= u64::from(ups) << line.shift;
            down[usize::from(line.view)] |= u64::from(downs) << line.shift;
            *length = line.step * distance as i8;
        }
        for (places, (up, down)) in PLACES.iter().zip(up.into_iter().zip(down)) {
            for (mut movers, back) in [(up, false), (down, true)] {
                while movers != 0 {
                    let place = places[movers.trailing_zeros() as usize];
                    let length = lengths[usize::from(place.line)];
                    visit(Move {
                        from: place.square,
                        to: place
                            .square
                            .wrapping_add_signed(if back { -length } else { length }),
                    });
                    movers &= movers - 1;
                }
            }
        }
    }
}

/// Which square a bit of a view is, and on which line.
#[derive(Clone, Copy)]
struct Place {
    square: u8,
    line: u8,
}

static PLACES: [[Place; 64]; 4] = {
    let mut places = [[Place { square: 0, line: 0 }; 64]; 4];
    let mut number = 0;
    while number < LINES.len() {
        let line = &LINES[number];
        let mut along = 0;
        while along < 8 && line.mask >> along != 0 {
            places[line.view as usize][(line.shift + along) as usize] = Place {
                square: (line.first as i8 + along as i8 * line.step) as u8,
                line: number as u8,
            };
            along += 1;
        }
        number += 1;
    }
    places
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_where_its_view_says() {
        let mut passed = [0; 64];
        for line in &LINES {
            for place in 0..line.mask.count_ones() as i8 {
                let square = (line.first as i8 + place * line.step) as usize;
                let views = Views::new(1 << square, !(1 << square));
                assert_eq!(views.on(line)[0], 1 << place, "{square}");
                assert_eq!(views.on(line)[1], line.mask ^ 1 << place, "{square}");
                passed[square] += 1;
            }
        }
        // Four lines a square, but for the diagonals of one square at the corners.
        for (square, lines) in passed.into_iter().enumerate() {
            let corner = [0, 7, 56, 63].contains(&square);
            assert_eq!(lines, if corner { 3 } else { 4 });
        }
    }
}
