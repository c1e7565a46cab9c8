//! Games without their types: they obey the laws, and an agent at one decides and spends as it does
//! at the game itself.

use ludometer_agents::sample::{PlayoutOutcome, Rollout, Uct};
use ludometer_agents::search::{Beam, Planner};
use ludometer_agents::{Uniform, evaluate::MeasureEvaluator};
use ludometer_core::audit::Scope;
use ludometer_core::law::{Effort, check};
use ludometer_core::{
    Agent, Budget, CostUnit, DynAction, DynGame, DynState, Forfeit, Game, Generalist, Generator,
    Measure, Reason, Seat, Seed, Stop, Turn, audit,
};
use ludometer_games::{kuhn, meteors, omaha, othello, slide, tic_tac_toe};
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

fn tic_tac_toe() -> tic_tac_toe::TicTacToe {
    tic_tac_toe::TicTacToe::new(3, 3, 3).unwrap()
}

#[test]
fn games_without_their_types_obey_the_laws() {
    fn lawful<G: Game>(game: G) {
        let facts = game.facts();
        let erased = DynGame::new(Arc::new(game));
        assert_eq!(erased.facts(), facts);
        let extent = Effort {
            episodes: 12,
            plies: 60,
        };
        if let Err(breach) = check(&erased, Seed::new(1), extent) {
            panic!("{}: {breach}", facts.name);
        }
    }
    lawful(tic_tac_toe());
    lawful(othello::Othello::new(6).unwrap());
    lawful(slide::Slide::new(3).unwrap());
    lawful(meteors::Meteors);
    lawful(kuhn::Kuhn);
    lawful(omaha::Omaha::new(3).unwrap());
}

/// The same states are equal, and hash and look as they do with their type.
#[test]
fn states_are_compared_hashed_and_shown_as_with_their_type() {
    let hash = |state: &DynState| BuildHasherDefault::<DefaultHasher>::default().hash_one(state);
    let typed = vec![1u8, 2];
    let state = DynState::new(typed.clone());
    assert_eq!(state, state.clone());
    assert_ne!(state, DynState::new(vec![2u8, 1]));
    // Of another type, and of the same text.
    assert_ne!(state, DynState::new(vec![1u16, 2]));
    assert_eq!(
        hash(&state),
        BuildHasherDefault::<DefaultHasher>::default().hash_one(&typed)
    );
    assert_eq!(format!("{state:?}"), format!("{typed:?}"));
    assert_eq!(state.downcast_ref(), Some(&typed));
    assert_eq!(state.downcast_ref::<u8>(), None);
}

#[test]
fn actions_are_numbered_as_they_appear() {
    let game = DynGame::new(Arc::new(tic_tac_toe()));
    let mut dice = Seed::new(1).rng(Generator::Xoshiro);
    let mut state = game.start(&mut dice);
    let legal = |state: &DynState| {
        let mut actions = Vec::new();
        game.actions(state, &mut actions);
        actions
    };
    let first = legal(&state);
    let numbers: Vec<usize> = first.iter().map(|action| action.index()).collect();
    assert_eq!(numbers, (0..9).collect::<Vec<_>>());
    game.step(&mut state, first[4], &mut dice);
    let rest: Vec<DynAction> = first.iter().copied().filter(|a| *a != first[4]).collect();
    assert_eq!(legal(&state), rest);
    assert_eq!(
        game.action_named(&state, "a1"),
        Some(game.action_named(&state, "A1").unwrap())
    );
}

/// All that can be observed of one decision.
fn observed<G: Game>(
    game: &G,
    state: &G::State,
    agent: &mut dyn Agent<G>,
    budget: Budget,
    dice: Seed,
) -> (G::Action, [u64; 2], u64, String) {
    let Turn::Of(player) = game.turn(state) else {
        panic!("somebody is to move");
    };
    let dice = dice.rng(Generator::Xoshiro);
    let mut seat = Seat::open(game, state, player, dice, budget);
    seat.enable_trace();
    let action = agent.act(&mut seat).unwrap();
    let spent = seat.spent();
    let told = format!("{:?} {:?}", seat.move_infos(), seat.variations());
    let next = seat.dice().bits();
    (action, [spent.steps, spent.evaluations], next, told)
}

/// Through the adapter an agent decides, spends, rolls and tells the same.
#[test]
fn an_agent_decides_without_the_type_as_with_it() {
    fn same<G: Game>(game: G) {
        let game = Arc::new(game);
        for (number, budget) in [
            Budget::UNLIMITED,
            Budget::of_steps(0),
            Budget::of_steps(150),
            Budget::of_steps(150).with_evaluations(3),
        ]
        .into_iter()
        .enumerate()
        {
            let seed = Seed::new(9).nth(number as u64);
            let mut direct = Uct::new(60, 1.4, Rollout::new(PlayoutOutcome::Payoff, 100));
            let erased = Uct::new(60, 1.4, Rollout::new(PlayoutOutcome::Payoff, 100));
            let mut adapted = Generalist::new(Arc::clone(&game), erased);
            let mut chance = seed.named("chance").rng(Generator::Xoshiro);
            let mut state = game.start(&mut chance);
            let mut decisions = 0;
            while let (Turn::Of(_), true) = (game.turn(&state), decisions < 12) {
                let dice = seed.named("mind").nth(decisions);
                let one = observed(&*game, &state, &mut direct, budget, dice);
                let other = observed(&*game, &state, &mut adapted, budget, dice);
                assert_eq!(one, other, "{}", game.facts().name);
                game.step(&mut state, one.0, &mut chance);
                decisions += 1;
            }
            assert!(decisions > 1);
        }
    }
    same(tic_tac_toe());
    same(othello::Othello::new(6).unwrap());
    same(kuhn::Kuhn);
}

