//! The player who is always there.

use ludometer_core::{Agent, Forfeit, Seat};
use ludometer_games_other::omaha::{Bet, Omaha};

/// Checks and calls.
#[derive(Clone, Copy, Debug, Default)]
pub struct Caller;

impl Agent<Omaha> for Caller {
    fn act(&mut self, _: &mut Seat<'_, Omaha>) -> Result<Bet, Forfeit> {
        Ok(Bet::Call)
    }
}
