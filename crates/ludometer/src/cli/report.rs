//! `ludometer report`: what the stored rows say.

use super::Failure;
use super::log::say;
use super::output::{Format, emit, emit_json, render};
use super::run::Options;
use clap::Args;
use ludometer_arena::play::COLUMNS;
use ludometer_arena::registry::Registry;
use ludometer_lab::plan::Plan;
use ludometer_lab::present::Results;
use ludometer_lab::store::Store;
use ludometer_report::Document;
use std::path::Path;

/// Print the report of an experiment from stored results, without playing.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  ludometer report slide-depth4 --format html --output depth4.html\n  ludometer report slide-depth4 --rows > rows.csv"
)]
pub(super) struct Report {
    /// Plan: a TOML file or the name of a built-in plan.
    plan: String,
    #[command(flatten)]
    options: Options,
    /// Format of the report.
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
    /// Write the report to FILE [default: stdout].
    #[arg(long, short, value_name = "FILE")]
    output: Option<String>,
    /// Print every row instead, as CSV or, with `--format json`, as JSON lines.
    #[arg(long)]
    rows: bool,
    /// Write the comparison with published figures as JSON to FILE.
    #[arg(long, value_name = "FILE")]
    json: Option<String>,
}

impl Report {
    pub(super) fn go(self, registry: &Registry) -> Result<(), Failure> {
        let plan = self.options.plan(&self.plan, registry)?;
        let store = Store::open_to_read(Path::new(&self.options.span.store))?;
        tracing::info!(store = %self.options.span.store, "opened");
        let count = plan.count(self.options.size());
        if self.rows {
            return emit(
                &rows(&plan, count, &store, self.format == Format::Json)?,
                self.output.as_deref(),
            );
        }
        let results = Results::read(&plan, count, &store)?;
        let (blocks, agreements) = results.present();
        if let Some(to) = &self.json {
            emit_json(&agreements, to)?;
            if to == "-" {
                return Ok(());
            }
        }
        if results.tallies.iter().all(|tally| tally.is_empty()) {
            say("the store has no rows of this plan yet: run it first");
        }
        let title = plan.title.clone();
        emit(
            &render(&Document { title, blocks }, self.format),
            self.output.as_deref(),
        )
    }
}

/// What a row says of who played, beside [`COLUMNS`]: the agent with every parameter, the number of
/// the opening, and which player of the game the agent was.
const WHO: [&str; 3] = ["agent", "opening", "player"];

/// Every row with the variables of its cell, in the order of cells, episodes and seats.
fn rows(plan: &Plan, count: u64, store: &Store, json: bool) -> Result<String, Failure> {
    let mut variables: Vec<String> = Vec::new();
    for (name, _) in plan.cells.iter().flat_map(|cell| cell.variables()) {
        if !variables.contains(name) {
            variables.push(name.clone());
        }
    }
    let mut text = csv::Writer::from_writer(Vec::new());
    let mut lines = String::new();
    // A variable that is called like a column of every row keeps apart from it.
    let heads: Vec<String> = variables
        .iter()
        .map(|name| match WHO.contains(&name.as_str()) {
            true => format!("vary.{name}"),
            false => name.clone(),
        })
        .collect();
    let (first, rest) = COLUMNS.split_at(2);
    let columns = || first.iter().chain(&WHO).chain(rest).copied();
    let header = heads.iter().map(String::as_str).chain(columns());
    text.write_record(header)
        .map_err(|error| Failure::failed(error.to_string()))?;
    for cell in &plan.cells {
        let Some((id, _)) = store.known_to_report(cell)? else {
            continue;
        };
        let labels: Vec<&str> = variables
            .iter()
            .map(|name| cell.variable(name).unwrap_or(""))
            .collect();
        let agents = cell.agents()?;
        store.read(id, count, |number, episode| {
            for (seat, share) in episode.seats.iter().enumerate() {
                let numbers = [
                    number.to_string(),
                    seat.to_string(),
                    agents[seat].clone(),
                    cell.opening(number).to_string(),
                    cell.player(number, seat).to_string(),
                    episode.plies.to_string(),
                    episode.ending.name().to_string(),
                    share.payoff.to_string(),
                    share.points.to_string(),
                    share.measured.map_or(String::new(), |m| m.to_string()),
                    share.spent.steps.to_string(),
                    share.spent.evaluations.to_string(),
                    share.late.to_string(),
                    episode.ending.reason(seat).unwrap_or_default(),
                ];
                if json {
                    let named = heads
                        .iter()
                        .zip(&labels)
                        .map(|(name, label)| (name.clone(), (*label).into()));
                    let number = |text: &String| match text.parse::<f64>() {
                        Ok(n) if n.fract() == 0.0 => serde_json::json!(n as i64),
                        Ok(n) => serde_json::json!(n),
                        Err(_) if text.is_empty() => serde_json::Value::Null,
                        Err(_) => serde_json::json!(text),
                    };
                    let numbers = columns()
                        .zip(&numbers)
                        .map(|(name, text)| (name.to_string(), number(text)));
                    let object: serde_json::Map<String, serde_json::Value> =
                        named.chain(numbers).collect();
                    lines += &serde_json::Value::Object(object).to_string();
                    lines.push('\n');
                } else {
                    let record = labels
                        .iter()
                        .copied()
                        .chain(numbers.iter().map(String::as_str));
                    text.write_record(record)
                        .expect("memory takes every record");
                }
            }
        })?;
    }
    if json {
        return Ok(lines);
    }
    let bytes = text.into_inner().expect("memory can be flushed");
    Ok(String::from_utf8(bytes).expect("records are text"))
}
