//! Plots: their kinds, and what only one of them may say.

use super::{PLAN, read, underlined};
use ludometer::plan::PlotKind;

/// The plan with another plot, whose `x` is a text.
fn with_bars(keys: &str) -> String {
    format!("{PLAN}\n[[plots]]\nname = \"groups\"\nkind = \"bars\"\nx = \"label\"\n{keys}\n")
}

#[test]
fn kinds_of_plot() {
    let plan =
        read(&with_bars("series = \"t\""), &[]).unwrap_or_else(|diagnostic| panic!("{diagnostic}"));
    let lines = PlotKind::Lines {
        level: None,
        log: false,
    };
    assert_eq!(plan.plots[0].kind, lines);
    assert_eq!(plan.plots[1].kind, PlotKind::Bars);
    let spelt = PLAN.replace("name = \"curve\"", "name = \"curve\"\nkind = \"lines\"");
    assert!(read(&spelt, &[]).is_ok_and(|plan| plan.plots[0].kind == lines));
    let wrong = "name = \"curve\"\nkind = «\"bar\"»";
    let wrong = PLAN.replace("name = \"curve\"", wrong);
    underlined(&wrong, &["`kind` cannot be `bar`", "did you mean `bars`?"]);
}

#[test]
fn bars_have_no_level_and_no_scale() {
    for (key, value) in [("level", "\"plain\""), ("log", "true"), ("log", "false")] {
        underlined(
            &with_bars(&format!("{key} = «{value}»")),
            &[
                &format!("`{key}` is for plots of lines"),
                "set kind = \"lines\"",
            ],
        );
    }
}

#[test]
fn lines_need_numbers() {
    let text = PLAN.replace("x = \"t\"", "x = «\"label\"»");
    let text = text.replace("series = \"label\"", "series = \"t\"");
    let says = [
        "lines need numbers along `label`, not `plain`",
        "kind = \"bars\"",
    ];
    underlined(&text, &says);
}

#[test]
fn what_a_plot_refers_to_must_be_there() {
    for (keys, says) in [
        ("series = «\"tt\"»", "no cell has a variable `tt`"),
        ("panels = «\"labels\"»", "did you mean `label`?"),
        ("axes = «\"free\"»", "`axes` is for plots with panels"),
        ("where = «{ t = 3 }»", "no cell has the t `3`"),
        ("seat = «2»", "there is no seat 2: seats are 0 to 1"),
        ("value = «\"measured\"»", "nothing is measured"),
        ("value = «\"wins\"»", "`value` cannot be `wins`"),
    ] {
        underlined(&with_bars(keys), &[says]);
    }
}
