//! From stored rows to tables and plots: reads tallies, never a game.

mod agreement;
mod behaviour;
mod beside;
mod best;
mod compare;
mod contest;
mod cross;
mod plot;
mod printed;
mod table;
mod verdict;

pub use agreement::{
    Agreement, CellVerdict, Compared, ComparedEntry, LEVEL, TableRole, TableVerdict, TooSmall,
    WrongPlayer,
};
pub use compare::Contrast;
pub use contest::{Contest, Mean};
pub use verdict::Control;

use crate::plan::{Cell, Metric, Plan, Truncation};
use crate::store::{Store, StoreError};
use crate::tally::CellStats;
use ludometer_report::{Block, Document};
use std::borrow::Cow;

/// A plan with what its rows add up to, one tally for each cell.
pub struct Results<'a> {
    /// The plan.
    pub plan: &'a Plan,
    /// One for each of the plan's cells.
    pub tallies: Vec<CellStats>,
    /// Episodes requested in each cell.
    pub count: u64,
    /// Whether some rows are from before entries had versions.
    pub unversioned: bool,
}

impl<'a> Results<'a> {
    /// Reads the first `count` episodes of every cell.
    pub fn read(plan: &'a Plan, count: u64, store: &Store) -> Result<Results<'a>, StoreError> {
        let mut results = Results {
            plan,
            tallies: Vec::with_capacity(plan.cells.len()),
            count,
            unversioned: false,
        };
        for cell in &plan.cells {
            let mut tally = CellStats::new(cell.group()).counting(plan.truncation);
            if let Some((id, unversioned)) = store.known_to_report(cell)? {
                store.read(id, count, |number, episode| tally.add(number, episode))?;
                results.unversioned |= unversioned;
            }
            results.tallies.push(tally);
        }
        Ok(results)
    }

    /// Every cell with these values of its variables, and its tally.
    fn tallies(&self, wanted: &[(&str, &str)]) -> Vec<&CellStats> {
        let fits = |cell: &Cell| {
            wanted
                .iter()
                .all(|(name, value)| cell.variable(name) == Some(value))
        };
        let both = self.plan.cells.iter().zip(&self.tallies);
        both.filter(|(cell, _)| fits(cell))
            .map(|(_, tally)| tally)
            .collect()
    }

    /// What the cells with these values of their variables add up to, all together.
    pub fn tally(&self, wanted: &[(&str, &str)]) -> Option<Cow<'_, CellStats>> {
        match self.tallies(wanted)[..] {
            [] => None,
            [only] => Some(Cow::Borrowed(only)),
            ref several => CellStats::pool(several.iter().copied()).map(Cow::Owned),
        }
    }

    /// What has to be said of episodes that the rules did not end, in these cells.
    fn unfinished(&self, wanted: &[(&str, &str)]) -> Vec<String> {
        let tallies = self.tallies(wanted);
        let episodes: u64 = tallies.iter().map(|tally| tally.count()).sum();
        let sum = |which: usize| tallies.iter().map(|tally| tally.unfinished()[which]).sum();
        let [truncated, forfeited]: [u64; 2] = [sum(0), sum(1)];
        let worth = match self.plan.truncation {
            Truncation::Draw => "they score as draws and are not counted as drawn",
            Truncation::Exclude => "they are left out of shares, scores and payoffs",
        };
        let mut notes = Vec::new();
        if truncated > 0 {
            notes.push(format!(
                "{truncated} of {episodes} episodes were truncated, cut off before the rules ended them: {worth}"
            ));
        }
        if forfeited > 0 {
            notes.push(format!(
                "{forfeited} of {episodes} episodes were forfeited by an agent that failed, and count as its losses; `report --rows` has the reasons"
            ));
        }
        notes
    }

    /// How many decisions came after their time, and how many there were.
    fn late(&self) -> (u64, u64) {
        let sum = |metric, seats: usize| -> u64 {
            let tallies = self.tallies.iter();
            let values = tallies
                .flat_map(|tally| (0..seats).flat_map(move |seat| tally.values(metric, seat)));
            values.map(|value| value as u64).sum()
        };
        let seats = self.plan.cells.iter().map(Cell::seats).max().unwrap_or(0);
        (sum(Metric::Late, seats), sum(Metric::Plies, 1))
    }

    /// The report's blocks without its title, and how each table agrees with its published figures.
    pub fn present(&self) -> (Vec<Block>, Vec<Agreement>) {
        self.present_with(&[])
    }

    /// The same, with controls that were played to see whether the test of a table would notice them.
    pub fn present_with(&self, controls: &[Control<'_>]) -> (Vec<Block>, Vec<Agreement>) {
        let mut document = Document::new("");
        if !self.plan.about.is_empty() {
            document = document.text(&self.plan.about);
        }
        if let Some(source) = &self.plan.source {
            document = document.text(format!("*{source}*"));
        }
        if self.unversioned {
            document = document.text(
                "*Some of these episodes were played by an earlier version of the program, which did not yet record the versions of games and agents. `run` plays them anew.*",
            );
        }
        if !self.plan.cells.iter().all(Cell::is_repeatable) {
            let (late, of) = self.late();
            document = document.text(format!(
                "*Decisions had a limit in time: these figures cannot be repeated to the bit. {late} of {of} decisions came late.*",
            ));
        }
        let mut agreements = Vec::new();
        for layout in &self.plan.tables {
            let (mut table, agreement) = table::table(self, layout);
            table = table.metric(layout.metric.name());
            let cells: Vec<(&str, &str)> = layout.conditions().collect();
            for note in self.unfinished(&cells) {
                table = table.note(note);
            }
            let Some(agreement) = agreement else {
                document = document.table(table);
                continue;
            };
            let agreement = verdict::judge(self, layout, agreement, controls);
            document = document
                .table(beside::beside(verdict::say(table, &agreement), &agreement))
                .verdict(agreement.words());
            agreements.push(agreement);
        }
        for layout in &self.plan.plots {
            document = plot::plots(self, layout, document);
        }
        (document.blocks, agreements)
    }
}
