//! The audit catches those who cheat, each by its own violation, and lets the honest pass.

use ludometer_core::audit::{Scope, Violation, ViolationKind};
use ludometer_core::{
    Actions, Agent, Budget, CostUnit, Evaluator, Facts, Forfeit, Game, Measure, NullMove, Perfect,
    Player, Reason, Rng, Seat, Seed, Turn, audit,
};
use std::sync::atomic::{AtomicU8, Ordering};

/// Take one, two or three of twelve; who takes the last wins.
struct Nim;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Heap {
    left: u8,
    mover: u8,
}

impl Game for Nim {
    type State = Heap;
    type Action = u8;
    type Information = Perfect;

    fn facts(&self) -> Facts {
        Facts::new("nim(12)", 2)
    }
    fn start(&self, _: &mut Rng) -> Heap {
        Heap { left: 12, mover: 0 }
    }
    fn turn(&self, heap: &Heap) -> Turn {
        match heap.left {
            0 => Turn::Over,
            _ => Turn::Of(Player(heap.mover)),
        }
    }
    fn actions(&self, heap: &Heap, out: &mut Actions<Self>) {
        out.extend(1..=heap.left.min(3));
    }
    fn apply(&self, heap: &mut Heap, taken: u8, _: &mut Rng) {
        heap.left -= taken;
        heap.mover = 1 - heap.mover;
    }
    fn payoff(&self, heap: &Heap, player: Player) -> f64 {
        if heap.mover == player.0 { -1.0 } else { 1.0 }
    }
    fn show(&self, heap: &Heap, _: Option<Player>) -> String {
        format!("{} left", heap.left)
    }
    fn label(&self, _: &Heap, taken: u8) -> String {
        taken.to_string()
    }
}

impl NullMove for Nim {
    fn apply_null_move(&self, heap: &Heap) -> Option<Heap> {
        let mover = 1 - heap.mover;
        (heap.left > 0).then_some(Heap { mover, ..*heap })
    }
}

fn rest() -> Measure<Nim> {
    Measure::high("rest", "what is left", |_, heap: &Heap, _| {
        f64::from(heap.left)
    })
}

/// The measure and another one, in one evaluation.
struct Both;

impl Evaluator<Nim> for Both {
    fn evaluate(&mut self, seat: &mut Seat<'_, Nim>, heap: &Heap, player: Player) -> f64 {
        let (game, points) = (seat.game(), seat.game().points(heap, player));
        points + rest().value(game, heap, player) + rest().value(game, heap, player)
    }
}

/// Asks the seat for the value of another evaluator.
struct Asking;

