//! Random play of every game that ships, written down position by position with all measures: text that
//! must be the same on every platform, also where there is neither a file system nor a thread.
//! `scripts/platforms wasm` compares what this prints under WebAssembly with what it prints here.

use ludometer_catalogue::shipped;
use ludometer_core::Seed;
use ludometer_spec::source::Span;
use ludometer_spec::spec::Spec;
use std::error::Error;
use std::io::Write;

/// Games of each example.
const SEEDS: u64 = 4;

fn main() -> Result<(), Box<dyn Error>> {
    let mut out = std::io::stdout().lock();
    let games = shipped().games().iter();
    for example in games.flat_map(|game| &game.examples) {
        let spec = Spec::parse(&Span::whole("game", example)).map_err(|error| error.to_string())?;
        let (game, _) = shipped().open(&spec).map_err(|error| error.to_string())?;
        for seed in 0..SEEDS {
            let played = game.playthrough(Seed::new(seed));
            for (number, line) in (1..).zip(played.lines()) {
                writeln!(out, "{example}, seed {seed}, line {number}: {line}")?;
            }
        }
    }
    Ok(())
}
