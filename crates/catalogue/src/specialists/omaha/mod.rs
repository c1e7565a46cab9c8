//! What only Omaha Hi-Lo has: simple opponents, McRaise, networks, and the expected share of the
//! pot.

mod caller;
mod threshold;

pub mod mcraise;
pub mod network;
pub mod standing;

pub use caller::Caller;
pub use mcraise::McRaise;
pub use threshold::Threshold;

use ludometer_arena::env::{AgentMaker, Entry, Estimates, Host, MakeAgent};
use ludometer_games::omaha::{Hand, Omaha, history};
use ludometer_spec::knob::{Args, Kind, Knob};
use ludometer_spec::source::Fault;
use mcraise::{MEANINGS, Model, Modelled, Pot, outlook};
use network::{Brain, Policy, Role, Valued};
use std::sync::Arc;

/// The expected share of the pot of whoever is to act, if all who are in see the showdown: in all, of
/// the high and of the low side, each with its error. Once every unseen card is equally likely; once
/// hands of the others weigh as McRaise's model of them says.
pub const SHARES: Estimates<Omaha> = Estimates {
    title: "expected share of the pot of whoever is to act",
    of: "opponents",
    columns: &[
        "share",
        "error",
        "high",
        "error of high",
        "low",
        "error of low",
        "effective",
    ],
    rows: |omaha, hand, player, samples, dice| {
        let equity = omaha.equity(hand, player, samples, dice);
        let random = [equity.total, equity.high, equity.low];
        let random = random.iter().flat_map(|side| [side.mean, side.error]);
        let model = match omaha.players() {
            2 => Model::HEADS_UP,
            _ => Model::RING,
        };
        let outlook = outlook(omaha, hand, player, model, samples);
        let modelled = outlook.iter().flat_map(|side| [side.share, side.error]);
        vec![
            ("random", random.chain([samples as f64]).collect()),
            (
                "modelled",
                modelled.chain([outlook[0].effective.round()]).collect(),
            ),
        ]
    },
    note: "`effective` is how many samples the weighted ones are worth; `modelled` reads the bets as McRaise does with the model it starts from",
};

/// A finished hand as a history with all cards and the players' names.
pub fn told(omaha: &Omaha, hand: &Hand, number: u64, names: &[String]) -> String {
    let names: Vec<Option<String>> = names.iter().cloned().map(Some).collect();
    history::write_known(omaha, hand, number, !0, &names)
}

/// What results of the game are kept under.
pub const GAME: &str = "omaha@1";

/// What results of the agent `mcraise` are kept under.
pub const MCRAISE: &str = "mcraise@1";

/// What results of the agent `valued` are kept under.
pub const VALUED: &str = "valued@1";

/// What results of the agent `policy` are kept under.
pub const POLICY: &str = "policy@1";

const fn fold(default: &'static str) -> Knob {
    Knob::new(
        "fold",
        Kind::Real(0.0, 10.0),
        Some(default),
        "below so many times a fair share of the pot it does not call",
    )
}

const fn raise(default: &'static str) -> Knob {
    Knob::new(
        "raise",
        Kind::Real(0.0, 10.0),
        Some(default),
        "from so many times a fair share of the pot it bets and raises",
    )
}

const fn samples(default: &'static str) -> Knob {
    Knob::new(
        "samples",
        Kind::Whole(1, 1_000_000),
        Some(default),
        "draws of unseen cards that its share is estimated from",
    )
}

/// A parameter of the model, by its place among the [`MEANINGS`].
const fn parameter(place: usize, default: &'static str) -> Knob {
    let meaning = MEANINGS[place];
    Knob::new(
        meaning.name,
        Kind::Real(meaning.low, meaning.high),
        Some(default),
        meaning.about,
    )
}

/// The six with the starts of [`Model::HEADS_UP`].
const MODEL: [Knob; 6] = [
    parameter(0, "0.25"),
    parameter(1, "0.65"),
    parameter(2, "0.1"),
    parameter(3, "0.8"),
    parameter(4, "0.06"),
    parameter(5, "0.02"),
];

const POT: Knob = Knob::new(
    "pot",
    Kind::Choice(&["matched", "lacking"]),
    Some("matched"),
    "whether the others are taken to add what it adds, as published, or what they lack",
);

fn model(args: &Args) -> Model {
    Model::of(MEANINGS.map(|meaning| args.real(meaning.name)))
}

const fn net(default: &'static str, about: &'static str) -> Knob {
    Knob::new("net", Kind::Network, Some(default), about)
}

