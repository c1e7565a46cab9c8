//! Section III.A of Abramson and Korf (1987): how often expected outcome and standard evaluators
//! recommend a wrong move in 3-by-3 tic-tac-toe and 4-by-4 Othello.

use crate::Finding;
use ludometer_arena::quality::{Counting, ExactQuality, FunctionRole, Reading, exact_quality};
use ludometer_core::{Game, Measure};
use ludometer_exact::decisions::{Finished, OptimalityCriterion, Weighting};
use ludometer_games::{othello, tic_tac_toe};
use ludometer_lab::present::{Agreement, Compared, ComparedEntry};
use ludometer_report::{Cell, Column, Document, Table};

const WEIGHTINGS: [(Weighting, &str); 2] = [
    (Weighting::Probability, "by probability"),
    (Weighting::Leaves, "by leaves"),
];

/// What counts once in each reading. The paper considers "every node in the tree", which its own
/// reading takes for distinct positions.
const ROWS: [(Reading, Counting); 3] = [
    (Reading::Definition, Counting::Positions),
    (Reading::Definition, Counting::Tree),
    (Reading::Paper, Counting::Positions),
];

/// The reading that counts, the first standard evaluator under the plain definition: every node of the
/// tree, "every node in the tree" being the paper's words, weighted by its probability in random play.
const PRIMARY: (bool, Reading, Counting, Weighting) = (
    true,
    Reading::Definition,
    Counting::Tree,
    Weighting::Probability,
);

/// A game of the paper, and how many times as often as expected outcome its standard evaluator
/// errs there.
struct Studied {
    name: &'static str,
    exact_quality: ExactQuality,
    published: f64,
}

fn studied<G: Game>(
    name: &'static str,
    game: &G,
    measures: Vec<Measure<G>>,
    standard: &str,
    published: f64,
) -> Studied {
    let measures: Vec<_> = measures
        .into_iter()
        .filter(|measure| measure.name.starts_with(standard))
        .collect();
    let memory = 64 << 20;
    let exact_quality = exact_quality(
        game,
        &measures,
        OptimalityCriterion::Outcome,
        memory,
        &mut |_| {},
    );
    Studied {
        name,
        exact_quality: exact_quality.expect("the game is small"),
        published,
    }
}

/// The errors of every function in both readings, and the two ratios that the text gives.
pub(super) fn decisions() -> Finding {
    let noughts = tic_tac_toe::TicTacToe::new(3, 3, 3).expect("there is such a board");
    let othello = othello::Othello::new(4).expect("there is such a board");
    let games = [
        studied(
            "3x3 tic-tac-toe",
            &noughts,
            tic_tac_toe::measures(),
            "open-lines",
            6.0,
        ),
        studied(
            "4x4 Othello",
            &othello,
            othello::measures(),
            "weighted-",
            3.0,
        ),
    ];
    let agreement = Agreement::exact("III.A", games.iter().flat_map(compared).collect());
    let mut document = Document::new("")
        .table(ratios(&agreement))
        .verdict(agreement.words());
    for game in &games {
        for reading in Reading::ALL {
            let mut table = game.exact_quality.errors(reading, Counting::Positions);
            table.name = format!("{} {}", game.name, table.name);
            table.title = format!("{}: {}", game.name, table.title);
            document = document.table(table);
        }
    }
    Finding {
        blocks: document.blocks,
        tables: vec![agreement],
        claims: Vec::new(),
    }
}

/// Each ratio of a game beside the published one.
fn compared(game: &Studied) -> Vec<Compared> {
    let exact_quality = &game.exact_quality;
    let standards = exact_quality
        .functions
        .iter()
        .enumerate()
        .filter(|(_, named)| named.role == FunctionRole::Standard(Finished::Ignored));
    let mut cells = Vec::new();
    for (order, (number, standard)) in standards.enumerate() {
        let first = order == 0;
        for (reading, counting) in ROWS {
            for (weighting, by) in WEIGHTINGS {
                let ratio = exact_quality.ratio(number, reading, weighting, counting);
                let row = format!(
                    "{}, {}, {} reading, {}",
                    game.name,
                    standard.name,
                    reading.name(),
                    counting.words()
                );
                let both = (
                    ComparedEntry::Number(ratio),
                    ComparedEntry::Number(game.published),
                );
                let nodes = exact_quality.count(counting).total.nodes as u64;
                let same = ratio.round() == game.published;
                let cell = Compared::exact((&row, by), nodes, both, same);
                let primary = (first, reading, counting, weighting) == PRIMARY;
                cells.push(if primary { cell } else { cell.as_sensitivity() });
            }
        }
    }
    cells
}

fn ratios(agreement: &Agreement) -> Table {
    let mut table = Table::new(
        "III.A",
        "Errors of the standard evaluator for each error of expected outcome (section III.A)",
    )
    .column(Column::left(""));
    for (_, by) in WEIGHTINGS {
        table = table.column(Column::decimal(by));
    }
    table = table.column(Column::right("paper"));
    for line in agreement.cells.chunks(WEIGHTINGS.len()) {
        let number = |entry: &ComparedEntry, digits| match entry {
            ComparedEntry::Number(number) => Cell::number(*number, digits),
            ComparedEntry::Sign(sign) => Cell::text(sign),
        };
        let ratios = line.iter().map(|cell| {
            let shown = number(&cell.value, 1);
            if cell.counts {
                shown.detail(cell.verdict.words())
            } else {
                shown
            }
        });
        let row = std::iter::once(Cell::text(&line[0].row)).chain(ratios);
        let published = number(&line[0].published, 0);
        table = table.row(row.chain([published]));
    }
    table
        .note("the paper says \"roughly one-sixth\" and \"about one-third\": a ratio is the same if it rounds to the printed whole number; one reading of each game counts, the others show how much hangs on it")
        .note("the paper reading is a conjecture: it was selected out of 48 because it comes near these ratios")
        .note("the paper's weighted squares (Maggs 1979) could not be found: other published tables stand in for them")
}
