//! `vgdl` and `--corpus`: texts, recorded episodes, pictures, rows.

use super::{Folder, json};
use crate::common::{dump, shared, skip};
use ludometer_core::{Seed, law};
use std::path::Path;

pub(crate) const GAME: &str = "BasicGame square_size=10
    SpriteSet
        bee > RandomNPC
        avatar > MovingAvatar
    TerminationSet
        Timeout limit=30 win=True
    LevelMapping
        b > bee
";

/// A recorded tick of that game on `A.b`, with the bee where java.util.Random(1) sends it.
pub(crate) const TRACE: &str = r#"{"k":"H","game":"bees","level":0,"seq":0,"seed":1,"block":10,"w":3,"h":1,"types":["wall","avatar","bee"],"order":[0,2,1],"actions":["LEFT","RIGHT","DOWN","UP"]}
{"k":"T","t":-1,"score":0,"win":-1,"over":0,"av":[0,0],"avt":"avatar","alive":1,"ori":[0,0],"hp":0,"res":{},"rng":0,"d":{"avatar":[[0,0]],"bee":[[20,0]]}}
{"k":"T","t":0,"act":"RIGHT","score":0,"win":-1,"over":0,"av":[10,0],"avt":"avatar","alive":1,"ori":[0,0],"hp":0,"res":{},"rng":1,"d":{"avatar":[[10,0]],"bee":[[20,10]]}}
"#;

fn bees(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write("bees.txt", GAME);
    folder.write("bees_lvl0.txt", "A.b\n");
    folder
}

#[test]
fn every_shipped_level_obeys_the_laws() {
    use ludometer::vgdl::Library;
    let extent = law::Effort {
        episodes: 3,
        plies: 60,
    };
    for name in Library::Shipped.names() {
        for level in Library::Shipped.levels(name) {
            for nil in [false, true] {
                let (game, _) = Library::Shipped.open(name, level).unwrap();
                let checked = law::check(&game.with_nil(nil), Seed::new(4), extent);
                assert!(checked.is_ok(), "{name} {level}: {checked:?}");
            }
        }
    }
}

#[test]
fn faults_of_texts_are_told_with_their_places() {
    let folder = bees("check");
    let told = folder.good(&["vgdl", "check", "."]);
    let warning = "./bees_lvl0.txt:1:2: warning: `.` is not in the LevelMapping";
    assert!(told.out.starts_with(warning), "{told:?}");
    assert_eq!(told.err, "0 errors, 1 warning in 2 files\n");
    folder.write("bad.txt", GAME.replace("RandomNPC", "RandomNCP"));
    folder.write("bad_lvl0.txt", "A");
    let told = folder.run(&["vgdl", "check", "bad.txt", "bad_lvl0.txt"]);
    assert_eq!(told.code, Some(2), "{told:?}");
    assert!(told.out.starts_with("bad.txt:3:"), "{}", told.out);
    assert!(told.out.contains("error: "), "{}", told.out);
    assert!(
        told.out.contains("bad_lvl0.txt:1:1: error: its game"),
        "{}",
        told.out
    );
    let list = folder.run(&["vgdl", "check", "bad.txt", "--json", "-"]);
    assert_eq!(json(&list.out)[0]["line"], 3);
    folder
        .run(&["vgdl", "check", "none.txt"])
        .refused(2, &["none.txt"]);
    folder.write("lost_lvl0.txt", "A");
    folder
        .run(&["vgdl", "check", "lost_lvl0.txt"])
        .refused(2, &["lost_lvl0.txt is a level of", "lost.txt"]);
    let play = [
        "play",
        "vgdl(name='bad')",
        "--corpus",
        ".",
        "--seat",
        "random",
    ];
    folder
        .run(&play)
        .refused(2, &["bad.txt cannot be played", "line 3", "vgdl check"]);
}

