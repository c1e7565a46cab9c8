//! What a request may see of a session. Everything that leaves the server goes through here.

use super::{Move, Occupant, Session, Thought, Viewer};
use crate::problem::Problem;
use crate::scene::{Choice, Scene, choices, has_public_actions, scene};
use crate::words::result_in_words;
use ludometer_arena::position::AnyPosition;
use ludometer_core::{Player, Turn};
use serde::{Serialize, Serializer};
use std::sync::Arc;

/// A move of the list.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct MoveView {
    player: u8,
    /// The move; `null` where the viewer may not know it.
    label: Option<String>,
    /// What the agent expected of it, for the player who moved, in the agent's own units.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<f64>,
    ms: u64,
    #[serde(skip)]
    serial: u64,
}

/// A position as a viewer sees it.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct PositionView {
    ply: usize,
    /// The player to move; `null` when the game is over.
    to_move: Option<u8>,
    /// The board as text.
    text: String,
    /// The position on one line, where the viewer may see all of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    notation: Option<String>,
    /// What is drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    scene: Option<Scene>,
    /// The address of a picture, for games that draw themselves.
    #[serde(skip_serializing_if = "Option::is_none")]
    picture: Option<String>,
    /// The legal moves of whoever is to move, where the viewer may know them.
    legal: Vec<Choice>,
    /// The move that led here.
    #[serde(skip_serializing_if = "Option::is_none")]
    last: Option<Choice>,
    /// The scoreboard.
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<Vec<f64>>,
    /// What was thought before the move that was made here.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "shared")]
    thought: Option<Arc<Thought>>,
}

fn shared<S: Serializer>(thought: &Option<Arc<Thought>>, to: S) -> Result<S::Ok, S::Error> {
    thought.as_deref().serialize(to)
}

/// A seat.
#[derive(Clone, Debug, Serialize)]
struct SeatView {
    /// `human`, or the agent.
    name: String,
    human: bool,
    /// Whether the viewer looks with the eyes of this seat.
    own: bool,
}

/// How it ended.
#[derive(Clone, Debug, Serialize)]
struct EndView {
    words: String,
    payoffs: Vec<f64>,
}

/// Who is thinking.
#[derive(Clone, Debug, Serialize)]
struct ThinkingView {
    player: u8,
    ms: u64,
}

/// What never changes.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct AboutView {
    id: String,
    /// The name of the game.
    entry: String,
    game: String,
    about: String,
    rules: String,
    seed: u64,
    zero_sum: bool,
    /// Whether somebody's information is hidden from others.
    guarded: bool,
    seats: Vec<SeatView>,
}

/// What changes: the moves from the first that the reader does not know, and how things stand.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct CourseView {
    /// Moves before this one stand.
    from: usize,
    moves: Vec<MoveView>,
    running: bool,
    pace_ms: u64,
    thinking: Option<ThinkingView>,
    problem: Option<Problem>,
    end: Option<EndView>,
    position: PositionView,
}

/// A line of the list of sessions.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct SessionLine {
    id: String,
    entry: String,
    game: String,
    seats: Vec<String>,
    moves: usize,
    over: bool,
    guarded: bool,
}

impl Session {
    pub(crate) fn about(&self, viewer: Viewer) -> AboutView {
        let facts = self.rules.facts();
        let seats = self.seats.iter().enumerate();
        AboutView {
            id: self.id.clone(),
            entry: self.entry.clone(),
            game: self.game.clone(),
            about: self.about.clone(),
            rules: self.rules_in_words.clone(),
            // The seed tells every card to whoever has the program.
            seed: if self.is_guarded() { 0 } else { self.seed },
            zero_sum: facts.zero_sum,
            guarded: self.is_guarded(),
            seats: seats
                .map(|(seat, occupant)| SeatView {
                    name: occupant.name().to_string(),
                    human: matches!(occupant, Occupant::Human { .. }),
                    own: viewer.eyes == Some(Player(seat as u8)),
                })
                .collect(),
        }
    }

    pub(crate) fn line(&self) -> SessionLine {
        let course = self.lock();
        SessionLine {
            id: self.id.clone(),
            entry: self.entry.clone(),
            game: self.game.clone(),
            seats: self
                .seats
                .iter()
                .map(|seat| seat.name().to_string())
                .collect(),
            moves: course.moves.len(),
            over: course.last().turn() == Turn::Over,
            guarded: self.is_guarded(),
        }
    }

    /// Whether a viewer may know what a player did.
    fn is_told(&self, viewer: Viewer, player: Player) -> bool {
        match viewer.eyes {
            None => true,
            Some(own) => own == player || has_public_actions(&self.entry),
        }
    }

    fn move_view(&self, viewer: Viewer, made: &Move) -> MoveView {
        MoveView {
            player: made.player.0,
            label: self
                .is_told(viewer, made.player)
                .then(|| made.label.clone()),
            // What an agent expects of its cards tells something about them.
            value: match viewer.eyes {
                None => made.thought.as_ref().and_then(|thought| thought.value()),
                Some(_) => None,
            },
            ms: u64::try_from(made.time.as_millis()).unwrap_or(u64::MAX),
            serial: made.serial,
        }
    }

