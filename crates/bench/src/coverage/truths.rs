//! Known truths: how episodes are drawn, and what a table should estimate of them.

use super::Simulated;
use ludometer_arena::define::no_files;
use ludometer_arena::play::{Ending, Episode, SeatResult};
use ludometer_catalogue::shipped;
use ludometer_lab::plan::Plan;
use ludometer_spec::source::Span;

/// Uniform numbers: the generator of Steele, Lea and Flood (2014).
#[derive(Clone)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// From a seed.
    pub fn new(seed: u64) -> SplitMix64 {
        SplitMix64(seed)
    }

    /// Between 0 and 1, both excluded.
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (((z ^ (z >> 31)) >> 11) as f64 + 0.5) / (1u64 << 53) as f64
    }

    fn normal(&mut self) -> f64 {
        let radius = (-2.0 * libm::log(self.next())).sqrt();
        radius * libm::cos(std::f64::consts::TAU * self.next())
    }
}

/// The episodes of one opening in every cell of a plan.
pub(super) type Unit = Vec<Vec<Episode>>;

/// A distribution of units, and what a table should estimate of it.
pub struct Truth {
    /// Which, in words.
    pub name: String,
    pub(super) value: f64,
    pub(super) draw: Box<dyn Fn(&mut SplitMix64) -> Unit + Send + Sync>,
}

fn plan(text: &str) -> Plan {
    let span = Span::whole("coverage.toml", text);
    let plan = Plan::read("coverage", &span, &[], &no_files, shipped());
    plan.unwrap_or_else(|diagnostic| panic!("{diagnostic}"))
}

fn game(payoff: f64, points: f64) -> Episode {
    let seat = |sign: f64| SeatResult {
        payoff: sign * payoff,
        points: sign * points,
        ..SeatResult::default()
    };
    Episode {
        plies: 1,
        ending: Ending::Finished,
        seats: vec![seat(1.0), seat(-1.0)],
        record: None,
    }
}

fn won(won: bool) -> Episode {
    game(if won { 1.0 } else { -1.0 }, 0.0)
}

const ALONE: &str = "game = \"tic-tac-toe\"\nseats = [\"{one}\", \"random\"]\nepisodes = 20\n[vary]\none = [\"random\"]\n[[tables]]\nname = \"t\"\nrows = \"one\"\n";

const MATCH: &str = "game = \"tic-tac-toe\"\nseats = [\"{one}\", \"random\"]\nmirror = true\nepisodes = 20\n[vary]\none = [\"depth(t=1)\"]\n[[tables]]\nname = \"t\"\nkind = \"match\"\nrows = \"one\"\n";

const PAIRED: &str = "game = \"tic-tac-toe\"\nseats = [\"{one}\", \"random\"]\nepisodes = 20\n[vary]\none = [\"random\", \"flat(10)\"]\nsize = [1]\n[[tables]]\nname = \"t\"\nkind = \"effect\"\nagainst = \"random\"\nrows = \"size\"\ncolumns = \"one\"\n";

/// Shares of independent episodes.
fn shares(shares: impl IntoIterator<Item = f64>) -> Vec<Truth> {
    let truth = |share: f64| Truth {
        name: format!("{share}"),
        value: share,
        draw: Box::new(move |dice| vec![vec![won(dice.next() < share)]]),
    };
    shares.into_iter().map(truth).collect()
}

/// Every share alike: the middles of twenty equal parts of 0 to 1.
fn all_shares() -> Vec<Truth> {
    shares((0..20).map(|part| (f64::from(part) + 0.5) / 20.0))
}

fn rare_shares() -> Vec<Truth> {
    shares([0.005, 0.01, 0.99])
}

/// Scores of mirrored pairs: how often games are drawn, how much better one side is, and how much the first
/// mover is favoured, which differs from opening to opening.
fn scores(map: fn(f64) -> f64) -> Vec<Truth> {
    let mut truths = Vec::new();
    for draws in [0.05, 0.4, 0.8] {
        for edge in [0.0, 0.2, 0.45] {
            for first in [0.0, 0.3] {
                let chance = move |first: f64| (0.5 + edge + first).clamp(0.0, 1.0);
                let side = move |dice: &mut SplitMix64, first: f64| {
                    if dice.next() < draws {
                        return game(0.0, 0.0);
                    }
                    won(dice.next() < chance(first))
                };
                // Half of the openings favour the first mover twice as much, the others nobody.
                let mean = |first: f64| 0.5 * (chance(first) + chance(-first));
                let decisive = 0.5 * (mean(first) + mean(0.0));
                truths.push(Truth {
                    name: format!("draws {draws}, edge {edge}, first {first}"),
                    value: map(0.5 * draws + (1.0 - draws) * decisive),
                    draw: Box::new(move |dice| {
                        let first = if dice.next() < 0.5 { first } else { 0.0 };
                        vec![vec![side(dice, first), side(dice, -first)]]
                    }),
                });
            }
        }
    }
    truths
}

