//! Effects, one file a family.
//!
//! To add an effect, write it into its family's files: here a variant with its parameters, and in `reach`
//! whom it changes other than by killing; in `text::effects` the arm of `read` that reads them; in
//! `play::effects` the arm of `apply` that does it. A new family also gets a variant of [`Effect`] and a
//! line in each function beside those.

pub mod create;
pub mod health;
pub mod kill;
pub mod motion;
pub mod resource;
pub mod timing;
pub mod transform;

use crate::sprite_type_id::SpriteTypeId;

/// What happens when two sprites meet, one leaves the screen or the clock rings.
#[derive(Clone, Debug)]
pub enum Effect {
    /// Killing.
    Kill(kill::Kill),
    /// One sprite becomes another.
    Transform(transform::Transform),
    /// New sprites.
    Create(create::Create),
    /// Places and directions.
    Motion(motion::Motion),
    /// Things that sprites hold.
    Resource(resource::Change),
    /// Health points.
    Health(health::Health),
    /// Clocks and shields.
    Timing(timing::Timing),
}

/// Whom an effect changes other than by killing, and whom it creates. Types that nothing changes can be
/// tiles; types that nothing creates and no level maps make their rules idle.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reach {
    pub(crate) first: bool,
    pub(crate) second: bool,
    pub(crate) kinds: Vec<SpriteTypeId>,
    /// Whom it creates.
    pub(crate) creates: Vec<SpriteTypeId>,
}

/// Whom an effect changes.
pub(crate) fn reach(effect: &Effect) -> Reach {
    match effect {
        Effect::Kill(effect) => effect.reach(),
        Effect::Transform(effect) => effect.reach(),
        Effect::Create(effect) => effect.reach(),
        Effect::Motion(effect) => effect.reach(),
        Effect::Resource(effect) => effect.reach(),
        Effect::Health(effect) => effect.reach(),
        Effect::Timing(effect) => effect.reach(),
    }
}
