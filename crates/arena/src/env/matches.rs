//! Matches: specification and execution.

use super::game_env::{AgentMaker, GameEnv, PositionTexts, Starter};
use crate::openings::{OpeningBook, UsableOpenings};
use crate::play::{self, Decision, Episode, EpisodeObserver, MatchRules, NoObserver, Unplayed};
use crate::record::EpisodeRecord;
use ludometer_core::{Agent, Game, Generator, Measure, Player, Seed, Stop, Turn};
use ludometer_spec::source::Diagnostic;
use ludometer_spec::spec::Spec;
use std::sync::Arc;

/// The specification of a match: the agents and rules of one cell of a plan.
pub struct MatchSpec<'a> {
    /// One agent for each player.
    pub agents: &'a [Spec],
    /// Where episodes begin.
    pub start: &'a Spec,
    /// The measure of the final state to record, if any.
    pub measure: Option<&'a Spec>,
    /// The match rules.
    pub rules: MatchRules,
    /// The random seed.
    pub seed: Seed,
}

/// A validated match: it plays any of its episodes, alone and in any order.
pub trait PreparedMatch: Send + Sync {
    /// Plays one episode, unless it is stopped.
    fn play_until(&self, episode: u64, stop: Stop<'_>) -> Result<Episode, Unplayed>;

    /// Plays one episode to its end.
    ///
    /// # Panics
    ///
    /// If an agent is [out of order](ludometer_core::Reason::OutOfOrder).
    fn play(&self, episode: u64) -> Episode {
        let played = self.play_until(episode, Stop::NEVER);
        played.unwrap_or_else(|unplayed| panic!("{unplayed}"))
    }
}

/// A prepared match.
pub(crate) struct TypedMatch<G: Game> {
    pub(crate) game: Arc<G>,
    pub(crate) agents: Vec<AgentMaker<G>>,
    pub(crate) starter: Starter<G>,
    pub(crate) measure: Option<Measure<G>>,
    pub(crate) rules: MatchRules,
    pub(crate) seed: Seed,
    pub(crate) book: Option<MatchBook<G>>,
    /// How starts are written, where they are recorded.
    pub(crate) texts: Option<PositionTexts<G>>,
}

/// A book of which a game can use something.
pub(crate) struct MatchBook<G: Game> {
    book: Arc<OpeningBook>,
    usable: Arc<UsableOpenings>,
    read: fn(&G, &str) -> Result<G::State, String>,
}

/// Skipped openings that a note names.
const NAMED: usize = 3;

impl<G: Game> GameEnv<G> {
    /// What this game can use of a book, with a note about the rest.
    pub(crate) fn book(&self, book: &Arc<OpeningBook>) -> Result<MatchBook<G>, Diagnostic> {
        let (name, game) = (book.name(), &self.facts.name);
        let Some(PositionTexts { read, .. }) = self.position_texts() else {
            let message = format!("positions of {game} cannot be written down");
            return Err(Diagnostic::new(message).hint("omit the openings"));
        };
        let check = |text: &str| match self.game.turn(&read(&self.game, text)?) {
            Turn::Over => Err("the game is over".to_string()),
            Turn::Of(_) => Ok(()),
        };
        let usable = book.usable(&self.identity[0], check);
        let (good, bad) = (usable.openings.len(), usable.skipped.len());
        let named = usable.skipped.iter().take(NAMED).map(ToString::to_string);
        let named: Vec<String> = named.collect();
        let named = named.join("; ");
        if good == 0 {
            let message = match bad {
                0 => format!("the book {name} has no opening"),
                _ => {
                    format!("none of the {bad} openings of {name} is a position of {game}: {named}")
                }
            };
            let hint = "a file ending in .epd or .fen has a position a line, one in .pgn has games, any other a position a line in the game's notation";
            return Err(Diagnostic::new(message).hint(hint));
        }
        if bad > 0 {
            let all = good + bad;
            let more = if bad > NAMED { "; ..." } else { "" };
            self.notes.add(&[format!(
                "{bad} of the {all} openings of {name} are no positions of {game} and are skipped: {named}{more}"
            )]);
        }
        Ok(MatchBook {
            book: Arc::clone(book),
            usable,
            read,
        })
    }
}

impl<G: Game> TypedMatch<G> {
    /// Where an episode begins, with the number of the opening and its text.
    fn start(&self, episode: u64, address: Seed) -> (G::State, Option<(u64, &str)>) {
        if let Some(MatchBook { book, usable, read }) = &self.book {
            let group = if self.rules.mirror {
                self.agents.len().max(1) as u64
            } else {
                1
            };
            let at = book.choice(self.seed, episode / group, usable.openings.len());
            let (number, text) = &usable.openings[at];
            if let Ok(state) = read(&self.game, text) {
                return (state, Some((*number, text)));
            }
        }
        let mut chance = play::chance(address, 0, self.rules.generator);
        ((self.starter)(&self.game, &mut chance), None)
    }

