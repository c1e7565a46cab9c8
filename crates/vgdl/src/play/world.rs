//! The world during a tick: what sprites and effects may ask and do.

use super::Scratch;
use crate::dice::Dice;
use crate::game::Game;
use crate::heading::Heading;
use crate::kind::{Kind, KindId};
use crate::level::Level;
use crate::state::{Flag, Outcome, Ref, Sprite, State};

/// No sprite is created beyond this number.
const MOST_SPRITES: u32 = 10_000;

/// A level, its state, the buffers of a tick and the dice.
pub(crate) struct World<'w, D> {
    pub(crate) level: &'w Level,
    pub(crate) game: &'w Game,
    pub(crate) state: &'w mut State,
    pub(crate) scratch: &'w mut Scratch,
    pub(crate) dice: &'w mut D,
    /// The tick that is being played.
    pub(crate) tick: i32,
}

impl<'w, D: Dice> World<'w, D> {
    #[inline]
    pub(crate) fn kind(&self, id: KindId) -> &'w Kind {
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
    pub(crate) fn members(&self, kind: KindId, into: &mut Vec<Ref>) {
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
    pub(crate) fn for_members(&mut self, kind: KindId, mut act: impl FnMut(&mut Self, Ref)) {
        let mut members = std::mem::take(&mut self.scratch.choice);
        members.clear();
        self.members(kind, &mut members);
        for &r in &members {
            act(self, r);
        }
        self.scratch.choice = members;
    }

    /// The first sprite of exactly one type.
    pub(crate) fn first_member(&self, kind: KindId) -> Option<Ref> {
        let group = self.state.groups[kind.index()];
        let first = self.level.first_tile(kind);
        let tile = (0..group.tiles).find(|&at| self.state.stands(first + usize::from(at)));
        tile.or((group.len > 0).then_some(group.tiles))
            .map(|at| Ref { kind, at })
    }

    /// A random sprite of a type and its subtypes.
    pub(crate) fn any_member(&mut self, kind: KindId) -> Option<Ref> {
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
    pub(crate) fn undo_all(&mut self, not: Option<KindId>) {
        for kind in (0..self.game.kinds.len())
            .map(|at| KindId(at as u16))
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
    pub(crate) fn total(&self, kind: KindId) -> u32 {
        self.kind(kind)
            .subtypes
            .iter()
            .map(|&sub| self.state.count(sub))
            .sum()
    }

    /// Whether a sprite of this type may come into being.
    fn admits(&self, kind: KindId) -> bool {
        let single = |&ancestor: &KindId| self.kind(ancestor).singleton && self.total(ancestor) > 0;
        !self.kind(kind).chain.iter().any(single)
    }

    /// Creates a sprite, unless there are too many or it is a singleton that exists; `forced` creation
    /// ignores the latter.
    pub(crate) fn create(&mut self, kind: KindId, (x, y): (i32, i32), forced: bool) -> Option<Ref> {
        let full = self.state.count > MOST_SPRITES;
        if full || self.kind(kind).class.is_none() || !(forced || self.admits(kind)) {
            return None;
        }
        let id = self.state.next_id;
        self.state.next_id = id.wrapping_add(1);
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
    pub(crate) fn thins(&mut self, kind: KindId) {
        if !self.scratch.thinned.contains(&kind) {
            self.scratch.thinned.push(kind);
        }
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

    /// The amount of a resource that a sprite holds.
    pub(crate) fn amount(&self, r: Ref, resource: usize) -> i32 {
        let purse = self.sprite(r).map_or(0, |sprite| usize::from(sprite.purse));
        if purse == 0 {
            return 0;
        }
        self.state.purses[(purse - 1) * (self.game.resources.len() + 1) + 1 + resource]
    }

    /// Adds to the amount of a resource; it never falls below nothing.
    pub(crate) fn earn(&mut self, r: Ref, resource: usize, value: i32) {
        let size = self.game.resources.len() + 1;
        let Some(purse) = self.purse(r) else { return };
        let amount = &mut self.state.purses[(purse - 1) * size + 1 + resource];
        *amount = amount.saturating_add(value).max(0);
    }

    /// A sprite's purse, a new one if it has none.
    fn purse(&mut self, r: Ref) -> Option<usize> {
        let size = self.game.resources.len() + 1;
        let sprite = self.sprite(r)?;
        let (id, purse) = (sprite.id, usize::from(sprite.purse));
        if purse > 0 {
            return Some(purse);
        }
        let free = self
            .state
            .purses
            .chunks(size)
            .position(|purse| purse[0] < 0);
        let at = free.unwrap_or(self.state.purses.len() / size);
        if free.is_none() {
            self.state.purses.resize((at + 1) * size, 0);
        }
        self.state.purses[at * size..][..size].fill(0);
        self.state.purses[at * size] = id as i32 & i32::MAX;
        self.sprite_mut(r)?.purse = (at + 1) as u16;
        Some(at + 1)
    }

    /// Gives one sprite what another holds.
    pub(crate) fn inherit(&mut self, from: Ref, to: Ref) {
        for resource in 0..self.game.resources.len() {
            let amount = self.amount(from, resource);
            if amount != 0 {
                self.earn(to, resource, amount);
            }
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

    fn thin(&mut self, kind: KindId) {
        let size = self.game.resources.len() + 1;
        let group = self.state.groups[kind.index()];
        let (start, end) = (
            usize::from(group.start),
            usize::from(group.start + group.len),
        );
        let mut to = start;
        for from in start..end {
            let sprite = self.state.sprites[from];
            if sprite.is(Flag::Dead) {
                if sprite.purse > 0 {
                    self.state.purses[(usize::from(sprite.purse) - 1) * size] = -1;
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

    /// Notes where hunted sprites vanish.
    fn remember(&mut self, kind: KindId) {
        for at in 0..self.state.quarries.len() {
            let quarry = self.state.quarries[at];
            let target = self
                .state
                .group(kind)
                .iter()
                .find(|sprite| sprite.id == quarry.target);
            if let Some(target) = target.filter(|_| quarry.kind == kind && !quarry.gone)
                && target.is(Flag::Dead)
            {
                let (x, y) = (target.x, target.y);
                self.state.quarries[at] = crate::state::Quarry {
                    x,
                    y,
                    gone: true,
                    ..quarry
                };
            }
        }
        let dead: &[Sprite] = self.state.group(kind);
        if dead.iter().any(|sprite| sprite.is(Flag::Dead)) {
            let ids: Vec<u32> = dead
                .iter()
                .filter(|sprite| sprite.is(Flag::Dead))
                .map(|s| s.id)
                .collect();
            self.state
                .quarries
                .retain(|quarry| !ids.contains(&quarry.hunter));
        }
    }

    /// Ends the game.
    pub(super) fn end(&mut self, win: bool) {
        self.state.outcome = if win { Outcome::Won } else { Outcome::Lost };
    }
}
