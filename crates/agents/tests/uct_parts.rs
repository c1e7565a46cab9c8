//! The parts of UCT: proofs against enumeration, and what each part does to a tree.

use ludometer_agents::evaluate::Zero;
use ludometer_agents::sample::{
    Amaf, Decisive, Enhanced, PlayoutOutcome, PlayoutPolicy, Rollout, RootParallel, Selection, Uct,
    UctOptions, conflict, needs_open_game,
};
use ludometer_core::{
    Agent, Budget, Evaluator, Game, Generator, MoveInfo, Notation, Player, Score, Seat, Seed, Turn,
};
use ludometer_games::kuhn::Kuhn;
use ludometer_games::othello::Othello;
use ludometer_games::tic_tac_toe::TicTacToe;
use std::collections::HashMap;

type Board = <TicTacToe as Game>::State;
type Tree<G> = Uct<G, Enhanced<G>>;

const OFF: UctOptions = UctOptions::OFF;

fn noughts() -> TicTacToe {
    TicTacToe::new(3, 3, 3).unwrap()
}

fn search<G: Game>(
    game: &G,
    playouts: u64,
    c: f64,
    options: UctOptions,
    leaf: impl Evaluator<G> + 'static,
) -> Tree<G> {
    let payoff = PlayoutOutcome::Payoff;
    let parts = Enhanced::new(options, payoff, &game.facts(), Box::new(leaf));
    Uct::with_parts(playouts, c, Rollout::new(payoff, 1000), parts)
}

fn seat<'a, G: Game>(game: &'a G, state: &G::State, seed: u64, budget: Budget) -> Seat<'a, G> {
    let Turn::Of(player) = game.turn(state) else {
        panic!("it is over")
    };
    let dice = Seed::new(seed).rng(Generator::Xoshiro);
    let mut seat = Seat::open(game, state, player, dice, budget);
    seat.enable_trace();
    seat
}

/// The trace of one decision in a position of tic-tac-toe, by the label of the move.
fn looked(
    position: &str,
    playouts: u64,
    c: f64,
    options: UctOptions,
) -> HashMap<String, MoveInfo<<TicTacToe as Game>::Action>> {
    let game = noughts();
    let board = game.read(position).unwrap();
    let mut seat = seat(&game, &board, 7, Budget::UNLIMITED);
    let mut agent = search(&game, playouts, c, options, Zero);
    agent.act(&mut seat).unwrap();
    let infos = seat.move_infos().iter();
    infos
        .map(|info| (game.label(&board, info.action), info.clone()))
        .collect()
}

/// The value of best play for player 0, of every position below a board.
fn enumerate(game: &TicTacToe, board: &Board, known: &mut HashMap<Board, f64>) -> f64 {
    if let Some(&value) = known.get(board) {
        return value;
    }
    let value = match game.turn(board) {
        Turn::Over => game.payoff(board, Player(0)),
        Turn::Of(mover) => {
            let mut actions = Vec::new();
            game.actions(board, &mut actions);
            let values = actions.into_iter().map(|action| {
                let mut next = *board;
                let mut unused = Seed::new(0).rng(Generator::Xoshiro);
                game.step(&mut next, action, &mut unused);
                enumerate(game, &next, known)
            });
            match mover {
                Player(0) => values.fold(f64::NEG_INFINITY, f64::max),
                _ => values.fold(f64::INFINITY, f64::min),
            }
        }
    };
    known.insert(*board, value);
    value
}

/// In every position the solver proves the value that enumeration finds, and plays a move that keeps it;
/// with transpositions it needs fewer calls.
#[test]
fn proofs_are_those_of_enumeration() {
    let game = noughts();
    let mut known = HashMap::new();
    let start = game.start(&mut Seed::new(0).rng(Generator::Xoshiro));
    enumerate(&game, &start, &mut known);
    let mut spent = [0, 0];
    for transpositions in [false, true] {
        let options = UctOptions {
            solver: true,
            transpositions,
            ..OFF
        };
        let mut solved = 0;
        for (board, &value) in &known {
            // The first two plies take long and are no harder.
            let Turn::Of(player) = game.turn(board) else {
                continue;
            };
            let mut seat = seat(&game, board, 3, Budget::UNLIMITED);
            if seat.actions().len() > 7 {
                continue;
            }
            let mut agent = search(&game, 1_000_000, 1.0, options, Zero);
            let action = agent.act(&mut seat).unwrap();
            let mut next = *board;
            game.step(&mut next, action, &mut Seed::new(0).rng(Generator::Xoshiro));
            assert_eq!(known[&next], value, "{}", game.show(board, None));
            let sign = if player == Player(0) { 1.0 } else { -1.0 };
            let score = seat.search_stats().and_then(|stats| stats.score);
            assert_eq!(score, Some(Score::Value(sign * value)));
            spent[usize::from(transpositions)] += seat.spent().steps;
            solved += 1;
        }
        assert!(solved > 4000, "{solved}");
    }
    assert!(spent[1] < spent[0], "{spent:?}");
}

