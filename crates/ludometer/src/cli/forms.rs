//! The data that commands write as JSON: the `data` of the envelopes whose names are in
//! [`Schema`](super::schemas::Schema). Forms of reports, tunings, papers and stores are those of the
//! libraries that compute them.

use ludometer_lab::present::Agreement;
use ludometer_lab::run::{ShutOut, United};
use ludometer_lab::sprt::TestResult;
use ludometer_lab::store::Merged;
use ludometer_tune::SettingValue;
use serde::Serialize;
use std::collections::BTreeMap;

/// A plan with sequential tests.
#[derive(Serialize)]
pub(super) struct TestedPlan<'a> {
    /// One for each cell.
    pub(super) tests: &'a [TestResult],
    /// Tables beside their published figures.
    pub(super) tables: &'a [Agreement],
}

/// A sequential test of counts that were typed in.
#[derive(Serialize)]
pub(super) struct SprtOfCounts<'a> {
    pub(super) model: &'a str,
    pub(super) elo0: f64,
    pub(super) elo1: f64,
    pub(super) alpha: f64,
    pub(super) beta: f64,
    pub(super) counts: &'a [u64],
    pub(super) paired: bool,
    pub(super) llr: f64,
    /// Wald's bounds.
    pub(super) bounds: [f64; 2],
    /// The bounds of a test that is looked at after every unit.
    pub(super) stopping_bounds: [f64; 2],
    pub(super) decision: &'a str,
    pub(super) score: f64,
    pub(super) elo: [f64; 3],
    pub(super) normalised_elo: [f64; 3],
}

/// How long a sequential test takes.
#[derive(Serialize)]
pub(super) struct SprtPlanned<'a> {
    pub(super) model: &'a str,
    pub(super) elo0: f64,
    pub(super) elo1: f64,
    pub(super) alpha: f64,
    pub(super) beta: f64,
    pub(super) paired: bool,
    pub(super) lengths: Vec<PlannedLength>,
}

/// The length of a sequential test at a true difference.
#[derive(Serialize)]
pub(super) struct PlannedLength {
    pub(super) elo: f64,
    pub(super) by_formula: TestLength,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) by_simulation: Option<TestLength>,
}

/// Chances and lengths.
#[derive(Clone, Copy, Serialize)]
pub(super) struct TestLength {
    /// The probability that `elo1` is accepted.
    pub(super) accepts: f64,
    pub(super) mean: f64,
    pub(super) percentile5: f64,
    pub(super) median: f64,
    pub(super) percentile95: f64,
}

/// The end of a game.
#[derive(Serialize)]
pub(super) struct PlayedGame<'a> {
    pub(super) game: &'a str,
    pub(super) plies: u32,
    pub(super) ended: &'a str,
    pub(super) payoffs: &'a [f64],
    pub(super) points: &'a [f64],
}

/// A diagnostic of a game or a level of VGDL.
#[derive(Serialize)]
pub(super) struct VgdlFinding<'a> {
    pub(super) file: String,
    pub(super) line: usize,
    pub(super) column: usize,
    pub(super) severity: &'a str,
    pub(super) message: &'a str,
    pub(super) times: usize,
}

/// A recorded file of VGDL episodes that was played again.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum ReplayedTrace<'a> {
    Replayed {
        trace: &'a str,
        episodes: usize,
        matched: usize,
        ticks: usize,
        difference: Option<&'a str>,
    },
    Unreadable {
        trace: &'a str,
        error: &'a str,
    },
}

/// An entry of a list.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum ListedEntry<'a> {
    Name(ListedName<'a>),
    Tuner(ListedTuner<'a>),
    File(ListedFile<'a>),
}

/// A plan, a tuning, a file of weights or a game of VGDL.
#[derive(Serialize)]
pub(super) struct ListedFile<'a> {
    pub(super) name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) title: Option<&'a str>,
    /// Why it is invalid.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) error: Option<&'a str>,
}

/// A tuner with its settings and presets.
#[derive(Serialize)]
pub(super) struct ListedTuner<'a> {
    pub(super) name: &'a str,
    pub(super) id: &'a str,
    pub(super) about: &'a str,
    pub(super) settings: Vec<ListedSetting<'a>>,
    pub(super) presets: Vec<ListedPreset<'a>>,
}

