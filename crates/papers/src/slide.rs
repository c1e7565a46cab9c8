//! Section 2 of Althöfer and Heuser (2005): all positions of SlideThree by their distance to Win.

use ludometer_catalogue::specialists::slide::distances as table_of;
use ludometer_games::slide::Slide;
use ludometer_lab::present::{Agreement, Compared, ComparedEntry};
use ludometer_report::{Axis, Block, Cell, Column, Document, Plot, Point, Series, Table};

/// Figure 2 as table and plot, and the three numbers that the text gives.
pub(super) fn distances() -> (Vec<Block>, Vec<Agreement>) {
    let slide = Slide::new(3).expect("there is a SlideThree");
    let table = table_of(&slide).expect("SlideThree has a table");
    let counts = table.counts();
    let start = table.distance(&slide.reversed(false, false));
    let exact = |row: &str, value: f64, published: f64| Compared {
        row: row.to_string(),
        column: "SlideThree".to_string(),
        n: table.len() as u64,
        value: ComparedEntry::Number(value),
        low: None,
        high: None,
        published: ComparedEntry::Number(published),
        published_n: None,
        agrees: value == published,
    };
    let agreement = Agreement::new(
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
        .verdict(agreement.verdict())
        .table(figure)
        .plot(plot);
    (document.blocks, vec![agreement])
}
