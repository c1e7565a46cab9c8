//! Tables: cells carry what is shown, what was measured, and how it fared.

use crate::inline::tidy;
use crate::{Estimate, number};
use serde::Serialize;

/// A table. Short rows are completed with empty cells, long rows are cut at the
/// last column.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Table {
    /// A short name for files and links; need not be shown.
    pub name: String,
    /// What the table shows, as a reader would say it.
    pub title: String,
    /// What its estimates measure, such as `won` or `score`; empty where they measure different
    /// things.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub metric: String,
    /// From left to right.
    pub columns: Vec<Column>,
    /// From top to bottom.
    pub rows: Vec<Vec<Cell>>,
    /// Small print below the table, with the markup of a text block.
    pub notes: Vec<String>,
}

/// A column's heading and how its cells line up.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Column {
    /// The heading.
    pub title: String,
    /// How the cells line up.
    pub align: Align,
}

/// How the cells of a column line up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Align {
    /// For words.
    #[default]
    Left,
    /// For whole numbers.
    Right,
    /// For signs.
    Centre,
    /// For numbers: on the decimal point.
    Decimal,
}

/// One cell.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Cell {
    /// What is shown.
    pub text: String,
    /// The number behind the text, unrounded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    /// Small print, such as an interval; the first thing a narrow page drops.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// How the cell fared.
    #[serde(skip_serializing_if = "Mark::is_none")]
    pub mark: Mark,
    /// The estimate that is shown, with its bounds and its sample.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub estimate: Option<Estimate>,
    /// The published figure that it is compared with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub published: Option<PublishedFigure>,
}

/// A published figure beside ours.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct PublishedFigure {
    /// The figure, if it is a number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    /// The episodes behind it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub n: Option<u64>,
    /// What became of the comparison.
    pub verdict: String,
}

/// How a cell fared, shown by a sign or a weight as well as by colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    /// Nothing to say.
    #[default]
    None,
    /// As hoped.
    Good,
    /// Not as hoped.
    Bad,
    /// Less important than its neighbours.
    Quiet,
    /// More important than its neighbours.
    Strong,
}

impl Mark {
    fn is_none(&self) -> bool {
        *self == Mark::None
    }

    /// The sign shown beside the cell, so that nothing is said by colour alone.
    pub(crate) fn sign(self) -> Option<&'static str> {
        match self {
            Mark::Good => Some("✓"),
            Mark::Bad => Some("✗"),
            Mark::None | Mark::Quiet | Mark::Strong => None,
        }
    }
}

impl Table {
    /// A table without columns or rows.
    pub fn new(name: impl Into<String>, title: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            title: title.into(),
            ..Self::default()
        }
    }

    /// Says what its estimates measure.
    pub fn metric(mut self, metric: impl Into<String>) -> Self {
        self.metric = metric.into();
        self
    }

    /// Adds a column on the right.
    pub fn column(mut self, column: Column) -> Self {
        self.columns.push(column);
        self
    }

    /// Adds a row at the bottom.
    pub fn row(mut self, cells: impl IntoIterator<Item = Cell>) -> Self {
        self.rows.push(cells.into_iter().collect());
        self
    }

    /// Adds a note below the table.
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// The cell at `row` and `column`, if the row reaches that far.
    pub fn cell(&self, row: usize, column: usize) -> Option<&Cell> {
        self.rows.get(row)?.get(column)
    }

    pub(crate) fn cells_of(&self, column: usize) -> impl Iterator<Item = &Cell> {
        self.rows.iter().filter_map(move |row| row.get(column))
    }

    /// The longest tail after the decimal point in a column, which shorter ones
    /// are padded to.
    pub(crate) fn longest_tail(&self, column: usize) -> &str {
        self.cells_of(column)
            .map(|cell| number::tail(&cell.text))
            .max_by_key(|tail| tail.chars().count())
            .unwrap_or("")
    }

    pub(crate) fn said(&self, say: &dyn Fn(&str) -> String) -> Self {
        let line = |text: &String| say(&tidy(text));
        let cell = |cell: &Cell| Cell {
            text: line(&cell.text),
            detail: cell.detail.as_ref().map(line),
            published: cell.published.as_ref().map(|published| PublishedFigure {
                verdict: line(&published.verdict),
                ..*published
            }),
            ..*cell
        };
        Self {
            name: line(&self.name),
            title: line(&self.title),
            metric: line(&self.metric),
            columns: self
                .columns
                .iter()
                .map(|column| Column {
                    title: line(&column.title),
                    align: column.align,
                })
                .collect(),
            rows: self
                .rows
                .iter()
                .map(|row| row.iter().take(self.columns.len()).map(cell).collect())
                .collect(),
            notes: self.notes.iter().map(line).collect(),
        }
    }
}

impl Column {
    /// A column of words.
    pub fn left(title: impl Into<String>) -> Self {
        Self::aligned(title, Align::Left)
    }

    /// A column of whole numbers.
    pub fn right(title: impl Into<String>) -> Self {
        Self::aligned(title, Align::Right)
    }

    /// A column of signs.
    pub fn centre(title: impl Into<String>) -> Self {
        Self::aligned(title, Align::Centre)
    }

    /// A column of numbers, lined up on the decimal point.
    pub fn decimal(title: impl Into<String>) -> Self {
        Self::aligned(title, Align::Decimal)
    }

    fn aligned(title: impl Into<String>, align: Align) -> Self {
        Self {
            title: title.into(),
            align,
        }
    }
}

impl Cell {
    /// Words.
    pub fn text(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            ..Self::default()
        }
    }

    /// A number shown with `digits` decimals, kept unrounded. One that is not
    /// finite is shown as `–` or `∞` and has no value.
    pub fn number(value: f64, digits: usize) -> Self {
        Self {
            text: number::fixed(value, digits),
            value: value.is_finite().then_some(value),
            ..Self::default()
        }
    }

    /// A number that is shown in other words, kept unrounded.
    pub fn said(text: impl Into<String>, value: f64) -> Self {
        Self {
            text: text.into(),
            value: value.is_finite().then_some(value),
            ..Self::default()
        }
    }

    /// An empty cell.
    pub fn empty() -> Self {
        Self::default()
    }

    /// Replaces the small print.
    pub fn detail(mut self, detail: impl Into<String>) -> Self {
        self.detail = Some(detail.into());
        self
    }

    /// Adds the published figure.
    pub fn published(mut self, published: PublishedFigure) -> Self {
        self.published = Some(published);
        self
    }

    /// Replaces the mark.
    pub fn mark(mut self, mark: Mark) -> Self {
        self.mark = mark;
        self
    }

    /// Adds the numbers behind the figure.
    pub fn estimate(mut self, estimate: Estimate) -> Self {
        self.estimate = Some(estimate);
        self
    }

    pub(crate) fn small_print(&self) -> Option<&str> {
        self.detail.as_deref().filter(|detail| !detail.is_empty())
    }
}
