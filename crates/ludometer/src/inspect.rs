//! Looking at games: what they offer, how their trees grow, what is known of a position.

use crate::knob::Knob;
use crate::registry::{Entry, Host};
use crate::source::{Fault, Place};
use crate::spec::Spec;
use ludometer_agents::sample::{Outcome, Rollout};
use ludometer_core::{Actions, Budget, Game, Generator, Player, Rng, Seat, Seed, Turn};
use ludometer_solve::values::{Enumeration, Stopped, Values};
use ludometer_stats::Running;

/// A name with what can be set on it.
#[derive(Clone, Copy, Debug)]
pub struct Listed {
    /// The name.
    pub name: &'static str,
    /// What it is.
    pub about: &'static str,
    /// What can be set.
    pub knobs: &'static [Knob],
}

/// The entries of one kind, for `list`.
pub fn listed<M>(kind: &'static str, entries: &[Entry<M>]) -> Vec<(&'static str, Listed)> {
    let list = entries.iter().map(|entry| {
        let listed = Listed {
            name: entry.name,
            about: entry.about,
            knobs: entry.knobs,
        };
        (kind, listed)
    });
    list.collect()
}

/// The state that a position's text describes, or the one play begins from.
pub(crate) fn state_of<G: Game>(
    host: &Host<G>,
    position: Option<&str>,
    chance: &mut Rng,
) -> Result<G::State, Fault> {
    match position {
        None => Ok(host.game().start(chance)),
        Some(text) => host
            .read(text)
            .map_err(|fault| fault.or_at(&Place::whole("position", text))),
    }
}

/// The number of action sequences of each length from 1 to `depth`. A finished game contributes
/// nothing beyond its end; a pass is an action.
pub fn perft<G: Game>(
    host: &Host<G>,
    position: Option<&str>,
    depth: u32,
) -> Result<Vec<u64>, Fault> {
    let game = &**host.game();
    if game.facts().chance {
        let message = format!(
            "{} rolls dice: its sequences cannot be counted",
            game.facts().name
        );
        return Err(Fault::new(message));
    }
    let mut chance = Seed::new(0).rng(Generator::Xoshiro);
    let state = state_of(host, position, &mut chance)?;
    Ok((1..=depth)
        .map(|depth| sequences(game, &state, depth))
        .collect())
}

/// The number of action sequences of one length, at least 1, from a state of a game without
/// chance. The last actions are counted, not made.
pub fn sequences<G: Game>(game: &G, state: &G::State, depth: u32) -> u64 {
    let mut buffers: Vec<Actions<G>> = vec![Vec::new(); depth as usize];
    // Games without chance never ask it.
    let mut chance = Seed::new(0).rng(Generator::Xoshiro);
    count(game, state, &mut buffers, &mut chance)
}

fn count<G: Game>(game: &G, state: &G::State, buffers: &mut [Actions<G>], chance: &mut Rng) -> u64 {
    let [actions, deeper @ ..] = buffers else {
        return 1;
    };
    if deeper.is_empty() {
        return game.branching(state) as u64;
    }
    actions.clear();
    game.actions(state, actions);
    let mut sum = 0;
    for &action in &*actions {
        let mut next = state.clone();
        game.step(&mut next, action, chance);
        sum += count(game, &next, deeper, chance);
    }
    sum
}

/// How many plies a playthrough shows.
const SHOWN: usize = 12;

