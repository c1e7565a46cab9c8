//! Categories of moves, in the manner of MIA: whether a stone is taken, from which region of the
//! board to which, and by how many squares the stone nears its side's centre of mass.

use ludometer_games_board::loa::{Move, Position};
use std::cell::Cell;

/// The five rings of the board from the outside in, the corners a region of their own.
pub const REGIONS: [&str; 5] = ["corner", "rim", "6x6", "4x4", "centre"];

/// Regions of the squares from a1 on.
const REGION: [u8; 64] = {
    let mut regions = [0; 64];
    let mut square = 0;
    while square < 64 {
        let (rank, file) = (square / 8, square % 8);
        let rank = if rank < 4 { rank } else { 7 - rank };
        let file = if file < 4 { file } else { 7 - file };
        let ring = if rank < file { rank } else { file };
        regions[square] = if rank + file == 0 { 0 } else { ring as u8 + 1 };
        square += 1;
    }
    regions
};

/// How far a king walks from one square to another.
static KING: [[i8; 64]; 64] = {
    let mut table = [[0; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let mut to = 0;
        while to < 64 {
            let rank = (from as i8 / 8 - to as i8 / 8).abs();
            let file = (from as i8 % 8 - to as i8 % 8).abs();
            table[from][to] = if rank > file { rank } else { file };
            to += 1;
        }
        from += 1;
    }
    table
};

/// No stone nears or leaves its centre of mass by more squares.
const FARTHEST: i8 = 7;

/// How many categories have a number, whether play comes to them or not.
pub const CATEGORIES: usize = 2 * 5 * 5 * (2 * FARTHEST as usize + 1);

/// A category of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MoveCategory {
    /// Whether a stone is taken.
    pub takes: bool,
    /// Where the stone was, by [`REGIONS`].
    pub from: u8,
    /// Where it lands.
    pub to: u8,
    /// By how many squares it nears the centre of mass; below zero, leaves it.
    pub gain: i8,
}

impl MoveCategory {
    /// The category of a move of a stone; a pass has none.
    #[inline]
    pub fn of(position: &Position, action: Move) -> Option<MoveCategory> {
        let own = position.stones()[position.mover().index()];
        (action != Move::PASS)
            .then(|| MoveCategory::around(centre(own), position.takes(action), action))
    }

    /// The category of a move around a centre of mass.
    #[inline]
    fn around(centre: u8, takes: bool, action: Move) -> MoveCategory {
        let near = &KING[usize::from(centre)];
        let [from, to] = [action.from, action.to].map(usize::from);
        MoveCategory {
            takes,
            from: REGION[from],
            to: REGION[to],
            gain: near[from] - near[to],
        }
    }

    /// Its number, below [`CATEGORIES`].
    #[inline]
    pub fn number(self) -> usize {
        let regions = (usize::from(self.takes) * 5 + usize::from(self.from)) * 5;
        let gains = 2 * FARTHEST as usize + 1;
        (regions + usize::from(self.to)) * gains + (self.gain + FARTHEST) as usize
    }

    /// The category of a number below [`CATEGORIES`].
    pub fn numbered(number: usize) -> MoveCategory {
        let gains = 2 * FARTHEST as usize + 1;
        let (regions, gain) = (number / gains, number % gains);
        MoveCategory {
            takes: regions >= 25,
            from: (regions / 5 % 5) as u8,
            to: (regions % 5) as u8,
            gain: gain as i8 - FARTHEST,
        }
    }
}

/// The square of the centre of mass of some stones, at least one.
#[inline]
pub fn centre(stones: u64) -> u8 {
    let count = |mask: u64| (stones & mask).count_ones();
    let files = count(0xaaaa_aaaa_aaaa_aaaa)
        + 2 * count(0xcccc_cccc_cccc_cccc)
        + 4 * count(0xf0f0_f0f0_f0f0_f0f0);
    let ranks = count(0xff00_ff00_ff00_ff00)
        + 2 * count(0xffff_0000_ffff_0000)
        + 4 * count(0xffff_ffff_0000_0000);
    let number = stones.count_ones();
    let nearest = |sum: u32| (2 * sum + number) / (2 * number);
    (8 * nearest(ranks) + nearest(files)) as u8
}

/// Finds categories of many moves of one position: the centre of mass is found once.
#[derive(Clone, Debug, Default)]
pub struct MoveClassifier {
    /// The stones that were asked about last, and their centre.
    last: Cell<(u64, u8)>,
}

impl MoveClassifier {
    /// The number of a move's category; a pass has none.
    #[inline]
    pub fn number(&self, position: &Position, action: Move) -> Option<usize> {
        if action == Move::PASS {
            return None;
        }
        let own = position.stones()[position.mover().index()];
        let (stones, mut middle) = self.last.get();
        if stones != own {
            middle = centre(own);
            self.last.set((own, middle));
        }
        Some(MoveCategory::around(middle, position.takes(action), action).number())
    }
}

impl std::fmt::Display for MoveCategory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let sign = if self.takes { 'x' } else { '-' };
        let [from, to] = [self.from, self.to].map(|region| REGIONS[usize::from(region)]);
        write!(f, "{sign} {from} {to} {:+}", self.gain)
    }
}

impl std::str::FromStr for MoveCategory {
    type Err = String;

    fn from_str(text: &str) -> Result<MoveCategory, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let [sign, from, to, gain] = words[..] else {
            return Err(format!("`{text}` is not `- rim 6x6 +1`"));
        };
        let takes = match sign {
            "x" => true,
            "-" => false,
            _ => return Err(format!("`{sign}` is neither `-` nor `x`")),
        };
        let region = |word: &str| {
            let found = REGIONS.iter().position(|region| *region == word);
            let known = || format!("there is no region `{word}`; known: {}", REGIONS.join(", "));
            found.map(|region| region as u8).ok_or_else(known)
        };
        let gain = gain.parse().ok().filter(|gain: &i8| gain.abs() <= FARTHEST);
        Ok(MoveCategory {
            takes,
            from: region(from)?,
            to: region(to)?,
            gain: gain.ok_or_else(|| format!("`{text}` ends in no gain from -7 to +7"))?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_names_stand_for_one_category_each() {
        for number in 0..CATEGORIES {
            let category = MoveCategory::numbered(number);
            assert_eq!(category.number(), number);
            assert_eq!(category.to_string().parse(), Ok(category));
        }
        for wrong in [
            "",
            "- rim 6x6",
            "+ rim 6x6 +1",
            "- edge 6x6 +1",
            "- rim 6x6 +8",
        ] {
            assert!(wrong.parse::<MoveCategory>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn regions_have_as_many_squares_as_their_rings() {
        let count = |region| REGION.iter().filter(|&&of| of == region).count();
        assert_eq!([0, 1, 2, 3, 4].map(count), [4, 24, 20, 12, 4]);
        assert_eq!((REGION[0], REGION[1], REGION[9], REGION[27]), (0, 1, 2, 4));
    }

    #[test]
    fn centres_of_mass_are_rounded_to_squares() {
        for (stones, expected) in [
            (1, 0),
            (1 << 63, 63),
            (1 | 1 << 2, 1),
            // Halves go up.
            (1 | 1 << 1, 1),
            (1 | 1 << 16, 8),
            (0x7e00_0000_0000_007e, 36),
        ] {
            assert_eq!(centre(stones), expected, "{stones:x}");
        }
    }
}
