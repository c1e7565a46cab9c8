//! Whether a certificate is true, found out without the solver.
//!
//! The moves are replayed through the contract of the game. The lower bound is proved again by
//! another method: an exhaustive depth-first walk on rules of its own, cut by tables of its own
//! that are checked entry by entry. Of the recorded proof only the arithmetic is looked at: the
//! walk does not need it.

mod exhaust;
mod refuted;
mod rules;
mod table;

pub use refuted::Refuted;

use super::certificate::Certificate;
use exhaust::{BLANK, Board, Walk};
use ludometer_core::{Game, Generator, Notation, Seed, Turn};
use ludometer_games_other::slide::{Slide, Tiles};
use rayon::prelude::*;
use rules::Rules;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use table::Table;

/// What a certificate was found to be worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verified {
    /// The position can be solved with this many slides.
    pub at_most: u32,
    /// It cannot be solved with fewer than this.
    pub at_least: u32,
    /// Boards that were walked through to show that.
    pub boards: u64,
}

impl Verified {
    /// Whether the distance is known exactly.
    pub fn is_optimal(&self) -> bool {
        self.at_most == self.at_least
    }
}

/// What the check is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Checking {
    /// The moves.
    Moves,
    /// A table, made and checked.
    Tables {
        /// Tables done.
        done: usize,
        /// Tables in all.
        of: usize,
    },
    /// The walk through all shorter ways.
    Walk {
        /// Boards so far.
        boards: u64,
    },
}

/// Checks every claim of a certificate. The callback hears of the steps and may end the check,
/// which is then [`Refuted::Unfinished`]. Uses the threads of the current pool.
pub fn verify(
    certificate: &Certificate,
    report: &(dyn Fn(Checking) -> ControlFlow<()> + Sync),
) -> Result<Verified, Refuted> {
    let slide = Slide::new(certificate.k).map_err(|_| Refuted::NoGame(certificate.k))?;
    if slide.read(&slide.write(&certificate.position)) != Ok(certificate.position) {
        return Err(Refuted::NoPosition);
    }
    let stop = AtomicBool::new(false);
    let tell = |checking| {
        if report(checking).is_break() {
            stop.store(true, Ordering::Relaxed);
        }
        stop.load(Ordering::Relaxed)
    };
    tell(Checking::Moves);
    replay(&slide, certificate)?;
    claims(certificate)?;
    let boards = exhaust(&slide, certificate, &tell, &stop)?;
    Ok(Verified {
        at_most: certificate.at_most,
        at_least: certificate.at_least,
        boards,
    })
}

fn replay(slide: &Slide, certificate: &Certificate) -> Result<(), Refuted> {
    // The puzzle has no chance in it: the generator is never asked.
    let mut chance = Seed::new(0).rng(Generator::Xoshiro);
    let mut tiles = certificate.position;
    for (number, &push) in (1..).zip(&certificate.moves) {
        let board = slide.write(&tiles);
        if slide.turn(&tiles) == Turn::Over {
            return Err(Refuted::MovesGoOn { after: number - 1 });
        }
        slide
            .step_checked(&mut tiles, push, &mut chance)
            .map_err(|_| Refuted::IllegalMove {
                number,
                push,
                board,
            })?;
    }
    if slide.turn(&tiles) != Turn::Over {
        let board = slide.write(&tiles);
        return Err(Refuted::NotSolved { board });
    }
    Ok(())
}

fn claims(certificate: &Certificate) -> Result<(), Refuted> {
    let &Certificate {
        at_most, at_least, ..
    } = certificate;
    let moves = certificate.moves.len();
    if moves != at_most as usize {
        return Err(Refuted::WrongCount { moves, at_most });
    }
    if at_least > at_most {
        return Err(Refuted::Crossed { at_most, at_least });
    }
    if (at_most - at_least) % 2 == 1 {
        return Err(Refuted::WrongParity { at_most, at_least });
    }
    // What the recorded proof says must add up to the bound, whether or not it is true.
    let mut bound = certificate.proof.heuristic;
    for refutation in &certificate.proof.refuted {
        let layers = refutation.threshold.checked_sub(refutation.perimeter);
        let complete = layers.is_some_and(|layers| refutation.layers.len() == layers as usize + 1);
        if refutation.threshold != bound || !complete {
            return Err(Refuted::BrokenProof {
                threshold: refutation.threshold,
            });
        }
        bound = bound.saturating_add(2);
    }
    if bound != at_least {
        return Err(Refuted::OtherBound {
            proved: bound,
            at_least,
        });
    }
    Ok(())
}

