//! Move scores (Kocsis, Szepesvári and Winands 2005, section 5.3): an agent chooses a move in a
//! position, and a judge, usually a longer search, evaluates the position after it for the player who
//! moved (the negated negamax value).
//!
//! The score does not depend on the agent, so no move of a position is judged twice. The paper leaves
//! open where its positions come from; here they are sampled from games of a given agent.

mod position;

use crate::env::{AgentMaker, GameEnv, Starter};
use crate::play::MatchRules;
use crate::trace::TracedDecision;
use ludometer_core::{Budget, Game, Seat, Seed, Stop, Turn};
use ludometer_spec::source::Diagnostic;
use ludometer_spec::spec::Spec;
use position::{Position, drawn};
use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// The settings of a [`MoveScorer`].
#[derive(Clone, Copy)]
pub struct MoveScoreRequest<'a> {
    /// The start of the games that positions are sampled from.
    pub start: &'a Spec,
    /// The agent that plays these games, in every seat.
    pub from: &'a Spec,
    /// The budget of a choice, and the length of these games.
    pub rules: &'a MatchRules,
    /// The judge.
    pub judge: &'a Spec,
    /// The judge's budget per position.
    pub judging: Budget,
    /// The value of a win in the judge's units, and the maximum of all scores.
    pub win: f64,
    /// The number of positions; as many again are held out.
    pub positions: u64,
    /// The random seed.
    pub seed: Seed,
}

/// A position, by its index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PositionIndex {
    /// A position for tuning.
    Open(u64),
    /// A held-out position.
    HeldOut(u64),
}

/// Lets agents choose moves in a set of positions, and scores their choices.
pub trait MoveScorer: Send + Sync {
    /// The score of the agent's move for its mover. It is a function of the position and the agent
    /// alone. After a request to stop it is an error.
    fn score(&self, agent: &Spec, which: PositionIndex, stop: Stop<'_>) -> Result<f64, Diagnostic>;
    /// The moves judged since the last call, each by a number, with their scores.
    fn take_judged(&self) -> Vec<(u64, f64)>;
    /// Knows the scores of moves that were judged before.
    fn remember(&self, judged: &[(u64, f64)]);
}

/// The number of a move: its position, on which side of the line that is, and its place among the
/// legal moves.
fn number_of(which: PositionIndex, place: u32) -> u64 {
    let position = match which {
        PositionIndex::Open(number) => 2 * number,
        PositionIndex::HeldOut(number) => 2 * number + 1,
    };
    position << 32 | u64::from(place)
}

/// The limit on forced moves that are played before the judge evaluates.
const FORCED: u32 = 1000;

struct PositionScorer<G: Game> {
    env: Arc<GameEnv<G>>,
    starter: Starter<G>,
    from: AgentMaker<G>,
    judge: (AgentMaker<G>, Spec),
    rules: MatchRules,
    judging: Budget,
    win: f64,
    seed: Seed,
    open: Vec<Position<G>>,
    held_out: Vec<Position<G>>,
    /// All positions to tune on, which must not be held out too.
    known: OnceLock<HashSet<G::State>>,
    /// Judgements made since the last call.
    judged: Mutex<Vec<(u64, f64)>>,
}

/// Prepares a scorer, or returns why it is impossible.
pub(crate) fn move_scorer<G: Game>(
    env: Arc<GameEnv<G>>,
    ask: &MoveScoreRequest<'_>,
) -> Result<Box<dyn MoveScorer>, Diagnostic> {
    Ok(Box::new(PositionScorer::new(env, ask)?))
}

impl<G: Game> PositionScorer<G> {
    fn new(
        env: Arc<GameEnv<G>>,
        ask: &MoveScoreRequest<'_>,
    ) -> Result<PositionScorer<G>, Diagnostic> {
        let facts = env.game().facts();
        if facts.hidden {
            let message = format!("{} hides something from its players", facts.name);
            let hint =
                "a judge would see what the mover cannot: take another measure, such as payoff";
            return Err(Diagnostic::new(message).hint(hint));
        }
        let positions = || (0..ask.positions).map(|_| Position::default()).collect();
        Ok(PositionScorer {
            starter: env.starter(ask.start)?,
            from: env.agent(ask.from)?,
            judge: (env.agent(ask.judge)?, ask.judge.clone()),
            rules: ask.rules.clone(),
            judging: ask.judging,
            win: ask.win,
            seed: ask.seed,
            open: positions(),
            held_out: positions(),
            known: OnceLock::new(),
            judged: Mutex::default(),
            env,
        })
    }
}

impl<G: Game> MoveScorer for PositionScorer<G> {
    fn score(&self, agent: &Spec, which: PositionIndex, stop: Stop<'_>) -> Result<f64, Diagnostic> {
        let stopped = || match stop.is_asked() {
            true => Err(Diagnostic::new("the move was not judged: stopped")),
            false => Ok(()),
        };
        let mut agent = self.env.agent(agent)?();
        let (position, address) = self.position(which);
        let state = self.state(which)?;
        let action = agent.act(&mut self.seat(state, address, self.rules.budget, stop));
        stopped()?;
        let action =
            action.map_err(|forfeit| Diagnostic::new(format!("the agent forfeits: {forfeit}")))?;
        let mut legal = Vec::new();
        self.env.game().actions(state, &mut legal);
        let place = legal.iter().position(|known| *known == action);
        let place = place.ok_or_else(|| {
            let label = self.env.game().label(state, action);
            Diagnostic::new(format!("the agent chose {label}, which is not legal"))
        })? as u32;
        // Threads with the same move wait for its score, which is computed once. A failure stores nothing.
        let mut scores = lock(&position.scores);
        if let Some(score) = scores.get(&place) {
            return Ok(*score);
        }
        let score = self.judged(state, action, address.named("judge"), stop)?;
        stopped()?;
        scores.insert(place, score);
        lock(&self.judged).push((number_of(which, place), score));
        Ok(score)
    }

