//! Searches of more than two players: max^n against brute force on random trees, and against the
//! paranoid search where the two assumptions differ and where they cannot.

mod oracle;

use ludometer_agents::evaluate::MeasureEvaluator;
use ludometer_agents::search::{AlphaBeta, DepthSearch, MaxN, NoisePer, Wins};
use ludometer_core::law::{Effort, check};
use ludometer_core::{
    Actions, Agent, Budget, Facts, Game, Generator, Measure, Perfect, Player, Rng, Seat, Seed, Turn,
};
use ludometer_games::{othello, tic_tac_toe};
use oracle::{hashed, oracle, positions};

/// A tree for three that is drawn from a seed: a state is the way to it. Everything is a hash of the
/// way: who moves, how many actions there are, where it ends and what everybody gets. Values are
/// coarse, so that ties occur.
struct Tree(u64);

impl Tree {
    fn hash(&self, way: &[u8], what: &str) -> u64 {
        let seed = way.iter().fold(Seed::new(self.0).named(what), |seed, &a| {
            seed.nth(u64::from(a))
        });
        seed.rng(Generator::Xoshiro).bits()
    }

    fn worth(&self, way: &[u8], player: Player) -> f64 {
        let word = ["first", "second", "third"][player.index()];
        (self.hash(way, word) % 7) as f64 - 3.0
    }

    fn leaf() -> Measure<Tree> {
        Measure::high("worth", "a hash", |tree, way: &Vec<u8>, player| {
            tree.worth(way, player) / 4.0
        })
    }
}

impl Game for Tree {
    type State = Vec<u8>;
    type Action = u8;
    type Information = Perfect;

    fn facts(&self) -> Facts {
        Facts::new("tree", 3).paying(-3.0, 3.0).general_sum()
    }
    fn start(&self, _: &mut Rng) -> Vec<u8> {
        Vec::new()
    }
    fn turn(&self, way: &Vec<u8>) -> Turn {
        let over = way.len() >= 6 || (way.len() > 1 && self.hash(way, "end").is_multiple_of(5));
        match over {
            true => Turn::Over,
            false => Turn::Of(Player((self.hash(way, "mover") % 3) as u8)),
        }
    }
    fn actions(&self, way: &Vec<u8>, out: &mut Actions<Tree>) {
        if self.turn(way) != Turn::Over {
            out.extend(0..1 + (self.hash(way, "actions") % 3) as u8);
        }
    }
    fn apply(&self, way: &mut Vec<u8>, action: u8, _: &mut Rng) {
        way.push(action);
    }
    fn payoff(&self, way: &Vec<u8>, player: Player) -> f64 {
        self.worth(way, player)
    }
    fn show(&self, way: &Vec<u8>, _: Option<Player>) -> String {
        format!("{way:?}")
    }
    fn label(&self, _: &Vec<u8>, action: u8) -> String {
        action.to_string()
    }
}

/// Max^n by the book, for the value of a state to everybody.
fn brute(tree: &Tree, way: &Vec<u8>, depth: u32, ply: u32) -> [f64; 3] {
    let players = [0, 1, 2].map(Player);
    let Turn::Of(mover) = tree.turn(way) else {
        return players.map(|player| {
            let payoff = tree.payoff(way, player);
            match payoff == 0.0 {
                true => 0.0,
                false => payoff * 1e12 - payoff.signum() * f64::from(ply),
            }
        });
    };
    if depth == 0 {
        return players.map(|player| tree.worth(way, player) / 4.0);
    }
    let mut actions = Vec::new();
    tree.actions(way, &mut actions);
    let below = actions.iter().map(|&action| {
        let next = [way.as_slice(), &[action]].concat();
        brute(tree, &next, depth - 1, ply + 1)
    });
    let own = mover.index();
    // The first of equals.
    below
        .reduce(|best, other| match other[own] > best[own] {
            true => other,
            false => best,
        })
        .unwrap()
}

/// What an agent thinks of each action, and what it chooses.
fn values<G: Game>(
    game: &G,
    state: &G::State,
    mut agent: impl Agent<G>,
) -> (Vec<(G::Action, f64)>, G::Action) {
    let Turn::Of(player) = game.turn(state) else {
        panic!("somebody is to move");
    };
    let dice = Seed::new(5).rng(Generator::Xoshiro);
    let mut seat = Seat::open(game, state, player, dice, Budget::UNLIMITED);
    seat.enable_trace();
    let chosen = agent.act(&mut seat).unwrap();
    let move_infos = seat.move_infos().iter();
    (
        move_infos.map(|one| (one.action, one.value)).collect(),
        chosen,
    )
}

