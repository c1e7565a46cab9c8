//! Multilayer perceptrons: tanh hidden units and linear outputs.

use ludometer_core::Rng;

/// The most units of all layers together, and the most weights: far beyond what games need here.
const MOST: usize = 1 << 20;

/// The shape of a network: how many units each layer has, from the inputs to the outputs.
///
/// Its weights are a slice, layer by layer after the inputs and unit by unit: of each unit the bias
/// and then a weight for each unit before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Perceptron {
    sizes: Vec<usize>,
    units: usize,
    weights: usize,
}

/// Scratch space of a network: activations and errors of its units. Allocated once, used for any
/// number of passes.
#[derive(Clone, Debug)]
pub struct Scratch {
    units: Vec<f64>,
    errors: Vec<f64>,
}

impl Perceptron {
    /// A network with these layers: inputs, hidden layers if any, outputs.
    pub fn new(sizes: &[usize]) -> Result<Perceptron, String> {
        if sizes.len() < 2 {
            let count = sizes.len();
            return Err(format!(
                "a network of {count} layers: it takes inputs and outputs at least"
            ));
        }
        if let Some(place) = sizes.iter().position(|&size| size == 0) {
            return Err(format!("layer {place} has no units: it takes one at least"));
        }
        let small = sizes.iter().all(|&size| size <= MOST);
        let units = if small {
            sizes.iter().sum()
        } else {
            usize::MAX
        };
        let weights = match units <= MOST {
            true => sizes.windows(2).map(|pair| (pair[0] + 1) * pair[1]).sum(),
            false => usize::MAX,
        };
        if weights > MOST {
            return Err(format!(
                "a network of more than {MOST} weights is too large"
            ));
        }
        Ok(Perceptron {
            sizes: sizes.to_vec(),
            units,
            weights,
        })
    }

    /// The layers, inputs first.
    pub fn sizes(&self) -> &[usize] {
        &self.sizes
    }

    /// How many inputs there are.
    pub fn inputs(&self) -> usize {
        self.sizes[0]
    }

    /// How many outputs there are.
    pub fn outputs(&self) -> usize {
        self.sizes[self.sizes.len() - 1]
    }

    /// How many weights there are.
    pub fn weights(&self) -> usize {
        self.weights
    }

    /// Initial weights: uniform in ±1/√n for a unit with n inputs; biases likewise.
    pub fn random(&self, dice: &mut Rng) -> Vec<f64> {
        let mut weights = Vec::with_capacity(self.weights);
        for pair in self.sizes.windows(2) {
            let reach = 1.0 / (pair[0] as f64).sqrt();
            let count = (pair[0] + 1) * pair[1];
            weights.extend((0..count).map(|_| dice.symmetric(reach)));
        }
        weights
    }

    /// Scratch space.
    pub fn scratch(&self) -> Scratch {
        Scratch {
            units: vec![0.0; self.units],
            errors: vec![0.0; self.units],
        }
    }

