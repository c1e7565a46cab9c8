//! Hands to fit a model to: simple players, the model itself and McRaise against each other.

use super::{McRaise, Model, Modelled, PotModel};
use crate::specialists::omaha::{Caller, Threshold};
use ludometer_core::{Agent, Budget, Game, Generator, Seat, Seed};
use ludometer_games_other::omaha::{Omaha, history};

/// Who sits at the table: in every hand each seat is drawn from these, one as likely as another.
/// Three of eight are McRaise, whose hands against itself the paper calls self-play.
fn players(model: Model) -> [Box<dyn Agent<Omaha>>; 8] {
    let mcraise = || Box::new(McRaise::new(model, 100, PotModel::Matched));
    [
        Box::new(Caller),
        Box::new(Threshold::new(1.0, 1.3, 50)),
        Box::new(Threshold::new(0.8, 1.2, 50)),
        Box::new(Threshold::new(0.6, 1.1, 50)),
        Box::new(Modelled::new(model)),
        mcraise(),
        mcraise(),
        mcraise(),
    ]
}

/// The histories of this many hands, with all cards.
pub fn database(omaha: &Omaha, model: Model, hands: u64, seed: Seed) -> String {
    let mut players = players(model);
    let mut text = String::new();
    for number in 0..hands {
        let address = seed.named("hand").nth(number);
        let mut chance = address.named("chance").rng(Generator::Xoshiro);
        let mut hand = omaha.start(&mut chance);
        let seated: Vec<usize> = (0..omaha.players())
            .map(|_| chance.index(players.len()))
            .collect();
        let mut ply = 0;
        while let Some(player) = omaha.mover(&hand) {
            let dice = address.named("mind").nth(ply).rng(Generator::Xoshiro);
            let mut seat = Seat::open(omaha, &hand, player, dice, Budget::UNLIMITED);
            let bet = players[seated[player.index()]].act(&mut seat);
            let bet = bet.expect("players by rule go on to the end");
            omaha.step(&mut hand, bet, &mut chance);
            ply += 1;
        }
        text += &history::write(omaha, &hand, number + 1, None);
        text.push('\n');
    }
    text
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
