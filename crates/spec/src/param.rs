//! Declared parameters: every entry of the registry declares its parameters, and the same declaration
//! checks a spec, prints `list`, makes the JSON schema and determines the identity that results are
//! stored under.

use crate::source::{Diagnostic, Span, in_short};
use crate::spec::{Keyed, Literal, Spec, Value};

/// A declared parameter, set by name or by position.
#[derive(Clone, Debug, PartialEq)]
pub struct Param {
    /// Its name in specs.
    pub name: String,
    /// The kind of value it takes.
    pub kind: ParamKind,
    /// Its default, as text; `None` means that it is required.
    pub default: Option<String>,
    /// One line that says what it does, with its unit.
    pub about: String,
    /// The identifier in stored results: its first name, which never changes.
    id: String,
    /// The neutral value, at which stored identities omit the parameter. It never changes, even if the
    /// default does.
    neutral: Option<String>,
    /// The version of the measure that it weighs.
    weighs: Option<u32>,
    /// Whether it was added after entries had versions.
    added: bool,
    /// Earlier and other common names, which are accepted too.
    pub aliases: Vec<String>,
}

impl Param {
    /// A parameter whose identifier is its name.
    pub fn new(
        name: impl Into<String>,
        kind: ParamKind,
        default: Option<&str>,
        about: impl Into<String>,
    ) -> Param {
        let name = name.into();
        Param {
            id: name.clone(),
            name,
            kind,
            default: default.map(str::to_string),
            about: about.into(),
            neutral: None,
            weighs: None,
            added: false,
            aliases: Vec::new(),
        }
    }

    /// The same with the identifier it had before it was renamed.
    #[must_use]
    pub fn known_as(mut self, id: impl Into<String>) -> Param {
        self.id = id.into();
        self
    }

    /// The same with an earlier name, which is still accepted and stays the identifier.
    #[must_use]
    pub fn formerly(mut self, name: impl Into<String>) -> Param {
        let name = name.into();
        self.id = name.clone();
        self.aliases.push(name);
        self
    }

    /// The same with other common names, which are accepted too.
    #[must_use]
    pub fn aliases<'a>(mut self, names: impl IntoIterator<Item = &'a str>) -> Param {
        self.aliases.extend(names.into_iter().map(str::to_string));
        self
    }

    /// The same with a neutral value, at which everything is as if the parameter did not exist. Stored
    /// identities omit it there, so that a new parameter does not invalidate old results.
    #[must_use]
    pub fn neutral(mut self, value: impl Into<String>) -> Param {
        self.neutral = Some(value.into());
        self
    }

    /// [`Param::neutral`] for a parameter that was added after entries had versions: identities from
    /// before do not name it either.
    #[must_use]
    pub fn added(mut self, value: impl Into<String>) -> Param {
        self.added = true;
        self.neutral(value)
    }

    /// The weight of a measure of this version.
    #[must_use]
    pub fn weighing(mut self, version: u32) -> Param {
        self.weighs = Some(version);
        self
    }

    /// Whether this is its name or an alias.
    pub fn is_named(&self, name: &str) -> bool {
        self.name == name || self.aliases.iter().any(|alias| alias == name)
    }

    fn written(&self, form: Spelling) -> String {
        match (form, self.weighs) {
            (Spelling::Names, _) => self.name.clone(),
            (Spelling::Identity, Some(version)) => format!("{}@{version}", self.id),
            _ => self.id.clone(),
        }
    }
}

/// Forms of a spec written out in full.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spelling {
    /// By names, with every parameter: for display.
    Names,
    /// By identifiers and versions, without parameters at their neutral value: the identity that
    /// results are stored under.
    Identity,
    /// By identifiers, with every parameter of that time: the identity from before entries had
    /// versions.
    Unversioned,
}

