//! Parts of a plan in stores of their own, and merging.

use crate::common::{DUEL, Folder, PUZZLE, dump};
use ludometer::catalogue::shipped;
use ludometer::define::no_files;
use ludometer::plan::Plan;
use ludometer::source::Span;
use ludometer::store::{Store, StoredRow};

#[test]
fn the_parts_of_a_plan_merge_to_the_rows_of_one_run() {
    let folder = Folder::new("parts");
    for (name, text) in [("duel.toml", DUEL), ("puzzle.toml", PUZZLE)] {
        folder.write(name, text);
        folder.good(&["run", name, "--store", "whole.sqlite"]);
        let whole = folder.rows(name, "whole.sqlite");
        let mut played = 0;
        for part in ["1/3", "2/3", "3/3"] {
            let store = format!("{name}-{}.sqlite", &part[..1]);
            let told = folder.good(&["run", name, "--part", part, "--store", &store]);
            assert_eq!(told.out, "", "a part has no report");
            assert!(
                told.err.contains(&format!("part {part} is complete")),
                "{told:?}"
            );
            played += told.played();
            let again = folder.good(&["run", name, "--part", part, "--store", &store]);
            assert_eq!(again.played(), 0);
        }
        assert_eq!(
            played as usize,
            whole.lines().count().saturating_sub(1) / seats(text)
        );
        let stores = ["2", "1", "3"].map(|number| format!("{name}-{number}.sqlite"));
        let into = format!("{name}-all.sqlite");
        let merge = [
            &["store", "merge"][..],
            &stores.each_ref().map(String::as_str),
        ]
        .concat();
        let told = folder.good(&[&merge[..], &["--into", &into, "--json", "-"]].concat());
        let merged: serde_json::Value = serde_json::from_str(&told.out).unwrap();
        let merged = &merged["data"];
        let added: u64 = (0..3).map(|i| merged[i]["added"].as_u64().unwrap()).sum();
        assert_eq!(added, played);
        assert!(folder.rows(name, &into) == whole, "{name}");
        assert_eq!(folder.good(&["run", name, "--store", &into]).played(), 0);
        folder.good(&["store", "check", "--store", &into]);
        // Merging again, in any order, adds nothing.
        let before = dump(&folder.path(&into));
        let again = folder.good(&["store", "merge", &stores[2], &stores[0], "--into", &into]);
        assert!(again.out.contains(": 0 episodes added"), "{again:?}");
        assert!(dump(&folder.path(&into)) == before);
    }
    let wrong = ["run", "duel.toml", "--part", "4/3", "--store", "x.sqlite"];
    folder.run(&wrong).refused(2, &["I/N", "1 to N"]);
}

fn seats(text: &str) -> usize {
    plan(text).cells[0].seats()
}

fn plan(text: &str) -> Plan {
    let span = Span::whole("plan.toml", text);
    Plan::read("plan", &span, &[], &no_files, shipped()).unwrap()
}

/// A copy of a store in which one episode ended otherwise.
fn forged(folder: &Folder, text: &str, from: &str, to: &str, wrong: u64) {
    let plan = plan(text);
    let old = Store::open_to_read(&folder.path(from)).unwrap();
    let mut new = Store::open(&folder.path(to)).unwrap();
    let cell = &plan.cells[1];
    let (known, entered) = (
        old.known(cell).unwrap().unwrap(),
        new.register(cell).unwrap(),
    );
    let mut rows = Vec::new();
    old.read(known, u64::MAX, |number, episode| {
        let mut episode = episode.clone();
        if number == wrong {
            episode.seats[0].spent.steps += 1;
        }
        rows.push(StoredRow {
            cell: entered,
            number,
            episode,
        });
    })
    .unwrap();
    new.write(&rows[5..]).unwrap();
}

