//! `ludometer plan cost`.

use super::sample::{SECONDS, Sample, sample};
use crate::cli::Failure;
use crate::cli::log::{note, say};
use crate::cli::output::{Format, emit, emit_json, reachable, render};
use crate::cli::run::{Options, has_episodes};
use crate::cli::schemas::Schema;
use clap::Args;
use ludometer_arena::registry::Registry;
use ludometer_lab::plan::Plan;
use ludometer_lab::run::{Forecast, best_parts, forecast};
use ludometer_report::{Cell, Column, Document, Table};
use serde::Serialize;
use std::collections::HashSet;

/// Cores that are spoken of.
const CORES: [u64; 4] = [2, 16, 256, 4096];

/// Measure a sample of every cell of a plan, and say what the whole plan costs.
///
/// Episodes of every cell are played in turn on one thread, spread over the numbers of the cell. Wall times are
/// made from the measured times, drawn again for every part as `run --part` deals them.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  ludometer plan cost slide-depth4\n  ludometer plan cost seeding --seconds 300 --output costs.json"
)]
pub(in crate::cli) struct Cost {
    /// Plan: a TOML file or the name of a built-in plan.
    plan: String,
    #[command(flatten)]
    options: Options,
    /// Seconds that the sample may take.
    #[arg(long, value_name = "N", default_value_t = SECONDS, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    seconds: u64,
    /// Write the costs of the cells to FILE, by which `ludometer run --part I/N --costs FILE` deals.
    #[arg(long, short, value_name = "FILE")]
    output: Option<String>,
    /// Write the estimate as JSON to FILE; `-` is stdout, instead of the table.
    #[arg(long, value_name = "FILE")]
    json: Option<String>,
}

/// What a plan costs.
#[derive(Clone, Debug, Serialize)]
pub(in crate::cli) struct Estimate {
    /// Cells that differ.
    pub(in crate::cli) cells: usize,
    /// Cells of which no episode was finished in time: they are taken for the mean of the others.
    pub(in crate::cli) unmeasured: usize,
    /// Episodes of all cells.
    pub(in crate::cli) episodes: u64,
    /// Episodes that were measured.
    pub(in crate::cli) measured: u64,
    /// Processor hours of all episodes.
    pub(in crate::cli) processor_hours: f64,
    /// Bytes of all rows in a store.
    pub(in crate::cli) store_bytes: f64,
    /// The recommended number of parts.
    pub(in crate::cli) parts: u64,
    /// Seconds of uniting all stores.
    pub(in crate::cli) merge_seconds: f64,
    /// Wall times.
    pub(in crate::cli) forecasts: Vec<Forecast>,
}

/// What a sample says of a plan.
pub(in crate::cli) fn estimate(plan: &Plan, count: u64, sample: &Sample) -> Estimate {
    let mut seen = HashSet::new();
    let known: Vec<(f64, f64)> = plan
        .cells
        .iter()
        .map(|cell| cell.key())
        .filter(|key| seen.insert(*key))
        .filter_map(|key| sample.costs.of(&key))
        .map(|cost| (cost.seconds, cost.bytes))
        .collect();
    // Cells that were not measured count as the mean of the others.
    let mean = |of: fn(&(f64, f64)) -> f64| known.iter().map(of).sum::<f64>() / known.len() as f64;
    let episodes = sample.cells as u64 * count;
    let seconds = mean(|(seconds, _)| *seconds) * episodes as f64;
    let parts = best_parts(plan, count, seconds);
    let on = |cores| forecast(plan, count, &sample.costs, &sample.times, parts, cores);
    Estimate {
        cells: sample.cells,
        unmeasured: sample.unmeasured,
        episodes,
        measured: sample.episodes,
        processor_hours: seconds / 3600.0,
        store_bytes: mean(|(_, bytes)| *bytes) * episodes as f64,
        parts,
        merge_seconds: episodes as f64 / sample.united,
        forecasts: CORES.into_iter().map(on).collect(),
    }
}

/// The seconds of the dearest of so many parts.
pub(in crate::cli) fn longest(plan: &Plan, count: u64, sample: &Sample, parts: u64) -> f64 {
    forecast(plan, count, &sample.costs, &sample.times, parts, 1).longest
}

/// A time in words.
pub(in crate::cli) fn time(seconds: f64) -> String {
    match seconds {
        s if s < 120.0 => format!("{s:.1} s"),
        s if s < 7200.0 => format!("{:.1} min", s / 60.0),
        s if s < 172_800.0 => format!("{:.1} h", s / 3600.0),
        s => format!("{:.1} days", s / 86_400.0),
    }
}

impl Cost {
    pub(in crate::cli) fn go(self, registry: &Registry) -> Result<(), Failure> {
        reachable([&self.output, &self.json])?;
        let plan = self.options.plan(&self.plan, registry)?;
        let count = plan.count(self.options.size());
        has_episodes(&plan, count)?;
        let sample = sample(&plan, count, self.seconds)?;
        if sample.unmeasured > 0 {
            note(&format!(
                "no episode of {} of {} cells was finished within {} seconds: they are taken for the mean of the others; allow more with --seconds",
                sample.unmeasured, sample.cells, self.seconds
            ));
        }
        if let Some(to) = &self.output {
            emit(&sample.costs.text(), Some(to))?;
            say(&format!("the costs of the cells are in {to}"));
        }
        let estimate = estimate(&plan, count, &sample);
        if let Some(to) = &self.json {
            emit_json(Schema::PlanCost, &estimate, to)?;
        }
        if self.json.as_deref() != Some("-") {
            emit(&render(&document(&plan, &estimate), Format::Table), None)?;
        }
        Ok(())
    }
}

fn document(plan: &Plan, estimate: &Estimate) -> Document {
    let text = format!(
        "{} episodes in {} cells, {} of them measured. {} of one processor, {:.1} MB of store, {} to unite. Recommended number of parts: {}.",
        estimate.episodes,
        estimate.cells,
        estimate.measured,
        time(estimate.processor_hours * 3600.0),
        estimate.store_bytes / 1e6,
        time(estimate.merge_seconds),
        estimate.parts
    );
    let mut table = Table::new("cost", "Wall time by the number of cores")
        .column(Column::right("cores"))
        .column(Column::right("parts"))
        .column(Column::right("wall time"))
        .column(Column::right("and united"))
        .column(Column::right("dearest part above the mean"));
    for forecast in &estimate.forecasts {
        table = table.row(vec![
            Cell::number(forecast.cores as f64, 0),
            Cell::number(forecast.parts as f64, 0),
            Cell::text(time(forecast.wall)),
            Cell::text(time(forecast.wall + estimate.merge_seconds)),
            Cell::text(format!("{:.1} %", 100.0 * forecast.imbalance)),
        ]);
    }
    Document::new(format!("What {} costs", plan.name))
        .text(text)
        .table(table)
}
