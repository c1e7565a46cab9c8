//! Batches of games: what is written is what the rules say of every game, however many threads write it.

use ludometer_arena::arrays::{
    AnyBatch, Autoreset, BatchArrays, BatchError, Encoder, IllegalActions, RANKED_ACTIONS, Ranked,
    RewardKind,
};
use ludometer_arena::env::{BatchSpec, GameEnv};
use ludometer_arena::play;
use ludometer_arena::registry::AnyGame;
use ludometer_core::{
    ActionSpace, Actions, Budget, Game, Generator, Observation, Player, Rng, Seed, Turn,
};
use ludometer_games::kuhn::{self, Kuhn};
use ludometer_games::meteors::{self, Meteors};
use ludometer_games::othello::{self, Othello};
use ludometer_games::tic_tac_toe::{self, TicTacToe};
use ludometer_spec::source::Span;
use ludometer_spec::spec::Spec;
use rayon::{ThreadPool, ThreadPoolBuilder};

fn spec(games: usize) -> BatchSpec<'static> {
    BatchSpec {
        games,
        seed: Seed::new(7),
        start: None,
        opponents: &[],
        seat: None,
        budget: Budget::UNLIMITED,
        actions: None,
        autoreset: Autoreset::NextStep,
        reward: RewardKind::Payoff,
        illegal: IllegalActions::Refused,
    }
}

/// A batch with its memory.
struct Table {
    batch: Box<dyn AnyBatch>,
    observations: Vec<f32>,
    masks: Vec<bool>,
    rewards: Vec<f64>,
    terminated: Vec<bool>,
    truncated: Vec<bool>,
    players: Vec<i8>,
    payoffs: Vec<f64>,
    finals: Vec<f32>,
    pool: Option<ThreadPool>,
}

impl Table {
    fn new(env: &dyn AnyGame, spec: &BatchSpec<'_>, threads: Option<usize>) -> Table {
        let batch = env.batch(spec).unwrap_or_else(|error| panic!("{error}"));
        let layout = *batch.layout();
        let (games, length) = (layout.games, layout.shape.len());
        let pool = |threads| {
            ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .unwrap()
        };
        let mut table = Table {
            batch,
            observations: vec![f32::NAN; games * length],
            masks: vec![true; games * layout.actions],
            rewards: vec![f64::NAN; games],
            terminated: vec![true; games],
            truncated: vec![true; games],
            players: vec![9; games],
            payoffs: vec![f64::NAN; games * layout.players],
            finals: vec![f32::NAN; if layout.finals { games * length } else { 0 }],
            pool: threads.map(pool),
        };
        table.reset(None, None).unwrap();
        table
    }

    fn split(&mut self) -> (&mut dyn AnyBatch, BatchArrays<'_>, Option<&ThreadPool>) {
        let arrays = BatchArrays {
            observations: &mut self.observations,
            masks: &mut self.masks,
            rewards: &mut self.rewards,
            terminated: &mut self.terminated,
            truncated: &mut self.truncated,
            players: &mut self.players,
            payoffs: &mut self.payoffs,
            final_observations: &mut self.finals,
        };
        (&mut *self.batch, arrays, self.pool.as_ref())
    }

    fn reset(&mut self, seed: Option<Seed>, which: Option<&[bool]>) -> Result<(), BatchError> {
        let (batch, arrays, pool) = self.split();
        batch.reset(seed, which, arrays, pool)
    }

    fn step(&mut self, actions: &[i64]) -> Result<(), BatchError> {
        let (batch, arrays, pool) = self.split();
        batch.step(actions, arrays, pool)
    }

    fn random(&mut self) -> Vec<i64> {
        let mut actions = vec![-1; self.rewards.len()];
        self.batch.sample(&mut actions).unwrap();
        self.step(&actions).unwrap();
        actions
    }

