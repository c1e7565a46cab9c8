//! A tuner of another crate: registered, named in a plan with settings of its own, stopped and resumed.

use crate::common::Folder;
use crate::diagnostics::with;
use crate::{DUEL, PUZZLE, VALUE, bits, read, run, store};
use ludometer::catalogue::shipped;
use ludometer::define::no_files;
use ludometer::registry::Registry;
use ludometer::source::Span;
use ludometer::spec::Spec;
use ludometer::tune::{TuneError, Tuning, schema};
use ludometer_tune::{Domain, Setting, SettingValue, TunerEntry, conformance};

/// The tuner of the example.
#[path = "../../../../examples/connect_four/src/climber.rs"]
mod climber;

use climber::Climber;

/// Its texts could come from a file: nothing in the entry is written in the code for ever.
fn entry(name: &str) -> TunerEntry {
    let stride = Setting {
        name: "stride".to_string().into(),
        domain: Domain::POSITIVE,
        default: SettingValue::Real(0.5),
        about: "the length of a step, in units of half a range"
            .to_string()
            .into(),
    };
    let shrinking = Setting::new(
        "shrinking",
        Domain::Flag,
        SettingValue::Flag(false),
        "shorter after failures",
    );
    let entry = TunerEntry::new(name, "climber@1", "a hill climber", |settings| {
        Ok(Climber {
            stride: settings.real("stride"),
            shrinking: settings.flag("shrinking"),
        })
    });
    entry.settings(&[stride, shrinking]).preset(
        "short-steps",
        "a hill climber with short steps",
        &[("stride", 0.1.into())],
    )
}

fn registry() -> Registry {
    let mut registry = shipped().clone();
    registry.tuner(entry("climber")).unwrap();
    registry
}

fn read_in(registry: &Registry, text: &str, tuner: &str) -> Tuning {
    let settings = [format!("tuner={tuner}")];
    let span = Span::whole("plan.toml", text);
    Tuning::read("plan", &span, &settings, &no_files, registry)
        .unwrap_or_else(|diagnostic| panic!("{diagnostic}"))
}

#[test]
fn it_conforms() {
    for shrinking in [false, true] {
        let kind = Climber {
            stride: 0.5,
            shrinking,
        };
        conformance::check(&kind, 1000, &Ok).unwrap();
    }
}

/// Named in a plan, stopped and resumed from its store, with settings of its own.
#[test]
fn an_outside_tuner_is_stopped_and_resumed() {
    let folder = Folder::new("tune-outside");
    let registry = registry();
    for (number, text) in [VALUE, DUEL].iter().enumerate() {
        let tuner = "short-steps(stride=3, shrinking=true)";
        let tuning = read_in(&registry, text, tuner);
        assert_eq!(tuning.tuner, tuner);
        assert!(
            tuning
                .description()
                .contains("climber@1(stride=3, shrinking=true)")
        );
        let mut whole = store(&folder, &format!("{number}-whole.sqlite"));
        let tuned = run(&tuning, &mut whole, 2, |_| false).unwrap();
        assert_ne!(tuned.tuned, tuned.start);
        let whole = bits(&tuning, &tuned);
        let mut stops = 0;
        let parts = loop {
            // Read anew, as the next command would.
            let tuning = read_in(&registry, text, tuner);
            let mut store = store(&folder, &format!("{number}-parts.sqlite"));
            match run(&tuning, &mut store, 2, |games| games > 20) {
                Ok(tuned) => break bits(&tuning, &tuned),
                Err(TuneError::Stopped { .. }) => stops += 1,
                Err(error) => panic!("{error}"),
            }
            assert!(stops < 200, "it does not come to an end");
        };
        assert!(stops >= 2, "{stops} stops are too few");
        assert_eq!(parts, whole);
        let other = read_in(&registry, text, "short-steps(stride=3)");
        let mut store = store(&folder, &format!("{number}-parts.sqlite"));
        let other = bits(&other, &run(&other, &mut store, 2, |_| false).unwrap());
        assert_ne!(other, whole, "its settings make no difference");
    }
}

