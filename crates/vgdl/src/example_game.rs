//! Worked examples: tiny games on tiny maps, with cells of ten pixels.

use std::sync::Arc;

use crate::{Action, JavaDice, Level, Outcome, State, VgdlGame};

/// A game in play.
pub(crate) struct ExampleGame {
    pub(crate) level: Level,
    pub(crate) state: State,
    pub(crate) dice: JavaDice,
}

impl ExampleGame {
    /// A game of these sprites and rules on a map. The avatar moves freely unless the sprites say
    /// otherwise; each character of the map means the sprite whose name begins with it.
    pub(crate) fn new(sprites: &str, rules: &str, map: &str) -> ExampleGame {
        ExampleGame::ending(sprites, rules, "Timeout limit=1000 win=True", map)
    }

    /// The same with terminations.
    pub(crate) fn ending(sprites: &str, rules: &str, endings: &str, map: &str) -> ExampleGame {
        let lines = |text: &str, indent: usize| -> String {
            let pad = " ".repeat(indent);
            text.lines().map(|line| format!("{pad}{line}\n")).collect()
        };
        let mut letters = String::from("        A > avatar\n");
        for line in sprites.lines() {
            let name = line.split_whitespace().next().unwrap_or("avatar");
            let letter = &name[..1];
            if name != "avatar"
                && map.contains(letter)
                && !letters.contains(&format!("\n        {letter} >"))
            {
                letters += &format!("        {letter} > {name}\n");
            }
        }
        let description = format!(
            "BasicGame square_size=10 obs=wall\n    SpriteSet\n{}    InteractionSet\n{}    TerminationSet\n{}    LevelMapping\n{letters}",
            lines(sprites, 8),
            lines(rules, 8),
            lines(endings, 8),
        );
        let (game, _) = VgdlGame::parse(&description)
            .unwrap_or_else(|diagnostics| panic!("{description}\n{diagnostics:#?}"));
        let (level, _) = Level::parse(&Arc::new(game), map)
            .unwrap_or_else(|diagnostics| panic!("{description}\n{diagnostics:#?}"));
        ExampleGame {
            state: level.start(),
            level,
            dice: JavaDice::new(1),
        }
    }

    /// Plays a tick.
    pub(crate) fn tick(&mut self, action: Action) -> &mut ExampleGame {
        self.level.step(&mut self.state, action, &mut self.dice);
        self
    }

    /// Plays some ticks in which the player does nothing.
    pub(crate) fn wait(&mut self, ticks: usize) -> &mut ExampleGame {
        for _ in 0..ticks {
            self.tick(Action::Nil);
        }
        self
    }

    /// Where the sprites of a type are, in pixels and in their order.
    pub(crate) fn at(&self, name: &str) -> Vec<(i32, i32)> {
        let kind = self.level.game().named(name).expect("a sprite");
        let seen = self.level.sprites(&self.state, kind);
        seen.map(|seen| (seen.x, seen.y)).collect()
    }

    /// How many there are.
    pub(crate) fn count(&self, name: &str) -> usize {
        self.at(name).len()
    }

    /// How much of something the avatar holds.
    pub(crate) fn holds(&self, name: &str) -> i32 {
        let kind = self.level.game().named(name).expect("a sprite");
        let mut inventory = self.level.inventory(&self.state);
        inventory
            .find(|&(held, _)| held == kind)
            .map_or(0, |(_, amount)| amount)
    }

    /// The avatar's health points.
    pub(crate) fn health(&self) -> i32 {
        self.level.avatar(&self.state).expect("an avatar").health
    }

    /// Whether it goes on.
    pub(crate) fn open(&self) -> bool {
        self.state.outcome() == Outcome::Open
    }
}
