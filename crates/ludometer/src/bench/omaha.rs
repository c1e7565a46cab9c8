//! Omaha Hi-Lo: how fast hands are evaluated and played.

use super::play::contract;
use super::{Figure, Usage};
use crate::specialists::omaha::mcraise::{Model, estimate};
use ludometer_core::{Budget, Game, Generator, Notation, Player, Seat, Seed};
use ludometer_games::omaha::{Board, Deal, Draw, Evaluator, Omaha};
use std::path::Path;

/// Deals whose cards are drawn beforehand, so that drawing is not measured.
fn deals(count: u64, players: usize) -> Vec<Deal> {
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

/// High and low evaluations a processor second, `players` hands on each board.
fn evaluations(players: usize) -> f64 {
    let deals = deals(20_000, players);
    let rounds = 400 / players;
    let (_, usage) = Usage::of(|| {
        for _ in 0..rounds {
            for deal in &deals {
                let evaluator = Evaluator::new(&deal.board);
                for hole in &deal.holes[..players] {
                    std::hint::black_box(evaluator.strength(hole));
                }
            }
        }
    });
    (rounds * deals.len() * players) as f64 / usage.cpu
}

/// Milliseconds of an expected proportional payoff from 1000 configurations, in a hand of two.
fn payoffs(omaha: &Omaha, text: &str, count: u64) -> Result<f64, String> {
    let hand = omaha.read(text)?;
    let Some(player) = omaha.mover(&hand) else {
        return Err(format!("nobody is to act in {text}"));
    };
    let open = |number: u64| {
        let dice = Seed::new(3).nth(number).rng(Generator::Xoshiro);
        Seat::open(omaha, &hand, player, dice, Budget::UNLIMITED)
    };
    // The table of hands before the flop is made before anything is measured.
    estimate(&mut open(0), &Model::HEADS_UP, 1000);
    let (drawn, usage) = Usage::of(|| {
        let payoffs = (0..count).filter_map(|number| {
            let payoff = estimate(&mut open(number), &Model::HEADS_UP, 1000);
            payoff.map(|payoff| payoff.drawn)
        });
        payoffs.sum::<u64>()
    });
    Ok(1000.0 * usage.cpu / (drawn as f64 / 1000.0))
}

pub(super) fn omaha(_: &Path) -> Result<Vec<Figure>, String> {
    // The tables are made before anything is measured.
    let two = Omaha::new(2)?;
    let hand = two.start(&mut Seed::new(1).rng(Generator::Xoshiro));
    let samples = 3_000_000;
    let mut dice = Seed::new(2).rng(Generator::Xoshiro);
    let (_, usage) = Usage::of(|| two.equity(&hand, Player(0), samples, &mut dice));
    let million = |rate: f64| rate / 1e6;
    Ok(vec![
        Figure::new(
            "high and low of a hand, each on a board of its own",
            million(evaluations(1)),
            "million/s",
        )
        .goal("at least 10"),
        Figure::new(
            "ten hands on each board",
            million(evaluations(10)),
            "million/s",
        ),
        Figure::new(
            "random hands of two players through the contract",
            million(contract(&two, 3_000_000)),
            "million/s",
        )
        .goal("at least 1"),
        Figure::new(
            "of six",
            million(contract(&Omaha::new(6)?, 1_000_000)),
            "million/s",
        ),
        Figure::new(
            "of ten",
            million(contract(&Omaha::new(10)?, 500_000)),
            "million/s",
        ),
        Figure::new(
            "samples of an expected share before the flop, two players",
            million(samples as f64 / usage.cpu),
            "million/s",
        ),
        Figure::new(
            "expected proportional payoff, 1000 configurations, before the flop",
            payoffs(&two, "As2sKdQh - | - | - | r", 2000)?,
            "ms",
        )
        .goal("under 1"),
        Figure::new(
            "on the river",
            payoffs(&two, "As2sKdQh - | 3s7s9dTcJh | - | rc/crc/cc/cr", 1000)?,
            "ms",
        )
        .goal("under 1"),
    ])
}
