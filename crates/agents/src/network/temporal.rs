//! TD(λ) (Sutton 1988), in the forward view: the value of each state is moved towards its λ-return, an
//! exponentially weighted mean of the later values and the final payoff.

use super::perceptron::{Perceptron, Scratch};

/// One player's trajectory of a finished game: the network inputs of consecutive states, and the final
/// payoff. With a single state the payoff is its target for every λ.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trajectory {
    /// The inputs of all states, one after the other.
    pub inputs: Vec<f64>,
    /// The payoff, in the unit of the network's output.
    pub payoff: f64,
}

/// Turns the values of consecutive states into their λ-returns: that of the last is the payoff, that
/// of any other is (1 - λ) of the next value and λ of the next return. There is no discounting and no
/// intermediate reward.
pub fn returns(values: &mut [f64], payoff: f64, lambda: f64) {
    let mut next = (payoff, payoff);
    for value in values.iter_mut().rev() {
        let (after, known) = next;
        let towards = (1.0 - lambda) * after + lambda * known;
        next = (*value, towards);
        *value = towards;
    }
}

/// Adds to `gradient` Σ (return - value) ∇value over the states of a trajectory, all values by the
/// same weights: the direction that moves the first output towards the λ-returns. Returns the sum of
/// squared errors.
pub fn gradient(
    network: &Perceptron,
    weights: &[f64],
    trajectory: &Trajectory,
    lambda: f64,
    scratch: &mut Scratch,
    gradient: &mut [f64],
) -> f64 {
    let states = trajectory.inputs.chunks_exact(network.inputs());
    let values = states.clone();
    let values = values.map(|inputs| network.forward(weights, inputs, scratch)[0]);
    let mut towards: Vec<f64> = values.collect();
    returns(&mut towards, trajectory.payoff, lambda);
    let mut outer = vec![0.0; network.outputs()];
    let mut squares = 0.0;
    for (inputs, towards) in states.zip(&towards) {
        let error = towards - network.forward(weights, inputs, scratch)[0];
        outer[0] = error;
        network.backward(weights, scratch, &outer, gradient);
        squares += error * error;
    }
    squares
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_core::{Generator, Rng, Seed};

    fn dice(seed: u64) -> Rng {
        Seed::new(seed).rng(Generator::Xoshiro)
    }

    #[test]
    fn returns_by_hand() {
        let of = |lambda| {
            let mut values = [1.0, 2.0, 4.0];
            returns(&mut values, 8.0, lambda);
            values
        };
        assert_eq!(of(0.0), [2.0, 4.0, 8.0]);
        assert_eq!(of(1.0), [8.0, 8.0, 8.0]);
        assert_eq!(of(0.5), [(2.0 + 6.0) / 2.0, (4.0 + 8.0) / 2.0, 8.0]);
    }

    /// The backward view: every error goes to the states before it by their fading traces. With
    /// weights that stay as they are while a trajectory lasts, both views come to the same.
    #[test]
    fn forward_and_backward_views_agree() {
        let network = Perceptron::new(&[3, 4, 1]).unwrap();
        let mut dice = dice(11);
        for (length, lambda) in [(1, 0.9), (2, 0.0), (5, 0.9), (9, 0.35), (7, 1.0)] {
            let weights = network.random(&mut dice);
            let trajectory = Trajectory {
                inputs: (0..3 * length).map(|_| dice.symmetric(1.0)).collect(),
                payoff: dice.symmetric(2.0),
            };
            let mut scratch = network.scratch();
            let mut forward = vec![0.0; network.weights()];
            gradient(
                &network,
                &weights,
                &trajectory,
                lambda,
                &mut scratch,
                &mut forward,
            );
            let states: Vec<&[f64]> = trajectory.inputs.chunks(3).collect();
            let mut backward = vec![0.0; network.weights()];
            let mut trace = vec![0.0; network.weights()];
            for (at, inputs) in states.iter().enumerate() {
                let value = network.forward(&weights, inputs, &mut scratch)[0];
                trace.iter_mut().for_each(|trace| *trace *= lambda);
                network.backward(&weights, &mut scratch, &[1.0], &mut trace);
                let next = match states.get(at + 1) {
                    Some(next) => network.forward(&weights, next, &mut scratch)[0],
                    None => trajectory.payoff,
                };
                for (backward, trace) in backward.iter_mut().zip(&trace) {
                    *backward += (next - value) * trace;
                }
            }
            for (one, other) in forward.iter().zip(&backward) {
                assert!((one - other).abs() < 1e-12, "{one} {other}");
            }
        }
    }

    /// The random walk of Sutton's example: five states in a row, left and right with equal chance,
    /// nothing at the left end and 1 at the right. The values are 1/6 to 5/6.
    #[test]
    fn a_random_walk_has_its_values() {
        let network = Perceptron::new(&[5, 1]).unwrap();
        let mut dice = dice(3);
        let mut trajectories = Vec::new();
        for _ in 0..3200 {
            let (mut state, mut inputs) = (2i32, Vec::new());
            while (0..5).contains(&state) {
                inputs.extend((0..5).map(|at| if at == state { 1.0 } else { 0.0 }));
                state += if dice.unit() < 0.5 { -1 } else { 1 };
            }
            let payoff = f64::from(u8::from(state == 5));
            trajectories.push(Trajectory { inputs, payoff });
        }
        for lambda in [0.0, 0.9, 1.0] {
            let mut weights = vec![0.0; network.weights()];
            let mut scratch = network.scratch();
            for _ in 0..500 {
                let mut sum = vec![0.0; network.weights()];
                for trajectory in &trajectories[..] {
                    gradient(
                        &network,
                        &weights,
                        trajectory,
                        lambda,
                        &mut scratch,
                        &mut sum,
                    );
                }
                for (weight, sum) in weights.iter_mut().zip(&sum) {
                    *weight += 0.1 * sum / trajectories.len() as f64;
                }
            }
            for (state, exact) in (1..6).map(|k| f64::from(k) / 6.0).enumerate() {
                let value = weights[0] + weights[1 + state];
                assert!(
                    (value - exact).abs() < 0.05,
                    "{lambda} {state}: {value} {exact}"
                );
            }
        }
    }

    /// Targets that are given: trajectories of one state, whatever λ is.
    #[test]
    fn one_state_is_a_regression() {
        let network = Perceptron::new(&[1, 1]).unwrap();
        let examples: Vec<Trajectory> = (0..5)
            .map(|n| f64::from(n) / 2.0 - 1.0)
            .map(|x| Trajectory {
                inputs: vec![x],
                payoff: 3.0 * x - 1.0,
            })
            .collect();
        let mut weights = vec![0.0; 2];
        let mut scratch = network.scratch();
        for _ in 0..300 {
            let mut sum = vec![0.0; 2];
            for example in &examples {
                gradient(&network, &weights, example, 0.9, &mut scratch, &mut sum);
            }
            weights
                .iter_mut()
                .zip(&sum)
                .for_each(|(weight, sum)| *weight += 0.1 * sum);
        }
        assert!((weights[0] + 1.0).abs() < 1e-9 && (weights[1] - 3.0).abs() < 1e-9);
    }
}
