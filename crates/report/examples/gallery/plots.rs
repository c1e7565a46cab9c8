//! Plots of every kind.

use ludometer_report::{Axis, Plot, Point, Series, share_ranges};

/// Numbers that look random and are always the same.
pub(crate) fn noise(index: u32) -> f64 {
    f64::from(index.wrapping_mul(2_654_435_761) >> 16) / 65_536.0
}

fn curve(from: f64, to: f64, seed: u32, spread: f64) -> Vec<Point> {
    (0..40u32)
        .map(|step| {
            let part = 1.0 - libm::exp(-f64::from(step) / 11.0);
            let y = from + (to - from) * part + 0.02 * (noise(step + seed) - 0.5);
            Point::new(f64::from(step) * 250.0, y).between(y - spread, y + spread)
        })
        .collect()
}

pub(crate) fn learning() -> Plot {
    Plot::new(
        "learning",
        "Learning curves of two tuners on Omaha, mean of sixteen runs with a 95 % band",
    )
    .x(Axis::linear("iterations"))
    .y(Axis::linear("small bets per hand"))
    .series(Series::line("RSPSA", curve(-0.35, 0.41, 3, 0.06)))
    .series(Series::line("SPSA", curve(-0.35, 0.17, 77, 0.09)))
    .note("Shared chance, mirrored seats.")
}

pub(crate) fn crowded() -> Plot {
    let mut plot = Plot::new(
        "crowded",
        "Six curves that end together, so that a legend is needed",
    )
    .x(Axis::log("playouts"))
    .y(Axis::linear("win rate").range(0.0, 1.0));
    for index in 0..6u32 {
        let points = (0..9).map(|step| {
            let x = 10f64 * libm::exp2(f64::from(step));
            Point::new(x, 0.72 - 0.5 / (1.0 + x / (20.0 + 40.0 * f64::from(index))))
        });
        plot = plot.series(Series::line(
            format!("c = {:.1}", 0.2 + 0.2 * f64::from(index)),
            points,
        ));
    }
    plot
}

pub(crate) fn theory() -> Plot {
    let exact =
        (1..=60u32).map(|n| Point::new(f64::from(n), 1.0 - libm::pow(0.5f64, f64::from(n) / 12.0)));
    let measured = (1..=12u32).map(|n| {
        let x = f64::from(n) * 5.0;
        let y = 1.0 - libm::pow(0.5f64, x / 12.0) + 0.03 * (noise(n) - 0.5);
        Point::new(x, y).between(y - 0.04, y + 0.04)
    });
    Plot::new("theory", "Theory as a broken line, measurement as points")
        .x(Axis::linear("branching factor"))
        .y(Axis::linear("probability that the mover is favoured"))
        .series(Series::line("exact", exact).dashed())
        .series(Series::points("measured", measured))
}

pub(crate) fn groups() -> Plot {
    let games = [
        "Aliens",
        "Boulderdash",
        "Butterflies",
        "Chase",
        "Frogs",
        "Missile Command",
    ];
    let mut plot = Plot::new(
        "groups",
        "Win rate by game and seeding, with Wilson intervals",
    )
    .x(Axis::categories("", games))
    .y(Axis::linear("win rate").range(0.0, 1.0));
    for (index, name) in ["vanilla", "one-step look-ahead", "open-loop tree"]
        .iter()
        .enumerate()
    {
        let points = (0..6u32).map(|game| {
            let y = 0.1 + 0.8 * noise(game * 3 + index as u32 + 40);
            Point::new(f64::from(game), y).between((y - 0.07).max(0.0), (y + 0.07).min(1.0))
        });
        plot = plot.series(Series::bars(*name, points));
    }
    plot
}

