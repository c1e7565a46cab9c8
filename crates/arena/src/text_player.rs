//! Players that know games as text alone: positions, observations and moves go out as text, a move
//! comes back as text. Programs in other processes are such players, whatever their protocol.
//!
//! A [`TextPlayer`] is written once for all games; [`TextAgent`] seats it at a game of any type.

use crate::env::{GameEnv, MoveWriter};
use ludometer_core::{
    Agent, Bound, Budget, Clock, CostUnit, Facts, Forfeit, Game, Generator, Player, Reason, Score,
    SearchStats, Seat, Seed, Stop, Turn,
};
use ludometer_spec::source::Diagnostic;
use ludometer_spec::spec::Spec;
use std::any::Any;
use std::sync::Arc;

/// A player that decides by texts.
pub trait TextPlayer: Send {
    /// Chooses a move: its text, by the label or in the notation that engines of the game use.
    fn choose(&mut self, seat: &mut dyn TextSeat) -> Result<String, Forfeit>;

    /// A new episode begins.
    fn restart(&mut self);

    /// Called before a choice whose time is limited, while the time does not run yet.
    fn get_ready(&mut self) {}

    /// Whether it asks for the [moves](TextSeat::moves) of the episode.
    fn needs_moves(&self) -> bool {
        false
    }

    /// What the cost of its decisions is measured in.
    fn cost_unit(&self) -> CostUnit {
        CostUnit::Other("nodes of another program".into())
    }
}

/// One decision as text. Nothing is written before it is asked for.
pub trait TextSeat {
    /// Whose decision this is.
    fn player(&self) -> Player;
    /// The position in the game's notation; `None` where the game has none or hides something from
    /// the player.
    fn position(&self) -> Option<String>;
    /// A position that agrees with what the player sees, drawn from that and the player's random
    /// stream alone: the position itself where nothing is hidden. `None` without a notation.
    fn sample(&self) -> Option<String>;
    /// The moves since the initial position of the game. `None` where the episode began elsewhere,
    /// chance decides or something is hidden, and where the player did not [ask for
    /// them](TextPlayer::needs_moves).
    fn moves(&mut self) -> Option<Vec<String>>;
    /// What the player sees.
    fn show(&self) -> String;
    /// The legal moves.
    fn legal(&self) -> Vec<String>;
    /// The limits of the decision.
    fn budget(&self) -> Budget;
    /// The clocks of all players.
    fn clocks(&self) -> &[Option<Clock>];
    /// The address of the player's random stream.
    fn seed(&self) -> Option<(Seed, Generator)>;
    /// Whether the decision was cancelled.
    fn is_cancelled(&self) -> bool;
    /// Whether variations are recorded.
    fn is_traced(&self) -> bool;
    /// Reports statistics of the search.
    fn report(&mut self, stats: SearchStats);
    /// Reports a variation, moves with spaces between them, as far as it can be played; the first is
    /// the preferred one.
    fn report_variation(&mut self, moves: &str, stats: &SearchStats);
}

/// What a [`TextPlayer`] may know of a game before it is played.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct TextGame {
    /// Players, chance and hidden information.
    pub facts: Facts,
    /// The game's name with its parameters, as a spec names it.
    pub name: String,
    /// Its initial position, where the game has a notation and chance does not decide it.
    pub start: Option<String>,
    /// Whether positions can be written.
    pub has_notation: bool,
}

/// Writes the texts of a game.
struct Writer<G: Game> {
    game: Arc<G>,
    facts: Facts,
    write: Option<fn(&G, &G::State) -> String>,
    write_move: MoveWriter<G>,
}

/// A [`TextPlayer`] at a game.
pub struct TextAgent<G: Game> {
    writer: Arc<Writer<G>>,
    player: Box<dyn TextPlayer>,
    played: Option<Played<G>>,
}

/// The moves of the episode so far, and where they led.
struct Played<G: Game> {
    moves: Vec<String>,
    state: G::State,
}

/// Makes text players.
pub type TextPlayerMaker = Arc<dyn Fn() -> Box<dyn TextPlayer> + Send + Sync>;

