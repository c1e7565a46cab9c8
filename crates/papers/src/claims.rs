//! What papers say in words, decided on our own data.
//!
//! A claim is about the world: A beats B, a gain lies in a range. It is *confirmed* where the whole
//! interval of our figure lies in the range that was claimed, *refuted* where the whole interval lies
//! outside, and *undecided* otherwise. The intervals of one table cover together with 95 %: each has a
//! confidence of 1 - 0.05 / (number of claims) (Bonferroni). A figure that is missing or not a number
//! decides nothing.

use crate::Finding;
use ludometer_lab::present::{LEVEL, Mean};
use ludometer_report::{Cell, Column, Document, Table};
use serde::Serialize;

/// What is claimed of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Hypothesis {
    /// It is larger.
    Above(f64),
    /// It is at least as large.
    AtLeast(f64),
    /// It lies between both, ends included.
    Within(f64, f64),
}

/// What can be said of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClaimVerdict {
    /// The whole interval is as claimed.
    Confirmed,
    /// The whole interval is not.
    Refuted,
    /// Neither.
    Undecided,
}

impl ClaimVerdict {
    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            ClaimVerdict::Confirmed => "confirmed",
            ClaimVerdict::Refuted => "refuted",
            ClaimVerdict::Undecided => "undecided",
        }
    }
}

impl Hypothesis {
    /// What an interval says of it.
    fn decide(self, low: f64, high: f64) -> ClaimVerdict {
        // An interval without width has seen no spread; comparisons with what is no number are false.
        if low.is_nan() || high.is_nan() || low >= high {
            return ClaimVerdict::Undecided;
        }
        let (confirmed, refuted) = match self {
            Hypothesis::Above(bound) => (low > bound, high <= bound),
            Hypothesis::AtLeast(bound) => (low >= bound, high < bound),
            Hypothesis::Within(least, most) => {
                (low >= least && high <= most, high < least || low > most)
            }
        };
        match (confirmed, refuted) {
            (true, _) => ClaimVerdict::Confirmed,
            (_, true) => ClaimVerdict::Refuted,
            _ => ClaimVerdict::Undecided,
        }
    }
}

/// How a figure is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// A share, three digits.
    Share,
    /// A gain, three digits and a sign.
    Gain,
    /// Rating points, no digits and a sign.
    Points,
}

impl Form {
    fn text(self, value: f64) -> String {
        match self {
            Form::Share => format!("{value:.3}"),
            Form::Gain => format!("{value:+.3}"),
            Form::Points => format!("{value:+.0}"),
        }
    }

    /// The figure of equal players.
    fn equal(self) -> f64 {
        match self {
            Form::Share => 0.5,
            Form::Gain | Form::Points => 0.0,
        }
    }
}

/// A claim beside our figure.
pub(crate) struct Claim {
    /// The player that it is about.
    pub(crate) who: String,
    /// The figure that it is about.
    pub(crate) what: &'static str,
    /// The games that ours is of.
    pub(crate) games: u64,
    /// Ours, with its interval at the confidence of its table.
    pub(crate) ours: Mean,
    /// How it is written.
    pub(crate) form: Form,
    /// What is claimed.
    pub(crate) claimed: Hypothesis,
    /// The paper's words.
    pub(crate) said: &'static str,
    /// Why nothing is decided, whatever the interval says.
    pub(crate) undecidable: Option<&'static str>,
}

/// A claim with what can be said of it.
#[derive(Clone, Debug, Serialize)]
pub struct ClaimResult {
    /// The table it stands in.
    pub table: String,
    /// The player that it is about.
    pub who: String,
    /// The figure that it is about.
    pub what: String,
    /// The games that ours is of.
    pub games: u64,
    /// Our figure.
    pub value: f64,
    /// Its interval.
    pub interval: Option<[f64; 2]>,
    /// The confidence of the interval.
    pub confidence: f64,
    /// What is claimed.
    pub claimed: Hypothesis,
    /// The paper's words.
    pub said: String,
    /// What can be said.
    pub verdict: ClaimVerdict,
    /// Why nothing is decided, if not for the interval.
    pub reason: Option<String>,
    /// What would be said of equal players with an interval as wide as ours.
    pub equal_players: ClaimVerdict,
}

