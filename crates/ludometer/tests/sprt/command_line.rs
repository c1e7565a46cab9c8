//! `sprt` tests counts, `sprt-plan` says how long a test takes.

use crate::common::Folder;
use serde_json::Value;

#[test]
fn counts_are_tested_from_the_command_line() {
    let folder = Folder::new("sprt-counts");
    // A published result with its bounds.
    let counts = [
        "sprt", "379", "10170", "21828", "10640", "343", "--elo0", "0", "--elo1", "2",
    ];
    let told = folder.wide(&counts);
    for part in ["2.945", "-2.944, 2.944", "2 Elo accepted", "43,360"] {
        assert!(told.out.contains(part), "{part} is not in {}", told.out);
    }
    let told = folder.good(&[&counts[..], &["--json", "-"]].concat());
    let read: Value = serde_json::from_str(&told.out).unwrap();
    assert_eq!(read["schema"], "ludometer/sprt/1");
    let llr = read["data"]["llr"].as_f64().unwrap();
    assert!((llr - 2.945).abs() < 0.0006, "{llr}");
    assert_eq!(read["data"]["decision"], "accept-elo1");
    let told = folder.wide(&[
        "sprt", "1", "2", "3", "--elo0", "-5", "--elo1", "0", "--model", "logistic",
    ]);
    for part in ["play on: no bound is reached", "no estimate where a person"] {
        assert!(told.out.contains(part), "{part} is not in {}", told.out);
    }
    for (words, says) in [
        ("1 2 3 4 --elo0 0 --elo1 2", "give 5 for pairs"),
        ("0 0 0 --elo0 0 --elo1 2", "every count is 0"),
        ("1 2 3 --elo0 2 --elo1 2", "greater than elo0"),
        (
            "18446744073709551615 2 3 --elo0 0 --elo1 2",
            "too many games",
        ),
    ] {
        let words: Vec<&str> = std::iter::once("sprt").chain(words.split(' ')).collect();
        folder.run(&words).refused(2, &[says]);
    }
}

#[test]
fn the_length_of_a_test_is_planned() {
    let folder = Folder::new("sprt-lengths");
    let plan = [
        "sprt-plan",
        "--elo0",
        "0",
        "--elo1",
        "60",
        "--simulate",
        "300",
        "--json",
        "-",
    ];
    let told = folder.good(&[&plan[..], &["--threads", "1"]].concat());
    let read: Value = serde_json::from_str(&told.out).unwrap();
    assert_eq!(read["schema"], "ludometer/sprt-plan/1");
    let lengths = read["data"]["lengths"].as_array().unwrap();
    assert_eq!(lengths.len(), 5);
    for length in lengths {
        let of = |by: &str, key: &str| length[by][key].as_f64().unwrap();
        for key in ["mean", "median", "percentile95"] {
            let ratio = of("by_simulation", key) / of("by_formula", key);
            assert!((0.75..1.3).contains(&ratio), "{key} {ratio}: {length}");
        }
        let apart = of("by_simulation", "accepts") - of("by_formula", "accepts");
        assert!(apart.abs() < 0.1, "{length}");
    }
    let again = folder.good(&[&plan[..], &["--threads", "2"]].concat());
    let again: Value = serde_json::from_str(&again.out).unwrap();
    assert_eq!(again["data"], read["data"]);
    let told = folder.wide(&["sprt-plan", "--elo0", "0", "--elo1", "5", "--elo", "2.5"]);
    assert!(told.out.contains("20,931"), "{}", told.out);
}
