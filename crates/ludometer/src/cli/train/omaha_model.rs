//! `ludometer train omaha-model`: a model of Omaha players from the hands they played.

use super::super::Failure;
use super::super::log::say;
use super::super::output::{Format, emit, reachable, render};
use clap::Args;
use ludometer_catalogue::specialists::omaha::mcraise::{
    MEANINGS, Model, ObservedChoice, choices, database, fit, likelihood,
};
use ludometer_core::{Generator, Seed};
use ludometer_games::omaha::{Omaha, history};
use ludometer_report::{Cell, Column, Document, Table};

/// Fit the opponent model of the Omaha Hi-Lo agent by maximum likelihood.
///
/// The model is McRaise's (Kocsis, Szepesvári and Winands 2005, section 4.1.2). Without `--histories` the
/// hands are played first, by McRaise, by the initial model and by simple players, and all cards are known.
/// Of hand histories, only players whose cards are shown count.
#[derive(Args)]
#[command(
    after_help = "Example:\n  ludometer train omaha-model --players 2 --hands 2000 --keep hands.txt"
)]
pub(super) struct OmahaModel {
    /// Fit to the hand histories in FILE instead of playing hands.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["hands", "keep"])]
    histories: Option<String>,
    /// Number of hands to play.
    #[arg(long, value_name = "N", default_value_t = 2000,
          value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    hands: u64,
    /// Players at the table; decides the initial model too: heads-up or ring game.
    #[arg(long, value_name = "N", default_value_t = 2,
          value_parser = clap::value_parser!(u8).range(2..=10))]
    players: u8,
    /// Write the hands that are played to FILE.
    #[arg(long, value_name = "FILE")]
    keep: Option<String>,
    /// Number of candidate models to evaluate.
    #[arg(long, value_name = "N", default_value_t = 1500,
          value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    trials: u64,
    /// Random seed.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(..=1 << 53))]
    seed: u64,
    /// Format of the table.
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
}

impl OmahaModel {
    pub(super) fn go(self) -> Result<(), Failure> {
        reachable([&self.keep])?;
        let start = match self.players {
            2 => Model::HEADS_UP,
            _ => Model::RING,
        };
        let seed = Seed::new(self.seed);
        let text = match &self.histories {
            Some(path) => {
                std::fs::read_to_string(path).map_err(|error| Failure::file(path, &error))?
            }
            None => {
                let omaha = Omaha::new(usize::from(self.players)).map_err(Failure::usage)?;
                database(&omaha, start, self.hands, seed)
            }
        };
        if let Some(path) = &self.keep {
            emit(&text, Some(path))?;
        }
        let import = history::read(&text);
        if !import.errors.is_empty() {
            say(&import.to_string());
        }
        let mut dice = seed.named("percentiles").rng(Generator::Xoshiro);
        let known = import.hands.iter();
        let known: Vec<ObservedChoice> = known.flat_map(|hand| choices(hand, &mut dice)).collect();
        if known.is_empty() {
            return Err(Failure::usage(
                "there is no action of a player whose cards are known: give histories that tell cards",
            ));
        }
        let fitted = fit(&start, &known, self.trials, self.seed)
            .map_err(|error| Failure::usage(error.to_string()))?;
        let hands = import.hands.len();
        emit(
            &render(&document(&start, &fitted, &known, hands), self.format),
            None,
        )
    }
}

fn document(start: &Model, fitted: &Model, known: &[ObservedChoice], hands: usize) -> Document {
    let mut table = Table::new("model", "Parameters of the model")
        .column(Column::left("parameter"))
        .column(Column::decimal("start"))
        .column(Column::decimal("fitted"))
        .column(Column::left("meaning"));
    let numbers = start.numbers().into_iter().zip(fitted.numbers());
    for (meaning, (start, fitted)) in MEANINGS.iter().zip(numbers) {
        table = table.row([
            Cell::text(meaning.name),
            Cell::number(start, 4),
            Cell::number(fitted, 4),
            Cell::text(meaning.about),
        ]);
    }
    let [before, after] = [start, fitted].map(|model| likelihood(model, known));
    table = table.note(format!(
        "{} actions in {hands} hands; mean log-likelihood {before:.4} at the start, {after:.4} fitted",
        known.len()
    ));
    Document::new("A model of Omaha players").table(table)
}
