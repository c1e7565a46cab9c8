//! Closing in on a distance: beams from above, refutations from below.

use super::beam::beam;
use super::control::{Control, StopReason};
use super::outcome::{Options, Proof, SolveOutcome};
use super::prove::{Prover, Question, Verdict};
use super::repair::repair;
use super::word::Word;
use ludometer_games_other::slide::Tiles;

// The first beam, and how much wider each next one is.
const FIRST_WIDTH: usize = 256;
const WIDER: usize = 4;
// No beam is followed farther than this.
const LONGEST: u32 = 400;
// How many times the states of the beam's layers those of a repair may have.
const REPAIR: usize = 2;

/// One position on its way to being solved.
pub(super) struct Search<'a, W> {
    prover: &'a Prover<W>,
    start: &'a Tiles,
    options: &'a Options,
    control: Control<'a>,
    outcome: SolveOutcome,
}

impl<'a, W: Word> Search<'a, W> {
    pub(super) fn run(
        prover: &'a Prover<W>,
        start: &'a Tiles,
        options: &'a Options,
        control: Control<'a>,
    ) -> SolveOutcome {
        let heuristic = prover.least(start);
        let outcome = SolveOutcome {
            moves: None,
            at_least: heuristic,
            proof: Proof {
                patterns: prover.patterns(),
                heuristic,
                refuted: Vec::new(),
            },
            stopped: None,
        };
        let mut search = Search {
            prover,
            start,
            options,
            control,
            outcome,
        };
        search.outcome.stopped = search.close_in().err();
        search.outcome
    }

    /// Widens beams and raises thresholds until they meet, always the one that has cost less. When
    /// one runs out of memory, the other goes on.
    fn close_in(&mut self) -> Result<(), StopReason> {
        let mut width = FIRST_WIDTH;
        let (mut above, mut below) = (0, 0);
        let (mut widening, mut proving) = (true, self.options.optimal);
        let mut full = Ok(());
        while !self.outcome.is_optimal() && (widening || proving) {
            self.control.at_least = self.outcome.at_least;
            self.control.at_most = self.outcome.at_most();
            let (cost, open) = if widening && (above <= below || !proving) {
                let cost = self.look(width);
                width *= WIDER;
                widening = width <= self.options.width;
                (cost.map(|cost| above += cost), &mut widening)
            } else {
                let cost = self.raise();
                (cost.map(|cost| below += cost), &mut proving)
            };
            match cost {
                Ok(()) => {}
                Err(StopReason::Memory) => {
                    *open = false;
                    full = Err(StopReason::Memory);
                }
                Err(stopped) => return Err(stopped),
            }
        }
        if self.outcome.is_optimal() {
            Ok(())
        } else {
            full
        }
    }

    /// One beam, and its repair; what it cost.
    fn look(&mut self, width: usize) -> Result<u64, StopReason> {
        let longest = self.outcome.at_most().map_or(LONGEST, |most| most - 2);
        let found = beam(self.prover, self.start, width, longest, &self.control)?;
        if let Some(moves) = found.moves {
            self.outcome.moves = Some(moves.clone());
            self.control.at_most = self.outcome.at_most();
            let most = width * REPAIR;
            let moves = repair(self.prover, self.start, moves, most, &self.control)?;
            self.outcome.moves = Some(moves);
        }
        Ok(found.states)
    }

    /// Refutes the length that the bound is, or finds a solution of that length; what it cost.
    fn raise(&mut self) -> Result<u64, StopReason> {
        let question = Question {
            start: self.start,
            threshold: self.outcome.at_least,
            most: usize::MAX,
        };
        match self.prover.decide(question, &self.control)? {
            Verdict::Found(moves) => {
                self.outcome.moves = Some(moves);
                Ok(0)
            }
            Verdict::GaveUp => Err(StopReason::Memory),
            Verdict::Refuted(refutation) => {
                let cost = refutation.layers.iter().sum();
                self.outcome.at_least += 2;
                self.outcome.proof.refuted.push(refutation);
                Ok(cost)
            }
        }
    }
}
