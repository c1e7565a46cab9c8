//! Lower bounds by breadth-first heuristic search (Zhou and Hansen 2006) up to a perimeter.
//!
//! To refute that a solution of length `threshold` exists, all states that such a solution could
//! pass are listed layer by layer: those at `g` slides from the position whose heuristic leaves
//! `g + h <= threshold`. The state of a shortest solution of that length after `threshold - p`
//! slides is exactly `p` slides from Win, so the search ends there and looks for a state that is
//! also in the layer `p` of the search from Win. The heuristic is consistent and slides are undone
//! by slides, so only the last layer but one can be met again.

use super::control::{Control, SolveStage, StopReason};
use super::heuristic::{Heuristic, Table};
use super::layer::Layer;
use super::parts::split;
use super::set::Set;
use super::space::Space;
use super::trail::{State, descend, realise};
use super::window::{Window, advance};
use super::word::Word;
use ludometer_games_other::slide::{Push, Tiles};
use rayon::prelude::*;
use std::ops::Range;

/// What it took to refute a length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refutation {
    /// No solution has this many slides.
    pub threshold: u32,
    /// How far from Win the perimeter is.
    pub perimeter: u32,
    /// States at each number of slides from the position, from 0 to `threshold - perimeter`, a
    /// position and its reflection counted once.
    pub layers: Vec<u64>,
    /// The depth of the layer that was searched in parts, if memory was short: what comes after it
    /// is then counted once in each part that meets it.
    pub split: Option<u32>,
}

/// The search from Win, kept for one threshold after the other.
#[derive(Debug)]
pub(super) struct Prover<W> {
    space: Space<W>,
    heuristic: Heuristic,
    perimeter: Vec<Layer<W>>,
}

/// What the search for a solution of one length came to.
pub(super) enum Verdict {
    Refuted(Refutation),
    Found(Vec<Push>),
    /// A layer had more states than were allowed.
    GaveUp,
}

/// What to look for, and how hard.
#[derive(Clone, Copy)]
pub(super) struct Question<'a> {
    pub(super) start: &'a Tiles,
    /// The length that is in question; no shorter solution may exist.
    pub(super) threshold: u32,
    /// The most states a layer may have.
    pub(super) most: usize,
}

/// Where a search has come to.
enum Swept<W> {
    /// Nothing meets the perimeter.
    Nothing,
    /// This state does; it is in the window's last layer.
    Met(State<W>, Window<W>),
    /// A layer had more states than were allowed.
    TooMany,
}

/// Where a search from one layer has come to.
enum Forth<W> {
    Done(Window<W>),
    /// What comes after the window's last layer, at this depth, does not fit: it should be searched in
    /// this many parts.
    Full(Window<W>, u32, usize),
    TooMany,
}

/// What is counted on the way.
#[derive(Default)]
struct SearchCounts {
    layers: Vec<u64>,
    split: Option<u32>,
}

// Memory is reserved for this many layers like the next one, and for this many more when parts are made.
const ROOM: usize = 3;
const PARTS: usize = 4;
// Layers smaller than this are never split.
const SMALL: usize = 1 << 16;

impl<W: Word> Prover<W> {
    /// Searches from Win as deep as about `states` states in a layer go.
    pub(super) fn new(
        space: Space<W>,
        heuristic: Heuristic,
        states: usize,
        control: &Control,
    ) -> Result<Prover<W>, StopReason> {
        let mut perimeter = vec![Layer::of(&space, space.pack(&space.slide().win()))];
        let empty = Layer::empty(&space);
        loop {
            let depth = perimeter.len();
            let last = &perimeter[depth - 1];
            // The next layer is at most five times as large.
            if last.len() * 5 > states || last.len() == 0 {
                break;
            }
            let before = if depth > 1 {
                &perimeter[depth - 2]
            } else {
                &empty
            };
            let next = advance(&space, last, before, control, |_| |_| true)?;
            perimeter.push(next);
        }
        Ok(Prover {
            space,
            heuristic,
            perimeter,
        })
    }

    pub(super) fn space(&self) -> &Space<W> {
        &self.space
    }

    pub(super) fn heuristic(&self) -> &Heuristic {
        &self.heuristic
    }

    /// The tiles of each table.
    pub(super) fn patterns(&self) -> Vec<Vec<u8>> {
        let tables = self.heuristic.tables().iter();
        tables.map(|table| table.tiles().to_vec()).collect()
    }

    /// The memory of the tables and of the perimeter.
    pub(super) fn bytes(&self) -> usize {
        let tables = self.heuristic.tables().iter().map(Table::bytes);
        tables.sum::<usize>() + self.perimeter.iter().map(Layer::bytes).sum::<usize>()
    }

    /// At least this many slides are left.
    pub(super) fn least(&self, tiles: &Tiles) -> u32 {
        let (bucket, word) = self.space.pack(tiles);
        self.heuristic.local(&self.space, bucket).most(word)
    }