#[test]
fn traces_are_replayed_and_differences_put_in_words() {
    let folder = bees("replay");
    let run = |trace: &str| {
        folder.write("t.jsonl", trace);
        folder.run(&["vgdl", "replay", "t.jsonl", "--corpus", "."])
    };
    let told = run(TRACE);
    assert_eq!(told.code, Some(0), "{told:?}");
    assert_eq!(told.out, "t.jsonl: 1 of 1 episodes match, 1 ticks\n");
    let told = run(&TRACE.replace("\"rng\":1", "\"rng\":2"));
    assert_eq!(told.code, Some(1), "{told:?}");
    assert!(
        told.out
            .contains("bees, level 0, sequence 0: tick 0: random steps: expected 2, got 1"),
        "{}",
        told.out
    );
    for (damaged, words) in [
        (
            TRACE.replace("\"t\":0", "\"t\":zero"),
            "line 3 of the trace",
        ),
        (TRACE.replace("\"bees\"", "\"bee\""), "did you mean `bees`?"),
        (
            TRACE.replace("\"level\":0", "\"level\":4"),
            "has no level 4",
        ),
        (String::new(), "no episode is in it"),
        ("\u{1f}".into(), "line 1 of the trace"),
    ] {
        let told = run(&damaged);
        assert_eq!(told.code, Some(2), "{told:?}");
        assert!(told.out.contains(words), "{words}: {}", told.out);
    }
    folder.write("t.jsonl.gz", [0x1f, 0x8b, 8, 0, 1, 2, 3]);
    for trace in ["t.jsonl.gz", "nowhere.jsonl"] {
        let told = folder.run(&["vgdl", "replay", trace, "--corpus", "."]);
        assert_eq!(told.code, Some(2));
        assert!(told.out.contains("cannot be read"), "{}", told.out);
    }
}

#[test]
fn shared_traces_match() {
    let Some(corpus) = shared("gvgai") else {
        return;
    };
    let traces = ["aliens", "chase", "digdug", "roguelike"];
    let traces = traces.map(|name| format!("{}/traces/{name}.jsonl.gz", corpus.display()));
    let present = traces.iter().filter(|path| Path::new(path).exists());
    let corpus = corpus.display().to_string();
    let mut arguments = vec!["vgdl", "replay", "--corpus", &corpus, "--json", "-"];
    arguments.extend(present.map(String::as_str));
    let told = Folder::new("shared").good(&arguments);
    for trace in json(&told.out).as_array().unwrap() {
        assert_eq!(trace["episodes"], trace["matched"], "{trace}");
    }
}

/// With a corpus, its games are listed beside the registered ones.
#[test]
fn games_of_a_corpus_are_listed() {
    let folder = bees("listed");
    let told = folder.good(&["list", "games", "--corpus", "."]).out;
    let (registered, videos) = told.split_once("\nvgdl games, .\n").expect("a list");
    assert!(registered.contains("\n  othello "), "{told}");
    assert!(videos.contains("  bees "), "{told}");
    let told = folder.good(&["list", "games"]).out;
    assert!(!told.contains("vgdl games"), "{told}");
}

#[test]
fn games_that_are_not_there() {
    let folder = bees("absent");
    let play = |game: &str, more: &[&str]| {
        folder.run(&[&["play", game, "--seat", "random"], more].concat())
    };
    play("vgdl(name='lantern')", &[]).refused(2, &["`lantern`", "did you mean `lanterns`?"]);
    play("vgdl(name='lanterns', level=7)", &[]).refused(2, &["no level 7", "it has 0, 1"]);
    play("vgdl", &[]).refused(2, &["needs its parameter `name`"]);
    play("vgdl(name='bee')", &["--corpus", "."]).refused(2, &["did you mean `bees`?"]);
    play("vgdl(name='bees')", &["--corpus", "none"])
        .refused(2, &["the corpus none cannot be read"]);
    play("vgdl(name='bees', content='0')", &["--corpus", "."]).refused(2, &["have the content"]);
    folder
        .run(&["bench", "store", "--corpus", "."])
        .refused(2, &["bench vgdl"]);
    let render = ["vgdl", "render", "lanterns", "--output", "x.gif"];
    folder.run(&render).refused(2, &["x.gif", "FILE.svg"]);
    assert!(!folder.has("x.gif"));
}

