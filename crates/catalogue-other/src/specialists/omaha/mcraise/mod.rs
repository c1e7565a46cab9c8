//! McRaise, a player of Omaha Hi-Lo (Kocsis, Szepesvári and Winands 2005, section 4.1): it guesses
//! the opponents' hands from their bets, estimates its share of the pot and looks one ply ahead.

mod choice;
mod configurations;
mod database;
mod epp;
mod fit;
mod model;
mod outlook;
mod past;
mod percentile;
mod preflop;
mod reading;
mod strength;

pub use choice::{PotModel, best, worths};
pub use configurations::Origin;
pub use database::database;
pub use epp::{Payoff, estimate, estimate_from};
pub use fit::{ObservedChoice, choices, fit, likelihood, space};
pub use model::{Chances, MEANINGS, Model, ModelParameter, Situation};
pub use outlook::outlook;
pub use past::{PastAction, deeds};
pub use percentile::percentile;
pub use reading::{HandReading, Reader};
pub use strength::{Percentiles, StrengthScale};

use ludometer_core::{Agent, Forfeit, Seat};
use ludometer_games_other::omaha::{Bet, Omaha};

/// Plays the action of the highest expected payoff, one ply ahead.
#[derive(Clone, Debug)]
pub struct McRaise {
    reader: Reader,
    samples: u64,
    pot: PotModel,
    origin: Origin,
}

impl McRaise {
    /// With this model of everyone else, this many card configurations a decision, and this guess of
    /// the pot.
    pub fn new(model: Model, samples: u64, pot: PotModel) -> McRaise {
        McRaise {
            reader: Reader::new(model),
            samples,
            pot,
            origin: Origin::Shared,
        }
    }

    /// The same with configurations of this origin.
    #[must_use]
    pub fn with_configurations(self, origin: Origin) -> McRaise {
        McRaise { origin, ..self }
    }
}

impl Agent<Omaha> for McRaise {
    fn act(&mut self, seat: &mut Seat<'_, Omaha>) -> Result<Bet, Forfeit> {
        let payoff = estimate_from(seat, &mut self.reader, self.samples, self.origin);
        let fair = 1.0 / f64::from(seat.position().live().count_ones());
        let share = payoff.map_or(fair, |payoff| payoff.share);
        let worths = worths(seat.game(), seat.position(), share, self.pot);
        let drawn = payoff.map_or(0, |payoff| payoff.drawn);
        for (bet, worth) in &worths {
            seat.report_move(*bet, *worth, drawn);
        }
        Ok(best(&worths))
    }
}

/// Plays as the model says, by the dice.
#[derive(Clone, Copy, Debug)]
pub struct ModelAgent {
    model: Model,
}

impl ModelAgent {
    /// Does what the model says that an opponent does.
    pub fn new(model: Model) -> ModelAgent {
        ModelAgent { model }
    }
}

impl Agent<Omaha> for ModelAgent {
    fn act(&mut self, seat: &mut Seat<'_, Omaha>) -> Result<Bet, Forfeit> {
        let hand = *seat.position();
        let (board, round) = (hand.deal().board, hand.round());
        let hole = hand.hole(seat.player().index());
        let percentile = percentile(hole, &board, round, seat.dice());
        let situation = Situation::of(seat.game(), &hand);
        let [fold, call, raise] = self.model.chances(percentile, &situation);
        let drawn = seat.dice().unit();
        // What is not legal has no chance, and rounding is the call's.
        Ok(match drawn {
            _ if drawn < fold => Bet::Fold,
            _ if drawn >= fold + call && raise > 0.0 => Bet::Raise,
            _ => Bet::Call,
        })
    }
}
