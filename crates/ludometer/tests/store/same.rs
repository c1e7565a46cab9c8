//! The same rows for any number of threads, in any number of runs.

use crate::common::{DUEL, Folder, PUZZLE, SKY, count, dump, lose, without_comments};
use ludometer::catalogue::shipped;
use ludometer::define::no_files;
use ludometer::options::RunOptions;
use ludometer::plan::Plan;
use ludometer::run::run;
use ludometer::source::Span;
use ludometer::store::Store;
use std::sync::atomic::AtomicBool;

const PLANS: [(&str, &str); 3] = [
    ("duel.toml", DUEL),
    ("puzzle.toml", PUZZLE),
    ("sky.toml", SKY),
];

fn read(text: &str) -> Plan {
    let plan = Plan::read(
        "plan",
        &Span::whole("plan.toml", text),
        &[],
        &no_files,
        shipped(),
    );
    plan.unwrap_or_else(|diagnostic| panic!("{diagnostic}"))
}

#[test]
fn threads_do_not_matter() {
    let folder = Folder::new("threads");
    for (name, text) in PLANS {
        folder.write(name, text);
        let made = ["1", "2", "5"].map(|threads| {
            let store = format!("{name}-{threads}.sqlite");
            folder.good(&["run", name, "--store", &store, "--threads", threads]);
            (folder.rows(name, &store), dump(&folder.path(&store)))
        });
        let (rows, all) = &made[0];
        assert!(
            rows.lines().count() > 50 && all.lines().count() > 50,
            "{rows}"
        );
        assert!(made.iter().all(|(r, a)| r == rows && a == all), "{name}");
        let plan = read(text);
        let rows = plan.episodes as usize * plan.cells.len() * plan.cells[0].seats();
        assert_eq!(all.lines().count(), rows + plan.cells.len(), "{name}");
    }
}

#[test]
fn seeds_and_generators_do_matter() {
    let folder = Folder::new("seeds");
    folder.write("sky.toml", SKY);
    let mut seen = std::collections::HashSet::new();
    for setting in ["seed=13", "seed=14", "generator=mersenne-twister"] {
        let arguments = ["sky.toml", "--store", "a.sqlite", "--set", setting];
        assert_eq!(
            folder.good(&[&["run"], &arguments[..]].concat()).played(),
            50
        );
        let rows = folder
            .good(&[&["report"], &arguments[..], &["--rows"]].concat())
            .out;
        assert!(seen.insert(rows), "{setting} changed nothing");
    }
}

#[test]
fn a_run_that_was_cut_goes_on_to_the_same_rows() {
    let folder = Folder::new("cut");
    for (name, text) in PLANS {
        folder.write(name, text);
        folder.good(&["run", name, "--store", "a.sqlite"]);
        let whole = (
            folder.rows(name, "a.sqlite"),
            dump(&folder.path("a.sqlite")),
        );
        // A process that is killed leaves whole episodes, any of them; a cell may have none.
        type Lost = fn(usize, u64) -> bool;
        let losses: [(&str, Lost); 4] = [
            ("every third", |_, n| n % 3 == 1),
            ("all after 20", |_, n| n > 20),
            ("all", |_, _| true),
            ("the first cell", |cell, _| cell == 0),
        ];
        for (lost, which) in losses {
            let missing = lose(&folder.path("a.sqlite"), &read(text), which);
            assert!(missing > 0 && dump(&folder.path("a.sqlite")) != whole.1);
            let told = folder.good(&["run", name, "--store", "a.sqlite", "--threads", "2"]);
            assert_eq!(told.played(), missing, "{name}: {lost}");
            let again = (
                folder.rows(name, "a.sqlite"),
                dump(&folder.path("a.sqlite")),
            );
            assert!(again == whole, "{name}: {lost}");
        }
        assert_eq!(
            folder.good(&["run", name, "--store", "a.sqlite"]).played(),
            0
        );
        std::fs::remove_file(folder.path("a.sqlite")).unwrap();
    }
}

#[test]
fn a_run_that_is_stopped_says_what_it_has() {
    let folder = Folder::new("stopped");
    let plan = read(DUEL);
    let mut store = Store::open(&folder.path("a.sqlite")).unwrap();
    let mut go = |stop: bool| {
        let mut last = (0, 0);
        let options = RunOptions {
            threads: 2,
            stop: &AtomicBool::new(stop),
            progress: &mut |stored, of| last = (stored, of),
        };
        let ran = run(&plan, 20, &mut store, options).unwrap();
        assert_eq!(last, (ran.stored, ran.of));
        (ran.stored, ran.of, ran.played, ran.is_complete())
    };
    assert_eq!(go(true), (0, 40, 0, false));
    assert_eq!(go(false), (40, 40, 40, true));
    assert_eq!(go(false), (40, 40, 0, true));
    assert_eq!(go(true), (40, 40, 0, true));
}

