//! What realisation-probability weights are worth (Kocsis, Szepesvári and Winands 2005, section
//! 5.3): by game result, against opponents with other evaluations, or by move score, where a deeper
//! search judges the move that a shallow one chooses.
//!
//! Whatever decides chance is drawn from the scenario, so both sides of a perturbation meet the same
//! start, opponent and colour, or the same position. The paper leaves open how many weights there
//! are, who the opponents are and where the positions come from; all of that is ours.

use super::category::{CATEGORIES, Category};
use super::nine::Nine;
use super::player::{Profile, opening, play};
use super::realisation::{BASE, Counts, Realisation, realisation};
use ludometer_agents::search::pvs::Techniques;
use ludometer_core::{Game, Generator, Seed, Turn};
use ludometer_games::loa::{FEATURES, Loa, Move, Position};
use ludometer_tune::{Error, Parameter, Space};
use rayon::prelude::*;
use std::collections::BTreeMap;

/// The weights that are tuned: probabilities of the categories that were there often enough to say
/// anything; the others keep theirs.
#[derive(Clone, Debug)]
pub struct Tuned {
    numbers: Vec<usize>,
    all: Vec<f64>,
}

impl Tuned {
    /// The categories that were available at least so often.
    pub fn new(counts: &Counts, available: u64) -> Tuned {
        let numbers = (0..CATEGORIES).filter(|&number| counts.of(number).1 >= available);
        Tuned {
            numbers: numbers.collect(),
            all: (0..CATEGORIES).map(|n| counts.probability(n)).collect(),
        }
    }

    /// Each probability is a parameter in its own unit, so that the published step sizes mean what
    /// they say.
    pub fn space(&self) -> Result<Space, Error> {
        let parameter = |&number: &usize| {
            let start = self.all[number].clamp(LEAST, MOST);
            let name = Category::numbered(number).to_string();
            Parameter::real(&name, LEAST, MOST, start).width(1.0)
        };
        Space::new(self.numbers.iter().map(parameter).collect())
    }

    /// What a point of the space makes moves cost.
    pub fn realisation(&self, point: &[f64]) -> Realisation {
        let mut all = self.all.clone();
        for (&number, &value) in self.numbers.iter().zip(point) {
            all[number] = value;
        }
        Realisation::new(|number| all[number], BASE)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.numbers.len()
    }

    /// Whether nothing is tuned.
    pub fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }
}

/// The range of a probability that is tuned.
const LEAST: f64 = 0.001;
const MOST: f64 = 0.999;

