//! What effects do by which one sprite becomes another.

use crate::dice::Dice;
use crate::effects::transform::{Transform, TransformTarget};
use crate::play::World;
use crate::sprite_type_id::SpriteTypeId;
use crate::state::{Flag, Ref};

impl Transform {
    pub(super) fn apply<D: Dice>(
        &self,
        world: &mut World<'_, D>,
        a: Option<Ref>,
        b: Option<Ref>,
    ) -> bool {
        match self.what {
            TransformTarget::First(to) => {
                if let (Some(a), Some(to)) = (a, to)
                    && !world.disabled(a)
                {
                    let made = world.create(to, world.position(a), false);
                    self.replace(world, a, b, made);
                }
                true
            }
            TransformTarget::All { from, to } => {
                if let (Some(from), Some(to)) = (from, to) {
                    world.for_members(from, |world, r| {
                        let made = world.create(to, world.position(r), true);
                        self.replace(world, r, b, made);
                    });
                }
                true
            }
            TransformTarget::IfCount {
                to,
                otherwise,
                of,
                geq,
                leq,
            } => {
                let Some(a) = a else { return false };
                let count = of.map_or(0, |of| {
                    world
                        .kind(of)
                        .subtypes
                        .iter()
                        .map(|&sub| world.state.living(sub))
                        .sum::<i32>()
                });
                let within = count >= geq && count <= leq;
                if let Some(to) = if within { to } else { otherwise } {
                    let made = world.create(to, world.position(a), true);
                    self.replace(world, a, b, made);
                }
                within
            }
            TransformTarget::RandomChild(of) => {
                if let (Some(a), Some(of)) = (a, of) {
                    let children = &world.kind(of).subtypes;
                    if children.len() > 1 {
                        let pick = world.dice.below(children.len() as u32 - 1) as usize;
                        let made = world.create(children[1 + pick], world.position(a), false);
                        self.replace(world, a, b, made);
                    }
                }
                true
            }
            TransformTarget::Singleton {
                to,
                other,
                take_orientation,
            } => {
                if let (Some(a), Some(to)) = (a, to) {
                    self.swap(world, a, b, to, other, take_orientation);
                }
                true
            }
        }
    }

    fn swap<D: Dice>(
        &self,
        world: &mut World<'_, D>,
        a: Ref,
        b: Option<Ref>,
        to: SpriteTypeId,
        other: Option<SpriteTypeId>,
        take_orientation: bool,
    ) {
        if let Some(other) = other {
            world.for_members(to, |world, r| {
                let made = world.create(other, world.position(r), true);
                self.replace(world, r, None, made);
            });
        }
        let made = world.create(to, world.position(a), true);
        self.replace(world, a, b, made);
        if let (true, Some(made), Some(b)) = (take_orientation, made, b) {
            let heading = world.heading(b).opposite();
            if let Some(sprite) = world.sprite_mut(made) {
                sprite.heading = heading;
                sprite.set(Flag::Oriented, true);
            }
        }
    }

    /// Hands over from the old sprite to the new one.
    fn replace<D: Dice>(
        &self,
        world: &mut World<'_, D>,
        a: Ref,
        b: Option<Ref>,
        made: Option<Ref>,
    ) {
        let Some(made) = made else { return };
        let (last, health, heading) = (world.last(a), world.health(a), world.heading(a));
        let oriented = world.oriented(a);
        if let Some(sprite) = world.sprite_mut(made) {
            (sprite.last_x, sprite.last_y) = last;
            sprite.health = health;
            let both = oriented && sprite.is(Flag::Oriented) && sprite.heading.is_none();
            if self.force_orientation || both {
                sprite.heading = heading;
            }
        }
        world.inherit(a, made);
        if world.state.avatar == Some(a) && world.kind(made.kind).is_avatar() {
            world.state.avatar = Some(made);
        }
        world.kill(a, true);
        if let (true, Some(b)) = (self.kill_second, b) {
            world.kill(b, false);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::Action::Right;
    use crate::example_game::ExampleGame;

    #[test]
    fn one_becomes_another_and_keeps_what_it_holds() {
        let sprites = "avatar > MovingAvatar healthPoints=7\n    small >\n    tall >\nkey > Resource\nmoor > Immovable";
        let rules =
            "key avatar > collectResource\navatar moor > transformTo stype=tall killSecond=True";
        let mut game = ExampleGame::new(sprites, rules, "Akm");
        // The inner type itself stands on the map.
        game.tick(Right).tick(Right);
        assert_eq!((game.count("avatar"), game.at("tall")), (0, vec![(20, 0)]));
        assert_eq!(
            (game.holds("key"), game.health(), game.count("moor")),
            (1, 7, 0)
        );
        assert!(game.open());
    }

    #[test]
    fn a_singleton_refuses_and_force_does_not_ask() {
        let sprites = "egg > Immovable\nhen > Immovable singleton=True\nbell > Immovable";
        let mut game = ExampleGame::new(sprites, "egg avatar > transformTo stype=hen", "Aeh");
        game.tick(Right);
        assert_eq!((game.count("egg"), game.count("hen")), (1, 1));
        let rules = "bell avatar > transformToAll stype=egg stypeTo=hen";
        let mut game = ExampleGame::new(sprites, rules, "Abeeh");
        game.tick(Right);
        assert_eq!((game.count("egg"), game.count("hen")), (0, 3));
    }

    #[test]
    fn numbers_decide() {
        let sprites = "egg > Immovable\nhen > Immovable\nfox > Immovable";
        let rules = "egg avatar > transformIfCount stype=fox stypeCount=hen geq=2 scoreChange=1";
        let mut game = ExampleGame::new(sprites, rules, "Aeh");
        game.tick(Right);
        assert_eq!((game.count("egg"), game.state.score()), (1, 0));
        let mut game = ExampleGame::new(sprites, rules, "Aehh");
        game.tick(Right);
        assert_eq!((game.count("fox"), game.state.score()), (1, 1));
    }

    #[test]
    fn a_child_is_drawn_and_a_singleton_moves() {
        let sprites = "egg > Immovable\n    white >\n    brown >\nnest > Immovable";
        let mut game = ExampleGame::new(
            sprites,
            "nest avatar > transformToRandomChild stype=egg",
            "An",
        );
        game.tick(Right);
        assert_eq!(game.count("white") + game.count("brown"), 1);
        assert_eq!(game.dice.steps(), 1);
        let sprites = "door > Immovable\nbrick > Immovable";
        let rules = "brick avatar > transformToSingleton stype=door stype_other=brick";
        let mut game = ExampleGame::new(sprites, rules, "Abd");
        game.tick(Right);
        assert_eq!(
            (game.at("door"), game.at("brick")),
            (vec![(10, 0)], vec![(20, 0)])
        );
    }
}
