//! What only Omaha Hi-Lo has: simple opponents, and the expected share of the pot.

mod caller;
mod threshold;

pub use caller::Caller;
pub use threshold::Threshold;

use crate::knob::{Args, Kind, Knob};
use crate::registry::{AgentMaker, Entry, Estimates, MakeAgent};
use ludometer_games::omaha::Omaha;
use std::sync::Arc;

/// The expected share of the pot of whoever is to act, if all who are in see the showdown and every
/// unseen card is equally likely: in all, of the high and of the low side, each with its error.
pub const SHARES: Estimates<Omaha> = Estimates {
    names: &[
        "share",
        "error of share",
        "high share",
        "error of high",
        "low share",
        "error of low",
    ],
    values: |omaha, hand, player, samples, dice| {
        let equity = omaha.equity(hand, player, samples, dice);
        [equity.total, equity.high, equity.low]
            .iter()
            .flat_map(|estimate| [estimate.mean, estimate.error])
            .collect()
    },
};

const fn fold(default: &'static str) -> Knob {
    Knob {
        name: "fold",
        kind: Kind::Real(0.0, 10.0),
        default: Some(default),
        about: "below so many times a fair share of the pot it does not call",
    }
}

const fn raise(default: &'static str) -> Knob {
    Knob {
        name: "raise",
        kind: Kind::Real(0.0, 10.0),
        default: Some(default),
        about: "from so many times a fair share of the pot it bets and raises",
    }
}

const SAMPLES: Knob = Knob {
    name: "samples",
    kind: Kind::Whole(1, 1_000_000),
    default: Some("100"),
    about: "draws of unseen cards that its share is estimated from",
};

fn threshold(args: &Args) -> AgentMaker<Omaha> {
    let (fold, raise) = (args.real("fold"), args.real("raise"));
    let samples = args.whole("samples");
    Arc::new(move || Box::new(Threshold::new(fold, raise, samples)))
}

/// Simple opponents.
pub fn agents() -> Vec<Entry<MakeAgent<Omaha>>> {
    vec![
        Entry {
            name: "caller",
            about: "checks and calls, whatever it holds",
            knobs: &[],
            fit: |_| Ok(()),
            make: |_, _| Ok(Arc::new(|| Box::new(Caller))),
        },
        Entry {
            name: "tight",
            about: "folds what is worth less than a fair share of the pot, raises what is worth much more",
            knobs: const { &[fold("1"), raise("1.3"), SAMPLES] },
            fit: |_| Ok(()),
            make: |args, _| Ok(threshold(args)),
        },
        Entry {
            name: "loose",
            about: "folds only what is worth little, raises what is worth a little more than a fair share",
            knobs: const { &[fold("0.6"), raise("1.1"), SAMPLES] },
            fit: |_| Ok(()),
            make: |args, _| Ok(threshold(args)),
        },
    ]
}
