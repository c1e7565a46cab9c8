//! Examples 1 and 2 of Levene and Fenner, in whole numbers; and what section 7 and the experiments
//! of Beal and Smith lead to expect of play.

use super::claims::{Claim, Form, Hypothesis, apart, confidence, told};
use crate::Finding;
use ludometer_lab::plan::Metric;
use ludometer_lab::present::{Agreement, Compared, ComparedEntry, Contest, Results};
use ludometer_report::{Cell, Column, Document, Table};
use ludometer_theory::{Minimaxing, RBig, Tree};

/// A share of more than half.
const MORE: Hypothesis = Hypothesis::Above(0.5);

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
pub(super) fn examples() -> Finding {
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
    let agreement = Agreement::exact("examples", cells);
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
        table = table.row(vec![
            Cell::text(&cell.row),
            Cell::text(&cell.column),
            text(&cell.value).detail(cell.verdict.words()),
            text(&cell.published),
        ]);
    }
    let document = Document::new("").table(table).verdict(agreement.words());
    Finding {
        blocks: document.blocks,
        tables: vec![agreement],
        claims: Vec::new(),
    }
}

fn exactly(row: &str, column: &str, ours: &str, published: &str) -> Compared {
    let text = |text: &str| ComparedEntry::Sign(text.to_string());
    let both = (text(ours), text(published));
    Compared::exact((row, column), 0, both, ours == published)
}

/// win(d1, d2) > 1/2 for d1 >= d2 + 2, which Corollary 7.3 would have under its assumptions.
pub(super) fn deeper_wins(results: &Results<'_>) -> Finding {
    let mut names = results.plan.values("one");
    names.extend(results.plan.values("other").pop());
    let mut pairs = Vec::new();
    for (shallow, weak) in names.iter().enumerate() {
        pairs.extend(
            names
                .iter()
                .skip(shallow + 2)
                .map(|strong| (*strong, *weak)),
        );
    }
    let confidence = confidence(pairs.len());
    let said: Vec<Claim> = pairs
        .iter()
        .map(|(strong, weak)| {
            let contest = Contest::between(results, ("one", "other"), (strong, weak), &[]);
            Claim {
                who: format!("{strong} against {weak}"),
                what: "won of the decisive games",
                games: contest.games(),
                ours: contest.mean_at(Metric::Decisive, confidence),
                form: Form::Share,
                claimed: MORE,
                said: "more than half",
                undecidable: None,
            }
        })
        .collect();
    told(
        &format!("deeper wins, {}", results.plan.name),
        "Looking two plies further, or more (Corollary 7.3)",
        &said,
    )
}

/// Lookahead-random is stronger than lookahead-zero and than random moves. Not so with a lookahead of
/// one ply, where random minimaxing chooses all moves alike (section 1): nothing is claimed of it.
pub(super) fn lookahead_random(results: &Results<'_>) -> Finding {
    let rivals = results.plan.values("against").into_iter();
    let rivals: Vec<&str> = rivals.filter(|rival| !rival.ends_with("depth 1")).collect();
    let confidence = confidence(rivals.len());
    let said: Vec<Claim> = rivals
        .iter()
        .map(|rival| {
            let contest = Contest::of_seat(results, &[("against", rival)], 0);
            score(&contest, rival, confidence, "stronger (Beal and Smith)")
        })
        .collect();
    told(
        "lookahead-random",
        "What Beal and Smith found: lookahead-random",
        &said,
    )
}

/// Material plus a small random term is stronger than material alone, and more so with depth. At depth
/// 1 a small term only orders ties, which the other side breaks at random too: nothing is claimed of it.
pub(super) fn material_random(results: &Results<'_>) -> Finding {
    let depths = results.plan.values("depth").into_iter();
    let depths: Vec<&str> = depths.filter(|depth| *depth != "1").collect();
    let confidence = confidence(depths.len() + 1);
    // Wider terms are no longer small: they outweigh pawns.
    let contest = |depth: &str| Contest::of_seat(results, &[("depth", depth), ("a", "0.1")], 0);
    let mut said: Vec<Claim> = depths
        .iter()
        .map(|depth| {
            let who = format!("depth {depth}");
            score(
                &contest(depth),
                &who,
                confidence,
                "stronger (Beal and Smith)",
            )
        })
        .collect();
    if let [shallow, .., deep] = depths[..] {
        let mean = |depth: &str| contest(depth).mean_at(Metric::Score, confidence);
        said.push(Claim {
            who: format!("depth {deep} over depth {shallow}"),
            what: "gain in score",
            games: contest(deep).games() + contest(shallow).games(),
            ours: apart(mean(deep), mean(shallow)),
            form: Form::Gain,
            claimed: Hypothesis::Above(0.0),
            said: "more so with depth (Beal and Smith)",
            undecidable: None,
        });
    }
    told(
        "material-random",
        "What Beal and Smith found: a small random term",
        &said,
    )
}

fn score(contest: &Contest<'_>, who: &str, confidence: f64, said: &'static str) -> Claim {
    Claim {
        who: who.to_string(),
        what: "score",
        games: contest.games(),
        ours: contest.mean_at(Metric::Score, confidence),
        form: Form::Share,
        claimed: MORE,
        said,
        undecidable: None,
    }
}
