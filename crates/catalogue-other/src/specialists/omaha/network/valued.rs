//! One ply ahead with a network as the evaluation (Kocsis, Szepesvári and Winands 2005, section
//! 5.2).

use super::super::mcraise::{Model, Reader, best};
use super::inputs::{COUNT, Outlook, inputs};
use super::poker_network::{PokerNetwork, UNIT};
use ludometer_agents::network::{Perceptron, Scratch};
use ludometer_core::{Agent, Evaluator, Forfeit, Player, Seat};
use ludometer_games_other::omaha::{Bet, Hand, Omaha};
use std::sync::{Arc, Mutex, PoisonError};

/// Plays the action after which the situation is worth most; a fold is worth exactly what was paid.
#[derive(Clone, Debug)]
pub struct ValueNetworkAgent {
    judge: Judge,
    reader: Reader,
    samples: u64,
    trail: Option<Trail>,
}

/// The inputs of the situations that an agent went to, one after the other; folds are not among them.
pub type Trail = Arc<Mutex<Vec<f64>>>;

/// What the network says of a situation after an action.
#[derive(Clone, Debug)]
struct Judge {
    poker_network: Arc<PokerNetwork>,
    scratch: Scratch,
    outlook: Outlook,
    inputs: [f64; COUNT],
}

impl Evaluator<Omaha> for Judge {
    fn evaluate(&mut self, seat: &mut Seat<'_, Omaha>, hand: &Hand, player: Player) -> f64 {
        self.inputs = inputs(seat.game(), hand, player.index(), &self.outlook);
        let PokerNetwork {
            network, weights, ..
        } = &*self.poker_network;
        UNIT * network.forward(weights, &self.inputs, &mut self.scratch)[0]
    }
}

impl ValueNetworkAgent {
    /// With this evaluation; its share is estimated from this many card configurations with this model
    /// of everyone else.
    pub fn new(poker_network: Arc<PokerNetwork>, model: Model, samples: u64) -> ValueNetworkAgent {
        let network: &Perceptron = &poker_network.network;
        ValueNetworkAgent {
            judge: Judge {
                scratch: network.scratch(),
                outlook: Outlook {
                    share: 0.0,
                    strength: 0.0,
                    drawn: 0,
                },
                inputs: [0.0; COUNT],
                poker_network,
            },
            reader: Reader::new(model),
            samples,
            trail: None,
        }
    }

    /// The same, recording the situations that it goes to.
    #[must_use]
    pub fn recording(mut self, trail: Trail) -> ValueNetworkAgent {
        self.trail = Some(trail);
        self
    }
}

impl Agent<Omaha> for ValueNetworkAgent {
    fn act(&mut self, seat: &mut Seat<'_, Omaha>) -> Result<Bet, Forfeit> {
        self.judge.outlook = Outlook::of(seat, &mut self.reader, self.samples);
        let mut worths: Vec<(Bet, f64)> = Vec::with_capacity(3);
        let mut seen = [[0.0; COUNT]; 3];
        for bet in seat.actions() {
            let worth = match bet {
                Bet::Fold => {
                    let paid = seat.position().paid(seat.player().index());
                    -seat.game().in_small_bets(i64::from(paid))
                }
                _ if !seat.can_afford(1, 1) => continue,
                _ => {
                    let mut after = *seat.position();
                    seat.step(&mut after, bet);
                    let worth = seat.value(&mut self.judge, &after);
                    seen[bet as usize] = self.judge.inputs;
                    worth
                }
            };
            seat.report_move(bet, worth, self.judge.outlook.drawn);
            worths.push((bet, worth));
        }
        // Where nothing could be looked at it calls.
        let looked = worths.iter().any(|(bet, _)| *bet == Bet::Call);
        let chosen = if looked { best(&worths) } else { Bet::Call };
        if let Some(trail) = self
            .trail
            .as_ref()
            .filter(|_| chosen != Bet::Fold && looked)
        {
            let mut trail = trail.lock().unwrap_or_else(PoisonError::into_inner);
            trail.extend(seen[chosen as usize]);
        }
        Ok(chosen)
    }
}
