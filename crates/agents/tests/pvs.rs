//! Principal-variation search against minimax by the book: with every set of safe techniques the
//! value and the choice at a fixed depth are the same.

mod oracle;
#[path = "oracle/ring.rs"]
mod ring;

use ludometer_agents::evaluate::MeasureEvaluator;
use ludometer_agents::search::Wins;
use ludometer_agents::search::pvs::{
    DECIDED, Multicut, NoHints, Pvs, SearchGuide, SearchHints, Techniques,
};
use ludometer_core::{
    Actions, Agent, Bound, Budget, Game, Generator, Measure, Notation, NullMove, Player, Rng, Seat,
    Seed, Turn,
};
use ludometer_games::chess::Chess;
use ludometer_games::othello::{Board, Move, Othello};
use ludometer_games::tic_tac_toe::TicTacToe;
use oracle::{hashed, oracle, positions};
use proptest::prelude::*;
use ring::Ring;

/// One of the 96 sets of safe techniques; tables are small, so that entries push each other out.
fn safe(number: u32) -> Techniques {
    let on = |bit: u32| number >> bit & 1 == 1;
    Techniques {
        scout: on(0),
        etc: on(1),
        killers: on(2),
        history: on(3),
        aspiration: if on(4) { 10.0 } else { 0.0 },
        table: [0, 5, 12][(number / 32 % 3) as usize],
        ..Techniques::NONE
    }
}

/// What the search thinks of its choice, and what that is worth.
fn chosen<G: Game>(
    game: &G,
    state: &G::State,
    player: Player,
    rng: &Rng,
    agent: &mut impl Agent<G>,
    depth: u32,
    leaf: Measure<G>,
) -> (f64, f64) {
    let mut seat = Seat::open(game, state, player, rng.clone(), Budget::UNLIMITED);
    seat.enable_trace();
    let action = agent.act(&mut seat).unwrap();
    let thought = seat.move_infos().iter().find(|t| t.action == action);
    let thought = thought.expect("the choice was thought of").value;
    let mut next = state.clone();
    game.step(&mut next, action, &mut rng.clone());
    let value = oracle(game, &next, leaf, depth - 1, player, 1, &mut rng.clone());
    (thought, value)
}

/// The value of the best action by the book.
fn best<G: Game>(game: &G, state: &G::State, player: Player, depth: u32, leaf: Measure<G>) -> f64 {
    let mut rng = Seed::new(0).rng(Generator::Xoshiro);
    oracle(game, state, leaf, depth, player, 0, &mut rng)
}

fn agrees<G: Game>(game: &G, plies: u64, depth: u32, techniques: impl Iterator<Item = Techniques>) {
    let positions = positions(game, plies);
    let right: Vec<f64> = positions
        .iter()
        .map(|(state, player, _)| best(game, state, *player, depth, hashed()))
        .collect();
    for techniques in techniques {
        // One agent for all: what it learned of one position must not spoil the next.
        let mut agent = Pvs::guided(depth, MeasureEvaluator(hashed()), NoHints, techniques);
        for ((state, player, rng), &best) in positions.iter().zip(&right) {
            let (thought, value) = chosen(game, state, *player, rng, &mut agent, depth, hashed());
            assert_eq!(
                (thought, value),
                (best, best),
                "{state:?} at {depth} ply with {techniques:?}"
            );
        }
    }
}

#[test]
fn every_set_of_safe_techniques_agrees_with_plain_minimax() {
    let noughts = TicTacToe::new(3, 3, 3).unwrap();
    for depth in 1..=5 {
        agrees(&noughts, 8, depth, (0..96).map(safe));
    }
    // Passes: the same player may move twice.
    let small = Othello::new(4).unwrap();
    for depth in 1..=6 {
        agrees(&small, 12, depth, (0..96).map(safe));
    }
    let othello = Othello::new(8).unwrap();
    for depth in 1..=3 {
        agrees(&othello, 58, depth, (0..96).step_by(5).map(safe));
    }
    agrees(&othello, 58, 4, (0..96).step_by(19).map(safe));
    // Positions come back at other plies: deeper entries must not count, and finishes are nearer.
    for squares in [7, 11, 16, 30] {
        for depth in 1..=8 {
            agrees(
                &Ring(squares, &[1, 3, 5]),
                6,
                depth,
                (0..96).step_by(5).map(safe),
            );
        }
    }
    // A state of chess holds its past.
    for depth in 1..=2 {
        agrees(&Chess, 120, depth, (0..96).step_by(5).map(safe));
    }
}

