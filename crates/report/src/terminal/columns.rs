//! How wide the columns of a table are.

use super::line::wrap;
use crate::inline::glued;
use crate::{Align, Cell, Table, number};
use unicode_width::UnicodeWidthStr;

/// Where small print goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Detail {
    Beside,
    Below,
    /// Below, and on several lines.
    Folded,
    Nowhere,
}

/// One column with its widths decided.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Field {
    /// The index of the column in the table.
    pub(crate) index: usize,
    /// The texts, with room for a sign.
    pub(crate) main: usize,
    /// The small print beside them, 0 if there is none.
    pub(crate) beside: usize,
    /// Everything, heading included.
    pub(crate) width: usize,
    /// Whether any cell has a sign.
    pub(crate) signed: bool,
}

impl Field {
    /// The texts and the small print beside them.
    pub(crate) fn body(&self) -> usize {
        match self.beside {
            0 => self.main,
            beside => self.main + 1 + beside,
        }
    }

    /// The text of a cell as it lines up with its column, and its sign.
    pub(crate) fn shown(&self, table: &Table, cell: &Cell) -> (String, &'static str) {
        let mut text = cell.text.clone();
        if table.columns[self.index].align == Align::Decimal && !text.is_empty() {
            let longest = table.longest_tail(self.index).width();
            text.push_str(&" ".repeat(longest.saturating_sub(number::tail(&cell.text).width())));
        }
        let sign = match (self.signed, cell.mark.sign()) {
            (false, _) => "",
            (true, None) => "  ",
            (true, Some("✓")) => " ✓",
            (true, Some(_)) => " ✗",
        };
        (text, sign)
    }
}

/// Fits columns into a width: headings wrap first, then words; numbers never
/// break. `None` if that is not enough.
pub(crate) fn fit(
    table: &Table,
    columns: &[usize],
    room: usize,
    detail: Detail,
) -> Option<Vec<Field>> {
    let mut fields: Vec<Field> = columns
        .iter()
        .map(|index| natural(table, *index, detail))
        .collect();
    let least: Vec<(usize, usize)> = fields
        .iter()
        .map(|field| least(table, field, detail))
        .collect();
    let gaps = gap(detail) * columns.len().saturating_sub(1);
    loop {
        let total: usize = fields.iter().map(|field| field.width).sum::<usize>() + gaps;
        if total <= room {
            return Some(fields);
        }
        // The column with most to give gives one.
        let spare = |(field, least): (&Field, &(usize, usize))| field.width.saturating_sub(least.1);
        let (index, most) = fields
            .iter()
            .zip(&least)
            .map(spare)
            .enumerate()
            .max_by_key(|(_, spare)| *spare)?;
        if most == 0 {
            return None;
        }
        let field = &mut fields[index];
        field.width -= 1;
        if field.body() > field.width {
            field.main = field.main.saturating_sub(1).max(least[index].0);
        }
    }
}

/// White between columns.
pub(crate) fn gap(detail: Detail) -> usize {
    if detail == Detail::Beside { 3 } else { 2 }
}

fn natural(table: &Table, index: usize, detail: Detail) -> Field {
    let cells = || table.cells_of(index);
    let mut field = Field {
        index,
        main: 0,
        beside: 0,
        width: 0,
        signed: cells().any(|cell| cell.mark.sign().is_some()),
    };
    let shown = cells().map(|cell| {
        let (text, sign) = field.shown(table, cell);
        text.width() + sign.width()
    });
    field.main = shown.max().unwrap_or(0);
    let details = cells()
        .filter_map(Cell::small_print)
        .map(UnicodeWidthStr::width);
    match detail {
        Detail::Beside => field.beside = details.max().unwrap_or(0),
        Detail::Below => field.main = field.main.max(details.max().unwrap_or(0)),
        Detail::Folded => {
            let pieces = cells().filter_map(Cell::small_print).map(|detail| {
                let glued = glued(detail);
                glued
                    .split(' ')
                    .map(|piece| piece.width())
                    .max()
                    .unwrap_or(0)
            });
            field.main = field.main.max(pieces.max().unwrap_or(0));
        }
        Detail::Nowhere => {}
    }
    field.width = field.body().max(table.columns[index].title.width()).max(1);
    field
}

/// The least texts and the least whole column.
fn least(table: &Table, field: &Field, detail: Detail) -> (usize, usize) {
    let column = &table.columns[field.index];
    let main = match (column.align, detail) {
        (Align::Left, Detail::Nowhere) => field.main.min(14),
        (Align::Left, _) => field.main.min(26),
        _ => field.main,
    };
    let heading = column
        .title
        .split(' ')
        .map(|word| word.width())
        .max()
        .unwrap_or(0)
        .min(16);
    let body = field.body() - field.main + main;
    (main, body.max(heading).max(1))
}

/// The lines of a column's heading.
pub(crate) fn heading(table: &Table, field: &Field) -> Vec<String> {
    wrap(&table.columns[field.index].title, field.width)
}
