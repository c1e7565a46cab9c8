//! Running a plan: every missing episode, on any number of threads, into the store.
//!
//! An episode depends on the plan and its number alone, so what is stored does not depend on the
//! order in which threads come to it.

mod audit;
mod costs;
mod forecast;
mod part;
mod part_episodes;
mod replay;
mod unite;

pub use audit::{Audited, RowDifference, audit};
pub use costs::{CellCost, Costs};
pub use forecast::{Forecast, MeasuredTimes, best_parts, forecast};
pub use part::PlanPart;
pub use part_episodes::PartEpisodes;
pub use replay::Replays;
pub use unite::{ShutOut, United, stores_of, unite};

use crate::plan::{Cell, Plan};
use crate::sprt::{PrefixTest, TestProgress, halves};
use crate::store::{BLOCK, CellId, RowBlock, Store, StoreError};
use crate::work::{Sink, WorkError, Workers};
use ludometer_arena::options::RunOptions;
use ludometer_arena::play::{Episode, Unplayed};
use ludometer_core::Stop;
use ludometer_spec::source::Diagnostic;
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

/// What a run did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunSummary {
    /// Episodes that are in the store now.
    pub stored: u64,
    /// Episodes that the plan has; of a sequential test that has ended, those that were played.
    pub of: u64,
    /// Episodes that this run played.
    pub played: u64,
}

impl RunSummary {
    /// Whether nothing is missing.
    pub fn is_complete(&self) -> bool {
        self.stored == self.of
    }
}

/// Why a run failed. Whatever was stored stays stored.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The plan cannot be played.
    #[error(transparent)]
    Diagnostic(#[from] Diagnostic),
    /// The store cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The game plays differently from when the rows of a cell were played, under the same version.
    #[error(
        "the game {game} plays differently from when the rows of this cell were played: it was edited and kept its version\n{cell}hint: {OTHER_RULES}"
    )]
    OtherRules {
        /// The identity of the game.
        game: String,
        /// The description of the cell.
        cell: String,
    },
    /// An agent is out of order: a program from outside failed in several games in a row.
    #[error(
        "episode {episode} of this cell was not played: {message}\n{cell}hint: every other finished episode was stored, those that failed before as lost; when the program works, the same command continues"
    )]
    OutOfOrder {
        /// The description of the cell.
        cell: String,
        /// The number of the episode.
        episode: u64,
        /// What the agent said.
        message: String,
    },
    /// Stores disagree about a row, and what is played here is what neither of them has.
    #[error(
        "{one} and {other} disagree about episode {episode} of this cell, and played here it is what neither has\n{cell}hint: this machine or this program is another than theirs: unite the stores where they were played, or play the plan again"
    )]
    NeitherIsRight {
        /// A store.
        one: String,
        /// Another store.
        other: String,
        /// The description of the cell.
        cell: String,
        /// The number of the episode.
        episode: u64,
    },
    /// A store that others are united into has a row that is wrong, and none of the others has it.
    #[error(
        "episode {episode} of this cell is wrong in {store}, and it did not come from the stores that are united with it\n{cell}hint: `ludometer store prune --drop PLAN --store {store}` removes the plan's rows from it; then unite again"
    )]
    UnionIsWrong {
        /// The store.
        store: String,
        /// The description of the cell.
        cell: String,
        /// The number of the episode.
        episode: u64,
    },
    /// A game or an agent broke its contract.
    #[error(
        "episode {episode} of this cell failed: {message}\n{cell}hint: this is a defect of a game or an agent; every other finished episode was stored"
    )]
    Broken {
        /// The description of the cell.
        cell: String,
        /// The number of the episode.
        episode: u64,
        /// What it said.
        message: String,
    },
}

/// What can be done about rows of other rules.
const OTHER_RULES: &str = "raise the version of the game (the number behind `@` in its identifier), undo the edit, or remove the rows with `ludometer store prune --drop PLAN`";

/// The games of a plan, by identity, that play differently from when the stored rows were played, under
/// the same version. A report of such rows is about the old rules.
pub fn edited_games(plan: &Plan, store: &Store) -> Result<Vec<String>, StoreError> {
    let mut now = Fingerprints::default();
    let mut edited = Vec::new();
    for cell in &plan.cells {
        let Some(id) = store.known(cell)? else {
            continue;
        };
        let noted = store.fingerprint(id)?;
        let Some((noted, now)) = noted.zip(now.of(cell)) else {
            continue;
        };
        let game = cell.game().to_string();
        if noted != now && !edited.contains(&game) {
            edited.push(game);
        }
    }
    Ok(edited)
}

