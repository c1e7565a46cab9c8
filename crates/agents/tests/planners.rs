//! Beam search and weighted A* against breadth-first search.

use ludometer_agents::evaluate::MeasureEvaluator;
use ludometer_agents::search::{Beam, Frontier, Planner, WeightedAStar};
use ludometer_core::{Agent, Budget, Generator, Measure, Player, Seat, Seed};
use ludometer_games::slide::{Push, Slide, Tiles};
use std::collections::HashMap;

fn distances(slide: &Slide) -> HashMap<Tiles, u32> {
    let mut known = HashMap::from([(slide.win(), 0)]);
    let mut layer = vec![slide.win()];
    for distance in 1.. {
        let mut next = Vec::new();
        for tiles in &layer {
            for (push, _) in &slide.shapes()[usize::from(tiles.shape)].slides {
                let after = slide.after(tiles, *push);
                known.entry(after).or_insert_with(|| {
                    next.push(after);
                    distance
                });
            }
        }
        if next.is_empty() {
            break;
        }
        layer = next;
    }
    known
}

fn seat<'a>(slide: &'a Slide, tiles: &Tiles, seed: u64, budget: Budget) -> Seat<'a, Slide> {
    let dice = Seed::new(seed).rng(Generator::Xoshiro);
    Seat::open(slide, tiles, Player(0), dice, budget)
}

fn solves(slide: &Slide, from: &Tiles, path: &[(Tiles, Push)]) -> usize {
    let mut tiles = *from;
    for (state, push) in path {
        assert_eq!(*state, tiles);
        tiles = slide.after(&tiles, *push);
    }
    assert_eq!(tiles, slide.win());
    path.len()
}

/// Zero everywhere: A* is then breadth-first.
fn nothing() -> MeasureEvaluator<Slide> {
    MeasureEvaluator(Measure::low("nothing", "zero", |_, _, _| 0.0))
}

#[test]
fn astar_without_a_heuristic_is_optimal_from_every_position() {
    let slide = Slide::new(2).unwrap();
    let known = distances(&slide);
    assert_eq!(known.len(), 192);
    for (tiles, &distance) in known.iter().filter(|(_, d)| **d > 0) {
        let mut search = WeightedAStar {
            weight: 1.0,
            expansions: 10_000,
            evaluator: nothing(),
        };
        let path = search.search(&mut seat(&slide, tiles, 1, Budget::UNLIMITED));
        assert_eq!(solves(&slide, tiles, &path), distance as usize);
    }
}

#[test]
fn a_wide_beam_is_breadth_first_search() {
    let slide = Slide::new(2).unwrap();
    for (tiles, &distance) in distances(&slide).iter().filter(|(_, d)| **d > 0) {
        let mut search = Beam {
            width: 1000,
            layers: 100,
            evaluator: nothing(),
        };
        let path = search.search(&mut seat(&slide, tiles, 1, Budget::UNLIMITED));
        assert_eq!(solves(&slide, tiles, &path), distance as usize);
    }
}

#[test]
fn a_planner_walks_the_way_it_found_without_searching_again() {
    let slide = Slide::new(3).unwrap();
    let manhattan = ludometer_games::slide::measures()[1];
    let mut agent = Planner::new(Beam {
        width: 200,
        layers: 100,
        evaluator: MeasureEvaluator(manhattan),
    });
    let mut tiles = slide.reversed(false, false);
    let mut first = true;
    while tiles != slide.win() {
        let mut seat = seat(&slide, &tiles, 3, Budget::UNLIMITED);
        let push = agent.act(&mut seat).unwrap();
        assert_eq!(seat.spent().steps > 0, first);
        first = false;
        tiles = slide.after(&tiles, push);
    }
}

#[test]
fn a_small_budget_gives_the_best_way_that_was_affordable() {
    let slide = Slide::new(3).unwrap();
    let manhattan = ludometer_games::slide::measures()[1];
    let tiles = slide.reversed(false, false);
    for steps in 0..200 {
        let mut seat = seat(&slide, &tiles, 4, Budget::of_steps(steps));
        let mut search = WeightedAStar {
            weight: 5.0,
            expansions: 1000,
            evaluator: MeasureEvaluator(manhattan),
        };
        let path = search.search(&mut seat);
        assert!(seat.spent().steps <= steps);
        assert_eq!(path.is_empty(), steps == 0);
    }
}
