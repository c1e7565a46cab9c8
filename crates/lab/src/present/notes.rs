//! What every table and plot says of its brackets and error bars.

use super::Results;
use crate::tally::{AnalysisStage, IntervalKind, StatFigure};
use std::collections::BTreeSet;

/// The intervals that a table or a plot shows.
#[derive(Default)]
pub(super) struct Shown {
    kinds: BTreeSet<IntervalKind>,
    units: Option<(u64, u64)>,
    /// Whether units have several games somewhere.
    grouped: bool,
}

impl Shown {
    /// Remembers a figure that is shown.
    pub(super) fn see(&mut self, figure: &StatFigure) {
        if figure.interval.is_none() {
            return;
        }
        self.kinds.insert(figure.kind);
        let (least, most) = self.units.unwrap_or((figure.units, figure.units));
        self.units = Some((least.min(figure.units), most.max(figure.units)));
        self.grouped |= figure.n > figure.units;
    }

    /// One note for intervals at the planned number of episodes and one for the others; `where_shown` is
    /// `in brackets` or the like.
    pub(super) fn notes(&self, results: &Results<'_>, where_shown: &str) -> Vec<String> {
        let Some((least, most)) = self.units else {
            return Vec::new();
        };
        let units = match least == most {
            true => format!("{least}"),
            false => format!("{least} to {most}"),
        };
        let units = match self.grouped {
            true => format!("{units} observations: all games of one opening or deck are one"),
            false => format!("{units} independent episodes"),
        };
        let named = |anytime: bool| {
            let kinds = self
                .kinds
                .iter()
                .filter(|kind| kind.is_anytime() == anytime);
            let names: Vec<&str> = kinds.map(|kind| title(*kind)).collect();
            (!names.is_empty()).then(|| names.join(", "))
        };
        let (fixed, anytime) = (named(false), named(true));
        // Where a table has both, it says of which figures each is.
        let [as_planned, others] = match fixed.is_some() && anytime.is_some() {
            true => [
                "of cells with the planned number of episodes, ",
                "of the others, ",
            ],
            false => [""; 2],
        };
        let mut notes = Vec::new();
        notes.extend(
            fixed.map(|names| {
                format!("{as_planned}{where_shown} 95 % intervals ({names}) of {units}")
            }),
        );
        notes.extend(anytime.map(|names| {
            let reason = reason(results);
            format!(
                "{others}{where_shown} anytime 95 % intervals ({names}) of {units}; they hold at every look, {reason}"
            )
        }));
        notes
    }
}

fn title(kind: IntervalKind) -> &'static str {
    match kind {
        IntervalKind::None => "",
        IntervalKind::Wilson => "Wilson",
        IntervalKind::Student => "Student",
        IntervalKind::Betting => "betting",
        IntervalKind::Mixture => "normal mixture, asymptotic",
    }
}

/// Why intervals must hold at every look.
pub(super) fn reason(results: &Results<'_>) -> String {
    let looks = results.tallies.iter().filter(|tally| !tally.is_empty());
    if results.plan.sprt.is_some() {
        return "as a sequential test decides how many episodes there are".to_string();
    }
    match looks.map(|tally| tally.look()).max() {
        Some(AnalysisStage::Changed) => {
            "as the number of episodes was changed after some had been played".to_string()
        }
        _ => format!(
            "as not all of the planned {} episodes a cell were played",
            results.count
        ),
    }
}
