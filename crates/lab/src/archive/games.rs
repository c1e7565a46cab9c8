//! What an archive keeps of games beside their rows: how they ended, openings, moves and decisions, a JSON
//! object a line. Members of games stand before the rows that they belong to.

use super::ArchiveError;
use ludometer_arena::adjudicate::AdjudicatorVerdict;
use ludometer_arena::play::Episode;
use ludometer_arena::record::{EpisodeRecord, SeatRecord};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::time::Duration;

/// The record of a game.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct GameRecord {
    /// The number of the cell in `cells.json`.
    cell: usize,
    episode: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    termination: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    opening: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    verdict: Option<Verdict>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    seats: Vec<Spent>,
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    decisions: Option<String>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Verdict {
    ply: u32,
    winner: Option<usize>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Spent {
    nanoseconds: u64,
    nodes: u64,
    /// As a text, which reads back to the bit.
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<String>,
}

/// Records that were read and wait for their rows, by cell and episode.
pub(super) type Records = HashMap<(usize, u64), EpisodeRecord>;

/// Adds the record of an episode, if it has one.
pub(super) fn write(
    cell: usize,
    episode: u64,
    played: &Episode,
    out: &mut String,
) -> Result<(), ArchiveError> {
    let Some(record) = played.record.as_deref() else {
        return Ok(());
    };
    let seats = record.seats.iter().map(|seat| Spent {
        nanoseconds: u64::try_from(seat.time.as_nanos()).unwrap_or(u64::MAX),
        nodes: seat.nodes,
        depth: seat.depth.map(|depth| depth.to_string()),
    });
    let written = GameRecord {
        cell,
        episode,
        termination: record.termination.clone(),
        opening: record.opening,
        verdict: record.verdict.map(|verdict| Verdict {
            ply: verdict.ply,
            winner: verdict.winner,
        }),
        seats: seats.collect(),
        start: record.start.clone(),
        moves: record.moves.clone(),
        decisions: record.decisions.clone(),
    };
    *out += &serde_json::to_string(&written).map_err(std::io::Error::other)?;
    out.push('\n');
    Ok(())
}

/// Reads a member.
pub(super) fn read(member: &str, text: &str, records: &mut Records) -> Result<(), ArchiveError> {
    for (number, line) in text.lines().enumerate() {
        let wrong =
            |what: &str| ArchiveError::member(member, format!("line {} {what}", number + 1));
        let read: GameRecord = serde_json::from_str(line)
            .map_err(|error| wrong(&format!("is no record of a game: {error}")))?;
        let mut record = EpisodeRecord::default();
        record.termination = read.termination;
        record.opening = read.opening;
        record.verdict = read.verdict.map(|verdict| AdjudicatorVerdict {
            ply: verdict.ply,
            winner: verdict.winner,
        });
        for seat in read.seats {
            let depth = seat.depth.map(|depth| depth.parse());
            record.seats.push(SeatRecord {
                time: Duration::from_nanos(seat.nanoseconds),
                nodes: seat.nodes,
                depth: depth
                    .transpose()
                    .map_err(|_| wrong("has no number where one belongs"))?,
            });
        }
        record.start = read.start;
        record.moves = read.moves;
        record.decisions = read.decisions;
        records.insert((read.cell, read.episode), record);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_read_back() {
        let mut record = EpisodeRecord::default();
        record.termination = Some("mate".into());
        record.opening = Some(3);
        record.verdict = Some(AdjudicatorVerdict {
            ply: 40,
            winner: Some(1),
        });
        record.seats = vec![
            SeatRecord {
                time: Duration::from_nanos(123_456_789),
                nodes: u64::MAX,
                depth: Some(1.0 / 3.0),
            },
            SeatRecord::default(),
        ];
        record.moves = Some("e4\n\"quoted\"\\".into());
        record.decisions = Some("+0.31,14,82123,1234,\n,,,,".into());
        let episode = Episode {
            record: Some(Box::new(record.clone())),
            ..Episode::default()
        };
        let mut text = String::new();
        write(2, 7, &episode, &mut text).unwrap();
        // What has no record has no line.
        write(2, 8, &Episode::default(), &mut text).unwrap();
        assert_eq!(text.lines().count(), 1);
        let mut records = Records::new();
        read("games/000001.jsonl", &text, &mut records).unwrap();
        assert_eq!(records.remove(&(2, 7)), Some(record));
        assert!(records.is_empty());
        let damaged = text.replace("\"nodes\":0", "\"nodes\":x");
        let error = read("games/000001.jsonl", &damaged, &mut records);
        let words = error.unwrap_err().to_string();
        assert!(
            words.contains("games/000001.jsonl") && words.contains("line 1"),
            "{words}"
        );
    }
}
