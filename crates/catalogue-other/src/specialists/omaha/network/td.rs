//! TD(λ) of evaluations (Kocsis, Szepesvári and Winands 2005, section 5.2), from random weights or after
//! supervised learning of McRaise's own values. The weights of an iteration play, and values are drawn
//! towards what comes after; the state after any iteration can be saved and restored to the bit.

use super::super::{GAME, MCRAISE, VALUED};
use super::contest::{DuplicateHand, NetworkContest, TeachingHand};
use super::poker_network::{NetworkRole, PokerNetwork, UNIT};
use ludometer_agents::network::{Perceptron, Trajectory, gradient};
use ludometer_arena::env::LearnerEntry;
use ludometer_arena::learner::{Experience, Learner, LearnerMaker};
use ludometer_core::{Seed, Stop};
use ludometer_games_other::omaha::Omaha;
use ludometer_spec::identity::Identity;
use ludometer_spec::params;
use ludometer_spec::params::whole;
use ludometer_spec::source::Diagnostic;
use ludometer_tune::{Rprop, RpropSettings, exact};
use serde::{Deserialize, Serialize};
use std::sync::{Arc, Mutex, PoisonError};

/// λ of Table 1.
pub const LAMBDA: f64 = 0.9;

/// Trajectories whose gradients are summed one after the other, before these sums are summed.
const TOGETHER: usize = 256;

params! {
    struct TdParams {
        decks: u64 = whole("decks", 1..=1_000_000, "decks an iteration, each played from both seats")
            .or("1000"),
        samples: u64 = whole("samples", 1..=1_000_000, "card configurations a decision, on both sides")
            .or("100"),
        lessons: u64 = whole(
            "lessons",
            0..=1_000_000,
            "hands of McRaise against itself whose values are learned first; 0 for none",
        )
        .or("0"),
        epochs: u64 = whole("epochs", 0..=1_000_000, "passes over those hands").or("200"),
    }
}

/// The learner `td`.
pub fn learners() -> Vec<LearnerEntry<Omaha>> {
    vec![LearnerEntry::new(
        "td",
        "omaha-td@2",
        "temporal differences with steps by RPROP, against McRaise (Kocsis, Szepesvári and Winands 2005, section 5.2)",
        TdParams::params(),
        |given, _| {
            let TdParams {
                decks,
                samples,
                lessons,
                epochs,
            } = given;
            let make = move |seed: Seed| -> Result<Box<dyn Learner>, Diagnostic> {
                let learner = TdLearner::new(decks, samples, (lessons, epochs), seed);
                Ok(Box::new(learner.map_err(Diagnostic::new)?))
            };
            Ok(Arc::new(make) as LearnerMaker)
        },
    )]
}

/// TD(λ) against McRaise.
pub struct TdLearner {
    decks: u64,
    samples: u64,
    lessons: (u64, u64),
    seed: Seed,
    state: TdState,
    /// Agents between two hands of an iteration.
    seated: Mutex<Vec<DuplicateHand>>,
    teaching: Mutex<Vec<TeachingHand>>,
}

/// What was learned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct TdState {
    /// Whether the supervised start is over, or there is none.
    prepared: bool,
    iterations: u64,
    #[serde(with = "exact::list")]
    weights: Vec<f64>,
    rprop: Rprop,
}

impl TdLearner {
    /// With this many decks an iteration, played from both seats, this many card configurations a
    /// decision, and a supervised start from this many hands, each gone through this often.
    pub fn new(
        decks: u64,
        samples: u64,
        lessons: (u64, u64),
        seed: Seed,
    ) -> Result<TdLearner, String> {
        let network = NetworkRole::Evaluation.network();
        let rprop = Rprop::new(RpropSettings::TD_EF, network.weights());
        Ok(TdLearner {
            decks,
            samples,
            lessons,
            seed,
            state: TdState {
                prepared: lessons.0 == 0,
                iterations: 0,
                weights: NetworkRole::Evaluation.start(seed),
                rprop: rprop.map_err(|error| error.to_string())?,
            },
            seated: Mutex::default(),
            teaching: Mutex::default(),
        })
    }

