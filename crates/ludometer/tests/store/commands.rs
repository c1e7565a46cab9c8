//! `store list`, `show`, `prune`, and the history of what was asked for.

use crate::common::{DUEL, Folder, PUZZLE, dump};
use serde_json::Value;

fn json(folder: &Folder, arguments: &[&str]) -> Value {
    let told = folder.good(&[arguments, &["--json", "-"]].concat());
    let mut found: Value =
        serde_json::from_str(&told.out).unwrap_or_else(|error| panic!("{error}: {told:?}"));
    found["data"].take()
}

#[test]
fn a_store_is_listed_and_its_cells_are_shown() {
    let folder = Folder::new("listed");
    folder.write("plan.toml", DUEL);
    folder.good(&["run", "plan.toml", "--quick", "--store", "a.sqlite"]);
    folder.good(&["run", "plan.toml", "--store", "a.sqlite"]);
    // What needs no episode leaves no trace.
    folder.good(&["run", "plan.toml", "--quick", "--store", "a.sqlite"]);
    let list = json(&folder, &["store", "list", "--store", "a.sqlite"]);
    assert_eq!(
        (&list["version"], list["cells"].as_array().unwrap().len()),
        (&6.into(), 2)
    );
    let cell = &list["cells"][0];
    assert_eq!(cell["episodes"], 60);
    assert_eq!(cell["targets"], serde_json::json!([14, 60]));
    let key = cell["key"].as_str().unwrap();
    let told = folder.wide(&["store", "list", "--store", "a.sqlite"]);
    assert!(
        told.out.contains(&key[..12]) && told.out.contains("14 (plan), 60 (plan)"),
        "{told:?}"
    );
    let shown = json(
        &folder,
        &[
            "store",
            "show",
            &key[..8],
            "--rows",
            "3",
            "--store",
            "a.sqlite",
        ],
    );
    assert_eq!(shown["ranges"], serde_json::json!([[0, 59]]));
    assert_eq!(shown["rows"].as_array().unwrap().len(), 3);
    assert!(
        shown["blocks"]
            .as_array()
            .unwrap()
            .iter()
            .all(|block| block["whole"] == true)
    );
    let told = folder.good(&["store", "show", key, "--rows", "2", "--store", "a.sqlite"]);
    for part in [
        "game noughts@",
        "60 episodes: 0-59",
        "asked for: 14 (plan), then 60 (plan)",
        "\n0,0,",
    ] {
        assert!(told.out.contains(part), "{part} is not in {}", told.out);
    }
    folder
        .run(&["store", "show", "zz", "--store", "a.sqlite"])
        .refused(2, &["has no cell `zz`", "hint: `ludometer store list`"]);
    folder
        .run(&["store", "show", "", "--store", "a.sqlite"])
        .refused(2, &["2 cells", "give more signs"]);
    folder
        .run(&["store", "list", "--store", "none.sqlite"])
        .refused(2, &["none.sqlite cannot be opened", "hint: "]);
}

#[test]
fn cells_that_no_plan_names_are_removed() {
    let folder = Folder::new("pruned");
    folder.write("duel.toml", DUEL);
    folder.write("puzzle.toml", PUZZLE);
    folder.good(&["run", "duel.toml", "--store", "a.sqlite"]);
    let duel = dump(&folder.path("a.sqlite"));
    folder.good(&["run", "puzzle.toml", "--store", "a.sqlite"]);
    let both = dump(&folder.path("a.sqlite"));
    let prune = [
        "store",
        "prune",
        "--keep",
        "duel.toml",
        "--store",
        "a.sqlite",
    ];
    let told = folder.good(&[&prune[..], &["--dry-run"]].concat());
    assert!(
        told.out
            .contains("2 cells with 140 episodes would be removed, 2 kept"),
        "{told:?}"
    );
    assert!(dump(&folder.path("a.sqlite")) == both);
    let pruned = json(&folder, &prune);
    assert_eq!(pruned["episodes"], 140);
    assert!(dump(&folder.path("a.sqlite")) == duel);
    folder.good(&["store", "check", "--store", "a.sqlite"]);
    folder
        .run(&["store", "prune", "--store", "a.sqlite"])
        .refused(2, &["--keep"]);
    folder
        .run(&[
            "store",
            "prune",
            "--keep",
            "duel.toml",
            "--store",
            "none.sqlite",
        ])
        .refused(2, &["none.sqlite cannot be opened"]);
    assert!(!folder.has("none.sqlite"));
}

#[test]
fn the_cells_of_a_plan_are_removed() {
    let folder = Folder::new("dropped");
    folder.write("duel.toml", DUEL);
    folder.write("puzzle.toml", PUZZLE);
    folder.good(&["run", "duel.toml", "--store", "a.sqlite"]);
    let duel = dump(&folder.path("a.sqlite"));
    folder.good(&["run", "puzzle.toml", "--store", "a.sqlite"]);
    let prune = ["store", "prune", "--store", "a.sqlite"];
    let drop = [&prune[..], &["--drop", "puzzle.toml"]].concat();
    let told = folder.good(&drop);
    assert!(
        told.out
            .contains("2 cells with 140 episodes removed, 2 kept"),
        "{told:?}"
    );
    assert!(dump(&folder.path("a.sqlite")) == duel);
    folder.good(&["store", "check", "--store", "a.sqlite"]);
    folder
        .run(&[&drop[..], &["--keep", "duel.toml"]].concat())
        .refused(2, &["--drop", "--keep"]);
}

/// Damage is located: the cell, the block and its numbers.
#[test]
fn damage_is_located() {
    let folder = Folder::new("located");
    folder.write(
        "plan.toml",
        DUEL.replace("episodes = 60", "episodes = 2000"),
    );
    folder.good(&["run", "plan.toml", "--store", "a.sqlite"]);
    let connection = rusqlite::Connection::open(folder.path("a.sqlite")).unwrap();
    let block = "SELECT hex(key), first, count, content FROM blocks JOIN cells ON cells.id = cell WHERE first > 0 LIMIT 1";
    let (key, first, count, mut content) = connection
        .query_row(block, [], |row| {
            let numbers: (i64, i64) = (row.get(1)?, row.get(2)?);
            Ok((
                row.get::<_, String>(0)?,
                numbers.0,
                numbers.1,
                row.get::<_, Vec<u8>>(3)?,
            ))
        })
        .unwrap();
    let middle = content.len() / 2;
    content[middle] ^= 4;
    connection
        .execute("UPDATE blocks SET content = ?1 WHERE first = ?2 AND cell = (SELECT id FROM cells WHERE hex(key) = ?3)", rusqlite::params![content, first, key])
        .unwrap();
    drop(connection);
    let told = folder.run(&["store", "check", "--store", "a.sqlite", "--json", "-"]);
    assert_eq!(told.code, Some(1), "{told:?}");
    let found: Value = serde_json::from_str(&told.out).unwrap();
    let found = &found["data"];
    let expected = serde_json::json!([{
        "place": "block", "key": key.to_lowercase(), "first": first, "last": first + count - 1,
        "what": "not what was written",
    }]);
    assert_eq!(found["damage"], expected);
    // Not a row is printed: whoever reads them would not know that the rest is missing.
    folder
        .run(&["report", "plan.toml", "--store", "a.sqlite", "--rows"])
        .refused(2, &["is damaged", "ludometer store repair"]);
    let told = folder.run(&["report", "plan.toml", "--store", "a.sqlite"]);
    let says = format!(
        "the block of episodes {first} to {} of cell",
        first + count - 1
    );
    told.refused(
        2,
        &[&says, "hint: ", "ludometer store repair --store a.sqlite"],
    );
}
