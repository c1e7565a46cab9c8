//! Effects on places and directions.
//!
//! Differs: the framework remembers in the rule itself whom `pullWithIt` has pulled in a tick, and all its
//! simulations share that; so planning changes the real game. Here every tick of every state forgets it.

use super::kill::displacement;
use crate::dice::Dice;
use crate::effects::motion::Motion;
use crate::heading::Heading;
use crate::play::World;
use crate::sprites::Class;
use crate::state::Ref;

impl Motion {
    #[inline]
    pub(super) fn apply<D: Dice>(
        &self,
        world: &mut World<'_, D>,
        rule: u16,
        a: Option<Ref>,
        b: Option<Ref>,
    ) -> bool {
        match *self {
            Motion::UndoAll { not } => {
                world.undo_all(not);
                return true;
            }
            Motion::SetSpeed { stype, pace } => {
                if let Some(stype) = stype {
                    for &sub in &world.kind(stype).subtypes {
                        world
                            .state
                            .group_mut(sub)
                            .iter_mut()
                            .for_each(|sprite| sprite.pace = pace);
                    }
                }
                return true;
            }
            _ => {}
        }
        let Some(a) = a else { return true };
        match *self {
            Motion::StepBack { pixel_perfect } => match b {
                Some(b) if pixel_perfect => step_back_flush(world, a, b),
                _ => world.put(a, world.last(a)),
            },
            Motion::Reverse => set_heading(world, a, world.heading(a).opposite()),
            Motion::Flip => {
                let heading = world.any_heading();
                set_heading(world, a, heading);
            }
            Motion::Align { orient } => {
                if let Some(b) = b {
                    if orient {
                        set_heading(world, a, world.heading(b));
                    }
                    world.put(a, world.position(b));
                }
            }
            Motion::AttractGaze { prob, align } => {
                if let Some(b) = b {
                    attract_gaze(world, a, b, prob, align);
                }
            }
            Motion::TurnAround => turn_around(world, a),
            Motion::BounceForward => {
                if let Some(b) = b {
                    bounce_forward(world, a, b);
                }
            }
            Motion::WrapAround { offset } => wrap_around(world, a, offset),
            Motion::Teleport => {
                if let Some(b) = b {
                    teleport(world, a, b);
                }
            }
            Motion::Pull { pixel_perfect } => {
                if let Some(b) = b {
                    pull(world, rule, a, b, pixel_perfect);
                }
            }
            Motion::UndoAll { .. } | Motion::SetSpeed { .. } => {}
        }
        true
    }
}

fn set_heading<D: Dice>(world: &mut World<'_, D>, r: Ref, heading: Heading) {
    if let Some(sprite) = world.sprite_mut(r) {
        sprite.heading = heading;
    }
}

/// Beside the second, on the side from which the first came, if it came straight.
fn step_back_flush<D: Dice>(world: &mut World<'_, D>, a: Ref, b: Ref) {
    let block = world.level.block;
    let (mine, last, theirs) = (world.position(a), world.last(a), world.position(b));
    let (dx, dy) = (mine.0.wrapping_sub(last.0), mine.1.wrapping_sub(last.1));
    let to = match (dx.signum(), dy.signum()) {
        (0, 1) => (mine.0, theirs.1.wrapping_sub(block)),
        (0, -1) => (mine.0, theirs.1.wrapping_add(block)),
        (1, 0) => (theirs.0.wrapping_sub(block), mine.1),
        (-1, 0) => (theirs.0.wrapping_add(block), mine.1),
        _ => last,
    };
    world.put(a, to);
}

fn attract_gaze<D: Dice>(world: &mut World<'_, D>, a: Ref, b: Ref, prob: f64, align: bool) {
    if !(world.oriented(a) && world.oriented(b)) || world.dice.unit() >= prob {
        return;
    }
    let heading = world.heading(b);
    set_heading(world, a, heading);
    if align {
        let (mine, theirs) = (world.position(a), world.position(b));
        match heading {
            Heading::LEFT | Heading::RIGHT => world.put(a, (mine.0, theirs.1)),
            Heading::UP | Heading::DOWN => world.put(a, (theirs.0, mine.1)),
            _ => {}
        }
    }
}

fn turn_around<D: Dice>(world: &mut World<'_, D>, a: Ref) {
    let (nature, level) = (&world.kind(a.kind).nature, world.level);
    world.put(a, world.last(a));
    let Some(sprite) = world.sprite_mut(a) else {
        return;
    };
    for _ in 0..2 {
        sprite.waited = nature.cooldown.clamp(0, i32::from(u16::MAX)) as u16;
        let pixels = level.stride(sprite.pace).active;
        sprite.go(nature, Heading::DOWN, pixels);
    }
    sprite.heading = sprite.heading.opposite();
    let (x, y) = (sprite.x, sprite.y);
    world.note_move(a, x, y);
}

