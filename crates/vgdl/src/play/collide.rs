//! Collisions: pairs of types in order, their rules, their sprites.

use super::World;
use crate::dice::Dice;
use crate::effects::Effect;
use crate::effects::kill::Kill;
use crate::effects::motion::Motion;
use crate::level::{Meeting, Side, Spot};
use crate::sprite_type_id::SpriteTypeId;
use crate::state::Ref;

impl<D: Dice> World<'_, D> {
    /// Runs all rules between two types.
    pub(super) fn collide(&mut self) {
        self.index();
        let level = self.level;
        let mut from = 0;
        while let Some(nth) = self.scratch.grid.due(from) {
            let Some(meeting) = level.meetings.get(nth) else {
                break;
            };
            from = nth + 1;
            let pair = &self.game.pairs[meeting.pair];
            for &rule in &pair.rules {
                let name = self.game.rules[usize::from(rule)].name;
                let shield = (pair.first, pair.second, name);
                if self.scratch.shields.is_empty() || !self.scratch.shields.contains(&shield) {
                    self.meet(meeting, rule);
                }
            }
        }
        self.unindex();
    }

    /// Runs one rule. The sprites that take part are those that exist when it begins.
    fn meet(&mut self, meeting: &Meeting, rule: u16) {
        self.scratch.grown.clear();
        for &side in &meeting.firsts {
            if self.scratch.grid.met(side) & meeting.second_mask != 0 || meeting.tiles_touch {
                self.meet_type(meeting, rule, side);
            }
        }
    }

    /// Runs a rule for one of its first types.
    fn meet_type(&mut self, meeting: &Meeting, rule: u16, side: Side) {
        let kind = side.kind;
        let group = self.state.groups[kind.index()];
        if group.standing > 0 {
            self.meet_tiles(meeting, rule, side);
        }
        let once = self.once(rule, kind);
        let unseen = |world: &Self| world.scratch.grid.met(side) & meeting.unmarked_mask != 0;
        let mut search = unseen(self);
        for at in 0..self.len_before(kind) {
            let start = self.state.groups[kind.index()].start;
            let sight = self.scratch.grid.sight(usize::from(start + at));
            let others = self.scratch.grid.look(side, sight, meeting.second_mask);
            if others & meeting.second_mask != 0 || search {
                let a = Ref {
                    kind,
                    at: group.tiles + at,
                };
                if !once {
                    self.meet_one(meeting, rule, a, sight.spot, others);
                } else if !self.dead(a) && self.touches(meeting, a, sight.spot, others) {
                    self.apply(rule, Some(a), None);
                }
                search = unseen(self);
            }
        }
    }

    /// Notes that a type is about to grow.
    pub(super) fn grows(&mut self, kind: SpriteTypeId) {
        if self.scratch.grid.ready() && !self.scratch.grown.iter().any(|&(grown, _)| grown == kind)
        {
            let len = self.state.groups[kind.index()].len;
            self.scratch.grown.push((kind, len));
        }
    }

    /// How many sprites of a type that can change there were when the rule began.
    #[inline]
    fn len_before(&self, kind: SpriteTypeId) -> u16 {
        let mut grown = self.scratch.grown.iter();
        grown
            .find(|&&(grown, _)| grown == kind)
            .map_or(self.state.groups[kind.index()].len, |&(_, len)| len)
    }

    /// Runs a rule for the tiles of a type that touch a second.
    fn meet_tiles(&mut self, meeting: &Meeting, rule: u16, side: Side) {
        let kind = side.kind;
        let mut from = 0;
        loop {
            self.gather(meeting, side, from);
            self.scratch.moved = false;
            let mut candidates = std::mem::take(&mut self.scratch.candidates);
            let mut again = false;
            for &at in &candidates {
                let a = Ref { kind, at };
                let spot = self.spot(a);
                let others = self.scratch.grid.others(
                    Side {
                        marks: true,
                        ..side
                    },
                    spot,
                );
                self.meet_one(meeting, rule, a, spot, others);
                if self.scratch.moved {
                    (again, from) = (true, at + 1);
                    break;
                }
            }
            candidates.clear();
            self.scratch.candidates = candidates;
            if !again {
                return;
            }
        }
    }

    /// Collects the tiles of a type, from one on, that may touch a second.
    fn gather(&mut self, meeting: &Meeting, side: Side, from: u16) {
        let level = self.level;
        let kind = side.kind;
        let mut candidates = std::mem::take(&mut self.scratch.candidates);
        candidates.clear();
        let first = level.first_tile(kind);
        let stands = |at: u16| self.state.stands(first + usize::from(at));
        if meeting.tiles_touch {
            let tiles = self.state.groups[kind.index()].tiles;
            let touches = |at: u16| {
                let (x, y) = level.tile(Ref { kind, at });
                let here = self.scratch.grid.ground(level.spot(x, y).corners()[0]);
                ((here.present & !side.bit) | (here.crowd & side.bit)) & meeting.second_mask != 0
            };
            candidates.extend((from..tiles).filter(|&at| stands(at) && touches(at)));
        }
        let met = self.scratch.grid.met(side);
        for second in meeting
            .seconds
            .iter()
            .filter(|second| second.bit & met != 0)
        {
            let start = usize::from(self.state.groups[second.kind.index()].start);
            for at in start..start + usize::from(self.len_before(second.kind)) {
                self.scratch.grid.sight(at).spot.each(|cell| {
                    if self.scratch.grid.ground(cell).present & side.bit != 0 {
                        let here = level
                            .tiles_in(cell)
                            .iter()
                            .filter(|tile| tile.kind == kind && tile.at >= from);
                        candidates.extend(here.map(|tile| tile.at).filter(|&at| stands(at)));
                    }
                });
            }
        }
        candidates.sort_unstable();
        candidates.dedup();
        self.scratch.candidates = candidates;
    }

    /// Runs a rule for one first sprite and all that it touches now.
    fn meet_one(&mut self, meeting: &Meeting, rule: u16, a: Ref, spot: Spot, others: u64) {
        if self.dead(a) {
            return;
        }
        let here = self.position(a);
        let mut partners = std::mem::take(&mut self.scratch.partners);
        partners.clear();
        self.find_partners(meeting, (a, here), spot, others, &mut partners);
        for (nth, &b) in partners.iter().enumerate() {
            if nth > 0 && self.dead(a) {
                break;
            }
            if nth == 0 || self.overlap(a, b) {
                self.apply(rule, Some(a), Some(b));
            }
        }
        self.scratch.partners = partners;
    }

    /// Whether a rule does the same with any second sprite, takes no notice of it, and does nothing more
    /// when there are several.
    #[inline]
    fn once(&self, rule: u16, first: SpriteTypeId) -> bool {
        let rule = &self.game.rules[usize::from(rule)];
        match rule.effect {
            Effect::Motion(Motion::StepBack { pixel_perfect }) => !pixel_perfect && rule.score == 0,
            Effect::Kill(Kill::First) => !self.kind(first).is_avatar(),
            _ => false,
        }
    }

    /// Whether a sprite overlaps any of the second types.
    fn touches(&self, meeting: &Meeting, a: Ref, spot: Spot, others: u64) -> bool {
        let level = self.level;
        let own = level.sides[a.kind.index()].bit;
        meeting.seconds.iter().any(|side| {
            let group = self.state.groups[side.kind.index()];
            if group.standing > 0 && side.bit & others != 0 {
                let first = level.first_tile(side.kind);
                let stands = |cell: usize| {
                    self.scratch.grid.ground(cell).present & side.bit != 0
                        && (level.own_bits
                            || level.tiles_in(cell).iter().any(|tile| {
                                tile.kind == side.kind
                                    && self.state.stands(first + usize::from(tile.at))
                            }))
                };
                if spot.corners().into_iter().any(stands) {
                    return true;
                }
            }
            let near = if side.marks {
                side.bit & others
            } else {
                self.scratch.grid.met(*side) & own
            };
            near != 0 && {
                let here = self.position(a);
                let mut sprites = self.state.group(side.kind)
                    [..usize::from(self.len_before(side.kind))]
                    .iter()
                    .zip(group.tiles..);
                sprites.any(|(sprite, at)| {
                    self.near(here, (sprite.x, sprite.y)) && (side.kind, at) != (a.kind, a.at)
                })
            }
        })
    }

    /// The sprites of the second types that a sprite overlaps, in their order.
    #[inline]
    fn find_partners(
        &self,
        meeting: &Meeting,
        (a, here): (Ref, (i32, i32)),
        spot: Spot,
        others: u64,
        partners: &mut Vec<Ref>,
    ) {
        let own = self.level.sides[a.kind.index()].bit;
        for side in &meeting.seconds {
            let near = if side.marks {
                side.bit & others
            } else {
                self.scratch.grid.met(*side) & own
            };
            if (side.bit & others) | near == 0 {
                continue;
            }
            let kind = side.kind;
            let group = self.state.groups[kind.index()];
            if group.standing > 0 && side.bit & others != 0 {
                self.find_tiles(*side, a, spot, partners);
            }
            if near != 0 && group.len > 0 {
                let len = usize::from(self.len_before(kind));
                for (at, sprite) in self.state.group(kind)[..len].iter().enumerate() {
                    if self.near(here, (sprite.x, sprite.y)) {
                        let b = Ref {
                            kind,
                            at: group.tiles + at as u16,
                        };
                        if b != a {
                            partners.push(b);
                        }
                    }
                }
            }
        }
    }

    /// The tiles of a type in the cells that a sprite covers: it overlaps them all.
    #[inline]
    fn find_tiles(&self, side: Side, a: Ref, spot: Spot, partners: &mut Vec<Ref>) {
        let from = partners.len();
        let first = self.level.first_tile(side.kind);
        spot.each(|cell| {
            if self.scratch.grid.ground(cell).present & side.bit == 0 {
                return;
            }
            for &tile in self
                .level
                .tiles_in(cell)
                .iter()
                .filter(|tile| tile.kind == side.kind)
            {
                let stands = self.state.stands(first + usize::from(tile.at));
                if stands && tile != a {
                    partners.push(tile);
                }
            }
        });
        if partners.len() > from + 1 {
            partners[from..].sort_unstable();
        }
    }

    /// Runs a rule and adds its score if the effect came about.
    pub(super) fn apply(&mut self, rule: u16, a: Option<Ref>, b: Option<Ref>) -> bool {
        let game = self.game;
        let done = game.rules[usize::from(rule)].effect.apply(self, rule, a, b);
        if done {
            self.state.score = self
                .state
                .score
                .saturating_add(game.rules[usize::from(rule)].score);
        }
        done
    }
}
