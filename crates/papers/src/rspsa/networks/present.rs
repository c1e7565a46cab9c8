//! What came of it: learning curves, networks beside each other, and what the paper finds.

use super::amount::Amount;
use crate::claims::{Claim, Form, Hypothesis, told};
use crate::rspsa::shared::{curve, difference, mean, published, small_bets, undecidable};
use crate::{Finding, Scale};
use ludometer_catalogue::specialists::omaha::network::{HIDDEN, INPUTS, NetworkRole};
use ludometer_report::{Axis, Cell, Column, Document, Plot, Series, Table};

/// Iterations in a window of Figure 2.
pub(super) const WINDOW: usize = 15;

/// The learners in the order of the text, which are the arms of the study, and the supervised start by
/// itself.
pub(super) const NAMES: [&str; 5] = [
    "SPSA(EF)",
    "SPSA(POL)",
    "TD(EF)",
    "spvTD(EF)",
    "supervised start alone",
];

/// What the paper has for the best of each, in small bets a hand.
const PUBLISHED: [Option<f64>; 5] = [Some(0.194), Some(0.152), Some(0.015), Some(0.220), None];

/// The whole report.
pub(super) fn present(
    amount: &Amount,
    means: &[Vec<f64>],
    results: &[Vec<f64>],
    scale: Scale,
) -> Finding {
    let document = Document::new("")
        .heading("Learning policies and evaluation functions (section 5.2)")
        .text(words(amount))
        .plot(curves(means))
        .table(comparison(results));
    let mut finding = claims(results, 2 * amount.held_out, undecidable(scale));
    finding.blocks.splice(0..0, document.blocks);
    finding
}

fn words(amount: &Amount) -> String {
    let Amount {
        samples,
        spsa: (perturbations, decks),
        td,
        iterations,
        lessons: (lessons, epochs),
        ..
    } = amount;
    let weights = NetworkRole::ALL.map(|role| role.network().weights());
    format!(
        "Networks of {} inputs and {HIDDEN} hidden units have {} weights as evaluations and {} as policies. {samples} card configurations a decision, {perturbations} x 2 x {} games an iteration of SPSA, {} of TD, {iterations} iterations; the supervised start had {lessons} hands {epochs} times.",
        INPUTS.len(),
        weights[0],
        weights[1],
        2 * decks,
        2 * td,
    )
}

fn curves(means: &[Vec<f64>]) -> Plot {
    let mut plot = Plot::new("networks", "Learning networks (Figure 2)")
        .x(Axis::linear("iteration"))
        .y(Axis::linear("small bets a hand"));
    for (name, means) in NAMES.iter().zip(means) {
        plot = plot.series(Series::line(*name, curve(means, WINDOW)));
    }
    plot.note("windows of 15 iterations; the bands drop the smallest and the largest value of each; half of the decks of SPSA are ones that made a difference before")
}

fn comparison(results: &[Vec<f64>]) -> Table {
    let title = "Small bets a hand of the best networks against McRaise, on held-out decks";
    let mut table = Table::new("5.2", title)
        .column(Column::left("learner"))
        .column(Column::right("here"))
        .column(Column::right("paper"));
    for ((name, won), figure) in NAMES.iter().zip(results).zip(PUBLISHED) {
        table = table.row(vec![
            Cell::text(*name),
            small_bets(mean(won.iter().copied())),
            figure.map_or(Cell::empty(), published),
        ]);
    }
    table.note("in brackets 99 % intervals; both hands of a deck are one observation. The paper's figures are the best of its learning curves, against its own McRaise")
}

/// What the paper finds: who beats McRaise, and in which order the learners come.
fn claims(results: &[Vec<f64>], hands: u64, reason: &'static str) -> Finding {
    let over = |one: usize, other: usize, said| Claim {
        who: format!("{} over {}", NAMES[one], NAMES[other]),
        what: "gain, small bets a hand",
        games: 2 * hands,
        ours: difference(&results[one], &results[other]),
        form: Form::Gain,
        claimed: Hypothesis::Above(0.0),
        said,
        undecidable: Some(reason),
    };
    let above = |one: usize, said| Claim {
        who: format!("{} over McRaise", NAMES[one]),
        what: "gain, small bets a hand",
        games: hands,
        ours: mean(results[one].iter().copied()),
        form: Form::Gain,
        claimed: Hypothesis::Above(0.0),
        said,
        undecidable: Some(reason),
    };
    let claims = [
        above(3, "+0.220"),
        above(0, "+0.194"),
        above(1, "+0.152"),
        over(3, 0, "+0.220 against +0.194"),
        over(0, 1, "+0.194 against +0.152"),
        over(1, 2, "+0.152 against +0.015"),
    ];
    told("5.2-claims", "What section 5.2 concludes", &claims)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ClaimVerdict;

    /// One run of each learner decides nothing, whatever the hands say.
    #[test]
    fn claims_are_of_the_right_pairs_and_undecided() {
        let won = |mean: f64| vec![mean - 0.1, mean + 0.1, mean - 0.1, mean + 0.1];
        let results = [2.0, 3.0, -5.0, 9.0, 0.0].map(won);
        for scale in [Scale::Quick, Scale::Full] {
            let found = claims(&results, 8, undecidable(scale)).claims;
            let gains: Vec<f64> = found.iter().map(|claim| claim.value.round()).collect();
            assert_eq!(gains, [9.0, 2.0, 3.0, 7.0, -1.0, 8.0]);
            let undecided = |claim: &crate::ClaimResult| claim.verdict == ClaimVerdict::Undecided;
            assert!(found.iter().all(undecided));
        }
    }
}
