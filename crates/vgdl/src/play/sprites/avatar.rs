//! What avatars do.

use crate::action::Action;
use crate::dice::Dice;
use crate::heading::Heading;
use crate::play::{Moved, World};
use crate::sprite_type_id::SpriteTypeId;
use crate::sprites::avatar::{Avatar, Weapons};
use crate::state::{Flag, Ref};

impl Avatar {
    pub(super) fn update<D: Dice>(&self, world: &mut World<'_, D>, r: Ref, action: Action) {
        let heading = action.heading();
        match self {
            Avatar::Moving | Avatar::Horizontal | Avatar::Vertical => {
                world.walk(r, heading);
            }
            Avatar::Flak { .. } => {
                if world.walk(r, heading) == Moved::Still && action == Action::Use {
                    self.flak(world, r);
                }
            }
            Avatar::Oriented => {
                turn_and_go(world, r, heading);
            }
            Avatar::Shoot(weapons) => {
                if turn_and_go(world, r, heading) == Moved::Still && action == Action::Use {
                    weapons.shoot(world, r);
                }
            }
            Avatar::Missile => world.base(r),
            Avatar::Ongoing => {
                steer(world, r, heading);
                world.base(r);
            }
            Avatar::OngoingTurning { behind } => self.turn(world, r, heading, *behind),
            Avatar::OngoingShoot(weapons) => {
                steer(world, r, heading);
                world.base(r);
                if action == Action::Use {
                    weapons.shoot(world, r);
                }
            }
        }
    }

    fn flak<D: Dice>(&self, world: &mut World<'_, D>, r: Ref) {
        let Avatar::Flak {
            stype: Some(stype),
            ammo,
            min_ammo,
            cost,
        } = self
        else {
            return;
        };
        let resource = ammo.and_then(|ammo| world.game.resource(ammo));
        if let Some(resource) = resource {
            let least = if *min_ammo > -1 { *min_ammo } else { 0 };
            if world.amount(r, resource) <= least {
                return;
            }
        }
        world.create(*stype, world.position(r), false);
        if let Some(resource) = resource {
            world.earn(r, resource, cost.saturating_neg());
        }
    }

    fn turn<D: Dice>(
        &self,
        world: &mut World<'_, D>,
        r: Ref,
        heading: Heading,
        behind: Option<SpriteTypeId>,
    ) {
        let now = world.heading(r);
        let across =
            i32::from(now.x) * i32::from(heading.x) + i32::from(now.y) * i32::from(heading.y) == 0;
        if across {
            steer(world, r, heading);
        }
        world.base(r);
        if let Some(behind) = behind
            && !world.near(world.position(r), world.last(r))
        {
            world.create(behind, world.last(r), false);
        }
    }
}

/// A pressed direction becomes the avatar's.
fn steer<D: Dice>(world: &mut World<'_, D>, r: Ref, heading: Heading) {
    if let Some(sprite) = world.sprite_mut(r).filter(|_| !heading.is_none()) {
        sprite.heading = heading;
    }
}

/// An active move, after which the avatar faces where it went.
fn turn_and_go<D: Dice>(world: &mut World<'_, D>, r: Ref, heading: Heading) -> Moved {
    let moved = world.walk(r, heading);
    if let Some(sprite) = world.sprite_mut(r).filter(|_| moved == Moved::Went) {
        let went = Heading::of(
            sprite.x.wrapping_sub(sprite.last_x),
            sprite.y.wrapping_sub(sprite.last_y),
        );
        if !went.is_none() {
            sprite.heading = went;
        }
    }
    moved
}

