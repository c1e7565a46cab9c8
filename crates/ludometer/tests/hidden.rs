//! Hidden information, in statistics: what is hidden decides nothing, and what is imagined in its place is
//! as likely as enumeration says.

use ludometer::catalogue::shipped;
use ludometer::position::{AnyPosition, Asked};
use ludometer::registry::AnyGame;
use ludometer::source::Span;
use ludometer::spec::Spec;
use ludometer_core::{
    Budget, Chance, Game, Generator, Hidden, Notation, Player, Rng, Seed, Stop, Turn,
};
use ludometer_games::kuhn::Kuhn;
use ludometer_games::leduc::{Deal, Leduc, Move};
use ludometer_games::omaha::{Card, Omaha};
use ludometer_stats::goodness_of_fit;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A spec for every agent that can sit at a game with hidden information.
const AGENTS: [&str; 16] = [
    "random",
    "sampler(0.2, first=4, most=16, plies=60)",
    "flat(playouts=3, plies=20)",
    "uct(playouts=12, plies=20)",
    "ismcts(playouts=12, plies=20, observers=multiple)",
    "pimc(worlds=3, playouts=4, plies=20)",
    "olmcts(l=4, most=20)",
    "rhea(p=2, l=4, most=12)",
    "variety(1, flat(playouts=2, plies=20))",
    "caller",
    "tight(samples=12)",
    "loose(samples=12)",
    "modelled",
    "mcraise(samples=12)",
    "valued(samples=12)",
    "policy(samples=12)",
];

fn parse(text: &str) -> Spec {
    Spec::parse(&Span::whole("test", text)).unwrap()
}

/// Every example of a game that hides something.
fn hidden_games() -> Vec<(String, Arc<dyn AnyGame>)> {
    let examples = shipped().games().iter().flat_map(|game| &game.examples);
    let open = |text: &String| {
        let game: Arc<dyn AnyGame> = shipped().open(&parse(text)).unwrap().0.into();
        (text.clone(), game)
    };
    examples
        .map(open)
        .filter(|(_, game)| game.facts().hidden)
        .collect()
}

/// The specs of the agents that sit at a game; every agent of the registry is among them or refused.
fn seated(game: &dyn AnyGame) -> Vec<&'static str> {
    let lists = game.names();
    let agents = lists.iter().filter(|(kind, _)| *kind == "agent");
    // A program from outside is sent the observation of its seat alone.
    let fit = agents.filter(|(_, agent)| agent.unfit.is_none() && agent.name != "engine");
    let fit: Vec<&str> = fit.map(|(_, agent)| agent.name.as_str()).collect();
    assert!(!fit.is_empty());
    fit.into_iter()
        .map(|name| {
            let spec = AGENTS
                .iter()
                .find(|spec| spec.split('(').next() == Some(name));
            *spec.unwrap_or_else(|| panic!("a spec for the new agent `{name}` is missing here"))
        })
        .collect()
}

fn dice(seed: Seed) -> Rng {
    seed.rng(Generator::Xoshiro)
}

/// Pairs of states that differ only in what their mover cannot see, along random play.
fn pairs(game: &Arc<dyn AnyGame>, episodes: u64) -> Vec<[Arc<dyn AnyPosition>; 2]> {
    let mut pairs = Vec::new();
    for episode in 0..episodes {
        let seed = Seed::new(97).nth(episode);
        let mut state = Arc::clone(game).start_position(None, seed).unwrap();
        for ply in 0..40 {
            let Turn::Of(mover) = state.turn() else { break };
            let other = state.determinize(mover, dice(seed.nth(ply).named("other")));
            assert_eq!(state.show(Some(mover)), other.show(Some(mover)));
            if !state.same(&*other) {
                pairs.push([Arc::clone(&state), other]);
            }
            let rank = dice(seed.nth(ply).named("move")).index(state.action_count());
            state = state
                .step(rank, dice(seed.nth(ply).named("chance")))
                .unwrap();
        }
    }
    pairs
}

#[test]
fn every_agent_acts_alike_where_only_hidden_things_differ() {
    let games = hidden_games();
    assert!(games.len() >= 2);
    for (name, game) in games {
        let pairs = pairs(&game, 6);
        assert!(pairs.len() > 5, "{name}: {} pairs", pairs.len());
        for spec in seated(&*game) {
            for (number, pair) in pairs.iter().enumerate() {
                let decided = pair.each_ref().map(|state| {
                    let mut player = Arc::clone(&game).player(&parse(spec)).unwrap();
                    let asked = Asked {
                        address: Seed::new(5).nth(number as u64),
                        ply: 3,
                        budget: Budget::of_steps(150),
                        traced: true,
                        stop: Stop::NEVER,
                    };
                    let decided = player.decide(&**state, &asked).unwrap();
                    (decided.label, decided.spent, format!("{:?}", decided.moves))
                });
                assert_eq!(decided[0], decided[1], "{name}, {spec}, pair {number}");
            }
        }
    }
}

/// What a viewer gets from a state, in text and in numbers, is the same whatever it may not see.
#[test]
fn views_and_observations_do_not_tell_what_is_hidden() {
    for (name, game) in hidden_games() {
        let (shape, _) = game.spaces();
        let length = shape.len();
        for [state, other] in pairs(&game, 30) {
            let Turn::Of(mover) = state.turn() else {
                continue;
            };
            let seen = [&state, &other].map(|state| {
                let mut numbers = vec![0.0; length];
                state.observe(mover, &mut numbers);
                (numbers, state.labels(), state.numbers())
            });
            assert_eq!(seen[0], seen[1], "{name}");
        }
    }
}