#[test]
fn an_outside_tuner_is_known_everywhere() {
    let registry = registry();
    let schema = schema(&registry);
    let defined = &schema["$defs"]["short-steps"]["properties"]["stride"];
    assert_eq!(defined["default"], 0.1);
    assert_eq!(defined["exclusiveMinimum"], 0.0);
    let span = Span::whole("plan.toml", with(PUZZLE, "tuner", "tuner = \"climbre\""));
    let diagnostic = Tuning::read("plan", &span, &[], &no_files, &registry).err();
    let diagnostic = diagnostic.expect("a fault").to_string();
    assert!(
        diagnostic.contains("did you mean `climber`?"),
        "{diagnostic}"
    );
    // Where it is not registered, nobody knows it.
    assert!(read(PUZZLE, &["tuner=climber"]).is_err());
    let mut none = Registry::empty();
    for game in shipped().games() {
        none.game(game.clone()).unwrap();
    }
    let span = Span::whole("plan.toml", PUZZLE);
    let diagnostic = Tuning::read("plan", &span, &[], &no_files, &none).err();
    let diagnostic = diagnostic.expect("a fault").to_string();
    assert!(
        diagnostic.contains("there is no tuner `rspsa-drift`"),
        "{diagnostic}"
    );
    assert!(diagnostic.contains("hint: there are none"), "{diagnostic}");
}

#[test]
fn a_name_that_is_taken_is_refused_and_can_be_replaced() {
    let mut registry = registry();
    let twice = registry.tuner(entry("climber")).unwrap_err().to_string();
    assert_eq!(
        twice,
        "the tuner `climber` cannot be registered: the name `climber` belongs to the tuner `climber`; take another name, or replace that tuner on purpose"
    );
    // A preset has a name as well.
    let preset = registry.tuner(entry("other")).unwrap_err().to_string();
    assert!(
        preset.contains("the name `short-steps` belongs to the tuner `climber`"),
        "{preset}"
    );
    let before: Vec<String> = registry.tuners().iter().map(|t| t.name.clone()).collect();
    let mut wider = entry("climber");
    wider.settings[0].default = SettingValue::Real(0.9);
    registry.replace_tuner(wider).unwrap();
    let spec = Spec::parse(&Span::whole("tuner", "climber")).unwrap();
    let identity = |registry: &Registry| registry.open_tuner(&spec).unwrap().kind().identity();
    assert_eq!(
        identity(&registry),
        "climber@1(stride=0.9, shrinking=false)"
    );
    // What cannot be put in leaves the old one where it was.
    let clash = entry("climber").preset("rspsa-om", "a name of another", &[]);
    let clash = registry.replace_tuner(clash).unwrap_err().to_string();
    assert!(
        clash.contains("the name `rspsa-om` belongs to the tuner `rspsa`"),
        "{clash}"
    );
    assert_eq!(
        identity(&registry),
        "climber@1(stride=0.9, shrinking=false)"
    );
    let mut first = entry("default");
    first.presets.clear();
    registry.replace_tuner(first).unwrap();
    let after: Vec<String> = registry.tuners().iter().map(|t| t.name.clone()).collect();
    assert_eq!(after, before);
    assert_eq!(
        read_in(&registry, PUZZLE, "default")
            .description()
            .lines()
            .nth(1),
        Some("tuner climber@1(stride=0.5, shrinking=false)")
    );
    // Two settings that its identity does not tell apart would be one run.
    let silent = Setting::new(
        "silent",
        Domain::Flag,
        SettingValue::Flag(false),
        "is not told",
    );
    let mut entry = entry("silent-climber");
    entry.presets.clear();
    entry.settings.push(silent);
    let diagnostic = registry.tuner(entry).unwrap_err().to_string();
    assert!(
        diagnostic.contains("does not tell the setting `silent`"),
        "{diagnostic}"
    );
}
