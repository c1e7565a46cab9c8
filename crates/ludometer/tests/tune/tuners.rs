//! Tuners as specs: settings by name, presets that can be changed, and faults at the word.

use crate::diagnostics::{refused, with};
use crate::{PUZZLE, read};
use ludometer::catalogue::shipped;
use ludometer::source::{Diagnostic, Span};
use ludometer::spec::Spec;
use ludometer_tune::{Domain, Setting, SettingValue};
use proptest::prelude::*;

/// Identity and text of the tuner that a spec names.
fn open(text: &str) -> Result<(String, String), Diagnostic> {
    let tuner = shipped().open_tuner(&Spec::parse(&Span::whole("tuner", text))?)?;
    Ok((tuner.kind().identity(), tuner.to_string()))
}

#[test]
fn settings_take_the_places_of_those_of_the_name() {
    for (text, told, written) in [
        (
            "rspsa(eta_plus=1.3, delta0=0.02)",
            "eta_plus=1.3, eta_minus=0.85, delta0=0.02,",
            "rspsa(eta_plus=1.3, delta0=0.02)",
        ),
        (
            "rspsa-gr(eta-plus=1.3)",
            "rprop(eta_plus=1.3, eta_minus=0.8, delta0=0.005,",
            "rspsa-gr(eta_plus=1.3)",
        ),
        (
            "rspsa-gr(1.3)",
            "rprop(eta_plus=1.3, eta_minus=0.8, delta0=0.005,",
            "rspsa-gr(eta_plus=1.3)",
        ),
        (
            "spsa(c=0.1, a=0.5)",
            "spall(a=0.5, c=0.1, A=0.1,",
            "spsa(a=0.5, c=0.1)",
        ),
        (
            "spsa(directions=one-at-a-time, mirrored=false)",
            "directions=one-at-a-time, mirrored=false,",
            "spsa(directions=one-at-a-time, mirrored=false)",
        ),
        (
            "cma-es(population=12)",
            "cma-es@1(population=12, scenarios=0,",
            "cma-es(population=12)",
        ),
        // At the value that it has anyway nothing is told apart.
        ("default()", "resilient@1(batch=0.7,", "default"),
        ("rspsa-gr(eta_plus=1.2)", "perturbations=500,", "rspsa-gr"),
    ] {
        let (identity, printed) = open(text).unwrap_or_else(|diagnostic| panic!("{diagnostic}"));
        assert!(identity.contains(told), "{text}: {identity}");
        assert_eq!(printed, written);
    }
    assert_eq!(open("rspsa-gr(eta_plus=1.2)"), open("rspsa-gr"));
}

/// What is written in a plan and with `--set` is one run; a default that is spelled out changes no key.
#[test]
fn plans_and_commands_name_them_alike() {
    let plan = |tuner: &str| with(PUZZLE, "tuner", &format!("tuner = \"{tuner}\""));
    let written = read(&plan("rspsa-om(eta_plus=1.3, reuse=false)"), &[]).unwrap();
    let laid = read(PUZZLE, &["tuner=rspsa-om(eta_plus=1.3, reuse=false)"]).unwrap();
    assert_eq!(written.description(), laid.description());
    assert_eq!(written.tuner, "rspsa-om(eta_plus=1.3, reuse=false)");
    let [spelled, bare] = ["rspsa-drift(eta_plus=1.05, rho=4)", "rspsa-drift"].map(plan);
    let spelled = read(&spelled, &[]).unwrap();
    let bare = read(&bare, &[]).unwrap();
    assert_eq!(spelled.description(), bare.description());
    assert_ne!(written.description(), bare.description());
    assert_eq!(spelled.tuner, "rspsa-drift");
    // Without a name it is the default.
    let none = read(&with(PUZZLE, "tuner", ""), &[]).unwrap();
    let named = read(&plan("default"), &[]).unwrap();
    assert_eq!(none.description(), named.description());
}