impl Weapons {
    /// The first weapon with ammunition is created one block ahead and flies there.
    fn shoot<D: Dice>(&self, world: &mut World<'_, D>, r: Ref) {
        for (at, &stype) in self.stypes.iter().enumerate() {
            let resource = self
                .ammo
                .get(at)
                .and_then(|&ammo| world.game.resource(ammo));
            if resource.is_some_and(|resource| world.amount(r, resource) <= 0) {
                continue;
            }
            let heading = world.heading(r);
            let (x, y) = world.position(r);
            let (dx, dy) = heading.times(world.level.block);
            let made = world.create(stype, (x.wrapping_add(dx), y.wrapping_add(dy)), false);
            if let Some(made) = made {
                if let Some(sprite) = world
                    .sprite_mut(made)
                    .filter(|sprite| sprite.is(Flag::Oriented))
                {
                    sprite.heading = heading;
                }
                if let Some(resource) = resource {
                    world.earn(r, resource, -1);
                }
            }
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::Action::{Down, Left, Nil, Right, Up, Use};
    use crate::example_game::ExampleGame;

    #[test]
    fn a_moving_avatar_moves_at_once() {
        let mut game = ExampleGame::new("avatar > MovingAvatar", "", "...\n.A.\n...");
        assert_eq!(game.tick(Left).at("avatar"), [(0, 10)]);
        assert_eq!(game.tick(Down).at("avatar"), [(0, 20)]);
        assert_eq!(game.tick(Use).at("avatar"), [(0, 20)]);
    }

    #[test]
    fn an_oriented_avatar_turns_first() {
        let mut game = ExampleGame::new("avatar > OrientedAvatar", "", "...\n.A.\n...");
        assert_eq!(game.tick(Left).at("avatar"), [(10, 10)]);
        assert_eq!(game.tick(Left).at("avatar"), [(0, 10)]);
        let mut game = ExampleGame::new(
            "avatar > OrientedAvatar rotateInPlace=false",
            "",
            "...\n.A.\n...",
        );
        assert_eq!(game.tick(Up).at("avatar"), [(10, 0)]);
    }

    #[test]
    fn a_shooter_shoots_ahead_for_ammunition() {
        let sprites = "avatar > ShootAvatar stype=dart ammo=quiver\ndart > Missile\nquiver > Resource limit=5";
        let rules = "quiver avatar > collectResource";
        let mut game = ExampleGame::new(sprites, rules, "Aq....");
        assert_eq!(game.tick(Use).count("dart"), 0, "no ammunition");
        game.tick(Right);
        assert_eq!(game.holds("quiver"), 1);
        assert_eq!(game.tick(Use).at("dart"), [(20, 0)]);
        assert_eq!(game.holds("quiver"), 0);
        assert_eq!(game.wait(2).at("dart"), [(40, 0)]);
        assert_eq!(game.tick(Use).count("dart"), 1);
    }

    #[test]
    fn a_singleton_costs_nothing_while_it_exists() {
        let sprites = "avatar > ShootAvatar stype=dart ammo=quiver\ndart > Missile singleton=True speed=0\nquiver > Resource value=3 limit=5";
        let mut game = ExampleGame::new(sprites, "quiver avatar > collectResource", "Aq....");
        game.tick(Right).tick(Use).tick(Use).tick(Use);
        assert_eq!((game.count("dart"), game.holds("quiver")), (1, 2));
    }

    #[test]
    fn a_flak_avatar_shoots_where_it_stands() {
        let sprites = "avatar > FlakAvatar stype=shell\nshell > Missile orientation=UP";
        let mut game = ExampleGame::new(sprites, "", "...\n...\n.A.");
        assert_eq!(game.tick(Use).at("shell"), [(10, 20)]);
        assert_eq!(
            game.tick(Up).at("avatar"),
            [(10, 20)],
            "not an action of its own"
        );
        assert_eq!(game.tick(Right).at("avatar"), [(20, 20)]);
        assert_eq!(game.at("shell"), [(10, 0)]);
    }

    #[test]
    fn ongoing_avatars_go_on() {
        let mut game = ExampleGame::new("avatar > OngoingAvatar", "", "A....\n.....");
        assert_eq!(game.tick(Nil).at("avatar"), [(0, 0)]);
        assert_eq!(game.tick(Nil).at("avatar"), [(10, 0)]);
        assert_eq!(game.tick(Down).at("avatar"), [(10, 10)]);
        let sprites = "avatar > OngoingTurningAvatar spawnBehind=trail\ntrail > Immovable";
        let mut game = ExampleGame::new(sprites, "", "A....\n.....");
        game.wait(3);
        assert_eq!(game.at("trail"), [(0, 0), (10, 0)]);
        assert_eq!(game.tick(Left).at("avatar"), [(30, 0)], "no turning back");
        let mut game = ExampleGame::new("avatar > MissileAvatar orientation=DOWN", "", "A\n.\n.");
        assert_eq!(game.wait(3).at("avatar"), [(0, 20)]);
    }

    #[test]
    fn agents_see_the_actions_in_the_class_s_order() {
        let sprites = "avatar > ShootAvatar stype=dart\ndart > Missile";
        let game = ExampleGame::new(sprites, "", "A.");
        assert_eq!(
            game.level.actions(&game.state),
            [Use, Left, Right, Down, Up]
        );
    }
}
