//! Evaluators by name. A measure's name is an evaluator too: the measure without noise.

use super::entry::find;
use super::game_env::{EvaluatorEntry, EvaluatorMaker, GameEnv};
use super::shared::{evaluator, outcome, playouts, plies};
use ludometer_agents::evaluate::{Noise, Noisy, Weighed, WinScore, Zero};
use ludometer_agents::sample::{ExpectedOutcome, PlayoutOutcome, Rollout};
use ludometer_core::{Game, Generator, Measure, Seed};
use ludometer_spec::param::{Args, Param, ParamKind};
use ludometer_spec::params;
use ludometer_spec::params::{Params, family, measure, none, real, switch, whole};
use ludometer_spec::source::{Diagnostic, Span};
use ludometer_spec::spec::Spec;
use std::sync::Arc;

params! {
    struct NoisyParams {
        of: Spec = measure("of", "the measure that noise is added to"),
        a: f64 = real(
            "a",
            0.0..=f64::INFINITY,
            "noise intensity: the bound of the random number",
        ),
    }
}

params! {
    struct CombParams {
        noisy: NoisyParams = NoisyParams::params(),
        with: Spec = measure("with", "the second measure"),
    }
}

params! {
    struct ExpectedOutcomeParams {
        playouts: u64 = playouts(),
        outcome: PlayoutOutcome = outcome(),
        plies: u32 = plies(),
    }
}

params! {
    struct WinScoreParams {
        win: f64 = real(
            "win",
            0.0..=1e15,
            "value of a win; a loss has its negative",
        )
        .or("1000"),
        keep: bool = switch("keep", "whether the score is added when the game is over")
            .or("no")
            .neutral("no"),
    }
}

/// A weight for each measure of the game, by name, and a constant.
fn weights() -> Params<Args> {
    let each = Param::new(
        "MEASURE",
        ParamKind::Weights,
        Some("0"),
        "weight of the measure of this name",
    );
    let constant = Param::new(
        "constant",
        ParamKind::Weight,
        Some("0"),
        "constant: the value of having just moved",
    );
    Params::new(vec![each, constant], |args| Ok(args.clone()))
}

params! {
    struct GuessParams {
        seed: u64 = whole("seed", 0..=1 << 53, "random seed of the weights"),
        of: (String, Span) = family(
            "of",
            "a measure, or the name prefix before the hyphen of a family of measures",
        ),
    }
}

/// The entries that add noise to a measure.
const NOISY: [&str; 6] = [
    "add",
    "mult",
    "norm-plus",
    "norm-minus",
    "comb",
    "comb-symmetric",
];

/// Every evaluator that is not a plain measure.
pub fn evaluators<G: Game>() -> Vec<EvaluatorEntry<G>> {
    let mut evaluators = noisy();
    evaluators.extend(others());
    evaluators
}

fn noisy<G: Game>() -> Vec<EvaluatorEntry<G>> {
    type Kind = fn(f64) -> Noise;
    let alone = |name: &str, about: &str, kind: Kind| {
        let make = move |given: NoisyParams, env: &GameEnv<G>| {
            let measure = env.measure(&given.of)?;
            Ok(disturbed(measure, kind(given.a), measure))
        };
        EvaluatorEntry::new(
            name,
            format!("{name}@1"),
            about,
            NoisyParams::params(),
            make,
        )
    };
    let consulting = |name: &str, about: &str, kind: Kind| {
        let make = move |given: CombParams, env: &GameEnv<G>| {
            let second = env.measure(&given.with)?;
            let measure = env.measure(&given.noisy.of)?;
            Ok(disturbed(measure, kind(given.noisy.a), second))
        };
        EvaluatorEntry::new(name, format!("{name}@1"), about, CombParams::params(), make)
    };
    let [add, mult, plus, minus, comb, symmetric] = NOISY;
    vec![
        alone(add, "e + U[-a, a]", Noise::Add),
        alone(mult, "e (1 + U[-a, a])", Noise::Mult),
        alone(
            plus,
            "1 + U[0, a] / e: reverses the order on average",
            Noise::NormPlus,
        ),
        alone(
            minus,
            "1 - U[0, a] / e: keeps the order on average",
            Noise::NormMinus,
        ),
        consulting(comb, "e + U[0, a] times a second measure", Noise::Comb),
        consulting(
            symmetric,
            "e + U[-a, a] times a second measure",
            Noise::CombSymmetric,
        ),
    ]
}

