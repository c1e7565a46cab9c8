//! Tables with one value a place, for programs that compute with them.

use crate::{Block, Document, number};
use serde_json::{Map, Value};

/// Columns of equal length, each of one type.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RecordBatch {
    /// From left to right.
    pub fields: Vec<Field>,
}

/// A column with its name.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// Its name, in the header of a file.
    pub name: String,
    /// One value for each record.
    pub values: FieldValues,
}

/// The values of a column; `None` where there is nothing.
#[derive(Clone, Debug, PartialEq)]
pub enum FieldValues {
    /// Words.
    Text(Vec<Option<String>>),
    /// Numbers.
    Real(Vec<Option<f64>>),
    /// Whole numbers.
    Whole(Vec<Option<i64>>),
}

impl RecordBatch {
    /// No records, with columns of these names and types.
    pub fn new<S: Into<String>>(fields: impl IntoIterator<Item = (S, FieldValues)>) -> Self {
        let fields = fields.into_iter().map(|(name, values)| Field {
            name: name.into(),
            values,
        });
        Self {
            fields: fields.collect(),
        }
    }

    /// How many records there are.
    pub fn len(&self) -> usize {
        self.fields.first().map_or(0, |field| field.values.len())
    }

    /// Whether there is no record.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Drops every record and keeps the columns.
    pub fn clear(&mut self) {
        for field in &mut self.fields {
            match &mut field.values {
                FieldValues::Text(values) => values.clear(),
                FieldValues::Real(values) => values.clear(),
                FieldValues::Whole(values) => values.clear(),
            }
        }
    }

    /// The line with the columns' names, as [`csv`](crate::csv()) has it.
    pub fn csv_header(&self) -> String {
        let names = self.fields.iter().map(|field| field.name.clone());
        crate::csv::written(&[names.map(|name| crate::csv::inert(&name)).collect()])
    }

    /// One line for each record, without a header. Numbers have all their digits; words that a
    /// spreadsheet would compute are quoted by an apostrophe.
    pub fn csv_lines(&self) -> String {
        let line = |index: usize| {
            let cells = self.fields.iter().map(|field| field.values.csv(index));
            cells.collect::<Vec<_>>()
        };
        crate::csv::written(&(0..self.len()).map(line).collect::<Vec<_>>())
    }

    /// One JSON object a line.
    pub fn json_lines(&self) -> String {
        let mut out = String::new();
        for index in 0..self.len() {
            let fields = self.fields.iter();
            let record: Map<String, Value> = fields
                .map(|field| (field.name.clone(), field.values.json(index)))
                .collect();
            out.push_str(&Value::Object(record).to_string());
            out.push('\n');
        }
        out
    }
}

impl FieldValues {
    /// A column of words without any yet.
    pub fn text() -> Self {
        FieldValues::Text(Vec::new())
    }

    /// A column of numbers without any yet.
    pub fn real() -> Self {
        FieldValues::Real(Vec::new())
    }

