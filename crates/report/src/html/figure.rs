//! Plots on the page, alone and side by side.

use super::ids::Ids;
use super::{notes, table};
use crate::clean::{Clean, clean};
use crate::data::reading_table;
use crate::draw::{Rows, Size};
use crate::plot::shared_notes;
use crate::{Plot, Series, Table, svg};
use maud::{Markup, PreEscaped, html as markup};

/// The most rows of numbers that a plot carries along for those who want them.
const DATA: usize = 200;

/// One plot with its title, its notes and its numbers.
pub(crate) fn plot(plot: &Plot, ids: &mut Ids) -> Markup {
    let clean = clean(plot);
    let picture = svg::inline(plot, &clean, Size::PAGE);
    let id = ids.unique(&plot.name, "plot");
    markup! {
        figure id=(id) {
            @if !plot.title.is_empty() { figcaption id={ (id) "-title" } { (plot.title) } }
            div.scroll { (PreEscaped(picture)) }
            (notes(&clean.notes))
            (data(&[(&id, plot)]))
        }
    }
}

/// Plots side by side. What they all say alike is said once: keys and axes above, notes below.
pub(crate) fn panels(title: &str, columns: usize, plots: &[Plot], ids: &mut Ids) -> Markup {
    let columns = columns.max(1);
    let (shared, plots) = shared_notes(plots);
    let cleaned: Vec<Clean> = plots.iter().map(clean).collect();
    let keyed = alike(plots.iter().map(|plot| {
        let look = |series: &Series| {
            let drawn = (series.kind, series.dashed, series.colour);
            (series.label.clone(), drawn)
        };
        plot.series.iter().map(look).collect::<Vec<_>>()
    }));
    let titled = alike(plots.iter().map(|plot| (&plot.x.title, &plot.y.title)));
    let mut size = Size {
        keys: !keyed,
        titles: !titled,
        ..Size::panel(columns)
    };
    size.left = plots
        .iter()
        .zip(&cleaned)
        .map(|(plot, clean)| Rows::new(plot, &clean.series, size).left())
        .fold(0.0, f64::max);
    let id = ids.unique(title, "panels");
    let named: Vec<(String, &Plot)> = plots
        .iter()
        .map(|plot| (ids.unique(&plot.name, "plot"), plot))
        .collect();
    let named: Vec<(&str, &Plot)> = named
        .iter()
        .map(|(id, plot)| (id.as_str(), *plot))
        .collect();
    markup! {
        figure.panels id=(id) {
            @if !title.is_empty() { figcaption { (title) } }
            @if let Some(first) = plots.first() {
                div.keys {
                    @if keyed { (keys(&first.series)) }
                    @if titled { (axes(first)) }
                }
            }
            div.grid style=(format!("--columns:{columns};--least:{}px", size.width * 0.8)) {
                @for ((id, plot), clean) in named.iter().zip(&cleaned) {
                    div.panel id=(id) {
                        @if !plot.title.is_empty() { p.name id={ (id) "-title" } { (plot.title) } }
                        (PreEscaped(svg::inline(plot, clean, size)))
                        (notes(&clean.notes))
                    }
                }
            }
            (notes(&shared))
            (data(&named))
        }
    }
}

fn keys(series: &[Series]) -> Markup {
    markup! {
        @for (index, series) in series.iter().enumerate() {
            @if !series.label.is_empty() {
                span.key { (PreEscaped(svg::swatch(index, series))) (series.label) }
            }
        }
    }
}

fn axes(plot: &Plot) -> Markup {
    markup! {
        @if !plot.y.title.is_empty() { span.axis { "↑ " (plot.y.title) } }
        @if !plot.x.title.is_empty() { span.axis { "→ " (plot.x.title) } }
    }
}

fn alike<T: PartialEq>(mut items: impl Iterator<Item = T>) -> bool {
    match items.next() {
        Some(first) => items.all(|item| item == first),
        None => false,
    }
}

/// The numbers behind the pictures, folded away.
fn data(plots: &[(&str, &Plot)]) -> Markup {
    let tables: Vec<Table> = plots.iter().map(|(_, plot)| reading_table(plot)).collect();
    let rows: usize = tables.iter().map(|table| table.rows.len()).sum();
    markup! {
        @if (1..=DATA).contains(&rows) {
            details {
                summary { "numbers" }
                @for ((id, _), table) in plots.iter().zip(&tables) {
                    @if plots.len() > 1 { p.name { (table.title) } }
                    div.scroll { (table::grid(table, &format!("{id}-title"))) }
                }
            }
        }
    }
}
