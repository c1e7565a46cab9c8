//! A game as its description defines it, checked and typed.

use crate::effects::Effect;
use crate::ending::Termination;
use crate::sprite_type::SpriteType;
use crate::sprite_type_id::SpriteTypeId;
use crate::sprites::Class;

/// A game: everything but a level.
#[derive(Clone, Debug)]
pub struct VgdlGame {
    pub(crate) kinds: Vec<SpriteType>,
    /// Types in drawing order; updates run from the last to the first.
    pub(crate) order: Vec<SpriteTypeId>,
    pub(crate) rules: Vec<Rule>,
    /// Ordered pairs in order of first mention.
    pub(crate) pairs: Vec<Pair>,
    /// Types with an EOS rule, once a rule.
    pub(crate) edges: Vec<Edge>,
    /// Rules planned by the clock from the start.
    pub(crate) clocks: Vec<Clock>,
    pub(crate) endings: Vec<Termination>,
    pub(crate) mapping: Vec<(char, Vec<SpriteTypeId>)>,
    pub(crate) square_size: Option<i32>,
    /// Types that block paths.
    pub(crate) obstacles: Vec<SpriteTypeId>,
    /// Every speed that a sprite can have.
    pub(crate) speeds: Vec<f64>,
    /// Types that can be held as a resource, and the most one can hold.
    pub(crate) resources: Vec<(SpriteTypeId, i32)>,
    /// The names of effects, as shields mean them.
    pub(crate) effect_names: Vec<String>,
    /// Whether sprites may remember others, whose end must then be noted.
    pub(crate) hunts: bool,
}

/// An effect with its score, as one line defines it.
#[derive(Clone, Debug)]
pub(crate) struct Rule {
    pub(crate) effect: Effect,
    pub(crate) score: i32,
    /// Index into the game's effect names.
    pub(crate) name: u16,
}

/// The rules between two types.
#[derive(Clone, Debug)]
pub(crate) struct Pair {
    pub(crate) first: SpriteTypeId,
    pub(crate) second: SpriteTypeId,
    pub(crate) rules: Vec<u16>,
}

/// The rules for sprites of a type that leave the screen.
#[derive(Clone, Debug)]
pub(crate) struct Edge {
    pub(crate) kind: SpriteTypeId,
    pub(crate) rules: Vec<u16>,
}

/// A rule that runs by the clock.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    pub(crate) rule: u16,
    /// Whose sprites it acts on; `None` when planned by another rule.
    pub(crate) kind: Option<SpriteTypeId>,
    pub(crate) timer: i32,
    pub(crate) repeating: bool,
    /// The tick of its first run, where it is planned from the start.
    pub(crate) next: i32,
}

impl VgdlGame {
    /// The types of sprites, by number.
    pub fn kinds(&self) -> &[SpriteType] {
        &self.kinds
    }

    /// A type by number.
    pub fn kind(&self, id: SpriteTypeId) -> &SpriteType {
        &self.kinds[id.index()]
    }

    /// A type by name.
    pub fn named(&self, name: &str) -> Option<SpriteTypeId> {
        let at = self.kinds.iter().position(|kind| kind.name == name)?;
        Some(SpriteTypeId(at as u16))
    }

    /// Types in drawing order.
    pub fn order(&self) -> &[SpriteTypeId] {
        &self.order
    }

    /// Types that the avatar can hold as a resource, with the most it can hold of each.
    pub fn resources(&self) -> &[(SpriteTypeId, i32)] {
        &self.resources
    }

    /// Whether a type is mere scenery: it stays where it is and no rule is about it. Whether it is a target
    /// of chasers or counted by an ending is not asked.
    pub fn is_scenery(&self, id: SpriteTypeId) -> bool {
        let kind = self.kind(id);
        let ruled = |id: &SpriteTypeId| {
            let mut pairs = self.pairs.iter();
            pairs.any(|pair| pair.first == *id || pair.second == *id)
                || self.edges.iter().any(|edge| edge.kind == *id)
        };
        matches!(kind.class, Some(Class::Still)) && !kind.subtypes.iter().any(ruled)
    }

    /// How the game may end, in the order in which it is asked.
    pub fn endings(&self) -> &[Termination] {
        &self.endings
    }

    /// The number of an effect's name, a new one if it has none.
    pub(crate) fn effect_name(&mut self, name: &str) -> u16 {
        let at = self.effect_names.iter().position(|known| known == name);
        at.unwrap_or_else(|| {
            self.effect_names.push(name.to_owned());
            self.effect_names.len() - 1
        }) as u16
    }

    /// The number of a speed, a new one if it has none.
    pub(crate) fn pace(&mut self, speed: f64) -> u16 {
        let same = |known: &f64| known.to_bits() == speed.to_bits();
        let at = self.speeds.iter().position(same);
        at.unwrap_or_else(|| {
            self.speeds.push(speed);
            self.speeds.len() - 1
        }) as u16
    }

    /// The position of a type among the resources.
    pub(crate) fn resource(&self, kind: SpriteTypeId) -> Option<usize> {
        self.resources.iter().position(|&(held, _)| held == kind)
    }
}

#[cfg(test)]
mod tests {
    use crate::example_game::ExampleGame;

    #[test]
    fn scenery_stays_and_no_rule_is_about_it() {
        let sprites = "floor > Immovable\nfence > Immovable\nfruit >\n    pear > Immovable\nbat > RandomNPC\ncloud > Immovable";
        let rules = "avatar fence > stepBack\nfruit avatar > killSprite\ncloud EOS > killSprite";
        let game = ExampleGame::new(sprites, rules, "fA");
        let rules = game.level.game();
        let scenery = |name| rules.is_scenery(rules.named(name).expect("a type"));
        assert_eq!(
            ["floor", "fence", "pear", "bat", "cloud"].map(scenery),
            [true, false, false, false, false]
        );
    }
}
