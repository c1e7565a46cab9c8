#![doc = include_str!("../README.md")]

mod clean;
mod csv;
mod data;
mod document;
mod estimate;
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
pub use estimate::Estimate;
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
