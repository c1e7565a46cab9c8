//! What each technique of principal-variation search is for: on its own it saves steps.

#[allow(dead_code)]
mod oracle;
#[path = "oracle/ring.rs"]
mod ring;

use ludometer_agents::evaluate::MeasureEvaluator;
use ludometer_agents::search::Wins;
use ludometer_agents::search::pvs::{Multicut, NoHints, Pvs, SearchGuide, Techniques};
use ludometer_core::{Agent, Budget, Game, Measure, Seat};
use ludometer_games::othello::{Board, Move, Othello};
use oracle::{hashed, positions};
use ring::Ring;

/// Likes moves that leave the other few.
struct Few;

impl SearchGuide<Othello> for Few {
    fn hint(&self, game: &Othello, board: &Board, action: Move) -> f32 {
        let mut next = *board;
        let mut dice = ludometer_core::Seed::new(0).rng(ludometer_core::Generator::Xoshiro);
        game.step(&mut next, action, &mut dice);
        -(game.action_count(&next) as f32)
    }
}

fn mobility() -> Measure<Othello> {
    let mut measures = ludometer_games::othello::measures().into_iter();
    let found = measures.find(|measure| measure.name == "mobility");
    found.expect("the measure is there")
}

/// Steps of searches from positions in the middle of a game.
fn steps(techniques: Techniques) -> u64 {
    let game = Othello::new(8).unwrap();
    let mobility = mobility();
    let searches = positions(&game, 40)
        .into_iter()
        .map(|(state, player, rng)| {
            let mut agent = Pvs::guided(5, MeasureEvaluator(mobility), Few, techniques);
            let mut seat = Seat::open(&game, &state, player, rng, Budget::UNLIMITED);
            agent.act(&mut seat).unwrap();
            seat.spent().steps
        });
    searches.sum()
}

/// Shares of the steps of plain alpha-beta, rounded up. An aspiration window pays where values are
/// steady from ply to ply, which these are not, so it is left out.
#[test]
fn every_technique_saves_steps_on_its_own() {
    let none = Techniques::NONE;
    let plain = steps(none);
    let at_most = |percent: u64, techniques: Techniques| {
        let found = steps(techniques);
        assert!(
            100 * found <= percent * plain,
            "{found} of {plain} with {techniques:?}"
        );
        found
    };
    at_most(
        99,
        Techniques {
            scout: true,
            ..none
        },
    );
    let table = at_most(69, Techniques { table: 14, ..none });
    let etc = at_most(
        70,
        Techniques {
            table: 14,
            etc: true,
            ..none
        },
    );
    assert_ne!(table, etc, "transpositions are looked for");
    at_most(
        53,
        Techniques {
            killers: true,
            ..none
        },
    );
    let history = at_most(
        42,
        Techniques {
            history: true,
            ..none
        },
    );
    let hints = at_most(
        38,
        Techniques {
            hints: true,
            ..none
        },
    );
    let both = at_most(
        36,
        Techniques {
            hints: true,
            history: true,
            ..none
        },
    );
    assert!(both < history.min(hints), "they add up");
    at_most(
        34,
        Techniques {
            table: 14,
            ..Techniques::USUAL
        },
    );
}

/// On a ring positions come back at other plies. What is known from a deeper search counts only where
/// that is wanted.
#[test]
fn deeper_knowledge_saves_steps_where_positions_come_back() {
    let game = Ring(31, &[1, 3, 5]);
    let spent = |deeper| {
        let techniques = Techniques {
            table: 10,
            deeper,
            ..Techniques::NONE
        };
        let searches = positions(&game, 6).into_iter().map(|(state, player, rng)| {
            let mut agent = Pvs::guided(8, MeasureEvaluator(hashed()), NoHints, techniques);
            let mut seat = Seat::open(&game, &state, player, rng, Budget::UNLIMITED);
            agent.act(&mut seat).unwrap();
            seat.spent().steps
        });
        searches.sum::<u64>()
    };
    assert!(spent(true) < spent(false));
}

/// A player knows at its next decision what it found out before, until an episode begins or it has
/// another's seat.
#[test]
fn a_table_is_kept_until_the_episode_ends() {
    let game = Othello::new(6).unwrap();
    let mobility = mobility();
    let (state, player, rng) = positions(&game, 20).swap_remove(9);
    let techniques = Techniques {
        table: 14,
        ..Techniques::NONE
    };
    let mut agent = Pvs::guided(4, MeasureEvaluator(mobility), NoHints, techniques);
    let spend = |agent: &mut Pvs<Othello, MeasureEvaluator<Othello>>| {
        let dice = rng.clone();
        let mut seat = Seat::open(&game, &state, player, dice, Budget::UNLIMITED);
        agent.act(&mut seat).unwrap();
        seat.spent().steps
    };
    let first = spend(&mut agent);
    assert!(spend(&mut agent) < first / 4);
    agent.restart();
    assert_eq!(spend(&mut agent), first);
}

/// The usual techniques, one by one.
#[test]
fn what_is_usual() {
    let usual = Techniques {
        wins: Wins::Shortest,
        scout: true,
        table: 20,
        etc: false,
        killers: true,
        history: true,
        aspiration: 0.0,
        exact_root: false,
        hints: true,
        deeper: true,
        null: false,
        multicut: None,
        quiet: false,
        realisation: false,
        enhanced: true,
    };
    assert_eq!((Techniques::USUAL, Techniques::default()), (usual, usual));
    let three_of_ten = Multicut {
        cuts: 3,
        moves: 10,
        reduction: 2,
    };
    assert_eq!(Multicut::default(), three_of_ten);
}
