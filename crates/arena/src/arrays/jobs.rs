//! The rows of a batch's arrays, cut into parts that are worked on at the same time.

use super::BatchArrays;

/// How long the rows of the arrays are.
#[derive(Clone, Copy)]
pub(super) struct RowLengths {
    pub(super) observation: usize,
    pub(super) actions: usize,
    pub(super) players: usize,
    /// 0 where final observations are not wanted.
    pub(super) final_observation: usize,
}

impl<'a> BatchArrays<'a> {
    /// The first rows, and the rest.
    pub(super) fn cut(
        self,
        rows: usize,
        lengths: RowLengths,
    ) -> (BatchArrays<'a>, BatchArrays<'a>) {
        let (observations, more_observations) =
            self.observations.split_at_mut(rows * lengths.observation);
        let (masks, more_masks) = self.masks.split_at_mut(rows * lengths.actions);
        let (rewards, more_rewards) = self.rewards.split_at_mut(rows);
        let (terminated, more_terminated) = self.terminated.split_at_mut(rows);
        let (truncated, more_truncated) = self.truncated.split_at_mut(rows);
        let (players, more_players) = self.players.split_at_mut(rows);
        let (payoffs, more_payoffs) = self.payoffs.split_at_mut(rows * lengths.players);
        let (final_observations, more_final) = self
            .final_observations
            .split_at_mut(rows * lengths.final_observation);
        let first = BatchArrays {
            observations,
            masks,
            rewards,
            terminated,
            truncated,
            players,
            payoffs,
            final_observations,
        };
        let rest = BatchArrays {
            observations: more_observations,
            masks: more_masks,
            rewards: more_rewards,
            terminated: more_terminated,
            truncated: more_truncated,
            players: more_players,
            payoffs: more_payoffs,
            final_observations: more_final,
        };
        (first, rest)
    }
}
