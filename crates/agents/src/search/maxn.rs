//! Max^n (Luckhardt and Irani 1986): depth-t search for any number of players, each of whom
//! maximises its own value.
//!
//! The other searches to a fixed depth are *paranoid*: they treat all players but the root player as a
//! coalition that minimises the root player's value. In zero-sum games of two players both are
//! minimax.

use super::depth::{Backup, Exhausted, NoisePer, Wins, deepen, finished, pay, values};
use ludometer_core::{Actions, Agent, Evaluator, Forfeit, Game, Player, Seat};
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

    fn each(&mut self, value: impl FnMut(Player) -> f64) -> Values {
        let mut values = self.values.pop().unwrap_or_default();
        values.clear();
        values.extend(seated(self.players).map(value));
        values
    }
}

impl<G: Game, E: Evaluator<G>> Backup<G> for MaxN<G, E> {
    type Value = Values;

    fn finished(&mut self, seat: &Seat<'_, G>, state: &G::State, ply: u32) -> Values {
        let (game, wins) = (seat.game(), self.wins);
        self.each(|player| finished(game.payoff(state, player), wins, ply))
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

    fn better(&mut self, _: &Seat<'_, G>, mover: Player, best: Values, value: Values) -> Values {
        let own = mover.index();
        let (best, worse) = match value[own] > best[own] {
            true => (value, best),
            false => (best, value),
        };
        self.values.push(worse);
        best
    }

    fn own(&mut self, seat: &Seat<'_, G>, value: Values) -> f64 {
        let own = value[seat.player().index()];
        self.values.push(value);
        own
    }

    fn buffers(&mut self) -> &mut Vec<Actions<G>> {
        &mut self.actions
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
            self.seen.clear();
            values(self, seat, actions, depth)
        }))
    }
}
