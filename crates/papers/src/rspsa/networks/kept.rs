//! Learning and comparing, kept in the store: the same call goes on where it was stopped.

use ludometer_catalogue::specialists::omaha::network::{
    NetworkContest, PokerNetwork, Training, TrainingProgress,
};
use ludometer_lab::store::Store;
use ludometer_lab::tune::TuneError;
use ludometer_spec::source::Diagnostic;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Decks that are played before they are written.
const CHUNK: u64 = 500;

/// Where things are kept, and how far they have come.
pub(super) struct Keeper<'a> {
    pub(super) store: &'a mut Store,
    pub(super) done: AtomicU64,
    pub(super) of: u64,
    pub(super) watch: &'a (dyn Fn(u64, u64) + Sync),
    pub(super) stop: &'a AtomicBool,
}

impl Keeper<'_> {
    fn add(&self, hands: u64) {
        let done = hands + self.done.fetch_add(hands, Ordering::Relaxed);
        (self.watch)(done, self.of);
    }

    /// Lets `work` count its hands; it gives nothing if it was stopped.
    pub(super) fn during<T>(
        &self,
        work: impl FnOnce(&TrainingProgress<'_>) -> Result<Option<T>, String>,
    ) -> Result<T, TuneError> {
        let spent = self.done.load(Ordering::Relaxed);
        let (done, of, watch) = (&self.done, self.of, self.watch);
        let progress = TrainingProgress {
            tick: &|| watch(1 + done.fetch_add(1, Ordering::Relaxed), of),
            stop: self.stop,
        };
        let worked = work(&progress).map_err(Diagnostic::new)?;
        worked.ok_or(TuneError::Stopped {
            spent,
            of: self.of,
            what: "hands",
        })
    }

    /// A course with this many iterations, which begins as `course` does if none is kept. More go on
    /// where fewer ended.
    pub(super) fn follow(
        &mut self,
        course: Training,
        (iterations, batch): (u64, u64),
        contest: &NetworkContest,
    ) -> Result<Training, TuneError> {
        let identity = contest.identity().line("learner", course.identity());
        let sheet = self.store.sheet(&identity.text())?;
        let mut course = match self.store.state(sheet)? {
            None => course,
            Some(saved) => Training::resume(&saved).map_err(|error| {
                let message = format!("the learner in the store cannot be restored: {error}");
                Diagnostic::new(message).hint("name another store with --store to begin anew")
            })?,
        };
        self.add(batch * iterations.min(course.steps().len() as u64));
        while (course.steps().len() as u64) < iterations {
            self.during(|progress| {
                let went = course.iterate(contest, progress)?;
                Ok(went.then_some(()))
            })?;
            let saved = course.save().map_err(Diagnostic::new)?;
            let hands = batch * course.steps().len() as u64;
            self.store.keep(sheet, &saved, None, hands)?;
        }
        course.truncate(iterations as usize);
        Ok(course)
    }

    /// What a network wins a hand on each of this many decks; those that an earlier run played are not
    /// played again.
    pub(super) fn compare(
        &mut self,
        poker_network: &Arc<PokerNetwork>,
        decks: u64,
        contest: &NetworkContest,
    ) -> Result<Vec<f64>, TuneError> {
        let identity = contest.identity().line("network", poker_network.identity());
        let sheet = self.store.sheet(&identity.text())?;
        let kept = self.store.answers(sheet, 0, decks as usize)?;
        // Chunks are written whole and in order.
        let mut won: Vec<f64> = kept.into_iter().map_while(|won| won).collect();
        self.add(2 * won.len() as u64);
        while (won.len() as u64) < decks {
            let first = won.len() as u64;
            let some = first..decks.min(first + CHUNK);
            let played =
                self.during(|progress| Ok(contest.by_deck(poker_network, some.clone(), progress)))?;
            let rows: Vec<(u64, f64)> = some.zip(played.iter().copied()).collect();
            self.store.write_answers(sheet, &rows)?;
            won.extend(played);
        }
        Ok(won)
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::lines::tests::Kept;
    use super::*;
    use ludometer_catalogue::specialists::omaha::network::{NetworkRole, fresh_rprop};
    use ludometer_core::Seed;

    fn keeper<'a>(store: &'a mut Store, stop: &'a AtomicBool) -> Keeper<'a> {
        Keeper {
            store,
            done: AtomicU64::new(0),
            of: 48,
            watch: &|done, of| assert!(done <= of),
            stop,
        }
    }

    fn begin() -> Training {
        let start = NetworkRole::Evaluation.start(Seed::new(1));
        Training::td(start, fresh_rprop().unwrap(), 4)
    }

    #[test]
    fn what_is_kept_goes_on_with_the_same_bits_and_is_counted() {
        let contest = NetworkContest::new(5, Seed::new(8));
        let (go, stop) = (AtomicBool::new(false), AtomicBool::new(true));
        let [mut one, mut other] = ["network-one", "network-other"].map(Kept::new);
        let whole = keeper(&mut one.store, &go).follow(begin(), (5, 8), &contest);
        let whole = whole.unwrap();
        assert_eq!(whole.steps().len(), 5);
        let some = keeper(&mut other.store, &go).follow(begin(), (2, 8), &contest);
        assert_eq!(some.unwrap().steps(), &whole.steps()[..2]);
        let mut stopped = keeper(&mut other.store, &stop);
        let error = stopped.follow(begin(), (5, 8), &contest).unwrap_err();
        let error = error.to_string();
        assert!(error.starts_with("stopped after 16 of 48 hands"), "{error}");
        let mut rest = keeper(&mut other.store, &go);
        assert_eq!(rest.follow(begin(), (5, 8), &contest).unwrap(), whole);
        assert_eq!(rest.done.into_inner(), 40);
        // Fewer iterations are the first ones, and nothing is played.
        let fewer = keeper(&mut other.store, &stop).follow(begin(), (3, 8), &contest);
        assert_eq!(fewer.unwrap().steps(), &whole.steps()[..3]);
        let poker_network = whole.poker_network(0);
        let mut first = keeper(&mut other.store, &go);
        let won = first.compare(&poker_network, 4, &contest).unwrap();
        let mut again = keeper(&mut other.store, &stop);
        assert_eq!(again.compare(&poker_network, 4, &contest).unwrap(), won);
        assert!(again.compare(&poker_network, 5, &contest).is_err());
    }
}
