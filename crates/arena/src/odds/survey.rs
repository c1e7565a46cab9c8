//! The conjecture of section 8, over positions of real games.
//!
//! "One plausible conjecture is that, for large α, the mobility of a move is related to the ratio of
//! some product of the m_k's to a similar product of the q_k's."

use super::TreeShape;
use super::position::{check_game, limits, theory_error};
use crate::env::GameEnv;
use crate::random_play::{Streams, random_play};
use ludometer_core::{Game, Generator, Seed};
use ludometer_spec::source::Diagnostic;
use ludometer_stats::{Interval, kendall, percentile, spearman};
use rayon::prelude::*;
use serde::Serialize;
use std::sync::atomic::{AtomicU64, Ordering};

/// The options of [`survey`].
pub struct SurveyRequest<'a> {
    /// Plies of lookahead, at least two: at one ply all moves are alike.
    pub depth: u32,
    /// The number of positions.
    pub samples: u64,
    /// The random seed.
    pub seed: Seed,
    /// The maximum number of leaves of a tree.
    pub leaves: u64,
    /// Called with the number of positions that are done and the number of all.
    pub progress: &'a (dyn Fn(u64, u64) + Sync),
}

/// One move of a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SurveyedMove {
    /// The move as people write it.
    #[serde(rename = "move")]
    pub label: String,
    /// The probability that it is chosen with continuous leaf values (the limit of large α).
    pub probability: f64,
    /// The natural logarithm of its mobility ratio.
    pub ratio: f64,
}

/// One position of a survey.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PositionSurvey {
    /// The position on one line, where the game has a notation.
    pub position: Option<String>,
    /// Leaves of its tree.
    pub leaves: u64,
    /// Its moves, at least two.
    pub moves: Vec<SurveyedMove>,
    /// Spearman's rho of ratio and probability over its moves; `None` where all moves are alike in
    /// one of them.
    pub rho: Option<f64>,
    /// Pairs of moves one of which strictly dominates the other.
    pub comparable: u64,
    /// Of them, those whose dominating move has the greater probability.
    pub in_order: u64,
}

/// A rank correlation with its bootstrap interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Association {
    /// The coefficient, between -1 and 1.
    pub coefficient: f64,
    /// The lower end of the 95 % interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// What a survey found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SurveyResult {
    /// The game with its settings.
    pub game: String,
    /// Plies of lookahead.
    pub depth: u32,
    /// In the order of the samples.
    pub positions: Vec<PositionSurvey>,
    /// The mean over positions of Spearman's rho within each, where it is defined.
    pub within: Option<Association>,
    /// Spearman's rho over all moves of all positions.
    pub pooled: Option<Association>,
    /// Kendall's tau-b over all moves of all positions.
    pub kendall: Option<f64>,
}

impl SurveyResult {
    /// All moves as (x, y): the logarithm of the mobility ratio less its mean over the position's
    /// moves, and the probability times their number, which is 1 for an average move.
    pub fn points(&self) -> Vec<(f64, f64)> {
        self.positions
            .iter()
            .flat_map(PositionSurvey::points)
            .collect()
    }

    /// Pairs of moves, comparable ones, and those of them that are in order.
    pub fn pairs(&self) -> (u64, u64, u64) {
        let sum = |of: fn(&PositionSurvey) -> u64| self.positions.iter().map(of).sum();
        let pairs = |study: &PositionSurvey| {
            let moves = study.moves.len() as u64;
            moves * (moves - 1) / 2
        };
        (
            sum(pairs),
            sum(|study| study.comparable),
            sum(|study| study.in_order),
        )
    }
}

impl PositionSurvey {
    fn points(&self) -> impl Iterator<Item = (f64, f64)> {
        let count = self.moves.len() as f64;
        let mean = self.moves.iter().map(|m| m.ratio).sum::<f64>() / count;
        let moves = self.moves.iter();
        moves.map(move |m| {
            let grains = ((m.ratio - mean) / GRAIN).round();
            (grains * GRAIN, settled(m.probability * count))
        })
    }
}

