//! Values of a position: exact by enumeration, or estimated by random playouts.

use super::AnalysisRequest;
use ludometer_agents::sample::{PlayoutOutcome, Rollout};
use ludometer_core::{Budget, Game, Generator, Player, Seat, Seed};
use ludometer_exact::values::{Enumeration, Stopped, Values};
use ludometer_stats::RunningStats;

/// What becomes of a position and of each move when play goes on, for the mover.
pub(super) struct Outcomes {
    pub(super) columns: &'static [&'static str],
    pub(super) here: Vec<Option<f64>>,
    pub(super) moves: Vec<Vec<Option<f64>>>,
    pub(super) inexact: Option<Stopped>,
}

/// Exact values by enumeration where the position is shallow enough, else estimates from random
/// completions with their standard errors; nothing for puzzles, which random play does not solve.
pub(super) fn outcomes<G: Game>(
    game: &G,
    state: &G::State,
    mover: Player,
    actions: &[G::Action],
    ask: &AnalysisRequest<'_>,
) -> Outcomes {
    let facts = game.facts();
    let none = Outcomes {
        columns: &[],
        here: Vec::new(),
        moves: vec![Vec::new(); actions.len()],
        inexact: None,
    };
    match (facts.players, facts.chance || facts.hidden) {
        (1, false) => none,
        (2, false) => {
            let exact = exact_outcomes(game, state, mover, actions, ask.memory);
            exact.unwrap_or_else(|stopped| Outcomes {
                inexact: Some(stopped),
                ..sampled_outcomes(game, state, mover, actions, ask)
            })
        }
        _ => sampled_outcomes(game, state, mover, actions, ask),
    }
}

fn exact_outcomes<G: Game>(
    game: &G,
    state: &G::State,
    mover: Player,
    actions: &[G::Action],
    memory: usize,
) -> Result<Outcomes, Stopped> {
    let mut enumeration = Enumeration::new(game, memory);
    let mut chance = Seed::new(0).rng(Generator::Xoshiro);
    let sign = if mover == Player(0) { 1.0 } else { -1.0 };
    let numbers = |values: Values| {
        [
            values.minimax,
            values.minimax_points,
            values.expected(),
            values.by_leaves(),
        ]
        .map(|value| Some(sign * value))
        .to_vec()
    };
    let here = numbers(enumeration.values(state)?);
    let moves = actions.iter().map(|&action| {
        let mut next = state.clone();
        game.step(&mut next, action, &mut chance);
        Ok(numbers(enumeration.values(&next)?))
    });
    Ok(Outcomes {
        columns: &["minimax", "final points", "expected", "by leaves"],
        here,
        moves: moves.collect::<Result<_, Stopped>>()?,
        inexact: None,
    })
}

fn sampled_outcomes<G: Game>(
    game: &G,
    state: &G::State,
    mover: Player,
    actions: &[G::Action],
    ask: &AnalysisRequest<'_>,
) -> Outcomes {
    let mut moves = Vec::new();
    for (number, &action) in (0..).zip(actions) {
        let dice = ask.seed.named("sample").nth(number).rng(Generator::Xoshiro);
        let mut seat = Seat::open(game, state, mover, dice, Budget::UNLIMITED);
        let mut rollout = Rollout::new(PlayoutOutcome::Payoff, COMPLETION);
        let mut sums = RunningStats::new();
        for _ in 0..ask.samples {
            let mut next = seat.determinize();
            seat.step(&mut next, action);
            sums.extend(rollout.play(&mut seat, &mut next, mover));
        }
        moves.push(vec![sums.mean(), sums.standard_error()]);
    }
    Outcomes {
        columns: &["sampled", "error"],
        here: vec![None, None],
        moves,
        inexact: None,
    }
}

/// How many actions a random completion has at most.
const COMPLETION: u32 = 10_000;
