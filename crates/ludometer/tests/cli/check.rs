//! `ludometer check`.

use crate::common::Folder;
use crate::json;

#[test]
fn a_game_and_its_agents_pass() {
    let folder = Folder::new("check");
    let told = folder.good(&["check", "tic-tac-toe"]);
    for part in [
        "passed   laws of the contract ",
        "\npassed   agent depth(t=2) ",
        "\npassed   agent variety(level=2, agent=random) ",
        "\nskipped  agent beam ",
        "does not fit: it plans for one player",
        "\nskipped  agent engine ",
        "requires `command`",
    ] {
        assert!(told.out.contains(part), "{part} is not in {}", told.out);
    }
    assert!(told.err.contains(" 0 failed, 7 skipped\n"), "{told:?}");
    let told = folder.good(&["check", "kuhn", "--agent", "flat(20)", "--json", "-"]);
    let found = json(&told.out);
    assert_eq!(found["game"], "kuhn");
    let checks = found["checks"].as_array().unwrap();
    let verdicts: Vec<_> = checks.iter().map(|check| &check["verdict"]).collect();
    assert_eq!(verdicts, ["passed", "passed"]);
    assert_eq!(checks[1]["check"], "agent flat(20)");
}

#[test]
fn agents_that_cannot_be_are_refused() {
    let folder = Folder::new("check-refused");
    let says = ["`depth` does not fit kuhn", "--> --agent:1:1"];
    folder
        .run(&["check", "kuhn", "--agent", "depth(t=2)"])
        .refused(2, &says);
    folder
        .run(&["check", "khun"])
        .refused(2, &["there is no game `khun`", "did you mean `kuhn`?"]);
}
