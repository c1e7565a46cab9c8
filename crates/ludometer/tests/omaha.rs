//! Omaha Hi-Lo in the laboratory: its simple opponents, mirrored decks, and what people see.

mod common;

use common::Folder;
use ludometer::catalogue::shipped;
use ludometer::param::Spelling;
use ludometer::play::{Ending, MatchRules};
use ludometer::registry::MatchSpec;
use ludometer::source::Span;
use ludometer::spec::Spec;
use ludometer::specialists::omaha::mcraise::{McRaise, Model, PotModel};
use ludometer::specialists::omaha::network::{
    NetworkRole, PokerNetwork, Policy, ValueNetworkAgent,
};
use ludometer_core::{Agent, Budget, Game, Generator, Hidden, Seat, Seed};
use ludometer_games::omaha::Omaha;
use std::sync::Arc;

fn parse(text: &str) -> Spec {
    Spec::parse(&Span::whole("test", text)).unwrap()
}

/// The payoffs of mirrored episodes, agent by agent.
fn payoffs(game: &str, agents: &[&str], episodes: u64, budget: Budget) -> Vec<Vec<f64>> {
    let (game, _) = shipped().open(&parse(game)).unwrap();
    let agents: Vec<Spec> = agents.iter().map(|agent| parse(agent)).collect();
    let table = game.prepare(&MatchSpec {
        agents: &agents,
        measure: None,
        start: &parse("start"),
        rules: MatchRules {
            moves: None,
            budget,
            opening: None,
            budgets: Vec::new(),
            mirror: true,
            generator: Generator::Xoshiro,
            ..MatchRules::default()
        },
        seed: Seed::new(31),
    });
    let table = table.unwrap();
    let payoffs = (0..episodes).map(|number| {
        let episode = table.play(number);
        assert_eq!(episode.ending, Ending::Finished);
        let limit = budget.evaluations.unwrap_or(u64::MAX);
        let most = limit.saturating_mul(u64::from(episode.plies));
        assert!(
            episode
                .seats
                .iter()
                .all(|share| share.spent.evaluations <= most)
        );
        episode.seats.iter().map(|share| share.payoff).collect()
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
        ("mcraise(samples=40)", "caller"),
        ("mcraise(samples=40)", "tight(samples=40)"),
    ] {
        let hands = payoffs("omaha", &[rule, other], 3600, Budget::UNLIMITED);
        let pairs: Vec<f64> = hands
            .chunks(2)
            .map(|pair| pair[0][0] + pair[1][0])
            .collect();
        let count = pairs.len() as f64;
        let mean = pairs.iter().sum::<f64>() / count;
        let variance = pairs
            .iter()
            .map(|pair| libm::pow(pair - mean, 2.0))
            .sum::<f64>()
            / count;
        let error = (variance / count).sqrt();
        assert!(mean > 2.0 * error, "{rule} at {other}: {mean} ± {error}");
    }
}

#[test]
fn players_by_rule_keep_to_their_budget() {
    for evaluations in [0, 1, 7] {
        let budget = Budget::UNLIMITED.with_evaluations(evaluations);
        let agents = ["tight", "loose", "mcraise", "random"];
        payoffs("omaha(players=4, stack=6)", &agents, 20, budget);
    }
}

#[test]
fn analysis_shows_shares_and_hides_cards() {
    let folder = Folder::new("omaha-analyse");
    let position = "AsKs2d3d - | 4s5sTc | - | cc/";
    let told = folder.good(&["analyse", "omaha", position, "--samples", "500"]);
    for part in [
        "expected share of the pot",
        "high",
        "low",
        "random",
        "modelled",
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

/// Whatever the others hold, an agent that sees the same under the same dice decides the same.
#[test]
fn hidden_cards_never_change_a_decision() {
    let poker_network =
        |role: NetworkRole| Arc::new(PokerNetwork::new(role, role.start(Seed::new(3))));
    let mut agents: [Box<dyn Agent<Omaha>>; 3] = [
        Box::new(McRaise::new(Model::RING, 30, PotModel::Matched)),
        Box::new(ValueNetworkAgent::new(
            poker_network(NetworkRole::Evaluation),
            Model::RING,
            30,
        )),
        Box::new(Policy::new(
            poker_network(NetworkRole::Policy),
            Model::RING,
            30,
        )),
    ];
    let omaha = Omaha::new(3).unwrap();
    let mut chance = Seed::new(41).rng(Generator::Xoshiro);
    for number in 0..60 {
        let mut hand = omaha.start(&mut chance);
        for ply in 0.. {
            let Some(player) = omaha.mover(&hand) else {
                break;
            };
            let other = omaha.determinize(&hand, player, &mut chance);
            assert_ne!(other.deal(), hand.deal());
            for agent in &mut agents {
                let move_infos = [hand, other].map(|hand| {
                    let dice = Seed::new(42).nth(number).nth(ply).rng(Generator::Xoshiro);
                    let mut seat = Seat::open(&omaha, &hand, player, dice, Budget::UNLIMITED);
                    seat.enable_trace();
                    let bet = agent.act(&mut seat).unwrap();
                    (bet, seat.move_infos().to_vec())
                });
                assert_eq!(move_infos[0], move_infos[1]);
                assert!(!move_infos[0].1.is_empty());
            }
            let mut actions = Vec::new();
            omaha.actions(&hand, &mut actions);
            let bet = actions[chance.index(actions.len())];
            omaha.step(&mut hand, bet, &mut chance);
        }
    }
}

/// With little or nothing to spend networks spend no more, and answer what is legal.
#[test]
fn networks_keep_to_their_budget() {
    let (game, _) = shipped().open(&parse("omaha(players=3, stack=6)")).unwrap();
    let agents = [
        "valued(samples=20)",
        "policy(samples=20)",
        "valued(samples=2)",
    ]
    .map(parse);
    let limits = [(0, 0), (1, 9), (9, 1), (2, 5), (3, 40)];
    for (steps, evaluations) in limits {
        let budget = Budget::of_steps(steps).with_evaluations(evaluations);
        let table = game.prepare(&MatchSpec {
            agents: &agents,
            measure: None,
            start: &parse("start"),
            rules: MatchRules {
                moves: None,
                budget,
                opening: None,
                budgets: Vec::new(),
                mirror: true,
                generator: Generator::Xoshiro,
                ..MatchRules::default()
            },
            seed: Seed::new(32),
        });
        let table = table.unwrap();
        for number in 0..20 {
            let episode = table.play(number);
            assert_eq!(episode.ending, Ending::Finished);
            for share in &episode.seats {
                let plies = u64::from(episode.plies);
                assert!(share.spent.steps <= steps * plies);
                assert!(share.spent.evaluations <= evaluations * plies);
            }
        }
    }
}

/// Two specs that mean the same network are one description, which has the weights in it.
#[test]
fn networks_are_spelled_out() {
    let (game, _) = shipped().open(&parse("omaha")).unwrap();
    let spelled = |text: &str| {
        let (agents, _) = game
            .spelled(Spelling::Names, &[parse(text)], &parse("start"))
            .unwrap();
        agents[0].clone()
    };
    assert_eq!(spelled("valued"), spelled("valued(omaha-evaluation)"));
    let whole = spelled("valued");
    assert!(
        whole.contains("net=network(weights='evaluation share,"),
        "{whole}"
    );
    assert_eq!(spelled(&whole), whole);
}