impl<G: Game> GameEnv<G> {
    /// What a text player may know of the game.
    pub fn text_game(&self) -> TextGame {
        let facts = self.game.facts();
        let mut nothing = Seed::new(0).rng(Generator::Xoshiro);
        let fixed = !facts.chance && !facts.hidden;
        TextGame {
            name: facts.name.clone(),
            start: fixed
                .then(|| self.write(&self.game.start(&mut nothing)))
                .flatten(),
            has_notation: self.position_writer().is_some(),
            facts,
        }
    }

    fn writer(&self) -> Writer<G> {
        Writer {
            game: Arc::clone(&self.game),
            facts: self.game.facts(),
            write: self.position_writer(),
            write_move: self.move_writer(),
        }
    }

    /// Seats text players at the game.
    pub(crate) fn seated(&self, make: TextPlayerMaker) -> impl Fn() -> Box<dyn Agent<G>> + use<G> {
        let writer = Arc::new(self.writer());
        move || {
            Box::new(TextAgent {
                writer: Arc::clone(&writer),
                player: make(),
                played: None,
            })
        }
    }
}

impl<G: Game> Agent<G> for TextAgent<G> {
    fn act(&mut self, seat: &mut Seat<'_, G>) -> Result<G::Action, Forfeit> {
        let writer = &*self.writer;
        let mut texts = Texts {
            writer,
            seat,
            played: &mut self.played,
        };
        let answer = self.player.choose(&mut texts)?;
        let action = writer.game.action_named(seat.position(), &answer);
        action.ok_or_else(|| Forfeit::new(Reason::Illegal, answer))
    }

    fn restart(&mut self) {
        self.played = None;
        self.player.restart();
    }

    fn get_ready(&mut self) {
        self.player.get_ready();
    }

    fn cost_unit(&self) -> CostUnit {
        self.player.cost_unit()
    }

    fn needs_history(&self) -> bool {
        self.player.needs_moves()
    }
}

/// A seat as text.
struct Texts<'a, 'b, G: Game> {
    writer: &'a Writer<G>,
    seat: &'a mut Seat<'b, G>,
    played: &'a mut Option<Played<G>>,
}

impl<G: Game> TextSeat for Texts<'_, '_, G> {
    fn player(&self) -> Player {
        self.seat.player()
    }

    fn position(&self) -> Option<String> {
        match self.writer.facts.hidden {
            true => None,
            false => self.sample(),
        }
    }

    fn sample(&self) -> Option<String> {
        let write = self.writer.write?;
        Some(write(&self.writer.game, self.seat.position()))
    }

    fn moves(&mut self) -> Option<Vec<String>> {
        let (writer, history) = (self.writer, self.seat.history()?);
        let game = &*writer.game;
        // Nothing is drawn from it: the game is without chance.
        let mut nothing = Seed::new(0).rng(Generator::Xoshiro);
        if writer.facts.chance || writer.facts.hidden || game.start(&mut nothing) != *history.start
        {
            return None;
        }
        let played = self.played.get_or_insert_with(|| Played {
            moves: Vec::new(),
            state: history.start.clone(),
        });
        for &action in history.actions.get(played.moves.len()..)? {
            let text = (writer.write_move)(game, &played.state, action);
            played.moves.push(text);
            game.apply(&mut played.state, action, &mut nothing);
        }
        Some(played.moves.clone())
    }

    fn show(&self) -> String {
        let player = Some(self.seat.player());
        self.writer.game.show(self.seat.position(), player)
    }

    fn legal(&self) -> Vec<String> {
        let (game, position) = (&*self.writer.game, self.seat.position());
        let actions = self.seat.actions().into_iter();
        let texts = actions.map(|action| (self.writer.write_move)(game, position, action));
        texts.collect()
    }

    fn budget(&self) -> Budget {
        self.seat.budget()
    }

    fn clocks(&self) -> &[Option<Clock>] {
        self.seat.clocks()
    }

