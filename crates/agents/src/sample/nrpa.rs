//! Nested rollout policy adaptation (Rosin 2011) for puzzles.

use super::nested::Line;
use crate::search::{Frontier, Path};
use ludometer_core::{Actions, Evaluator, Game, KeyHasher, Seat, Turn};
use rustc_hash::FxHashMap;

/// Which moves share a weight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PolicyCode {
    /// The same action anywhere.
    Move,
    /// The same action at the same ply.
    Ply,
    /// The same action in the same state.
    #[default]
    State,
}

/// A search of a level makes some searches of the level below, each with a copy of its policy, and moves the
/// policy towards the best line after each; a search of level 0 is a playout by the policy. The value of
/// a line is the evaluation of its end.
pub struct Nrpa<E> {
    level: u32,
    iterations: u32,
    step: f64,
    code: PolicyCode,
    plies: usize,
    evaluator: E,
}

type Weights = FxHashMap<u64, f64>;

impl<E> Nrpa<E> {
    /// Searches of this level with this number of `iterations` at each level and this `step` of adaptation
    /// (alpha), of lines of at most `plies` moves.
    pub fn new(
        level: u32,
        iterations: u32,
        step: f64,
        code: PolicyCode,
        plies: u32,
        evaluator: E,
    ) -> Self {
        Nrpa {
            level,
            iterations,
            step,
            code,
            plies: plies as usize,
            evaluator,
        }
    }

    fn code<G: Game>(&self, game: &G, state: &G::State, ply: usize, action: G::Action) -> u64 {
        let action = game.action_key(action);
        match self.code {
            PolicyCode::Move => action,
            PolicyCode::Ply => KeyHasher::new().word(action).word(ply as u64).finish(),
            PolicyCode::State => KeyHasher::new()
                .word(action)
                .word(game.state_key(state))
                .finish(),
        }
    }

    /// The probabilities of the actions: the softmax of their weights.
    fn probabilities<G: Game>(
        &self,
        game: &G,
        weights: &Weights,
        state: &G::State,
        ply: usize,
        actions: &[G::Action],
    ) -> Vec<f64> {
        let weight = |&action: &G::Action| {
            let code = self.code(game, state, ply, action);
            weights.get(&code).copied().unwrap_or(0.0)
        };
        let logs: Vec<f64> = actions.iter().map(weight).collect();
        let highest = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let mut shares: Vec<f64> = logs.iter().map(|log| libm::exp(log - highest)).collect();
        let sum: f64 = shares.iter().sum();
        for share in &mut shares {
            *share /= sum;
        }
        shares
    }

    /// A search of a level; what it finds takes the place of `best` if it beats it. `None` if the budget is
    /// spent.
    fn improve<G: Game>(
        &mut self,
        seat: &mut Seat<'_, G>,
        level: u32,
        weights: &Weights,
        best: &mut Line<G>,
    ) -> Option<()>
    where
        E: Evaluator<G>,
    {
        if level == 0 {
            let line = self.playout(seat, weights)?;
            if line.beats(best) {
                *best = line;
            }
            return Some(());
        }
        let mut weights = weights.clone();
        let mut own = Line::worst();
        for _ in 0..self.iterations {
            let done = self.improve(seat, level - 1, &weights, &mut own);
            if own.beats(best) {
                *best = Line {
                    value: own.value,
                    path: own.path.clone(),
                };
            }
            done?;
            self.adapt(seat.game(), &mut weights, &own.path);
        }
        Some(())
    }

    fn playout<G: Game>(&mut self, seat: &mut Seat<'_, G>, weights: &Weights) -> Option<Line<G>>
    where
        E: Evaluator<G>,
    {
        let mut state = seat.position().clone();
        let mut path = Vec::new();
        let mut actions = Actions::<G>::new();
        while path.len() < self.plies && seat.game().turn(&state) != Turn::Over {
            actions.clear();
            seat.game().actions(&state, &mut actions);
            if !seat.can_afford(1, 0) {
                return None;
            }
            let shares = self.probabilities(seat.game(), weights, &state, path.len(), &actions);
            let mut drawn = seat.dice().unit();
            let mut place = 0;
            while place + 1 < actions.len() && drawn >= shares[place] {
                drawn -= shares[place];
                place += 1;
            }
            path.push((state.clone(), actions[place]));
            seat.step(&mut state, actions[place]);
        }
        if !seat.can_afford(0, 1) {
            return None;
        }
        let value = seat.value(&mut self.evaluator, &state);
        Some(Line { value, path })
    }

    /// A step of gradient ascent on the likelihood of a line.
    fn adapt<G: Game>(&self, game: &G, weights: &mut Weights, path: &Path<G>) {
        let mut changes: Vec<(u64, f64)> = Vec::new();
        let mut actions = Actions::<G>::new();
        for (ply, (state, chosen)) in path.iter().enumerate() {
            actions.clear();
            game.actions(state, &mut actions);
            // By the policy from before the step.
            let shares = self.probabilities(game, weights, state, ply, &actions);
            for (&action, share) in actions.iter().zip(shares) {
                let taken = f64::from(u8::from(action == *chosen));
                changes.push((
                    self.code(game, state, ply, action),
                    self.step * (taken - share),
                ));
            }
        }
        for (code, change) in changes {
            *weights.entry(code).or_default() += change;
        }
    }
}

impl<G: Game, E: Evaluator<G>> Frontier<G> for Nrpa<E> {
    fn search(&mut self, seat: &mut Seat<'_, G>) -> Path<G> {
        let mut best = Line::worst();
        let _ = self.improve(seat, self.level, &Weights::default(), &mut best);
        best.path
    }
}
