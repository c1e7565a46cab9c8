//! `reproduce`: a paper's parts, played and judged, as data that serialises.

use crate::claims::{ClaimResult, ClaimVerdict};
use crate::{Context, Paper, PaperPlan, Scale};
use ludometer_arena::define::no_files;
use ludometer_arena::options::RunOptions;
use ludometer_arena::registry::Registry;
use ludometer_lab::plan::{self, Plan};
use ludometer_lab::present::{Agreement, CellVerdict, Control, Results, TableRole, TableVerdict};
use ludometer_lab::run::{RunError, run};
use ludometer_lab::store::StoreError;
use ludometer_lab::tune::TuneError;
use ludometer_report::{Block, Cell, Column, Document, Table};
use ludometer_spec::source::Diagnostic;
use serde::Serialize;

/// The version of the JSON form; it is raised when a field changes its meaning or goes away.
pub const VERSION: u32 = 1;

/// What a part of a paper came to.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Finding {
    /// Tables and plots for people.
    pub blocks: Vec<Block>,
    /// Published tables beside ours.
    pub tables: Vec<Agreement>,
    /// Claims.
    pub claims: Vec<ClaimResult>,
}

/// A part of a paper: a computed section, a section that is tuned or learned, a plan.
#[derive(Clone, Debug, Serialize)]
pub struct PaperPart {
    /// The name of the plan or the section.
    pub name: String,
    /// Episodes of each cell, of a plan.
    pub episodes: Option<u64>,
    /// What it came to; nothing where it was only played to be compared with.
    pub finding: Finding,
}

/// A paper, reproduced.
#[derive(Clone, Debug, Serialize)]
pub struct Reproduction {
    /// `ludometer-reproduction`.
    pub format: &'static str,
    /// The version of this form.
    pub version: u32,
    /// The version of the program.
    pub program: &'static str,
    /// The paper's name.
    pub paper: String,
    /// Authors, year, title.
    pub title: String,
    /// `quick`, `middle` or `full`.
    pub scale: &'static str,
    /// Its parts.
    pub parts: Vec<PaperPart>,
    /// How many of everything.
    pub totals: Totals,
}

/// A wrong player over all tables that it was measured in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ControlTotal {
    /// What is wrong with it.
    pub name: String,
    /// Its cells that are consistent.
    pub consistent: usize,
    /// All its cells.
    pub cells: usize,
    /// Its tables that are refuted.
    pub refuted: usize,
    /// All its tables.
    pub tables: usize,
}

/// How many published numbers, tables and claims have which verdict. Each published number counts once:
/// derived tables and further readings are left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Totals {
    /// Cells that are consistent.
    pub consistent: usize,
    /// Cells that differ.
    pub differ: usize,
    /// Cells that cannot be judged.
    pub cannot_be_judged: usize,
    /// Cells that are not compared, for what is played is not what was published.
    pub not_compared: usize,
    /// Figures without chance that are as published.
    pub same: usize,
    /// Figures without chance that are not.
    pub other: usize,
    /// Tables that are confirmed.
    pub tables_confirmed: usize,
    /// Tables that are refuted.
    pub tables_refuted: usize,
    /// Tables of which it cannot be told.
    pub tables_cannot_tell: usize,
    /// Tables that are not compared.
    pub tables_not_compared: usize,
    /// Claims that are confirmed.
    pub claims_confirmed: usize,
    /// Claims that are refuted.
    pub claims_refuted: usize,
    /// Claims that are undecided.
    pub claims_undecided: usize,
    /// Claims that equal players would have confirmed.
    pub claims_of_equal_players: usize,
    /// What wrong players would have scored.
    pub controls: Vec<ControlTotal>,
}

/// Why a paper was not reproduced. Whatever was stored stays stored.
#[derive(Debug, thiserror::Error)]
pub enum ReproduceError {
    /// A plan cannot be read.
    #[error(transparent)]
    Diagnostic(#[from] Diagnostic),
    /// A plan failed.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A section failed.
    #[error(transparent)]
    Tune(#[from] TuneError),
    /// It was asked to stop.
    #[error(
        "stopped: {stored} of {of} episodes of `{plan}` are stored\nhint: the same command goes on from there"
    )]
    Stopped {
        /// The plan.
        plan: String,
        /// Its episodes in the store.
        stored: u64,
        /// The number of episodes that the plan asks for.
        of: u64,
    },
}

impl Paper {
    /// How many parts will be reported as done.
    pub fn steps(&self, section: Option<&str>) -> usize {
        match section {
            Some(section) => self
                .sections
                .iter()
                .filter(|(name, _)| *name == section)
                .count(),
            None => {
                let controls: usize = self.plans.iter().map(|plan| plan.controls.len()).sum();
                self.exact.len() + self.sections.len() + self.plans.len() + controls
            }
        }
    }
}

