//! Performance by move score.

use super::{OPENING, ObjectiveProgress, Performance, identity, profile};
use crate::specialists::loa::nine::MiaEvaluator;
use crate::specialists::loa::player::{LoaProfile, opening};
use crate::specialists::loa::realisation::{Realisation, realisation};
use ludometer_agents::search::pvs::Techniques;
use ludometer_core::{Game, Generator, Seed, Turn};
use ludometer_games_board::loa::{Loa, Move, Position};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// Performance by move score: the negative negamax value of the position after the move, which a
/// deeper search finds once and remembers.
pub struct MoveScore {
    count: u64,
    /// Made when they are needed.
    positions: OnceLock<Vec<Position>>,
    techniques: Techniques,
    nodes: u64,
    judge: LoaProfile,
    seed: Seed,
    known: BTreeMap<Choice, f64>,
    /// The moves judged since the last call.
    fresh: Vec<Choice>,
}

/// A position by its place in the list, and from where to where.
type Choice = (usize, [u8; 2]);

/// Forward-model calls of the player whose games the positions are taken from.
const PRACTICE: u64 = 100;

impl MoveScore {
    /// This many fixed positions; moves are chosen with `nodes` forward-model calls and judged with
    /// `judging`.
    pub fn new(
        positions: u64,
        (nodes, judging): (u64, u64),
        techniques: Techniques,
        seed: Seed,
    ) -> MoveScore {
        MoveScore {
            count: positions,
            positions: OnceLock::new(),
            techniques,
            nodes,
            judge: profile(MiaEvaluator::fitted(), realisation(), techniques, judging),
            seed: seed.named("move score"),
            known: BTreeMap::new(),
            fresh: Vec::new(),
        }
    }

    fn positions(&self) -> &[Position] {
        self.positions.get_or_init(|| {
            let numbers = (0..self.count as usize).into_par_iter().with_max_len(16);
            let address = |number| self.seed.named("position").nth(number as u64);
            let positions = numbers.map(|number| practised(address(number), self.techniques));
            positions.collect()
        })
    }

    fn span(&self, scenario: u64) -> usize {
        let mut dice = self.seed.nth(scenario).rng(Generator::Xoshiro);
        dice.index(self.count as usize)
    }

    fn choose(&self, realisation: &Realisation, scenario: u64) -> Choice {
        let span = self.span(scenario);
        let ours = profile(
            MiaEvaluator::fitted(),
            realisation.clone(),
            self.techniques,
            self.nodes,
        );
        let dice = self.seed.named("choice").nth(span as u64);
        let dice = dice.rng(Generator::Xoshiro);
        let (action, _) = ours.report_variation(&self.positions()[span], dice);
        (span, [action.from, action.to])
    }

    /// How many moves were judged so far.
    pub fn judged(&self) -> usize {
        self.known.len()
    }
}

impl Performance for MoveScore {
    fn description(&self) -> String {
        identity("loa-move-score@1")
            .line("positions", self.count)
            .line("practice", PRACTICE)
            .line("nodes", self.nodes)
            .line("judging-nodes", self.judge.nodes)
            .line("techniques", self.techniques.identity())
            .line("address", self.seed)
            .text()
    }

    /// Moves are chosen, then those that were never judged are judged.
    fn answers(
        &mut self,
        trials: &[(Realisation, u64)],
        progress: &ObjectiveProgress<'_>,
    ) -> Option<Vec<f64>> {
        // Made by all threads before one of them waits for the others.
        self.positions();
        let choosing = trials.par_iter().with_max_len(1);
        let chosen = choosing
            .map(|(realisation, scenario)| progress.trial(|| self.choose(realisation, *scenario)));
        let chosen: Vec<Choice> = chosen.collect::<Option<_>>()?;
        let mut new = chosen.clone();
        new.sort_unstable();
        new.dedup();
        new.retain(|choice| !self.known.contains_key(choice));
        let judging = new.par_iter().with_max_len(1);
        let judged = judging.map(|&(span, [from, to])| {
            let address = self.seed.named("judge").nth(span as u64);
            let action = Move { from, to };
            let position = &self.positions()[span];
            progress.unless_stopped(|| judge(&self.judge, position, action, address))
        });
        let judged: Vec<f64> = judged.collect::<Option<_>>()?;
        self.known.extend(new.iter().copied().zip(judged));
        self.fresh.extend(new);
        Some(chosen.iter().map(|choice| self.known[choice]).collect())
    }

    /// Moves that were judged, each as a number, with their scores.
    fn fresh(&mut self) -> Vec<(u64, f64)> {
        let fresh = std::mem::take(&mut self.fresh);
        let scored = fresh.iter().map(|choice| {
            let &(span, [from, to]) = choice;
            let number = (span as u64) << 16 | u64::from(from) << 8 | u64::from(to);
            (number, self.known[choice])
        });
        scored.collect()
    }

