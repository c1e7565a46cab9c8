//! What holds for every document: no renderer panics, markup is well formed,
//! numbers in pictures are numbers, lines fit the terminal.

mod markup;

use ludometer_report::{
    Align, Axis, AxisScale, Block, Cell, Column, Document, Mark, Plot, Point, Series, SeriesKind,
    Style, Table, csv, data_table, html, json, latex, markdown, pdf, share_ranges, svg, terminal,
    tidy, vega_lite,
};
use proptest::prelude::*;

fn words() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => "[a-zA-Z0-9 .,:-]{0,20}",
        2 => any::<String>(),
        1 => "[<>&\"'|`*_\\[\\](){}#\\\\$~]{0,8}",
        1 => "[a-z]{60,90}",
        1 => Just(String::new()),
        1 => Just("`a<b` *c&d* [e](#f) [g](https://h?i=j&k=\"l\")\n\n# m\u{1b}[31m".to_owned()),
    ]
}

fn number() -> impl Strategy<Value = f64> {
    prop_oneof![
        6 => -10.0..10.0f64,
        2 => any::<f64>(),
        1 => (0..5i32).prop_map(f64::from),
        1 => prop_oneof![
            Just(f64::NAN), Just(f64::INFINITY), Just(0.0), Just(-0.0), Just(5e-324),
            Just(f64::MAX), Just(f64::MIN), Just(1e150), Just(1e15), Just(1e15 + 0.125),
        ],
    ]
}

fn cell() -> impl Strategy<Value = Cell> {
    let mark = prop_oneof![
        Just(Mark::None),
        Just(Mark::Good),
        Just(Mark::Bad),
        Just(Mark::Quiet),
        Just(Mark::Strong)
    ];
    let shown = prop_oneof![
        words().prop_map(Cell::text),
        (number(), 0..20usize).prop_map(|(value, digits)| Cell::number(value, digits)),
    ];
    (shown, prop::option::of(words()), mark).prop_map(|(cell, detail, mark)| {
        let cell = cell.mark(mark);
        detail.map_or(cell.clone(), |detail| cell.detail(detail))
    })
}

fn table() -> impl Strategy<Value = Table> {
    let align = prop_oneof![
        Just(Align::Left),
        Just(Align::Right),
        Just(Align::Centre),
        Just(Align::Decimal)
    ];
    let column = (words(), align).prop_map(|(title, align)| Column { title, align });
    (
        words(),
        words(),
        prop::collection::vec(column, 0..6),
        prop::collection::vec(prop::collection::vec(cell(), 0..7), 0..5),
        prop::collection::vec(words(), 0..3),
    )
        .prop_map(|(name, title, columns, rows, notes)| Table {
            metric: title.clone(),
            name,
            title,
            columns,
            rows,
            notes,
        })
}

fn axis() -> impl Strategy<Value = Axis> {
    let scale = prop_oneof![Just(AxisScale::Linear), Just(AxisScale::Log)];
    let ticks = prop::option::weighted(0.3, prop::collection::vec((number(), words()), 0..6));
    let range = prop::option::weighted(0.2, (number(), number()));
    (words(), scale, ticks, range).prop_map(|(title, scale, ticks, range)| Axis {
        title,
        scale,
        ticks,
        range,
    })
}

fn series() -> impl Strategy<Value = Series> {
    let kind = prop_oneof![
        Just(SeriesKind::Line),
        Just(SeriesKind::Points),
        Just(SeriesKind::Bars),
        Just(SeriesKind::Steps)
    ];
    let end = || prop::option::of(number());
    let point = (number(), number(), end(), end()).prop_map(|(x, y, low, high)| Point {
        x,
        y,
        low,
        high,
        estimate: None,
    });
    (
        words(),
        kind,
        prop::collection::vec(point, 0..12),
        any::<bool>(),
    )
        .prop_map(|(label, kind, points, dashed)| Series {
            label,
            kind,
            points,
            dashed,
            colour: None,
        })
}

fn plot() -> impl Strategy<Value = Plot> {
    let all = prop::collection::vec(series(), 0..4);
    (
        words(),
        words(),
        axis(),
        axis(),
        all,
        prop::collection::vec(words(), 0..2),
    )
        .prop_map(|(name, title, x, y, series, notes)| Plot {
            name,
            title,
            x,
            y,
            series,
            notes,
        })
}

