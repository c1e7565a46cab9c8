//! Evaluators by name. A measure's name is an evaluator too: the measure as it stands.

use super::Host;
use super::agents::{OUTCOME, PLAYOUTS, PLIES, rollout};
use super::entry::{ANY, Entry, find};
use crate::knob::{Args, Kind, Knob};
use crate::source::Fault;
use crate::spec::Spec;
use ludometer_agents::evaluate::{Noise, Noisy, Weighed, WinScore};
use ludometer_agents::sample::ExpectedOutcome;
use ludometer_core::{Evaluator, Game, Generator, Measure, Seed};
use std::sync::Arc;

/// Makes an evaluator for each episode.
pub type EvaluatorMaker<G> = Arc<dyn Fn() -> Box<dyn Evaluator<G>> + Send + Sync>;

/// How an entry makes its maker.
pub type MakeEvaluator<G> = fn(&Args, &Host<G>) -> Result<EvaluatorMaker<G>, Fault>;

const OF: Knob = Knob {
    name: "of",
    kind: Kind::Measure,
    default: None,
    about: "the measure that is disturbed",
};

const WIDTH: Knob = Knob {
    name: "a",
    kind: Kind::Real(0.0, f64::INFINITY),
    default: None,
    about: "the intensity: how far the random number reaches",
};

const WITH: Knob = Knob {
    name: "with",
    kind: Kind::Measure,
    default: None,
    about: "the measure that is consulted at random",
};

const WIN: Knob = Knob {
    name: "win",
    kind: Kind::Real(0.0, 1e15),
    default: Some("1000"),
    about: "what a win is worth; a loss is worth as much below nothing",
};

const KEEP: Knob = Knob {
    name: "keep",
    kind: Kind::Choice(&["no", "yes"]),
    default: Some("no"),
    about: "whether the score still counts when the game is over",
};

const WEIGHTS: Knob = Knob {
    name: "MEASURE",
    kind: Kind::Weights,
    default: Some("0"),
    about: "the weight of the measure of this name, as the player sees it",
};

const CONSTANT: Knob = Knob {
    name: "constant",
    kind: Kind::Weight,
    default: Some("0"),
    about: "what having just moved is worth",
};

const DICE: Knob = Knob {
    name: "seed",
    kind: Kind::Whole(0, 1 << 53),
    default: None,
    about: "the number that the weights are drawn from",
};

const FAMILY: Knob = Knob {
    name: "of",
    kind: Kind::Text,
    default: None,
    about: "a measure, or what stands before the hyphen in the names of a family of them",
};

