//! Published tables beside ours, and the verdicts on them: a table is judged by one
//! pooled test and its power (`verdict`). docs/verdicts.md has the definitions.

use super::compared::{CellVerdict, Compared, correct};
use ludometer_stats::PooledTest;
use serde::Serialize;

/// The verdict on a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum TableVerdict {
    /// The pooled test does not reject, and would have seen every named wrong player with a
    /// probability of at least 90 %.
    Confirmed,
    /// The pooled test rejects.
    Refuted,
    /// It does not reject, but a wrong player might have passed as well.
    CannotTell,
    /// What is played here is not what was published.
    NotCompared,
}

impl TableVerdict {
    /// As text.
    pub fn words(self) -> &'static str {
        match self {
            TableVerdict::Confirmed => "confirmed",
            TableVerdict::Refuted => "refuted",
            TableVerdict::CannotTell => "cannot tell",
            TableVerdict::NotCompared => "not compared",
        }
    }
}

/// Whether a table's figures count in totals. Each published number counts once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum TableRole {
    /// Its figures count.
    Primary,
    /// Another reading or a stand-in for figures that count elsewhere.
    Sensitivity,
    /// Signs, classes and counts that follow from figures that count elsewhere.
    Derived,
    /// Computed, without chance.
    Exact,
}

/// A wrong player in place of ours: how often the table's test would see it, and what its figures
/// would score.
#[derive(Clone, Debug, Serialize)]
pub struct WrongPlayer {
    /// How it differs from the published player.
    pub name: String,
    /// The probability that a table of its figures is refuted, by simulation.
    pub power: f64,
    /// Its cells that are consistent with the published ones.
    pub consistent: usize,
    /// All its cells that are compared.
    pub of: usize,
    /// The p of its table.
    pub p: Option<f64>,
}

/// Which sample is too small.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum TooSmall {
    /// Ours: about this many episodes a cell would decide it.
    Ours(u64),
    /// The published one: no number of episodes can.
    Published,
}

/// A table beside the published one.
#[derive(Clone, Debug, Serialize)]
pub struct Agreement {
    /// The name of the table.
    pub table: String,
    /// Whether its figures count in totals.
    pub role: TableRole,
    /// Every cell for which a figure was published.
    pub cells: Vec<Compared>,
    /// The pooled test of all cells.
    #[serde(serialize_with = "test_fields")]
    pub test: Option<PooledTest>,
    /// The power of the test against wrong players.
    pub wrong_players: Vec<WrongPlayer>,
    /// The verdict on the table.
    pub verdict: TableVerdict,
    /// Which sample is too small, where the verdict is *cannot tell*.
    pub too_small: Option<TooSmall>,
    /// Why the verdict is *cannot tell*, or why the table is not compared.
    pub reason: Option<String>,
}

fn test_fields<S: serde::Serializer>(
    test: &Option<PooledTest>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let fields = test.map(|test| {
        serde_json::json!({
            "cells": test.cells,
            "shift": test.shift,
            "scatter": test.scatter,
            "degrees": test.degrees,
            "p_shift": test.p_shift,
            "p_scatter": test.p_scatter,
            "p": test.p,
        })
    });
    fields.serialize(serializer)
}

impl Agreement {
    /// A table that is not judged yet: cells are corrected for their number.
    pub(super) fn new(table: &str, role: TableRole, mut cells: Vec<Compared>) -> Agreement {
        correct(&mut cells);
        Agreement {
            table: table.to_string(),
            role,
            cells,
            test: None,
            wrong_players: Vec::new(),
            verdict: TableVerdict::CannotTell,
            too_small: None,
            reason: None,
        }
    }

    /// A table that was computed without chance: confirmed if all that counts is the same.
    pub fn exact(table: &str, cells: Vec<Compared>) -> Agreement {
        let mut agreement = Agreement::new(table, TableRole::Exact, cells);
        let counted = || agreement.cells.iter().filter(|cell| cell.counts);
        let same = counted().all(|cell| cell.verdict == CellVerdict::Same);
        agreement.verdict = match (counted().count(), same) {
            (0, _) => TableVerdict::CannotTell,
            (_, true) => TableVerdict::Confirmed,
            (_, false) => TableVerdict::Refuted,
        };
        agreement
    }

    /// Cells that count in totals.
    pub fn counted(&self) -> impl Iterator<Item = &Compared> {
        let counts = matches!(self.role, TableRole::Primary | TableRole::Exact);
        self.cells.iter().filter(move |cell| counts && cell.counts)
    }

    /// How many cells have a verdict.
    pub fn count(&self, verdict: CellVerdict) -> usize {
        let cells = self.cells.iter();
        cells.filter(|cell| cell.verdict == verdict).count()
    }

    /// Corrects the cells for their number again, after some were withdrawn.
    pub(super) fn correct(&mut self) {
        correct(&mut self.cells);
    }

    /// The last lines of the table.
    pub fn words(&self) -> String {
        let of = self.cells.len();
        let head = format!("Table {}", self.table);
        let count = |verdict: CellVerdict| match self.count(verdict) {
            0 => String::new(),
            count if verdict == CellVerdict::Differs && count > 1 => format!(", {count} differ"),
            count => format!(", {count} {}", verdict.words()),
        };
        match self.role {
            TableRole::Derived => {
                let same = self.count(CellVerdict::Same) + self.count(CellVerdict::Consistent);
                return format!(
                    "{head}: {same} of {of} as published{}; derived from other figures, not counted",
                    count(CellVerdict::NotCompared)
                );
            }
            TableRole::Exact => {
                let counted = self.counted();
                let (same, of) = counted.fold((0, 0), |(same, of), cell| {
                    let is = usize::from(cell.verdict == CellVerdict::Same);
                    (same + is, of + 1)
                });
                return format!(
                    "{head}: {}. {same} of {of} figures as published, computed without chance; any other value would be refuted",
                    self.verdict.words()
                );
            }
            TableRole::Primary | TableRole::Sensitivity => {}
        }
        if self.verdict == TableVerdict::NotCompared {
            let reason = self
                .reason
                .as_deref()
                .unwrap_or("it is not what was published");
            return format!("{head}: not compared: {reason}");
        }
        let mut text = format!("{head}: {}", self.verdict.words());
        if let Some(reason) = &self.reason {
            text += &format!(" ({reason})");
        }
        text += &format!(
            ". {} of {of} cells consistent{}{}{}",
            self.count(CellVerdict::Consistent),
            count(CellVerdict::Differs),
            count(CellVerdict::CannotBeJudged),
            count(CellVerdict::NotCompared),
        );
        if let Some(test) = &self.test {
            text += &format!(
                "; pooled test p {} (shift {:+.1} standard errors, sum of squares {:.1} where {} is expected)",
                probability(test.p),
                test.shift,
                test.scatter,
                test.cells
            );
        }
        let wrong = self.wrong_players.iter().map(|wrong| {
            let p = wrong
                .p
                .map_or(String::new(), |p| format!(", p {}", probability(p)));
            format!(
                "{} {:.0} % (as played: {} of {} consistent{p})",
                wrong.name,
                100.0 * wrong.power,
                wrong.consistent,
                wrong.of
            )
        });
        let wrong: Vec<String> = wrong.collect();
        if !wrong.is_empty() {
            text += &format!(". Power against {}", wrong.join("; "));
        }
        if self.role == TableRole::Sensitivity {
            text += ". Another reading of figures that count elsewhere";
        }
        text
    }
}

/// A p for people.
pub(super) fn probability(p: f64) -> String {
    match p {
        ..1e-4 => "< 0.0001".to_string(),
        p => format!("= {p:.4}"),
    }
}
