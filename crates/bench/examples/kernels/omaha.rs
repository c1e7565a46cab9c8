//! Omaha Hi-Lo: hands that are evaluated, and what McRaise expects of them.

use crate::{Checksum, Kernel, Work};
use ludometer_catalogue::specialists::omaha::mcraise::{Model, Reader, estimate};
use ludometer_core::{Budget, Game, Generator, Notation, Player, Seat, Seed, Turn};
use ludometer_games::omaha::{Board, Card, Deal, Draw, Hand, HandEvaluator, Omaha};
use std::hash::Hash;

pub(super) const KERNELS: &[Kernel] = &[
    Kernel {
        name: "omaha-evaluations",
        prepare: || evaluations(20_000, 1, 30),
    },
    Kernel {
        name: "omaha-evaluations-ten",
        prepare: || evaluations(5000, 10, 30),
    },
    Kernel {
        name: "omaha-hands-two",
        prepare: || hands(2, 150_000),
    },
    Kernel {
        name: "omaha-hands-six",
        prepare: || hands(6, 50_000),
    },
    Kernel {
        name: "omaha-payoff-preflop",
        prepare: || payoffs(0, "rr", 300),
    },
    Kernel {
        name: "omaha-payoff-river",
        prepare: || payoffs(5, "rc/crc/cc/crr", 40),
    },
];

/// Deals whose cards are drawn beforehand, so that drawing is not counted.
fn deals(count: usize, players: usize) -> Vec<Deal> {
    let mut dice = Seed::new(1).rng(Generator::Xoshiro);
    let deals = (0..count).map(|_| {
        let mut draw = Draw::new(0, &mut dice);
        let mut deal = Deal {
            board: draw.board(&Board::default(), 0),
            ..Deal::default()
        };
        for hole in &mut deal.holes[..players] {
            *hole = draw.hole();
        }
        deal
    });
    deals.collect()
}

/// High and low evaluations, `players` hands on each board.
fn evaluations(boards: usize, players: usize, rounds: u32) -> Result<Work, String> {
    let deals = deals(boards, players);
    // The tables are made when they are first needed.
    HandEvaluator::new(&deals[0].board);
    Ok(Box::new(move || {
        let mut sum = Checksum::default();
        for _ in 0..rounds {
            for deal in &deals {
                let evaluator = HandEvaluator::new(&deal.board);
                for hole in &deal.holes[..players] {
                    evaluator.strength(hole).hash(&mut sum);
                }
            }
        }
        Ok(sum.0)
    }))
}

/// Random hands through the contract, to the payoff of every player.
fn hands(players: usize, hands: u64) -> Result<Work, String> {
    let omaha = Omaha::new(players)?;
    Ok(Box::new(move || {
        let mut rng = Seed::new(1).rng(Generator::Xoshiro);
        let mut sum = Checksum::default();
        let mut actions = Vec::new();
        for _ in 0..hands {
            let mut hand = omaha.start(&mut rng);
            while omaha.turn(&hand) != Turn::Over {
                actions.clear();
                omaha.actions(&hand, &mut actions);
                let action = actions[rng.index(actions.len())];
                omaha.step(&mut hand, action, &mut rng);
            }
            for player in 0..players {
                sum.add_real(omaha.payoff(&hand, Player(player as u8)));
            }
        }
        Ok(sum.0)
    }))
}

/// Expected proportional payoffs from 1000 configurations in hands of two after these bets, each of
/// cards that were not seen before.
fn payoffs(board: usize, bets: &str, count: usize) -> Result<Work, String> {
    let omaha = Omaha::new(2)?;
    let hands = deals(count, 2).into_iter().map(|deal| {
        let cards = |cards: &[Card]| match cards {
            [] => "-".to_string(),
            _ => cards.iter().map(Card::to_string).collect(),
        };
        let (hole, table) = (deal.holes[0].cards(), &deal.board.cards()[..board]);
        omaha.read(&format!(
            "- {} | {} | - | {bets}",
            cards(hole),
            cards(table)
        ))
    });
    let hands: Vec<Hand> = hands.collect::<Result<_, String>>()?;
    let mut reader = Reader::new(Model::HEADS_UP);
    let mut expected = move |omaha: &Omaha, hand: &Hand, sum: &mut Checksum| {
        let dice = Seed::new(3).rng(Generator::Xoshiro);
        let mut seat = Seat::open(omaha, hand, Player(1), dice, Budget::UNLIMITED);
        if let Some(payoff) = estimate(&mut seat, &mut reader, 1000) {
            sum.add_real(payoff.share);
            sum.add(payoff.drawn);
        }
    };
    // The table of hands before the flop is made when it is first needed.
    let other = omaha.read("- As2sKdQh | - | - | rr")?;
    expected(&omaha, &other, &mut Checksum::default());
    Ok(Box::new(move || {
        let mut sum = Checksum::default();
        hands
            .iter()
            .for_each(|hand| expected(&omaha, hand, &mut sum));
        Ok(sum.0)
    }))
}
