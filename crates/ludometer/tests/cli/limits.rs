//! Limits: what is too large is refused at once, with the number that would fit.

use crate::common::{Folder, Told};
#[cfg(target_os = "linux")]
use std::process::Command;

const PAGE: &str = include_str!("../../../../docs/limits.md");

const PLAN: &str = "game = \"tic-tac-toe\"\nseats = [\"random\", \"random\"]\nepisodes = 2\n";

/// The limits of docs/limits.md, in its order.
fn documented() -> Vec<(String, u64)> {
    let rows = PAGE.lines().filter(|line| line.starts_with("| "));
    let cells = rows.map(|row| row.trim_matches('|').rsplit_once('|').expect("two columns"));
    let limits = cells.filter_map(|(what, most)| {
        let most = most.trim().parse().ok()?;
        Some((what.trim().to_string(), most))
    });
    limits.collect()
}

/// What one more than a documented limit gives.
fn beyond(folder: &Folder, what: &str, most: u64) -> Told {
    let more = most + 1;
    let plan = |set: String| folder.run(&["run", "plan.toml", "--set", &set]);
    let seat = |game: &str, spec: String| folder.run(&["play", game, "--seat", &spec]);
    let option = |words: &str| {
        let words = words.replace("MORE", &more.to_string());
        folder.run(&words.split(' ').collect::<Vec<_>>())
    };
    let written = |text: String| {
        folder.write("large.toml", text);
        folder.run(&["run", "large.toml"])
    };
    let described = |text: String| {
        folder.write("large.txt", text);
        folder.run(&["vgdl", "check", "large.txt"])
    };
    let all = |count: u64| format!("{:?}", (1..=count).collect::<Vec<_>>());
    match what {
        "`episodes` of a plan, per cell" => plan(format!("episodes={more}")),
        "`games` of a tuning" => {
            folder.run(&["tune", "slide-noise", "--set", &format!("games={more}")])
        }
        "cells of a plan" => {
            let (side, rest) = (most / 100, 101);
            let seats = "seats = [\"flat(playouts={a})\", \"flat(playouts={b})\"]";
            let vary = format!("[vary]\na = {}\nb = {}\n", all(side), all(rest));
            written(format!(
                "game = \"tic-tac-toe\"\n{seats}\nepisodes = 1\n{vary}"
            ))
        }
        "`values` of `[pairs]`" => {
            let seats = "seats = [\"flat(playouts={a})\", \"flat(playouts={b})\"]";
            let pairs = format!(
                "[pairs]\nvariables = [\"a\", \"b\"]\nvalues = {}\n",
                all(more)
            );
            written(format!(
                "game = \"tic-tac-toe\"\n{seats}\nepisodes = 1\n{pairs}"
            ))
        }
        "`moves` of a plan, in plies" => plan(format!("moves={more}")),
        "`steps` of a budget" => plan(format!("budget={{steps={more}}}")),
        // The next number that a plan can tell from it.
        "`seed` of a plan" => plan(format!("seed={}", more + 1)),
        "brackets inside each other in a spec" => {
            let deep = "variety(1,".repeat(more as usize) + "random" + &")".repeat(more as usize);
            seat("tic-tac-toe", deep)
        }
        "`--threads`" => option("run plan.toml --threads MORE"),
        "`--memory`, in megabytes" => option("solve slide --k 2 --memory MORE"),
        "`t` of a search, in plies" => seat("tic-tac-toe", format!("depth(t={more})")),
        "`tt` of `pvs`, as binary logarithm of buckets" => {
            seat("tic-tac-toe", format!("pvs(t=1, tt={more})"))
        }
        "`p` of `rhea`" => seat("tic-tac-toe", format!("rhea(p={more})")),
        "`l` of `rhea`" => seat("tic-tac-toe", format!("rhea(l={more})")),
        "`width` of `beam`" => seat("slide", format!("beam(width={more})")),
        "`--perft`" => option("analyse tic-tac-toe --perft MORE"),
        "`--random-minimax`" => option("analyse tic-tac-toe --random-minimax MORE"),
        "`--tree` of `analyse`" => option("analyse tic-tac-toe --tree MORE"),
        "`--samples` of `quality` and `odds`" => {
            let odds = option("odds tic-tac-toe --depth 2 --samples MORE");
            odds.refused(2, &[&most.to_string()]);
            option("quality tic-tac-toe --by empties --at 4 --samples MORE")
        }
        "`--trees` of `theory --explore`" => option("theory --explore --trees MORE"),
        "numbers in a range such as `--alpha 1..N`" => option("theory ([2,3]) --alpha 1..MORE"),
        "bytes of a VGDL description" => {
            described("BasicGame\n".to_string() + &"#".repeat(most as usize))
        }
        "sprites of a VGDL description" => {
            let sprites = (0..=most).map(|number| format!("        s{number} > Immovable\n"));
            described("BasicGame\n    SpriteSet\n".to_string() + &sprites.collect::<String>())
        }
        "nested types of a VGDL description" => {
            let nested = (0..=most + 1)
                .map(|depth| format!("{}s{depth} >\n", " ".repeat(8 + depth as usize)));
            described("BasicGame\n    SpriteSet\n".to_string() + &nested.collect::<String>())
        }
        "columns and rows of a VGDL level" => {
            let games = "BasicGame\n    SpriteSet\n        avatar > MovingAvatar\n    LevelMapping\n        A > avatar\n    TerminationSet\n        Timeout limit=9 win=True\n";
            std::fs::create_dir(folder.path("wide")).expect("a new folder");
            folder.write("wide/wide.txt", games);
            let level = "A".to_string() + &".".repeat(most as usize) + "\n";
            folder.write("wide/wide_lvl0.txt", level);
            folder.run(&["vgdl", "check", "wide"])
        }
        _ => panic!("`{what}` is documented and nobody tries it"),
    }
}