/// Computes, plays and judges a paper. Long sections run on the threads of the pool it is called in.
pub fn reproduce(paper: &Paper, context: &mut Context<'_>) -> Result<Reproduction, ReproduceError> {
    let mut parts = Vec::new();
    let whole = context.section.is_none();
    for (name, compute) in paper.exact.iter().filter(|_| whole) {
        (context.watch)(name, 0, 1);
        parts.push(finished(context, name, None, compute()));
    }
    for (name, work) in paper.sections {
        if context.section.is_some_and(|section| section != *name) {
            continue;
        }
        let finding = work(context)?;
        parts.push(finished(context, name, None, finding));
    }
    for entry in paper.plans.iter().filter(|_| whole) {
        parts.push(play(paper, entry, context)?);
    }
    let totals = Totals::of(&parts);
    Ok(Reproduction {
        format: "ludometer-reproduction",
        version: VERSION,
        program: env!("CARGO_PKG_VERSION"),
        paper: paper.name.to_string(),
        title: paper.title.to_string(),
        scale: context.scale.name(),
        parts,
        totals,
    })
}

fn finished(
    context: &Context<'_>,
    name: &str,
    episodes: Option<u64>,
    finding: Finding,
) -> PaperPart {
    let part = PaperPart {
        name: name.to_string(),
        episodes,
        finding,
    };
    (context.done)(&part);
    part
}

/// Everything that is played of a paper as plans: its plans and their controls, each with its number of
/// episodes at a scale. Those that have no episodes at this scale are left out.
pub fn plans(
    paper: &Paper,
    scale: Scale,
    registry: &Registry,
) -> Result<Vec<(Plan, u64)>, Diagnostic> {
    let mut all = Vec::new();
    for entry in paper.plans {
        let plan = plan::find(entry.name, &[], no_files, registry)?;
        let count = plan.count(scale.size());
        if count == 0 {
            continue;
        }
        all.push((plan, count));
        for (_, settings) in entry.controls {
            let settings: Vec<String> = settings.iter().map(ToString::to_string).collect();
            all.push((
                plan::find(entry.name, &settings, no_files, registry)?,
                count,
            ));
        }
    }
    Ok(all)
}

/// Plays a plan and its controls, and judges its tables and claims.
fn play(
    paper: &Paper,
    entry: &PaperPlan,
    context: &mut Context<'_>,
) -> Result<PaperPart, ReproduceError> {
    let plan = plan::find(entry.name, &[], no_files, context.registry)?;
    let count = plan.count(context.scale.size());
    let heading = Block::Heading(plan.title.clone());
    if count == 0 {
        let text = Block::Text("At full size only (`--full`).".to_string());
        let finding = Finding {
            blocks: vec![heading, text],
            ..Finding::default()
        };
        for (name, _) in entry.controls {
            finished(context, name, None, Finding::default());
        }
        return Ok(finished(context, entry.name, None, finding));
    }
    complete(&plan, count, context)?;
    let mut plans = Vec::new();
    for (name, settings) in entry.controls {
        let settings: Vec<String> = settings.iter().map(ToString::to_string).collect();
        let control = plan::find(entry.name, &settings, no_files, context.registry)?;
        complete(&control, count, context)?;
        finished(context, name, None, Finding::default());
        plans.push((*name, control));
    }
    let mut played = Vec::new();
    for (name, plan) in &plans {
        played.push((*name, Results::read(plan, count, context.store)?));
    }
    let controls: Vec<Control<'_>> = played
        .iter()
        .map(|(name, results)| Control { name, results })
        .collect();
    let results = Results::read(&plan, count, context.store)?;
    let (blocks, tables) = results.present_with(&controls)?;
    let mut finding = Finding {
        blocks: vec![heading],
        tables,
        claims: Vec::new(),
    };
    finding.blocks.push(Block::Text(format!(
        "{} size, {count} episodes a cell.",
        match context.scale {
            Scale::Full => "Full",
            Scale::Quick | Scale::Middle => "Quick",
        }
    )));
    finding.blocks.extend(blocks);
    for (_, check) in paper.claims.iter().filter(|(of, _)| *of == entry.name) {
        let found = check(&results);
        finding.blocks.extend(found.blocks);
        finding.claims.extend(found.claims);
    }
    results.checked()?;
    Ok(finished(context, entry.name, Some(count), finding))
}

fn complete(plan: &Plan, count: u64, context: &mut Context<'_>) -> Result<(), ReproduceError> {
    let watch = context.watch;
    let options = RunOptions {
        threads: context.threads,
        stop: context.stop,
        progress: &mut |stored, of| watch(&plan.name, stored, of),
    };
    let ran = run(plan, count, context.store, options)?;
    match ran.is_complete() {
        true => Ok(()),
        false => Err(ReproduceError::Stopped {
            plan: plan.name.clone(),
            stored: ran.stored,
            of: ran.of,
        }),
    }
}

impl Totals {
    fn of(parts: &[PaperPart]) -> Totals {
        let mut totals = Totals::default();
        let tables = parts.iter().flat_map(|part| &part.finding.tables);
        for table in tables {
            totals.add(table);
        }
        for claim in parts.iter().flat_map(|part| &part.finding.claims) {
            *match claim.verdict {
                ClaimVerdict::Confirmed => &mut totals.claims_confirmed,
                ClaimVerdict::Refuted => &mut totals.claims_refuted,
                ClaimVerdict::Undecided => &mut totals.claims_undecided,
            } += 1;
            let confirmed = claim.equal_players == ClaimVerdict::Confirmed;
            totals.claims_of_equal_players += usize::from(confirmed);
        }
        totals
    }

