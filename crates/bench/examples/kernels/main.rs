//! Hot kernels with a fixed amount of work: no clock, no entropy, one thread. `scripts/instructions`
//! runs each of them under callgrind and compares the counts with those that were committed.
//!
//! Without an argument the names are listed; with a name that kernel is run once and a checksum of
//! what it computed is printed; `--target` prints what the binary was compiled for. Counts of kernels
//! whose checksums differ say nothing about speed.

mod decide;
mod lab;
mod omaha;
mod play;
mod search;
mod slide;
mod video;

use std::hash::Hasher;
use std::io::Write;
use std::process::ExitCode;

/// A kernel that is ready to run, and what it computes.
type Work = Box<dyn FnMut() -> Result<u64, String>>;

/// A kernel by name.
#[derive(Clone, Copy)]
struct Kernel {
    name: &'static str,
    /// Makes everything ready that is not to be counted.
    prepare: fn() -> Result<Work, String>,
}

/// Numbers mixed into one, in their order.
#[derive(Clone, Copy, Default)]
struct Checksum(u64);

impl Checksum {
    fn add(&mut self, number: u64) {
        // The multiplier of Fx hashing: odd, with bits spread evenly.
        self.0 = (self.0.rotate_left(5) ^ number).wrapping_mul(0x517c_c1b7_2722_0a95);
    }

    fn add_real(&mut self, number: f64) {
        self.add(number.to_bits());
    }
}

impl Hasher for Checksum {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.add(u64::from(byte)));
    }

    fn write_u8(&mut self, number: u8) {
        self.add(u64::from(number));
    }

    fn write_u16(&mut self, number: u16) {
        self.add(u64::from(number));
    }
}

fn kernels() -> Vec<Kernel> {
    [
        play::KERNELS,
        search::KERNELS,
        slide::KERNELS,
        video::KERNELS,
        omaha::KERNELS,
        lab::KERNELS,
    ]
    .concat()
}

/// What is counted: callgrind is told to collect between entry and return of this function.
#[inline(never)]
fn measured(work: &mut Work) -> Result<u64, String> {
    work()
}

/// The processor that the compiler could rely on, by those features that change counts.
fn target() -> String {
    let features = [
        ("sse2", cfg!(target_feature = "sse2")),
        ("sse4.2", cfg!(target_feature = "sse4.2")),
        ("popcnt", cfg!(target_feature = "popcnt")),
        ("lzcnt", cfg!(target_feature = "lzcnt")),
        ("bmi1", cfg!(target_feature = "bmi1")),
        ("bmi2", cfg!(target_feature = "bmi2")),
        ("fma", cfg!(target_feature = "fma")),
        ("avx2", cfg!(target_feature = "avx2")),
        ("avx512f", cfg!(target_feature = "avx512f")),
        ("neon", cfg!(target_feature = "neon")),
    ];
    let on = features.iter().filter(|(_, on)| *on);
    let words = [std::env::consts::ARCH, std::env::consts::OS].into_iter();
    let words: Vec<&str> = words.chain(on.map(|(name, _)| *name)).collect();
    words.join(" ")
}

fn run(name: &str) -> Result<u64, String> {
    let kernels = kernels();
    let Some(kernel) = kernels.iter().find(|kernel| kernel.name == name) else {
        return Err(format!(
            "there is no kernel `{name}`; without an argument all names are listed"
        ));
    };
    let mut work = (kernel.prepare)()?;
    measured(&mut work)
}

fn answer(mut arguments: impl Iterator<Item = String>) -> Result<String, String> {
    match (arguments.next(), arguments.next()) {
        (None, _) => Ok(kernels()
            .iter()
            .map(|kernel| format!("{}\n", kernel.name))
            .collect()),
        (Some(flag), None) if flag == "--target" => Ok(format!("{}\n", target())),
        (Some(name), None) => run(&name).map(|checksum| format!("{checksum:016x}\n")),
        (Some(_), Some(more)) => Err(format!(
            "`{more}` is one argument too many: name one kernel"
        )),
    }
}

fn main() -> ExitCode {
    let written = answer(std::env::args().skip(1)).and_then(|text| {
        let written = std::io::stdout().write_all(text.as_bytes());
        written.map_err(|error| format!("nothing can be written to the standard output: {error}"))
    });
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            // There is nobody left to tell if this fails too.
            let _ = writeln!(std::io::stderr(), "error: {message}");
            ExitCode::FAILURE
        }
    }
}
