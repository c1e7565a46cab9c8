//! Shortens the end of a solution.
//!
//! A beam loses its way most often near Win, where the tables say little. The last slides of a
//! solution are replaced by a shortest way from where they begin, found as the proof finds it; the
//! stretch grows until its search does.

use super::control::{Control, SolveStage, StopReason};
use super::prove::{Prover, Question, Verdict};
use super::word::Word;
use ludometer_games_other::slide::{Push, Tiles};

// How much longer each stretch is than the one before; even, as its shortening is.
const LONGER: usize = 4;

/// A solution whose end is a shortest one, as far back as layers of `most` states show; not longer
/// than `moves`, which lead from `start` to Win.
pub(super) fn repair<W: Word>(
    prover: &Prover<W>,
    start: &Tiles,
    mut moves: Vec<Push>,
    most: usize,
    control: &Control,
) -> Result<Vec<Push>, StopReason> {
    let slide = prover.space().slide();
    let mut window = LONGER;
    while window < moves.len() {
        let stage = SolveStage::Repair {
            window: window as u32,
        };
        control.tell(stage, 0);
        let kept = moves.len() - window;
        let from = moves[..kept]
            .iter()
            .fold(*start, |tiles, &push| slide.after(&tiles, push));
        let mut threshold = prover.least(&from);
        while (threshold as usize) < window {
            let question = Question {
                start: &from,
                threshold,
                most,
            };
            match prover.decide(question, control)? {
                Verdict::Refuted(_) => threshold += 2,
                Verdict::GaveUp => return Ok(moves),
                Verdict::Found(end) => {
                    moves.truncate(kept);
                    moves.extend(end);
                    break;
                }
            }
        }
        window = moves.len() - kept + LONGER;
    }
    Ok(moves)
}