/// Walks through every way that is shorter than the bound; how many boards that were.
fn exhaust(
    slide: &Slide,
    certificate: &Certificate,
    tell: &(dyn Fn(Checking) -> bool + Sync),
    stop: &AtomicBool,
) -> Result<u64, Refuted> {
    // A shorter solution would be shorter by two at least.
    let Some(limit) = certificate.at_least.checked_sub(2) else {
        return Ok(0);
    };
    let rules = Rules::new(certificate.k);
    let board = board(slide, &rules, &certificate.position).ok_or(Refuted::NoPosition)?;
    let stopped = || stop.load(Ordering::Relaxed);
    let patterns = patterns(certificate.k);
    let of = patterns.len();
    tell(Checking::Tables { done: 0, of });
    let done = std::sync::atomic::AtomicUsize::new(0);
    let tables: Result<Vec<Table>, Refuted> = patterns
        .par_iter()
        .map(|tiles| {
            let table = Table::new(&rules, tiles, &stopped).ok_or(Refuted::Unfinished)?;
            table.check(&rules, &stopped).map_err(Refuted::BadTable)?;
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            tell(Checking::Tables { done, of });
            Ok(table)
        })
        .collect();
    let tables = tables?;
    let walk = Walk {
        rules: &rules,
        tables: &tables,
        limit,
        stop: &|boards| tell(Checking::Walk { boards }),
        nodes: 0.into(),
        stopped: stopped().into(),
    };
    let found = walk.shortest(&board);
    if let Some(slides) = found {
        let at_least = certificate.at_least;
        return Err(Refuted::Shorter { slides, at_least });
    }
    if walk.stopped.load(Ordering::Relaxed) {
        return Err(Refuted::Unfinished);
    }
    Ok(walk.nodes.load(Ordering::Relaxed))
}

/// The position as the verifier's own rules see it.
fn board(slide: &Slide, rules: &Rules, tiles: &Tiles) -> Option<Board> {
    let count = rules.side * rules.side;
    let on: Vec<u8> = slide.board(tiles)[..count]
        .iter()
        .map(|&tile| tile.checked_sub(1).unwrap_or(BLANK))
        .collect();
    let mut squares = vec![0; rules.k * rules.k];
    for (square, &tile) in on.iter().enumerate().filter(|&(_, &tile)| tile != BLANK) {
        squares[usize::from(tile)] = square as u8;
    }
    let occupied = (0..count).filter(|&square| on[square] != BLANK);
    let shape = rules.shape(occupied)?;
    Some(Board { squares, on, shape })
}

/// Tiles that the verifier's tables look at, counted from 0: the first and last lines both ways,
/// the corner blocks and the corners.
fn patterns(k: usize) -> Vec<Vec<usize>> {
    let last = k - 1;
    let at = |row: usize, column: usize| row * k + column;
    let size = k.min(4);
    if k == 2 {
        return vec![vec![0, 1, 2, 3]];
    }
    vec![
        (0..size).map(|i| at(0, i)).collect(),
        (0..size).map(|i| at(i, 0)).collect(),
        (0..size).map(|i| at(last, last - i)).collect(),
        (0..size).map(|i| at(last - i, last)).collect(),
        vec![at(0, 0), at(0, 1), at(1, 0), at(1, 1)],
        vec![
            at(last, last),
            at(last, last - 1),
            at(last - 1, last),
            at(last - 1, last - 1),
        ],
        vec![at(0, 0), at(0, last), at(last, 0), at(last, last)],
    ]
}
