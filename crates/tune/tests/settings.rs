//! What can be set on tuners: presets are as published, values are checked, and none is forgotten.

use ludometer_tune::{
    AscentSettings, ClopSettings, CmaEsSettings, Directions, Domain, Error, KINDS, METHODS, Method,
    NtbeaSettings, RandomSearchSettings, ResilientSettings, RpropSettings, Rule, Sampling,
    Schedule, Setting, SettingValue, Settings, TunerEntry, tuners,
};
use std::collections::BTreeSet;

/// Tables 1 and 2 of Kocsis, Szepesvári and Winands, and what stands beside them.
#[test]
fn presets_are_what_they_always_were() {
    let rprop = |[grow, shrink]: [f64; 2], first, rho| Rule::Rprop {
        steps: RpropSettings {
            grow,
            shrink,
            first,
            smallest: 0.001,
            largest: 1.0,
        },
        rho,
    };
    let sampling = |perturbations, scenarios, mirrored, reuse| Sampling {
        directions: Directions::Simultaneous,
        perturbations,
        scenarios,
        mirrored,
        reuse,
    };
    let schedule = Schedule {
        stability: 0.1,
        alpha: 0.602,
        gamma: 0.101,
    };
    let ascent = |sampling, rule, average| {
        Method::Ascent(AscentSettings {
            sampling,
            rule,
            average,
        })
    };
    let fdsa = Sampling {
        directions: Directions::OneAtATime,
        ..sampling(6, 1500, false, true)
    };
    let (one, ten) = (sampling(1, 1, true, false), sampling(10, 1, true, false));
    let spall = Rule::Spall {
        gain: 0.02,
        perturbation: 0.25,
        schedule,
    };
    let fishtest = Rule::Fishtest {
        perturbation: 0.1,
        rate: 0.002,
        schedule,
    };
    let adam = Rule::Adam {
        rate: 0.01,
        perturbation: 0.2,
        gamma: 0.101,
        beta1: 0.9,
        beta2: 0.999,
    };
    let resilient = ResilientSettings {
        batch: 0.7,
        first: 0.25,
        largest: 0.5,
        rho: 6.0,
        clip: 2.0,
        memory: 0.85,
        learn: 0.1,
        drift: 0.008,
        average: 0.5,
        verify: 0.1,
    };
    let (om, ef) = ([1.1, 0.85], [1.2, 0.8]);
    let expected = [
        ("default", Method::Resilient(resilient)),
        ("spsa", ascent(one, spall, 0.0)),
        ("spsa-fishtest", ascent(one, fishtest, 0.0)),
        ("spsa-adam", ascent(ten, adam, 0.0)),
        (
            "rspsa-om",
            ascent(sampling(40, 250, false, true), rprop(om, 0.01, 1.0), 0.0),
        ),
        (
            "rspsa-ef",
            ascent(
                sampling(100, 100, false, true),
                rprop(ef, 0.05, 1.0 / 0.7),
                0.0,
            ),
        ),
        (
            "rspsa-pol",
            ascent(
                sampling(100, 100, false, true),
                rprop([1.1, 0.9], 0.01, 1.0 / 0.3),
                0.0,
            ),
        ),
        (
            "rspsa-gr",
            ascent(
                sampling(500, 1, false, false),
                rprop(ef, 0.005, 1.0 / 0.7),
                0.0,
            ),
        ),
        (
            "rspsa-ms",
            ascent(
                sampling(5000, 1, false, false),
                rprop(ef, 0.005, 1.0 / 0.7),
                0.0,
            ),
        ),
        (
            "rspsa-drift",
            ascent(
                sampling(100, 1, true, false),
                rprop([1.05, 0.96], 0.02, 1.0 / 0.25),
                0.3,
            ),
        ),
        ("fdsa-om", ascent(fdsa, rprop(om, 0.01, 1.0), 0.0)),
        (
            "cma-es",
            Method::CmaEs(CmaEsSettings {
                population: 0,
                scenarios: 0,
                spread: 0.2,
            }),
        ),
        (
            "clop",
            Method::Clop(ClopSettings {
                h: 3.0,
                points: 4,
                interactions: 20,
            }),
        ),
        (
            "ntbea",
            Method::Ntbea(NtbeaSettings {
                levels: 11,
                neighbours: 50,
                k: 1.0,
                points: 5,
            }),
        ),
        (
            "random",
            Method::RandomSearch(RandomSearchSettings {
                candidates: 10,
                scenarios: 0,
            }),
        ),
    ];
    assert_eq!(
        expected.clone().map(|(name, _)| name),
        METHODS.map(|(name, _)| name)
    );
    for (name, method) in expected {
        assert_eq!(Method::named(name).unwrap(), method, "{name}");
    }
    // Kinds without a preset of their name have the paper's first row.
    for (kind, preset) in [("rspsa", "rspsa-om"), ("fdsa", "fdsa-om")] {
        assert_eq!(Method::named(kind), Method::named(preset));
    }
}

