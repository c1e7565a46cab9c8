//! A course of learning (Kocsis, Szepesvári and Winands 2005, section 5.2): iteration after iteration
//! hands are played, looked at and learned from. The state of a course can be checkpointed after any
//! iteration and restored to the bit.

use super::contest::{DuplicateHand, NetworkContest};
use super::poker_network::{NetworkRole, PokerNetwork, UNIT};
use super::progress::TrainingProgress;
use ludometer_agents::network::{Perceptron, Trajectory, gradient};
use ludometer_core::Seed;
use ludometer_spec::identity::{Identity, digest};
use ludometer_tune::{
    Ascent, AscentSettings, Batch, Method, Objective, Parameter, Rprop, RpropSettings, Space, Task,
    Tuner, exact,
};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// λ of Table 1.
pub const LAMBDA: f64 = 0.9;

/// No weight goes beyond this in a course of RSPSA, whose space is a box.
const REACH: f64 = 100.0;

/// Passages whose gradients are summed one after the other: sums of sums come out the same for any
/// number of threads.
const TOGETHER: usize = 256;

/// Weights on the way, and what they won a hand in the iteration that began with them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TrainingStep {
    /// The weights.
    #[serde(with = "exact::list")]
    pub weights: Vec<f64>,
    /// Small bets a hand.
    #[serde(with = "exact")]
    pub performance: f64,
}

/// A learner, and where it has been.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Training {
    /// Everything that decides where it goes, as it was in the beginning.
    identity: String,
    role: NetworkRole,
    way: Route,
    steps: Vec<TrainingStep>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Route {
    /// Perturbed weights play.
    Spsa {
        ascent: Box<Ascent>,
        /// Hands of an iteration.
        batch: u64,
        /// Decks that were asked before; they are numbered in the order they are first asked.
        known: u64,
    },
    /// The weights themselves play, and values are drawn towards what comes after.
    Td {
        #[serde(with = "exact::list")]
        weights: Vec<f64>,
        rprop: Rprop,
        decks: u64,
    },
}

fn text(error: impl ToString) -> String {
    error.to_string()
}

impl Training {
    /// RSPSA with the settings of Table 1 from these weights: this many perturbations an iteration,
    /// each evaluated on this many decks, mirrored, on both sides.
    pub fn spsa(
        role: NetworkRole,
        start: &[f64],
        (perturbations, decks): (u32, u32),
        seed: u64,
    ) -> Result<Training, String> {
        let method = match role {
            NetworkRole::Evaluation => "rspsa-ef",
            NetworkRole::Policy => "rspsa-pol",
        };
        let Method::Ascent(published) = Method::named(method).map_err(text)? else {
            return Err(format!("`{method}` is not an ascent"));
        };
        let mut settings: AscentSettings = published;
        settings.sampling.perturbations = perturbations;
        settings.sampling.scenarios = decks;
        settings.sampling.mirrored = true;
        // The unit is that of the weights, so that the published steps mean what they say.
        let parameter = |(number, &start): (usize, &f64)| {
            Parameter::real(&format!("w{number}"), -REACH, REACH, start).width(1.0)
        };
        let task = Task {
            space: Space::new(start.iter().enumerate().map(parameter).collect()).map_err(text)?,
            objective: Objective::Value,
            budget: 4 * u64::from(perturbations) * u64::from(decks),
            seed,
        };
        let batch = task.budget;
        let identity = Identity::of("spsa@1")
            .line("role", role.name())
            .line("tuner", Method::Ascent(settings).identity())
            .line("seed", seed)
            .line("start", digest(start.iter().copied()));
        Ok(Training {
            identity: identity.text(),
            role,
            way: Route::Spsa {
                ascent: Box::new(Ascent::new(settings, task).map_err(text)?),
                batch,
                known: 0,
            },
            steps: Vec::new(),
        })
    }