/// Means of several distributions, skewed ones among them.
fn means() -> Vec<Truth> {
    type Law = (&'static str, f64, fn(&mut SplitMix64) -> f64);
    let laws: [Law; 7] = [
        ("normal", 3.0, |dice| 3.0 + dice.normal()),
        ("uniform", 0.5, SplitMix64::next),
        ("exponential", 1.0, |dice| -libm::log(dice.next())),
        ("geometric", 9.0, |dice| {
            (libm::log(dice.next()) / libm::log(0.9f64)).floor()
        }),
        ("lognormal", libm::exp(0.5f64), |dice| {
            libm::exp(dice.normal())
        }),
        ("Poisson", 0.5, |dice| {
            let (limit, mut product, mut count) = (libm::exp(-0.5f64), dice.next(), 0.0);
            while product > limit {
                product *= dice.next();
                count += 1.0;
            }
            count
        }),
        ("one of two", 4.0, |dice| {
            if dice.next() < 0.4 { 10.0 } else { 0.0 }
        }),
    ];
    let truth = |(name, value, law): Law| Truth {
        name: name.to_string(),
        value,
        draw: Box::new(move |dice| vec![vec![game(1.0, law(dice))]]),
    };
    laws.into_iter().map(truth).collect()
}

/// Differences of two shares in games of the same number: every law alike, by the shares of games that only one
/// of the two wins, the middles of equal triangles of all that there are.
fn all_differences() -> Vec<Truth> {
    const PARTS: u32 = 5;
    let mut truths = Vec::new();
    for one in 0..PARTS {
        for other in 0..PARTS - one {
            let up = [1.0 / 3.0, 2.0 / 3.0];
            for middle in up
                .into_iter()
                .take(1 + usize::from(one + other + 1 < PARTS))
            {
                let [ours, theirs] =
                    [one, other].map(|part| (f64::from(part) + middle) / f64::from(PARTS));
                truths.push(Truth {
                    name: format!("{ours:.3} - {theirs:.3}"),
                    value: ours - theirs,
                    draw: Box::new(move |dice| {
                        let at = dice.next();
                        let [second, first] = [at < ours, ours <= at && at < ours + theirs];
                        vec![vec![won(first)], vec![won(second)]]
                    }),
                });
            }
        }
    }
    truths
}

/// The same of two agents that are alike or share a part of their luck, so that most games have no difference.
fn rare_differences() -> Vec<Truth> {
    let mut truths = Vec::new();
    for (one, other) in [(0.5, 0.5), (0.3, 0.4), (0.1, 0.6), (0.05, 0.1), (0.9, 0.95)] {
        for shared in [0.0, 0.5, 0.9] {
            truths.push(Truth {
                name: format!("{other} - {one}, shared {shared}"),
                value: other - one,
                draw: Box::new(move |dice| {
                    let first = dice.next();
                    let second = if dice.next() < shared {
                        first
                    } else {
                        dice.next()
                    };
                    vec![vec![won(first < one)], vec![won(second < other)]]
                }),
            });
        }
    }
    truths
}

/// Every figure that is simulated.
pub fn simulated() -> Vec<Simulated> {
    let of = |name, text: &str, cell, truths, rare| Simulated {
        name,
        plan: plan(text),
        cell,
        truths,
        rare,
    };
    let points = format!("{ALONE}value = \"points\"\n");
    let ratings = scores(ludometer_stats::elo_of_score);
    let paired = (all_differences(), rare_differences());
    vec![
        of("share", ALONE, (0, 1), all_shares(), rare_shares()),
        of("score", MATCH, (0, 5), scores(|score| score), Vec::new()),
        of("rating", MATCH, (0, 7), ratings, Vec::new()),
        of("mean", &points, (0, 1), means(), Vec::new()),
        of("paired difference", PAIRED, (0, 1), paired.0, paired.1),
    ]
}
