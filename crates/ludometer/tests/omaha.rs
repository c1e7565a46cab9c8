//! Omaha Hi-Lo in the laboratory: its simple opponents, mirrored decks, and what people see.

mod common;

use common::Folder;
use ludometer::play::House;
use ludometer::registry::{self, Seating};
use ludometer::source::Place;
use ludometer::spec::Spec;
use ludometer_core::{Budget, Generator, Seed};

fn parse(text: &str) -> Spec {
    Spec::parse(&Place::whole("test", text)).unwrap()
}

/// The payoffs of mirrored episodes, agent by agent.
fn payoffs(game: &str, agents: &[&str], episodes: u64, budget: Budget) -> Vec<Vec<f64>> {
    let (game, _) = registry::open(&parse(game)).unwrap();
    let agents: Vec<Spec> = agents.iter().map(|agent| parse(agent)).collect();
    let table = game.lay(&Seating {
        agents: &agents,
        measure: None,
        start: &parse("start"),
        house: House {
            moves: None,
            budget,
            opening: None,
            mirror: true,
            generator: Generator::Xoshiro,
        },
        seed: Seed::new(31),
    });
    let table = table.unwrap();
    let payoffs = (0..episodes).map(|number| {
        let episode = table.play(number);
        assert!(episode.finished);
        let limit = budget.evaluations.unwrap_or(u64::MAX);
        let most = limit.saturating_mul(u64::from(episode.plies));
        assert!(
            episode
                .shares
                .iter()
                .all(|share| share.spent.evaluations <= most)
        );
        episode.shares.iter().map(|share| share.payoff).collect()
    });
    payoffs.collect()
}

/// Mirrored hands have the same deck: whoever plays alike gets what the others got.
#[test]
fn mirrored_hands_share_their_deck() {
    let hands = payoffs("omaha(players=3)", &["caller"; 3], 60, Budget::UNLIMITED);
    for group in hands.chunks(3) {
        for (rotation, hand) in group.iter().enumerate() {
            let mut sat = hand.clone();
            // The agents sit so many players further on than they are listed.
            sat.rotate_left(rotation);
            assert_eq!(sat, group[0]);
            assert_eq!(hand.iter().sum::<f64>(), 0.0);
        }
    }
    assert!(hands.iter().any(|hand| hand[0] > 0.0));
}

#[test]
fn players_by_rule_win_from_those_without() {
    for (rule, other) in [
        ("tight(samples=40)", "random"),
        ("loose(samples=40)", "caller"),
    ] {
        let hands = payoffs("omaha", &[rule, other], 1200, Budget::UNLIMITED);
        let pairs: Vec<f64> = hands
            .chunks(2)
            .map(|pair| pair[0][0] + pair[1][0])
            .collect();
        let count = pairs.len() as f64;
        let mean = pairs.iter().sum::<f64>() / count;
        let variance = pairs.iter().map(|pair| (pair - mean).powi(2)).sum::<f64>() / count;
        let error = (variance / count).sqrt();
        assert!(mean > 2.0 * error, "{rule} at {other}: {mean} ± {error}");
    }
}

#[test]
fn players_by_rule_keep_to_their_budget() {
    for evaluations in [0, 1, 7] {
        let budget = Budget {
            evaluations: Some(evaluations),
            ..Budget::UNLIMITED
        };
        let agents = ["tight", "loose", "caller", "random"];
        payoffs("omaha(players=4, stack=6)", &agents, 20, budget);
    }
}

#[test]
fn analysis_shows_shares_and_hides_cards() {
    let folder = Folder::new("omaha-analyse");
    let position = "AsKs2d3d - | 4s5sTc | - | cc/";
    let told = folder.good(&["analyse", "omaha", position, "--samples", "500"]);
    for part in [
        "share",
        "high share",
        "low share",
        "As Ks 3d 2d",
        "?? ?? ?? ??",
        "check",
        "bet",
    ] {
        assert!(told.out.contains(part), "{part} is not in {}", told.out);
    }
    assert!(!told.out.contains("position "), "{}", told.out);
    let told = folder.run(&["analyse", "omaha", "AsKs2d2d -"]);
    told.refused(2, &["the cards of seat 0: 2d is there twice"]);
}
