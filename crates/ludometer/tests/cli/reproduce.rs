//! `ludometer reproduce`: options of the papers that tune.

use super::common::Folder;

#[test]
fn options_of_a_tuning_are_refused_by_name() {
    let folder = Folder::new("reproduce-options");
    for (option, value) in [
        ("--nodes", "0"),
        ("--nodes", "many"),
        ("--nodes", "100000001"),
        ("--iterations", "0"),
        ("--iterations", "1.5"),
    ] {
        let told = folder.run(&["reproduce", "rspsa", option, value]);
        told.refused(2, &[&format!("'{value}' for '{option} <N>'")]);
    }
    for option in ["--nodes", "--iterations"] {
        let told = folder.run(&["reproduce", "randomised-evaluation", option, "5"]);
        told.refused(
            2,
            &[
                &format!("{option} is of no use where nothing is tuned"),
                "hint: omit it, or name rspsa",
            ],
        );
    }
}
