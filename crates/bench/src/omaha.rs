//! Omaha Hi-Lo: how fast hands are evaluated and played.

use super::play::contract;
use super::{Figure, Usage};
use ludometer_arena::work::Workers;
use ludometer_catalogue::specialists::omaha::mcraise::{Model, Reader, estimate};
use ludometer_catalogue::specialists::omaha::network::{NetworkContest, NetworkRole, PokerNetwork};
use ludometer_core::{Budget, Game, Generator, Notation, Player, Seat, Seed};
use ludometer_games::omaha::{Board, Card, Deal, Draw, Hand, HandEvaluator, Omaha};
use std::convert::Infallible;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

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
                let evaluator = HandEvaluator::new(&deal.board);
                for hole in &deal.holes[..players] {
                    std::hint::black_box(evaluator.strength(hole));
                }
            }
        }
    });
    (rounds * deals.len() * players) as f64 / usage.cpu
}

/// Milliseconds of an expected proportional payoff from 1000 configurations, in hands of two after
/// these bets: of cards that were not seen before, and of the same cards again.
fn payoffs(omaha: &Omaha, board: usize, bets: &str, count: u64) -> Result<[f64; 2], String> {
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
    let mut estimate = |hand: &Hand| {
        let dice = Seed::new(3).rng(Generator::Xoshiro);
        let mut seat = Seat::open(omaha, hand, Player(1), dice, Budget::UNLIMITED);
        estimate(&mut seat, &mut reader, 1000).map_or(0, |payoff| payoff.drawn)
    };
    // The table of hands before the flop is made before anything is measured.
    estimate(&omaha.read("- As2sKdQh | - | - | rr")?);
    let mut milliseconds = || {
        let (drawn, usage) = Usage::of(|| hands.iter().map(&mut estimate).sum::<u64>());
        1000.0 * usage.cpu / (drawn as f64 / 1000.0)
    };
    Ok([milliseconds(), milliseconds()])
}

/// Hands a second of an evaluation against McRaise with 100 configurations a decision, on this many
/// threads, and processor milliseconds a hand.
fn learning(threads: usize) -> Result<(f64, f64), String> {
    // Decks that no other number of threads has seen.
    let contest = NetworkContest::new(100, Seed::new(threads as u64).named("learning"));
    let role = NetworkRole::Evaluation;
    let network = Arc::new(PokerNetwork::new(role, role.start(Seed::new(1))));
    let stop = AtomicBool::new(false);
    // Units of 25 decks, so that agents are reused as a learner does.
    let units = 160_u64;
    let (worked, usage) = Usage::of(|| {
        Workers::new(threads, &stop).run(
            0..units,
            |&unit, _| -> Result<Option<f64>, Infallible> {
                let mut hand = contest.sit(&network);
                let decks = 25 * unit..25 * (unit + 1);
                let won = decks.flat_map(|deck| [(deck, false), (deck, true)]);
                let won = won.map(|(deck, mirrored)| contest.payoff(&mut hand, deck, mirrored));
                Ok(Some(won.sum()))
            },
            |_: Vec<(u64, f64)>| Ok(()),
        )
    });
    worked.map_err(|error| error.to_string())?;
    let hands = (50 * units) as f64;
    Ok((hands / usage.wall, 1000.0 * usage.cpu / hands))
}

pub(super) fn omaha(_: &Path) -> Result<Vec<Figure>, String> {
    // The tables are made before anything is measured.
    let two = Omaha::new(2)?;
    let hand = two.start(&mut Seed::new(1).rng(Generator::Xoshiro));
    let samples = 3_000_000;
    let mut dice = Seed::new(2).rng(Generator::Xoshiro);
    let (_, usage) = Usage::of(|| two.equity(&hand, Player(0), samples, &mut dice));
    let [before, before_again] = payoffs(&two, 0, "rr", 1000)?;
    let [after, after_again] = payoffs(&two, 5, "rc/crc/cc/crr", 1000)?;
    let ((one, cost), (both, _)) = (learning(1)?, learning(2)?);
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
            before,
            "ms",
        )
        .goal("under 1"),
        Figure::new("the same cards again", before_again, "ms"),
        Figure::new("on the river", after, "ms").goal("under 1"),
        Figure::new("the same cards again", after_again, "ms"),
        Figure::new(
            "a hand while RSPSA learns an evaluation, 100 configurations",
            cost,
            "ms",
        ),
        Figure::new(
            "hands learned from on two threads, against one",
            both / one,
            "times",
        )
        .goal("at least 1.8"),
    ])
}
