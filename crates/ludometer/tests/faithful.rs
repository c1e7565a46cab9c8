//! The world is fair: mirrored episodes share their chance, thinking does not change what happens,
//! and every row can be had again alone.

mod common;

use common::{DUEL, Folder, PUZZLE, SKY};
use ludometer::catalogue::shipped;
use ludometer::define::no_files;
use ludometer::options::RunOptions;
use ludometer::plan::Plan;
use ludometer::play::{self, Decision, Episode, EpisodeObserver, MatchRules};
use ludometer::run::run;
use ludometer::source::Span;
use ludometer::store::Store;
use ludometer_core::{Agent, Budget, Forfeit, Game, Generator, Seat, Seed};
use ludometer_games::kuhn::{Kuhn, Move};
use ludometer_games::meteors::{Meteors, Steer};
use std::sync::atomic::AtomicBool;

fn read(text: &str) -> Plan {
    let plan = Plan::read(
        "plan",
        &Span::whole("plan.toml", text),
        &[],
        &no_files,
        shipped(),
    );
    plan.unwrap_or_else(|diagnostic| panic!("{diagnostic}"))
}

/// Runs a plan and reads back what was stored for each cell.
fn stored(name: &str, plan: &Plan, threads: usize) -> Vec<Vec<Episode>> {
    let folder = Folder::new(name);
    let path = folder.path("a.sqlite");
    let options = RunOptions {
        threads,
        stop: &AtomicBool::new(false),
        progress: &mut |_, _| {},
    };
    let mut store = Store::open(&path).unwrap();
    assert!(
        run(plan, plan.episodes, &mut store, options)
            .unwrap()
            .is_complete()
    );
    drop(store);
    let store = Store::open_to_read(&path).unwrap();
    let cells = plan.cells.iter().map(|cell| {
        let mut episodes = Vec::new();
        let id = store.known(cell).unwrap().expect("the cell was played");
        let keep = |number, episode: &Episode| {
            assert_eq!(number, episodes.len() as u64);
            episodes.push(episode.clone());
        };
        store.read(id, plan.episodes, keep).unwrap();
        episodes
    });
    cells.collect()
}

#[test]
fn a_row_can_be_had_again_alone() {
    for (name, text) in [("duel", DUEL), ("puzzle", PUZZLE), ("sky", SKY)] {
        let plan = read(text);
        let stored = stored(&format!("alone-{name}"), &plan, 3);
        let mut pick = Seed::new(5).named(name).rng(Generator::Xoshiro);
        for (cell, episodes) in plan.cells.iter().zip(&stored) {
            assert_eq!(episodes.len() as u64, plan.episodes);
            let differ = episodes.iter().any(|episode| *episode != episodes[0]);
            assert!(differ, "{name}: all episodes are the same one");
            for _ in 0..15 {
                let number = pick.index(episodes.len());
                let again = cell.prepare().unwrap().play(number as u64);
                assert_eq!(again, episodes[number], "{name}, episode {number}");
            }
        }
    }
}

/// Variety disturbs the evaluations of every agent that has some, and level 0 leaves them alone. An
/// agent that it cannot reach is refused.
#[test]
fn variety_reaches_every_agent() {
    let rows = |seat: &str| {
        let rules = "game = 'slide(k=3)'\nstart = 'walk(14)'\nmoves = 40\nepisodes = 30\n";
        let text = format!("{rules}seats = [\"{seat}\"]\n");
        let plan = Plan::read(
            "plan",
            &Span::whole("plan.toml", text),
            &[],
            &no_files,
            shipped(),
        )
        .ok()?;
        let table = plan.cells[0].prepare().ok()?;
        Some((0..30).map(|n| table.play(n)).collect::<Vec<_>>())
    };
    for agent in [
        "depth(t=3, leaf=manhattan)",
        "beam(width=3, leaf=manhattan)",
        "astar(weight=2, leaf=manhattan, expansions=300)",
        "depth-fast(t=3, leaf=manhattan)",
    ] {
        let plain = rows(agent).expect("the agent sits at slide");
        let disturbed = rows(&format!("variety(10, {agent})"));
        assert!(disturbed != Some(plain.clone()), "{agent} is not disturbed");
        if disturbed.is_some() {
            let calm = rows(&format!("variety(0, {agent})"));
            assert!(calm == Some(plain), "{agent} is disturbed at level 0");
        } else {
            assert!(agent.starts_with("depth-fast"), "{agent} is refused");
        }
    }
}