#[test]
fn faults_are_at_the_word() {
    let plan = |tuner: &str| with(PUZZLE, "tuner", &format!("tuner = \"{tuner}\""));
    for (tuner, parts) in [
        (
            "rspas-gr(eta_plus=1.2)",
            [
                "there is no tuner `rspas-gr`",
                "plan.toml:6:10",
                "^^^^^^^^\n",
                "did you mean `rspsa-gr`?",
            ],
        ),
        (
            "rspsa(eta_pluss=1.2)",
            [
                "`rspsa` has no setting `eta_pluss`",
                "plan.toml:6:16",
                "^^^^^^^^^\n",
                "did you mean `eta_plus`?",
            ],
        ),
        (
            "rspsa(eta_plus=0.9)",
            [
                "`eta_plus` cannot be 0.9: it must be a number above 1",
                "plan.toml:6:25",
                "^^^",
                "",
            ],
        ),
        (
            "rspsa(eta_plus=fast)",
            [
                "`eta_plus` cannot be fast: it must be a number above 1",
                "plan.toml:6:25",
                "^^^^",
                "",
            ],
        ),
        (
            "cma-es(spread=0.1, population=3)",
            [
                "`population` cannot be 3: it must be 0 or at least 4",
                "plan.toml:6:40",
                "^",
                "",
            ],
        ),
        (
            "rspsa(delta0=2)",
            [
                "`delta0` cannot be 2: it must be between delta_min and delta_max",
                "plan.toml:6:23",
                "^",
                "",
            ],
        ),
        // The offender is not written: its companion is, somewhere in the spec.
        (
            "rspsa(delta_min=2)",
            [
                "`delta_max` cannot be 1: it must be at least delta_min",
                "plan.toml:6:10",
                "^^^^",
                "",
            ],
        ),
        (
            "spsa(perturbations=2.5)",
            [
                "`perturbations` cannot be 2.5: it must be a whole number from 1 to 1000000",
                "plan.toml:6:29",
                "^^^",
                "",
            ],
        ),
        (
            "spsa(mirrored=ture)",
            [
                "`mirrored` cannot be `ture`",
                "plan.toml:6:24",
                "^^^^",
                "did you mean `true`?",
            ],
        ),
        (
            "spsa(mirrored=1)",
            [
                "`mirrored` cannot be 1: it must be true or false",
                "plan.toml:6:24",
                "^",
                "",
            ],
        ),
        (
            "spsa(directions=up)",
            [
                "`directions` cannot be `up`",
                "plan.toml:6:26",
                "^^",
                "known: simultaneous, one-at-a-time",
            ],
        ),
        (
            "rspsa(eta_plus=1.2, eta-plus=1.3)",
            ["`eta_plus` is set twice", "plan.toml:6:30", "^^^^^^^^", ""],
        ),
        (
            "random(1, 2, 3)",
            [
                "`random` has no more settings",
                "plan.toml:6:23",
                "^",
                "known: candidates, scenarios",
            ],
        ),
        (
            "rspsa(eta_plus={noise})",
            [
                "`eta_plus` cannot be {noise}: it must be a number above 1",
                "plan.toml:6:25",
                "^^^^^^^",
                "",
            ],
        ),
        (
            "rspsa(eta_plus=1.2",
            ["this bracket is never closed", "plan.toml:6:15", "^", ""],
        ),
        (
            "'rspsa'",
            [
                "'rspsa' is no tuner",
                "plan.toml:6:10",
                "^^^^^^^",
                "as in `rspsa(eta_plus=1.2)`",
            ],
        ),
    ] {
        refused(&plan(tuner), &parts);
    }
    refused(
        &with(PUZZLE, "tuner", "tuner = 3"),
        &["3 is no tuner", "plan.toml:6:9"],
    );
    refused(
        &with(PUZZLE, "tuner", "tuner = true"),
        &["`tuner` is a text, not true or false"],
    );
    let diagnostic = read(PUZZLE, &["tuner=spsa(a=-1)"])
        .err()
        .expect("a fault")
        .to_string();
    assert!(
        diagnostic.contains("`a` cannot be -1: it must be a number above 0"),
        "{diagnostic}"
    );
    assert!(diagnostic.contains("--> --set:1:14"), "{diagnostic}");
}