fn others<G: Game>() -> Vec<EvaluatorEntry<G>> {
    vec![
        EvaluatorEntry::new(
            "expected-outcome",
            "expected-outcome@1",
            "expected outcome: the mean of random playouts (Abramson and Korf 1987, section II)",
            ExpectedOutcomeParams::params(),
            |given, _| {
                Ok(evaluator(move || {
                    let rollout = Rollout::new(given.outcome, given.plies);
                    ExpectedOutcome::new(given.playouts, rollout)
                }))
            },
        ),
        EvaluatorEntry::new(
            "win-score",
            "win-score@1",
            "the score while the game lasts, then a fixed value of a win or loss, as in GVGAI's controllers",
            WinScoreParams::params(),
            |WinScoreParams { win, keep }, _| Ok(evaluator(move || WinScore { win, keep })),
        ),
        EvaluatorEntry::new(
            "zero",
            "zero@1",
            "0 in every state: no opinion",
            none(),
            |(), _| Ok(evaluator(|| Zero)),
        ),
        EvaluatorEntry::new(
            "weigh",
            "weigh@1",
            "a weighted sum of measures (Abramson and Korf 1987, section III.C)",
            weights(),
            |args, env| {
                let measures = env.measures().iter();
                let terms = measures.map(|measure| (*measure, args.real(measure.name)));
                Ok(weighed(env, args.real("constant"), terms.collect()))
            },
        ),
        EvaluatorEntry::new(
            "guess",
            "guess@1",
            "a weighted sum of a family of measures, each weight from U[-1, 1]",
            GuessParams::params(),
            |given, env| {
                let seed = Seed::new(given.seed).named("guess");
                let family = env.family(&given.of.0, &given.of.1)?;
                // By identifier, so that a game's further measures change none of the others.
                let draw = |id| seed.named(id).rng(Generator::Xoshiro).symmetric(1.0);
                let terms = family.iter().map(|measure| (*measure, draw(measure.id)));
                Ok(weighed(env, 0.0, terms.collect()))
            },
        ),
    ]
}

fn disturbed<G: Game>(measure: Measure<G>, noise: Noise, second: Measure<G>) -> EvaluatorMaker<G> {
    evaluator(move || Noisy {
        measure,
        noise,
        second,
    })
}

fn weighed<G: Game>(
    env: &GameEnv<G>,
    constant: f64,
    terms: Vec<(Measure<G>, f64)>,
) -> EvaluatorMaker<G> {
    let game = Arc::clone(env.game());
    Arc::new(move || Box::new(Weighed::new(&*game, constant, &terms)))
}

/// A measure, its noise and its second measure: what a specialist must know of an evaluator to sample
/// from the same distribution.
pub struct NoisyMeasure<G: Game> {
    /// The measure.
    pub measure: Measure<G>,
    /// Its noise.
    pub noise: Option<Noise>,
    /// The second measure.
    pub second: Measure<G>,
}

impl<G: Game> NoisyMeasure<G> {
    /// What a spec means, if it is a measure or one of the randomisations of one.
    pub fn of(env: &GameEnv<G>, spec: &Spec) -> Result<NoisyMeasure<G>, Diagnostic> {
        let spec = env.meaning(spec)?;
        if !NOISY.contains(&spec.name.as_str()) {
            let measure = env.measure(spec)?;
            return Ok(NoisyMeasure {
                measure,
                noise: None,
                second: measure,
            });
        }
        let entries = noisy::<G>();
        let (_, args) = find::<G, _, _>("evaluator", spec, &entries, &[], &env.game().facts())?;
        let (noise, second) = noise(&args, env)?;
        Ok(NoisyMeasure {
            measure: env.measure(args.spec("of"))?,
            noise: Some(noise),
            second,
        })
    }
}

/// The noise of an entry and its second measure; the measure itself if it takes none.
fn noise<G: Game>(args: &Args, env: &GameEnv<G>) -> Result<(Noise, Measure<G>), Diagnostic> {
    let (a, measure) = (args.real("a"), env.measure(args.spec("of"))?);
    let second = || env.measure(args.spec("with"));
    Ok(match args.name() {
        "add" => (Noise::Add(a), measure),
        "mult" => (Noise::Mult(a), measure),
        "norm-plus" => (Noise::NormPlus(a), measure),
        "norm-minus" => (Noise::NormMinus(a), measure),
        "comb" => (Noise::Comb(a), second()?),
        _ => (Noise::CombSymmetric(a), second()?),
    })
}
