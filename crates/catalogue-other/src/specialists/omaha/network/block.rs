//! The weights of a network as parameters to tune (Kocsis, Szepesvári and Winands 2005, section 5.2).

use super::poker_network::{NetworkRole, PokerNetwork};
use ludometer_arena::env::BlockEntry;
use ludometer_arena::learner::{BlockMaker, ParameterBlock};
use ludometer_core::Seed;
use ludometer_games_other::omaha::Omaha;
use ludometer_spec::params::choice;
use ludometer_spec::source::Span;
use ludometer_spec::spec::Literal;
use ludometer_tune::Parameter;
use std::sync::Arc;

/// No weight goes beyond this: the space of a tuner is a box.
const REACH: f64 = 100.0;

/// The block of a network's weights.
pub fn blocks() -> Vec<BlockEntry<Omaha>> {
    let roles = NetworkRole::ALL.map(|role| (role.name(), role));
    vec![BlockEntry::new(
        "network",
        "network-block@1",
        "the weights of a network with ten hidden units, random to begin with, for `valued(net={...})` or `policy(net={...})`",
        choice("role", roles, "what its outputs mean").or("evaluation"),
        |role, _| Ok(Arc::new(move |seed: Seed| block(role, seed)) as BlockMaker),
    )]
}

/// Weights in their own unit, so that published step sizes mean what they say.
fn block(role: NetworkRole, seed: Seed) -> ParameterBlock {
    let start = role.start(seed).into_iter().enumerate();
    let parameter = |(number, start): (usize, f64)| {
        Parameter::real(&format!("w{number}"), -REACH, REACH, start).width(1.0)
    };
    let span = Span::whole("block", "network");
    ParameterBlock::new(start.map(parameter).collect(), move |weights| {
        let network = PokerNetwork::new(role, weights.to_vec());
        Literal::Spec(network.file(String::new()).spec(&span))
    })
}
