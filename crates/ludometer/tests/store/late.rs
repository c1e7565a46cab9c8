//! Decisions against the clock.

use crate::common::Folder;

const PLAN: &str = r#"
game = "vgdl(name='lanterns')"
seats = ["rhea(p=3, l=6)"]
moves = 6
episodes = 2
budget = { milliseconds = 2, first_milliseconds = 10 }
cells = [{ who = "rolling" }]
[[tables]]
name = "late"
value = "late"
rows = "who"
columns = "who"
"#;

#[test]
fn a_limit_in_time_is_kept_noted_and_counted() {
    let folder = Folder::new("late");
    folder.write("plan.toml", PLAN);
    let told = folder.wide(&["run", "plan.toml", "--store", "a.sqlite"]);
    assert!(
        told.out.contains("cannot be repeated to the bit"),
        "{}",
        told.out
    );
    assert!(
        told.out.contains(" of 12 decisions came late"),
        "{}",
        told.out
    );
    let rows = folder.rows("plan.toml", "a.sqlite");
    assert!(
        rows.lines()
            .next()
            .unwrap()
            .ends_with(",late,reason,termination"),
        "{rows}"
    );
    // Time is spent where steps have no limit: the first decision alone is worth thousands of them.
    let steps = |row: &str| row.split(',').nth_back(4).unwrap().parse::<u64>().unwrap();
    assert!(rows.lines().skip(1).all(|row| steps(row) > 500), "{rows}");
    let told = folder.good(&["store", "audit", "plan.toml", "--store", "a.sqlite"]);
    let says =
        "1 cell has a time limit and does not repeat\n0 of 0 stored episodes were played again";
    assert!(told.out.contains(says), "{told:?}");
}

#[test]
fn the_first_decision_has_no_time_of_its_own_where_the_others_have_none() {
    let folder = Folder::new("late-alone");
    folder.write("plan.toml", PLAN.replace("milliseconds = 2, ", ""));
    let told = folder.run(&["run", "plan.toml"]);
    told.refused(
        2,
        &["`first_milliseconds` without `milliseconds`", "hint: "],
    );
}