fn bounce_forward<D: Dice>(world: &mut World<'_, D>, a: Ref, b: Ref) {
    let mut heading = displacement(world, b);
    let front = world.heading(b);
    if i32::from(heading.x) * i32::from(front.x) < 0 {
        heading.x = heading.x.saturating_neg();
    }
    if i32::from(heading.y) * i32::from(front.y) < 0 {
        heading.y = heading.y.saturating_neg();
    }
    let (nature, level, pace) = (&world.kind(a.kind).nature, world.level, world.pace(b));
    let Some(sprite) = world.sprite_mut(a) else {
        return;
    };
    sprite.walk(nature, level, heading, Some(pace));
    sprite.heading = heading;
    let (x, y) = (sprite.x, sprite.y);
    world.note_move(a, x, y);
}

fn wrap_around<D: Dice>(world: &mut World<'_, D>, a: Ref, offset: f64) {
    let level = world.level;
    let block = level.block;
    let start = (offset * f64::from(block)) as i32;
    let end = |cells: i32| (f64::from(cells * block) - f64::from(block) * (1.0 + offset)) as i32;
    let Some(sprite) = world.sprite_mut(a) else {
        return;
    };
    match (sprite.heading.x.signum(), sprite.heading.y.signum()) {
        (1, _) => sprite.x = start,
        (-1, _) => sprite.x = end(level.width),
        (_, 1) => sprite.y = start,
        (_, -1) => sprite.y = end(level.height),
        _ => {}
    }
    sprite.waited = 0;
    let (x, y) = (sprite.x, sprite.y);
    world.note_move(a, x, y);
}

fn teleport<D: Dice>(world: &mut World<'_, D>, a: Ref, b: Ref) {
    let exit = match &world.kind(b.kind).class {
        Some(Class::Portal(portal)) => portal.exit,
        _ => None,
    };
    let Some(exit) = exit.and_then(|exit| world.any_member(exit)) else {
        world.kill(a, false);
        return;
    };
    world.put(a, world.position(exit));
    let turn = world.oriented(exit).then(|| world.heading(exit));
    if let Some(sprite) = world.sprite_mut(a) {
        sprite.waited = 0;
        if let Some(heading) = turn {
            sprite.heading = heading;
        }
    }
}

fn pull<D: Dice>(world: &mut World<'_, D>, rule: u16, a: Ref, b: Ref, pixel_perfect: bool) {
    let Some(id) = world.sprite(a).map(|sprite| sprite.id) else {
        return;
    };
    if world.scratch.pulled.contains(&(rule, id)) {
        return;
    }
    world.scratch.pulled.push((rule, id));
    if pixel_perfect {
        world.put(a, world.position(b));
        return;
    }
    let heading = displacement(world, b);
    let (nature, level, pace) = (&world.kind(a.kind).nature, world.level, world.pace(b));
    let Some(sprite) = world.sprite_mut(a) else {
        return;
    };
    sprite.go(nature, heading, level.stride(pace).raw);
    let (x, y) = (sprite.x, sprite.y);
    world.note_move(a, x, y);
}

#[cfg(test)]
mod tests {
    use crate::Action::{Down, Right};
    use crate::example_game::ExampleGame;

    #[test]
    fn back_or_flush() {
        let sprites = "avatar > MovingAvatar speed=0.7\nrock > Immovable";
        let mut game = ExampleGame::new(sprites, "avatar rock > stepBack", "A.r");
        assert_eq!(game.tick(Right).at("avatar"), [(7, 0)]);
        assert_eq!(game.tick(Right).at("avatar"), [(7, 0)]);
        let mut game = ExampleGame::new(sprites, "avatar rock > stepBack pixelPerfect=True", "A.r");
        assert_eq!(game.tick(Right).tick(Right).at("avatar"), [(10, 0)]);
    }

    #[test]
    fn a_pushed_box_goes_or_everything_is_undone() {
        let sprites = "box > Passive\nrock > Immovable\nslug > Missile orientation=DOWN";
        let rules = "box avatar > bounceForward\nbox rock > undoAll";
        let mut game = ExampleGame::new(sprites, rules, "Ab.r\ns...");
        game.tick(Right);
        assert_eq!(
            (game.at("avatar"), game.at("box")),
            (vec![(10, 0)], vec![(20, 0)])
        );
        game.tick(Right);
        assert_eq!(
            (game.at("avatar"), game.at("box")),
            (vec![(10, 0)], vec![(20, 0)])
        );
        assert_eq!(game.at("slug"), [(0, 10)], "undone as well");
        let rules = "box avatar > bounceForward\nbox rock > undoAll notStype=slug";
        let mut game = ExampleGame::new(sprites, rules, "Ab.r\ns...");
        game.tick(Right).tick(Right);
        assert_eq!(game.at("slug"), [(0, 20)]);
    }

