//! Many bars: a picture is cut into rows, one below the other, before its bars
//! get too thin to compare.

use super::element::Drawing;
use super::frame::Size;
use super::layout::Layout;
use super::marks::FILLED;
use crate::{AxisScale, Plot, Series, SeriesKind, share_ranges};

/// The thinnest bar on which depth and error bar can be told apart.
const THINNEST: f64 = 10.0;
/// About the room that the labels of the vertical axis take.
const LABELS: f64 = 48.0;
/// White between two rows.
const GAP: f64 = 12.0;

/// A picture of one row or several.
pub(crate) struct Rows<'a> {
    /// What is drawn, row by row; all share their vertical axis.
    pieces: Vec<Plot>,
    /// The series of all rows: the legend names those that only a later row shows.
    series: &'a [Series],
    size: Size,
}

impl<'a> Rows<'a> {
    /// Cuts the drawable `series` of a plot.
    pub(crate) fn new(plot: &Plot, series: &'a [Series], size: Size) -> Self {
        let pieces = pieces(plot, series, &size);
        let height = match pieces.len() {
            0 | 1 => size.height,
            _ => (0.75 * size.height).round(),
        };
        let mut rows = Self {
            pieces,
            series,
            size: Size { height, ..size },
        };
        rows.size.left = rows.left();
        rows
    }

    /// The room left of the data, which rows share, and panels.
    pub(crate) fn left(&self) -> f64 {
        let rows = 0..self.pieces.len();
        rows.map(|row| self.row(row).left()).fold(0.0, f64::max)
    }

    /// The picture, as high as its rows.
    pub(crate) fn drawn(&self) -> Drawing {
        let mut out = Drawing::new(self.size.width);
        for index in 0..self.pieces.len() {
            let row = self.row(index);
            let mut drawn = Drawing::new(self.size.width);
            row.draw(&mut drawn);
            if index > 0 {
                out.height += GAP;
            }
            let top = out.height;
            out.place(drawn, top);
            out.height += row.height();
        }
        out
    }

    fn row(&self, index: usize) -> Layout<'_> {
        let piece = &self.pieces[index];
        let size = Size {
            keys: self.size.keys && index == 0,
            ..self.size
        };
        Layout::new(piece, &piece.series, self.series, size)
    }
}

/// The plot in as many pieces as its bars need, each with as many names.
fn pieces(plot: &Plot, series: &[Series], size: &Size) -> Vec<Plot> {
    let whole = Plot {
        series: series.to_vec(),
        ..plot.clone()
    };
    let bars = || {
        series
            .iter()
            .filter(|series| series.kind == SeriesKind::Bars)
    };
    let Some(ticks) = &plot.x.ticks else {
        return vec![whole];
    };
    if bars().all(|series| series.points.is_empty()) || plot.x.scale == AxisScale::Log {
        return vec![whole];
    }
    let points = series.iter().flat_map(|series| &series.points);
    let named = ticks.iter().map(|(at, _)| *at);
    let mut places: Vec<f64> = points.map(|point| point.x).chain(named).collect();
    places.retain(|place| crate::clean::drawable(*place, plot.x.scale));
    places.sort_by(f64::total_cmp);
    places.dedup();
    let room = size.width - 2.0 * size.edge - LABELS;
    // Turned names need a place as wide as they are high.
    let place = (THINNEST * bars().count() as f64 / FILLED).max(1.4 * size.font);
    // A small number: a picture is at most some hundred bars wide.
    let most = (room / place).max(3.0) as usize;
    if places.len() <= most {
        return vec![whole];
    }
    let rows = places.len().div_ceil(most);
    let chunks: Vec<&[f64]> = places.chunks(places.len().div_ceil(rows)).collect();
    let mut pieces: Vec<Plot> = chunks.iter().map(|chunk| piece(&whole, chunk)).collect();
    share_ranges(&mut pieces);
    let span = chunks.iter().map(|chunk| chunk[chunk.len() - 1] - chunk[0]);
    let span = span.fold(0.0, f64::max);
    let last = pieces.len() - 1;
    for (index, (piece, chunk)) in pieces.iter_mut().zip(&chunks).enumerate() {
        // The last row may be shorter; its bars are as wide as the others'.
        piece.x.range = Some((chunk[0], chunk[0] + span));
        if let (Some((low, high)), AxisScale::Linear) = (&mut piece.y.range, plot.y.scale) {
            *low = low.min(0.0);
            *high = high.max(0.0);
        }
        if index > 0 {
            piece.y.title.clear();
        }
        if index < last {
            piece.x.title.clear();
        }
    }
    pieces
}

/// What a plot has at some of its places, which follow each other.
fn piece(whole: &Plot, places: &[f64]) -> Plot {
    let here = |x: f64| (places[0]..=places[places.len() - 1]).contains(&x);
    let mut piece = whole.clone();
    if let Some(ticks) = &mut piece.x.ticks {
        ticks.retain(|(at, _)| here(*at));
    }
    for series in &mut piece.series {
        series.points.retain(|point| here(point.x));
    }
    piece
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::Form;
    use crate::{Axis, Point};

    fn games(games: u32, agents: u32) -> Plot {
        let names = (0..games).map(|game| format!("game {game}"));
        let mut plot = Plot::new("", "").x(Axis::categories("game", names));
        for agent in 0..agents {
            let points = (agent..games).map(|game| Point::new(f64::from(game), f64::from(game)));
            plot = plot.series(Series::bars(format!("agent {agent}"), points));
        }
        plot
    }

    #[test]
    fn many_bars_stand_in_rows_that_share_their_axis() {
        let plot = games(21, 4);
        let pieces = pieces(&plot, &plot.series, &Size::PAGE);
        let names = |piece: &Plot| piece.x.ticks.iter().flatten().count();
        assert_eq!(pieces.iter().map(names).collect::<Vec<_>>(), [11, 10]);
        assert!(
            pieces
                .iter()
                .all(|piece| piece.y.range == Some((0.0, 20.0)))
        );
        let spans: Vec<_> = pieces.iter().map(|piece| piece.x.range).collect();
        assert_eq!(spans, [Some((0.0, 10.0)), Some((11.0, 21.0))]);
        let titles: Vec<_> = pieces.iter().map(|piece| piece.x.title.as_str()).collect();
        assert_eq!(titles, ["", "game"]);
        let points = |plot: &Plot| plot.series.iter().map(|s| s.points.len()).sum::<usize>();
        assert_eq!(pieces.iter().map(points).sum::<usize>(), points(&plot));
    }

    #[test]
    fn few_bars_stand_in_one_row() {
        for plot in [games(6, 3), games(20, 1), games(3, 40)] {
            let rows = Rows::new(&plot, &plot.series, Size::PAGE);
            assert_eq!(rows.pieces.len(), 1);
        }
    }

    #[test]
    fn the_legend_names_what_only_a_later_row_shows() {
        let mut plot = games(30, 4);
        plot.series[3].points.retain(|point| point.x > 25.0);
        let drawn = Rows::new(&plot, &plot.series, Size::PAGE).drawn();
        let texts = |text: &str| {
            let written = drawn.elements.iter().filter(
                |element| matches!(&element.form, Form::Text { text: found, .. } if found == text),
            );
            written.count()
        };
        for agent in 0..4 {
            assert_eq!(texts(&format!("agent {agent}")), 1, "{agent}");
        }
        for game in 0..30 {
            assert_eq!(texts(&format!("game {game}")), 1, "{game}");
        }
    }
}
