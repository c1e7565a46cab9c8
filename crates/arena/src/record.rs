//! What is kept of an episode beside its results: how it ended, its opening, its moves, and what each
//! player spent.

use crate::adjudicate::AdjudicatorVerdict;
use ludometer_core::{Clock, Game, SearchStats};
use std::fmt::Write;
use std::time::Duration;

/// What is kept of an episode beside its results. Where a text has a line for each ply, the lines are
/// those of the plies that were played.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct EpisodeRecord {
    /// How the game ended in its own terms, such as `stalemate`, where it has such a word.
    pub termination: Option<String>,
    /// The number of the opening in its book, from 1 on.
    pub opening: Option<u64>,
    /// What the adjudicator said. The game went on if its ending is not
    /// [`Ending::Adjudicated`](crate::play::Ending::Adjudicated).
    pub verdict: Option<AdjudicatorVerdict>,
    /// What each agent spent, in the order of the plan's seats; empty if it was not recorded.
    pub seats: Vec<SeatRecord>,
    /// Where it began, in the game's notation, if that is not the initial state of the rules.
    pub start: Option<String>,
    /// The labels of the actions, one a line.
    pub moves: Option<String>,
    /// What is known of each decision, one a line; see [`MoveRecord`].
    pub decisions: Option<String>,
}

/// What an agent spent in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SeatRecord {
    /// Wall-clock time of all its decisions.
    pub time: Duration,
    /// Nodes, as far as it reported them.
    pub nodes: u64,
    /// The mean depth of the decisions for which it reported one.
    pub depth: Option<f64>,
}

/// What is known of one decision. As text it is `score,depth,microseconds,nodes,clock`, with nothing where
/// nothing is known and the clock in milliseconds.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct MoveRecord {
    /// The score for the player who decided, as engines write it: `+0.31`, `-M4`.
    pub score: Option<String>,
    /// The depth of the search.
    pub depth: Option<u32>,
    /// How long it took.
    pub time: Option<Duration>,
    /// Nodes that were searched.
    pub nodes: Option<u64>,
    /// What is left on the player's clock.
    pub clock: Option<Duration>,
}

impl MoveRecord {
    /// Parses the text form; what cannot be read is not known.
    pub fn read(text: &str) -> MoveRecord {
        let mut fields = text
            .split(',')
            .map(|field| Some(field).filter(|f| !f.is_empty()));
        let mut next = || fields.next().flatten();
        MoveRecord {
            score: next().map(str::to_string),
            depth: next().and_then(|text| text.parse().ok()),
            time: next()
                .and_then(|text| text.parse().ok())
                .map(Duration::from_micros),
            nodes: next().and_then(|text| text.parse().ok()),
            clock: next()
                .and_then(|text| text.parse().ok())
                .map(Duration::from_millis),
        }
    }

    /// A comment as match managers write it: `[%clk 0:00:07.9] +0.31/14 0.082s n=1234`.
    pub fn comment(&self) -> String {
        let mut words = Vec::new();
        if let Some(clock) = self.clock {
            let seconds = clock.as_secs();
            let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
            let tenths = clock.subsec_millis() / 100;
            words.push(format!(
                "[%clk {hours}:{minutes:02}:{:02}.{tenths}]",
                seconds % 60
            ));
        }
        words.extend(match (&self.score, self.depth) {
            (Some(score), Some(depth)) => Some(format!("{score}/{depth}")),
            (Some(score), None) => Some(score.clone()),
            (None, Some(depth)) => Some(format!("d={depth}")),
            (None, None) => None,
        });
        words.extend(self.time.map(|time| format!("{:.3}s", time.as_secs_f64())));
        words.extend(self.nodes.map(|nodes| format!("n={nodes}")));
        words.join(" ")
    }
}

/// Records a game while it is played.
#[derive(Default)]
pub(crate) struct Recorder {
    moves: String,
    decisions: String,
    seats: Vec<Sums>,
}

#[derive(Clone, Default)]
struct Sums {
    time: Duration,
    nodes: u64,
    depths: u64,
    deep: u64,
}

impl Recorder {
    pub(crate) fn new(players: usize) -> Recorder {
        Recorder {
            seats: vec![Sums::default(); players],
            ..Recorder::default()
        }
    }

    /// What a decision took, whatever came of it.
    pub(crate) fn spent(&mut self, agent: usize, time: Duration, stats: Option<&SearchStats>) {
        let sums = &mut self.seats[agent];
        sums.time += time;
        if let Some(stats) = stats {
            sums.nodes += stats.nodes.unwrap_or(0);
            sums.depths += u64::from(stats.depth.unwrap_or(0));
            sums.deep += u64::from(stats.depth.is_some());
        }
    }

    /// An action that was taken.
    pub(crate) fn decided<G: Game>(
        &mut self,
        game: &G,
        (state, action): (&G::State, G::Action),
        time: Duration,
        clock: Option<Clock>,
        stats: Option<&SearchStats>,
    ) {
        if !self.moves.is_empty() {
            self.moves.push('\n');
            self.decisions.push('\n');
        }
        self.moves += &game.label(state, action);
        let text = &mut self.decisions;
        let stats = stats.copied().unwrap_or_default();
        let mut field = |value: Option<&dyn std::fmt::Display>, end: &str| {
            let written = match value {
                Some(value) => write!(text, "{value}{end}"),
                None => write!(text, "{end}"),
            };
            written.expect("texts can be written to");
        };
        field(stats.score.as_ref().map(|score| score as _), ",");
        field(stats.depth.as_ref().map(|depth| depth as _), ",");
        field(Some(&time.as_micros()), ",");
        field(stats.nodes.as_ref().map(|nodes| nodes as _), ",");
        let clock = clock.map(|clock| clock.remaining.as_millis());
        field(clock.as_ref().map(|clock| clock as _), "");
    }

    pub(crate) fn finish(self, record: &mut EpisodeRecord) {
        record.moves = Some(self.moves);
        record.decisions = Some(self.decisions);
        let seats = self.seats.into_iter().map(|sums| SeatRecord {
            time: sums.time,
            nodes: sums.nodes,
            depth: (sums.deep > 0).then(|| sums.depths as f64 / sums.deep as f64),
        });
        record.seats = seats.collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decisions_are_read_back_and_shown() {
        let all = MoveRecord::read("+0.31,14,82123,1234,3607912");
        assert_eq!(all.comment(), "[%clk 1:00:07.9] +0.31/14 0.082s n=1234");
        assert_eq!(all.time, Some(Duration::from_micros(82_123)));
        let some = MoveRecord::read("-M4,,500,,");
        assert_eq!(some.comment(), "-M4 0.001s");
        assert_eq!(MoveRecord::read(",7,,,").comment(), "d=7");
        assert_eq!(MoveRecord::read(""), MoveRecord::default());
        assert_eq!(
            MoveRecord::read("x,y,z"),
            MoveRecord {
                score: Some("x".into()),
                ..MoveRecord::default()
            }
        );
    }
}