/// Every evaluator that is not a plain measure.
pub fn evaluators<G: Game>() -> Vec<Entry<MakeEvaluator<G>>> {
    let alone: &'static [Knob] = const { &[OF, WIDTH] };
    let consulting: &'static [Knob] = const { &[OF, WIDTH, WITH] };
    let entry = |name, about, knobs| Entry::<MakeEvaluator<G>> {
        name,
        about,
        knobs,
        fit: ANY,
        make: |args, host| {
            let measure = host.measure(args.spec("of"))?;
            let (noise, second) = noise(args, host)?;
            Ok(Arc::new(move || {
                Box::new(Noisy {
                    measure,
                    noise,
                    second,
                })
            }))
        },
    };
    vec![
        entry("add", "e + U[-a, a]", alone),
        entry("mult", "e (1 + U[-a, a])", alone),
        entry(
            "norm-plus",
            "1 + U[0, a] / e: reverses the order on average",
            alone,
        ),
        entry(
            "norm-minus",
            "1 - U[0, a] / e: keeps the order on average",
            alone,
        ),
        entry("comb", "e + U[0, a] times a second measure", consulting),
        entry(
            "comb-symmetric",
            "e + U[-a, a] times a second measure",
            consulting,
        ),
        Entry {
            name: "expected-outcome",
            about: "the mean of random completions (Abramson and Korf 1987, section II)",
            knobs: const { &[PLAYOUTS, OUTCOME, PLIES] },
            fit: ANY,
            make: |args, _| {
                let (playouts, rollout) = (args.whole("playouts"), rollout(args));
                Ok(Arc::new(move || {
                    Box::new(ExpectedOutcome::new(playouts, rollout()))
                }))
            },
        },
        Entry {
            name: "win-score",
            about: "the score while the game is on, then a fixed worth of a win and of a loss, as GVGAI's controllers have it",
            knobs: const { &[WIN, KEEP] },
            fit: ANY,
            make: |args, _| {
                let (win, keep) = (args.real("win"), args.spec("keep").name == "yes");
                Ok(Arc::new(move || Box::new(WinScore { win, keep })))
            },
        },
        Entry {
            name: "weigh",
            about: "a weighted sum of measures (Abramson and Korf 1987, section III.C)",
            knobs: const { &[WEIGHTS, CONSTANT] },
            fit: ANY,
            make: |args, host| {
                let measures = host.measures().iter();
                let terms = measures.map(|measure| (*measure, args.real(measure.name)));
                Ok(weighed(host, args.real("constant"), terms.collect()))
            },
        },
        Entry {
            name: "guess",
            about: "a weighted sum of a family of measures, each weight from U[-1, 1]",
            knobs: const { &[DICE, FAMILY] },
            fit: ANY,
            make: |args, host| {
                let seed = Seed::new(args.whole("seed")).named("guess");
                let place = &args.value("of").place;
                let family = host.family(args.text("of"), place)?;
                // By name, so that a game's further measures change none of the others.
                let draw = |name| seed.named(name).rng(Generator::Xoshiro).symmetric(1.0);
                let terms = family.iter().map(|measure| (*measure, draw(measure.name)));
                Ok(weighed(host, 0.0, terms.collect()))
            },
        },
    ]
}

fn weighed<G: Game>(
    host: &Host<G>,
    constant: f64,
    terms: Vec<(Measure<G>, f64)>,
) -> EvaluatorMaker<G> {
    let game = Arc::clone(host.game());
    Arc::new(move || Box::new(Weighed::new(&*game, constant, &terms)))
}

/// A measure, how it is disturbed if it is, and the second opinion: what a specialist must know
/// of an evaluator to draw from the same distribution.
pub(crate) struct Disturbed<G: Game> {
    pub(crate) measure: Measure<G>,
    pub(crate) noise: Option<Noise>,
    pub(crate) second: Measure<G>,
}

impl<G: Game> Disturbed<G> {
    /// What a spec means, if it is a measure or one of the randomisations of one.
    pub(crate) fn of(host: &Host<G>, spec: &Spec) -> Result<Disturbed<G>, Fault> {
        let spec = host.meaning(spec)?;
        let mut entries = evaluators::<G>();
        entries.retain(|entry| entry.knobs.iter().any(|knob| knob.name == WIDTH.name));
        if !entries.iter().any(|entry| entry.name == spec.name) {
            let measure = host.measure(spec)?;
            return Ok(Disturbed {
                measure,
                noise: None,
                second: measure,
            });
        }
        let (_, args) = find("evaluator", spec, &entries, &[], &host.game().facts())?;
        let (noise, second) = noise(&args, host)?;
        Ok(Disturbed {
            measure: host.measure(args.spec("of"))?,
            noise: Some(noise),
            second,
        })
    }
}

/// The noise of an entry, and the second opinion it asks for; the measure itself if it asks for
/// none.
fn noise<G: Game>(args: &Args, host: &Host<G>) -> Result<(Noise, Measure<G>), Fault> {
    let (a, measure) = (args.real("a"), host.measure(args.spec("of"))?);
    let second = || host.measure(args.spec("with"));
    Ok(match args.name() {
        "add" => (Noise::Add(a), measure),
        "mult" => (Noise::Mult(a), measure),
        "norm-plus" => (Noise::NormPlus(a), measure),
        "norm-minus" => (Noise::NormMinus(a), measure),
        "comb" => (Noise::Comb(a), second()?),
        _ => (Noise::CombSymmetric(a), second()?),
    })
}
