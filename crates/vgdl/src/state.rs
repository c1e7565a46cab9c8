//! The state of a game: flat, and cheap to copy.

use std::ops::Range;

use crate::heading::Heading;
use crate::sprite_type_id::SpriteTypeId;

/// How a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// Still going on.
    Open,
    /// Over, and lost.
    Lost,
    /// Over, and won.
    Won,
}

/// One sprite that can change.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sprite {
    pub(crate) x: i32,
    pub(crate) y: i32,
    /// Where it stood before its last update.
    pub(crate) last_x: i32,
    pub(crate) last_y: i32,
    pub(crate) heading: Heading,
    pub(crate) health: i32,
    pub(crate) id: u32,
    /// What its class remembers.
    pub(crate) memory: [i32; 2],
    pub(crate) time_to_live: i32,
    /// Updates since its last move.
    pub(crate) waited: u16,
    /// Its speed, as an index into the game's.
    pub(crate) pace: u16,
    /// Its inventory, counted from 1; 0 is empty hands.
    pub(crate) inventory: u16,
    pub(crate) flags: u16,
}

/// What may be true of a sprite.
#[derive(Clone, Copy)]
#[repr(u16)]
pub(crate) enum Flag {
    /// Has not yet had its first passive move.
    Fresh = 1,
    /// Is on the kill list.
    Dead = 2,
    /// A killed avatar: stays, but is no longer updated.
    Disabled = 4,
    /// Has a front.
    Oriented = 8,
}

impl Sprite {
    pub(crate) fn new(x: i32, y: i32, heading: Heading, id: u32) -> Sprite {
        Sprite {
            x,
            y,
            last_x: x,
            last_y: y,
            heading,
            health: 0,
            id,
            memory: [0; 2],
            time_to_live: -1,
            waited: 0,
            pace: 0,
            inventory: 0,
            flags: Flag::Fresh as u16,
        }
    }

    #[inline]
    pub(crate) fn is(&self, flag: Flag) -> bool {
        self.flags & flag as u16 != 0
    }

    #[inline]
    pub(crate) fn set(&mut self, flag: Flag, on: bool) {
        if on {
            self.flags |= flag as u16;
        } else {
            self.flags &= !(flag as u16);
        }
    }

    /// Neither dead nor disabled.
    #[inline]
    pub(crate) fn acts(&self) -> bool {
        self.flags & (Flag::Dead as u16 | Flag::Disabled as u16) == 0
    }
}

/// A sprite of a group: first the level's tiles, in order, then the sprites that can change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Ref {
    pub(crate) kind: SpriteTypeId,
    pub(crate) at: u16,
}

/// The sprites of a type. They lie together, with room to grow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Group {
    pub(crate) start: u16,
    pub(crate) len: u16,
    pub(crate) room: u16,
    /// How many of the level's tiles of this type still stand.
    pub(crate) standing: u16,
    /// How many tiles the level has of this type.
    pub(crate) tiles: u16,
    /// How many are disabled.
    pub(crate) disabled: u16,
}

/// A planned rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Planned {
    pub(crate) tick: i32,
    pub(crate) clock: u16,
}

/// Whom a path chaser follows, and where it saw it last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ChaseTarget {
    pub(crate) hunter: u32,
    pub(crate) target: u32,
    pub(crate) kind: SpriteTypeId,
    /// Where the target is, or was when it vanished.
    pub(crate) x: i32,
    pub(crate) y: i32,
    pub(crate) gone: bool,
    /// The position the hunter remembers.
    pub(crate) known: Option<(i32, i32)>,
}

/// A state of a level. It holds no generator and no reference; the level's tiles are shared.
///
/// Two states are equal when they would be played alike, whatever room their lists have to grow.
#[derive(Debug)]
pub struct State {
    pub(crate) sprites: Vec<Sprite>,
    pub(crate) groups: Vec<Group>,
    /// One bit a tile of the level: it still stands.
    pub(crate) standing: Vec<u64>,
    pub(crate) planned: Vec<Planned>,
    /// Purses one after the other: owner, then an amount a resource.
    pub(crate) inventories: Vec<i32>,
    /// How long a inventory is.
    pub(crate) inventory_len: u16,
    pub(crate) quarries: Vec<ChaseTarget>,
    pub(crate) avatar: Option<Ref>,
    pub(crate) outcome: Outcome,
    pub(crate) tick: i32,
    pub(crate) score: i32,
    pub(crate) next_id: u32,
    pub(crate) count: u32,
}

impl Clone for State {
    fn clone(&self) -> State {
        State {
            sprites: self.sprites.clone(),
            groups: self.groups.clone(),
            standing: self.standing.clone(),
            planned: self.planned.clone(),
            inventories: self.inventories.clone(),
            quarries: self.quarries.clone(),
            ..*self
        }
    }

