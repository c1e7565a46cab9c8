//! What happens without a second sprite: rules by the clock and rules at the edge of the screen.

use super::World;
use crate::dice::Dice;
use crate::sprite_type_id::SpriteTypeId;
use crate::state::{Planned, Ref, Sprite};

impl<D: Dice> World<'_, D> {
    /// Runs the rules for sprites that are not wholly on the screen.
    pub(super) fn leave(&mut self) {
        let (game, level, state) = (self.game, self.level, &*self.state);
        let leaves = |sprite: &Sprite| !level.inside(sprite.x, sprite.y);
        let mut leavers = level.leavers.iter();
        if !leavers.any(|&kind| state.group(kind).iter().any(leaves)) {
            return;
        }
        for edge in &game.edges {
            for &rule in &edge.rules {
                for &kind in &game.kinds[edge.kind.index()].subtypes {
                    self.leave_one(rule, kind);
                }
            }
        }
    }

    fn leave_one(&mut self, rule: u16, kind: SpriteTypeId) {
        let level = self.level;
        let group = self.state.groups[kind.index()];
        let mut from = 0;
        loop {
            let rest = &self.state.group(kind)[from..];
            let leaves = |sprite: &Sprite| !level.inside(sprite.x, sprite.y) && sprite.acts();
            let Some(at) = rest.iter().position(leaves) else {
                return;
            };
            from += at + 1;
            self.apply(
                rule,
                Some(Ref {
                    kind,
                    at: group.tiles + (from - 1) as u16,
                }),
                None,
            );
            // A sprite added to the group that is being scanned ends the scan.
            if self.state.groups[kind.index()].len != group.len {
                return;
            }
        }
    }

    /// Runs the rules that are due by the clock.
    pub(super) fn ring(&mut self) {
        while let Some(&due) = self
            .state
            .planned
            .first()
            .filter(|planned| planned.tick <= self.tick)
        {
            self.state.planned.remove(0);
            let clock = self.game.clocks[usize::from(due.clock)];
            let score = self.game.rules[usize::from(clock.rule)].score;
            match clock.kind {
                None => self.strike(clock.rule, None, score),
                Some(kind) => {
                    for &sub in &self.game.kinds[kind.index()].subtypes {
                        self.strike_all(clock.rule, sub, score);
                    }
                }
            }
            if clock.repeating {
                self.plan(due.clock, self.tick.saturating_add(clock.timer.max(1)));
            }
        }
    }

    fn strike_all(&mut self, rule: u16, kind: SpriteTypeId, score: i32) {
        let mut members = std::mem::take(&mut self.scratch.struck);
        members.clear();
        self.members(kind, &mut members);
        for &r in &members {
            if !self.dead(r) && !self.disabled(r) {
                self.strike(rule, Some(r), score);
            }
        }
        self.scratch.struck = members;
    }

    /// A timed rule always scores, whatever came of it.
    fn strike(&mut self, rule: u16, a: Option<Ref>, score: i32) {
        let game = self.game;
        game.rules[usize::from(rule)]
            .effect
            .apply(self, rule, a, None);
        self.state.score = self.state.score.saturating_add(score);
    }

    /// Plans a rule; among equals the later comes first.
    pub(crate) fn plan(&mut self, clock: u16, tick: i32) {
        if self.state.planned.len() >= 10_000 {
            return;
        }
        let at = self
            .state
            .planned
            .partition_point(|planned| planned.tick < tick);
        self.state.planned.insert(at, Planned { tick, clock });
    }
}