    /// Finds a solution of the length in question or shows that there is none.
    pub(super) fn decide(
        &self,
        question: Question,
        control: &Control,
    ) -> Result<Verdict, StopReason> {
        let perimeter = (self.perimeter.len() as u32 - 1).min(question.threshold);
        let first = Layer::of(&self.space, self.space.pack(question.start));
        control.take(first.bytes());
        let mut tally = SearchCounts {
            layers: vec![1],
            split: None,
        };
        match self.sweep(question, first, 0, &mut tally, control)? {
            Swept::TooMany => Ok(Verdict::GaveUp),
            Swept::Nothing => Ok(Verdict::Refuted(Refutation {
                threshold: question.threshold,
                perimeter,
                layers: tally.layers,
                split: tally.split,
            })),
            Swept::Met(state, window) => {
                let mut path = self.trace(question, state, window, control)?;
                let home = self.perimeter[..perimeter as usize].iter().rev();
                path.extend(descend(&self.space, state, home).into_iter().skip(1));
                Ok(Verdict::Found(realise(&self.space, question.start, &path)))
            }
        }
    }

    /// Searches from a layer, whose bytes are counted, to the perimeter; in parts if need be.
    fn sweep(
        &self,
        question: Question,
        layer: Layer<W>,
        depth: u32,
        tally: &mut SearchCounts,
        control: &Control,
    ) -> Result<Swept<W>, StopReason> {
        let perimeter = (self.perimeter.len() - 1).min(question.threshold as usize);
        let goal = question.threshold - perimeter as u32;
        let window = Window::new(layer, depth);
        match self.forth(question, window, depth..goal, Some(tally), control)? {
            Forth::TooMany => Ok(Swept::TooMany),
            Forth::Done(window) => Ok(match self.meeting(window.last(), perimeter) {
                Some(state) => Swept::Met(state, window),
                None => {
                    window.give(control);
                    Swept::Nothing
                }
            }),
            Forth::Full(window, depth, count) => {
                tally.split.get_or_insert(depth);
                let layer = window.into_last(control);
                control.give(layer.bytes());
                let parts = split(&self.space, layer, count);
                control.take(parts.iter().map(Layer::bytes).sum());
                let mut parts = parts.into_iter();
                let mut swept = Ok(Swept::Nothing);
                while let Ok(Swept::Nothing) = swept
                    && let Some(part) = parts.next()
                {
                    swept = self.sweep(question, part, depth, tally, control);
                }
                control.give(parts.map(|part| part.bytes()).sum());
                swept
            }
        }
    }

    /// The states from the start to `state`, which is in the last layer of the window. Layers that
    /// the window no longer has are searched again.
    fn trace(
        &self,
        question: Question,
        state: State<W>,
        mut window: Window<W>,
        control: &Control,
    ) -> Result<Vec<State<W>>, StopReason> {
        let mut path = vec![state];
        loop {
            let last = path[path.len() - 1];
            let back = descend(&self.space, last, window.backwards().skip(1));
            path.extend(back.into_iter().skip(1));
            let first = window.first();
            window.give(control);
            if first == 0 {
                path.reverse();
                return Ok(path);
            }
            let start = Layer::of(&self.space, self.space.pack(question.start));
            control.take(start.bytes());
            let again = self.forth(question, Window::new(start, 0), 0..first, None, control)?;
            let Forth::Done(again) = again else {
                return Err(StopReason::Memory);
            };
            window = again;
        }
    }

    /// The layers after the window's, whose depth is the first of `depths`, up to the last. Without
    /// a tally nothing is counted and the layers are never searched in parts.
    fn forth(
        &self,
        question: Question,
        mut window: Window<W>,
        depths: Range<u32>,
        mut tally: Option<&mut SearchCounts>,
        control: &Control,
    ) -> Result<Forth<W>, StopReason> {
        let space = &self.space;
        let threshold = question.threshold;
        let empty = Layer::empty(space);
        for depth in depths {
            let wanted = window.next_bytes().saturating_mul(ROOM);
            window.make_room(wanted, control);
            if control.room() < wanted && tally.is_some() && window.last().len() > SMALL {
                let count = (wanted * PARTS)
                    .div_ceil(control.room().max(1))
                    .clamp(2, 256);
                return Ok(Forth::Full(window, depth, count));
            }
            let next = {
                let mut latest = window.backwards();
                let last = latest.next().unwrap_or(&empty);
                let before = latest.next().unwrap_or(&empty);
                advance(space, last, before, control, |bucket| {
                    let local = self.heuristic.local(space, bucket);
                    move |word| !local.exceeds(word, threshold - depth - 1)
                })
            };
            let next = match next {
                Ok(next) => next,
                Err(stopped) => {
                    window.give(control);
                    return Err(stopped);
                }
            };
            let size = next.len();
            control.tell(
                SolveStage::Proof {
                    threshold,
                    depth: depth + 1,
                },
                size,
            );
            window.push(next);
            if let Some(tally) = &mut tally {
                tally.count(depth as usize + 1, size as u64);
            }
            if size > question.most {
                window.give(control);
                return Ok(Forth::TooMany);
            }
        }
        Ok(Forth::Done(window))
    }

    fn meeting(&self, layer: &Layer<W>, depth: usize) -> Option<State<W>> {
        let buckets = layer.buckets.par_iter().zip(&self.perimeter[depth].buckets);
        let found = buckets.enumerate().filter_map(|(bucket, (ours, theirs))| {
            let mut set = Set::with_room(ours.len());
            ours.iter().for_each(|&word| {
                set.insert(word);
            });
            let word = theirs.iter().copied().filter(|&w| set.contains(w)).min()?;
            Some((bucket, word))
        });
        found.min()
    }
}

impl SearchCounts {
    fn count(&mut self, depth: usize, states: u64) {
        if self.layers.len() <= depth {
            self.layers.resize(depth + 1, 0);
        }
        self.layers[depth] += states;
    }
}
