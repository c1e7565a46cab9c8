//! Tables for spreadsheets and scripts.

use crate::{Provenance, Table, number};

/// One header line, then one line a row, as RFC 4180 has it.
///
/// A cell with a value gives all its digits, another its text; a text that a
/// spreadsheet would compute has an apostrophe before it. A column with any
/// small print is followed by a column `<title> detail`. Marks and notes are
/// left out.
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
        lines[0].push(inert(&column.title));
        if *detailed {
            lines[0].push(inert(format!("{} detail", column.title).trim()));
        }
    }
    for row in 0..table.rows.len() {
        let mut line = Vec::new();
        for (column, detailed) in detailed.iter().enumerate() {
            let cell = table.cell(row, column);
            line.push(cell.map_or(String::new(), |cell| match cell.value {
                Some(value) => number::exact(value),
                None => inert(&cell.text),
            }));
            if *detailed {
                let detail = cell.and_then(|cell| cell.small_print());
                line.push(inert(detail.unwrap_or("")));
            }
        }
        lines.push(line);
    }
    written(&lines)
}

/// Where figures come from, as lines that begin with `#`, which readers of CSV can be told to skip.
pub fn csv_comments(provenance: &Provenance) -> String {
    let lines = provenance.lines();
    lines.map(|line| format!("# {line}\r\n")).collect()
}

/// Text that no spreadsheet takes for a formula: one that begins like a formula, and is neither a
/// single sign nor a number, gets an apostrophe.
pub(crate) fn inert(text: &str) -> String {
    let tempting = text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']);
    let number: String = text
        .chars()
        .filter(|letter| !matches!(letter, ',' | '%'))
        .collect();
    let harmless = matches!(text, "=" | "+" | "-") || number.parse::<f64>().is_ok();
    match tempting && !harmless {
        true => format!("'{text}"),
        false => text.to_owned(),
    }
}

pub(crate) fn written(lines: &[Vec<String>]) -> String {
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
    fn formulas_are_words() {
        for (text, shown) in [
            ("=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"),
            ("+1+1", "'+1+1"),
            ("-2+3+cmd", "'-2+3+cmd"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("\t=1", "'\t=1"),
            ("\r=1", "'\r=1"),
            ("＝1+1", "'＝1+1"),
            ("-", "-"),
            ("+", "+"),
            ("-1,234.5", "-1,234.5"),
            ("-12%", "-12%"),
            ("+inf", "+inf"),
            ("a=b", "a=b"),
        ] {
            assert_eq!(inert(text), shown);
        }
    }

    #[test]
    fn comments_cannot_be_left() {
        let provenance = Provenance::new("p", "1", "x\r\n=cmd()\nb");
        let text = csv_comments(&provenance);
        assert!(text.lines().all(|line| line.starts_with("# ")), "{text}");
    }

    #[test]
    fn a_table_without_columns_is_empty() {
        assert_eq!(csv(&Table::new("x", "y").row([Cell::text("lost")])), "");
    }
}
