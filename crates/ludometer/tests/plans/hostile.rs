//! Whatever is written, reading it ends with a plan or with a fault that can be shown.

use super::PLAN;
use ludometer::catalogue::shipped;
use ludometer::define::no_files;
use ludometer::plan::Plan;
use ludometer::source::Span;
use ludometer::spec::{Argument, Keyed, Literal, Spec, Value};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// The same cases on every run. No file is written when one fails: the failing case is printed.
fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(2005),
        ..ProptestConfig::with_cases(cases)
    }
}

fn read(text: &str, settings: &[String]) {
    if let Err(diagnostic) = Plan::read(
        "plan",
        &Span::whole("plan.toml", text),
        settings,
        &no_files,
        shipped(),
    ) {
        assert!(!diagnostic.to_string().is_empty());
    }
}

/// Texts that look like specs, some of them good.
fn spec_like() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "depth", "add", "x-1", "ü", "(", ")", "(", ")", ",", "=", "'", "{", "}", " ", "\n", "\t",
        "1", "-", ".5", "1e9", "1_0", "+", "nan", "t", "leaf", "\u{a0}", "🎲", "\"", "\\", ":",
    ]);
    prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

/// Specs that are good.
fn spec() -> impl Strategy<Value = String> {
    let name = "[a-zA-Zé][a-z0-9_é-]{0,6}";
    let number = prop_oneof![
        any::<f64>()
            .prop_filter("finite", |n| n.is_finite())
            .prop_map(|n| format!("{n:e}")),
        any::<i32>().prop_map(|n| n.to_string()),
        "[0-9]{1,3}_[0-9]{3}(\\.[0-9]{1,4})?",
    ];
    let leaf = prop_oneof![
        name.prop_map(String::from),
        number,
        "'[^']{0,8}'",
        "\\{ ?[a-z]{1,5} ?\\}",
    ];
    leaf.prop_recursive(4, 24, 4, move |inner| {
        // Keys are told apart by a number: none may be there twice.
        let keyed = (
            "[a-zA-Z][a-z ]{0,4}[a-z_.]|'[^']{0,5}'",
            " ?: ?",
            inner.clone(),
        );
        let table = prop::collection::vec(keyed, 0..3).prop_map(|entries| {
            let entries = entries.into_iter().enumerate();
            let entries =
                entries.map(
                    |(number, (key, sign, value))| match key.strip_suffix('\'') {
                        Some(quoted) => format!("{quoted}{number}'{sign}{value}"),
                        None => format!("{key}{number}{sign}{value}"),
                    },
                );
            format!("{{{}}}", entries.collect::<Vec<_>>().join(", "))
        });
        let argument = prop_oneof![
            inner.clone(),
            table,
            (name, " ?= ?", inner).prop_map(|(key, sign, value)| format!("{key}{sign}{value}")),
        ];
        let arguments = prop::collection::vec(argument, 0..4);
        (name, " ?", arguments, "\n? ?,[ \t]?").prop_map(|(name, space, arguments, comma)| {
            format!("{name}{space}({})", arguments.join(&comma))
        })
    })
}

/// Equal in all but the places.
fn same(a: &Value, b: &Value) -> bool {
    let alike = |(a, b): (&Argument, &Argument)| {
        let key = |argument: &Argument| argument.key.as_ref().map(|(key, _)| key.clone());
        key(a) == key(b) && same(&a.value, &b.value)
    };
    match (&a.what, &b.what) {
        (Literal::Spec(a), Literal::Spec(b)) => {
            a.name == b.name
                && a.arguments.len() == b.arguments.len()
                && a.arguments.iter().zip(&b.arguments).all(alike)
        }
        (Literal::Table(a), Literal::Table(b)) => {
            let alike = |(a, b): (&Keyed, &Keyed)| a.key == b.key && same(&a.value, &b.value);
            a.len() == b.len() && a.iter().zip(b).all(alike)
        }
        (a, b) => a == b,
    }
}

/// One change to a text: what stands at a place gives way to something else.
fn edits() -> impl Strategy<Value = Vec<(prop::sample::Index, usize, String)>> {
    let by = prop_oneof![
        Just(String::new()),
        any::<char>().prop_map(String::from),
        prop::sample::select(vec![
            "\"",
            "'",
            "[",
            "]",
            "{",
            "}",
            "=",
            "\n",
            ",",
            "0",
            "-1",
            "1e99",
            "[vary]",
            "[[tables]]",
            "true",
            "{leaf}",
            "(",
            ")",
            "seats",
            "= []",
            "= [] #",
        ])
        .prop_map(String::from),
    ];
    prop::collection::vec((any::<prop::sample::Index>(), 0..8usize, by), 1..4)
}

fn edited(text: &str, edits: &[(prop::sample::Index, usize, String)]) -> String {
    let mut signs: Vec<char> = text.chars().collect();
    for (at, width, by) in edits {
        let at = at.index(signs.len() + 1);
        let end = (at + width).min(signs.len());
        signs.splice(at..end, by.chars());
    }
    signs.into_iter().collect()
}

proptest! {
    #![proptest_config(config(400))]

    #[test]
    fn any_text_is_read_or_refused(text in any::<String>(), setting in any::<String>()) {
        read(&text, &[]);
        read(PLAN, std::slice::from_ref(&setting));
        for key in ["seats", "start", "vary", "cells", "budget", "title"] {
            read(PLAN, &[format!("{key}={setting}")]);
        }
        let span = Span::whole("text", text);
        let _ = Spec::parse(&span).map_err(|diagnostic| diagnostic.to_string());
        let _ = Value::parse(&span).map_err(|diagnostic| diagnostic.to_string());
    }

    #[test]
    fn texts_like_specs_are_read_or_refused(text in spec_like()) {
        let quoted = format!("seats = [{:?}, \"random\"]", text);
        read(&PLAN.replace("seats = [\"depth(t={t}, leaf={leaf})\", \"random\"]", &quoted), &[]);
        read(PLAN, &[format!("start={text}")]);
        if let Ok(value) = Value::parse(&Span::whole("text", text)) {
            let again = Value::parse(&Span::whole("text", value.to_string())).unwrap();
            prop_assert!(same(&value, &again), "{} became {}", value, again);
        }
    }

    #[test]
    fn a_spec_survives_being_printed(text in spec()) {
        let value = Value::parse(&Span::whole("text", text.as_str()));
        let value = value.map_err(|diagnostic| TestCaseError::fail(diagnostic.to_string()))?;
        let printed = value.to_string();
        let again = Value::parse(&Span::whole("text", printed.as_str()));
        let again = again.map_err(|diagnostic| TestCaseError::fail(diagnostic.to_string()))?;
        prop_assert!(same(&value, &again), "{} became {}", text, printed);
        prop_assert_eq!(again.to_string(), printed);
    }

    #[test]
    fn a_spoilt_plan_is_read_or_refused(edits in edits()) {
        read(&edited(PLAN, &edits), &[]);
    }
}

proptest! {
    #![proptest_config(config(60))]

    #[test]
    fn a_spoilt_shipped_plan_is_read_or_refused(
        plan in prop::sample::select(shipped().plans().iter().map(|plan| &*plan.text).collect::<Vec<_>>()),
        edits in edits(),
    ) {
        read(&edited(plan, &edits), &[]);
    }
}
