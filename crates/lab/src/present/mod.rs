//! From stored rows to tables and plots: reads sums over units, never a game.

mod agreement;
mod behaviour;
mod beside;
mod best;
mod compare;
mod compared;
mod contest;
mod contrast;
mod counts;
mod cross;
mod effect;
mod endings;
mod matches;
mod notes;
mod plot;
mod printed;
mod ratings;
mod results;
mod sprt;
mod standings;
mod table;
mod verdict;

pub use agreement::{Agreement, TableRole, TableVerdict, TooSmall, WrongPlayer};
pub use compared::{CellVerdict, Compared, ComparedEntry, LEVEL};
pub use contest::{Contest, Mean};
pub use contrast::Contrast;
pub use results::{CellSet, Results};
pub use standings::{has_standings, standings};
pub use verdict::Control;

use crate::plan::{Cell, TableKind, Truncation};
use crate::store::StoreError;
use ludometer_report::{Block, Document};

impl Results<'_> {
    /// What has to be said of episodes that figures are not of, or that the rules did not end, in these
    /// cells.
    fn exceptions(&self, wanted: &[(&str, &str)]) -> Vec<String> {
        let sample = self.sample(wanted);
        let tallies = || sample.cells().iter().map(|&cell| &self.tallies[cell]);
        let episodes: u64 = tallies().map(|tally| tally.count()).sum();
        let left_out: u64 = tallies().map(|tally| tally.left_out()).sum();
        let sum = |which: usize| tallies().map(|tally| tally.unfinished()[which]).sum();
        let [truncated, forfeited]: [u64; 2] = [sum(0), sum(1)];
        let worth = match self.plan.truncation {
            Truncation::Draw => "they score as draws and are not counted as drawn",
            Truncation::Exclude => "they are left out of shares, scores and payoffs",
        };
        let mut notes = Vec::new();
        if left_out > 0 {
            notes.push(format!(
                "{left_out} of {episodes} episodes are left out of all figures: other games of the same opening or deck are missing"
            ));
        }
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
        let tallies = self.tallies.iter().map(|tally| tally.late());
        tallies.fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1))
    }

    /// The report's blocks without its title, and how each table agrees with its published figures.
    pub fn present(&self) -> Result<(Vec<Block>, Vec<Agreement>), StoreError> {
        self.present_with(&[])
    }

    /// The same, with controls that were played to see whether the test of a table would notice them.
    pub fn present_with(
        &self,
        controls: &[Control<'_>],
    ) -> Result<(Vec<Block>, Vec<Agreement>), StoreError> {
        let mut document = Document::new("");
        if !self.plan.about.is_empty() {
            document = document.text(&self.plan.about);
        }
        if let Some(source) = &self.plan.source {
            document = document.text(format!("*{source}*"));
        }
        if self.earlier {
            document = document.text(
                "*Some of these episodes were played by an earlier version of the program, with other random streams. `run` plays them anew.*",
            );
        }
        if self.plan.cells.iter().any(Cell::is_time_limited) {
            let (late, of) = self.late();
            document = document.text(format!(
                "*Decisions had a limit in time: these figures cannot be repeated to the bit. {late} of {of} decisions came late.*",
            ));
        }
        document = sprt::sprt(self, document)?;
        let mut agreements = Vec::new();
        for layout in &self.plan.tables {
            if let TableKind::Ratings(anchor) = &layout.kind {
                document = ratings::ratings(self, layout, anchor.as_ref(), document)?;
                continue;
            }
            let (mut table, agreement) = table::table(self, layout);
            table = table.metric(layout.metric.name());
            let cells: Vec<(&str, &str)> = layout.conditions().collect();
            for note in self.exceptions(&cells) {
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
        document = self.endings(document);
        for layout in &self.plan.plots {
            document = plot::plots(self, layout, document);
        }
        for control in controls {
            control.results.checked()?;
        }
        self.checked()?;
        Ok((document.blocks, agreements))
    }
}
