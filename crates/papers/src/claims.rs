//! What papers say in words of what was played, checked against rows.
//!
//! Where a paper gives a range and no games, a claim stands unless the whole 99 % interval of our
//! figure lies outside its range: the counterpart of a test with p >= 0.01.

use ludometer_lab::present::{Agreement, Compared, ComparedEntry, Mean};
use ludometer_report::{Block, Cell, Column, Document, Mark, Table};

/// Disagreement needs the whole interval of this confidence.
pub(super) const CONFIDENCE: f64 = 0.99;

/// A range that a figure is said to lie in.
pub(super) struct Claim {
    /// Of whom.
    pub(super) who: String,
    /// Which figure.
    pub(super) what: &'static str,
    /// The games that ours is of.
    pub(super) games: u64,
    /// Ours, with its interval.
    pub(super) ours: Mean,
    /// The range.
    pub(super) range: (f64, f64),
    /// The paper's words.
    pub(super) said: &'static str,
}

impl Claim {
    fn stands(&self) -> bool {
        let (low, high) = self.range;
        self.ours
            .interval
            .is_none_or(|interval| interval.low <= high && interval.high >= low)
    }

    /// Shares have three digits, gains without end three and a sign, ratings none and a sign.
    fn text(&self, value: f64) -> String {
        match self.range {
            (0.0..=1.0, 0.0..=1.0) => format!("{value:.3}"),
            (0.0, f64::INFINITY) => format!("{value:+.3}"),
            _ => format!("{value:+.0}"),
        }
    }

    fn row(&self) -> Vec<Cell> {
        let interval = self.ours.interval.map_or(String::new(), |interval| {
            format!(
                "[{}, {}]",
                self.text(interval.low),
                self.text(interval.high)
            )
        });
        let mark = if self.stands() { Mark::Good } else { Mark::Bad };
        vec![
            Cell::text(&self.who),
            Cell::text(self.what),
            Cell::number(self.games as f64, 0),
            Cell::said(self.text(self.ours.value), self.ours.value)
                .mark(mark)
                .detail(interval),
            Cell::text(self.said),
        ]
    }

    fn compared(&self) -> Compared {
        Compared {
            row: self.who.clone(),
            column: self.what.to_string(),
            n: self.games,
            value: ComparedEntry::Number(self.ours.value),
            low: self.ours.interval.map(|interval| interval.low),
            high: self.ours.interval.map(|interval| interval.high),
            published: ComparedEntry::Sign(self.said.to_string()),
            published_n: None,
            agrees: self.stands(),
        }
    }
}

/// The claims as a table.
pub(super) fn told(name: &str, title: &str, claims: &[Claim]) -> (Vec<Block>, Vec<Agreement>) {
    let mut table = Table::new(name, title)
        .column(Column::left("who"))
        .column(Column::left("what"))
        .column(Column::right("games"))
        .column(Column::right("here"))
        .column(Column::left("paper"));
    for claim in claims {
        table = table.row(claim.row());
    }
    let table = table.note(
        "in brackets 99 % intervals; a claim stands unless the whole interval lies outside its range",
    );
    let agreement = Agreement::new(name, claims.iter().map(Claim::compared).collect());
    let document = Document::new("").table(table).verdict(agreement.verdict());
    (document.blocks, vec![agreement])
}

/// A claim that stands may only be one that so few games cannot refute.
pub(super) fn power(agreements: &[Agreement]) -> String {
    let cells = agreements.iter().flat_map(|agreement| &agreement.cells);
    let told = cells.clone().filter(|cell| {
        cell.low.is_some_and(|low| low > 0.0) || cell.high.is_some_and(|high| high < 0.0)
    });
    format!(
        "{} of these {} gains can be told from zero at this size; the others stand because nothing refutes them.",
        told.count(),
        cells.count()
    )
}
