//! One decision by several workers.

use super::{Seat, Told};
use crate::{Calls, Game, Rng, Spending, calls};

impl<G: Game> Seat<'_, G> {
    /// Lets workers search for this decision side by side, each through a seat of its own with the same
    /// position, an equal share of what is left of the budget, and a random stream that is split off
    /// this one. What they spend is spent here, and the [audit](fn@crate::audit) sees it. The results are
    /// in the order of the workers, and the same for any number of threads unless time is a limit.
    ///
    /// # Panics
    ///
    /// If a worker does.
    pub fn fan_out<W: Send, T: Send>(
        &mut self,
        workers: &mut [W],
        threads: usize,
        work: impl Fn(&mut W, &mut Seat<'_, G>) -> T + Sync,
    ) -> Vec<T> {
        let share = |limit: Option<u64>, spent: u64| {
            limit.map(|limit| limit.saturating_sub(spent) / workers.len().max(1) as u64)
        };
        let mut budget = self.budget;
        budget.steps = share(budget.steps, self.spent.steps);
        budget.evaluations = share(budget.evaluations, self.spent.evaluations);
        let streams: Vec<Rng> = workers.iter().map(|_| self.dice.split()).collect();
        let (game, player, position) = (self.game, self.player, &self.position);
        let (deadline, stop, noise) = (self.deadline, self.stop, self.evaluation_noise);
        let one = |worker: &mut W, dice: Rng| {
            let mut seat = Seat {
                game,
                player,
                position: position.clone(),
                dice,
                budget,
                deadline,
                stop,
                spent: Spending::default(),
                evaluation_noise: noise,
                trace: None,
                stats: None,
                told: Told {
                    seed: None,
                    clocks: Vec::new(),
                    history: None,
                },
            };
            (work(worker, &mut seat), seat.spent)
        };
        let mut jobs: Vec<(&mut W, Rng)> = workers.iter_mut().zip(streams).collect();
        let mut done = Vec::with_capacity(jobs.len());
        if threads <= 1 || jobs.len() <= 1 {
            done.extend(jobs.into_iter().map(|(worker, dice)| one(worker, dice)));
        } else {
            let size = jobs.len().div_ceil(threads);
            let one = &one;
            let parts = std::thread::scope(|scope| {
                let mut running = Vec::new();
                while !jobs.is_empty() {
                    let rest = jobs.split_off(size.min(jobs.len()));
                    let part = std::mem::replace(&mut jobs, rest);
                    running.push(scope.spawn(move || {
                        let done = part.into_iter().map(|(worker, dice)| one(worker, dice));
                        let done: Vec<(T, Spending)> = done.collect();
                        (done, Calls::on_this_thread())
                    }));
                }
                let ended = running.into_iter().map(std::thread::ScopedJoinHandle::join);
                ended.collect::<Vec<_>>()
            });
            for part in parts {
                let (part, called) = part.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                calls::add(called);
                done.extend(part);
            }
        }
        let settled = done.into_iter().map(|(result, spent)| {
            self.spent += spent;
            result
        });
        settled.collect()
    }
}
