//! How sprites move on the grid.

use super::World;
use crate::dice::Dice;
use crate::heading::Heading;
use crate::level::Level;
use crate::sprite_type::SpriteParams;
use crate::state::{Flag, Ref, Sprite};

/// What came of an active move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Moved {
    /// Nothing.
    Still,
    /// It turned.
    Turned,
    /// It went.
    Went,
}

impl Sprite {
    /// Begins an update: this is now the last place.
    #[inline]
    pub(crate) fn begin(&mut self) {
        self.last_x = self.x;
        self.last_y = self.y;
        self.waited = self.waited.saturating_add(1);
    }

    /// Goes some pixels, unless it has to wait.
    #[inline(always)]
    pub(crate) fn go(&mut self, nature: &SpriteParams, heading: Heading, pixels: i32) -> bool {
        if i32::from(self.waited) < nature.cooldown || heading.is_none() || pixels == 0 {
            return false;
        }
        let (dx, dy) = heading.times(pixels);
        self.x = self.x.wrapping_add(dx);
        self.y = self.y.wrapping_add(dy);
        self.waited = 0;
        true
    }

    /// The move that happens by itself; not at the first call.
    #[inline]
    pub(crate) fn drift(&mut self, nature: &SpriteParams, level: &Level) {
        if self.is(Flag::Fresh) {
            self.set(Flag::Fresh, false);
        } else if self.is(Flag::Oriented) {
            let pixels = level.stride(self.pace).passive;
            self.go(nature, self.heading, pixels);
        }
    }

    /// A requested move. `pace` 0 speed means its own.
    #[inline]
    pub(crate) fn walk(
        &mut self,
        nature: &SpriteParams,
        level: &Level,
        heading: Heading,
        pace: Option<u16>,
    ) -> Moved {
        if heading.is_none() {
            return Moved::Still;
        }
        if nature.rotates && self.is(Flag::Oriented) && self.heading != heading {
            self.heading = heading;
            return Moved::Turned;
        }
        let pixels = match pace {
            Some(pace) if !level.stride(pace).zero => level.stride(pace).raw,
            _ => level.stride(self.pace).active,
        };
        if self.go(nature, heading, pixels) {
            Moved::Went
        } else {
            Moved::Still
        }
    }

    /// The update that all classes share: a passive move, then the time to live. Returns whether that
    /// is over.
    #[inline]
    pub(crate) fn base(&mut self, nature: &SpriteParams, level: &Level) -> bool {
        if !nature.stationary {
            self.drift(nature, level);
        }
        if self.time_to_live > 0 {
            self.time_to_live -= 1;
            return false;
        }
        self.time_to_live == 0
    }
}

impl<D: Dice> World<'_, D> {
    /// The update that all classes share.
    #[inline]
    pub(crate) fn base(&mut self, r: Ref) {
        let (nature, level) = (&self.kind(r.kind).nature, self.level);
        if self
            .sprite_mut(r)
            .is_some_and(|sprite| sprite.base(nature, level))
        {
            self.kill(r, false);
        }
    }

    /// An active move at the sprite's own speed.
    #[inline]
    pub(crate) fn walk(&mut self, r: Ref, heading: Heading) -> Moved {
        let (nature, level) = (&self.kind(r.kind).nature, self.level);
        self.sprite_mut(r).map_or(Moved::Still, |sprite| {
            sprite.walk(nature, level, heading, None)
        })
    }

    /// One of the four directions.
    #[inline]
    pub(crate) fn any_heading(&mut self) -> Heading {
        any_heading(self.dice)
    }
}

/// One of the four directions.
#[inline]
pub(crate) fn any_heading(dice: &mut impl Dice) -> Heading {
    Heading::FOUR[(dice.below(4) & 3) as usize]
}
