//! Published figures in the cells of a table, as numbers for programs.

use super::agreement::Agreement;
use super::compared::ComparedEntry;
use ludometer_report::{PublishedFigure, Table};

/// The table with the published figure and the verdict in each cell that has one: cells are found by
/// the values of the row's and the column's variable.
pub(super) fn beside(mut table: Table, agreement: &Agreement) -> Table {
    let titles: Vec<String> = table.columns.iter().map(|c| c.title.clone()).collect();
    for row in &mut table.rows {
        let label = row.first().map_or(String::new(), |cell| cell.text.clone());
        for (cell, title) in row.iter_mut().zip(&titles).skip(1) {
            let mut compared = agreement.cells.iter();
            let found =
                compared.find(|compared| compared.row == label && compared.column == *title);
            cell.published = found.map(|compared| PublishedFigure {
                value: match compared.published {
                    ComparedEntry::Number(value) => Some(value),
                    ComparedEntry::Sign(_) => None,
                },
                n: compared.published_n,
                verdict: compared.verdict.words().to_string(),
            });
        }
    }
    table
}
