//! The parameter space, and the coordinates that tuners use in it.

use crate::Error;
use crate::error::saved;
use crate::identity::Identity;
use crate::parameter::{Parameter, ParameterKind, ParameterScale};
use ludometer_core::Rng;
use serde::{Deserialize, Serialize};

/// The spread of the draw by which a choice is made, in units of preference: preferences lie in
/// [-1, 1], so the best can be e^8 times as likely as the worst.
const SPREAD: f64 = 0.25;

/// How much the option to start from is preferred.
const LEAN: f64 = 0.25;

/// The parameters that are tuned together. A *point* is one value for each, in their order and
/// units. *Coordinates* are what tuners move in: a real or integer parameter is one coordinate,
/// [-1, 1] unless it has a width; a choice has one for each option.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Vec<Parameter>", into = "Vec<Parameter>")]
pub struct Space {
    parameters: Vec<Parameter>,
    axes: Vec<Axis>,
    reach: Vec<f64>,
    discrete: bool,
}

/// How one parameter lies in its coordinates: its value is `middle + width * coordinate`, or the
/// exponential of it.
#[derive(Clone, Debug, PartialEq)]
struct Axis {
    middle: f64,
    width: f64,
    options: usize,
}

impl Space {
    /// Refuses parameters that make no sense, and names that come twice.
    pub fn new(parameters: Vec<Parameter>) -> Result<Space, Error> {
        if parameters.is_empty() {
            return Err(Error::NoParameters);
        }
        let mut names = std::collections::BTreeSet::new();
        let mut axes = Vec::new();
        let mut reach = Vec::new();
        for parameter in &parameters {
            parameter.check()?;
            if !names.insert(&parameter.name) {
                let name = parameter.name.clone();
                return Err(Error::Duplicate { name });
            }
            let [low, high] = [parameter.low, parameter.high].map(|value| onto(parameter, value));
            let half = (high - low) / 2.0;
            let width = match parameter.width.is_finite() {
                true => parameter.width,
                false => half,
            };
            let options = match parameter.kind {
                ParameterKind::Choice => (high - low) as usize + 1,
                ParameterKind::Real | ParameterKind::Integer => 1,
            };
            axes.push(Axis {
                middle: low + half,
                width,
                options,
            });
            match parameter.kind {
                ParameterKind::Choice => reach.extend(std::iter::repeat_n(1.0, options)),
                ParameterKind::Real | ParameterKind::Integer => reach.push(half / width),
            }
        }
        let discrete = parameters.iter().any(|p| p.kind != ParameterKind::Real);
        Ok(Space {
            parameters,
            axes,
            reach,
            discrete,
        })
    }

    /// Raised when the same coordinates mean another point than before.
    pub const VERSION: u32 = 1;

    /// The canonical text of all parameters, in their order.
    pub fn identity(&self) -> String {
        let space = Identity::versioned("space", Space::VERSION);
        let parameters = self.parameters.iter();
        parameters
            .fold(space, |space, parameter| space.item(parameter.identity()))
            .end()
    }

    /// The parameters.
    pub fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    /// How many coordinates there are.
    pub fn coordinates(&self) -> usize {
        self.reach.len()
    }

    /// How far each coordinate goes to either side of 0.
    pub fn reach(&self) -> &[f64] {
        &self.reach
    }

    /// The initial point.
    pub fn start(&self) -> Vec<f64> {
        self.parameters.iter().map(|p| p.start).collect()
    }

    /// The coordinates of the initial point.
    pub fn origin(&self) -> Vec<f64> {
        let mut origin = Vec::with_capacity(self.coordinates());
        for (parameter, axis) in self.parameters.iter().zip(&self.axes) {
            if parameter.kind == ParameterKind::Choice {
                let chosen = (parameter.start - parameter.low) as usize;
                origin.extend((0..axis.options).map(|o| if o == chosen { LEAN } else { 0.0 }));
            } else {
                origin.push((onto(parameter, parameter.start) - axis.middle) / axis.width);
            }
        }
        origin
    }

    /// Moves coordinates into the box.
    pub fn clamp(&self, coordinates: &mut [f64]) {
        for (x, &reach) in coordinates.iter_mut().zip(&self.reach) {
            *x = x.clamp(-reach, reach);
        }
    }

    /// What decides between neighbouring integers and between options, to be shared by both sides
    /// of a pair: one number for each coordinate, or none where every parameter is real.
    pub fn draws(&self, rng: &mut Rng) -> Vec<f64> {
        match self.discrete {
            true => self.reach.iter().map(|_| rng.unit()).collect(),
            false => Vec::new(),
        }
    }

    /// Appends the point that coordinates mean under these draws; without draws, without chance.
    pub fn point(&self, coordinates: impl Fn(usize) -> f64, draws: &[f64], out: &mut Vec<f64>) {
        let mut at = 0;
        for (parameter, axis) in self.parameters.iter().zip(&self.axes) {
            let draw = |option: usize| draws.get(at + option).copied();
            out.push(match parameter.kind {
                ParameterKind::Choice => {
                    // Largest preference plus Gumbel noise: an option is drawn with a probability
                    // that is exponential in its preference.
                    let best = (0..axis.options)
                        .map(|option| {
                            let noise =
                                draw(option).map_or(0.0, |u| -libm::log(-libm::log(u.max(1e-300))));
                            coordinates(at + option) + SPREAD * noise
                        })
                        .enumerate()
                        .fold((0, f64::NEG_INFINITY), |best, (option, value)| {
                            if value > best.1 {
                                (option, value)
                            } else {
                                best
                            }
                        });
                    parameter.low + best.0 as f64
                }
                ParameterKind::Integer => {
                    let value = self.value(parameter, axis, coordinates(at));
                    let rounded = match draw(0) {
                        Some(draw) => (value + draw).floor(),
                        None => value.round(),
                    };
                    rounded.clamp(parameter.low, parameter.high)
                }
                ParameterKind::Real => self.value(parameter, axis, coordinates(at)),
            });
            at += axis.options;
        }
    }

    /// The point that coordinates mean without chance: the nearest integer, the preferred option.
    pub fn settle(&self, coordinates: &[f64]) -> Vec<f64> {
        let mut point = Vec::with_capacity(self.parameters.len());
        self.point(|i| coordinates[i], &[], &mut point);
        point
    }

    fn value(&self, parameter: &Parameter, axis: &Axis, coordinate: f64) -> f64 {
        let value = axis.middle + axis.width * coordinate;
        let value = match parameter.scale {
            ParameterScale::Linear => value,
            ParameterScale::Log => libm::exp(value),
        };
        value.clamp(parameter.low, parameter.high)
    }

    /// Refuses a saved list that has not one value a coordinate.
    pub fn fits(&self, what: &'static str, list: &[f64]) -> Result<(), Error> {
        saved(what, list.len(), self.coordinates())
    }
}

/// A value on the scale of its parameter.
fn onto(parameter: &Parameter, value: f64) -> f64 {
    match parameter.scale {
        ParameterScale::Linear => value,
        ParameterScale::Log => libm::log(value),
    }
}

impl TryFrom<Vec<Parameter>> for Space {
    type Error = Error;

    fn try_from(parameters: Vec<Parameter>) -> Result<Space, Error> {
        Space::new(parameters)
    }
}

impl From<Space> for Vec<Parameter> {
    fn from(space: Space) -> Vec<Parameter> {
        space.parameters
    }
}