    fn contest(&self, name: &str) -> NetworkContest {
        NetworkContest::new(self.samples, self.seed.named(name))
    }

    /// Learns McRaise's values by regression. TD goes on with the steps that RPROP has come to: a step
    /// of δ₀ in all weights at once would undo what was learned.
    fn supervise(&mut self, lessons: &[Trajectory]) {
        let network = NetworkRole::Evaluation.network();
        for _ in 0..self.lessons.1 {
            let gradient = summed(&network, &self.state.weights, lessons);
            self.state.rprop.step(&gradient, &mut self.state.weights);
        }
        self.state.prepared = true;
    }
}

/// Does something with a seat that is free, or with a new one.
fn with<S, T>(free: &Mutex<Vec<S>>, new: impl FnOnce() -> S, act: impl FnOnce(&mut S) -> T) -> T {
    let lock = || free.lock().unwrap_or_else(PoisonError::into_inner);
    let found = lock().pop();
    let mut seat = found.unwrap_or_else(new);
    let done = act(&mut seat);
    lock().push(seat);
    done
}

/// What units gave, as the learner itself made it.
fn opened<T: 'static>(units: Vec<Experience>) -> Result<Vec<T>, Diagnostic> {
    let units = units.into_iter().map(|unit| unit.downcast::<T>());
    let units = units.collect::<Result<Vec<Box<T>>, _>>();
    let units = units.map_err(|_| Diagnostic::new("these units are of another iteration"))?;
    Ok(units.into_iter().map(|unit| *unit).collect())
}

impl Learner for TdLearner {
    fn identity(&self) -> String {
        let lessons =
            (self.lessons.0 > 0).then(|| format!("{} {}", self.lessons.0, self.lessons.1));
        Identity::of("omaha-td@2")
            .line("game", GAME)
            .line("players", format_args!("{MCRAISE} {VALUED}"))
            .line("samples", self.samples)
            .line("decks", self.decks)
            .line("lambda", LAMBDA)
            .maybe("lessons", lessons)
            .line("address", self.seed)
            .text()
    }

    fn units(&self) -> u64 {
        match self.state.prepared {
            true => 2 * self.decks,
            false => self.lessons.0,
        }
    }

    fn play(&self, unit: u64, _: Stop<'_>) -> Result<Experience, Diagnostic> {
        if !self.state.prepared {
            let contest = self.contest("lessons");
            let teach = |sitting: &mut TeachingHand| contest.lessons(sitting, unit);
            return Ok(Box::new(with(&self.teaching, || contest.teach(), teach)));
        }
        let contest = self.contest("training");
        let hand = 2 * self.decks * self.state.iterations + unit;
        let new = || {
            let weights = self.state.weights.clone();
            contest.sit(&Arc::new(PokerNetwork::new(
                NetworkRole::Evaluation,
                weights,
            )))
        };
        let play =
            |sitting: &mut DuplicateHand| contest.trajectory(sitting, hand / 2, hand % 2 == 1);
        Ok(Box::new(with(&self.seated, new, play)))
    }

    fn learn(&mut self, units: Vec<Experience>) -> Result<Option<f64>, Diagnostic> {
        self.seated = Mutex::default();
        self.teaching = Mutex::default();
        if !self.state.prepared {
            let lessons: Vec<Vec<Trajectory>> = opened(units)?;
            self.supervise(&lessons.concat());
            return Ok(None);
        }
        let trajectories: Vec<Trajectory> = opened(units)?;
        let network = NetworkRole::Evaluation.network();
        let gradient = summed(&network, &self.state.weights, &trajectories);
        self.state.rprop.step(&gradient, &mut self.state.weights);
        self.state.iterations += 1;
        let won: f64 = trajectories
            .iter()
            .map(|trajectory| trajectory.payoff)
            .sum();
        Ok(Some(UNIT * won / trajectories.len().max(1) as f64))
    }

    fn point(&self) -> Vec<f64> {
        self.state.weights.clone()
    }

    fn save(&self) -> Result<String, Diagnostic> {
        serde_json::to_string(&self.state).map_err(|error| Diagnostic::new(error.to_string()))
    }

