//! Decision quality over all positions of a game, as tables, plots and JSON.

use super::functions::functions;
use super::labels::{criterion, criterion_name, drawn, note, shown, title};
use super::{Counting, FunctionRole, NamedFunction, Reading};
use ludometer_core::{Game, Measure};
use ludometer_exact::decisions::{
    Count, EnumerationStage, Judge, OptimalityCriterion, Quality, Weighting, count,
};
use ludometer_exact::values::Stopped;
use ludometer_report::{Axis, Cell, Column, Document, Plot, Point, Series, Table};
use serde_json::{Value, json};

/// Decision quality over all positions of a game.
#[derive(Clone, Debug)]
pub struct ExactQuality {
    /// The game.
    pub game: String,
    /// The objective that defines optimal moves.
    pub criterion: OptimalityCriterion,
    /// The functions, in the order of the counts.
    pub functions: Vec<NamedFunction>,
    /// Counts of nodes and errors.
    pub quality: Quality,
}

/// Measures every function of both readings in every position of a game.
pub fn exact_quality<G: Game>(
    game: &G,
    measures: &[Measure<G>],
    criterion: OptimalityCriterion,
    memory: usize,
    watch: &mut dyn FnMut(EnumerationStage),
) -> Result<ExactQuality, Stopped> {
    let (named, functions) = functions(measures);
    let quality = count(game, &Judge::new(functions, criterion), memory, watch)?;
    Ok(ExactQuality {
        game: game.facts().name,
        criterion,
        functions: named,
        quality,
    })
}

impl ExactQuality {
    /// The counts of nodes and errors in one way of counting.
    pub fn count(&self, counting: Counting) -> &Count {
        match counting {
            Counting::Positions => &self.quality.positions,
            Counting::Tree => &self.quality.tree,
        }
    }

    /// The error rate of a function over that of expected outcome in the same reading.
    pub fn ratio(
        &self,
        function: usize,
        reading: Reading,
        weighting: Weighting,
        counting: Counting,
    ) -> f64 {
        let expected = self.functions.iter().position(|named| {
            named.role == FunctionRole::Expected(weighting) && named.reading == Some(reading)
        });
        let errors = &self.count(counting).total.errors;
        errors[function] / errors[expected.expect("expected outcome is always judged")]
    }

    /// What was counted, the errors in each reading, and how they depend on the ply.
    pub fn document(&self, readings: &[Reading], counting: Counting) -> Document {
        let mut document = Document::new(format!("Decision quality: {}", self.game));
        document = document.table(self.sizes());
        for &reading in readings {
            document = document
                .table(self.errors(reading, counting))
                .plot(self.by_ply(reading, counting));
        }
        document
    }

    fn sizes(&self) -> Table {
        let mut table = Table::new("nodes", "What was counted")
            .column(Column::left(""))
            .column(Column::right("all"))
            .column(Column::right("finished"))
            .column(Column::right("with a move"))
            .column(Column::right("an error is possible"));
        for counting in [Counting::Positions, Counting::Tree] {
            let count = self.count(counting);
            table = table.row(vec![
                Cell::text(counting.words()),
                Cell::number(count.all, 0),
                Cell::number(count.finished, 0),
                Cell::number(count.total.nodes, 0),
                Cell::number(count.total.possible, 0),
            ]);
        }
        table.note(criterion(self.criterion))
    }

    /// The errors of one reading: functions by errors, share and ratios.
    pub fn errors(&self, reading: Reading, counting: Counting) -> Table {
        let mut table = Table::new(reading.name(), title(reading))
            .column(Column::left("function"))
            .column(Column::decimal("errors"))
            .column(Column::decimal("% of nodes"))
            .column(Column::decimal("/ by probability"))
            .column(Column::decimal("/ by leaves"));
        let total = &self.count(counting).total;
        for (number, named) in shown(&self.functions, reading, self.quality.has_points) {
            let ratio =
                |weighting| Cell::number(self.ratio(number, reading, weighting, counting), 2);
            table = table.row(vec![
                Cell::text(&named.name),
                Cell::number(total.errors[number], 1),
                Cell::number(100.0 * total.share(number), 2),
                ratio(Weighting::Probability),
                ratio(Weighting::Leaves),
            ]);
        }
        table.note(note(reading)).note(format!(
            "{} with a move count once each; the last columns divide by the errors of expected outcome",
            counting.words()
        ))
    }

    fn by_ply(&self, reading: Reading, counting: Counting) -> Plot {
        let by_ply = &self.count(counting).by_ply;
        let mut plot = Plot::new(
            format!("{}-by-ply", reading.name()),
            format!("{}, by ply", title(reading)),
        )
        .x(Axis::linear("plies from the start, at least"))
        .y(Axis::linear("% of nodes"));
        for (number, named) in drawn(&self.functions, reading, self.quality.has_points) {
            let points = by_ply.iter().enumerate().filter(|(_, t)| t.nodes > 0.0);
            let points =
                points.map(|(ply, tally)| Point::new(ply as f64, 100.0 * tally.share(number)));
            plot = plot.series(Series::line(&named.name, points));
        }
        plot
    }

    /// Every number, in both countings.
    pub fn json(&self, readings: &[Reading]) -> Value {
        let count = |counting| {
            let count = self.count(counting);
            json!({
                "all": count.all,
                "finished": count.finished,
                "nodes": count.total.nodes,
                "possible": count.total.possible,
                "functions": readings.iter().flat_map(|&reading| {
                    let functions = shown(&self.functions, reading, self.quality.has_points);
                    functions.map(move |(number, named)| json!({
                        "reading": reading.name(),
                        "name": named.name,
                        "errors": count.total.errors[number],
                        "share": count.total.share(number),
                        "by_ply": count.by_ply.iter().map(|tally| json!({
                            "nodes": tally.nodes,
                            "possible": tally.possible,
                            "errors": tally.errors[number],
                        })).collect::<Vec<_>>(),
                    }))
                }).collect::<Vec<_>>(),
            })
        };
        json!({
            "game": self.game,
            "criterion": criterion_name(self.criterion),
            "positions": count(Counting::Positions),
            "tree": count(Counting::Tree),
        })
    }
}
