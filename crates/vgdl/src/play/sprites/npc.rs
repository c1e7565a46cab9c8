//! How wanderers go.

use crate::dice::Dice;
use crate::heading::Heading;
use crate::level::Level;
use crate::sprite_type::SpriteParams;
use crate::sprites::npc::Npc;
use crate::state::Sprite;

impl Npc {
    /// The next direction of a random walk.
    #[inline]
    pub(super) fn wander(&self, sprite: &mut Sprite, dice: &mut impl Dice) -> Heading {
        let [count, previous] = sprite.memory;
        if count < self.cons {
            sprite.memory[0] += 1;
            return match previous {
                0 => Heading::NONE,
                code => Heading::FOUR[(code - 1) as usize & 3],
            };
        }
        let pick = dice.below(4) as usize & 3;
        sprite.memory = [0, pick as i32 + 1];
        Heading::FOUR[pick]
    }

    #[inline]
    pub(super) fn update(
        &self,
        sprite: &mut Sprite,
        nature: &SpriteParams,
        level: &Level,
        dice: &mut impl Dice,
    ) -> bool {
        let dies = sprite.base(nature, level);
        let heading = self.wander(sprite, dice);
        sprite.walk(nature, level, heading, None);
        dies
    }
}

#[cfg(test)]
mod tests {
    use crate::example_game::ExampleGame;

    #[test]
    fn a_wanderer_stands_still_first_and_then_keeps_its_direction() {
        let mut game = ExampleGame::new(
            "bee > RandomNPC cons=2",
            "",
            ".....\n.....\n..b..\n.....\n....A",
        );
        assert_eq!(game.wait(2).at("bee"), [(20, 20)]);
        assert_eq!(game.dice.steps(), 0);
        let start = game.at("bee")[0];
        let one = game.wait(1).at("bee")[0];
        let two = game.wait(1).at("bee")[0];
        let three = game.wait(1).at("bee")[0];
        assert_eq!(game.dice.steps(), 1);
        let step = (one.0 - start.0, one.1 - start.1);
        assert_eq!(step.0.abs() + step.1.abs(), 10);
        assert_eq!((two.0 - one.0, two.1 - one.1), step);
        assert_eq!((three.0 - two.0, three.1 - two.1), step);
        game.wait(1);
        assert_eq!(game.dice.steps(), 2);
    }
}
