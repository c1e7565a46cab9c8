//! Every agent at every game it fits: it answers legally, spends what the seat counts and no more
//! than was granted, and the same seat gives the same answer.

use ludometer::catalogue::shipped;
use ludometer::registry::{AnyGame, GameEnv};
use ludometer::source::Span;
use ludometer::spec::Spec;
use ludometer_core::audit::Scope;
use ludometer_core::{Budget, CostUnit, Game, Generator, Hidden, Player, Seat, Seed};
use ludometer_games::{kuhn, tic_tac_toe};
use ludometer_stats::homogeneity;
use std::collections::{BTreeSet, HashMap};

/// A spec or more for each agent of the registry. A new agent without one fails the audit.
const AUDITED: [(&str, &str); 45] = [
    ("random", "random"),
    ("depth", "depth(t=3)"),
    ("depth", "depth(t=2, opponents=maxn)"),
    ("alphabeta", "alphabeta(t=3)"),
    ("pvs", "pvs(t=4, tt=10, multicut=yes)"),
    ("pvs", "pvs(t=4, tt=10, null=yes)"),
    ("random-minimax", "random-minimax(t=3)"),
    ("beam", "beam(width=5, layers=20)"),
    ("astar", "astar(weight=3, expansions=200)"),
    ("sampler", "sampler(0.2, first=4, most=16, plies=60)"),
    ("flat", "flat(playouts=20, plies=60)"),
    ("uct", "uct(playouts=30, plies=60)"),
    (
        "uct",
        "uct(playouts=30, plies=60, select=ucb1-tuned, amaf=rave, playout=mast)",
    ),
    (
        "uct",
        "uct(playouts=30, plies=60, select=puct, leaf=points, cut=4, widening=2)",
    ),
    (
        "uct",
        "uct(playouts=30, plies=60, bias=1, leaf=points, amaf=grave, ref=2, playout=nst, fpu=1)",
    ),
    (
        "uct",
        "uct(playouts=12, plies=5, solver=yes, transpositions=yes, reuse=yes, decisive=anti, implicit=0.3, leaf=points, nodes=40)",
    ),
    (
        "uct",
        "uct(playouts=10, playout=none, leaf=points, scale=5, trees=3, threads=2)",
    ),
    ("flat", "flat(playouts=20, plies=60, allocate=ucb1)"),
    ("flat", "flat(playouts=20, plies=60, allocate=halving)"),
    ("ismcts", "ismcts(playouts=30, plies=60)"),
    (
        "ismcts",
        "ismcts(playouts=30, plies=60, observers=multiple)",
    ),
    ("pimc", "pimc(worlds=3, playouts=10, plies=60)"),
    ("nested", "nested(level=1, plies=20)"),
    ("nrpa", "nrpa(level=1, iterations=10, plies=20)"),
    ("dfpn", "dfpn(nodes=300)"),
    ("expectimax", "expectimax(t=2, prune=no)"),
    ("expectimax", "expectimax(t=2, prune=star2)"),
    ("variety", "variety(5, depth(t=2))"),
    ("one-step", "one-step(leaf=points)"),
    ("olmcts", "olmcts(l=4, leaf=points, most=40)"),
    ("rhea", "rhea(p=1, l=6, leaf=points, most=20)"),
    (
        "rhea",
        "rhea(p=2, l=3, seeding=one-step, leaf=points, shift=yes, most=20)",
    ),
    ("rhea", "rhea(p=4, l=4, breed=random, leaf=points, most=20)"),
    (
        "rhea",
        "rhea(p=3, l=4, seeding=tree, leaf=points, tree-leaf=points, rollouts=1, most=20)",
    ),
    ("depth-fast", "depth-fast(t=2)"),
    ("mia", "mia(t=3, tt=10)"),
    ("mia", "mia(t=4, tt=10, leaf=points, multicut=yes, etc=yes)"),
    ("caller", "caller"),
    ("tight", "tight(samples=20)"),
    ("loose", "loose(samples=20)"),
    ("modelled", "modelled"),
    ("mcraise", "mcraise(samples=20)"),
    ("valued", "valued(samples=20)"),
    ("policy", "policy(samples=20)"),
    ("policy", "policy(samples=1)"),
];

