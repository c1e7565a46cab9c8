//! Interactive sessions: games that people watch or play.

use crate::env::{AgentMaker, GameEnv, MatchSpec, Painter};
use crate::play::{self, Decision, Episode, EpisodeObserver};
use ludometer_core::{
    Agent, Bound, Budget, CostUnit, Forfeit, Game, Generator, MoveInfo, Player, Seat, Seed, Turn,
};
use ludometer_spec::source::Diagnostic;
use ludometer_spec::spec::Spec;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The front end of an interactive session: shows the game and asks people for moves. The command line
/// implements it.
pub trait Frontend: Send {
    /// How many columns there are for boards in colours; `None` where boards are plain text.
    fn colours(&self) -> Option<usize> {
        None
    }
    /// The agent that gives hints, if there is one.
    fn adviser(&self) -> Option<Spec> {
        None
    }
    /// Shows a state as a viewer may see it, with the last action that led to it.
    fn show(&mut self, board: &str, last: Option<&str>);
    /// Asks a person for an action.
    fn ask(&mut self, question: Question<'_>) -> Answer;
    /// Receives the text history of a finished game, where the game has a history format.
    fn keep(&mut self, told: &dyn Fn(u64) -> String) {
        let _ = told;
    }
    /// Receives how a finished game ended, in a word of the game, if it has several ways.
    fn finish(&mut self, termination: Option<&'static str>) {
        let _ = termination;
    }
    /// Shows an agent's action and the root moves it reported.
    fn tell(&mut self, player: u8, name: &str, label: &str, moves: &[ReportedMove]);
}

/// What the adviser would do, with the root moves it reported.
pub type Advice = Result<(String, Vec<ReportedMove>), Forfeit>;

/// What a person is asked.
pub struct Question<'a> {
    /// The player to move.
    pub player: u8,
    /// The labels of the legal actions.
    pub labels: &'a [String],
    /// Whether an earlier decision of the player can be taken back.
    pub undo: bool,
    /// The label of the action that a text names in another notation of the game, such as `e2e4`.
    pub named: &'a dyn Fn(&str) -> Option<String>,
    /// Asks the adviser; `None` without one.
    pub hint: &'a mut dyn FnMut() -> Option<Advice>,
}

/// What a person answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The label of an action.
    Move(String),
    /// Takes back the player's last decision and everything after it.
    Undo,
    /// Leaves.
    Leave,
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

impl ReportedMove {
    fn of<G: Game>(game: &G, state: &G::State, info: &MoveInfo<G::Action>) -> ReportedMove {
        ReportedMove {
            label: game.label(state, info.action),
            value: info.value,
            bound: info.bound,
            visits: info.visits,
        }
    }
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

/// Why an episode is cut off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cut {
    /// A person has left.
    Left,
    /// Play goes on after this many decisions.
    Back(usize),
}

/// The decisions of a session. After a decision is taken back the episode is played again from its start,
/// and agents are not asked for the decisions that stand.
struct Course<A> {
    decided: Vec<(Player, A)>,
    /// How many of them the episode has come to.
    at: usize,
    cut: Option<Cut>,
}

type SharedCourse<A> = Arc<Mutex<Course<A>>>;

fn locked<T: ?Sized>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A player who is asked only for decisions that do not stand yet.
struct Seated<G: Game> {
    inner: Box<dyn Agent<G>>,
    course: SharedCourse<G::Action>,
}

impl<G: Game> Agent<G> for Seated<G> {
    fn act(&mut self, seat: &mut Seat<'_, G>) -> Result<G::Action, Forfeit> {
        let course = locked(&self.course);
        if let Some(&(_, action)) = course.decided.get(course.at) {
            return Ok(action);
        }
        drop(course);
        self.inner.act(seat)
    }

    fn restart(&mut self) {
        self.inner.restart();
    }

    fn get_ready(&mut self) {
        self.inner.get_ready();
    }

    fn cost_unit(&self) -> CostUnit {
        self.inner.cost_unit()
    }