#[test]
fn values_take_the_places_of_defaults() {
    let method = Method::with("rspsa-gr", &[("perturbations", 100.0), ("rho", 2.0)]).unwrap();
    let Method::Ascent(mut published) = Method::named("rspsa-gr").unwrap() else {
        unreachable!()
    };
    published.sampling.perturbations = 100;
    if let Rule::Rprop { rho, .. } = &mut published.rule {
        *rho = 2.0;
    }
    assert_eq!(method, Method::Ascent(published));
    let finite = [
        ("directions", SettingValue::from("one-at-a-time")),
        ("mirrored", false.into()),
        ("scenarios", 4.into()),
    ];
    let Method::Ascent(settings) = Method::with("spsa", &finite).unwrap() else {
        unreachable!()
    };
    let sampling = Sampling {
        directions: Directions::OneAtATime,
        perturbations: 1,
        scenarios: 4,
        mirrored: false,
        reuse: false,
    };
    assert_eq!(settings.sampling, sampling);
}

fn refused<'a>(name: &str, setting: &str, value: impl Into<SettingValue<'a>>) -> String {
    let fault = Method::with(name, &[(setting, value.into())]);
    fault.unwrap_err().to_string()
}

#[test]
fn faults_name_the_setting_the_value_and_the_range() {
    for (name, setting, value, said) in [
        (
            "rspsa",
            "eta_plus",
            SettingValue::Real(0.9),
            "setting `eta_plus` is 0.9: it must be a number above 1",
        ),
        (
            "rspsa",
            "eta_minus",
            SettingValue::Whole(1),
            "setting `eta_minus` is 1: it must be a number above 0 and below 1",
        ),
        (
            "rspsa-om",
            "delta0",
            SettingValue::Real(2.0),
            "setting `delta0` is 2: it must be between delta_min and delta_max",
        ),
        (
            "rspsa-om",
            "delta_min",
            SettingValue::Real(f64::NAN),
            "setting `delta_min` is NaN: it must be a number above 0",
        ),
        (
            "fdsa",
            "delta_max",
            SettingValue::Real(0.0001),
            "setting `delta_max` is 0.0001: it must be at least delta_min",
        ),
        (
            "fdsa",
            "mirrored",
            SettingValue::Real(1.0),
            "setting `mirrored` is 1: it must be true or false",
        ),
        (
            "spsa",
            "perturbations",
            SettingValue::Whole(0),
            "setting `perturbations` is 0: it must be a whole number from 1 to 1000000",
        ),
        (
            "spsa",
            "scenarios",
            SettingValue::Real(2.5),
            "setting `scenarios` is 2.5: it must be a whole number from 1 to 1000000",
        ),
        (
            "spsa",
            "directions",
            SettingValue::from("up"),
            "setting `directions` is up: it must be one of simultaneous, one-at-a-time",
        ),
        (
            "spsa",
            "average",
            SettingValue::Real(1.5),
            "setting `average` is 1.5: it must be a number from 0 to 1",
        ),
        (
            "spsa",
            "A",
            SettingValue::Real(-0.1),
            "setting `A` is -0.1: it must be a number of at least 0",
        ),
        (
            "spsa-adam",
            "beta1",
            SettingValue::Real(1.0),
            "setting `beta1` is 1: it must be a number of at least 0 and below 1",
        ),
        (
            "cma-es",
            "population",
            SettingValue::Whole(3),
            "setting `population` is 3: it must be 0 or at least 4",
        ),
        (
            "random",
            "spread",
            SettingValue::Whole(3),
            "`random` has no setting `spread`: it has candidates, scenarios",
        ),
        (
            "fdsa-om",
            "perturbations",
            SettingValue::Whole(3),
            "`fdsa-om` has no setting `perturbations`: it has eta_plus, eta_minus, delta0, \
             delta_min, delta_max, rho, scenarios, mirrored, reuse, average",
        ),
    ] {
        assert_eq!(refused(name, setting, value), said);
    }
    let twice = Method::with("spsa", &[("a", 0.1), ("c", 0.1), ("a", 0.2)]);
    let setting = "a".to_string();
    assert_eq!(twice, Err(Error::Twice { setting }));
    let twice = Method::with("rspsa", &[("eta_plus", 1.3), ("eta-plus", 1.4)]);
    assert_eq!(
        twice.unwrap_err().to_string(),
        "setting `eta-plus` is given twice: give it once"
    );
    let fault = Method::named("spas").unwrap_err().to_string();
    assert!(
        fault.ends_with("cma-es, clop, ntbea, random, rspsa, fdsa"),
        "{fault}"
    );
}