#[test]
fn quick_rows_are_the_first_rows() {
    let folder = Folder::new("quick");
    for ((name, text), quick) in PLANS.into_iter().zip([14, 9, 5]) {
        folder.write(name, text);
        let cells = read(text).cells.len() as u64;
        let episodes = read(text).episodes;
        let told = folder.good(&["run", name, "--store", "a.sqlite", "--quick"]);
        assert_eq!(told.played(), quick * cells);
        let first = folder.rows(name, "a.sqlite");
        let told = folder.good(&["run", name, "--store", "a.sqlite"]);
        assert_eq!(told.played(), (episodes - quick) * cells);
        let report = ["report", name, "--store", "a.sqlite", "--rows", "--quick"];
        assert_eq!(without_comments(&folder.good(&report).out), first);
        let all = folder.rows(name, "a.sqlite");
        let column = all
            .lines()
            .next()
            .unwrap()
            .split(',')
            .position(|head| head == "episode");
        let kept = all.split_inclusive('\n').filter(|line| {
            let number = line.split(',').nth(column.unwrap()).unwrap();
            number.parse::<u64>().is_ok_and(|number| number < quick) || number == "episode"
        });
        assert_eq!(kept.collect::<String>(), first);
        std::fs::remove_file(folder.path("a.sqlite")).unwrap();
    }
}

const CELLS: &str = r#"
seed = 3
game = "tic-tac-toe"
seats = ["depth(t=1, leaf={leaf})", "random"]
episodes = 30
cells = [
  { name = "a", leaf = "open-lines" },
  { name = "b", leaf = "add(open-lines, 0.5)" },
  { name = "c", leaf = "mult(open-lines, 0.5)" },
]
[[tables]]
name = "t"
rows = "name"
columns = "name"
"#;

#[test]
fn a_plan_that_changes_in_one_cell_plays_that_cell() {
    let folder = Folder::new("changed");
    let go = |text: &str| {
        folder.write("plan.toml", text);
        folder
            .good(&["run", "plan.toml", "--store", "a.sqlite"])
            .played()
    };
    assert_eq!(go(CELLS), 90);
    let changed = CELLS.replace("add(open-lines, 0.5)", "add(open-lines, 0.6)");
    assert_eq!(go(&changed), 30);
    // The old rows stayed, and nothing is played for other words that mean the same.
    assert_eq!(go(CELLS), 0);
    assert_eq!(go(&CELLS.replace("\"b\"", "\"another name\"")), 0);
    assert_eq!(
        go(&CELLS.replace(
            "depth(t=1, leaf={leaf})",
            "depth(1, {leaf}, noise=position)"
        )),
        0
    );
    assert_eq!(
        go(&CELLS.replace("add(open-lines, 0.5)", "add(a=0.50, of=open-lines)")),
        0
    );
    assert_eq!(go(&CELLS.replace("episodes = 30", "episodes = 31")), 3);
    for other in [
        "moves = 5",
        "mirror = true",
        "start = 'walk(1)'",
        "budget = { steps = 3 }",
    ] {
        let changed = CELLS.replace("seed = 3", &format!("seed = 3\n{other}"));
        assert_eq!(go(&changed), 90, "{other}");
    }
    // Every episode that was played is there, with both its seats.
    assert_eq!(count(&folder.path("a.sqlite")), 2 * (90 + 30 + 3 + 4 * 90));
}

#[test]
fn cells_that_say_the_same_share_their_rows() {
    let folder = Folder::new("twins");
    folder.write(
        "plan.toml",
        CELLS.replace("add(open-lines, 0.5)", "open-lines"),
    );
    let told = folder.good(&["run", "plan.toml", "--store", "a.sqlite"]);
    assert_eq!(told.err.trim(), "60 episodes, 60 of them played now");
    assert_eq!(count(&folder.path("a.sqlite")), 120);
    let rows = folder.rows("plan.toml", "a.sqlite");
    let of = |name: &str| {
        let lines = rows.lines().filter_map(|line| line.strip_prefix(name));
        lines.map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(
        (of("a,").len(), of("a,"), of("c,").len()),
        (60, of("b,"), 60)
    );
    assert_ne!(of("a,"), of("c,"));
}

#[test]
fn budgets_that_differ_are_different_cells() {
    let described = |budget: &str| {
        let text = format!("{DUEL}\n[budget]\n{budget}\n");
        read(&text).cells[0].description().to_string()
    };
    let mut seen = std::collections::HashSet::new();
    for budget in [
        "steps = 0",
        "steps = 1",
        "evaluations = 1",
        "milliseconds = 0.2",
        "milliseconds = 0.7",
        "milliseconds = 1",
        "milliseconds = 1.5",
    ] {
        assert!(seen.insert(described(budget)), "{budget} is another cell");
    }
}
