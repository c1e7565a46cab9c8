//! What is true of sprites that do nothing by themselves, checked: they share the update of all classes.

use crate::example_game::ExampleGame;

#[test]
fn a_passive_sprite_moves_only_with_a_direction_and_a_speed() {
    let sprites = "cart > Passive orientation=RIGHT speed=0.5\nbox > Passive\nrock > Immovable orientation=UP speed=1";
    let mut game = ExampleGame::new(sprites, "", "c.b\nr.A");
    game.wait(3);
    assert_eq!(
        game.at("cart"),
        [(10, 0)],
        "the first of three updates is skipped"
    );
    assert_eq!(game.at("box"), [(20, 0)]);
    assert_eq!(game.at("rock"), [(0, 10)]);
}

#[test]
fn a_door_is_told_from_other_things_that_stay() {
    let sprites = "way >\n    gate > Door\n    mat > Immovable\nexit > Immovable portal=True";
    let game = ExampleGame::new(sprites, "", "gA");
    let door = |name| {
        let rules = game.level.game();
        rules.kind(rules.named(name).expect("a type")).look.door
    };
    assert_eq!(
        ["gate", "mat", "exit", "wall"].map(door),
        [true, false, false, false]
    );
}

#[test]
fn a_time_to_live_ends() {
    let mut game = ExampleGame::new("cloud > Immovable timeToLive=2", "", "cA");
    game.wait(2);
    assert_eq!(game.count("cloud"), 1);
    assert_eq!(game.wait(1).count("cloud"), 0);
}
