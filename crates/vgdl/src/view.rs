//! What can be seen of a state.

use crate::heading::Heading;
use crate::level::Level;
use crate::sprite_type_id::SpriteTypeId;
use crate::state::{Flag, Sprite, State};

/// A sprite, as an observer sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    /// Its type.
    pub kind: SpriteTypeId,
    /// Pixels from the left edge.
    pub x: i32,
    /// Pixels from the upper edge.
    pub y: i32,
    /// Where it faces.
    pub heading: Heading,
    /// Its health points.
    pub health: i32,
    /// Whether it is a killed avatar.
    pub disabled: bool,
}

impl Level {
    /// The sprites of exactly one type, in their order.
    pub fn sprites<'s>(
        &'s self,
        state: &'s State,
        kind: SpriteTypeId,
    ) -> impl Iterator<Item = Seen> + 's {
        let first = self.first_tile(kind);
        let tiles = usize::from(state.groups[kind.index()].tiles);
        let nature = &self.game.kind(kind).nature;
        let standing = (first..first + tiles)
            .filter(|&tile| state.stands(tile))
            .map(move |tile| Seen {
                kind,
                x: self.tiles[tile].0,
                y: self.tiles[tile].1,
                heading: nature.heading,
                health: nature.health,
                disabled: false,
            });
        standing.chain(
            state
                .group(kind)
                .iter()
                .map(move |sprite| seen(kind, sprite)),
        )
    }

    /// The avatar, dead or alive.
    pub fn avatar(&self, state: &State) -> Option<Seen> {
        let r = state.avatar?;
        let at = r.at - state.groups[r.kind.index()].tiles;
        state
            .group(r.kind)
            .get(usize::from(at))
            .map(|sprite| seen(r.kind, sprite))
    }

    /// What the avatar holds, nothing left out that it ever held.
    pub fn inventory<'s>(
        &'s self,
        state: &'s State,
    ) -> impl Iterator<Item = (SpriteTypeId, i32)> + 's {
        let size = self.game.resources.len() + 1;
        let sprite = state.avatar.and_then(|r| {
            let at = r.at - state.groups[r.kind.index()].tiles;
            state.group(r.kind).get(usize::from(at))
        });
        let inventory = sprite.map_or(0, |sprite| usize::from(sprite.inventory));
        let amounts = if inventory == 0 {
            &[][..]
        } else {
            &state.inventories[(inventory - 1) * size + 1..inventory * size]
        };
        self.game
            .resources
            .iter()
            .zip(amounts)
            .map(|(&(kind, _), &amount)| (kind, amount))
    }
}

fn seen(kind: SpriteTypeId, sprite: &Sprite) -> Seen {
    Seen {
        kind,
        x: sprite.x,
        y: sprite.y,
        heading: sprite.heading,
        health: sprite.health,
        disabled: sprite.is(Flag::Disabled),
    }
}
