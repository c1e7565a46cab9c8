//! Pairs of points on two sides of a centre, and what their answers say: the part that SPSA, FDSA
//! and everything built on them share (sections 2.2 and 3 of Kocsis, Szepesvári and Winands).

use crate::Error;
use crate::identity::Identity;
use crate::memory::Memory;
use crate::run::Run;
use crate::setting::{Domain, Setting, SettingValue, Settings};
use crate::trial::{Batch, Objective};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// Which coordinates a perturbation moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Directions {
    /// All, each up or down with equal chance: SPSA.
    Simultaneous,
    /// One, all taking turns: FDSA. The number of perturbations is that of the coordinates.
    OneAtATime,
}

/// How many evaluations go into one estimate of the gradient.
///
/// The paper's section 3.2 calls perturbations r and evaluations q; the caption of its Table 1 has
/// them the other way round. Its finding is that one evaluation a perturbation is best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sampling {
    /// Which coordinates a perturbation moves.
    pub directions: Directions,
    /// Perturbations in an estimate.
    pub perturbations: u32,
    /// Scenarios in which each perturbation is evaluated, on both sides.
    pub scenarios: u32,
    /// Whether every scenario is repeated mirrored (antithetic variables, section 3.3).
    pub mirrored: bool,
    /// Whether scenarios that made a difference are reused (section 5.1).
    pub reuse: bool,
}

impl Directions {
    const ALL: &str = "simultaneous";
    const ONE: &str = "one-at-a-time";

    /// Its canonical word.
    pub(crate) fn identity(&self) -> &'static str {
        match self {
            Directions::Simultaneous => Directions::ALL,
            Directions::OneAtATime => Directions::ONE,
        }
    }

    fn of(word: &str) -> Directions {
        match word == Directions::ONE {
            true => Directions::OneAtATime,
            false => Directions::Simultaneous,
        }
    }
}

const DIRECTIONS: Setting = Setting::new(
    "directions",
    Domain::Choice(Cow::Borrowed(&[
        Cow::Borrowed(Directions::ALL),
        Cow::Borrowed(Directions::ONE),
    ])),
    SettingValue::Word(Cow::Borrowed(Directions::ALL)),
    "which coordinates a perturbation moves: all (SPSA), or one after the other (FDSA)",
);
const PERTURBATIONS: Setting = perturbations(1);
const SCENARIOS: Setting = scenarios(1);
const MIRRORED: Setting = mirrored(false);
const REUSE: Setting = reuse(false);

const fn perturbations(default: u32) -> Setting {
    Setting::new(
        "perturbations",
        Domain::COUNT,
        SettingValue::Whole(default),
        "perturbations in an estimate of the gradient; one at a time, as many as coordinates",
    )
}

const fn scenarios(default: u32) -> Setting {
    Setting::new(
        "scenarios",
        Domain::COUNT,
        SettingValue::Whole(default),
        "scenarios in which each perturbation is evaluated, on both sides",
    )
}

const fn mirrored(default: bool) -> Setting {
    Setting::new(
        "mirrored",
        Domain::Flag,
        SettingValue::Flag(default),
        "whether every scenario is asked mirrored as well",
    )
}

const fn reuse(default: bool) -> Setting {
    Setting::new(
        "reuse",
        Domain::Flag,
        SettingValue::Flag(default),
        "whether scenarios that made a difference are asked again",
    )
}

impl Sampling {
    /// What can be set where a perturbation moves all coordinates or one.
    pub(crate) const DECLARED: &[Setting] =
        &[PERTURBATIONS, SCENARIOS, DIRECTIONS, mirrored(true), REUSE];
    /// The same with ten perturbations, for Adam.
    pub(crate) const ADAM: &[Setting] = &[
        perturbations(10),
        SCENARIOS,
        DIRECTIONS,
        mirrored(true),
        REUSE,
    ];
    /// What can be set on RSPSA; as many as in the paper's Table 1, row OM.
    pub(crate) const RSPSA: &[Setting] =
        &[perturbations(40), scenarios(250), MIRRORED, reuse(true)];
    /// What can be set on FDSA; as many as in the paper's Table 1, row FDSA (OM).
    pub(crate) const FDSA: &[Setting] = &[scenarios(1500), MIRRORED, reuse(true)];

    /// With all that can be set.
    pub(crate) fn of(settings: &Settings) -> Sampling {
        let directions = Directions::of(settings.word(&DIRECTIONS.name));
        Sampling {
            directions,
            ..Sampling::rspsa(settings)
        }
    }

    /// All coordinates at once.
    pub(crate) fn rspsa(settings: &Settings) -> Sampling {
        Sampling {
            directions: Directions::Simultaneous,
            perturbations: settings.whole(&PERTURBATIONS.name),
            scenarios: settings.whole(&SCENARIOS.name),
            mirrored: settings.flag(&MIRRORED.name),
            reuse: settings.flag(&REUSE.name),
        }
    }

    /// One coordinate at a time. The paper has six, and as many perturbations.
    pub(crate) fn fdsa(settings: &Settings) -> Sampling {
        Sampling {
            directions: Directions::OneAtATime,
            perturbations: 6,
            scenarios: settings.whole(&SCENARIOS.name),
            mirrored: settings.flag(&MIRRORED.name),
            reuse: settings.flag(&REUSE.name),
        }
    }

