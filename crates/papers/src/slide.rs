//! Section 2 of Althöfer and Heuser (2005): all positions of SlideThree by their distance to Win.

use crate::Finding;
use crate::claims::{Claim, Form, Hypothesis, confidence, told};
use ludometer_catalogue::specialists::slide::distances as table_of;
use ludometer_games::slide::Slide;
use ludometer_lab::plan::Metric;
use ludometer_lab::present::{Agreement, Compared, ComparedEntry, Results};
use ludometer_report::{Axis, Cell, Column, Document, Plot, Point, Series, Table};

/// Figure 2 as table and plot, and the three numbers that the text gives.
pub(super) fn distances() -> Finding {
    let slide = Slide::new(3).expect("there is a SlideThree");
    let table = table_of(&slide).expect("SlideThree has a table");
    let counts = table.counts();
    let start = table.distance(&slide.reversed(false, false));
    let exact = |row: &str, value: f64, published: f64| {
        let both = (
            ComparedEntry::Number(value),
            ComparedEntry::Number(published),
        );
        let place = (row, "SlideThree");
        Compared::exact(place, table.len() as u64, both, value == published)
    };
    let agreement = Agreement::exact(
        "2.1",
        vec![
            exact("positions", counts.iter().sum::<u64>() as f64, 11_612_160.0),
            exact("DTW of Start", f64::from(start), 24.0),
            exact("largest DTW", f64::from(table.deepest()), 26.0),
        ],
    );
    let mut shown = Table::new("2.1", "SlideThree by retrograde analysis (section 2)")
        .column(Column::left(""))
        .column(Column::right("here"))
        .column(Column::right("paper"));
    for cell in &agreement.cells {
        let number = |entry: &ComparedEntry| match entry {
            ComparedEntry::Number(number) => Cell::number(*number, 0),
            ComparedEntry::Sign(sign) => Cell::text(sign),
        };
        shown = shown.row(vec![
            Cell::text(&cell.row),
            number(&cell.value),
            number(&cell.published),
        ]);
    }
    let shown = shown.note("Start is the reversed order in the corner of Win; the opposite corner has the same distance");
    let mut figure = Table::new("figure-2", "Positions by distance to Win (Figure 2)")
        .column(Column::right("DTW"))
        .column(Column::right("positions"));
    for (distance, &count) in counts.iter().enumerate() {
        figure = figure.row(vec![
            Cell::number(distance as f64, 0),
            Cell::number(count as f64, 0),
        ]);
    }
    let bars = counts
        .iter()
        .enumerate()
        .map(|(d, &count)| Point::new(d as f64, count as f64));
    let plot = Plot::new(
        "distribution",
        "Distribution of SlideThree positions (Figure 2)",
    )
    .x(Axis::linear("distance to Win"))
    .y(Axis::linear("positions"))
    .series(Series::bars("", bars));
    let document = Document::new("")
        .table(shown)
        .verdict(agreement.words())
        .table(figure)
        .plot(plot);
    Finding {
        blocks: document.blocks,
        tables: vec![agreement],
        claims: Vec::new(),
    }
}

/// Section 5, Figure 5: for larger distances the positive effect of randomisation is more explicit. The
/// figure's depth is not stated, so the effect is the mean of all three.
pub(super) fn effect_by_distance(results: &Results<'_>) -> Finding {
    let distances: Vec<&str> = results.plan.values("distance");
    let half = distances.len() / 2;
    let depths = results.plan.values("depth").len();
    let each = (half * depths).max(1) as f64;
    let mut samples = Vec::new();
    let mut games = 0;
    for depth in results.plan.values("depth") {
        for (at, distance) in distances.iter().enumerate() {
            // The distance in the middle is in neither half.
            let side = match at {
                at if at < half => -1.0,
                at if at + half >= distances.len() => 1.0,
                _ => continue,
            };
            for (evaluation, sign) in [("Det", -1.0), ("Rand", 1.0)] {
                let wanted = [
                    ("depth", depth),
                    ("distance", *distance),
                    ("evaluation", evaluation),
                ];
                let sample = results.sample(&wanted);
                games += results.stats(&sample).map_or(0, |stats| stats.count());
                samples.push((sample, side * sign / each));
            }
        }
    }
    // Episodes of one number are one observation.
    let effect = results.weighted_sum(&samples, (Metric::Won, 0), confidence(1));
    let claim = Claim {
        who: "gain by Add of 0.1 to Eu, larger minus smaller distances".to_string(),
        what: "winning quota",
        games,
        ours: effect.into(),
        form: Form::Gain,
        claimed: Hypothesis::Above(0.0),
        said: "more explicit for larger distances",
        undecidable: None,
    };
    told("figure 5", "What section 5 says of Figure 5", &[claim])
}
