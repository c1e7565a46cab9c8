//! Ratings of the players of a tournament.

use super::Results;
use super::printed::{share, signed_number};
use crate::plan::{RatingAnchor, TableLayout, Truncation};
use crate::sprt::halves;
use crate::store::StoreError;
use crate::tally::CONFIDENCE;
use ludometer_arena::play::Ending;
use ludometer_report::{Axis, Cell, Column, Document, Estimate, Mark, Plot, Point, Series, Table};
use ludometer_stats::{Interval, PlayerRating, RatedGame, Ratings, Unrated, ratings as rate};

/// Adds the table and the plot of ratings.
pub(super) fn ratings(
    results: &Results<'_>,
    layout: &TableLayout,
    anchor: Option<&RatingAnchor>,
    document: Document,
) -> Result<Document, StoreError> {
    let mut names = results.plan.values(&layout.rows);
    for name in results.plan.values(&layout.columns) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let games = games(results, layout, &names)?;
    let place = |name: &str| names.iter().position(|known| *known == name);
    let fixed = anchor.and_then(|anchor| Some((place(&anchor.player)?, anchor.elo)));
    // The players of games are those that were counted, and the confidence is a constant.
    let Ok(rated) = rate(names.len(), &games, fixed, CONFIDENCE) else {
        return Ok(document);
    };
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_by(|&a, &b| height(&rated.players[b]).total_cmp(&height(&rated.players[a])));
    let mut table = table(layout, &names, (&rated, &order));
    for note in notes(&rated, anchor) {
        table = table.note(note);
    }
    let cells: Vec<(&str, &str)> = layout.conditions().collect();
    for note in results.exceptions(&cells) {
        table = table.note(note);
    }
    if let Some(note) = &layout.note {
        table = table.note(note);
    }
    let document = document.table(table);
    Ok(document.plot(plot(layout, &names, (&rated, &order))))
}

/// Every game of the layout's cells. All games of one opening are a unit, in whichever cells.
fn games(
    results: &Results<'_>,
    layout: &TableLayout,
    names: &[&str],
) -> Result<Vec<RatedGame>, StoreError> {
    let conditions: Vec<(&str, &str)> = layout.conditions().collect();
    let mut classes: Vec<[u8; 16]> = Vec::new();
    let mut found: Vec<((usize, u64), RatedGame)> = Vec::new();
    for &at in results.sample(&conditions).cells() {
        let cell = &results.plan.cells[at];
        let place = |variable: &str| {
            let value = cell.variable(variable)?;
            names.iter().position(|name| *name == value)
        };
        let (Some(one), Some(other)) = (place(&layout.rows), place(&layout.columns)) else {
            continue;
        };
        let openings = cell.openings();
        let class = classes.iter().position(|known| *known == openings);
        let class = class.unwrap_or_else(|| {
            classes.push(openings);
            classes.len() - 1
        });
        let mut rows = results.rows(at)?;
        while let Some((number, episode)) = rows.next()? {
            if episode.ending == Ending::Truncated && results.plan.truncation == Truncation::Exclude
            {
                continue;
            }
            let score = halves(episode) as u8;
            let (first, second, halves) = match cell.player(number, 0) {
                0 => (one, other, score),
                _ => (other, one, 2 - score),
            };
            let game = RatedGame {
                first: first as u16,
                second: second as u16,
                halves,
                unit: 0,
            };
            found.push(((class, cell.opening(number)), game));
        }
    }
    found.sort_by_key(|(opening, _)| *opening);
    let (mut unit, mut before) = (0, None);
    let numbered = found.into_iter().map(|(opening, game)| {
        unit += u64::from(before.is_some_and(|before| before != opening));
        before = Some(opening);
        RatedGame { unit, ..game }
    });
    Ok(numbered.collect())
}

/// Where a player stands in the list.
fn height(player: &PlayerRating) -> f64 {
    match player.elo {
        Ok(elo) => elo,
        Err(Unrated::Above) => f64::INFINITY,
        Err(Unrated::Below) => -1e300,
        Err(Unrated::Unconnected) => f64::NEG_INFINITY,
    }
}

fn bracket(interval: Interval) -> String {
    let [low, high] = [interval.low, interval.high].map(|end| signed_number(end, 0));
    format!("[{low}, {high}]")
}

