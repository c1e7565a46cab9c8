//! A table of fixed-width letters, ruled above and below.

use super::cells::{celled, titled};
use super::columns::{Detail, Field, fit, gap};
use super::line::{Line, Tone};
use super::{Style, notes, toned};
use crate::{Cell, Table};

/// The table with its title and notes.
pub(crate) fn table(table: &Table, style: Style) -> Vec<Line> {
    let mut lines = toned(&table.title, Tone::Bold, style.width);
    if table.columns.is_empty() {
        lines.push(Line::toned("(empty)", Tone::Dim));
    } else {
        lines.extend(body(table, style));
    }
    lines.extend(notes(&table.notes, style));
    lines
}

fn body(table: &Table, style: Style) -> Vec<Line> {
    let all: Vec<usize> = (0..table.columns.len()).collect();
    for detail in [Detail::Beside, Detail::Below, Detail::Folded] {
        if let Some(fields) = fit(table, &all, style.width, detail) {
            return grid(table, &fields, detail, style);
        }
    }
    let mut lines = match fit(table, &all, style.width, Detail::Nowhere) {
        Some(fields) => grid(table, &fields, Detail::Nowhere, style),
        None => parts(table, style),
    };
    let detailed = |cell: &Cell| cell.small_print().is_some();
    if table.rows.iter().flatten().any(detailed) {
        lines.extend(toned(
            "(small print left out: the terminal is too narrow)",
            Tone::Dim,
            style.width,
        ));
    }
    lines
}

/// The table in parts below each other, each with the first column.
fn parts(table: &Table, style: Style) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut next = 1;
    loop {
        let mut columns = vec![0];
        let mut fields = fit(table, &columns, style.width, Detail::Nowhere);
        while next < table.columns.len() {
            columns.push(next);
            match fit(table, &columns, style.width, Detail::Nowhere) {
                Some(wider) => fields = Some(wider),
                None if columns.len() > 2 => {
                    columns.pop();
                    break;
                }
                // Not even one column fits beside the first: cells must break.
                None => fields = Some(forced(table, &columns, style.width)),
            }
            next += 1;
        }
        let fields = fields.unwrap_or_else(|| forced(table, &columns, style.width));
        if !lines.is_empty() {
            lines.push(Line::default());
        }
        lines.extend(grid(table, &fields, Detail::Nowhere, style));
        if next >= table.columns.len() {
            return lines;
        }
    }
}

fn forced(table: &Table, columns: &[usize], room: usize) -> Vec<Field> {
    let each = (room + gap(Detail::Nowhere)) / columns.len() - gap(Detail::Nowhere);
    let field = |index: &usize| Field {
        index: *index,
        main: each,
        beside: 0,
        width: each,
        signed: table
            .cells_of(*index)
            .any(|cell| cell.mark.sign().is_some()),
    };
    columns.iter().map(field).collect()
}

fn grid(table: &Table, fields: &[Field], detail: Detail, style: Style) -> Vec<Line> {
    let gap = gap(detail);
    let width = fields.iter().map(|field| field.width).sum::<usize>() + gap * (fields.len() - 1);
    let rule = || {
        let dash = if style.unicode { "─" } else { "-" };
        Line::toned(dash.repeat(width), Tone::Dim)
    };
    let headings: Vec<Vec<Line>> = fields.iter().map(|field| titled(table, field)).collect();
    let mut lines = beside(&headings, fields, gap, true);
    lines.push(rule());
    // Small print below the texts needs air between the rows.
    let below = matches!(detail, Detail::Below | Detail::Folded);
    let loose = below
        && table
            .rows
            .iter()
            .flatten()
            .any(|cell| cell.small_print().is_some());
    for row in 0..table.rows.len() {
        let empty = Cell::empty();
        let cells: Vec<Vec<Line>> = fields
            .iter()
            .map(|field| {
                let cell = table.cell(row, field.index).unwrap_or(&empty);
                celled(table, field, cell, detail)
            })
            .collect();
        if row > 0 && loose {
            lines.push(Line::default());
        }
        lines.extend(beside(&cells, fields, gap, false));
    }
    if table.rows.is_empty() {
        lines.push(Line::toned("(no rows)", Tone::Dim));
    }
    lines.push(rule());
    lines
}

/// Puts the lines of the columns side by side; headings stand at the bottom.
fn beside(columns: &[Vec<Line>], fields: &[Field], gap: usize, bottom: bool) -> Vec<Line> {
    let height = columns.iter().map(Vec::len).max().unwrap_or(0);
    (0..height)
        .map(|index| {
            let mut line = Line::default();
            let mut left = 0;
            for (column, field) in columns.iter().zip(fields) {
                line.pad_to(left);
                let above = if bottom { height - column.len() } else { 0 };
                if let Some(piece) = index.checked_sub(above).and_then(|index| column.get(index)) {
                    line.append(piece);
                }
                left += field.width + gap;
            }
            line
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Column, Mark};

    fn odds() -> Table {
        Table::new("odds", "Odds")
            .column(Column::left("die"))
            .column(Column::decimal("measured"))
            .column(Column::right("n"))
            .row([
                Cell::text("fair"),
                Cell::number(0.5, 2)
                    .detail("[.47, .53] paper .5")
                    .mark(Mark::Good),
                Cell::number(12_000.0, 0),
            ])
            .row([
                Cell::text("loaded"),
                Cell::number(-12.125, 3).mark(Mark::Bad),
                Cell::number(9.0, 0),
            ])
    }

    fn shown(table: &Table, width: usize) -> Vec<String> {
        let style = Style {
            width,
            ..Style::default()
        };
        let lines = super::table(table, style);
        lines.iter().map(|line| line.painted(style)).collect()
    }

    #[test]
    fn points_line_up_with_small_print_beside() {
        assert_eq!(
            shown(&odds(), 80),
            [
                "Odds",
                "die       measured                            n",
                "───────────────────────────────────────────────",
                "fair       0.50  ✓ [.47, .53] paper .5   12,000",
                "loaded   -12.125 ✗                            9",
                "───────────────────────────────────────────────",
            ]
        );
    }

    #[test]
    fn small_print_goes_below_then_folds_then_goes() {
        assert_eq!(
            shown(&odds(), 36)[3..6],
            [
                "fair                0.50  ✓  12,000",
                "        [.47, .53] paper .5",
                ""
            ]
        );
        assert_eq!(
            shown(&odds(), 28)[3..6],
            [
                "fair       0.50  ✓  12,000",
                "        [.47, .53]",
                "          paper .5"
            ]
        );
        let narrow = shown(&odds(), 25);
        assert_eq!(narrow[3], "fair      0.50  ✓  12,000");
        assert!(
            narrow
                .iter()
                .any(|line| line.starts_with("(small print left out"))
        );
    }

    #[test]
    fn a_table_too_wide_goes_on_below() {
        let mut wide = Table::new("", "").column(Column::left("game"));
        for index in 0..6 {
            wide = wide.column(Column::right(format!("column{index}")));
        }
        let wide = wide.row((0..7).map(|index| Cell::text(format!("cell{index}"))));
        assert_eq!(
            shown(&wide, 34),
            [
                "game   column0  column1  column2",
                "────────────────────────────────",
                "cell0    cell1    cell2    cell3",
                "────────────────────────────────",
                "",
                "game   column3  column4  column5",
                "────────────────────────────────",
                "cell0    cell4    cell5    cell6",
                "────────────────────────────────",
            ]
        );
    }
}