/// Blocks that are written from the last to the first are not joined as they come. Five thousand of them,
/// more than one transaction reads, become five; a block beside a gap stays as it is.
#[test]
fn small_blocks_are_joined() {
    let folder = Folder::new("compact");
    folder.write("plan.toml", DUEL);
    folder.good(&["run", "plan.toml", "--store", "a.sqlite"]);
    let cell = &plan(DUEL).cells[0];
    let old = Store::open_to_read(&folder.path("a.sqlite")).unwrap();
    let known = old.known(cell).unwrap().unwrap();
    let mut episodes = Vec::new();
    let keep = |_, episode: &ludometer::play::Episode| episodes.push(episode.clone());
    old.read(known, u64::MAX, keep).unwrap();
    let mut store = Store::open(&folder.path("b.sqlite")).unwrap();
    let id = store.register(cell).unwrap();
    let row = |number: u64| StoredRow {
        cell: id,
        number,
        episode: episodes[number as usize % episodes.len()].clone(),
    };
    for number in (0..5000).chain([20_000]).rev() {
        store.write(&[row(number)]).unwrap();
    }
    let (ranges, blocks) = store.blocks(id).unwrap();
    assert_eq!(blocks.len(), 5001);
    store.compact(id).unwrap();
    let (joined, blocks) = store.blocks(id).unwrap();
    assert_eq!(ranges, joined);
    let sizes: Vec<u64> = blocks.iter().map(|block| block.count).collect();
    assert_eq!(sizes, [1024, 1024, 1024, 1024, 904, 1]);
    let mut numbers = (0..5000).chain([20_000]);
    let same = |number, episode: &ludometer::play::Episode| {
        assert_eq!(Some(number), numbers.next());
        assert_eq!(*episode, row(number).episode);
    };
    store.read(id, u64::MAX, same).unwrap();
    assert_eq!(numbers.next(), None);
}

#[test]
fn stores_that_disagree_are_not_merged() {
    let folder = Folder::new("disagree");
    folder.write("plan.toml", DUEL);
    folder.good(&["run", "plan.toml", "--store", "a.sqlite"]);
    forged(&folder, DUEL, "a.sqlite", "b.sqlite", 33);
    let before = dump(&folder.path("a.sqlite"));
    let says = [
        "disagree",
        "episode 33 of this cell",
        "seat depth@",
        "hint: ",
    ];
    let told = folder.run(&["store", "merge", "b.sqlite", "--into", "a.sqlite"]);
    told.refused(1, &says);
    assert!(dump(&folder.path("a.sqlite")) == before);
    let told = folder.run(&["store", "compare", "a.sqlite", "b.sqlite"]);
    assert_eq!(told.code, Some(1), "{told:?}");
    assert!(
        told.out
            .contains("54 same, 5 in a.sqlite alone, 0 in b.sqlite alone, 1 different (33)"),
        "{told:?}"
    );
    let audit = ["store", "audit", "plan.toml", "--share", "1", "--store"];
    let told = folder.run(&[&audit[..], &["b.sqlite"]].concat());
    assert_eq!(told.code, Some(1), "{told:?}");
    assert!(
        told.out
            .contains(", episode 33: different\n55 of 55 stored episodes"),
        "{told:?}"
    );
    let told = folder.good(&[&audit[..], &["a.sqlite"]].concat());
    assert!(
        told.out
            .contains("120 of 120 stored episodes were played again, 0 came"),
        "{told:?}"
    );
    let told = folder.good(&["store", "audit", "plan.toml", "--store", "a.sqlite"]);
    assert!(
        told.out
            .contains(" of 120 stored episodes were played again, 0 came"),
        "{told:?}"
    );
}

#[test]
fn stores_of_other_versions_are_not_merged() {
    let folder = Folder::new("merge-versions");
    folder.write("plan.toml", DUEL);
    folder.write("old.sqlite", include_bytes!("../data/store-version-4.bin"));
    let says = [
        "old.sqlite has version 4; this program writes version 6",
        "hint: ",
    ];
    let told = folder.run(&["store", "merge", "old.sqlite", "--into", "a.sqlite"]);
    told.refused(2, &says);
    assert!(!folder.has("a.sqlite"));
}

/// What a tuning found is merged as well, and goes on from the store that came further.
#[test]
fn tunings_are_merged() {
    let folder = Folder::new("merge-tunings");
    let tuning = "game = \"tic-tac-toe\"\nagent = \"depth(t=1, leaf=weigh(open-lines={lines}))\"\nopponents = [\"random\"]\ntuner = \"spsa\"\nseed = 4\ngames = 80\nheld_out = 16\n[parameters]\nlines = { low = -2.0, high = 2.0, start = -1.0 }\n";
    folder.write("tune.toml", tuning);
    let go = |store: &str, json: &str| {
        folder.good(&["tune", "tune.toml", "--store", store, "--json", json])
    };
    go("a.sqlite", "a.json");
    folder.good(&["store", "merge", "a.sqlite", "--into", "b.sqlite"]);
    let told = go("b.sqlite", "b.json");
    assert!(told.err.contains(" 0 of them played now"), "{told:?}");
    assert!(folder.bytes("a.json") == folder.bytes("b.json"));
    folder.good(&["store", "compare", "a.sqlite", "b.sqlite"]);
}
