//! Games made ready for use: environments with their agents, evaluators, measures and starts
//! (`env`), the referee (`play`, `stage`), names that plans and commands define (`define`, `weights`),
//! analyses (`inspect`, `insight`, `examine`, `quality`, `odds`, `learn`), and the registry that
//! every reader and every command takes (`registry`). No shipped game is known here by name.

pub mod analysis;
pub mod define;
pub mod env;
pub mod learn;
pub mod move_score;
pub mod odds;
pub mod options;
pub mod play;
pub mod quality;
pub mod registry;
pub mod session;
pub mod trace;
pub mod weights;
