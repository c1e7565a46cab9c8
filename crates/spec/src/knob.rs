//! What may be set: every entry of the registry declares its knobs, and the same declaration
//! checks a spec, prints `list` and makes the JSON schema.

use crate::source::{Fault, Place};
use crate::spec::{Spec, Value, What};

/// Something that can be set by name or by position.
#[derive(Clone, Copy, Debug)]
pub struct Knob {
    /// Its name in specs.
    pub name: &'static str,
    /// What it takes.
    pub kind: Kind,
    /// What it is when nobody sets it, as text; `None` means it must be set.
    pub default: Option<&'static str>,
    /// One line that says what it does, with its unit.
    pub about: &'static str,
    /// What it is called where results are kept: the name it had first. It never changes.
    id: &'static str,
    /// The value that results are kept without. It never changes either, whatever the default is.
    neutral: Option<&'static str>,
    /// The version of the measure that it weighs.
    weighs: Option<u32>,
    /// Whether entries had versions before it was there.
    added: bool,
}

impl Knob {
    /// A knob that is known by its name.
    pub const fn new(
        name: &'static str,
        kind: Kind,
        default: Option<&'static str>,
        about: &'static str,
    ) -> Knob {
        Knob {
            name,
            kind,
            default,
            about,
            id: name,
            neutral: None,
            weighs: None,
            added: false,
        }
    }

    /// The same with the identifier it had before it was renamed.
    #[must_use]
    pub const fn known_as(mut self, id: &'static str) -> Knob {
        self.id = id;
        self
    }

    /// The same, at a value where everything is as if there were no such knob: results are kept
    /// without it there, so that a new knob leaves old results where they were.
    #[must_use]
    pub const fn neutral(mut self, value: &'static str) -> Knob {
        self.neutral = Some(value);
        self
    }

    /// [`Knob::neutral`] for a knob that was added when entries had versions already: what results
    /// were kept under before that does not name it either.
    #[must_use]
    pub const fn added(mut self, value: &'static str) -> Knob {
        self.added = true;
        self.neutral(value)
    }

    /// The weight of a measure of this version.
    #[must_use]
    pub const fn weighing(mut self, version: u32) -> Knob {
        self.weighs = Some(version);
        self
    }

    fn written(&self, form: Form) -> String {
        match (form, self.weighs) {
            (Form::Names, _) => self.name.to_string(),
            (Form::Identity, Some(version)) => format!("{}@{version}", self.id),
            _ => self.id.to_string(),
        }
    }
}

/// Ways to write a spec out in full.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// By names, with every knob: for people.
    Names,
    /// By identifiers and versions, without knobs at their neutral value: what results are kept
    /// under.
    Identity,
    /// By identifiers, with every knob of that time: what results were kept under before entries had
    /// versions.
    Unversioned,
}

/// What a knob takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// A whole number in a range.
    Whole(i64, i64),
    /// A number in a range.
    Real(f64, f64),
    /// One of these words.
    Choice(&'static [&'static str]),
    /// A quoted text.
    Text,
    /// A measure of the game.
    Measure,
    /// A measure or an evaluator.
    Evaluator,
    /// An agent.
    Agent,
    /// A network: a shipped one, or one that was defined.
    Network,
    /// A number that is set by name, and that is not spelled out where it is zero.
    Weight,
    /// Stands for a [`Kind::Weight`] of each measure of the game, under the measure's name.
    Weights,
    /// A quoted text that names a family of the game's measures.
    Family,
}

impl Kind {
    /// The kind in words, for `list` and for faults.
    pub fn describe(self) -> String {
        match self {
            Kind::Whole(low, i64::MAX) => format!("a whole number from {low}"),
            Kind::Whole(low, high) => format!("a whole number, {low} to {high}"),
            Kind::Real(low, f64::INFINITY) => format!("a number from {low}"),
            Kind::Real(low, high) => format!("a number, {low} to {high}"),
            Kind::Choice(words) => words.join(" | "),
            Kind::Text | Kind::Family => "a text in single quotes".into(),
            Kind::Measure => "a measure".into(),
            Kind::Evaluator => "a measure or an evaluator".into(),
            Kind::Agent => "an agent".into(),
            Kind::Network => "a network".into(),
            Kind::Weight => "a number".into(),
            Kind::Weights => "a number for each measure, by its name".into(),
        }
    }

