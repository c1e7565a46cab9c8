//! Plans as they are read and what is stored of them.

use super::watched::Figures;
use super::{Experiments, Extent, Kind, no_files};
use crate::problem::Problem;
use axum::http::StatusCode;
use ludometer_lab::plan::{self, Plan};
use ludometer_lab::present::Results;
use ludometer_lab::run::PlanPart;
use ludometer_lab::store::{Store, StoreError};
use ludometer_lab::tune::{self, Study};
use ludometer_report::Document;
use ludometer_spec::source::Span;
use serde::Serialize;
use std::sync::Arc;

/// A plan or a tuning that was read, with what is stored of it.
#[derive(Debug, Serialize)]
pub(crate) struct Stored {
    name: String,
    title: String,
    about: String,
    /// Its text.
    text: String,
    /// Episodes or trials that are stored, of those that belong to this size; nothing is said of tunings,
    /// whose trials are counted when they run.
    #[serde(skip_serializing_if = "Option::is_none")]
    stored: Option<u64>,
    of: u64,
    /// Tables of what is stored.
    #[serde(skip_serializing_if = "Option::is_none")]
    report: Option<serde_json::Value>,
    #[serde(skip)]
    pub(crate) figures: Vec<String>,
}

/// A text that was read without a mistake.
#[derive(Debug, Serialize)]
pub(crate) struct Checked {
    title: String,
    /// Cells of a plan, arms of a tuning.
    cells: usize,
    quick: u64,
    full: u64,
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Problem {
        Problem::said(StatusCode::CONFLICT, &error.to_string())
    }
}

impl Experiments {
    /// The plan of this name, or the text that stands for it.
    pub(super) fn plan(&self, name: &str, text: Option<&str>) -> Result<Plan, Problem> {
        Ok(match text {
            None => plan::find(name, &[], no_files, &self.registry)?,
            Some(text) => {
                let span = Span::whole(format!("{name}.toml"), text);
                Plan::read(name, &span, &[], &no_files, &self.registry)?
            }
        })
    }

    /// The tuning of this name, or the text that stands for it.
    pub(super) fn study(&self, name: &str, text: Option<&str>) -> Result<Study, Problem> {
        Ok(match text {
            None => tune::find_study(name, &[], no_files, &self.registry)?,
            Some(text) => {
                let span = Span::whole(format!("{name}.toml"), text);
                Study::read(name, &span, &[], &no_files, &self.registry)?
            }
        })
    }

    /// Reads a text and says what is wrong with it, and where.
    pub(crate) fn check(&self, kind: Kind, name: &str, text: &str) -> Result<Checked, Problem> {
        Ok(match kind {
            Kind::Plan => {
                let plan = self.plan(name, Some(text))?;
                Checked {
                    title: plan.title,
                    cells: plan.cells.len(),
                    quick: plan.quick,
                    full: plan.episodes,
                }
            }
            Kind::Tuning => {
                let study = self.study(name, Some(text))?;
                let first = study.arms.first().map(|arm| &arm.tuning);
                Checked {
                    quick: first.map_or(0, |tuning| tuning.quick),
                    full: first.map_or(0, |tuning| tuning.games),
                    cells: study.arms.len(),
                    title: study.title,
                }
            }
        })
    }

    /// Reads a plan or a tuning of the registry.
    pub(crate) fn known(&self, kind: Kind, name: &str) -> Result<Checked, Problem> {
        let text = match kind {
            Kind::Plan => self.plan(name, None)?.text,
            Kind::Tuning => self.study(name, None)?.text,
        };
        self.check(kind, name, &text)
    }

    /// A plan or a tuning with what is stored of it.
    pub(crate) fn stored(&self, kind: Kind, name: &str, extent: Extent) -> Result<Stored, Problem> {
        if kind == Kind::Tuning {
            let study = self.study(name, None)?;
            let counts = study.arms.iter().map(|arm| arm.tuning.count(extent.into()));
            return Ok(Stored {
                name: name.to_string(),
                of: counts.sum(),
                title: study.title,
                about: study.about,
                text: study.text,
                stored: None,
                report: None,
                figures: Vec::new(),
            });
        }
        let plan = self.plan(name, None)?;
        let count = plan.count(extent.into());
        let of = count * plan.cells.len() as u64;
        let mut stored = Stored {
            name: name.to_string(),
            title: plan.title.clone(),
            about: plan.about.clone(),
            text: plan.text.clone(),
            stored: Some(0),
            of,
            report: None,
            figures: Vec::new(),
        };
        if !self.store.exists() || count == 0 {
            return Ok(stored);
        }
        let store = Store::open_to_read(&self.store)?;
        let missing = PlanPart::WHOLE.missing(&plan, count, &store)?;
        stored.stored = Some(of.saturating_sub(missing));
        if missing < of {
            let (report, figures) = presented(&plan, count, &store)?.parts();
            stored.report = Some(report);
            stored.figures = figures;
        }
        Ok(stored)
    }

    /// A figure of what is stored.
    pub(crate) fn figure(
        &self,
        name: &str,
        extent: Extent,
        number: usize,
    ) -> Result<String, Problem> {
        let stored = self.stored(Kind::Plan, name, extent)?;
        stored.figures.get(number).cloned().ok_or_else(|| {
            Problem::missing(format!("`{name}` has no figure {number}"))
                .remedy("figures are numbered from 0; they are there once something is stored")
        })
    }
}

/// What rows say, with every episode that is stored by now.
pub(super) fn presented(plan: &Plan, count: u64, store: &Store) -> Result<Figures, Problem> {
    let results = Results::read(plan, count, store)?;
    let (blocks, _) = results.present()?;
    let document = Document::new(&plan.title).blocks(blocks);
    Ok(Figures::of(Arc::new(document)))
}
