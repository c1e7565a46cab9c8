//! Quiescence search below the last ply, where the guide names noisy moves.

use super::walk::step;
use super::{PLIES, Pvs, SearchGuide, View, Window};
use crate::search::depth::{Exhausted, finished, pay};
use ludometer_core::{Evaluator, Game, Seat, Turn};

impl<G: Game, E: Evaluator<G>, W: SearchGuide<G>> Pvs<G, E, W> {
    /// The value of a leaf for its mover, who may stand pat or play a noisy move.
    pub(super) fn settle(
        &mut self,
        seat: &mut Seat<'_, G>,
        state: &G::State,
        ply: u32,
        view: View,
        window: Window,
    ) -> Result<f64, Exhausted> {
        pay(seat, 0, 1)?;
        let standing = view.value(seat.value(&mut self.evaluator, state));
        if !self.techniques.quiet || standing >= window.beta || ply >= PLIES {
            return Ok(standing);
        }
        let mut frame = self.frames.pop().unwrap_or_default();
        self.guide.noisy(seat.game(), state, &mut frame.actions);
        let hints = self.techniques.hints;
        let (game, guide) = (seat.game(), &self.guide);
        frame.score(|_, action| match hints {
            true => guide.hint(game, state, action),
            false => 0.0,
        });
        let mut best = standing;
        let mut outcome = Ok(());
        for turn in 0..frame.actions.len() {
            let position_key = frame.pick(turn);
            let action = frame.actions[position_key];
            let inner = Window {
                alpha: window.alpha.max(best),
                beta: window.beta,
            };
            match self.exchange(seat, state, action, ply + 1, view.window(inner)) {
                Ok(value) => best = best.max(view.value(value)),
                Err(exhausted) => outcome = Err(exhausted),
            }
            if outcome.is_err() || best >= window.beta {
                break;
            }
        }
        frame.clear();
        self.frames.push(frame);
        outcome.map(|()| best)
    }

    /// The value of a noisy move for the seat's player.
    fn exchange(
        &mut self,
        seat: &mut Seat<'_, G>,
        state: &G::State,
        action: G::Action,
        ply: u32,
        window: Window,
    ) -> Result<f64, Exhausted> {
        let next = step(seat, state, action)?;
        let Turn::Of(mover) = seat.game().turn(&next) else {
            let payoff = seat.game().payoff(&next, seat.player());
            return Ok(finished(payoff, self.techniques.wins, ply));
        };
        let view = View::of(mover, seat.player());
        let value = self.settle(seat, &next, ply, view, view.window(window))?;
        Ok(view.value(value))
    }
}
