//! Depth-t search (Althöfer and Heuser 2005, section 3.1): expand t plies, evaluate the leaves, back
//! the values up, play the best move, break ties at random.
//!
//! Values are the root player's: maximised where that player moves, minimised elsewhere, so one
//! player, two players and passes need no special case. With more than two players that is the
//! paranoid assumption, all others against this player; [`MaxN`](super::MaxN) makes another. A proved
//! win is worth more than any evaluation, and more the sooner it comes, so a win within the horizon is
//! played by a shortest path, as iterative deepening would find it.

use ludometer_core::{Actions, Agent, Bound, Evaluator, Forfeit, Game, Player, Seat, Turn};
use rustc_hash::FxHashMap;

/// How often the noise of a leaf is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NoisePer {
    /// Once per distinct position and search. This reading reproduces the paper's figures.
    #[default]
    Position,
    /// Once per path that leads to it, as the paper's text says.
    Path,
}

/// Which win within the horizon is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Wins {
    /// A shortest one, as iterative deepening finds it. This reading reproduces the paper's figures.
    #[default]
    Shortest,
    /// Any, all first moves of wins being equal.
    Any,
}

/// Full-width search to a fixed depth.
///
/// Under a limited budget it deepens iteratively and plays the best move of the deepest completed
/// iteration. In games of chance each edge of the tree is one sample.
pub struct DepthSearch<G: Game, E> {
    depth: u32,
    evaluator: E,
    noise_per: NoisePer,
    wins: Wins,
    seen: FxHashMap<G::State, f64>,
    buffers: Vec<Actions<G>>,
}

/// Far above any evaluation, and exact when plies are subtracted.
pub(super) const FINISHED: f64 = 1e12;

/// The budget ran out in the middle of a search.
pub(super) struct Exhausted;

impl<G: Game, E: Evaluator<G>> DepthSearch<G, E> {
    /// A search of `depth` plies, at least one.
    pub fn new(depth: u32, evaluator: E, noise_per: NoisePer) -> Self {
        DepthSearch {
            depth: depth.max(1),
            evaluator,
            noise_per,
            wins: Wins::Shortest,
            seen: FxHashMap::default(),
            buffers: Vec::new(),
        }
    }

    /// The same search with another choice of wins.
    #[must_use]
    pub fn winning(mut self, wins: Wins) -> Self {
        self.wins = wins;
        self
    }
}

/// What a full-width search backs up: the value of one player, or a value for each.
pub(super) trait Backup<G: Game> {
    type Value;

