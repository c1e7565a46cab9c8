//! Tuners by name, and as specs name them: `rspsa(eta_plus=1.2)`.

use super::{NameTaken, Registry};
use ludometer_spec::source::{Diagnostic, Span};
use ludometer_spec::spec::{Argument, Literal, Spec, Value};
use ludometer_tune::{Domain, Error, Setting, Settings, TunerEntry, TunerKind};
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

/// Why a tuner is not registered.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum TunerRefused {
    /// Its name, or that of one of its presets, is taken.
    #[error(transparent)]
    NameTaken(#[from] NameTaken),
    /// Its declaration is invalid.
    #[error(transparent)]
    Declared(#[from] Error),
}

/// A tuner with its settings, as a spec names it. Its text is a spec that names the same one, with
/// the settings that are not those of its name.
#[derive(Clone)]
pub struct NamedTuner {
    entry: TunerEntry,
    name: String,
    settings: Settings,
    kind: Arc<dyn TunerKind>,
}

impl Registry {
    /// Every tuner.
    pub fn tuners(&self) -> &[TunerEntry] {
        &self.tuners
    }

    /// Adds a tuner. A name that another tuner or a preset has is refused, and so is a declaration
    /// that [`TunerEntry::check`] refuses.
    pub fn tuner(&mut self, entry: TunerEntry) -> Result<(), TunerRefused> {
        entry.check()?;
        for known in &self.tuners {
            let mut names = entry.names();
            if let Some(name) = names.find(|name| known.names().any(|known| known == *name)) {
                let taken = NameTaken::name("tuner", &entry.name, name, &known.name);
                return Err(TunerRefused::NameTaken(taken));
            }
        }
        self.tuners.push(entry);
        Ok(())
    }

    /// Puts a tuner in the place of the one with its name, whose presets go as well, or adds it.
    pub fn replace_tuner(&mut self, entry: TunerEntry) -> Result<(), TunerRefused> {
        let index = self.tuners.iter().position(|old| old.name == entry.name);
        let old = index.map(|index| (index, self.tuners.remove(index)));
        let added = self.tuner(entry);
        match (&added, old) {
            (Ok(()), Some((index, _))) => {
                let last = self.tuners.len() - 1;
                self.tuners[index..=last].rotate_right(1);
            }
            (Err(_), Some((index, old))) => self.tuners.insert(index, old),
            (_, None) => {}
        }
        added
    }

    /// The tuner that a spec names, with its settings.
    pub fn open_tuner(&self, spec: &Spec) -> Result<NamedTuner, Diagnostic> {
        let named = |entry: &&TunerEntry| entry.names().any(|name| name == spec.name);
        let Some(entry) = self.tuners.iter().find(named) else {
            let message = format!("there is no tuner `{}`", spec.name);
            let known = self.tuners.iter().flat_map(TunerEntry::names);
            return Err(Diagnostic::at(&name_of(spec), message).known(&spec.name, known));
        };
        let refused = |error: Error| Diagnostic::at(&spec.span, error.to_string());
        let mut settings = entry.preset_settings(&spec.name).map_err(refused)?;
        let mut given: Vec<Option<&Span>> = vec![None; entry.settings.len()];
        for (position, argument) in spec.arguments.iter().enumerate() {
            let (index, span) = bound(spec, argument, position, &settings)?;
            if given[index].is_some() {
                let name = &entry.settings[index].name;
                return Err(Diagnostic::at(span, format!("`{name}` is set twice")));
            }
            given[index] = Some(&argument.value.span);
            let setting = &entry.settings[index];
            let value = taken(&argument.value, setting)?;
            settings
                .set(&spec.name, &setting.name, value)
                .map_err(|error| diagnostic(&error, &argument.value.span))?;
        }
        let kind = entry.make(&settings).map_err(|error| {
            // The offender, where it was written; else the settings do not suit each other.
            let offender = match &error {
                Error::Setting { setting, .. } => settings.position(setting),
                _ => None,
            };
            let span = offender.and_then(|index| given[index]);
            diagnostic(&error, span.unwrap_or(&spec.span))
        })?;
        Ok(NamedTuner {
            entry: entry.clone(),
            name: spec.name.clone(),
            settings,
            kind,
        })
    }
}

impl NamedTuner {
    /// What makes and restores tuners.
    pub fn kind(&self) -> &Arc<dyn TunerKind> {
        &self.kind
    }

    /// The name in the spec: of the tuner, or of one of its presets.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Every setting, with its value as the default.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The same with other settings.
    pub fn with(&self, settings: Settings) -> Result<NamedTuner, Error> {
        Ok(NamedTuner {
            kind: self.entry.make(&settings)?,
            settings,
            ..self.clone()
        })
    }
}

impl fmt::Display for NamedTuner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        let own = self.entry.preset_settings(&self.name);
        let own = own.as_ref().map_or(&[][..], Settings::declared);
        let mut written = false;
        for (own, setting) in own.iter().zip(self.settings.declared()) {
            if own.default != setting.default {
                f.write_str(if written { ", " } else { "(" })?;
                write!(f, "{}={}", setting.name, setting.default)?;
                written = true;
            }
        }
        f.write_str(if written { ")" } else { "" })
    }
}