/// Five evaluations: the fitted one but for some features, and all features alike.
pub fn opponents() -> [(&'static str, Nine); 5] {
    let without = |left_out: &[&str]| {
        let mut nine = Nine::fitted();
        for (weight, name) in nine.weights.iter_mut().zip(FEATURES) {
            if left_out.contains(&name) {
                *weight = 0.0;
            }
        }
        nine
    };
    [
        ("equal weights", Nine::equal()),
        ("no mobility, no walls", without(&["mobility", "walls"])),
        (
            "no concentration, no uniformity",
            without(&["concentration", "uniformity"]),
        ),
        (
            "no quads, no connectedness",
            without(&["quads", "connectedness"]),
        ),
        (
            "no place on the board",
            without(&["centralisation", "centre-of-mass-position"]),
        ),
    ]
}

/// Random moves before a start position.
const OPENING: u32 = 6;

/// A player of so many nodes with the techniques of the specialist.
fn profile(nine: Nine, realisation: Realisation, techniques: Techniques, nodes: u64) -> Profile {
    Profile {
        nine,
        realisation,
        techniques,
        nodes,
    }
}

/// Performance by game result: 1 for a win, a half for a draw.
pub struct GameResult {
    starts: Vec<Position>,
    opponents: Vec<Profile>,
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
            starts: (0..starts).map(start).collect(),
            opponents: opponents.to_vec(),
            techniques,
            nodes,
            seed,
        }
    }

    /// Games of a whole comparison: every start, opponent and colour.
    pub fn games(&self) -> usize {
        2 * self.starts.len() * self.opponents.len()
    }

    /// One game, whose start, opponent and colour the scenario decides.
    pub fn answer(&self, realisation: Realisation, scenario: u64) -> f64 {
        let mut dice = self.seed.nth(scenario).rng(Generator::Xoshiro);
        self.game(realisation, dice.index(self.games()))
    }

    fn game(&self, realisation: Realisation, number: usize) -> f64 {
        let (pair, white) = (number / 2, number % 2 == 1);
        let opponent = &self.opponents[pair % self.opponents.len()];
        let start = &self.starts[pair / self.opponents.len()];
        let ours = profile(Nine::fitted(), realisation, self.techniques, self.nodes);
        let seats = if white {
            [opponent, &ours]
        } else {
            [&ours, opponent]
        };
        let address = self.seed.named("game").nth(number as u64);
        let payoff = play(start.clone(), seats, address, |_, _| {});
        0.5 + 0.5 * if white { -payoff } else { payoff }
    }

    /// The mean score from every start, over opponents and colours, on the threads of the pool it
    /// is called in.
    pub fn by_start(&self, realisation: &Realisation, watch: &(dyn Fn() + Sync)) -> Vec<f64> {
        let numbers = (0..self.games()).into_par_iter();
        let games = numbers.map(|number| {
            let score = self.game(realisation.clone(), number);
            watch();
            score
        });
        let scores: Vec<f64> = games.collect();
        let each = 2 * self.opponents.len();
        let mean = |scores: &[f64]| scores.iter().sum::<f64>() / each as f64;
        scores.chunks_exact(each).map(mean).collect()
    }
}

/// Performance by move score: the negative negamax value of the position after the move, which a
/// deeper search finds once and remembers.
pub struct MoveScore {
    positions: Vec<Position>,
    techniques: Techniques,
    nodes: u64,
    judge: Profile,
    seed: Seed,
    known: BTreeMap<(usize, [u8; 2]), f64>,
}

/// Forward-model calls of the player whose games the positions are taken from.
const PRACTICE: u64 = 100;

impl MoveScore {
    /// So many fixed positions; moves are chosen with `nodes` forward-model calls and judged with
    /// `judging`.
    pub fn new(
        positions: u64,
        (nodes, judging): (u64, u64),
        techniques: Techniques,
        seed: Seed,
    ) -> MoveScore {
        let seed = seed.named("move score");
        let judge = profile(Nine::fitted(), realisation(), techniques, judging);
        let numbers = (0..positions).into_par_iter();
        MoveScore {
            positions: numbers
                .map(|number| practised(seed.named("position").nth(number), techniques))
                .collect(),
            techniques,
            nodes,
            judge,
            seed,
            known: BTreeMap::new(),
        }
    }

    /// The scores of moves that these probabilities choose, each in the position of its scenario.
    /// Moves are chosen, then those that were never judged are judged, on the threads of the pool it
    /// is called in.
    pub fn answers(
        &mut self,
        trials: &[(Realisation, u64)],
        watch: &(dyn Fn() + Sync),
    ) -> Vec<f64> {
        let chosen: Vec<(usize, [u8; 2])> = trials
            .par_iter()
            .map(|(realisation, scenario)| {
                let place = self.place(*scenario);
                let ours = profile(
                    Nine::fitted(),
                    realisation.clone(),
                    self.techniques,
                    self.nodes,
                );
                let dice = self.seed.named("choice").nth(place as u64);
                let dice = dice.rng(Generator::Xoshiro);
                let (action, _) = ours.consider(&self.positions[place], dice);
                watch();
                (place, [action.from, action.to])
            })
            .collect();
        let mut new: Vec<(usize, [u8; 2])> = chosen.clone();
        new.sort_unstable();
        new.dedup();
        new.retain(|choice| !self.known.contains_key(choice));
        let judged = new.par_iter().map(|&(place, [from, to])| {
            let address = self.seed.named("judge").nth(place as u64);
            let score = judge(
                &self.judge,
                &self.positions[place],
                Move { from, to },
                address,
            );
            ((place, [from, to]), score)
        });
        let judged: Vec<_> = judged.collect();
        self.known.extend(judged);
        chosen.iter().map(|choice| self.known[choice]).collect()
    }

