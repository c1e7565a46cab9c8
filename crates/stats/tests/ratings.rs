//! Ratings: against an independent optimiser, against Ordo's equations, in games without a maximum, and
//! by simulation.

use ludometer_stats::*;
use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

/// Small dice for simulations: a 64-bit linear congruential generator, its upper bits.
struct Dice(u64);

impl Dice {
    fn share(&mut self) -> f64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }

    fn normal(&mut self) -> f64 {
        (0..12).map(|_| self.share()).sum::<f64>() - 6.0
    }
}

/// What a simulated pool is like, in natural units.
struct World<'a> {
    ratings: &'a [f64],
    advantage: f64,
    weight: f64,
    /// How much an opening moves the difference of every game in it, for the first player.
    opening: f64,
    /// How much an opening suits a player, wherever he plays it.
    taste: f64,
}

impl World<'_> {
    fn game(&self, first: usize, second: usize, lean: f64, dice: &mut Dice) -> u8 {
        let d = self.ratings[first] - self.ratings[second] + self.advantage + lean;
        let (win, loss) = (libm::exp(0.5 * d), libm::exp(-0.5 * d));
        let roll = dice.share() * (win + loss + self.weight);
        match roll {
            roll if roll < loss => 0,
            roll if roll < loss + self.weight => 1,
            _ => 2,
        }
    }

    /// A round robin, or the first against all others, each opening with both sides.
    fn games(&self, openings: u64, gauntlet: bool, dice: &mut Dice) -> Vec<RatedGame> {
        let players = self.ratings.len();
        let mut games = Vec::new();
        for unit in 0..openings {
            let lean = self.opening * dice.normal();
            let tastes: Vec<f64> = (0..players).map(|_| self.taste * dice.normal()).collect();
            for one in 0..players {
                for other in one + 1..players {
                    if gauntlet && one > 0 {
                        continue;
                    }
                    for (first, second) in [(one, other), (other, one)] {
                        let lean = lean + tastes[first] - tastes[second];
                        games.push(RatedGame {
                            first: first as u16,
                            second: second as u16,
                            halves: self.game(first, second, lean, dice),
                            unit,
                        });
                    }
                }
            }
        }
        games
    }
}

const EVEN: World<'static> = World {
    ratings: &[0.9, 0.3, 0.0, -0.4, -0.8],
    advantage: 0.25,
    weight: 1.5,
    opening: 0.0,
    taste: 0.0,
};

/// The same likelihood, climbed along one parameter at a time by the golden section.
fn climbed(players: usize, games: &[RatedGame]) -> (Vec<f64>, f64, f64) {
    let mut counts = std::collections::BTreeMap::new();
    for game in games {
        *counts
            .entry((game.first as usize, game.second as usize, game.halves))
            .or_insert(0.0) += 1.0;
    }
    // Ratings, advantage, logarithm of the weight of draws.
    let likelihood = |x: &[f64]| -> f64 {
        let of = |(&(first, second, halves), count): (&(usize, usize, u8), &f64)| {
            let d = x[first] - x[second] + x[players];
            let weights = [
                libm::exp(-0.5 * d),
                libm::exp(x[players + 1]),
                libm::exp(0.5 * d),
            ];
            count * libm::log(weights[halves as usize] / weights.iter().sum::<f64>())
        };
        counts.iter().map(of).sum()
    };
    let mut x = vec![0.0; players + 2];
    let mut reach = 2.0;
    while reach > 1e-9 {
        let before = x.clone();
        for place in 1..x.len() {
            let at = |value: f64, x: &[f64]| {
                let mut y = x.to_vec();
                y[place] = value;
                likelihood(&y)
            };
            let (mut low, mut high) = (x[place] - reach, x[place] + reach);
            let golden = 0.5 * (5f64.sqrt() - 1.0);
            for _ in 0..60 {
                let (a, b) = (high - golden * (high - low), low + golden * (high - low));
                if at(a, &x) > at(b, &x) {
                    high = b;
                } else {
                    low = a;
                }
            }
            x[place] = 0.5 * (low + high);
        }
        let moved = x.iter().zip(&before).map(|(a, b)| (a - b).abs());
        reach = (2.0 * moved.fold(0.0, f64::max)).min(reach);
    }
    let weight = libm::exp(x[players + 1]);
    let scale = 400.0 / libm::log(10.0) * 2.0 / (2.0 + weight);
    let mean = x[..players].iter().sum::<f64>() / players as f64;
    let elo = x[..players].iter().map(|r| scale * (r - mean)).collect();
    (elo, scale * x[players], weight / (2.0 + weight))
}