/// Where the name of a spec stands.
fn name_of(spec: &Spec) -> Span {
    match spec.span.text().starts_with(&spec.name) {
        true => spec.span.part(0..spec.name.len()),
        // Escapes shifted the text against its source.
        false => spec.span.clone(),
    }
}

/// Which setting an argument is for, by name or by position, and where that is said.
fn bound<'a>(
    spec: &Spec,
    argument: &'a Argument,
    position: usize,
    settings: &Settings,
) -> Result<(usize, &'a Span), Diagnostic> {
    let names = || settings.declared().iter().map(|setting| &*setting.name);
    match &argument.key {
        Some((key, span)) => match settings.position(key) {
            Some(index) => Ok((index, span)),
            None => {
                let message = format!("`{}` has no setting `{key}`", spec.name);
                Err(Diagnostic::at(span, message).known(key, names()))
            }
        },
        None if position < settings.declared().len() => Ok((position, &argument.value.span)),
        None => {
            let message = format!("`{}` has no more settings", spec.name);
            let names: Vec<&str> = names().collect();
            let diagnostic = Diagnostic::at(&argument.value.span, message);
            Err(match names.is_empty() {
                true => diagnostic.hint("omit the brackets"),
                false => diagnostic.hint(format!("known: {}", names.join(", "))),
            })
        }
    }
}

/// The value that is written, in the words of tuners.
fn taken(
    value: &Value,
    setting: &Setting,
) -> Result<ludometer_tune::SettingValue<'static>, Diagnostic> {
    use ludometer_tune::SettingValue as Given;
    match &value.what {
        Literal::Number(number) => Ok(Given::Real(*number)),
        Literal::Spec(word) if word.arguments.is_empty() => {
            let words: Vec<&str> = match &setting.domain {
                Domain::Flag => vec!["true", "false"],
                Domain::Choice(words) => words.iter().map(|word| &**word).collect(),
                _ => return Ok(Given::Word(Cow::Owned(word.name.clone()))),
            };
            if !words.contains(&&*word.name) {
                let message = format!("`{}` cannot be `{}`", setting.name, word.name);
                return Err(Diagnostic::at(&value.span, message).known(&word.name, words));
            }
            Ok(match setting.domain {
                Domain::Flag => Given::Flag(word.name == "true"),
                _ => Given::Word(Cow::Owned(word.name.clone())),
            })
        }
        _ => {
            let (name, domain) = (&setting.name, &setting.domain);
            let message = format!("`{name}` cannot be {value}: it must be {domain}");
            Err(Diagnostic::at(&value.span, message))
        }
    }
}

/// What a tuner has against a value, in the words that every spec is refused with.
fn diagnostic(error: &Error, span: &Span) -> Diagnostic {
    let message = match error {
        Error::Setting {
            setting,
            value,
            right,
        } => format!("`{setting}` cannot be {value}: it must be {right}"),
        other => other.to_string(),
    };
    Diagnostic::at(span, message)
}
