//! A plan with a secret: the same rows before and after it is published, and no trace of it in what
//! is printed.

use crate::common::{Folder, SKY};

const SECRET: &str = "thrown with six dice: 4 1 3 6 2 2";

#[test]
fn a_plan_with_a_secret() {
    let folder = Folder::new("secret");
    let secret = format!("secret = \"{SECRET}\"\n");
    let commitment = blake3::hash(SECRET.as_bytes()).to_hex().to_string();
    folder.write("open.toml", SKY);
    folder.write("after.toml", format!("{secret}{SKY}"));
    folder.write(
        "before.toml",
        format!("commitment = \"{commitment}\"\n{SKY}"),
    );

    // What is played depends on the secret, and the rows are found by the commitment.
    folder.good(&["run", "after.toml", "--quick", "--store", "s"]);
    folder.good(&["run", "open.toml", "--quick", "--store", "s"]);
    let rows = folder.rows("before.toml", "s");
    assert_eq!(rows, folder.rows("after.toml", "s"));
    assert_ne!(rows, folder.rows("open.toml", "s"));
    assert_eq!(rows.lines().count(), 6);

    // Whoever runs the games sets it; nothing that is printed has it.
    let set = format!("secret=\"{SECRET}\"");
    let told = folder.good(&[
        "run",
        "before.toml",
        "--quick",
        "--store",
        "s",
        "--set",
        &set,
    ]);
    assert_eq!(told.played(), 0);
    for format in ["table", "markdown", "html", "latex", "csv", "tidy", "json"] {
        let report = [
            "report",
            "after.toml",
            "--quick",
            "--store",
            "s",
            "--format",
            format,
        ];
        let told = folder.good(&report);
        assert!(!told.out.contains(SECRET), "{format}: {told:?}");
        if ["html", "json"].contains(&format) {
            assert!(told.out.contains(&commitment), "{format}: {told:?}");
        }
    }

    // Without it nothing can be played, and a wrong one is noticed.
    let told = folder.run(&["run", "before.toml", "--store", "s"]);
    told.refused(2, &["without the secret of this commitment", "`secret`"]);
    let wrong = [
        "run",
        "before.toml",
        "--set",
        "secret=\"another text of many letters\"",
    ];
    folder
        .run(&wrong)
        .refused(2, &["the secret's commitment is "]);
    let short = ["run", "open.toml", "--set", "secret=\"short\""];
    folder
        .run(&short)
        .refused(2, &["a secret of 5 bytes can be found", "16 or more"]);
    let garbled = ["run", "open.toml", "--set", "commitment=\"12\""];
    folder.run(&garbled).refused(2, &["64 hexadecimal digits"]);
}