#[test]
fn another_optimiser_finds_the_same_ratings() {
    for (openings, gauntlet) in [(20, false), (30, true), (300, false)] {
        let games = EVEN.games(openings, gauntlet, &mut Dice(5));
        let ours = ratings(5, &games, None, 0.95).unwrap();
        let (elos, advantage, draws) = climbed(5, &games);
        for (player, elo) in ours.players.iter().zip(&elos) {
            assert!(
                (player.elo.unwrap() - elo).abs() < 1e-3,
                "{ours:?} {elos:?}"
            );
        }
        assert!((ours.advantage.unwrap().0 - advantage).abs() < 1e-3);
        assert!((ours.draws - draws).abs() < 1e-5);
        assert_eq!(ours.units, openings);
    }
}

/// Ordo fits the logistic curve so that every player's expected score is the actual one. In a pool of
/// players near each other both agree, since ratings are scaled to that curve near equality.
#[test]
fn near_equality_ratings_are_those_of_the_logistic_curve() {
    let near = World {
        ratings: &[0.3, 0.1, 0.0, -0.1, -0.3],
        weight: 4.0,
        ..EVEN
    };
    let games = near.games(2000, false, &mut Dice(11));
    let ours = ratings(5, &games, None, 0.95).unwrap();
    let advantage = ours.advantage.unwrap().0;
    // Ordo's equations by fixed-point iteration.
    let mut elo = [0.0; 5];
    for _ in 0..4000 {
        let mut excess = [0.0; 5];
        for game in &games {
            let (first, second) = (usize::from(game.first), usize::from(game.second));
            let expected = score_of_elo(elo[first] - elo[second] + advantage);
            let surprise = 0.5 * f64::from(game.halves) - expected;
            excess[first] += surprise;
            excess[second] -= surprise;
        }
        let mut moved = 0.0_f64;
        for (elo, excess) in elo.iter_mut().zip(excess) {
            *elo += 0.02 * excess;
            moved = moved.max(excess.abs());
        }
        if moved < 1e-3 {
            break;
        }
    }
    let mean = elo.iter().sum::<f64>() / 5.0;
    for (player, elo) in ours.players.iter().zip(elo) {
        let difference = player.elo.unwrap() - (elo - mean);
        assert!(difference.abs() < 0.6, "{ours:?} {elo}");
    }
}

#[test]
fn a_match_of_two_is_the_elo_of_its_score_near_equality() {
    let mut games = Vec::new();
    for (halves, count) in [(0_u8, 95), (1, 300), (2, 105)] {
        for unit in 0..count {
            let unit = 2 * (u64::from(halves) * 1000 + unit);
            for (first, second, halves) in [(0, 1, halves), (1, 0, 2 - halves)] {
                games.push(RatedGame {
                    first,
                    second,
                    halves,
                    unit,
                });
            }
        }
    }
    let rated = ratings(2, &games, Some((1, 1000.0)), 0.95).unwrap();
    let plain = elo_of_score(255.0 / 500.0);
    assert!(
        (rated.players[0].elo.unwrap() - 1000.0 - plain).abs() < 0.02,
        "{rated:?}"
    );
    assert_eq!(rated.players[1].elo, Ok(1000.0));
    assert_eq!(rated.players[1].interval, None);
    assert!(rated.advantage.unwrap().0.abs() < 1e-9);
    assert!((rated.draws - 0.6).abs() < 0.001);
    // Pairs are the same twice over, so the interval is that of 500 games.
    let interval = rated.players[0].interval.unwrap();
    let score = elo(&ScoreSummary::of_games(105, 300, 95).unwrap(), 0.95).unwrap();
    let ratio = (interval.high - interval.low) / (score.interval.high - score.interval.low);
    assert!((ratio - 1.0).abs() < 0.02, "{ratio}");
    let above = rated.superiority(0, 1).unwrap();
    assert!(
        above > 0.7
            && above < 0.8
            && (above + rated.superiority(1, 0).unwrap() - 1.0).abs() < 1e-12
    );
}

