//! Parameter blocks as they begin, and learners after two iterations.

use super::{GoldenError, GoldenLine, cut, short};
use ludometer_arena::registry::{AnyGame, Registry};
use ludometer_core::{Seed, Stop};
use ludometer_spec::source::{Diagnostic, Span};
use ludometer_spec::spec::{Spec, Value};
use ludometer_tune::Space;

/// A block or a learner of a game.
pub(super) struct Tiny {
    kind: &'static str,
    game: &'static str,
    spec: &'static str,
}

/// All that is looked at.
pub(super) fn subjects() -> Vec<Tiny> {
    let tiny = |kind, game, spec| Tiny { kind, game, spec };
    vec![
        tiny("block", "loa", "realisation"),
        tiny("block", "loa", "realisation(available=2000, start=alike)"),
        tiny("block", "omaha", "network"),
        tiny("block", "omaha", "network(role=policy)"),
        tiny("learner", "omaha", "td(decks=3, samples=8)"),
        tiny("learner", "omaha", "td(decks=2, samples=9)"),
        tiny(
            "learner",
            "omaha",
            "td(decks=3, samples=8, lessons=3, epochs=2)",
        ),
    ]
}

impl Tiny {
    pub(super) fn play(&self, registry: &Registry) -> Result<GoldenLine, GoldenError> {
        let error = |diagnostic: Diagnostic| GoldenError::new(self.spec, diagnostic);
        let parse = |text: &str| Spec::parse(&Span::whole("golden", text));
        let game = parse(self.game).and_then(|spec| registry.open(&spec));
        let (game, _) = game.map_err(error)?;
        let spec = parse(self.spec).map_err(error)?;
        let mut names = game.names().into_iter();
        let listed = names.find(|(kind, listed)| *kind == self.kind && listed.name == spec.name);
        let id = listed.map_or(String::new(), |(_, listed)| listed.id);
        let text = match self.kind {
            "block" => block(&*game, &spec),
            _ => learner(&*game, &spec),
        };
        let mut hasher = blake3::Hasher::new();
        hasher.update(text.map_err(error)?.as_bytes());
        let arguments = self.spec.strip_prefix(&spec.name).unwrap_or_default();
        Ok(GoldenLine {
            kind: self.kind,
            subject: cut(&format!("game {}; {id}{arguments}", game.identity())),
            about: id,
            hash: short(&hasher),
        })
    }
}

/// Every parameter, and what is substituted at the start.
fn block(game: &dyn AnyGame, spec: &Spec) -> Result<String, Diagnostic> {
    let block = game.parameter_block(spec, Seed::new(1))?;
    let space = Space::new(block.parameters.clone());
    let space = space.map_err(|error| Diagnostic::new(error.to_string()))?;
    let start: Vec<f64> = block.parameters.iter().map(|p| p.start).collect();
    let value = Value {
        what: block.write(&start),
        span: spec.span.clone(),
    };
    Ok(format!("{}\n{value}\n", space.identity()))
}

/// What two iterations bring, after what only prepares.
fn learner(game: &dyn AnyGame, spec: &Spec) -> Result<String, Diagnostic> {
    let mut learner = game.learner(spec, Seed::new(1))?;
    let mut text = String::new();
    let mut iterations = 0;
    while iterations < 2 {
        let units = (0..learner.units()).map(|unit| learner.play(unit, Stop::NEVER));
        let units = units.collect::<Result<Vec<_>, Diagnostic>>()?;
        let performance = learner.learn(units)?;
        iterations += usize::from(performance.is_some());
        let point = learner.point();
        let bits: Vec<String> = point.iter().map(|n| format!("{:x}", n.to_bits())).collect();
        text += &format!("{:?}\n{}\n", performance.map(f64::to_bits), bits.join(" "));
    }
    Ok(text)
}