    /// TD(λ) with the settings of Table 1 from these weights, on this many decks, mirrored, an
    /// iteration. RPROP goes on with the steps that it has.
    pub fn td(start: Vec<f64>, rprop: Rprop, decks: u64) -> Training {
        let identity = Identity::of("td@1")
            .line("lambda", LAMBDA)
            .line("decks", decks)
            .line("rprop", rprop.identity())
            .line("start", digest(start.iter().copied()));
        Training {
            identity: identity.text(),
            role: NetworkRole::Evaluation,
            way: Route::Td {
                weights: start,
                rprop,
                decks,
            },
            steps: Vec::new(),
        }
    }

    /// Everything that decides where it goes, beside the contest.
    pub fn identity(&self) -> &str {
        &self.identity
    }

    /// Where it has been.
    pub fn steps(&self) -> &[TrainingStep] {
        &self.steps
    }

    /// Forgets where it has been after this many iterations. It is not to go on from there.
    pub fn truncate(&mut self, iterations: usize) {
        self.steps.truncate(iterations);
    }

    /// The network that a step began with.
    pub fn poker_network(&self, step: usize) -> Arc<PokerNetwork> {
        Arc::new(PokerNetwork::new(
            self.role,
            self.steps[step].weights.clone(),
        ))
    }

    /// The weights that it has come to.
    pub fn weights(&self) -> Vec<f64> {
        match &self.way {
            Route::Spsa { ascent, .. } => ascent.best(),
            Route::Td { weights, .. } => weights.clone(),
        }
    }

    /// One iteration; `false` if it was stopped, and then nothing has changed.
    pub fn iterate(
        &mut self,
        contest: &NetworkContest,
        progress: &TrainingProgress<'_>,
    ) -> Result<bool, String> {
        let weights = self.weights();
        let performance = match &mut self.way {
            Route::Spsa {
                ascent,
                batch,
                known,
            } => {
                // The rule knows no end: there is always a budget for one more.
                ascent.extend(ascent.spent() + *batch);
                let batch = ascent.ask();
                let Some(answers) = answers(&batch, self.role, contest, progress) else {
                    return Ok(false);
                };
                let performance = fresh(&batch, &answers, *known);
                let last = batch.trials().map(|trial| trial.scenario).max();
                *known = (*known).max(last.map_or(0, |last| last + 1));
                ascent.tell(&answers).map_err(text)?;
                performance
            }
            Route::Td {
                weights,
                rprop,
                decks,
            } => {
                let poker_network =
                    Arc::new(PokerNetwork::new(NetworkRole::Evaluation, weights.clone()));
                let number = self.steps.len() as u64;
                let hands = 2 * number * *decks..2 * (number + 1) * *decks;
                let play = |sitting: &mut DuplicateHand, hand| {
                    contest.trajectory(sitting, &poker_network, hand / 2, hand % 2 == 1)
                };
                let Some(trajectories) = progress.each(hands, || contest.sit(), play) else {
                    return Ok(false);
                };
                let (gradient, _) = over(&poker_network.network, weights, &trajectories);
                rprop.step(&gradient, weights);
                let won: f64 = trajectories
                    .iter()
                    .map(|trajectory| trajectory.payoff)
                    .sum();
                UNIT * won / trajectories.len() as f64
            }
        };
        self.steps.push(TrainingStep {
            weights,
            performance,
        });
        Ok(true)
    }

    /// All it knows, as text.
    pub fn save(&self) -> Result<String, String> {
        serde_json::to_string(self).map_err(text)
    }

