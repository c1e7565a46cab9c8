//! Flat Monte Carlo: playouts of every action, and rules by which they are shared out.

use super::Rollout;
use super::ucb::Ucb1;
use crate::search::best_at_random;
use ludometer_core::{Agent, Forfeit, Game, Seat};

/// Which action gets the next playout.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Allocation {
    /// All equally often.
    #[default]
    Equal,
    /// The one with the highest upper confidence bound: UCB1 (Auer, Cesa-Bianchi and Fischer 2002) with
    /// this constant, in the units of the outcome.
    Ucb1(f64),
    /// Sequential halving (Karnin, Koren and Somekh 2013): in rounds with equal shares of the playouts,
    /// after each of which the worse half of the actions is dropped.
    Halving,
}

/// Samples the actions and plays the one with the best mean.
pub struct Flat<G: Game> {
    playouts: u64,
    allocation: Allocation,
    rollout: Rollout<G>,
}

/// What is known of an action.
#[derive(Clone, Copy)]
struct Arm<A> {
    action: A,
    sum: f64,
    tries: u64,
}

impl<A: Copy> Arm<A> {
    fn mean(&self) -> f64 {
        mean(self.sum, self.tries)
    }
}

impl<G: Game> Flat<G> {
    /// About `playouts` playouts in all, shared equally among the actions.
    pub fn new(playouts: u64, rollout: Rollout<G>) -> Self {
        Flat {
            playouts,
            allocation: Allocation::Equal,
            rollout,
        }
    }

    /// The same with playouts shared out by this rule.
    #[must_use]
    pub fn allocating(mut self, allocation: Allocation) -> Self {
        self.allocation = allocation;
        self
    }

    /// One playout of an action; `None` if the budget is spent.
    fn pull(&mut self, seat: &mut Seat<'_, G>, arm: &mut Arm<G::Action>) -> Option<()> {
        arm.sum += try_once(seat, &mut self.rollout, arm.action)?;
        arm.tries += 1;
        Some(())
    }

    /// Playouts of all actions in turn; `None` if the budget is spent.
    fn pull_all(
        &mut self,
        seat: &mut Seat<'_, G>,
        arms: &mut [Arm<G::Action>],
        rounds: u64,
    ) -> Option<()> {
        for _ in 0..rounds {
            for arm in &mut *arms {
                self.pull(seat, arm)?;
            }
        }
        Some(())
    }

    /// Every action once, then the one with the highest bound; `None` if the budget is spent.
    fn pull_by_bound(
        &mut self,
        seat: &mut Seat<'_, G>,
        arms: &mut [Arm<G::Action>],
        c: f64,
    ) -> Option<()> {
        self.pull_all(seat, arms, 1)?;
        for pulls in arms.len() as u64..self.playouts {
            let ucb1 = Ucb1::new(pulls, c);
            let bound = |arm: &Arm<G::Action>| ucb1.bound(arm.mean(), arm.tries as f64);
            let best = arms
                .iter_mut()
                .max_by(|a, b| bound(a).total_cmp(&bound(b)))?;
            self.pull(seat, best)?;
        }
        Some(())
    }

    /// Sequential halving. The arms are sorted, so that those which stay in come first; how many of them
    /// there are in the end.
    fn halve(&mut self, seat: &mut Seat<'_, G>, arms: &mut [Arm<G::Action>]) -> usize {
        let rounds = arms.len().next_power_of_two().trailing_zeros().max(1);
        let mut left = arms.len();
        for round in 0..rounds {
            let pulls = self.playouts / (left as u64 * u64::from(rounds));
            let share = 1.0 / f64::from(rounds - round);
            let staying = &mut arms[..left];
            seat.within(share, |seat| self.pull_all(seat, staying, pulls.max(1)));
            if round + 1 < rounds {
                // Stable, so that ties stay in the order of the actions.
                staying.sort_by(|a, b| b.mean().total_cmp(&a.mean()));
                left = left.div_ceil(2);
            }
        }
        left
    }
}

impl<G: Game> Agent<G> for Flat<G> {
    fn act(&mut self, seat: &mut Seat<'_, G>) -> Result<G::Action, Forfeit> {
        let actions = seat.actions();
        let fresh = |&action| Arm {
            action,
            sum: 0.0,
            tries: 0,
        };
        let mut arms: Vec<Arm<G::Action>> = actions.iter().map(fresh).collect();
        let mut left = arms.len();
        match self.allocation {
            Allocation::Equal => {
                let rounds = self.playouts.div_ceil(actions.len() as u64).max(1);
                self.pull_all(seat, &mut arms, rounds);
            }
            Allocation::Ucb1(c) => {
                self.pull_by_bound(seat, &mut arms, c);
            }
            Allocation::Halving => left = self.halve(seat, &mut arms),
        }
        for arm in &arms {
            seat.report_move(arm.action, arm.mean(), arm.tries);
        }
        let staying: Vec<G::Action> = arms[..left].iter().map(|arm| arm.action).collect();
        let means: Vec<f64> = arms[..left].iter().map(Arm::mean).collect();
        Ok(best_at_random(seat, &staying, &means))
    }
}

/// One playout after an action, from a fresh determinization; `None` if the budget is spent.
pub(super) fn try_once<G: Game>(
    seat: &mut Seat<'_, G>,
    rollout: &mut Rollout<G>,
    action: G::Action,
) -> Option<f64> {
    if !seat.can_afford(1, 0) {
        return None;
    }
    let mut state = seat.determinize();
    seat.step(&mut state, action);
    let player = seat.player();
    rollout.play(seat, &mut state, player)
}

/// The mean of what was tried; untried actions come last.
pub(super) fn mean(sum: f64, tries: u64) -> f64 {
    if tries == 0 {
        f64::NEG_INFINITY
    } else {
        sum / tries as f64
    }
}