    fn add(&mut self, table: &Agreement) {
        for cell in table.counted() {
            *match cell.verdict {
                CellVerdict::Consistent => &mut self.consistent,
                CellVerdict::Differs => &mut self.differ,
                CellVerdict::CannotBeJudged => &mut self.cannot_be_judged,
                CellVerdict::NotCompared => &mut self.not_compared,
                CellVerdict::Same => &mut self.same,
                CellVerdict::Other => &mut self.other,
            } += 1;
        }
        if !matches!(table.role, TableRole::Primary | TableRole::Exact) {
            return;
        }
        *match table.verdict {
            TableVerdict::Confirmed => &mut self.tables_confirmed,
            TableVerdict::Refuted => &mut self.tables_refuted,
            TableVerdict::CannotTell => &mut self.tables_cannot_tell,
            TableVerdict::NotCompared => &mut self.tables_not_compared,
        } += 1;
        for wrong in &table.wrong_players {
            let at = self
                .controls
                .iter()
                .position(|known| known.name == wrong.name);
            let at = at.unwrap_or_else(|| {
                self.controls.push(ControlTotal {
                    name: wrong.name.clone(),
                    consistent: 0,
                    cells: 0,
                    refuted: 0,
                    tables: 0,
                });
                self.controls.len() - 1
            });
            let total = &mut self.controls[at];
            total.consistent += wrong.consistent;
            total.cells += wrong.of;
            total.tables += 1;
            let refuted = wrong.p.is_some_and(|p| p < ludometer_lab::present::LEVEL);
            total.refuted += usize::from(refuted);
        }
    }

    fn tables(&self) -> String {
        counted(&[
            (self.tables_confirmed, "confirmed"),
            (self.tables_refuted, "refuted"),
            (self.tables_cannot_tell, "cannot tell"),
            (self.tables_not_compared, "not compared"),
        ])
    }

    fn cells(&self) -> String {
        counted(&[
            (self.consistent, "consistent"),
            (self.differ, "differ"),
            (self.cannot_be_judged, "cannot be judged"),
            (self.not_compared, "not compared"),
            (self.same, "exactly the same"),
            (self.other, "exactly other"),
        ])
    }

    fn claims(&self) -> String {
        counted(&[
            (self.claims_confirmed, "confirmed"),
            (self.claims_refuted, "refuted"),
            (self.claims_undecided, "undecided"),
        ])
    }

    fn control(&self) -> String {
        let mut parts: Vec<String> = self
            .controls
            .iter()
            .map(|control| {
                format!(
                    "{}: {} of {} cells consistent, {} of {} tables refuted",
                    control.name,
                    control.consistent,
                    control.cells,
                    control.refuted,
                    control.tables
                )
            })
            .collect();
        let claims = self.claims_confirmed + self.claims_refuted + self.claims_undecided;
        if claims > 0 {
            let confirmed = self.claims_of_equal_players;
            parts.push(format!(
                "equal players: {confirmed} of {claims} claims confirmed"
            ));
        }
        parts.join("; ")
    }
}

/// The counts that are not zero; a dash if there are none.
fn counted(counts: &[(usize, &str)]) -> String {
    let some = counts.iter().filter(|(count, _)| *count > 0);
    let some: Vec<String> = some
        .map(|(count, what)| format!("{count} {what}"))
        .collect();
    match some.is_empty() {
        true => "–".to_string(),
        false => some.join(", "),
    }
}

/// All papers on one screen.
pub fn summary(reproductions: &[Reproduction]) -> Document {
    let mut table = Table::new(
        "papers",
        "What can be said of the papers' figures and claims",
    )
    .column(Column::left("paper"))
    .column(Column::left("size"))
    .column(Column::left("tables"))
    .column(Column::left("published numbers"))
    .column(Column::left("claims"))
    .column(Column::left("what a wrong player would score"));
    for reproduction in reproductions {
        let totals = &reproduction.totals;
        table = table.row(vec![
            Cell::text(&reproduction.paper),
            Cell::text(reproduction.scale),
            Cell::text(totals.tables()),
            Cell::text(totals.cells()),
            Cell::text(totals.claims()),
            Cell::text(totals.control()),
        ]);
    }
    let table = table.note(
        "each published number counts once; derived tables and further readings are not counted. All tests at 5 %; docs/verdicts.md defines the words",
    );
    Document::new("Verdicts").table(table)
}

/// The whole report of some papers.
pub fn report(reproductions: &[Reproduction]) -> Document {
    let mut document = Document::new("The papers' tables, reproduced");
    document.blocks.extend(summary(reproductions).blocks);
    for reproduction in reproductions {
        document = document.heading(&reproduction.title);
        let parts = reproduction.parts.iter();
        let blocks = parts.flat_map(|part| part.finding.blocks.iter().cloned());
        document.blocks.extend(blocks);
    }
    document
}
