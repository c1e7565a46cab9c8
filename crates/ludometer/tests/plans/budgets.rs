//! Budgets that are varied and that differ by seat.

use super::{diagnostic, read};
use ludometer::plan::Plan;

const DUEL: &str = "game = 'tic-tac-toe'\nseats = ['uct', 'uct']\nepisodes = 2\n";

fn duel(keys: &str) -> Plan {
    read(&format!("{DUEL}{keys}"), &[]).unwrap_or_else(|error| panic!("{error}"))
}

/// What each seat spent in an episode, a decision at most.
fn spent(plan: &Plan, cell: usize, episode: u64) -> Vec<u64> {
    let played = plan.cells[cell].prepare().unwrap().play(episode);
    let decisions = u64::from(played.plies);
    assert!(decisions >= 5);
    played.seats.iter().map(|seat| seat.spent.steps).collect()
}

#[test]
fn a_budget_can_be_varied() {
    let plan = duel("budget = { steps = '{n}' }\nvary = { n = [20, 40] }\n");
    assert_eq!(plan.cells.len(), 2);
    assert_eq!(plan.cells[1].variable("n"), Some("40"));
    let fixed = duel("budget = { steps = 40 }\n");
    assert_eq!(plan.cells[1].key(), fixed.cells[0].key());
    assert_ne!(plan.cells[0].key(), plan.cells[1].key());
    // At most five decisions in a game of nine plies.
    assert!(spent(&plan, 0, 0).iter().all(|steps| *steps <= 5 * 20));
    assert!(spent(&plan, 1, 0).iter().any(|steps| *steps > 5 * 20));
}

#[test]
fn seats_have_budgets_of_their_own_which_follow_the_agents() {
    let plan =
        duel("budgets = [{ steps = 10 }, { steps = '{n}' }]\nmirror = true\nvary = { n = [50] }\n");
    let cell = &plan.cells[0];
    for episode in [0, 1] {
        let spent = spent(&plan, 0, episode);
        assert!(spent[0] <= 5 * 10 && spent[1] > 5 * 10, "{spent:?}");
        assert!(spent[1] <= 5 * 50, "{spent:?}");
    }
    assert_eq!([0, 1].map(|agent| cell.player(0, agent)), [0, 1]);
    assert_eq!([0, 1].map(|agent| cell.player(1, agent)), [1, 0]);
    assert_eq!(
        [0, 1, 2, 3].map(|episode| cell.opening(episode)),
        [0, 0, 1, 1]
    );
    let text = cell.description();
    assert!(
        text.contains("\nseat-budget steps 10\nseat-budget steps 50\n"),
        "{text}"
    );
}

/// Whoever writes the same for all seats, or nothing, gets the rows that are there.
#[test]
fn the_same_for_all_is_one_budget() {
    let shared = duel("budget = { steps = 10, evaluations = 5 }\n");
    let each =
        duel("budgets = [{ steps = 10, evaluations = 5 }, { evaluations = 5, steps = 10 }]\n");
    assert_eq!(shared.cells[0].key(), each.cells[0].key());
    assert_eq!(
        duel("").cells[0].key(),
        duel("budgets = [{}, {}]\n").cells[0].key()
    );
    let one = duel("budgets = [{ steps = 10 }, {}]\n");
    let other = duel("budgets = [{}, { steps = 10 }]\n");
    assert_ne!(one.cells[0].key(), other.cells[0].key());
    assert_ne!(one.cells[0].earlier_keys(), other.cells[0].earlier_keys());
    assert_ne!(one.cells[0].key(), shared.cells[0].key());
    assert!(
        one.cells[0]
            .description()
            .ends_with("seat-budget steps 10\nseat-budget unlimited\nseed 0\n")
    );
}

#[test]
fn a_seat_with_a_time_limit_is_not_repeatable() {
    let plan = duel("budgets = [{ steps = 10 }, { milliseconds = 1, first_milliseconds = 5 }]\n");
    assert!(!plan.cells[0].is_repeatable());
    assert!(duel("budgets = [{ steps = 10 }, {}]\n").cells[0].is_repeatable());
}

/// The same agent with a smaller budget is another one: hidden cards are dealt to both.
#[test]
fn different_budgets_are_mirrored_where_cards_are_hidden() {
    let plan = |keys: &str| {
        let text = format!("game = 'kuhn'\nseats = ['uct', 'uct']\nepisodes = 2\n{keys}");
        read(&text, &[]).unwrap()
    };
    assert_eq!(plan("budget = { steps = 10 }\n").cells[0].group(), 1);
    assert_eq!(plan("budgets = [{ steps = 10 }, {}]\n").cells[0].group(), 2);
}

#[test]
fn what_a_budget_cannot_be() {
    for (keys, told) in [
        ("budgets = [{ steps = 1 }]", "2 seats need 2 budgets, not 1"),
        ("budgets = 3", "`budgets` is a list"),
        ("budgets = [3, 4]", "the budget is a table of keys"),
        ("budgets = [{}, {}]\nbudget = {}", "`budgets`, not both"),
        ("budget = { steps = '{n}' }", "no variable is called `n`"),
        ("budget = { steps = true }", "`steps` is a number, not"),
        (
            "budget = { steps = 1.5 }",
            "`steps` is a whole number, not 1.5",
        ),
        ("budget = { steps = -1 }", "`steps` cannot be -1"),
        (
            "budget = { milliseconds = 0 }",
            "`milliseconds` cannot be 0",
        ),
        (
            "budgets = [{}, { first_milliseconds = 3 }]",
            "`first_milliseconds` without `milliseconds`",
        ),
        (
            "budget = { steps = '{n}' }\nvary = { n = ['many'] }",
            "`steps` is a number, not `many`",
        ),
        (
            "budget = { steps = '{n}' }\nvary = { n = [0.5] }",
            "`steps` is a whole number, not 0.5",
        ),
    ] {
        let text = diagnostic(&format!("{DUEL}{keys}\n"), &[]);
        assert!(text.contains(told), "{keys}: {text}");
        assert!(text.contains("--> plan.toml:"), "{keys}: {text}");
    }
}
