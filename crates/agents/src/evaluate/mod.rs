//! How good a state is: a measure as it stands, or disturbed.

mod noise;
mod noisy;

pub use noise::Noise;
pub use noisy::{Noisy, Static};
