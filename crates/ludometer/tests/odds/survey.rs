//! Surveys of real positions.

use ludometer::catalogue::shipped;
use ludometer::odds::{PositionSurvey, SurveyRequest, SurveyResult, TreeShape};
use ludometer::source::{Diagnostic, Span};
use ludometer::spec::Spec;
use ludometer_core::{Game, Generator, Seed};
use ludometer_games::tic_tac_toe::TicTacToe;

fn survey(game: &str, depth: u32, leaves: u64, threads: usize) -> Result<SurveyResult, Diagnostic> {
    let spec = Spec::parse(&Span::whole("game", game)).unwrap();
    let (game, _) = shipped().open(&spec).unwrap();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.unwrap().install(|| {
        game.survey(&SurveyRequest {
            depth,
            samples: 40,
            seed: Seed::new(3),
            leaves,
            progress: &|_, _| (),
        })
    })
}

#[test]
fn threads_do_not_matter() {
    for game in ["tic-tac-toe", "othello(size=6)"] {
        let one = survey(game, 3, u64::MAX, 1).unwrap();
        assert_eq!(one, survey(game, 3, u64::MAX, 3).unwrap());
        assert_eq!(one.positions.len(), 40);
        for study in &one.positions {
            let sum: f64 = study.moves.iter().map(|m| m.probability).sum();
            assert!((sum - 1.0).abs() < 1e-9, "{study:?}");
            assert!(study.moves.len() > 1);
        }
    }
}

/// The domination theorem on real trees; and an association that is there to be found.
#[test]
fn dominating_moves_are_more_probable() {
    let surveyed = survey("othello", 3, u64::MAX, 2).unwrap();
    let (pairs, comparable, in_order) = surveyed.pairs();
    assert!(pairs > comparable && comparable > 50);
    assert_eq!(comparable, in_order);
    let within = surveyed.within.unwrap();
    assert!(within.low > 0.5 && within.low <= within.coefficient);
    assert!(within.coefficient <= within.high && within.high <= 1.0);
    // At two ply the ratio is 1/q and the probability falls with q, move by move.
    for game in ["othello", "chess"] {
        let surveyed = survey(game, 2, u64::MAX, 2).unwrap();
        let rhos: Vec<f64> = surveyed.positions.iter().filter_map(|s| s.rho).collect();
        assert!(rhos.len() > 30, "{rhos:?}");
        assert!(rhos.iter().all(|&rho| rho > 1.0 - 1e-12), "{rhos:?}");
    }
}

/// Early on 4 x 4 squares nobody can win within the lookahead and all moves are alike, whatever their
/// number: they are average and must tie.
#[test]
fn average_moves_of_different_positions_tie() {
    let surveyed = survey("tic-tac-toe(m=4, n=4, k=4)", 3, u64::MAX, 2).unwrap();
    let alike = |study: &&PositionSurvey| study.comparable == 0 && study.rho.is_none();
    let alike = surveyed.positions.iter().filter(alike).count();
    let points = surveyed.points();
    let average = points.iter().filter(|&&point| point == (0.0, 1.0)).count();
    assert!(alike > 10 && average > 8 * alike, "{alike} {average}");
}

#[test]
fn the_ratio_is_whites_choice_over_blacks() {
    let game = TicTacToe::new(3, 3, 3).unwrap();
    let state = game.start(&mut Seed::new(0).rng(Generator::Xoshiro));
    let shape = TreeShape::collect(&game, &state, 4, u64::MAX, &|_, _| ()).unwrap();
    // 8 replies, 7 answers, 6 replies: nobody wins before the fifth mark.
    for ratio in shape.ratios().unwrap() {
        assert!((ratio - libm::log(7.0_f64 / (8.0 * 6.0))).abs() < 1e-12);
    }
}

#[test]
fn what_cannot_be_surveyed_is_refused() {
    for (game, depth, leaves, says) in [
        ("kuhn", 2, 100, "kuhn rolls dice"),
        ("slide", 2, 100, "has one player"),
        ("tic-tac-toe", 1, 100, "all moves are alike"),
        ("othello", 3, 50, "has more than 50 leaves at depth 3"),
    ] {
        let diagnostic = survey(game, depth, leaves, 2).unwrap_err().to_string();
        assert!(
            diagnostic.contains(says) && diagnostic.contains("hint: "),
            "{diagnostic}"
        );
    }
}
