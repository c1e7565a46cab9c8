//! A fingerprint of behaviour: it changes exactly when some registered thing plays otherwise.

use crate::play::House;
use crate::registry::{self, Seating, games};
use crate::source::{Fault, Place};
use crate::spec::Spec;
use ludometer_core::{Budget, Generator, Seed};

/// One spec for each agent that has something to show.
const SHOWN: [&str; 22] = [
    "random",
    "depth(t=2)",
    "depth(t=2, leaf=add(points, 1))",
    "alphabeta(t=3, leaf=points)",
    "pvs(t=6, tt=12, leaf=points)",
    "mia(t=6, tt=12)",
    "automaton(t=3)",
    "automaton(t=2, alpha=3, ends=recognised)",
    "variety(5, depth(t=2))",
    "sampler(0.2, first=4, most=16)",
    "flat(playouts=30, outcome=points)",
    "uct(playouts=50)",
    "beam(width=10)",
    "astar(weight=2, expansions=300)",
    "swift(t=3, leaf=norm-minus(euclidean, 1))",
    "swift(t=2, leaf=comb(l2, 1, permutation))",
    "tight(samples=20)",
    "loose(samples=20)",
    "one-step",
    "open-loop(l=6, most=40)",
    "rolling(p=3, l=5, sow=one-step, most=20)",
    "rolling(p=1, l=6, sow=tree, most=20)",
];

/// A hash over episodes of every agent at every game it fits, and over every playthrough.
pub fn fingerprint() -> Result<String, Fault> {
    let mut hasher = blake3::Hasher::new();
    for example in games().iter().flat_map(|game| game.examples) {
        let (game, name) = registry::open(&Spec::parse(&Place::whole("game", *example))?)?;
        hasher.update(game.playthrough(Seed::new(1)).as_bytes());
        for agent in SHOWN {
            let spec = Spec::parse(&Place::whole("agent", agent))?;
            let agents = vec![spec; game.facts().players];
            let start = Spec::parse(&Place::whole("start", "walk(3)"))?;
            let seating = Seating {
                agents: &agents,
                start: &start,
                measure: None,
                house: House {
                    moves: Some(20),
                    budget: Budget::of_steps(2000),
                    opening: None,
                    mirror: false,
                    generator: Generator::Xoshiro,
                },
                seed: Seed::new(1),
            };
            // What does not fit is refused at the door and leaves no trace.
            let Ok(table) = game.lay(&seating) else {
                continue;
            };
            for episode in 0..5 {
                hasher.update(format!("{name} {agent} {:?}\n", table.play(episode)).as_bytes());
            }
        }
    }
    Ok(hasher.finalize().to_hex()[..16].to_string())
}
