//! Property checks that every game must pass ("laws"), along random play. A failure names the law, the
//! state, what broke it, the episode and the ply.

mod action_space;
mod chance;
mod evaluator;
mod observation;
mod simultaneous;
mod view;

pub use action_space::check_action_space;
pub use chance::check_chance;
pub use evaluator::check_evaluator;
pub use observation::check_observation;
pub use simultaneous::check_simultaneous;

use crate::{Facts, Game, Generator, Located, Notation, NullMove, Player, Rng, Seed, Turn};
use std::collections::HashMap;
use std::collections::HashSet;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::panic::{AssertUnwindSafe, catch_unwind};
use view::Views;

/// A broken law, with the state and the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LawViolation(String);

impl std::fmt::Display for LawViolation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for LawViolation {}

/// How much random play a check covers.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Episodes of uniformly random play.
    pub episodes: u64,
    /// Maximum number of plies in each.
    pub plies: usize,
}

impl Default for Effort {
    fn default() -> Self {
        Effort {
            episodes: 30,
            plies: 120,
        }
    }
}

/// Checks every law that needs nothing but [`Game`].
pub fn check<G: Game>(game: &G, seed: Seed, extent: Effort) -> Result<(), LawViolation> {
    let mut views = Views::new();
    walk(game, "the contract of games", seed, extent, |state, rng| {
        check_state(game, state, &mut views, rng)
    })?;
    views.conclude(game)
}

/// Checks that a position is unchanged by writing and reading it.
pub fn check_notation<G: Notation>(
    game: &G,
    seed: Seed,
    extent: Effort,
) -> Result<(), LawViolation> {
    walk(
        game,
        "the notation of positions",
        seed,
        extent,
        |state, _| {
            let text = game.write(state);
            match game.read(&text) {
                Ok(read) if read == *state => Ok(()),
                Ok(read) => breach("read(write(state)) is another state", (text, read)),
                Err(error) => breach("read refuses what write wrote", (text, error)),
            }
        },
    )
}

/// Checks that locations lie within the shown board.
pub fn check_location<G: Located>(
    game: &G,
    seed: Seed,
    extent: Effort,
) -> Result<(), LawViolation> {
    walk(game, "the location of players", seed, extent, |state, _| {
        let shown = game.show(state, None);
        let players = players(&game.facts())?;
        for location in players.filter_map(|player| game.location(state, player)) {
            let line = shown.lines().nth(location.row);
            if line.is_none_or(|line| line.chars().count() <= location.column) {
                return breach(
                    "a player stands outside of what is shown",
                    (location, shown),
                );
            }
        }
        Ok(())
    })
}

/// Checks that after a null move the other player is to move, and that there is none in a finished
/// game.
pub fn check_null_move<G: NullMove>(
    game: &G,
    seed: Seed,
    extent: Effort,
) -> Result<(), LawViolation> {
    walk(game, "the null move", seed, extent, |state, _| {
        let Some(passed) = game.null_move(state) else {
            return Ok(());
        };
        match (game.turn(state), game.turn(&passed)) {
            (Turn::Of(mover), Turn::Of(other)) if mover != other => Ok(()),
            _ => breach(
                "a pass does not give the turn to the other",
                (state, passed),
            ),
        }
    })
}

/// Random play that visits each state, and at the end compares earlier states with their copies: a
/// state is a value and must not change. Every breach names the episode and the ply. A panic of the
/// rules is a breach too, of the `law` that was being checked.
fn walk<G: Game>(
    game: &G,
    law: &str,
    seed: Seed,
    extent: Effort,
    mut visit: impl FnMut(&G::State, &mut Rng) -> Result<(), LawViolation>,
) -> Result<(), LawViolation> {
    for episode in 0..extent.episodes {
        let rng = seed.nth(episode).rng(Generator::Xoshiro);
        let mut plies = 0;
        let walked = catch_unwind(AssertUnwindSafe(|| {
            stroll(game, rng, extent.plies, &mut plies, &mut visit)
        }));
        let walked = walked.unwrap_or_else(|panic| {
            let text = panic.downcast_ref::<String>().map(String::as_str);
            let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
            let text = text.unwrap_or("no message");
            Err(LawViolation(format!(
                "the game panics while {law} is checked: {text}"
            )))
        });
        walked.map_err(|LawViolation(what)| {
            LawViolation(format!("{what} (episode {episode}, after {plies} plies)"))
        })?;
    }
    Ok(())
}

