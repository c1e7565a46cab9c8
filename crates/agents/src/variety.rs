//! Variety, the setting of Zillions of Games that Althöfer and Heuser (2005, section 3.2)
//! describe: eleven levels from 0, no randomisation, to 10, its degree growing linearly.

use ludometer_core::{Agent, CostUnit, Forfeit, Game, Seat};

/// How much each level adds: level 10 multiplies an evaluation by 1 + U[-0.5, 0.5].
///
/// Differs: the scale that Zillions uses is not published; relative noise has the same meaning for
/// every evaluation.
const DEGREE: f64 = 0.05;

/// Adds noise to every evaluation of an agent, whatever the agent is.
#[derive(Clone, Debug)]
pub struct Variety<A> {
    level: u8,
    agent: A,
}

impl<A> Variety<A> {
    /// The agent with noise level 0 to 10; higher levels are treated as 10.
    pub fn new(level: u8, agent: A) -> Self {
        Variety {
            level: level.min(10),
            agent,
        }
    }
}

impl<G: Game, A: Agent<G>> Agent<G> for Variety<A> {
    fn act(&mut self, seat: &mut Seat<'_, G>) -> Result<G::Action, Forfeit> {
        seat.set_evaluation_noise(DEGREE * f64::from(self.level));
        self.agent.act(seat)
    }

    fn restart(&mut self) {
        self.agent.restart();
    }

    fn get_ready(&mut self) {
        self.agent.get_ready();
    }

    fn cost_unit(&self) -> CostUnit {
        self.agent.cost_unit()
    }

    fn needs_history(&self) -> bool {
        self.agent.needs_history()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_core::{Budget, Forfeit, Generator, Player, Seed};
    use ludometer_games::tic_tac_toe::TicTacToe;

    /// Reports the noise level through its move values.
    struct Asked;

    impl Agent<TicTacToe> for Asked {
        fn act(
            &mut self,
            seat: &mut Seat<'_, TicTacToe>,
        ) -> Result<<TicTacToe as Game>::Action, Forfeit> {
            let first = seat.actions()[0];
            seat.report_move(first, seat.evaluation_noise(), 1);
            Ok(first)
        }
    }

    #[test]
    fn the_inner_agent_is_restarted_too() {
        struct Told(u32);
        impl Agent<TicTacToe> for Told {
            fn act(
                &mut self,
                seat: &mut Seat<'_, TicTacToe>,
            ) -> Result<<TicTacToe as Game>::Action, Forfeit> {
                Ok(seat.actions()[0])
            }
            fn restart(&mut self) {
                self.0 += 1;
            }
        }
        let mut varied = Variety::new(3, Told(0));
        varied.restart();
        assert_eq!(varied.agent.0, 1);
    }

    /// Eleven levels, linear from nothing to a half; beyond the last there is no more.
    #[test]
    fn degrees_grow_linearly_to_a_half() {
        let game = TicTacToe::new(3, 3, 3).unwrap();
        let mut dice = Seed::new(1).rng(Generator::Xoshiro);
        let board = game.start(&mut dice);
        for (level, degree) in [
            (0, 0.0),
            (1, 0.05),
            (5, 0.25),
            (10, 0.5),
            (11, 0.5),
            (255, 0.5),
        ] {
            let dice = dice.clone();
            let mut seat = Seat::open(&game, &board, Player(0), dice, Budget::UNLIMITED);
            seat.enable_trace();
            Variety::new(level, Asked).act(&mut seat).unwrap();
            assert_eq!(seat.move_infos()[0].value, degree, "level {level}");
        }
    }
}
