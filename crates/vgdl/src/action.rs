//! What a player can do.

use crate::heading::Heading;

/// An action of the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Nothing. Never listed, always allowed.
    Nil,
    /// Whatever the avatar uses: a weapon mostly.
    Use,
    /// To the left.
    Left,
    /// To the right.
    Right,
    /// Downwards.
    Down,
    /// Upwards.
    Up,
}

impl Action {
    /// The direction that it means.
    #[inline]
    pub fn heading(self) -> Heading {
        match self {
            Action::Nil | Action::Use => Heading::NONE,
            Action::Left => Heading::LEFT,
            Action::Right => Heading::RIGHT,
            Action::Down => Heading::DOWN,
            Action::Up => Heading::UP,
        }
    }

    /// By the name that traces and people use.
    pub fn named(name: &str) -> Option<Action> {
        let all = [
            Action::Nil,
            Action::Use,
            Action::Left,
            Action::Right,
            Action::Down,
            Action::Up,
        ];
        all.into_iter()
            .find(|action| action.name() == name.trim_start_matches("ACTION_"))
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Action::Nil => "NIL",
            Action::Use => "USE",
            Action::Left => "LEFT",
            Action::Right => "RIGHT",
            Action::Down => "DOWN",
            Action::Up => "UP",
        }
    }
}