/// Every limit of the page is the one that the program keeps: one more is refused, and told the largest.
#[test]
fn one_more_than_documented_is_refused() {
    let folder = Folder::new("limits");
    folder.write("plan.toml", PLAN);
    let limits = documented();
    assert!(limits.len() > 20, "{limits:?}");
    for (what, most) in limits {
        let told = beyond(&folder, &what, most);
        assert_eq!(told.code, Some(2), "{what}: {told:?}");
        let said = format!("{}{}", told.out, told.err);
        assert!(said.contains(&most.to_string()), "{what}: {said}");
        assert!(said.len() < 3000, "{what}: {} bytes of words", said.len());
    }
    assert!(!folder.has("ludometer.sqlite"), "nothing was played");
}

/// Numbers are repeated as they were written, not with all their zeros.
#[test]
fn large_numbers_are_repeated_as_they_were_written() {
    let folder = Folder::new("numbers");
    folder.write("plan.toml", PLAN);
    for (arguments, number) in [
        (
            &["run", "plan.toml", "--set", "episodes=1.7e308"][..],
            "`episodes` cannot be 1.7e308:",
        ),
        (
            &["run", "plan.toml", "--set", "budget={steps=1.7e308}"],
            "`steps` cannot be 1.7e308: it is 0 to 4503599627370495",
        ),
        (
            &["run", "plan.toml", "--set", "budget={steps=1e-320}"],
            "`steps` is a whole number, not 1e-320",
        ),
        (
            &["play", "tic-tac-toe", "--seat", "uct(c=17e307)"],
            "`c` cannot be 17e307:",
        ),
        (&["play", "tic-tac-toe(m=1e300)"], "`m` cannot be 1e300:"),
        (
            &[
                "tune",
                "slide-noise",
                "--set",
                "parameters.noise={kind='real', low=1, high=1.7e308, start=1}",
            ],
            "`high` cannot be 1.7e308: it is -1e300 to 1e300",
        ),
    ] {
        let told = folder.run(arguments);
        told.refused(2, &[number]);
        assert!(told.err.len() < 600, "{}", told.err);
    }
}

/// The command in a process that may take this many kilobytes.
#[cfg(target_os = "linux")]
fn within(folder: &Folder, kilobytes: u64, arguments: &[&str]) -> Told {
    let script = format!("ulimit -v {kilobytes} && exec \"$0\" \"$@\"");
    let mut command = Command::new("sh");
    let ours = folder.command(arguments);
    command
        .arg("-c")
        .arg(script)
        .arg(ours.get_program())
        .args(arguments);
    Told::of(
        command
            .current_dir(folder.path(""))
            .output()
            .expect("a shell"),
    )
}

/// What cannot be had is refused with what would fit, and that fits.
#[cfg(target_os = "linux")]
#[test]
fn memory_that_cannot_be_had_is_refused() {
    let folder = Folder::new("memory");
    folder.write("plan.toml", PLAN);
    let seat = |game: &'static str, spec: &str| {
        let told = within(
            &folder,
            2_000_000,
            &["play", game, "--seat", spec, "--seat", "random"],
        );
        told.refused(2, &["which cannot be had", "would fit"]);
        told.err
    };
    let table = seat("tic-tac-toe", "pvs(t=2, tt=26)");
    assert!(
        table.contains("`tt` cannot be 26: the transposition table takes 3072 MB"),
        "{table}"
    );
    assert!(table.contains("hint: tt=25 would fit"), "{table}");
    let population = seat("tic-tac-toe", "rhea(p=100000, l=10000)");
    assert!(
        population.contains("`p` cannot be 100000: the population takes"),
        "{population}"
    );
    let told = within(
        &folder,
        400_000,
        &["quality", "othello", "--memory", "1000"],
    );
    told.refused(2, &["1000 MB of memory cannot be had", "hint: --memory "]);
    let fit = told
        .err
        .split("--memory ")
        .nth(1)
        .and_then(|rest| rest.split(' ').next());
    let fit = fit.expect("a number");
    let told = within(&folder, 400_000, &["quality", "othello", "--memory", fit]);
    told.refused(2, &["allow more with --memory"]);
    let told = within(
        &folder,
        1_000_000,
        &["run", "plan.toml", "--threads", "1024"],
    );
    told.refused(2, &["1024 threads cannot be started", "hint: --threads "]);
    let fit = told
        .err
        .split("--threads ")
        .nth(1)
        .and_then(|rest| rest.split(' ').next());
    let told = within(
        &folder,
        1_000_000,
        &["run", "plan.toml", "--threads", fit.expect("a number")],
    );
    assert_eq!(told.code, Some(0), "{told:?}");
}