#[test]
fn every_command_that_opens_games_opens_those_of_a_corpus() {
    let folder = bees("commands");
    let list = folder.good(&["list", "games", "--corpus", "."]);
    let games = "\nvgdl games, .\n  bees             levels 0\n";
    assert!(list.out.ends_with(games), "{}", list.out);
    let list = folder.good(&["list", "games", "--corpus", ".", "--json", "-"]);
    assert_eq!(json(&list.out)["vgdl"][0]["name"], "bees");
    let game = "vgdl(name='bees')";
    let measures = folder.good(&["list", "measures", "--game", game, "--corpus", "."]);
    assert!(measures.out.contains("reported-score"), "{}", measures.out);
    // These refuse this game, but only after they have opened it.
    let learn = [
        "train",
        "weights",
        game,
        "--measures",
        "health",
        "--positions",
        "9",
    ];
    let quality = ["quality", game, "--measures", "score"];
    let odds = ["odds", game, "--depth", "2", "--samples", "1"];
    for (command, refusal) in [
        (&learn[..], "every position has the same"),
        (&quality, "is for one player"),
        (&odds, "has one player"),
    ] {
        let with = |folder: &'static str| [command, &["--corpus", folder]].concat();
        folder.run(&with(".")).refused(2, &[refusal]);
        let none = ["the corpus none cannot be read", "name a folder of games"];
        folder.run(&with("none")).refused(2, &none);
        let absent = ["no game of VGDL is called `bees`"];
        folder.run(command).refused(2, &absent);
    }
    std::fs::create_dir(folder.path("empty")).unwrap();
    for command in [&learn[..], &["list", "games"]] {
        let empty = folder.run(&[command, &["--corpus", "empty"]].concat());
        empty.refused(2, &["there is no game of VGDL in empty", "NAME_lvl0.txt"]);
    }
}

#[test]
fn pictures_and_films_are_the_same_every_time() {
    let folder = Folder::new("render");
    for (file, part) in [("a.svg", "</svg>\n"), ("a.html", "</html>\n")] {
        let again = format!("b{file}");
        for output in [file, &again] {
            let seed = ["--seed", "5", "--ticks", "12", "--output", output];
            folder.good(&[&["vgdl", "render", "lanterns", "--level", "1"], &seed[..]].concat());
        }
        assert_eq!(folder.bytes(file), folder.bytes(&again));
        let text = String::from_utf8(folder.bytes(file)).unwrap();
        assert!(
            text.ends_with(part) && text.contains("tick 12  score "),
            "{text}"
        );
    }
}

/// The film draws at a tick what `analyse --after` tells of it.
#[test]
fn films_show_what_the_agent_considered() {
    let folder = Folder::new("insight");
    let agent = ["--agent", "olmcts(l=6)", "--steps", "120", "--seed", "6"];
    let film = |more: &[&str]| {
        let render = [
            "vgdl",
            "render",
            "lanterns",
            "--ticks",
            "6",
            "--output",
            "film.html",
        ];
        folder.good(&[&render[..], more].concat());
        String::from_utf8(folder.bytes("film.html")).unwrap()
    };
    let told = film(&agent);
    let part = |name: &str, end: &str| {
        let (_, rest) = told.split_once(&format!("const {name} = ")).unwrap();
        json(rest.split_once(end).unwrap().0)
    };
    let (frames, mind) = (part("frames", ";\n"), part("mind", ";\n"));
    let columns = mind["columns"].as_u64().unwrap();
    let game = "vgdl(name='lanterns')";
    let analyse = [
        "analyse",
        game,
        "--samples",
        "1",
        "--after",
        "5",
        "--json",
        "-",
    ];
    let analysis = json(&folder.good(&[&analyse[..], &agent].concat()).out);
    let shown = &frames[5]["i"];
    assert_eq!(frames[5]["a"], analysis["choice"]);
    let lines = shown["l"].as_array().unwrap();
    assert_eq!(lines.len(), analysis["lines"].as_array().unwrap().len());
    for (line, told) in lines.iter().zip(analysis["lines"].as_array().unwrap()) {
        assert_eq!(line[1], told["visits"]);
        let digits = line[2].as_str().unwrap().chars();
        let names = digits.map(|digit| &mind["names"][digit.to_digit(36).unwrap() as usize]);
        assert!(
            names.eq(told["actions"].as_array().unwrap()),
            "{line} {told}"
        );
        let places = told["places"].as_array().unwrap().iter();
        let mut cells: Vec<u64> = places
            .map(|span| span[1].as_u64().unwrap() * columns + span[0].as_u64().unwrap())
            .collect();
        cells.dedup();
        assert_eq!(line[3], serde_json::json!(cells));
    }
    let choices = shown["t"].as_array().unwrap().iter();
    let choices: u64 = choices.map(|choice| choice[1].as_u64().unwrap()).sum();
    let moves = analysis["moves"].as_array().unwrap().iter();
    let visits: f64 = moves
        .filter_map(|line| line["values"]["visits"].as_f64())
        .sum();
    assert_eq!(choices as f64, visits);
    assert!(
        frames[6]["i"].is_null(),
        "nothing is decided in the last one"
    );
    assert!(told.contains("id=\"think\""));
    for plain in [film(&[&agent[..], &["--trace", "no"]].concat()), film(&[])] {
        assert!(
            !plain.contains("\"i\":") && !plain.contains("mind"),
            "{plain}"
        );
    }
}