    /// The value of a finished game, `ply` plies below the root.
    fn finished(&mut self, seat: &Seat<'_, G>, state: &G::State, ply: u32) -> Self::Value;

    /// The value of a leaf.
    fn leaf(&mut self, seat: &mut Seat<'_, G>, state: &G::State) -> Result<Self::Value, Exhausted>;

    /// The better of two values for the player to move; the first if they are equal.
    fn better(
        &mut self,
        seat: &Seat<'_, G>,
        mover: Player,
        best: Self::Value,
        value: Self::Value,
    ) -> Self::Value;

    /// Its part for the seat's player.
    fn own(&mut self, seat: &Seat<'_, G>, value: Self::Value) -> f64;

    /// Buffers of actions that are reused.
    fn buffers(&mut self) -> &mut Vec<Actions<G>>;
}

/// The value of each root action to the seat's player after `depth` plies.
pub(super) fn values<G: Game, B: Backup<G>>(
    backup: &mut B,
    seat: &mut Seat<'_, G>,
    actions: &[G::Action],
    depth: u32,
) -> Result<Vec<f64>, Exhausted> {
    let mut values = Vec::with_capacity(actions.len());
    for &action in actions {
        let mut state = seat.position().clone();
        pay(seat, 1, 0)?;
        seat.step(&mut state, action);
        let value = walk(backup, seat, &state, depth - 1, 1)?;
        values.push(backup.own(seat, value));
    }
    Ok(values)
}

fn walk<G: Game, B: Backup<G>>(
    backup: &mut B,
    seat: &mut Seat<'_, G>,
    state: &G::State,
    depth: u32,
    ply: u32,
) -> Result<B::Value, Exhausted> {
    let mover = match seat.game().turn(state) {
        Turn::Over => return Ok(backup.finished(seat, state, ply)),
        Turn::Of(_) if depth == 0 => return backup.leaf(seat, state),
        Turn::Of(mover) => mover,
    };
    let mut actions = backup.buffers().pop().unwrap_or_default();
    seat.game().actions(state, &mut actions);
    let mut best = None;
    for &action in &actions {
        let mut next = state.clone();
        pay(seat, 1, 0)?;
        seat.step(&mut next, action);
        let value = walk(backup, seat, &next, depth - 1, ply + 1)?;
        best = Some(match best {
            None => value,
            Some(best) => backup.better(seat, mover, best, value),
        });
    }
    actions.clear();
    backup.buffers().push(actions);
    Ok(best.expect("the player to move has an action"))
}

impl<G: Game, E: Evaluator<G>> Backup<G> for DepthSearch<G, E> {
    type Value = f64;

    fn finished(&mut self, seat: &Seat<'_, G>, state: &G::State, ply: u32) -> f64 {
        finished(seat.game().payoff(state, seat.player()), self.wins, ply)
    }

    fn better(&mut self, seat: &Seat<'_, G>, mover: Player, best: f64, value: f64) -> f64 {
        match mover == seat.player() {
            true => best.max(value),
            false => best.min(value),
        }
    }

    fn own(&mut self, _: &Seat<'_, G>, value: f64) -> f64 {
        value
    }

    fn buffers(&mut self) -> &mut Vec<Actions<G>> {
        &mut self.buffers
    }

    fn leaf(&mut self, seat: &mut Seat<'_, G>, state: &G::State) -> Result<f64, Exhausted> {
        if self.noise_per == NoisePer::Path {
            pay(seat, 0, 1)?;
            return Ok(seat.value(&mut self.evaluator, state));
        }
        if let Some(&value) = self.seen.get(state) {
            return Ok(value);
        }
        pay(seat, 0, 1)?;
        let value = seat.value(&mut self.evaluator, state);
        self.seen.insert(state.clone(), value);
        Ok(value)
    }
}

/// Whether the budget allows that much more.
pub(super) fn pay<G: Game>(
    seat: &Seat<'_, G>,
    steps: u64,
    evaluations: u64,
) -> Result<(), Exhausted> {
    if seat.can_afford(steps, evaluations) {
        Ok(())
    } else {
        Err(Exhausted)
    }
}

/// The search value of a finished game, `ply` plies below the root.
pub(super) fn finished(payoff: f64, wins: Wins, ply: u32) -> f64 {
    let plies = if wins == Wins::Shortest { ply } else { 0 };
    if payoff == 0.0 {
        0.0
    } else {
        payoff * FINISHED - payoff.signum() * f64::from(plies)
    }
}

impl<G: Game, E: Evaluator<G>> Agent<G> for DepthSearch<G, E> {
    fn act(&mut self, seat: &mut Seat<'_, G>) -> Result<G::Action, Forfeit> {
        Ok(deepen(seat, self.depth, false, |seat, actions, depth| {
            self.seen.clear();
            values(self, seat, actions, depth)
        }))
    }
}

/// Searches to a depth, or ply by ply under a limited budget, and chooses among the best actions of
/// the deepest search that was finished. `values` computes the value of each action; one that prunes
/// knows only an upper bound where it is below that of an action before.
pub(super) fn deepen<G: Game>(
    seat: &mut Seat<'_, G>,
    depth: u32,
    prunes: bool,
    mut values: impl FnMut(&mut Seat<'_, G>, &[G::Action], u32) -> Result<Vec<f64>, Exhausted>,
) -> G::Action {
    let actions = seat.actions();
    let first = if seat.is_limited() { 1 } else { depth };
    let mut known = vec![0.0; actions.len()];
    for depth in first..=depth {
        match values(seat, &actions, depth) {
            Ok(found) => known = found,
            Err(Exhausted) => break,
        }
    }
    let mut best = f64::NEG_INFINITY;
    for (&action, &value) in actions.iter().zip(&known) {
        let bound = match prunes && value < best {
            true => Bound::Upper,
            false => Bound::Exact,
        };
        best = best.max(value);
        seat.report_bound(action, value, bound, 1);
    }
    best_at_random(seat, &actions, &known)
}

/// One of the actions with the highest value, chosen uniformly.
pub(crate) fn best_at_random<G: Game>(
    seat: &mut Seat<'_, G>,
    actions: &[G::Action],
    values: &[f64],
) -> G::Action {
    let best = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let ties = values.iter().filter(|&&value| value == best).count();
    let chosen = seat.dice().index(ties.max(1));
    let mut best_ones = actions
        .iter()
        .zip(values)
        .filter(|&(_, &value)| value == best);
    best_ones
        .nth(chosen)
        .map_or(actions[0], |(&action, _)| action)
}
