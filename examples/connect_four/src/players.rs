//! An agent and an evaluator for this game, and an agent for every game.

use crate::game::{Board, ConnectFour};
use ludometer::prelude::*;

/// Wins if it can, blocks if it must, else plays at random.
pub struct Blocker;

impl Agent<ConnectFour> for Blocker {
    fn act(&mut self, seat: &mut Seat<'_, ConnectFour>) -> Result<u8, Forfeit> {
        let actions = seat.actions();
        let (me, board) = (seat.player(), seat.position().clone());
        for player in [me, Player(1 - me.0)] {
            let wins = |&&column: &&u8| seat.game().wins_in(&board, player, usize::from(column));
            if let Some(&column) = actions.iter().find(wins) {
                return Ok(column);
            }
        }
        Ok(actions[seat.dice().index(actions.len())])
    }
}

/// Threats, and stones in the middle column.
pub struct Weighted {
    /// What a stone in the middle is worth.
    pub centre: f64,
}

impl Evaluator<ConnectFour> for Weighted {
    fn evaluate(&mut self, seat: &mut Seat<'_, ConnectFour>, board: &Board, player: Player) -> f64 {
        let game = seat.game();
        match game.turn(board) {
            Turn::Over => 100.0 * game.payoff(board, player),
            Turn::Of(_) => {
                game.threat_balance(board, player)
                    + self.centre * game.centre_balance(board, player)
            }
        }
    }
}

/// Looks one move ahead by random playouts; knows no game.
pub struct Lazy {
    /// Playouts of each move.
    pub patience: u64,
}

impl<G: Game> Agent<G> for Lazy {
    fn act(&mut self, seat: &mut Seat<'_, G>) -> Result<G::Action, Forfeit> {
        let actions = seat.actions();
        let mut sums = vec![0.0; actions.len()];
        for _ in 0..self.patience {
            for (action, sum) in actions.iter().zip(&mut sums) {
                if !seat.can_afford(1, 0) {
                    break;
                }
                let mut state = seat.determinize();
                seat.step(&mut state, *action);
                *sum += playout(seat, state);
            }
        }
        let best = (0..sums.len()).max_by(|&a, &b| sums[a].total_cmp(&sums[b]));
        Ok(actions[best.unwrap_or(0)])
    }
}

/// Random play for at most a hundred moves, and what it is worth to the seat's player.
fn playout<G: Game>(seat: &mut Seat<'_, G>, mut state: G::State) -> f64 {
    let mut actions = Vec::new();
    for _ in 0..100 {
        actions.clear();
        seat.game().actions(&state, &mut actions);
        if actions.is_empty() || !seat.can_afford(1, 0) {
            break;
        }
        let choice = seat.dice().index(actions.len());
        seat.step(&mut state, actions[choice]);
    }
    match seat.game().turn(&state) {
        Turn::Over => seat.game().payoff(&state, seat.player()),
        Turn::Of(_) => 0.0,
    }
}
