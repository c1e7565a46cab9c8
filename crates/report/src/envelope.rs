//! The form in which every command gives its data to other programs.

use crate::Provenance;
use serde::{Deserialize, Serialize};

/// Data with what is needed to read it: which form it has, and where it comes from.
///
/// The number at the end of a schema is raised when a field changes its meaning, its type or its
/// name, or is dropped; fields may be added without.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Envelope<T> {
    /// The form of `data`, as in `ludometer/report/1`.
    pub schema: String,
    /// The command that made it, as it was typed.
    pub command: String,
    /// The version of the program.
    pub version: String,
    /// What it was computed from.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub provenance: Option<Provenance>,
    /// What the command found.
    pub data: T,
}
