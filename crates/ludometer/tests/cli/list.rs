//! `ludometer list`.

use crate::common::Folder;
use crate::json;
use ludometer::catalogue::shipped;

const KINDS: [&str; 10] = [
    "games",
    "vgdl",
    "agents",
    "evaluators",
    "measures",
    "starts",
    "plans",
    "weights",
    "tunes",
    "tuners",
];

fn names(value: &serde_json::Value) -> Vec<String> {
    let entries = value
        .as_array()
        .unwrap_or_else(|| panic!("{value} is no list"));
    let name = |entry: &serde_json::Value| entry["name"].as_str().unwrap().to_string();
    entries.iter().map(name).collect()
}

#[test]
fn every_kind_as_text_and_as_json() {
    let folder = Folder::new("list");
    let all = json(&folder.good(&["list", "--json", "-"]).out);
    assert_eq!(all.as_object().unwrap().len(), KINDS.len());
    for kind in KINDS {
        let told = folder.good(&["list", kind, "--json", "-"]);
        let one = json(&told.out);
        assert_eq!(
            (one.as_object().unwrap().len(), &one[kind]),
            (1, &all[kind]),
            "{kind}"
        );
        let names = names(&one[kind]);
        assert!(!names.is_empty(), "{kind}");
        let text = folder.good(&["list", kind]).out;
        for name in names {
            assert!(
                text.contains(&format!("\n  {name} ")),
                "{name} is not in {text}"
            );
        }
    }
    let registered: Vec<_> = shipped()
        .games()
        .iter()
        .map(|game| game.name.to_string())
        .collect();
    assert_eq!(names(&all["games"]), registered);
    assert!(names(&all["vgdl"]).contains(&"lanterns".to_string()));
    assert!(names(&all["agents"]).contains(&"depth-fast".to_string()));
    assert!(names(&all["measures"]).contains(&"euclidean".to_string()));
    let text = folder.good(&["list", "agents"]).out;
    assert!(text.contains(
        "the depth of the search, in plies (a whole number, 1 to 30; must be set; also read: depth)"
    ));
    assert!(text.contains("default points"), "{text}");
}

/// Settings with their ranges and defaults, and presets with what they set.
#[test]
fn tuners() {
    let folder = Folder::new("list-tuners");
    let listed = json(&folder.good(&["list", "tuners", "--json", "-"]).out);
    let registered = shipped().tuners().iter().map(|tuner| tuner.name.clone());
    let tuners = &listed["tuners"];
    assert_eq!(names(tuners), registered.collect::<Vec<_>>());
    let named = |list: &serde_json::Value, name: &str| {
        let mut entries = list.as_array().unwrap().iter();
        entries.find(|entry| entry["name"] == name).unwrap().clone()
    };
    let rspsa = named(tuners, "rspsa");
    assert_eq!(rspsa["id"], "ascent@1");
    let eta = named(&rspsa["settings"], "eta_plus");
    assert_eq!(eta["takes"], "a number above 1");
    assert_eq!(eta["default"], 1.1);
    let published = named(&rspsa["presets"], "rspsa-gr");
    assert_eq!(published["settings"]["eta_plus"], 1.2);
    assert_eq!(published["settings"]["perturbations"], 500);
    assert_eq!(published["settings"]["reuse"], false);
    let text = folder.good(&["list", "tuners"]).out;
    for part in [
        "tuners\n  default          resilient duels",
        "\n      eta_plus      factor of a step after two gradients of the same sign \
         (a number above 1; default 1.1)\n",
        "\n  rspsa-gr         RSPSA as published for game results (Table 2)\n      \
         = rspsa(eta_plus=1.2, eta_minus=0.8, delta0=0.005, ",
        "(one of simultaneous, one-at-a-time; default simultaneous)",
    ] {
        assert!(text.contains(part), "{part} is not in {text}");
    }
}

