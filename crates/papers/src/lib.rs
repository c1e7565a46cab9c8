#![doc = include_str!("../README.md")]

mod claims;
mod context;
mod minimaxing;
mod outcome;
mod reproduction;
mod rspsa;
mod seeding;
mod slide;
mod tournament;

pub use claims::{ClaimResult, ClaimVerdict, Hypothesis};
pub use context::{Changes, Context, Scale};
pub use reproduction::{
    ControlTotal, Finding, PaperPart, ReproduceError, Reproduction, Totals, VERSION, plans, report,
    reproduce, summary,
};

use ludometer_lab::present::Results;
use ludometer_lab::tune::TuneError;

/// A part of a paper that is computed, not played.
pub type ExactSection = fn() -> Finding;

/// A part of a paper that is tuned or learned. What it has found is kept in the store: it goes on where
/// it stopped.
pub type Section = fn(&mut Context<'_>) -> Result<Finding, TuneError>;

/// What a paper says in words of what was played, checked against a plan's rows.
pub type Claims = fn(&Results<'_>) -> Finding;

/// A plan with published figures, and controls: what is changed in it on purpose to see whether its
/// tables would notice.
pub struct PaperPlan {
    /// The name of the plan.
    pub name: &'static str,
    /// What is changed, and the settings that change it.
    pub controls: &'static [(&'static str, &'static [&'static str])],
}

impl PaperPlan {
    const fn new(name: &'static str) -> PaperPlan {
        PaperPlan {
            name,
            controls: &[],
        }
    }
}

/// A paper that can be reproduced.
pub struct Paper {
    /// The name on the command line.
    pub name: &'static str,
    /// Authors, year, title.
    pub title: &'static str,
    /// What is computed, by section.
    pub exact: &'static [(&'static str, ExactSection)],
    /// What is tuned or learned, by section.
    pub sections: &'static [(&'static str, Section)],
    /// What is played.
    pub plans: &'static [PaperPlan],
    /// What is said of a plan's results.
    pub claims: &'static [(&'static str, Claims)],
}

/// Every paper that works so far.
pub fn papers() -> &'static [Paper] {
    static PAPERS: [Paper; 5] = [
        Paper {
            name: "randomised-evaluation",
            title: "Althöfer and Heuser (2005): Randomised Evaluations in Single Agent Search",
            exact: &[("2", slide::distances)],
            sections: &[],
            plans: &[
                PaperPlan {
                    name: "slide-depth4",
                    controls: &[(
                        "one ply short",
                        &[r#"seats=["depth-fast(t=3, leaf={leaf})"]"#],
                    )],
                },
                PaperPlan {
                    name: "slide-depth5",
                    controls: &[(
                        "one ply short",
                        &[r#"seats=["depth-fast(t=4, leaf={leaf})"]"#],
                    )],
                },
                PaperPlan {
                    name: "slide-depth6",
                    controls: &[(
                        "one ply short",
                        &[r#"seats=["depth-fast(t=5, leaf={leaf})"]"#],
                    )],
                },
                PaperPlan::new("slide-intensity"),
                PaperPlan::new("slide-distance"),
            ],
            claims: &[("slide-distance", slide::effect_by_distance)],
        },
        Paper {
            name: "expected-outcome",
            title: "Abramson and Korf (1987): A Model of Two-Player Evaluation Functions",
            exact: &[("III.A", outcome::decisions)],
            sections: &[],
            plans: &[
                PaperPlan::new("othello-sampler"),
                PaperPlan::new("othello-tournament"),
                PaperPlan::new("othello-guesses"),
                PaperPlan::new("othello-sampling"),
            ],
            claims: &[
                ("othello-tournament", tournament::tournament),
                ("othello-guesses", tournament::guesses),
            ],
        },
        Paper {
            name: "random-minimaxing",
            title: "Levene and Fenner: The Effect of Mobility on Minimaxing of Game Trees with Random Leaf Values",
            exact: &[("6", minimaxing::examples)],
            sections: &[],
            plans: &[
                PaperPlan::new("minimaxing-othello6"),
                PaperPlan::new("minimaxing-othello8"),
                PaperPlan::new("minimaxing-chess"),
                PaperPlan::new("lookahead-random"),
                PaperPlan::new("material-random"),
                PaperPlan::new("randomness"),
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
            sections: &[],
            plans: &[
                PaperPlan::new("seeding-small"),
                PaperPlan::new("seeding"),
                PaperPlan::new("seeding-scales"),
            ],
            claims: &[("seeding", seeding::improved)],
        },
        Paper {
            name: "rspsa",
            title: "Kocsis, Szepesvári and Winands (2005): Universal Parameter Optimisation in Games Based on SPSA",
            exact: &[],
            sections: &[
                ("3.3", rspsa::variance_reduction),
                ("5.1", rspsa::opponent_model),
                ("5.2", rspsa::learned),
                ("5.3", rspsa::realisation),
            ],
            plans: &[PaperPlan::new("loa-techniques")],
            claims: &[],
        },
    ];
    &PAPERS
}