    fn position_view(
        &self,
        viewer: Viewer,
        ply: usize,
        position: &dyn AnyPosition,
        last: Option<(&dyn AnyPosition, &Move)>,
        thought: Option<Arc<Thought>>,
    ) -> PositionView {
        let text = position.show(viewer.eyes);
        let notation = position.write().filter(|_| viewer.eyes.is_none());
        let drawn = scene(&self.entry, &text, notation.as_deref());
        let to_move = match position.turn() {
            Turn::Of(player) => Some(player),
            Turn::Over => None,
        };
        let knows = to_move.is_some_and(|mover| viewer.eyes.is_none_or(|own| own == mover));
        let legal = match knows {
            true => choices(
                &self.entry,
                drawn.as_ref(),
                position.labels(),
                position.engine_moves(),
            ),
            false => Vec::new(),
        };
        let last = last.filter(|(_, made)| self.is_told(viewer, made.player));
        let last = last.and_then(|(before, made)| {
            let rank = before.named(&made.label)?;
            let engine = before
                .engine_moves()
                .and_then(|moves| moves.get(rank).cloned());
            let before = scene(
                &self.entry,
                &before.show(viewer.eyes),
                before.write().as_deref(),
            );
            let engine = engine.map(|engine| vec![engine]);
            choices(
                &self.entry,
                before.as_ref(),
                vec![made.label.clone()],
                engine,
            )
            .pop()
        });
        let players = 0..self.rules.facts().players;
        let points = players.map(|player| position.points(Player(player as u8)));
        let has_picture = position.picture(viewer.eyes).is_some();
        PositionView {
            ply,
            to_move: to_move.map(|player| player.0),
            picture: has_picture.then(|| format!("/api/sessions/{}/plies/{ply}/picture", self.id)),
            text,
            notation,
            scene: drawn,
            legal,
            last,
            points: viewer.eyes.is_none().then(|| points.collect()),
            thought: thought.filter(|_| viewer.eyes.is_none()),
        }
    }

    fn end(&self, position: &dyn AnyPosition) -> Option<EndView> {
        if position.turn() != Turn::Over {
            return None;
        }
        let facts = self.rules.facts();
        let payoffs = (0..facts.players).map(|player| position.payoff(Player(player as u8)));
        let payoffs: Vec<f64> = payoffs.collect();
        let names: Vec<String> = self
            .seats
            .iter()
            .map(|seat| seat.name().to_string())
            .collect();
        Some(EndView {
            words: result_in_words(facts, &names, &payoffs, position.termination()),
            payoffs,
        })
    }

    /// How things stand, for a reader who knows moves with these serial numbers.
    pub(crate) fn course(&self, viewer: Viewer, known: &mut Vec<u64>) -> CourseView {
        let course = self.lock();
        let pairs = known.iter().zip(&course.moves);
        let from = pairs
            .take_while(|(known, made)| **known == made.serial)
            .count();
        let fresh = course.moves[from..].iter();
        let moves: Vec<MoveView> = fresh.map(|made| self.move_view(viewer, made)).collect();
        known.truncate(from);
        known.extend(moves.iter().map(|made| made.serial));
        let thinking = course.thinking.as_ref().map(|thinking| ThinkingView {
            player: thinking.player.0,
            ms: u64::try_from(thinking.since.elapsed().as_millis()).unwrap_or(u64::MAX),
        });
        let position = Arc::clone(course.last());
        let ply = course.moves.len();
        let last = course.moves.last().cloned();
        let before = ply
            .checked_sub(1)
            .map(|before| Arc::clone(&course.positions[before]));
        let told = course.problem.clone().map(|problem| match viewer.eyes {
            None => problem,
            // What an agent says about its failure may tell what it holds.
            Some(_) => Problem::conflict("an agent could not decide")
                .remedy("take a move back, or begin a new game"),
        });
        let (running, pace, problem) = (course.running, course.pace, told);
        drop(course);
        let last = before.as_deref().zip(last.as_ref());
        CourseView {
            from,
            moves,
            running,
            pace_ms: u64::try_from(pace.as_millis()).unwrap_or(u64::MAX),
            thinking,
            problem,
            end: self.end(&*position),
            position: self.position_view(viewer, ply, &*position, last, None),
        }
    }

    fn at(&self, ply: usize) -> Result<(Arc<dyn AnyPosition>, usize), Problem> {
        let course = self.lock();
        let last = course.moves.len();
        let found = course.positions.get(ply).cloned();
        found.map(|position| (position, last)).ok_or_else(|| {
            Problem::missing(format!("there is no position after {ply} moves"))
                .remedy(format!("positions are numbered from 0 to {last}"))
        })
    }

    /// The position after so many moves, with what was thought in it.
    pub(crate) fn ply(&self, viewer: Viewer, ply: usize) -> Result<PositionView, Problem> {
        let (position, _) = self.at(ply)?;
        let course = self.lock();
        let thought = course.moves.get(ply).and_then(|made| made.thought.clone());
        let last = ply.checked_sub(1).and_then(|before| {
            let made = course.moves.get(before)?.clone();
            Some((Arc::clone(course.positions.get(before)?), made))
        });
        drop(course);
        let last = last.as_ref().map(|(before, made)| (&**before, made));
        Ok(self.position_view(viewer, ply, &*position, last, thought))
    }

    /// The picture of that position.
    pub(crate) fn picture(&self, viewer: Viewer, ply: usize) -> Result<String, Problem> {
        let (position, _) = self.at(ply)?;
        position.picture(viewer.eyes).ok_or_else(|| {
            Problem::missing(format!("{} has no pictures", self.game))
                .remedy("show its text, or its scene")
        })
    }
}