/// Every agent of every game once, with the games it fits and why not the others.
#[test]
fn agents_of_every_game_with_where_they_fit() {
    let folder = Folder::new("list-fits");
    let listed = json(&folder.good(&["list", "agents", "--json", "-"]).out);
    let agent = |name: &str| {
        let list = listed["agents"].as_array().unwrap();
        let same: Vec<_> = list.iter().filter(|agent| agent["name"] == name).collect();
        assert_eq!(same.len(), 1, "{name}");
        same[0].clone()
    };
    let games: Vec<&str> = shipped().games().iter().map(|g| g.name.as_str()).collect();
    assert_eq!(agent("random")["fits"], serde_json::json!(games));
    let puzzles = ["slide", "fifteen-puzzle", "same-game"];
    assert_eq!(agent("beam")["fits"], serde_json::json!(puzzles));
    assert_eq!(agent("mia")["fits"], serde_json::json!(["loa"]));
    let unfit = agent("depth")["unfit"].clone();
    assert_eq!(unfit[0]["game"], "kuhn");
    assert!(unfit[0]["reason"].as_str().unwrap().contains("hides cards"));
    for game in shipped().games() {
        let (opened, _) = shipped()
            .open(
                &ludometer::spec::Spec::parse(&ludometer::source::Span::whole(
                    "game",
                    game.examples[0].as_str(),
                ))
                .unwrap(),
            )
            .unwrap();
        for (_, known) in opened.names().iter().filter(|(kind, _)| *kind == "agent") {
            agent(&known.name);
        }
    }
    let text = folder.good(&["list", "agents"]).out;
    for part in [
        "agents for every game\n  random ",
        "\n      fits: every game\n",
        "\n      not kuhn, leduc, omaha, goofspiel: the game hides cards; try `uct` or `flat`\n",
        "\nagents of omaha\n",
    ] {
        assert!(text.contains(part), "{part} is not in {text}");
    }
    let one = folder.good(&["list", "agents", "--game", "kuhn"]).out;
    assert!(one.starts_with("agents of kuhn\n"), "{one}");
    assert!(
        one.contains("\n      not kuhn: the game hides cards"),
        "{one}"
    );
}

#[test]
fn the_names_of_another_game() {
    let folder = Folder::new("list-game");
    let told = folder.good(&[
        "list",
        "measures",
        "--game",
        "tic-tac-toe(4, 4, 4)",
        "--json",
        "-",
    ]);
    assert_eq!(
        names(&json(&told.out)["measures"]),
        ["open-lines", "empties", "points"]
    );
    let text = folder
        .good(&["list", "measures", "--game", "tic-tac-toe(4, 4, 4)"])
        .out;
    assert!(
        text.starts_with("measures of tic-tac-toe(m=4, n=4, k=4)\n"),
        "{text}"
    );
    let says = [
        "there is no game `nougths`",
        "--> --game:1:1",
        "did you mean `noughts`?",
    ];
    folder.run(&["list", "--game", "nougths"]).refused(2, &says);
    folder
        .run(&["list", "--game", "slide(9)"])
        .refused(2, &["`k` cannot be 9", "--> --game:1:7"]);
    folder
        .run(&["list", "--json", "no/such/file.json"])
        .refused(2, &["no/such/file.json: "]);
}

#[test]
fn the_schema() {
    let folder = Folder::new("list-schema");
    let schema = json(&folder.good(&["list", "schema"]).out);
    assert_eq!(schema, ludometer::plan::schema(shipped()));
    let tunings = json(&folder.good(&["list", "tune-schema"]).out);
    assert_eq!(tunings, ludometer::tune::schema(shipped()));
    folder.good(&["list", "schema", "--json", "schema.json"]);
    assert_eq!(
        json(&String::from_utf8(folder.bytes("schema.json")).unwrap()),
        schema
    );
}

/// One entry by any of its names, in text and in JSON.
#[test]
fn one_name() {
    let folder = Folder::new("list-name");
    for (word, kind, name) in [
        ("uct", "agents", "uct"),
        ("mcts", "agents", "uct"),
        ("Alpha-Beta", "agents", "alphabeta"),
        ("minimax", "agents", "depth"),
        ("reversi", "games", "othello"),
        ("tictactoe", "games", "tic-tac-toe"),
        ("rspsa", "tuners", "rspsa"),
        ("slide-depth4", "plans", "slide-depth4"),
        ("slide-noise", "tunes", "slide-noise"),
        ("lanterns", "vgdl", "lanterns"),
    ] {
        let one = json(&folder.good(&["list", word, "--json", "-"]).out);
        assert_eq!(names(&one[kind]), [name], "{word}: {one}");
        let others = one.as_object().unwrap().keys();
        let others: Vec<_> = others.filter(|other| *other != kind).collect();
        assert!(others.is_empty(), "{word}: {others:?}");
        let text = folder.good(&["list", word]).out;
        let lines = text.lines().filter(|line| line.starts_with("  "));
        let entries = lines.filter(|line| !line.starts_with("   "));
        // A tuner is followed by its presets.
        assert!(entries.count() == 1 || kind == "tuners", "{text}");
        assert!(text.contains(&format!("\n  {name} ")), "{text}");
    }
    // A name of two kinds is listed under both.
    let told = folder
        .good(&["list", "uct", "--game", "othello(size=6)"])
        .out;
    assert!(told.starts_with("agents of "), "{told}");
    for (word, hint) in [
        ("utc", "did you mean `uct`?"),
        ("othelo", "did you mean `othello`?"),
        ("agent", "did you mean `agents`?"),
        (
            "shogi",
            "no game `shogi` is built in: `ludometer list games`",
        ),
        ("tournament", "`ludometer match AGENT AGENT ...`"),
        (
            "qqqqqqqq",
            "without a name, `ludometer list` shows everything",
        ),
    ] {
        let nothing = format!("nothing is called `{word}`");
        folder.run(&["list", word]).refused(2, &[&nothing, hint]);
    }
}
