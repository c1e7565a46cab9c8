//! Search of one node: table lookup, pruning, then the actions one by one.

use super::order::{Frame, kill, number};
use super::table::{Bound, Entry, NOWHERE};
use super::techniques::Techniques;
use super::{DECIDED, Kind, LEAST, MOST, Node, PLIES, PLY, Pvs, SearchGuide, View, Window};
use crate::search::Wins;
use crate::search::depth::{Exhausted, finished, pay};
use ludometer_core::{Evaluator, Game, Player, Seat, Turn};

/// The number of first actions that cost at most one ply in enhanced realisation-probability search.
const FREE: usize = 5;

/// A node that is open.
pub(super) struct Open<'a, G: Game> {
    pub(super) state: &'a G::State,
    pub(super) mover: Player,
    pub(super) view: View,
    pub(super) node: Node,
    /// As the mover sees it.
    pub(super) window: Window,
}

impl<G: Game, E: Evaluator<G>, W: SearchGuide<G>> Pvs<G, E, W> {
    /// The value of a state to the seat's player if it lies inside the window; otherwise a bound on
    /// the same side.
    pub(super) fn walk(
        &mut self,
        seat: &mut Seat<'_, G>,
        state: &G::State,
        node: Node,
        window: Window,
    ) -> Result<f64, Exhausted> {
        let Turn::Of(mover) = seat.game().turn(state) else {
            let payoff = seat.game().payoff(state, seat.player());
            return Ok(finished(payoff, self.techniques.wins, node.ply));
        };
        let view = View::of(mover, seat.player());
        let window = view.window(window);
        if node.depth <= 0 || node.ply >= PLIES {
            let value = self.settle(seat, state, node.ply, view, window)?;
            return Ok(view.value(value));
        }
        let open = Open {
            state,
            mover,
            view,
            node,
            window,
        };
        let mut frame = self.frames.pop().unwrap_or_default();
        let value = self.expand(seat, &open, &mut frame);
        frame.clear();
        self.frames.push(frame);
        value.map(|value| view.value(value))
    }

    /// The value to the mover.
    fn expand(
        &mut self,
        seat: &mut Seat<'_, G>,
        open: &Open<'_, G>,
        frame: &mut Frame<G>,
    ) -> Result<f64, Exhausted> {
        let key = match self.table.is_some() {
            true => self.guide.key(seat.game(), open.state),
            false => 0,
        };
        let mut first = NOWHERE;
        for entry in self.table.probe(key).into_iter().flatten().rev() {
            if let Some(value) = self.known(entry, open.node.depth, open.node.ply, open.window) {
                return Ok(value);
            }
            if entry.action != NOWHERE {
                first = entry.action;
            }
        }
        if let Some(value) = self.null_move(seat, open)? {
            return Ok(value);
        }
        seat.game().actions(open.state, &mut frame.actions);
        if let Some((value, index)) = self.transpose(seat, open, frame)? {
            self.keep(key, open, value, number(index));
            return Ok(value);
        }
        self.sort(seat.game(), open, frame, first);
        if let Some(value) = self.cut(seat, open, frame)? {
            return Ok(value);
        }
        let (value, index) = self.actions(seat, open, frame)?;
        let best = match value > open.window.alpha {
            true => number(index),
            // Nothing was good enough, so nothing is known to be best.
            false => first,
        };
        self.keep(key, open, value, best);
        Ok(value)
    }

