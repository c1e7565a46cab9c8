//! `ludometer hands`: what hand histories tell of their players.

use super::Failure;
use super::forms::{PlayerResult, ReadHands, SkippedHand};
use super::log::say;
use super::output::{Format, emit, emit_json, reachable, render};
use super::schemas::Schema;
use clap::Args;
use ludometer_catalogue::specialists::omaha::player_statistics::{
    PlayerStatistics, player_statistics,
};
use ludometer_games::omaha::history::{self, ImportedHands};
use ludometer_lab::tally::CONFIDENCE;
use ludometer_report::{Cell, Column, Document, Table};
use std::io::Read;

/// Faults that are told without being asked for all of them.
const TOLD: usize = 20;

/// Read Omaha Hi-Lo hand histories and print each player's results.
///
/// Every hand is replayed and checked against the rules: duplicate cards, bets out of turn or of a wrong
/// size, truncated hands. An invalid hand is skipped, counted and reported with its line and the reason.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  ludometer hands hands.txt\n  ludometer hands hands.txt --convert clean.txt --json -"
)]
pub(super) struct Hands {
    /// File of hand histories; `-` is stdin.
    file: String,
    /// Write the valid hands to FILE in the program's own format; `-` is stdout, instead of the table.
    #[arg(long, value_name = "FILE")]
    convert: Option<String>,
    /// Report every skipped hand, not only the first twenty.
    #[arg(long)]
    all: bool,
    /// Fail with exit code 1 if a hand was skipped.
    #[arg(long)]
    strict: bool,
    /// Format of the table.
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
    /// Write the figures as JSON to FILE; `-` is stdout, instead of the table.
    #[arg(long, value_name = "FILE")]
    json: Option<String>,
}

impl Hands {
    pub(super) fn go(self) -> Result<(), Failure> {
        reachable([&self.convert, &self.json])?;
        let import = history::read(&self.text()?);
        self.tell(&import);
        let skipped = import.errors.len();
        if self.strict && skipped > 0 {
            return Err(Failure::failed(format!("{skipped} hands were skipped")));
        }
        if import.hands.is_empty() {
            let message = format!("{}: there is no hand that can be read", self.file);
            return Err(Failure::usage(message));
        }
        if let Some(to) = &self.convert {
            let hands = import.hands.iter().map(ToString::to_string);
            let text = hands.collect::<Vec<_>>().join("\n");
            emit(&text, Some(to).filter(|to| *to != "-").map(String::as_str))?;
        }
        let statistics = player_statistics(&import.hands);
        if let Some(to) = &self.json {
            emit_json(Schema::Hands, &form(&import, &statistics), to)?;
        }
        if [&self.convert, &self.json]
            .iter()
            .all(|to| to.as_deref() != Some("-"))
        {
            emit(&render(&document(&import, &statistics), self.format), None)?;
        }
        Ok(())
    }

    fn text(&self) -> Result<String, Failure> {
        let mut bytes = Vec::new();
        let read = match self.file.as_str() {
            "-" => std::io::stdin().lock().read_to_end(&mut bytes).map(|_| ()),
            path => std::fs::read(path).map(|read| bytes = read),
        };
        read.map_err(|error| Failure::file(&self.file, &error))?;
        // One sign that is no text spoils its own hand and no other.
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    fn tell(&self, import: &ImportedHands) {
        let (read, skipped) = (import.hands.len(), import.errors.len());
        say(&format!("{read} hands read, {skipped} skipped"));
        let told = if self.all { skipped } else { TOLD };
        for error in import.errors.iter().take(told) {
            say(&format!("{}:{}: {}", self.file, error.line, error.reason));
        }
        if skipped > told {
            say(&format!("and {} more: --all", skipped - told));
        }
    }
}

fn document(import: &ImportedHands, statistics: &[PlayerStatistics]) -> Document {
    let mut table = Table::new("players", "Small bets a hand")
        .column(Column::left("player"))
        .column(Column::decimal("hands"))
        .column(Column::decimal("decks"))
        .column(Column::right("small bets a hand"))
        .column(Column::decimal("shows down"))
        .column(Column::decimal("folds"))
        .column(Column::decimal("raises"));
    for player in statistics {
        let interval = player.won.mean_interval(CONFIDENCE).ok();
        let interval = interval.map_or(String::new(), |interval| {
            format!("[{:+.3}, {:+.3}]", interval.low, interval.high)
        });
        let mean = player.won.mean().unwrap_or(0.0);
        table = table.row([
            Cell::text(&player.name),
            Cell::number(player.hands as f64, 0),
            Cell::number(player.won.count() as f64, 0),
            Cell::said(format!("{mean:+.3}"), mean).detail(interval),
            Cell::number(player.shown as f64 / player.hands as f64, 3),
            Cell::number(player.folds as f64 / player.actions.max(1) as f64, 3),
            Cell::number(player.raises as f64 / player.actions.max(1) as f64, 3),
        ]);
    }
    let table = table
        .note("in brackets 95 % intervals, Student's; hands of the same deck are one observation")
        .note("`shows down` is a share of hands, `folds` and `raises`, bets among them, are shares of actions");
    let mut document = Document::new("Hands of Omaha Hi-Lo").table(table);
    if !import.errors.is_empty() {
        document = document.text(format!(
            "{} hands were skipped: they cannot be.",
            import.errors.len()
        ));
    }
    document
}

fn form<'a>(import: &'a ImportedHands, statistics: &'a [PlayerStatistics]) -> ReadHands<'a> {
    let players = statistics.iter().map(|player| {
        let interval = player.won.mean_interval(CONFIDENCE).ok();
        PlayerResult {
            name: &player.name,
            hands: player.hands,
            decks: player.won.count(),
            small_bets: player.won.mean(),
            interval: interval.map(|interval| [interval.low, interval.high]),
            showdowns: player.shown,
            actions: player.actions,
            folds: player.folds,
            raises: player.raises,
        }
    });
    let skipped = import.errors.iter().map(|error| SkippedHand {
        line: error.line,
        reason: &error.reason,
    });
    ReadHands {
        hands: import.hands.len(),
        skipped: skipped.collect(),
        players: players.collect(),
    }
}
