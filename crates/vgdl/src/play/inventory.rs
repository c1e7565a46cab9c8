//! What sprites hold.

use super::World;
use crate::dice::Dice;
use crate::state::Ref;

impl<D: Dice> World<'_, D> {
    /// The amount of a resource that a sprite holds.
    pub(crate) fn amount(&self, r: Ref, resource: usize) -> i32 {
        let inventory = self
            .sprite(r)
            .map_or(0, |sprite| usize::from(sprite.inventory));
        if inventory == 0 {
            return 0;
        }
        self.state.inventories[(inventory - 1) * (self.game.resources.len() + 1) + 1 + resource]
    }

    /// Adds to the amount of a resource; it never falls below nothing.
    pub(crate) fn earn(&mut self, r: Ref, resource: usize, value: i32) {
        let size = self.game.resources.len() + 1;
        let Some(inventory) = self.inventory(r) else {
            return;
        };
        let amount = &mut self.state.inventories[(inventory - 1) * size + 1 + resource];
        *amount = amount.saturating_add(value).max(0);
    }

    /// A sprite's inventory, a new one if it has none.
    fn inventory(&mut self, r: Ref) -> Option<usize> {
        let size = self.game.resources.len() + 1;
        let sprite = self.sprite(r)?;
        let (id, inventory) = (sprite.id, usize::from(sprite.inventory));
        if inventory > 0 {
            return Some(inventory);
        }
        let free = self
            .state
            .inventories
            .chunks(size)
            .position(|inventory| inventory[0] < 0);
        let at = free.unwrap_or(self.state.inventories.len() / size);
        if free.is_none() {
            self.state.inventories.resize((at + 1) * size, 0);
        }
        self.state.inventories[at * size..][..size].fill(0);
        self.state.inventories[at * size] = id as i32 & i32::MAX;
        self.sprite_mut(r)?.inventory = (at + 1) as u16;
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
}
