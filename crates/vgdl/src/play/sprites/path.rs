//! Path chasers: they follow the shortest way around the obstacles that the game names (`obs`).
//!
//! Differs: in the framework's simulations the target that a sprite remembers is the real game's and so
//! does not move there. Here a copied state follows its own sprites.

use super::chaser::{distance, nearest};
use crate::dice::Dice;
use crate::heading::Heading;
use crate::play::World;
use crate::sprites::npc::Npc;
use crate::sprites::path::{PathAlt, PathChaser};
use crate::state::{ChaseTarget, Ref};

/// The first step of the way between two positions.
fn way<D: Dice>(world: &World<'_, D>, from: (i32, i32), to: (i32, i32)) -> Option<Heading> {
    let block = world.level.block;
    let cell = |(x, y): (i32, i32)| (x / block, y / block);
    world.level.paths.as_ref()?.step(cell(from), cell(to))
}

fn wander<D: Dice>(world: &mut World<'_, D>, r: Ref, npc: &Npc) -> Heading {
    let group = world.state.groups[r.kind.index()];
    let sprite = &mut world.state.sprites[usize::from(group.start + r.at - group.tiles)];
    npc.wander(sprite, world.dice)
}

impl PathChaser {
    pub(super) fn update<D: Dice>(&self, world: &mut World<'_, D>, r: Ref) {
        world.base(r);
        let here = world.position(r);
        if let Some(target) = self.target {
            nearest(world, here, target, |_| true);
        } else {
            world.scratch.targets.clear();
        }
        let heading = match world.scratch.targets.first() {
            Some(&there) => way(world, here, there).unwrap_or(Heading::NONE),
            None => wander(world, r, &self.npc),
        };
        world.walk(r, heading);
    }
}

impl PathAlt {
    pub(super) fn update<D: Dice>(&self, world: &mut World<'_, D>, r: Ref) {
        world.base(r);
        let heading = match self.epsilon {
            Some(epsilon) if world.dice.unit() < epsilon => wander(world, r, &self.npc),
            _ => self.hunt(world, r),
        };
        world.walk(r, heading);
    }

    fn hunt<D: Dice>(&self, world: &mut World<'_, D>, r: Ref) -> Heading {
        let here = world.position(r);
        let hunter = world.sprite(r).map_or(0, |sprite| sprite.id);
        let slot = world
            .state
            .quarries
            .iter()
            .position(|quarry| quarry.hunter == hunter);
        let mut quarry = slot.map(|slot| track(world, world.state.quarries[slot]));
        if quarry.is_none_or(|quarry| (quarry.x, quarry.y) == here) {
            // What was last known of the old target stays known.
            let known = quarry.and_then(|quarry| quarry.known);
            quarry = self
                .pick(world, here, hunter)
                .map(|new| ChaseTarget { known, ..new });
        }
        let Some(mut quarry) = quarry else {
            if let Some(slot) = slot {
                world.state.quarries.swap_remove(slot);
            }
            return world.any_heading();
        };
        let there = (quarry.x, quarry.y);
        let heading = match (way(world, here, there), quarry.known) {
            (Some(heading), _) => {
                quarry.known = Some(there);
                heading
            }
            (None, Some(known)) => way(world, here, known).unwrap_or(Heading::NONE),
            (None, None) => Heading::NONE,
        };
        match slot {
            Some(slot) => world.state.quarries[slot] = quarry,
            None => world.state.quarries.push(quarry),
        }
        heading
    }

    /// Chooses a target: the nearest, or any.
    fn pick<D: Dice>(
        &self,
        world: &mut World<'_, D>,
        here: (i32, i32),
        hunter: u32,
    ) -> Option<ChaseTarget> {
        let mut choice = std::mem::take(&mut world.scratch.choice);
        choice.clear();
        for &target in &self.targets {
            // A type without subtypes is listed twice.
            world.members(target, &mut choice);
            for &kind in &world.kind(target).subtypes {
                world.members(kind, &mut choice);
            }
        }
        let picked = if choice.is_empty() {
            None
        } else if self.random_target {
            let pick = world.dice.below(choice.len() as u32);
            Some(choice[pick as usize])
        } else {
            choice
                .iter()
                .copied()
                .min_by_key(|&target| distance(here, world.position(target)))
        };
        choice.clear();
        world.scratch.choice = choice;
        let target = picked?;
        let (x, y) = world.position(target);
        // A tile has no number of its own: it stays where it is and counts as gone.
        let id = world.sprite(target).map(|sprite| sprite.id);
        let known = None;
        Some(ChaseTarget {
            hunter,
            target: id.unwrap_or(0),
            kind: target.kind,
            x,
            y,
            gone: id.is_none(),
            known,
        })
    }
}

/// Where the quarry is now.
fn track<D: Dice>(world: &World<'_, D>, quarry: ChaseTarget) -> ChaseTarget {
    if quarry.gone {
        return quarry;
    }
    let target = world
        .state
        .group(quarry.kind)
        .iter()
        .find(|sprite| sprite.id == quarry.target);
    target.map_or(quarry, |target| ChaseTarget {
        x: target.x,
        y: target.y,
        ..quarry
    })
}

#[cfg(test)]
mod tests {
    use crate::example_game::ExampleGame;

    #[test]
    fn the_way_leads_round_the_wall() {
        for class in ["PathChaser stype=avatar", "PathAltChaser stype1=avatar"] {
            let mut game = ExampleGame::new(&format!("hound > {class}"), "", "hw.\n.wA\n...");
            game.wait(4);
            assert_eq!(game.at("hound"), [(20, 20)], "{class}");
            assert_eq!(game.wait(1).at("hound"), [(20, 10)], "{class}");
        }
    }

    #[test]
    fn a_leaf_is_listed_twice_when_the_target_is_drawn() {
        let sprites = "hound > PathAltChaser stype1=bone randomTarget=True\nbone > Immovable";
        let mut game = ExampleGame::new(sprites, "", "h..b\n...A");
        game.wait(1);
        assert_eq!(game.dice.steps(), 1);
        assert_eq!(game.at("hound"), [(10, 0)]);
        game.wait(1);
        assert_eq!(game.dice.steps(), 1, "it keeps its target");
    }
}
