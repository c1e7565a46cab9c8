//! Playouts with a policy, decisive moves or an evaluator at their end.

use super::super::Rollout;
use super::enhanced::Enhanced;
use super::options::{Decisive, PlayoutPolicy};
use ludometer_core::{Actions, Game, Player, Seat, Turn};

impl<G: Game> Enhanced<G> {
    /// Plays `state` on and returns its value for the seat's player; `None` if the budget is spent.
    pub(super) fn play(
        &mut self,
        seat: &mut Seat<'_, G>,
        state: &mut G::State,
        rollout: &mut Rollout<G>,
    ) -> Option<f64> {
        let options = self.options;
        let player = seat.player();
        let plain = options.playout == PlayoutPolicy::Uniform && !options.has_trail();
        if plain && options.decisive == Decisive::No && options.cut == 0 {
            return rollout.play(seat, state, player);
        }
        let mut actions = Actions::<G>::new();
        let mut nexts = Vec::new();
        for ply in 0..rollout.plies() {
            let Turn::Of(mover) = seat.game().turn(state) else {
                break;
            };
            if options.cut != 0 && ply == options.cut {
                return self.judge(seat, state);
            }
            actions.clear();
            seat.game().actions(state, &mut actions);
            if !seat.can_afford(1, 0) {
                return None;
            }
            if options.decisive != Decisive::No {
                self.look(seat, state, mover, &mut actions, &mut nexts)?;
            }
            let place = self.policy.pick(seat, &self.trail, mover, &actions);
            if options.has_trail() {
                let key = seat.game().action_key(actions[place]);
                self.trail.push((mover, key));
            }
            match nexts.get_mut(place) {
                Some(next) => std::mem::swap(state, next),
                None => seat.step(state, actions[place]),
            }
        }
        Some(rollout.worth(seat.game(), state, player))
    }

    /// Keeps the moves that win at once, if there are any; with anti-decisive moves else those after which
    /// the next player cannot, if there are any. `nexts` gets the states behind the moves that are kept.
    /// `None` if the budget is spent.
    fn look(
        &self,
        seat: &mut Seat<'_, G>,
        state: &G::State,
        mover: Player,
        actions: &mut Actions<G>,
        nexts: &mut Vec<G::State>,
    ) -> Option<()> {
        nexts.clear();
        for (place, &action) in actions.iter().enumerate() {
            if !seat.can_afford(1, 0) {
                return None;
            }
            let mut next = state.clone();
            seat.step(&mut next, action);
            if self.is_won(seat.game(), &next, mover) {
                actions.swap(0, place);
                actions.truncate(1);
                nexts.clear();
                nexts.push(next);
                return Some(());
            }
            nexts.push(next);
        }
        if self.options.decisive != Decisive::Anti {
            return Some(());
        }
        let mut safe = Vec::with_capacity(nexts.len());
        for next in nexts.iter() {
            safe.push(!self.loses(seat, next, mover)?);
        }
        if safe.contains(&true) {
            let mut keep = safe.iter();
            actions.retain(|_| keep.next() == Some(&true));
            let mut keep = safe.iter();
            nexts.retain(|_| keep.next() == Some(&true));
        }
        Some(())
    }

    /// Whether a player other than `mover` is to move and can win at once.
    fn loses(&self, seat: &mut Seat<'_, G>, state: &G::State, mover: Player) -> Option<bool> {
        let Turn::Of(next) = seat.game().turn(state) else {
            return Some(false);
        };
        if next == mover {
            return Some(false);
        }
        let mut replies = Actions::<G>::new();
        seat.game().actions(state, &mut replies);
        for reply in replies {
            if !seat.can_afford(1, 0) {
                return None;
            }
            let mut after = state.clone();
            seat.step(&mut after, reply);
            if self.is_won(seat.game(), &after, next) {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Whether the game is over with the greatest payoff for a player.
    fn is_won(&self, game: &G, state: &G::State, player: Player) -> bool {
        game.turn(state) == Turn::Over && game.payoff(state, player) >= self.greatest
    }
}
