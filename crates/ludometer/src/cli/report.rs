//! `ludometer report`: what the stored rows say.

use super::Failure;
use super::log::say;
use super::output::{Format, emit, emit_json, render, stream};
use super::run::Options;
use clap::Args;
use ludometer_arena::play::COLUMNS;
use ludometer_arena::registry::Registry;
use ludometer_lab::plan::Plan;
use ludometer_lab::present::Results;
use ludometer_lab::store::Store;
use ludometer_report::Document;
use std::io::{self, Write};
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
            let json = self.format == Format::Json;
            let write = |to: &mut dyn Write| rows(&plan, count, &store, json, to);
            return stream(self.output.as_deref(), write);
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
            &render(&Document::new(title).blocks(blocks), self.format),
            self.output.as_deref(),
        )
    }
}

/// What a row says of who played, beside [`COLUMNS`]: the agent with every parameter, the number of
/// the opening, and which player of the game the agent was.
const WHO: [&str; 3] = ["agent", "opening", "player"];

/// Writes every row with the variables of its cell, in the order of cells, episodes and seats, as it is
/// read: their number may be large. All of them are checked before the first is written.
fn rows(
    plan: &Plan,
    count: u64,
    store: &Store,
    json: bool,
    to: &mut dyn Write,
) -> Result<(), Failure> {
    for cell in &plan.cells {
        if let Some((id, _)) = store.known_to_report(cell)? {
            store.verify(id)?;
        }
    }
    let mut variables: Vec<String> = Vec::new();
    for (name, _) in plan.cells.iter().flat_map(|cell| cell.variables()) {
        if !variables.contains(name) {
            variables.push(name.clone());
        }
    }
    let mut out = match json {
        true => Rows::Json(to),
        false => Rows::Csv(csv::Writer::from_writer(to)),
    };
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
    if let Rows::Csv(text) = &mut out {
        text.write_record(header).map_err(io::Error::from)?;
    }
    for cell in &plan.cells {
        let Some((id, _)) = store.known_to_report(cell)? else {
            continue;
        };
        let labels: Vec<&str> = variables
            .iter()
            .map(|name| cell.variable(name).unwrap_or(""))
            .collect();
        let agents = cell.agents()?;
        let mut stream = store.rows(id, count);
        while let Some((number, episode)) = stream.next()? {
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
                match &mut out {
                    Rows::Json(to) => {
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
                        writeln!(to, "{}", serde_json::Value::Object(object))?;
                    }
                    Rows::Csv(text) => {
                        let record = labels
                            .iter()
                            .copied()
                            .chain(numbers.iter().map(String::as_str));
                        text.write_record(record).map_err(io::Error::from)?;
                    }
                }
            }
        }
    }
    match out {
        Rows::Csv(mut text) => Ok(text.flush()?),
        Rows::Json(to) => Ok(to.flush()?),
    }
}

/// Where rows are written, and how.
enum Rows<'a> {
    Csv(csv::Writer<&'a mut dyn Write>),
    Json(&'a mut dyn Write),
}
