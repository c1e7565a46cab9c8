//! How good a state is: a measure as it stands, or disturbed, or several of them weighed.

mod noise;
mod noisy;
mod weighed;
mod win_score;

pub use noise::Noise;
pub use noisy::{MeasureEvaluator, Noisy};
pub use weighed::Weighed;
pub use win_score::WinScore;
