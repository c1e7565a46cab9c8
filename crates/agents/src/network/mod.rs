//! Networks as pure numerics: multilayer perceptrons whose weights are one flat slice, so that a
//! tuner can hold them, and what temporal differences say of how to change them. What goes in and
//! what comes out is whoever uses them to say.

mod perceptron;
mod softmax;
mod temporal;

pub use perceptron::{Perceptron, Scratch};
pub use softmax::softmax;
pub use temporal::{Trajectory, gradient, returns};