/// What a search says of every root move, against minimax by the book.
fn says<G: Game>(game: &G, plies: u64, depth: u32, techniques: &[Techniques]) -> [usize; 3] {
    let mut seen = [0; 3];
    for (state, player, rng) in positions(game, plies) {
        // A finish that is found ends the deepening, and what is said is of that depth.
        let decided = |depth: &u32| {
            let value = best(game, &state, player, *depth, hashed());
            value.abs() >= DECIDED
        };
        let depth = (1..depth).find(decided).unwrap_or(depth);
        for &techniques in techniques {
            let mut agent = Pvs::guided(depth, MeasureEvaluator(hashed()), NoHints, techniques);
            let mut seat = Seat::open(game, &state, player, rng.clone(), Budget::UNLIMITED);
            seat.enable_trace();
            agent.act(&mut seat).unwrap();
            assert_eq!(seat.move_infos().len(), seat.actions().len());
            for info in seat.move_infos() {
                let mut next = state.clone();
                game.step(&mut next, info.action, &mut rng.clone());
                let dice = &mut rng.clone();
                let value = oracle(game, &next, hashed(), depth - 1, player, 1, dice);
                let holds = match info.bound {
                    Bound::Exact => value == info.value,
                    Bound::Lower => value >= info.value,
                    Bound::Upper => value <= info.value,
                };
                assert!(
                    holds,
                    "{info:?} is worth {value} at {depth} ply of {state:?} with {techniques:?}"
                );
                seen[info.bound as usize] += 1;
            }
        }
    }
    seen
}

#[test]
fn bounds_hold_and_values_on_request_are_those_of_minimax() {
    let noughts = TicTacToe::new(3, 3, 3).unwrap();
    let othello = Othello::new(6).unwrap();
    let ring = Ring(11, &[1, 3, 5]);
    let pruned: Vec<_> = (0..96).step_by(7).map(safe).collect();
    let exact: Vec<_> = pruned
        .iter()
        .map(|&techniques| Techniques {
            exact_root: true,
            ..techniques
        })
        .collect();
    for depth in 1..=4 {
        let seen = [
            says(&noughts, 8, depth, &pruned),
            says(&othello, 30, depth.min(3), &pruned),
            says(&ring, 6, depth, &pruned),
        ];
        // Bounds are the rule, or nothing was tested.
        let sum = |bound: Bound| -> usize { seen.iter().map(|seen| seen[bound as usize]).sum() };
        assert!(sum(Bound::Upper) > sum(Bound::Exact), "{seen:?}");
        for seen in [
            says(&noughts, 8, depth, &exact),
            says(&othello, 30, depth.min(3), &exact),
            says(&ring, 6, depth, &exact),
        ] {
            assert!(seen[0] > 0 && seen[1..] == [0, 0], "{seen:?}");
        }
    }
}

/// A rook and two kings that run to and fro, with the draw by repetition and the fiftieth move
/// near: boards that are the same but for their past are worth different values.
#[test]
fn a_past_that_bears_on_the_future_is_kept_apart() {
    let placed = Measure::<Chess>::high("placed", "a hash of the placement", |_, state, player| {
        let value = (state.place() % 101) as f64 - 50.0;
        if player == Player(0) { value } else { -value }
    });
    let to_and_fro = "7k/8/8/8/8/8/8/R6K w - - 0 1 moves h1g1 h8g8 g1h1 g8h8 h1g1";
    for position in ["7k/8/8/8/8/8/8/R6K w - - 97 90", to_and_fro] {
        let state = Chess.read(position).unwrap();
        let Turn::Of(player) = Chess.turn(&state) else {
            panic!("the game goes on")
        };
        let rng = Seed::new(1).rng(Generator::Xoshiro);
        let judged = |depth, techniques, guide: SearchHints<Chess>| {
            let mut agent = Pvs::guided(depth, MeasureEvaluator(placed), guide, techniques);
            chosen(&Chess, &state, player, &rng, &mut agent, depth, placed)
        };
        let plain = |depth| best(&Chess, &state, player, depth, placed);
        for depth in 1..=5 {
            let right = plain(depth);
            for techniques in (0..96).step_by(3).map(safe) {
                let found = judged(depth, techniques, SearchHints::default());
                assert_eq!(
                    found,
                    (right, right),
                    "{position} at {depth}, {techniques:?}"
                );
            }
        }
    }
}

