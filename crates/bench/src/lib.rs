#![doc = include_str!("../README.md")]
//!
//! Wall time and processor time are read here and nowhere else; nothing here is a test.

mod by_hand;
mod cluster;
mod decisions;
mod laboratory;
mod matches;
mod odds;
mod omaha;
mod planning;
mod play;
mod search;
mod slide;
mod usage;

pub mod coverage;
pub mod tune;
pub mod vgdl;

pub use usage::Usage;

use serde::Serialize;

/// One figure.
#[derive(Clone, Debug, Serialize)]
pub struct Figure {
    /// What was done.
    pub what: String,
    /// The figure.
    pub value: f64,
    /// Its unit.
    pub unit: &'static str,
    /// What we want it to be, in words.
    pub goal: Option<&'static str>,
    /// How many times the figure it is compared with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub share: Option<f64>,
}

impl Figure {
    fn new(what: impl Into<String>, value: f64, unit: &'static str) -> Figure {
        Figure {
            what: what.into(),
            value,
            unit,
            goal: None,
            share: None,
        }
    }

    fn share(mut self, of: f64) -> Figure {
        self.share = Some(self.value / of);
        self
    }

    fn goal(mut self, goal: &'static str) -> Figure {
        self.goal = Some(goal);
        self
    }
}

/// A group of figures that is measured together.
pub struct Bench {
    /// The name on the command line.
    pub name: &'static str,
    /// What it measures.
    pub about: &'static str,
    /// Takes the figures; `folder` is for files that may be thrown away.
    pub run: fn(folder: &std::path::Path) -> Result<Vec<Figure>, String>,
}

/// Benchmarks that take long and are run only when they are named.
pub fn long_benches() -> &'static [Bench] {
    &[
        Bench {
            name: "memory-large",
            about: "a hundred million hands of Kuhn poker: the largest memory of the process (minutes)",
            run: laboratory::memory_large,
        },
        Bench {
            name: "cluster",
            about: "a simulated cluster: ten thousand parts, some of them killed, united and reported (minutes)",
            run: cluster::cluster,
        },
    ]
}

/// Every benchmark that is run unless one is named.
pub fn benches() -> &'static [Bench] {
    &[
        Bench {
            name: "retrograde",
            about: "the full table of SlideThree",
            run: slide::retrograde,
        },
        Bench {
            name: "depth",
            about: "decisions of depth-t search, plain and by the horizon",
            run: slide::depth,
        },
        Bench {
            name: "tables",
            about: "Tables A1 to A3 as published: 105 cells of 1068 episodes",
            run: slide::tables,
        },
        Bench {
            name: "solve",
            about: "SlideFour from nothing: solution and proof",
            run: slide::solve,
        },
        Bench {
            name: "decisions",
            about: "the decision quality of ten functions in the whole of 4x4 tic-tac-toe",
            run: decisions::decisions,
        },
        Bench {
            name: "playouts",
            about: "random play through the contract, beside a loop without it",
            run: play::playouts,
        },
        Bench {
            name: "odds",
            about: "random minimaxing: odds of positions, and the automaton",
            run: odds::odds,
        },
        Bench {
            name: "search",
            about: "principal-variation search: its speed, and nodes to a depth without each technique",
            run: search::search,
        },
        Bench {
            name: "omaha",
            about: "Omaha Hi-Lo: evaluations, random hands and expected shares",
            run: omaha::omaha,
        },
        Bench {
            name: "coverage",
            about: "how often intervals of tables hold a known truth (minutes)",
            run: coverage::coverage,
        },
        Bench {
            name: "store",
            about: "a million hands of Kuhn poker: played and stored, resumed, read, reported, merged",
            run: laboratory::store,
        },
        Bench {
            name: "memory",
            about: "ten million hands of Kuhn poker: the largest memory of the process",
            run: laboratory::memory,
        },
        Bench {
            name: "threads",
            about: "two threads against one",
            run: laboratory::threads,
        },
        Bench {
            name: "matches",
            about: "matches of engines: what the manager costs, time losses (needs stockfish), and reopening",
            run: matches::matches,
        },
        Bench {
            name: "vgdl",
            about: "the shipped games of VGDL: advances a second from mid-game states",
            run: vgdl::vgdl,
        },
        Bench {
            name: "planning",
            about: "agents that plan ahead, over the bare forward model",
            run: planning::planning,
        },
        Bench {
            name: "tune",
            about: "tuners: what they cost, and the regret of what they recommend",
            run: tune::tune,
        },
    ]
}
