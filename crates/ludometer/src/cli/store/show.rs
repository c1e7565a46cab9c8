//! `ludometer store show`.

use super::File;
use crate::cli::Failure;
use crate::cli::forms::StoredCell;
use crate::cli::output::{emit, emit_json};
use crate::cli::schemas::Schema;
use clap::Args;
use ludometer_arena::play::{COLUMNS, Episode};
use std::fmt::Write as _;

/// Show a cell of a store: what is played there, which episodes are stored, and in which blocks.
#[derive(Args)]
#[command(after_help = "Example:\n  ludometer store show 3f9a --rows 5")]
pub(super) struct Show {
    /// Key of the cell: its first characters are enough (`ludometer store list` prints them).
    cell: String,
    #[command(flatten)]
    file: File,
    /// Print the first N rows as well.
    #[arg(long, value_name = "N", default_value_t = 0)]
    rows: usize,
    /// Write everything as JSON to FILE; `-` is stdout, instead of the text.
    #[arg(long, value_name = "FILE")]
    json: Option<String>,
}

impl Show {
    pub(super) fn go(self) -> Result<(), Failure> {
        let store = self.file.open()?;
        let (cell, summary) = store.find(&self.cell)?;
        let (ranges, blocks) = store.blocks(cell)?;
        let mut rows: Vec<Vec<String>> = Vec::new();
        if self.rows > 0 {
            let mut stream = store.rows(cell, u64::MAX);
            while rows.len() < self.rows
                && let Some((number, episode)) = stream.next()?
            {
                rows.extend(lines(number, episode));
            }
            rows.truncate(self.rows);
        }
        if let Some(to) = &self.json {
            let ranges: Vec<[u64; 2]> = ranges.iter().map(|r| [r.start, r.end - 1]).collect();
            let rows = rows.iter().map(|row| {
                let named = COLUMNS.iter().zip(row);
                named.map(|(name, text)| (*name, text.as_str())).collect()
            });
            let shown = StoredCell {
                cell: &summary,
                ranges,
                blocks: &blocks,
                rows: rows.collect(),
            };
            emit_json(Schema::StoreShow, &shown, to)?;
            if to == "-" {
                return Ok(());
            }
        }
        let mut text = format!(
            "cell {}\n\n{}\n",
            summary.key,
            summary.description.trim_end()
        );
        if !summary.repeatable {
            text += "time limit: its rows do not repeat to the bit\n";
        }
        let _ = writeln!(text, "\n{} episodes: {ranges}", summary.episodes);
        let targets: Vec<String> = summary.asked.iter().map(ToString::to_string).collect();
        let _ = writeln!(text, "asked for: {}", targets.join(", then "));
        let _ = writeln!(text, "\n{} blocks", blocks.len());
        for block in &blocks {
            let state = if block.whole { "" } else { "  damaged" };
            let _ = writeln!(
                text,
                "  {} to {}  {} bytes  {}{state}",
                block.first,
                (block.first + block.count).saturating_sub(1),
                block.bytes,
                block.checksum
            );
        }
        if !rows.is_empty() {
            let _ = writeln!(text, "\n{}", COLUMNS.join(","));
            for row in &rows {
                let _ = writeln!(text, "{}", row.join(","));
            }
        }
        emit(&text, None)
    }
}

/// An episode as rows, one for each seat.
fn lines(number: u64, episode: &Episode) -> Vec<Vec<String>> {
    let seats = episode.seats.iter().enumerate();
    seats
        .map(|(seat, share)| {
            vec![
                number.to_string(),
                seat.to_string(),
                episode.plies.to_string(),
                episode.ending.name().to_string(),
                share.payoff.to_string(),
                share.points.to_string(),
                share.measured.map_or(String::new(), |m| m.to_string()),
                share.spent.steps.to_string(),
                share.spent.evaluations.to_string(),
                share.late.to_string(),
                episode.ending.reason(seat).unwrap_or_default(),
            ]
        })
        .collect()
}