/// Plies that a random game may have.
const PLIES: u32 = 10_000;

/// Logarithms of ratios that differ by less are equal.
const GRAIN: f64 = 1e-9;

/// Resamples of a bootstrap.
const RESAMPLES: usize = 1000;

/// Samples positions and compares the moves' probabilities with their mobility ratios.
///
/// A sample is a position with at least two moves, taken uniformly among those of one game of
/// uniformly random play; it depends on the seed and its number alone.
///
/// The mobility ratio of a move n is R(n) = ∏ m_k / ∏ q_k over the levels k from 1 to δ - 1 below it,
/// m_k for even k, where the root's player moves, and q_k for odd k. In the paper's level-regular
/// trees m_k and q_k are numbers of children; here they are the arithmetic means over the nodes of a
/// level, finished games counting as canonically extended, so that the ratio is that of the
/// level-regular tree with as many nodes at every level. Every exponent is 1: it is the plainest of
/// the products that the conjecture allows, and by (28) and (29) the probabilities converge
/// exponentially in ∏ m_k and ∏ q_k as they stand. The ratio grows with what white may choose and
/// falls with what black may, as the mobility assumption (6.4) has it.
///
/// Positions differ in how many moves share the probability, so the pooled correlation compares the
/// logarithm of R less its mean over the position with the probability times the number of moves.
/// Probabilities are ranked by their first nine digits, so that equal moves tie.
/// Moves of one position are not independent: intervals resample whole positions (percentile
/// bootstrap, 95 %).
pub fn survey<G: Game>(
    env: &GameEnv<G>,
    ask: &SurveyRequest<'_>,
) -> Result<SurveyResult, Diagnostic> {
    let game = &**env.game();
    check_game(&game.facts())?;
    if ask.depth < 2 {
        let message = "at one ply all moves are alike and nothing can be compared";
        return Err(Diagnostic::new(message).hint("take a depth of at least 2"));
    }
    let done = AtomicU64::new(0);
    let studies: Vec<Result<PositionSurvey, Diagnostic>> = (0..ask.samples)
        .into_par_iter()
        .map(|sample| {
            let study = study(env, ask, sample);
            (ask.progress)(done.fetch_add(1, Ordering::Relaxed) + 1, ask.samples);
            study
        })
        .collect();
    let positions = studies.into_iter().collect::<Result<Vec<_>, _>>()?;
    let mut surveyed = SurveyResult {
        game: game.facts().name,
        depth: ask.depth,
        positions,
        within: None,
        pooled: None,
        kendall: None,
    };
    let dice = |name| ask.seed.named(name).rng(Generator::Xoshiro);
    let (mut first, mut second) = (dice("within"), dice("pooled"));
    surveyed.within = within(&surveyed, &mut |n| first.below(n));
    surveyed.pooled = pooled(&surveyed, &mut |n| second.below(n));
    let (x, y): (Vec<f64>, Vec<f64>) = surveyed.points().into_iter().unzip();
    surveyed.kendall = kendall(&x, &y).ok().map(|tau| tau.coefficient);
    Ok(surveyed)
}

