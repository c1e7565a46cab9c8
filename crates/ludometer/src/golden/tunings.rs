//! Tunings of few trials: every tuner, and every tuning that ships.

use super::{GoldenError, GoldenLine, cut, short};
use ludometer_arena::define::no_files;
use ludometer_arena::registry::Registry;
use ludometer_lab::plan::Size;
use ludometer_lab::store::Store;
use ludometer_lab::tune::{self, TuneOptions, Tuned, Tuning};
use ludometer_spec::source::Span;
use ludometer_tune::{METHODS, Method};
use std::sync::atomic::AtomicBool;

/// A tuning, cut short by settings.
pub(super) struct Tiny {
    kind: &'static str,
    name: String,
    /// Its text, where it does not ship.
    text: Option<String>,
    settings: Vec<String>,
}

/// What tuners are looked at with: one parameter of each kind, by value or by duel.
const VALUE: &str = "game = \"tic-tac-toe\"\nagent = \"depth(t=1, leaf={leaf}, wins={wins})\"\nopponents = [\"random\"]\nstart = \"walk(1)\"\n";
const DUEL: &str = "game = \"tic-tac-toe\"\nagent = \"flat(playouts={n}, plies={plies})\"\nopponents = \"self\"\nstart = \"walk(2)\"\n";
const NUMBERS: &str = "[parameters]\nn = { kind = \"integer\", low = 3, high = 30, start = 6, log = true }\nplies = { kind = \"integer\", low = 1, high = 9, start = 3 }\n";
const CHOICES: &str = "[parameters]\nleaf = { kind = \"choice\", options = [\"points\", \"open-lines\"] }\nwins = { kind = \"choice\", options = [\"any\", \"shortest\"] }\n";

/// Everything that is tuned.
pub(super) fn subjects(registry: &Registry) -> Vec<Tiny> {
    let mut all = Vec::new();
    for (name, _) in METHODS {
        let batch = match Method::named(name) {
            Ok(Method::Ascent(_)) if name.starts_with("fdsa") => "batch = { evaluations = 2 }\n",
            Ok(Method::Ascent(_)) => "batch = { perturbations = 3, evaluations = 2 }\n",
            _ => "",
        };
        for (game, parameters) in [(VALUE, CHOICES), (DUEL, NUMBERS)] {
            let text = format!(
                "{game}tuner = \"{name}\"\nseed = 3\ngames = 160\nheld_out = 8\n{batch}{parameters}"
            );
            all.push(Tiny {
                kind: "tuner",
                name: name.to_string(),
                text: Some(text),
                settings: Vec::new(),
            });
        }
    }
    for known in registry.tunings() {
        let small = |key: &str| -> &'static [&'static str] {
            match key {
                "othello-moves" => &[
                    "games=30",
                    "move_score.positions=4",
                    "move_score.budget={steps=300}",
                    "moves=10",
                ],
                "rhea-parameters" => &["games=24", "moves=6", "budget={steps=60}"],
                "omaha-model" => &[
                    "games=32",
                    "batch={mirrored=true, reuse=true, perturbations=2, evaluations=4}",
                    "agent=mcraise(samples=8, tightness={tightness}, aggression={aggression}, softness={softness}, odds={odds}, respect={respect}, floor={floor})",
                    "opponents=[\"mcraise(samples=8)\"]",
                ],
                _ => &["games=60", "moves=20"],
            }
        };
        // What differs between the arms of a study is small in another way.
        let arm = |study: &str, arm: &str| -> &'static [&'static str] {
            match (study, arm) {
                ("omaha-model", "FDSA") => &[
                    "batch={mirrored=true, reuse=true, evaluations=4}",
                    "games=96",
                ],
                ("omaha-networks", "TD(EF)") => &["learner=td(decks=4, samples=8)", "games=24"],
                ("omaha-networks", "spvTD(EF)") => &[
                    "learner=td(decks=4, samples=8, lessons=4, epochs=3)",
                    "games=24",
                ],
                ("omaha-networks", "SPSA(POL)") => &[
                    "agent=policy(net={net}, samples=8)",
                    "batch={mirrored=true, perturbations=2, evaluations=4}",
                    "games=32",
                ],
                ("omaha-networks", _) => &[
                    "agent=valued(net={net}, samples=8)",
                    "batch={mirrored=true, perturbations=2, evaluations=4}",
                    "games=32",
                ],
                ("loa-realisation", arm) if arm.starts_with("move score") => &[
                    "batch={perturbations=3}",
                    "games=12",
                    "budget={steps=40}",
                    "moves=20",
                    "move_score={judge=\"mia(tt=8)\", budget={steps=80}, positions=3, win=1, from=\"random\", result=\"score\"}",
                ],
                ("loa-realisation", _) => &[
                    "batch={perturbations=3}",
                    "games=12",
                    "budget={steps=40}",
                    "moves=20",
                ],
                _ => &[],
            }
        };
        let study = tune::find_study(&known.name, &[], no_files, registry);
        let arms: Vec<String> = study.map_or(Vec::new(), |study| {
            study.arms.into_iter().map(|arm| arm.name).collect()
        });
        let arms = if arms.is_empty() {
            vec![String::new()]
        } else {
            arms
        };
        for name in arms {
            let own = arm(&known.name, &name);
            let keys = |settings: &[&'static str]| -> Vec<String> {
                let keys = settings
                    .iter()
                    .filter_map(|setting| setting.split_once('='));
                keys.map(|(key, _)| key.to_string()).collect()
            };
            let mut settings: Vec<String> = own.iter().map(ToString::to_string).collect();
            let common = small(&known.name);
            let common = match known.name.as_str() {
                "omaha-networks" | "loa-realisation" => &[][..],
                _ => common,
            };
            let others = common.iter().zip(keys(common));
            let others = others.filter(|(_, key)| !keys(own).contains(key));
            settings.extend(others.map(|(setting, _)| setting.to_string()));
            settings.extend(["held_out=4", "quick=0", "sensitivity=0"].map(String::from));
            if !name.is_empty() {
                settings.push(format!("arm={name}"));
            }
            all.push(Tiny {
                kind: "tuning",
                name: known.name.clone(),
                text: None,
                settings,
            });
        }
    }
    all
}

