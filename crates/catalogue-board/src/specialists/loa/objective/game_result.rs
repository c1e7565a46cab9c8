//! Performance by game result.

use super::{OPENING, ObjectiveProgress, Performance, identity, profile};
use crate::specialists::loa::nine::MiaEvaluator;
use crate::specialists::loa::opponents::opponents;
use crate::specialists::loa::player::{LoaProfile, opening, play};
use crate::specialists::loa::realisation::{Realisation, realisation};
use ludometer_agents::search::pvs::Techniques;
use ludometer_core::{Generator, Seed};
use ludometer_games_board::loa::Position;
use ludometer_spec::identity::digest;
use rayon::prelude::*;

/// Performance by game result: 1 for a win, a half for a draw.
pub struct GameResult {
    name: String,
    starts: Vec<Position>,
    opponents: Vec<LoaProfile>,
    techniques: Techniques,
    nodes: u64,
    seed: Seed,
}

impl GameResult {
    /// Games from `starts` fixed positions against the five opponents, `nodes` forward-model calls a
    /// decision on both sides. Another name is another set of starts.
    pub fn new(name: &str, starts: u64, nodes: u64, techniques: Techniques, seed: Seed) -> Self {
        let seed = seed.named(name);
        let start = |number| opening(seed.named("start").nth(number), OPENING);
        let opponents =
            opponents().map(|(_, nine)| profile(nine, realisation(), techniques, nodes));
        GameResult {
            name: name.to_string(),
            starts: (0..starts).map(start).collect(),
            opponents: opponents.to_vec(),
            techniques,
            nodes,
            seed,
        }
    }

    /// Games of a whole comparison: every start, opponent and colour.
    pub fn games(&self) -> usize {
        self.each() * self.starts.len()
    }

    /// Games from one start; those of the first have the first numbers.
    pub fn each(&self) -> usize {
        2 * self.opponents.len()
    }

    /// What these probabilities score in games of a whole comparison, by their numbers.
    pub fn scores(
        &self,
        realisation: &Realisation,
        numbers: &[usize],
        progress: &ObjectiveProgress<'_>,
    ) -> Option<Vec<f64>> {
        self.play(numbers.len(), progress, |index| {
            (realisation.clone(), numbers[index])
        })
    }

    /// Which game a scenario decides on.
    fn number(&self, scenario: u64) -> usize {
        let mut dice = self.seed.nth(scenario).rng(Generator::Xoshiro);
        dice.index(self.games())
    }

    fn play(
        &self,
        count: usize,
        progress: &ObjectiveProgress<'_>,
        which: impl Fn(usize) -> (Realisation, usize) + Sync,
    ) -> Option<Vec<f64>> {
        // One by one: games are of unequal length, and no thread is to be left with many.
        let indices = (0..count).into_par_iter().with_max_len(1);
        let games = indices.map(|index| {
            let (realisation, number) = which(index);
            progress.trial(|| self.game(realisation, number))
        });
        games.collect()
    }

    fn game(&self, realisation: Realisation, number: usize) -> f64 {
        let (pair, white) = (number / 2, number % 2 == 1);
        let opponent = &self.opponents[pair % self.opponents.len()];
        let start = &self.starts[pair / self.opponents.len()];
        let ours = profile(
            MiaEvaluator::fitted(),
            realisation,
            self.techniques,
            self.nodes,
        );
        let seats = if white {
            [opponent, &ours]
        } else {
            [&ours, opponent]
        };
        let address = self.seed.named("game").nth(number as u64);
        let payoff = play(start.clone(), seats, address, |_, _| {});
        0.5 + 0.5 * if white { -payoff } else { payoff }
    }
}

impl Performance for GameResult {
    fn description(&self) -> String {
        let opponents = self.opponents.iter();
        let weights = opponents.flat_map(|profile| profile.nine.weights);
        identity("loa-game-result@1")
            .line("opponents", digest(weights))
            .line(
                "starts",
                format_args!("{} {}", self.name, self.starts.len()),
            )
            .line("nodes", self.nodes)
            .line("techniques", self.techniques.identity())
            .line("address", self.seed)
            .text()
    }

    fn answers(
        &mut self,
        trials: &[(Realisation, u64)],
        progress: &ObjectiveProgress<'_>,
    ) -> Option<Vec<f64>> {
        self.play(trials.len(), progress, |index| {
            let (realisation, scenario) = &trials[index];
            (realisation.clone(), self.number(*scenario))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::silent;
    use super::*;
    use crate::specialists::loa::DEFAULT;
    use std::collections::BTreeSet;

    #[test]
    fn a_scenario_is_one_game_of_the_whole_comparison() {
        let mut games = GameResult::new("test", 2, 40, DEFAULT, Seed::new(3));
        assert_eq!((games.games(), games.each()), (20, 10));
        let all: Vec<usize> = (0..20).collect();
        let scores = games.scores(&realisation(), &all, &silent(false)).unwrap();
        assert!(scores.iter().all(|score| [0.0, 0.5, 1.0].contains(score)));
        // Colours are exchanged, and games differ.
        assert!(scores.contains(&0.0) && scores.contains(&1.0));
        let trials: Vec<(Realisation, u64)> = (0..8).map(|n| (realisation(), n)).collect();
        let answers = games.answers(&trials, &silent(false)).unwrap();
        for (scenario, answer) in (0..).zip(answers) {
            assert_eq!(answer, scores[games.number(scenario)]);
        }
        assert_eq!(games.answers(&trials, &silent(true)), None);
        // Every start, opponent and colour is drawn.
        let drawn: BTreeSet<usize> = (0..400).map(|n| games.number(n)).collect();
        assert_eq!(drawn.len(), games.games());
    }

    #[test]
    fn whatever_decides_an_answer_is_in_the_description() {
        let described = |name: &str, starts, nodes, seed| {
            GameResult::new(name, starts, nodes, DEFAULT, Seed::new(seed)).description()
        };
        let one = described("a", 2, 40, 3);
        assert_eq!(one, described("a", 2, 40, 3));
        for other in [
            described("b", 2, 40, 3),
            described("a", 3, 40, 3),
            described("a", 2, 41, 3),
            described("a", 2, 40, 4),
        ] {
            assert_ne!(one, other);
        }
    }
}