/// A setting of a tuner.
#[derive(Serialize)]
pub(super) struct ListedSetting<'a> {
    pub(super) name: &'a str,
    pub(super) about: &'a str,
    pub(super) takes: String,
    pub(super) default: &'a SettingValue<'a>,
}

/// A name for settings of a tuner.
#[derive(Serialize)]
pub(super) struct ListedPreset<'a> {
    pub(super) name: &'a str,
    pub(super) about: &'a str,
    pub(super) settings: BTreeMap<&'a str, &'a SettingValue<'a>>,
}

/// A name of a game: an agent, an evaluator, a measure or a start.
#[derive(Serialize)]
pub(super) struct ListedName<'a> {
    pub(super) name: &'a str,
    pub(super) aliases: &'a [String],
    pub(super) about: &'a str,
    pub(super) parameters: Vec<ListedParam<'a>>,
    /// The games that it fits, where games were looked at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) fits: Option<Vec<&'a str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) unfit: Option<Vec<UnfitGame<'a>>>,
}

/// A parameter of a name.
#[derive(Serialize)]
pub(super) struct ListedParam<'a> {
    pub(super) name: &'a str,
    pub(super) about: &'a str,
    pub(super) takes: String,
    pub(super) default: Option<&'a str>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    pub(super) aliases: &'a [String],
}

/// A game that a name does not fit.
#[derive(Serialize)]
pub(super) struct UnfitGame<'a> {
    pub(super) game: &'a str,
    pub(super) reason: &'a str,
}

/// Shared settings and where they come from.
#[derive(Serialize)]
pub(super) struct Config<'a> {
    pub(super) config: Vec<ConfigSetting<'a>>,
}

/// A shared setting.
#[derive(Serialize)]
pub(super) struct ConfigSetting<'a> {
    pub(super) name: &'a str,
    pub(super) value: Option<&'a str>,
    pub(super) default: &'a str,
    pub(super) origin: String,
}

/// Learned weights.
#[derive(Serialize)]
pub(super) struct LearnedWeights<'a> {
    pub(super) game: &'a str,
    pub(super) about: &'a str,
    pub(super) constant: LearnedWeight,
    pub(super) measures: BTreeMap<&'a str, LearnedWeight>,
    pub(super) r2: f64,
    pub(super) adjusted: f64,
    pub(super) ceiling: Option<f64>,
    pub(super) residual_error: f64,
    pub(super) positions: usize,
    pub(super) degrees: usize,
    pub(super) first: Option<u64>,
    pub(super) last: Option<u64>,
}

/// A weight with its standard error.
#[derive(Serialize)]
pub(super) struct LearnedWeight {
    pub(super) weight: f64,
    pub(super) error: f64,
    pub(super) t: f64,
    pub(super) p: f64,
}

/// Hand histories that were read.
#[derive(Serialize)]
pub(super) struct ReadHands<'a> {
    pub(super) hands: usize,
    pub(super) skipped: Vec<SkippedHand<'a>>,
    pub(super) players: Vec<PlayerResult<'a>>,
}

/// A hand that was left out.
#[derive(Serialize)]
pub(super) struct SkippedHand<'a> {
    pub(super) line: usize,
    pub(super) reason: &'a str,
}

/// What a player won, in small bets a deck, and did.
#[derive(Serialize)]
pub(super) struct PlayerResult<'a> {
    pub(super) name: &'a str,
    pub(super) hands: u64,
    pub(super) decks: u64,
    pub(super) small_bets: Option<f64>,
    pub(super) interval: Option<[f64; 2]>,
    pub(super) showdowns: u64,
    pub(super) actions: u64,
    pub(super) folds: u64,
    pub(super) raises: u64,
}

/// A solution with its bounds.
#[derive(Serialize)]
pub(super) struct Solution<'a> {
    pub(super) game: String,
    pub(super) position: String,
    pub(super) moves: &'a Option<Vec<String>>,
    pub(super) at_most: Option<u32>,
    pub(super) at_least: u32,
    pub(super) optimal: bool,
    pub(super) stopped: Option<&'a str>,
}

/// A certificate that holds.
#[derive(Serialize)]
pub(super) struct VerifiedCertificate<'a> {
    pub(super) certificate: &'a str,
    pub(super) verified: bool,
    pub(super) at_most: u32,
    pub(super) at_least: u32,
    pub(super) boards: u64,
}

