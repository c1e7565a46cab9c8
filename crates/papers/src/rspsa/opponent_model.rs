//! Section 5.1 of Kocsis, Szepesvári and Winands (2005): RSPSA and FDSA, both with RPROP and the
//! settings of Table 1, tune the six parameters of McRaise's opponent model; the best vectors are
//! measured against the model they began with on decks that nothing was tuned on.

use super::shared::{curve, difference, mean, published, small_bets, undecidable};
use crate::claims::{Claim, Form, Hypothesis, told};
use crate::{Changes, Context, Finding, Scale};
use ludometer_lab::tune::{TuneError, Tuned, Tuning};
use ludometer_report::{Axis, Cell, Column, Document, Plot, Series, Table};
use ludometer_stats::highest;

/// Iterations in a window of Figure 1.
const WINDOW: usize = 15;

/// How much is played.
struct Amount {
    /// Evaluations of a perturbation by RSPSA and by FDSA; Table 1 has 250 and 1500.
    evaluations: [u64; 2],
    /// The number of iterations is not in the text.
    iterations: u64,
    /// Decks that the best vectors are measured on, each from both seats.
    decks: u64,
}

impl Amount {
    fn of(scale: Scale, changes: Changes) -> Amount {
        let amount = match scale {
            Scale::Quick => Amount {
                evaluations: [20, 120],
                iterations: 25,
                decks: 4000,
            },
            Scale::Middle => Amount {
                evaluations: [50, 300],
                iterations: 100,
                decks: 20_000,
            },
            Scale::Full => Amount {
                evaluations: [250, 1500],
                iterations: 300,
                decks: 200_000,
            },
        };
        Amount {
            iterations: changes.iterations.unwrap_or(amount.iterations),
            ..amount
        }
    }
}

/// The arms of the study `omaha-model`, with the perturbations of Table 1.
const TUNERS: [(&str, u64); 2] = [("RSPSA", 40), ("FDSA", 6)];

/// What the paper has for the best vectors, in small bets.
const PUBLISHED: [f64; 2] = [0.170, 0.095];

/// One tuner's way, and the best point on it.
struct ArmResult {
    tuning: Tuning,
    tuned: Tuned,
    best: usize,
}

impl ArmResult {
    fn new(tuning: Tuning, tuned: Tuned) -> ArmResult {
        ArmResult {
            best: highest(&tuned.means(), WINDOW),
            tuning,
            tuned,
        }
    }

    /// The point that the best window is around: games of a batch are played around the point that
    /// was recommended before it.
    fn point(&self) -> &[f64] {
        self.tuned.point_before(self.best)
    }
}

/// The whole of section 5.1.
pub(crate) fn opponent_model(context: &mut Context<'_>) -> Result<Finding, TuneError> {
    let amount = Amount::of(context.scale, context.changes);
    let mut ways = Vec::new();
    for ((arm, perturbations), evaluations) in TUNERS.iter().zip(amount.evaluations) {
        let games = 2 * perturbations * evaluations * amount.iterations;
        let settings = [
            format!("arm={arm}"),
            format!("batch.evaluations={evaluations}"),
            format!("games={games}"),
            format!("seed={}", context.changes.seed()),
            // The best vector is measured, not the last.
            "held_out=4".to_string(),
            "sensitivity=0".to_string(),
        ];
        let tuning = context.find("omaha-model", &settings)?;
        let tuned = context.tune(&tuning)?;
        ways.push(ArmResult::new(tuning, tuned));
    }
    let [rspsa, fdsa] = &ways[..] else {
        unreachable!("there are two tuners")
    };
    let mut results = Vec::new();
    for point in [&rspsa.tuned.start[..], rspsa.point(), fdsa.point()] {
        let worths = context.evaluate(&rspsa.tuning, "held-out", point, amount.decks)?;
        let decks = worths.iter();
        let decks = decks.map(|deck| deck.iter().sum::<f64>() / deck.len() as f64);
        results.push(decks.collect::<Vec<f64>>());
    }
    let [games, other] = amount.evaluations;
    let document = Document::new("")
        .heading("Tuning the opponent model (section 5.1)")
        .text(format!(
            "40 x 2 x {games} games an iteration by RSPSA, 6 x 2 x {other} by FDSA, {} iterations of each; every deck is played from both seats, both sides of a perturbation have the same decks, and half of the decks are ones that made a difference before.",
            amount.iterations
        ))
        .plot(plot(&ways))
        .table(parameters(&ways))
        .table(comparison(&results));
    let mut finding = claims(&results, 2 * amount.decks, context.scale);
    finding.blocks.splice(0..0, document.blocks);
    Ok(finding)
}

