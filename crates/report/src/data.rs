//! The numbers behind a plot, as tables.

use crate::{Axis, Cell, Column, Plot, Point, Table, number};

/// One row a point: series, x, y, and both ends of the interval if any point
/// has one. Points that cannot be drawn are here too.
pub fn data_table(plot: &Plot) -> Table {
    let points = || plot.series.iter().flat_map(|series| &series.points);
    let intervals = points().any(|point| point.low.is_some() || point.high.is_some());
    let named = plot.x.ticks.is_some();
    let mut table = Table::new(plot.name.clone(), plot.title.clone())
        .column(Column::left("series"))
        .column(match named {
            true => Column::left(titled(&plot.x.title, "x")),
            false => Column::decimal(titled(&plot.x.title, "x")),
        })
        .column(Column::decimal(titled(&plot.y.title, "y")));
    if intervals {
        table = table
            .column(Column::decimal("low"))
            .column(Column::decimal("high"));
    }
    for series in &plot.series {
        for point in &series.points {
            let end = |end: Option<f64>| end.map_or(Cell::empty(), shown);
            let row = [
                Cell::text(series.label.clone()),
                place(&plot.x, point.x),
                shown(point.y),
                end(point.low),
                end(point.high),
            ];
            let width = table.columns.len();
            table = table.row(row.into_iter().take(width));
        }
    }
    table
}

/// One row a place and one column a series, for reading; falls back to one row
/// a point when a series visits a place twice.
pub(crate) fn reading_table(plot: &Plot) -> Table {
    let mut places: Vec<f64> = plot
        .series
        .iter()
        .flat_map(|series| series.points.iter().map(|point| point.x))
        .collect();
    places.sort_by(f64::total_cmp);
    places.dedup_by(|a, b| same(*a, *b));
    let at = |points: &[Point], x: f64| points.iter().filter(|point| same(point.x, x)).count();
    let twice = |x: &f64| plot.series.iter().any(|series| at(&series.points, *x) > 1);
    if places.iter().any(twice) {
        return data_table(plot);
    }
    let mut table = Table::new(plot.name.clone(), plot.title.clone());
    table.columns.push(match plot.x.ticks {
        Some(_) => Column::left(titled(&plot.x.title, "x")),
        None => Column::decimal(titled(&plot.x.title, "x")),
    });
    for series in &plot.series {
        let title = titled(&series.label, titled(&plot.y.title, "y"));
        table.columns.push(Column::decimal(title));
    }
    for x in places {
        let value = |points: &[Point]| {
            let found = points.iter().find(|point| same(point.x, x));
            found.map_or(Cell::empty(), |point| match point.interval() {
                Some((low, high)) => shown(point.y).detail(interval(low, high)),
                None => shown(point.y),
            })
        };
        let values = plot.series.iter().map(|series| value(&series.points));
        let row: Vec<Cell> = std::iter::once(place(&plot.x, x)).chain(values).collect();
        table = table.row(row);
    }
    table
}

/// `[low, high]`.
pub(crate) fn interval(low: f64, high: f64) -> String {
    format!("[{}, {}]", number::short(low), number::short(high))
}

/// The label of a value on an axis: its tick's if it has one.
pub(crate) fn label(axis: &Axis, value: f64) -> String {
    let ticks = axis.ticks.iter().flatten();
    let mut named = ticks.filter(|(at, _)| same(*at, value));
    named
        .next()
        .map_or_else(|| number::short(value), |(_, label)| label.clone())
}

fn place(axis: &Axis, value: f64) -> Cell {
    Cell {
        text: label(axis, value),
        value: (axis.ticks.is_none() && value.is_finite()).then_some(value),
        ..Cell::default()
    }
}

fn shown(value: f64) -> Cell {
    Cell {
        text: number::short(value),
        value: value.is_finite().then_some(value),
        ..Cell::default()
    }
}

fn same(a: f64, b: f64) -> bool {
    a == b || a.is_nan() && b.is_nan()
}

fn titled<'a>(title: &'a str, otherwise: &'a str) -> &'a str {
    if title.is_empty() { otherwise } else { title }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Series, csv};

    #[test]
    fn data_in_rows() {
        let plot = Plot::new("p", "P")
            .x(Axis::categories("game", ["go", "hex"]))
            .series(Series::bars("us", [Point::new(0.0, 0.5).between(0.4, 0.6)]))
            .series(Series::bars("them", [Point::new(1.0, 1.0 / 3.0)]));
        assert_eq!(
            csv(&data_table(&plot)),
            "series,game,y,low,high\r\nus,go,0.5,0.4,0.6\r\nthem,hex,0.3333333333333333,,\r\n"
        );
        assert_eq!(
            csv(&reading_table(&plot)),
            "game,us,us detail,them\r\ngo,0.5,\"[0.4, 0.6]\",\r\nhex,,,0.3333333333333333\r\n"
        );
    }
}
