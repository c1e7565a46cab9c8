//! Fingerprints of rules, by which an edited game with an old version is noticed.

use ludometer_core::{Facts, Game, Generator, Player, Seed, Turn};
use ludometer_spec::identity;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// How many plies are played, in all games together.
const PLIES: usize = 256;

/// The most games that are played.
const GAMES: u64 = 32;

/// A hash of random play with fixed seeds: whose turn it is, how many actions are legal, the scoreboard
/// and the payoffs. Texts are not part of it. Rules with other fingerprints play differently; rules with
/// the same one may still differ where random play does not get within 256 plies.
///
/// `None` for rules that panic.
pub fn fingerprint<G: Game>(game: &G) -> Option<String> {
    let numbers = catch_unwind(AssertUnwindSafe(|| observed(game)));
    numbers.ok().map(identity::digest)
}

fn observed<G: Game>(game: &G) -> Vec<f64> {
    let Facts {
        players,
        chance,
        hidden,
        utility: (least, greatest),
        zero_sum,
        ..
    } = game.facts();
    let flags = [chance, hidden, zero_sum].map(|flag| f64::from(u8::from(flag)));
    let mut numbers = vec![players as f64, least, greatest];
    numbers.extend(flags);
    let seed = Seed::new(0).named("fingerprint");
    let mut actions = Vec::new();
    let mut plies = 0;
    for number in 0..GAMES {
        let seed = seed.nth(number);
        let mut chance = seed.named("chance").rng(Generator::Xoshiro);
        let mut dice = seed.named("choice").rng(Generator::Xoshiro);
        let mut state = game.start(&mut chance);
        loop {
            let turn = game.turn(&state);
            actions.clear();
            game.actions(&state, &mut actions);
            numbers.push(match turn {
                Turn::Of(player) => f64::from(player.0),
                Turn::Over => -1.0,
            });
            numbers.push(actions.len() as f64);
            for player in (0..players).map(|player| Player(player as u8)) {
                numbers.push(game.points(&state, player) + 0.0);
                if turn == Turn::Over {
                    numbers.push(game.payoff(&state, player) + 0.0);
                }
            }
            if turn == Turn::Over || actions.is_empty() {
                break;
            }
            if plies == PLIES {
                return numbers;
            }
            let action = actions[dice.index(actions.len())];
            game.step(&mut state, action, &mut chance);
            plies += 1;
        }
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_core::{Actions, Perfect, Rng};

    /// Two players take up to `most` from a heap in turn; who takes the last wins `stake`.
    struct Nim {
        most: u8,
        stake: f64,
        descending: bool,
        word: &'static str,
    }

    const NIM: Nim = Nim {
        most: 3,
        stake: 1.0,
        descending: false,
        word: "take",
    };

    impl Game for Nim {
        type State = (u8, u8);
        type Action = u8;
        type Information = Perfect;

        fn facts(&self) -> Facts {
            Facts::new(self.word, 2)
        }
        fn start(&self, _: &mut Rng) -> (u8, u8) {
            (21, 0)
        }
        fn turn(&self, &(heap, mover): &(u8, u8)) -> Turn {
            match heap {
                0 => Turn::Over,
                _ => Turn::Of(Player(mover)),
            }
        }
        fn actions(&self, &(heap, _): &(u8, u8), out: &mut Actions<Self>) {
            out.extend(1..=self.most.min(heap));
            if self.descending {
                out.reverse();
            }
        }
        fn apply(&self, (heap, mover): &mut (u8, u8), taken: u8, _: &mut Rng) {
            assert!(self.stake > 0.0, "rules that panic");
            *heap -= taken;
            *mover = 1 - *mover;
        }
        fn payoff(&self, &(_, loser): &(u8, u8), player: Player) -> f64 {
            if player.0 == loser {
                -self.stake
            } else {
                self.stake
            }
        }
        fn show(&self, state: &(u8, u8), _: Option<Player>) -> String {
            format!("{} {state:?}", self.word)
        }
        fn label(&self, _: &(u8, u8), taken: u8) -> String {
            format!("{} {taken}", self.word)
        }
    }

    #[test]
    fn other_rules_have_another_fingerprint_and_other_words_the_same() {
        let nim = fingerprint(&NIM).unwrap();
        assert_eq!(fingerprint(&NIM).unwrap(), nim);
        let renamed = Nim {
            word: "draw",
            ..NIM
        };
        assert_eq!(fingerprint(&renamed).unwrap(), nim);
        for edited in [
            Nim { most: 4, ..NIM },
            Nim { stake: 0.5, ..NIM },
            Nim {
                descending: true,
                ..NIM
            },
        ] {
            assert_ne!(fingerprint(&edited).unwrap(), nim);
        }
    }

    #[test]
    fn rules_that_panic_have_none() {
        assert_eq!(fingerprint(&Nim { stake: 0.0, ..NIM }), None);
    }
}
