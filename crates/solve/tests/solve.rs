//! The solver against the full tables, and on positions that no table reaches.

use ludometer_core::{Game, Generator, Notation, Rng, Seed, Turn};
use ludometer_games_other::slide::{Push, Slide, Tiles};
use ludometer_solve::slide::{
    Certificate, Distances, Options, Progress, SolveOutcome, SolveStage, Solver, StopReason, solve,
    verify,
};
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::time::Instant;

fn quiet(_: Progress) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

fn solver(slide: &Slide) -> Solver {
    Solver::new(slide, &Options::default(), &quiet).unwrap()
}

/// Plays the moves by the contract alone.
fn solves(slide: &Slide, start: &Tiles, moves: &[Push]) -> bool {
    let mut chance = Seed::new(0).rng(Generator::Xoshiro);
    let mut tiles = *start;
    moves
        .iter()
        .all(|&push| slide.step_checked(&mut tiles, push, &mut chance).is_ok())
        && slide.turn(&tiles) == Turn::Over
}

/// A uniformly random reachable position.
fn random(slide: &Slide, rng: &mut Rng) -> Tiles {
    let count = slide.k() * slide.k();
    let mut tiles = slide.win();
    rng.shuffle(&mut tiles.order[..count]);
    tiles.shape = rng.index(slide.shapes().len()) as u16;
    // Half of the orders have the wrong parity: exchange two tiles.
    slide.read(&slide.write(&tiles)).unwrap_or_else(|_| {
        tiles.order.swap(0, 1);
        tiles
    })
}

fn assert_exact(slide: &Slide, start: &Tiles, outcome: &SolveOutcome, distance: u32) {
    assert_eq!(outcome.stopped, None);
    assert_eq!(outcome.at_least, distance, "{}", slide.write(start));
    assert_eq!(outcome.at_most(), Some(distance), "{}", slide.write(start));
    assert!(outcome.is_optimal());
    assert!(solves(slide, start, outcome.moves.as_ref().unwrap()));
}

#[test]
fn slidetwo_is_exact_everywhere() {
    let slide = Slide::new(2).unwrap();
    let distances = Distances::new(&slide).unwrap();
    let solver = solver(&slide);
    for index in 0..distances.len() {
        let start = distances.position(index);
        let outcome = solver.solve(&start, &Options::default(), &quiet);
        assert_exact(
            &slide,
            &start,
            &outcome,
            distances.distance_of(index).into(),
        );
    }
}

#[test]
fn slidethree_is_exact_on_random_positions_and_on_the_farthest() {
    let slide = Slide::new(3).unwrap();
    let distances = Distances::new(&slide).unwrap();
    let solver = solver(&slide);
    let mut rng = Seed::new(2005).rng(Generator::Xoshiro);
    let farthest = (0..20).filter_map(|n| distances.nth_at(26, n * 9));
    let near = (0..=12).filter_map(|d| distances.nth_at(d, u64::from(d)));
    let mut starts: Vec<Tiles> = farthest.chain(near).collect();
    starts.extend((0..300).map(|_| random(&slide, &mut rng)));
    for start in starts {
        let outcome = solver.solve(&start, &Options::default(), &quiet);
        assert_exact(&slide, &start, &outcome, distances.distance(&start).into());
    }
}

#[test]
fn a_narrow_beam_is_put_right_by_the_proof() {
    let slide = Slide::new(3).unwrap();
    let distances = Distances::new(&slide).unwrap();
    let solver = solver(&slide);
    // No beam at all: the proof alone finds the solution.
    let options = Options {
        width: 0,
        ..Options::default()
    };
    for n in 0..40 {
        let start = distances.nth_at(22, n * 20_000).unwrap();
        let outcome = solver.solve(&start, &options, &quiet);
        assert_exact(&slide, &start, &outcome, 22);
    }
}

#[test]
fn without_proof_the_bound_is_the_tables() {
    let slide = Slide::new(3).unwrap();
    let distances = Distances::new(&slide).unwrap();
    let options = Options {
        optimal: false,
        ..Options::default()
    };
    let solver = solver(&slide);
    for n in 0..40 {
        let start = distances.nth_at(24, n * 2_000).unwrap();
        let outcome = solver.solve(&start, &options, &quiet);
        assert!(outcome.proof.refuted.is_empty());
        assert_eq!(outcome.at_least, outcome.proof.heuristic);
        assert!(outcome.at_least <= 24 && outcome.at_most() >= Some(24));
        assert!(solves(&slide, &start, &outcome.moves.unwrap()));
    }
}