    fn row(&self, game: usize) -> (&[f32], &[bool]) {
        let layout = self.batch.layout();
        let (length, actions) = (layout.shape.len(), layout.actions);
        (
            &self.observations[game * length..][..length],
            &self.masks[game * actions..][..actions],
        )
    }
}

/// One game played by the rules alone, for comparison.
struct Alone<G: Game> {
    game: G,
    seed: Seed,
    episode: u64,
    plies: u64,
    state: G::State,
}

impl<G: Game + Observation + ActionSpace> Alone<G> {
    /// The second episode: a batch begins the first when it is made, and the next when it is reset.
    fn new(game: G, number: u64) -> Alone<G> {
        let seed = Seed::new(7).numbered("game", number);
        let mut alone = Alone {
            state: game.start(&mut Seed::new(0).rng(Generator::Xoshiro)),
            game,
            seed,
            episode: 0,
            plies: 0,
        };
        alone.begin();
        alone
    }

    fn chance(&self) -> Rng {
        let (address, _) = play::address(self.seed, self.episode, 1, false);
        play::chance(address, self.plies, Generator::Xoshiro)
    }

    fn begin(&mut self) {
        self.episode += 1;
        self.plies = 0;
        self.state = self.game.start(&mut self.chance());
    }

    fn step(&mut self, number: usize) {
        let action = self.game.numbered_action(&self.state, number).unwrap();
        self.plies += 1;
        let mut chance = self.chance();
        self.game.step(&mut self.state, action, &mut chance);
    }

    fn seen(&self, viewer: Player) -> (Vec<f32>, Vec<bool>) {
        let mut observation = vec![f32::NAN; self.game.shape().len()];
        self.game.observe(&self.state, viewer, &mut observation);
        let mut mask = vec![true; self.game.action_space()];
        self.game
            .action_mask(&self.state, &mut Vec::new(), &mut mask);
        (observation, mask)
    }
}

/// Random play of a batch, compared with the rules after every step.
fn compare<G: Game + Observation + ActionSpace>(
    env: &dyn AnyGame,
    game: impl Fn() -> G,
    threads: usize,
) {
    let games = 150;
    let mut table = Table::new(env, &spec(games), Some(threads));
    let mut alone: Vec<Alone<G>> = (0..games as u64).map(|n| Alone::new(game(), n)).collect();
    let mut ended = 0;
    for _ in 0..90 {
        let over: Vec<bool> = alone
            .iter()
            .map(|one| one.game.turn(&one.state) == Turn::Over)
            .collect();
        let actions = table.random();
        for (number, one) in alone.iter_mut().enumerate() {
            let mut actor = Player(0);
            match one.game.turn(&one.state) {
                Turn::Over => one.begin(),
                Turn::Of(player) => {
                    actor = player;
                    one.step(actions[number] as usize);
                }
            }
            let (observation, mask) = table.row(number);
            let turn = one.game.turn(&one.state);
            let viewer = match turn {
                Turn::Of(player) => player,
                Turn::Over => actor,
            };
            assert_eq!((observation.to_vec(), mask.to_vec()), one.seen(viewer));
            let finished = turn == Turn::Over;
            assert_eq!(table.terminated[number], finished && !over[number]);
            assert!(!table.truncated[number]);
            let reward = if finished {
                one.game.payoff(&one.state, actor)
            } else {
                0.0
            };
            assert_eq!(table.rewards[number], reward);
            assert_eq!(
                table.players[number],
                if finished { -1 } else { viewer.0 as i8 }
            );
            ended += usize::from(finished);
        }
    }
    assert!(ended > games, "{ended} endings");
}

#[test]
fn a_batch_plays_by_the_rules_on_one_thread_and_on_several() {
    let env = GameEnv::new(Othello::new(6).unwrap(), othello::measures()).with_arrays();
    compare(&env, || Othello::new(6).unwrap(), 1);
    compare(&env, || Othello::new(6).unwrap(), 3);
    let env = GameEnv::new(Kuhn, kuhn::measures()).with_arrays();
    compare(&env, || Kuhn, 2);
    let env = GameEnv::new(Meteors, meteors::measures()).with_arrays();
    compare(&env, || Meteors, 2);
}

