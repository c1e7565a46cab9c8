#![doc = include_str!("../README.md")]

mod clean;
mod colours;
mod csv;
mod data;
mod document;
mod draw;
mod envelope;
mod estimate;
mod html;
mod inline;
mod json;
mod latex;
mod markdown;
mod number;
#[cfg(feature = "parquet")]
mod parquet;
mod pdf;
mod plot;
mod provenance;
mod ranges;
mod records;
mod ruler;
mod series;
mod svg;
mod table;
mod terminal;
mod ticks;
mod vega;

pub use csv::{csv, csv_comments};
pub use data::data_table;
pub use document::{Block, Document};
pub use envelope::Envelope;
pub use estimate::Estimate;
pub use html::html;
pub use json::json;
pub use latex::latex;
pub use markdown::markdown;
#[cfg(feature = "parquet")]
pub use parquet::{ParquetError, ParquetWriter};
pub use pdf::pdf;
pub use plot::{Axis, AxisScale, Plot};
pub use provenance::{EpisodeCount, PlanRecord, Provenance, ReportCondition};
pub use ranges::share_ranges;
pub use records::{Field, FieldValues, RecordBatch, TIDY_COLUMNS, tidy};
pub use series::{Point, Series, SeriesKind};
pub use svg::svg;
pub use table::{Align, Cell, Column, Mark, PublishedFigure, Table};
pub use terminal::{Style, terminal};
pub use vega::vega_lite;
