//! What Gaina, Lucas and Pérez-Liébana (2017) count that is not a plain comparison: the last line of
//! Table III.

use crate::Finding;
use ludometer_lab::plan::{Metric, TestKind};
use ludometer_lab::present::{Contrast, Results};
use ludometer_report::{Cell, Column, Document, Table};
use std::collections::BTreeSet;

/// The printed line: share won, then score, by configuration and in all.
const PUBLISHED: [[u32; 7]; 2] = [[10, 4, 2, 0, 2, 0, 10], [15, 10, 4, 5, 5, 4, 15]];

const LEVEL: f64 = 0.05;

/// Games where seeding by a tree search improves on evolution alone, though it is not better than the
/// tree: C-MCTS-S is significantly above A-Vanilla, and neither it nor D-MCTS above the other.
pub(super) fn improved(results: &Results<'_>) -> Finding {
    let configs = results.plan.values("config");
    let mut table = Table::new("III improved", "Improved seeding (last line of Table III)")
        .column(Column::left("value"));
    for config in &configs {
        table = table.column(Column::right(*config));
    }
    table = table.column(Column::right("Total"));
    let values = [("share won", Metric::Won), ("score", Metric::Measured)];
    for ((name, metric), printed) in values.into_iter().zip(PUBLISHED) {
        let mut cells = vec![Cell::text(name)];
        let mut unique = BTreeSet::new();
        for (config, paper) in configs.iter().zip(printed) {
            let games = improved_games(results, config, metric);
            cells.push(Cell::number(games.len() as f64, 0).detail(format!("paper {paper}")));
            unique.extend(games);
        }
        let total = Cell::number(unique.len() as f64, 0);
        cells.push(total.detail(format!("paper {}", printed[6])));
        table = table.row(cells);
    }
    table = table.note(
        "games where C-MCTS-S is significantly above A-Vanilla and not apart from D-MCTS (Mann-Whitney, p < 0.05)",
    );
    Finding {
        blocks: Document::new("").table(table).blocks,
        ..Finding::default()
    }
}

fn improved_games<'a>(results: &'a Results<'_>, config: &str, metric: Metric) -> Vec<&'a str> {
    let mut games = results.plan.values("game");
    games.retain(|game| {
        let contrast = |one: &str, other: &str| {
            let sample = |algorithm: &str| {
                let wanted = [
                    ("game", *game),
                    ("config", config),
                    ("algorithm", algorithm),
                ];
                results.sample(&wanted)
            };
            let sides = (&sample(one), &sample(other));
            Contrast::of(results, sides, metric, 0, TestKind::MannWhitney)
        };
        let better = contrast("C-MCTS-S", "A-Vanilla");
        let level = contrast("C-MCTS-S", "D-MCTS");
        better.is_some_and(|contrast| contrast.is_above(LEVEL))
            && level.is_some_and(|contrast| contrast.p >= LEVEL)
    });
    games
}