proptest! {
    #[test]
    fn positions_of_any_game_agree_with_plain_minimax(
        episode in any::<u64>(),
        plies in 0usize..60,
        depth in 1u32..=4,
        number in 0u32..96,
        any_win in any::<bool>(),
    ) {
        let game = Othello::new(6).unwrap();
        let mut rng = Seed::new(5).nth(episode).rng(Generator::Xoshiro);
        let mut state = game.start(&mut rng);
        for _ in 0..plies {
            let mut actions = Vec::new();
            game.actions(&state, &mut actions);
            let Some(&action) = actions.get(rng.index(actions.len().max(1))) else { break };
            game.step(&mut state, action, &mut rng);
        }
        if let Turn::Of(player) = game.turn(&state) {
            let wins = if any_win { Wins::Any } else { Wins::Shortest };
            let techniques = Techniques { wins, ..safe(number) };
            let mut agent = Pvs::guided(depth, MeasureEvaluator(hashed()), NoHints, techniques);
            let (thought, value) = chosen(&game, &state, player, &rng, &mut agent, depth, hashed());
            let right = best(&game, &state, player, depth, hashed());
            // Without the plies to a finish two wins are one.
            let same = |value: f64| value == right || (any_win && (value - right).abs() <= 60.0 && right.abs() > 1e11);
            prop_assert!(same(thought) && same(value), "{thought} {value} {right}");
        }
    }
}

/// Rings on which every position is won or lost, some after many plies.
const RINGS: [(u8, &[u8]); 4] = [(10, &[5, 9]), (12, &[6, 7]), (14, &[7, 11]), (16, &[8, 15])];

/// What the table remembers of a finish is counted from where it stands, not from where it was
/// found: an agent that remembers other positions never claims a win sooner than there is one.
#[test]
fn a_remembered_win_is_as_far_as_it_is() {
    let mut wins = 0;
    for (squares, moves) in RINGS {
        let game = Ring(squares, moves);
        let techniques = Techniques {
            table: 8,
            ..Techniques::USUAL
        };
        let mut agent = Pvs::guided(9, MeasureEvaluator(hashed()), NoHints, techniques);
        for (state, player, rng) in positions(&game, 8) {
            let (thought, _) = chosen(&game, &state, player, &rng, &mut agent, 1, hashed());
            if thought >= DECIDED {
                let right = best(&game, &state, player, 14, hashed());
                assert!(
                    thought <= right,
                    "{squares} {state:?}: {thought} for {right}"
                );
                wins += 1;
            }
        }
    }
    assert!(wins > 20, "{wins}");
}

/// A guide with opinions, some of them wrong: safe techniques must not care.
struct Hints;

impl<G: Game> SearchGuide<G> for Hints {
    fn hint(&self, game: &G, state: &G::State, action: G::Action) -> f32 {
        game.label(state, action).len() as f32 * 600.0
    }
}

#[test]
fn hints_change_the_order_and_nothing_else() {
    let game = TicTacToe::new(3, 3, 3).unwrap();
    for (state, player, rng) in positions(&game, 8) {
        let techniques = Techniques {
            hints: true,
            ..safe(95)
        };
        let mut agent = Pvs::guided(5, MeasureEvaluator(hashed()), Hints, techniques);
        let right = best(&game, &state, player, 5, hashed());
        let found = chosen(&game, &state, player, &rng, &mut agent, 5, hashed());
        assert_eq!(found, (right, right));
    }
}

/// Steps of searches to a depth from positions in the middle of a game.
fn steps(techniques: Techniques, guide: SearchHints<Othello>) -> u64 {
    let game = Othello::new(8).unwrap();
    let measure = ludometer_games::othello::measures()
        .into_iter()
        .find(|measure| measure.name == "mobility")
        .unwrap();
    let mut steps = 0;
    for (state, player, rng) in positions(&game, 40) {
        let mut agent = Pvs::guided(5, MeasureEvaluator(measure), guide, techniques);
        let mut seat = Seat::open(&game, &state, player, rng, Budget::UNLIMITED);
        agent.act(&mut seat).unwrap();
        steps += seat.spent().steps;
    }
    steps
}

