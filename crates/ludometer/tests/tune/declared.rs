//! Parameters of a tuning that leave their range to the declaration of the agent's parameter.

use crate::read;
use ludometer_tune::ParameterKind;

const RHEA: &str = r#"
game = "slide(k=2)"
start = "walk(4)"
moves = 5
agent = "rhea(p={p}, share={share}, seeding={seeding}, leaf=add(manhattan, {noise}))"
games = 20

[parameters]
p = {}
share = { start = 0.2 }
seeding = {}
noise = { high = 2.0, start = 0.5 }
"#;

#[test]
fn range_kind_words_and_start_are_those_declared() {
    let tuning = read(RHEA, &[]).unwrap();
    let [p, share, seeding, noise] = tuning.parameters() else {
        panic!("four parameters");
    };
    let ends = |param: &ludometer::tune::TunedParam| {
        let parameter = param.parameter().unwrap();
        (
            parameter.kind,
            parameter.low,
            parameter.high,
            parameter.start,
        )
    };
    assert_eq!(ends(p), (ParameterKind::Integer, 1.0, 100_000.0, 10.0));
    assert_eq!(ends(share), (ParameterKind::Real, 0.0, 1.0, 0.2));
    assert_eq!(ends(noise), (ParameterKind::Real, 0.0, 2.0, 0.5));
    assert_eq!(seeding.options(), ["random", "one-step", "tree"]);
    assert_eq!(seeding.shown(seeding.parameter().unwrap().start), "random");
}

/// What is written counts, under earlier names of agents and parameters too.
#[test]
fn what_is_written_comes_first() {
    let old = RHEA.replace("rhea(p={p}", "rolling({p}");
    let old = old.replace("seeding={seeding}", "sow={seeding}");
    let tuning = read(&old, &["parameters.p={low=2, high=5, start=3}"]).unwrap();
    let p = tuning.parameters()[0].parameter().unwrap();
    assert_eq!((p.kind, p.low, p.high), (ParameterKind::Integer, 2.0, 5.0));
    assert_eq!(tuning.parameters()[2].options().len(), 3);
}

#[test]
fn a_range_without_an_end_is_asked_for() {
    let open = RHEA.replace("{ high = 2.0, start = 0.5 }", "{ start = 0.5 }");
    let refused = read(&open, &[]).err().expect("no upper end").to_string();
    for says in [
        "a parameter needs the key `high`",
        "hint: `a` is declared as a number from 0, which gives no `high`",
    ] {
        assert!(refused.contains(says), "{refused}");
    }
}
