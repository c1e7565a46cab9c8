//! One game cycle.

use std::cell::RefCell;

use super::{Scratch, World, sprites};
use crate::action::Action;
use crate::dice::Dice;
use crate::level::Level;
use crate::state::{Flag, Outcome, State};

/// The game ends at this tick whatever happens.
const CAP: i32 = 2000;

thread_local! {
    static SCRATCH: RefCell<Scratch> = RefCell::default();
}

impl Level {
    /// Plays one tick. An action that is not listed counts as [`Action::Nil`]; a finished game stays as it is.
    pub fn step(&self, state: &mut State, action: Action, dice: &mut impl Dice) {
        if state.outcome != Outcome::Open {
            return;
        }
        let tick = state.tick;
        let game = self.game();
        let mut play = |scratch: &mut Scratch| {
            World {
                level: self,
                game,
                state: &mut *state,
                scratch,
                dice: &mut *dice,
                tick,
            }
            .turn(action);
        };
        SCRATCH.with(|scratch| match scratch.try_borrow_mut() {
            Ok(mut scratch) => {
                // Dice may panic in the middle of a tick; what they left behind is of no use.
                if std::mem::replace(&mut scratch.busy, true) {
                    *scratch = Scratch::default();
                    scratch.busy = true;
                }
                play(&mut scratch);
                scratch.busy = false;
            }
            // Dice that play a game themselves are strange, but no reason to fail.
            Err(_) => play(&mut Scratch::default()),
        });
    }
}

impl<D: Dice> World<'_, D> {
    fn turn(&mut self, action: Action) {
        self.move_avatar(action);
        self.move_others();
        self.ring();
        self.leave();
        self.collide();
        self.bury();
        self.scratch.shields.clear();
        self.scratch.pulled.clear();
        self.finish();
        self.state.tick += 1;
    }

    /// An action that is not the avatar's becomes nothing.
    fn move_avatar(&mut self, action: Action) {
        let Some(r) = self.state.avatar else { return };
        let legal = self
            .kind(r.kind)
            .class
            .as_ref()
            .map_or(&[][..], |class| class.actions());
        let action = if legal.contains(&action) {
            action
        } else {
            Action::Nil
        };
        let Some(sprite) = self.sprite_mut(r) else {
            return;
        };
        if !sprite.is(Flag::Disabled) {
            sprite.begin();
            sprites::update_avatar(self, r, action);
        }
    }

    /// Types from the last drawn to the first; sprites of a type in their order. Those that are created
    /// meanwhile move at once if their type comes later.
    fn move_others(&mut self) {
        let game = self.game;
        for &kind in game.order.iter().rev() {
            if self.state.groups[kind.index()].len > 0 {
                sprites::update(self, kind);
            }
        }
    }

    fn finish(&mut self) {
        let game = self.game;
        if let Some(ending) = game
            .endings
            .iter()
            .find(|ending| ending.holds(self.state, self.tick))
        {
            self.end(ending.win);
        } else if self.tick >= CAP {
            self.end(false);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use crate::example_game::ExampleGame;
    use crate::{Action, WordDice};

    #[test]
    fn a_tick_that_was_broken_off_leaves_no_trace_in_another() {
        let sprites = "bee > RandomNPC\nnest > SpawnPoint stype=bee\ndew > Immovable";
        let rules = "dew bee > killSprite\nbee dew > spawn stype=dew prob=0.5";
        let make = || ExampleGame::new(sprites, rules, "bdddb\nddddd\nn.A.n");
        let mut expected = make();
        expected.wait(20);
        for draws in 0..12 {
            let mut broken = make();
            let mut left = draws;
            let mut dice = WordDice(|| {
                assert!(left > 0, "enough");
                left -= 1;
                left << 62
            });
            let tick = || broken.level.step(&mut broken.state, Action::Nil, &mut dice);
            let _ = catch_unwind(AssertUnwindSafe(tick));
            let mut fresh = make();
            fresh.wait(20);
            assert_eq!(fresh.state, expected.state);
        }
    }
}
