//! The decision quality of evaluation functions (Abramson and Korf 1987, section III.A), over whole
//! games and over samples.

mod exact;
mod functions;
mod labels;
mod sampled;

pub use exact::{ExactQuality, exact_quality};
pub use functions::{FunctionRole, NamedFunction, Reading};
pub use labels::Counting;
pub(crate) use sampled::measure_sampled;
pub use sampled::{SampleGroup, SampleRequest, SampledQuality};

use crate::env::GameEnv;
use ludometer_core::{Facts, Game, Measure};
use ludometer_exact::decisions::{EnumerationStage, OptimalityCriterion};
use ludometer_exact::values::Stopped;
use ludometer_spec::source::Diagnostic;
use ludometer_spec::spec::Spec;

/// The options of a measurement.
pub struct QualityRequest<'a> {
    /// The standard evaluators; the game's published ones if none are named.
    pub measures: Option<&'a [Spec]>,
    /// The objective that defines optimal moves.
    pub criterion: OptimalityCriterion,
    /// The memory limit for enumerated positions in bytes; for each sample where positions are sampled.
    pub memory: usize,
}

/// The reason why decision quality is not defined for this kind of game, if it is not.
fn refuse(facts: &Facts) -> Result<(), Diagnostic> {
    let reason = match (facts.players, facts.chance, facts.hidden) {
        (1, ..) => "is for one player: there is no minimax to compare with",
        (2, _, true) => "hides something from its players: a position has no minimax value",
        (2, true, _) => "rolls dice: a move has no certain outcome",
        (2, ..) => return Ok(()),
        _ => "is for more than two players: there is no minimax to compare with",
    };
    let hint = "two-player games with perfect information: tic-tac-toe, othello";
    Err(Diagnostic::new(format!("{} {reason}", facts.name)).hint(hint))
}

fn standards<G: Game>(
    env: &GameEnv<G>,
    ask: &QualityRequest<'_>,
) -> Result<Vec<Measure<G>>, Diagnostic> {
    refuse(&env.game().facts())?;
    match ask.measures {
        None => Ok(env.standards().collect()),
        Some(specs) => specs.iter().map(|spec| env.measure(spec)).collect(),
    }
}

/// [`exact_quality`] for a registered game.
pub(crate) fn measure_exact<G: Game>(
    env: &GameEnv<G>,
    ask: &QualityRequest<'_>,
    watch: &mut dyn FnMut(EnumerationStage),
) -> Result<ExactQuality, Diagnostic> {
    let measures = standards(env, ask)?;
    exact_quality(&**env.game(), &measures, ask.criterion, ask.memory, watch).map_err(|stopped| {
        let game = env.game().facts().name;
        match stopped {
            Stopped::Repeats | Stopped::Length { .. } => {
                Diagnostic::new(format!("{game} has no decision quality: {stopped}"))
            }
            Stopped::Memory { .. } => Diagnostic::new(format!("{game} is too large: {stopped}")).hint(
                "allow more with --memory, or draw positions near the end, as in --by empties --at 4,6,8",
            ),
        }
    })
}
