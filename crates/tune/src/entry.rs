//! A tuner that can be named: what a registry holds, a plan names with its settings, and a list shows.

use crate::Error;
use crate::setting::{Domain, Setting, SettingValue, Settings};
use crate::tuner::TunerKind;
use std::collections::BTreeSet;
use std::fmt;
use std::ops::Bound;
use std::sync::Arc;

/// Makes a tuner from values of its settings. Refuses values that do not suit each other.
type Make = Arc<dyn Fn(&Settings) -> Result<Arc<dyn TunerKind>, Error> + Send + Sync>;

/// A tuner that a plan may name.
///
/// ```
/// use ludometer_tune::{
///     Domain, RandomSearchSettings, Setting, SettingValue, TunerEntry, TunerKind,
/// };
///
/// let default = SettingValue::Whole(10);
/// let wide = Setting::new("wide", Domain::COUNT, default, "candidates in a batch");
/// let entry = TunerEntry::new("rarely", "random-search@1", "few candidates", |settings| {
///     let candidates = settings.whole("wide");
///     Ok(RandomSearchSettings { candidates, scenarios: 4 })
/// });
/// let entry = entry.settings(&[wide]).preset("rarest", "one candidate", &[("wide", 1.into())]);
/// entry.check()?;
/// let rarest = entry.preset_settings("rarest")?;
/// let made = entry.make(&rarest)?;
/// assert_eq!(made.identity(), "random-search@1(candidates=1, scenarios=4)");
/// # Ok::<(), ludometer_tune::Error>(())
/// ```
#[derive(Clone)]
pub struct TunerEntry {
    /// The name.
    pub name: String,
    /// What the identity of its tuners begins with: an identifier that no renaming changes, and behind
    /// `@` a version that is raised when their proposals change.
    pub id: String,
    /// One line that says what it is.
    pub about: String,
    /// The settings, with their defaults.
    pub settings: Vec<Setting>,
    /// Presets: further names, with other values of its settings.
    pub presets: Vec<Preset>,
    make: Make,
}

/// A named tuner with other defaults.
#[derive(Clone, Debug, PartialEq)]
pub struct Preset {
    /// The name.
    pub name: String,
    /// One line that says what it is.
    pub about: String,
    /// The values that differ from the defaults, or are to stay if those change.
    pub values: Vec<(String, SettingValue<'static>)>,
}

impl fmt::Debug for TunerEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut entry = f.debug_struct("TunerEntry");
        entry.field("name", &self.name).field("id", &self.id);
        entry.finish_non_exhaustive()
    }
}

