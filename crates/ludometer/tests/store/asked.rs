//! How many episodes a plan asked for: its own changes of mind count, and plans that share cells with it do not.

use crate::common::{DUEL, Folder};

/// The conditions of a report, and its notes on intervals.
fn looks(folder: &Folder, plan: &str) -> (bool, bool) {
    let told = folder.good(&["report", plan, "--format", "markdown"]).out;
    assert!(told.contains("in brackets "), "{told}");
    let changed = told.contains("as the number of episodes was changed");
    (told.contains("extended"), changed)
}

#[test]
fn plans_that_share_cells_do_not_mark_each_other_as_changed() {
    let folder = Folder::new("asked");
    // Both play t = 1 and 2; the other one has a third cell and more episodes.
    let other = DUEL
        .replace("t = [1, 2]", "t = [1, 2, 3]")
        .replace("episodes = 60", "episodes = 80");
    folder.write("small.toml", DUEL);
    folder.write("my other plan.toml", &other);
    folder.good(&["run", "small.toml"]);
    folder.good(&["run", "my other plan.toml"]);
    assert_eq!(looks(&folder, "small.toml"), (false, false));
    assert_eq!(looks(&folder, "my other plan.toml"), (false, false));
    let listed = folder.good(&["store", "list", "--json", "-"]).out;
    let listed: serde_json::Value = serde_json::from_str(&listed).unwrap();
    let targets = listed["data"]["cells"][0]["asked"].as_array().unwrap();
    let asked = |at: usize| (&targets[at]["episodes"], &targets[at]["plan"]["name"]);
    assert_eq!(asked(0), (&60.into(), &"small".into()));
    assert_eq!(asked(1), (&80.into(), &"my other plan".into()));
    assert_eq!(targets.len(), 2, "{listed}");
    // The other way round the rows are there already: what the plan asked for is noted all the same.
    let other = other.replace("t = [1, 2, 3]", "t = [1, 3]");
    folder.write("late.toml", other.replace("episodes = 80", "episodes = 20"));
    folder.good(&["run", "late.toml"]);
    assert_eq!(looks(&folder, "late.toml"), (false, false));
    folder.write("late.toml", other.replace("episodes = 80", "episodes = 90"));
    folder.good(&["run", "late.toml"]);
    assert_eq!(looks(&folder, "late.toml"), (true, true));
    assert_eq!(looks(&folder, "my other plan.toml"), (false, false));
    assert_eq!(looks(&folder, "small.toml"), (false, false));
}

#[test]
fn a_plan_that_was_extended_says_so_under_any_name_and_in_any_store() {
    let folder = Folder::new("asked-extended");
    folder.write("plan.toml", DUEL);
    folder.good(&["run", "plan.toml"]);
    let longer = DUEL.replace("episodes = 60", "episodes = 70");
    for name in ["plan.toml", "copy.toml"] {
        folder.write(name, &longer);
        folder.good(&["run", name]);
        assert_eq!(looks(&folder, name), (true, true), "{name}");
    }
    folder.good(&["store", "merge", "ludometer.sqlite", "--into", "all.sqlite"]);
    folder.good(&["archive", "copy.toml", "--output", "a.tar.gz"]);
    folder.good(&["archive", "a.tar.gz", "--extract", "extracted.sqlite"]);
    for store in ["all.sqlite", "extracted.sqlite"] {
        let report = ["report", "copy.toml", "--format", "markdown"];
        let told = folder
            .good(&[&report[..], &["--store", store]].concat())
            .out;
        assert!(told.contains("number of episodes was changed"), "{told}");
    }
}
