//! Analysis of a position: measures, exact values and an agent's evaluation, move by move.

use super::outcomes::outcomes;
use super::state_of;
use crate::env::GameEnv;
use crate::trace::{self, SearchTreeNode, SimulatedVariation, TracedDecision};
use ludometer_core::{Bound, Budget, Game, Generator, Player, Rng, Seed, Turn};
use ludometer_exact::values::Stopped;
use ludometer_spec::source::{Diagnostic, Span};
use ludometer_spec::spec::Spec;

/// The options of [`analyse`].
pub struct AnalysisRequest<'a> {
    /// The position in the game's notation; `None` is the initial one.
    pub position: Option<&'a str>,
    /// The agent that evaluates the moves, if any.
    pub agent: Option<&'a Spec>,
    /// How many plies the agent plays before the decision to analyse; `None` analyses the position
    /// itself.
    pub after: Option<u32>,
    /// How many variations to show.
    pub lines: usize,
    /// The depth of the search tree to show, if there is one.
    pub tree: usize,
    /// The agent's budget.
    pub budget: Budget,
    /// The memory limit of the enumeration for exact values, in bytes.
    pub memory: usize,
    /// Random playouts of each move where exact values are not available.
    pub samples: u64,
    /// The seed of its random stream.
    pub seed: Seed,
}

/// Estimates for a position by sampling.
#[derive(Clone, Debug)]
pub struct Estimated {
    /// The title of the table.
    pub title: &'static str,
    /// The heading of the rows.
    pub of: &'static str,
    /// The headings of the columns.
    pub columns: &'static [&'static str],
    /// The rows.
    pub rows: Vec<(&'static str, Vec<f64>)>,
    /// A footnote.
    pub note: &'static str,
}

/// The analysis of a position, move by move.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// The board as text.
    pub board: String,
    /// The position on one line, where the game has a notation.
    pub written: Option<String>,
    /// The player to move; `None` if the game is over.
    pub mover: Option<u8>,
    /// The headings of the numbers.
    pub columns: Vec<&'static str>,
    /// The numbers of the position itself.
    pub here: Vec<Option<f64>>,
    /// Estimates by sampling, if the game offers any.
    pub estimated: Option<Estimated>,
    /// The numbers after each move, from the mover's view.
    pub moves: Vec<(String, Vec<Option<f64>>)>,
    /// Whether the agent's value of each move is exact or a bound.
    pub bounds: Vec<Bound>,
    /// The agent's choice, if there is an agent.
    pub choice: Option<String>,
    /// The variations it reported, the preferred one first.
    pub ways: Vec<SimulatedVariation>,
    /// The board with the first of them drawn over it, in games with player locations.
    pub drawn: Option<String>,
    /// The tree that it searched.
    pub tree: Vec<SearchTreeNode>,
    /// Why there are estimates instead of exact values, where there could have been.
    pub inexact: Option<Stopped>,
}

