//! Principal-variation search: how fast it is, and what each technique saves.

use super::{Figure, Usage};
use crate::specialists;
use ludometer_agents::evaluate::Static;
use ludometer_agents::search::pvs::{Lore, Multicut, Pvs, Techniques};
use ludometer_core::{
    Agent, Budget, Evaluator, Game, Generator, Measure, Passing, Rng, Seat, Seed, Turn,
};
use ludometer_games::{chess, othello};
use std::path::Path;

/// A game, where it is looked at and how deep.
struct Subject<G: Game> {
    name: &'static str,
    game: G,
    lore: Lore<G>,
    leaf: Measure<G>,
    /// How many random moves were made.
    plies: u32,
    depth: u32,
}

/// Positions of each game.
const POSITIONS: u64 = 20;

pub(super) fn search(_: &Path) -> Result<Vec<Figure>, String> {
    let othello = Subject {
        name: "othello 8x8, weighted squares",
        game: othello::Othello::new(8)?,
        lore: Lore {
            pass: Some(|game: &othello::Othello, state| game.pass(state)),
            ..Lore::default()
        },
        leaf: leaf(othello::measures(), "weighted-norvig")?,
        plies: 20,
        depth: 8,
    };
    let chess = Subject {
        name: "chess, material",
        game: chess::Chess,
        lore: Lore {
            pass: Some(|game: &chess::Chess, state| game.pass(state)),
            ..specialists::chess::lore()
        },
        leaf: leaf(chess::measures(), "material")?,
        plies: 12,
        depth: 5,
    };
    let mut figures = vec![speed(&othello).goal("at least 1"), speed(&chess)];
    figures.extend(ablation(&othello));
    figures.extend(ablation(&chess));
    Ok(figures)
}

fn leaf<G: Game>(measures: Vec<Measure<G>>, name: &str) -> Result<Measure<G>, String> {
    let found = measures.into_iter().find(|measure| measure.name == name);
    found.ok_or_else(|| format!("there is no measure `{name}`"))
}

fn speed<G: Game>(subject: &Subject<G>) -> Figure {
    let (nodes, usage) = Usage::of(|| nodes(subject, Techniques::USUAL, true));
    let what = format!("{}, {} ply, nodes", subject.name, subject.depth);
    Figure::new(what, nodes as f64 / usage.cpu / 1e6, "million/s")
}

/// Nodes with the usual techniques, without each of them, with each other, and with none.
fn ablation<G: Game>(subject: &Subject<G>) -> Vec<Figure> {
    let all = Techniques::USUAL;
    let others = [
        (
            "without null windows",
            Techniques {
                scout: false,
                ..all
            },
        ),
        ("without the table", Techniques { table: 0, ..all }),
        (
            "without killers",
            Techniques {
                killers: false,
                ..all
            },
        ),
        (
            "without history",
            Techniques {
                history: false,
                ..all
            },
        ),
        (
            "without hints",
            Techniques {
                hints: false,
                ..all
            },
        ),
        (
            "without deeper entries",
            Techniques {
                deeper: false,
                ..all
            },
        ),
        ("without all of these", Techniques::NONE),
        ("with etc", Techniques { etc: true, ..all }),
        ("with null move", Techniques { null: true, ..all }),
        (
            "with multi-cut",
            Techniques {
                multicut: Some(Multicut::default()),
                ..all
            },
        ),
        ("with quiescence", Techniques { quiet: true, ..all }),
    ];
    let figure = |what: &str, techniques| {
        let what = format!("{}, {} ply, {what}", subject.name, subject.depth);
        Figure::new(what, nodes(subject, techniques, false) as f64, "nodes")
    };
    let on = figure("the usual", all);
    let base = on.value;
    let idle = |techniques: &Techniques| {
        *techniques
            == Techniques {
                hints: false,
                ..all
            }
            && subject.lore.hint.is_none()
            || techniques.quiet && subject.lore.noisy.is_none()
    };
    let rest = others
        .into_iter()
        .filter(|(_, techniques)| !idle(techniques));
    let rest = rest.map(|(what, techniques)| figure(what, techniques).share(base));
    std::iter::once(on.share(base)).chain(rest).collect()
}

/// Forward-model calls of one search in each position, with one agent for all of them, as in a
/// game, or with a new one for each, which knows nothing of the others.
fn nodes<G: Game>(subject: &Subject<G>, techniques: Techniques, one: bool) -> u64 {
    let make = || {
        // One indirect call a leaf, as in a plan.
        let evaluator: Box<dyn Evaluator<G>> = Box::new(Static(subject.leaf));
        Pvs::guided(subject.depth, evaluator, subject.lore, techniques)
    };
    let mut agent = make();
    let mut nodes = 0;
    for number in 0..POSITIONS {
        let mut rng = Seed::new(1).nth(number).rng(Generator::Xoshiro);
        let state = middle(&subject.game, subject.plies, &mut rng);
        let Turn::Of(player) = subject.game.turn(&state) else {
            continue;
        };
        if !one {
            agent = make();
        }
        let mut seat = Seat::open(&subject.game, &state, player, rng, Budget::UNLIMITED);
        agent.act(&mut seat);
        nodes += seat.spent().steps;
    }
    nodes
}

/// A position that random play comes to.
fn middle<G: Game>(game: &G, plies: u32, rng: &mut Rng) -> G::State {
    let mut state = game.start(rng);
    let mut actions = Vec::new();
    for _ in 0..plies {
        actions.clear();
        game.actions(&state, &mut actions);
        if actions.is_empty() {
            break;
        }
        let action = actions[rng.index(actions.len())];
        game.step(&mut state, action, rng);
    }
    state
}
