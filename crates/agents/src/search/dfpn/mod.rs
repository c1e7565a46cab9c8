//! Depth-first proof-number search (df-pn, Nagai 2002) with the threshold rule 1 + epsilon (Pawlewicz and
//! Lew 2007), and certificates of what it proves.

mod certificate;
mod prove;

pub use certificate::{ProofFlaw, ProofStrategy};
pub use prove::{Goal, Prover};

use super::best_at_random;
use ludometer_core::{Agent, Bound, Forfeit, Game, Score, SearchStats, Seat};

/// Plays a move that is proved to win, else one that is proved to draw, else the move that comes nearest
/// to a proof.
pub struct DfPn {
    nodes: u64,
}

impl DfPn {
    /// Searches with at most this number of forward-model calls for each question: is it won, is it
    /// drawn.
    pub fn new(nodes: u64) -> Self {
        DfPn { nodes }
    }
}

impl<G: Game> Agent<G> for DfPn {
    fn act(&mut self, seat: &mut Seat<'_, G>) -> Result<G::Action, Forfeit> {
        let actions = seat.actions();
        let player = seat.player();
        let position = seat.position().clone();
        let mut ranks = vec![0.0; actions.len()];
        let mut value = None;
        for (goal, share) in [(Goal::Win, 0.5), (Goal::Draw, 1.0)] {
            let mut prover = Prover::new(player, goal, self.nodes);
            let proved = seat.within(share, |seat| prover.prove(seat, &position));
            let nearness = seat.within(share, |seat| prover.ranks(seat, &position, &actions));
            match proved {
                Some(true) => {
                    ranks = nearness;
                    value = Some(if goal == Goal::Win { 1.0 } else { 0.0 });
                    break;
                }
                // Which of the moves comes nearest to a win says more than which comes nearest to a draw.
                None if goal == Goal::Win => ranks = nearness,
                None => {}
                Some(false) if goal == Goal::Win => {}
                Some(false) => value = Some(-1.0),
            }
        }
        let chosen = best_at_random(seat, &actions, &ranks);
        let mut stats = SearchStats::default().with_nodes(seat.spent().steps);
        if let Some(value) = value {
            stats = stats.with_score(Score::Value(value), Bound::Exact);
        }
        seat.report_search(stats);
        Ok(chosen)
    }
}
