//! The targets of `scripts/fuzz` on their seeds and on mutations of them: what guided fuzzing found
//! once stays found, without its tools.

#[path = "../../../fuzz/targets/mod.rs"]
mod targets;

use ludometer_core::{Generator, Rng, Seed};
use std::path::{Path, PathBuf};
use targets::{TARGETS, Target};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The seeds of a target, in the order of their names.
fn seeds(name: &str) -> Vec<(String, Vec<u8>)> {
    let folder = root().join("fuzz/corpus").join(name);
    let files = std::fs::read_dir(&folder);
    let files = files.unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut seeds: Vec<_> = files
        .map(|file| {
            let file = file.unwrap();
            let name = file.file_name().into_string().unwrap();
            (name, std::fs::read(file.path()).unwrap())
        })
        .collect();
    seeds.sort();
    seeds
}

/// Some bytes changed, added, removed or taken from another seed.
fn mutated(bytes: &[u8], other: &[u8], rng: &mut Rng) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..=rng.below(3) {
        let at = rng.index(bytes.len() + 1);
        let end = (at + rng.index(9)).min(bytes.len());
        match rng.below(5) {
            0 if at < bytes.len() => bytes[at] ^= 1 << rng.below(8),
            1 => bytes.insert(at, rng.below(256) as u8),
            2 => drop(bytes.drain(at..end)),
            3 => {
                let again = bytes[at..end].repeat(1 + rng.index(40));
                bytes.splice(at..at, again);
            }
            _ => {
                let from = rng.index(other.len() + 1);
                let to = (from + rng.index(24)).min(other.len());
                bytes.splice(at..end, other[from..to].iter().copied());
            }
        }
    }
    bytes
}

/// Runs a target; what it panics at is told as Rust writes bytes, so that it can be made a seed.
fn feed(name: &str, seed: &str, target: Target, bytes: &[u8]) {
    let fed = std::panic::catch_unwind(|| target(bytes));
    assert!(fed.is_ok(), "{name}/{seed}: b\"{}\"", bytes.escape_ascii());
}

/// Mutations of each seed; targets that start programs or write files get fewer.
fn effort(name: &str) -> u32 {
    match name {
        "engine" | "valid-plan" | "valid-tuning" => 1,
        "store" | "archive" | "manager" | "laws" => 8,
        _ => 40,
    }
}

#[test]
fn every_target_holds_on_its_seeds_and_near_them() {
    for (name, target) in TARGETS {
        if cfg!(not(unix)) && name == "engine" {
            continue;
        }
        let seeds = seeds(name);
        assert!(!seeds.is_empty(), "{name} has no seed");
        let mut rng = Seed::new(32).named(name).rng(Generator::Xoshiro);
        for (at, (seed, bytes)) in seeds.iter().enumerate() {
            feed(name, seed, target, bytes);
            let (_, other) = &seeds[(at + 1) % seeds.len()];
            for _ in 0..effort(name) {
                feed(name, seed, target, &mutated(bytes, other, &mut rng));
            }
        }
    }
}

/// Seeds belong to a target, and are small.
#[test]
fn every_folder_of_seeds_has_a_target() {
    for folder in std::fs::read_dir(root().join("fuzz/corpus")).unwrap() {
        let name = folder.unwrap().file_name().into_string().unwrap();
        let known = TARGETS.iter().any(|(target, _)| *target == name);
        assert!(known, "fuzz/corpus/{name} belongs to no target");
        for (seed, bytes) in seeds(&name) {
            assert!(
                bytes.len() <= 32 << 10,
                "{name}/{seed} has {} bytes",
                bytes.len()
            );
        }
    }
}
