//! `ludometer reproduce`: the papers' tables beside their published figures.

use super::Failure;
use super::corpus::Corpus;
use super::forms::Reproductions;
use super::log::say;
use super::output::{Format, emit, emit_json, render};
use super::part::Dealing;
use super::progress::{bar, stop};
use super::resources::pool;
use super::run::{StoreOptions, complete};
use super::schemas::Schema;
use clap::Args;
use ludometer_arena::registry::Registry;
use ludometer_lab::run::PlanPart;
use ludometer_papers::{
    Changes, Context, Paper, PaperPart, Reproduction, Scale, VERSION, papers, plans, report,
    reproduce, summary,
};
use ludometer_report::Document;
use ludometer_spec::source::Diagnostic;
use std::sync::atomic::{AtomicU64, Ordering};

/// Reproduce published experiments and compare with the published figures.
///
/// Quick by default: fewer episodes per cell, minutes for everything. A published cell is consistent or
/// differs, by a prediction interval from both samples; a table is confirmed or refuted by one pooled test, or
/// "cannot tell" where the test has too little power against wrong players; a claim is confirmed, refuted or
/// undecided on our own data. docs/verdicts.md defines the words.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  ludometer reproduce randomised-evaluation --full --format html --output slide.html\n  ludometer reproduce rspsa --middle --section 5.2 --iterations 20"
)]
pub(super) struct Reproduce {
    /// Papers to reproduce [default: all].
    papers: Vec<String>,
    /// Play as many episodes as published.
    #[arg(long)]
    full: bool,
    /// Play a size between quick and full, less than an hour, for sections that have one.
    #[arg(long, conflicts_with = "full")]
    middle: bool,
    /// Run only this section, as in `--section 5.2` of `rspsa`.
    #[arg(long, value_name = "NUMBER")]
    section: Option<String>,
    /// Forward-model calls per Lines of Action move while `rspsa` tunes; the reference search that scores
    /// moves gets 40 times as many.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    nodes: Option<u64>,
    /// Sampled card configurations per poker decision in `rspsa`.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    samples: Option<u64>,
    /// Iterations of every tuning in `rspsa`; a larger number continues a shorter run.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    iterations: Option<u64>,
    /// Random seed of tuning and learning in `rspsa`.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(..=1 << 53))]
    seed: Option<u64>,
    #[command(flatten)]
    dealing: Dealing,
    #[command(flatten)]
    storage: StoreOptions,
    #[command(flatten)]
    corpus: Corpus,
    /// Format of the tables.
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
    /// Write the whole report to FILE in the given format [default: stdout, tables as they are done].
    #[arg(long, short, value_name = "FILE")]
    output: Option<String>,
    /// Write all verdicts and figures as JSON to FILE; `-` is stdout, instead of the tables.
    #[arg(long, value_name = "FILE")]
    json: Option<String>,
}

impl Reproduce {
    pub(super) fn go(self, registry: &Registry) -> Result<(), Failure> {
        let registry = self.corpus.registry(registry)?;
        let wanted = self.wanted()?;
        self.is_about(&wanted)?;
        if let Some(part) = self.dealing.part()? {
            return self.part(part, &wanted, &registry);
        }
        let reproductions = self.reproduce(&wanted, &registry)?;
        let screen = summary(&reproductions);
        match (&self.json, &self.output) {
            (Some(to), _) if to == "-" => {}
            (_, Some(path)) => {
                emit(&render(&report(&reproductions), self.format), Some(path))?;
                emit(&render(&screen, Format::Table), None)?;
                say(&format!("the report is in {path}"));
            }
            (_, None) => emit(&render(&screen, self.format), None)?,
        }
        match &self.json {
            Some(to) => emit_json(
                Schema::Reproduce,
                &Reproductions {
                    format: "ludometer-reproductions",
                    version: VERSION,
                    papers: &reproductions,
                },
                to,
            ),
            None => Ok(()),
        }
    }

    fn scale(&self) -> Scale {
        match (self.full, self.middle) {
            (true, _) => Scale::Full,
            (_, true) => Scale::Middle,
            _ => Scale::Quick,
        }
    }

    /// Plays a part of every plan of the papers. What is tuned or learned does not come in parts: it is done
    /// when the stores are united.
    fn part(&self, part: PlanPart, wanted: &[&Paper], registry: &Registry) -> Result<(), Failure> {
        if let Some(section) = &self.section {
            return Err(Failure::usage(format!(
                "section {section} is tuned or learned, and does not come in parts\nhint: omit --section, or --part"
            )));
        }
        let mut store = self.storage.open()?;
        let mut played = 0;
        for paper in wanted {
            for (plan, count) in plans(paper, self.scale(), registry)? {
                if let Some(share) = self.dealing.share(&plan, count)? {
                    played += complete(&plan, &share, &mut store, &self.storage)?.played;
                }
            }
        }
        say(&format!("{played} episodes were played now"));
        say(&format!(
            "part {part} is complete; `ludometer store merge {} ... --into FILE` unites it with the others",
            self.storage.store
        ));
        Ok(())
    }