    fn restore(&mut self, saved: &str) -> Result<(), Diagnostic> {
        let state: TdState =
            serde_json::from_str(saved).map_err(|error| Diagnostic::new(error.to_string()))?;
        let wanted = NetworkRole::Evaluation.network().weights();
        for (what, found) in [
            ("weights", state.weights.len()),
            ("steps", state.rprop.steps().len()),
        ] {
            if found != wanted {
                let message = format!("the saved learner has {found} {what}, not {wanted}");
                return Err(Diagnostic::new(message));
            }
        }
        self.state = state;
        self.seated = Mutex::default();
        self.teaching = Mutex::default();
        Ok(())
    }
}

/// The gradient of all trajectories together.
fn summed(network: &Perceptron, weights: &[f64], trajectories: &[Trajectory]) -> Vec<f64> {
    let mut sum = vec![0.0; network.weights()];
    let mut scratch = network.scratch();
    for part in trajectories.chunks(TOGETHER) {
        let mut partial = vec![0.0; network.weights()];
        for trajectory in part {
            gradient(
                network,
                weights,
                trajectory,
                LAMBDA,
                &mut scratch,
                &mut partial,
            );
        }
        sum.iter_mut()
            .zip(partial)
            .for_each(|(sum, part)| *sum += part);
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    fn iterate(learner: &mut TdLearner, backwards: bool) -> Option<f64> {
        let units = learner.units();
        let play = |unit| learner.play(unit, Stop::NEVER).unwrap();
        let mut played: Vec<Experience> = match backwards {
            true => (0..units).rev().map(play).collect(),
            false => (0..units).map(play).collect(),
        };
        if backwards {
            played.reverse();
        }
        learner.learn(played).unwrap()
    }

    /// Units may be played in any order, and a learner that is saved and restored goes on to the same
    /// bits.
    #[test]
    fn a_learner_that_is_restored_goes_on_as_if_it_had_not_stopped() {
        for lessons in [(0, 0), (6, 5)] {
            let new = || TdLearner::new(4, 10, lessons, Seed::new(2)).unwrap();
            let (mut whole, mut other) = (new(), new());
            let mut performances = Vec::new();
            for _ in 0..4 {
                let performance = iterate(&mut whole, false);
                let mut restored = new();
                restored.restore(&other.save().unwrap()).unwrap();
                assert_eq!(iterate(&mut restored, true), performance);
                other = restored;
                performances.push(performance);
            }
            assert_eq!(whole.state, other.state);
            assert_eq!(performances[0].is_none(), lessons.0 > 0);
            assert!(performances[1..].iter().all(Option::is_some));
            assert_ne!(whole.point(), new().point());
        }
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let mut learner = TdLearner::new(4, 10, (0, 0), Seed::new(2)).unwrap();
        let saved = learner.save().unwrap();
        let shorter = saved.replacen("\"steps\":[\"0.1\",", "\"steps\":[", 1);
        assert_ne!(shorter, saved);
        let refusal = learner.restore(&shorter).unwrap_err().to_string();
        assert!(refusal.contains("180 steps, not 181"), "{refusal}");
        assert!(learner.restore("{}").is_err());
    }

    /// McRaise's values are learned.
    #[test]
    fn lessons_are_learned() {
        let mut learner = TdLearner::new(1, 20, (40, 200), Seed::new(6)).unwrap();
        let network = NetworkRole::Evaluation.network();
        let lessons: Vec<Vec<Trajectory>> = opened(
            (0..40)
                .map(|unit| learner.play(unit, Stop::NEVER).unwrap())
                .collect(),
        )
        .unwrap();
        let lessons = lessons.concat();
        let error = |weights: &[f64]| {
            let mut scratch = network.scratch();
            let squares = lessons.iter().map(|lesson| {
                libm::pow(
                    network.forward(weights, &lesson.inputs, &mut scratch)[0] - lesson.payoff,
                    2.0,
                )
            });
            (squares.sum::<f64>() / lessons.len() as f64).sqrt()
        };
        let before = error(&learner.point());
        learner.supervise(&lessons);
        let after = error(&learner.point());
        assert!(after < 0.3 * before, "{before} {after}");
    }
}
