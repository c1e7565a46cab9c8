//! Every tuner by name: kinds with settings that can be given, and presets of them.

use crate::Error;
use crate::ascent::{Ascent, AscentSettings};
use crate::clop::{Clop, ClopSettings};
use crate::cma_es::{CmaEs, CmaEsSettings};
use crate::entry::TunerEntry;
use crate::method::Method;
use crate::ntbea::{Ntbea, NtbeaSettings};
use crate::pairs::Sampling;
use crate::random_search::{RandomSearch, RandomSearchSettings};
use crate::resilient::{Resilient, ResilientSettings};
use crate::rprop::RpropSettings;
use crate::rule::Rule;
use crate::setting::{Setting, SettingValue, Settings};

/// A kind of tuner, and how it is made from values of its settings.
struct KindEntry {
    name: &'static str,
    /// What the identity of its tuners begins with, and their version.
    id: (&'static str, u32),
    about: &'static str,
    settings: &'static [&'static [Setting]],
    make: fn(&Settings) -> Method,
}

/// A kind with other defaults.
struct Preset {
    name: &'static str,
    about: &'static str,
    kind: &'static str,
    values: &'static [(&'static str, SettingValue<'static>)],
}

static KIND: [KindEntry; 10] = [
    KindEntry {
        name: "default",
        id: ("resilient", Resilient::VERSION),
        about: "resilient duels with measured scales: nothing to guess",
        settings: &[ResilientSettings::DECLARED],
        make: |settings| Method::Resilient(ResilientSettings::of(settings)),
    },
    KindEntry {
        name: "spsa",
        id: ("ascent", Ascent::VERSION),
        about: "SPSA with Spall's gains",
        settings: &[Rule::SPALL, Sampling::DECLARED, AscentSettings::DECLARED],
        make: |settings| ascent(Sampling::of, Rule::spall, settings),
    },
    KindEntry {
        name: "spsa-fishtest",
        id: ("ascent", Ascent::VERSION),
        about: "SPSA with fishtest's schedule",
        settings: &[Rule::FISHTEST, Sampling::DECLARED, AscentSettings::DECLARED],
        make: |settings| ascent(Sampling::of, Rule::fishtest, settings),
    },
    KindEntry {
        name: "spsa-adam",
        id: ("ascent", Ascent::VERSION),
        about: "SPSA with steps by Adam",
        settings: &[Rule::ADAM, Sampling::ADAM, AscentSettings::DECLARED],
        make: |settings| ascent(Sampling::of, Rule::adam, settings),
    },
    KindEntry {
        name: "rspsa",
        id: ("ascent", Ascent::VERSION),
        about: "RSPSA: all coordinates at once, steps by RPROP",
        settings: &[
            RpropSettings::DECLARED,
            Rule::RPROP,
            Sampling::RSPSA,
            AscentSettings::DECLARED,
        ],
        make: |settings| ascent(Sampling::rspsa, Rule::rprop, settings),
    },
    KindEntry {
        name: "fdsa",
        id: ("ascent", Ascent::VERSION),
        about: "FDSA: one coordinate at a time, steps by RPROP",
        settings: &[
            RpropSettings::DECLARED,
            Rule::RPROP,
            Sampling::FDSA,
            AscentSettings::DECLARED,
        ],
        make: |settings| ascent(Sampling::fdsa, Rule::rprop, settings),
    },
    KindEntry {
        name: "cma-es",
        id: ("cma-es", CmaEs::VERSION),
        about: "CMA-ES",
        settings: &[CmaEsSettings::DECLARED],
        make: |settings| Method::CmaEs(CmaEsSettings::of(settings)),
    },
    KindEntry {
        name: "clop",
        id: ("clop", Clop::VERSION),
        about: "CLOP: a quadratic regression over all games, narrowed to what wins",
        settings: &[ClopSettings::DECLARED],
        make: |settings| Method::Clop(ClopSettings::of(settings)),
    },
    KindEntry {
        name: "ntbea",
        id: ("ntbea", Ntbea::VERSION),
        about: "NTBEA: bandits over levels of parameters and of pairs of them",
        settings: &[NtbeaSettings::DECLARED],
        make: |settings| Method::Ntbea(NtbeaSettings::of(settings)),
    },
    KindEntry {
        name: "random",
        id: ("random-search", RandomSearch::VERSION),
        about: "random search",
        settings: &[RandomSearchSettings::DECLARED],
        make: |settings| Method::RandomSearch(RandomSearchSettings::of(settings)),
    },
];