    /// Reproduces all that is wanted under one bar; tables are printed when they are done.
    fn reproduce(
        &self,
        wanted: &[&Paper],
        registry: &Registry,
    ) -> Result<Vec<Reproduction>, Failure> {
        /// The length of a step on the bar.
        const STEP: u64 = 1000;
        let scale = self.scale();
        let pool = pool(self.storage.threads)?;
        let threads = pool.current_num_threads();
        tracing::info!(threads, store = %self.storage.store, "reproducing");
        let section = self.section.as_deref();
        let steps: usize = wanted.iter().map(|paper| paper.steps(section)).sum();
        let bar = bar("reproduce", steps as u64 * STEP);
        let finished = AtomicU64::new(0);
        let prints = self.output.is_none() && self.json.as_deref() != Some("-");
        let mut store = self.storage.open()?;
        let mut reproductions = Vec::new();
        for paper in wanted {
            if prints {
                bar.suspend(|| emit(&render(&Document::new(paper.title), self.format), None))?;
            }
            let watch = |what: &str, done: u64, of: u64| {
                bar.set_message(format!("{} {what}", paper.name));
                let before = finished.load(Ordering::Relaxed) * STEP;
                bar.set_position(before + done.min(of) * STEP / of.max(1));
            };
            let done = |part: &PaperPart| {
                bar.set_position((finished.fetch_add(1, Ordering::Relaxed) + 1) * STEP);
                if prints && !part.finding.blocks.is_empty() {
                    let blocks = part.finding.blocks.clone();
                    let title = String::new();
                    let text = render(&Document::new(title).blocks(blocks), self.format);
                    // A closed pipe is noticed by what is written last.
                    let _ = bar.suspend(|| emit(&text, None));
                }
            };
            let mut context = Context {
                scale,
                changes: Changes {
                    nodes: self.nodes,
                    samples: self.samples,
                    iterations: self.iterations,
                    seed: self.seed,
                },
                registry,
                store: &mut store,
                threads,
                stop: stop(),
                section,
                watch: &watch,
                done: &done,
            };
            let reproduced = pool.install(|| reproduce(paper, &mut context));
            if reproduced.is_err() {
                bar.finish_and_clear();
            }
            reproductions.push(reproduced?);
        }
        bar.finish_and_clear();
        Ok(reproductions)
    }

    fn wanted(&self) -> Result<Vec<&'static Paper>, Failure> {
        let known = |name: &String| {
            let names = papers().iter().map(|paper| paper.name);
            let found = papers().iter().find(|paper| paper.name == name);
            found.ok_or_else(|| {
                Diagnostic::new(format!("there is no paper `{name}` yet")).known(name, names)
            })
        };
        match self.papers.is_empty() {
            true => Ok(papers().iter().collect()),
            false => Ok(self
                .papers
                .iter()
                .map(known)
                .collect::<Result<_, Diagnostic>>()?),
        }
    }

    /// What some tuning is to do differently must have a tuning to go to.
    fn is_about(&self, wanted: &[&Paper]) -> Result<(), Failure> {
        let given = [
            self.section.as_ref().map(|_| "--section"),
            self.nodes.map(|_| "--nodes"),
            self.samples.map(|_| "--samples"),
            self.iterations.map(|_| "--iterations"),
            self.seed.map(|_| "--seed"),
        ];
        let Some(option) = given.into_iter().flatten().next() else {
            return Ok(());
        };
        if let Some(section) = &self.section {
            let sections = wanted.iter().flat_map(|paper| paper.sections);
            let names: Vec<&str> = sections.map(|(name, _)| *name).collect();
            if !names.is_empty() && !names.contains(&section.as_str()) {
                let diagnostic = Diagnostic::new(format!(
                    "there is no section `{section}` that is tuned or learned"
                ));
                return Err(diagnostic.known(section, names).into());
            }
        }
        if wanted.iter().any(|paper| !paper.sections.is_empty()) {
            return Ok(());
        }
        let tuned = papers().iter().filter(|paper| !paper.sections.is_empty());
        let tuned: Vec<&str> = tuned.map(|paper| paper.name).collect();
        let message = format!("{option} is of no use where nothing is tuned");
        let hint = format!("omit it, or name {}", tuned.join(" or "));
        Err(Diagnostic::new(message).hint(hint).into())
    }
}
