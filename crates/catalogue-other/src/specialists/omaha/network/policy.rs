//! A network in the place of search and evaluation: it says how likely each action is (Kocsis,
//! Szepesvári and Winands 2005, section 5.2).

use super::super::mcraise::{Model, Reader};
use super::inputs::{Outlook, inputs};
use super::poker_network::PokerNetwork;
use ludometer_agents::network::{Scratch, softmax};
use ludometer_core::{Agent, Evaluator, Forfeit, Player, Seat};
use ludometer_games_other::omaha::{Bet, Hand, Omaha};
use std::sync::Arc;

/// Draws its action from the chances that a network gives.
///
/// The paper says "after normalisation"; here three outputs of any size become chances by softmax
/// over what is legal.
#[derive(Clone, Debug)]
pub struct Policy {
    look: Look,
    reader: Reader,
    samples: u64,
}

#[derive(Clone, Debug)]
struct Look {
    poker_network: Arc<PokerNetwork>,
    scratch: Scratch,
    outlook: Option<Outlook>,
    chances: [f64; 3],
}

impl Evaluator<Omaha> for Look {
    /// Finds the chances; the value is that of a call.
    fn evaluate(&mut self, seat: &mut Seat<'_, Omaha>, hand: &Hand, player: Player) -> f64 {
        let omaha = seat.game();
        let Some(outlook) = &self.outlook else {
            return 0.0;
        };
        let told = inputs(omaha, hand, player.index(), outlook);
        let legal = [
            omaha.to_call(hand) > 0,
            true,
            omaha.raise_to(hand).is_some(),
        ];
        let PokerNetwork {
            network, weights, ..
        } = &*self.poker_network;
        let outputs = network.forward(weights, &told, &mut self.scratch);
        softmax(outputs, &legal, &mut self.chances);
        self.chances[Bet::Call as usize]
    }
}

impl Policy {
    /// With this policy; its share is estimated from this many card configurations with this model of
    /// everyone else.
    pub fn new(poker_network: Arc<PokerNetwork>, model: Model, samples: u64) -> Policy {
        Policy {
            look: Look {
                scratch: poker_network.network.scratch(),
                outlook: None,
                chances: [0.0; 3],
                poker_network,
            },
            reader: Reader::new(model),
            samples,
        }
    }
}

impl Agent<Omaha> for Policy {
    fn act(&mut self, seat: &mut Seat<'_, Omaha>) -> Result<Bet, Forfeit> {
        // Before anything else is drawn: two networks then meet the same luck.
        let drawn = seat.dice().unit();
        let outlook = Outlook::of(seat, &mut self.reader, self.samples);
        if !seat.can_afford(0, 1) {
            return Ok(Bet::Call);
        }
        self.look.outlook = Some(outlook);
        let position = *seat.position();
        seat.value(&mut self.look, &position);
        let [fold, call, raise] = self.look.chances;
        for bet in seat.actions() {
            seat.report_move(bet, self.look.chances[bet as usize], outlook.drawn);
        }
        // What is not legal has no chance, and rounding is the call's.
        Ok(match drawn {
            _ if drawn < fold => Bet::Fold,
            _ if drawn >= fold + call && raise > 0.0 => Bet::Raise,
            _ => Bet::Call,
        })
    }
}
