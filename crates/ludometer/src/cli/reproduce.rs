//! `ludometer reproduce`: the papers' tables beside their published figures.

use super::Failure;
use super::corpus::Corpus;
use super::help::program;
use super::log::say;
use super::output::{Format, emit, emit_json, render};
use super::progress::{bar, stop};
use super::resources::pool;
use super::run::{Span, complete};
use clap::Args;
use ludometer_arena::registry::Registry;
use ludometer_lab::plan;
use ludometer_lab::present::{Agreement, Results};
use ludometer_lab::store::Store;
use ludometer_papers::{Changes, Context, Paper, Scale, Section, papers};
use ludometer_report::{Block, Document};
use ludometer_spec::source::Diagnostic;

/// Reproduce published experiments and compare with the published figures.
///
/// Quick by default: fewer episodes per cell, minutes for everything. Each table ends with the number of
/// cells that agree: a cell agrees if a two-sided test of our count against the published one, at the
/// published sample size, gives p >= 0.01.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  ludometer reproduce randomised-evaluation --full --html slide.html\n  ludometer reproduce rspsa --middle --section 5.2 --iterations 20"
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
    span: Span,
    #[command(flatten)]
    corpus: Corpus,
    /// Format of the tables.
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
    /// Write the whole report as one HTML page to FILE too.
    #[arg(long, value_name = "FILE")]
    html: Option<String>,
    /// Write the comparison of every cell as JSON to FILE; `-` is stdout, instead of the tables.
    #[arg(long, value_name = "FILE")]
    json: Option<String>,
}

impl Reproduce {
    pub(super) fn go(self, registry: &Registry) -> Result<(), Failure> {
        let registry = self.corpus.registry(registry)?;
        let wanted = self.wanted()?;
        self.is_about(&wanted)?;
        let extent = match (self.full, self.middle) {
            (true, _) => Scale::Full,
            (_, true) => Scale::Middle,
            _ => Scale::Quick,
        };
        let mut document = Document::new("The papers' tables, reproduced");
        let mut agreements = Vec::new();
        for paper in wanted {
            let (blocks, compared) = self.paper(paper, extent, &registry)?;
            let part = Document {
                title: paper.title.to_string(),
                blocks,
            };
            if self.json.as_deref() != Some("-") {
                emit(&render(&part, self.format), None)?;
            }
            document.blocks.push(Block::Heading(part.title));
            document.blocks.extend(part.blocks);
            agreements.extend(compared);
        }
        if let Some(path) = &self.html {
            emit(&render(&document, Format::Html), Some(path))?;
            say(&format!("the report is in {path}"));
        }
        match &self.json {
            Some(to) => emit_json(&agreements, to),
            None => Ok(()),
        }
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
            let worked = wanted.iter().flat_map(|paper| paper.worked);
            let names: Vec<&str> = worked.map(|(name, _)| *name).collect();
            if !names.is_empty() && !names.contains(&section.as_str()) {
                let diagnostic =
                    Diagnostic::new(format!("there is no section `{section}` to work at"));
                return Err(diagnostic.known(section, names).into());
            }
        }
        if wanted.iter().any(|paper| !paper.worked.is_empty()) {
            return Ok(());
        }
        let tuned = papers().iter().filter(|paper| !paper.worked.is_empty());
        let tuned: Vec<&str> = tuned.map(|paper| paper.name).collect();
        let message = format!("{option} is of no use where nothing is tuned");
        let hint = format!("omit it, or name {}", tuned.join(" or "));
        Err(Diagnostic::new(message).hint(hint).into())
    }

    fn work(
        &self,
        paper: &Paper,
        work: Section,
        extent: Scale,
        store: &mut Store,
        registry: &Registry,
    ) -> Result<(Vec<Block>, Vec<Agreement>), Failure> {
        let pool = pool(self.span.threads)?;
        let threads = pool.current_num_threads();
        tracing::info!(paper = paper.name, threads, store = %self.span.store, "working");
        let bar = bar(paper.name, 0);
        let watch = |what: &str, done, of| {
            bar.set_message(format!("{} {what}", paper.name));
            bar.set_length(of);
            bar.set_position(done);
        };
        let mut workshop = Context {
            extent,
            changes: Changes {
                nodes: self.nodes,
                samples: self.samples,
                iterations: self.iterations,
                seed: self.seed,
            },
            registry,
            store,
            threads,
            stop: stop(),
            watch: &watch,
        };
        let worked = pool.install(|| work(&mut workshop));
        bar.finish_and_clear();
        Ok(worked?)
    }

    fn paper(
        &self,
        paper: &Paper,
        extent: Scale,
        registry: &Registry,
    ) -> Result<(Vec<Block>, Vec<Agreement>), Failure> {
        let size = extent.size();
        let mut store = self.span.open()?;
        let mut blocks = Vec::new();
        let mut agreements = Vec::new();
        let section = self.section.as_deref();
        for exact in paper.exact.iter().filter(|_| section.is_none()) {
            let (found, compared) = exact();
            blocks.extend(found);
            agreements.extend(compared);
        }
        for (name, work) in paper.worked {
            if section.is_some_and(|section| section != *name) {
                continue;
            }
            let (found, compared) = self.work(paper, *work, extent, &mut store, registry)?;
            blocks.extend(found);
            agreements.extend(compared);
        }
        for name in paper.plans.iter().filter(|_| section.is_none()) {
            let load = |path: &str| std::fs::read_to_string(path);
            let plan = plan::find(name, &[], load, registry)?;
            let count = plan.count(size);
            if count == 0 {
                blocks.push(Block::Heading(plan.title.clone()));
                blocks.push(Block::Text(format!(
                    "At full size only: `{} reproduce {} --full`.",
                    program(),
                    paper.name
                )));
                continue;
            }
            complete(&plan, count, &mut store, &self.span)?;
            let results = Results::read(&plan, count, &store)?;
            let claims = paper.claims.iter().filter(|(of, _)| of == name);
            blocks.push(Block::Heading(plan.title.clone()));
            for (found, compared) in
                std::iter::once(results.present()).chain(claims.map(|(_, check)| check(&results)))
            {
                blocks.extend(found);
                agreements.extend(compared);
            }
        }
        let (agree, of) = agreements
            .iter()
            .fold((0, 0), |(a, o), t| (a + t.agree, o + t.of));
        blocks.push(Block::Verdict(format!(
            "{}: {agree} of {of} cells agree",
            paper.name
        )));
        Ok((blocks, agreements))
    }
}