/// A value in the setting's domain.
fn any_value(setting: &Setting) -> BoxedStrategy<String> {
    match &setting.domain {
        Domain::Whole(low, high) => (*low..=*high).prop_map(|n| n.to_string()).boxed(),
        Domain::Real(..) => {
            let taken = setting.clone();
            let near = prop_oneof![0.0..2.0, 0.9..1.1, any::<f64>()];
            let fits = move |number: &f64| taken.take(*number).is_ok();
            near.prop_filter("outside of the domain", fits)
                .prop_map(|number| number.to_string())
                .boxed()
        }
        Domain::Flag => any::<bool>().prop_map(|flag| flag.to_string()).boxed(),
        Domain::Choice(words) => proptest::sample::select(words.to_vec())
            .prop_map(|word| word.to_string())
            .boxed(),
    }
}

/// A spec of a shipped tuner with any of its settings, in any order and either spelling.
fn any_spec() -> impl Strategy<Value = String> {
    let entries = shipped().tuners().to_vec();
    proptest::sample::select(entries).prop_flat_map(|entry| {
        let names: Vec<String> = entry.names().map(ToString::to_string).collect();
        let settings = entry.settings.clone();
        let count = settings.len();
        let chosen = proptest::sample::subsequence(settings, 0..=count).prop_shuffle();
        let arguments = chosen.prop_flat_map(|settings| {
            let arguments = settings.iter().map(|setting| {
                let name = setting.name.to_string();
                (any::<bool>(), any_value(setting)).prop_map(move |(dashed, value)| {
                    let name = if dashed {
                        name.replace('_', "-")
                    } else {
                        name.clone()
                    };
                    format!("{name}={value}")
                })
            });
            arguments.collect::<Vec<_>>()
        });
        (proptest::sample::select(names), arguments)
            .prop_map(|(name, arguments)| format!("{name}({})", arguments.join(", ")))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    /// Printed and read again it is the same tuner; settings that do not suit each other are refused.
    #[test]
    fn what_is_printed_is_read(text in any_spec()) {
        match open(&text) {
            Ok((identity, printed)) => {
                prop_assert_eq!(open(&printed).unwrap(), (identity, printed.clone()), "{}", text);
                let plan = with(PUZZLE, "tuner", &format!("tuner = \"{text}\""));
                prop_assert_eq!(read(&plan, &[]).unwrap().tuner, printed);
            }
            Err(diagnostic) => {
                let said = diagnostic.to_string();
                prop_assert!(said.contains("cannot be") && said.contains("--> tuner:1:"), "{}", said);
            }
        }
    }

    #[test]
    fn no_text_breaks_the_reader(
        text in "\\PC{0,40}",
        near in "(rspsa|spsa|cma-es|random)(-gr|-om)?\\(?[a-zA-Z_0-9=.,(){}' -]{0,30}\\)?",
        spec in any_spec(),
        cut: proptest::sample::Index,
        sign in proptest::char::any(),
    ) {
        let _ = open(&text);
        let _ = open(&near);
        // A good one with another sign somewhere.
        let mut signs: Vec<char> = spec.chars().collect();
        let at = cut.index(signs.len());
        signs[at] = sign;
        let _ = open(&signs.iter().collect::<String>());
        let _ = read(PUZZLE, &[&format!("tuner={near}")]);
    }
}

/// Every setting of every tuner, by its name in a spec.
#[test]
fn every_setting_can_be_reached() {
    let mut seen = 0;
    for entry in shipped().tuners() {
        for name in entry.names() {
            let own = entry.preset_settings(name).unwrap();
            for setting in own.declared() {
                let value = match (&setting.domain, &setting.default) {
                    (_, SettingValue::Whole(number)) => (number + 4).to_string(),
                    (_, SettingValue::Real(0.0)) => "0.25".to_string(),
                    (_, SettingValue::Real(number)) => (number * 0.9995).to_string(),
                    (_, SettingValue::Flag(flag)) => (!flag).to_string(),
                    (Domain::Choice(words), _) => words.last().unwrap().to_string(),
                    (_, SettingValue::Word(_)) => unreachable!("a word of no choice"),
                };
                let text = format!("{name}({}={value})", setting.name);
                let (identity, printed) =
                    open(&text).unwrap_or_else(|diagnostic| panic!("{diagnostic}"));
                let told = format!("{}={value}", setting.name);
                assert!(identity.contains(&told), "{told} is not in {identity}");
                assert_eq!(printed, text);
                seen += 1;
            }
        }
    }
    assert!(seen > 100, "{seen} settings");
}