/// Twenty games, four agents, and scores on both sides of zero.
pub(crate) fn many(name: &str, title: &str, value: &str, scale: (f64, f64)) -> Plot {
    let games = [
        "aliens",
        "bait",
        "butterflies",
        "camelRace",
        "chase",
        "chopper",
        "crossfire",
        "digdug",
        "escape",
        "hungrybirds",
        "infection",
        "intersection",
        "lemmings",
        "missilecommand",
        "modality",
        "plaqueattack",
        "roguelike",
        "seaquest",
        "survivezombies",
        "waitforbreakfast",
    ];
    let mut plot = Plot::new(name, title)
        .x(Axis::categories("game", games))
        .y(Axis::linear(value));
    for (index, name) in ["vanilla", "one-step look-ahead", "open-loop tree", "random"]
        .iter()
        .enumerate()
    {
        let points = (0..20u32).map(|game| {
            let spread = 0.02 + 0.06 * noise(game + 7);
            let y = noise(game * 5 + index as u32 * 3 + 40);
            let on = |y: f64| scale.0 + (scale.1 - scale.0) * y;
            Point::new(f64::from(game), on(y)).between(on(y - spread), on(y + spread))
        });
        plot = plot.series(Series::bars(*name, points));
    }
    plot
}

pub(crate) fn distribution() -> Plot {
    let counts = [
        1, 2, 6, 18, 47, 111, 280, 640, 1_390, 3_100, 6_400, 12_800, 24_400, 47_000, 88_000,
        156_000, 268_000, 443_000, 692_000, 1_010_000, 1_380_000, 1_720_000, 1_900_000, 1_240_000,
        310_000, 9_700, 24,
    ];
    let points = (0u32..)
        .zip(counts)
        .map(|(x, y)| Point::new(f64::from(x), f64::from(y)));
    Plot::new(
        "distribution",
        "Positions of the sliding puzzle by exact distance from the goal",
    )
    .x(Axis::linear("moves to the goal"))
    .y(Axis::log("positions"))
    .series(Series::bars("", points))
}

pub(crate) fn long_names() -> Plot {
    let names = [
        "Manhattan distance",
        "linear conflict",
        "weighted squares",
        "mobility",
        "open lines",
        "positions visited by the search before the first cut",
        "piece-square",
        "centre of mass",
        "threats",
        "parity",
        "liberties",
        "a name that goes on and on without ever coming to its point",
    ];
    let points = (0..12u32).map(|x| Point::new(f64::from(x), 2.0 * noise(x + 9) - 1.0));
    Plot::new(
        "names",
        "Correlation of measures with the outcome: long names, negative values",
    )
    .x(Axis::categories("", names))
    .y(Axis::linear("correlation"))
    .series(Series::bars("", points))
}

pub(crate) fn intervals() -> Plot {
    let points = |seed: u32| {
        (0..5u32).map(move |x| {
            let y = 0.3 + 0.4 * noise(x * 2 + seed);
            Point::new(f64::from(x), y).between(y - 0.08, y + 0.05)
        })
    };
    Plot::new("intervals", "Ours beside the paper's")
        .x(Axis::categories(
            "board size",
            ["4 × 4", "5 × 5", "6 × 6", "7 × 7", "8 × 8"],
        ))
        .y(Axis::linear("share of wins"))
        .series(Series::points("ours", points(5)))
        .series(Series::points("published", points(6)))
}

pub(crate) fn panels() -> Vec<Plot> {
    let games = [
        "aliens",
        "boulderdash",
        "butterflies",
        "chase",
        "frogs",
        "missile command",
        "portals",
        "sokoban",
        "survive zombies",
        "zelda",
        "firestorms",
        "whack-a-mole: the long one",
    ];
    let mut plots: Vec<Plot> = (0u32..)
        .zip(games)
        .map(|(game, name)| {
            let line = |best: f64, seed: u32| {
                (0..7).map(move |step| {
                    let x = 50.0 * libm::exp2(f64::from(step));
                    let y = best * (1.0 - libm::exp(-x / 400.0)) + 0.06 * noise(seed + step as u32);
                    Point::new(x, y).between(y - 0.05, y + 0.05)
                })
            };
            Plot::new(name, name)
                .x(Axis::log("forward-model steps"))
                .y(Axis::linear("win rate"))
                .series(Series::line(
                    "vanilla",
                    line(0.2 + 0.6 * noise(game), game * 7),
                ))
                .series(Series::line(
                    "seeded",
                    line(0.3 + 0.65 * noise(game), game * 11),
                ))
        })
        .collect();
    share_ranges(&mut plots);
    plots
}
