//! Agents that know one game, and what general agents may be told of it.

pub use ludometer_catalogue_board::specialists::{chess, loa};
pub use ludometer_catalogue_other::specialists::{omaha, slide};