    /// SPSA with one scenario a perturbation, not mirrored, always new.
    pub fn simultaneous(perturbations: u32) -> Sampling {
        Sampling {
            directions: Directions::Simultaneous,
            perturbations,
            scenarios: 1,
            mirrored: false,
            reuse: false,
        }
    }

    /// The same with every scenario repeated mirrored.
    #[must_use]
    pub fn mirrored(mut self) -> Sampling {
        self.mirrored = true;
        self
    }

    /// Writes all settings into an identity.
    pub(crate) fn identify(&self, tuner: Identity) -> Identity {
        let Sampling {
            directions,
            perturbations,
            scenarios,
            mirrored,
            reuse,
        } = self;
        // One at a time there is one for each coordinate, whatever the number says.
        let tuner = match directions {
            Directions::Simultaneous => tuner.with("perturbations", perturbations),
            Directions::OneAtATime => tuner,
        };
        tuner
            .with("scenarios", scenarios)
            .with("directions", directions.identity())
            .with("mirrored", mirrored)
            .with("reuse", reuse)
    }

    pub(crate) fn check(&self) -> Result<(), Error> {
        PERTURBATIONS.check(self.perturbations)?;
        SCENARIOS.check(self.scenarios)
    }

    /// Trials that one perturbation takes.
    pub(crate) fn trials(&self, objective: Objective) -> u64 {
        let sides = match objective {
            Objective::Value => 2,
            Objective::Duel => 1,
        };
        sides * u64::from(self.scenarios) * (1 + u64::from(self.mirrored))
    }

    /// Perturbations of a whole estimate.
    pub(crate) fn whole(&self, run: &Run) -> usize {
        match self.directions {
            Directions::Simultaneous => self.perturbations as usize,
            Directions::OneAtATime => run.space().coordinates(),
        }
    }

    /// Perturbations that the budget still allows; one at a time, all of them or none.
    fn affordable(&self, run: &Run) -> usize {
        let whole = self.whole(run);
        let affordable = (run.left() / self.trials(run.task.objective)) as usize;
        match self.directions {
            Directions::Simultaneous => whole.min(affordable),
            Directions::OneAtATime if affordable < whole => 0,
            Directions::OneAtATime => whole,
        }
    }

    /// Trials that [`Sampling::ask`] gives now.
    pub(crate) fn asked(&self, run: &Run) -> usize {
        self.affordable(run) * self.trials(run.task.objective) as usize
    }

    /// Writes the direction of a perturbation.
    pub(crate) fn direction(&self, run: &Run, number: usize, out: &mut [f64]) {
        if self.directions == Directions::OneAtATime {
            out.fill(0.0);
            out[number] = 1.0;
            return;
        }
        let mut dice = run.dice("direction", number);
        for chunk in out.chunks_mut(64) {
            let bits = dice.bits();
            for (bit, value) in chunk.iter_mut().enumerate() {
                *value = if bits >> bit & 1 == 0 { -1.0 } else { 1.0 };
            }
        }
    }

    /// Trials at `centre` plus and minus perturbations of these sizes.
    pub(crate) fn ask(&self, run: &Run, memory: &Memory, centre: &[f64], sizes: &[f64]) -> Batch {
        let mut batch = run.batch();
        let count = self.affordable(run);
        let scenarios = self.scenarios as usize;
        let (plan, _) = memory.plan(count * scenarios, run.fresh, self.reuse);
        let space = run.space();
        let reach = space.reach();
        let mut direction = vec![0.0; space.coordinates()];
        for number in 0..count {
            self.direction(run, number, &mut direction);
            let draws = space.draws(&mut run.dice("rounding", number));
            let [plus, minus] = [1.0, -1.0].map(|side| {
                let at = |i: usize| {
                    (centre[i] + side * sizes[i] * direction[i]).clamp(-reach[i], reach[i])
                };
                batch.push_point(|out| space.point(at, &draws, out))
            });
            for &scenario in &plan[number * scenarios..(number + 1) * scenarios] {
                for mirrored in [false, true] {
                    if mirrored && !self.mirrored {
                        continue;
                    }
                    match run.task.objective {
                        Objective::Duel => batch.push(plus, Some(minus), scenario, mirrored),
                        Objective::Value => {
                            batch.push(plus, None, scenario, mirrored);
                            batch.push(minus, None, scenario, mirrored);
                        }
                    }
                }
            }
        }
        batch
    }

    /// The mean difference that each perturbation made.
    pub(crate) fn tell(&self, run: &mut Run, memory: &mut Memory, answers: &[f64]) -> Vec<f64> {
        let count = self.affordable(run);
        let scenarios = self.scenarios as usize;
        let (plan, new) = memory.plan(count * scenarios, run.fresh, self.reuse);
        let each = (self.trials(run.task.objective) / u64::from(self.scenarios)) as usize;
        let of_scenario = answers.chunks_exact(each).map(|answers| {
            let differences = match run.task.objective {
                Objective::Duel => answers.iter().sum::<f64>(),
                Objective::Value => answers.chunks_exact(2).map(|pair| pair[0] - pair[1]).sum(),
            };
            differences / (1.0 + f64::from(u8::from(self.mirrored)))
        });
        let differences: Vec<f64> = of_scenario.collect();
        if self.reuse {
            memory.learn(&plan, new, |index| differences[index] != 0.0);
        }
        run.fresh += new;
        let mean = |differences: &[f64]| differences.iter().sum::<f64>() / scenarios as f64;
        differences.chunks_exact(scenarios).map(mean).collect()
    }
}