impl TunerEntry {
    /// A tuner without settings and presets. `make` is given a value for every setting, and refuses
    /// those that do not suit each other.
    pub fn new<K: TunerKind + 'static>(
        name: &str,
        id: &str,
        about: &str,
        make: impl Fn(&Settings) -> Result<K, Error> + Send + Sync + 'static,
    ) -> TunerEntry {
        TunerEntry {
            name: name.to_string(),
            id: id.to_string(),
            about: about.to_string(),
            settings: Vec::new(),
            presets: Vec::new(),
            make: Arc::new(move |settings| Ok(Arc::new(make(settings)?))),
        }
    }

    /// With these settings.
    #[must_use]
    pub fn settings(mut self, settings: &[Setting]) -> TunerEntry {
        self.settings = settings.to_vec();
        self
    }

    /// With one more preset.
    #[must_use]
    pub fn preset(
        mut self,
        name: &str,
        about: &str,
        values: &[(&str, SettingValue<'static>)],
    ) -> TunerEntry {
        let values = values.iter();
        self.presets.push(Preset {
            name: name.to_string(),
            about: about.to_string(),
            values: values
                .map(|(name, value)| (name.to_string(), value.clone()))
                .collect(),
        });
        self
    }

    /// Its own name, and those of its presets.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let presets = self.presets.iter().map(|preset| &*preset.name);
        std::iter::once(&*self.name).chain(presets)
    }

    /// The settings as its own name or that of a preset has them.
    pub fn preset_settings(&self, name: &str) -> Result<Settings, Error> {
        let mut settings = Settings::new(&self.settings);
        if name == self.name {
            return Ok(settings);
        }
        let Some(preset) = self.presets.iter().find(|preset| preset.name == name) else {
            let known: Vec<&str> = self.names().collect();
            return Err(Error::Method {
                name: name.to_string(),
                known: known.join(", "),
            });
        };
        for (setting, value) in &preset.values {
            settings.set(name, setting, value.clone())?;
        }
        Ok(settings)
    }

    /// The tuner with these settings.
    pub fn make(&self, settings: &Settings) -> Result<Arc<dyn TunerKind>, Error> {
        (self.make)(settings)
    }

    /// Refuses a declaration by which a tuner could not be named in a plan or distinguished from
    /// another: names that a spec cannot have, defaults or presets that its own domains refuse, an
    /// identity that does not begin with `id`, and settings that the identity omits. Runs are stored
    /// under the identity, so a setting that is missing there would mix up two runs.
    pub fn check(&self) -> Result<(), Error> {
        let words = self.settings.iter().flat_map(|setting| {
            let words = match &setting.domain {
                Domain::Choice(words) => &words[..],
                _ => &[],
            };
            std::iter::once(&setting.name).chain(words)
        });
        for name in self.names().chain(words.map(|word| &**word)) {
            if !is_name(name) {
                let wrong = format!("`{name}` cannot be written in a plan");
                let right = "begin with a letter, and go on with letters, digits, `-` and `_`";
                return Err(self.wrong(wrong, right));
            }
        }
        let mut names = BTreeSet::new();
        if let Some(twice) = self.names().find(|name| !names.insert(*name)) {
            let wrong = format!("the name `{twice}` is there twice");
            return Err(self.wrong(wrong, "give every preset a name of its own"));
        }
        let declared = Settings::new(&self.settings);
        for (index, setting) in self.settings.iter().enumerate() {
            if declared.position(&setting.name) != Some(index) {
                let wrong = format!("there are two settings `{}`", setting.name);
                let right = "give every setting a name of its own; `-` and `_` are the same";
                return Err(self.wrong(wrong, right));
            }
            if setting.take(setting.default.clone())? != setting.default {
                let (name, default) = (&setting.name, &setting.default);
                let wrong = format!("the default {default} of `{name}` is of another kind");
                return Err(self.wrong(wrong, "declare a default of the kind of the domain"));
            }
        }
        for name in self.names() {
            let identity = self.make(&self.preset_settings(name)?)?.identity();
            let rest = identity.strip_prefix(&*self.id);
            if !rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('(')) {
                let wrong = format!("the identity `{identity}` is not of `{}`", self.id);
                let right = "an identity is the id, with the settings in brackets";
                return Err(self.wrong(wrong, right));
            }
        }
        self.tells_settings()
    }

    /// Refuses a setting whose value makes no difference to the identity.
    fn tells_settings(&self) -> Result<(), Error> {
        let own = self.make(&Settings::new(&self.settings))?.identity();
        for setting in &self.settings {
            let mut tried = others(setting).into_iter().filter_map(|value| {
                let mut settings = Settings::new(&self.settings);
                settings.set(&self.name, &setting.name, value).ok()?;
                // What does not suit the other settings says nothing of this one.
                Some(self.make(&settings).ok()?.identity())
            });
            if tried.next().is_some_and(|identity| identity == own) {
                let wrong = format!("its identity does not tell the setting `{}`", setting.name);
                let right = "write every setting into the identity: runs are kept under it";
                return Err(self.wrong(wrong, right));
            }
        }
        Ok(())
    }

    fn wrong(&self, wrong: String, right: &'static str) -> Error {
        Error::Entry {
            name: self.name.clone(),
            wrong,
            right,
        }
    }
}

/// Whether a spec can have it as a name.
fn is_name(text: &str) -> bool {
    let mut signs = text.chars();
    signs.next().is_some_and(char::is_alphabetic)
        && signs.all(|sign| sign.is_alphanumeric() || matches!(sign, '-' | '_'))
}

/// Values of the domain other than the default: near it, so that they suit the other settings.
fn others(setting: &Setting) -> Vec<SettingValue<'static>> {
    let values = match (&setting.domain, &setting.default) {
        (Domain::Whole(low, high), SettingValue::Whole(number)) => {
            let near = [number.saturating_add(1), number.saturating_sub(1)];
            let far = [number.saturating_add(4), *low, *high];
            near.into_iter()
                .chain(far)
                .map(SettingValue::Whole)
                .collect()
        }
        (Domain::Real(low, high), SettingValue::Real(number)) => {
            let ends = [low, high].into_iter().filter_map(|end| match end {
                Bound::Included(end) => Some(*end),
                Bound::Excluded(end) => Some((end + number) / 2.0),
                Bound::Unbounded => None,
            });
            let near = [number * 0.9995, number * 1.0005, number + 0.001];
            near.into_iter()
                .chain(ends)
                .map(SettingValue::Real)
                .collect()
        }
        (Domain::Flag, SettingValue::Flag(flag)) => vec![SettingValue::Flag(!flag)],
        (Domain::Choice(words), _) => words.iter().cloned().map(SettingValue::Word).collect(),
        _ => Vec::new(),
    };
    let other = |value: &SettingValue<'_>| *value != setting.default;
    let fits = |value: &SettingValue<'_>| setting.take(value.clone()).is_ok();
    let values: Vec<SettingValue<'static>> = values;
    values.into_iter().filter(|v| other(v) && fits(v)).collect()
}