/// Agents with memory and evaluations, and their lines.
#[test]
fn planners_and_their_evaluations_pass_through() {
    let game = Arc::new(slide::Slide::new(2).unwrap());
    fn points<G: Game>() -> MeasureEvaluator<G> {
        MeasureEvaluator(Measure::high(
            "points",
            "points",
            |game: &G, state, player| game.points(state, player),
        ))
    }
    fn beam<G: Game>() -> Planner<G, Beam<MeasureEvaluator<G>>> {
        Planner::new(Beam {
            width: 20,
            layers: 30,
            evaluator: points(),
        })
    }
    let (mut direct, mut adapted) = (beam(), Generalist::new(Arc::clone(&game), beam()));
    let mut chance = Seed::new(4).rng(Generator::Xoshiro);
    let mut state = game.start(&mut chance);
    for decision in 0..10 {
        if game.turn(&state) == Turn::Over {
            break;
        }
        let dice = Seed::new(5).nth(decision);
        let one = observed(&*game, &state, &mut direct, Budget::UNLIMITED, dice);
        let other = observed(&*game, &state, &mut adapted, Budget::UNLIMITED, dice);
        assert_eq!(one, other);
        game.step(&mut state, one.0, &mut chance);
    }
}

#[test]
fn the_audit_sees_through_the_adapter() {
    let game = Arc::new(tic_tac_toe());
    let honest = || {
        let uct = Uct::new(30, 1.4, Rollout::new(PlayoutOutcome::Payoff, 100));
        Generalist::new(Arc::clone(&game), uct)
    };
    let passed = audit(honest, &*game, Seed::new(1), &Scope::default()).unwrap();
    let exact = |d: &audit::AuditedDecision| d.counted.steps == d.called.steps;
    assert!(passed.decisions.iter().all(exact));
    assert!(passed.decisions.iter().any(|one| one.called.steps > 100));
    let cheat = || Generalist::new(Arc::clone(&game), Beside);
    let caught = audit(cheat, &*game, Seed::new(1), &Scope::default());
    let caught = caught.unwrap_err().to_string();
    assert!(caught.contains("beside its seat"), "{caught}");
}

/// Steps beside its seat.
struct Beside;

impl Agent<DynGame> for Beside {
    fn act(&mut self, seat: &mut Seat<'_, DynGame>) -> Result<DynAction, Forfeit> {
        let action = seat.actions()[0];
        let mut next = seat.position().clone();
        seat.game().step(&mut next, action, seat.dice());
        Ok(action)
    }

    fn cost_unit(&self) -> CostUnit {
        CostUnit::Other("hearsay".into())
    }
}

/// Says what it is told of its limits, and answers with an action that was never numbered.
struct Lost(DynAction);

impl Agent<DynGame> for Lost {
    fn act(&mut self, seat: &mut Seat<'_, DynGame>) -> Result<DynAction, Forfeit> {
        match (seat.is_cancelled(), seat.is_late()) {
            (true, _) => Err(Reason::Cancelled.into()),
            (_, true) => Err(Reason::Time.into()),
            _ => Ok(self.0),
        }
    }
}

#[test]
fn stops_clocks_and_strange_actions_pass_through() {
    let game = Arc::new(tic_tac_toe());
    let mut dice = Seed::new(1).rng(Generator::Xoshiro);
    let start = game.start(&mut dice);
    let Turn::Of(player) = game.turn(&start) else {
        panic!("somebody begins");
    };
    let other = DynGame::new(Arc::new(othello::Othello::new(8).unwrap()));
    let strange = other.action_named(&other.start(&mut dice), "d3").unwrap();
    let mut lost = Generalist::new(Arc::clone(&game), Lost(strange));
    let seat = |budget| {
        Seat::open(
            &*game,
            &start,
            player,
            Seed::new(2).rng(Generator::Xoshiro),
            budget,
        )
    };
    let reason = |answer: Result<_, Forfeit>| answer.unwrap_err().reason;
    let mut free = seat(Budget::UNLIMITED);
    assert_eq!(reason(lost.act(&mut free)), Reason::Illegal);
    let mut timed = seat(Budget::UNLIMITED.with_time(Duration::from_nanos(1)));
    std::thread::sleep(Duration::from_millis(1));
    assert_eq!(reason(lost.act(&mut timed)), Reason::Time);
    let flag = AtomicBool::new(true);
    let mut stopped = seat(Budget::UNLIMITED);
    stopped.set_stop(Stop::when(&flag));
    assert_eq!(reason(lost.act(&mut stopped)), Reason::Cancelled);
    let beside = Generalist::new(Arc::clone(&game), Beside);
    assert_eq!(beside.cost_unit(), CostUnit::Other("hearsay".into()));
    // An agent that was made for one game does not sit at another.
    let small = Arc::new(othello::Othello::new(4).unwrap());
    let mut made = Generalist::new(
        Arc::new(othello::Othello::new(6).unwrap()),
        Uniform::default(),
    );
    let begin = small.start(&mut dice);
    let mut wrong = Seat::open(&*small, &begin, player, dice, Budget::UNLIMITED);
    let forfeit = made.act(&mut wrong).unwrap_err();
    assert!(forfeit.detail.contains("was made for"), "{forfeit}");
}