/// A proof that is not finished never costs the move that is known to be safe.
#[test]
fn a_proved_loss_is_not_played() {
    let game = noughts();
    // Only one move does not lose at once.
    let board = game.read("XX./O../O..").unwrap();
    let solver = UctOptions {
        solver: true,
        ..OFF
    };
    for seed in 0..20 {
        let mut seat = seat(&game, &board, seed, Budget::of_steps(60));
        let mut agent = search(&game, 1000, 1.4, solver, Zero);
        let action = agent.act(&mut seat).unwrap();
        assert_eq!(game.label(&board, action), "c3", "seed {seed}");
    }
}

#[test]
fn grave_without_a_threshold_is_rave() {
    let with = |amaf, reference| {
        let options = UctOptions {
            amaf,
            reference,
            ..OFF
        };
        looked("X../.O./...", 600, 0.4, options)
    };
    let visits = |infos: HashMap<String, MoveInfo<_>>| {
        let mut visits: Vec<(String, u64)> =
            infos.into_iter().map(|(l, i)| (l, i.visits)).collect();
        visits.sort();
        visits
    };
    let rave = visits(with(Amaf::Rave, 50));
    assert_eq!(visits(with(Amaf::Grave, 0)), rave);
    assert_ne!(visits(with(Amaf::Grave, 100)), rave);
    assert_ne!(visits(looked("X../.O./...", 600, 0.4, OFF)), rave);
}

#[test]
fn urgency_decides_whether_the_untried_is_tried() {
    let tried = |urgency| looked(".../.../...", 40, 0.0, UctOptions { urgency, ..OFF }).len();
    assert_eq!(tried(f64::INFINITY), 9);
    assert_eq!(tried(-2.0), 1);
}

#[test]
fn a_node_is_as_wide_as_its_visits_allow() {
    for (playouts, widening, power, wide) in
        [(100, 0.5, 0.5, 5), (64, 1.0, 0.5, 8), (9, 1.0, 0.5, 3)]
    {
        let options = UctOptions {
            widening,
            power,
            ..OFF
        };
        let children = looked(".../.../...", playouts, 1.4, options).len();
        assert_eq!(children, wide, "{playouts} {widening} {power}");
    }
}

/// The more it explores, the nearer visits come to the priors.
#[test]
fn puct_visits_by_priors() {
    struct Corners;
    impl Evaluator<TicTacToe> for Corners {
        fn evaluate(
            &mut self,
            seat: &mut Seat<'_, TicTacToe>,
            board: &Board,
            player: Player,
        ) -> f64 {
            let text = seat.game().write(board);
            let own = if player == Player(0) { 'X' } else { 'O' };
            let squares: Vec<char> = text.chars().filter(|c| "XO.".contains(*c)).collect();
            f64::from(u8::from(
                [0, 2, 6, 8].iter().any(|&corner| squares[corner] == own),
            ))
        }
    }
    let game = noughts();
    let board = game.read(".../.../...").unwrap();
    let options = UctOptions {
        selection: Selection::Puct,
        temperature: 1.0 / std::f64::consts::LN_2,
        ..OFF
    };
    let mut seat = seat(&game, &board, 5, Budget::UNLIMITED);
    search(&game, 13_000, 1e6, options, Corners)
        .act(&mut seat)
        .unwrap();
    for info in seat.move_infos() {
        // Four corners of weight 2 and five other squares of weight 1.
        let corner = ["a1", "a3", "c1", "c3"].contains(&game.label(&board, info.action).as_str());
        let expected = if corner { 2000.0 } else { 1000.0 };
        assert!((info.visits as f64 - expected).abs() < 20.0, "{info:?}");
    }
    // Nine states were evaluated when the root was expanded, one call and one evaluation each.
    assert!(seat.spent().evaluations >= 9);
}