fn plot(ways: &[ArmResult]) -> Plot {
    let plot = Plot::new("5.1-curves", "Learning curves (Figure 1)")
        .x(Axis::linear("iteration"))
        .y(Axis::linear("small bets a hand"));
    let series = ways.iter().zip(TUNERS);
    let series =
        series.map(|(way, (name, _))| Series::line(name, curve(&way.tuned.means(), WINDOW)));
    series.fold(plot, Plot::series).note(format!(
        "windows of {WINDOW} iterations; bands drop the smallest and the largest value of each. Games are of perturbed points, half of them on decks that made a difference"
    ))
}

fn parameters(ways: &[ArmResult]) -> Table {
    let mut table = Table::new("5.1-parameters", "The best vectors")
        .column(Column::left("parameter"))
        .column(Column::decimal("start"));
    for (name, _) in TUNERS {
        table = table.column(Column::decimal(name));
    }
    for (index, param) in ways[0].tuning.parameters().iter().enumerate() {
        let points = ways.iter().map(|way| way.point()[index]);
        let numbers = std::iter::once(ways[0].tuned.start[index]).chain(points);
        let numbers = numbers.map(|number| Cell::said(param.shown(number), number));
        table = table.row(std::iter::once(Cell::text(param.name())).chain(numbers));
    }
    let after: Vec<String> = ways.iter().map(|way| way.best.to_string()).collect();
    table.note(format!(
        "where the smoothed curve is highest: after {} iterations",
        after.join(" and ")
    ))
}

fn comparison(results: &[Vec<f64>]) -> Table {
    let mut table = Table::new(
        "5.1",
        "Small bets a hand against McRaise as it began, on held-out decks",
    )
    .column(Column::left("model"))
    .column(Column::right("here"))
    .column(Column::right("paper"));
    let names = ["as it began", "best by RSPSA", "best by FDSA"];
    let figures = std::iter::once(None).chain(PUBLISHED.map(Some));
    for ((name, decks), figure) in names.iter().zip(results).zip(figures) {
        table = table.row(vec![
            Cell::text(*name),
            small_bets(mean(decks.iter().copied())),
            figure.map_or(Cell::empty(), published),
        ]);
    }
    table.note("in brackets 99 % intervals; both hands of one deck are one observation. The paper's model, its start and its players are its own")
}

/// What the paper concludes: both gain, and RSPSA gains more.
fn claims(results: &[Vec<f64>], games: u64, scale: Scale) -> Finding {
    let pairs = [
        (1, 0, "best by RSPSA over the start", "+0.170"),
        (2, 0, "best by FDSA over the start", "+0.095"),
        (
            1,
            2,
            "best by RSPSA over best by FDSA",
            "+0.170 against +0.095",
        ),
    ];
    let claims = pairs.map(|(one, other, who, said)| Claim {
        who: who.to_string(),
        what: "gain in small bets a hand",
        games: 2 * games,
        ours: difference(&results[one], &results[other]),
        form: Form::Gain,
        claimed: Hypothesis::Above(0.0),
        said,
        undecidable: Some(undecidable(scale)),
    });
    told("5.1-claims", "What section 5.1 concludes", &claims)
}
