//! What only SlideK has: exact distances, starts drawn by distance, and a depth-t search that
//! knows the puzzle's shapes.

mod horizon;
mod leaves;
mod swift;

pub use horizon::Horizon;
pub use leaves::{Gauge, Leaves};
pub use swift::Swift;

use ludometer_arena::env::{
    DEPTH, Disturbed, Entry, Exact, LEAF, MakeAgent, MakeStart, WINS, wins,
};
use ludometer_core::Game;
use ludometer_games::slide::{Slide, Tiles};
use ludometer_solve::slide::Distances;
use ludometer_spec::knob::{Kind, Knob};
use ludometer_spec::source::Fault;
use std::sync::{Arc, OnceLock};

/// The distance to Win of every position, for K = 2 and 3; made once, when first asked for.
pub fn distances(slide: &Slide) -> Option<&'static Distances> {
    static TABLES: [OnceLock<Option<Distances>>; 2] = [OnceLock::new(), OnceLock::new()];
    let table = TABLES.get(slide.k() - 2)?;
    table.get_or_init(|| Distances::new(slide).ok()).as_ref()
}

/// The distance to Win, where the table can be had.
pub const DISTANCE: Exact<Slide> = Exact {
    name: "distance",
    value: |slide, tiles| Some(f64::from(distances(slide)?.distance(tiles))),
};

/// The depth-t search that knows the puzzle.
pub fn agents() -> Vec<Entry<MakeAgent<Slide>>> {
    vec![Entry {
        name: "swift",
        id: "swift@1",
        about: "`depth` for SlideK, exact in distribution and many times faster: each shape's leaves are known beforehand",
        knobs: const {
            &[
                Knob::new("t", Kind::Whole(1, 8), DEPTH.default, DEPTH.about),
                Knob::new("leaf", LEAF.kind, Some("manhattan"), LEAF.about),
                WINS,
            ]
        },
        fit: |_| Ok(()),
        make: |args, host| {
            let spec = args.spec("leaf");
            let Disturbed {
                measure,
                noise,
                second,
            } = Disturbed::of(host, spec)?;
            let slide = Arc::clone(host.game());
            let gauge = |name: &str| match Leaves::of(name) {
                Some(leaves) => Ok(Arc::new(Gauge::new(leaves, &slide))),
                None => {
                    let message = format!("`swift` has no table for the measure `{name}`");
                    Err(Fault::at(&spec.place, message).hint("use `depth` for it"))
                }
            };
            let (gauge, second) = (gauge(measure.name)?, gauge(second.name)?);
            let wins = wins(args);
            let horizon = Horizon::shared(&slide, args.whole("t") as u32);
            Ok(Arc::new(move || {
                let (horizon, gauge, second) = (
                    Arc::clone(&horizon),
                    Arc::clone(&gauge),
                    Arc::clone(&second),
                );
                Box::new(Swift::new(horizon, gauge, noise, second).winning(wins))
            }))
        },
    }]
}

/// Starts by exact distance, and the other corners that the lost figure may show.
pub fn starts() -> Vec<Entry<MakeStart<Slide>>> {
    vec![
        Entry {
            name: "distance",
            id: "distance@1",
            about: "a position drawn uniformly among those with this distance to Win",
            knobs: const {
                &[Knob::new(
                    "d",
                    Kind::Whole(1, 26),
                    None,
                    "the least number of moves to Win",
                )]
            },
            fit: |_| Ok(()),
            make: |args, host| {
                let place = &args.value("d").place;
                let Some(table) = distances(host.game()) else {
                    let message = format!(
                        "no table holds the distances of {}",
                        host.game().facts().name
                    );
                    return Err(
                        Fault::at(args.place(), message).hint("use `walk(plies)`, or k up to 3")
                    );
                };
                let distance = args.whole("d") as u8;
                let count = table.count_at(distance);
                if count == 0 {
                    let message = format!("no position is {distance} moves from Win");
                    let hint = format!("the greatest distance is {}", table.deepest());
                    return Err(Fault::at(place, message).hint(hint));
                }
                Ok(Arc::new(move |_, chance| {
                    let drawn = table.nth_at(distance, chance.below(count));
                    drawn.expect("the number drawn is below the count")
                }))
            },
        },
        Entry {
            name: "reversed",
            id: "reversed@1",
            about: "the tiles in reversed order in one of the corners; `same` is where Win is",
            knobs: const {
                &[Knob::new(
                    "corner",
                    Kind::Choice(&["same", "opposite", "below", "beside"]),
                    Some("same"),
                    "where the tiles lie",
                )]
            },
            fit: |_| Ok(()),
            make: |args, host| {
                let (down, right) = match args.spec("corner").name.as_str() {
                    "opposite" => (true, true),
                    "below" => (true, false),
                    "beside" => (false, true),
                    _ => (false, false),
                };
                let start: Tiles = host.game().reversed(down, right);
                Ok(Arc::new(move |_, _| start))
            },
        },
    ]
}