    #[test]
    fn directions_turn() {
        let sprites = "slug > Missile orientation=RIGHT\nrock > Immovable";
        let mut game = ExampleGame::new(sprites, "slug rock > reverseDirection", "s.r\n..A");
        game.wait(4);
        assert_eq!(game.at("slug"), [(10, 0)]);
        let mut game = ExampleGame::new(sprites, "slug rock > flipDirection", "s.r\n..A");
        game.wait(3);
        assert_eq!(game.dice.steps(), 1);
        let sprites = "slug > Missile orientation=RIGHT\nturn > Immovable orientation=DOWN";
        let mut game = ExampleGame::new(sprites, "slug turn > attractGaze", "s.t\n..A");
        assert_eq!(game.wait(4).at("slug"), [(20, 10)]);
        assert_eq!(game.dice.steps(), 2);
    }

    #[test]
    fn alignment() {
        let sprites =
            "slug > Missile orientation=RIGHT speed=0.5\nturn > Immovable orientation=DOWN";
        let mut game = ExampleGame::new(sprites, "slug turn > align", "st.\n..A");
        assert_eq!(game.wait(2).at("slug"), [(10, 0)], "onto it");
        let mut game = ExampleGame::new(sprites, "slug turn > attractGaze align=True", "st.\n..A");
        assert_eq!(game.wait(3).at("slug"), [(10, 5)], "into its column");
    }

    #[test]
    fn the_screen_ends_somehow() {
        let sprites = "slug > Missile orientation=RIGHT";
        let mut game = ExampleGame::new(sprites, "slug EOS > wrapAround", "..s\n..A");
        assert_eq!(game.wait(2).at("slug"), [(0, 0)]);
        let sprites = "ufo > Bomber stype=bomb prob=0 speed=1\nbomb > Missile";
        let mut game = ExampleGame::new(sprites, "ufo EOS > turnAround", "..u\n...\n...\nA..");
        assert_eq!(game.wait(2).at("ufo"), [(20, 20)]);
        assert_eq!(game.wait(1).at("ufo"), [(10, 20)]);
        let mut game = ExampleGame::new(sprites, "EOS ufo > killSprite", "..u\n..A");
        assert_eq!(game.wait(2).count("ufo"), 0);
    }

    #[test]
    fn two_rules_at_the_edge_run_twice_each() {
        let sprites = "slug > Missile orientation=RIGHT";
        let mut game = ExampleGame::new(
            sprites,
            "slug EOS > reverseDirection\nslug EOS > stepBack",
            "..s\n..A",
        );
        game.wait(2);
        assert_eq!(game.at("slug"), [(20, 0)]);
        assert_eq!(
            game.wait(1).at("slug"),
            [(10, 0)],
            "reversed once, for the second round finds it inside"
        );
    }

    #[test]
    fn portals_and_logs() {
        let sprites = "inn > Portal stype=out\nout > Immovable";
        let mut game = ExampleGame::new(sprites, "avatar inn > teleportToExit", "Ai.o");
        assert_eq!(game.tick(Right).at("avatar"), [(30, 0)]);
        assert_eq!(game.dice.steps(), 1);
        let mut game = ExampleGame::new("inn > Portal", "avatar inn > teleportToExit", "Ai");
        game.tick(Right);
        assert!(game.level.avatar(&game.state).unwrap().disabled, "no exit");
        let sprites = "log > Missile orientation=RIGHT speed=0.2";
        let mut game = ExampleGame::new(sprites, "avatar log > pullWithIt", "A..\nl..");
        game.tick(Down).wait(2);
        assert_eq!(
            (game.at("avatar"), game.at("log")),
            (vec![(4, 10)], vec![(4, 10)])
        );
    }

    #[test]
    fn speeds_change_for_all() {
        let sprites = "slug > Missile orientation=RIGHT\nbell > Immovable";
        let rules = "avatar bell > setSpeedForAll stype=slug value=0.5";
        let mut game = ExampleGame::new(sprites, rules, "s...\nAb..");
        game.tick(Right).wait(1);
        assert_eq!(game.at("slug"), [(5, 0)]);
    }
}