fn study<G: Game>(
    env: &GameEnv<G>,
    ask: &SurveyRequest<'_>,
    sample: u64,
) -> Result<PositionSurvey, Diagnostic> {
    let game = &**env.game();
    let state = sampled(game, ask.seed.named("sample").nth(sample)).ok_or_else(|| {
        let name = game.facts().name;
        Diagnostic::new(format!(
            "random play of {name} met no position with two moves"
        ))
    })?;
    let written = env.write(&state);
    let place = || written.clone().unwrap_or_default();
    let shape = TreeShape::collect(game, &state, ask.depth, ask.leaves, &|_, _| ());
    let shape = shape.map_err(|many| {
        let message = format!(
            "position {sample} of the sample, {}, has more than {} leaves at depth {}: {} were seen after {} of {} moves",
            place(), ask.leaves, ask.depth, many.seen, many.walked, many.moves
        );
        Diagnostic::new(message).hint("take a smaller depth, or allow more with `--leaves`")
    })?;
    let (_, limits) = limits(&shape)?;
    let ratios = shape.ratios().map_err(|error| theory_error(&error))?;
    let mobility = shape.mobility().map_err(|error| theory_error(&error))?;
    let mut actions = Vec::new();
    game.actions(&state, &mut actions);
    let (mut comparable, mut in_order) = (0, 0);
    for (n1, (p1, _)) in mobility.iter().zip(&limits) {
        for (n2, (p2, _)) in mobility.iter().zip(&limits) {
            if n1.strictly_dominates(n2) {
                comparable += 1;
                in_order += u64::from(settled(*p1) > settled(*p2));
            }
        }
    }
    let moves: Vec<SurveyedMove> = actions
        .iter()
        .zip(limits)
        .zip(ratios)
        .map(|((&action, (probability, _)), ratio)| SurveyedMove {
            label: game.label(&state, action),
            probability,
            ratio,
        })
        .collect();
    let (x, y): (Vec<f64>, Vec<f64>) = moves
        .iter()
        .map(|m| (m.ratio, settled(m.probability)))
        .unzip();
    Ok(PositionSurvey {
        position: written,
        leaves: shape.leaves(),
        rho: spearman(&x, &y).ok().map(|rho| rho.coefficient),
        moves,
        comparable,
        in_order,
    })
}

/// The first nine digits. Equal moves are summed in different orders and differ in the last digits of
/// a float; ranks must see them as equal.
fn settled(probability: f64) -> f64 {
    let digits = format!("{probability:.8e}");
    digits.parse().unwrap_or(probability)
}

/// A position of one random game, uniformly among those with at least two moves.
fn sampled<G: Game>(game: &G, seed: Seed) -> Option<G::State> {
    let mut chance = seed.named("chance").rng(Generator::Xoshiro);
    let mut play = seed.named("play").rng(Generator::Xoshiro);
    let mut keep = seed.named("keep").rng(Generator::Xoshiro);
    let mut state = game.start(&mut chance);
    let mut kept = None;
    let mut met = 0;
    let streams = Streams::Separate {
        chance: &mut chance,
        choice: &mut play,
    };
    random_play(game, &mut state, PLIES.into(), streams, |state, actions| {
        if actions.len() > 1 {
            // The n-th takes the place with a chance of 1/n, so that all are as likely in the end.
            met += 1;
            if keep.below(met) == 0 {
                kept = Some(state.clone());
            }
        }
    });
    kept
}

fn within(surveyed: &SurveyResult, below: &mut impl FnMut(u64) -> u64) -> Option<Association> {
    let rhos: Vec<f64> = surveyed.positions.iter().filter_map(|s| s.rho).collect();
    let mean = |rhos: &[f64]| rhos.iter().sum::<f64>() / rhos.len() as f64;
    let interval = percentile(&rhos, mean, RESAMPLES, 0.95, below).ok()?;
    Some(Association::new(mean(&rhos), interval))
}

fn pooled(surveyed: &SurveyResult, below: &mut impl FnMut(u64) -> u64) -> Option<Association> {
    let points: Vec<Vec<(f64, f64)>> = surveyed
        .positions
        .iter()
        .map(|study| study.points().collect())
        .collect();
    let numbers: Vec<f64> = (0..points.len()).map(|number| number as f64).collect();
    let statistic = |numbers: &[f64]| {
        let drawn = numbers.iter().flat_map(|&n| &points[n as usize]);
        let (x, y): (Vec<f64>, Vec<f64>) = drawn.copied().unzip();
        spearman(&x, &y).map(|rho| rho.coefficient)
    };
    let coefficient = statistic(&numbers).ok()?;
    // A resample in which nothing varies shows no association.
    let or_none = |numbers: &[f64]| statistic(numbers).unwrap_or(0.0);
    let interval = percentile(&numbers, or_none, RESAMPLES, 0.95, below).ok()?;
    Some(Association::new(coefficient, interval))
}

impl Association {
    fn new(coefficient: f64, interval: Interval) -> Association {
        Association {
            coefficient,
            low: interval.low,
            high: interval.high,
        }
    }
}