#[test]
fn rows_belong_to_the_texts_and_not_to_threads() {
    let folder = bees("rows");
    folder.write(
        "plan.toml",
        "game = \"vgdl(name='bees')\"\nseats = ['random']\nepisodes = 12\nmoves = 40\nmeasure = 'ticks'\n",
    );
    let run = |store: &str, threads: &str| {
        let threads = ["--threads", threads, "--corpus", "."];
        folder.good(&[&["run", "plan.toml", "--store", store], &threads[..]].concat())
    };
    assert_eq!(run("one.sqlite", "1").played(), 12);
    run("two.sqlite", "2");
    let one = dump(&folder.path("one.sqlite"));
    assert_eq!(one, dump(&folder.path("two.sqlite")));
    assert!(one.contains("content='"), "{one}");
    assert!(run("one.sqlite", "1").err.contains("0 of them played now"));
    folder.write("bees_lvl0.txt", "A..b\n");
    let told = run("one.sqlite", "1");
    assert!(told.err.contains("12 of them played now"), "{told:?}");
    folder
        .run(&["run", "plan.toml"])
        .refused(2, &["`bees`", "plan.toml:1:"]);
}

const WATCH: [&str; 6] = [
    "play",
    "vgdl(name='lanterns')",
    "--seat",
    "random",
    "--moves",
    "3",
];

#[test]
fn a_pipe_has_plain_boards_at_any_pace() {
    let folder = Folder::new("pace");
    let plain = folder.good(&WATCH);
    assert!(plain.out.starts_with("#############\n#d"), "{}", plain.out);
    assert!(!plain.out.contains('\u{1b}'));
    let begun = std::time::Instant::now();
    let paced = folder.good(&[&WATCH[..], &["--pace", "40ms"]].concat());
    assert!(begun.elapsed().as_millis() >= 120);
    assert_eq!(paced.out, plain.out);
    for (pace, words) in [
        ("50", "`50` has no unit; write 50ms"),
        ("fast", "`fast` has no unit"),
        ("-1s", "`-1` is no length of time"),
        ("2000s", "60s at most"),
    ] {
        let pace = format!("--pace={pace}");
        let told = folder.run(&[&WATCH[..], &[&pace]].concat());
        told.refused(2, &["--pace", words]);
    }
}

/// `script` gives the command a terminal.
#[test]
fn a_terminal_has_colours_and_boards_drawn_in_place() {
    let folder = Folder::new("screen");
    let inside = |more: &str, no_color: bool, typed: &str| {
        folder.write("typed", typed);
        let game = "\"vgdl(name='lanterns', nil=yes)\" --moves 3";
        let binary = env!("CARGO_BIN_EXE_ludometer");
        let line = format!("{binary} play {game} {more}");
        let mut command = std::process::Command::new("script");
        command
            .args(["-qec", &line, "typescript"])
            .current_dir(folder.path(""))
            .env_remove("NO_COLOR")
            .stdin(std::fs::File::open(folder.path("typed")).unwrap());
        if no_color {
            command.env("NO_COLOR", "1");
        }
        let output = command
            .output()
            .ok()
            .filter(|output| output.status.success())?;
        Some(String::from_utf8_lossy(&output.stdout).into_owned())
    };
    const COLOUR: &str = "\u{1b}[1;48;2;";
    const HOME: &str = "\u{1b}[H";
    let Some(scrolled) = inside("--seat random", false, "") else {
        return skip("the command `script`");
    };
    assert!(scrolled.contains(COLOUR), "{scrolled}");
    assert!(scrolled.contains("tick 3  score "), "{scrolled}");
    assert!(!scrolled.contains(HOME), "{scrolled}");
    let watched = inside("--seat random --pace 1ms", false, "").unwrap();
    assert_eq!(watched.matches(HOME).count(), 4, "{watched}");
    let plain = inside("--seat random --pace 1ms", true, "").unwrap();
    assert!(plain.contains(HOME) && !plain.contains(COLOUR), "{plain}");
    let person = inside("", false, "w\n\nUP\n").unwrap();
    assert!(person.contains("LEFT (a) RIGHT (d) DOWN (s) UP (w) NIL (nothing)"));
    assert!(person.contains("cut off after 3 plies"), "{person}");
}
