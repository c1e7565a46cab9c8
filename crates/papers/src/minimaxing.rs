//! Examples 1 and 2 of Levene and Fenner, in whole numbers; and what section 7 and the experiments
//! of Beal and Smith lead to expect of play.

use super::claims::{CONFIDENCE, Claim, told};
use ludometer_lab::plan::Metric;
use ludometer_lab::present::{Agreement, Compared, ComparedEntry, Contest, Results};
use ludometer_report::{Block, Cell, Column, Document, Mark, Table};
use ludometer_theory::{Minimaxing, RBig, Tree};

/// A share of more than half.
const MORE: (f64, f64) = (0.5, 1.0);

/// Figure 1: two moves, two replies to a and three to b, then three choices and two.
const EXAMPLE_1: &str = "([2,3] [3,2])";
/// The same with one reply to b.
const EXAMPLE_2: &str = "([2,3] [1,2])";

fn probabilities(tree: &str, alpha: u64) -> [RBig; 2] {
    let tree: Tree = tree.parse().expect("the example is a tree");
    let shares = Minimaxing::new(&tree, alpha).expect("the example is small");
    let shares = shares.prob();
    [0, 1].map(|move_: usize| shares[move_].each.clone())
}

/// prob(a) and prob(b) beside the printed fractions, and the claim for 3 <= alpha <= 100.
pub(super) fn examples() -> (Vec<Block>, Vec<Agreement>) {
    let printed = [
        (
            "Example 1, alpha = 2",
            EXAMPLE_1,
            2,
            ["3691/4096", "2283/4096"],
        ),
        ("Example 2, alpha = 2", EXAMPLE_2, 2, ["211/256", "207/256"]),
        (
            "Example 2, alpha = 3",
            EXAMPLE_2,
            3,
            ["4562/6561", "4802/6561"],
        ),
    ];
    let mut cells = Vec::new();
    for (row, tree, alpha, published) in printed {
        let ours = probabilities(tree, alpha);
        for ((column, ours), published) in
            ["prob(a)", "prob(b)"].into_iter().zip(ours).zip(published)
        {
            cells.push(exactly(row, column, &ours.to_string(), published));
        }
    }
    let ratios: Vec<RBig> = (3..=100)
        .map(|alpha| {
            let [a, b] = probabilities(EXAMPLE_2, alpha);
            a / b
        })
        .collect();
    let falls = ratios.windows(2).all(|pair| pair[1] < pair[0]);
    let below = ratios.iter().all(|ratio| *ratio < RBig::ONE);
    for (column, holds) in [
        ("prob(a)/prob(b) falls", falls),
        ("prob(a) < prob(b)", below),
    ] {
        let ours = if holds { "yes" } else { "no" };
        cells.push(exactly("Example 2, alpha = 3 to 100", column, ours, "yes"));
    }
    let agreement = Agreement::new("examples", cells);
    let mut table = Table::new("examples", "Examples 1 and 2, exactly (section 6)")
        .column(Column::left(""))
        .column(Column::left(""))
        .column(Column::right("here"))
        .column(Column::right("paper"));
    for cell in &agreement.cells {
        let text = |entry: &ComparedEntry| match entry {
            ComparedEntry::Sign(text) => Cell::text(text),
            ComparedEntry::Number(number) => Cell::number(*number, 0),
        };
        let mark = if cell.agrees { Mark::Good } else { Mark::Bad };
        table = table.row(vec![
            Cell::text(&cell.row),
            Cell::text(&cell.column),
            text(&cell.value).mark(mark),
            text(&cell.published),
        ]);
    }
    let document = Document::new("").table(table).verdict(agreement.verdict());
    (document.blocks, vec![agreement])
}

fn exactly(row: &str, column: &str, ours: &str, published: &str) -> Compared {
    Compared {
        row: row.to_string(),
        column: column.to_string(),
        n: 0,
        value: ComparedEntry::Sign(ours.to_string()),
        low: None,
        high: None,
        published: ComparedEntry::Sign(published.to_string()),
        published_n: None,
        agrees: ours == published,
    }
}

/// win(d1, d2) > 1/2 for d1 >= d2 + 2, which Corollary 7.3 would have under its assumptions.
pub(super) fn deeper_wins(results: &Results<'_>) -> (Vec<Block>, Vec<Agreement>) {
    let mut names = results.plan.values("one");
    names.extend(results.plan.values("other").pop());
    let mut said = Vec::new();
    for (shallow, weak) in names.iter().enumerate() {
        for strong in names.iter().skip(shallow + 2) {
            let contest = Contest::between(results, ("one", "other"), (strong, weak), &[]);
            said.push(Claim {
                who: format!("{strong} against {weak}"),
                what: "won of the decisive games",
                games: contest.games(),
                ours: contest.mean_at(Metric::Decisive, CONFIDENCE),
                range: MORE,
                said: "more than half",
            });
        }
    }
    told(
        &format!("deeper wins, {}", results.plan.name),
        "Looking two plies further, or more (Corollary 7.3)",
        &said,
    )
}

/// Lookahead-random is stronger than lookahead-zero and than random moves.
pub(super) fn lookahead_random(results: &Results<'_>) -> (Vec<Block>, Vec<Agreement>) {
    let said = scores(results, "against", &[], "stronger (Beal and Smith)");
    told(
        "lookahead-random",
        "What Beal and Smith found: lookahead-random",
        &said,
    )
}

/// Material plus a small random term is stronger than material alone.
pub(super) fn material_random(results: &Results<'_>) -> (Vec<Block>, Vec<Agreement>) {
    // Wider terms are no longer small: they outweigh pawns.
    let said = scores(
        results,
        "depth",
        &[("a", "0.1")],
        "stronger, more so with depth (Beal and Smith)",
    );
    told(
        "material-random",
        "What Beal and Smith found: a small random term",
        &said,
    )
}

fn scores(
    results: &Results<'_>,
    variable: &str,
    fixed: &[(&str, &str)],
    said: &'static str,
) -> Vec<Claim> {
    let values = results.plan.values(variable).into_iter();
    values
        .map(|value| {
            let wanted = [&[(variable, value)], fixed].concat();
            let contest = Contest::of_seat(results, &wanted, 0);
            Claim {
                who: format!("{variable} {value}"),
                what: "score",
                games: contest.games(),
                ours: contest.mean_at(Metric::Score, CONFIDENCE),
                range: MORE,
                said,
            }
        })
        .collect()
}