/// The kind of value that a parameter takes.
#[derive(Clone, Debug, PartialEq)]
pub enum ParamKind {
    /// A whole number in a range.
    Whole(i64, i64),
    /// A number in a range.
    Real(f64, f64),
    /// One of these words.
    Choice(Vec<String>),
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
    /// A number that is set by name and omitted where it is zero.
    Weight,
    /// Stands for a [`ParamKind::Weight`] of each measure of the game, under the measure's name.
    Weights,
    /// A quoted text that names a family of the game's measures.
    Family,
    /// A table of names and values, such as the options of an engine.
    Table,
}

impl ParamKind {
    /// One of these words.
    pub fn choice<'a>(words: impl IntoIterator<Item = &'a str>) -> ParamKind {
        ParamKind::Choice(words.into_iter().map(str::to_string).collect())
    }

    /// The kind in words, for `list` and for diagnostics.
    pub fn describe(&self) -> String {
        match self {
            &ParamKind::Whole(low, i64::MAX) => format!("a whole number from {low}"),
            ParamKind::Whole(low, high) => format!("a whole number, {low} to {high}"),
            ParamKind::Real(low, f64::INFINITY) => format!("a number from {}", in_short(*low)),
            ParamKind::Real(low, high) => {
                format!("a number, {} to {}", in_short(*low), in_short(*high))
            }
            ParamKind::Choice(words) => words.join(" | "),
            ParamKind::Text | ParamKind::Family => "a text in single quotes".into(),
            ParamKind::Measure => "a measure".into(),
            ParamKind::Evaluator => "a measure or an evaluator".into(),
            ParamKind::Agent => "an agent".into(),
            ParamKind::Network => "a network".into(),
            ParamKind::Weight => "a number".into(),
            ParamKind::Weights => "a number for each measure, by its name".into(),
            ParamKind::Table => "a table, as in {Hash: 16, Threads: 1}".into(),
        }
    }

    fn check(&self, value: &Value, param: &str) -> Result<(), Diagnostic> {
        let fits = match (self, &value.what) {
            (ParamKind::Whole(low, high), Literal::Number(n)) => {
                n.fract() == 0.0 && *n >= *low as f64 && *n <= *high as f64
            }
            (ParamKind::Real(low, high), Literal::Number(n)) => (*low..=*high).contains(n),
            (ParamKind::Choice(words), Literal::Spec(spec)) => {
                if !words.contains(&spec.name) {
                    let diagnostic =
                        Diagnostic::at(&value.span, format!("`{param}` cannot be `{}`", spec.name));
                    return Err(diagnostic.known(&spec.name, words.iter().map(String::as_str)));
                }
                spec.arguments.is_empty()
            }
            (ParamKind::Text | ParamKind::Family, Literal::Text(_)) => true,
            (ParamKind::Weight, Literal::Number(_)) | (ParamKind::Table, Literal::Table(_)) => true,
            (
                ParamKind::Measure | ParamKind::Evaluator | ParamKind::Agent | ParamKind::Network,
                Literal::Spec(_),
            ) => true,
            _ => false,
        };
        if fits {
            return Ok(());
        }
        let value_text = match value.what {
            Literal::Number(number) => value.span.number(number),
            _ => value.to_string(),
        };
        let message = format!(
            "`{param}` cannot be {value_text}: it takes {}",
            self.describe()
        );
        Err(Diagnostic::at(&value.span, message))
    }
}

/// The arguments of a spec, bound to the parameters of an entry and checked.
#[derive(Clone, Debug)]
pub struct Args {
    name: String,
    id: String,
    span: Span,
    values: Vec<(Param, Value)>,
    notes: Vec<String>,
}

