//! Networks as pure numerics: multilayer perceptrons whose weights are one flat slice, so that a tuner
//! can optimise them, and TD(λ) gradients. The meaning of inputs and outputs is up to the caller.

mod perceptron;
mod softmax;
mod temporal;

pub use perceptron::{Perceptron, Scratch};
pub use softmax::softmax;
pub use temporal::{Trajectory, gradient, returns};
