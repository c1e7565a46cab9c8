//! A network that plays Omaha: its shape, its weights, and what its outputs mean.

use super::inputs::{COUNT, INPUTS};
use ludometer_agents::network::Perceptron;
use ludometer_arena::weights::NetworkFile;
use ludometer_core::{Generator, Seed};
use ludometer_spec::identity::digest;
use serde::{Deserialize, Serialize};

/// Units of the hidden layer. The paper does not say; ten make fewer than 200 weights, of which
/// 20,000 games an iteration can say something.
pub const HIDDEN: usize = 10;

/// Small bets that an output of 1 of an evaluation stands for: about the standard deviation of what
/// a hand wins or loses, so that outputs are about as large as inputs.
pub const UNIT: f64 = 4.0;

/// What a network's outputs mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NetworkRole {
    /// One output: what a situation after an action is worth, in units of [`UNIT`] small bets.
    Evaluation,
    /// Three outputs, in the order of the bets: softmax over those that are legal gives the chance
    /// of each.
    Policy,
}

impl NetworkRole {
    /// Every role.
    pub const ALL: [NetworkRole; 2] = [NetworkRole::Evaluation, NetworkRole::Policy];

    /// The role in a word, as files have it.
    pub fn name(self) -> &'static str {
        match self {
            NetworkRole::Evaluation => "evaluation",
            NetworkRole::Policy => "policy",
        }
    }

    /// How many outputs it has.
    pub fn outputs(self) -> usize {
        match self {
            NetworkRole::Evaluation => 1,
            NetworkRole::Policy => 3,
        }
    }

    /// The network that experiments learn.
    pub fn network(self) -> Perceptron {
        Perceptron::new(&[COUNT, HIDDEN, self.outputs()]).expect("there is such a network")
    }

    /// Weights that it begins with.
    pub fn start(self, seed: Seed) -> Vec<f64> {
        let mut dice = seed.named("weights").rng(Generator::Xoshiro);
        self.network().random(&mut dice)
    }
}

/// A network with its weights.
#[derive(Clone, Debug, PartialEq)]
pub struct PokerNetwork {
    /// What its outputs mean.
    pub role: NetworkRole,
    /// Its shape; it has [`COUNT`] inputs and the outputs of its role.
    pub network: Perceptron,
    /// Its weights.
    pub weights: Vec<f64>,
}

impl PokerNetwork {
    /// What it is, in a line: the same for the same role, shape and weights, to the bit.
    pub fn identity(&self) -> String {
        let sizes: Vec<String> = self.network.sizes().iter().map(usize::to_string).collect();
        let weights = digest(self.weights.iter().copied());
        format!("{} {} {weights}", self.role.name(), sizes.join("-"))
    }

    /// The network that experiments learn, with these weights.
    pub fn new(role: NetworkRole, weights: Vec<f64>) -> PokerNetwork {
        PokerNetwork {
            role,
            network: role.network(),
            weights,
        }
    }
}

impl TryFrom<NetworkFile> for PokerNetwork {
    type Error = String;

    /// Takes what fits the game: a known role with its outputs, and the inputs in their order.
    fn try_from(file: NetworkFile) -> Result<PokerNetwork, String> {
        let known = NetworkRole::ALL
            .into_iter()
            .find(|role| role.name() == file.role);
        let Some(role) = known else {
            let role = file.role;
            return Err(format!(
                "a network is an `evaluation` or a `policy`, not `{role}`"
            ));
        };
        let named = file.inputs.iter().map(String::as_str);
        if !named.eq(INPUTS) {
            let known = INPUTS.join(", ");
            return Err(format!("the inputs are not those of this game: {known}"));
        }
        let (wanted, outputs) = (role.outputs(), file.shape.outputs());
        if outputs != wanted {
            let name = role.name();
            return Err(format!(
                "`{name}` has {wanted} in its last layer, not {outputs}"
            ));
        }
        Ok(PokerNetwork {
            role,
            network: file.shape,
            weights: file.weights,
        })
    }
}

impl PokerNetwork {
    /// The file of it.
    pub fn file(&self, made_by: String) -> NetworkFile {
        NetworkFile {
            role: self.role.name().into(),
            made_by,
            inputs: INPUTS.map(String::from).to_vec(),
            shape: self.network.clone(),
            weights: self.weights.clone(),
        }
    }
}
