//! The distance of any position: a solution from above, a proof from below.

use super::compact::CompactTable;
use super::control::{Control, Report, SolveStage, StopReason};
use super::heuristic::{Heuristic, Table};
use super::outcome::{Options, Proof, SolveOutcome};
use super::pattern::PatternTable;
use super::patterns::choose;
use super::prove::Prover;
use super::search::Search;
use super::space::Space;
use super::word::Word;
use ludometer_games_other::slide::{Slide, Tiles};

/// The tables for one K, ready for any number of positions.
#[derive(Debug)]
pub struct Solver {
    prover: Packed,
    // No pool if the system has no threads to give: then the caller's own does the work.
    pool: Option<rayon::ThreadPool>,
}

#[derive(Debug)]
enum Packed {
    Small(Prover<u64>),
    Large(Prover<u128>),
}

impl Solver {
    /// Makes the pattern tables, with the threads, the memory and the deadline of `options`. An
    /// early end leaves nothing to solve with.
    pub fn new(slide: &Slide, options: &Options, report: Report) -> Result<Solver, StopReason> {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(options.threads)
            .build()
            .ok();
        let make = || {
            let control = Control::new(report, options.deadline, options.memory);
            Ok(if slide.k() <= 4 {
                Packed::Small(prover(slide, options.memory, &control)?)
            } else {
                Packed::Large(prover(slide, options.memory, &control)?)
            })
        };
        let prover = match &pool {
            Some(pool) => pool.install(make),
            None => make(),
        }?;
        Ok(Solver { prover, pool })
    }

    /// Solves `tiles`, a reachable position, as far as `options` allow; the memory includes that
    /// of the tables. The callback hears of every layer and may end the work.
    pub fn solve(&self, tiles: &Tiles, options: &Options, report: Report) -> SolveOutcome {
        let control = Control::new(report, options.deadline, options.memory);
        let work = || match &self.prover {
            Packed::Small(prover) => {
                control.take(prover.bytes());
                Search::run(prover, tiles, options, control)
            }
            Packed::Large(prover) => {
                control.take(prover.bytes());
                Search::run(prover, tiles, options, control)
            }
        };
        match &self.pool {
            Some(pool) => pool.install(work),
            None => work(),
        }
    }
}

/// Solves one position of `slide`: makes a [`Solver`] and asks it.
pub fn solve(slide: &Slide, tiles: &Tiles, options: &Options, report: Report) -> SolveOutcome {
    match Solver::new(slide, options, report) {
        Ok(solver) => solver.solve(tiles, options, report),
        Err(stopped) => SolveOutcome {
            moves: None,
            at_least: u32::from(*tiles != slide.win()),
            proof: Proof::default(),
            stopped: Some(stopped),
        },
    }
}

// The layer of the search from Win that is used as the perimeter has at most this many states.
const PERIMETER: usize = 1 << 17;

fn prover<W: Word>(
    slide: &Slide,
    memory: usize,
    control: &Control,
) -> Result<Prover<W>, StopReason> {
    let patterns = choose(slide.k(), memory);
    let mut tables = Vec::new();
    for tiles in &patterns {
        let (done, of) = (tables.len(), patterns.len());
        control.tell(SolveStage::Tables { done, of }, 0);
        let table = PatternTable::build(slide, tiles, &|| control.check().is_err());
        let Some(table) = table else {
            return Err(control.check().err().unwrap_or(StopReason::Cancelled));
        };
        let table = if slide.k() > 4 {
            Table::Compact(CompactTable::new(&table, slide.shapes().len()))
        } else {
            Table::Full(table)
        };
        control.take(table.bytes());
        tables.push(table);
    }
    let heuristic = Heuristic::new(slide, tables);
    Prover::new(Space::new(slide), heuristic, PERIMETER, control)
}