/// Another value that the domain has.
fn other(setting: &Setting) -> SettingValue<'static> {
    match (&setting.domain, &setting.default) {
        (Domain::Whole(..), SettingValue::Whole(number)) => SettingValue::Whole(number + 4),
        (Domain::Real(..), SettingValue::Real(0.0)) => SettingValue::Real(0.25),
        (Domain::Real(..), SettingValue::Real(number)) => SettingValue::Real(number * 0.9995),
        (Domain::Flag, SettingValue::Flag(flag)) => SettingValue::Flag(!flag),
        (Domain::Choice(words), SettingValue::Word(word)) => {
            let other = words.iter().find(|other| *other != word);
            SettingValue::Word(other.unwrap().clone())
        }
        mixed => panic!("`{}` is declared as {mixed:?}", setting.name),
    }
}

#[test]
fn every_setting_decides_and_is_told() {
    let names: BTreeSet<&str> = METHODS
        .iter()
        .chain(&KINDS)
        .map(|(name, _)| *name)
        .collect();
    for name in names {
        let own = Method::named(name).unwrap();
        let settings = Method::settings(name).unwrap();
        let all: Vec<(&str, SettingValue<'_>)> = settings
            .iter()
            .map(|s| (&*s.name, s.default.clone()))
            .collect();
        assert_eq!(Method::with(name, &all).unwrap(), own, "{name}");
        let distinct: BTreeSet<&str> = settings.iter().map(|s| &*s.name).collect();
        assert_eq!(distinct.len(), settings.len(), "{name}");
        for setting in &settings {
            let default = setting.default.clone();
            assert_eq!(setting.take(default.clone()), Ok(default), "{name}");
            assert!(!setting.about.is_empty() && !setting.about.contains('\n'));
            let told = |value: &SettingValue<'_>| format!("{}={value}", setting.name);
            assert!(own.identity().contains(&told(&setting.default)));
            let value = other(setting);
            let changed = Method::with(name, &[(&*setting.name, value.clone())]).unwrap();
            assert_ne!(changed, own, "{name}: {setting:?}");
            let text = changed.identity();
            assert!(text.contains(&told(&value)), "{name}: {value} in {text}");
        }
    }
}

/// What a registry is given is what [`Method::with`] makes, under the same names.
#[test]
fn entries_of_a_registry_make_the_same_tuners() {
    let mut made = BTreeSet::new();
    for entry in tuners() {
        entry.check().unwrap();
        for name in entry.names() {
            assert!(made.insert(name.to_string()), "{name}");
            let settings = entry.preset_settings(name).unwrap();
            assert_eq!(settings.declared(), Method::settings(name).unwrap());
            let kind = entry.make(&settings).unwrap();
            assert_eq!(kind.identity(), Method::named(name).unwrap().identity());
        }
    }
    let known = METHODS
        .iter()
        .chain(&KINDS)
        .map(|(name, _)| name.to_string());
    assert_eq!(made, known.collect());
}

#[test]
fn a_dash_in_a_name_is_a_line_below_and_a_zero_has_no_sign() {
    let below = Method::with("rspsa", &[("eta_plus", 1.3), ("delta_min", 0.002)]);
    let dashed = Method::with("rspsa", &[("eta-plus", 1.3), ("delta-min", 0.002)]);
    assert_eq!(below, dashed);
    let zero = Method::with("spsa", &[("A", -0.0)]).unwrap().identity();
    assert!(zero.contains(" A=0,"), "{zero}");
}

/// A tuner that somebody else declares: what could not be written in a plan, or would mix runs up, is
/// refused before it is registered.
#[test]
fn declarations_that_cannot_be_are_refused() {
    let wide = || {
        Setting::new(
            "wide",
            Domain::COUNT,
            SettingValue::Whole(10),
            "candidates in a batch",
        )
    };
    let make = |settings: &Settings| {
        let candidates = settings.whole("wide");
        Ok(RandomSearchSettings {
            candidates,
            scenarios: 4,
        })
    };
    let named = |name, id| TunerEntry::new(name, id, "of mine", make).settings(&[wide()]);
    let entry = || named("mine", "random-search@1");
    entry()
        .preset("wider", "20", &[("wide", 20.into())])
        .check()
        .unwrap();
    let other = |setting: Setting| entry().settings(&[wide(), setting]);
    let flag = |name, default| Setting::new(name, Domain::Flag, default, "a flag");
    for (entry, said) in [
        (
            named("my tuner", "random-search@1"),
            "the tuner `my tuner` cannot be registered: `my tuner` cannot be written in a plan; \
             begin with a letter, and go on with letters, digits, `-` and `_`",
        ),
        (
            named("mine", "random-searc"),
            "the identity `random-search@1(candidates=10, scenarios=4)` is not of `random-searc`; \
             an identity is the id, with the settings in brackets",
        ),
        (
            entry().preset("mine", "again", &[]),
            "the name `mine` is there twice; give every preset a name of its own",
        ),
        (
            entry().preset("none", "0", &[("wide", 0.into())]),
            "setting `wide` is 0: it must be a whole number from 1 to 1000000",
        ),
        (
            entry().preset("none", "0", &[("width", 2.into())]),
            "`none` has no setting `width`: it has wide",
        ),
        (
            other(flag("a_b", SettingValue::Whole(1))),
            "setting `a_b` is 1: it must be true or false",
        ),
        (
            entry().settings(&[flag("a_b", true.into()), wide(), flag("a-b", true.into())]),
            "there are two settings `a-b`; \
             give every setting a name of its own; `-` and `_` are the same",
        ),
        (
            other(Setting::new(
                "half",
                Domain::POSITIVE,
                SettingValue::Whole(1),
                "a kind",
            )),
            "the default 1 of `half` is of another kind; \
             declare a default of the kind of the domain",
        ),
        (
            other(flag("quiet", false.into())),
            "its identity does not tell the setting `quiet`; \
             write every setting into the identity: runs are kept under it",
        ),
        (
            other(Setting::new(
                "way",
                Domain::Choice(vec!["up".into(), "d own".into()].into()),
                "up".into(),
                "a word",
            )),
            "`d own` cannot be written in a plan; \
             begin with a letter, and go on with letters, digits, `-` and `_`",
        ),
    ] {
        let fault = entry.check().unwrap_err().to_string();
        assert!(fault.ends_with(said), "{fault}");
    }
}
