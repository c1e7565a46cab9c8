//! What Abramson and Korf (1987) say in words of their tournament (section III.C), checked against
//! rows.
//!
//! They give ranges of rating points and no games, so a claim stands unless the whole 99 % interval
//! of our figure lies outside its range: the counterpart of a test with p >= 0.01.

use crate::plan::{Scale, TableKind};
use crate::present::{Agreement, Compared, Contest, Entry, Mean, Results};
use ludometer_report::{Block, Cell, Column, Document, Mark, Table};

/// Disagreement needs the whole interval of this confidence.
const CONFIDENCE: f64 = 0.99;

/// The functions of the first tournament: two of experts, two learned.
const FOUR: [&str; 4] = ["norvig", "lucas", "learned", "learned-again"];

/// The function learned from disc differentials.
const FIFTH: &str = "learned-discs";

/// A range of rating points that a difference is said to lie in.
struct Claim {
    who: String,
    what: &'static str,
    games: u64,
    ours: Mean,
    range: (f64, f64),
    said: &'static str,
}

impl Claim {
    fn stands(&self) -> bool {
        let (low, high) = self.range;
        self.ours
            .interval
            .is_none_or(|interval| interval.low <= high && interval.high >= low)
    }

    fn row(&self) -> Vec<Cell> {
        let interval = self.ours.interval.map_or(String::new(), |interval| {
            format!("[{:+.0}, {:+.0}]", interval.low, interval.high)
        });
        let mark = if self.stands() { Mark::Good } else { Mark::Bad };
        vec![
            Cell::text(&self.who),
            Cell::text(self.what),
            Cell::number(self.games as f64, 0),
            Cell::said(format!("{:+.0}", self.ours.value), self.ours.value)
                .mark(mark)
                .detail(interval),
            Cell::text(self.said),
        ]
    }

    fn compared(&self) -> Compared {
        Compared {
            row: self.who.clone(),
            column: self.what.to_string(),
            n: self.games,
            value: Entry::Number(self.ours.value),
            low: self.ours.interval.map(|interval| interval.low),
            high: self.ours.interval.map(|interval| interval.high),
            published: Entry::Sign(self.said.to_string()),
            published_n: None,
            agrees: self.stands(),
        }
    }
}

fn told(name: &str, title: &str, claims: &[Claim]) -> (Vec<Block>, Vec<Agreement>) {
    let mut table = Table::new(name, title)
        .column(Column::left("who"))
        .column(Column::left("what"))
        .column(Column::right("games"))
        .column(Column::right("here"))
        .column(Column::left("paper"));
    for claim in claims {
        table = table.row(claim.row());
    }
    let table = table.note(
        "in brackets 99 % intervals; a claim stands unless the whole interval lies outside its range",
    );
    let agreement = Agreement::new(name, claims.iter().map(Claim::compared).collect());
    let document = Document::new("").table(table).verdict(agreement.verdict());
    (document.blocks, vec![agreement])
}

/// The rating scale of the plan's tables.
fn scale<'a>(results: &Results<'a>) -> Option<&'a Scale> {
    let scales = results.plan.tables.iter().map(|table| match &table.kind {
        TableKind::Match(scale) | TableKind::Cross(scale) => scale.as_ref(),
        _ => None,
    });
    scales.flatten().next()
}

/// The tournament: four functions that are alike, and a fifth that is a little better.
pub(super) fn tournament(results: &Results<'_>) -> (Vec<Block>, Vec<Agreement>) {
    let Some(scale) = scale(results) else {
        return (Vec::new(), Vec::new());
    };
    let between =
        |one: &str, other: &str| Contest::between(results, ("one", "other"), (one, other), &[]);
    let rated = |one: &str, other: &str, range, said| {
        let contest = between(one, other);
        Claim {
            who: format!("{one} against {other}"),
            what: "rating points",
            games: contest.games(),
            ours: contest.rating(scale, CONFIDENCE),
            range,
            said,
        }
    };
    let mut claims = Vec::new();
    for (i, one) in FOUR.iter().enumerate() {
        for other in &FOUR[i + 1..] {
            claims.push(rated(one, other, (-35.0, 35.0), "at most 35 apart"));
        }
    }
    for other in FOUR {
        claims.push(rated(FIFTH, other, (25.0, 85.0), "25 to 85 above"));
        let contest = between(FIFTH, other);
        let margin = Scale {
            name: String::new(),
            payoff: 400.0,
            points: 0.0,
        };
        claims.push(Claim {
            who: format!("{FIFTH} against {other}"),
            what: "wins minus losses in 400 games",
            games: contest.games(),
            ours: contest.rating(&margin, CONFIDENCE),
            range: (39.0, 145.0),
            said: "39 to 145",
        });
    }
    told("III.C", "What the paper says of the tournament", &claims)
}

/// Functions with random coefficients are at least a class behind.
pub(super) fn guesses(results: &Results<'_>) -> (Vec<Block>, Vec<Agreement>) {
    let Some(scale) = scale(results) else {
        return (Vec::new(), Vec::new());
    };
    let claims = FOUR.map(|function| {
        let contest = Contest::of_seat(results, &[("function", function)], 0);
        Claim {
            who: format!("{function} against random coefficients"),
            what: "rating points",
            games: contest.games(),
            ours: contest.rating(scale, CONFIDENCE),
            range: (207.0, f64::INFINITY),
            said: "at least a class, 207",
        }
    });
    told(
        "III.C random",
        "What the paper says of random coefficients",
        &claims,
    )
}