fn ascent(
    sampling: fn(&Settings) -> Sampling,
    rule: fn(&Settings) -> Rule,
    settings: &Settings,
) -> Method {
    let (sampling, rule) = (sampling(settings), rule(settings));
    Method::Ascent(AscentSettings::of(sampling, rule, settings))
}

type Row = [(&'static str, SettingValue<'static>); 7];

/// η⁺, η⁻, δ₀, 1 / ρ and the batch size of Tables 1 and 2 of Kocsis, Szepesvári and Winands; δ⁻ =
/// 1e-3 and δ⁺ = 1 throughout. The store of scenarios belongs to section 5.1 and, as "the same
/// enhancements", to 5.2.
const fn published(eta: [f64; 2], delta0: f64, over_rho: f64, batch: [u32; 2], reuse: bool) -> Row {
    [
        ("eta_plus", SettingValue::Real(eta[0])),
        ("eta_minus", SettingValue::Real(eta[1])),
        ("delta0", SettingValue::Real(delta0)),
        ("rho", SettingValue::Real(1.0 / over_rho)),
        ("perturbations", SettingValue::Whole(batch[0])),
        ("scenarios", SettingValue::Whole(batch[1])),
        ("reuse", SettingValue::Flag(reuse)),
    ]
}

static PRESET: [Preset; 15] = [
    Preset {
        name: "default",
        about: "resilient duels with measured scales: nothing to guess",
        kind: "default",
        values: &[],
    },
    Preset {
        name: "spsa",
        about: "SPSA with Spall's gains",
        kind: "spsa",
        values: &[],
    },
    Preset {
        name: "spsa-fishtest",
        about: "SPSA with fishtest's schedule: c_end 0.1, r_end 0.002",
        kind: "spsa-fishtest",
        values: &[],
    },
    Preset {
        name: "spsa-adam",
        about: "SPSA with steps by Adam",
        kind: "spsa-adam",
        values: &[],
    },
    Preset {
        name: "rspsa-om",
        about: "RSPSA as published for the opponent model (Table 1)",
        kind: "rspsa",
        values: &published([1.1, 0.85], 0.01, 1.0, [40, 250], true),
    },
    Preset {
        name: "rspsa-ef",
        about: "RSPSA as published for the evaluation function (Table 1)",
        kind: "rspsa",
        values: &published([1.2, 0.8], 0.05, 0.7, [100, 100], true),
    },
    Preset {
        name: "rspsa-pol",
        about: "RSPSA as published for the policy (Table 1)",
        kind: "rspsa",
        values: &published([1.1, 0.9], 0.01, 0.3, [100, 100], true),
    },
    Preset {
        name: "rspsa-gr",
        about: "RSPSA as published for game results (Table 2)",
        kind: "rspsa",
        values: &published([1.2, 0.8], 0.005, 0.7, [500, 1], false),
    },
    Preset {
        name: "rspsa-ms",
        about: "RSPSA as published for move scores (Table 2)",
        kind: "rspsa",
        values: &published([1.2, 0.8], 0.005, 0.7, [5000, 1], false),
    },
    Preset {
        name: "rspsa-drift",
        about: "RSPSA with steps that do not shrink in noise, averaged",
        kind: "rspsa",
        values: &[
            ("eta_plus", SettingValue::Real(1.05)),
            ("eta_minus", SettingValue::Real(0.96)),
            ("delta0", SettingValue::Real(0.02)),
            ("rho", SettingValue::Real(4.0)),
            ("perturbations", SettingValue::Whole(100)),
            ("scenarios", SettingValue::Whole(1)),
            ("mirrored", SettingValue::Flag(true)),
            ("reuse", SettingValue::Flag(false)),
            ("average", SettingValue::Real(0.3)),
        ],
    },
    Preset {
        name: "fdsa-om",
        about: "FDSA with RPROP as published for the opponent model (Table 1)",
        kind: "fdsa",
        values: &[
            ("eta_plus", SettingValue::Real(1.1)),
            ("eta_minus", SettingValue::Real(0.85)),
            ("delta0", SettingValue::Real(0.01)),
            ("rho", SettingValue::Real(1.0)),
            ("scenarios", SettingValue::Whole(1500)),
            ("reuse", SettingValue::Flag(true)),
        ],
    },
    Preset {
        name: "cma-es",
        about: "CMA-ES with its default population",
        kind: "cma-es",
        values: &[],
    },
    Preset {
        name: "clop",
        about: "CLOP with H = 3",
        kind: "clop",
        values: &[],
    },
    Preset {
        name: "ntbea",
        about: "NTBEA with 11 levels a number",
        kind: "ntbea",
        values: &[],
    },
    Preset {
        name: "random",
        about: "random search",
        kind: "random",
        values: &[],
    },
];