/// Agents whose cost is in no unit that a seat counts.
const OTHER_UNITS: [&str; 1] = ["depth-fast"];

/// How many agents sit at each game; the others are refused in words.
const SEATED: [(&str, usize); 19] = [
    ("slide", 15),
    ("tic-tac-toe", 13),
    ("othello", 13),
    ("chess", 13),
    ("loa", 14),
    ("kuhn", 8),
    ("meteors", 11),
    ("omaha", 15),
    ("vgdl", 10),
    ("connect-four", 13),
    ("breakthrough", 13),
    ("hex", 13),
    ("domineering", 13),
    ("checkers", 13),
    ("go", 13),
    ("leduc", 8),
    ("goofspiel", 8),
    ("fifteen-puzzle", 14),
    ("same-game", 14),
];

fn parse(text: &str) -> Spec {
    Spec::parse(&Span::whole("test", text)).unwrap()
}

/// Whether the agent sits at the game; if it does, it is audited.
fn sits(game: &dyn AnyGame, name: &str, spec: &str) -> bool {
    let scope = Scope::default().with_positions(2, 40).with_decisions(2);
    let audited = match game.audit(&parse(spec), Seed::new(3).named(spec), &scope) {
        Ok(audited) => audited.unwrap_or_else(|violation| panic!("{spec}: {violation}")),
        // Unfit is a value: it is refused at the door, in words.
        Err(diagnostic) => {
            let text = diagnostic.to_string();
            let known = ["does not fit", "is impossible"];
            assert!(known.iter().any(|words| text.contains(words)), "{text}");
            return false;
        }
    };
    let declared = audited.unit != CostUnit::ForwardModel;
    assert_eq!(
        declared,
        OTHER_UNITS.contains(&name),
        "{spec}: {}",
        audited.unit
    );
    for decision in &audited.decisions {
        let (counted, called) = (decision.counted, decision.called);
        assert_eq!(counted.steps, called.steps + called.null_moves, "{spec}");
        assert_eq!(counted.evaluations, called.evaluations, "{spec}");
    }
    assert!(!audited.decisions.is_empty(), "{spec}");
    true
}

/// Every agent of every example of every game, those that know their game among them.
#[test]
fn agents_spend_what_the_seat_counts() {
    let mut idle: BTreeSet<&str> = AUDITED.iter().map(|(_, spec)| *spec).collect();
    for entry in shipped().games() {
        let expected = SEATED.iter().find(|(game, _)| *game == entry.name);
        let (_, expected) = expected.unwrap_or_else(|| panic!("{} is not audited", entry.name));
        for example in &entry.examples {
            let (game, _) = shipped().open(&parse(example)).unwrap();
            let mut sat = 0;
            for (_, agent) in game.names().iter().filter(|(kind, _)| *kind == "agent") {
                // A program from outside is no subject of the audit; `engines` has tests of its own.
                if agent.name == "engine" {
                    continue;
                }
                let specs = AUDITED.iter().filter(|(name, _)| *name == agent.name);
                let specs: Vec<&str> = specs.map(|(_, spec)| *spec).collect();
                assert_ne!(specs.len(), 0, "{} is not audited", agent.name);
                let mut seated = false;
                for spec in specs {
                    if sits(&*game, &agent.name, spec) {
                        seated = true;
                        idle.remove(spec);
                    }
                }
                sat += usize::from(seated);
            }
            assert_eq!(sat, *expected, "{example}");
        }
    }
    assert_eq!(idle, BTreeSet::new(), "these sat nowhere");
}

