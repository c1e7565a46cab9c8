//! What every command can be told: verbosity, log, colours, and the project file.

use crate::common::{DUEL, Folder, Told};
use crate::json;

fn with(folder: &Folder, variables: &[(&str, &str)], arguments: &[&str]) -> Told {
    let mut command = folder.command(arguments);
    Told::of(
        command
            .envs(variables.iter().copied())
            .output()
            .expect("the command runs"),
    )
}

/// Value and origin of a setting, as `list config` prints them.
fn config(folder: &Folder, variables: &[(&str, &str)], more: &[&str], key: &str) -> [String; 2] {
    let arguments = [&["list", "config", "--json", "-"][..], more].concat();
    let told = with(folder, variables, &arguments);
    assert_eq!(told.code, Some(0), "{told:?}");
    let listed = json(&told.out);
    let list = listed["config"].as_array().unwrap();
    let setting = list.iter().find(|setting| setting["name"] == key).unwrap();
    ["value", "origin"].map(|part| setting[part].as_str().unwrap_or("").to_string())
}

#[test]
fn verbosity() {
    let folder = Folder::new("verbosity");
    folder.write("plan.toml", DUEL);
    let run = ["run", "plan.toml", "--quick", "--threads", "2"];
    let say = |more: &[&str]| folder.good(&[&run[..], more].concat());
    let told = say(&["-v"]);
    for part in [
        "info: running plan=plan cells=2 episodes=14 threads=2 store=ludometer.sqlite\n",
        "28 episodes, 28 of them played now\n",
    ] {
        assert!(told.err.contains(part), "{part} is not in {}", told.err);
    }
    assert!(!told.err.contains("debug: "), "{}", told.err);
    assert!(say(&["-vv"]).err.contains("debug: cell "));
    assert_eq!(say(&[]).err, "28 episodes, 0 of them played now\n");
    assert_eq!(say(&["-q"]).err, "");
    assert_eq!(say(&["-q"]).out, say(&["-v"]).out);
    // Global options may stand before the command; errors are heard however quiet it is.
    let told = folder.run(&["-q", "run", "no-such-plan"]);
    told.refused(2, &["no plan is called `no-such-plan`"]);
}

#[test]
fn notes_of_renamed_entries() {
    let folder = Folder::new("notes");
    let play = ["play", "noughts", "--seat", "random", "--seat", "random"];
    let told = folder.good(&play);
    let note = "note: `noughts` is called `tic-tac-toe`; both are read\n";
    assert!(told.err.ends_with(note), "{}", told.err);
    assert_eq!(folder.good(&[&play[..], &["-q"]].concat()).err, "");
}

/// Names that people try are read, each with a note.
#[test]
fn names_that_people_try() {
    let folder = Folder::new("tried");
    for (agent, notes) in [
        (
            "mcts(simulations=5, exploration=1.4)",
            &[
                "`mcts` is called `uct`",
                "`simulations` is called `playouts`",
                "`exploration` is called `c`",
            ][..],
        ),
        (
            "minimax(depth=2)",
            &["`minimax` is called `depth`", "`depth` is called `t`"],
        ),
        ("negamax(depth=2)", &["`negamax` is called `depth`"]),
        (
            "alpha-beta(depth=2)",
            &["`alpha-beta` is called `alphabeta`"],
        ),
        ("negascout(depth=2)", &["`negascout` is called `pvs`"]),
        (
            "montecarlo(iterations=5)",
            &[
                "`montecarlo` is called `flat`",
                "`iterations` is called `playouts`",
            ],
        ),
        ("greedy", &["`greedy` is called `one-step`"]),
        ("rolling", &["`rolling` is called `rhea`"]),
    ] {
        let play = ["play", "tictactoe", "--seat", agent, "--seat", "random"];
        let told = folder.good(&play);
        for note in notes {
            assert!(
                told.err.contains(&format!("note: {note};")),
                "{agent}: {}",
                told.err
            );
        }
        assert!(
            told.err.contains("`tictactoe` is called `tic-tac-toe`"),
            "{}",
            told.err
        );
    }
}

