//! What agents that plan ahead cost over the bare forward model, at 900 calls a decision.
//!
//! A decision is made once on a game that notes every copy and every step; then the decision, and its
//! notes without the agent, are timed in turn. What the agent takes longer is its own.

use super::Figure;
use super::vgdl::{TABLE, best, mean, roots};
use ludometer_arena::registry::GameEnv;
use ludometer_catalogue::vgdl::Library;
use ludometer_core::{
    Actions, Agent, Budget, Facts, Game, Generator, Information, Player, Rng, Seat, Seed, Turn,
};
use ludometer_games::vgdl::Vgdl;
use ludometer_spec::source::Span;
use ludometer_spec::spec::Spec;
use ludometer_vgdl::{Action, State};
use std::path::Path as FilePath;
use std::sync::Mutex;

/// What is timed.
const AGENTS: [(&str, &str); 5] = [
    ("A-Vanilla 1-6", "rhea(p=1, l=6)"),
    ("A-Vanilla 10-14", "rhea(p=10, l=14)"),
    ("C-MCTS-S 1-6", "rhea(p=1, l=6, seeding=tree)"),
    ("D-MCTS 6", "olmcts(l=6)"),
    ("D-MCTS 20", "olmcts(l=20)"),
];

const CALLS: u64 = 900;

/// Decisions a game.
const DECISIONS: usize = 12;

/// Seconds a game for each of the two that are timed.
const SECONDS: f64 = 0.08;

/// A game that notes what is asked of it: `None` is a copy of the root.
struct Noted {
    game: Vgdl,
    notes: Mutex<Vec<Option<Action>>>,
}

impl Noted {
    fn note(&self, what: Option<Action>) {
        if let Ok(mut notes) = self.notes.lock() {
            notes.push(what);
        }
    }
}

/// Nothing is hidden, and copies are noted.
struct Copies;

impl Information<Noted> for Copies {
    const HIDDEN: bool = false;

    fn determinize(noted: &Noted, state: &State, _: Player, _: &mut Rng) -> State {
        noted.note(None);
        state.clone()
    }
}

impl Game for Noted {
    type State = State;
    type Action = Action;
    type Information = Copies;

    fn facts(&self) -> Facts {
        self.game.facts()
    }
    fn start(&self, chance: &mut Rng) -> State {
        self.game.start(chance)
    }
    fn turn(&self, state: &State) -> Turn {
        self.game.turn(state)
    }
    fn actions(&self, state: &State, out: &mut Actions<Self>) {
        self.game.actions(state, out);
    }
    fn apply(&self, state: &mut State, action: Action, chance: &mut Rng) {
        self.note(Some(action));
        self.game.apply(state, action, chance);
    }
    fn payoff(&self, state: &State, player: Player) -> f64 {
        self.game.payoff(state, player)
    }
    fn points(&self, state: &State, player: Player) -> f64 {
        self.game.points(state, player)
    }
    fn show(&self, state: &State, viewer: Option<Player>) -> String {
        self.game.show(state, viewer)
    }
    fn label(&self, state: &State, action: Action) -> String {
        self.game.label(state, action)
    }
}

fn agent<G: Game>(game: G, spec: &str) -> Result<Box<dyn Agent<G>>, String> {
    let spec =
        Spec::parse(&Span::whole("agent", spec)).map_err(|diagnostic| diagnostic.to_string())?;
    let make = GameEnv::new(game, Vec::new()).agent(&spec);
    Ok(make.map_err(|diagnostic| diagnostic.to_string())?())
}

fn decide<G: Game<State = State>>(
    game: &G,
    root: &State,
    agent: &mut dyn Agent<G>,
    seed: u64,
) -> (G::Action, u64) {
    let dice = Seed::new(seed).rng(Generator::Xoshiro);
    let mut seat = Seat::open(game, root, Player(0), dice, Budget::of_steps(CALLS));
    let action = agent.act(&mut seat).expect("a search always answers");
    (action, seat.spent().steps)
}

/// The agent's time a call over the bare model's, and the agent's calls a second.
fn overhead(game: &Vgdl, spec: &str) -> Result<(f64, f64), String> {
    let roots = roots(game);
    let step = (roots.len() / DECISIONS).max(1);
    let roots: Vec<&State> = roots.iter().step_by(step).take(DECISIONS).collect();
    let noted = Noted {
        game: game.clone(),
        notes: Mutex::new(Vec::new()),
    };
    let mut noting = agent(
        Noted {
            game: game.clone(),
            notes: Mutex::new(Vec::new()),
        },
        spec,
    )?;
    let mut notes = Vec::new();
    for (seed, root) in roots.iter().enumerate() {
        decide(&noted, root, &mut *noting, seed as u64);
        let taken = noted
            .notes
            .lock()
            .map(|mut notes| std::mem::take(&mut *notes));
        notes.push(taken.unwrap_or_default());
    }
    let mut agent = agent(game.clone(), spec)?;
    let with = best(SECONDS, || {
        let decided = roots.iter().enumerate();
        let spent = decided.map(|(seed, root)| decide(game, root, &mut *agent, seed as u64).1);
        spent.sum::<u64>() as u32
    });
    let mut rng = Seed::new(9).rng(Generator::Xoshiro);
    let bare = best(SECONDS, || {
        let mut calls = 0;
        for (root, notes) in roots.iter().zip(&notes) {
            let mut state = (*root).clone();
            for note in notes {
                match note {
                    None => state.clone_from(root),
                    // Other dice may have ended the game here.
                    Some(_) if game.turn(&state) == Turn::Over => {}
                    Some(action) => {
                        calls += 1;
                        game.step(&mut state, *action, &mut rng);
                    }
                }
            }
        }
        calls
    });
    Ok((bare / with - 1.0, with))
}

/// Every agent over the twenty games.
pub(super) fn planning(_: &FilePath) -> Result<Vec<Figure>, String> {
    let library = Library::Shipped;
    let mut figures = Vec::new();
    for (name, spec) in AGENTS {
        let mut found = Vec::new();
        for game in TABLE {
            let (game, _) = library
                .open(game, 0)
                .map_err(|diagnostic| diagnostic.to_string())?;
            found.push(overhead(&game, spec)?);
        }
        let ratio = mean(found.iter().map(|(over, _)| 1.0 + over));
        let worst = found.iter().map(|(over, _)| *over).fold(0.0, f64::max);
        let rate = mean(found.iter().map(|(_, rate)| *rate));
        figures.extend([
            Figure::new(
                format!("{name}: over the bare forward model, mean of twenty games"),
                100.0 * (ratio - 1.0),
                "%",
            )
            .goal("at most 25"),
            Figure::new(format!("{name}: the same, worst game"), 100.0 * worst, "%"),
            Figure::new(format!("{name}: forward-model calls"), rate, "/s"),
        ]);
    }
    Ok(figures)
}