    fn seed(&self) -> Option<(Seed, Generator)> {
        self.seat.seed()
    }

    fn is_cancelled(&self) -> bool {
        self.seat.is_cancelled()
    }

    fn is_traced(&self) -> bool {
        self.seat.is_traced()
    }

    fn report(&mut self, stats: SearchStats) {
        self.seat.report_search(stats);
    }

    fn report_variation(&mut self, moves: &str, stats: &SearchStats) {
        if !self.seat.is_traced() {
            return;
        }
        let game = &*self.writer.game;
        let mut state = self.seat.position().clone();
        let mut dice = Seed::new(0).rng(Generator::Xoshiro);
        let mut actions = Vec::new();
        for text in moves.split_whitespace() {
            let Some(action) = game.action_named(&state, text) else {
                break;
            };
            actions.push(action);
            // Where chance decides, what follows would be a guess.
            if self.writer.facts.chance || self.writer.facts.hidden {
                break;
            }
            game.apply(&mut state, action, &mut dice);
        }
        let Some(&first) = actions.first() else {
            return;
        };
        let value = stats.score.map_or(0.0, as_value);
        let visits = stats.nodes.unwrap_or_default();
        self.seat.report_bound(first, value, stats.bound, visits);
        self.seat.report_variation(&actions, value, visits);
    }
}

/// A score as a number: pawns, a thousand pawns less the distance for a mate, or what it is.
fn as_value(score: Score) -> f64 {
    match score {
        Score::Centipawns(hundredths) => f64::from(hundredths) / 100.0,
        Score::Mate(moves) if moves < 0 => -1000.0 - f64::from(moves),
        Score::Mate(moves) => 1000.0 - f64::from(moves),
        Score::Value(value) => value,
        _ => 0.0,
    }
}

/// One decision of one of our agents, asked for by text.
pub struct TextDecision {
    /// The move, in the notation that engines of the game use.
    pub choice: Result<String, Forfeit>,
    /// The statistics that the agent reported.
    pub stats: Option<SearchStats>,
    /// Its variations, or else the root moves that it reported: texts of moves, value and bound.
    pub lines: Vec<(Vec<String>, f64, Bound)>,
}

/// One of our agents at a game, which is told positions and asked for moves as text.
pub trait TextHost: Send {
    /// What is known of the game.
    fn game(&self) -> TextGame;
    /// Sets the position: the initial one, or one in the game's notation, and moves from there. What
    /// was there before stays if something is wrong.
    fn set_position(&mut self, position: Option<&str>, moves: &[&str]) -> Result<(), String>;
    /// Takes over the position of another host of the same game; `false` if it is of another one.
    fn stand_where(&mut self, other: &dyn TextHost) -> bool;
    /// The state, for hosts of the same game.
    fn state(&self) -> &dyn Any;
    /// Whose turn it is; `None` when the game is over.
    fn turn(&self) -> Option<Player>;
    /// What the player to move sees.
    fn show(&self) -> String;
    /// The legal moves.
    fn legal(&self) -> Vec<String>;
    /// A new game begins.
    fn restart(&mut self);
    /// Asks the agent, who must have the turn.
    fn decide(
        &mut self,
        budget: Budget,
        clocks: Vec<Option<Clock>>,
        seed: (Seed, Generator),
        stop: Stop<'_>,
    ) -> TextDecision;
}

/// Reads a position in the game's notation.
type ReadPosition<G> = fn(&G, &str) -> Result<<G as Game>::State, String>;

struct Hosted<G: Game> {
    writer: Writer<G>,
    read: Option<ReadPosition<G>>,
    known: TextGame,
    agent: Box<dyn Agent<G>>,
    state: G::State,
}

impl<G: Game> GameEnv<G> {
    /// An agent that is told positions and asked for moves as text.
    pub fn text_host(&self, agent: &Spec) -> Result<Box<dyn TextHost>, Diagnostic> {
        Ok(Box::new(Hosted {
            writer: self.writer(),
            read: self.position_reader(),
            known: self.text_game(),
            agent: self.agent(agent)?(),
            state: self.game.start(&mut Seed::new(0).rng(Generator::Xoshiro)),
        }))
    }
}