/// Checks of a game and its agents.
#[derive(Serialize)]
pub(super) struct CheckedGame<'a> {
    pub(super) game: &'a str,
    pub(super) checks: Vec<CheckResult<'a>>,
}

/// A check with its verdict.
#[derive(Serialize)]
pub(super) struct CheckResult<'a> {
    pub(super) check: &'a str,
    pub(super) verdict: &'a str,
    pub(super) message: &'a str,
}

/// Speeds of VGDL games.
#[derive(Serialize)]
pub(super) struct VgdlSpeeds<'a, S> {
    pub(super) games: &'a [S],
    pub(super) geometric_mean: VgdlSpeed,
}

/// A speed of VGDL games.
#[derive(Serialize)]
pub(super) struct VgdlSpeed {
    pub(super) advances_per_second: f64,
    pub(super) copies_per_second: f64,
}

/// A store that was united with another, or left out.
#[derive(Serialize)]
pub(super) struct MergedStores<'a> {
    store: String,
    #[serde(flatten)]
    merged: Option<&'a Merged>,
    #[serde(skip_serializing_if = "Option::is_none")]
    shut_out: Option<&'a ShutOut>,
}

impl MergedStores<'_> {
    /// Every store, those that were left out last.
    pub(super) fn of(united: &United) -> Vec<MergedStores<'_>> {
        let merged = united.merged.iter().map(|(path, merged)| MergedStores {
            store: path.display().to_string(),
            merged: Some(merged),
            shut_out: None,
        });
        let out = united.shut_out.iter().map(|out| MergedStores {
            store: out.store.display().to_string(),
            merged: None,
            shut_out: Some(out),
        });
        merged.chain(out).collect()
    }
}

/// A cell of a store.
#[derive(Serialize)]
pub(super) struct StoredCell<'a, C, B> {
    pub(super) cell: &'a C,
    pub(super) ranges: Vec<[u64; 2]>,
    pub(super) blocks: &'a [B],
    pub(super) rows: Vec<BTreeMap<&'a str, &'a str>>,
}

/// Papers that were reproduced.
#[derive(Serialize)]
pub(super) struct Reproductions<'a, R> {
    pub(super) format: &'a str,
    pub(super) version: u32,
    pub(super) papers: &'a [R],
}

/// A position with the values of its moves.
#[derive(Serialize)]
pub(super) struct AnalysedPosition<'a> {
    pub(super) estimates: Vec<BTreeMap<&'a str, AnalysedCell<'a>>>,
    pub(super) position: Option<&'a str>,
    pub(super) mover: Option<u8>,
    /// The numbers of the position itself, by name.
    pub(super) here: BTreeMap<&'a str, Option<f64>>,
    pub(super) moves: Vec<AnalysedMove<'a>>,
    pub(super) choice: Option<&'a str>,
    pub(super) lines: Vec<AnalysedLine<'a>>,
    pub(super) tree: Vec<AnalysedBranch<'a>>,
    /// Why values are not exact.
    pub(super) inexact: Option<String>,
}

/// A cell of an estimate: the name of its row, or a number.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum AnalysedCell<'a> {
    Name(&'a str),
    Number(f64),
}

/// A move with its numbers.
#[derive(Serialize)]
pub(super) struct AnalysedMove<'a> {
    #[serde(rename = "move")]
    pub(super) label: &'a str,
    pub(super) values: BTreeMap<&'a str, Option<f64>>,
    /// Whether the agent's value is exact or a bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) bound: Option<&'a str>,
}

/// A variation that an agent reported.
#[derive(Serialize)]
pub(super) struct AnalysedLine<'a> {
    pub(super) actions: &'a [String],
    pub(super) more: usize,
    pub(super) over: bool,
    pub(super) value: f64,
    pub(super) visits: u64,
    /// Columns and rows of the player's locations.
    pub(super) places: Vec<[usize; 2]>,
}

/// A node of a search tree.
#[derive(Serialize)]
pub(super) struct AnalysedBranch<'a> {
    #[serde(rename = "move")]
    pub(super) label: &'a str,
    pub(super) value: f64,
    pub(super) bound: &'a str,
    pub(super) visits: u64,
    pub(super) below: Vec<AnalysedBranch<'a>>,
}
