//! Playing: the tick, and what sprites and effects may do to the world.

mod collide;
mod contact;
mod events;
mod life;
mod motion;
mod purse;
mod scratch;
mod tick;
mod world;

pub(crate) use motion::{Moved, any_heading};
pub(crate) use scratch::Scratch;
pub(crate) use tick::step;
pub(crate) use world::World;
