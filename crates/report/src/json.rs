//! Documents for other programs.

use crate::Document;
use serde_json::Value;

/// The document with the field names of this crate, blocks as
/// `{"table": {...}}`. Numbers that are not finite are `null`, as JSON has no
/// word for them; fields that say nothing are absent.
pub fn json(document: &Document) -> Value {
    // Fails only on maps whose keys are not strings; there are none.
    serde_json::to_value(document).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Axis, Cell, Column, Mark, Plot, Point, Series, Table};

    #[test]
    fn says_everything_once() {
        let table = Table::new("t", "T").column(Column::decimal("p")).row([
            Cell::number(0.25, 1).detail("n 4").mark(Mark::Good),
            Cell::text("x"),
        ]);
        let plot = Plot::new("p", "P")
            .x(Axis::log("x"))
            .series(Series::line("s", [Point::new(1.0, f64::NAN)]));
        let document = Document::new("D").heading("H").table(table).plot(plot);
        assert_eq!(
            json(&document).to_string(),
            serde_json::json!({
                "title": "D",
                "blocks": [
                    {"heading": "H"},
                    {"table": {
                        "name": "t",
                        "title": "T",
                        "columns": [{"title": "p", "align": "decimal"}],
                        "rows": [[
                            {"text": "0.2", "value": 0.25, "detail": "n 4", "mark": "good"},
                            {"text": "x"},
                        ]],
                        "notes": [],
                    }},
                    {"plot": {
                        "name": "p",
                        "title": "P",
                        "x": {"title": "x", "scale": "log"},
                        "y": {"title": "", "scale": "linear"},
                        "series": [{"label": "s", "kind": "line", "points": [{"x": 1.0, "y": null}]}],
                        "notes": [],
                    }},
                ],
            })
            .to_string()
        );
    }
}