/// One game of uniformly random play with everything that can be observed of it, as text that a
/// person can read and a machine can compare.
pub fn playthrough<G: Game>(host: &Host<G>, seed: Seed) -> String {
    let game = &**host.game();
    let facts = game.facts();
    let mut text = format!(
        "game {}\nplayers {}\nchance {}\nhidden {}\n",
        facts.name, facts.players, facts.chance, facts.hidden
    );
    let mut chance = seed.named("chance").rng(Generator::Xoshiro);
    let mut dice = seed.named("choice").rng(Generator::Xoshiro);
    let mut state = game.start(&mut chance);
    let players = (0..facts.players).map(|player| Player(player as u8));
    for ply in 0.. {
        text += &format!("\nply {ply}\n{}", game.show(&state, None));
        if let Some(written) = host.write(&state) {
            text += &format!("position {written}\n");
        }
        for player in players.clone() {
            if facts.hidden {
                text += &format!(
                    "player {} sees {}",
                    player.0,
                    game.show(&state, Some(player))
                );
            }
            text += &format!("points {} {}\n", player.0, game.points(&state, player));
            for measure in host
                .measures()
                .iter()
                .filter(|measure| measure.name != "points")
            {
                let value = (measure.value)(game, &state, player);
                text += &format!("{} {} {value}\n", measure.name, player.0);
            }
        }
        let mut actions = Vec::new();
        game.actions(&state, &mut actions);
        let Turn::Of(mover) = game.turn(&state) else {
            for player in players.clone() {
                text += &format!("payoff {} {}\n", player.0, game.payoff(&state, player));
            }
            break;
        };
        if ply == SHOWN {
            break;
        }
        let labels: Vec<String> = actions.iter().map(|&a| game.label(&state, a)).collect();
        let chosen = dice.index(actions.len());
        text += &format!(
            "player {} may {}\ntakes {}\n",
            mover.0,
            labels.join(" "),
            labels[chosen]
        );
        game.step(&mut state, actions[chosen], &mut chance);
    }
    text
}

/// What is asked of [`analyse`].
pub struct Ask<'a> {
    /// The position, or as the rules begin.
    pub position: Option<&'a str>,
    /// Whose opinion is wanted beside the measures'.
    pub agent: Option<&'a Spec>,
    /// What the agent may spend.
    pub budget: Budget,
    /// What the positions that are enumerated for exact values may take, in bytes.
    pub memory: usize,
    /// Random completions of each move where exact values cannot be had.
    pub samples: u64,
    /// Where its dice come from.
    pub seed: Seed,
}

/// What is known of a position, move by move.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// The board as text.
    pub board: String,
    /// The position on one line, where the game has a notation.
    pub written: Option<String>,
    /// Who is to move, or `None` if it is over.
    pub mover: Option<u8>,
    /// What each number of a line is.
    pub columns: Vec<&'static str>,
    /// The numbers of the position itself.
    pub here: Vec<Option<f64>>,
    /// The numbers after each move, from the mover's view.
    pub moves: Vec<(String, Vec<Option<f64>>)>,
    /// What the agent would do, if one was asked.
    pub choice: Option<String>,
    /// Why there are estimates instead of exact values, where there could have been.
    pub inexact: Option<Stopped>,
}

/// What every measure, an agent and exact knowledge say of a position and of each move.
pub fn analyse<G: Game>(host: &Host<G>, ask: &Ask<'_>) -> Result<Analysis, Fault> {
    let game = &**host.game();
    let mut chance = ask.seed.named("chance").rng(Generator::Xoshiro);
    let state = state_of(host, ask.position, &mut chance)?;
    let mut columns: Vec<&'static str> =
        host.exactly().map(|exact| exact.name).into_iter().collect();
    columns.extend(host.measures().iter().map(|measure| measure.name));
    let numbers = |state: &G::State, player: Player| {
        let exact = host.exactly().map(|exact| (exact.value)(game, state));
        let measured = host
            .measures()
            .iter()
            .map(|m| Some((m.value)(game, state, player)));
        exact.into_iter().chain(measured).collect::<Vec<_>>()
    };
    let mut analysis = Analysis {
        board: game.show(&state, None),
        written: host.write(&state),
        mover: None,
        here: numbers(&state, Player(0)),
        columns,
        moves: Vec::new(),
        choice: None,
        inexact: None,
    };
    let Turn::Of(mover) = game.turn(&state) else {
        return Ok(analysis);
    };
    analysis.mover = Some(mover.0);
    analysis.board = game.show(&state, Some(mover));
    analysis.here = numbers(&state, mover);
    let mut actions = Vec::new();
    game.actions(&state, &mut actions);
    let mut opinions: Vec<Option<f64>> = vec![None; actions.len()];
    if let Some(spec) = ask.agent {
        let mut agent = host.agent(spec)?();
        let dice = ask.seed.named("mind").rng(Generator::Xoshiro);
        let mut seat = Seat::open(game, &state, mover, dice, ask.budget);
        seat.listen();
        let choice = agent.act(&mut seat);
        analysis.choice = Some(game.label(&state, choice));
        analysis.columns.push("agent");
        analysis.here.push(None);
        for thought in seat.thoughts() {
            let place = actions.iter().position(|action| *action == thought.action);
            opinions[place.expect("agents think of legal actions")] = Some(thought.value);
        }
    }
    let outcomes = outcomes(game, &state, mover, &actions, ask);
    analysis.inexact = outcomes.inexact;
    analysis
        .columns
        .splice(0..0, outcomes.columns.iter().copied());
    analysis.here.splice(0..0, outcomes.here);
    for ((action, opinion), outcome) in actions.into_iter().zip(opinions).zip(outcomes.moves) {
        let mut next = state.clone();
        game.step(&mut next, action, &mut chance);
        let mut line = outcome;
        line.extend(numbers(&next, mover));
        line.extend(ask.agent.map(|_| opinion));
        analysis.moves.push((game.label(&state, action), line));
    }
    Ok(analysis)
}