/// X wins at c3 and blocks at c2; after anything else O wins at c2. A playout with decisive moves knows it.
#[test]
fn decisive_moves_end_playouts() {
    let means = |decisive| {
        // One simulation of each move: what the tree tries later need not be decisive.
        let infos = looked("XX./OO./...", 5, 1.4, UctOptions { decisive, ..OFF });
        infos.into_iter().map(|(label, info)| (label, info.value))
    };
    for (label, mean) in means(Decisive::Yes).filter(|(label, _)| label != "c2") {
        assert_eq!(mean, if label == "c3" { 1.0 } else { -1.0 }, "{label}");
    }
    assert!(
        means(Decisive::No)
            .any(|(label, mean)| !["c2", "c3"].contains(&label.as_str()) && mean > -1.0)
    );
    // After b3 X threatens c3; who avoids what loses at once blocks there. The tree has room for the root
    // and its children alone.
    let mean = |decisive| {
        let options = UctOptions {
            decisive,
            nodes: 8,
            ..OFF
        };
        let infos = looked("X../.O./...", 4000, 100.0, options);
        infos["b3"].value
    };
    assert!(mean(Decisive::Anti) < mean(Decisive::Yes) - 0.1);
}

/// Playouts of the other kinds find the same move as uniform ones, and are other playouts.
#[test]
fn playouts_learn() {
    for playout in [PlayoutPolicy::Mast, PlayoutPolicy::Nst] {
        let options = UctOptions { playout, ..OFF };
        let infos = looked("XX./OO./...", 500, 1.4, options);
        let most = infos.iter().max_by_key(|(_, info)| info.visits).unwrap();
        assert_eq!(most.0, "c3");
        // Greedy replies lose less often by chance than random ones.
        let uniform = looked("XX./OO./...", 500, 1.4, OFF);
        assert_ne!(infos["a1"].value, uniform["a1"].value);
    }
}

/// With all weight on the minimax value of exact evaluations no simulation can mislead.
#[test]
fn implicit_minimax_backs_evaluations_up() {
    struct Exact(HashMap<Board, f64>);
    impl Evaluator<TicTacToe> for Exact {
        fn evaluate(
            &mut self,
            seat: &mut Seat<'_, TicTacToe>,
            board: &Board,
            player: Player,
        ) -> f64 {
            let value = enumerate(seat.game(), board, &mut self.0);
            if player == Player(0) { value } else { -value }
        }
    }
    let game = noughts();
    // X must take the middle of an edge: after a corner O forks.
    let board = game.read("X../.O./..X").unwrap();
    let options = UctOptions {
        implicit: 1.0,
        ..OFF
    };
    let mut seat = seat(&game, &board, 2, Budget::UNLIMITED);
    let mut agent = search(&game, 400, 0.1, options, Exact(HashMap::new()));
    let action = agent.act(&mut seat).unwrap();
    assert!(["a2", "b1", "b3", "c2"].contains(&game.label(&board, action).as_str()));
    assert!(seat.spent().evaluations > 8);
}

/// The tree stops at its limit, says so, and the search goes on with it.
#[test]
fn a_full_tree_says_so() {
    let game = noughts();
    let board = game.read(".../.../...").unwrap();
    let full = |nodes| {
        let mut seat = seat(&game, &board, 1, Budget::UNLIMITED);
        let mut agent = search(&game, 500, 1.4, UctOptions { nodes, ..OFF }, Zero);
        agent.act(&mut seat).unwrap();
        let visits: u64 = seat.move_infos().iter().map(|info| info.visits).sum();
        (seat.search_stats().unwrap().full_tree, visits)
    };
    assert_eq!(full(0), (false, 500));
    assert_eq!(full(501), (false, 500));
    assert_eq!(full(10), (true, 500));
    // Four of nine children fit; the others are not tried.
    assert_eq!(full(5), (true, 500));
}

