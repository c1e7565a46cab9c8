//! Several pattern databases at once, looked up both ways round the diagonal.

use super::compact::{self, CompactTable};
use super::pattern::PatternTable;
use super::space::Space;
use super::word::Word;
use ludometer_games_other::slide::{Slide, TILES};

/// A pattern table, full or compact.
#[derive(Debug)]
pub(super) enum Table {
    Full(PatternTable),
    Compact(CompactTable),
}

impl Table {
    /// The tiles of the pattern.
    pub(super) fn tiles(&self) -> &[u8] {
        match self {
            Table::Full(table) => table.tiles(),
            Table::Compact(table) => table.tiles(),
        }
    }

    /// The memory of the table.
    pub(super) fn bytes(&self) -> usize {
        match self {
            Table::Full(table) => table.bytes(),
            Table::Compact(table) => table.bytes(),
        }
    }
}

/// Pattern tables whose largest value bounds the distance from below.
#[derive(Debug)]
pub(super) struct Heuristic {
    tables: Vec<Table>,
    looks: Vec<Look>,
}

/// A table, the fields of the tiles to look up in it, and whether these are the reflections of
/// its own tiles.
#[derive(Debug)]
struct Look {
    table: usize,
    fields: Vec<usize>,
    reflected: bool,
}

/// The parts of the tables that belong to one bucket.
pub(super) struct Local<'a> {
    looks: Vec<LocalLook<'a>>,
    places: usize,
    turned: &'a [u8; TILES],
}

struct LocalLook<'a> {
    fields: &'a [usize],
    reflected: bool,
    slice: &'a [u8],
    // What the nibbles of a compact table mean.
    meaning: Option<[u8; 16]>,
}

impl Heuristic {
    pub(super) fn new(slide: &Slide, tables: Vec<Table>) -> Heuristic {
        let k = slide.k();
        let mut looks = Vec::new();
        for (table, tiles) in tables.iter().map(Table::tiles).enumerate() {
            let fields: Vec<usize> = tiles.iter().map(|&tile| usize::from(tile) - 1).collect();
            let across: Vec<usize> = fields.iter().map(|f| f % k * k + f / k).collect();
            let same = across.iter().all(|field| fields.contains(field));
            looks.push(Look {
                table,
                fields,
                reflected: false,
            });
            // A pattern that is its own reflection says the same both ways.
            if !same {
                looks.push(Look {
                    table,
                    fields: across,
                    reflected: true,
                });
            }
        }
        Heuristic { tables, looks }
    }

    pub(super) fn tables(&self) -> &[Table] {
        &self.tables
    }

    /// The heuristic for the words of one bucket.
    pub(super) fn local<'a, W: Word>(&'a self, space: &'a Space<W>, bucket: usize) -> Local<'a> {
        let shapes = [space.shape(bucket), space.reflected(bucket)];
        let looks = self.looks.iter().map(|look| {
            let shape = shapes[usize::from(look.reflected)];
            let (slice, meaning) = match &self.tables[look.table] {
                Table::Full(table) => (table.slice(shape), None),
                Table::Compact(table) => (table.slice(shape), Some(table.meaning(shape))),
            };
            LocalLook {
                fields: &look.fields,
                reflected: look.reflected,
                slice,
                meaning,
            }
        });
        Local {
            looks: looks.collect(),
            places: space.slide().k() * space.slide().k(),
            turned: space.turned(bucket),
        }
    }
}

impl Local<'_> {
    #[inline]
    fn values<W: Word>(&self, word: W) -> impl Iterator<Item = u8> {
        self.looks.iter().map(move |look| {
            let place = |tile: usize| {
                let place = word.field(look.fields[tile]);
                if look.reflected {
                    usize::from(self.turned[place])
                } else {
                    place
                }
            };
            match &look.meaning {
                None => {
                    let tiles = 0..look.fields.len();
                    let code = tiles.fold(0, |code, tile| code * self.places + place(tile));
                    look.slice[code]
                }
                Some(meaning) => {
                    let code = match look.fields.len() {
                        4 => compact::code(4, self.places, place),
                        tiles => compact::code(tiles, self.places, place),
                    };
                    let nibble = look.slice[code / 2] >> (code % 2 * 4) & 15;
                    meaning[usize::from(nibble)]
                }
            }
        })
    }

    /// Whether some table says that Win is farther than `limit`.
    #[inline]
    pub(super) fn exceeds<W: Word>(&self, word: W, limit: u32) -> bool {
        self.values(word).any(|value| u32::from(value) > limit)
    }

    /// The largest value: at least this many slides are left.
    pub(super) fn most<W: Word>(&self, word: W) -> u32 {
        self.values(word).max().map_or(0, u32::from)
    }

    /// A guess of how hard the position is, good for comparisons only, and the largest value. The
    /// tiles that are far from home weigh most: each value counts with its cube.
    #[inline]
    pub(super) fn guess<W: Word>(&self, word: W) -> (u32, u32) {
        self.values(word).fold((0, 0), |(sum, most), value| {
            let v = u32::from(value);
            (sum + v + v * v * v / 16, most.max(v))
        })
    }
}
