//! The list of plans and tunings.

use super::{Experiments, no_files};
use ludometer_lab::{plan, tune};
use serde::Serialize;

/// Everything that can be run.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Listing {
    plans: Vec<Listed>,
    tunings: Vec<Listed>,
}

/// A plan or a tuning.
#[derive(Clone, Debug, Serialize)]
struct Listed {
    name: String,
    title: String,
    about: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    paper: Option<String>,
    /// Cells of a plan, arms of a tuning.
    cells: usize,
    /// Episodes of each cell, or trials of each arm, at quick and at full size.
    quick: u64,
    full: u64,
    /// Why it cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

impl Listed {
    fn broken(name: &str, error: &dyn std::fmt::Display) -> Listed {
        Listed {
            name: name.to_string(),
            title: name.to_string(),
            about: String::new(),
            paper: None,
            cells: 0,
            quick: 0,
            full: 0,
            error: Some(error.to_string()),
        }
    }
}

impl Experiments {
    /// The list, read once: reading a plan opens its games.
    pub(crate) fn listing(&self) -> &Listing {
        self.listing.get_or_init(|| {
            let registry = &self.registry;
            let plan = |name: &str| match plan::find(name, &[], no_files, registry) {
                Ok(plan) => Listed {
                    name: name.to_string(),
                    title: plan.title,
                    about: plan.about,
                    paper: plan.paper,
                    cells: plan.cells.len(),
                    quick: plan.quick,
                    full: plan.episodes,
                    error: None,
                },
                Err(error) => Listed::broken(name, &error),
            };
            let tuning = |name: &str| match tune::find_study(name, &[], no_files, registry) {
                Ok(study) => {
                    let first = study.arms.first().map(|arm| &arm.tuning);
                    Listed {
                        name: name.to_string(),
                        quick: first.map_or(0, |tuning| tuning.quick),
                        full: first.map_or(0, |tuning| tuning.games),
                        cells: study.arms.len(),
                        title: study.title,
                        about: study.about,
                        paper: None,
                        error: None,
                    }
                }
                Err(error) => Listed::broken(name, &error),
            };
            Listing {
                plans: registry
                    .plans()
                    .iter()
                    .map(|text| plan(&text.name))
                    .collect(),
                tunings: registry
                    .tunings()
                    .iter()
                    .map(|text| tuning(&text.name))
                    .collect(),
            }
        })
    }
}
