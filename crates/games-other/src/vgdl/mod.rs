//! Video games written in VGDL, each level a game of one player on the contract.
//!
//! The rules are those of the engine in `ludometer-vgdl`, which plays to the bit as GVGAI does.
//! Actions are what the framework offers to agents: those of the avatar in its own order, without
//! doing nothing unless that is asked for. An unfinished game is lost at tick 2000, as in the
//! framework; match rules may truncate it earlier.

mod arrays;
mod glyphs;
mod grid;
mod measures;
mod show;

pub mod shipped;

pub use grid::{Grid, Tile};
pub use measures::measures;

use arrays::Planes;
use glyphs::Glyphs;
use ludometer_core::{Actions, Facts, Game, Located, Location, Perfect, Player, Rng, Turn};
use ludometer_vgdl::{Action, Level, Outcome, State, WordDice};
use std::sync::Arc;

/// A level of a game.
#[derive(Clone, Debug)]
pub struct Vgdl {
    name: String,
    number: u32,
    level: Arc<Level>,
    nil: bool,
    glyphs: Arc<Glyphs>,
    planes: Arc<Planes>,
}

impl Vgdl {
    /// The level of this number of a game of this name.
    pub fn new(name: impl Into<String>, number: u32, level: Arc<Level>) -> Vgdl {
        Vgdl {
            name: name.into(),
            number,
            glyphs: Arc::new(Glyphs::of(level.game())),
            planes: Arc::new(Planes::of(level.game())),
            level,
            nil: false,
        }
    }

    /// Offers doing nothing as an action too, the last one.
    #[must_use]
    pub fn with_nil(mut self, nil: bool) -> Vgdl {
        self.nil = nil;
        self
    }

    /// The level that is played.
    pub fn level(&self) -> &Arc<Level> {
        &self.level
    }

    /// Whether doing nothing is offered in a state: always where nothing else can be done.
    fn idles(&self, state: &State) -> bool {
        state.outcome() == Outcome::Open && (self.nil || self.level.actions(state).is_empty())
    }
}

impl Game for Vgdl {
    type State = State;
    type Action = Action;
    type Information = Perfect;

    fn facts(&self) -> Facts {
        Facts::new(
            format!("vgdl(name='{}', level={})", self.name, self.number),
            1,
        )
        .with_chance()
    }

    fn start(&self, _: &mut Rng) -> State {
        self.level.start()
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        match state.outcome() {
            Outcome::Open => Turn::Of(Player(0)),
            Outcome::Lost | Outcome::Won => Turn::Over,
        }
    }

    #[inline]
    fn actions(&self, state: &State, out: &mut Actions<Self>) {
        out.extend_from_slice(self.level.actions(state));
        if self.idles(state) {
            out.push(Action::Nil);
        }
    }

    #[inline]
    fn action_count(&self, state: &State) -> usize {
        self.level.actions(state).len() + usize::from(self.idles(state))
    }

    fn apply(&self, state: &mut State, action: Action, chance: &mut Rng) {
        self.level
            .step(state, action, &mut WordDice(|| chance.bits()));
    }

    #[inline]
    fn payoff(&self, state: &State, _: Player) -> f64 {
        match state.outcome() {
            Outcome::Open => 0.0,
            Outcome::Lost => -1.0,
            Outcome::Won => 1.0,
        }
    }

    /// The score, as the forward model of the framework tells it.
    #[inline]
    fn points(&self, state: &State, _: Player) -> f64 {
        f64::from(state.score())
    }

    fn show(&self, state: &State, _: Option<Player>) -> String {
        show::show(self, state)
    }

    fn label(&self, _: &State, action: Action) -> String {
        action.name().to_owned()
    }
}

impl Located for Vgdl {
    /// The avatar's cell, dead or alive.
    fn location(&self, state: &State, _: Player) -> Option<Location> {
        let avatar = self.level.avatar(state)?;
        grid::location(&self.level, &avatar)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_core::{Generator, Seed};

    fn lanterns(nil: bool) -> Vgdl {
        let game = shipped::named("lanterns").expect("a shipped game");
        let level = shipped::parse(game, 0).expect("a sound game");
        Vgdl::new("lanterns", 0, Arc::new(level)).with_nil(nil)
    }

    #[test]
    fn nothing_is_offered_only_where_it_is_asked_for() {
        for (nil, names) in [
            (false, vec!["LEFT", "RIGHT", "DOWN", "UP"]),
            (true, vec!["LEFT", "RIGHT", "DOWN", "UP", "NIL"]),
        ] {
            let game = lanterns(nil);
            let mut chance = Seed::new(1).rng(Generator::Xoshiro);
            let state = game.start(&mut chance);
            let mut actions = Vec::new();
            game.actions(&state, &mut actions);
            let labels: Vec<String> = actions.iter().map(|&a| game.label(&state, a)).collect();
            assert_eq!(labels, names);
        }
    }

    #[test]
    fn the_avatar_is_where_it_is_shown() {
        let game = lanterns(true);
        let mut chance = Seed::new(3).rng(Generator::Xoshiro);
        let mut state = game.start(&mut chance);
        let mut seen = Vec::new();
        for action in [Action::Nil, Action::Right, Action::Right, Action::Left] {
            game.step(&mut state, action, &mut chance);
            let location = game
                .location(&state, Player(0))
                .expect("it is on the board");
            let shown = game.show(&state, None);
            let line = shown.lines().nth(location.row).unwrap();
            assert_eq!(line.chars().nth(location.column), Some('A'), "{shown}");
            seen.push(location.column);
        }
        assert!(seen.iter().any(|column| *column != seen[0]), "{seen:?}");
    }

    #[test]
    fn a_lantern_is_lit_by_walking_into_it_and_a_night_without_light_is_lost() {
        let game = lanterns(true);
        let mut chance = Seed::new(2).rng(Generator::Xoshiro);
        let mut state = game.start(&mut chance);
        let lit = |state: &State| {
            let level = game.level();
            let kind = level.game().named("lit").expect("a sprite");
            level
                .sprites(state, kind)
                .filter(|seen| seen.x == 24)
                .count()
        };
        assert_eq!((lit(&state), game.points(&state, Player(0))), (0, 0.0));
        for _ in 0..3 {
            game.step(&mut state, Action::Up, &mut chance);
        }
        assert_eq!(lit(&state), 1, "{}", game.show(&state, None));
        while game.turn(&state) != Turn::Over {
            assert_eq!(game.payoff(&state, Player(0)), 0.0);
            game.step(&mut state, Action::Nil, &mut chance);
        }
        assert_eq!(game.payoff(&state, Player(0)), -1.0);
        assert_eq!(game.action_count(&state), 0);
    }
}