/// A reused tree knows the visits below the position from the decision before.
#[test]
fn the_tree_is_kept_between_decisions() {
    let game = Othello::new(6).unwrap();
    for transpositions in [false, true] {
        let options = UctOptions {
            reuse: true,
            transpositions,
            ..OFF
        };
        let mut dice = Seed::new(4).rng(Generator::Xoshiro);
        let mut agent = search(&game, 400, 1.0, options, Zero);
        let mut state = game.start(&mut dice);
        let mut kept = 0;
        for decision in 0..4 {
            let mut seat = seat(&game, &state, decision, Budget::UNLIMITED);
            let action = agent.act(&mut seat).unwrap();
            let visits: u64 = seat.move_infos().iter().map(|info| info.visits).sum();
            assert!(visits >= 400);
            kept += visits - 400;
            game.step(&mut state, action, &mut dice);
            let mut replies = Vec::new();
            game.actions(&state, &mut replies);
            game.step(&mut state, replies[0], &mut dice);
        }
        assert!(kept > 30, "{kept}");
        agent.restart();
        let start = game.start(&mut dice);
        let mut seat = seat(&game, &start, 9, Budget::UNLIMITED);
        agent.act(&mut seat).unwrap();
        let visits: u64 = seat.move_infos().iter().map(|info| info.visits).sum();
        assert_eq!(visits, 400);
    }
}

/// The same decision, statistics and spending for any number of threads; more trees are another search.
#[test]
fn threads_change_nothing() {
    let game = Othello::new(6).unwrap();
    let state = game.start(&mut Seed::new(0).rng(Generator::Xoshiro));
    let told = |trees: usize, threads, budget| {
        let searches = (0..trees).map(|_| search(&game, 50, 1.0, OFF, Zero));
        let mut agent = RootParallel::new(searches.collect(), threads);
        let mut seat = seat(&game, &state, 8, budget);
        let action = agent.act(&mut seat).unwrap();
        let infos = seat.move_infos().to_vec();
        (action, infos, seat.spent())
    };
    for budget in [Budget::UNLIMITED, Budget::of_steps(3000)] {
        let alone = told(5, 1, budget);
        for threads in [2, 3, 8] {
            assert_eq!(told(5, threads, budget), alone);
        }
        assert!(budget.steps.is_none_or(|most| alone.2.steps <= most));
    }
    let visits = |trees| -> u64 {
        let infos = told(trees, 2, Budget::UNLIMITED).1;
        infos.iter().map(|info| info.visits).sum()
    };
    assert_eq!((visits(5), visits(3)), (250, 150));
}

#[test]
fn parts_that_exclude_each_other_are_refused_by_name() {
    let payoff = PlayoutOutcome::Payoff;
    let puct = UctOptions {
        selection: Selection::Puct,
        ..OFF
    };
    assert_eq!(conflict(&OFF, payoff), None);
    assert_eq!(conflict(&puct, payoff), None);
    let refused = |options: UctOptions| conflict(&options, payoff).map(|found| found.param);
    assert_eq!(refused(UctOptions { bias: 1.0, ..puct }), Some("bias"));
    let amaf = Amaf::Rave;
    assert_eq!(refused(UctOptions { amaf, ..puct }), Some("amaf"));
    let solver = UctOptions {
        solver: true,
        ..OFF
    };
    let points = conflict(&solver, PlayoutOutcome::Points).unwrap();
    assert_eq!(points.param, "solver");
    let hidden = needs_open_game(&solver, &Kuhn.facts()).unwrap();
    assert_eq!((hidden.param, hidden.remedy), ("solver", "omit it"));
    assert_eq!(needs_open_game(&solver, &noughts().facts()), None);
}

/// Priors, probes and evaluations are paid for to the last call.
#[test]
fn parts_keep_their_budget() {
    let game = noughts();
    let board = game.read("X../.O./...").unwrap();
    let parts = [
        UctOptions {
            selection: Selection::Puct,
            ..OFF
        },
        UctOptions { bias: 1.0, ..OFF },
        UctOptions {
            decisive: Decisive::Anti,
            ..OFF
        },
        UctOptions {
            implicit: 0.5,
            cut: 2,
            ..OFF
        },
    ];
    for options in parts {
        for limit in 0..60 {
            for budget in [
                Budget::of_steps(limit),
                Budget::UNLIMITED.with_evaluations(limit),
            ] {
                let mut seat = seat(&game, &board, limit, budget);
                let mut agent = search(&game, 200, 1.0, options, Zero);
                agent.act(&mut seat).unwrap();
                let spent = seat.spent();
                assert!(budget.steps.is_none_or(|most| spent.steps <= most));
                assert!(
                    budget
                        .evaluations
                        .is_none_or(|most| spent.evaluations <= most)
                );
            }
        }
    }
}
