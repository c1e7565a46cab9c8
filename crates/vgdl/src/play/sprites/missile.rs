//! What missiles do.

use crate::dice::Dice;
use crate::level::Level;
use crate::play::any_heading;
use crate::sprite_type::SpriteParams;
use crate::sprites::missile::Missile;
use crate::state::Sprite;

impl Missile {
    #[inline]
    pub(super) fn update(
        &self,
        sprite: &mut Sprite,
        nature: &SpriteParams,
        level: &Level,
        dice: &mut impl Dice,
    ) -> bool {
        if self.random && sprite.memory[0] == 0 {
            sprite.memory[0] = 1;
            sprite.heading = any_heading(dice);
        }
        sprite.base(nature, level)
    }
}

#[cfg(test)]
mod tests {
    use crate::example_game::ExampleGame;

    #[test]
    fn a_missile_waits_one_update_and_its_cooldown() {
        let sprites = "dart > Missile orientation=RIGHT speed=0.3\nslug > Missile orientation=RIGHT cooldown=2";
        let mut game = ExampleGame::new(sprites, "", "d...\ns..A");
        assert_eq!(game.wait(1).at("dart"), [(0, 0)]);
        assert_eq!(game.wait(1).at("dart"), [(3, 0)]);
        assert_eq!(game.at("slug"), [(10, 10)]);
        assert_eq!(game.wait(1).at("slug"), [(10, 10)]);
        assert_eq!(game.wait(1).at("slug"), [(20, 10)]);
    }

    #[test]
    fn a_speed_of_less_than_a_pixel_is_none() {
        let mut game = ExampleGame::new("dart > Missile orientation=RIGHT speed=0.05", "", "d..A");
        assert_eq!(game.wait(9).at("dart"), [(0, 0)]);
    }

    #[test]
    fn a_random_missile_draws_once() {
        let mut game = ExampleGame::new("dart > RandomMissile", "", "...\n.d.\n..A");
        game.wait(1);
        assert_eq!(game.dice.steps(), 1);
        game.wait(5);
        assert_eq!(game.dice.steps(), 1);
        assert_ne!(game.at("dart"), [(10, 10)]);
    }
}
