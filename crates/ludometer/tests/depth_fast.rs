//! The fast search of SlideK against the plain one: leaf by leaf, and in distribution.

use ludometer::registry::GameEnv;
use ludometer::source::Span;
use ludometer::spec::Spec;
use ludometer::specialists::slide::{Horizon, LeafEvaluation, PreparedLeafEvaluation, agents};
use ludometer_core::{Budget, Generator, Player, Rng, Seat, Seed};
use ludometer_games::slide::{Push, Slide, Tiles, measures};
use ludometer_stats::homogeneity;
use std::sync::Arc;

fn scrambled(slide: &Slide, rng: &mut Rng) -> Tiles {
    let mut tiles = slide.reversed(false, false);
    for _ in 0..40 + rng.index(40) {
        let slides = &slide.shapes()[usize::from(tiles.shape)].slides;
        tiles = slide.after(&tiles, slides[rng.index(slides.len())].0);
    }
    tiles
}

#[test]
fn every_leaf_is_worth_what_the_measure_says() {
    for (k, depth) in [(2, 3), (3, 1), (3, 4), (4, 3), (5, 2)] {
        let slide = Arc::new(Slide::new(k).unwrap());
        let horizon = Horizon::new(&slide, depth);
        let mut rng = Seed::new(1).nth(k as u64).rng(Generator::Xoshiro);
        for measure in measures() {
            let gauge =
                PreparedLeafEvaluation::new(LeafEvaluation::of(measure.name).unwrap(), &slide);
            for _ in 0..20 {
                let root = scrambled(&slide, &mut rng);
                let fan = horizon.fan(root.shape);
                let mut sums = Vec::new();
                gauge.sums(fan, &root, &mut sums);
                assert_eq!(sums.len(), fan.roots.len());
                for (leaf, &sum) in sums.iter().enumerate() {
                    let origins = &fan.origins[leaf * k * k..(leaf + 1) * k * k];
                    let mut tiles = Tiles {
                        shape: fan.shapes[leaf],
                        ..root
                    };
                    for (span, &origin) in origins.iter().enumerate() {
                        tiles.order[span] = root.order[usize::from(origin)];
                    }
                    if tiles != slide.win() {
                        let value = measure.value(&slide, &tiles, Player(0));
                        assert_eq!(gauge.value(sum), value, "{} {tiles:?}", measure.name);
                    }
                }
            }
        }
    }
}

#[test]
fn a_fan_holds_the_distinct_positions_and_the_slides_that_reach_them() {
    let slide = Arc::new(Slide::new(3).unwrap());
    let horizon = Horizon::new(&slide, 3);
    let slides = |tiles: &Tiles| {
        slide.shapes()[usize::from(tiles.shape)]
            .slides
            .iter()
            .map(|(push, _)| *push)
    };
    for shape in 0..slide.shapes().len() as u16 {
        let root = Tiles {
            shape,
            ..slide.reversed(false, false)
        };
        let mut reached: Vec<(Tiles, usize)> = Vec::new();
        for (bit, first) in slides(&root).enumerate() {
            let one = slide.after(&root, first);
            for second in slides(&one) {
                let two = slide.after(&one, second);
                reached.extend(slides(&two).map(|third| (slide.after(&two, third), bit)));
            }
        }
        let fan = horizon.fan(shape);
        for (tiles, bit) in &reached {
            let leaf = (0..fan.roots.len()).find(|&leaf| {
                let origins = &fan.origins[leaf * 9..leaf * 9 + 9];
                let moved = origins
                    .iter()
                    .map(|&origin| root.order[usize::from(origin)]);
                fan.shapes[leaf] == tiles.shape && moved.eq(tiles.order[..9].iter().copied())
            });
            assert!(fan.roots[leaf.expect("every position reached is a leaf")] >> bit & 1 == 1);
        }
        let bits: u32 = fan.roots.iter().map(|roots| roots.count_ones()).sum();
        reached.sort_by_key(|(tiles, bit)| (tiles.shape, tiles.order, *bit));
        reached.dedup();
        assert_eq!(bits as usize, reached.len());
    }
}

