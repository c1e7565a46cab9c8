//! Searches to a fixed depth in positions of random play, and odds of random minimaxing.

use crate::decide::{decide, middles};
use crate::{Checksum, Kernel, Work};
use ludometer_agents::evaluate::MeasureEvaluator;
use ludometer_agents::search::pvs::{Pvs, SearchHints, Techniques};
use ludometer_agents::search::{AlphaBeta, DiceDrawing, Die, Ends, RandomMinimax, Wins};
use ludometer_arena::odds::{TreeShape, by_quadrature};
use ludometer_catalogue::specialists::{self, loa::Mia, loa::MiaEvaluator, loa::realisation};
use ludometer_core::{Agent, Budget, Evaluator, Game, Measure, Notation, NullMove};
use ludometer_games::chess::{self, Chess};
use ludometer_games::loa::Loa;
use ludometer_games::othello::{self, Othello};

pub(super) const KERNELS: &[Kernel] = &[
    Kernel {
        name: "pvs-othello",
        prepare: pvs_othello,
    },
    Kernel {
        name: "pvs-chess",
        prepare: pvs_chess,
    },
    Kernel {
        name: "mia-loa",
        prepare: mia_loa,
    },
    Kernel {
        name: "alphabeta-othello",
        prepare: alphabeta_othello,
    },
    Kernel {
        name: "automaton-othello",
        prepare: automaton_othello,
    },
    Kernel {
        name: "odds-chess",
        prepare: odds_chess,
    },
];

/// Decisions in positions of random play, each after `plies` plies.
fn decisions<G: Game + 'static>(
    game: G,
    plies: u32,
    positions: usize,
    mut agent: impl Agent<G> + 'static,
) -> Result<Work, String> {
    let states = middles(&game, plies, positions);
    Ok(Box::new(move || {
        decide(&game, &states, &mut agent, Budget::UNLIMITED)
    }))
}

/// A measure as an evaluator: one indirect call a leaf, as in a plan.
fn leaf<G: Game + 'static>(
    measures: Vec<Measure<G>>,
    name: &str,
) -> Result<Box<dyn Evaluator<G>>, String> {
    let found = measures.into_iter().find(|measure| measure.name == name);
    let measure = found.ok_or_else(|| format!("there is no measure `{name}`"))?;
    Ok(Box::new(MeasureEvaluator(measure)))
}

fn pvs_othello() -> Result<Work, String> {
    let hints = SearchHints {
        null_move: Some(|game: &Othello, state| game.null_move(state)),
        ..SearchHints::default()
    };
    let leaf = leaf(othello::measures(), "weighted-norvig")?;
    let agent = Pvs::guided(7, leaf, hints, Techniques::USUAL);
    decisions(Othello::new(8)?, 20, 10, agent)
}

fn pvs_chess() -> Result<Work, String> {
    let hints = SearchHints {
        null_move: Some(|game: &Chess, state| game.null_move(state)),
        ..specialists::chess::hints()
    };
    let leaf = leaf(chess::measures(), "material")?;
    let agent = Pvs::guided(4, leaf, hints, Techniques::USUAL);
    decisions(Chess, 12, 20, agent)
}

fn mia_loa() -> Result<Work, String> {
    let leaf: Box<dyn Evaluator<Loa>> = Box::new(MiaEvaluator::fitted());
    let guide = Mia::new(realisation(), false);
    let agent = Pvs::guided(4, leaf, guide, specialists::loa::DEFAULT);
    decisions(Loa, 20, 10, agent)
}

fn alphabeta_othello() -> Result<Work, String> {
    let leaf = leaf(othello::measures(), "weighted-norvig")?;
    decisions(
        Othello::new(8)?,
        20,
        20,
        AlphaBeta::new(5, leaf, Wins::Shortest),
    )
}

fn automaton_othello() -> Result<Work, String> {
    let agent = RandomMinimax::new(5, Die::Continuous, Ends::Leaves, DiceDrawing::Fast);
    decisions(Othello::new(8)?, 20, 100, agent)
}

/// A middlegame in which both sides may castle, capture and check: 4,085,603 leaves at four ply.
const MIDDLEGAME: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn odds_chess() -> Result<Work, String> {
    let state = Chess.read(MIDDLEGAME)?;
    Ok(Box::new(move || {
        let shape = TreeShape::collect(&Chess, &state, 4, u64::MAX, &|_, _| ())
            .map_err(|many| format!("{many:?}"))?;
        let (_, odds) = by_quadrature(&shape).map_err(|error| error.to_string())?;
        let mut sum = Checksum::default();
        sum.add(shape.leaves());
        odds.into_iter().for_each(|odds| sum.add_real(odds));
        Ok(sum.0)
    }))
}