    fn needs_history(&self) -> bool {
        self.inner.needs_history()
    }
}

/// A person. After leaving, or taking back, it plays the first legal action until the episode is cut off.
struct Human<G: Game> {
    painter: Option<Painter<G>>,
    adviser: Option<AgentMaker<G>>,
    stage: Shared,
    course: SharedCourse<G::Action>,
    /// The label of the last decision of anybody.
    last: Arc<Mutex<Option<String>>>,
}

impl<G: Game> Agent<G> for Human<G> {
    fn act(&mut self, seat: &mut Seat<'_, G>) -> Result<G::Action, Forfeit> {
        let actions = seat.actions();
        let (game, position, player) = (seat.game(), seat.position(), seat.player());
        let labels: Vec<String> = actions.iter().map(|&a| game.label(position, a)).collect();
        let own = locked(&self.course)
            .decided
            .iter()
            .rposition(|(mover, _)| *mover == player);
        let mut stage = locked(&self.stage);
        let board = board(&*stage, self.painter, game, position, Some(player));
        // Another player's hidden action is not for this one.
        let last = locked(&self.last).clone().filter(|_| !game.facts().hidden);
        stage.show(&board, last.as_deref());
        let named = |text: &str| {
            let action = game.action_named(position, text)?;
            Some(game.label(position, action))
        };
        let mut hint = || {
            let make = self.adviser.as_ref()?;
            let dice = Seed::new(locked(&self.course).at as u64).rng(Generator::Xoshiro);
            // The adviser sees what the person sees: the seat's own state.
            let mut seat = Seat::open(game, position, player, dice, Budget::UNLIMITED);
            seat.enable_trace();
            let choice = make().act(&mut seat);
            Some(choice.map(|choice| {
                let moves = seat.move_infos().iter();
                let moves = moves.map(|info| ReportedMove::of(game, position, info));
                (game.label(position, choice), moves.collect())
            }))
        };
        let answer = stage.ask(Question {
            player: player.0,
            labels: &labels,
            undo: own.is_some(),
            named: &named,
            hint: &mut hint,
        });
        let action = match &answer {
            Answer::Move(text) => game.action_named(position, text),
            Answer::Undo | Answer::Leave => None,
        };
        Ok(action.unwrap_or_else(|| {
            locked(&self.course).cut = Some(match (answer, own) {
                (Answer::Undo, Some(own)) => Cut::Back(own),
                _ => Cut::Left,
            });
            actions[0]
        }))
    }
}

/// Reports every decision of an agent to the front end.
struct SessionObserver<'a, G: Game> {
    env: &'a GameEnv<G>,
    stage: Shared,
    course: SharedCourse<G::Action>,
    last: Arc<Mutex<Option<String>>>,
    names: Vec<String>,
    people: Vec<Player>,
}

impl<G: Game> EpisodeObserver<G> for SessionObserver<'_, G> {
    fn wants_trace(&self) -> bool {
        true
    }

    fn decided(&mut self, decision: &Decision<'_, G>) -> bool {
        let game = self.env.game();
        let label = |action| game.label(decision.state, action);
        let mut course = locked(&self.course);
        if course.cut.is_some() {
            return false;
        }
        *locked(&self.last) = Some(label(decision.action));
        course.at += 1;
        if course.at <= course.decided.len() {
            return true;
        }
        course.decided.push((decision.player, decision.action));
        drop(course);
        let name = &self.names[decision.agent];
        if name == HUMAN {
            return true;
        }
        // What a machine thinks of hidden cards is not for the people who play against it.
        let silent = !self.people.is_empty() && game.facts().hidden;
        let move_infos = decision.move_infos.iter().filter(|_| !silent);
        let moves: Vec<_> = move_infos
            .map(|info| ReportedMove::of(&**game, decision.state, info))
            .collect();
        let mut stage = locked(&self.stage);
        if self.people.is_empty() {
            let painter = self.env.painter();
            let board = board(&*stage, painter, &**game, decision.state, None);
            stage.show(&board, None);
        }
        stage.tell(decision.player.0, name, &label(decision.action), &moves);
        true
    }

    fn ended(&mut self, state: &G::State) {
        if let Some(Cut::Back(_)) = locked(&self.course).cut {
            return;
        }
        let mut stage = locked(&self.stage);
        let (game, painter) = (&**self.env.game(), self.env.painter());
        // Cards that were not shown stay hidden after the end.
        let viewers: Vec<Option<Player>> = match game.facts().hidden && !self.people.is_empty() {
            true => self.people.iter().copied().map(Some).collect(),
            false => vec![None],
        };
        let last = locked(&self.last).clone().filter(|_| !game.facts().hidden);
        for viewer in viewers {
            let board = board(&*stage, painter, game, state, viewer);
            stage.show(&board, last.as_deref());
        }
        if game.turn(state) == Turn::Over {
            stage.finish(game.termination(state));
            if let Some(history) = self.env.history() {
                stage.keep(&|number| history(game, state, number, &self.names));
            }
        }
    }
}