fn noughts() -> GameEnv<TicTacToe> {
    GameEnv::new(TicTacToe::new(3, 3, 3).unwrap(), tic_tac_toe::measures()).with_arrays()
}

#[test]
fn an_illegal_action_is_refused_before_anything_moves() {
    let mut table = Table::new(&noughts(), &spec(3), None);
    table.step(&[0, 1, 2]).unwrap();
    let before = (table.observations.clone(), table.masks.clone());
    let said = table.step(&[1, 1, 3]).unwrap_err().to_string();
    assert_eq!(
        said,
        "action 1 of game 1 is not legal there; legal: 0, 2, 3, 4, 5, 6, 7, 8"
    );
    assert!(matches!(
        table.step(&[1, -5, 3]),
        Err(BatchError::Illegal { game: 1, .. })
    ));
    assert!(matches!(
        table.step(&[1, 3]),
        Err(BatchError::Length { .. })
    ));
    assert_eq!(before, (table.observations.clone(), table.masks.clone()));
    table.step(&[1, 3, 3]).unwrap();

    let forfeit = BatchSpec {
        illegal: IllegalActions::Forfeit,
        ..spec(2)
    };
    let mut table = Table::new(&noughts(), &forfeit, None);
    table.step(&[4, 4]).unwrap();
    table.step(&[4, 99]).unwrap();
    // The second player failed twice: the worst payoff for it, and what it loses for the other.
    assert_eq!(table.rewards, [-1.0, -1.0]);
    assert_eq!(table.payoffs, [1.0, -1.0, 1.0, -1.0]);
    assert_eq!(table.terminated, [true, true]);
}

/// Of a large batch, which is divided among threads, the first game that refuses is the one that is named.
#[test]
fn the_game_that_refuses_is_named_by_its_place_in_the_batch() {
    let games = 64 * 3 + 5;
    for threads in [None, Some(2)] {
        let mut table = Table::new(&noughts(), &spec(games), threads);
        for wrong in [vec![0], vec![70, 140], vec![191, 196], vec![196]] {
            let mut actions = vec![4; games];
            for &game in &wrong {
                actions[game] = 99;
            }
            let refused = table.step(&actions).unwrap_err();
            let BatchError::Illegal { game, .. } = refused else {
                panic!("{refused}");
            };
            assert_eq!(game, wrong[0]);
        }
    }
}

/// Twenty legal actions are all named, of more only twenty.
#[test]
fn a_refusal_names_up_to_twenty_legal_actions() {
    for (columns, end) in [(4, ", 18, 19"), (5, ", 18, 19, ...")] {
        let game = TicTacToe::new(columns, 5, 3).unwrap();
        let env = GameEnv::new(game, tic_tac_toe::measures()).with_arrays();
        let said = Table::new(&env, &spec(1), None).step(&[99]).unwrap_err();
        let said = said.to_string();
        assert!(
            said.contains("legal: 0, 1, ") && said.ends_with(end),
            "{said}"
        );
    }
}

/// The first player wins by the left column in five actions.
const WIN: [i64; 5] = [0, 1, 3, 4, 6];

