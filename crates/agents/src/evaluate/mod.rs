//! Evaluators: a measure, a measure with noise, or a weighted sum of measures.

mod noise;
mod noisy;
mod weighed;
mod win_score;
mod zero;

pub use noise::Noise;
pub use noisy::{MeasureEvaluator, Noisy};
pub use weighed::Weighed;
pub use win_score::WinScore;
pub use zero::Zero;
