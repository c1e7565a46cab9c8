//! Worked showdowns and hands, which are not part of the project: every number of every line.

use super::skipped::shared;
use super::{board, hole};
use ludometer_core::{Game, Player};
use ludometer_games::omaha::{
    Bet, Category, Deal, HandEvaluator, OddChip, Omaha, Seats, Strength, high_winners, low_winners,
    pay, pots,
};
use serde_json::Value;

/// The lines of one kind; nothing where the file is absent, and the test is skipped.
fn lines(kind: &str) -> Vec<Value> {
    let Some(path) = shared("facts/omaha-vectors.jsonl") else {
        return Vec::new();
    };
    let text = std::fs::read_to_string(path).expect("the vectors can be read");
    let lines = text
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap());
    lines.filter(|line| line["kind"] == kind).collect()
}

fn numbers(value: &Value) -> Vec<i64> {
    let list = value.as_array().into_iter().flatten();
    list.map(|number| number.as_i64().unwrap()).collect()
}

fn texts(value: &Value) -> Vec<&str> {
    value
        .as_array()
        .unwrap()
        .iter()
        .map(|text| text.as_str().unwrap())
        .collect()
}

fn set(seats: &Value) -> Seats {
    numbers(seats)
        .into_iter()
        .fold(0, |set, seat| set | 1 << seat)
}

fn dealt(line: &Value) -> Deal {
    let mut deal = Deal {
        board: board(line["board"].as_str().unwrap()),
        ..Deal::default()
    };
    for (mine, text) in deal.holes.iter_mut().zip(texts(&line["hole"])) {
        *mine = hole(text);
    }
    deal
}

fn strengths(deal: &Deal, players: usize) -> [Strength; 10] {
    let evaluator = HandEvaluator::new(&deal.board);
    let mut strengths = [Strength::default(); 10];
    for (strength, hole) in strengths.iter_mut().zip(&deal.holes[..players]) {
        *strength = evaluator.strength(hole);
    }
    strengths
}

fn category(name: &str) -> Category {
    let name = name.replace('_', " ");
    *Category::ALL
        .iter()
        .find(|category| category.name() == name)
        .unwrap()
}

fn check_pots(line: &Value, paid: &[u32], live: Seats, strengths: &[Strength; 10]) {
    let id = &line["id"];
    let found = pots(paid, live);
    let wanted = line["pots"].as_array().unwrap();
    assert_eq!(found.len(), wanted.len(), "{id}");
    for (pot, wanted) in found.iter().zip(wanted) {
        assert_eq!(u64::from(pot.amount), wanted["amount"], "{id}");
        assert_eq!(pot.eligible, set(&wanted["eligible"]), "{id}");
        let high = high_winners(pot.eligible, strengths);
        assert_eq!(high, set(&wanted["high_winners"]), "{id}");
        let low = low_winners(pot.eligible, strengths);
        assert_eq!(low, set(&wanted["low_winners"]), "{id}");
    }
}

#[test]
fn showdowns() {
    for line in lines("showdown") {
        let id = &line["id"];
        let players = line["n"].as_u64().unwrap() as usize;
        let deal = dealt(&line);
        let strengths = strengths(&deal, players);
        for seat in 0..players {
            let Strength { high, low } = strengths[seat];
            assert_eq!(
                high.category(),
                category(line["high"][seat].as_str().unwrap()),
                "{id}"
            );
            let mut key = vec![high.category() as i64];
            key.extend(high.ranks().map(i64::from));
            assert_eq!(key, numbers(&line["high_key"][seat]), "{id} seat {seat}");
            let wanted = line["low"][seat].as_str().unwrap_or("-");
            assert_eq!(low.to_string(), wanted, "{id} seat {seat}");
        }
        let paid: Vec<u32> = numbers(&line["contrib"])
            .iter()
            .map(|&n| n as u32)
            .collect();
        let live = (1 << players) - 1;
        check_pots(&line, &paid, live, &strengths);
        for (odd, name) in [
            (OddChip::Rules, "pay_rules"),
            (OddChip::Simple, "pay_simple"),
            (OddChip::PokerKit, "pay_pokerkit"),
        ] {
            let won = pay(&paid, live, &strengths, odd);
            let won: Vec<i64> = won[..players].iter().map(|&n| i64::from(n)).collect();
            assert_eq!(won, numbers(&line[name]), "{id} {name}");
        }
        let agree = line["pay_rules"] == line["pay_pokerkit"];
        assert_eq!(agree, line["agree"].as_bool().unwrap(), "{id}");
    }
}

