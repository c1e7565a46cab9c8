//! A solution and what proves that there is none much shorter, as text that another program can
//! check.
//!
//! Lines of a keyword and what belongs to it; blank lines and lines that begin with `#` are
//! skipped. In this order, `*` meaning any number of lines:
//!
//! ```text
//! ludometer-certificate 1
//! game slide(k=4)
//! position GFED./CBA9./8765./4321./.....
//! moves R1> C3v R4> *                    slides; row 1 right, column 3 down, counted from 1
//! at-most 42                             the number of moves that are given
//! at-least 42                            no solution is shorter
//! proof breadth-first-heuristic-search
//! pattern 1 2 3 4 *                      tiles of a table; its reflection is used too
//! heuristic 28                           the largest table value of the position
//! refuted 28 perimeter 10 layers 1 0 0 * no solution has 28 slides
//! end
//! ```
//!
//! A `refuted` line repeats as follows. Layer 0 is the position. Layer g + 1 has the neighbours of
//! layer g that are not in layer g - 1 and whose heuristic is at most the threshold less g + 1; a
//! position and its reflection in the main diagonal (squares and tile names) count once. The
//! numbers are the sizes of layers 0 to threshold less perimeter, and the last layer has no
//! position that is exactly `perimeter` slides from Win. With `split 11` before `layers`, layer 11
//! was searched in parts, and what comes after it counts once in each part that meets it.
//!
//! For K = 5 table values are rounded down before they are compared: of the halves of a value (less
//! its parity) 0 to 2 count as 0, 3 to 5 as 3, 6 and 7 as 6, 8 and 9 as 8, 10 and 11 as 10, and all
//! from 22 on as 22.

use super::outcome::{Proof, SolveOutcome};
use super::prove::Refutation;
use ludometer_core::{Game, Notation};
use ludometer_games_other::slide::{Push, Slide, Tiles};
use std::fmt;

pub(super) const HEADER: &str = "ludometer-certificate 1";
pub(super) const METHOD: &str = "breadth-first-heuristic-search";

/// A claim about one position's distance to Win, with its evidence. It is only a claim until
/// [`verify`](super::verify) has agreed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The size of the puzzle.
    pub k: usize,
    /// The position.
    pub position: Tiles,
    /// Slides that lead from it to Win.
    pub moves: Vec<Push>,
    /// The claimed length of the solution.
    pub at_most: u32,
    /// The claim that no solution is shorter.
    pub at_least: u32,
    /// How that was proved.
    pub proof: Proof,
}

impl Certificate {
    /// What was found about `position`; `None` if no solution was.
    pub fn new(slide: &Slide, position: &Tiles, outcome: &SolveOutcome) -> Option<Certificate> {
        let moves = outcome.moves.clone()?;
        Some(Certificate {
            k: slide.k(),
            position: *position,
            at_most: moves.len() as u32,
            moves,
            at_least: outcome.at_least,
            proof: outcome.proof.clone(),
        })
    }
}

// Moves a line.
const LINE: usize = 20;

impl fmt::Display for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let slide = Slide::new(self.k).map_err(|_| fmt::Error)?;
        writeln!(f, "{HEADER}")?;
        writeln!(f, "game {}", slide.facts().name)?;
        writeln!(f, "position {}", slide.write(&self.position))?;
        for moves in self.moves.chunks(LINE) {
            writeln!(f, "moves{}", spaced(moves))?;
        }
        writeln!(f, "at-most {}", self.at_most)?;
        writeln!(f, "at-least {}", self.at_least)?;
        writeln!(f, "proof {METHOD}")?;
        for pattern in &self.proof.patterns {
            writeln!(f, "pattern{}", spaced(pattern))?;
        }
        writeln!(f, "heuristic {}", self.proof.heuristic)?;
        for refutation in &self.proof.refuted {
            let Refutation {
                threshold,
                perimeter,
                layers,
                split,
            } = refutation;
            write!(f, "refuted {threshold} perimeter {perimeter}")?;
            if let Some(split) = split {
                write!(f, " split {split}")?;
            }
            writeln!(f, " layers{}", spaced(layers))?;
        }
        writeln!(f, "end")
    }
}

fn spaced<T: fmt::Display>(items: &[T]) -> String {
    items.iter().map(|item| format!(" {item}")).collect()
}
