//! Plans: a fault is told with its exact place and its remedy, and nothing a person can write
//! breaks the reader.

mod budgets;
mod compare;
mod contests;
mod diagnostics;
mod evaluators;
mod hostile;
mod names;
mod plots;
mod settings;
mod shipped;

use ludometer::catalogue::shipped;
use ludometer::define::no_files;
use ludometer::plan::Plan;
use ludometer::source::Span;

/// A plan that uses every part of the language; each test spoils one of them.
const PLAN: &str = r#"title = "A plan"
seed = 7
game = "tic-tac-toe"
seats = ["depth(t={t}, leaf={leaf})", "random"]
start = "walk(1)"
moves = 20
mirror = true
episodes = 4
quick = 2
generator = "xoshiro"
cells = [
  { label = "plain", leaf = "open-lines" },
  { label = "noisy", leaf = "add(open-lines, 0.5)" },
]

[budget]
steps = 1000

[vary]
t = [1, 2]

[[tables]]
name = "share"
kind = "effect"
against = "1"
gap = 0.06
value = "won"
seat = 0
rows = "label"
columns = "t"
digits = 3
published = [["", "+"], ["", "-"]]

[[plots]]
name = "curve"
x = "t"
series = "label"
log = false
"#;

fn read(text: &str, settings: &[&str]) -> Result<Plan, String> {
    let settings: Vec<String> = settings.iter().map(ToString::to_string).collect();
    Plan::read(
        "plan",
        &Span::whole("plan.toml", text),
        &settings,
        &no_files,
        shipped(),
    )
    .map_err(|f| f.to_string())
}

fn diagnostic(text: &str, settings: &[&str]) -> String {
    let diagnostic = read(text, settings).err();
    diagnostic.unwrap_or_else(|| panic!("nothing is wrong with\n{text}\n{settings:?}"))
}

/// Replaces a part of [`PLAN`]. What stands between « and » must be underlined, and the fault must
/// say all of `parts`.
fn spoilt(part: &str, by: &str, parts: &[&str]) {
    assert_eq!(PLAN.matches(part).count(), 1, "`{part}` is not there once");
    underlined(&PLAN.replace(part, by), parts);
}

fn underlined(marked: &str, parts: &[&str]) {
    let (before, rest) = marked.split_once('«').expect("a mark");
    let (within, after) = rest.split_once('»').expect("an end of the mark");
    let diagnostic = diagnostic(&format!("{before}{within}{after}"), &[]);
    let line = before.matches('\n').count() + 1;
    let column = before.chars().rev().take_while(|c| *c != '\n').count() + 1;
    let span = format!("--> plan.toml:{line}:{column}\n");
    assert!(
        diagnostic.contains(&span),
        "not at {line}:{column}: {diagnostic}"
    );
    let carets = diagnostic.matches('^').count();
    assert_eq!(carets, within.chars().count().max(1), "{diagnostic}");
    for part in parts {
        assert!(diagnostic.contains(part), "`{part}` is not in {diagnostic}");
    }
}

#[test]
fn the_plan_that_is_spoilt_is_good() {
    let plan = read(PLAN, &[]).unwrap_or_else(|diagnostic| panic!("{diagnostic}"));
    assert_eq!((plan.cells.len(), plan.episodes, plan.quick), (4, 4, 2));
    assert_eq!(plan.values("label"), ["plain", "noisy"]);
    assert_eq!(plan.values("t"), ["1", "2"]);
    assert_eq!((plan.tables.len(), plan.plots.len()), (1, 1));
}
