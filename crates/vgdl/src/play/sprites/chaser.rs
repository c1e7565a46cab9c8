//! What chasers do.

use crate::dice::Dice;
use crate::heading::Heading;
use crate::play::World;
use crate::sprite_type_id::SpriteTypeId;
use crate::sprites::chaser::Chaser;
use crate::state::Ref;

/// Manhattan distance in pixels.
#[inline]
pub(super) fn distance(a: (i32, i32), b: (i32, i32)) -> i32 {
    a.0.wrapping_sub(b.0)
        .wrapping_abs()
        .wrapping_add(a.1.wrapping_sub(b.1).wrapping_abs())
}

/// Collects the nearest sprites of a type, all ties; of its subtypes if the type itself has none.
/// Returns their distance.
pub(super) fn nearest<D: Dice>(
    world: &mut World<'_, D>,
    here: (i32, i32),
    target: SpriteTypeId,
    seen: impl Fn((i32, i32)) -> bool,
) -> i32 {
    world.scratch.targets.clear();
    if world.state.count(target) > 0 {
        return scan(world, here, target, i32::MAX, &seen);
    }
    let subtypes = &world.kind(target).subtypes;
    subtypes
        .iter()
        .fold(i32::MAX, |best, &kind| scan(world, here, kind, best, &seen))
}

/// Adds the sprites of exactly one type that are as near as the best so far, or better.
#[inline]
fn scan<D: Dice>(
    world: &mut World<'_, D>,
    here: (i32, i32),
    kind: SpriteTypeId,
    mut best: i32,
    seen: &impl Fn((i32, i32)) -> bool,
) -> i32 {
    let World {
        state,
        level,
        scratch,
        ..
    } = world;
    let found = &mut scratch.targets;
    let mut look = |there: (i32, i32)| {
        let far = distance(here, there);
        if far <= best && seen(there) {
            if far < best {
                found.clear();
                best = far;
            }
            found.push(there);
        }
    };
    let group = state.groups[kind.index()];
    if group.standing > 0 {
        let first = level.first_tile(kind);
        for tile in (first..first + usize::from(group.tiles)).filter(|&tile| state.stands(tile)) {
            look(level.tiles[tile]);
        }
    }
    for sprite in state.group(kind) {
        look((sprite.x, sprite.y));
    }
    best
}

impl Chaser {
    #[inline]
    pub(super) fn update<D: Dice>(&self, world: &mut World<'_, D>, r: Ref) {
        let (nature, level) = (&world.kind(r.kind).nature, world.level);
        let group = world.state.groups[r.kind.index()];
        let slot = usize::from(group.start + r.at - group.tiles);
        let sprite = &mut world.state.sprites[slot];
        let dies = sprite.base(nature, level);
        let (here, previous) = ((sprite.x, sprite.y), sprite.memory[1]);
        let chosen = self.choose(world, here, previous);
        let sprite = &mut world.state.sprites[slot];
        let heading = match chosen {
            Some(heading) => heading,
            None => self.npc.wander(sprite, world.dice),
        };
        sprite.walk(nature, level, heading, None);
        if dies {
            world.kill(r, false);
        }
    }

    /// A direction that lowers the distance to one of the nearest targets, or raises it. A target that
    /// is named twice counts twice.
    #[inline]
    fn choose<D: Dice>(
        &self,
        world: &mut World<'_, D>,
        here: (i32, i32),
        previous: i32,
    ) -> Option<Heading> {
        let target = self.target?;
        let group = world.state.groups[target.index()];
        if group.len == 1 && group.standing == 0 && !self.line_of_sight {
            let sprite = &world.state.sprites[usize::from(group.start)];
            let there = (sprite.x, sprite.y);
            let blind = self.max_distance >= 0 && distance(here, there) > self.max_distance;
            let useful = if blind { 0 } else { self.useful(here, there) };
            let count = useful.count_ones();
            return (count > 0).then(|| nth(useful, world.dice.below(count)));
        }
        self.choose_among(world, here, previous, target)
    }

    fn choose_among<D: Dice>(
        &self,
        world: &mut World<'_, D>,
        here: (i32, i32),
        previous: i32,
        target: SpriteTypeId,
    ) -> Option<Heading> {
        let sight = self.line_of_sight.then_some(previous);
        let best = nearest(world, here, target, |there| {
            sight.is_none_or(|code| in_line(code, here, there))
        });
        if self.max_distance >= 0 && best > self.max_distance {
            return None;
        }
        let targets = &world.scratch.targets;
        let total: u32 = targets
            .iter()
            .map(|&there| self.useful(here, there).count_ones())
            .sum();
        if total == 0 {
            return None;
        }
        let mut pick = world.dice.below(total);
        for &there in targets {
            let useful = self.useful(here, there);
            let count = useful.count_ones();
            if pick < count {
                return Some(nth(useful, pick));
            }
            pick -= count;
        }
        None
    }

    /// The directions whose first pixel lowers the distance, or raises it: a bit each, in the order of
    /// [`Heading::FOUR`].
    #[inline]
    fn useful(&self, here: (i32, i32), there: (i32, i32)) -> u32 {
        let (dx, dy) = (there.0.wrapping_sub(here.0), there.1.wrapping_sub(here.1));
        let towards = u32::from(dy < 0)
            | u32::from(dx < 0) << 1
            | u32::from(dy > 0) << 2
            | u32::from(dx > 0) << 3;
        if self.flees { !towards & 15 } else { towards }
    }
}

/// The direction of the nth bit.
#[inline]
fn nth(mut bits: u32, n: u32) -> Heading {
    for _ in 0..n {
        bits &= bits - 1;
    }
    Heading::FOUR[bits.trailing_zeros() as usize & 3]
}

/// Whether something is exactly in the direction of the last random step.
fn in_line(code: i32, here: (i32, i32), there: (i32, i32)) -> bool {
    if code == 0 {
        return false;
    }
    let heading = Heading::FOUR[(code - 1) as usize & 3];
    Heading::of(there.0.wrapping_sub(here.0), there.1.wrapping_sub(here.1)) == heading
}

#[cfg(test)]
mod tests {
    use crate::example_game::ExampleGame;

    #[test]
    fn a_chaser_comes_and_a_fleeing_one_goes() {
        let sprites = "cat > Chaser stype=avatar\nmouse > Fleeing stype=avatar";
        let mut game = ExampleGame::new(sprites, "", "c....A....m");
        game.wait(3);
        assert_eq!(game.at("cat"), [(30, 0)]);
        assert!(game.at("mouse")[0].0 >= 100, "away, or aside");
        assert_eq!(game.dice.steps(), 6);
    }

    #[test]
    fn beyond_its_sight_it_wanders() {
        let mut game = ExampleGame::new(
            "cat > Chaser stype=avatar maxDistance=30 cons=9",
            "",
            "c.....A",
        );
        assert_eq!(
            game.wait(5).at("cat"),
            [(0, 0)],
            "wandering begins with standing still"
        );
        assert_eq!(game.dice.steps(), 0);
    }

    #[test]
    fn all_nearest_targets_count() {
        let sprites = "cat > Chaser stype=fish\nfish > Immovable";
        let mut game = ExampleGame::new(sprites, "", "f.c.f\n....A");
        game.wait(1);
        assert!(matches!(game.at("cat")[..], [(10, 0) | (30, 0)]));
        game.wait(1);
        assert!(matches!(game.at("cat")[..], [(0, 0) | (40, 0)]));
    }
}
