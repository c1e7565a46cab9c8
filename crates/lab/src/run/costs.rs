//! What an episode of each cell costs: by it the parts of a plan are made level.

use crate::plan::Plan;
use crate::store::hex;
use ludometer_spec::source::{Diagnostic, Span};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The form of a file of costs.
const FORM: &str = "ludometer/costs/1";

/// The measured cost of one cell's episodes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CellCost {
    /// The key of the cell, in hexadecimal.
    pub key: String,
    /// Processor seconds of an episode, the mean of the measured ones.
    pub seconds: f64,
    /// The standard deviation of an episode's seconds.
    pub spread: f64,
    /// Bytes of an episode in the store.
    pub bytes: f64,
    /// How many episodes were measured.
    pub measured: u64,
}

/// Measured costs of the cells of a plan.
///
/// Costs decide only which part plays what: rows do not depend on them. All parts of a plan must be dealt
/// by the same file; with different files episodes may be in two parts or in none, and are played twice or
/// by a last run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Costs(BTreeMap<[u8; 16], CellCost>);

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    form: String,
    cells: Vec<CellCost>,
}

/// The key that stands in hexadecimal.
fn key_of(text: &str) -> Option<[u8; 16]> {
    let mut key = [0; 16];
    let digits = text.as_bytes();
    if digits.len() != 32 {
        return None;
    }
    for (byte, pair) in key.iter_mut().zip(digits.chunks(2)) {
        let digit = |sign: u8| (sign as char).to_digit(16);
        *byte = (digit(pair[0])? * 16 + digit(pair[1])?) as u8;
    }
    Some(key)
}

impl Costs {
    /// No cell was measured: all episodes cost alike.
    pub fn alike() -> Costs {
        Costs::default()
    }

    /// The costs of cells, by their keys, which are written into them.
    pub fn new(cells: impl IntoIterator<Item = ([u8; 16], CellCost)>) -> Costs {
        let named = cells.into_iter().map(|(key, mut cost)| {
            cost.key = hex(&key);
            (key, cost)
        });
        Costs(named.collect())
    }

    /// Reads a file of costs.
    pub fn read(name: &str, text: &str) -> Result<Costs, Diagnostic> {
        let whole = Span::whole(name, text);
        let wrong = |message: String| {
            Diagnostic::at(&whole, message)
                .hint("write the file anew with `ludometer plan cost PLAN --output FILE`")
        };
        let file: File = serde_json::from_str(text)
            .map_err(|error| wrong(format!("this is not a file of costs: {error}")))?;
        if file.form != FORM {
            return Err(wrong(format!(
                "this has the form `{}`, not `{FORM}`",
                file.form
            )));
        }
        let mut costs = BTreeMap::new();
        for cell in file.cells {
            let key = key_of(&cell.key)
                .ok_or_else(|| wrong(format!("`{}` is not the key of a cell", cell.key)))?;
            let sound = |number: f64| number.is_finite() && number >= 0.0;
            if !(sound(cell.seconds) && sound(cell.spread) && sound(cell.bytes)) {
                return Err(wrong(format!(
                    "the costs of cell {} are not numbers from 0 on",
                    cell.key
                )));
            }
            if let Some(twice) = costs.insert(key, cell) {
                return Err(wrong(format!("cell {} is there twice", twice.key)));
            }
        }
        Ok(Costs(costs))
    }

    /// The file, as [`Costs::read`] takes it.
    pub fn text(&self) -> String {
        let file = File {
            form: FORM.to_string(),
            cells: self.0.values().cloned().collect(),
        };
        // Texts and finite numbers: it can always be written.
        serde_json::to_string_pretty(&file).unwrap_or_default() + "\n"
    }

    /// What is known of a cell.
    pub fn of(&self, key: &[u8; 16]) -> Option<&CellCost> {
        self.0.get(key)
    }

    /// How many cells of a plan were not measured. Their episodes are taken to cost what those of the other
    /// cells do on average.
    pub fn unknown(&self, plan: &Plan) -> usize {
        let unknown = |key: &[u8; 16]| !self.0.contains_key(key);
        plan.cells
            .iter()
            .filter(|cell| unknown(&cell.key()))
            .count()
    }

    /// The cost of an episode of each of these cells in whole nanoseconds, at least one: sums of them do not
    /// depend on the order.
    pub(super) fn nanoseconds(&self, keys: &[[u8; 16]]) -> Vec<u64> {
        let known = keys.iter().filter_map(|key| self.0.get(key));
        let (sum, count) = known.fold((0.0, 0), |(sum, count), cost| {
            (sum + cost.seconds, count + 1)
        });
        let mean = match count {
            0 => 1.0,
            count => sum / f64::from(count),
        };
        let whole = |seconds: f64| ((seconds * 1e9) as u64).clamp(1, 1 << 53);
        let cost = |key| self.0.get(key).map_or(mean, |cost| cost.seconds);
        keys.iter().map(|key| whole(cost(key))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cost(key: [u8; 16], seconds: f64) -> ([u8; 16], CellCost) {
        let cost = CellCost {
            key: hex(&key),
            seconds,
            spread: 0.25,
            bytes: 6.5,
            measured: 9,
        };
        (key, cost)
    }

    #[test]
    fn costs_are_read_as_they_are_written() {
        let costs = Costs::new([cost([7; 16], 0.1), cost([171; 16], 1.0 / 3.0)]);
        assert_eq!(Costs::read("costs.json", &costs.text()).unwrap(), costs);
        let keys = [[7; 16], [171; 16], [1; 16]];
        // What was not measured costs the mean.
        assert_eq!(
            costs.nanoseconds(&keys),
            [100_000_000, 333_333_333, 216_666_666]
        );
        assert_eq!(
            Costs::alike().nanoseconds(&keys[..2]),
            [1_000_000_000, 1_000_000_000]
        );
    }

    #[test]
    fn what_is_wrong_with_a_file_is_said() {
        let good = Costs::new([cost([7; 16], 0.1)]).text();
        let twice = good.replace(
            "\"cells\": [",
            &format!(
                "\"cells\": [{},",
                serde_json::to_string(&cost([7; 16], 0.1).1).unwrap()
            ),
        );
        for (text, says) in [
            (String::new(), "not a file of costs"),
            ("[]".to_string(), "not a file of costs"),
            (good.replace("costs/1", "costs/2"), "`ludometer/costs/2`"),
            (good.replace("0.1", "-0.1"), "not numbers from 0 on"),
            (good.replace("0.1", "1e999"), "not a file of costs"),
            (good.replace("0707", "07x7"), "not the key of a cell"),
            (good.replace("0707", "07"), "not the key of a cell"),
            (good.replace("spread", "spraed"), "spraed"),
            (twice, "is there twice"),
        ] {
            let error = Costs::read("costs.json", &text).unwrap_err().to_string();
            assert!(error.contains(says), "{text}: {error}");
            assert!(
                error.contains("costs.json") && error.contains("hint: "),
                "{error}"
            );
        }
    }
}
