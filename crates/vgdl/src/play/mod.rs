//! Playing: the tick, and what sprites and effects may do to the world.

mod collide;
mod contact;
mod effects;
mod ending;
mod events;
mod inventory;
mod life;
mod motion;
mod scratch;
mod sprites;
mod tick;
mod world;

use motion::{Moved, any_heading};
use scratch::Scratch;
use world::World;
