//! Every agent at every game it fits: it answers legally, spends what the seat counts and no more
//! than was granted, and the same seat gives the same answer.

use ludometer::registry::{Host, Hosted};
use ludometer::source::Place;
use ludometer::spec::Spec;
use ludometer::vgdl::Library;
use ludometer_core::{
    Actions, Budget, Facts, Game, Generator, Hidden, Information, Player, Rng, Seat, Seed, Turn,
    determinize,
};
use ludometer_games::{chess, kuhn, loa, meteors, noughts, omaha, othello, slide};
use ludometer_stats::homogeneity;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};

/// A game that counts what is asked of it. Its only measure is `points`, so evaluations are calls
/// of `points`.
struct Counting<G> {
    game: G,
    steps: AtomicU64,
    points: AtomicU64,
}

/// What the game inside hides.
struct Inside;

impl<G: Game> Information<Counting<G>> for Inside {
    const HIDDEN: bool = <G::Information as Information<G>>::HIDDEN;

    fn determinize(
        counting: &Counting<G>,
        state: &G::State,
        viewer: Player,
        dice: &mut Rng,
    ) -> G::State {
        determinize(&counting.game, state, viewer, dice)
    }
}

impl<G: Game> Game for Counting<G> {
    type State = G::State;
    type Action = G::Action;
    type Information = Inside;

    fn facts(&self) -> Facts {
        self.game.facts()
    }
    fn start(&self, chance: &mut Rng) -> G::State {
        self.game.start(chance)
    }
    fn turn(&self, state: &G::State) -> Turn {
        self.game.turn(state)
    }
    fn actions(&self, state: &G::State, out: &mut Actions<Self>) {
        self.game.actions(state, out);
    }
    fn apply(&self, state: &mut G::State, action: G::Action, chance: &mut Rng) {
        self.steps.fetch_add(1, Ordering::Relaxed);
        self.game.step(state, action, chance);
    }
    fn payoff(&self, state: &G::State, player: Player) -> f64 {
        self.game.payoff(state, player)
    }
    fn points(&self, state: &G::State, player: Player) -> f64 {
        self.points.fetch_add(1, Ordering::Relaxed);
        self.game.points(state, player)
    }
    fn show(&self, state: &G::State, viewer: Option<Player>) -> String {
        self.game.show(state, viewer)
    }
    fn label(&self, state: &G::State, action: G::Action) -> String {
        self.game.label(state, action)
    }
}

/// A spec or more for each agent of the registry. A new agent without one fails the audit.
const AUDITED: [(&str, &str); 17] = [
    ("random", "random"),
    ("depth", "depth(t=3)"),
    ("alphabeta", "alphabeta(t=3)"),
    ("pvs", "pvs(t=4, tt=10, multicut=yes)"),
    ("automaton", "automaton(t=3)"),
    ("beam", "beam(width=5, layers=20)"),
    ("astar", "astar(weight=3, expansions=200)"),
    ("sampler", "sampler(0.2, first=4, most=16, plies=60)"),
    ("flat", "flat(playouts=20, plies=60)"),
    ("uct", "uct(playouts=30, plies=60)"),
    ("variety", "variety(5, depth(t=2))"),
    ("one-step", "one-step(leaf=points)"),
    ("open-loop", "open-loop(l=4, leaf=points, most=40)"),
    ("rolling", "rolling(p=1, l=6, leaf=points, most=20)"),
    (
        "rolling",
        "rolling(p=2, l=3, sow=one-step, leaf=points, shift=yes, most=20)",
    ),
    (
        "rolling",
        "rolling(p=4, l=4, breed=random, leaf=points, most=20)",
    ),
    (
        "rolling",
        "rolling(p=3, l=4, sow=tree, leaf=points, tree-leaf=points, rollouts=1, most=20)",
    ),
];

fn parse(text: &str) -> Spec {
    Spec::parse(&Place::whole("test", text)).unwrap()
}

/// How many agents sat.
fn audit<G: Game>(game: G) -> usize {
    let host = Host::new(
        Counting {
            game,
            steps: AtomicU64::new(0),
            points: AtomicU64::new(0),
        },
        Vec::new(),
    );
    let mut sat = 0;
    for (_, listed) in host
        .names()
        .into_iter()
        .filter(|(kind, _)| *kind == "agent")
    {
        let specs = AUDITED.iter().filter(|(name, _)| *name == listed.name);
        let specs: Vec<&str> = specs.map(|(_, spec)| *spec).collect();
        assert_ne!(specs.len(), 0, "{} is not audited", listed.name);
        // Unfit is a value: it is refused at the door, in words.
        let seated = specs.iter().map(|spec| sit(&host, spec));
        sat += usize::from(seated.fold(true, |all, one| all & one));
    }
    sat
}