impl Tiny {
    fn read(&self, registry: &Registry) -> Result<Tuning, GoldenError> {
        let read = match &self.text {
            Some(text) => {
                let span = Span::whole("golden", text);
                Tuning::read("golden", &span, &self.settings, &no_files, registry)
            }
            None => tune::find(&self.name, &self.settings, no_files, registry),
        };
        read.map_err(|diagnostic| GoldenError::new(&self.name, diagnostic))
    }

    pub(super) fn play(
        &self,
        store: &mut Store,
        registry: &Registry,
    ) -> Result<GoldenLine, GoldenError> {
        let tuning = self.read(registry)?;
        let options = TuneOptions {
            threads: 1,
            stop: &AtomicBool::new(false),
            progress: &mut |_| {},
        };
        let tuned = tune::tune(&tuning, Size::Full, store, options);
        let tuned = tuned.map_err(|error| GoldenError::new(&self.name, error))?;
        let mut hasher = blake3::Hasher::new();
        hasher.update(came_of(&tuned).as_bytes());
        let identity: Vec<&str> = tuning.description().lines().skip(1).collect();
        Ok(GoldenLine {
            kind: self.kind,
            subject: cut(&format!("{}; {}", self.name, identity.join("; "))),
            about: self.name.to_string(),
            hash: short(&hasher),
        })
    }
}

/// What came of it, as text: every batch, the point in the end, and the last match.
fn came_of(tuned: &Tuned) -> String {
    let bits = |numbers: &[f64]| {
        let bits: Vec<String> = numbers
            .iter()
            .map(|n| format!("{:x}", n.to_bits()))
            .collect();
        bits.join(" ")
    };
    let mut text = format!("{}\n{}\n", tuned.games, bits(&tuned.tuned));
    for step in &tuned.steps {
        let numbers = bits(&[&[step.mean][..], &step.best].concat());
        text += &format!("{} {} {} {numbers}\n", step.number, step.spent, step.budget);
    }
    for last in [Some(&tuned.held_out), tuned.moves.as_ref()]
        .into_iter()
        .flatten()
    {
        let worths = [last.start, last.tuned].map(|worth| worth.unwrap_or(f64::NAN));
        let numbers = bits(&[&[last.difference][..], &worths].concat());
        text += &format!("{} {} {numbers}\n", last.openings, last.games);
    }
    for point in &tuned.curve {
        text += &format!("{} {}\n", point.games, bits(&[point.difference]));
    }
    text
}
