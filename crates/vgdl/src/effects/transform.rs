//! Effects by which one sprite becomes another.

use super::{Effect, Reach};
use crate::dice::Dice;
use crate::kind::KindId;
use crate::play::World;
use crate::state::{Flag, Ref};
use crate::text::Reader;

/// An effect that transforms.
#[derive(Clone, Debug)]
pub struct Transform {
    /// Which sprites, into what.
    pub what: What,
    /// Whether the second dies.
    pub kill_second: bool,
    /// Whether the direction is kept in any case.
    pub force_orientation: bool,
}

/// Which sprites are transformed, and into what.
#[derive(Clone, Debug)]
pub enum What {
    /// transformTo: the first.
    First(Option<KindId>),
    /// transformToAll: every sprite of exactly one type.
    All {
        /// That type.
        from: Option<KindId>,
        /// What they become.
        to: Option<KindId>,
    },
    /// transformIfCount: the first, if the number of sprites of a type is in a range.
    IfCount {
        /// What it becomes.
        to: Option<KindId>,
        /// What it becomes otherwise.
        otherwise: Option<KindId>,
        /// Whose number.
        of: Option<KindId>,
        /// At least.
        geq: i32,
        /// At most.
        leq: i32,
    },
    /// transformToRandomChild: the first becomes a random subtype.
    RandomChild(Option<KindId>),
    /// transformToSingleton: the first becomes this, and all that were this become the other.
    Singleton {
        /// This.
        to: Option<KindId>,
        /// The other.
        other: Option<KindId>,
        /// Whether the new one faces the second.
        take_orientation: bool,
    },
}

/// Reads an effect of this family.
pub(crate) fn read(name: &str, reader: Reader<'_, '_>) -> Option<Effect> {
    let to = |key| reader.needed_kind(key, name);
    let what = match name {
        "transformTo" => What::First(to("stype")),
        "transformToAll" => What::All {
            from: to("stype"),
            to: to("stypeTo"),
        },
        "transformIfCount" => What::IfCount {
            to: to("stype"),
            otherwise: reader.kind("estype"),
            of: to("stypeCount"),
            geq: reader.whole("geq", 0),
            leq: reader.whole("leq", i32::MAX),
        },
        "transformToRandomChild" => What::RandomChild(to("stype")),
        "transformToSingleton" => What::Singleton {
            to: to("stype"),
            other: to("stype_other"),
            take_orientation: reader.flag("takeOrientation", false),
        },
        _ => return None,
    };
    Some(Effect::Transform(Transform {
        what,
        kill_second: reader.flag("killSecond", false),
        force_orientation: reader.flag("forceOrientation", false),
    }))
}

impl Transform {
    pub(super) fn reach(&self) -> Reach {
        let made = match self.what {
            What::First(to) | What::RandomChild(to) => [to, None],
            What::All { to, .. } => [to, None],
            What::IfCount { to, otherwise, .. } => [to, otherwise],
            What::Singleton { to, other, .. } => [to, other],
        };
        Reach {
            creates: made.into_iter().flatten().collect(),
            ..Reach::default()
        }
    }

    pub(super) fn apply<D: Dice>(
        &self,
        world: &mut World<'_, D>,
        a: Option<Ref>,
        b: Option<Ref>,
    ) -> bool {
        match self.what {
            What::First(to) => {
                if let (Some(a), Some(to)) = (a, to)
                    && !world.disabled(a)
                {
                    let made = world.create(to, world.position(a), false);
                    self.replace(world, a, b, made);
                }
                true
            }
            What::All { from, to } => {
                if let (Some(from), Some(to)) = (from, to) {
                    world.for_members(from, |world, r| {
                        let made = world.create(to, world.position(r), true);
                        self.replace(world, r, b, made);
                    });
                }
                true
            }
            What::IfCount {
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
            What::RandomChild(of) => {
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
            What::Singleton {
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
        to: KindId,
        other: Option<KindId>,
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
    use crate::worked::Worked;

    #[test]
    fn one_becomes_another_and_keeps_what_it_holds() {
        let sprites = "avatar > MovingAvatar healthPoints=7\n    small >\n    tall >\nkey > Resource\nmoor > Immovable";
        let rules =
            "key avatar > collectResource\navatar moor > transformTo stype=tall killSecond=True";
        let mut game = Worked::new(sprites, rules, "Akm");
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
        let mut game = Worked::new(sprites, "egg avatar > transformTo stype=hen", "Aeh");
        game.tick(Right);
        assert_eq!((game.count("egg"), game.count("hen")), (1, 1));
        let rules = "bell avatar > transformToAll stype=egg stypeTo=hen";
        let mut game = Worked::new(sprites, rules, "Abeeh");
        game.tick(Right);
        assert_eq!((game.count("egg"), game.count("hen")), (0, 3));
    }

    #[test]
    fn numbers_decide() {
        let sprites = "egg > Immovable\nhen > Immovable\nfox > Immovable";
        let rules = "egg avatar > transformIfCount stype=fox stypeCount=hen geq=2 scoreChange=1";
        let mut game = Worked::new(sprites, rules, "Aeh");
        game.tick(Right);
        assert_eq!((game.count("egg"), game.state.score()), (1, 0));
        let mut game = Worked::new(sprites, rules, "Aehh");
        game.tick(Right);
        assert_eq!((game.count("fox"), game.state.score()), (1, 1));
    }

    #[test]
    fn a_child_is_drawn_and_a_singleton_moves() {
        let sprites = "egg > Immovable\n    white >\n    brown >\nnest > Immovable";
        let mut game = Worked::new(
            sprites,
            "nest avatar > transformToRandomChild stype=egg",
            "An",
        );
        game.tick(Right);
        assert_eq!(game.count("white") + game.count("brown"), 1);
        assert_eq!(game.dice.steps(), 1);
        let sprites = "door > Immovable\nbrick > Immovable";
        let rules = "brick avatar > transformToSingleton stype=door stype_other=brick";
        let mut game = Worked::new(sprites, rules, "Abd");
        game.tick(Right);
        assert_eq!(
            (game.at("door"), game.at("brick")),
            (vec![(10, 0)], vec![(20, 0)])
        );
    }
}
