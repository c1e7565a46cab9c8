//! Pruning before the actions are searched.

use super::order::Frame;
use super::walk::{Open, step};
use super::{DECIDED, Kind, Node, PLIES, PLY, Pvs, SearchGuide, View, Window};
use crate::search::depth::{Exhausted, finished, pay};
use ludometer_core::{Evaluator, Game, Seat, Turn};

/// The least depth at which successors are generated for enhanced transposition cutoffs: nearer to the
/// leaves a search is cheaper than the lookups.
const FAR: i32 = 4 * PLY;

/// What an action costs that is searched this many plies shallower, in parts of a ply. No search is
/// deeper than [`PLIES`], so a larger reduction leaves as little of it.
fn reduced(reduction: u32) -> i32 {
    PLY + reduction.min(PLIES) as i32 * PLY
}

impl<G: Game, E: Evaluator<G>, W: SearchGuide<G>> Pvs<G, E, W> {
    /// Adaptive null move (Donninger 1993; Heinz 1999): if the value stays above the window even after
    /// passing, the node is cut. Never twice in a row, never on the principal variation, and never to
    /// prove a win.
    pub(super) fn null_move(
        &mut self,
        seat: &mut Seat<'_, G>,
        open: &Open<'_, G>,
    ) -> Result<Option<f64>, Exhausted> {
        let Open {
            node, window, view, ..
        } = *open;
        let tried = self.techniques.null && node.kind != Kind::Principal && !node.passed;
        if !tried || node.depth < 2 * PLY || window.beta.abs() >= DECIDED {
            return Ok(None);
        }
        pay(seat, 1, 0)?;
        let guide = &self.guide;
        let Some(next) = seat.null_move(open.state, |game, state| guide.null_move(game, state))
        else {
            return Ok(None);
        };
        let plies = (node.depth / PLY) as u32;
        let reduction = guide.reduction(seat.game(), open.state, plies);
        let below = Node {
            passed: true,
            ..node.below(reduced(reduction), node.opposite())
        };
        let narrow = view.window(Window {
            alpha: window.beta.next_down(),
            beta: window.beta,
        });
        let value = view.value(self.walk(seat, &next, below, narrow)?);
        // A win after a pass is not yet one of the rules.
        Ok((value >= window.beta).then_some(value.min(DECIDED.next_down())))
    }

    /// Enhanced transposition cutoffs (Schaeffer and Plaat 1996): looks for a successor whose table
    /// entry causes a cutoff. The generated successors are kept. Returns the value and the index of
    /// the action.
    pub(super) fn transpose(
        &mut self,
        seat: &mut Seat<'_, G>,
        open: &Open<'_, G>,
        frame: &mut Frame<G>,
    ) -> Result<Option<(f64, usize)>, Exhausted> {
        let node = open.node;
        if !self.techniques.etc || !self.table.is_some() || node.depth < FAR {
            return Ok(None);
        }
        let window = open.view.window(open.window);
        for (position_key, &action) in frame.actions.iter().enumerate() {
            let next = step(seat, open.state, action)?;
            let below = node.below(PLY, node.opposite());
            let value = match seat.game().turn(&next) {
                Turn::Over => {
                    let payoff = seat.game().payoff(&next, seat.player());
                    Some(finished(payoff, self.techniques.wins, below.ply))
                }
                Turn::Of(mover) => {
                    let view = View::of(mover, seat.player());
                    let key = self.guide.key(seat.game(), &next);
                    let window = view.window(window);
                    let mut entries = self.table.probe(key).into_iter().flatten();
                    entries
                        .find_map(|entry| self.known(entry, below.depth, below.ply, window))
                        .map(|value| view.value(value))
                }
            };
            frame.states.push(next);
            match value.map(|value| open.view.value(value)) {
                Some(value) if value >= open.window.beta => return Ok(Some((value, position_key))),
                _ => {}
            }
        }
        Ok(None)
    }

    /// Multi-cut (Björnsson and Marsland 1999): at an expected cut node, the node is cut if several
    /// actions fail high in a reduced search.
    pub(super) fn cut(
        &mut self,
        seat: &mut Seat<'_, G>,
        open: &Open<'_, G>,
        frame: &mut Frame<G>,
    ) -> Result<Option<f64>, Exhausted> {
        let (node, beta) = (open.node, open.window.beta);
        let Some(multicut) = self.techniques.multicut else {
            return Ok(None);
        };
        let cost = reduced(multicut.reduction);
        if node.kind != Kind::Cut || node.depth <= cost || beta.abs() >= DECIDED {
            return Ok(None);
        }
        let narrow = open.view.window(Window {
            alpha: beta.next_down(),
            beta,
        });
        let mut cuts = 0;
        for turn in 0..frame.actions.len().min(multicut.moves as usize) {
            let position_key = frame.pick(turn);
            let below = node.below(cost, Kind::All);
            let value = match frame.states.get(position_key) {
                Some(next) => self.walk(seat, next, below, narrow)?,
                None => {
                    let next = step(seat, open.state, frame.actions[position_key])?;
                    self.walk(seat, &next, below, narrow)?
                }
            };
            cuts += u32::from(open.view.value(value) >= beta);
            if cuts >= multicut.cuts {
                return Ok(Some(beta));
            }
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reduction_beyond_every_search_costs_all_of_it() {
        assert_eq!([0, 2].map(reduced), [PLY, 3 * PLY]);
        let deepest = PLIES as i32 * PLY;
        assert!(reduced(PLIES) > deepest);
        assert_eq!(reduced(u32::MAX), reduced(PLIES));
    }
}