/// Plays one episode interactively. The front end asks for the actions of a seat called `human`.
pub fn perform<G: Game>(
    env: &GameEnv<G>,
    spec: &MatchSpec<'_>,
    stage: Shared,
) -> Result<Episode, Diagnostic> {
    let players = env.game().facts().players;
    if spec.agents.len() != players {
        let (name, given) = (env.game().facts().name, spec.agents.len());
        return Err(Diagnostic::new(format!(
            "{name} needs {players} seats, not {given}"
        )));
    }
    let course = Arc::new(Mutex::new(Course {
        decided: Vec::new(),
        at: 0,
        cut: None,
    }));
    let last = Arc::new(Mutex::new(None));
    let adviser = locked(&stage).adviser();
    let adviser = adviser.map(|spec| env.agent(&spec)).transpose()?;
    let mut agents: Vec<Box<dyn Agent<G>>> = Vec::new();
    for spec in spec.agents {
        let inner: Box<dyn Agent<G>> = match spec.name.as_str() {
            HUMAN => Box::new(Human {
                painter: env.painter(),
                adviser: adviser.clone(),
                stage: Arc::clone(&stage),
                course: Arc::clone(&course),
                last: Arc::clone(&last),
            }),
            _ => env.agent(spec)?(),
        };
        let course = Arc::clone(&course);
        agents.push(Box::new(Seated { inner, course }));
    }
    let address = play::address(spec.seed, 0, players, false);
    let starter = env.starter(spec.start)?;
    let people = spec.agents.iter().enumerate();
    let people = people.filter(|(_, spec)| spec.name == HUMAN);
    let mut observer = SessionObserver {
        env,
        stage: Arc::clone(&stage),
        course: Arc::clone(&course),
        last: Arc::clone(&last),
        names: spec.agents.iter().map(ToString::to_string).collect(),
        people: people.map(|(player, _)| Player(player as u8)).collect(),
    };
    let game = &**env.game();
    loop {
        let mut chance = play::chance(address.0, 0, spec.rules.generator);
        let start = starter(env.game(), &mut chance);
        let rules = &spec.rules;
        let episode = play::episode(game, start, &mut agents, rules, address, &mut observer);
        let mut course = locked(&course);
        let Some(Cut::Back(decisions)) = course.cut.take() else {
            return Ok(episode);
        };
        course.decided.truncate(decisions);
        course.at = 0;
        *locked(&last) = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A front end that says nothing of colours.
    struct Plain;

    impl Frontend for Plain {
        fn show(&mut self, _: &str, _: Option<&str>) {}
        fn ask(&mut self, question: Question<'_>) -> Answer {
            question
                .labels
                .first()
                .map_or(Answer::Leave, |label| Answer::Move(label.clone()))
        }
        fn tell(&mut self, _: u8, _: &str, _: &str, _: &[ReportedMove]) {}
    }

    #[test]
    fn boards_are_plain_text_unless_a_front_end_has_colours() {
        assert_eq!(Plain.colours(), None);
    }
}