    fn remember(&mut self, kept: &[(u64, f64)]) {
        let choices = kept.iter().map(|&(number, score)| {
            let choice = [(number >> 8) as u8, number as u8];
            (((number >> 16) as usize, choice), score)
        });
        self.known.extend(choices);
    }
}

/// A position of a game between quick players, some moves after a random opening.
fn practised(address: Seed, techniques: Techniques) -> Position {
    let player = profile(MiaEvaluator::fitted(), realisation(), techniques, PRACTICE);
    let mut attempts = (0..).map(|attempt| {
        let address = address.nth(attempt);
        let mut dice = address.rng(Generator::Xoshiro);
        let mut position = opening(address.named("opening"), OPENING);
        for ply in 0..dice.below(30) {
            if Loa.turn(&position) == Turn::Over {
                break;
            }
            let mind = address.nth(ply).rng(Generator::Xoshiro);
            let (action, _) = player.report_variation(&position, mind);
            Loa.step(&mut position, action, &mut dice);
        }
        position
    });
    let open = attempts.find(|position| Loa.action_count(position) > 1);
    open.expect("some game lasts so long")
}

/// The value of a move for its player, between -1 and 1: the evaluation predicts outcomes, and a win
/// that is found is one.
fn judge(judge: &LoaProfile, position: &Position, action: Move, address: Seed) -> f64 {
    let mover = position.mover();
    let mut chance = address.rng(Generator::Xoshiro);
    let mut after = position.clone();
    Loa.step(&mut after, action, &mut chance);
    // A player who must pass does not think about it.
    while Loa.action_count(&after) == 1 {
        let mut only = Vec::new();
        Loa.actions(&after, &mut only);
        Loa.step(&mut after, only[0], &mut chance);
    }
    let value = match Loa.turn(&after) {
        Turn::Over => Loa.payoff(&after, mover),
        Turn::Of(next) => {
            let (_, value) = judge.report_variation(&after, address.nth(1).rng(Generator::Xoshiro));
            if next == mover { value } else { -value }
        }
    };
    value.clamp(-1.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::super::tests::silent;
    use super::*;
    use crate::specialists::loa::{DEFAULT, TunedPlayer, shipped};

    #[test]
    fn a_found_win_is_worth_one_and_a_given_one_minus_one() {
        let profile = profile(MiaEvaluator::fitted(), realisation(), DEFAULT, 300);
        let position = |text: &str| ludometer_core::Notation::read(&Loa, text).unwrap();
        let named = |position: &Position, label: &str| Loa.action_named(position, label).unwrap();
        let seed = Seed::new(1);
        let winning = position("8/2O5/4X3/3X4/2X5/3O4/1XO5/8 O");
        let wins = named(&winning, "c7xc4");
        assert_eq!(judge(&profile, &winning, wins, seed), 1.0);
        let losing = position("8/6X1/8/4O3/4OO2/1O6/2XX4/8 O");
        let loses = named(&losing, "e5xg7");
        assert_eq!(judge(&profile, &losing, loses, seed), -1.0);
    }

    fn trials() -> Vec<(Realisation, u64)> {
        let tuned = TunedPlayer::new(shipped(), 100);
        let realisation = tuned.realisation(&tuned.space().unwrap().start());
        (0..6).map(|n| (realisation.clone(), n)).collect()
    }

    fn new() -> MoveScore {
        MoveScore::new(4, (60, 200), DEFAULT, Seed::new(2))
    }

    #[test]
    fn moves_are_judged_once_and_answers_do_not_depend_on_company() {
        let trials = trials();
        let mut together = new();
        let all = together.answers(&trials, &silent(false)).unwrap();
        let judged = together.judged();
        assert!(judged <= 4);
        assert_eq!(together.answers(&trials, &silent(false)).unwrap(), all);
        assert_eq!(together.judged(), judged);
        let alone: Vec<f64> = trials
            .chunks(1)
            .map(|trial| new().answers(trial, &silent(false)).unwrap()[0])
            .collect();
        assert_eq!(alone, all);
        assert!(all.iter().all(|score| (-1.0..=1.0).contains(score)));
    }

    #[test]
    fn what_was_kept_is_not_judged_again() {
        let trials = trials();
        let mut first = new();
        first.answers(&trials, &silent(false)).unwrap();
        let kept = first.fresh();
        assert_eq!(kept.len(), first.judged());
        assert_eq!(first.fresh(), []);
        // Other scores than the judge's, so that a second judgement would show.
        let marked: Vec<(u64, f64)> = (0..)
            .zip(&kept)
            .map(|(span, &(number, _))| (number, f64::from(span)))
            .collect();
        let mut second = new();
        second.remember(&marked);
        let answers = second.answers(&trials, &silent(false)).unwrap();
        assert!(answers.iter().all(|score| score.fract() == 0.0));
        assert_eq!(second.judged(), first.judged());
        assert_eq!(second.fresh(), []);
        assert_eq!(new().answers(&trials, &silent(true)), None);
    }
}