/// The rating of a player above an anchor, in errors, says how likely it is the stronger of the two: whichever
/// is the anchor, whichever comes first.
#[test]
fn superiority_is_that_of_the_interval_above_an_anchor() {
    let mut games = Vec::new();
    // Every one is a little better than the next, no one certainly.
    for unit in 0..48 {
        let at = unit as usize % 8;
        games.push(game(0, 1, [2, 0, 1, 2, 1, 0, 1, 2][at], 3 * unit));
        games.push(game(1, 2, [0, 2, 1, 2, 0, 1, 1, 2][at], 3 * unit + 1));
        games.push(game(2, 0, [1, 0, 2, 0, 2, 1, 1, 0][at], 3 * unit + 2));
    }
    let normal = Normal::standard();
    let critical = StudentsT::new(0.0, 1.0, 143.0).unwrap();
    let critical = critical.inverse_cdf(0.975);
    for (one, other) in [(0_usize, 1_u16), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)] {
        let rated = ratings(3, &games, Some((usize::from(other), 0.0)), 0.95).unwrap();
        let player = &rated.players[one];
        let interval = player.interval.unwrap();
        let error = (interval.high - interval.low) / (2.0 * critical);
        let expected = normal.cdf(player.elo.unwrap() / error);
        let found = rated.superiority(one, usize::from(other)).unwrap();
        assert!(
            (found - expected).abs() < 0.01,
            "{one} above {other}: {found}, not {expected}"
        );
    }
}

fn game(first: u16, second: u16, halves: u8, unit: u64) -> RatedGame {
    RatedGame {
        first,
        second,
        halves,
        unit,
    }
}

#[test]
fn ratings_that_no_games_determine_are_not_given() {
    // 0 and 1 met as equals; 2 won everything; 3 lost everything; 4 and 5 met only each other.
    let games = [
        game(0, 1, 2, 0),
        game(1, 0, 2, 1),
        game(0, 1, 1, 2),
        game(1, 0, 0, 3),
        game(2, 0, 2, 4),
        game(1, 2, 0, 5),
        game(3, 0, 0, 6),
        game(4, 5, 1, 7),
    ];
    let rated = ratings(6, &games, None, 0.95).unwrap();
    let elos: Vec<Result<f64, Unrated>> = rated.players.iter().map(|player| player.elo).collect();
    assert!(elos[0].is_ok() && elos[1].is_ok());
    assert!((elos[0].unwrap() + elos[1].unwrap()).abs() < 1e-9);
    assert_eq!(
        elos[2..],
        [
            Err(Unrated::Above),
            Err(Unrated::Below),
            Err(Unrated::Unconnected),
            Err(Unrated::Unconnected),
        ]
    );
    assert_eq!((rated.players[2].games, rated.players[2].points), (2, 2.0));
    assert_eq!(rated.superiority(0, 2), None);
    // The anchor's group is rated, also where it is not the largest.
    let rated = ratings(6, &games, Some((4, 0.0)), 0.95).unwrap();
    assert!(rated.players[4].elo.is_ok() && rated.players[5].elo.is_ok());
    assert_eq!(rated.players[0].elo, Err(Unrated::Unconnected));
    assert_eq!(rated.draws, 1.0);
    // Whoever moves first wins: no advantage is large enough, and ratings do without it.
    let first = [
        game(0, 1, 2, 0),
        game(1, 0, 2, 0),
        game(0, 1, 2, 1),
        game(1, 0, 2, 1),
    ];
    let rated = ratings(2, &first, None, 0.95).unwrap();
    assert_eq!(rated.advantage, None);
    assert!(rated.players[0].elo.unwrap().abs() < 1e-9);
    // Nothing at all.
    let none = ratings(3, &[], None, 0.95).unwrap();
    assert!(
        none.players
            .iter()
            .filter(|player| player.elo.is_ok())
            .count()
            <= 1
    );
    assert!(ratings(2, &[game(0, 2, 1, 0)], None, 0.95).is_err());
}

