//! What spawners do.

use crate::dice::Dice;
use crate::play::World;
use crate::sprite_type_id::SpriteTypeId;
use crate::sprites::spawner::{Choice, Spawner};
use crate::state::Ref;

impl Spawner {
    /// `memory` is the number created so far, and the first tick plus one.
    pub(super) fn update<D: Dice>(&self, world: &mut World<'_, D>, r: Ref) {
        if self.wanders {
            let heading = world.any_heading();
            world.walk(r, heading);
        }
        let chosen = match self.choice {
            Choice::Any => world.dice.below(self.stypes.len() as u32) as usize,
            _ => 0,
        };
        let lucky = world.dice.unit_single() < self.prob;
        let (tick, level, nature) = (world.tick, world.level, &world.kind(r.kind).nature);
        let Some(sprite) = world.sprite_mut(r) else {
            return;
        };
        if sprite.memory[1] == 0 {
            sprite.memory[1] = tick + 1;
        }
        if lucky && (sprite.memory[1] - 1 + tick) % nature.cooldown == 0 {
            match self.choice {
                Choice::All => {
                    for &stype in &self.stypes {
                        self.spawn(world, r, stype);
                    }
                }
                _ => {
                    if let Some(&stype) = self.stypes.get(chosen) {
                        self.spawn(world, r, stype);
                    }
                }
            }
        }
        let Some(sprite) = world.sprite_mut(r) else {
            return;
        };
        let dies = sprite.base(nature, level);
        if dies || self.total > 0 && sprite.memory[0] >= self.total {
            world.kill(r, false);
        }
    }

    fn spawn<D: Dice>(&self, world: &mut World<'_, D>, r: Ref, stype: SpriteTypeId) {
        let own = world.heading(r);
        let Some(new) = world.create(stype, world.position(r), false) else {
            return;
        };
        if let Some(sprite) = world.sprite_mut(new) {
            if !self.orientation.is_none() {
                sprite.heading = self.orientation;
            } else if sprite.heading.is_none() {
                sprite.heading = own;
            }
        }
        if let Some(sprite) = world.sprite_mut(r) {
            sprite.memory[0] = sprite.memory[0].saturating_add(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::example_game::ExampleGame;

    #[test]
    fn a_spawn_point_draws_every_tick_and_dies_after_its_total() {
        let sprites = "nest > SpawnPoint stype=egg cooldown=2 total=2\negg > Passive";
        let mut game = ExampleGame::new(sprites, "", "nA");
        assert_eq!(game.wait(1).count("egg"), 1);
        assert_eq!(game.wait(1).count("egg"), 1);
        assert_eq!(game.count("nest"), 1);
        assert_eq!(game.wait(1).count("egg"), 2);
        assert_eq!(game.count("nest"), 0);
        assert_eq!(game.dice.steps(), 3);
    }

    #[test]
    fn a_bomber_flies_and_gives_its_direction() {
        let sprites = "plane > Bomber stype=bomb speed=1\nbomb > Missile speed=0.5";
        let mut game = ExampleGame::new(sprites, "", "p....A");
        game.wait(3);
        assert_eq!(game.at("plane"), [(20, 0)]);
        assert_eq!(game.count("bomb"), 3);
    }

    #[test]
    fn several_kinds_are_made_at_once_or_one_of_them() {
        let kinds = "egg > Passive\nchick > Passive";
        let all = format!("nest > SpawnPointMultiSprite stypes=egg,chick\n{kinds}");
        let mut game = ExampleGame::new(&all, "", "nA");
        game.wait(1);
        assert_eq!((game.count("egg"), game.count("chick")), (1, 1));
        let any = format!("nest > BomberRandomMissile stypeMissile=egg,chick\n{kinds}");
        let mut game = ExampleGame::new(&any, "", "nA");
        game.wait(1);
        assert_eq!(game.count("egg") + game.count("chick"), 1);
        assert_eq!(game.dice.steps(), 2);
    }
}
