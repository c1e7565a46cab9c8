//! What only SlideK has: exact distances, starts drawn by distance, and a depth-t search that
//! knows the puzzle's shapes.

mod depth_fast;
mod horizon;
mod leaves;

pub use depth_fast::FastDepth;
pub use horizon::Horizon;
pub use leaves::{LeafEvaluation, PreparedLeafEvaluation};

use ludometer_agents::search::Wins;
use ludometer_arena::env::{
    AgentEntry, ExactValue, GameEnv, NoisyMeasure, StartEntry, agent, depth, leaf, wins,
};
use ludometer_core::Game;
use ludometer_games_other::slide::{Slide, Tiles};
use ludometer_solve::slide::Distances;
use ludometer_spec::param::Args;
use ludometer_spec::params;
use ludometer_spec::params::{Params, choice, whole};
use ludometer_spec::source::{Diagnostic, Span};
use ludometer_spec::spec::Spec;
use std::sync::{Arc, OnceLock};

/// The distance to Win of every position, for K = 2 and 3; made once, when first asked for.
pub fn distances(slide: &Slide) -> Option<&'static Distances> {
    static TABLES: [OnceLock<Option<Distances>>; 2] = [OnceLock::new(), OnceLock::new()];
    let table = TABLES.get(slide.k() - 2)?;
    table.get_or_init(|| Distances::new(slide).ok()).as_ref()
}

/// The distance to Win, where the table can be had.
pub const DISTANCE: ExactValue<Slide> = ExactValue {
    name: "distance",
    value: |slide, tiles| Some(f64::from(distances(slide)?.distance(tiles))),
};

params! {
    struct DepthFastParams {
        depth: u32 = whole("t", 1..=8, &depth().declared()[0].about),
        leaf: Spec = leaf().or("manhattan"),
        wins: Wins = wins(),
    }
}

/// The depth-t search that knows the puzzle.
pub fn agents() -> Vec<AgentEntry<Slide>> {
    vec![AgentEntry::new(
        "depth-fast",
        "swift@1",
        "`depth` for SlideK, with the same distribution of moves and many times faster: leaves of each shape are precomputed",
        DepthFastParams::params(),
        |given, env| {
            let spec = &given.leaf;
            let NoisyMeasure {
                measure,
                noise,
                second,
            } = NoisyMeasure::of(env, spec)?;
            let slide = Arc::clone(env.game());
            let gauge = |name: &str| match LeafEvaluation::of(name) {
                Some(leaves) => Ok(Arc::new(PreparedLeafEvaluation::new(leaves, &slide))),
                None => {
                    let message = format!("`depth-fast` has no table for the measure `{name}`");
                    Err(Diagnostic::at(&spec.span, message).hint("use `depth` for it"))
                }
            };
            let (gauge, second) = (gauge(measure.name)?, gauge(second.name)?);
            let (wins, horizon) = (given.wins, Horizon::shared(&slide, given.depth));
            Ok(agent(move || {
                let (horizon, gauge, second) = (
                    Arc::clone(&horizon),
                    Arc::clone(&gauge),
                    Arc::clone(&second),
                );
                FastDepth::new(horizon, gauge, noise, second).winning(wins)
            }))
        },
    )
        .aliases(["swift"])]
}

/// A distance, where it is written, and where the start is.
fn distance() -> Params<(u8, Span, Span)> {
    whole("d", 1..=26, "the least number of moves to Win")
        .check(|d, args: &Args| Ok((d, args.value("d").span.clone(), args.span().clone())))
}

/// Whether the tiles lie in the lower rows, and whether in the right columns.
fn corner() -> Params<(bool, bool)> {
    let corners = [
        ("same", (false, false)),
        ("opposite", (true, true)),
        ("below", (true, false)),
        ("beside", (false, true)),
    ];
    choice("corner", corners, "where the tiles lie").or("same")
}

/// Starts by exact distance, and the other corners that the lost figure may show.
pub fn starts() -> Vec<StartEntry<Slide>> {
    vec![
        StartEntry::new(
            "distance",
            "distance@1",
            "a position drawn uniformly among those with this distance to Win",
            distance(),
            |(distance, span, start), env| {
                let Some(table) = distances(env.game()) else {
                    let message = format!(
                        "no table holds the distances of {}",
                        env.game().facts().name
                    );
                    return Err(
                        Diagnostic::at(&start, message).hint("use `walk(plies)`, or k up to 3")
                    );
                };
                let count = table.count_at(distance);
                if count == 0 {
                    let message = format!("no position is {distance} moves from Win");
                    let hint = format!("the greatest distance is {}", table.deepest());
                    return Err(Diagnostic::at(&span, message).hint(hint));
                }
                Ok(Arc::new(move |_, chance| {
                    let drawn = table.nth_at(distance, chance.below(count));
                    drawn.expect("the number drawn is below the count")
                }))
            },
        ),
        StartEntry::new(
            "reversed",
            "reversed@1",
            "the tiles in reversed order in one of the corners; `same` is where Win is",
            corner(),
            |(down, right), env: &GameEnv<Slide>| {
                let start: Tiles = env.game().reversed(down, right);
                Ok(Arc::new(move |_, _| start))
            },
        ),
    ]
}