/// Whether the agent sits at the game; if it does, it is watched.
fn sit<G: Game>(host: &Host<Counting<G>>, spec: &str) -> bool {
    let Ok(make) = host.agent(&parse(spec)) else {
        return false;
    };
    let counts = || {
        let game = host.game();
        (
            game.steps.load(Ordering::Relaxed),
            game.points.load(Ordering::Relaxed),
        )
    };
    let budgets = [0, 1, 2, 3, 7, 50, 1000].map(Budget::of_steps).into_iter();
    let evaluations = [0, 1, 5, 100].map(|n| Budget::UNLIMITED.with_evaluations(n));
    for (round, budget) in budgets
        .chain(evaluations)
        .chain([Budget::UNLIMITED])
        .enumerate()
    {
        let seed = Seed::new(3).named(spec).nth(round as u64);
        let mut chance = seed.named("chance").rng(Generator::Xoshiro);
        let mut state = host.game().start(&mut chance);
        for ply in 0..4 {
            let Turn::Of(player) = host.game().turn(&state) else {
                break;
            };
            let act = || {
                let dice = seed.nth(ply).rng(Generator::Xoshiro);
                let mut seat = Seat::open(&**host.game(), &state, player, dice, budget);
                seat.listen();
                let before = counts();
                let action = make().act(&mut seat).unwrap();
                let after = counts();
                let spent = seat.spent();
                assert_eq!(
                    (spent.steps, spent.evaluations),
                    (after.0 - before.0, after.1 - before.1),
                    "{spec}"
                );
                assert!(
                    budget.steps.is_none_or(|limit| spent.steps <= limit),
                    "{spec} {budget:?} {spent:?}"
                );
                assert!(
                    budget
                        .evaluations
                        .is_none_or(|limit| spent.evaluations <= limit),
                    "{spec} {budget:?} {spent:?}"
                );
                assert!(
                    seat.thoughts()
                        .iter()
                        .all(|thought| seat.actions().contains(&thought.action))
                );
                assert!(seat.actions().contains(&action), "{spec} is not legal");
                action
            };
            let action = act();
            assert_eq!(action, act(), "{spec} answers the same seat differently");
            host.game().game.step(&mut state, action, &mut chance);
        }
    }
    true
}

#[test]
fn agents_spend_what_the_seat_counts() {
    assert_eq!(audit(slide::Slide::new(3).unwrap()), 12);
    assert_eq!(audit(noughts::Noughts::new(3, 3, 3).unwrap()), 12);
    assert_eq!(audit(chess::Chess), 12);
    assert_eq!(audit(loa::Loa), 12);
    assert_eq!(audit(kuhn::Kuhn), 6);
    assert_eq!(audit(meteors::Meteors), 10);
    assert_eq!(audit(omaha::Omaha::new(2).unwrap()), 6);
    assert_eq!(audit(omaha::Omaha::new(6).unwrap()), 6);
    assert_eq!(audit(othello::Othello::new(6).unwrap()), 12);
    let (lanterns, _) = Library::Shipped.open("lanterns", 0).unwrap();
    assert_eq!(audit(lanterns), 10);
}

#[test]
fn unfit_agents_are_refused_with_a_remedy() {
    let host = Host::new(kuhn::Kuhn, kuhn::measures());
    let refusal = host.agent(&parse("depth(t=3)")).err().unwrap().to_string();
    assert!(
        refusal.contains("`depth` cannot sit at kuhn") && refusal.contains("try `uct`"),
        "{refusal}"
    );
    let host = Host::new(noughts::Noughts::new(3, 3, 3).unwrap(), noughts::measures());
    let refusal = host
        .agent(&parse("variety(3, beam)"))
        .err()
        .unwrap()
        .to_string();
    assert!(
        refusal.contains("`beam` cannot sit at noughts"),
        "{refusal}"
    );
    for (knob, says) in [
        ("null=yes", "the game does not say how to pass"),
        ("quiet=yes", "which moves are noisy"),
        ("key=place", "what a position is without its past"),
        ("multicut=yes, cuts=5, moves=4", "raise `moves`"),
    ] {
        let refusal = host.agent(&parse(&format!("pvs(t=2, {knob})")));
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
