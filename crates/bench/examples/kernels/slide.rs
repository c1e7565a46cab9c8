//! Depth-t search of SlideK by the plain walk and by its horizon, and the referee, as plans play them.

use crate::{Checksum, Kernel, Work};
use ludometer_arena::define::no_files;
use ludometer_catalogue::shipped;
use ludometer_lab::plan::Plan;
use ludometer_spec::source::Span;

pub(super) const KERNELS: &[Kernel] = &[
    Kernel {
        name: "depth-slide",
        prepare: || episodes(&slide("depth(t=4, leaf=add(euclidean, 0.1))"), 20),
    },
    Kernel {
        name: "depth-fast-slide",
        prepare: || episodes(&slide("depth-fast(t=6, leaf=add(euclidean, 0.1))"), 150),
    },
    Kernel {
        name: "referee-tic-tac-toe",
        prepare: || {
            let plan = "game = 'tic-tac-toe'\nseats = ['random', 'random']\nepisodes = 100000\n";
            episodes(plan, 25_000)
        },
    },
    Kernel {
        name: "referee-kuhn",
        prepare: || {
            let plan = "game = 'kuhn'\nseats = ['random', 'random']\nepisodes = 100000\n";
            episodes(plan, 60_000)
        },
    },
];

fn slide(seat: &str) -> String {
    format!(
        "game = 'slide(k=3)'\nseats = ['{seat}']\nepisodes = 1000\nmoves = 50\nstart = 'walk(40)'\n"
    )
}

/// The only cell of a plan, so many episodes.
fn episodes(plan: &str, episodes: u64) -> Result<Work, String> {
    let plan = read(plan)?;
    let table = plan.cells[0]
        .prepare()
        .map_err(|diagnostic| diagnostic.to_string())?;
    // The first episode makes tables that are kept.
    table.play(episodes);
    Ok(Box::new(move || {
        let mut sum = Checksum::default();
        for episode in 0..episodes {
            let episode = table.play(episode);
            sum.add(u64::from(episode.plies));
            for share in episode.seats {
                sum.add_real(share.payoff);
                sum.add(share.spent.steps);
            }
        }
        Ok(sum.0)
    }))
}

/// A plan with the names that ship.
pub(super) fn read(text: &str) -> Result<Plan, String> {
    let span = Span::whole("kernel.toml", text);
    Plan::read("kernel", &span, &[], &no_files, shipped())
        .map_err(|diagnostic| diagnostic.to_string())
}