#[test]
fn a_log_has_time_level_and_fields() {
    let folder = Folder::new("log");
    folder.write("plan.toml", DUEL);
    let run = ["run", "plan.toml", "--quick", "-q", "--log", "a.log"];
    assert_eq!(folder.good(&run).err, "");
    let log = String::from_utf8(folder.bytes("a.log")).unwrap();
    let running = log.lines().find(|line| line.contains("running")).unwrap();
    assert!(
        running.starts_with("20") && running.contains("Z  INFO "),
        "{running}"
    );
    assert!(running.contains("cells=2"), "{running}");
    assert!(log.contains("28 episodes, 28 of them played now"), "{log}");
    // A log grows, and errors are in it.
    folder.run(&["run", "nothing", "--log", "a.log"]);
    let longer = String::from_utf8(folder.bytes("a.log")).unwrap();
    assert!(longer.starts_with(&log), "{longer}");
    assert!(
        longer.contains("ERROR no plan is called `nothing`"),
        "{longer}"
    );
    folder
        .run(&["list", "games", "--log", "no/such/folder.log"])
        .refused(2, &["no/such/folder.log: "]);
}

#[test]
fn colours_by_flag_and_by_environment() {
    let folder = Folder::new("color");
    folder.write("plan.toml", DUEL);
    folder.good(&["run", "plan.toml", "--quick"]);
    let report = ["report", "plan.toml", "--quick"];
    let coloured = |variables: &[(&str, &str)], more: &[&str]| {
        let told = with(&folder, variables, &[&report[..], more].concat());
        assert_eq!(told.code, Some(0), "{told:?}");
        told.out.contains('\u{1b}')
    };
    assert!(!coloured(&[], &[]));
    assert!(coloured(&[], &["--color", "always"]));
    assert!(coloured(&[("CLICOLOR_FORCE", "1")], &[]));
    assert!(!coloured(
        &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")],
        &[]
    ));
    assert!(coloured(&[("NO_COLOR", "1")], &["--color=always"]));
    let help = with(
        &folder,
        &[("CLICOLOR_FORCE", "1")],
        &["--help", "--color", "never"],
    );
    assert!(!help.out.contains('\u{1b}'), "{}", help.out);
}

/// Without a terminal tables are 80 columns wide; `COLUMNS` says otherwise.
#[test]
fn width() {
    let folder = Folder::new("width");
    let explore = ["theory", "--explore", "--trees", "20"];
    let widest = |variables: &[(&str, &str)]| {
        let told = with(&folder, variables, &explore);
        let wide = told.out.lines().map(|line| line.chars().count()).max();
        wide.unwrap()
    };
    assert_eq!(widest(&[]), 80);
    assert_eq!(widest(&[("COLUMNS", "60")]), 60);
    assert!(widest(&[("COLUMNS", "200")]) > 90);
}

#[test]
fn flag_environment_project_file_default() {
    let folder = Folder::new("precedence");
    let [value, origin] = config(&folder, &[], &[], "threads");
    assert_eq!([value.as_str(), &origin], ["", "default"]);
    folder.write(
        "ludometer.toml",
        "store = 'kept.sqlite'\nthreads = 3\nlog = 'words.log'\ncorpus = 'games'\n",
    );
    let [value, origin] = config(&folder, &[], &[], "threads");
    assert_eq!(
        [value.as_str(), &origin],
        ["3", "project file ludometer.toml"]
    );
    let environment = [("LUDOMETER_THREADS", "5")];
    let [value, origin] = config(&folder, &environment, &[], "threads");
    assert_eq!(
        [value.as_str(), &origin],
        ["5", "environment variable LUDOMETER_THREADS"]
    );
    let environment = [("LUDOMETER_LOG", "b.log")];
    let [value, origin] = config(&folder, &environment, &["--log", "c.log"], "log");
    assert_eq!([value.as_str(), &origin], ["c.log", "flag"]);
    assert!(folder.has("c.log") && !folder.has("b.log"));
    let told = folder.good(&["list", "config"]).out;
    let line = told.lines().find(|line| line.contains("kept.sqlite"));
    let line = line.unwrap_or_else(|| panic!("{told}")).trim_end();
    assert!(line.ends_with("project file ludometer.toml"), "{told}");
}