/// The intervals hold the truth as often as they say, with openings that lean to a side and that suit
/// players, which make the games of an opening alike.
#[test]
fn intervals_cover_in_simulation() {
    const POOLS: usize = 500;
    let worlds = [
        (EVEN, 60),
        (
            World {
                opening: 1.2,
                ..EVEN
            },
            60,
        ),
        (
            World {
                taste: 0.6,
                opening: 0.5,
                ..EVEN
            },
            60,
        ),
        (World { taste: 0.6, ..EVEN }, 12),
    ];
    for (at, (world, openings)) in worlds.iter().enumerate() {
        let mut dice = Dice(31 + at as u64);
        // What a large pool of the same kind is rated at: openings flatten the curve.
        let truth = ratings(
            5,
            &world.games(30_000, false, &mut dice),
            Some((2, 0.0)),
            0.95,
        )
        .unwrap();
        let mut covered = [0; 5];
        for _ in 0..POOLS {
            let games = world.games(*openings, false, &mut dice);
            let rated = ratings(5, &games, Some((2, 0.0)), 0.95).unwrap();
            for (player, covered) in covered.iter_mut().enumerate() {
                let truth = truth.players[player].elo.unwrap();
                let interval = rated.players[player].interval;
                *covered += usize::from(interval.is_some_and(|interval| interval.contains(truth)));
            }
        }
        assert_eq!(covered[2], 0);
        let all = covered.iter().sum::<usize>() as f64 / (4 * POOLS) as f64;
        // Four players of one pool are not independent: as if one were.
        let slack = 4.0 * (0.05 * 0.95 / POOLS as f64).sqrt();
        assert!((all - 0.95).abs() < slack, "world {at}: {all} {covered:?}");
    }
}

/// SciPy's general minimiser with numerical derivatives finds the same ratings and intervals.
#[test]
fn scipy_finds_the_same_ratings_and_intervals() {
    let fixtures: serde_json::Value =
        serde_json::from_str(include_str!("../fixtures/ratings.json")).unwrap();
    let cases = fixtures["cases"].as_array().unwrap();
    assert_eq!(cases.len(), 3);
    for case in cases {
        let games: Vec<[u64; 4]> = serde_json::from_value(case["games"].clone()).unwrap();
        let games: Vec<RatedGame> = games
            .iter()
            .map(|&[first, second, halves, unit]| {
                game(first as u16, second as u16, halves as u8, unit)
            })
            .collect();
        let players = case["players"].as_u64().unwrap() as usize;
        let rated = ratings(players, &games, None, 0.95).unwrap();
        let near = |ours: f64, theirs: &serde_json::Value| {
            let theirs = theirs.as_f64().unwrap();
            assert!(
                (ours - theirs).abs() < 2e-3 * (1.0 + theirs.abs() / 10.0),
                "{ours} {theirs}"
            );
        };
        for (at, player) in rated.players.iter().enumerate() {
            near(player.elo.unwrap(), &case["elo"][at]);
            let interval = player.interval.unwrap();
            near(0.5 * (interval.high - interval.low), &case["half"][at]);
        }
        let (advantage, interval) = rated.advantage.unwrap();
        near(advantage, &case["advantage"][0]);
        let interval = interval.unwrap();
        near(0.5 * (interval.high - interval.low), &case["advantage"][1]);
        assert!((rated.draws - case["draws"].as_f64().unwrap()).abs() < 1e-5);
    }
}