/// Both agents choose alike from the dice of the player they sit as, so a mirrored pair is the same
/// game with the shares exchanged.
#[test]
fn mirrored_rows_are_exchanged() {
    let text =
        "seed = 4\ngame = 'kuhn'\nseats = ['random', 'variety(0, random)']\nepisodes = 200\n";
    let mirrored = &stored("mirrored", &read(&format!("{text}mirror = true\n")), 2)[0];
    let mut pairs = std::collections::HashSet::new();
    for pair in mirrored.chunks(2) {
        let mut exchanged = pair[1].clone();
        exchanged.seats.reverse();
        assert_eq!(pair[0], exchanged);
        assert_ne!(pair[0].seats[0].payoff, 0.0);
        pairs.insert(format!("{:?}", pair[0]));
    }
    assert!(pairs.len() > 4, "every pair has its own chance");
    let plain = &stored("plain", &read(&format!("{text}mirror = false\n")), 2)[0];
    let exchanged =
        |pair: &[Episode]| pair[0].seats[0] == pair[1].seats[1] && pair[0].plies == pair[1].plies;
    assert!(
        !plain.chunks(2).all(exchanged),
        "only mirrored episodes are exchanged"
    );
    // Mirroring does not change which chance the first of the pairs sees.
    assert_eq!(mirrored[0], plain[0]);
    assert_eq!(mirrored[2], plain[1]);
}

/// Cards that are hidden decide most of a game, so unlike agents are dealt the same ones, unless the
/// plan says otherwise; nothing changes where nothing is hidden or all play alike.
#[test]
fn unlike_agents_are_mirrored_where_cards_are_hidden() {
    for (game, seats, mirrored) in [
        ("kuhn", "'random', 'flat(10)'", true),
        ("omaha(players=3)", "'random', 'caller', 'caller'", true),
        ("kuhn", "'random', 'random'", false),
        ("kuhn", "'flat(10)', 'flat(playouts=10)'", false),
        ("tic-tac-toe", "'random', 'depth(1)'", false),
    ] {
        let text = format!("game = '{game}'\nseats = [{seats}]\nepisodes = 6\n");
        let group = |text: &str| read(text).cells[0].group();
        let players = seats.split("', '").count();
        assert_eq!(group(&text), if mirrored { players } else { 1 }, "{text}");
        assert_eq!(group(&format!("{text}mirror = false\n")), 1);
        assert_eq!(group(&format!("{text}mirror = true\n")), players);
    }
}

/// A search of depth 1 steps once for each legal action, so what it spent tells who moved first.
#[test]
fn mirrored_agents_move_in_turn() {
    let text = "seed = 5\ngame = 'tic-tac-toe'\nseats = ['depth(1)', 'random']\nepisodes = 60\n";
    for (name, mirror) in [("in-turn", true), ("not-in-turn", false)] {
        let plan = read(&format!("{text}mirror = {mirror}\n"));
        for (number, episode) in stored(name, &plan, 2)[0].iter().enumerate() {
            let second = u32::from(mirror && number % 2 == 1);
            let own = (second..episode.plies).step_by(2);
            let steps: u64 = own.map(|ply| u64::from(9 - ply)).sum();
            let spent = episode.seats.iter().map(|share| share.spent.steps);
            assert_eq!(spent.collect::<Vec<_>>(), [steps, 0], "episode {number}");
        }
    }
}

/// Writes down every state and who decided in it; the last state has nobody.
struct Notebook<G: Game>(Vec<(Option<usize>, G::State)>);

impl<G: Game> EpisodeObserver<G> for Notebook<G> {
    fn decided(&mut self, decision: &Decision<'_, G>) -> bool {
        self.0.push((Some(decision.agent), decision.state.clone()));
        true
    }

    fn ended(&mut self, state: &G::State) {
        self.0.push((None, state.clone()));
    }
}

/// Chooses one action wherever it is legal, after rolling its dice and asking the forward model
/// a number of times.
struct Stubborn<A> {
    choice: A,
    rolls: usize,
}