    /// The best value for the mover, and the index of its action.
    fn actions(
        &mut self,
        seat: &mut Seat<'_, G>,
        open: &Open<'_, G>,
        frame: &mut Frame<G>,
    ) -> Result<(f64, usize), Exhausted> {
        let Window { mut alpha, beta } = open.window;
        let mut best = (f64::NEG_INFINITY, 0);
        for turn in 0..frame.actions.len() {
            let index = frame.pick(turn);
            let action = frame.actions[index];
            let window = Window { alpha, beta };
            let value = match frame.states.get(index) {
                Some(next) => self.try_action(seat, open, action, next, turn, window)?,
                None => {
                    let next = step(seat, open.state, action)?;
                    self.try_action(seat, open, action, &next, turn, window)?
                }
            };
            if self.techniques.history {
                self.history.tried(seat.game(), open.mover, action);
            }
            if value > best.0 {
                best = (value, index);
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        let (value, index) = best;
        if value > open.window.alpha {
            let action = frame.actions[index];
            if self.techniques.history {
                self.history.best(seat.game(), open.mover, action);
            }
            if self.techniques.killers && value >= beta {
                kill::<G>(&mut self.killers[open.node.ply as usize], action);
            }
        }
        Ok(best)
    }

    /// The value of an action to the mover: first by a null window, then by a full one.
    fn try_action(
        &mut self,
        seat: &mut Seat<'_, G>,
        open: &Open<'_, G>,
        action: G::Action,
        next: &G::State,
        turn: usize,
        window: Window,
    ) -> Result<f64, Exhausted> {
        let Open { node, view, .. } = *open;
        let Techniques {
            scout,
            realisation,
            enhanced,
            ..
        } = self.techniques;
        let (cost, least) = match realisation {
            false => (PLY, PLY),
            true => self.cost(seat.game(), open.state, action, turn),
        };
        let mut look = |cost: i32, kind: Kind, window: Window| {
            let value = self.walk(seat, next, node.below(cost, kind), view.window(window));
            value.map(|value| view.value(value))
        };
        let expected = match node.kind {
            Kind::Principal => Kind::Principal,
            _ => node.opposite(),
        };
        if turn == 0 {
            return look(cost, expected, window);
        }
        if !(scout || realisation) {
            return look(cost, node.opposite(), window);
        }
        let narrow = Window::above(window.alpha);
        let mut value = look(cost, node.opposite(), narrow)?;
        let mut reached = cost;
        if realisation && value > window.alpha && cost > least {
            // Enhanced: a step between, where the whole way is long (Winands and Björnsson 2007).
            let between = (cost + least) / 2;
            if enhanced && 2 * between > 3 * PLY {
                value = look(between, node.opposite(), narrow)?;
                reached = between;
            }
            if value > window.alpha {
                reached = least;
                value = look(least, expected, window)?;
            }
        }
        let open_window = narrow.beta < window.beta;
        if value > window.alpha && value < window.beta && open_window && reached == cost {
            value = look(cost, expected, window)?;
        }
        Ok(value)
    }

    /// The cost of an action and the least cost, in fractions of a ply.
    fn cost(&self, game: &G, state: &G::State, action: G::Action, turn: usize) -> (i32, i32) {
        let parts = |plies: f32| (plies * PLY as f32).round() as i32;
        let least = self.guide.least().clamp(LEAST, MOST);
        let cost = self.guide.cost(game, state, action).clamp(least, MOST);
        let cost = match self.techniques.enhanced && turn < FREE {
            true => parts(cost).min(PLY.max(parts(least))),
            false => parts(cost),
        };
        (cost, parts(least))
    }

    fn sort(&mut self, game: &G, open: &Open<'_, G>, frame: &mut Frame<G>, first: u16) {
        let techniques = &self.techniques;
        let killers = match techniques.killers {
            true => self.killers[open.node.ply as usize],
            false => [None; 2],
        };
        frame.score(|index, action| {
            if index == usize::from(first) {
                return f32::INFINITY;
            }
            if killers[0] == Some(action) {
                return 1000.0;
            }
            if killers[1] == Some(action) {
                return 999.0;
            }
            let hint = match techniques.hints {
                true => self.guide.hint(game, open.state, action),
                false => 0.0,
            };
            match techniques.history {
                true => hint + self.history.share(game, open.mover, action),
                false => hint,
            }
        });
    }

    /// What an entry of a state at this ply decides, both seen by its mover, if it is of a search
    /// this deep.
    pub(super) fn known(&self, entry: Entry, depth: i32, ply: u32, window: Window) -> Option<f64> {
        let deep = entry.depth == depth || (self.techniques.deeper && entry.depth > depth);
        if !deep {
            return None;
        }
        let value = self.shift(entry.value, -f64::from(ply));
        let decides = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => value >= window.beta,
            Bound::Upper => value <= window.alpha,
        };
        decides.then_some(value)
    }

    fn keep(&mut self, key: u64, open: &Open<'_, G>, value: f64, action: u16) {
        let Window { alpha, beta } = open.window;
        let bound = if value >= beta {
            Bound::Lower
        } else if value > alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let value = self.shift(value, f64::from(open.node.ply));
        let depth = open.node.depth;
        self.table.store(
            key,
            Entry {
                value,
                bound,
                depth,
                action,
            },
        );
    }

    /// Adjusts the distance of a finished game by this many plies.
    fn shift(&self, value: f64, plies: f64) -> f64 {
        if self.techniques.wins == Wins::Any || value.abs() < DECIDED {
            value
        } else {
            value + value.signum() * plies
        }
    }
}

/// The state after an action, if the budget allows it.
#[inline]
pub(super) fn step<G: Game>(
    seat: &mut Seat<'_, G>,
    state: &G::State,
    action: G::Action,
) -> Result<G::State, Exhausted> {
    pay(seat, 1, 0)?;
    let mut next = state.clone();
    seat.step(&mut next, action);
    Ok(next)
}
