//! Archives: one file with a plan, its rows and its report, that another machine re-runs and checks.
//!
//! An archive is a tar file compressed by gzip, so any machine can unpack it. Its members, in order:
//! `plan.toml` (the plan with every key that was set from outside), `files/NAME` (weights that the plan
//! names), `cells.json` (what is played in each cell, by identifiers and versions), the rows in pieces, each
//! as `games/NNNNNN.jsonl` (how games ended, their moves and decisions, where that is stored) and
//! `rows/NNNNNN.csv`, the report, and `manifest.json` with the length and the BLAKE3 hash of every
//! other member. Behind the tar file is a checksum of the compressed bytes. Nothing depends on a clock:
//! the same rows give the same bytes.

mod check;
mod checksum;
mod error;
mod games;
mod read;
mod rows;
mod write;

pub use check::{ArchiveCheck, CheckOptions, check};
pub use error::ArchiveError;
pub use read::{Archive, open};
pub use write::{ReportFile, write};

use ludometer_report::Provenance;
use serde::{Deserialize, Serialize};

/// The form of the manifest.
pub const SCHEMA: &str = "ludometer/archive/1";

/// What an archive says it holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// [`SCHEMA`].
    pub schema: String,
    /// Where the figures come from.
    pub provenance: Provenance,
    /// Episodes asked for in each cell.
    pub episodes: u64,
    /// Rows, one for each seat of each episode.
    pub rows: u64,
    /// Every member but this one, in the order of the file.
    pub members: Vec<Member>,
}

/// A member of an archive.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Member {
    /// Its name.
    pub name: String,
    /// Its length.
    pub bytes: u64,
    /// The BLAKE3 hash of its content, in hexadecimal.
    pub blake3: String,
}

/// What is played in a cell, as `cells.json` lists it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct CellRecord {
    /// Variables with their values.
    variables: Vec<(String, String)>,
    /// The canonical text that decides what is played.
    description: String,
    /// Episodes that are in the archive.
    episodes: u64,
    /// The numbers of episodes, other than its own, that runs of the plan asked for: with any of these the intervals
    /// of a report are others.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    asked: Vec<u64>,
    /// Groups of games of programs from outside that were played again, and whether they came out the same.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    replayed: Vec<(u64, bool)>,
}

const MANIFEST: &str = "manifest.json";
const PLAN: &str = "plan.toml";
const CELLS: &str = "cells.json";
const FILES: &str = "files/";
const ROWS: &str = "rows/";
const GAMES: &str = "games/";
