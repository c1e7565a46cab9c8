//! What common decks, mirrored hands and stored decks are worth in games (Kocsis, Szepesvári and
//! Winands 2005, sections 3.1, 3.3 and 5.1), measured on the opponent model of McRaise.

use super::variance::{Deck, VarianceReduction, interval, of_performance};
use crate::{Context, Finding, Scale};
use ludometer_core::{Generator, Rng, Seed};
use ludometer_lab::tally::CONFIDENCE;
use ludometer_lab::tune::TuneError;
use ludometer_report::{Cell, Column, Document, Table};
use ludometer_stats::{Interval, RunningStats};

/// The first perturbation of Table 1.
const DISTANCE: f64 = 0.01;

/// Whom the first player of the table meets.
const OPPONENTS: [&str; 4] = ["mcraise(samples=100)", "tight", "caller", "random"];

/// Standard errors to either side of a mean in a 95 % interval.
const NORMAL: f64 = 1.96;

fn decks(scale: Scale) -> u64 {
    match scale {
        Scale::Quick => 1000,
        Scale::Middle => 10_000,
        Scale::Full => 100_000,
    }
}

/// Both tables.
pub(crate) fn variance_reduction(context: &mut Context<'_>) -> Result<Finding, TuneError> {
    let count = decks(context.scale);
    let number = context.changes.seed();
    let mut dice = Seed::new(number).named("precision").rng(Generator::Xoshiro);
    let tuning = context.find(
        "omaha-model",
        &["arm=RSPSA".to_string(), format!("seed={number}")],
    )?;
    let mut direction = || -> Vec<f64> {
        let sign = |_| if dice.index(2) == 0 { -1.0 } else { 1.0 };
        tuning.parameters().iter().map(sign).collect()
    };
    let [before, now] = [direction(), direction()];
    let mut side = |signs: &[f64], side: f64| -> Result<Vec<[f64; 2]>, TuneError> {
        let point = tuning.perturbed(side * DISTANCE, signs);
        let worths = context.evaluate(&tuning, "precision", &point, count)?;
        Ok(worths.iter().map(|deck| [deck[0], deck[1]]).collect())
    };
    let [first, second] = [side(&before, 1.0)?, side(&before, -1.0)?];
    let [plus, minus] = [side(&now, 1.0)?, side(&now, -1.0)?];
    let decks = (0..plus.len()).map(|deck| {
        let sum = |payoffs: &[[f64; 2]]| payoffs[deck][0] + payoffs[deck][1];
        Deck {
            plus: plus[deck],
            minus: minus[deck],
            stored: sum(&first) != sum(&second),
        }
    });
    let decks: Vec<Deck> = decks.collect();
    let mut players = Vec::new();
    for opponent in OPPONENTS {
        let settings = [
            "arm=RSPSA".to_string(),
            format!("opponents=[\"{opponent}\"]"),
            format!("seed={number}"),
        ];
        let tuning = context.find("omaha-model", &settings)?;
        let point = tuning.perturbed(DISTANCE, &now);
        let worths = context.evaluate(&tuning, "precision", &point, count)?;
        let worths: Vec<[f64; 2]> = worths.iter().map(|deck| [deck[0], deck[1]]).collect();
        players.push((opponent, worths));
    }
    let document = Document::new("")
        .heading("What mirrored, common and stored decks are worth (sections 3.1, 3.3 and 5.1)")
        .table(performance(&players, &mut dice))
        .table(difference(&decks, &mut dice))
        .table(differ(&decks));
    Ok(Finding {
        blocks: document.blocks,
        ..Finding::default()
    })
}