#[test]
fn slidefour_near_win_is_exact() {
    let slide = Slide::new(4).unwrap();
    let options = Options {
        threads: 2,
        ..Options::default()
    };
    let solver = Solver::new(&slide, &options, &quiet).unwrap();
    let mut rng = Seed::new(4).rng(Generator::Xoshiro);
    for _ in 0..4 {
        // A walk of 24 slides that never turns back at once.
        let mut start = slide.win();
        let mut last: Option<Push> = None;
        for _ in 0..24 {
            let slides = &slide.shapes()[usize::from(start.shape)].slides;
            let forth: Vec<Push> = slides
                .iter()
                .map(|slide| slide.0)
                .filter(|push| last.is_none_or(|last| *push != last.back()))
                .collect();
            let push = forth[rng.index(forth.len())];
            start = slide.after(&start, push);
            last = Some(push);
        }
        let outcome = solver.solve(&start, &options, &quiet);
        assert!(outcome.at_least <= 24);
        assert_exact(&slide, &start, &outcome, outcome.at_least);
        // The answer does not depend on the threads.
        let single = Options {
            threads: 1,
            ..Options::default()
        };
        let alone = rayon::ThreadPoolBuilder::new()
            .num_threads(1)
            .build()
            .unwrap();
        assert_eq!(
            alone.install(|| solver.solve(&start, &single, &quiet)),
            outcome
        );
    }
}

#[test]
fn limits_end_the_work_honestly() {
    let slide = Slide::new(3).unwrap();
    let start = slide.reversed(false, false);
    let late = Options {
        deadline: Some(Instant::now()),
        ..Options::default()
    };
    let outcome = solve(&slide, &start, &late, &quiet);
    assert_eq!(outcome.stopped, Some(StopReason::Deadline));
    assert_eq!((outcome.at_most(), outcome.at_least), (None, 1));

    // Cancelled at the first layer of the first proof: what the beam found stays.
    let outcome = solve(
        &slide,
        &start,
        &Options::default(),
        &|news| match news.stage {
            SolveStage::Proof { .. } if news.at_most.is_some() => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        },
    );
    assert_eq!(outcome.stopped, Some(StopReason::Cancelled));
    assert!(outcome.at_most() >= Some(24) && outcome.at_least <= 24);

    let solver = solver(&slide);
    let tight = Options {
        memory: 1 << 20,
        ..Options::default()
    };
    let outcome = solver.solve(&start, &tight, &quiet);
    assert_eq!(outcome.stopped, Some(StopReason::Memory));
    assert!(outcome.at_least <= 24);
}

#[test]
fn progress_tells_the_bounds() {
    let slide = Slide::new(3).unwrap();
    let start = slide.reversed(true, true);
    let heard = Mutex::new(Vec::new());
    let outcome = solve(&slide, &start, &Options::default(), &|news| {
        heard.lock().unwrap().push(news);
        ControlFlow::Continue(())
    });
    assert_exact(&slide, &start, &outcome, 24);
    let heard = heard.into_inner().unwrap();
    assert!(matches!(heard[0].stage, SolveStage::Tables { done: 0, .. }));
    assert!(
        heard
            .iter()
            .any(|n| matches!(n.stage, SolveStage::Beam { .. }))
    );
    assert!(
        heard
            .iter()
            .any(|n| matches!(n.stage, SolveStage::Proof { .. }))
    );
    for news in heard {
        assert!(news.at_least <= 24 && news.at_most.is_none_or(|most| most >= 24));
    }
}

/// A solution and a proof for both readings of Start, and for six random positions.
#[test]
#[ignore = "takes a minute: run with --release -- --ignored"]
fn slidefour_start_has_distance_42() {
    let slide = Slide::new(4).unwrap();
    let solver = solver(&slide);
    for (down, right, distance) in [(false, false, 42), (true, true, 42), (false, true, 40)] {
        let start = slide.reversed(down, right);
        let outcome = solver.solve(&start, &Options::default(), &quiet);
        assert_exact(&slide, &start, &outcome, distance);
    }
    let mut rng = Seed::new(6).rng(Generator::Xoshiro);
    for _ in 0..6 {
        let start = random(&slide, &mut rng);
        let outcome = solver.solve(&start, &Options::default(), &quiet);
        assert!((20..50).contains(&outcome.at_least));
        assert_exact(&slide, &start, &outcome, outcome.at_least);
    }
}

/// The whole way: solved, written, read, verified by other means.
#[test]
#[ignore = "takes two minutes: run with --release -- --ignored"]
fn the_certificate_of_slidefour_holds() {
    let slide = Slide::new(4).unwrap();
    let start = slide.reversed(false, false);
    let outcome = solve(&slide, &start, &Options::default(), &quiet);
    let certificate = Certificate::new(&slide, &start, &outcome).unwrap();
    let read = Certificate::parse(&certificate.to_string()).unwrap();
    let verified = verify(&read, &|_| ControlFlow::Continue(())).unwrap();
    assert!(verified.is_optimal());
    assert_eq!(verified.at_most, 42);
}
