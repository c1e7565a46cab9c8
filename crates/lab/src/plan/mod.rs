//! Plans: experiments as TOML. A plan names a game, agents, match rules, how many episodes, and which
//! tables and plots to make of them beside which published figures.

mod budget;
mod cell;
mod check;
pub(crate) mod combine;
mod find;
mod games;
mod layout;
mod layouts;
pub(crate) mod match_keys;
mod read;
pub(crate) mod schema;
mod secret;
mod sprt;
mod template;

pub(crate) use budget::budget;
pub use cell::Cell;
pub use find::find;
pub(crate) use games::OpenedGames;
pub use layout::{
    Criterion, Part, PlotKind, PlotLayout, RatingAnchor, RatingScale, TableKind, TableLayout, Test,
    TestKind, Truncation,
};
pub(crate) use read::{filled, generator};
pub use schema::schema;
pub use secret::concealed_setting;
pub(crate) use secret::{PlanSeed, SECRET_KEYS};
pub use sprt::{ELO_MODELS, SprtRule};
pub(crate) use template::MOST_EPISODES;

pub use ludometer_arena::metric::Metric;

/// An experiment, read and checked.
pub struct Plan {
    /// The name it is stored and listed under.
    pub name: String,
    /// The title of its reports.
    pub title: String,
    /// What the experiment is about, in a few sentences.
    pub about: String,
    /// The paper it belongs to.
    pub paper: Option<String>,
    /// Its text as TOML, with every key that was set from outside and without comments.
    pub text: String,
    /// The files that it names, with their texts.
    pub files: Vec<(String, String)>,
    /// The random seed.
    pub seed: u64,
    /// Episodes of each cell at full size.
    pub episodes: u64,
    /// Episodes of each cell at quick size: the first ones of the full size.
    pub quick: u64,
    /// The measure of the last state that is recorded, if any.
    pub measure: Option<String>,
    /// The sequential test that ends the games of each cell, if there is one.
    pub sprt: Option<SprtRule>,
    /// How truncated episodes count.
    pub truncation: Truncation,
    /// Where its games of VGDL come from, in a sentence, if it has any.
    pub source: Option<String>,
    /// What is played, one entry for each combination of variables.
    pub cells: Vec<Cell>,
    /// The tables of its report.
    pub tables: Vec<TableLayout>,
    /// The plots of its report.
    pub plots: Vec<PlotLayout>,
    /// The values of variables in the order of published figures, where settings changed the plan.
    pub(crate) published_order: Option<Vec<(String, Vec<String>)>>,
}

/// How much of a plan is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// The first episodes of every cell: minutes for all papers together.
    Quick,
    /// As published.
    Full,
}

impl Plan {
    /// Episodes of each cell.
    pub fn count(&self, size: Size) -> u64 {
        match size {
            Size::Quick => self.quick,
            Size::Full => self.episodes,
        }
    }

    /// The values of a variable in the order of published figures: those of the plan before settings
    /// changed it.
    pub(crate) fn published_values(&self, variable: &str) -> Vec<&str> {
        let order = self.published_order.iter().flatten();
        let mut known = order.filter(|(name, _)| name == variable);
        match known.next() {
            Some((_, values)) => values.iter().map(String::as_str).collect(),
            None => self.values(variable),
        }
    }

    /// Notes where this plan departs from the one that its published figures are about: `original` is
    /// the plan without settings. `tables` says whether the settings brought tables of their own.
    fn depart_from(&mut self, original: &Plan, tables: bool) {
        for cell in &mut self.cells {
            let same = |other: &&Cell| {
                let (ours, theirs) = (cell.variables(), other.variables());
                ours.len() == theirs.len() && ours.iter().all(|pair| theirs.contains(pair))
            };
            match original.cells.iter().find(same) {
                Some(other) => cell.depart_from(other),
                None => cell.departure = Some("the plan as published has no such cell".to_string()),
            }
        }
        if !tables {
            let names: Vec<String> = original
                .tables
                .iter()
                .flat_map(|table| [table.rows.clone(), table.columns.clone()])
                .collect();
            let values = |name: &str| {
                let values = original.values(name).into_iter();
                values.map(str::to_string).collect()
            };
            let order = names.iter().map(|name| (name.clone(), values(name)));
            self.published_order = Some(order.collect());
        }
    }

    /// The values of a variable, in the order in which cells first have them.
    pub fn values(&self, variable: &str) -> Vec<&str> {
        let mut values = Vec::new();
        for cell in &self.cells {
            match cell.variable(variable) {
                Some(value) if !values.contains(&value) => values.push(value),
                _ => {}
            }
        }
        values
    }
}