#[test]
fn finished_games_begin_again_as_they_are_told() {
    let mut table = Table::new(&noughts(), &spec(1), None);
    let empty = table.observations.clone();
    for action in WIN {
        table.step(&[action]).unwrap();
    }
    assert_eq!((table.rewards[0], table.terminated[0]), (1.0, true));
    assert_eq!(table.payoffs, [1.0, -1.0]);
    assert!(!table.masks.contains(&true));
    assert_eq!(table.batch.episode(0), Some(1));
    // The action of the step after the last is not looked at.
    table.step(&[-7]).unwrap();
    assert_eq!((table.rewards[0], table.terminated[0]), (0.0, false));
    assert_eq!(
        (table.observations.clone(), table.batch.episode(0)),
        (empty.clone(), Some(2))
    );

    let same = BatchSpec {
        autoreset: Autoreset::SameStep,
        ..spec(1)
    };
    let mut table = Table::new(&noughts(), &same, None);
    for action in WIN {
        table.step(&[action]).unwrap();
    }
    assert_eq!((table.rewards[0], table.terminated[0]), (1.0, true));
    assert_eq!((&table.observations, table.players[0]), (&empty, 0));
    assert_eq!(table.batch.episode(0), Some(2));
    // The winner's three marks, then the other's two.
    let marks: Vec<usize> = (0..18).filter(|&at| table.finals[at] == 1.0).collect();
    assert_eq!(marks, [0, 3, 6, 10, 13]);

    let never = BatchSpec {
        autoreset: Autoreset::Disabled,
        ..spec(2)
    };
    let mut table = Table::new(&noughts(), &never, None);
    for action in WIN {
        table.step(&[action, action]).unwrap();
    }
    let said = table.step(&[8, 8]).unwrap_err().to_string();
    assert!(said.starts_with("game 0 is over; reset it"), "{said}");
    table.reset(None, Some(&[true, false])).unwrap();
    assert_eq!((table.players[0], table.players[1]), (0, -1));
}

#[test]
fn long_episodes_are_truncated_and_points_are_rewards() {
    let cut = BatchSpec {
        actions: Some(3),
        ..spec(1)
    };
    let mut table = Table::new(&noughts(), &cut, None);
    for action in [0, 1, 3] {
        table.step(&[action]).unwrap();
    }
    assert_eq!((table.terminated[0], table.truncated[0]), (false, true));
    assert_eq!(
        (table.rewards[0], &table.payoffs[..]),
        (0.0, &[0.0, 0.0][..])
    );

    let points = BatchSpec {
        reward: RewardKind::Points,
        ..spec(1)
    };
    let env = GameEnv::new(Othello::new(4).unwrap(), othello::measures()).with_arrays();
    let mut table = Table::new(&env, &points, None);
    // Black has one disc more and White one less: from 0 to 3. Then White turns one.
    table.random();
    assert_eq!(table.rewards, [3.0]);
    table.random();
    assert_eq!(table.rewards, [0.0]);
}

fn agents(texts: &[&str]) -> Vec<Spec> {
    let parse = |text: &&str| Spec::parse(&Span::whole("agent", *text)).unwrap();
    texts.iter().map(parse).collect()
}

#[test]
fn opponents_act_between_the_learners_turns() {
    let opponents = agents(&["uct(playouts=30)"]);
    // More games than one thread takes at a time.
    let against = BatchSpec {
        opponents: &opponents,
        ..spec(70)
    };
    let play = |threads| {
        let mut table = Table::new(&noughts(), &against, threads);
        // The second episode of every game: the learner moves second.
        assert!(table.players.iter().all(|&player| player == 1));
        let (observation, _) = table.row(0);
        assert_eq!(observation[9..].iter().sum::<f32>(), 1.0);
        let (mut played, mut lost, mut log) = (0, 0, Vec::new());
        for _ in 0..30 {
            table.random();
            for game in 0..70 {
                if table.terminated[game] {
                    played += 1;
                    lost += usize::from(table.rewards[game] < 0.0);
                }
            }
            log.push((table.observations.clone(), table.rewards.clone()));
        }
        assert!(played > 120, "{played}");
        // A random player loses most games against a search.
        assert!(lost * 2 > played, "{lost} of {played}");
        log
    };
    assert_eq!(play(None), play(Some(2)));

    let fixed = BatchSpec {
        opponents: &opponents,
        seat: Some(Player(0)),
        ..spec(2)
    };
    let table = Table::new(&noughts(), &fixed, None);
    assert_eq!(table.players, [0, 0]);

    let says = |spec: &BatchSpec<'_>, part: &str| {
        let said = noughts().batch(spec).err().expect("refused").to_string();
        assert!(said.contains(part), "{said}");
    };
    let three = agents(&["random", "random", "random"]);
    says(
        &BatchSpec {
            opponents: &three,
            ..spec(1)
        },
        "needs 2 agents, not 3",
    );
    says(
        &BatchSpec {
            opponents: &opponents,
            seat: Some(Player(2)),
            ..spec(1)
        },
        "2 seats",
    );
    let unknown = agents(&["nobody"]);
    says(
        &BatchSpec {
            opponents: &unknown,
            ..spec(1)
        },
        "nobody",
    );
    let alone = GameEnv::new(Meteors, meteors::measures()).with_arrays();
    let one = BatchSpec {
        opponents: &opponents,
        ..spec(1)
    };
    let said = alone.batch(&one).err().expect("refused").to_string();
    assert!(said.contains("one player"), "{said}");
}