impl Evaluator<Nim> for Asking {
    fn evaluate(&mut self, seat: &mut Seat<'_, Nim>, heap: &Heap, _: Player) -> f64 {
        seat.value(&mut Both, heap)
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Manner {
    Honest,
    StepsBeside,
    PassesBeside,
    MeasuresBeside,
    EvaluatesBeside,
    EvaluatesManyBeside,
    EvaluatesWhatAsksBeside,
    SpendsSteps,
    SpendsEvaluations,
    TakesTooMany,
    ThinksOfTooMany,
    AnswersByMood,
    SpendsByMood,
    AnswersListeners,
    Resigns,
}

/// Looks one ply ahead, a null move before, in its own manner.
struct Player1(Manner);

/// What changes from decision to decision and is no dice of the seat.
static MOOD: AtomicU8 = AtomicU8::new(0);

impl Agent<Nim> for Player1 {
    fn act(&mut self, seat: &mut Seat<'_, Nim>) -> Result<u8, Forfeit> {
        let manner = self.0;
        let heap = seat.position().clone();
        let (game, player) = (seat.game(), seat.player());
        let actions = seat.actions();
        match manner {
            Manner::StepsBeside => game.step(&mut heap.clone(), 1, seat.dice()),
            Manner::PassesBeside => drop(game.null_move(&heap)),
            Manner::MeasuresBeside => drop(rest().value(game, &heap, player)),
            Manner::EvaluatesBeside => drop(Both.value(seat, &heap, player)),
            Manner::EvaluatesManyBeside => {
                Both.values(seat, &[&heap, &heap], player, &mut Vec::new());
            }
            Manner::EvaluatesWhatAsksBeside => drop(Asking.value(seat, &heap, player)),
            Manner::SpendsSteps => (0..3).for_each(|_| seat.step(&mut heap.clone(), 1)),
            Manner::SpendsEvaluations => drop(seat.value(&mut Both, &heap)),
            Manner::TakesTooMany => return Ok(heap.left + 1),
            Manner::ThinksOfTooMany => seat.report_move(heap.left + 1, 0.0, 1),
            Manner::SpendsByMood if MOOD.fetch_add(1, Ordering::Relaxed).is_multiple_of(2) => {
                if seat.can_afford(1, 0) {
                    seat.step(&mut heap.clone(), 1);
                }
            }
            Manner::AnswersByMood => {
                let mood = usize::from(MOOD.fetch_add(1, Ordering::Relaxed));
                return Ok(actions[mood % actions.len()]);
            }
            Manner::AnswersListeners if seat.is_traced() => {
                return Ok(actions[actions.len() - 1]);
            }
            Manner::AnswersListeners => return Ok(actions[0]),
            Manner::Resigns => return Err(Reason::Resignation.into()),
            Manner::SpendsByMood | Manner::Honest => {}
        }
        if seat.can_afford(1, 0) {
            seat.null_move(&heap, |game, heap| game.null_move(heap));
        }
        let mut best = (f64::NEG_INFINITY, actions[0]);
        for &action in &actions {
            if !seat.can_afford(1, 1) {
                break;
            }
            let mut next = heap.clone();
            seat.step(&mut next, action);
            let value = seat.value(&mut Both, &next);
            seat.report_move(action, value, 1);
            if value > best.0 {
                best = (value, action);
            }
        }
        Ok(best.1)
    }

    fn cost_unit(&self) -> CostUnit {
        match self.0 {
            Manner::Honest => CostUnit::ForwardModel,
            _ => CostUnit::Other("nothing that counts".into()),
        }
    }
}

fn verdict(manner: Manner) -> Result<audit::Audit, Box<Violation>> {
    audit(|| Player1(manner), &Nim, Seed::new(1), &Scope::default())
}

#[test]
fn the_honest_pass_and_their_calls_are_those_counted() {
    let passed = verdict(Manner::Honest).unwrap();
    assert_eq!(passed.unit, CostUnit::ForwardModel);
    let budgets = Scope::default().budgets.len();
    assert!(passed.decisions.len() > 6 * budgets);
    for decision in &passed.decisions {
        let (counted, called) = (decision.counted, decision.called);
        assert_eq!(counted.steps, called.steps + called.null_moves);
        assert_eq!(counted.evaluations, called.evaluations);
    }
    let free = passed.decisions.iter();
    let free: Vec<_> = free.filter(|d| d.budget == Budget::UNLIMITED).collect();
    assert!(free.iter().all(|one| one.called.null_moves == 1));
    assert!(free.iter().any(|one| one.called.steps == 3));
    // Without a word both players sat.
    assert!(free.iter().any(|one| one.player == Player(1)));
}

#[test]
fn each_cheat_is_caught_by_its_offence() {
    let violation = |manner| verdict(manner).expect_err(&format!("{manner:?}")).kind;
    let beside = |manner| match violation(manner) {
        ViolationKind::Uncounted { counted, called } => [
            called.steps + called.null_moves - counted.steps,
            called.evaluations - counted.evaluations,
        ],
        other => panic!("{manner:?}: {other}"),
    };
    assert_eq!(beside(Manner::StepsBeside), [1, 0]);
    assert_eq!(beside(Manner::PassesBeside), [1, 0]);
    assert_eq!(beside(Manner::MeasuresBeside), [0, 1]);
    // What an evaluation is made of is not counted again, what it asks the seat for is no violation.
    assert_eq!(beside(Manner::EvaluatesBeside), [0, 1]);
    assert_eq!(beside(Manner::EvaluatesManyBeside), [0, 2]);
    assert_eq!(beside(Manner::EvaluatesWhatAsksBeside), [0, 1]);
    for manner in [Manner::SpendsSteps, Manner::SpendsEvaluations] {
        let violation = violation(manner);
        assert!(
            matches!(violation, ViolationKind::OverBudget(_)),
            "{violation}"
        );
    }
    for manner in [Manner::TakesTooMany, Manner::ThinksOfTooMany] {
        let violation = violation(manner);
        assert!(
            matches!(violation, ViolationKind::Illegal(_)),
            "{violation}"
        );
    }
    for manner in [
        Manner::AnswersByMood,
        Manner::SpendsByMood,
        Manner::AnswersListeners,
    ] {
        let violation = violation(manner);
        assert!(
            matches!(violation, ViolationKind::Unrepeatable(_)),
            "{violation}"
        );
    }
    assert_eq!(
        violation(Manner::Resigns),
        ViolationKind::Forfeited(Reason::Resignation.into())
    );
}

/// Game, budget, seed, number of the position, what is seen there, and both counts.
#[test]
fn a_violation_says_where_to_see_it_again() {
    let violation = verdict(Manner::StepsBeside).unwrap_err();
    let text = violation.to_string();
    for part in [
        "calls the rules beside its seat",
        "the seat counted 4 steps and 3 evaluations",
        "the rules were called for 4 steps, 1 null moves and 3 evaluations",
        "game nim(12)",
        "any steps and any evaluations allowed",
        &Seed::new(1).to_string(),
        "position 0, decision 0",
        "left",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    // The same audit finds the same.
    assert_eq!(verdict(Manner::StepsBeside), Err(violation));
}

/// Who has no limit of its own is audited under budgets alone.
#[test]
fn a_scope_can_be_narrowed() {
    let limited = Scope::default().limited();
    assert_eq!(limited.budgets.len() + 1, Scope::default().budgets.len());
    let tight = Scope::default()
        .with_budgets([Budget::of_steps(2)])
        .with_positions(4, 0)
        .with_decisions(1);
    let passed = audit(|| Player1(Manner::Honest), &Nim, Seed::new(1), &tight).unwrap();
    assert_eq!(passed.decisions.len(), 4);
    // One null move and one look.
    assert!(passed.decisions.iter().all(|one| one.counted.steps == 2));
}

/// Points are no duty: without them the scoreboard is empty until the game is over.
#[test]
fn a_game_without_a_scoreboard_is_worth_its_payoff_when_it_is_over() {
    let heap = |left| Heap { left, mover: 0 };
    let points = |left| [0, 1].map(|player| Nim.points(&heap(left), Player(player)));
    assert_eq!(points(3), [0.0, 0.0]);
    assert_eq!(points(0), [-1.0, 1.0]);
}