/// Fingerprints of games by their identity, each computed once.
#[derive(Default)]
struct Fingerprints(HashMap<String, Option<String>>);

impl Fingerprints {
    fn of(&mut self, cell: &Cell) -> Option<String> {
        let known = self.0.entry(cell.game().to_string());
        known.or_insert_with(|| cell.fingerprint()).clone()
    }
}

/// One episode of a cell.
#[derive(Clone, Copy)]
struct Unit {
    cell: usize,
    number: u64,
}

/// Episodes that wait at most before they are written; all are at the next
/// [`TICK`](crate::work::TICK).
const BATCH: u64 = 64 * BLOCK as u64;

/// The episodes that are to be played, in ranges: their memory does not grow with their number.
struct Units<'a> {
    stretches: std::vec::IntoIter<(usize, Range<u64>)>,
    current: (usize, Range<u64>),
    left: usize,
    /// Cells of which no more is to be played.
    ended: &'a [AtomicBool],
}

impl<'a> Units<'a> {
    fn new(stretches: Vec<(usize, Range<u64>)>, ended: &'a [AtomicBool]) -> Units<'a> {
        let sizes = stretches.iter().map(|(_, range)| range.end - range.start);
        Units {
            left: sizes.sum::<u64>() as usize,
            stretches: stretches.into_iter(),
            current: (0, 0..0),
            ended,
        }
    }
}

impl Iterator for Units<'_> {
    type Item = Unit;

