//! Interactive sessions: games that people watch or play.

use crate::env::{GameEnv, MatchSpec, Painter};
use crate::play::{self, Decision, Episode, EpisodeObserver};
use ludometer_core::{Agent, Bound, Forfeit, Game, Player, Seat, Turn};
use ludometer_spec::source::Diagnostic;
use std::sync::{Arc, Mutex, PoisonError};

/// The front end of an interactive session: shows the game and asks people for moves. The command line
/// implements it.
pub trait Frontend: Send {
    /// How many columns there are for boards in colours; `None` where boards are plain text.
    fn colours(&self) -> Option<usize> {
        None
    }
    /// Shows a state as a viewer may see it.
    fn show(&mut self, board: &str);
    /// Asks a person for one of these actions; `None` when the person has left.
    fn ask(&mut self, player: u8, labels: &[String]) -> Option<String>;
    /// Receives the text history of a finished game, where the game has a history format.
    fn keep(&mut self, told: &dyn Fn(u64) -> String) {
        let _ = told;
    }
    /// Shows an agent's action and the root moves it reported.
    fn tell(&mut self, player: u8, name: &str, label: &str, moves: &[ReportedMove]);
}

/// A root move that an agent reported.
#[derive(Clone, Debug, PartialEq)]
pub struct ReportedMove {
    /// The label of the action.
    pub label: String,
    /// Its value for the player, in the agent's own units.
    pub value: f64,
    /// Whether that is its value or a bound of it.
    pub bound: Bound,
    /// How often it was visited.
    pub visits: u64,
}

/// A front end that the referee and the seats of people share.
pub type Shared = Arc<Mutex<dyn Frontend>>;

/// The name of a person in a seat.
pub const HUMAN: &str = "human";

/// A state as the front end can show it.
fn board<G: Game>(
    stage: &dyn Frontend,
    painter: Option<Painter<G>>,
    game: &G,
    state: &G::State,
    viewer: Option<Player>,
) -> String {
    match painter.zip(stage.colours()) {
        Some((paint, columns)) => paint(game, state, columns),
        None => game.show(state, viewer),
    }
}

/// A person. After leaving, it plays the first legal action until the episode is cut off.
struct Human<G: Game> {
    painter: Option<Painter<G>>,
    stage: Shared,
    left: Arc<Mutex<bool>>,
}

impl<G: Game> Agent<G> for Human<G> {
    fn act(&mut self, seat: &mut Seat<'_, G>) -> Result<G::Action, Forfeit> {
        let actions = seat.actions();
        let (game, position) = (seat.game(), seat.position());
        let labels: Vec<String> = actions.iter().map(|&a| game.label(position, a)).collect();
        let mut stage = self.stage.lock().unwrap_or_else(PoisonError::into_inner);
        let viewer = Some(seat.player());
        let board = board(&*stage, self.painter, game, position, viewer);
        stage.show(&board);
        let answer = stage.ask(seat.player().0, &labels);
        match answer.and_then(|text| game.action_named(position, &text)) {
            Some(action) => Ok(action),
            None => {
                *self.left.lock().unwrap_or_else(PoisonError::into_inner) = true;
                Ok(actions[0])
            }
        }
    }
}

/// Reports every decision of an agent to the front end.
struct SessionObserver<'a, G: Game> {
    env: &'a GameEnv<G>,
    stage: Shared,
    left: Arc<Mutex<bool>>,
    names: Vec<String>,
    people: bool,
}

impl<G: Game> EpisodeObserver<G> for SessionObserver<'_, G> {
    fn wants_trace(&self) -> bool {
        true
    }

    fn decided(&mut self, decision: &Decision<'_, G>) -> bool {
        if *self.left.lock().unwrap_or_else(PoisonError::into_inner) {
            return false;
        }
        let name = &self.names[decision.agent];
        if name == HUMAN {
            return true;
        }
        let game = self.env.game();
        let label = |action| game.label(decision.state, action);
        // What a machine thinks of hidden cards is not for the people who play against it.
        let silent = self.people && game.facts().hidden;
        let move_infos = decision.move_infos.iter().filter(|_| !silent);
        let moves: Vec<_> = move_infos
            .map(|info| ReportedMove {
                label: label(info.action),
                value: info.value,
                bound: info.bound,
                visits: info.visits,
            })
            .collect();
        let mut stage = self.stage.lock().unwrap_or_else(PoisonError::into_inner);
        if !self.people {
            let painter = self.env.painter();
            let board = board(&*stage, painter, &**game, decision.state, None);
            stage.show(&board);
        }
        stage.tell(decision.player.0, name, &label(decision.action), &moves);
        true
    }

    fn ended(&mut self, state: &G::State) {
        let mut stage = self.stage.lock().unwrap_or_else(PoisonError::into_inner);
        let painter = self.env.painter();
        let board = board(&*stage, painter, &**self.env.game(), state, None);
        stage.show(&board);
        let game = &**self.env.game();
        if let (Some(history), Turn::Over) = (self.env.history(), game.turn(state)) {
            stage.keep(&|number| history(game, state, number, &self.names));
        }
    }
}

/// Plays one episode interactively. The front end asks for the actions of a seat called `human`.
pub fn perform<G: Game>(
    env: &GameEnv<G>,
    spec: &MatchSpec<'_>,
    stage: Shared,
) -> Result<Episode, Diagnostic> {
    let left = Arc::new(Mutex::new(false));
    let players = env.game().facts().players;
    if spec.agents.len() != players {
        let (name, given) = (env.game().facts().name, spec.agents.len());
        return Err(Diagnostic::new(format!(
            "{name} needs {players} seats, not {given}"
        )));
    }
    let mut agents: Vec<Box<dyn Agent<G>>> = Vec::new();
    for spec in spec.agents {
        agents.push(match spec.name.as_str() {
            HUMAN => Box::new(Human {
                painter: env.painter(),
                stage: Arc::clone(&stage),
                left: Arc::clone(&left),
            }),
            _ => env.agent(spec)?(),
        });
    }
    let address = play::address(spec.seed, 0, players, false);
    let mut chance = play::chance(address.0, 0, spec.rules.generator);
    let start = env.starter(spec.start)?(env.game(), &mut chance);
    let mut observer = SessionObserver {
        env,
        stage: Arc::clone(&stage),
        left,
        names: spec.agents.iter().map(ToString::to_string).collect(),
        people: spec.agents.iter().any(|spec| spec.name == HUMAN),
    };
    let game = &**env.game();
    Ok(play::episode(
        game,
        start,
        &mut agents,
        &spec.rules,
        address,
        &mut observer,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A front end that says nothing of colours.
    struct Plain;

    impl Frontend for Plain {
        fn show(&mut self, _: &str) {}
        fn ask(&mut self, _: u8, labels: &[String]) -> Option<String> {
            labels.first().cloned()
        }
        fn tell(&mut self, _: u8, _: &str, _: &str, _: &[ReportedMove]) {}
    }

    #[test]
    fn boards_are_plain_text_unless_a_front_end_has_colours() {
        assert_eq!(Plain.colours(), None);
    }
}