    fn check(self, value: &Value, knob: &str) -> Result<(), Fault> {
        let fits = match (self, &value.what) {
            (Kind::Whole(low, high), What::Number(n)) => {
                n.fract() == 0.0 && *n >= low as f64 && *n <= high as f64
            }
            (Kind::Real(low, high), What::Number(n)) => (low..=high).contains(n),
            (Kind::Choice(words), What::Spec(spec)) => {
                if !words.contains(&spec.name.as_str()) {
                    let fault =
                        Fault::at(&value.place, format!("`{knob}` cannot be `{}`", spec.name));
                    return Err(fault.known(&spec.name, words.iter().copied()));
                }
                spec.arguments.is_empty()
            }
            (Kind::Text | Kind::Family, What::Text(_)) => true,
            (Kind::Weight, What::Number(_)) => true,
            (Kind::Measure | Kind::Evaluator | Kind::Agent | Kind::Network, What::Spec(_)) => true,
            _ => false,
        };
        if fits {
            return Ok(());
        }
        let message = format!("`{knob}` cannot be {value}: it takes {}", self.describe());
        Err(Fault::at(&value.place, message))
    }
}

/// The knobs of an entry as a spec sets them, each one checked.
#[derive(Clone, Debug)]
pub struct Args {
    name: String,
    id: String,
    place: Place,
    values: Vec<(Knob, Value)>,
}

impl Args {
    /// Matches a spec's arguments with knobs: by name, or by position.
    pub fn bind(spec: &Spec, knobs: &[Knob]) -> Result<Args, Fault> {
        let mut values: Vec<Option<Value>> = vec![None; knobs.len()];
        for (position, argument) in spec.arguments.iter().enumerate() {
            let (index, place) = match &argument.key {
                Some((key, place)) => match knobs.iter().position(|knob| knob.name == key) {
                    Some(index) => (index, place),
                    None => {
                        let weighs = knobs.iter().any(|knob| knob.kind == Kind::Weight);
                        let message = match weighs {
                            true => format!("there is no measure `{key}` to weigh"),
                            false => format!("`{}` has no knob `{key}`", spec.name),
                        };
                        let fault = Fault::at(place, message);
                        return Err(fault.known(key, knobs.iter().map(|knob| knob.name)));
                    }
                },
                None if knobs.iter().any(|knob| knob.kind == Kind::Weight) => {
                    let place = &argument.value.place;
                    let message = format!("`{}` takes its weights by name", spec.name);
                    let example = format!("as in `{}({}=1)`", spec.name, knobs[0].name);
                    return Err(Fault::at(place, message).hint(example));
                }
                None if position < knobs.len() => (position, &argument.value.place),
                None => {
                    let place = &argument.value.place;
                    return Err(match knobs {
                        [] => Fault::at(place, format!("`{}` has no knobs", spec.name)),
                        _ => {
                            let names: Vec<&str> = knobs.iter().map(|knob| knob.name).collect();
                            let fault =
                                Fault::at(place, format!("`{}` has no more knobs", spec.name));
                            fault.hint(format!("known: {}", names.join(", ")))
                        }
                    });
                }
            };
            if values[index].is_some() {
                return Err(Fault::at(
                    place,
                    format!("`{}` is set twice", knobs[index].name),
                ));
            }
            knobs[index]
                .kind
                .check(&argument.value, knobs[index].name)?;
            values[index] = Some(argument.value.clone());
        }
        let values = knobs.iter().copied().zip(values).map(|(knob, value)| {
            let value = match (value, knob.default) {
                (Some(value), _) => value,
                (None, Some(default)) => Value::parse(&Place::whole("default", default))?,
                (None, None) => {
                    let message = format!("`{}` needs its knob `{}`", spec.name, knob.name);
                    let hint = format!("{}: {}", knob.name, knob.kind.describe());
                    return Err(Fault::at(&spec.place, message).hint(hint));
                }
            };
            Ok((knob, value))
        });
        Ok(Args {
            name: spec.name.clone(),
            id: String::new(),
            place: spec.place.clone(),
            values: values.collect::<Result<_, Fault>>()?,
        })
    }

    /// The same, of an entry with this identifier and version.
    #[must_use]
    pub fn identified(mut self, id: impl Into<String>) -> Args {
        self.id = id.into();
        self
    }

    /// The entry that the spec names.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Where the spec is written.
    pub fn place(&self) -> &Place {
        &self.place
    }

    /// What a knob is set to. The knob must be declared.
    pub fn value(&self, knob: &str) -> &Value {
        let found = self.values.iter().find(|(known, _)| known.name == knob);
        &found.expect("the entry declares the knob").1
    }

    /// A number. The knob must be declared as one.
    pub fn real(&self, knob: &str) -> f64 {
        match self.value(knob).what {
            What::Number(number) => number,
            _ => unreachable!("`{knob}` was checked to be a number"),
        }
    }

    /// A whole number that is not negative. The knob must be declared as one.
    pub fn whole(&self, knob: &str) -> u64 {
        self.real(knob) as u64
    }

    /// A word or a nested spec. The knob must be declared as one.
    pub fn spec(&self, knob: &str) -> &Spec {
        match &self.value(knob).what {
            What::Spec(spec) => spec,
            _ => unreachable!("`{knob}` was checked to be a name"),
        }
    }

