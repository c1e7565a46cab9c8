//! Hands to fit a model to: simple players, the model itself and McRaise against each other.

use super::{McRaise, Model, ModelAgent, PotModel};
use crate::specialists::omaha::{Caller, Threshold};
use ludometer_arena::play::{self, Decision, EpisodeObserver, MatchRules};
use ludometer_core::{Agent, Budget, Game, Generator, Seed};
use ludometer_games_other::omaha::{Hand, Omaha, history};

/// Who sits at the table: in every hand each seat is drawn from these, one as likely as another.
/// Three of eight are McRaise, whose hands against itself the paper calls self-play.
fn player(number: u64, model: Model) -> Box<dyn Agent<Omaha>> {
    match number {
        0 => Box::new(Caller),
        1 => Box::new(Threshold::new(1.0, 1.3, 50)),
        2 => Box::new(Threshold::new(0.8, 1.2, 50)),
        3 => Box::new(Threshold::new(0.6, 1.1, 50)),
        4 => Box::new(ModelAgent::new(model)),
        _ => Box::new(McRaise::new(model, 100, PotModel::Matched)),
    }
}

/// How many they are.
const PLAYERS: u64 = 8;

/// The histories of this many hands, with all cards.
pub fn database(omaha: &Omaha, model: Model, hands: u64, seed: Seed) -> String {
    let rules = MatchRules {
        moves: None,
        budget: Budget::UNLIMITED,
        opening: None,
        budgets: Vec::new(),
        mirror: false,
        generator: Generator::Xoshiro,
        ..MatchRules::default()
    };
    let mut text = String::new();
    for number in 0..hands {
        let (address, _) = play::address(seed, number, omaha.players(), false);
        let mut chance = play::chance(address, 0, Generator::Xoshiro);
        let start = omaha.start(&mut chance);
        let mut draw = address.named("players").rng(Generator::Xoshiro);
        let mut seated: Vec<Box<dyn Agent<Omaha>>> = (0..omaha.players())
            .map(|_| player(draw.below(PLAYERS), model))
            .collect();
        let mut last = Last(start);
        play::episode(omaha, start, &mut seated, &rules, (address, 0), &mut last);
        text += &history::write(omaha, &last.0, number + 1, None);
        text.push('\n');
    }
    text
}

/// The hand at its end.
struct Last(Hand);

impl EpisodeObserver<Omaha> for Last {
    fn decided(&mut self, _: &Decision<'_, Omaha>) -> bool {
        true
    }

    fn ended(&mut self, hand: &Hand) {
        self.0 = *hand;
    }
}

#[cfg(test)]
mod tests {
    use super::super::fit::{choices, fit, likelihood};
    use super::*;

    #[test]
    fn a_database_is_read_back_and_explained_better_than_before() {
        let omaha = Omaha::new(2).unwrap();
        let text = database(&omaha, Model::HEADS_UP, 150, Seed::new(7));
        assert_eq!(text, database(&omaha, Model::HEADS_UP, 150, Seed::new(7)));
        let import = history::read(&text);
        assert_eq!((import.hands.len(), import.errors.len()), (150, 0));
        let mut dice = Seed::new(8).rng(Generator::Xoshiro);
        let known = import
            .hands
            .iter()
            .flat_map(|hand| choices(hand, &mut dice));
        let known: Vec<_> = known.collect();
        let all: usize = import.hands.iter().map(|it| it.hand.log().len()).sum();
        assert_eq!(known.len(), all);
        let fitted = fit(&Model::HEADS_UP, &known, 300, 1).unwrap();
        let [before, after] = [Model::HEADS_UP, fitted].map(|model| likelihood(&model, &known));
        assert!(after > before + 0.01, "{before} {after}");
    }
}