    fn take_judged(&self) -> Vec<(u64, f64)> {
        std::mem::take(&mut *lock(&self.judged))
    }

    fn remember(&self, judged: &[(u64, f64)]) {
        for &(number, score) in judged {
            let (position, place) = (number >> 32, number as u32);
            let list = match position % 2 {
                0 => &self.open,
                _ => &self.held_out,
            };
            if let Some(position) = list.get((position / 2) as usize) {
                lock(&position.scores).insert(place, score);
            }
        }
    }
}

/// Nothing is half done while one of these locks is held.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<G: Game> PositionScorer<G> {
    fn position(&self, which: PositionIndex) -> (&Position<G>, Seed) {
        match which {
            PositionIndex::Open(number) => {
                let address = self.seed.named("open").nth(number);
                (&self.open[number as usize], address)
            }
            PositionIndex::HeldOut(number) => {
                let address = self.seed.named("held-out").nth(number);
                (&self.held_out[number as usize], address)
            }
        }
    }

    /// The state of a position, sampled on first use.
    fn state(&self, which: PositionIndex) -> Result<&G::State, Diagnostic> {
        let known = match which {
            PositionIndex::Open(_) => None,
            PositionIndex::HeldOut(number) => Some(self.known(number)?),
        };
        let (position, address) = self.position(which);
        let new = |state: &G::State| known.is_none_or(|known| !known.contains(state));
        let state = position.state.get_or_init(|| {
            let game = &**self.env.game();
            drawn(game, &self.starter, &self.from, &self.rules, address, new)
        });
        state.as_ref().ok_or_else(|| {
            let name = self.env.game().facts().name;
            let (what, hint) = match known {
                None => (
                    "anything to choose",
                    "let games begin elsewhere, or last longer",
                ),
                Some(_) => (
                    "a position that nothing was tuned on",
                    "lower `positions`, or let `from` or `start` play with more variety",
                ),
            };
            let games = position::ATTEMPTS;
            let message = format!("{games} games of {name} had not {what}");
            Diagnostic::new(message).hint(hint)
        })
    }