    /// Takes a course out again, where it was.
    pub fn resume(saved: &str) -> Result<Training, String> {
        let course: Training = serde_json::from_str(saved).map_err(text)?;
        let fits = |what: &str, found: usize| match course.role.network().weights() {
            wanted if wanted == found => Ok(()),
            wanted => Err(format!(
                "the saved {what} have {found} weights, not {wanted}"
            )),
        };
        match &course.way {
            Route::Spsa { ascent, .. } => {
                ascent.check().map_err(text)?;
                fits("parameters", ascent.task().space.coordinates())?;
            }
            Route::Td { weights, rprop, .. } => {
                fits("weights", weights.len())?;
                fits("steps", rprop.steps().len())?;
            }
        }
        for step in &course.steps {
            fits("iterations", step.weights.len())?;
        }
        Ok(course)
    }
}

/// What every trial of a batch wins; `None` if it was stopped.
fn answers(
    batch: &Batch,
    role: NetworkRole,
    contest: &NetworkContest,
    progress: &TrainingProgress<'_>,
) -> Option<Vec<f64>> {
    let poker_networks = batch
        .points()
        .map(|point| PokerNetwork::new(role, point.to_vec()));
    let poker_networks: Vec<Arc<PokerNetwork>> = poker_networks.map(Arc::new).collect();
    let play = |sitting: &mut DuplicateHand, index| {
        let trial = batch.trial(index as usize);
        let poker_network = &poker_networks[batch.numbers(index as usize).0];
        contest.payoff(sitting, poker_network, trial.scenario, trial.mirrored)
    };
    progress.each(0..batch.len() as u64, || contest.sit(), play)
}

/// The mean over decks that were never asked before: those that are asked again were picked.
fn fresh(batch: &Batch, answers: &[f64], known: u64) -> f64 {
    let trials = batch.trials().zip(answers);
    let new = trials.filter(|(trial, _)| trial.scenario >= known);
    let (sum, count) = new.fold((0.0, 0u32), |(sum, count), (_, won)| (sum + won, count + 1));
    sum / f64::from(count.max(1))
}

/// The gradient of all trajectories together, and the mean squared error of a state.
fn over(network: &Perceptron, weights: &[f64], trajectories: &[Trajectory]) -> (Vec<f64>, f64) {
    let parts = trajectories.par_chunks(TOGETHER).map(|trajectories| {
        let mut scratch = network.scratch();
        let mut sum = vec![0.0; network.weights()];
        let squares = trajectories.iter().map(|trajectory| {
            gradient(network, weights, trajectory, LAMBDA, &mut scratch, &mut sum)
        });
        let squares: f64 = squares.sum();
        (sum, squares)
    });
    let parts: Vec<(Vec<f64>, f64)> = parts.collect();
    let mut sum = vec![0.0; network.weights()];
    let mut squares = 0.0;
    for (part, error) in parts {
        sum.iter_mut()
            .zip(part)
            .for_each(|(sum, part)| *sum += part);
        squares += error;
    }
    let states: usize = trajectories
        .iter()
        .map(|trajectory| trajectory.inputs.len())
        .sum();
    let states = (states / network.inputs()).max(1);
    (sum, squares / states as f64)
}

/// What a supervised start comes to.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainedNetwork {
    /// The weights.
    pub weights: Vec<f64>,
    /// RPROP with the steps it has come to: TD goes on with them, as a step of δ₀ in all weights at
    /// once would undo what was learned.
    pub rprop: Rprop,
    /// The root of the mean squared error, in small bets.
    pub error: f64,
}

/// Weights of an evaluation that come near to lessons, by RPROP with the settings of TD.
pub fn supervised(
    lessons: &[Trajectory],
    epochs: u64,
    seed: Seed,
) -> Result<TrainedNetwork, String> {
    let network = NetworkRole::Evaluation.network();
    let mut weights = NetworkRole::Evaluation.start(seed);
    let mut rprop = fresh_rprop()?;
    for _ in 0..epochs {
        let (gradient, _) = over(&network, &weights, lessons);
        rprop.step(&gradient, &mut weights);
    }
    let (_, square) = over(&network, &weights, lessons);
    Ok(TrainedNetwork {
        error: UNIT * square.sqrt(),
        weights,
        rprop,
    })
}

