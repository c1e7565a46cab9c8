//! Analyses of games: registered names, perft counts, playthroughs, positions.

mod analyse;
mod fingerprint;
mod outcomes;

pub use analyse::{Analysis, AnalysisRequest, Estimated, analyse};
pub use fingerprint::fingerprint;

use crate::env::{Entry, GameEnv};
use ludometer_core::{Actions, Facts, Game, Generator, Player, Rng, Seed, Turn};
use ludometer_spec::param::Param;
use ludometer_spec::source::{Diagnostic, Span};

/// An entry as `list` shows it.
#[derive(Clone, Debug)]
pub struct Listed {
    /// The name.
    pub name: String,
    /// Other names that are accepted.
    pub aliases: Vec<String>,
    /// The identifier and the version.
    pub id: String,
    /// One line that says what it is.
    pub about: String,
    /// The declared parameters.
    pub params: Vec<Param>,
    /// Why it cannot be used with the game, if so.
    pub unfit: Option<String>,
}

/// The entries of one kind, for `list`, with whether each fits a game with these facts.
pub fn listed<H: 'static, T: 'static>(
    kind: &'static str,
    entries: &[Entry<H, T>],
    facts: &Facts,
) -> Vec<(&'static str, Listed)> {
    let list = entries.iter().map(|entry| {
        let listed = Listed {
            name: entry.name.clone(),
            aliases: entry.aliases.clone(),
            id: entry.id.clone(),
            about: entry.about.clone(),
            params: entry.params.clone(),
            unfit: entry.fit(facts).err(),
        };
        (kind, listed)
    });
    list.collect()
}

/// The state that a position's text describes, or the one play begins from.
pub(crate) fn state_of<G: Game>(
    env: &GameEnv<G>,
    position: Option<&str>,
    chance: &mut Rng,
) -> Result<G::State, Diagnostic> {
    match position {
        None => Ok(env.game().start(chance)),
        Some(text) => env
            .read(text)
            .map_err(|diagnostic| diagnostic.or_at(&Span::whole("position", text))),
    }
}

/// The number of action sequences of each length from 1 to `depth`. A finished game contributes
/// nothing beyond its end; a pass is an action.
pub fn perft<G: Game>(
    env: &GameEnv<G>,
    position: Option<&str>,
    depth: u32,
) -> Result<Vec<u64>, Diagnostic> {
    let game = &**env.game();
    if game.facts().chance {
        let message = format!(
            "{} rolls dice: its sequences cannot be counted",
            game.facts().name
        );
        return Err(Diagnostic::new(message));
    }
    let mut chance = Seed::new(0).rng(Generator::Xoshiro);
    let state = state_of(env, position, &mut chance)?;
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
        return game.action_count(state) as u64;
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
pub fn playthrough<G: Game>(env: &GameEnv<G>, seed: Seed) -> String {
    let game = &**env.game();
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
        if let Some(written) = env.write(&state) {
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
            for measure in env
                .measures()
                .iter()
                .filter(|measure| measure.name != "points")
            {
                let value = measure.value(game, &state, player);
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