#[test]
fn hands() {
    for line in lines("hand") {
        let id = &line["id"];
        let players = line["n"].as_u64().unwrap() as usize;
        let stacks: Vec<u32> = numbers(&line["stacks"]).iter().map(|&n| n as u32).collect();
        let small_bet = line["small_bet"].as_u64().unwrap() as u32;
        let table = Omaha::new(players).unwrap().small_bet(small_bet).unwrap();
        let table = table.stacks(&stacks).unwrap();
        let deal = dealt(&line);
        for (odd, net) in [
            (OddChip::Rules, "net_rules"),
            (OddChip::PokerKit, "net_pokerkit"),
        ] {
            let table = table.odd_chip(odd);
            let mut hand = table.deal(deal);
            let blinds = table.blinds().map(|seat| i64::from(hand.paid(seat)));
            assert_eq!(blinds[..], numbers(&line["blinds"])[..], "{id}");
            for (number, action) in line["actions"].as_array().unwrap().iter().enumerate() {
                let place = format!("{id} action {number}");
                assert_eq!(hand.round() as u64, action[0], "{place}");
                let mover = table.mover(&hand).expect("the hand goes on");
                assert_eq!(u64::from(mover.0), action[1], "{place}");
                assert_eq!(u64::from(table.to_call(&hand)), action[3], "{place}");
                let to = table.raise_to(&hand).map(u64::from);
                assert_eq!(to, action[4].as_u64(), "{place}");
                let bet = match action[2].as_str().unwrap() {
                    "f" => Bet::Fold,
                    "c" => Bet::Call,
                    _ => Bet::Raise,
                };
                table.try_bet(&mut hand, bet).unwrap();
            }
            assert!(hand.is_over(), "{id}");
            let mut paid: Vec<u32> = (0..players).map(|seat| hand.paid(seat)).collect();
            assert_eq!(
                paid,
                numbers(&line["contrib"])
                    .iter()
                    .map(|&n| n as u32)
                    .collect::<Vec<_>>()
            );
            let folded = line["folded"].as_array().unwrap();
            for (seat, folded) in folded.iter().enumerate() {
                assert_eq!(
                    hand.live() >> seat & 1 == 0,
                    folded.as_bool().unwrap(),
                    "{id}"
                );
            }
            if !line["pots"].is_null() {
                // The pots of these lines are what is left when the uncalled part has gone back.
                let most = *paid.iter().max().unwrap();
                let matched = paid.iter().filter(|&&paid| paid != most).max().copied();
                if paid.iter().filter(|&&paid| paid == most).count() == 1 {
                    let seat = paid.iter().position(|&paid| paid == most).unwrap();
                    paid[seat] = matched.unwrap();
                }
                check_pots(&line, &paid, hand.live(), &strengths(&deal, players));
            }
            let nets: Vec<i64> = (0..players)
                .map(|seat| i64::from(hand.won(seat)) - i64::from(hand.paid(seat)))
                .collect();
            assert_eq!(nets, numbers(&line[net]), "{id} {net}");
            for (seat, chips) in nets.into_iter().enumerate() {
                let payoff = table.payoff(&hand, Player(seat as u8));
                assert_eq!(payoff, chips as f64 / f64::from(small_bet), "{id}");
            }
        }
        assert!(line["agree"].as_bool().unwrap(), "{id}");
    }
}
