//! Evaluators by name. A measure's name is an evaluator too: the measure as it stands.

use super::entry::{ANY, Entry, find};
use super::host::{EvaluatorMaker, Host, MakeEvaluator};
use super::knobs::{OUTCOME, PLAYOUTS, PLIES, rollout};
use ludometer_agents::evaluate::{Noise, Noisy, Weighed, WinScore};
use ludometer_agents::sample::ExpectedOutcome;
use ludometer_core::{Game, Generator, Measure, Seed};
use ludometer_spec::knob::{Args, Kind, Knob};
use ludometer_spec::source::Fault;
use ludometer_spec::spec::Spec;
use std::sync::Arc;

const OF: Knob = Knob::new("of", Kind::Measure, None, "the measure that is disturbed");

const WIDTH: Knob = Knob::new(
    "a",
    Kind::Real(0.0, f64::INFINITY),
    None,
    "the intensity: how far the random number reaches",
);

const WITH: Knob = Knob::new(
    "with",
    Kind::Measure,
    None,
    "the measure that is consulted at random",
);

const WIN: Knob = Knob::new(
    "win",
    Kind::Real(0.0, 1e15),
    Some("1000"),
    "what a win is worth; a loss is worth as much below nothing",
);

const KEEP: Knob = Knob::new(
    "keep",
    Kind::Choice(&["no", "yes"]),
    Some("no"),
    "whether the score still counts when the game is over",
)
.neutral("no");

const WEIGHTS: Knob = Knob::new(
    "MEASURE",
    Kind::Weights,
    Some("0"),
    "the weight of the measure of this name, as the player sees it",
);

const CONSTANT: Knob = Knob::new(
    "constant",
    Kind::Weight,
    Some("0"),
    "what having just moved is worth",
);

const DICE: Knob = Knob::new(
    "seed",
    Kind::Whole(0, 1 << 53),
    None,
    "the number that the weights are drawn from",
);

const FAMILY: Knob = Knob::new(
    "of",
    Kind::Family,
    None,
    "a measure, or what stands before the hyphen in the names of a family of them",
);

/// Every evaluator that is not a plain measure.
pub fn evaluators<G: Game>() -> Vec<Entry<MakeEvaluator<G>>> {
    let alone: &'static [Knob] = const { &[OF, WIDTH] };
    let consulting: &'static [Knob] = const { &[OF, WIDTH, WITH] };
    let entry = |name, id, about, knobs| Entry::<MakeEvaluator<G>> {
        name,
        id,
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
        entry("add", "add@1", "e + U[-a, a]", alone),
        entry("mult", "mult@1", "e (1 + U[-a, a])", alone),
        entry(
            "norm-plus",
            "norm-plus@1",
            "1 + U[0, a] / e: reverses the order on average",
            alone,
        ),
        entry(
            "norm-minus",
            "norm-minus@1",
            "1 - U[0, a] / e: keeps the order on average",
            alone,
        ),
        entry(
            "comb",
            "comb@1",
            "e + U[0, a] times a second measure",
            consulting,
        ),
        entry(
            "comb-symmetric",
            "comb-symmetric@1",
            "e + U[-a, a] times a second measure",
            consulting,
        ),
        Entry {
            name: "expected-outcome",
            id: "expected-outcome@1",
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
            id: "win-score@1",
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
            id: "weigh@1",
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
            id: "guess@1",
            about: "a weighted sum of a family of measures, each weight from U[-1, 1]",
            knobs: const { &[DICE, FAMILY] },
            fit: ANY,
            make: |args, host| {
                let seed = Seed::new(args.whole("seed")).named("guess");
                let place = &args.value("of").place;
                let family = host.family(args.text("of"), place)?;
                // By identifier, so that a game's further measures change none of the others.
                let draw = |id| seed.named(id).rng(Generator::Xoshiro).symmetric(1.0);
                let terms = family.iter().map(|measure| (*measure, draw(measure.id)));
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
pub struct Disturbed<G: Game> {
    /// The measure.
    pub measure: Measure<G>,
    /// How it is disturbed.
    pub noise: Option<Noise>,
    /// The second opinion.
    pub second: Measure<G>,
}

impl<G: Game> Disturbed<G> {
    /// What a spec means, if it is a measure or one of the randomisations of one.
    pub fn of(host: &Host<G>, spec: &Spec) -> Result<Disturbed<G>, Fault> {
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
        let (_, args) = find::<G, _>("evaluator", spec, &entries, &[], &host.game().facts())?;
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