#[test]
fn max_n_is_what_brute_force_says() {
    let mut differ = 0;
    for seed in 0..200 {
        let tree = Tree(seed);
        if seed < 5 {
            check(&tree, Seed::new(1), Effort::default()).unwrap();
        }
        let root = Vec::new();
        let Turn::Of(player) = tree.turn(&root) else {
            continue;
        };
        for depth in 1..=5 {
            for per in [NoisePer::Position, NoisePer::Path] {
                let leaf = || MeasureEvaluator(Tree::leaf());
                let (found, chosen) = values(&tree, &root, MaxN::new(depth, leaf(), per));
                for &(action, value) in &found {
                    let right = brute(&tree, &vec![action], depth - 1, 1)[player.index()];
                    assert_eq!(value, right, "tree {seed}, depth {depth}, action {action}");
                }
                let best = found.iter().map(|one| one.1).fold(f64::MIN, f64::max);
                assert!(found.contains(&(chosen, best)));
                let paranoid = values(&tree, &root, DepthSearch::new(depth, leaf(), per));
                differ += u32::from(paranoid.0 != found);
                // Alpha-beta is as paranoid as the search that it prunes.
                let pruned = values(&tree, &root, AlphaBeta::new(depth, leaf(), Wins::Shortest));
                assert_eq!(pruned.1, paranoid.1);
            }
        }
    }
    assert!(differ > 100, "{differ}");
}

/// The root may take 2 for sure, or let the second player choose: 3 for the root and 5 for itself,
/// or nothing for the root and 1 for itself.
struct Trust;

impl Game for Trust {
    type State = Vec<u8>;
    type Action = u8;
    type Information = Perfect;

    fn facts(&self) -> Facts {
        Facts::new("trust", 3).paying(0.0, 5.0).general_sum()
    }
    fn start(&self, _: &mut Rng) -> Vec<u8> {
        Vec::new()
    }
    fn turn(&self, way: &Vec<u8>) -> Turn {
        match way.as_slice() {
            [] => Turn::Of(Player(0)),
            [1] => Turn::Of(Player(1)),
            _ => Turn::Over,
        }
    }
    fn actions(&self, way: &Vec<u8>, out: &mut Actions<Trust>) {
        if self.turn(way) != Turn::Over {
            out.extend([0, 1]);
        }
    }
    fn apply(&self, way: &mut Vec<u8>, action: u8, _: &mut Rng) {
        way.push(action);
    }
    fn payoff(&self, way: &Vec<u8>, player: Player) -> f64 {
        let payoffs = match way.as_slice() {
            [0] => [2.0, 2.0, 2.0],
            [1, 0] => [3.0, 5.0, 0.0],
            _ => [0.0, 1.0, 1.0],
        };
        payoffs[player.index()]
    }
    fn show(&self, way: &Vec<u8>, _: Option<Player>) -> String {
        format!("{way:?}")
    }
    fn label(&self, _: &Vec<u8>, action: u8) -> String {
        action.to_string()
    }
}

#[test]
fn paranoid_and_max_n_differ_where_a_player_does_well_by_another() {
    check(&Trust, Seed::new(1), Effort::default()).unwrap();
    let leaf = || {
        MeasureEvaluator(Measure::high(
            "points",
            "points",
            |game: &Trust, way, player| game.points(way, player),
        ))
    };
    let per = NoisePer::Position;
    let paranoid = values(&Trust, &Vec::new(), DepthSearch::new(2, leaf(), per));
    assert_eq!(paranoid.1, 0);
    let max_n = values(&Trust, &Vec::new(), MaxN::new(2, leaf(), per));
    assert_eq!(max_n.1, 1);
}

/// Two players whose values add up to nothing: both are minimax.
#[test]
fn with_two_players_both_are_minimax() {
    fn same<G: Game>(game: &G) {
        for (state, root, mut dice) in positions(game, 8) {
            for depth in 1..=3 {
                let leaf = || MeasureEvaluator(hashed());
                let per = NoisePer::Position;
                let minimax = values(game, &state, DepthSearch::new(depth, leaf(), per));
                let max_n = values(game, &state, MaxN::new(depth, leaf(), per));
                assert_eq!(minimax, max_n);
                for (action, value) in max_n.0 {
                    let mut next = state.clone();
                    game.step(&mut next, action, &mut dice);
                    let right = oracle(game, &next, hashed(), depth - 1, root, 1, &mut dice);
                    assert_eq!(value, right);
                }
            }
        }
    }
    same(&tic_tac_toe::TicTacToe::new(3, 3, 3).unwrap());
    same(&othello::Othello::new(4).unwrap());
}

/// Every leaf is evaluated for everybody, and a budget is kept to.
#[test]
fn a_leaf_costs_an_evaluation_for_each_player() {
    let game = Trust;
    let leaf = || {
        MeasureEvaluator(Measure::high(
            "points",
            "points",
            |game: &Trust, way, player| game.points(way, player),
        ))
    };
    let spent = |budget| {
        let dice = Seed::new(5).rng(Generator::Xoshiro);
        let mut seat = Seat::open(&game, &Vec::new(), Player(0), dice, budget);
        let mut agent = MaxN::new(1, leaf(), NoisePer::Position);
        agent.act(&mut seat).unwrap();
        (seat.spent().steps, seat.spent().evaluations)
    };
    assert_eq!(spent(Budget::UNLIMITED), (2, 3));
    assert_eq!(spent(Budget::UNLIMITED.with_evaluations(3)), (2, 3));
    assert_eq!(spent(Budget::UNLIMITED.with_evaluations(2)), (2, 0));
}
