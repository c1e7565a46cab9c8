//! Every tuner by name, with its settings.

use crate::Error;
use crate::ascent::AscentSettings;
use crate::cma_es::CmaEsSettings;
use crate::pairs::{Directions, Sampling};
use crate::random_search::RandomSearchSettings;
use crate::resilient::ResilientSettings;
use crate::rprop::RpropSettings;
use crate::rule::Rule;
use crate::run::Task;
use crate::saved::Saved;
use crate::tuner::{Tuner, TunerKind};

/// How to tune.
#[derive(Clone, Debug, PartialEq)]
pub enum Method {
    /// The default: no scale to guess.
    Resilient(ResilientSettings),
    /// SPSA, RSPSA, FDSA.
    Ascent(AscentSettings),
    /// CMA-ES.
    CmaEs(CmaEsSettings),
    /// Random search.
    RandomSearch(RandomSearchSettings),
}

impl Default for Method {
    fn default() -> Method {
        Method::Resilient(ResilientSettings::default())
    }
}

/// The names of [`Method::named`], and what they stand for.
pub const METHODS: [(&str, &str); 13] = [
    (
        "default",
        "resilient duels with measured scales: nothing to guess",
    ),
    ("spsa", "SPSA with Spall's gains"),
    (
        "spsa-fishtest",
        "SPSA with fishtest's schedule: c_end 0.1, r_end 0.002",
    ),
    ("spsa-adam", "SPSA with steps by Adam"),
    (
        "rspsa-om",
        "RSPSA as published for the opponent model (Table 1)",
    ),
    (
        "rspsa-ef",
        "RSPSA as published for the evaluation function (Table 1)",
    ),
    ("rspsa-pol", "RSPSA as published for the policy (Table 1)"),
    ("rspsa-gr", "RSPSA as published for game results (Table 2)"),
    ("rspsa-ms", "RSPSA as published for move scores (Table 2)"),
    (
        "rspsa-drift",
        "RSPSA with steps that do not shrink in noise, averaged",
    ),
    (
        "fdsa-om",
        "FDSA with RPROP as published for the opponent model (Table 1)",
    ),
    ("cma-es", "CMA-ES with its default population"),
    ("random", "random search"),
];

impl Method {
    /// The method of this name with its own settings.
    pub fn named(name: &str) -> Result<Method, Error> {
        // η⁺, η⁻, δ₀, 1 / ρ and the batch size of Tables 1 and 2; δ⁻ = 1e-3 and δ⁺ = 1 throughout.
        // The store of scenarios belongs to section 5.1 and, as "the same enhancements", to 5.2.
        let published =
            |eta: (f64, f64), first, over_rho: f64, (perturbations, scenarios), reuse| {
                let steps = RpropSettings {
                    grow: eta.0,
                    shrink: eta.1,
                    first,
                    smallest: 1e-3,
                    largest: 1.0,
                };
                let rho = 1.0 / over_rho;
                let sampling = Sampling {
                    scenarios,
                    reuse,
                    ..Sampling::simultaneous(perturbations)
                };
                AscentSettings {
                    sampling,
                    rule: Rule::Rprop { steps, rho },
                    average: 0.0,
                }
            };
        let pairs = |perturbations, rule, average| AscentSettings {
            sampling: Sampling::simultaneous(perturbations).mirrored(),
            rule,
            average,
        };
        Ok(Method::Ascent(match name {
            "default" => return Ok(Method::default()),
            "cma-es" => return Ok(Method::CmaEs(CmaEsSettings::default())),
            "random" => return Ok(Method::RandomSearch(RandomSearchSettings::default())),
            "spsa" => {
                let (gain, perturbation) = (0.02, 0.25);
                pairs(1, Rule::Spall { gain, perturbation }, 0.0)
            }
            "spsa-fishtest" => {
                let (perturbation, rate) = (0.1, 0.002);
                pairs(1, Rule::Fishtest { perturbation, rate }, 0.0)
            }
            "spsa-adam" => {
                let (rate, perturbation) = (0.01, 0.2);
                pairs(10, Rule::Adam { rate, perturbation }, 0.0)
            }
            "rspsa-om" => published((1.1, 0.85), 0.01, 1.0, (40, 250), true),
            "rspsa-ef" => published((1.2, 0.8), 0.05, 0.7, (100, 100), true),
            "rspsa-pol" => published((1.1, 0.9), 0.01, 0.3, (100, 100), true),
            "rspsa-gr" => published((1.2, 0.8), 0.005, 0.7, (500, 1), false),
            "rspsa-ms" => published((1.2, 0.8), 0.005, 0.7, (5000, 1), false),
            "rspsa-drift" => {
                let mut settings = published((1.05, 0.96), 0.02, 0.25, (100, 1), false);
                settings.sampling.mirrored = true;
                settings.average = 0.3;
                settings
            }
            "fdsa-om" => {
                let mut settings = published((1.1, 0.85), 0.01, 1.0, (6, 1500), true);
                settings.sampling.directions = Directions::OneAtATime;
                settings
            }
            _ => {
                return Err(Error::Method {
                    name: name.to_string(),
                    known: METHODS.map(|(name, _)| name).join(", "),
                });
            }
        }))
    }

    /// The canonical text of the method: its kind, its version and every setting that decides what
    /// it asks or recommends. Two methods that do the same have the same text, and it changes only
    /// with what they do.
    pub fn identity(&self) -> String {
        self.kind().identity()
    }

    /// A tuner for this task.
    pub fn start(&self, task: Task) -> Result<Box<dyn Tuner>, Error> {
        self.kind().start(task)
    }

    /// A tuner that this method put away, where it was.
    pub fn restore(&self, saved: &Saved) -> Result<Box<dyn Tuner>, Error> {
        self.kind().restore(saved)
    }

    fn kind(&self) -> &dyn TunerKind {
        match self {
            Method::Resilient(settings) => settings,
            Method::Ascent(settings) => settings,
            Method::CmaEs(settings) => settings,
            Method::RandomSearch(settings) => settings,
        }
    }
}

impl TunerKind for Method {
    fn identity(&self) -> String {
        self.kind().identity()
    }

    fn start(&self, task: Task) -> Result<Box<dyn Tuner>, Error> {
        self.kind().start(task)
    }

    fn restore(&self, saved: &Saved) -> Result<Box<dyn Tuner>, Error> {
        self.kind().restore(saved)
    }
}
