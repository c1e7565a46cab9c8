//! `ludometer vgdl replay`: recorded episodes, played again.

use super::super::Failure;
use super::super::corpus::Corpus;
use super::super::forms::ReplayedTrace;
use super::super::output::{emit, emit_json};
use super::super::progress::bar;
use super::super::schemas::Schema;
use super::super::visible::visible;
use clap::Args;
use flate2::read::GzDecoder;
use ludometer_catalogue::vgdl::Library;
use ludometer_vgdl::replay::{self, RecordedEpisode};
use rayon::prelude::*;
use std::io::Read;

/// Replay recorded episodes and compare every tick.
///
/// Compared are the positions of all sprites, score, result, avatar and the number of random draws. A trace
/// is JSON lines, plain or gzipped: a header (k = H) for each episode, then a line (k = T) for each tick. A
/// difference gives the exit code 1.
#[derive(Args)]
#[command(
    after_help = "Example:\n  ludometer vgdl replay traces/aliens.jsonl.gz --corpus gridphysics"
)]
pub(super) struct Replay {
    /// Trace files, .jsonl or .jsonl.gz.
    #[arg(required = true, value_name = "TRACE")]
    traces: Vec<String>,
    #[command(flatten)]
    corpus: Corpus,
    /// Write the results as JSON to FILE; `-` is stdout, instead of the lines.
    #[arg(long, value_name = "FILE")]
    json: Option<String>,
}

/// What became of one trace.
struct Replayed {
    episodes: usize,
    matched: usize,
    ticks: usize,
    /// The first difference, with the episode that has it.
    difference: Option<String>,
}

impl Replay {
    pub(super) fn go(self) -> Result<(), Failure> {
        let library = self.corpus.library()?;
        let progress = bar("replay", self.traces.len() as u64);
        let results: Vec<Result<Replayed, String>> = self
            .traces
            .par_iter()
            .map(|path| {
                let replayed = one(path, &library);
                progress.inc(1);
                replayed
            })
            .collect();
        progress.finish_and_clear();
        if self.json.as_deref() != Some("-") {
            let pairs = self.traces.iter().zip(&results);
            let lines: String = pairs.map(|(path, result)| line(path, result)).collect();
            emit(&visible(&lines, false), None)?;
        }
        if let Some(to) = &self.json {
            let pairs = self.traces.iter().zip(&results);
            let list: Vec<_> = pairs
                .map(|(path, result)| match result {
                    Ok(done) => ReplayedTrace::Replayed {
                        trace: path,
                        episodes: done.episodes,
                        matched: done.matched,
                        ticks: done.ticks,
                        difference: done.difference.as_deref(),
                    },
                    Err(error) => ReplayedTrace::Unreadable { trace: path, error },
                })
                .collect();
            emit_json(Schema::VgdlReplay, &list, to)?;
        }
        self.verdict(&results)
    }

    fn verdict(&self, results: &[Result<Replayed, String>]) -> Result<(), Failure> {
        let spoilt = results.iter().filter(|result| result.is_err()).count();
        if spoilt > 0 {
            let all = results.len();
            return Err(Failure::usage(format!(
                "{spoilt} of {all} traces cannot be replayed"
            )));
        }
        let sum =
            |part: fn(&Replayed) -> usize| -> usize { results.iter().flatten().map(part).sum() };
        let (episodes, matched) = (sum(|done| done.episodes), sum(|done| done.matched));
        match episodes == matched {
            true => Ok(()),
            false => Err(Failure::failed(format!(
                "{} of {episodes} episodes differ",
                episodes - matched
            ))),
        }
    }
}

fn line(path: &str, result: &Result<Replayed, String>) -> String {
    match result {
        Ok(done) => {
            let Replayed {
                episodes,
                matched,
                ticks,
                difference,
            } = done;
            let first = difference
                .iter()
                .map(|words| format!("\n  first difference: {words}"));
            let first: String = first.collect();
            format!("{path}: {matched} of {episodes} episodes match, {ticks} ticks{first}\n")
        }
        Err(message) => format!("{path}: {message}\n"),
    }
}

/// Reads a trace; gzip tells itself by its first two bytes.
fn text(path: &str) -> std::io::Result<String> {
    let bytes = std::fs::read(path)?;
    if !bytes.starts_with(&[0x1f, 0x8b]) {
        return String::from_utf8(bytes).map_err(std::io::Error::other);
    }
    let mut text = String::new();
    GzDecoder::new(&bytes[..]).read_to_string(&mut text)?;
    Ok(text)
}

fn one(path: &str, library: &Library) -> Result<Replayed, String> {
    let text = text(path).map_err(|error| format!("cannot be read: {error}"))?;
    let episodes = replay::read(&text).map_err(|error| error.to_string())?;
    if episodes.is_empty() {
        return Err("no episode is in it: a trace begins with a line of k = H".into());
    }
    let mut done = Replayed {
        episodes: episodes.len(),
        matched: 0,
        ticks: 0,
        difference: None,
    };
    for episode in &episodes {
        match again(episode, library)? {
            Ok(ticks) => {
                done.matched += 1;
                done.ticks += ticks;
            }
            Err(difference) => {
                done.difference.get_or_insert(difference);
            }
        }
    }
    Ok(done)
}

/// The ticks of an episode that matches, or how it differs; `Err` when its game is not there.
fn again(episode: &RecordedEpisode, library: &Library) -> Result<Result<usize, String>, String> {
    let header = &episode.header;
    let texts = library
        .texts(&header.game, header.level)
        .map_err(|diagnostic| diagnostic.to_string())?;
    let replayed = replay::replay(&texts.description, &texts.map, episode);
    Ok(replayed.map_err(|difference| {
        let (game, level, sequence) = (&header.game, header.level, header.seq);
        format!("{game}, level {level}, sequence {sequence}: {difference}")
    }))
}