    /// Every open state. Threads begin at different ones, so that they share the work.
    fn known(&self, first: u64) -> Result<&HashSet<G::State>, Diagnostic> {
        if let Some(known) = self.known.get() {
            return Ok(known);
        }
        let count = self.open.len() as u64;
        let numbers = (0..count).map(|number| (first + number) % count);
        let states = numbers.map(|number| self.state(PositionIndex::Open(number)).cloned());
        let states = states.collect::<Result<HashSet<G::State>, Diagnostic>>()?;
        Ok(self.known.get_or_init(|| states))
    }

    /// The seat of the player to move.
    fn seat<'a>(
        &'a self,
        state: &G::State,
        address: Seed,
        budget: Budget,
        stop: Stop<'a>,
    ) -> Seat<'a, G> {
        let game = &**self.env.game();
        let Turn::Of(player) = game.turn(state) else {
            unreachable!("a player is to move");
        };
        let dice = address.named("mind").rng(self.rules.generator);
        let mut seat = Seat::open(game, state, player, dice, budget);
        seat.set_stop(stop);
        seat
    }

    /// The judge's score of a move.
    fn judged(
        &self,
        state: &G::State,
        action: G::Action,
        address: Seed,
        stop: Stop<'_>,
    ) -> Result<f64, Diagnostic> {
        let game = &**self.env.game();
        let mover = game.turn(state);
        let mut chance = address.named("chance").rng(self.rules.generator);
        let mut after = state.clone();
        game.step(&mut after, action, &mut chance);
        let mut only = Vec::new();
        for _ in 0..FORCED {
            only.clear();
            game.actions(&after, &mut only);
            match only[..] {
                // Searches do not think where there is nothing to choose.
                [only] => game.step(&mut after, only, &mut chance),
                _ => break,
            }
        }
        let value = match (game.turn(&after), mover) {
            (Turn::Over, Turn::Of(mover)) => match game.payoff(&after, mover) {
                payoff if payoff > 0.0 => self.win,
                payoff if payoff < 0.0 => -self.win,
                payoff => payoff,
            },
            (next, mover) => {
                let value = self.value_of(&after, address, stop)?;
                if next == mover { value } else { -value }
            }
        };
        // What is no number stays none.
        Ok(value.clamp(-self.win, self.win))
    }

    /// The judge's value of a state for the player to move.
    fn value_of(&self, state: &G::State, address: Seed, stop: Stop<'_>) -> Result<f64, Diagnostic> {
        let (make, spec) = &self.judge;
        let seat = self.seat(state, address, self.judging, stop);
        TracedDecision::in_seat(seat, &mut *make())?
            .value()
            .ok_or_else(|| {
                let message = format!("`{}` does not say what a position is worth", spec.name);
                let hint = "let a search judge, such as pvs(t=20, leaf=...)";
                Diagnostic::at(&spec.span, message).hint(hint)
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_core::{Generator, Player};
    use ludometer_games::tic_tac_toe::{self, TicTacToe};
    use ludometer_spec::source::Span;
    use std::sync::atomic::AtomicBool;

    fn spec(text: &str) -> Spec {
        Spec::parse(&Span::whole("spec", text)).unwrap()
    }

    fn rules(moves: Option<u32>) -> MatchRules {
        MatchRules {
            moves,
            budget: Budget::UNLIMITED,
            opening: None,
            budgets: Vec::new(),
            mirror: true,
            generator: Generator::Xoshiro,
            ..MatchRules::default()
        }
    }

    /// Tic-tac-toe, judged by a search to the end.
    fn scorer(positions: u64, judge: &str) -> PositionScorer<TicTacToe> {
        let env = Arc::new(GameEnv::new(
            TicTacToe::new(3, 3, 3).unwrap(),
            tic_tac_toe::measures(),
        ));
        let (start, from, judge) = (spec("start"), spec("random"), spec(judge));
        PositionScorer::new(
            env,
            &MoveScoreRequest {
                start: &start,
                from: &from,
                rules: &rules(None),
                judge: &judge,
                judging: Budget::UNLIMITED,
                win: 3.0,
                positions,
                seed: Seed::new(5),
            },
        )
        .unwrap()
    }

    /// What perfect play makes of a state, by plain enumeration.
    fn negamax(game: &TicTacToe, state: &<TicTacToe as Game>::State, player: Player) -> f64 {
        let Turn::Of(mover) = game.turn(state) else {
            return game.payoff(state, player);
        };
        let mut actions = Vec::new();
        game.actions(state, &mut actions);
        let mut chance = Seed::new(0).rng(Generator::Xoshiro);
        let values = actions.into_iter().map(|action| {
            let mut next = *state;
            game.step(&mut next, action, &mut chance);
            negamax(game, &next, mover)
        });
        let best = values.fold(f64::NEG_INFINITY, f64::max);
        if mover == player { best } else { -best }
    }

    #[test]
    fn a_move_is_worth_what_perfect_play_makes_of_it_to_its_mover() {
        let scorer = scorer(24, "depth(t=9, leaf=points)");
        let game = &**scorer.env.game();
        let mut found = [0; 3];
        for number in 0..24 {
            let state = scorer.state(PositionIndex::Open(number)).unwrap();
            let Turn::Of(mover) = game.turn(state) else {
                panic!("it is over");
            };
            let mut actions = Vec::new();
            game.actions(state, &mut actions);
            assert!(actions.len() > 1, "there is nothing to choose");
            for action in actions {
                let score = scorer
                    .judged(state, action, Seed::new(9), Stop::NEVER)
                    .unwrap();
                let mut after = *state;
                let mut chance = Seed::new(0).rng(Generator::Xoshiro);
                game.step(&mut after, action, &mut chance);
                assert_eq!(score, 3.0 * negamax(game, &after, mover));
                found[(score / 3.0 + 1.0) as usize] += 1;
            }
        }
        assert!(found.iter().all(|count| *count > 0), "{found:?}");
    }

    #[test]
    fn moves_are_judged_once_and_answers_do_not_depend_on_company() {
        // A judge who rolls dice would say something else each time.
        let new = || scorer(6, "depth(t=2, leaf=add(open-lines, 2))");
        let (all, agent) = (new(), spec("depth(t=1, leaf=open-lines)"));
        let ask = |scorer: &PositionScorer<TicTacToe>, number| {
            let which = PositionIndex::Open(number);
            scorer.score(&agent, which, Stop::NEVER).unwrap()
        };
        let scores: Vec<f64> = (0..6).map(|number| ask(&all, number)).collect();
        let judged = all.take_judged();
        assert_eq!(judged.len(), 6);
        let again: Vec<f64> = (0..6).rev().map(|number| ask(&all, number)).collect();
        assert_eq!(again.into_iter().rev().collect::<Vec<_>>(), scores);
        assert_eq!(all.take_judged(), []);
        let alone: Vec<f64> = (0..6).map(|number| ask(&new(), number)).collect();
        assert_eq!(alone, scores);
        // What an earlier run judged is not judged again, nor asked of the judge.
        let later = new();
        let told: Vec<(u64, f64)> = judged.iter().map(|(move_, _)| (*move_, 7.5)).collect();
        later.remember(&told);
        let remembered = (0..6).all(|number| ask(&later, number) == 7.5);
        assert!(remembered && later.take_judged().is_empty());
    }

    /// A judgement that was cut short is no judgement.
    #[test]
    fn nothing_is_judged_after_a_request_to_stop() {
        let scorer = scorer(2, "depth(t=9, leaf=points)");
        let flag = AtomicBool::new(true);
        let agent = spec("random");
        let score = scorer.score(&agent, PositionIndex::Open(0), Stop::when(&flag));
        assert!(score.is_err() && scorer.take_judged().is_empty());
    }

    #[test]
    fn what_is_held_out_is_none_of_the_others() {
        let scorer = scorer(300, "depth(t=1, leaf=points)");
        let state = |which| *scorer.state(which).unwrap();
        let open: HashSet<_> = (0..300)
            .map(|number| state(PositionIndex::Open(number)))
            .collect();
        assert!(open.len() > 100, "{} are too few", open.len());
        for number in 0..300 {
            assert!(
                !open.contains(&state(PositionIndex::HeldOut(number))),
                "{number}"
            );
        }
    }
}
