//! The extension module `ludometer._ludometer`: a thin layer between Python and the crates of this
//! repository. What is convenient but not fast is written in Python, beside it in `ludometer/`.

#![cfg(feature = "extension")]

mod agent;
mod errors;
mod game;
mod interrupt;
mod matches;
mod origin;
mod plans;
mod registry;
mod state;
mod tune;
mod vector;

use pyo3::prelude::*;

/// The compiled half of the package `ludometer`.
#[pymodule]
mod _ludometer {
    #[pymodule_export]
    use super::agent::Agent;
    #[pymodule_export]
    use super::game::Game;
    #[pymodule_export]
    use super::matches::{command, play_episodes, score_interval};
    #[pymodule_export]
    use super::plans::{Plan, merge_stores};
    #[pymodule_export]
    use super::registry::{games, version, vgdl_games};
    #[pymodule_export]
    use super::state::{State, restore_state};
    #[pymodule_export]
    use super::tune::{Tuner, tuners};
    #[pymodule_export]
    use super::vector::Vector;
}