    /// Adds to the record where the episode began. Moves of the opening stand before those that were
    /// played, with nothing known of them.
    fn note_start(&self, start: &str, record: &mut EpisodeRecord) {
        let Some(texts) = &self.texts else { return };
        let (base, moves) = start.split_once(" moves ").unwrap_or((start, ""));
        let Ok(mut state) = (texts.read)(&self.game, base) else {
            record.start = Some(start.to_string());
            return;
        };
        // Words of chess for the initial state, which need no saying.
        record.start = (base != "startpos").then(|| base.to_string());
        let mut chance = Seed::new(0).rng(Generator::Xoshiro);
        let (mut labels, mut blanks) = (String::new(), String::new());
        for word in moves.split_whitespace() {
            let Some(action) = self.game.action_named(&state, word) else {
                record.start = Some(start.to_string());
                return;
            };
            labels += &self.game.label(&state, action);
            labels.push('\n');
            blanks.push('\n');
            self.game.apply(&mut state, action, &mut chance);
        }
        for (before, text) in [(labels, &mut record.moves), (blanks, &mut record.decisions)] {
            if let Some(text) = text {
                text.insert_str(
                    0,
                    if text.is_empty() {
                        before.trim_end_matches('\n')
                    } else {
                        &before
                    },
                );
            }
        }
    }
}

/// Measures the final state of an episode for each player.
struct FinalMeasures<'a, G: Game> {
    game: &'a G,
    measure: Option<Measure<G>>,
    values: Vec<f64>,
}

impl<G: Game> EpisodeObserver<G> for FinalMeasures<'_, G> {
    fn decided(&mut self, _: &Decision<'_, G>) -> bool {
        true
    }

    fn ended(&mut self, state: &G::State) {
        let Some(measure) = self.measure else { return };
        let players = (0..self.game.facts().players).map(|player| Player(player as u8));
        let value = |player| measure.value(self.game, state, player);
        self.values = players.map(value).collect();
    }
}

impl<G: Game> PreparedMatch for TypedMatch<G> {
    fn play_until(&self, episode: u64, stop: Stop<'_>) -> Result<Episode, Unplayed> {
        let place = play::address(self.seed, episode, self.agents.len(), self.rules.mirror);
        let (start, opening) = self.start(episode, place.0);
        let number = opening.map(|(number, _)| number);
        let text = self.texts.as_ref().map(|texts| match opening {
            Some((_, text)) => text.to_string(),
            None => (texts.write)(&self.game, &start),
        });
        let mut agents: Vec<Box<dyn Agent<G>>> = self.agents.iter().map(|make| make()).collect();
        let (game, rules) = (&*self.game, &self.rules);
        let mut gauge = FinalMeasures {
            game,
            measure: self.measure,
            values: Vec::new(),
        };
        let watcher: &mut dyn EpisodeObserver<G> = match self.measure {
            Some(_) => &mut gauge,
            None => &mut NoObserver,
        };
        let mut played =
            play::episode_until(game, start, &mut agents, rules, place, watcher, stop)?;
        let players = gauge.values.len();
        for (player, value) in gauge.values.into_iter().enumerate() {
            played.seats[(player + place.1) % players].measured = Some(value);
        }
        if number.is_some() || text.is_some() {
            let record = played.record.get_or_insert_default();
            record.opening = number;
            if let Some(text) = text {
                self.note_start(&text, record);
            }
        }
        Ok(played)
    }
}