    /// A text. The knob must be declared as one.
    pub fn text(&self, knob: &str) -> &str {
        match &self.value(knob).what {
            What::Text(text) => text,
            _ => unreachable!("`{knob}` was checked to be a text"),
        }
    }

    /// Replaces a text that only opening the entry could tell.
    pub fn settle(&mut self, knob: &str, text: String) {
        let found = self.values.iter_mut().find(|(known, _)| known.name == knob);
        found.expect("the entry declares the knob").1.what = What::Text(text);
    }

    /// The spec in full, weights of zero apart, `nested` writing the specs inside it. Two specs that
    /// mean the same are written the same.
    pub fn written(
        &self,
        form: Form,
        nested: impl Fn(Kind, &Spec) -> Result<String, Fault>,
    ) -> Result<String, Fault> {
        let mut parts = Vec::new();
        for (knob, value) in &self.values {
            let zero = matches!(value.what, What::Number(n) if n == 0.0);
            if knob.kind == Kind::Weight && zero {
                continue;
            }
            let written = match (&value.what, knob.kind) {
                (What::Spec(word), Kind::Choice(_)) => word.name.clone(),
                (What::Spec(spec), kind) => nested(kind, spec)?,
                (What::Text(family), Kind::Family) => nested(
                    Kind::Family,
                    &Spec {
                        name: family.clone(),
                        arguments: Vec::new(),
                        place: value.place.clone(),
                    },
                )?,
                _ => value.to_string(),
            };
            let neutral = knob.neutral == Some(written.as_str());
            let named = match form {
                Form::Names => true,
                Form::Identity => !neutral,
                Form::Unversioned => !(neutral && knob.added),
            };
            if named {
                parts.push(format!("{}={written}", knob.written(form)));
            }
        }
        let entry = match form {
            Form::Names => self.name.as_str(),
            Form::Identity => &self.id,
            Form::Unversioned => self.id.split('@').next().unwrap_or_default(),
        };
        Ok(match parts.is_empty() {
            true => entry.to_string(),
            false => format!("{entry}({})", parts.join(", ")),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOBS: &[Knob] = &[
        Knob::new("t", Kind::Whole(1, 9), None, "plies"),
        Knob::new("a", Kind::Real(0.0, 1.0), Some("0.5"), "width"),
        Knob::new("way", Kind::Choice(&["up", "down"]), Some("up"), "way"),
    ];

    fn bind(text: &str) -> Result<String, String> {
        let spec = Spec::parse(&Place::whole("test", text)).map_err(|f| f.to_string())?;
        let args = Args::bind(&spec, KNOBS).map_err(|f| f.to_string())?;
        args.written(Form::Names, |_, spec| Ok(spec.to_string()))
            .map_err(|f| f.to_string())
    }

    #[test]
    fn specs_that_mean_the_same_are_written_the_same() {
        let all = "x(t=4, a=0.5, way=up)";
        for text in ["x(4)", "x(t=4)", "x(a=0.5, t=4.0)", "x(4, 0.5, up)"] {
            assert_eq!(bind(text).unwrap(), all);
        }
    }

    /// A knob that comes later moves nothing that was kept before.
    #[test]
    fn added_knobs_are_left_out_where_they_are_neutral() {
        let way = Kind::Choice(&["up", "down"]);
        let knobs = [
            Knob::new("old", way, Some("up"), "way").neutral("up"),
            Knob::new("new", way, Some("up"), "way").added("up"),
        ];
        let written = |text: &str, form| {
            let spec = Spec::parse(&Place::whole("test", text)).unwrap();
            let args = Args::bind(&spec, &knobs).unwrap().identified("x@1");
            args.written(form, |_, spec| Ok(spec.to_string())).unwrap()
        };
        assert_eq!(written("x", Form::Names), "x(old=up, new=up)");
        assert_eq!(written("x", Form::Identity), "x@1");
        assert_eq!(written("x", Form::Unversioned), "x(old=up)");
        let turned = written("x(new=down)", Form::Unversioned);
        assert_eq!(turned, "x(old=up, new=down)");
    }

    #[test]
    fn what_does_not_fit_is_named() {
        let says = |text: &str, part: &str| {
            let fault = bind(text).unwrap_err();
            assert!(fault.contains(part), "{fault}");
        };
        says("x", "needs its knob `t`");
        says("x(0)", "`t` cannot be 0: it takes a whole number, 1 to 9");
        says("x(2.5)", "`t` cannot be 2.5");
        says("x(4, 2)", "`a` cannot be 2: it takes a number, 0 to 1");
        says("x(4, way=dwon)", "did you mean `down`?");
        says("x(4, wya=up)", "did you mean `way`?");
        says("x(4, t=5)", "`t` is set twice");
        says("x(1, 1, up, 3)", "has no more knobs");
    }
}
