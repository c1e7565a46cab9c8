//! What sprites do that do not last.

use crate::dice::Dice;
use crate::heading::Heading;
use crate::level::Level;
use crate::play::World;
use crate::sprite_type::SpriteParams;
use crate::sprites::flicker::{Flicker, Spreader};
use crate::state::{Ref, Sprite};

impl Flicker {
    #[inline]
    pub(super) fn update(&self, sprite: &mut Sprite, nature: &SpriteParams, level: &Level) -> bool {
        age(sprite, nature, level, self.limit)
    }
}

/// Ages a sprite. Returns whether it dies.
#[inline]
fn age(sprite: &mut Sprite, nature: &SpriteParams, level: &Level, limit: i32) -> bool {
    let over = sprite.base(nature, level);
    let old = sprite.memory[0] > limit;
    sprite.memory[0] = sprite.memory[0].saturating_add(1);
    over || old
}

impl Spreader {
    pub(super) fn update<D: Dice>(&self, world: &mut World<'_, D>, r: Ref) {
        let (nature, level) = (&world.kind(r.kind).nature, world.level);
        let Some(sprite) = world.sprite_mut(r) else {
            return;
        };
        let dies = age(sprite, nature, level, self.limit);
        let spreads = sprite.memory[0] == 2;
        if dies {
            world.kill(r, false);
        }
        if !spreads {
            return;
        }
        let (x, y) = world.last(r);
        for heading in Heading::FOUR {
            if world.dice.unit() < self.prob {
                let (dx, dy) = heading.times(level.block);
                world.create(
                    self.stype.unwrap_or(r.kind),
                    (x.wrapping_add(dx), y.wrapping_add(dy)),
                    false,
                );
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::example_game::ExampleGame;

    #[test]
    fn a_flicker_lives_two_updates_more_than_its_limit() {
        let mut game = ExampleGame::new("flash > Flicker limit=3", "", "fA");
        assert_eq!(game.wait(4).count("flash"), 1);
        assert_eq!(game.wait(1).count("flash"), 0);
    }

    #[test]
    fn a_spreader_spreads_at_its_second_update_with_two_steps_a_side() {
        let sprites = "blaze > Spreader limit=5 stype=smoke\nsmoke > Flicker limit=9";
        let mut game = ExampleGame::new(sprites, "", "...\n.b.\n..A");
        assert_eq!(game.wait(1).count("smoke"), 0);
        assert_eq!(
            game.wait(1).at("smoke"),
            [(10, 0), (0, 10), (10, 20), (20, 10)]
        );
        assert_eq!(game.dice.steps(), 8);
        assert_eq!(game.wait(1).count("smoke"), 4);
    }
}