impl Args {
    /// Binds a spec's arguments to parameters, by name or by position.
    pub fn bind(spec: &Spec, params: &[Param]) -> Result<Args, Diagnostic> {
        let mut values: Vec<Option<Value>> = vec![None; params.len()];
        let mut notes = Vec::new();
        let aliased = |key: &String| params.iter().position(|param| param.aliases.contains(key));
        for (position, argument) in spec.arguments.iter().enumerate() {
            let (index, span) = match &argument.key {
                Some((key, span)) => match params.iter().position(|param| param.name == *key) {
                    Some(index) => (index, span),
                    None if aliased(key).is_some() => {
                        let index = aliased(key).unwrap_or_default();
                        notes.push(renamed(key, &params[index].name));
                        (index, span)
                    }
                    None => {
                        let weighs = params.iter().any(|param| param.kind == ParamKind::Weight);
                        let message = match weighs {
                            true => format!("there is no measure `{key}` to weigh"),
                            false => format!("`{}` has no parameter `{key}`", spec.name),
                        };
                        let diagnostic = Diagnostic::at(span, message);
                        return Err(
                            diagnostic.known(key, params.iter().map(|param| param.name.as_str()))
                        );
                    }
                },
                None if params.iter().any(|param| param.kind == ParamKind::Weight) => {
                    let span = &argument.value.span;
                    let message = format!("`{}` takes its weights by name", spec.name);
                    let example = format!("as in `{}({}=1)`", spec.name, params[0].name);
                    return Err(Diagnostic::at(span, message).hint(example));
                }
                None if position < params.len() => (position, &argument.value.span),
                None => {
                    let span = &argument.value.span;
                    return Err(match params {
                        [] => Diagnostic::at(span, format!("`{}` has no parameters", spec.name)),
                        _ => {
                            let names: Vec<&str> =
                                params.iter().map(|param| param.name.as_str()).collect();
                            let diagnostic = Diagnostic::at(
                                span,
                                format!("`{}` has no more parameters", spec.name),
                            );
                            diagnostic.hint(format!("known: {}", names.join(", ")))
                        }
                    });
                }
            };
            if values[index].is_some() {
                return Err(Diagnostic::at(
                    span,
                    format!("`{}` is set twice", params[index].name),
                ));
            }
            params[index]
                .kind
                .check(&argument.value, &params[index].name)?;
            values[index] = Some(argument.value.clone());
        }
        let values = params.iter().cloned().zip(values).map(|(param, value)| {
            let value = match (value, &param.default) {
                (Some(value), _) => value,
                (None, Some(default)) => Value::parse(&Span::whole("default", default))?,
                (None, None) => {
                    let message = format!("`{}` needs its parameter `{}`", spec.name, param.name);
                    let hint = format!("{}: {}", param.name, param.kind.describe());
                    return Err(Diagnostic::at(&spec.span, message).hint(hint));
                }
            };
            Ok((param, value))
        });
        Ok(Args {
            name: spec.name.clone(),
            id: String::new(),
            span: spec.span.clone(),
            values: values.collect::<Result<_, Diagnostic>>()?,
            notes,
        })
    }

    /// The same, of an entry with this identifier and version.
    #[must_use]
    pub fn identified(mut self, id: impl Into<String>) -> Args {
        self.id = id.into();
        self
    }

    /// The same for an entry that the spec names by an alias.
    #[must_use]
    pub fn named(mut self, name: &str) -> Args {
        if self.name != name {
            self.notes.push(renamed(&self.name, name));
            self.name = name.to_string();
        }
        self
    }

    /// Notes for the user: names that have changed.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// The entry that the spec names.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The span of the spec.
    pub fn span(&self) -> &Span {
        &self.span
    }

    /// The value of a parameter, which must be declared.
    pub fn value(&self, param: &str) -> &Value {
        let found = self.values.iter().find(|(known, _)| known.name == param);
        &found.expect("the entry declares the parameter").1
    }

    /// A number. The parameter must be declared as one.
    pub fn real(&self, param: &str) -> f64 {
        match self.value(param).what {
            Literal::Number(number) => number,
            _ => unreachable!("`{param}` was checked to be a number"),
        }
    }

    /// A whole number that is not negative. The parameter must be declared as one.
    pub fn whole(&self, param: &str) -> u64 {
        self.real(param) as u64
    }

    /// A word or a nested spec. The parameter must be declared as one.
    pub fn spec(&self, param: &str) -> &Spec {
        match &self.value(param).what {
            Literal::Spec(spec) => spec,
            _ => unreachable!("`{param}` was checked to be a name"),
        }
    }

