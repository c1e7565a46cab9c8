#![doc = include_str!("../README.md")]

mod claims;
mod minimaxing;
mod outcome;
mod rspsa;
mod seeding;
mod slide;
mod tournament;
mod workshop;

pub use workshop::{Changes, Context, Scale};

use ludometer_lab::present::{Agreement, Results};
use ludometer_lab::tune::TuneError;
use ludometer_report::Block;

/// A part of a paper that is computed, not played.
pub type ExactSection = fn() -> (Vec<Block>, Vec<Agreement>);

/// A part of a paper that is worked at, on the threads of the pool it is called in. What it has found
/// is kept in the store: it goes on where it stopped.
pub type Section = fn(&mut Context<'_>) -> Result<(Vec<Block>, Vec<Agreement>), TuneError>;

/// What a paper says in words of what was played, checked against a plan's rows.
pub type Claims = fn(&Results<'_>) -> (Vec<Block>, Vec<Agreement>);

/// A paper that can be reproduced.
pub struct Paper {
    /// The name on the command line.
    pub name: &'static str,
    /// Authors, year, title.
    pub title: &'static str,
    /// What is computed.
    pub exact: &'static [ExactSection],
    /// What is worked at, by section.
    pub worked: &'static [(&'static str, Section)],
    /// What is played.
    pub plans: &'static [&'static str],
    /// What is said of a plan's results.
    pub claims: &'static [(&'static str, Claims)],
}

/// Every paper that works so far.
pub fn papers() -> &'static [Paper] {
    &[
        Paper {
            name: "randomised-evaluation",
            title: "Althöfer and Heuser (2005): Randomised Evaluations in Single Agent Search",
            exact: &[slide::distances],
            worked: &[],
            plans: &[
                "slide-depth4",
                "slide-depth5",
                "slide-depth6",
                "slide-intensity",
                "slide-distance",
            ],
            claims: &[],
        },
        Paper {
            name: "expected-outcome",
            title: "Abramson and Korf (1987): A Model of Two-Player Evaluation Functions",
            exact: &[outcome::decisions],
            worked: &[],
            plans: &[
                "othello-sampler",
                "othello-tournament",
                "othello-guesses",
                "othello-sampling",
            ],
            claims: &[
                ("othello-tournament", tournament::tournament),
                ("othello-guesses", tournament::guesses),
            ],
        },
        Paper {
            name: "random-minimaxing",
            title: "Levene and Fenner: The Effect of Mobility on Minimaxing of Game Trees with Random Leaf Values",
            exact: &[minimaxing::examples],
            worked: &[],
            plans: &[
                "minimaxing-othello6",
                "minimaxing-othello8",
                "minimaxing-chess",
                "lookahead-random",
                "material-random",
                "randomness",
            ],
            claims: &[
                ("minimaxing-othello6", minimaxing::deeper_wins),
                ("minimaxing-othello8", minimaxing::deeper_wins),
                ("minimaxing-chess", minimaxing::deeper_wins),
                ("lookahead-random", minimaxing::lookahead_random),
                ("material-random", minimaxing::material_random),
            ],
        },
        Paper {
            name: "population-seeding",
            title: "Gaina, Lucas and Pérez-Liébana (2017): Population Seeding Techniques for Rolling Horizon Evolution in General Video Game Playing",
            exact: &[],
            worked: &[],
            plans: &["seeding-small", "seeding", "seeding-scales"],
            claims: &[("seeding", seeding::improved)],
        },
        Paper {
            name: "rspsa",
            title: "Kocsis, Szepesvári and Winands (2005): Universal Parameter Optimisation in Games Based on SPSA",
            exact: &[],
            worked: &[
                ("3.3", rspsa::devices),
                ("5.1", rspsa::opponent_model),
                ("5.2", rspsa::learned),
                ("5.3", rspsa::realisation),
            ],
            plans: &["loa-techniques"],
            claims: &[],
        },
    ]
}