/// What the project file says is what commands do, from any folder below it.
#[test]
fn a_project_file_above_names_the_store() {
    let folder = Folder::new("project");
    std::fs::create_dir_all(folder.path("deep/er")).unwrap();
    folder.write("ludometer.toml", "store = 'kept.sqlite'\n");
    folder.write("plan.toml", DUEL);
    let run = ["run", "../../plan.toml", "--quick", "-v"];
    let mut command = folder.command(&run);
    let told = Told::of(
        command
            .current_dir(folder.path("deep/er"))
            .output()
            .unwrap(),
    );
    assert_eq!(told.code, Some(0), "{told:?}");
    assert!(told.err.contains("store=../../kept.sqlite"), "{told:?}");
    assert!(folder.has("kept.sqlite") && !folder.has("deep/er/ludometer.sqlite"));
    // A flag and the environment win over it.
    let told = folder.good(&["report", "plan.toml", "--quick", "-v"]);
    assert!(told.err.contains("store=kept.sqlite"), "{told:?}");
    let variables = [("LUDOMETER_STORE", "other.sqlite")];
    let told = with(&folder, &variables, &["run", "plan.toml", "--quick"]);
    assert!(told.err.contains("28 of them played now"), "{told:?}");
    let flag = ["run", "plan.toml", "--quick", "--store", "kept.sqlite"];
    let told = with(&folder, &variables, &flag);
    assert!(told.err.contains(" 0 of them played now"), "{told:?}");
}

#[test]
fn mistakes_in_a_project_file_have_a_place() {
    let folder = Folder::new("project-mistakes");
    folder.write("ludometer.toml", "\nstroe = 'a.sqlite'\n");
    let says = [
        "the project file has no key `stroe`",
        "--> ludometer.toml:2:1",
        "did you mean `store`?",
    ];
    folder.run(&["list", "games"]).refused(2, &says);
    assert_eq!(folder.good(&["list", "--help"]).err, "");
    folder.write("ludometer.toml", "");
    let many = with(
        &folder,
        &[("LUDOMETER_THREADS", "many")],
        &["list", "games"],
    );
    many.refused(
        2,
        &["`many` is not a number of threads", "LUDOMETER_THREADS"],
    );
}

/// What the page says of exit codes is what help says, which comes from the code.
#[test]
fn the_page_has_the_exit_codes_and_settings() {
    let folder = Folder::new("exit-codes");
    let page = include_str!("../../../../docs/command-line.md");
    let help = folder.good(&["--help"]).out;
    let (_, table) = help.split_once("Exit codes:\n").unwrap();
    let lines = table.lines().take_while(|line| !line.is_empty());
    let lines: Vec<(&str, &str)> = lines
        .map(|line| line.trim().split_once(' ').unwrap())
        .map(|(code, meaning)| (code, meaning.trim()))
        .collect();
    assert_eq!(lines.len(), 5, "{help}");
    for (code, meaning) in lines {
        let row = format!("| {code} | {meaning} |");
        assert!(page.contains(&row), "{row} is not on the page");
    }
    let listed = json(&folder.good(&["list", "config", "--json", "-"]).out);
    for setting in listed["config"].as_array().unwrap() {
        let (name, default) = (&setting["name"], &setting["default"]);
        let (name, default) = (name.as_str().unwrap(), default.as_str().unwrap());
        let row = page
            .lines()
            .find(|line| line.starts_with(&format!("| `{name}` |")));
        let row = row.unwrap_or_else(|| panic!("{name} is not on the page"));
        assert!(row.ends_with(&format!("| {default} |")), "{row}");
    }
}