impl<G: Game<Action = A>, A: Copy + Eq + Send> Agent<G> for Stubborn<A> {
    fn act(&mut self, seat: &mut Seat<'_, G>) -> Result<A, Forfeit> {
        let legal = seat.actions();
        for _ in 0..self.rolls {
            seat.dice().bits();
            let mut state = seat.determinize();
            seat.step(&mut state, legal[0]);
        }
        let legal_choice = legal.contains(&self.choice);
        Ok(if legal_choice { self.choice } else { legal[0] })
    }
}

fn rules(mirror: bool, generator: Generator) -> MatchRules {
    MatchRules {
        moves: None,
        budget: Budget::UNLIMITED,
        opening: None,
        budgets: Vec::new(),
        mirror,
        generator,
        ..MatchRules::default()
    }
}

fn watched<G: Game>(
    game: &G,
    agents: &mut [Box<dyn Agent<G>>],
    rules: &MatchRules,
    number: u64,
) -> (Episode, Notebook<G>) {
    let players = game.facts().players;
    let address = play::address(Seed::new(77), number, players, rules.mirror);
    let start = game.start(&mut ludometer::play::chance(address.0, 0, rules.generator));
    let mut notebook = Notebook(Vec::new());
    let episode = play::episode(game, start, agents, rules, address, &mut notebook);
    (episode, notebook)
}

#[test]
fn mirrored_games_have_the_same_cards_and_other_seats() {
    let rules = rules(true, Generator::Xoshiro);
    let play = |number: u64| {
        let bold = Stubborn {
            choice: Move::Bet,
            rolls: 0,
        };
        let shy = Stubborn {
            choice: Move::Pass,
            rolls: 3,
        };
        watched(&Kuhn, &mut [Box::new(bold), Box::new(shy)], &rules, number)
    };
    let mut deals = std::collections::HashSet::new();
    for pair in 0..40 {
        let (first, second) = (play(2 * pair), play(2 * pair + 1));
        assert_eq!(first.1.0[0].1.cards, second.1.0[0].1.cards);
        assert_eq!((first.1.0[0].0, second.1.0[0].0), (Some(0), Some(1)));
        // The bold one bets at once or after a pass; the shy one folds and loses its ante.
        for (episode, plies) in [(&first.0, 2), (&second.0, 3)] {
            let payoffs = [episode.seats[0].payoff, episode.seats[1].payoff];
            assert_eq!((episode.plies, payoffs), (plies, [1.0, -1.0]));
        }
        assert_eq!(
            (first.0.seats[0].spent.steps, first.0.seats[1].spent.steps),
            (0, 3)
        );
        assert_eq!(
            (second.0.seats[0].spent.steps, second.0.seats[1].spent.steps),
            (0, 6)
        );
        deals.insert(first.1.0[0].1.cards);
    }
    assert_eq!(deals.len(), 6, "every deal comes up");
}

#[test]
fn thinking_does_not_change_the_world() {
    for generator in Generator::ALL {
        let rules = rules(false, generator);
        let play = |number: u64, choice: Steer, rolls: usize| {
            watched(
                &Meteors,
                &mut [Box::new(Stubborn { choice, rolls })],
                &rules,
                number,
            )
        };
        for number in 0..20 {
            let (quick, slow) = (play(number, Steer::Stay, 0), play(number, Steer::Stay, 17));
            assert_eq!(quick.1.0, slow.1.0);
            assert_eq!(slow.0.seats[0].spent.steps, 17 * u64::from(slow.0.plies));
            let mut compared = quick.0.clone();
            compared.seats[0].spent = slow.0.seats[0].spent;
            assert_eq!(compared, slow.0);
            // Another pilot flies elsewhere under the same sky, for as long as both fly.
            let other = play(number, Steer::Left, 4);
            let sky = |state| {
                let shown = Meteors.show(state, None);
                shown
                    .lines()
                    .skip(1)
                    .take(5)
                    .map(str::to_string)
                    .collect::<Vec<_>>()
            };
            let skies = quick.1.0.iter().zip(&other.1.0);
            let mut seen = 0;
            for ((_, mine), (_, theirs)) in skies {
                assert_eq!(sky(mine), sky(theirs));
                seen += 1;
            }
            assert!(seen > 5);
        }
        let skies: std::collections::HashSet<String> = (0..20)
            .map(|number| format!("{:?}", play(number, Steer::Stay, 0).1.0))
            .collect();
        assert_eq!(skies.len(), 20, "every episode has its own sky");
    }
}
