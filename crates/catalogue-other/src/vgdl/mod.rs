//! The games of VGDL in the laboratory: where their texts come from, and how states and episodes
//! look.

mod colour;
mod film;
mod library;
mod paint;
mod picture;
mod record;
mod thinking;
mod tiles;

pub use film::film;
pub use library::{Corpus, GameTexts, Library, ReadFile, departure};
pub use paint::paint;
pub use picture::picture;
pub use record::{DecisionTrace, Frame, Recording, record};