fn table(layout: &TableLayout, names: &[&str], (rated, order): (&Ratings, &[usize])) -> Table {
    let mut table = Table::new(&layout.name, &layout.title)
        .metric("elo")
        .column(Column::right("rank"))
        .column(Column::left("player"))
        .column(Column::right("Elo"))
        .column(Column::right("above the next"))
        .column(Column::right("games"))
        .column(Column::right("score"));
    for (rank, &at) in order.iter().enumerate() {
        let player = &rated.players[at];
        let elo = match player.elo {
            Ok(elo) => {
                let cell = Cell::said(signed_number(elo, 0), elo).estimate(Estimate {
                    value: elo,
                    low: player.interval.map(|interval| interval.low),
                    high: player.interval.map(|interval| interval.high),
                    n: player.games,
                    units: rated.units,
                    interval: if player.interval.is_some() {
                        "sandwich"
                    } else {
                        ""
                    },
                    confidence: CONFIDENCE,
                });
                match player.interval {
                    Some(interval) => cell.detail(bracket(interval)),
                    None => cell,
                }
            }
            Err(Unrated::Above) => Cell::text("above: not determined"),
            Err(Unrated::Below) => Cell::text("below: not determined"),
            Err(Unrated::Unconnected) => Cell::text("not connected"),
        };
        let next = order.get(rank + 1);
        let next = next.and_then(|&next| rated.superiority(at, next));
        table = table.row([
            Cell::number((rank + 1) as f64, 0),
            Cell::text(names[at]).mark(Mark::Strong),
            elo,
            next.map_or(Cell::empty(), |likely| {
                Cell::said(format!("{:.1} %", 100.0 * likely), likely)
            }),
            Cell::number(player.games as f64, 0),
            match player.games {
                0 => Cell::empty(),
                games => {
                    let score = player.points / games as f64;
                    Cell::said(share(score, layout.digits), score)
                }
            },
        ]);
    }
    table
}

fn notes(rated: &Ratings, anchor: Option<&RatingAnchor>) -> Vec<String> {
    let reference = match anchor {
        Some(anchor) => format!("{} has the rating {}", anchor.player, anchor.elo),
        None => "the mean rating is 0".to_string(),
    };
    let mut notes = vec![
        format!(
            "maximum likelihood in the model of Bradley, Terry and Davidson with draws and the advantage of the first move, scaled to the logistic curve near equality; {reference}"
        ),
        format!(
            "in brackets 95 % intervals by the sandwich covariance of {} openings: all games of one are one observation; above the next: likelihood of superiority",
            rated.units
        ),
    ];
    notes.push(match rated.advantage {
        Some((elo, Some(interval))) => format!(
            "the first move is worth {} Elo {}; equal players draw {} of their games",
            signed_number(elo, 0),
            bracket(interval),
            share(rated.draws, 3)
        ),
        Some((elo, None)) => format!("the first move is worth {} Elo", signed_number(elo, 0)),
        None => "the advantage of the first move is not determined".to_string(),
    });
    let is = |wanted: &[Unrated]| {
        let players = rated.players.iter();
        players
            .filter_map(|player| player.elo.err())
            .any(|reason| wanted.contains(&reason))
    };
    if is(&[Unrated::Above, Unrated::Below]) {
        notes.push(
            "not determined: a player, or a group, that conceded nothing to the rated ones or scored nothing against them; no finite rating is the most likely, and these games are in no other rating".to_string(),
        );
    }
    if is(&[Unrated::Unconnected]) {
        notes.push("not connected: no chain of games leads to the rated players".to_string());
    }
    notes
}

fn plot(layout: &TableLayout, names: &[&str], (rated, order): (&Ratings, &[usize])) -> Plot {
    let known = order.iter().filter(|&&at| rated.players[at].elo.is_ok());
    let known: Vec<usize> = known.copied().collect();
    let points = known.iter().enumerate().map(|(x, &at)| {
        let player = &rated.players[at];
        let point = Point::new(x as f64, player.elo.unwrap_or(f64::NAN));
        match player.interval {
            Some(interval) => Point {
                low: Some(interval.low),
                high: Some(interval.high),
                ..point
            },
            None => point,
        }
    });
    Plot::new(format!("{}-plot", layout.name), &layout.title)
        .x(Axis::categories("", known.iter().map(|&at| names[at])))
        .y(Axis::linear("Elo"))
        .series(Series::points("", points))
        .note("error bars are the intervals of the table")
}