    /// Keeps what is allocated: a copy into a used state allocates nothing.
    fn clone_from(&mut self, from: &State) {
        self.sprites.clone_from(&from.sprites);
        self.groups.clone_from(&from.groups);
        self.standing.clone_from(&from.standing);
        self.planned.clone_from(&from.planned);
        self.inventories.clone_from(&from.inventories);
        self.quarries.clone_from(&from.quarries);
        self.inventory_len = from.inventory_len;
        self.avatar = from.avatar;
        self.outcome = from.outcome;
        self.tick = from.tick;
        self.score = from.score;
        self.next_id = from.next_id;
        self.count = from.count;
    }
}

impl State {
    /// The tick that comes next; the first is 0.
    pub fn tick(&self) -> i32 {
        self.tick
    }

    /// The score so far.
    pub fn score(&self) -> i32 {
        self.score
    }

    /// The score as the framework reports it of a finished game: a win without points counts one.
    pub fn reported_score(&self) -> i32 {
        if self.outcome == Outcome::Won {
            self.score.max(1)
        } else {
            self.score
        }
    }

    /// Whether it is over, and how.
    pub fn outcome(&self) -> Outcome {
        self.outcome
    }

    /// Bytes of this state, its lists included.
    pub fn bytes(&self) -> usize {
        size_of::<State>()
            + size_of_val(&self.sprites[..])
            + size_of_val(&self.groups[..])
            + size_of_val(&self.standing[..])
            + size_of_val(&self.planned[..])
            + size_of_val(&self.inventories[..])
            + size_of_val(&self.quarries[..])
    }

    /// Sprites in a group, killed ones of this tick included.
    #[inline]
    pub(crate) fn count(&self, kind: SpriteTypeId) -> u32 {
        let group = self.groups[kind.index()];
        u32::from(group.len) + u32::from(group.standing)
    }

    /// Sprites in a group that are not disabled.
    #[inline]
    pub(crate) fn living(&self, kind: SpriteTypeId) -> i32 {
        let group = self.groups[kind.index()];
        i32::from(group.len) + i32::from(group.standing) - i32::from(group.disabled)
    }

    /// Where the sprites of a group lie that can change, if there are any.
    #[inline]
    pub(crate) fn stretch(&self, kind: SpriteTypeId) -> Option<Range<usize>> {
        let group = self.groups[kind.index()];
        let start = usize::from(group.start);
        (group.len > 0).then(|| start..start + usize::from(group.len))
    }

    /// A group's sprites that can change.
    #[inline]
    pub(crate) fn group(&self, kind: SpriteTypeId) -> &[Sprite] {
        let group = self.groups[kind.index()];
        &self.sprites[usize::from(group.start)..][..usize::from(group.len)]
    }

    #[inline]
    pub(crate) fn group_mut(&mut self, kind: SpriteTypeId) -> &mut [Sprite] {
        let group = self.groups[kind.index()];
        &mut self.sprites[usize::from(group.start)..][..usize::from(group.len)]
    }

    #[inline]
    pub(crate) fn stands(&self, tile: usize) -> bool {
        self.standing[tile >> 6] >> (tile & 63) & 1 != 0
    }

    /// Appends a sprite to its group and returns its position there.
    pub(crate) fn append(&mut self, kind: SpriteTypeId, sprite: Sprite) -> u16 {
        let at = kind.index();
        if self.groups[at].len == self.groups[at].room {
            self.grow(at);
        }
        let group = &mut self.groups[at];
        self.sprites[usize::from(group.start + group.len)] = sprite;
        group.len += 1;
        self.count += 1;
        group.tiles + group.len - 1
    }

    /// Makes room in a group, at the end or by moving those that lie behind it.
    #[cold]
    fn grow(&mut self, at: usize) {
        if self.sprites.len() > 30_000 {
            self.pack();
        }
        let group = self.groups[at];
        let more = usize::from(group.room.clamp(1, 64));
        let old = self.sprites.len();
        let end = if group.room == 0 {
            old
        } else {
            usize::from(group.start + group.room)
        };
        self.sprites
            .resize(old + more, Sprite::new(0, 0, Heading::NONE, 0));
        self.sprites.copy_within(end..old, end + more);
        for behind in self
            .groups
            .iter_mut()
            .filter(|other| other.room > 0 && usize::from(other.start) >= end)
        {
            behind.start += more as u16;
        }
        let group = &mut self.groups[at];
        group.room += more as u16;
        if usize::from(group.room) == more {
            group.start = end as u16;
        }
    }

    /// Takes all spare room out of the groups.
    fn pack(&mut self) {
        let mut sprites = Vec::with_capacity(self.sprites.len());
        for group in &mut self.groups {
            let from = usize::from(group.start);
            group.start = sprites.len() as u16;
            group.room = group.len;
            sprites.extend_from_slice(&self.sprites[from..from + usize::from(group.len)]);
        }
        self.sprites = sprites;
    }
}
