//! One program for all targets: `LUDOMETER_FUZZ` names the one that it runs. `scripts/fuzz` starts it.
#![no_main]

#[path = "../targets/mod.rs"]
mod targets;

use std::sync::LazyLock;
use targets::{TARGETS, Target};

static TARGET: LazyLock<Target> = LazyLock::new(|| {
    let wanted = std::env::var("LUDOMETER_FUZZ").unwrap_or_default();
    let found = TARGETS.iter().find(|(name, _)| *name == wanted);
    let Some((_, target)) = found else {
        let names: Vec<&str> = TARGETS.iter().map(|(name, _)| *name).collect();
        panic!("LUDOMETER_FUZZ names a target: {}", names.join(", "));
    };
    *target
});

libfuzzer_sys::fuzz_target!(|data: &[u8]| TARGET(data));
