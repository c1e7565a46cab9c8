//! Plots for Vega-Lite, to be edited or combined elsewhere.

use crate::clean::clean;
use crate::data::label;
use crate::{Axis, AxisScale, Plot, Series, SeriesKind};
use serde_json::{Value, json};

/// A Vega-Lite 5 specification with the data inside: one layer a series, and
/// one for its intervals. Plots with bars have names, not numbers, along the
/// horizontal axis.
pub fn vega_lite(plot: &Plot) -> Value {
    let clean = clean(plot);
    let named = clean
        .series
        .iter()
        .any(|series| series.kind == SeriesKind::Bars);
    let bars = clean
        .series
        .iter()
        .filter(|series| series.kind == SeriesKind::Bars)
        .count();
    let labels: Vec<&str> = clean
        .series
        .iter()
        .map(|series| series.label.as_str())
        .collect();
    let mut places: Vec<f64> = clean
        .series
        .iter()
        .flat_map(|series| series.points.iter().map(|point| point.x))
        .collect();
    places.sort_by(f64::total_cmp);
    places.dedup();
    let names: Vec<String> = places.iter().map(|x| label(&plot.x, *x)).collect();

    let x = match named {
        true => json!({
            "field": "x", "type": "ordinal", "title": plot.x.title,
            "scale": {"domain": names}, "axis": {"labelAngle": if names.len() > 8 { -35 } else { 0 }, "grid": false},
        }),
        false => axis(&plot.x, "x", json!({"grid": false})),
    };
    let y = axis(&plot.y, "y", json!({}));
    let colour = json!({
        "field": "series", "type": "nominal", "title": null, "scale": {"domain": labels},
        "legend": if labels.iter().all(|label| label.is_empty()) { Value::Null } else { json!({}) },
    });
    let mut layers = Vec::new();
    for series in &clean.series {
        let values = json!({"values": rows(plot, series, named)});
        let mut encoding = json!({"x": x, "y": y, "color": colour});
        if series.kind == SeriesKind::Bars && bars > 1 {
            encoding["xOffset"] = json!({
                "field": "series", "type": "nominal", "scale": {"domain": labels},
            });
        }
        let mut layer = vec![json!({"data": values, "mark": mark(series), "encoding": encoding})];
        if series.points.iter().any(|point| point.interval().is_some()) {
            encoding["y"]["field"] = json!("low");
            encoding["y2"] = json!({"field": "high"});
            // A band lies under its line, error bars lie over their bars.
            let (place, mark) = match series.is_line() {
                true => (
                    0,
                    json!({"type": "area", "opacity": 0.15, "interpolate": shape(series)}),
                ),
                false => (1, json!({"type": "rule"})),
            };
            if !series.is_line() {
                encoding["color"] = json!({"value": "#1d2127"});
            }
            layer.insert(
                place,
                json!({"data": values, "mark": mark, "encoding": encoding}),
            );
        }
        layers.extend(layer);
    }
    json!({
        "$schema": "https://vega.github.io/schema/vega-lite/v5.json",
        "title": {"text": plot.title, "subtitle": clean.notes},
        "width": 600,
        "height": 300,
        "layer": layers,
    })
}

fn mark(series: &Series) -> Value {
    let dash = if series.dashed {
        json!([6, 4])
    } else {
        json!([1, 0])
    };
    match series.kind {
        SeriesKind::Bars => json!({"type": "bar"}),
        SeriesKind::Points => json!({"type": "point", "filled": true}),
        SeriesKind::Line | SeriesKind::Steps => {
            json!({"type": "line", "interpolate": shape(series), "strokeDash": dash})
        }
    }
}

fn shape(series: &Series) -> &'static str {
    if series.kind == SeriesKind::Steps {
        "step-after"
    } else {
        "linear"
    }
}

fn rows(plot: &Plot, series: &Series, named: bool) -> Vec<Value> {
    let row = |point: &crate::Point| {
        let x = if named {
            json!(label(&plot.x, point.x))
        } else {
            json!(point.x)
        };
        let mut row = json!({"series": series.label, "x": x, "y": point.y});
        if let Some((low, high)) = point.interval() {
            row["low"] = json!(low);
            row["high"] = json!(high);
        }
        row
    };
    series.points.iter().map(row).collect()
}

fn axis(axis: &Axis, field: &str, mut style: Value) -> Value {
    if let Some(ticks) = &axis.ticks {
        let finite = || ticks.iter().filter(|(at, _)| at.is_finite());
        style["values"] = finite().map(|(at, _)| *at).collect();
        // A chain of questions, which every version of Vega understands.
        let chain: String = finite()
            .map(|(at, label)| format!("datum.value === {at} ? {} : ", json!(label)))
            .collect();
        style["labelExpr"] = json!(format!("{chain}datum.label"));
    }
    let kind = match axis.scale {
        AxisScale::Linear => "linear",
        AxisScale::Log => "log",
    };
    let mut scale = json!({"type": kind, "zero": false});
    if let Some((low, high)) = axis
        .range
        .filter(|(low, high)| low.is_finite() && high.is_finite())
    {
        scale["domain"] = json!({"unionWith": [low, high]});
    }
    json!({
        "field": field, "type": "quantitative", "title": axis.title,
        "scale": scale, "axis": style,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Point;

    #[test]
    fn bars_have_names_and_rules_over_them() {
        let plot = Plot::new("p", "P")
            .x(Axis::categories("game", ["go", "hex"]))
            .series(Series::bars("us", [Point::new(0.0, 0.5).between(0.4, 0.6)]))
            .series(Series::bars("them", [Point::new(1.0, 0.25)]));
        let spec = vega_lite(&plot);
        let marks: Vec<_> = (0..3)
            .map(|index| spec["layer"][index]["mark"]["type"].clone())
            .collect();
        assert_eq!(marks, ["bar", "rule", "bar"]);
        assert_eq!(
            spec["layer"][0]["encoding"]["x"]["scale"]["domain"],
            json!(["go", "hex"])
        );
        assert_eq!(
            spec["layer"][0]["data"]["values"],
            json!([{"series": "us", "x": "go", "y": 0.5, "low": 0.4, "high": 0.6}])
        );
    }

    #[test]
    fn lines_have_numbers() {
        let plot = Plot::new("p", "P")
            .x(Axis::log("n").ticks([(1.0, "one".into())]))
            .series(Series::line(
                "s",
                [Point::new(1.0, 2.0), Point::new(0.0, 1.0)],
            ));
        let spec = vega_lite(&plot);
        let x = &spec["layer"][0]["encoding"]["x"];
        assert_eq!(x["scale"]["type"], "log");
        assert_eq!(
            x["axis"]["labelExpr"],
            "datum.value === 1 ? \"one\" : datum.label"
        );
        assert_eq!(
            spec["title"]["subtitle"][0],
            "1 point left out: not positive, on a logarithmic axis"
        );
    }
}
