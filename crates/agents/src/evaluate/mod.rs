//! How good a state is: a measure as it stands, or disturbed, or several of them weighed.

mod noise;
mod noisy;
mod weighed;

pub use noise::Noise;
pub use noisy::{Noisy, Static};
pub use weighed::Weighed;
