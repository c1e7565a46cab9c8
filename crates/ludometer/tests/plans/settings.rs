//! `--set key=value`.

use super::{PLAN, diagnostic, read};

#[test]
fn settings_replace_keys() {
    let plan = |settings: &[&str]| {
        read(PLAN, settings).unwrap_or_else(|diagnostic| panic!("{diagnostic}"))
    };
    assert_eq!(plan(&["episodes=9"]).episodes, 9);
    assert_eq!(plan(&["episodes=9", "episodes=8"]).episodes, 8);
    assert_eq!(plan(&["seed=99"]).seed, 99);
    assert_eq!(plan(&["title=Another title"]).title, "Another title");
    assert_eq!(plan(&["title=\"a = b\""]).title, "a = b");
    assert_eq!(plan(&["vary={t=[1, 2, 3]}"]).cells.len(), 6);
    assert_eq!(plan(&["vary.t=[1, 2, 3]"]).cells.len(), 6);
    assert!(diagnostic(PLAN, &["vary.u=[1, 2, 3]"]).contains("nothing uses the variable `u`"));
    assert!(diagnostic(PLAN, &["title.t=1"]).contains("the plan has no key `title.t`"));
    let described = |settings: &[&str]| plan(settings).cells[0].description().to_string();
    assert!(described(&["start=walk(2)"]).contains("\nstart walk@1(plies=2)\n"));
    assert!(
        described(&["game=tic-tac-toe(4, 4, 4)"]).contains("\ngame noughts@1(m=4, n=4, k=4)\n")
    );
    assert!(described(&["mirror=true"]).contains("\nmirror yes\n"));
    assert!(!described(&["mirror=false"]).contains("mirror"));
    assert!(described(&["generator=mersenne-twister"]).contains("\ngenerator mersenne-twister\n"));
    assert!(described(&["budget={steps=5}"]).contains("\nsteps 5\n"));
    let seats = r#"seats=["random", "depth(t={t}, leaf={leaf})"]"#;
    assert!(described(&[seats]).contains("\nseat random@1\nseat depth@1("));
}

#[test]
fn spaces_around_the_sign_do_not_matter() {
    let plan = read(PLAN, &["episodes = 9"]).unwrap_or_else(|diagnostic| panic!("{diagnostic}"));
    assert_eq!(plan.episodes, 9);
    let plan = read(PLAN, &["mirror = true "]).unwrap_or_else(|diagnostic| panic!("{diagnostic}"));
    assert!(plan.cells[0].description().contains("\nmirror yes\n"));
}

#[test]
fn bad_settings() {
    for (setting, span, parts) in [
        (
            "epsiodes=9",
            "--set:1:1",
            ["the plan has no key `epsiodes`", "did you mean `episodes`?"],
        ),
        (
            "episodes",
            "--set:1:1",
            ["a setting is `key=value`", "--set episodes=200"],
        ),
        ("", "--set:1:1", ["a setting is `key=value`", "--set"]),
        ("=5", "--set:1:1", ["the plan has no key ``", "known: "]),
        (
            "episodes=many",
            "--set:1:10",
            ["`episodes` is a number, not a text", "^^^^"],
        ),
        ("episodes=0", "--set:1:10", ["`episodes` cannot be 0", "^"]),
        (
            "episodes=",
            "--set:1:10",
            ["`episodes` is a number, not a text", "^"],
        ),
        (
            "start=wlak(1)",
            "--set:1:7",
            ["has no start `wlak`", "did you mean `walk`?"],
        ),
        (
            "start=walk(-1)",
            "--set:1:12",
            ["`plies` cannot be -1", "^^"],
        ),
        (
            "seats=[\"randon\", \"depth({t}, {leaf})\"]",
            "--set:1:9",
            ["has no agent `randon`", "did you mean `random`?"],
        ),
        (
            "budget={setps=1}",
            "--set:1:9",
            ["has no key `setps`", "did you mean `steps`?"],
        ),
    ] {
        let text = diagnostic(PLAN, &[setting]);
        assert!(text.contains(&format!("--> {span}\n")), "{text}");
        for part in parts {
            assert!(text.contains(part), "`{part}` is not in {text}");
        }
    }
}
