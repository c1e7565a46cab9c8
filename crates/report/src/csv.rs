//! Tables for spreadsheets and scripts.

use crate::{Table, number};

/// One header line, then one line a row, as RFC 4180 has it.
///
/// A cell with a value gives all its digits, another its text as it stands. A
/// column with any small print is followed by a column `<title> detail`. Marks
/// and notes are left out.
pub fn csv(table: &Table) -> String {
    let detailed: Vec<bool> = (0..table.columns.len())
        .map(|column| {
            table
                .cells_of(column)
                .any(|cell| cell.small_print().is_some())
        })
        .collect();
    let mut lines = vec![Vec::new()];
    for (column, detailed) in table.columns.iter().zip(&detailed) {
        lines[0].push(column.title.clone());
        if *detailed {
            lines[0].push(format!("{} detail", column.title).trim().to_owned());
        }
    }
    for row in 0..table.rows.len() {
        let mut line = Vec::new();
        for (column, detailed) in detailed.iter().enumerate() {
            let cell = table.cell(row, column);
            line.push(cell.map_or(String::new(), |cell| match cell.value {
                Some(value) => number::exact(value),
                None => cell.text.clone(),
            }));
            if *detailed {
                let detail = cell.and_then(|cell| cell.small_print());
                line.push(detail.unwrap_or("").to_owned());
            }
        }
        lines.push(line);
    }
    written(&lines)
}

fn written(lines: &[Vec<String>]) -> String {
    let mut writer = ::csv::WriterBuilder::new()
        .terminator(::csv::Terminator::CRLF)
        .from_writer(Vec::new());
    for line in lines.iter().filter(|line| !line.is_empty()) {
        // All lines have the same length and memory cannot refuse a write.
        let written = writer.write_record(line);
        debug_assert!(written.is_ok());
    }
    let bytes = writer.into_inner().unwrap_or_default();
    String::from_utf8(bytes).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cell, Column};

    #[test]
    fn quotes_where_rfc_4180_asks_for_them() {
        let table = Table::new("", "")
            .column(Column::left("a,b"))
            .column(Column::left("c"))
            .row([Cell::text("say \"hi\""), Cell::text("two\nlines")])
            .row([Cell::text("plain")]);
        assert_eq!(
            csv(&table),
            "\"a,b\",c\r\n\"say \"\"hi\"\"\",\"two\nlines\"\r\nplain,\r\n"
        );
    }

    #[test]
    fn gives_all_digits_and_details_where_there_are_any() {
        let table = Table::new("", "")
            .column(Column::decimal("p"))
            .column(Column::right("n"))
            .row([
                Cell::number(1.0 / 3.0, 2).detail("[.3, .4]"),
                Cell::number(12345.0, 0),
            ])
            .row([Cell::number(f64::NAN, 2), Cell::empty()]);
        assert_eq!(
            csv(&table),
            "p,p detail,n\r\n0.3333333333333333,\"[.3, .4]\",12345\r\n–,,\r\n"
        );
    }

    #[test]
    fn a_table_without_columns_is_empty() {
        assert_eq!(csv(&Table::new("x", "y").row([Cell::text("lost")])), "");
    }
}