    /// The outputs for these inputs. `weights`, `inputs` and `scratch` must have the network's sizes.
    pub fn forward<'s>(
        &self,
        weights: &[f64],
        inputs: &[f64],
        scratch: &'s mut Scratch,
    ) -> &'s [f64] {
        debug_assert_eq!(weights.len(), self.weights);
        scratch.units[..inputs.len()].copy_from_slice(inputs);
        let mut rest = weights;
        let mut first = 0;
        for (layer, pair) in self.sizes.windows(2).enumerate() {
            let (before, after) = (pair[0], pair[1]);
            let hidden = layer + 2 < self.sizes.len();
            let (weights, others) = rest.split_at((before + 1) * after);
            rest = others;
            let (below, above) = scratch.units[first..].split_at_mut(before);
            for (unit, weights) in above.iter_mut().zip(weights.chunks_exact(before + 1)) {
                let products = weights[1..].iter().zip(&*below);
                let sum = products.fold(weights[0], |sum, (weight, below)| sum + weight * below);
                *unit = if hidden { libm::tanh(sum) } else { sum };
            }
            first += before;
        }
        &scratch.units[self.units - self.outputs()..]
    }

    /// Adds to `gradient` the derivative of Σ outer·output with respect to every weight, at the inputs
    /// of the last [`Perceptron::forward`] with this scratch space and the same weights.
    pub fn backward(
        &self,
        weights: &[f64],
        scratch: &mut Scratch,
        outer: &[f64],
        gradient: &mut [f64],
    ) {
        debug_assert_eq!(gradient.len(), self.weights);
        scratch.errors[self.units - self.outputs()..].copy_from_slice(outer);
        let mut end = self.weights;
        let mut first = self.units - self.outputs();
        for (layer, pair) in self.sizes.windows(2).enumerate().rev() {
            let (before, after) = (pair[0], pair[1]);
            let begin = end - (before + 1) * after;
            let (below, above) = scratch.errors[first - before..].split_at_mut(before);
            let units = &scratch.units[first - before..first];
            below.fill(0.0);
            let weights = weights[begin..end].chunks_exact(before + 1);
            let gradients = gradient[begin..end].chunks_exact_mut(before + 1);
            for ((error, weights), gradient) in above.iter().zip(weights).zip(gradients) {
                gradient[0] += error;
                for (gradient, unit) in gradient[1..].iter_mut().zip(units) {
                    *gradient += error * unit;
                }
                for (below, weight) in below.iter_mut().zip(&weights[1..]) {
                    *below += error * weight;
                }
            }
            // The inputs have nothing below them.
            if layer > 0 {
                for (below, unit) in below.iter_mut().zip(units) {
                    *below *= 1.0 - unit * unit;
                }
            }
            end = begin;
            first -= before;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_core::{Generator, Rng, Seed};
    use proptest::prelude::*;

    fn dice(seed: u64) -> Rng {
        Seed::new(seed).rng(Generator::Xoshiro)
    }

    /// One hidden unit and one output, by hand.
    #[test]
    fn a_network_of_three_units() {
        let network = Perceptron::new(&[2, 1, 1]).unwrap();
        assert_eq!(network.weights(), 5);
        let weights = [0.1, 0.5, -0.25, 2.0, 3.0];
        let mut scratch = network.scratch();
        let hidden = libm::tanh(0.1f64 + 0.5 * 0.6 - 0.25 * 0.2);
        let out = network.forward(&weights, &[0.6, 0.2], &mut scratch);
        assert_eq!(out, [2.0 + 3.0 * hidden]);
        let mut gradient = [0.0; 5];
        network.backward(&weights, &mut scratch, &[1.0], &mut gradient);
        let slope = 3.0 * (1.0 - hidden * hidden);
        assert_eq!(gradient, [slope, slope * 0.6, slope * 0.2, 1.0, hidden]);
    }

    #[test]
    fn shapes_that_are_none_are_refused() {
        for (sizes, says) in [
            (&[][..], "0 layers"),
            (&[3], "1 layers"),
            (&[3, 0, 1], "layer 1 has no units"),
            (&[1 << 19, 1 << 19], "too large"),
            (&[usize::MAX, usize::MAX], "too large"),
        ] {
            let fault = Perceptron::new(sizes).unwrap_err();
            assert!(fault.contains(says), "{fault}");
        }
    }

    #[test]
    fn a_random_start_is_of_its_seed_and_within_reach() {
        let network = Perceptron::new(&[16, 10, 3]).unwrap();
        let weights = network.random(&mut dice(5));
        assert_eq!(weights.len(), 17 * 10 + 11 * 3);
        assert_eq!(weights, network.random(&mut dice(5)));
        assert_ne!(weights, network.random(&mut dice(6)));
        let (first, last) = weights.split_at(170);
        assert!(first.iter().all(|weight| weight.abs() <= 0.25));
        assert!(last.iter().all(|weight| weight.abs() <= 1.0 / 10f64.sqrt()));
        assert!(last.iter().any(|weight| weight.abs() > 0.25));
    }

    proptest! {
        /// The gradient of any sum of outputs is the slope of that sum along each weight.
        #[test]
        fn gradients_are_slopes(sizes in prop::collection::vec(1usize..6, 2..5), seed: u64) {
            let network = Perceptron::new(&sizes).unwrap();
            let mut dice = dice(seed);
            let mut weights = network.random(&mut dice);
            let mut draw = |count: usize| (0..count).map(|_| dice.symmetric(1.0)).collect::<Vec<_>>();
            let (inputs, outer) = (draw(network.inputs()), draw(network.outputs()));
            let mut scratch = network.scratch();
            let mut gradient = vec![0.0; network.weights()];
            network.forward(&weights, &inputs, &mut scratch);
            network.backward(&weights, &mut scratch, &outer, &mut gradient);
            let again = gradient.clone();
            network.backward(&weights, &mut scratch, &outer, &mut gradient);
            for (twice, once) in gradient.iter().zip(&again) {
                prop_assert_eq!(*twice, 2.0 * once, "it is added");
            }
            const STEP: f64 = 1e-5;
            for (at, slope) in again.iter().enumerate() {
                let mut sum = |side: f64| {
                    let kept = weights[at];
                    weights[at] += side * STEP;
                    let out = network.forward(&weights, &inputs, &mut scratch);
                    let sum: f64 = out.iter().zip(&outer).map(|(out, outer)| out * outer).sum();
                    weights[at] = kept;
                    sum
                };
                let found = (sum(1.0) - sum(-1.0)) / (2.0 * STEP);
                prop_assert!((found - slope).abs() < 1e-7, "{at}: {found} {slope}");
            }
        }
    }
}
