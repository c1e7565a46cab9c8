//! The report of a study: its arms beside each other. The unit is the seed, not the game: runs that
//! differ in their seeds are independent repetitions of an arm.

use super::present::{p_value, signed};
use super::tuned_param::four_digits;
use super::{Study, Tuned, document};
use crate::tally::CONFIDENCE;
use ludometer_report::{Block, Cell, Column, Document, Table};
use ludometer_stats::{RunningStats, holm, mean_against_error};

/// What the runs of an arm brought.
struct Repeated {
    name: String,
    seeds: Vec<u64>,
    gains: Vec<f64>,
    results: Vec<Option<f64>>,
}

/// The report of a study: a table of its arms, then the report of each run. A study of one arm is the
/// report of its tuning.
pub fn study_document(study: &Study, tuned: &[Tuned]) -> Document {
    if let ([arm], [tuned]) = (&study.arms[..], tuned) {
        return document(&arm.tuning, tuned);
    }
    let mut whole = Document::new(&study.title);
    if !study.about.is_empty() {
        whole = whole.text(&study.about);
    }
    whole = whole.table(arms(study, tuned));
    for (arm, tuned) in study.arms.iter().zip(tuned) {
        let part = document(&arm.tuning, tuned);
        let seed = arm.tuning.seed;
        whole
            .blocks
            .push(Block::Heading(format!("{}, seed {seed}", arm.name)));
        whole.blocks.extend(part.blocks);
    }
    whole
}

fn repeated(study: &Study, tuned: &[Tuned]) -> Vec<Repeated> {
    let names = study.names().into_iter();
    let runs = |name: &str| {
        let runs = study.arms.iter().zip(tuned);
        let runs = runs.filter(|(arm, _)| arm.name == name);
        runs.collect::<Vec<_>>()
    };
    let repeated = names.map(|name| {
        let runs = runs(name);
        Repeated {
            name: name.to_string(),
            seeds: runs.iter().map(|(arm, _)| arm.tuning.seed).collect(),
            gains: runs.iter().map(|(_, t)| t.held_out.difference).collect(),
            results: runs.iter().map(|(_, t)| t.held_out.tuned).collect(),
        }
    });
    repeated.collect()
}

fn arms(study: &Study, tuned: &[Tuned]) -> Table {
    let all = repeated(study, tuned);
    let mut table = Table::new(
        "arms",
        "Arms, by what they gain over their start on held-out openings",
    )
    .column(Column::left("arm"))
    .column(Column::right("seeds"))
    .column(Column::decimal("tuned"))
    .column(Column::decimal("gain"))
    .column(Column::decimal("over the first arm"))
    .column(Column::decimal("p"));
    // Runs of the same seed share their openings.
    let over: Vec<RunningStats> = all.iter().map(|arm| paired(arm, &all[0])).collect();
    let raw = over
        .iter()
        .skip(1)
        .map(|d| mean_against_error(d, 0.0, 0.0).unwrap_or(1.0));
    let corrected = holm(&raw.collect::<Vec<_>>()).unwrap_or_default();
    for (number, (arm, over)) in all.iter().zip(&over).enumerate() {
        let results: Option<Vec<f64>> = arm.results.iter().copied().collect();
        let results = results.map(|results| results.into_iter().collect::<RunningStats>());
        let number_of = |running: &RunningStats| match running.mean() {
            Some(mean) => Cell::said(four_digits(mean), mean),
            None => Cell::text("–"),
        };
        let mut row = vec![
            Cell::text(&arm.name),
            Cell::number(arm.seeds.len() as f64, 0),
            results.as_ref().map_or(Cell::text("–"), number_of),
            estimate(&arm.gains.iter().copied().collect()),
        ];
        match number.checked_sub(1).map(|before| corrected.get(before)) {
            Some(p) if over.count() > 0 => {
                let p = p.copied().unwrap_or(1.0);
                let shown = over.count() > 1;
                row.push(estimate(over));
                row.push(if shown {
                    Cell::said(p_value(p), p)
                } else {
                    Cell::text("–")
                });
            }
            _ => row.extend([Cell::empty(), Cell::empty()]),
        }
        table = table.row(row);
    }
    table
        .note("the unit is a seed: in brackets 95 % intervals over seeds, Student's, where there are two or more; differences are of runs with the same seed")
        .note("p against no difference from the first arm, corrected for the number of arms (Holm)")
}

/// The differences between runs of the same seed.
fn paired(arm: &Repeated, first: &Repeated) -> RunningStats {
    let runs = arm.seeds.iter().zip(&arm.gains);
    let differences = runs.filter_map(|(seed, gain)| {
        let at = first.seeds.iter().position(|known| known == seed)?;
        Some(gain - first.gains[at])
    });
    differences.collect()
}

fn estimate(running: &RunningStats) -> Cell {
    let Some(mean) = running.mean() else {
        return Cell::text("–");
    };
    let cell = Cell::said(signed(mean), mean);
    match running.mean_interval(CONFIDENCE) {
        Ok(interval) if running.count() > 1 => {
            let (low, high) = (signed(interval.low), signed(interval.high));
            cell.detail(format!("[{low}, {high}]"))
        }
        _ => cell,
    }
}
