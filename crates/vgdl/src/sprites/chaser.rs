//! Chasers: they go towards the nearest of their targets, or away from it.

use super::Class;
use super::npc::Npc;
use crate::dice::Dice;
use crate::heading::Heading;
use crate::kind::{KindId, Nature};
use crate::play::World;
use crate::state::Ref;
use crate::text::Reader;

/// A chaser.
#[derive(Clone, Debug)]
pub struct Chaser {
    /// How it wanders when it sees nothing.
    pub npc: Npc,
    /// Whom it chases.
    pub target: Option<KindId>,
    /// How far it sees, in pixels; negative is everywhere.
    pub max_distance: i32,
    /// Whether it goes away instead.
    pub flees: bool,
    /// Whether it sees only in the direction of its last random step.
    pub line_of_sight: bool,
}

/// Reads a class of this family.
pub(crate) fn read(name: &str, reader: Reader<'_, '_>) -> Option<(Class, Nature)> {
    let (flees, line_of_sight) = match name {
        "Chaser" => (false, false),
        "Fleeing" => (true, false),
        "LOSChaser" => (false, true),
        _ => return None,
    };
    let chaser = Chaser {
        npc: Npc::read(reader),
        target: reader.needed_kind("stype", name),
        max_distance: reader.whole("maxDistance", -1),
        flees,
        line_of_sight,
    };
    Some((Class::Chaser(chaser), Npc::nature()))
}

/// Manhattan distance in pixels.
#[inline]
pub(super) fn distance(a: (i32, i32), b: (i32, i32)) -> i32 {
    a.0.wrapping_sub(b.0).wrapping_abs().wrapping_add(a.1.wrapping_sub(b.1).wrapping_abs())
}

/// Collects the nearest sprites of a type, all ties; of its subtypes if the type itself has none.
/// Returns their distance.
pub(super) fn nearest<D: Dice>(
    world: &mut World<'_, D>,
    here: (i32, i32),
    target: KindId,
    seen: impl Fn((i32, i32)) -> bool,
) -> i32 {
    let mut found = std::mem::take(&mut world.scratch.targets);
    found.clear();
    let mut best = i32::MAX;
    let scan = |world: &World<'_, D>, kind: KindId, found: &mut Vec<(i32, i32)>, best: &mut i32| {
        let mut look = |there: (i32, i32)| {
            let far = distance(here, there);
            if far <= *best && seen(there) {
                if far < *best {
                    found.clear();
                    *best = far;
                }
                found.push(there);
            }
        };
        let group = world.state.groups[kind.index()];
        if group.standing > 0 {
            let first = world.level.first_tile(kind);
            let tiles = &world.level.tiles[first..first + usize::from(group.tiles)];
            tiles.iter().enumerate().filter(|(at, _)| world.state.stands(first + at)).for_each(|(_, &tile)| look(tile));
        }
        world.state.group(kind).iter().for_each(|sprite| look((sprite.x, sprite.y)));
    };
    if world.state.count(target) > 0 {
        scan(world, target, &mut found, &mut best);
    } else {
        for &kind in &world.kind(target).subtypes {
            scan(world, kind, &mut found, &mut best);
        }
    }
    world.scratch.targets = found;
    best
}

impl Chaser {
    pub(super) fn update<D: Dice>(&self, world: &mut World<'_, D>, r: Ref) {
        world.base(r);
        let heading = match self.choose(world, r) {
            Some(heading) => heading,
            None => self.npc.wander(world, r),
        };
        world.walk(r, heading);
    }

    /// A direction that lowers the distance to one of the nearest targets, or raises it.
    fn choose<D: Dice>(&self, world: &mut World<'_, D>, r: Ref) -> Option<Heading> {
        let here = world.position(r);
        let target = self.target?;
        let sight = if self.line_of_sight { Some(world.sprite(r)?.memory[1]) } else { None };
        let best = nearest(world, here, target, |there| sight.is_none_or(|code| in_line(code, here, there)));
        if self.max_distance >= 0 && best > self.max_distance {
            return None;
        }
        let useful = |heading: &Heading, there: (i32, i32)| {
            let next = (here.0.wrapping_add(heading.x.into()), here.1.wrapping_add(heading.y.into()));
            let far = distance(next, there);
            if self.flees { far > best } else { far < best }
        };
        let count = |there: (i32, i32)| Heading::FOUR.iter().filter(|heading| useful(heading, there)).count();
        let total: usize = world.scratch.targets.iter().map(|&there| count(there)).sum();
        if total == 0 {
            return None;
        }
        let pick = world.dice.below(total as u32) as usize;
        let all = world.scratch.targets.iter().flat_map(|&there| {
            Heading::FOUR.into_iter().filter(move |heading| useful(heading, there))
        });
        all.skip(pick).next()
    }
}

/// Whether something is exactly in the direction of the last random step.
fn in_line(code: i32, here: (i32, i32), there: (i32, i32)) -> bool {
    if code == 0 {
        return false;
    }
    let heading = Heading::FOUR[(code - 1) as usize & 3];
    Heading::of(there.0.wrapping_sub(here.0), there.1.wrapping_sub(here.1)) == heading
}
