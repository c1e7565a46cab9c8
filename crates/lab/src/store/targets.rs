//! What was asked for, in the records of cells.

use super::cells::{Progress, progress};
use super::target::{PlanSource, Target};
use super::{CellId, Store, StoreError};

impl Store {
    /// Notes that a plan asked for `count` episodes of a cell, unless that was the last thing it asked. A plan
    /// that asked for several numbers in turn was extended.
    pub fn note_target(
        &mut self,
        cell: CellId,
        count: u64,
        plan: &PlanSource,
    ) -> Result<(), StoreError> {
        let target = Target {
            episodes: count,
            plan: Some(plan.clone()),
        };
        self.note(cell, target, |there, target| {
            let own = |asked: &&Target| asked.plan == target.plan;
            there.iter().rev().find(own) == Some(target)
        })
    }

    /// Notes the numbers of episodes that a cell was asked for elsewhere, those that are not noted already.
    pub(crate) fn note_targets(
        &mut self,
        cell: CellId,
        targets: &[Target],
    ) -> Result<(), StoreError> {
        for target in targets {
            self.note(cell, target.clone(), |there, target| there.contains(target))?;
        }
        Ok(())
    }

    fn note(
        &mut self,
        cell: CellId,
        target: Target,
        is_noted: impl Fn(&[Target], &Target) -> bool,
    ) -> Result<(), StoreError> {
        if is_noted(&self.targets(cell)?, &target) {
            return Ok(());
        }
        let note = |store: &mut Store| {
            let transaction = store.begin()?;
            if let Some(mut found) = progress(&transaction, cell)?
                && !is_noted(&found.targets, &target)
            {
                found.targets.push(target);
                found.write(&transaction, cell)?;
            }
            transaction.commit()
        };
        let noted = note(self);
        self.wrap(noted)
    }

    /// Every number of episodes that a cell was asked for, in the order of the runs.
    pub fn targets(&self, cell: CellId) -> Result<Vec<Target>, StoreError> {
        let Progress { targets, .. } = self.progress(cell)?;
        Ok(targets)
    }
}
