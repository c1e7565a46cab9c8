//! Plots: a point for every figure, with its interval.

use super::{Rows, plan, plots, results, won_of};
use ludometer::plan::Plan;
use ludometer::present::Results;
use ludometer_report::{Block, Point};

/// Two ways at three depths, and one without a depth.
fn curves(plots: &str) -> Plan {
    plan(&format!(
        r#"
game = "tic-tac-toe"
seats = ["{{agent}}", "random"]
episodes = 20
cells = [
  {{ way = "wide", t = 4, agent = "flat(10)" }},
  {{ way = "wide", t = 1, agent = "flat(11)" }},
  {{ way = "narrow", t = 1, agent = "flat(12)" }},
  {{ way = "narrow", t = 4, agent = "flat(13)" }},
  {{ way = "none", agent = "random" }},
]
[[tables]]
name = "all"
rows = "way"
columns = "t"
{plots}
"#
    ))
}

fn shares(way: &str, t: &str) -> Rows {
    match (way, t) {
        ("wide", "1") => won_of(1, 4),
        ("wide", _) => won_of(3, 4),
        ("narrow", "1") => won_of(2, 4),
        ("narrow", _) => won_of(0, 0),
        _ => won_of(4, 4),
    }
}

fn seen<'a>(plan: &'a Plan) -> Results<'a> {
    results(plan, ["way", "t"], shares)
}

fn at(point: &Point) -> (f64, f64) {
    (point.x, point.y)
}

#[test]
fn lines_go_along_their_numbers() {
    let plan = curves("[[plots]]\nname = \"p\"\nx = \"t\"\nseries = \"way\"\nlevel = \"none\"\n");
    let plot = &plots(&seen(&plan))[0];
    assert_eq!((plot.x.title.as_str(), plot.y.title.as_str()), ("t", "won"));
    let labels: Vec<&str> = plot
        .series
        .iter()
        .map(|series| series.label.as_str())
        .collect();
    // What was not played has no point, and a line without points is left out.
    assert_eq!(labels, ["wide", "narrow", "none"]);
    let points: Vec<Vec<(f64, f64)>> = plot
        .series
        .iter()
        .map(|series| series.points.iter().map(at).collect())
        .collect();
    assert_eq!(points[0], [(1.0, 0.25), (4.0, 0.75)]);
    assert_eq!(points[1], [(1.0, 0.5)]);
    // The level goes from the first number to the last, without an interval.
    assert_eq!(points[2], [(1.0, 1.0), (4.0, 1.0)]);
    assert_eq!(
        [0, 1, 2].map(|line| plot.series[line].dashed),
        [false, false, true]
    );
    assert_eq!(plot.series[2].points[0].low, None);
    // The mid-P end beside one win, Wilson's beside three losses.
    let first = plot.series[0].points[0];
    assert!((first.low.unwrap() - 0.012_502).abs() < 1e-6);
    assert!((first.high.unwrap() - 0.699_358).abs() < 1e-6);
    let estimate = first.estimate.unwrap();
    assert_eq!(
        (estimate.n, estimate.units, estimate.interval),
        (4, 4, "wilson")
    );
    assert_eq!(
        plot.notes,
        ["bands are 95 % intervals (Wilson) of 4 independent episodes"]
    );
}

#[test]
fn lines_may_be_logarithmic_fixed_or_in_panels() {
    let look = |keys: &str| {
        let plan = curves(&format!("[[plots]]\nname = \"p\"\nx = \"t\"\n{keys}\n"));
        let results = seen(&plan);
        (results.present().unwrap().0, plots(&results))
    };
    let scale = |keys: &str| format!("{:?}", look(keys).1[0].x.scale);
    assert_ne!(scale("log = true"), scale("log = false"));
    assert_eq!(scale("log = false"), scale(""));
    // Without a series everything is pooled: 3 of 8 at one ply.
    let (_, pooled) = look("");
    assert_eq!(
        pooled[0].series[0]
            .points
            .iter()
            .map(at)
            .collect::<Vec<_>>()[0],
        (1.0, 0.375)
    );
    let (_, fixed) = look("where = { way = \"narrow\" }");
    assert_eq!(at(&fixed[0].series[0].points[0]), (1.0, 0.5));
    let (_, other) = look("where = { way = \"wide\" }\nseat = 1");
    assert_eq!(at(&other[0].series[0].points[0]), (1.0, 0.75));
    let (blocks, panels) = look("panels = \"way\"\ntitle = \"ways\"");
    assert_eq!(panels.len(), 3);
    assert_eq!(
        (panels[0].name.as_str(), panels[0].title.as_str()),
        ("p-wide", "wide")
    );
    assert_eq!(at(&panels[0].series[0].points[1]), (4.0, 0.75));
    assert_eq!(at(&panels[1].series[0].points[0]), (1.0, 0.5));
    let columns = blocks.iter().find_map(|block| match block {
        Block::Panels { columns, title, .. } => Some((*columns, title.as_str())),
        _ => None,
    });
    assert_eq!(columns, Some((3, "ways")));
    assert_eq!(panels[0].y.range, panels[1].y.range);
    let (_, free) = look("panels = \"way\"\naxes = \"free\"");
    assert!(free.iter().all(|panel| panel.y.range.is_none()));
}

#[test]
fn bars_stand_in_the_order_of_the_plan() {
    let plan = curves("[[plots]]\nname = \"p\"\nkind = \"bars\"\nx = \"way\"\nseries = \"t\"\n");
    let plot = &plots(&seen(&plan))[0];
    let ticks = plot.x.ticks.as_ref().unwrap();
    let names: Vec<&str> = ticks.iter().map(|(_, name)| name.as_str()).collect();
    assert_eq!(names, ["wide", "narrow", "none"]);
    let labels: Vec<&str> = plot
        .series
        .iter()
        .map(|series| series.label.as_str())
        .collect();
    assert_eq!(labels, ["4", "1"]);
    assert_eq!(
        plot.series[0].points.iter().map(at).collect::<Vec<_>>(),
        [(0.0, 0.75)]
    );
    assert_eq!(
        plot.series[1].points.iter().map(at).collect::<Vec<_>>(),
        [(0.0, 0.25), (1.0, 0.5)]
    );
}

/// Two panels stand side by side while each has at most 24 bars.
#[test]
fn panels_of_many_bars_stand_alone() {
    let columns = |groups: usize, bars: &str| {
        let values: Vec<String> = (0..groups).map(|group| group.to_string()).collect();
        let plan = plan(&format!(
            "game = \"tic-tac-toe\"\nseats = [\"flat({{n}})\", \"flat({{m}})\"]\nepisodes = 20\n\
             [vary]\ngroup = [{}]\nn = [{bars}]\nm = [1, 2]\n\
             [[tables]]\nname = \"t\"\nrows = \"group\"\ncolumns = \"n\"\n\
             [[plots]]\nname = \"p\"\nkind = \"bars\"\nx = \"group\"\nseries = \"n\"\npanels = \"m\"\n",
            values.join(", ")
        ));
        let results = results(&plan, ["n", "m"], |_, _| won_of(1, 2));
        let blocks = results.present().unwrap().0;
        blocks.into_iter().find_map(|block| match block {
            Block::Panels { columns, .. } => Some(columns),
            _ => None,
        })
    };
    assert_eq!(columns(12, "1, 2"), Some(2));
    assert_eq!(columns(5, "1, 2, 3, 4, 5"), Some(1));
}
