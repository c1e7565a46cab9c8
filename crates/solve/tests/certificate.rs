//! Certificates as text, and forgeries.

use ludometer_core::Notation;
use ludometer_games_other::slide::{Push, Slide, Tiles};
use ludometer_solve::slide::{
    Certificate, Checking, Distances, Options, Refuted, Solver, solve, verify,
};
use proptest::prelude::*;
use std::ops::ControlFlow;
use std::sync::LazyLock;

fn certify(slide: &Slide, start: &Tiles) -> Certificate {
    let outcome = solve(slide, start, &Options::default(), &|_| {
        ControlFlow::Continue(())
    });
    Certificate::new(slide, start, &outcome).unwrap()
}

/// SlideThree's Start: 24 slides.
static HONEST: LazyLock<Certificate> = LazyLock::new(|| {
    let slide = Slide::new(3).unwrap();
    certify(&slide, &slide.reversed(false, false))
});

fn check(certificate: &Certificate) -> Result<(u32, u32), Refuted> {
    verify(certificate, &|_| ControlFlow::Continue(()))
        .map(|verified| (verified.at_least, verified.at_most))
}

fn refuted(forge: impl FnOnce(&mut Certificate), says: &str) {
    let mut forged = HONEST.clone();
    forge(&mut forged);
    let sentence = check(&forged).unwrap_err().to_string();
    assert!(sentence.contains(says), "{sentence}");
}

#[test]
fn an_honest_certificate_holds() {
    assert_eq!(check(&HONEST), Ok((24, 24)));
    let slide = Slide::new(3).unwrap();
    let win = certify(&slide, &slide.win());
    assert_eq!(check(&win), Ok((0, 0)));
    let two = Slide::new(2).unwrap();
    assert!(check(&certify(&two, &two.reversed(true, true))).is_ok());
}

#[test]
fn an_honest_gap_holds_too() {
    let mut certificate = HONEST.clone();
    certificate.proof.refuted.pop();
    certificate.at_least = 22;
    assert_eq!(check(&certificate), Ok((22, 24)));
}

#[test]
fn every_distance_is_verified() {
    let slide = Slide::new(3).unwrap();
    let distances = Distances::new(&slide).unwrap();
    let quiet = |_| ControlFlow::Continue(());
    let solver = Solver::new(&slide, &Options::default(), &quiet).unwrap();
    for distance in [1, 2, 5, 8, 11, 16, 21, 26] {
        let start = distances
            .nth_at(distance, distances.count_at(distance) / 2)
            .unwrap();
        let outcome = solver.solve(&start, &Options::default(), &quiet);
        let certificate = Certificate::new(&slide, &start, &outcome).unwrap();
        let distance = u32::from(distance);
        assert_eq!(check(&certificate), Ok((distance, distance)));
    }
}

#[test]
fn a_wrong_move_is_named() {
    let wrong = Push {
        column: true,
        line: 0,
        forward: false,
    };
    refuted(|c| c.moves[6] = wrong, "move 7, C1^, is not legal in");
    refuted(|c| c.moves.swap(0, 1), "move");
    refuted(|c| c.moves.truncate(22), "not to Win");
    refuted(
        |c| {
            let last = c.moves[23];
            c.moves.extend([last.back(), last]);
        },
        "Win is reached after 24 moves",
    );
}

#[test]
fn wrong_bounds_are_named() {
    refuted(|c| c.at_most = 22, "at-most is 22, but 24 moves are given");
    refuted(|c| c.at_least = 26, "solution of 24 slides");
    refuted(|c| c.at_least = 23, "parity");
    refuted(|c| c.at_least = 22, "shows at least 24");
    refuted(
        |c| {
            c.proof.refuted.remove(0);
        },
        "gap at threshold 22",
    );
    refuted(
        |c| {
            c.proof.refuted[1].layers.pop();
        },
        "gap at threshold 22",
    );
}

/// A longer solution with a bound that is just as long: only the walk can tell.
#[test]
fn a_bound_that_is_too_high_is_refuted_by_a_shorter_solution() {
    refuted(
        |c| {
            let first = c.moves[0];
            c.moves.splice(0..0, [first, first.back()]);
            c.at_most = 26;
            c.at_least = 26;
            let mut more = c.proof.refuted[1].clone();
            more.threshold = 24;
            more.layers.extend([0, 0]);
            c.proof.refuted.push(more);
        },
        "at-least is 26, but there is a solution of 24 slides",
    );
}