/// The network of a knob, which must have this role.
fn brain(args: &Args, host: &Host<Omaha>, role: Role) -> Result<Arc<Brain>, Fault> {
    let place = &args.value("net").place;
    let file = host.network(args.spec("net"))?;
    let brain = Brain::try_from(file).map_err(|fault| Fault::at(place, fault))?;
    match brain.role == role {
        true => Ok(Arc::new(brain)),
        false => {
            let message = format!("`{}` needs another network", args.name());
            let (wanted, given) = (role.name(), brain.role.name());
            let hint = format!("its outputs are to be those of a {wanted}, not of a {given}");
            Err(Fault::at(place, message).hint(hint))
        }
    }
}

fn threshold(args: &Args) -> AgentMaker<Omaha> {
    let (fold, raise) = (args.real("fold"), args.real("raise"));
    let samples = args.whole("samples");
    Arc::new(move || Box::new(Threshold::new(fold, raise, samples)))
}

/// Simple opponents, McRaise, and what networks make of its estimates.
pub fn agents() -> Vec<Entry<MakeAgent<Omaha>>> {
    vec![
        Entry {
            name: "caller",
            id: "caller@1",
            about: "checks and calls, whatever it holds",
            knobs: &[],
            fit: |_| Ok(()),
            make: |_, _| Ok(Arc::new(|| Box::new(Caller))),
        },
        Entry {
            name: "tight",
            id: "tight@1",
            about: "folds what is worth less than a fair share of the pot, raises what is worth much more",
            knobs: const { &[fold("1"), raise("1.3"), samples("100")] },
            fit: |_| Ok(()),
            make: |args, _| Ok(threshold(args)),
        },
        Entry {
            name: "loose",
            id: "loose@1",
            about: "folds only what is worth little, raises what is worth a little more than a fair share",
            knobs: const { &[fold("0.6"), raise("1.1"), samples("100")] },
            fit: |_| Ok(()),
            make: |args, _| Ok(threshold(args)),
        },
        Entry {
            name: "modelled",
            id: "modelled@1",
            about: "does by the dice what McRaise's model of an opponent says",
            knobs: &MODEL,
            fit: |_| Ok(()),
            make: |args, _| {
                let model = model(args);
                Ok(Arc::new(move || Box::new(Modelled::new(model))))
            },
        },
        Entry {
            name: "mcraise",
            id: MCRAISE,
            about: "guesses hands from bets and looks one ply ahead (Kocsis, Szepesvári and Winands 2005, section 4.1)",
            knobs: const {
                let [a, b, c, d, e, f] = MODEL;
                &[samples("1000"), a, b, c, d, e, f, POT]
            },
            fit: |_| Ok(()),
            make: |args, _| {
                let (model, samples) = (model(args), args.whole("samples"));
                let pot = match args.spec("pot").name.as_str() {
                    "lacking" => Pot::Lacking,
                    _ => Pot::Matched,
                };
                Ok(Arc::new(move || {
                    Box::new(McRaise::new(model, samples, pot))
                }))
            },
        },
        Entry {
            name: "valued",
            id: VALUED,
            about: "looks one ply ahead with a network as its evaluation (Kocsis, Szepesvári and Winands 2005, section 5.2)",
            knobs: const {
                let [a, b, c, d, e, f] = MODEL;
                let net = net("omaha-evaluation", "the evaluation");
                &[net, samples("200"), a, b, c, d, e, f]
            },
            fit: |_| Ok(()),
            make: |args, host| {
                let brain = brain(args, host, Role::Evaluation)?;
                let (model, samples) = (model(args), args.whole("samples"));
                Ok(Arc::new(move || {
                    Box::new(Valued::new(Arc::clone(&brain), model, samples))
                }))
            },
        },
        Entry {
            name: "policy",
            id: POLICY,
            about: "draws its actions from the chances that a network gives (Kocsis, Szepesvári and Winands 2005, section 5.2)",
            knobs: const {
                let [a, b, c, d, e, f] = MODEL;
                let net = net("omaha-policy", "the policy");
                &[net, samples("200"), a, b, c, d, e, f]
            },
            fit: |_| Ok(()),
            make: |args, host| {
                let brain = brain(args, host, Role::Policy)?;
                let (model, samples) = (model(args), args.whole("samples"));
                Ok(Arc::new(move || {
                    Box::new(Policy::new(Arc::clone(&brain), model, samples))
                }))
            },
        },
    ]
}