#[test]
fn unfit_agents_are_refused_with_a_remedy() {
    let env = GameEnv::new(kuhn::Kuhn, kuhn::measures());
    let refusal = env.agent(&parse("depth(t=3)")).err().unwrap().to_string();
    assert!(
        refusal.contains("`depth` does not fit kuhn") && refusal.contains("try `uct`"),
        "{refusal}"
    );
    let env = GameEnv::new(
        tic_tac_toe::TicTacToe::new(3, 3, 3).unwrap(),
        tic_tac_toe::measures(),
    );
    let refusal = env
        .agent(&parse("variety(3, beam)"))
        .err()
        .unwrap()
        .to_string();
    assert!(
        refusal.contains("`beam` does not fit tic-tac-toe"),
        "{refusal}"
    );
    // Pruning is unsound under max^n, and the parameter says so.
    let refusal = env.agent(&parse("alphabeta(t=2, opponents=maxn)"));
    let refusal = refusal.err().unwrap().to_string();
    assert!(
        refusal.contains("`opponents` cannot be `maxn`"),
        "{refusal}"
    );
    assert!(
        env.agent(&parse("alphabeta(t=2, opponents=paranoid)"))
            .is_ok()
    );
    for (param, says) in [
        ("opponents=maxn", "has no parameter `opponents`"),
        ("null=yes", "the game does not say how to pass"),
        ("quiet=yes", "which moves are noisy"),
        ("key=place", "what a position is without its past"),
        ("multicut=yes, cuts=5, moves=4", "raise `moves`"),
    ] {
        let refusal = env.agent(&parse(&format!("pvs(t=2, {param})")));
        let refusal = refusal.err().unwrap().to_string();
        assert!(refusal.contains(says), "{refusal}");
    }
}

/// What is drawn depends on what is seen alone: from the true state, from a drawn one, and
/// from any other state that shows the same, the distribution is one.
#[test]
fn hidden_states_that_look_the_same_are_determinised_alike() {
    let deal = |cards, betting: &[kuhn::Move]| kuhn::Deal {
        cards,
        betting: betting.iter().copied().collect(),
    };
    for betting in [
        &[][..],
        &[kuhn::Move::Pass],
        &[kuhn::Move::Pass, kuhn::Move::Bet],
    ] {
        let sample = |from: &kuhn::Deal, seed: u64| {
            let mut dice = Seed::new(seed).rng(Generator::Xoshiro);
            let mut counts: HashMap<kuhn::Deal, u64> = HashMap::new();
            for _ in 0..4000 {
                *counts
                    .entry(kuhn::Kuhn.determinize(from, Player(0), &mut dice))
                    .or_default() += 1;
            }
            counts
        };
        let (a, b) = (deal([1, 0], betting), deal([1, 2], betting));
        assert_eq!(
            kuhn::Kuhn.show(&a, Some(Player(0))),
            kuhn::Kuhn.show(&b, Some(Player(0)))
        );
        let (left, right) = (sample(&a, 1), sample(&b, 2));
        assert_eq!(left.len(), 2);
        let counts: (Vec<u64>, Vec<u64>) = left
            .iter()
            .map(|(deal, count)| (*count, right[deal]))
            .unzip();
        assert!(homogeneity(&counts.0, &counts.1).unwrap().p > 1e-3);
    }
}

#[test]
fn a_seat_never_holds_what_is_hidden() {
    let deal = kuhn::Deal {
        cards: [2, 0],
        betting: [].into_iter().collect(),
    };
    let seen: Vec<u8> = (0..200)
        .map(|n| {
            let dice = Seed::new(8).nth(n).rng(Generator::Xoshiro);
            Seat::open(&kuhn::Kuhn, &deal, Player(0), dice, Budget::UNLIMITED)
                .position()
                .cards[1]
        })
        .collect();
    assert!(seen.contains(&0) && seen.contains(&1) && !seen.contains(&2));
}
