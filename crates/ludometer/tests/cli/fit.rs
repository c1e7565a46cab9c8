//! `ludometer fit`.

use crate::common::Folder;

#[test]
fn what_is_fitted_says_how_it_was_made() {
    let folder = Folder::new("fit");
    let small = ["--games", "20", "--nodes", "20", "--seed", "3"];
    let features = ["fit", "loa-features", "--rounds", "1"];
    let told = folder.good(&[&features[..], &small].concat());
    let made = "made_by = \"ludometer fit loa-features --games 20 --nodes 20 --rounds 1 --seed 3\"";
    assert!(told.out.contains(made), "{}", told.out);
    assert!(told.out.contains("concentration = "), "{}", told.out);
    let one = [&features[..], &small, &["--threads", "1"]].concat();
    assert_eq!(folder.good(&one).out, told.out);
    let realisation = [&["fit", "loa-realisation"][..], &small].concat();
    let told = folder.good(&realisation);
    let made = "# made by: ludometer fit loa-realisation --games 20 --nodes 20 --seed 3";
    assert!(told.out.contains(made), "{}", told.out);
}

#[test]
fn what_cannot_be_fitted_is_refused() {
    let folder = Folder::new("fit-refused");
    let few = ["fit", "loa-features", "--games", "0"];
    folder.run(&few).refused(2, &["--games"]);
    folder
        .run(&["fit", "chess-features"])
        .refused(2, &["loa-features"]);
    // Before the first of ten million games.
    let lost = [
        "fit",
        "loa-features",
        "--games",
        "10000000",
        "--output",
        "no/such.toml",
    ];
    folder.run(&lost).refused(2, &["no/such.toml"]);
}