/// One episode of [`walk`].
fn stroll<G: Game>(
    game: &G,
    mut rng: Rng,
    most: usize,
    plies: &mut usize,
    visit: &mut impl FnMut(&G::State, &mut Rng) -> Result<(), LawViolation>,
) -> Result<(), LawViolation> {
    let hasher = BuildHasherDefault::<DefaultHasher>::default();
    let mut actions = Vec::new();
    let mut state = game.start(&mut rng);
    let mut history = Vec::new();
    while *plies < most {
        visit(&state, &mut rng)?;
        history.push((
            state.clone(),
            (hasher.hash_one(&state), game.state_key(&state)),
            game.show(&state, None),
        ));
        actions.clear();
        game.actions(&state, &mut actions);
        if actions.is_empty() {
            break;
        }
        let action = actions[rng.index(actions.len())];
        game.step(&mut state, action, &mut rng);
        *plies += 1;
    }
    let mut keys = HashMap::new();
    for (state, (hash, key), shown) in &history {
        if hasher.hash_one(state) != *hash || game.show(state, None) != *shown {
            return breach("an earlier state changed while play went on", state);
        }
        if game.state_key(state) != *key {
            return breach("the key of a state changed while play went on", state);
        }
        // By accident in one of 2^64 pairs.
        if keys.insert(*key, state).is_some_and(|other| other != state) {
            return breach(
                "two different states of an episode have the same key",
                state,
            );
        }
    }
    Ok(())
}

/// All players of the game.
fn players(facts: &Facts) -> Result<impl Iterator<Item = Player> + Clone + use<>, LawViolation> {
    match u8::try_from(facts.players) {
        Ok(players) => Ok((0..players).map(Player)),
        Err(_) => breach("a game has at most 255 players", facts),
    }
}

fn check_state<G: Game>(
    game: &G,
    state: &G::State,
    views: &mut Views<G>,
    rng: &mut Rng,
) -> Result<(), LawViolation> {
    let facts = game.facts();
    let seated = players(&facts)?;
    let players = || seated.clone();
    let mut actions = Vec::new();
    game.actions(state, &mut actions);
    let mut again = Vec::new();
    game.actions(state, &mut again);
    if actions != again {
        return breach("the order of actions depends on more than the state", state);
    }
    if game.action_count(state) != actions.len() {
        return breach("action_count is not the number of actions", state);
    }
    match game.turn(state) {
        Turn::Of(player) if player.index() >= facts.players => {
            return breach(
                "a player moves who does not sit at the game",
                (state, player),
            );
        }
        Turn::Of(_) if actions.is_empty() => {
            return breach("a player is to move and has no action", state);
        }
        Turn::Over if !actions.is_empty() => {
            return breach("a finished game still offers actions", state);
        }
        Turn::Over => check_payoffs(game, state, &facts)?,
        Turn::Of(_) => {}
    }
    if players().any(|p| !game.points(state, p).is_finite()) {
        return breach("points are not a finite number", state);
    }
    check_labels(game, state, &actions)?;
    check_steps(game, state, &actions, facts.chance, rng)?;
    for viewer in players() {
        views.check(game, state, viewer, facts.hidden, rng)?;
    }
    Ok(())
}

fn check_payoffs<G: Game>(game: &G, state: &G::State, facts: &Facts) -> Result<(), LawViolation> {
    let players = (0..facts.players).map(|p| Player(p as u8));
    let payoffs: Vec<f64> = players.map(|p| game.payoff(state, p)).collect();
    if payoffs.iter().any(|payoff| !payoff.is_finite()) {
        return breach("a payoff is not a finite number", state);
    }
    let (least, greatest) = facts.utility;
    if payoffs
        .iter()
        .any(|payoff| !(least..=greatest).contains(payoff))
    {
        return breach(
            "a payoff is outside of the bounds that the facts state",
            (state, payoffs, facts.utility),
        );
    }
    let sum: f64 = payoffs.iter().sum();
    if facts.zero_sum && sum.abs() > 1e-9 * greatest.abs().max(1.0) {
        return breach(
            "payoffs do not add up to nothing, as the facts state",
            (state, payoffs),
        );
    }
    Ok(())
}

fn check_labels<G: Game>(
    game: &G,
    state: &G::State,
    actions: &[G::Action],
) -> Result<(), LawViolation> {
    let mut labels = HashSet::new();
    for &action in actions {
        let label = game.label(state, action);
        if game.action_named(state, &label) != Some(action) {
            return breach("a label does not name its action", (state, label));
        }
        if !labels.insert(label.clone()) {
            return breach("two actions share a label", (state, label));
        }
    }
    if game.action_named(state, "no such action").is_some() {
        return breach("nonsense names an action", state);
    }
    Ok(())
}

fn check_steps<G: Game>(
    game: &G,
    state: &G::State,
    actions: &[G::Action],
    chance: bool,
    rng: &mut Rng,
) -> Result<(), LawViolation> {
    for &action in actions {
        let after = |mut dice: Rng| {
            let mut next = state.clone();
            game.step(&mut next, action, &mut dice);
            next
        };
        let dice = rng.clone();
        let next = after(dice.clone());
        if next != after(dice) {
            return breach("the same chance gives two next states", (state, action));
        }
        // Moves the stream on, so that the next dice differ.
        let _ = rng.bits();
        if !chance && next != after(rng.clone()) {
            return breach("a game without chance consults it", (state, action));
        }
    }
    Ok(())
}

fn breach<T>(law: &str, witness: impl std::fmt::Debug) -> Result<T, LawViolation> {
    Err(LawViolation(format!("{law}: {witness:?}")))
}
