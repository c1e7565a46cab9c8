//! Tuners as specs: settings by name, faults at the word, presets that can be changed; and a tuner of
//! another crate, registered, named in a plan, stopped and resumed.

use crate::common::Folder;
use crate::faults::{refused, with};
use crate::{DUEL, PUZZLE, VALUE, bits, read, run, store};
use ludometer::catalogue::shipped;
use ludometer::define::no_files;
use ludometer::registry::Registry;
use ludometer::source::{Fault, Place};
use ludometer::spec::Spec;
use ludometer::tune::{TuneError, Tuning, schema};
use ludometer_tune::{
    Batch, Domain, Error, Objective, Run, Saved, Setting, Task, Tuner, TunerEntry, TunerKind,
    Value, exact,
};
use proptest::prelude::*;
use serde::{Deserialize, Serialize};

/// Identity and text of the tuner that a spec names.
fn open(text: &str) -> Result<(String, String), Fault> {
    let tuner = shipped().open_tuner(&Spec::parse(&Place::whole("tuner", text))?)?;
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
        let (identity, printed) = open(text).unwrap_or_else(|fault| panic!("{fault}"));
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
    let fault = read(PUZZLE, &["tuner=spsa(a=-1)"])
        .err()
        .expect("a fault")
        .to_string();
    assert!(
        fault.contains("`a` cannot be -1: it must be a number above 0"),
        "{fault}"
    );
    assert!(fault.contains("--> --set:1:14"), "{fault}");
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
            Err(fault) => {
                let said = fault.to_string();
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
                    (_, Value::Whole(number)) => (number + 4).to_string(),
                    (_, Value::Real(0.0)) => "0.25".to_string(),
                    (_, Value::Real(number)) => (number * 0.9995).to_string(),
                    (_, Value::Flag(flag)) => (!flag).to_string(),
                    (Domain::Choice(words), _) => words.last().unwrap().to_string(),
                    (_, Value::Word(_)) => unreachable!("a word of no choice"),
                };
                let text = format!("{name}({}={value})", setting.name);
                let (identity, printed) = open(&text).unwrap_or_else(|fault| panic!("{fault}"));
                let told = format!("{}={value}", setting.name);
                assert!(identity.contains(&told), "{told} is not in {identity}");
                assert_eq!(printed, text);
                seen += 1;
            }
        }
    }
    assert!(seen > 100, "{seen} settings");
}

/// A hill climber: a point beside the best one takes its place if it did better. It steps `stride` in
/// every coordinate, and less after each failure if it is `patient`.
struct Climber {
    stride: f64,
    patient: bool,
}

#[derive(Clone, Serialize, Deserialize)]
struct Climbing {
    identity: String,
    patient: bool,
    run: Run,
    #[serde(with = "exact::list")]
    at: Vec<f64>,
    #[serde(with = "exact")]
    stride: f64,
}

impl TunerKind for Climber {
    fn identity(&self) -> String {
        let Climber { stride, patient } = self;
        format!("climber@1(stride={stride}, patient={patient})")
    }

    fn start(&self, task: Task) -> Result<Box<dyn Tuner>, Error> {
        Ok(Box::new(Climbing {
            identity: self.identity(),
            patient: self.patient,
            at: task.space.origin(),
            run: Run::new(task)?,
            stride: self.stride,
        }))
    }

    fn restore(&self, saved: &Saved) -> Result<Box<dyn Tuner>, Error> {
        Ok(Box::new(saved.open::<Climbing>(&self.identity())?))
    }
}

impl Climbing {
    fn beside(&self) -> Vec<f64> {
        let mut dice = self.run.dice("beside", 0);
        let mut point: Vec<f64> = self.at.clone();
        point
            .iter_mut()
            .for_each(|x| *x += dice.symmetric(self.stride));
        self.run.space().clamp(&mut point);
        point
    }
}

impl Tuner for Climbing {
    fn task(&self) -> &Task {
        &self.run.task
    }

    fn spent(&self) -> u64 {
        self.run.spent
    }

    fn ask(&self) -> Batch {
        let mut batch = self.run.batch();
        if self.run.left() < 2 {
            return batch;
        }
        let space = self.run.space();
        let [beside, at] = [&self.beside(), &self.at]
            .map(|point| batch.push_point(|out| out.extend(space.settle(point))));
        let duel = self.run.task.objective == Objective::Duel;
        batch.push(beside, duel.then_some(at), self.run.fresh, false);
        match duel {
            true => batch.push(beside, Some(at), self.run.fresh, true),
            false => batch.push(at, None, self.run.fresh, false),
        }
        batch
    }

    fn tell(&mut self, answers: &[f64]) -> Result<(), Error> {
        let asked = if self.run.left() < 2 { 0 } else { 2 };
        self.run.check(answers, asked, || self.ask())?;
        let &[first, second] = answers else {
            return Ok(());
        };
        let better = match self.run.task.objective {
            Objective::Duel => first + second > 0.0,
            Objective::Value => first > second,
        };
        if better {
            self.at = self.beside();
        } else if self.patient {
            self.stride *= 0.95;
        }
        self.run.fresh += 1;
        self.run.advance(answers.len());
        Ok(())
    }

