//! What came of it: learning curves, vectors beside each other, and what the paper concludes.

use super::WINDOW;
use crate::claims::{Claim, Form, Hypothesis, told};
use crate::rspsa::shared::{cell, curve, difference, mean, undecidable};
use crate::{Finding, Scale};
use ludometer_report::{Axis, Cell, Column, Document, Plot, Series, Table};

/// A vector in the last comparison.
pub(super) struct Vector {
    /// Its mean score from every start.
    pub(super) by_start: Vec<f64>,
    /// How far its probabilities are from where they began, in the mean.
    pub(super) moved: f64,
}

/// Where tunings begin.
const BEGINS: [&str; 2] = ["as counted", "all alike"];

/// The vectors in their order, and what the paper has for them. It does not say where it began.
const VECTORS: [(&str, Option<f64>); 6] = [
    ("as counted", None),
    ("best by game result", Some(0.55)),
    ("best by move score", Some(0.59)),
    ("all alike", None),
    ("all alike, then best by game result", None),
    ("all alike, then best by move score", None),
];

/// The whole report: curves are by measure and then by where they begin.
pub(super) fn present(
    about: &str,
    curves: &[Vec<Vec<f64>>; 2],
    vectors: &[Vector],
    games: u64,
    scale: Scale,
) -> Finding {
    let [by_game, by_move] = curves;
    let document = Document::new("")
        .heading("Tuning the realisation-probability weights (section 5.3)")
        .text(about)
        .plot(plot(
            "game-result",
            "Learning by game result (Figure 3, left)",
            "game result",
            by_game,
        ))
        .plot(plot(
            "move-score",
            "Learning by move score (Figure 3, right)",
            "move score",
            by_move,
        ))
        .table(comparison(vectors, games));
    let mut finding = claims(vectors, games, scale);
    finding.blocks.splice(0..0, document.blocks);
    finding
}

fn plot(name: &str, title: &str, measured: &str, curves: &[Vec<f64>]) -> Plot {
    let mut plot = Plot::new(name, title)
        .x(Axis::linear("iteration"))
        .y(Axis::linear(measured));
    for (begin, means) in BEGINS.iter().zip(curves) {
        plot = plot.series(Series::line(*begin, curve(means, WINDOW)));
    }
    plot.note("windows of 10 iterations; the band drops the smallest and the largest value of each")
}

fn comparison(vectors: &[Vector], games: u64) -> Table {
    let title = format!("Game results of the best vectors on held-out starts, {games} games each");
    let mut table = Table::new("5.3", &title)
        .column(Column::left("weights"))
        .column(Column::right("moved"))
        .column(Column::right("here"))
        .column(Column::right("over as counted"))
        .column(Column::right("paper"));
    for ((name, published), vector) in VECTORS.iter().zip(vectors) {
        let over = difference(&vector.by_start, &vectors[0].by_start);
        let over = if over.interval.is_some_and(|i| i.low < i.high) {
            cell(over)
        } else {
            Cell::empty()
        };
        table = table.row(vec![
            Cell::text(*name),
            Cell::number(vector.moved, 3),
            cell(mean(vector.by_start.iter().copied())),
            over,
            published.map_or(Cell::empty(), |value| Cell::number(value, 2)),
        ]);
    }
    table
        .note("moved: how far a probability is from where it began, in the mean")
        .note("in brackets 99 % intervals; all games of one start are one observation, and differences are those of the same starts, opponents and colours. The paper's opponents, starts and nodes are its own")
}

/// What the paper concludes: tuning helps, and move scores tune better than game results.
fn claims(vectors: &[Vector], games: u64, scale: Scale) -> Finding {
    let pairs = [
        (1, 0, "improves"),
        (2, 0, "improves"),
        (2, 1, "0.59 against 0.55"),
        (4, 3, "improves"),
        (5, 3, "improves"),
        (5, 4, "move scores are better"),
    ];
    let claims = pairs.map(|(one, other, said)| Claim {
        who: format!("{} over {}", VECTORS[one].0, VECTORS[other].0),
        what: "gain in game result",
        games: 2 * games,
        ours: difference(&vectors[one].by_start, &vectors[other].by_start),
        form: Form::Gain,
        claimed: Hypothesis::Above(0.0),
        said,
        undecidable: Some(undecidable(scale)),
    });
    told("5.3-claims", "What section 5.3 concludes", &claims)
}
