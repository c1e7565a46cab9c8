//! The world during a tick: what sprites and effects may ask and do.

use super::Scratch;
use crate::dice::Dice;
use crate::game::VgdlGame;
use crate::heading::Heading;
use crate::level::Level;
use crate::sprite_type::SpriteType;
use crate::sprite_type_id::SpriteTypeId;
use crate::state::{Flag, Ref, Sprite, State};

/// A level, its state, the buffers of a tick and the dice.
pub(crate) struct World<'w, D> {
    pub(crate) level: &'w Level,
    pub(crate) game: &'w VgdlGame,
    pub(crate) state: &'w mut State,
    pub(crate) scratch: &'w mut Scratch,
    pub(crate) dice: &'w mut D,
    /// The tick that is being played.
    pub(crate) tick: i32,
}

impl<'w, D: Dice> World<'w, D> {
    #[inline]
    pub(crate) fn kind(&self, id: SpriteTypeId) -> &'w SpriteType {
        &self.game.kinds[id.index()]
    }

    /// A sprite that can change; a tile cannot.
    #[inline]
    pub(crate) fn sprite(&self, r: Ref) -> Option<&Sprite> {
        let group = &self.state.groups[r.kind.index()];
        let at = r.at.checked_sub(group.tiles)?;
        self.state
            .sprites
            .get(usize::from(group.start) + usize::from(at))
    }

    #[inline]
    pub(crate) fn sprite_mut(&mut self, r: Ref) -> Option<&mut Sprite> {
        let group = &self.state.groups[r.kind.index()];
        let at = r.at.checked_sub(group.tiles)?;
        self.state
            .sprites
            .get_mut(usize::from(group.start) + usize::from(at))
    }

    #[inline]
    pub(crate) fn position(&self, r: Ref) -> (i32, i32) {
        match self.sprite(r) {
            Some(sprite) => (sprite.x, sprite.y),
            None => self.level.tile(r),
        }
    }

    /// Where a sprite stood before its last update.
    #[inline]
    pub(crate) fn last(&self, r: Ref) -> (i32, i32) {
        match self.sprite(r) {
            Some(sprite) => (sprite.last_x, sprite.last_y),
            None => self.level.tile(r),
        }
    }

    #[inline]
    pub(crate) fn heading(&self, r: Ref) -> Heading {
        self.sprite(r)
            .map_or(self.kind(r.kind).nature.heading, |sprite| sprite.heading)
    }

    #[inline]
    pub(crate) fn oriented(&self, r: Ref) -> bool {
        self.sprite(r)
            .map_or(self.kind(r.kind).nature.oriented, |sprite| {
                sprite.is(Flag::Oriented)
            })
    }

    pub(crate) fn health(&self, r: Ref) -> i32 {
        self.sprite(r)
            .map_or(self.kind(r.kind).nature.health, |sprite| sprite.health)
    }

    /// The speed of a sprite, as an index into the game's.
    pub(crate) fn pace(&self, r: Ref) -> u16 {
        self.sprite(r)
            .map_or(self.kind(r.kind).nature.pace, |sprite| sprite.pace)
    }

    /// Whether two sprites overlap; touching is not enough.
    #[inline]
    pub(crate) fn overlap(&self, a: Ref, b: Ref) -> bool {
        let (a, b) = (self.position(a), self.position(b));
        self.near(a, b)
    }

    #[inline]
    pub(crate) fn near(&self, a: (i32, i32), b: (i32, i32)) -> bool {
        let block = self.level.block as u32;
        a.0.wrapping_sub(b.0).unsigned_abs() < block && a.1.wrapping_sub(b.1).unsigned_abs() < block
    }

    /// The sprites of exactly one type, in order, with those killed in this tick.
    pub(crate) fn members(&self, kind: SpriteTypeId, into: &mut Vec<Ref>) {
        let group = self.state.groups[kind.index()];
        let first = self.level.first_tile(kind);
        let tiles = if group.standing > 0 { group.tiles } else { 0 };
        into.extend(
            (0..tiles)
                .filter(|&at| self.state.stands(first + usize::from(at)))
                .map(|at| Ref { kind, at }),
        );
        into.extend((group.tiles..group.tiles + group.len).map(|at| Ref { kind, at }));
    }

    /// Does something to all sprites that exactly one type has now.
    pub(crate) fn for_members(&mut self, kind: SpriteTypeId, mut act: impl FnMut(&mut Self, Ref)) {
        let mut members = std::mem::take(&mut self.scratch.choice);
        members.clear();
        self.members(kind, &mut members);
        for &r in &members {
            act(self, r);
        }
        self.scratch.choice = members;
    }

    /// The first sprite of exactly one type.
    pub(crate) fn first_member(&self, kind: SpriteTypeId) -> Option<Ref> {
        let group = self.state.groups[kind.index()];
        let first = self.level.first_tile(kind);
        let tile = (0..group.tiles).find(|&at| self.state.stands(first + usize::from(at)));
        tile.or((group.len > 0).then_some(group.tiles))
            .map(|at| Ref { kind, at })
    }

    /// A random sprite of a type and its subtypes.
    pub(crate) fn any_member(&mut self, kind: SpriteTypeId) -> Option<Ref> {
        let mut members = std::mem::take(&mut self.scratch.choice);
        members.clear();
        for &sub in &self.kind(kind).subtypes {
            self.members(sub, &mut members);
        }
        let picked = if members.is_empty() {
            None
        } else {
            Some(members[self.dice.below(members.len() as u32) as usize])
        };
        self.scratch.choice = members;
        picked
    }

    /// Puts all sprites back where they were, except those of a type.
    pub(crate) fn undo_all(&mut self, not: Option<SpriteTypeId>) {
        for kind in (0..self.game.kinds.len())
            .map(|at| SpriteTypeId(at as u16))
            .filter(|&kind| Some(kind) != not)
        {
            let tiles = self.state.groups[kind.index()].tiles;
            for at in 0..self.state.group(kind).len() {
                let sprite = &mut self.state.group_mut(kind)[at];
                if (sprite.x, sprite.y) != (sprite.last_x, sprite.last_y) {
                    (sprite.x, sprite.y) = (sprite.last_x, sprite.last_y);
                    let (x, y) = (sprite.x, sprite.y);
                    self.note_move(
                        Ref {
                            kind,
                            at: tiles + at as u16,
                        },
                        x,
                        y,
                    );
                }
            }
        }
    }

    /// How many sprites a type and its subtypes have.
    pub(crate) fn total(&self, kind: SpriteTypeId) -> u32 {
        self.kind(kind)
            .subtypes
            .iter()
            .map(|&sub| self.state.count(sub))
            .sum()
    }

    /// Moves a sprite somewhere, whatever it is. A tile stays.
    #[inline]
    pub(crate) fn put(&mut self, r: Ref, (x, y): (i32, i32)) {
        if let Some(sprite) = self.sprite_mut(r)
            && (sprite.x, sprite.y) != (x, y)
        {
            (sprite.x, sprite.y) = (x, y);
            self.note_move(r, x, y);
        }
    }
}
