//! A game in which positions come back after different numbers of plies: a token on a ring of
//! squares, moved by either player; who brings it home wins.

use ludometer_core::{Actions, Facts, Game, NullMove, Perfect, Player, Rng, Turn};

/// So many squares, of which home is 0, and how far the token may be moved.
pub(crate) struct Ring(pub(crate) u8, pub(crate) &'static [u8]);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Token {
    at: u8,
    mover: u8,
}

impl Game for Ring {
    type State = Token;
    type Action = u8;
    type Information = Perfect;

    fn facts(&self) -> Facts {
        Facts::new(format!("ring({})", self.0), 2)
    }

    fn start(&self, chance: &mut Rng) -> Token {
        Token {
            at: 1 + chance.below(u64::from(self.0) - 1) as u8,
            mover: 0,
        }
    }

    fn turn(&self, token: &Token) -> Turn {
        match token.at {
            0 => Turn::Over,
            _ => Turn::Of(Player(token.mover)),
        }
    }

    fn actions(&self, token: &Token, out: &mut Actions<Ring>) {
        if token.at != 0 {
            out.extend(self.1);
        }
    }

    fn apply(&self, token: &mut Token, by: u8, _: &mut Rng) {
        token.at = (token.at + by) % self.0;
        token.mover = 1 - token.mover;
    }

    fn payoff(&self, token: &Token, player: Player) -> f64 {
        if token.mover == player.0 { -1.0 } else { 1.0 }
    }

    fn points(&self, _: &Token, _: Player) -> f64 {
        0.0
    }

    fn show(&self, token: &Token, _: Option<Player>) -> String {
        format!("{token:?}")
    }

    fn label(&self, _: &Token, by: u8) -> String {
        by.to_string()
    }
}

impl NullMove for Ring {
    fn apply_null_move(&self, token: &Token) -> Option<Token> {
        let mover = 1 - token.mover;
        (token.at != 0).then_some(Token { mover, ..*token })
    }
}
