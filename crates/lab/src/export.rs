//! Stored rows as records, for programs that compute with them.

use crate::plan::{Cell, Plan};
use crate::store::{Store, StoreError};
use ludometer_arena::play::{COLUMNS, Episode};
use ludometer_report::{FieldValues, RecordBatch};
use ludometer_spec::source::Diagnostic;

/// Records of one batch.
pub const BATCH: usize = 65_536;

/// What a row says of who played, beside [`COLUMNS`]: the agent with every parameter, the number of
/// the opening, and which player of the game the agent was.
const WHO: [&str; 3] = ["agent", "opening", "player"];

/// What a row says of how the game ended and, in matches that are recorded, of the opening in its book
/// and of what the agent spent.
const RECORDED: [&str; 5] = [
    "termination",
    "book_opening",
    "milliseconds",
    "nodes",
    "depth",
];

/// Those of [`RECORDED`] that the rows of a plan have.
fn recorded(plan: &Plan) -> &'static [&'static str] {
    let is_match = |cell: &Cell| cell.rules().record || cell.rules().openings.is_some();
    match plan.cells.iter().any(is_match) {
        true => &RECORDED,
        false => &RECORDED[..1],
    }
}

/// The columns of a plan's rows, without a record: its variables, the episode and the seat, who
/// played, and what was recorded. A variable that is called like a column of every row keeps apart
/// from it.
pub fn columns(plan: &Plan) -> RecordBatch {
    let variables = variables(plan).into_iter().map(|name| {
        let name = match WHO.contains(&name) || RECORDED.contains(&name) {
            true => format!("vary.{name}"),
            false => name.to_string(),
        };
        (name, FieldValues::text())
    });
    let (first, rest) = COLUMNS.split_at(2);
    let recorded = first
        .iter()
        .chain(&WHO)
        .chain(rest)
        .chain(recorded(plan))
        .map(|name| {
            let values = match *name {
                "agent" | "ended" | "reason" | "termination" => FieldValues::text(),
                "payoff" | "points" | "measured" | "milliseconds" | "depth" => FieldValues::real(),
                _ => FieldValues::whole(),
            };
            (name.to_string(), values)
        });
    RecordBatch::new(variables.chain(recorded))
}

fn variables(plan: &Plan) -> Vec<&str> {
    let mut variables: Vec<&str> = Vec::new();
    for (name, _) in plan.cells.iter().flat_map(|cell| cell.variables()) {
        if !variables.contains(&name.as_str()) {
            variables.push(name);
        }
    }
    variables
}

/// Checks that every stored block of a plan's cells is what was written.
pub fn verify(plan: &Plan, store: &Store) -> Result<(), StoreError> {
    for cell in &plan.cells {
        if let Some((id, _)) = store.known_to_report(cell)? {
            store.verify(id)?;
        }
    }
    Ok(())
}

/// Gives every stored row among the first `count` episodes to `each`, in batches of [`BATCH`]: cells
/// in the plan's order, then episodes, then seats. All of them are checked before the first is given.
pub fn rows<E: From<StoreError> + From<Diagnostic>>(
    plan: &Plan,
    count: u64,
    store: &Store,
    mut each: impl FnMut(&RecordBatch) -> Result<(), E>,
) -> Result<(), E> {
    verify(plan, store)?;
    let mut batch = columns(plan);
    let variables = variables(plan);
    for cell in &plan.cells {
        let Some((id, _)) = store.known_to_report(cell)? else {
            continue;
        };
        let labels: Vec<Option<String>> = variables
            .iter()
            .map(|name| cell.variable(name).map(str::to_string))
            .collect();
        let agents = cell.agents()?;
        let mut rows = store.rows(id, count);
        while let Some((number, episode)) = rows.next()? {
            for (seat, agent) in agents.iter().enumerate().take(episode.seats.len()) {
                push(&mut batch, &labels, (cell, agent), (number, seat), episode);
            }
            if batch.len() >= BATCH {
                each(&batch)?;
                batch.clear();
            }
        }
    }
    if !batch.is_empty() {
        each(&batch)?;
    }
    Ok(())
}

fn push(
    batch: &mut RecordBatch,
    labels: &[Option<String>],
    (cell, agent): (&Cell, &str),
    (number, seat): (u64, usize),
    episode: &Episode,
) {
    let share = &episode.seats[seat];
    let (named, recorded) = batch.fields.split_at_mut(labels.len());
    for (field, label) in named.iter_mut().zip(labels) {
        field.values.push_text(label.clone());
    }
    let record = episode.record.as_deref();
    let spent = record.and_then(|record| record.seats.get(seat));
    // Counts are far below the numbers that floats leave out.
    let whole = |count: u64| Some(count as f64);
    for field in recorded {
        let values = &mut field.values;
        match field.name.as_str() {
            "agent" => values.push_text(Some(agent.to_string())),
            "opening" => values.push_number(whole(cell.opening(number))),
            "player" => values.push_number(whole(cell.player(number, seat) as u64)),
            "episode" => values.push_number(whole(number)),
            "seat" => values.push_number(whole(seat as u64)),
            "plies" => values.push_number(whole(u64::from(episode.plies))),
            "ended" => values.push_text(Some(episode.ending.name().to_string())),
            "payoff" => values.push_number(Some(share.payoff)),
            "points" => values.push_number(Some(share.points)),
            "measured" => values.push_number(share.measured),
            "steps" => values.push_number(whole(share.spent.steps)),
            "evaluations" => values.push_number(whole(share.spent.evaluations)),
            "late" => values.push_number(whole(u64::from(share.late))),
            "termination" => values.push_text(episode.termination()),
            "book_opening" => {
                let opening = record.and_then(|record| record.opening);
                values.push_number(opening.and_then(whole));
            }
            "milliseconds" => {
                values.push_number(spent.map(|spent| spent.time.as_secs_f64() * 1e3));
            }
            "nodes" => values.push_number(spent.and_then(|spent| whole(spent.nodes))),
            "depth" => values.push_number(spent.and_then(|spent| spent.depth)),
            _ => values.push_text(episode.ending.reason(seat)),
        }
    }
}
