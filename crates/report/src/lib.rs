//! Tables and curves as things people read and publish.
//!
//! A [`Document`] holds numbers that are already computed; every renderer is a
//! pure function from it to text. Nothing here reads, prints, draws random
//! numbers or asks the time, so the same document always gives the same bytes.
//!
//! ```
//! use ludometer_report::{Cell, Column, Document, Style, Table, terminal};
//!
//! let table = Table::new("odds", "Odds of a win")
//!     .column(Column::left("die"))
//!     .column(Column::decimal("measured"))
//!     .row([Cell::text("fair"), Cell::number(0.5, 2).detail("[.47, .53]")]);
//! let text = terminal(&Document::new("A die").table(table), Style::default());
//! assert!(text.contains("fair   0.50 [.47, .53]"));
//! ```

mod clean;
mod csv;
mod data;
mod document;
mod html;
mod inline;
mod json;
mod markdown;
mod number;
mod plot;
mod ranges;
mod ruler;
mod series;
mod svg;
mod table;
mod terminal;
mod ticks;
mod vega;

pub use csv::csv;
pub use data::data_table;
pub use document::{Block, Document};
pub use html::html;
pub use json::json;
pub use markdown::markdown;
pub use plot::{Axis, AxisScale, Plot};
pub use ranges::share_ranges;
pub use series::{Point, Series, SeriesKind};
pub use svg::svg;
pub use table::{Align, Cell, Column, Mark, Table};
pub use terminal::{Style, terminal};
pub use vega::vega_lite;