/// The confidence of each interval in a table of `claims` claims.
pub(crate) fn confidence(claims: usize) -> f64 {
    1.0 - LEVEL / claims.max(1) as f64
}

/// The difference of two independent means, from their intervals (Zou and Donner 2008, "Construction
/// of confidence limits about effect measures: a general approach").
pub(crate) fn apart(one: Mean, other: Mean) -> Mean {
    let value = one.value - other.value;
    let both = one.interval.zip(other.interval);
    Mean {
        value,
        interval: both.map(|(a, b)| ludometer_stats::Interval {
            low: value - libm::hypot(one.value - a.low, b.high - other.value),
            high: value + libm::hypot(a.high - one.value, other.value - b.low),
        }),
    }
}

impl Claim {
    fn result(&self, table: &str, confidence: f64) -> ClaimResult {
        let interval = self
            .ours
            .interval
            .map(|interval| [interval.low, interval.high]);
        let number = self.ours.value.is_finite();
        let verdict = match (interval, self.undecidable) {
            (Some([low, high]), None) if number => self.claimed.decide(low, high),
            _ => ClaimVerdict::Undecided,
        };
        let equal_players =
            interval
                .filter(|_| number)
                .map_or(ClaimVerdict::Undecided, |[low, high]| {
                    let move_by = self.form.equal() - self.ours.value;
                    self.claimed.decide(low + move_by, high + move_by)
                });
        ClaimResult {
            table: table.to_string(),
            who: self.who.clone(),
            what: self.what.to_string(),
            games: self.games,
            value: self.ours.value,
            interval,
            confidence,
            claimed: self.claimed,
            said: self.said.to_string(),
            verdict,
            reason: match (self.undecidable, number) {
                (Some(reason), _) => Some(reason.to_string()),
                (None, false) => Some("there is no figure of ours".to_string()),
                (None, true) => None,
            },
            equal_players,
        }
    }
}

/// The claims as a table.
pub(crate) fn told(name: &str, title: &str, claims: &[Claim]) -> Finding {
    let mut table = Table::new(name, title)
        .column(Column::left("who"))
        .column(Column::left("what"))
        .column(Column::right("games"))
        .column(Column::right("here"))
        .column(Column::left("paper"))
        .column(Column::left("verdict"));
    let confidence = confidence(claims.len());
    let results: Vec<ClaimResult> = claims
        .iter()
        .map(|claim| claim.result(name, confidence))
        .collect();
    for (claim, result) in claims.iter().zip(&results) {
        let interval = claim.ours.interval.map_or(String::new(), |interval| {
            let text = |value| claim.form.text(value);
            format!("[{}, {}]", text(interval.low), text(interval.high))
        });
        let here = match claim.ours.value.is_finite() {
            true => Cell::said(claim.form.text(claim.ours.value), claim.ours.value),
            false => Cell::text("none"),
        };
        table = table.row(vec![
            Cell::text(&claim.who),
            Cell::text(claim.what),
            Cell::number(claim.games as f64, 0),
            here.detail(interval),
            Cell::text(claim.said),
            Cell::text(result.verdict.words()),
        ]);
    }
    let mut table = table.note(format!(
        "in brackets {:.1} % intervals, which cover together with 95 %; confirmed where the whole interval is as claimed, refuted where the whole interval is not",
        100.0 * confidence
    ));
    let mut reasons: Vec<&str> = results
        .iter()
        .filter_map(|result| result.reason.as_deref())
        .collect();
    reasons.dedup();
    for reason in reasons {
        table = table.note(format!("undecided: {reason}"));
    }
    let document = Document::new("")
        .table(table)
        .verdict(words(name, &results));
    Finding {
        blocks: document.blocks,
        tables: Vec::new(),
        claims: results,
    }
}