    /// A text. The parameter must be declared as one.
    pub fn text(&self, param: &str) -> &str {
        match &self.value(param).what {
            Literal::Text(text) => text,
            _ => unreachable!("`{param}` was checked to be a text"),
        }
    }

    /// The entries of a table. The parameter must be declared as one.
    pub fn table(&self, param: &str) -> &[Keyed] {
        match &self.value(param).what {
            Literal::Table(entries) => entries,
            _ => unreachable!("`{param}` was checked to be a table"),
        }
    }

    /// Replaces a text that is known only once the entry was opened.
    pub fn settle(&mut self, param: &str, text: String) {
        let found = self
            .values
            .iter_mut()
            .find(|(known, _)| known.name == param);
        found.expect("the entry declares the parameter").1.what = Literal::Text(text);
    }

    /// The spec in full, without weights of zero; `nested` writes the specs inside it. Equivalent
    /// specs give the same text.
    pub fn written(
        &self,
        form: Spelling,
        nested: impl Fn(&ParamKind, &Spec) -> Result<String, Diagnostic>,
    ) -> Result<String, Diagnostic> {
        let mut parts = Vec::new();
        for (param, value) in &self.values {
            let zero = matches!(value.what, Literal::Number(n) if n == 0.0);
            if param.kind == ParamKind::Weight && zero {
                continue;
            }
            let written = match (&value.what, &param.kind) {
                (Literal::Spec(word), ParamKind::Choice(_)) => word.name.clone(),
                (Literal::Spec(spec), kind) => nested(kind, spec)?,
                (Literal::Text(family), ParamKind::Family) => nested(
                    &ParamKind::Family,
                    &Spec {
                        name: family.clone(),
                        arguments: Vec::new(),
                        span: value.span.clone(),
                    },
                )?,
                (Literal::Table(entries), _) => {
                    let mut entries = entries.clone();
                    entries.sort_by(|a, b| a.key.cmp(&b.key));
                    Literal::Table(entries).to_string()
                }
                _ => value.to_string(),
            };
            // A spec is neutral by its name, whatever version it has by now.
            let named = match &value.what {
                Literal::Spec(spec) => spec.to_string(),
                _ => written.clone(),
            };
            let neutral = param
                .neutral
                .as_ref()
                .is_some_and(|neutral| *neutral == named);
            let named = match form {
                Spelling::Names => true,
                Spelling::Identity => !neutral,
                Spelling::Unversioned => !(neutral && param.added),
            };
            if named {
                parts.push(format!("{}={written}", param.written(form)));
            }
        }
        let entry = match form {
            Spelling::Names => self.name.as_str(),
            Spelling::Identity => &self.id,
            Spelling::Unversioned => self.id.split('@').next().unwrap_or_default(),
        };
        Ok(match parts.is_empty() {
            true => entry.to_string(),
            false => format!("{entry}({})", parts.join(", ")),
        })
    }
}

