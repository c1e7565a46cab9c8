//! From stored rows to tables and plots: reads tallies, never a game.

mod agreement;
mod behaviour;
mod contest;
mod cross;
mod plot;
mod table;

pub use agreement::{Agreement, Compared, Entry};
pub(crate) use contest::{Contest, Mean};

use crate::plan::{Cell, Plan};
use crate::store::{Store, StoreError};
use crate::tally::Tally;
use ludometer_report::{Block, Document};

/// A plan with what its rows add up to, one tally for each cell.
pub struct Results<'a> {
    /// The plan.
    pub plan: &'a Plan,
    /// One for each of the plan's cells.
    pub tallies: Vec<Tally>,
    /// Episodes that were asked for in each cell.
    pub count: u64,
}

impl<'a> Results<'a> {
    /// Reads the first `count` episodes of every cell.
    pub fn read(plan: &'a Plan, count: u64, store: &Store) -> Result<Results<'a>, StoreError> {
        let tallies = plan.cells.iter().map(|cell| {
            let mut tally = Tally::new(cell.group());
            if let Some(id) = store.known(cell)? {
                store.read(id, count, |number, episode| tally.add(number, episode))?;
            }
            Ok(tally)
        });
        Ok(Results {
            plan,
            tallies: tallies.collect::<Result<_, StoreError>>()?,
            count,
        })
    }

    /// Every cell with these values of its variables, and its tally.
    fn tallies(&self, wanted: &[(&str, &str)]) -> Vec<&Tally> {
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

    /// The tally of the first cell with these values of its variables.
    fn tally(&self, wanted: &[(&str, &str)]) -> Option<&Tally> {
        self.tallies(wanted).into_iter().next()
    }

    /// The report's blocks without its title, and how each table agrees with its published figures.
    pub fn present(&self) -> (Vec<Block>, Vec<Agreement>) {
        let mut document = Document::new("");
        if !self.plan.about.is_empty() {
            document = document.text(&self.plan.about);
        }
        if !self.plan.cells.iter().all(Cell::is_repeatable) {
            document = document.text(
                "*Decisions had a limit in time: these figures cannot be repeated to the bit.*",
            );
        }
        let mut agreements = Vec::new();
        for layout in &self.plan.tables {
            let (table, agreement) = table::table(self, layout);
            document = document.table(table);
            if let Some(agreement) = agreement {
                document = document.verdict(agreement.verdict());
                agreements.push(agreement);
            }
        }
        for layout in &self.plan.plots {
            document = plot::plots(self, layout, document);
        }
        (document.blocks, agreements)
    }
}