impl<G: Game> TextHost for Hosted<G> {
    fn game(&self) -> TextGame {
        self.known.clone()
    }

    fn set_position(&mut self, position: Option<&str>, moves: &[&str]) -> Result<(), String> {
        let game = &*self.writer.game;
        let mut chance = Seed::new(0).rng(Generator::Xoshiro);
        let mut state = match (position, self.read) {
            (None, _) => game.start(&mut chance),
            (Some(text), Some(read)) => read(game, text)?,
            (Some(_), None) => {
                return Err(format!("{} has no notation for positions", self.known.name));
            }
        };
        for (number, text) in moves.iter().enumerate() {
            let Some(action) = game.action_named(&state, text) else {
                return Err(format!("move {}, `{text}`, is not legal there", number + 1));
            };
            game.apply(&mut state, action, &mut chance);
        }
        self.state = state;
        Ok(())
    }

    fn stand_where(&mut self, other: &dyn TextHost) -> bool {
        match other.state().downcast_ref::<G::State>() {
            Some(state) => {
                self.state = state.clone();
                true
            }
            None => false,
        }
    }

    fn state(&self) -> &dyn Any {
        &self.state
    }

    fn turn(&self) -> Option<Player> {
        match self.writer.game.turn(&self.state) {
            Turn::Of(player) => Some(player),
            Turn::Over => None,
        }
    }

    fn show(&self) -> String {
        self.writer.game.show(&self.state, self.turn())
    }

    fn legal(&self) -> Vec<String> {
        let game = &*self.writer.game;
        let mut actions = Vec::new();
        game.actions(&self.state, &mut actions);
        let texts = actions.into_iter();
        let texts = texts.map(|action| (self.writer.write_move)(game, &self.state, action));
        texts.collect()
    }

    fn restart(&mut self) {
        self.agent.restart();
    }

    fn decide(
        &mut self,
        budget: Budget,
        clocks: Vec<Option<Clock>>,
        seed: (Seed, Generator),
        stop: Stop<'_>,
    ) -> TextDecision {
        let (writer, game) = (&self.writer, &*self.writer.game);
        let Turn::Of(player) = game.turn(&self.state) else {
            let over = Forfeit::new(Reason::Other, "the game is over");
            return TextDecision {
                choice: Err(over),
                stats: None,
                lines: Vec::new(),
            };
        };
        let mut seat = Seat::open_seeded(game, &self.state, player, seed, budget);
        seat.set_stop(stop);
        seat.show_clocks(clocks);
        seat.enable_trace();
        let answer = self.agent.act(&mut seat);
        let text = |action| (writer.write_move)(game, &self.state, action);
        let mut lines: Vec<(Vec<String>, f64, Bound)> = Vec::new();
        for variation in seat.variations() {
            let moves = writer.labels(&self.state, &variation.actions);
            lines.push((moves, variation.value, Bound::Exact));
        }
        if lines.is_empty() {
            let infos = seat.move_infos().iter();
            lines.extend(infos.map(|info| (vec![text(info.action)], info.value, info.bound)));
        }
        TextDecision {
            choice: answer.map(text),
            stats: seat.search_stats().copied(),
            lines,
        }
    }
}

impl<G: Game> Writer<G> {
    /// A variation as texts, as far as it can be played without chance.
    fn labels(&self, state: &G::State, actions: &[G::Action]) -> Vec<String> {
        let game = &*self.game;
        let mut dice = Seed::new(0).rng(Generator::Xoshiro);
        let (mut state, mut texts, mut legal) = (state.clone(), Vec::new(), Vec::new());
        for &action in actions {
            legal.clear();
            game.actions(&state, &mut legal);
            if !legal.contains(&action) {
                break;
            }
            texts.push((self.write_move)(game, &state, action));
            if self.facts.chance || self.facts.hidden {
                break;
            }
            game.apply(&mut state, action, &mut dice);
        }
        texts
    }
}
