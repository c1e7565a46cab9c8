//! Max^n (Luckhardt and Irani 1986): depth-t search for any number of players, each of whom
//! maximises its own value.
//!
//! The other searches to a fixed depth are *paranoid*: they treat all players but the root player as a
//! coalition that minimises the root player's value. In zero-sum games of two players both are
//! minimax.

use super::depth::{Exhausted, NoisePer, Wins, deepen, finished, pay};
use ludometer_core::{Actions, Agent, Evaluator, Forfeit, Game, Player, Seat, Turn};
use rustc_hash::FxHashMap;

/// Full-width max^n to a fixed depth.
///
/// A leaf costs an evaluation for each player. Ties are broken by the order of the legal actions, at
/// the root at random. Under a limited budget it deepens iteratively and plays the best move of the
/// deepest completed iteration. In games of chance each edge of the tree is one sample. Nothing is
/// pruned: alpha-beta is unsound here (Korf 1991).
pub struct MaxN<G: Game, E> {
    depth: u32,
    evaluator: E,
    noise_per: NoisePer,
    wins: Wins,
    players: usize,
    seen: FxHashMap<G::State, Values>,
    actions: Vec<Actions<G>>,
    values: Vec<Values>,
}

/// A value for each player.
type Values = Vec<f64>;

impl<G: Game, E: Evaluator<G>> MaxN<G, E> {
    /// A search of `depth` plies, at least one.
    pub fn new(depth: u32, evaluator: E, noise_per: NoisePer) -> Self {
        MaxN {
            depth: depth.max(1),
            evaluator,
            noise_per,
            wins: Wins::Shortest,
            players: 0,
            seen: FxHashMap::default(),
            actions: Vec::new(),
            values: Vec::new(),
        }
    }

    /// The same search with another choice of wins.
    #[must_use]
    pub fn winning(mut self, wins: Wins) -> Self {
        self.wins = wins;
        self
    }

    /// The value of each root action to the seat's player after `depth` plies.
    fn root(
        &mut self,
        seat: &mut Seat<'_, G>,
        actions: &[G::Action],
        depth: u32,
    ) -> Result<Vec<f64>, Exhausted> {
        self.seen.clear();
        let mut found = Vec::with_capacity(actions.len());
        for &action in actions {
            let mut state = seat.position().clone();
            pay(seat, 1, 0)?;
            seat.step(&mut state, action);
            let values = self.walk(seat, &state, depth - 1, 1)?;
            found.push(values[seat.player().index()]);
            self.values.push(values);
        }
        Ok(found)
    }

    fn walk(
        &mut self,
        seat: &mut Seat<'_, G>,
        state: &G::State,
        depth: u32,
        ply: u32,
    ) -> Result<Values, Exhausted> {
        let mover = match seat.game().turn(state) {
            Turn::Over => {
                let (game, wins) = (seat.game(), self.wins);
                return Ok(self.each(|player| finished(game.payoff(state, player), wins, ply)));
            }
            Turn::Of(_) if depth == 0 => return self.leaf(seat, state),
            Turn::Of(mover) => mover,
        };
        let mut actions = self.actions.pop().unwrap_or_default();
        seat.game().actions(state, &mut actions);
        let mut best: Option<Values> = None;
        for &action in &actions {
            let mut next = state.clone();
            pay(seat, 1, 0)?;
            seat.step(&mut next, action);
            let values = self.walk(seat, &next, depth - 1, ply + 1)?;
            let own = mover.index();
            let worse = match &mut best {
                Some(best) if values[own] > best[own] => std::mem::replace(best, values),
                Some(_) => values,
                None => {
                    best = Some(values);
                    continue;
                }
            };
            self.values.push(worse);
        }
        actions.clear();
        self.actions.push(actions);
        Ok(best.expect("the player to move has an action"))
    }

    fn leaf(&mut self, seat: &mut Seat<'_, G>, state: &G::State) -> Result<Values, Exhausted> {
        let kept = self.noise_per == NoisePer::Position;
        if let (true, Some(known)) = (kept, self.seen.get(state)) {
            let mut values = self.values.pop().unwrap_or_default();
            values.clone_from(known);
            return Ok(values);
        }
        pay(seat, 0, self.players as u64)?;
        let mut values = self.values.pop().unwrap_or_default();
        values.clear();
        for player in seated(self.players) {
            values.push(seat.value_for(&mut self.evaluator, state, player));
        }
        if kept {
            self.seen.insert(state.clone(), values.clone());
        }
        Ok(values)
    }

    fn each(&mut self, value: impl FnMut(Player) -> f64) -> Values {
        let mut values = self.values.pop().unwrap_or_default();
        values.clear();
        values.extend(seated(self.players).map(value));
        values
    }
}

/// The players of a game with this number of them.
fn seated(players: usize) -> impl Iterator<Item = Player> {
    (0..=u8::MAX).take(players).map(Player)
}

impl<G: Game, E: Evaluator<G>> Agent<G> for MaxN<G, E> {
    fn act(&mut self, seat: &mut Seat<'_, G>) -> Result<G::Action, Forfeit> {
        self.players = seat.game().facts().players;
        Ok(deepen(seat, self.depth, false, |seat, actions, depth| {
            self.root(seat, actions, depth)
        }))
    }
}
