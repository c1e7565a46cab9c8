//! Principal-variation search: how fast it is, and what each technique saves.

use super::{Figure, Usage};
use ludometer_agents::evaluate::MeasureEvaluator;
use ludometer_agents::search::pvs::{Multicut, Pvs, SearchGuide, SearchHints, Techniques};
use ludometer_arena::registry::EvaluatorMaker;
use ludometer_catalogue::specialists::{self, loa::Mia, loa::MiaEvaluator, loa::realisation};
use ludometer_core::{Agent, Budget, Game, Generator, Measure, NullMove, Rng, Seat, Seed, Turn};
use ludometer_games::loa::Loa;
use ludometer_games::{chess, othello};
use std::path::Path;
use std::sync::Arc;

/// A game, where it is looked at and how deep.
struct Subject<G: Game, W> {
    name: &'static str,
    game: G,
    guide: W,
    leaf: EvaluatorMaker<G>,
    /// How many random moves were made.
    plies: u32,
    depth: u32,
    /// What is on; the rest is tried one by one.
    usual: Techniques,
    /// What the guide has nothing to say to.
    idle: &'static [&'static str],
}

/// Positions of each game.
const POSITIONS: u64 = 20;

pub(super) fn search(_: &Path) -> Result<Vec<Figure>, String> {
    let othello = Subject {
        name: "othello 8x8, weighted squares",
        game: othello::Othello::new(8)?,
        guide: SearchHints {
            null_move: Some(|game: &othello::Othello, state| game.null_move(state)),
            ..SearchHints::default()
        },
        leaf: leaf(othello::measures(), "weighted-norvig")?,
        plies: 20,
        depth: 8,
        usual: Techniques::USUAL,
        idle: &["hints", "quiescence", "realisation probabilities"],
    };
    let chess = Subject {
        name: "chess, material",
        game: chess::Chess,
        guide: SearchHints {
            null_move: Some(|game: &chess::Chess, state| game.null_move(state)),
            ..specialists::chess::hints()
        },
        leaf: leaf(chess::measures(), "material")?,
        plies: 12,
        depth: 5,
        usual: Techniques::USUAL,
        idle: &["realisation probabilities"],
    };
    let loa = Subject {
        name: "loa, mia",
        game: Loa,
        guide: Mia::new(realisation(), false),
        leaf: Arc::new(|| Box::new(MiaEvaluator::fitted())),
        plies: 20,
        depth: 5,
        usual: specialists::loa::DEFAULT,
        idle: &[],
    };
    let mut figures = vec![
        speed(&othello).goal("at least 1"),
        speed(&chess),
        speed(&loa).goal("at least 1"),
    ];
    figures.extend(ablation(&othello));
    figures.extend(ablation(&chess));
    figures.extend(ablation(&loa));
    Ok(figures)
}

fn leaf<G: Game>(measures: Vec<Measure<G>>, name: &str) -> Result<EvaluatorMaker<G>, String> {
    let found = measures.into_iter().find(|measure| measure.name == name);
    let leaf = found.ok_or_else(|| format!("there is no measure `{name}`"))?;
    // One indirect call a leaf, as in a plan.
    Ok(Arc::new(move || Box::new(MeasureEvaluator(leaf))))
}

fn speed<G: Game, W: SearchGuide<G> + Clone>(subject: &Subject<G, W>) -> Figure {
    let (nodes, usage) = Usage::of(|| nodes(subject, subject.usual, true));
    let what = format!("{}, {} ply, nodes", subject.name, subject.depth);
    Figure::new(what, nodes as f64 / usage.cpu / 1e6, "million/s")
}

/// A technique, whether it is on, and how it is turned.
type Turned = (&'static str, fn(&Techniques) -> bool, fn(&mut Techniques));

const TURNED: [Turned; 11] = [
    ("null windows", |t| t.scout, |t| t.scout ^= true),
    ("the table", |t| t.table > 0, |t| t.table = 0),
    ("killers", |t| t.killers, |t| t.killers ^= true),
    ("history", |t| t.history, |t| t.history ^= true),
    ("hints", |t| t.hints, |t| t.hints ^= true),
    ("deeper entries", |t| t.deeper, |t| t.deeper ^= true),
    ("etc", |t| t.etc, |t| t.etc ^= true),
    ("null move", |t| t.null, |t| t.null ^= true),
    (
        "multi-cut",
        |t| t.multicut.is_some(),
        |t| t.multicut = t.multicut.xor(Some(Multicut::default())),
    ),
    ("quiescence", |t| t.quiet, |t| t.quiet ^= true),
    (
        "realisation probabilities",
        |t| t.realisation,
        |t| t.realisation ^= true,
    ),
];

/// Nodes with the usual techniques, without each of them, with each other, and with none.
fn ablation<G: Game, W: SearchGuide<G> + Clone>(subject: &Subject<G, W>) -> Vec<Figure> {
    let figure = |what: &str, techniques| {
        let what = format!("{}, {} ply, {what}", subject.name, subject.depth);
        Figure::new(what, nodes(subject, techniques, false) as f64, "nodes")
    };
    let usual = figure("the usual", subject.usual);
    let base = usual.value;
    let turned = TURNED
        .iter()
        .filter(|turned| !subject.idle.contains(&turned.0));
    let turned = turned.map(|(name, is_on, turn)| {
        let mut techniques = subject.usual;
        turn(&mut techniques);
        let word = if is_on(&subject.usual) {
            "without"
        } else {
            "with"
        };
        figure(&format!("{word} {name}"), techniques)
    });
    let none = || figure("without everything", Techniques::NONE);
    let all = std::iter::once(usual).chain(turned);
    let all = all.chain(std::iter::once_with(none));
    all.map(|figure| figure.share(base)).collect()
}

/// Forward-model calls of one search in each position, with one agent for all of them, as in a
/// game, or with a new one for each, which knows nothing of the others.
fn nodes<G: Game, W: SearchGuide<G> + Clone>(
    subject: &Subject<G, W>,
    techniques: Techniques,
    one: bool,
) -> u64 {
    let make = || {
        let guide = subject.guide.clone();
        Pvs::guided(subject.depth, (subject.leaf)(), guide, techniques)
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
        agent.act(&mut seat).expect("a search always answers");
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