/// The presets of [`Method::named`], and what they stand for.
pub const METHODS: [(&str, &str); PRESET.len()] = {
    let mut names = [("", ""); PRESET.len()];
    let mut index = 0;
    while index < names.len() {
        names[index] = (PRESET[index].name, PRESET[index].about);
        index += 1;
    }
    names
};

/// The kinds of tuners that presets are of, and what they stand for. Each is a name of
/// [`Method::named`] as well, with its defaults.
pub const KINDS: [(&str, &str); KIND.len()] = {
    let mut names = [("", ""); KIND.len()];
    let mut index = 0;
    while index < names.len() {
        names[index] = (KIND[index].name, KIND[index].about);
        index += 1;
    }
    names
};

/// The kind of this name and its settings; of a preset, with its values in the places of defaults.
fn find(name: &str) -> Result<(&'static KindEntry, Settings), Error> {
    let preset = PRESET.iter().find(|preset| preset.name == name);
    let of = preset.map_or(name, |preset| preset.kind);
    let Some(kind) = KIND.iter().find(|kind| kind.name == of) else {
        return Err(Error::Method {
            name: name.to_string(),
            known: names().join(", "),
        });
    };
    let mut settings = Settings::new(&kind.settings.concat());
    for (setting, value) in preset.map_or(&[][..], |preset| preset.values) {
        settings.set(name, setting, value.clone())?;
    }
    Ok((kind, settings))
}

/// Presets, and kinds that have no preset of their name.
fn names() -> Vec<&'static str> {
    let mut names: Vec<&str> = METHODS.iter().map(|(name, _)| *name).collect();
    for (kind, _) in KINDS {
        if !names.contains(&kind) {
            names.push(kind);
        }
    }
    names
}

impl Method {
    /// The preset or the kind of this name, with its own settings.
    pub fn named(name: &str) -> Result<Method, Error> {
        Method::with::<f64>(name, &[])
    }

    /// The same with these settings.
    ///
    /// ```
    /// use ludometer_tune::{Method, SettingValue};
    ///
    /// let method = Method::with("rspsa-om", &[("eta_plus", 1.2), ("perturbations", 100.0)])?;
    /// let other = Method::with("spsa", &[("a", SettingValue::Real(0.1)), ("mirrored", false.into())])?;
    /// let fault = Method::with("rspsa", &[("eta_plus", 0.9)]).unwrap_err().to_string();
    /// assert_eq!(fault, "setting `eta_plus` is 0.9: it must be a number above 1");
    /// # Ok::<(), ludometer_tune::Error>(())
    /// ```
    pub fn with<'a, Given>(name: &str, values: &[(&str, Given)]) -> Result<Method, Error>
    where
        Given: Clone + Into<SettingValue<'a>>,
    {
        let (kind, mut settings) = find(name)?;
        for (index, (setting, value)) in values.iter().enumerate() {
            let at = settings.position(setting);
            let same = |before: &str| at.is_some() && settings.position(before) == at;
            if values[..index].iter().any(|(before, _)| same(before)) {
                let setting = setting.to_string();
                return Err(Error::Twice { setting });
            }
            settings.set(name, setting, value.clone())?;
        }
        kind.method(&settings)
    }

    /// The settings of a preset or a kind, with the defaults under this name.
    pub fn settings(name: &str) -> Result<Vec<Setting>, Error> {
        let (_, settings) = find(name)?;
        Ok(settings.declared().to_vec())
    }
}

/// Every tuner that is here, with its settings and its presets, for a registry.
pub fn tuners() -> Vec<TunerEntry> {
    KIND.iter().map(KindEntry::entry).collect()
}

impl KindEntry {
    fn method(&self, settings: &Settings) -> Result<Method, Error> {
        let method = (self.make)(settings);
        method.check()?;
        Ok(method)
    }

    fn entry(&'static self) -> TunerEntry {
        let (word, version) = self.id;
        let id = format!("{word}@{version}");
        let entry = TunerEntry::new(self.name, &id, self.about, |settings| self.method(settings));
        // The kind's own name stands for its defaults already.
        let presets = PRESET.iter().filter(|preset| preset.kind == self.name);
        presets
            .filter(|preset| preset.name != self.name)
            .fold(entry.settings(&self.settings.concat()), |entry, preset| {
                entry.preset(preset.name, preset.about, preset.values)
            })
    }
}