/// How often each slide is chosen, in the order of the shape's slides.
fn choices(env: &GameEnv<Slide>, spec: &str, tiles: &Tiles, trials: u64) -> Vec<u64> {
    let spec = Spec::parse(&Span::whole("test", spec)).unwrap();
    let make = env.agent(&spec).unwrap();
    let slide = env.game();
    let pushes: Vec<Push> = slide.shapes()[usize::from(tiles.shape)]
        .slides
        .iter()
        .map(|(push, _)| *push)
        .collect();
    let mut counts = vec![0; pushes.len()];
    let mut agent = make();
    for trial in 0..trials {
        let dice = Seed::new(9)
            .named(&spec.to_string())
            .nth(trial)
            .rng(Generator::Xoshiro);
        let mut seat = Seat::open(&**slide, tiles, Player(0), dice, Budget::UNLIMITED);
        let push = agent.act(&mut seat).unwrap();
        counts[pushes.iter().position(|known| *known == push).unwrap()] += 1;
    }
    counts
}

#[test]
fn depth_fast_chooses_as_the_plain_search_does() {
    let env = GameEnv::new(Slide::new(3).unwrap(), measures()).with_agents(agents());
    let mut rng = Seed::new(4).rng(Generator::Xoshiro);
    let mut spread = 0;
    for leaf in [
        "euclidean",
        "inversions",
        "add(euclidean, 0.3)",
        "add(manhattan, 2.5)",
        "mult(neighbour, 0.3)",
        "mult(l2, 1.5)",
        "norm-plus(manhattan, 1)",
        "norm-minus(euclidean, 2)",
        "norm-minus(neighbour, 1)",
        "comb(manhattan, 1, permutation)",
        "comb-symmetric(permutation, 1, l2)",
    ] {
        for trial in 0..4 {
            let tiles = scrambled(env.game(), &mut rng);
            // The last trial has the seat disturb the evaluations too.
            let wrap = |agent: &str, trial: u32| match trial {
                3 => format!("variety(8, {agent}(t=3, leaf={leaf}))"),
                _ => format!("{agent}(t=3, leaf={leaf})"),
            };
            let plain = choices(&env, &wrap("depth", trial), &tiles, 1500);
            let fast = choices(&env, &wrap("depth-fast", trial), &tiles, 1500);
            spread += plain.iter().filter(|count| **count > 0).count();
            let used = |i: &usize| plain[*i] + fast[*i] > 0;
            let (a, b): (Vec<u64>, Vec<u64>) = (0..plain.len())
                .filter(used)
                .map(|i| (plain[i], fast[i]))
                .unzip();
            if a.len() > 1 {
                let test = homogeneity(&a, &b).unwrap();
                assert!(test.p > 1e-4, "{leaf} {tiles:?}: {plain:?} {fast:?}");
            }
        }
    }
    assert!(
        spread > 60,
        "the positions leave too little to choose: {spread}"
    );
}

#[test]
fn depth_fast_wins_when_it_can() {
    let env = GameEnv::new(Slide::new(3).unwrap(), measures()).with_agents(agents());
    let slide = env.game();
    let mut rng = Seed::new(6).rng(Generator::Xoshiro);
    for _ in 0..40 {
        let mut tiles = slide.win();
        for _ in 0..4 {
            let slides = &slide.shapes()[usize::from(tiles.shape)].slides;
            tiles = slide.after(&tiles, slides[rng.index(slides.len())].0);
        }
        if tiles == slide.win() {
            continue;
        }
        for wins in ["shortest", "any"] {
            let plain = choices(
                &env,
                &format!("depth(t=4, leaf=l2, wins={wins})"),
                &tiles,
                200,
            );
            let fast = choices(
                &env,
                &format!("depth-fast(t=4, leaf=l2, wins={wins})"),
                &tiles,
                200,
            );
            let used = |counts: &[u64]| counts.iter().map(|count| *count > 0).collect::<Vec<_>>();
            assert_eq!(used(&plain), used(&fast), "{wins}");
        }
    }
}