    fn place(&self, scenario: u64) -> usize {
        let mut dice = self.seed.nth(scenario).rng(Generator::Xoshiro);
        dice.index(self.positions.len())
    }

    /// How many moves were judged so far.
    pub fn judged(&self) -> usize {
        self.known.len()
    }
}

/// A position of a game between quick players, some moves after a random opening.
fn practised(address: Seed, techniques: Techniques) -> Position {
    let player = profile(Nine::fitted(), realisation(), techniques, PRACTICE);
    let mut attempts = (0..).map(|attempt| {
        let address = address.nth(attempt);
        let mut dice = address.rng(Generator::Xoshiro);
        let mut position = opening(address.named("opening"), OPENING);
        for ply in 0..dice.below(30) {
            if Loa.turn(&position) == Turn::Over {
                break;
            }
            let mind = address.nth(ply).rng(Generator::Xoshiro);
            let (action, _) = player.consider(&position, mind);
            Loa.step(&mut position, action, &mut dice);
        }
        position
    });
    let open = attempts.find(|position| Loa.branching(position) > 1);
    open.expect("some game lasts so long")
}

/// The value of a move to whoever plays it, between -1 and 1: the evaluation predicts outcomes, and a
/// win that is found is one.
fn judge(judge: &Profile, position: &Position, action: Move, address: Seed) -> f64 {
    let mover = position.mover();
    let mut chance = address.rng(Generator::Xoshiro);
    let mut after = position.clone();
    Loa.step(&mut after, action, &mut chance);
    // A player who must pass does not think about it.
    while Loa.branching(&after) == 1 {
        let mut only = Vec::new();
        Loa.actions(&after, &mut only);
        Loa.step(&mut after, only[0], &mut chance);
    }
    let value = match Loa.turn(&after) {
        Turn::Over => Loa.payoff(&after, mover),
        Turn::Of(next) => {
            let (_, value) = judge.consider(&after, address.nth(1).rng(Generator::Xoshiro));
            if next == mover { value } else { -value }
        }
    };
    value.clamp(-1.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::specialists::loa::{DEFAULT, shipped};

    #[test]
    fn a_found_win_is_worth_one_and_a_given_one_minus_one() {
        let profile = profile(Nine::fitted(), realisation(), DEFAULT, 300);
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

    #[test]
    fn moves_are_judged_once_and_answers_do_not_depend_on_company() {
        let seed = Seed::new(2);
        let new = || MoveScore::new(4, (60, 200), DEFAULT, seed);
        let tuned = Tuned::new(shipped(), 100);
        let space = tuned.space().unwrap();
        let start: Vec<f64> = space.parameters().iter().map(|p| p.start).collect();
        let realisation = tuned.realisation(&start);
        let trials: Vec<(Realisation, u64)> = (0..6).map(|n| (realisation.clone(), n)).collect();
        let mut together = new();
        let all = together.answers(&trials, &|| {});
        let judged = together.judged();
        assert!(judged <= 4);
        assert_eq!(together.answers(&trials, &|| {}), all);
        assert_eq!(together.judged(), judged);
        let alone: Vec<f64> = trials
            .chunks(1)
            .map(|trial| new().answers(trial, &|| {})[0])
            .collect();
        assert_eq!(alone, all);
        assert!(all.iter().all(|score| (-1.0..=1.0).contains(score)));
    }

    #[test]
    fn a_scenario_is_one_game_and_colours_take_turns() {
        let games = GameResult::new("test", 2, 40, DEFAULT, Seed::new(3));
        assert_eq!(games.games(), 20);
        let by_start = games.by_start(&realisation(), &|| {});
        assert_eq!(by_start.len(), 2);
        for scenario in 0..3 {
            let score = games.answer(realisation(), scenario);
            assert_eq!(score, games.answer(realisation(), scenario));
            assert!([0.0, 0.5, 1.0].contains(&score));
        }
    }
}
