//! Lines of UCI: what engines answer, and what they are asked.

use ludometer_core::{Bound, Clock, Score, SearchStats};
use std::fmt::Write;
use std::time::Duration;

/// What an `info` line says.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Info<'a> {
    /// Depth, nodes, score and time.
    pub(crate) stats: SearchStats,
    /// Which of several lines it is, from 1.
    pub(crate) multipv: u32,
    /// The variation, moves with spaces between them.
    pub(crate) pv: Option<&'a str>,
}

/// Reads what follows the word `info`. Words that are not known are skipped, and so are numbers that
/// are none; `string` ends the line.
pub(crate) fn info(text: &str) -> Info<'_> {
    let mut info = Info {
        multipv: 1,
        ..Info::default()
    };
    let mut rest = text;
    while let Some((word, after)) = split(rest) {
        rest = after;
        let number = |after| split(after).map_or("", |(word, _)| word);
        match word {
            "depth" => read(number(after), &mut info.stats.depth),
            "seldepth" => read(number(after), &mut info.stats.seldepth),
            "nodes" => read(number(after), &mut info.stats.nodes),
            "time" => {
                let mut milliseconds = None;
                read(number(after), &mut milliseconds);
                info.stats.time = milliseconds.map(Duration::from_millis).or(info.stats.time);
            }
            "multipv" => info.multipv = number(after).parse().unwrap_or(1),
            "cp" => {
                if let Ok(score) = number(after).parse() {
                    info.stats.score = Some(Score::Centipawns(score));
                }
            }
            "mate" => {
                if let Ok(moves) = number(after).parse() {
                    info.stats.score = Some(Score::Mate(moves));
                }
            }
            // Of UGI: a score in the player's own units.
            "value" => match number(after).parse::<f64>() {
                Ok(value) if value.is_finite() => info.stats.score = Some(Score::Value(value)),
                _ => {}
            },
            "lowerbound" => info.stats.bound = Bound::Lower,
            "upperbound" => info.stats.bound = Bound::Upper,
            "pv" => {
                info.pv = Some(after.trim());
                return info;
            }
            "string" => return info,
            _ => {}
        }
    }
    info
}

/// The first word and what follows it.
pub(crate) fn split(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_ascii_start();
    if text.is_empty() {
        return None;
    }
    let end = text.find(|c: char| c.is_ascii_whitespace());
    Some(text.split_at(end.unwrap_or(text.len())))
}

fn read<T: std::str::FromStr>(word: &str, number: &mut Option<T>) {
    if let Ok(value) = word.parse() {
        *number = Some(value);
    }
}

/// A score as engines write it; in the player's own units with the word `value`, which only UGI knows.
pub(crate) fn write_score(score: Score, bound: Bound, line: &mut String) {
    let _ = match score {
        Score::Centipawns(hundredths) => write!(line, " score cp {hundredths}"),
        Score::Mate(moves) => write!(line, " score mate {moves}"),
        Score::Value(value) => write!(line, " score value {value}"),
        _ => Ok(()),
    };
    line.push_str(match bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    });
}

/// Adds the clocks of the players to a `go` command: `wtime` and so on in UCI, `p1time` in UGI.
pub(crate) fn write_clocks(
    clocks: &[Option<Clock>],
    mover: usize,
    names: Clocks,
    line: &mut String,
) {
    for (player, clock) in clocks.iter().enumerate() {
        let Some(clock) = clock else { continue };
        let name = names.of(player);
        let _ = write!(line, " {name}time {}", clock.remaining.as_millis());
    }
    for (player, clock) in clocks.iter().enumerate() {
        let Some(clock) = clock else { continue };
        let name = names.of(player);
        let _ = write!(line, " {name}inc {}", clock.increment.as_millis());
    }
    if let Some(moves) = clocks
        .get(mover)
        .copied()
        .flatten()
        .and_then(|clock| clock.moves_to_go)
    {
        let _ = write!(line, " movestogo {moves}");
    }
}

/// How clocks are named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Clocks {
    /// White and black.
    Colours,
    /// Players from 1.
    Players,
}

impl Clocks {
    fn of(self, player: usize) -> String {
        match (self, player) {
            (Clocks::Colours, 0) => "w".into(),
            (Clocks::Colours, _) => "b".into(),
            (Clocks::Players, player) => format!("p{}", player + 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn an_info_line_is_read() {
        let read = info(
            " depth 12 seldepth 17 multipv 2 score cp -31 upperbound nodes 20431 nps 1000 hashfull 3 tbhits 0 time 82 pv e2e4 e7e5",
        );
        let stats = SearchStats::default().with_depth(12).with_seldepth(17);
        let stats = stats.with_nodes(20431).with_time(Duration::from_millis(82));
        let stats = stats.with_score(Score::Centipawns(-31), Bound::Upper);
        assert_eq!(read.stats, stats);
        assert_eq!((read.multipv, read.pv), (2, Some("e2e4 e7e5")));
        let mate = info("depth 3 score mate -2 pv a1a2");
        assert_eq!(mate.stats.score, Some(Score::Mate(-2)));
        let value = info("score value 0.25 lowerbound");
        assert_eq!(value.stats.score, Some(Score::Value(0.25)));
        assert_eq!(value.stats.bound, Bound::Lower);
        // Texts are skipped, whatever they contain.
        let text = info("string depth 99 nodes 1");
        assert_eq!(text.stats, SearchStats::default());
        assert_eq!(
            info("depth x nodes -1 score cp 1e9 time").stats,
            SearchStats::default()
        );
    }

    #[test]
    fn scores_and_clocks_are_written_as_uci_wants_them() {
        let mut line = String::new();
        write_score(Score::Mate(3), Bound::Lower, &mut line);
        assert_eq!(line, " score mate 3 lowerbound");
        let second = Duration::from_secs(1);
        let clock = Clock::of(8 * second)
            .with_increment(second / 100)
            .with_moves_to_go(40);
        let other = Clock::of(7 * second);
        let mut line = "go".to_string();
        write_clocks(&[Some(clock), Some(other)], 0, Clocks::Colours, &mut line);
        assert_eq!(line, "go wtime 8000 btime 7000 winc 10 binc 0 movestogo 40");
        let mut line = "go".to_string();
        write_clocks(&[None, Some(other)], 0, Clocks::Players, &mut line);
        assert_eq!(line, "go p2time 7000 p2inc 0");
    }

    proptest! {
        #[test]
        fn any_info_line_is_read(text in "(depth|seldepth|nodes|time|multipv|score|cp|mate|value|lowerbound|upperbound|pv|string|-?[0-9]{1,30}|[a-h1-8é\u{0}]{0,5}| |\t){0,30}") {
            let read = info(&text);
            if let Some(pv) = read.pv {
                prop_assert!(text.contains(pv));
            }
        }

        #[test]
        fn what_is_written_is_read(cp in -5000i32..5000, mate in 1i32..50, value in -1e6f64..1e6, pick in 0usize..3) {
            let score = [Score::Centipawns(cp), Score::Mate(mate), Score::Value(value)][pick];
            for bound in [Bound::Exact, Bound::Lower, Bound::Upper] {
                let mut line = String::new();
                write_score(score, bound, &mut line);
                let read = info(&line);
                prop_assert_eq!((read.stats.score, read.stats.bound), (Some(score), bound));
            }
        }
    }
}