    fn best(&self) -> Vec<f64> {
        self.run.space().settle(&self.at)
    }

    fn extend(&mut self, budget: u64) {
        self.run.task.budget = budget;
    }

    fn save(&self) -> Saved {
        Saved::new(self.identity.clone(), self)
    }
}

/// Its texts could come from a file: nothing in the entry is written in the code for ever.
fn climber(name: &str) -> TunerEntry {
    let stride = Setting {
        name: "stride".to_string().into(),
        domain: Domain::POSITIVE,
        default: Value::Real(0.5),
        about: "the length of a step, in units of half a range"
            .to_string()
            .into(),
    };
    let patient = Setting::new(
        "patient",
        Domain::Flag,
        Value::Flag(false),
        "shorter after failures",
    );
    let entry = TunerEntry::new(name, "climber@1", "a hill climber", |settings| {
        Ok(Climber {
            stride: settings.real("stride"),
            patient: settings.flag("patient"),
        })
    });
    entry.settings(&[stride, patient]).preset(
        "short-steps",
        "a hill climber with short steps",
        &[("stride", 0.1.into())],
    )
}

fn registry() -> Registry {
    let mut registry = shipped().clone();
    registry.tuner(climber("climber")).unwrap();
    registry
}

fn read_in(registry: &Registry, text: &str, tuner: &str) -> Tuning {
    let settings = [format!("tuner={tuner}")];
    let place = Place::whole("plan.toml", text);
    Tuning::read("plan", &place, &settings, &no_files, registry)
        .unwrap_or_else(|fault| panic!("{fault}"))
}

/// Named in a plan, stopped and resumed from its store, with settings of its own.
#[test]
fn an_outside_tuner_is_stopped_and_resumed() {
    let folder = Folder::new("tune-outside");
    let registry = registry();
    for (number, text) in [VALUE, DUEL].iter().enumerate() {
        let tuner = "short-steps(stride=0.8, patient=true)";
        let tuning = read_in(&registry, text, tuner);
        assert_eq!(tuning.tuner, tuner);
        assert!(
            tuning
                .description()
                .contains("climber@1(stride=0.8, patient=true)")
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
        let other = read_in(&registry, text, "short-steps(stride=0.8)");
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
    let place = Place::whole("plan.toml", with(PUZZLE, "tuner", "tuner = \"climbre\""));
    let fault = Tuning::read("plan", &place, &[], &no_files, &registry).err();
    let fault = fault.expect("a fault").to_string();
    assert!(fault.contains("did you mean `climber`?"), "{fault}");
    // Where it is not registered, nobody knows it.
    assert!(read(PUZZLE, &["tuner=climber"]).is_err());
    assert!(
        Tuning::read(
            "plan",
            &Place::whole("plan.toml", PUZZLE),
            &[],
            &no_files,
            &{
                let mut none = Registry::empty();
                for game in shipped().games() {
                    none.game(game.clone()).unwrap();
                }
                none
            }
        )
        .is_err()
    );
}

#[test]
fn a_name_that_is_taken_is_refused_and_can_be_replaced() {
    let mut registry = registry();
    let twice = registry.tuner(climber("climber")).unwrap_err().to_string();
    assert_eq!(
        twice,
        "a tuner `climber` is registered already: take another name, or replace it on purpose"
    );
    // A preset has a name as well.
    let preset = registry.tuner(climber("other")).unwrap_err().to_string();
    assert!(
        preset.starts_with("a tuner `short-steps` is registered"),
        "{preset}"
    );
    let before: Vec<String> = registry.tuners().iter().map(|t| t.name.clone()).collect();
    let mut wider = climber("climber");
    wider.settings[0].default = Value::Real(0.9);
    registry.replace_tuner(wider).unwrap();
    let spec = Spec::parse(&Place::whole("tuner", "climber")).unwrap();
    let identity = |registry: &Registry| registry.open_tuner(&spec).unwrap().kind().identity();
    assert_eq!(identity(&registry), "climber@1(stride=0.9, patient=false)");
    // What cannot be put in leaves the old one where it was.
    let clash = climber("climber").preset("rspsa-om", "a name of another", &[]);
    let clash = registry.replace_tuner(clash).unwrap_err().to_string();
    assert!(
        clash.starts_with("a tuner `rspsa-om` is registered"),
        "{clash}"
    );
    assert_eq!(identity(&registry), "climber@1(stride=0.9, patient=false)");
    let mut first = climber("default");
    first.presets.clear();
    registry.replace_tuner(first).unwrap();
    let after: Vec<String> = registry.tuners().iter().map(|t| t.name.clone()).collect();
    assert_eq!(after, before);
    assert_eq!(
        read_in(&registry, PUZZLE, "default")
            .description()
            .lines()
            .nth(1),
        Some("tuner climber@1(stride=0.5, patient=false)")
    );
    // Two settings that its identity does not tell apart would be one run.
    let silent = Setting::new("silent", Domain::Flag, Value::Flag(false), "is not told");
    let mut entry = climber("silent-climber");
    entry.presets.clear();
    entry.settings.push(silent);
    let fault = registry.tuner(entry).unwrap_err().to_string();
    assert!(
        fault.contains("does not tell the setting `silent`"),
        "{fault}"
    );
}
