//! A table on the page.

use super::notes;
use crate::inline::glued;
use crate::{Align, Cell, Mark, Table, number};
use maud::{Markup, html as markup};

/// A table in a box that scrolls when the page is narrower.
pub(crate) fn table(table: &Table, id: &str) -> Markup {
    markup! {
        figure.table id=(id) {
            @if !table.title.is_empty() { figcaption id={ (id) "-title" } { (table.title) } }
            div.scroll tabindex="0" role="region" aria-label=(table.title) {
                (grid(table, &format!("{id}-title")))
            }
            (notes(&table.notes))
        }
    }
}

/// The table alone, captioned by the element `caption`. The first column heads
/// the rows if it holds words.
pub(crate) fn grid(table: &Table, caption: &str) -> Markup {
    let caption = Some(caption).filter(|_| !table.title.is_empty());
    let headed = table
        .columns
        .first()
        .is_some_and(|column| column.align == Align::Left);
    let tails: Vec<&str> = (0..table.columns.len())
        .map(|index| table.longest_tail(index))
        .collect();
    markup! {
        table aria-labelledby=[caption] {
            thead {
                tr {
                    @for column in &table.columns {
                        th class=(class(column.align)) scope="col" { (column.title) }
                    }
                }
            }
            tbody {
                @for row in 0..table.rows.len() {
                    tr {
                        @for (index, column) in table.columns.iter().enumerate() {
                            @let empty = Cell::empty();
                            @let cell = table.cell(row, index).unwrap_or(&empty);
                            @let inside = inside(cell, column.align, tails[index]);
                            @if index == 0 && headed {
                                th class=(classes(cell, column.align)) scope="row" { (inside) }
                            } @else {
                                td class=(classes(cell, column.align)) { (inside) }
                            }
                        }
                    }
                }
                @if table.rows.is_empty() {
                    tr { td.quiet colspan=(table.columns.len().max(1)) { "no rows" } }
                }
            }
        }
    }
}

fn inside(cell: &Cell, align: Align, longest: &str) -> Markup {
    let pad: String = match align {
        Align::Decimal if !cell.text.is_empty() => longest
            .chars()
            .skip(number::tail(&cell.text).chars().count())
            .collect(),
        _ => String::new(),
    };
    let text = match align {
        Align::Right | Align::Decimal => number::minus(&cell.text),
        Align::Left | Align::Centre => cell.text.clone(),
    };
    markup! {
        @if let Some(sign) = cell.mark.sign() {
            span.sign role="img" aria-label=(mark(cell.mark)) { (sign) }
        }
        (text)
        @if !pad.is_empty() { i data-pad=(pad) {} }
        @if let Some(detail) = cell.small_print() { small { (glued(detail)) } }
    }
}

fn classes(cell: &Cell, align: Align) -> String {
    // Short words stay on one line, however narrow the page.
    if align == Align::Left && (1..=24).contains(&cell.text.chars().count()) {
        return format!("left whole {}", mark(cell.mark))
            .trim_end()
            .to_owned();
    }
    match mark(cell.mark) {
        "" => class(align).to_owned(),
        mark => format!("{} {mark}", class(align)),
    }
}

fn class(align: Align) -> &'static str {
    match align {
        Align::Left => "left",
        Align::Right => "right",
        Align::Centre => "centre",
        Align::Decimal => "decimal",
    }
}

fn mark(mark: Mark) -> &'static str {
    match mark {
        Mark::None => "",
        Mark::Good => "good",
        Mark::Bad => "bad",
        Mark::Quiet => "quiet",
        Mark::Strong => "strong",
    }
}