    fn next(&mut self) -> Option<Unit> {
        loop {
            let (cell, numbers) = &mut self.current;
            if self.ended[*cell].load(Ordering::Relaxed) {
                self.left -= (numbers.end - numbers.start) as usize;
                numbers.start = numbers.end;
            }
            if let Some(number) = numbers.next() {
                self.left -= 1;
                return Some(Unit {
                    cell: *cell,
                    number,
                });
            }
            self.current = self.stretches.next()?;
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

/// Plays what is missing of the first `count` episodes of every cell.
pub fn run(
    plan: &Plan,
    count: u64,
    store: &mut Store,
    options: RunOptions<'_>,
) -> Result<RunSummary, RunError> {
    run_part(plan, PlanPart::WHOLE, count, store, options)
}

/// What is called from time to time while a plan is run, with the store as it is and a sequential test that
/// advanced.
pub type WatchRun<'a> =
    &'a mut dyn FnMut(&Store, &RunSummary, Option<TestProgress>) -> Result<(), RunError>;

/// Plays what is missing of a part of the first `count` episodes of every cell. The parts of a plan are
/// disjoint, and together they are the whole plan.
pub fn run_part(
    plan: &Plan,
    part: PlanPart,
    count: u64,
    store: &mut Store,
    options: RunOptions<'_>,
) -> Result<RunSummary, RunError> {
    let mut watch = |_: &Store, _: &RunSummary, _: Option<TestProgress>| Ok(());
    run_watched(
        plan,
        &PartEpisodes::of(plan, part, count),
        store,
        options,
        &mut watch,
    )
}

/// The same for any share of a plan, watched: `watch` is called after rows were written, with the progress of the sequential test that
/// advanced last, if any did.
///
/// A test ends the games of its cell as soon as the prefix of its finished units reaches a bound; games
/// in progress are finished and stored. A part of a plan does not see the others' games, so its tests
/// end when they are united.
pub fn run_watched(
    plan: &Plan,
    share: &PartEpisodes,
    store: &mut Store,
    options: RunOptions<'_>,
    watch: WatchRun<'_>,
) -> Result<RunSummary, RunError> {
    let (part, count) = (share.part(), share.count());
    let mut ids: Vec<CellId> = Vec::new();
    let mut stretches: Vec<(usize, Range<u64>)> = Vec::new();
    let mut ran = RunSummary {
        stored: 0,
        of: 0,
        played: 0,
    };
    let mut seen = HashSet::new();
    let mut fingerprints = Fingerprints::default();
    let mut tests = Tests::none(plan.cells.len());
    let source = plan.source();
    for (cell, described) in plan.cells.iter().enumerate() {
        let id = store.register(described)?;
        // Cells that say the same have the same rows: the first one plays them.
        if seen.insert(id) {
            let from = stretches.len();
            // What is damaged is found before anything is added to it.
            store.verify(id)?;
            if let Some(now) = fingerprints.of(described)
                && store.note_fingerprint(id, &now)? != now
            {
                let game = described.game().to_string();
                let cell = described.description().to_string();
                return Err(RunError::OtherRules { game, cell });
            }
            let test = match part.is_whole() {
                true => PrefixTest::of(plan, described, &mut store.rows(id, count))?,
                false => None,
            };
            let done = store.done(id, count)?;
            if test.as_ref().is_some_and(PrefixTest::is_decided) {
                ran.of += done.count();
                ran.stored += done.count();
                ids.push(id);
                continue;
            }
            tests.tests[cell] = test;
            let wanted = share.ranges(cell);
            let of = wanted.count();
            let missing = done.missing(count).common(wanted);
            stretches.extend(missing.iter().map(|range| (cell, range)));
            let missing = stretches[from..].iter();
            let missing: u64 = missing.map(|(_, range)| range.end - range.start).sum();
            ran.of += of;
            ran.stored += of - missing;
            // Rows of another plan may be all that this one asks for, the first time.
            let is_first = || -> Result<bool, StoreError> {
                let targets = store.targets(id)?;
                Ok(!targets.iter().any(|target| target.concerns(&source)))
            };
            if missing > 0 || is_first()? {
                store.note_target(id, count, &source)?;
            }
        }
        ids.push(id);
    }
    (options.progress)(ran.stored, ran.of);
    if stretches.is_empty() {
        replay::replay(plan, count, store, &options)?;
        return Ok(ran);
    }
    let tables = plan
        .cells
        .iter()
        .map(|cell| cell.prepare())
        .collect::<Result<Vec<_>, Diagnostic>>()?;
    let touched: HashSet<usize> = stretches.iter().map(|(cell, _)| *cell).collect();
    for (cell, test) in tests.tests.iter().enumerate() {
        if let Some(test) = test {
            watch(store, &ran, test.progress(cell))?;
        }
    }
    let ended = std::mem::take(&mut tests.ended);
    let mut writer = Writer {
        tests: &mut tests.tests,
        ended: &ended,
        advanced: None,
        store,
        blocks: Vec::new(),
        waiting: 0,
        ran,
        progress: &mut *options.progress,
        watch,
    };
    // What was stopped before its end is played anew the next time.
    let play = |unit: &Unit, stop: Stop<'_>| {
        let stop = match share.is_finishing() {
            true => Stop::NEVER,
            false => stop,
        };
        match tables[unit.cell].play_until(unit.number, stop) {
            Ok(episode) => Ok(Some(recorded(episode))),
            Err(unplayed) => out_of_order(unplayed, &plan.cells[unit.cell], unit.number),
        }
    };
    let is_test = plan.sprt.is_some();
    let pack = |done: Vec<(Unit, Episode)>| Packed {
        blocks: pack(&ids, &done),
        scores: match is_test {
            true => scores(&done),
            false => Vec::new(),
        },
    };
    let workers = Workers::new(options.threads, options.stop);
    let worked = workers.run_packed(Units::new(stretches, &ended), play, pack, &mut writer);
    let mut ran = writer.ran;
    match worked {
        Ok(worked) => {
            for cell in touched {
                // Who asks to stop does not wait for the tidying: the run that completes it does that.
                if !worked.stopped {
                    store.compact(ids[cell])?;
                }
                if ended[cell].load(Ordering::Relaxed) {
                    ran.of -= store.done(ids[cell], count)?.missing(count).count();
                }
            }
            replay::replay(plan, count, store, &options)?;
            Ok(ran)
        }
        Err(WorkError::Sink(error) | WorkError::Failed { error, .. }) => Err(error),
        Err(WorkError::Panicked { unit, message }) => Err(RunError::Broken {
            cell: plan.cells[unit.cell].description().to_string(),
            episode: unit.number,
            message,
        }),
    }
}

/// What an episode without a result means for a run: one that was stopped is played another time, an agent
/// that is out of order ends it.
fn out_of_order<T>(unplayed: Unplayed, cell: &Cell, episode: u64) -> Result<Option<T>, RunError> {
    match unplayed {
        Unplayed::OutOfOrder(message) => Err(RunError::OutOfOrder {
            cell: cell.description().to_string(),
            episode,
            message,
        }),
        _ => Ok(None),
    }
}

/// An episode as it is recorded: a zero has no sign, since rows of earlier stores have none.
pub(crate) fn recorded(mut episode: Episode) -> Episode {
    for seat in &mut episode.seats {
        seat.payoff += 0.0;
        seat.points += 0.0;
        seat.measured = seat.measured.map(|measured| measured + 0.0);
    }
    episode
}

/// Packs episodes into blocks, on the thread that played them.
fn pack(ids: &[CellId], done: &[(Unit, Episode)]) -> Vec<(CellId, RowBlock)> {
    let follows = |(before, one): &(Unit, Episode), (unit, other): &(Unit, Episode)| {
        before.cell == unit.cell
            && before.number + 1 == unit.number
            && one.seats.len() == other.seats.len()
    };
    let mut blocks = Vec::new();
    for run in done.chunk_by(follows) {
        // Blocks of one size rather than a small one at the end.
        let size = run.len().div_ceil(run.len().div_ceil(BLOCK));
        for part in run.chunks(size) {
            let (cell, first) = (ids[part[0].0.cell], part[0].0.number);
            let episodes = part.iter().map(|(_, episode)| episode);
            blocks.push((cell, RowBlock::pack(cell.key(), first, episodes)));
        }
    }
    blocks
}

/// The sequential tests of a plan's cells.
struct Tests {
    /// One for each cell, where it has a test that has not ended.
    tests: Vec<Option<PrefixTest>>,
    /// Whether the test of a cell has ended in this run.
    ended: Vec<AtomicBool>,
}

impl Tests {
    fn none(cells: usize) -> Tests {
        Tests {
            tests: (0..cells).map(|_| None).collect(),
            ended: (0..cells).map(|_| AtomicBool::new(false)).collect(),
        }
    }
}

/// What a chunk of episodes gave.
struct Packed {
    blocks: Vec<(CellId, RowBlock)>,
    /// Cell, number and score of every episode, where sequential tests want them.
    scores: Vec<(usize, u64, usize)>,
}

fn scores(done: &[(Unit, Episode)]) -> Vec<(usize, u64, usize)> {
    let score = |(unit, episode): &(Unit, Episode)| (unit.cell, unit.number, halves(episode));
    done.iter().map(score).collect()
}

/// The one place that writes.
struct Writer<'a> {
    tests: &'a mut [Option<PrefixTest>],
    ended: &'a [AtomicBool],
    /// The cell whose test has seen more since the last report.
    advanced: Option<usize>,
    store: &'a mut Store,
    blocks: Vec<(CellId, RowBlock)>,
    /// Episodes in these blocks.
    waiting: u64,
    ran: RunSummary,
    progress: &'a mut dyn FnMut(u64, u64),
    watch: WatchRun<'a>,
}

impl Sink<Packed, RunError> for Writer<'_> {
    fn take(&mut self, done: Packed, units: usize) -> Result<(), RunError> {
        for (cell, number, halves) in done.scores {
            if let Some(test) = &mut self.tests[cell]
                && test.add(number, halves)
            {
                self.advanced = Some(cell);
                self.ended[cell].store(test.is_decided(), Ordering::Relaxed);
            }
        }
        self.blocks.extend(done.blocks);
        self.waiting += units as u64;
        if self.waiting >= BATCH {
            self.tick()?;
        }
        Ok(())
    }

    fn tick(&mut self) -> Result<(), RunError> {
        if self.waiting == 0 {
            return Ok(());
        }
        self.store.write_blocks(std::mem::take(&mut self.blocks))?;
        self.ran.stored += self.waiting;
        self.ran.played += self.waiting;
        self.waiting = 0;
        (self.progress)(self.ran.stored, self.ran.of);
        let advanced = self.advanced.take();
        let test = advanced.and_then(|cell| self.tests[cell].as_ref()?.progress(cell));
        (self.watch)(self.store, &self.ran, test)
    }
}
