//! `ludometer store compare`.

use super::{short, title};
use crate::cli::Failure;
use crate::cli::output::{emit, emit_json};
use crate::cli::schemas::Schema;
use clap::Args;
use ludometer_lab::store::{CellDifference, Store};
use std::fmt::Write as _;
use std::path::Path;

/// Compare two stores row by row, to the bit.
///
/// Ends with code 1 if episodes or results that both have differ. What only one of them has is listed and is
/// no failure.
#[derive(Args)]
#[command(after_help = "Example:\n  ludometer store compare mine.sqlite yours.sqlite")]
pub(super) struct Compare {
    /// First store.
    first: String,
    /// Second store.
    second: String,
    /// Write the differences as JSON to FILE; `-` is stdout, instead of the text.
    #[arg(long, value_name = "FILE")]
    json: Option<String>,
}

impl Compare {
    pub(super) fn go(self) -> Result<(), Failure> {
        let [first, second] =
            [&self.first, &self.second].map(|path| Store::open_to_read(Path::new(path)));
        let comparison = first?.compare(&second?)?;
        if let Some(to) = &self.json {
            emit_json(Schema::StoreCompare, &comparison, to)?;
        }
        let all = || comparison.cells.iter().chain(&comparison.studies);
        if self.json.as_deref() != Some("-") {
            let mut text = String::new();
            for difference in all().filter(|difference| !difference.is_none()) {
                text += &self.line(difference);
            }
            let same: u64 = all().map(|difference| difference.same).sum();
            let _ = writeln!(text, "{same} episodes and results are the same in both");
            emit(&text, None)?;
        }
        let different: u64 = all().map(|difference| difference.different).sum();
        match different {
            0 => Ok(()),
            count => Err(Failure::failed(format!(
                "{count} episodes or results differ between {} and {}\nhint: `ludometer store audit` plays rows of a plan again and says which store repeats",
                self.first, self.second
            ))),
        }
    }

    fn line(&self, difference: &CellDifference) -> String {
        let CellDifference {
            key,
            description,
            first_only,
            second_only,
            same,
            different,
            numbers,
        } = difference;
        let mut line = format!(
            "{}  {same} same, {first_only} in {} alone, {second_only} in {} alone, {different} different",
            short(key),
            self.first,
            self.second
        );
        if !numbers.is_empty() {
            let numbers: Vec<String> = numbers.iter().map(u64::to_string).collect();
            let more = if *different > numbers.len() as u64 {
                ", ..."
            } else {
                ""
            };
            let _ = write!(line, " ({}{more})", numbers.join(", "));
        }
        let _ = writeln!(line, "  {}", title(description));
        line
    }
}
