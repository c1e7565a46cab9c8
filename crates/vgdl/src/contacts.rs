//! Who can meet whom on a level, settled once: the groups that each pair of types means, which tiles share
//! a cell, and which types mark their cells for others to see.

use crate::game::VgdlGame;
use crate::level::{Meeting, Side};
use crate::sprite_type::SpriteType;
use crate::sprite_type_id::SpriteTypeId;
use crate::state::Ref;

/// Who can meet whom.
pub(crate) struct Contacts {
    pub(crate) sides: Vec<Side>,
    pub(crate) meetings: Vec<Meeting>,
    pub(crate) idle_due: Vec<u64>,
    pub(crate) calls: Vec<u64>,
}

impl Contacts {
    /// Settles it from the game and the tiles in each cell; `bits` are in use.
    pub(crate) fn new<'l>(
        game: &VgdlGame,
        bits: usize,
        cells: impl Iterator<Item = &'l [Ref]>,
    ) -> Contacts {
        let marks = markers(game);
        let mut sides: Vec<Side> = (0..game.kinds.len())
            .map(|at| Side {
                kind: SpriteTypeId(at as u16),
                bit: game.kinds[at].bit,
                partners: 0,
                rivals: 0,
                marks: marks[at],
                rests: game.kinds[at].may_be_fixed(),
            })
            .collect();
        let words = game.pairs.len().div_ceil(64);
        let mut calls = vec![0; bits * bits * words];
        for (nth, pair) in game.pairs.iter().enumerate() {
            for a in game.kinds[pair.first.index()]
                .subtypes
                .iter()
                .map(|a| a.index())
            {
                for b in game.kinds[pair.second.index()]
                    .subtypes
                    .iter()
                    .map(|b| b.index())
                {
                    for (own, other) in [(a, b), (b, a)] {
                        let bit = game.kinds[other].bit;
                        sides[own].partners |= bit;
                        sides[own].rivals |= if marks[other] { 0 } else { bit };
                        let (own, other) = (game.kinds[own].bit, bit);
                        if own != 0 && other != 0 {
                            let at = own.trailing_zeros() as usize * bits
                                + other.trailing_zeros() as usize;
                            calls[at * words + nth / 64] |= 1 << (nth % 64);
                        }
                    }
                }
            }
        }
        let meetings = meetings(game, &sides, cells);
        let mut idle_due = vec![0; words];
        for meeting in meetings.iter().filter(|meeting| meeting.tiles_touch) {
            idle_due[meeting.pair / 64] |= 1 << (meeting.pair % 64);
        }
        Contacts {
            sides,
            meetings,
            idle_due,
            calls,
        }
    }

    /// Those that rules between two types mean: those that mark, or those that do not.
    pub(crate) fn that_mark(&self, marks: bool) -> Vec<Side> {
        let meant = |side: &&Side| side.bit != 0 && side.marks == marks;
        self.sides.iter().filter(meant).copied().collect()
    }
}

/// Of every two types that meet, at least one marks. A rule asks its firsts what they see, so its seconds
/// mark; except where the firsts are never more than a few, which then mark themselves.
fn markers(game: &VgdlGame) -> Vec<bool> {
    let few = |kind: &SpriteType| kind.fixed || kind.is_avatar() || kind.singleton;
    let mut marks: Vec<bool> = game.kinds.iter().map(few).collect();
    for pair in &game.pairs {
        let firsts = &game.kinds[pair.first.index()].subtypes;
        if firsts.iter().all(|first| few(&game.kinds[first.index()])) {
            continue;
        }
        for second in &game.kinds[pair.second.index()].subtypes {
            marks[second.index()] = true;
        }
    }
    marks
}

/// The pairs of types with the groups they mean.
fn meetings<'l>(
    game: &VgdlGame,
    sides: &[Side],
    cells: impl Iterator<Item = &'l [Ref]>,
) -> Vec<Meeting> {
    let kinds = game.kinds.len();
    let mut shared = vec![false; kinds * kinds];
    for tiles in cells {
        for (at, a) in tiles.iter().enumerate() {
            for (other, b) in tiles.iter().enumerate() {
                shared[a.kind.index() * kinds + b.kind.index()] |= at != other;
            }
        }
    }
    let real = |kind: SpriteTypeId| -> Vec<Side> {
        let subtypes = &game.kinds[kind.index()].subtypes;
        subtypes
            .iter()
            .filter(|sub| game.kinds[sub.index()].class.is_some())
            .map(|sub| sides[sub.index()])
            .collect()
    };
    let mask = |sides: &[Side]| sides.iter().fold(0, |mask, side| mask | side.bit);
    game.pairs
        .iter()
        .enumerate()
        .map(|(at, pair)| {
            let (firsts, seconds) = (real(pair.first), real(pair.second));
            let touch = |a: &Side| {
                seconds
                    .iter()
                    .any(|b| shared[a.kind.index() * kinds + b.kind.index()])
            };
            let unmarked: Vec<Side> = seconds.iter().copied().filter(|side| !side.marks).collect();
            Meeting {
                pair: at,
                second_mask: mask(&seconds),
                unmarked_mask: mask(&unmarked),
                tiles_touch: firsts.iter().any(touch),
                firsts,
                seconds,
            }
        })
        .collect()
}
