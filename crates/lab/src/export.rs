//! Stored rows as records, for programs that compute with them.

use crate::plan::Plan;
use crate::plan::combine::PLAYED;
use crate::store::{Store, StoreError};
use ludometer_arena::play::{COLUMNS, Episode};
use ludometer_report::{FieldValues, RecordBatch};

/// Records of one batch.
pub const BATCH: usize = 65_536;

/// The columns of a plan's rows, without a record: its variables, the canonical spec of the seat's
/// agent, the opening (episodes with the same one share start and chance), and what was recorded.
pub fn columns(plan: &Plan) -> RecordBatch {
    let variables = variables(plan).into_iter();
    let texts = variables.map(|name| (name.to_string(), FieldValues::text()));
    let played = PLAYED.map(|name| match name {
        "opening_number" => (name.to_string(), FieldValues::whole()),
        _ => (name.to_string(), FieldValues::text()),
    });
    let recorded = COLUMNS.map(|name| {
        let values = match name {
            "ended" | "reason" => FieldValues::text(),
            "payoff" | "points" | "measured" => FieldValues::real(),
            _ => FieldValues::whole(),
        };
        (name.to_string(), values)
    });
    RecordBatch::new(texts.chain(played).chain(recorded))
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

/// Gives every stored row among the first `count` episodes to `each`, in batches of [`BATCH`]: cells
/// in the plan's order, then episodes, then seats.
pub fn rows<E: From<StoreError>>(
    plan: &Plan,
    count: u64,
    store: &Store,
    mut each: impl FnMut(&RecordBatch) -> Result<(), E>,
) -> Result<(), E> {
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
        let agents: Vec<&str> = cell
            .description()
            .lines()
            .filter_map(|line| line.strip_prefix("seat "))
            .collect();
        let mut rows = store.rows(id, count);
        while let Some((number, episode)) = rows.next()? {
            for seat in 0..episode.seats.len() {
                let opening = number / cell.group().max(1) as u64;
                let agent = agents.get(seat).copied();
                push(&mut batch, &labels, agent, opening, (number, seat), episode);
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
    agent: Option<&str>,
    opening: u64,
    (number, seat): (u64, usize),
    episode: &Episode,
) {
    let share = &episode.seats[seat];
    let (named, recorded) = batch.fields.split_at_mut(labels.len());
    for (field, label) in named.iter_mut().zip(labels) {
        field.values.push_text(label.clone());
    }
    // Counts are far below the numbers that floats leave out.
    let whole = |count: u64| Some(count as f64);
    for field in recorded {
        let values = &mut field.values;
        match field.name.as_str() {
            "agent_spec" => values.push_text(agent.map(str::to_string)),
            "opening_number" => values.push_number(whole(opening)),
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
            _ => values.push_text(episode.ending.reason(seat)),
        }
    }
}