    /// A column of whole numbers without any yet.
    pub fn whole() -> Self {
        FieldValues::Whole(Vec::new())
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        match self {
            FieldValues::Text(values) => values.len(),
            FieldValues::Real(values) => values.len(),
            FieldValues::Whole(values) => values.len(),
        }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds words; nothing in a column of numbers.
    pub fn push_text(&mut self, value: Option<String>) {
        match self {
            FieldValues::Text(values) => values.push(value),
            FieldValues::Real(values) => values.push(None),
            FieldValues::Whole(values) => values.push(None),
        }
    }

    /// Adds a number; whole numbers in a column of those, words in a column of words.
    pub fn push_number(&mut self, value: Option<f64>) {
        match self {
            FieldValues::Text(values) => values.push(value.map(number::exact)),
            FieldValues::Real(values) => values.push(value),
            // Counts are far below the numbers that floats leave out.
            FieldValues::Whole(values) => values.push(value.map(|value| value as i64)),
        }
    }

    fn csv(&self, index: usize) -> String {
        let text = match self {
            FieldValues::Text(values) => values[index].as_deref().map(crate::csv::inert),
            FieldValues::Real(values) => values[index].map(number::exact),
            FieldValues::Whole(values) => values[index].map(|value| value.to_string()),
        };
        text.unwrap_or_default()
    }

    fn json(&self, index: usize) -> Value {
        match self {
            FieldValues::Text(values) => values[index].clone().into(),
            FieldValues::Real(values) => values[index].into(),
            FieldValues::Whole(values) => values[index].into(),
        }
    }
}

/// The names of the columns of [`tidy`], in order.
pub const TIDY_COLUMNS: [&str; 15] = [
    "table",
    "row",
    "column",
    "text",
    "metric",
    "estimate",
    "low",
    "high",
    "n",
    "units",
    "interval",
    "confidence",
    "published",
    "published_n",
    "verdict",
];

/// One record for each figure of every table: where it stands, as it is shown, and what it is made
/// of. The first column of a table names its rows.
pub fn tidy(document: &Document) -> RecordBatch {
    let document = document.said(&str::to_owned);
    let mut batch = RecordBatch::new(TIDY_COLUMNS.map(|name| {
        let values = match name {
            "estimate" | "low" | "high" | "confidence" | "published" => FieldValues::real(),
            "n" | "units" | "published_n" => FieldValues::whole(),
            _ => FieldValues::text(),
        };
        (name, values)
    }));
    let tables = document.blocks.iter().filter_map(|block| match block {
        Block::Table(table) => Some(table),
        _ => None,
    });
    for table in tables {
        let name = if table.name.is_empty() {
            &table.title
        } else {
            &table.name
        };
        let labelled = usize::from(table.columns.len() > 1);
        for cells in &table.rows {
            let row = cells.first().filter(|_| labelled > 0);
            let row = row.map_or("", |cell| cell.text.as_str());
            for (column, cell) in table.columns.iter().zip(cells).skip(labelled) {
                let given = cell.estimate;
                let published = cell.published.clone().unwrap_or_default();
                let estimate = given.map(|given| given.value).or(cell.value);
                if cell.text.is_empty() && estimate.is_none() {
                    continue;
                }
                let count = |count: Option<u64>| count.map(|count| count as f64);
                let said = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
                let metric = given.and_then(|_| said(&table.metric));
                for field in &mut batch.fields {
                    let values = &mut field.values;
                    match field.name.as_str() {
                        "table" => values.push_text(Some(name.clone())),
                        "row" => values.push_text(Some(row.to_owned())),
                        "column" => values.push_text(Some(column.title.clone())),
                        "text" => values.push_text(Some(cell.text.clone())),
                        "metric" => values.push_text(metric.clone()),
                        "estimate" => values.push_number(estimate),
                        "low" => values.push_number(given.and_then(|given| given.low)),
                        "high" => values.push_number(given.and_then(|given| given.high)),
                        "n" => values.push_number(count(given.map(|given| given.n))),
                        "units" => values.push_number(count(given.map(|given| given.units))),
                        "interval" => {
                            values.push_text(given.and_then(|given| said(given.interval)))
                        }
                        "confidence" => {
                            let shown = given.filter(|given| given.low.is_some());
                            values.push_number(shown.map(|given| given.confidence));
                        }
                        "published" => values.push_number(published.value),
                        "published_n" => values.push_number(count(published.n)),
                        _ => values.push_text(said(&published.verdict)),
                    }
                }
            }
        }
    }
    batch
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cell, Column, Estimate, PublishedFigure, Table};

    #[test]
    fn one_line_a_figure_with_numbers_as_numbers() {
        let estimate = Estimate {
            value: 1.0 / 3.0,
            low: Some(0.25),
            high: Some(0.5),
            n: 30,
            units: 15,
            interval: "wilson",
            confidence: 0.95,
        };
        let published = PublishedFigure {
            value: Some(0.355),
            n: Some(1000),
            verdict: "consistent".into(),
        };
        let table = Table::new("A1", "Shares")
            .metric("won")
            .column(Column::left("agent"))
            .column(Column::decimal("t=4"))
            .column(Column::centre("effect"))
            .row([
                Cell::text("=cmd()"),
                Cell::number(1.0 / 3.0, 3)
                    .estimate(estimate)
                    .published(published),
                Cell::text("+"),
            ])
            .row([Cell::text("uct"), Cell::empty(), Cell::number(2.0, 0)]);
        let batch = tidy(&Document::new("").table(table));
        assert_eq!(
            batch.csv_header() + &batch.csv_lines(),
            "table,row,column,text,metric,estimate,low,high,n,units,interval,confidence,published,published_n,verdict\r\n\
             A1,'=cmd(),t=4,0.333,won,0.3333333333333333,0.25,0.5,30,15,wilson,0.95,0.355,1000,consistent\r\n\
             A1,'=cmd(),effect,+,,,,,,,,,,,\r\n\
             A1,uct,effect,2,,2,,,,,,,,,\r\n"
        );
        let lines = batch.json_lines();
        let first: Value = serde_json::from_str(lines.lines().next().unwrap()).unwrap();
        assert_eq!(first["estimate"], 1.0 / 3.0);
        assert_eq!(first["row"], "=cmd()");
        assert_eq!(first["units"], 15);
    }
}