#[test]
fn a_wrong_position_is_named() {
    let slide = Slide::new(3).unwrap();
    refuted(|c| c.position = slide.reversed(true, true), "not legal");
    refuted(|c| c.position.order.swap(0, 1), "no reachable position");
    refuted(|c| c.position.shape = 63, "");
    refuted(|c| c.k = 9, "slide has no size 9");
}

#[test]
fn a_check_can_be_stopped() {
    let stopped = verify(&HONEST, &|checking| match checking {
        Checking::Tables { .. } => ControlFlow::Break(()),
        _ => ControlFlow::Continue(()),
    });
    assert_eq!(stopped, Err(Refuted::Unfinished));
}

#[test]
fn text_comes_back() {
    let text = HONEST.to_string();
    assert_eq!(Certificate::parse(&text).as_ref(), Ok(&*HONEST));
    let airy = text.replace('\n', "\r\n\n# a remark\n");
    assert_eq!(Certificate::parse(&airy).as_ref(), Ok(&*HONEST));
}

#[test]
fn malformed_lines_are_named() {
    let text = HONEST.to_string();
    let says = |from: &str, to: &str, line: usize, part: &str| {
        assert!(text.contains(from), "{from}");
        let error = Certificate::parse(&text.replacen(from, to, 1)).unwrap_err();
        assert_eq!(error.line, line, "{error}");
        assert!(error.to_string().contains(part), "{error}");
    };
    says("certificate 1", "certificate 2", 1, "first line");
    says(
        "game slide(k=3)",
        "game slide(k=6)",
        2,
        "slide(k=2) to slide(k=5)",
    );
    says("position 987.", "position 988.", 3, "twice");
    says("position 987./654.", "position 897./654.", 3, "parity");
    says("moves ", "moves R5> ", 4, "`R5>` is no slide");
    says("moves ", "moves C1> ", 4, "`C1>` is no slide");
    says(
        "moves ",
        "move ",
        4,
        "`at-most` is expected here, not `move`",
    );
    says("at-most 24", "at-most -24", 6, "`-24` is no number");
    says("at-least 24", "at-least", 7, "`` is no number");
    says("at-least 24", "at-least 99999999999", 7, "too large");
    says("proof breadth", "proof by breadth", 8, "no method here");
    says("pattern 1 ", "pattern 10 ", 9, "tile 10");
    says("pattern 1 ", "pattern 1 2 3 4 5 ", 9, "1 to 4 tiles");
    says("perimeter ", "parameter ", 14, "`perimeter` is expected");
    says("\nend", "\nend of it", 16, "nothing comes after `end`");
    let short = text.replace("end\n", "");
    let error = Certificate::parse(&short).unwrap_err();
    assert_eq!((error.line, error.reason.contains("too early")), (16, true));
    assert!(Certificate::parse(&format!("{text}end")).is_err());
    assert!(Certificate::parse("").is_err());
}

#[test]
fn the_position_is_written_as_the_game_writes_it() {
    let slide = Slide::new(3).unwrap();
    let line = format!("position {}\n", slide.write(&HONEST.position));
    assert!(HONEST.to_string().contains(&line));
}

proptest! {
    #[test]
    fn no_bytes_are_too_strange(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        let _ = Certificate::parse(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn no_mutation_is_too_strange(
        cuts in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0u8..3), 1..6),
    ) {
        let mut bytes = HONEST.to_string().into_bytes();
        for (at, byte, kind) in cuts {
            let at = at.index(bytes.len());
            match kind {
                0 => bytes[at] = byte,
                1 => bytes.insert(at, byte),
                _ => {
                    bytes.remove(at);
                }
            }
        }
        // What can still be read is written and read again as it is, and never crashes a replay.
        if let Ok(read) = Certificate::parse(&String::from_utf8_lossy(&bytes)) {
            prop_assert_eq!(Certificate::parse(&read.to_string()), Ok(read));
        }
    }

    #[test]
    fn any_claims_come_back(
        at_most in any::<u32>(),
        at_least in any::<u32>(),
        moves in proptest::collection::vec((any::<bool>(), 0u8..4, any::<bool>()), 0..50),
        layers in proptest::collection::vec(any::<u64>(), 0..9),
        split in any::<Option<u32>>(),
    ) {
        let mut claim = HONEST.clone();
        claim.at_most = at_most;
        claim.at_least = at_least;
        claim.moves = moves
            .into_iter()
            .map(|(column, line, forward)| Push { column, line, forward })
            .collect();
        claim.proof.refuted[0].layers = layers;
        claim.proof.refuted[0].split = split;
        prop_assert_eq!(Certificate::parse(&claim.to_string()), Ok(claim));
    }
}