/// Kuhn poker: for every card and every betting, the other's card as enumeration of all deals has it.
#[test]
fn kuhn_is_imagined_as_enumeration_says() {
    let mut deals = Vec::new();
    Kuhn.start_outcomes(&mut deals);
    assert_eq!(deals.len(), 6);
    let mut compared = 0;
    for viewer in [Player(0), Player(1)] {
        for (_, state) in &deals {
            let view = Kuhn.show(state, Some(viewer));
            let mut expected: BTreeMap<[u8; 2], f64> = BTreeMap::new();
            for (chance, deal) in &deals {
                if Kuhn.show(deal, Some(viewer)) == view {
                    *expected.entry(deal.cards).or_default() += chance;
                }
            }
            let mut counts: BTreeMap<[u8; 2], u64> = BTreeMap::new();
            let mut rng = dice(Seed::new(11).nth(compared));
            for _ in 0..20_000 {
                let drawn = Kuhn.determinize(state, viewer, &mut rng);
                *counts.entry(drawn.cards).or_default() += 1;
            }
            let keys = |map: Vec<&[u8; 2]>| map.into_iter().copied().collect::<BTreeSet<_>>();
            assert_eq!(
                keys(counts.keys().collect()),
                keys(expected.keys().collect())
            );
            let all: f64 = expected.values().sum();
            let chances: Vec<f64> = expected.into_values().map(|chance| chance / all).collect();
            likely(&counts.into_values().collect::<Vec<_>>(), &chances);
            compared += 1;
        }
    }
    assert_eq!(compared, 12);
}

/// A deal of Leduc hold'em after some betting.
fn bet(deal: &Deal, betting: &[Move]) -> Deal {
    let (mut deal, mut rng) = (deal.clone(), dice(Seed::new(0)));
    for &action in betting {
        Leduc.step(&mut deal, action, &mut rng);
    }
    deal
}

/// Leduc hold'em before and after the open card, after a fold and at a showdown: the cards that a player
/// does not see as enumeration of all deals has them.
#[test]
fn leduc_is_imagined_as_enumeration_says() {
    use Move::{Call, Fold, Raise};
    let mut deals = Vec::new();
    Leduc.start_outcomes(&mut deals);
    // How many cards of three are not seen.
    let bettings: [(&[Move], u32); 5] = [
        (&[], 2),
        (&[Raise], 2),
        (&[Raise, Call], 1),
        (&[Call, Raise, Fold], 2),
        (&[Call, Call, Call, Call], 0),
    ];
    let mut compared = 0;
    for (betting, hidden) in bettings {
        let states: Vec<Deal> = deals.iter().map(|(_, deal)| bet(deal, betting)).collect();
        for (viewer, state) in [0, 1]
            .into_iter()
            .flat_map(|p| states.iter().step_by(17).map(move |s| (Player(p), s)))
        {
            let view = Leduc.show(state, Some(viewer));
            let alike = states
                .iter()
                .filter(|state| Leduc.show(state, Some(viewer)) == view);
            let expected: BTreeSet<[u8; 3]> = alike.map(|state| state.cards).collect();
            assert_eq!(expected.len(), [1, 4, 20][hidden as usize]);
            let mut counts: BTreeMap<[u8; 3], u64> = BTreeMap::new();
            let mut rng = dice(Seed::new(13).nth(compared));
            for _ in 0..10_000 {
                let drawn = Leduc.determinize(state, viewer, &mut rng);
                *counts.entry(drawn.cards).or_default() += 1;
            }
            assert_eq!(counts.keys().copied().collect::<BTreeSet<_>>(), expected);
            if hidden > 0 {
                let counts: Vec<u64> = counts.into_values().collect();
                likely(&counts, &vec![1.0 / counts.len() as f64; counts.len()]);
            }
            compared += 1;
        }
    }
    assert_eq!(compared, 5 * 2 * 8);
}

/// A chi-squared test that fails in one of ten thousand.
fn likely(counts: &[u64], chances: &[f64]) {
    let total: u64 = counts.iter().sum();
    let expected: Vec<f64> = chances.iter().map(|chance| chance * total as f64).collect();
    let p = goodness_of_fit(counts, &expected).unwrap().p;
    assert!(p > 1e-4, "p = {p}: {counts:?}");
}

/// Omaha on the turn: the ordered pair of a hidden hole card
/// and the river card is as likely as any other.
#[test]
fn pairs_of_unseen_cards_are_equally_likely_in_omaha() {
    let omaha = Omaha::new(2).unwrap();
    let hand = omaha.read("AsKsQsJs - | 2c3d4h | - | cc/").unwrap();
    let mut rng = dice(Seed::new(12));
    let seen = omaha.seen(&hand, Player(0));
    let number = |card: Card| card.rank() * 4 + card.suit();
    let unseen: Vec<usize> = (0..52).filter(|card| seen >> card & 1 == 0).collect();
    assert_eq!(unseen.len(), 45);
    let mut counts = vec![0_u64; 52 * 52];
    for draw in 0..60_000_usize {
        let drawn = omaha.determinize(&hand, Player(0), &mut rng);
        let held = drawn.hole(1).cards()[draw % 4];
        let river = drawn.deal().board.cards()[4];
        counts[number(held) * 52 + number(river)] += 1;
    }
    let possible = |held: usize, river: usize| {
        held != river && unseen.contains(&held) && unseen.contains(&river)
    };
    let mut cells = Vec::new();
    for held in 0..52 {
        for river in 0..52 {
            match possible(held, river) {
                true => cells.push(counts[held * 52 + river]),
                false => assert_eq!(counts[held * 52 + river], 0),
            }
        }
    }
    assert_eq!(cells.len(), 45 * 44);
    likely(&cells, &vec![1.0 / cells.len() as f64; cells.len()]);
}
