//! What Abramson and Korf (1987) say of their tournament (section III.C).

use super::claims::{Claim, Form, Hypothesis, confidence, told};
use crate::Finding;
use ludometer_lab::plan::{RatingScale, TableKind};
use ludometer_lab::present::{Contest, Results};

/// The functions of the first tournament: two of experts, two learned.
const FOUR: [&str; 4] = ["norvig", "lucas", "learned", "learned-again"];

/// The function learned from disc differentials.
const FIFTH: &str = "learned-discs";

/// The rating scale of the plan's tables.
fn scale<'a>(results: &Results<'a>) -> Option<&'a RatingScale> {
    let scales = results.plan.tables.iter().map(|table| match &table.kind {
        TableKind::Match(scale) | TableKind::Cross(scale) => scale.as_ref(),
        _ => None,
    });
    scales.flatten().next()
}

/// The tournament: four functions that are alike, and a fifth that is a little better.
pub(super) fn tournament(results: &Results<'_>) -> Finding {
    let Some(scale) = scale(results) else {
        return Finding::default();
    };
    let between =
        |one: &str, other: &str| Contest::between(results, ("one", "other"), (one, other), &[]);
    let confidence = confidence(FOUR.len() * (FOUR.len() - 1) / 2 + 2 * FOUR.len());
    let rated = |one: &str, other: &str, claimed, said| {
        let contest = between(one, other);
        Claim {
            who: format!("{one} against {other}"),
            what: "rating points",
            games: contest.games(),
            ours: contest.rating(scale, confidence),
            form: Form::Points,
            claimed,
            said,
            undecidable: None,
        }
    };
    let mut claims = Vec::new();
    for (i, one) in FOUR.iter().enumerate() {
        for other in &FOUR[i + 1..] {
            claims.push(rated(
                one,
                other,
                Hypothesis::Within(-35.0, 35.0),
                "at most 35 apart",
            ));
        }
    }
    for other in FOUR {
        claims.push(rated(
            FIFTH,
            other,
            Hypothesis::Within(25.0, 85.0),
            "25 to 85 above",
        ));
        let contest = between(FIFTH, other);
        let margin = RatingScale {
            name: String::new(),
            payoff: 400.0,
            points: 0.0,
        };
        claims.push(Claim {
            who: format!("{FIFTH} against {other}"),
            what: "wins minus losses in 400 games",
            games: contest.games(),
            ours: contest.rating(&margin, confidence),
            form: Form::Points,
            claimed: Hypothesis::Within(39.0, 145.0),
            said: "39 to 145",
            undecidable: None,
        });
    }
    told("III.C", "What the paper says of the tournament", &claims)
}

/// Functions with random coefficients are at least a class behind.
pub(super) fn guesses(results: &Results<'_>) -> Finding {
    let Some(scale) = scale(results) else {
        return Finding::default();
    };
    let claims = FOUR.map(|function| {
        let contest = Contest::of_seat(results, &[("function", function)], 0);
        Claim {
            who: format!("{function} against random coefficients"),
            what: "rating points",
            games: contest.games(),
            ours: contest.rating(scale, confidence(FOUR.len())),
            form: Form::Points,
            claimed: Hypothesis::AtLeast(207.0),
            said: "at least a class, 207",
            undecidable: None,
        }
    });
    told(
        "III.C random",
        "What the paper says of random coefficients",
        &claims,
    )
}
