//! Least squares: weights from samples.

use super::LearnRequest;
use super::sample::{Sample, Sampling};
use crate::weights::{OUTCOMES, TrainingRecord, Weight, Weights};
use ludometer_core::Game;
use ludometer_spec::source::{Diagnostic, Span};
use ludometer_stats::{
    Coefficient, Error, Errors, LeastSquares, RegressionColumn, RunningStats, least_squares,
};

/// The result of learning.
#[derive(Clone, Debug)]
pub struct Learned {
    /// The weights, as they are written to a file.
    pub weights: Weights,
    /// The regression with its standard errors.
    pub fit: LeastSquares,
    /// The share of the variance that is not sampling noise of the playouts: an upper bound of R². It
    /// needs at least two playouts of a position.
    pub ceiling: Option<f64>,
}

pub(super) fn fit<G: Game>(
    sampling: &Sampling<'_, G>,
    ask: &LearnRequest,
    samples: &[Sample],
) -> Result<Learned, Diagnostic> {
    let outcome: Vec<f64> = samples.iter().map(|sample| sample.value).collect();
    let measured = |index: usize| samples.iter().map(move |sample| sample.features[index]);
    let columns: Vec<Vec<f64>> = (0..sampling.measures.len())
        .map(|index| measured(index).collect())
        .collect();
    let columns: Vec<RegressionColumn<'_>> = columns
        .iter()
        .zip(sampling.measures)
        .map(|(values, measure)| RegressionColumn {
            name: measure.name,
            values,
        })
        .collect();
    let fit = least_squares(&columns, &outcome, ask.errors)
        .map_err(|error| diagnostic(error, ask, &columns))?;
    let ceiling = ceiling(&outcome, samples);
    let nowhere = Span::whole("learned", "");
    let weight = |name: &str, coefficient: &Coefficient| Weight {
        name: name.to_string(),
        value: coefficient.value,
        error: Some(coefficient.error),
        places: (nowhere.clone(), nowhere.clone()),
    };
    let known = OUTCOMES.iter().find(|(_, known)| *known == ask.outcome);
    let weights = Weights {
        game: sampling.game.facts().name,
        game_place: nowhere.clone(),
        about: format!(
            "expected {}, sampled by random completions, regressed on {}",
            known.map_or("outcome", |(name, _)| *name),
            ask.measures.text().trim()
        ),
        history: TrainingRecord {
            outcome: Some(ask.outcome),
            positions: Some(ask.positions),
            playouts: Some(ask.playouts),
            first: Some(u64::from(sampling.first)),
            last: Some(u64::from(sampling.last)),
            plies: Some(u64::from(ask.plies)),
            seed: Some(ask.seed),
            standard_errors: Some(errors_name(ask.errors).to_string()),
            r2: Some(fit.r_squared),
            ceiling,
        },
        constant: weight("constant", &fit.constant),
        weights: columns
            .iter()
            .zip(&fit.coefficients)
            .map(|(column, coefficient)| weight(column.name, coefficient))
            .collect(),
    };
    Ok(Learned {
        weights,
        fit,
        ceiling,
    })
}

/// The name that files use.
pub(crate) fn errors_name(errors: Errors) -> &'static str {
    match errors {
        Errors::Classical => "classical",
        Errors::Hc1 => "hc1",
        Errors::Hc3 => "hc3",
    }
}

/// A mean of completions scatters about the expected outcome by its squared error; the rest of the
/// spread is real.
fn ceiling(outcome: &[f64], samples: &[Sample]) -> Option<f64> {
    let mut spread = RunningStats::new();
    spread.extend(outcome.iter().copied());
    let noise: Option<Vec<f64>> = samples.iter().map(|sample| sample.noise).collect();
    let noise = noise?.iter().sum::<f64>() / samples.len() as f64;
    Some((1.0 - noise / spread.variance()?).clamp(0.0, 1.0))
}

fn diagnostic(error: Error, ask: &LearnRequest, columns: &[RegressionColumn<'_>]) -> Diagnostic {
    match error {
        Error::Dependent { columns: names } => {
            let message = format!(
                "the weights of `{}` cannot be told apart from the others': at these positions \
                 they are constant, or follow from the other measures",
                names.join("`, `")
            );
            let kept = columns.iter().map(|column| column.name);
            let kept: Vec<&str> = kept
                .filter(|name| !names.iter().any(|gone| gone == name))
                .collect();
            let diagnostic = Diagnostic::at(&ask.measures, message);
            match kept.is_empty() {
                true => diagnostic.hint("choose other measures"),
                false => diagnostic.hint(format!("take `--measures {}`", kept.join(","))),
            }
        }
        Error::Constant { .. } => Diagnostic::new("every position has the same sampled outcome")
            .hint("take more positions, a larger `--plies`, or the other `--outcome`"),
        Error::TooFew { needed, got, .. } => {
            let measures = columns.len();
            let message = format!("{got} positions are too few for {measures} measures");
            Diagnostic::new(message).hint(format!("take at least `--positions {needed}`"))
        }
        other => Diagnostic::new(other.to_string()),
    }
}