/// RPROP as TD begins with it.
pub fn fresh_rprop() -> Result<Rprop, String> {
    Rprop::new(
        RpropSettings::TD_EF,
        NetworkRole::Evaluation.network().weights(),
    )
    .map_err(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

    fn courses() -> [Training; 3] {
        let seed = Seed::new(9);
        let start = |role: NetworkRole| role.start(seed);
        let spsa = |role| Training::spsa(role, &start(role), (3, 2), 1).unwrap();
        [
            spsa(NetworkRole::Evaluation),
            spsa(NetworkRole::Policy),
            Training::td(start(NetworkRole::Evaluation), fresh_rprop().unwrap(), 6),
        ]
    }

    fn go(course: &mut Training, contest: &NetworkContest) {
        let stop = AtomicBool::new(false);
        let progress = TrainingProgress {
            tick: &|| {},
            stop: &stop,
        };
        assert!(course.iterate(contest, &progress).unwrap());
    }

    /// Checkpointed and restored after every iteration, stopped within one, and on one thread, a
    /// course comes to the same bits.
    #[test]
    fn a_course_that_is_resumed_goes_on_as_if_it_had_not_stopped() {
        let contest = NetworkContest::new(10, Seed::new(2));
        let one = rayon::ThreadPoolBuilder::new().num_threads(1).build();
        let one = one.unwrap();
        for mut course in courses() {
            let mut other = course.clone();
            for _ in 0..4 {
                go(&mut course, &contest);
                other = Training::resume(&other.save().unwrap()).unwrap();
                let (stop, hands) = (AtomicBool::new(false), AtomicU64::new(0));
                let tick = || {
                    if hands.fetch_add(1, Ordering::Relaxed) == 5 {
                        stop.store(true, Ordering::Relaxed);
                    }
                };
                let progress = TrainingProgress {
                    tick: &tick,
                    stop: &stop,
                };
                assert!(!other.iterate(&contest, &progress).unwrap());
                one.install(|| go(&mut other, &contest));
            }
            assert_eq!(course.steps().len(), 4);
            assert_eq!(course, other);
            let bits = |course: &Training| {
                let weights = course.weights();
                weights
                    .iter()
                    .map(|weight| weight.to_bits())
                    .collect::<Vec<_>>()
            };
            assert_eq!(bits(&course), bits(&other));
            assert_ne!(course.steps()[3].weights, course.weights());
            let hands = course.steps().iter().any(|step| step.performance != 0.0);
            assert!(hands, "nothing was played");
        }
    }

    #[test]
    fn a_course_that_does_not_fit_is_refused() {
        let [spsa, _, td] = courses();
        for (course, from, to, says) in [
            (
                &td,
                "\"steps\":[\"0.1\",",
                "\"steps\":[",
                "the saved steps have 180 weights",
            ),
            (&spsa, "\"evaluation\"", "\"policy\"", "not 203"),
        ] {
            let saved = course.save().unwrap();
            assert!(saved.contains(from), "{saved}");
            let diagnostic = Training::resume(&saved.replacen(from, to, 1)).unwrap_err();
            assert!(diagnostic.contains(says), "{diagnostic}");
        }
        assert!(Training::resume("{}").is_err());
    }

    /// The value of a made-up lesson is learned.
    #[test]
    fn lessons_are_learned() {
        let contest = NetworkContest::new(20, Seed::new(6));
        let stop = AtomicBool::new(false);
        let progress = TrainingProgress {
            tick: &|| {},
            stop: &stop,
        };
        let lessons = contest.lessons(40, &progress).unwrap();
        let before = supervised(&lessons, 0, Seed::new(1)).unwrap();
        let after = supervised(&lessons, 200, Seed::new(1)).unwrap();
        assert!(
            after.error < 0.3 * before.error,
            "{} {}",
            before.error,
            after.error
        );
    }
}
