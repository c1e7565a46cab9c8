//! Lines of Action in the manner of MIA (Kocsis, Szepesvári and Winands 2005, section 4.2.2):
//! principal-variation search told what the game is about, with realisation probabilities and
//! weights that are fitted to games of the program against itself.

mod agent;
mod block;
mod category;
mod fit;
mod guide;
mod mia_eval;
mod opponents;
mod player;
mod realisation;

pub use agent::{DEFAULT, GAME, MIA, NINE, agents, evaluators};
pub use block::blocks;
pub use category::{CATEGORIES, MoveCategory, MoveClassifier, REGIONS, centre};
pub use fit::{Games, Pace};
pub use guide::{Mia, hints};
pub use mia_eval::{FittedWeights, MiaEvaluator};
pub use opponents::Opponents;
pub use player::{LONGEST, LoaProfile, opening, play};
pub use realisation::{BASE, CategoryCounts, Realisation, realisation, shipped};
