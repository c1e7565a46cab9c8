//! Types of sprites, as a description defines them.

use crate::heading::Heading;
use crate::sprite_type_id::SpriteTypeId;
use crate::sprites::Class;

/// A type of sprite.
#[derive(Clone, Debug)]
pub struct SpriteType {
    /// As the description calls it.
    pub name: String,
    /// What it does; `None` for a heading that only groups others.
    pub class: Option<Class>,
    /// Its ancestors from the outermost, then itself.
    pub chain: Vec<SpriteTypeId>,
    /// The groups that a rule about this type means: the chain, then all descendants.
    pub subtypes: Vec<SpriteTypeId>,
    /// Whether no other type is derived from it.
    pub leaf: bool,
    /// Whether at most one sprite of it and its descendants may exist.
    pub singleton: bool,
    /// The parameters that all classes have.
    pub nature: SpriteParams,
    /// How it may be drawn.
    pub look: Appearance,
    /// Whether its sprites never change but by vanishing, so that a level's tiles need no state.
    pub(crate) fixed: bool,
    /// Its bit in the contact masks; types beyond 64 share bits.
    pub(crate) bit: u64,
}

impl SpriteType {
    /// Whether sprites of it are moved by the player.
    pub fn is_avatar(&self) -> bool {
        matches!(self.class, Some(Class::Avatar(_)))
    }

    /// Whether its sprites do nothing by themselves and so may be tiles.
    pub(crate) fn may_be_fixed(&self) -> bool {
        let inert = match self.class {
            Some(Class::Still | Class::Portal(_)) => true,
            Some(Class::Passive | Class::Resource(_)) => !self.nature.oriented,
            _ => false,
        };
        inert && self.nature.time_to_live < 0
    }
}

/// The parameters that all classes have.
#[derive(Clone, Debug)]
pub struct SpriteParams {
    /// Cells per move.
    pub speed: f64,
    /// Which of the game's speeds that is.
    pub(crate) pace: u16,
    /// The number of ticks from one move to the next.
    pub cooldown: i32,
    /// The direction it starts with.
    pub heading: Heading,
    /// Whether it has a front.
    pub oriented: bool,
    /// Whether a new direction first turns it and only then moves it.
    pub rotates: bool,
    /// Whether it never moves by itself.
    pub stationary: bool,
    /// Health points at the start.
    pub health: i32,
    /// Health points stay below this.
    pub health_limit: i32,
    /// Updates until it dies; −1 for ever.
    pub time_to_live: i32,
}

impl Default for SpriteParams {
    fn default() -> SpriteParams {
        SpriteParams {
            speed: 0.0,
            pace: 0,
            cooldown: 0,
            heading: Heading::NONE,
            oriented: false,
            rotates: false,
            stationary: false,
            health: 0,
            health_limit: 1000,
            time_to_live: -1,
        }
    }
}

/// What concerns drawing only; the engine does not read it, except that hidden sprites do not block
/// paths.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Appearance {
    /// Name of the picture.
    pub img: Option<String>,
    /// Name of the colour.
    pub color: Option<String>,
    /// Whether its class is Door, which behaves as Immovable does.
    pub door: bool,
    /// Not shown to agents.
    pub hidden: bool,
    /// Not drawn.
    pub invisible: bool,
    /// Drawn smaller by this factor.
    pub shrink: f64,
}
