//! Evaluators by name. A measure's name is an evaluator too: the measure as it stands.

use super::Host;
use super::entry::{ANY, Entry, find};
use crate::knob::{Args, Kind, Knob};
use crate::source::Fault;
use crate::spec::Spec;
use ludometer_agents::evaluate::{Noise, Noisy};
use ludometer_core::{Evaluator, Game, Measure};
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
            let (measure, noise, second) = parts(args, host)?;
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
    ]
}

fn parts<G: Game>(args: &Args, host: &Host<G>) -> Result<(Measure<G>, Noise, Measure<G>), Fault> {
    let (a, measure) = (args.real("a"), host.measure(args.spec("of"))?);
    let second = || host.measure(args.spec("with"));
    Ok(match args.name() {
        "add" => (measure, Noise::Add(a), measure),
        "mult" => (measure, Noise::Mult(a), measure),
        "norm-plus" => (measure, Noise::NormPlus(a), measure),
        "norm-minus" => (measure, Noise::NormMinus(a), measure),
        "comb" => (measure, Noise::Comb(a), second()?),
        _ => (measure, Noise::CombSymmetric(a), second()?),
    })
}

/// A measure, how it is disturbed if it is, and the second opinion: what a specialist must know
/// of an evaluator to draw from the same distribution.
pub(crate) fn disturbed<G: Game>(
    host: &Host<G>,
    spec: &Spec,
) -> Result<(Measure<G>, Option<Noise>, Measure<G>), Fault> {
    let entries = evaluators::<G>();
    if !entries.iter().any(|entry| entry.name == spec.name) {
        let measure = host.measure(spec)?;
        return Ok((measure, None, measure));
    }
    let (_, args) = find("evaluator", spec, &entries, &[], &host.game().facts())?;
    let (measure, noise, second) = parts(&args, host)?;
    Ok((measure, Some(noise), second))
}