fn document() -> impl Strategy<Value = Document> {
    let panels = (
        words(),
        0..5usize,
        prop::collection::vec(plot(), 0..4),
        any::<bool>(),
    );
    let block = prop_oneof![
        words().prop_map(Block::Heading),
        words().prop_map(Block::Text),
        words().prop_map(Block::Verdict),
        table().prop_map(Block::Table),
        plot().prop_map(Block::Plot),
        panels.prop_map(|(title, columns, mut plots, share)| {
            if share {
                share_ranges(&mut plots);
            }
            Block::Panels {
                title,
                columns,
                plots,
            }
        }),
    ];
    (words(), prop::collection::vec(block, 0..4))
        .prop_map(|(title, blocks)| Document::new(title).blocks(blocks))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn pages_are_well_formed(document in document()) {
        let page = html(&document);
        markup::check(&page).map_err(TestCaseError::fail)?;
        prop_assert_eq!(page, html(&document));
    }

    #[test]
    fn pictures_are_well_formed_and_finite(plot in plot()) {
        let picture = svg(&plot, None);
        markup::check(&picture).map_err(TestCaseError::fail)?;
        markup::numbers(&picture).map_err(TestCaseError::fail)?;
    }

    #[test]
    fn terminal_lines_fit(document in document(), width in 0..130usize, colour: bool, unicode: bool) {
        let text = terminal(&document, Style { width, colour: false, unicode });
        for line in text.lines() {
            let wide = unicode_width::UnicodeWidthStr::width(line);
            prop_assert!(wide <= width.max(24), "{wide} > {width}: {line}");
        }
        prop_assert!(unicode || text.is_ascii());
        terminal(&document, Style { width, colour, unicode });
    }

    #[test]
    fn groups_of_bars_show_every_name_and_every_bar(
        values in prop::collection::vec(prop::collection::vec(-50.0..100.0f64, 1..50), 1..6),
        columns in 1..4usize,
        width in 24..130usize,
        unicode: bool,
    ) {
        let games = values.iter().map(Vec::len).max().unwrap_or(0);
        let names: Vec<String> = (0..games).map(|game| format!("g{game}")).collect();
        let mut plot = Plot::new("", "").x(Axis::categories("game", names.clone()));
        for (index, values) in values.iter().enumerate() {
            let points = (0u32..).zip(values).map(|(x, y)| {
                Point::new(f64::from(x), *y).between(y - 3.0, y + 4.0)
            });
            plot = plot.series(Series::bars(format!("agent {index}"), points));
        }
        let bars: usize = values.iter().map(Vec::len).sum();
        let picture = svg(&plot, None);
        markup::check(&picture).map_err(TestCaseError::fail)?;
        markup::numbers(&picture).map_err(TestCaseError::fail)?;
        for name in &names {
            prop_assert_eq!(picture.matches(&format!(">{name}</text>")).count(), 1);
            prop_assert!(picture.contains(&format!(", {name}: ")), "the hint of {}", name);
        }
        // Twice each, on paper of its own, and the paper of all; so does the legend.
        let boxes = 2 * (bars + values.len()) + 1;
        prop_assert_eq!(picture.matches("<rect ").count(), boxes);
        let document = Document::new("").panels("", columns, [plot.clone(), plot]);
        markup::check(&html(&document)).map_err(TestCaseError::fail)?;
        let text = terminal(&document, Style { width, colour: false, unicode });
        for line in text.lines() {
            let wide = unicode_width::UnicodeWidthStr::width(line);
            prop_assert!(wide <= width, "{wide} > {width}: {line}");
        }
    }

    #[test]
    fn other_formats_never_panic(document in document(), table in table(), plot in plot()) {
        markdown(&document);
        latex(&document);
        json(&document);
        vega_lite(&plot);
        pdf(&plot, None);
        let batch = tidy(&document);
        prop_assert!(batch.fields.iter().all(|field| field.values.len() == batch.len()));
        csv(&data_table(&plot));
        let text = csv(&table);
        prop_assert_eq!(text.is_empty(), table.columns.is_empty());
    }

    #[test]
    fn csv_reads_back(table in table()) {
        let text = csv(&table);
        let mut reader = csv_reader(&text);
        let records: Vec<_> = reader.records().map(|record| record.map(|record| record.len())).collect();
        if !table.columns.is_empty() {
            prop_assert_eq!(records.len(), table.rows.len() + 1);
        }
        for record in records {
            prop_assert!(record.is_ok());
        }
    }
}

fn csv_reader(text: &str) -> ::csv::Reader<&[u8]> {
    ::csv::ReaderBuilder::new()
        .has_headers(false)
        .from_reader(text.as_bytes())
}

#[test]
fn a_thousand_points_are_drawn() {
    let points = |kind: fn(&'static str, Vec<Point>) -> Series| {
        let many = (0..1000u32).map(|x| Point::new(f64::from(x), f64::from(x % 97)));
        Plot::new("many", "Many").series(kind("many", many.collect()))
    };
    for kind in [Series::line, Series::points, Series::bars, Series::steps] {
        let plot = points(kind);
        let picture = svg(&plot, None);
        markup::check(&picture).unwrap();
        markup::numbers(&picture).unwrap();
        assert!(picture.len() < 400_000, "{} bytes", picture.len());
        let text = terminal(&Document::new("").plot(plot), Style::default());
        assert!(text.lines().count() < 25);
    }
}

#[test]
fn equal_and_single_values_are_drawn_inside() {
    for ys in [&[0.0][..], &[5.0, 5.0], &[-3.0, -3.0, -3.0], &[1e-9]] {
        let points = (0u32..).zip(ys).map(|(x, y)| Point::new(f64::from(x), *y));
        let plot = Plot::new("", "").series(Series::points("s", points));
        let picture = svg(&plot, None);
        markup::numbers(&picture).unwrap();
        assert_eq!(
            picture.matches("<circle").count(),
            ys.len() + 1,
            "with the legend's"
        );
    }
}
