//! Traces: episodes as JSON lines.

use std::collections::BTreeMap;
use std::fmt;

use serde::Deserialize;

/// Positions of sprites, sorted.
pub(super) type Places = Vec<(i32, i32)>;

/// An episode.
#[derive(Clone, Debug)]
pub struct RecordedEpisode {
    /// What was played.
    pub header: Header,
    /// The state before the first tick, then after each tick.
    pub ticks: Vec<Tick>,
}

/// What was played.
#[derive(Clone, Debug, Deserialize)]
pub struct Header {
    /// Its name.
    pub game: String,
    /// Which level.
    pub level: u32,
    /// Which sequence of actions.
    pub seq: u32,
    /// The seed of the game's generator.
    pub seed: i64,
    /// Pixels of a cell.
    pub block: i32,
    /// Columns.
    pub w: i32,
    /// Rows.
    pub h: i32,
    /// Types by number.
    pub types: Vec<String>,
    /// Types in drawing order.
    pub order: Vec<u16>,
    /// What the first avatar can do.
    pub actions: Vec<String>,
}

/// The state after a tick.
#[derive(Clone, Debug, Deserialize)]
pub struct Tick {
    /// Which tick; −1 is before the first.
    pub t: i32,
    /// The action, but before the first tick.
    pub act: Option<String>,
    /// The score.
    pub score: f64,
    /// −1 open, 0 lost, 1 won.
    pub win: i32,
    /// Whether the game is over.
    pub over: i32,
    /// Where the avatar is.
    pub av: (i32, i32),
    /// The avatar's type.
    pub avt: String,
    /// Whether the avatar is not disabled.
    pub alive: i32,
    /// Where the avatar faces.
    pub ori: (f64, f64),
    /// The avatar's health points.
    pub hp: i32,
    /// What the avatar holds.
    pub res: BTreeMap<String, i32>,
    /// Elementary random steps so far.
    pub rng: u64,
    /// Types whose sprites have changed, and all their positions.
    pub d: BTreeMap<String, Places>,
}

/// A line of a trace that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceError {
    /// Which line, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub message: String,
}

impl fmt::Display for TraceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {} of the trace: {}", self.line, self.message)
    }
}

impl std::error::Error for TraceError {}

/// Reads the episodes of a trace.
pub fn read(lines: &str) -> Result<Vec<RecordedEpisode>, TraceError> {
    #[derive(Deserialize)]
    struct Sort {
        k: String,
    }
    let mut episodes: Vec<RecordedEpisode> = Vec::new();
    for (at, text) in lines
        .lines()
        .enumerate()
        .filter(|(_, text)| !text.trim().is_empty())
    {
        let diagnostic = |message: String| TraceError {
            line: at + 1,
            message,
        };
        let sort: Sort =
            serde_json::from_str(text).map_err(|error| diagnostic(error.to_string()))?;
        match (sort.k.as_str(), episodes.last_mut()) {
            ("H", _) => {
                let header =
                    serde_json::from_str(text).map_err(|error| diagnostic(error.to_string()))?;
                episodes.push(RecordedEpisode {
                    header,
                    ticks: Vec::new(),
                });
            }
            ("T", Some(episode)) => {
                let tick =
                    serde_json::from_str(text).map_err(|error| diagnostic(error.to_string()))?;
                episode.ticks.push(tick);
            }
            ("T", None) => {
                return Err(diagnostic(
                    "a tick before any header: begin with a line of k = H".to_owned(),
                ));
            }
            (other, _) => {
                return Err(diagnostic(format!(
                    "k is `{other}`: H and T can be replayed"
                )));
            }
        }
    }
    Ok(episodes)
}
