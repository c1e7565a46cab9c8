//! Golden rows without the laboratory, for platforms that have neither a file system nor threads: reads
//! lines of `golden/rows.txt` on the standard input, plays what those about cells describe, and prints
//! each line again with the hash that its rows have here. `scripts/platforms wasm` runs it under
//! WebAssembly. A line does not say how many episodes it is of: the hash is taken after each, until it is
//! the recorded one or 300 were played. Lines that cannot be read back, such as shortened ones, are
//! counted on the standard error.
//!
//! With the argument `playthroughs` it prints random play of every shipped game instead, position by
//! position with all measures.

use ludometer_arena::env::MatchSpec;
use ludometer_arena::play::{Episode, MatchRules};
use ludometer_catalogue::shipped;
use ludometer_core::{Budget, Generator, Seed};
use ludometer_spec::param::Spelling;
use ludometer_spec::source::Span;
use ludometer_spec::spec::Spec;
use std::error::Error;
use std::io::{Read, Write};

/// The most episodes that a line is of.
const MOST: u64 = 300;

/// Games of each example, where they are written down.
const SEEDS: u64 = 4;

type Failed = Box<dyn Error>;

/// A spec as identities write it, read as people write it: without versions, and without the hash of a
/// video game's text.
fn spec(text: &str) -> Result<Spec, Failed> {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('@') {
        plain += before;
        rest = after.trim_start_matches(|sign: char| sign.is_ascii_digit());
    }
    plain += rest;
    if let Some((before, _)) = plain.clone().split_once(", content=") {
        plain = format!("{before})");
    }
    Spec::parse(&Span::whole("spec", &plain)).map_err(|error| error.to_string().into())
}

/// An episode as the laboratory records it, whose rows the recorded hashes are of: a zero has no sign.
fn recorded_row(mut episode: Episode) -> Episode {
    for seat in &mut episode.seats {
        seat.payoff += 0.0;
        seat.points += 0.0;
        seat.measured = seat.measured.map(|measured| measured + 0.0);
    }
    episode
}

/// The hash that the rows of a line have here, or why the line cannot be read.
fn hash(recorded: &str, subject: &str) -> Result<String, Failed> {
    let mut rules = MatchRules::default();
    let (mut game, mut start, mut measure) = (None, None, None);
    let (mut agents, mut seed) = (Vec::new(), 0);
    let fields = subject.split("; ").map(|field| field.split_once(' '));
    for field in fields {
        let (key, value) = field.ok_or("no value")?;
        match key {
            "game" => game = Some(value),
            "start" => start = Some(value),
            "seat" => agents.push(spec(value)?),
            "measure" => measure = Some(spec(value)?),
            "moves" => rules.moves = Some(value.parse()?),
            "steps" => rules.budget = Budget::of_steps(value.parse()?),
            "evaluations" => rules.budget = rules.budget.with_evaluations(value.parse::<u64>()?),
            // A line may be cut short anywhere.
            "mirror" if value == "yes" => rules.mirror = true,
            "generator" => rules.generator = Generator::MersenneTwister,
            "seed" => seed = value.parse()?,
            other => return Err(format!("the key `{other}`").into()),
        }
    }
    let (wanted_game, wanted_start) = (game.ok_or("no game")?, start.ok_or("no start")?);
    let failed = |error: ludometer_spec::source::Diagnostic| error.to_string();
    let (game, _) = shipped().open(&spec(wanted_game)?).map_err(failed)?;
    let start = spec(wanted_start)?;
    // A parameter that is left out of an identity has its neutral value, which may not be the default.
    let (seats, begin) = game
        .spelled(Spelling::Identity, &agents, &start)
        .map_err(failed)?;
    let all = seats.iter().map(|seat| format!("seat {seat}"));
    let all = [
        format!("game {}", game.identity()),
        format!("start {begin}"),
    ]
    .into_iter()
    .chain(all);
    if !subject.starts_with(&all.collect::<Vec<_>>().join("; ")) {
        return Err("it reads back as something else".into());
    }
    let prepared = game.prepare(&MatchSpec {
        agents: &agents,
        start: &start,
        measure: measure.as_ref(),
        rules,
        seed: Seed::new(seed),
    });
    let prepared = prepared.map_err(failed)?;
    let mut hasher = blake3::Hasher::new();
    let mut hash = String::new();
    for number in 0..MOST {
        let episode = recorded_row(prepared.play(number));
        hasher.update(episode.canonical_text(number).as_bytes());
        hash = hasher.finalize().to_hex()[..16].to_string();
        if hash == recorded {
            break;
        }
    }
    Ok(hash)
}

fn rows(out: &mut impl Write) -> Result<(), Failed> {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text)?;
    let (mut read, mut left) = (0, 0);
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let mut parts = line.splitn(3, "  ");
        let (Some(recorded), Some(kind), Some(subject)) =
            (parts.next(), parts.next(), parts.next())
        else {
            return Err(format!("no golden row: {line}").into());
        };
        // The others are about plans and tunings, which need the store.
        if !["agent", "evaluator", "game", "measure", "referee", "start"].contains(&kind) {
            left += 1;
            continue;
        }
        match hash(recorded, subject) {
            Ok(hash) => {
                read += 1;
                writeln!(out, "{hash}  {kind}  {subject}")?;
            }
            Err(_) => left += 1,
        }
    }
    writeln!(std::io::stderr(), "{read} rows played, {left} left out")?;
    Ok(())
}

fn playthroughs(out: &mut impl Write) -> Result<(), Failed> {
    let games = shipped().games().iter();
    for example in games.flat_map(|game| &game.examples) {
        let (game, _) = shipped()
            .open(&spec(example)?)
            .map_err(|error| error.to_string())?;
        for seed in 0..SEEDS {
            let played = game.playthrough(Seed::new(seed));
            for (number, line) in (1..).zip(played.lines()) {
                writeln!(out, "{example}, seed {seed}, line {number}: {line}")?;
            }
        }
    }
    Ok(())
}

fn main() -> Result<(), Failed> {
    let mut out = std::io::stdout().lock();
    match std::env::args().nth(1).as_deref() {
        Some("playthroughs") => playthroughs(&mut out),
        _ => rows(&mut out),
    }
}
