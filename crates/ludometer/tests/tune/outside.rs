//! A tuner of another crate: registered, named in a plan with settings of its own, stopped and resumed.

use crate::common::Folder;
use crate::faults::with;
use crate::{DUEL, PUZZLE, VALUE, bits, read, run, store};
use ludometer::catalogue::shipped;
use ludometer::define::no_files;
use ludometer::registry::Registry;
use ludometer::source::Span;
use ludometer::spec::Spec;
use ludometer::tune::{TuneError, Tuning, schema};
use ludometer_tune::{
    Batch, Domain, Error, Objective, Run, Saved, Setting, SettingValue, Task, Tuner, TunerEntry,
    TunerKind, conformance, exact,
};
use serde::{Deserialize, Serialize};

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
        default: SettingValue::Real(0.5),
        about: "the length of a step, in units of half a range"
            .to_string()
            .into(),
    };
    let patient = Setting::new(
        "patient",
        Domain::Flag,
        SettingValue::Flag(false),
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
    let span = Span::whole("plan.toml", text);
    Tuning::read("plan", &span, &settings, &no_files, registry)
        .unwrap_or_else(|diagnostic| panic!("{diagnostic}"))
}

#[test]
fn it_conforms() {
    for patient in [false, true] {
        let kind = Climber {
            stride: 0.5,
            patient,
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
        let tuner = "short-steps(stride=3, patient=true)";
        let tuning = read_in(&registry, text, tuner);
        assert_eq!(tuning.tuner, tuner);
        assert!(
            tuning
                .description()
                .contains("climber@1(stride=3, patient=true)")
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
    wider.settings[0].default = SettingValue::Real(0.9);
    registry.replace_tuner(wider).unwrap();
    let spec = Spec::parse(&Span::whole("tuner", "climber")).unwrap();
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
    let silent = Setting::new(
        "silent",
        Domain::Flag,
        SettingValue::Flag(false),
        "is not told",
    );
    let mut entry = climber("silent-climber");
    entry.presets.clear();
    entry.settings.push(silent);
    let diagnostic = registry.tuner(entry).unwrap_err().to_string();
    assert!(
        diagnostic.contains("does not tell the setting `silent`"),
        "{diagnostic}"
    );
}