fn performance(players: &[(&str, Vec<[f64; 2]>)], dice: &mut Rng) -> Table {
    let mut table = Table::new("precision-player", "What McRaise wins, by opponent")
        .column(Column::left("opponent"))
        .column(Column::right("small bets a hand"))
        .column(Column::decimal("variance a game"))
        .column(Column::decimal("mirrored"))
        .column(Column::right("times fewer games"));
    let gain = |decks: &[[f64; 2]]| {
        let (plain, mirrored) = of_performance(decks.iter());
        plain / mirrored
    };
    for (opponent, decks) in players {
        let (plain, mirrored) = of_performance(decks.iter());
        let mean: RunningStats = decks.iter().map(|deck| 0.5 * (deck[0] + deck[1])).collect();
        table = table.row([
            Cell::text(*opponent),
            estimate(mean.mean(), mean.mean_interval(CONFIDENCE).ok(), 3),
            Cell::number(plain, 3),
            Cell::number(mirrored, 3),
            estimate(Some(gain(decks)), interval(decks, gain, dice), 2),
        ]);
    }
    table.note(format!(
        "{} decks; the first opponent has the same model but for a perturbation of {DISTANCE}. The paper says up to 4 times fewer",
        players[0].1.len()
    )).note("in brackets 95 % intervals: of means Student's by deck, of ratios by drawing decks again")
}

fn difference(decks: &[Deck], dice: &mut Rng) -> Table {
    let games = 4 * decks.len();
    let mut table = Table::new(
        "precision-difference",
        "The difference that one perturbation makes",
    )
    .column(Column::left("decks"))
    .column(Column::right("small bets a hand"))
    .column(Column::decimal("variance a game"))
    .column(Column::decimal("as large"))
    .column(Column::right("times fewer games"));
    for (device, name) in VarianceReduction::ALL {
        let gain = |decks: &[Deck]| device.gain(decks);
        let (mean, variance) = (device.mean(decks), device.variance(decks));
        let half = NORMAL * (variance / games as f64).sqrt();
        let around = Interval {
            low: mean - half,
            high: mean + half,
        };
        table = table.row([
            Cell::text(name),
            estimate(Some(mean), Some(around), 4),
            Cell::number(variance, 4),
            Cell::number(device.inflation(decks), 2),
            match device {
                VarianceReduction::Plain => Cell::number(1.0, 0),
                _ => estimate(Some(gain(decks)), interval(decks, gain, dice), 1),
            },
        ]);
    }
    let over = |decks: &[Deck]| {
        VarianceReduction::Reused.gain(decks) / VarianceReduction::Weighted.gain(decks)
    };
    let by = interval(decks, over, dice).map_or(String::new(), |interval| {
        format!(" [{:.2}, {:.2}]", interval.low, interval.high)
    });
    table
        .note(format!("means are over the same decks; their intervals are those of {games} games, both sides counted"))
        .note("stored decks exaggerate a difference `as large` times, by the mean size of differences; their ratio is of the variance divided by the square of that. Weighted, they are importance sampling, which is not biased")
        .note(format!("biased, they save {:.2}{by} times as much as weighted; the paper says significantly more", over(decks)))
}

fn differ(decks: &[Deck]) -> Table {
    let mut table = Table::new("precision-stored", "Decks that made a difference before")
        .column(Column::left("decks"))
        .column(Column::decimal("number"))
        .column(Column::decimal("differ"))
        .column(Column::decimal("mean size"))
        .column(Column::right("mean"));
    for (name, wanted) in [
        ("all", None),
        ("stored", Some(true)),
        ("others", Some(false)),
    ] {
        let of = decks
            .iter()
            .filter(|deck| wanted.is_none_or(|wanted| deck.stored == wanted));
        let differences: Vec<f64> = of.map(Deck::difference).collect();
        let count = differences.len() as f64;
        let differ = differences.iter().filter(|difference| **difference != 0.0);
        let size = differences
            .iter()
            .map(|difference| difference.abs())
            .sum::<f64>()
            / count;
        let mean: RunningStats = differences.iter().copied().collect();
        table = table.row([
            Cell::text(name),
            Cell::number(count, 0),
            Cell::number(differ.count() as f64 / count, 3),
            Cell::number(size, 4),
            estimate(mean.mean(), mean.mean_interval(CONFIDENCE).ok(), 4),
        ]);
    }
    table.note("stored are decks on which an earlier perturbation, in another direction, made a difference; differ is the share on which this one does")
}

fn estimate(value: Option<f64>, interval: Option<Interval>, digits: usize) -> Cell {
    let Some(value) = value.filter(|value| value.is_finite()) else {
        return Cell::text("–");
    };
    let detail = interval.map_or(String::new(), |interval| {
        format!("[{:.digits$}, {:.digits$}]", interval.low, interval.high)
    });
    Cell::said(format!("{value:.digits$}"), value).detail(detail)
}
