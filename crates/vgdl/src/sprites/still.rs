//! Sprites that do nothing by themselves: Immovable, Door, Passive, Resource, Portal.

use super::Class;
use crate::kind::{KindId, Nature};
use crate::text::Reader;

/// Something that others collect.
#[derive(Clone, Debug)]
pub struct Resource {
    /// How much one is worth.
    pub value: i32,
    /// How much a sprite can hold.
    pub limit: i32,
}

impl Resource {
    /// The limit when none is given.
    pub(crate) const LIMIT: i32 = 2;
}

/// Where `teleportToExit` leads to.
#[derive(Clone, Debug)]
pub struct Portal {
    /// The type of its exits.
    pub exit: Option<KindId>,
}

/// Reads a class of this family.
pub(crate) fn read(name: &str, reader: Reader<'_, '_>) -> Option<(Class, Nature)> {
    let fixed = Nature {
        stationary: true,
        ..Nature::default()
    };
    Some(match name {
        "Immovable" | "Door" => (Class::Still, fixed),
        "Passive" => (Class::Passive, Nature::default()),
        "Resource" => {
            let (value, limit) = (
                reader.whole("value", 1),
                reader.whole("limit", Resource::LIMIT),
            );
            reader.accept(&["resource_name"]);
            (
                Class::Resource(Resource { value, limit }),
                Nature::default(),
            )
        }
        "Portal" => (
            Class::Portal(Portal {
                exit: reader.kind("stype"),
            }),
            fixed,
        ),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use crate::worked::Worked;

    #[test]
    fn a_passive_sprite_moves_only_with_a_direction_and_a_speed() {
        let sprites = "cart > Passive orientation=RIGHT speed=0.5\nbox > Passive\nrock > Immovable orientation=UP speed=1";
        let mut game = Worked::new(sprites, "", "c.b\nr.A");
        game.wait(3);
        assert_eq!(
            game.at("cart"),
            [(10, 0)],
            "the first of three updates is skipped"
        );
        assert_eq!(game.at("box"), [(20, 0)]);
        assert_eq!(game.at("rock"), [(0, 10)]);
    }

    #[test]
    fn a_door_is_told_from_other_things_that_stay() {
        let sprites = "way >\n    gate > Door\n    mat > Immovable\nexit > Immovable portal=True";
        let game = Worked::new(sprites, "", "gA");
        let door = |name| {
            let rules = game.level.game();
            rules.kind(rules.named(name).expect("a type")).look.door
        };
        assert_eq!(
            ["gate", "mat", "exit", "wall"].map(door),
            [true, false, false, false]
        );
    }

    #[test]
    fn a_time_to_live_ends() {
        let mut game = Worked::new("cloud > Immovable timeToLive=2", "", "cA");
        game.wait(2);
        assert_eq!(game.count("cloud"), 1);
        assert_eq!(game.wait(1).count("cloud"), 0);
    }
}