/// How many claims have which verdict, and how equal players would have fared.
fn words(name: &str, results: &[ClaimResult]) -> String {
    let counts = |of: &dyn Fn(&ClaimResult) -> ClaimVerdict| {
        let count = |verdict: ClaimVerdict| {
            let count = results
                .iter()
                .filter(|result| of(result) == verdict)
                .count();
            format!("{count} {}", verdict.words())
        };
        let verdicts = [
            ClaimVerdict::Confirmed,
            ClaimVerdict::Refuted,
            ClaimVerdict::Undecided,
        ];
        verdicts.map(count).join(", ")
    };
    format!(
        "Claims {name}: {} of {}; equal players would have {}",
        counts(&|result| result.verdict),
        results.len(),
        counts(&|result| result.equal_players)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_stats::Interval;

    fn claim(value: f64, interval: Option<(f64, f64)>, claimed: Hypothesis) -> ClaimResult {
        let claim = Claim {
            who: "A over B".to_string(),
            what: "score",
            games: 10,
            ours: Mean {
                value,
                interval: interval.map(|(low, high)| Interval { low, high }),
            },
            form: Form::Share,
            claimed,
            said: "stronger",
            undecidable: None,
        };
        claim.result("t", 0.95)
    }

    #[test]
    fn what_is_not_a_number_confirms_nothing() {
        let above = Hypothesis::Above(0.5);
        for (value, interval) in [
            (f64::NAN, None),
            (f64::NAN, Some((0.6, 0.7))),
            (0.7, None),
            (0.7, Some((f64::NAN, 0.8))),
            (0.7, Some((0.7, 0.7))),
            (0.4, Some((0.3, 0.6))),
        ] {
            let found = claim(value, interval, above).verdict;
            assert_eq!(found, ClaimVerdict::Undecided, "{value} {interval:?}");
        }
        let found = claim(0.4, Some((0.3, 0.49)), above);
        assert_eq!(found.verdict, ClaimVerdict::Refuted);
        let found = claim(0.7, Some((0.6, 0.8)), above);
        assert_eq!(found.verdict, ClaimVerdict::Confirmed);
        // Equal players with an interval as wide.
        assert_eq!(found.equal_players, ClaimVerdict::Undecided);
    }

    #[test]
    fn a_range_is_confirmed_only_by_an_interval_inside() {
        let within = Hypothesis::Within(-35.0, 35.0);
        let verdict = |low, high| claim(0.5 * (low + high), Some((low, high)), within).verdict;
        assert_eq!(verdict(-20.0, 30.0), ClaimVerdict::Confirmed);
        assert_eq!(verdict(-20.0, 40.0), ClaimVerdict::Undecided);
        assert_eq!(verdict(36.0, 60.0), ClaimVerdict::Refuted);
        let least = Hypothesis::AtLeast(207.0);
        let verdict = |low, high| claim(0.5 * (low + high), Some((low, high)), least).verdict;
        assert_eq!(verdict(207.0, 300.0), ClaimVerdict::Confirmed);
        assert_eq!(verdict(100.0, 206.0), ClaimVerdict::Refuted);
        assert_eq!(verdict(100.0, 300.0), ClaimVerdict::Undecided);
    }

    #[test]
    fn differences_add_the_sides_that_matter() {
        let mean = |value, low, high| Mean {
            value,
            interval: Some(Interval { low, high }),
        };
        let found = apart(mean(0.7, 0.67, 0.74), mean(0.5, 0.46, 0.53));
        let interval = found.interval.unwrap();
        assert!((interval.low - (0.2 - libm::hypot(0.03f64, 0.03))).abs() < 1e-12);
        assert!((interval.high - (0.2 + libm::hypot(0.04f64, 0.04))).abs() < 1e-12);
    }
}