/// What becomes of a position and of each move when play goes on, for the mover.
struct Outcomes {
    columns: &'static [&'static str],
    here: Vec<Option<f64>>,
    moves: Vec<Vec<Option<f64>>>,
    inexact: Option<Stopped>,
}

/// Exact values by enumeration where the position is shallow enough, else estimates from random
/// completions with their standard errors; nothing for puzzles, which random play does not solve.
fn outcomes<G: Game>(
    game: &G,
    state: &G::State,
    mover: Player,
    actions: &[G::Action],
    ask: &Ask<'_>,
) -> Outcomes {
    let facts = game.facts();
    let none = Outcomes {
        columns: &[],
        here: Vec::new(),
        moves: vec![Vec::new(); actions.len()],
        inexact: None,
    };
    match (facts.players, facts.chance || facts.hidden) {
        (1, false) => none,
        (2, false) => {
            let exact = exact_outcomes(game, state, mover, actions, ask.memory);
            exact.unwrap_or_else(|stopped| Outcomes {
                inexact: Some(stopped),
                ..sampled_outcomes(game, state, mover, actions, ask)
            })
        }
        _ => sampled_outcomes(game, state, mover, actions, ask),
    }
}

fn exact_outcomes<G: Game>(
    game: &G,
    state: &G::State,
    mover: Player,
    actions: &[G::Action],
    memory: usize,
) -> Result<Outcomes, Stopped> {
    let mut enumeration = Enumeration::new(game, memory);
    let mut chance = Seed::new(0).rng(Generator::Xoshiro);
    let sign = if mover == Player(0) { 1.0 } else { -1.0 };
    let numbers = |values: Values| {
        [
            values.minimax,
            values.minimax_points,
            values.expected(),
            values.by_leaves(),
        ]
        .map(|value| Some(sign * value))
        .to_vec()
    };
    let here = numbers(enumeration.values(state)?);
    let moves = actions.iter().map(|&action| {
        let mut next = state.clone();
        game.step(&mut next, action, &mut chance);
        Ok(numbers(enumeration.values(&next)?))
    });
    Ok(Outcomes {
        columns: &["minimax", "final points", "expected", "by leaves"],
        here,
        moves: moves.collect::<Result<_, Stopped>>()?,
        inexact: None,
    })
}

fn sampled_outcomes<G: Game>(
    game: &G,
    state: &G::State,
    mover: Player,
    actions: &[G::Action],
    ask: &Ask<'_>,
) -> Outcomes {
    let mut moves = Vec::new();
    for (number, &action) in (0..).zip(actions) {
        let dice = ask.seed.named("sample").nth(number).rng(Generator::Xoshiro);
        let mut seat = Seat::open(game, state, mover, dice, Budget::UNLIMITED);
        let mut rollout = Rollout::new(Outcome::Payoff, COMPLETION);
        let mut sums = Running::new();
        for _ in 0..ask.samples {
            let mut next = seat.imagine();
            seat.step(&mut next, action);
            sums.extend(rollout.play(&mut seat, &mut next, mover));
        }
        moves.push(vec![sums.mean(), sums.standard_error()]);
    }
    Outcomes {
        columns: &["sampled", "error"],
        here: vec![None, None],
        moves,
        inexact: None,
    }
}

/// How many actions a random completion has at most.
const COMPLETION: u32 = 10_000;