#[test]
fn techniques_save_steps() {
    let plain = steps(Techniques::NONE, SearchHints::default());
    let safe = steps(
        Techniques {
            table: 14,
            ..Techniques::USUAL
        },
        SearchHints::default(),
    );
    assert!(3 * safe < 2 * plain, "{safe} of {plain}");
    let null_move = SearchHints {
        null_move: Some(|game: &Othello, state| game.null_move(state)),
        ..SearchHints::default()
    };
    let base = Techniques {
        table: 14,
        ..Techniques::USUAL
    };
    let null = Techniques { null: true, ..base };
    assert!(steps(null, null_move) < safe);
    // Nothing changes where nobody can pass.
    assert_eq!(steps(null, SearchHints::default()), safe);
    let multicut = Some(Multicut::default());
    assert!(steps(Techniques { multicut, ..base }, SearchHints::default()) < safe);
    let quiet = Techniques {
        quiet: true,
        realisation: true,
        ..base
    };
    // Without categories every action costs a ply, and without noise leaves are leaves.
    assert_eq!(steps(quiet, SearchHints::default()), safe);
}

/// Everything at once: passes, categories, and corners that must be played out.
struct Everything;

impl SearchGuide<Othello> for Everything {
    fn null_move(&self, game: &Othello, state: &Board) -> Option<Board> {
        game.null_move(state)
    }

    fn noisy(&self, game: &Othello, state: &Board, out: &mut Actions<Othello>) {
        game.actions(state, out);
        out.retain(|action| matches!(action, Move::Place(0 | 5 | 40 | 45)));
    }

    fn cost(&self, _: &Othello, _: &Board, action: Move) -> f32 {
        match action {
            Move::Place(square) => f32::from(square % 9) * 0.5,
            Move::Pass => 0.0,
        }
    }

    fn least(&self) -> f32 {
        0.0
    }
}

#[test]
fn whatever_is_on_the_budget_is_kept_and_the_answer_is_legal() {
    let game = Othello::new(6).unwrap();
    let techniques = Techniques {
        table: 8,
        aspiration: 2.0,
        etc: true,
        null: true,
        multicut: Some(Multicut {
            cuts: 2,
            moves: 4,
            reduction: 1,
        }),
        quiet: true,
        realisation: true,
        ..Techniques::USUAL
    };
    let limits = [0, 1, 2, 3, 10, 100, 3000];
    let budgets = limits.map(Budget::of_steps).into_iter();
    let budgets = budgets.chain(limits.map(|n| Budget::UNLIMITED.with_evaluations(n)));
    let mut agent = Pvs::guided(6, MeasureEvaluator(hashed()), Everything, techniques);
    for (round, budget) in budgets.enumerate() {
        for (state, player, rng) in positions(&game, 31) {
            let mut seat = Seat::open(&game, &state, player, rng, budget);
            let action = agent.act(&mut seat).unwrap();
            assert!(seat.actions().contains(&action));
            let spent = seat.spent();
            let kept = |limit: Option<u64>, spent| limit.is_none_or(|limit| spent <= limit);
            assert!(
                kept(budget.steps, spent.steps) && kept(budget.evaluations, spent.evaluations),
                "{round}: {budget:?} {spent:?}"
            );
        }
    }
}

/// How often a finish was claimed; every one must be real, whatever was pruned.
fn claims<G: NullMove>(game: &G, plies: u64, depth: u32, scout: bool) -> u32 {
    let techniques = Techniques {
        scout,
        table: 10,
        null: true,
        multicut: Some(Multicut {
            cuts: 1,
            moves: 2,
            reduction: 1,
        }),
        ..Techniques::USUAL
    };
    let guide = SearchHints {
        null_move: Some(|game: &G, state| game.null_move(state)),
        ..SearchHints::default()
    };
    let mut claimed = 0;
    for (state, player, rng) in positions(game, plies) {
        let mut agent = Pvs::guided(depth, MeasureEvaluator(hashed()), guide, techniques);
        let (thought, _) = chosen(game, &state, player, &rng, &mut agent, 1, hashed());
        if thought.abs() >= DECIDED {
            let right = best(game, &state, player, 14, hashed());
            assert!(right.abs() >= DECIDED, "{state:?}: {thought} for {right}");
            assert_eq!(thought.signum(), right.signum(), "{state:?}");
            claimed += 1;
        }
    }
    claimed
}

#[test]
fn a_finish_that_is_claimed_is_one() {
    for scout in [false, true] {
        assert!(claims(&Othello::new(4).unwrap(), 10, 6, scout) > 5);
        // On a ring a lost position is lost for whoever has to move: a pass would win it.
        for (squares, moves) in RINGS {
            assert!(claims(&Ring(squares, moves), 8, 8, scout) > 5);
        }
    }
}
