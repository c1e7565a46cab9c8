//! Who can meet whom on a level, settled once: the groups that each pair of types means, which tiles share
//! a cell, and which types mark their cells for others to see.

use crate::game::Game;
use crate::kind::{Kind, KindId};
use crate::level::{Meeting, Side};
use crate::state::Ref;

/// Who can meet whom.
pub(crate) struct Contacts {
    pub(crate) sides: Vec<Side>,
    pub(crate) rivals: Vec<u64>,
    pub(crate) meetings: Vec<Meeting>,
}

impl Contacts {
    /// Settles it from the game and the tiles in each cell.
    pub(crate) fn new<'l>(game: &Game, cells: impl Iterator<Item = &'l [Ref]>) -> Contacts {
        let kinds = game.kinds.len();
        let mut meets = vec![false; kinds * kinds];
        for pair in &game.pairs {
            for &a in &game.kinds[pair.first.index()].subtypes {
                for &b in &game.kinds[pair.second.index()].subtypes {
                    meets[a.index() * kinds + b.index()] = true;
                    meets[b.index() * kinds + a.index()] = true;
                }
            }
        }
        let marks = markers(game);
        let side = |at: usize| Side {
            kind: KindId(at as u16),
            bit: game.kinds[at].bit,
            marks: marks[at],
        };
        let sides: Vec<Side> = (0..kinds).map(side).collect();
        let rival = |at: usize| {
            let unmarked = sides
                .iter()
                .filter(|other| !other.marks && meets[at * kinds + other.kind.index()]);
            unmarked.fold(0, |mask, other| mask | other.bit)
        };
        let rivals = (0..kinds).map(rival).collect();
        let meetings = meetings(game, &sides, cells);
        Contacts {
            sides,
            rivals,
            meetings,
        }
    }
}

/// Of every two types that meet, at least one marks. A rule asks its firsts what they see, so its seconds
/// mark; except where the firsts are never more than a few, which then mark themselves.
fn markers(game: &Game) -> Vec<bool> {
    let few = |kind: &Kind| kind.fixed || kind.is_avatar() || kind.singleton;
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
    game: &Game,
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
    let real = |kind: KindId| -> Vec<Side> {
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
                first_mask: mask(&firsts),
                second_mask: mask(&seconds),
                unmarked_mask: mask(&unmarked),
                tiles_touch: firsts.iter().any(touch),
                firsts,
                seconds,
            }
        })
        .collect()
}