/// Evaluates a position and each move by every measure, by exact values and by an agent.
pub fn analyse<G: Game>(
    env: &GameEnv<G>,
    ask: &AnalysisRequest<'_>,
) -> Result<Analysis, Diagnostic> {
    let game = &**env.game();
    let mut chance = ask.seed.named("chance").rng(Generator::Xoshiro);
    let (state, traced) = decision(env, ask, &mut chance)?;
    let mut columns: Vec<&'static str> =
        env.exactly().map(|exact| exact.name).into_iter().collect();
    columns.extend(env.measures().iter().map(|measure| measure.name));
    let numbers = |state: &G::State, player: Player| {
        let exact = env.exactly().map(|exact| (exact.value)(game, state));
        let measured = env
            .measures()
            .iter()
            .map(|m| Some(m.value(game, state, player)));
        exact.into_iter().chain(measured).collect::<Vec<_>>()
    };
    let hidden = game.facts().hidden;
    let mut analysis = Analysis {
        board: game.show(&state, None),
        // A line with every card would tell the mover what it cannot see.
        written: env.write(&state).filter(|_| !hidden),
        mover: None,
        here: numbers(&state, Player(0)),
        columns,
        estimated: None,
        moves: Vec::new(),
        bounds: Vec::new(),
        choice: None,
        ways: Vec::new(),
        drawn: None,
        tree: Vec::new(),
        inexact: None,
    };
    let Turn::Of(mover) = game.turn(&state) else {
        return Ok(analysis);
    };
    if let Some(text) = ask.position
        && let Some(untold) = env.untold(text, mover)
    {
        let message =
            format!("the position does not tell {untold}, which the player to move knows");
        return Err(Diagnostic::at(&Span::whole("position", text), message)
            .hint("name them: what an unknown hand is worth is not computed"));
    }
    analysis.mover = Some(mover.0);
    analysis.board = game.show(&state, Some(mover));
    analysis.here = numbers(&state, mover);
    let mut actions = Vec::new();
    game.actions(&state, &mut actions);
    let mut reported = vec![[None; 2]; actions.len()];
    if let Some(traced) = &traced {
        analysis.choice = Some(game.label(&traced.position, traced.choice));
        analysis.columns.extend(["agent", "visits"]);
        analysis.here.extend([None, None]);
        analysis.bounds = vec![Bound::Exact; actions.len()];
        for info in &traced.move_infos {
            let index = actions.iter().position(|action| *action == info.action);
            let index = index.expect("agents think of legal actions");
            reported[index] = [Some(info.value), Some(info.visits as f64)];
            analysis.bounds[index] = info.bound;
        }
        tell(env, traced, ask, &mut analysis);
    }
    let outcomes = outcomes(game, &state, mover, &actions, ask);
    analysis.inexact = outcomes.inexact;
    analysis
        .columns
        .splice(0..0, outcomes.columns.iter().copied());
    analysis.here.splice(0..0, outcomes.here);
    analysis.estimated = env.estimated().map(|estimates| {
        let mut dice = ask.seed.named("estimate").rng(Generator::Xoshiro);
        Estimated {
            title: estimates.title,
            of: estimates.of,
            columns: estimates.columns,
            rows: (estimates.rows)(game, &state, mover, ask.samples, &mut dice),
            note: estimates.note,
        }
    });
    for ((action, traced), outcome) in actions.into_iter().zip(reported).zip(outcomes.moves) {
        let mut next = state.clone();
        game.step(&mut next, action, &mut chance);
        let mut line = outcome;
        // How it ends hangs on cards that the mover cannot see.
        match hidden && game.turn(&next) == Turn::Over {
            true => line.extend(numbers(&state, mover).iter().map(|_| None)),
            false => line.extend(numbers(&next, mover)),
        }
        line.extend(ask.agent.iter().flat_map(|_| traced));
        analysis.moves.push((game.label(&state, action), line));
    }
    Ok(analysis)
}

/// The state to analyse, and the agent's trace, if there is an agent and the game is not over.
fn decision<G: Game>(
    env: &GameEnv<G>,
    ask: &AnalysisRequest<'_>,
    chance: &mut Rng,
) -> Result<(G::State, Option<TracedDecision<G>>), Diagnostic> {
    if let (Some(agent), Some(plies)) = (ask.agent, ask.after) {
        let start = ask.position.map(|_| state_of(env, ask.position, chance));
        let start = start.transpose()?;
        let (state, traced) = trace::after(env, agent, start, plies, ask.seed, ask.budget)?;
        return Ok((state, Some(traced)));
    }
    let state = state_of(env, ask.position, chance)?;
    let traced = match (ask.agent, env.game().turn(&state)) {
        (Some(agent), Turn::Of(mover)) => {
            let dice = ask.seed.named("mind").rng(Generator::Xoshiro);
            let traced = TracedDecision::ask(env, agent, &state, mover, dice, ask.budget);
            Some(traced?)
        }
        _ => None,
    };
    Ok((state, traced))
}

/// Adds the agent's variations as text and as a path over the board.
fn tell<G: Game>(
    env: &GameEnv<G>,
    traced: &TracedDecision<G>,
    ask: &AnalysisRequest<'_>,
    analysis: &mut Analysis,
) {
    let at = (&traced.position, traced.player);
    let dice = trace::follower(ask.seed, ask.after.unwrap_or(0));
    let ways = traced.variations.iter().take(ask.lines);
    analysis.ways = ways
        .map(|line| SimulatedVariation::follow(env, at, line, dice.clone()))
        .collect();
    if let Some(plan) = analysis.ways.first() {
        let shown = env.game().show(&traced.position, None);
        analysis.drawn = trace::drawn(&shown, &plan.places);
    }
    analysis.tree = trace::branches(
        &**env.game(),
        &traced.position,
        &traced.move_infos,
        ask.tree,
        &dice,
    );
}
