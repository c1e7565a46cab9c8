//! How sprites come into being, die and are removed.

use super::World;
use crate::dice::Dice;
use crate::sprite_type_id::SpriteTypeId;
use crate::state::{Flag, Outcome, Ref};

/// No sprite is created beyond this number.
const MOST_SPRITES: u32 = 10_000;

impl<D: Dice> World<'_, D> {
    /// Whether a sprite is on the kill list.
    #[inline]
    pub(crate) fn dead(&self, r: Ref) -> bool {
        match self.sprite(r) {
            Some(sprite) => sprite.is(Flag::Dead),
            None => !self.scratch.fallen.is_empty() && self.fallen(r),
        }
    }

    fn fallen(&self, r: Ref) -> bool {
        let tile = self.level.first_tile(r.kind) + usize::from(r.at);
        self.scratch
            .fallen_bits
            .get(tile >> 6)
            .is_some_and(|bits| bits >> (tile & 63) & 1 != 0)
    }

    /// Puts a tile on the kill list.
    fn fell(&mut self, r: Ref) {
        if self.fallen(r) {
            return;
        }
        let tile = self.level.first_tile(r.kind) + usize::from(r.at);
        if self.scratch.fallen_bits.len() <= tile >> 6 {
            self.scratch.fallen_bits.resize((tile >> 6) + 1, 0);
        }
        self.scratch.fallen_bits[tile >> 6] |= 1 << (tile & 63);
        self.scratch.fallen.push(r);
    }

    pub(crate) fn disabled(&self, r: Ref) -> bool {
        self.sprite(r)
            .is_some_and(|sprite| sprite.is(Flag::Disabled))
    }

    /// Whether a sprite of this type may come into being.
    fn admits(&self, kind: SpriteTypeId) -> bool {
        let single =
            |&ancestor: &SpriteTypeId| self.kind(ancestor).singleton && self.total(ancestor) > 0;
        !self.kind(kind).chain.iter().any(single)
    }

    /// Creates a sprite, unless there are too many or it is a singleton that exists; `forced` creation
    /// ignores the latter.
    pub(crate) fn create(
        &mut self,
        kind: SpriteTypeId,
        (x, y): (i32, i32),
        forced: bool,
    ) -> Option<Ref> {
        let full = self.state.count > MOST_SPRITES;
        if full || self.kind(kind).class.is_none() || !(forced || self.admits(kind)) {
            return None;
        }
        let id = self.state.next_id;
        self.state.next_id = id.wrapping_add(1);
        self.grows(kind);
        let at = self.state.append(kind, self.level.newborn(kind, x, y, id));
        let r = Ref { kind, at };
        self.relocate();
        self.note_move(r, x, y);
        Some(r)
    }

    /// Puts a sprite on the kill list. An avatar is only disabled, unless it is being transformed.
    pub(crate) fn kill(&mut self, r: Ref, transforming: bool) {
        let avatar = self.kind(r.kind).is_avatar();
        let Some(sprite) = self.sprite_mut(r) else {
            self.fell(r);
            return;
        };
        if avatar && !transforming {
            if !sprite.is(Flag::Disabled) {
                sprite.set(Flag::Disabled, true);
                self.state.groups[r.kind.index()].disabled += 1;
            }
        } else if !sprite.is(Flag::Dead) {
            sprite.set(Flag::Dead, true);
            self.thins(r.kind);
        }
    }

    /// Notes that a type has dead sprites.
    pub(crate) fn thins(&mut self, kind: SpriteTypeId) {
        if !self.scratch.thinned.contains(&kind) {
            self.scratch.thinned.push(kind);
        }
    }

    /// Removes the dead from their groups.
    pub(super) fn bury(&mut self) {
        while let Some(r) = self.scratch.fallen.pop() {
            let tile = self.level.first_tile(r.kind) + usize::from(r.at);
            self.scratch.fallen_bits[tile >> 6] = 0;
            self.state.standing[tile >> 6] &= !(1 << (tile & 63));
            self.state.groups[r.kind.index()].standing -= 1;
            self.state.count -= 1;
        }
        while let Some(kind) = self.scratch.thinned.pop() {
            if self.game.hunts {
                self.remember(kind);
            }
            self.thin(kind);
        }
    }

    fn thin(&mut self, kind: SpriteTypeId) {
        let size = self.game.resources.len() + 1;
        let group = self.state.groups[kind.index()];
        let (start, end) = (
            usize::from(group.start),
            usize::from(group.start + group.len),
        );
        let first = self.state.sprites[start..end]
            .iter()
            .position(|sprite| sprite.is(Flag::Dead));
        let first = first.map_or(end, |first| start + first);
        let mut to = first;
        for from in first..end {
            let sprite = self.state.sprites[from];
            if sprite.is(Flag::Dead) {
                if sprite.inventory > 0 {
                    self.state.inventories[(usize::from(sprite.inventory) - 1) * size] = -1;
                }
                if sprite.is(Flag::Disabled) {
                    self.state.groups[kind.index()].disabled -= 1;
                }
                continue;
            }
            if let Some(avatar) = &mut self.state.avatar
                && avatar.kind == kind
                && usize::from(avatar.at - group.tiles) == from - start
            {
                avatar.at = group.tiles + (to - start) as u16;
            }
            self.state.sprites[to] = sprite;
            to += 1;
        }
        self.state.count -= (end - to) as u32;
        self.state.groups[kind.index()].len = (to - start) as u16;
    }

    /// Notes where hunted sprites vanish, and forgets whom dead hunters were after.
    fn remember(&mut self, kind: SpriteTypeId) {
        let group = self.state.groups[kind.index()];
        let (start, end) = (
            usize::from(group.start),
            usize::from(group.start + group.len),
        );
        let dead = self.state.sprites[start..end]
            .iter()
            .filter(|sprite| sprite.is(Flag::Dead));
        for sprite in dead {
            self.state
                .quarries
                .retain(|quarry| quarry.hunter != sprite.id);
            for quarry in &mut self.state.quarries {
                if quarry.target == sprite.id && quarry.kind == kind && !quarry.gone {
                    (quarry.x, quarry.y, quarry.gone) = (sprite.x, sprite.y, true);
                }
            }
        }
    }

    /// Ends the game.
    pub(super) fn end(&mut self, win: bool) {
        self.state.outcome = if win { Outcome::Won } else { Outcome::Lost };
    }
}