#[test]
fn games_without_arrays_are_numbered_by_rank() {
    let env = GameEnv::new(TicTacToe::new(3, 3, 3).unwrap(), tic_tac_toe::measures());
    let mut table = Table::new(&env, &spec(2), None);
    assert_eq!(
        (table.observations.len(), table.masks.len()),
        (0, 2 * RANKED_ACTIONS)
    );
    assert_eq!(table.row(0).1.iter().filter(|&&legal| legal).count(), 9);
    // The first legal square each time: the first player has the upper row but one, and the diagonal.
    for _ in 0..7 {
        table.step(&[0, 0]).unwrap();
    }
    assert_eq!((table.rewards[0], table.terminated[0]), (1.0, true));
    let opponents = agents(&["random"]);
    let against = BatchSpec {
        opponents: &opponents,
        ..spec(1)
    };
    let said = env.batch(&against).err().expect("refused").to_string();
    assert!(said.contains("declare its arrays"), "{said}");
}

/// The number of an action is its rank, and the action of a number is the one of that rank.
#[test]
fn ranks_are_numbers_both_ways() {
    let game = TicTacToe::new(3, 3, 3).unwrap();
    let mut chance = Seed::new(1).rng(Generator::Xoshiro);
    let mut state = game.start(&mut chance);
    let (mut legal, mut buffer) = (Vec::new(), Actions::<TicTacToe>::default());
    for _ in 0..4 {
        legal.clear();
        game.actions(&state, &mut legal);
        for (rank, &action) in legal.iter().enumerate() {
            assert_eq!(Ranked.number(&game, &state, action), rank);
            let found = Ranked.action(&game, &state, rank, &mut buffer);
            assert_eq!(found, Some(action));
        }
        assert_eq!(Ranked.action(&game, &state, legal.len(), &mut buffer), None);
        game.step(&mut state, legal[legal.len() / 2], &mut chance);
    }
}

#[test]
fn copies_of_a_batch_go_on_alone_and_seeds_repeat() {
    let env = GameEnv::new(Kuhn, kuhn::measures()).with_arrays();
    let mut table = Table::new(&env, &spec(8), None);
    table.random();
    assert!(table.batch.select(&[8]).is_none());
    let copy = table.batch.select(&[3, 3, 5]).unwrap();
    assert_eq!(copy.layout().games, 3);
    let same = |game: usize, other: usize| {
        let key = |batch: &dyn AnyBatch, game| {
            batch
                .state(game)
                .unwrap()
                .0
                .downcast_ref::<kuhn::Deal>()
                .unwrap()
                .clone()
        };
        key(&*table.batch, game) == key(&*copy, other)
    };
    assert!(same(3, 0) && same(3, 1) && same(5, 2));
    let mut again = || {
        table.reset(Some(Seed::new(3)), None).unwrap();
        let first = table.observations.clone();
        let actions = table.random();
        (first, actions, table.observations.clone())
    };
    assert_eq!(again(), again());
}