/// The note about a name that has changed.
pub fn renamed(given: &str, name: &str) -> String {
    format!("`{given}` is called `{name}`; both are read")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn params() -> Vec<Param> {
        let ways = ParamKind::choice(["up", "down"]);
        vec![
            Param::new("t", ParamKind::Whole(1, 9), None, "plies"),
            Param::new("a", ParamKind::Real(0.0, 1.0), Some("0.5"), "width"),
            Param::new("way", ways, Some("up"), "way"),
        ]
    }

    fn bind(text: &str) -> Result<String, String> {
        let spec = Spec::parse(&Span::whole("test", text)).map_err(|f| f.to_string())?;
        let args = Args::bind(&spec, &params()).map_err(|f| f.to_string())?;
        args.written(Spelling::Names, |_, spec| Ok(spec.to_string()))
            .map_err(|f| f.to_string())
    }

    #[test]
    fn specs_that_mean_the_same_are_written_the_same() {
        let all = "x(t=4, a=0.5, way=up)";
        for text in ["x(4)", "x(t=4)", "x(a=0.5, t=4.0)", "x(4, 0.5, up)"] {
            assert_eq!(bind(text).unwrap(), all);
        }
    }

    /// A parameter that is added later changes no stored identity.
    #[test]
    fn added_parameters_are_left_out_where_they_are_neutral() {
        let way = ParamKind::choice(["up", "down"]);
        let params = [
            Param::new("old", way.clone(), Some("up"), "way").neutral("up"),
            Param::new("new", way, Some("up"), "way").added("up"),
        ];
        let written = |text: &str, form| {
            let spec = Spec::parse(&Span::whole("test", text)).unwrap();
            let args = Args::bind(&spec, &params).unwrap().identified("x@1");
            args.written(form, |_, spec| Ok(spec.to_string())).unwrap()
        };
        assert_eq!(written("x", Spelling::Names), "x(old=up, new=up)");
        assert_eq!(written("x", Spelling::Identity), "x@1");
        assert_eq!(written("x", Spelling::Unversioned), "x(old=up)");
        let turned = written("x(new=down)", Spelling::Unversioned);
        assert_eq!(turned, "x(old=up, new=down)");
    }

    /// A parameter that was renamed is shown by its name and stored under its identifier.
    #[test]
    fn names_are_shown_and_identifiers_are_stored() {
        let params = [Param::new("seeding", ParamKind::Whole(1, 9), None, "way").formerly("sow")];
        let written = |text: &str, form| {
            let spec = Spec::parse(&Span::whole("test", text)).unwrap();
            let args = Args::bind(&spec, &params).unwrap().identified("rolling@1");
            args.named("rhea")
                .written(form, |_, spec| Ok(spec.to_string()))
                .unwrap()
        };
        for text in ["rhea(seeding=3)", "rhea(sow=3)", "rhea(3)"] {
            assert_eq!(written(text, Spelling::Names), "rhea(seeding=3)");
            assert_eq!(written(text, Spelling::Identity), "rolling@1(sow=3)");
            assert_eq!(written(text, Spelling::Unversioned), "rolling(sow=3)");
        }
    }

    /// A common name of a parameter is read with a note and changes no identity.
    #[test]
    fn aliases_are_read_and_stored_under_the_identifier() {
        let param = Param::new("t", ParamKind::Whole(1, 9), None, "plies");
        let params = [param.aliases(["depth", "plies"])];
        let bound = |text: &str| {
            let spec = Spec::parse(&Span::whole("test", text)).unwrap();
            Args::bind(&spec, &params)
        };
        for text in ["x(t=3)", "x(depth=3)", "x(plies=3)"] {
            let args = bound(text).unwrap().identified("x@1");
            assert_eq!(
                args.notes().len(),
                usize::from(!text.contains("t=3")),
                "{text}"
            );
            let identity = args.written(Spelling::Identity, |_, spec| Ok(spec.to_string()));
            assert_eq!(identity.unwrap(), "x@1(t=3)", "{text}");
        }
        let twice = bound("x(depth=3, t=4)").unwrap_err().to_string();
        assert!(twice.contains("`t` is set twice"), "{twice}");
    }

    #[test]
    fn what_does_not_fit_is_named() {
        let says = |text: &str, part: &str| {
            let diagnostic = bind(text).unwrap_err();
            assert!(diagnostic.contains(part), "{diagnostic}");
        };
        says("x", "needs its parameter `t`");
        says("x(0)", "`t` cannot be 0: it takes a whole number, 1 to 9");
        says("x(2.5)", "`t` cannot be 2.5");
        says("x(4, 2)", "`a` cannot be 2: it takes a number, 0 to 1");
        says("x(4, way=dwon)", "did you mean `down`?");
        says("x(4, wya=up)", "did you mean `way`?");
        says("x(4, t=5)", "`t` is set twice");
        says("x(1, 1, up, 3)", "has no more parameters");
    }
}
