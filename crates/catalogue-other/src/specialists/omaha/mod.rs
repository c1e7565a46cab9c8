//! What only Omaha Hi-Lo has: simple opponents, McRaise, networks, and the expected share of the
//! pot.

mod caller;
mod threshold;

pub mod mcraise;
pub mod network;
pub mod player_statistics;

pub use caller::Caller;
pub use mcraise::McRaise;
pub use threshold::Threshold;

use ludometer_arena::env::{AgentEntry, AgentMaker, Estimates, GameEnv, agent};
use ludometer_games_other::omaha::{Hand, Omaha, history};
use ludometer_spec::params;
use ludometer_spec::params::{Params, choice, network as net, none, real, whole};
use ludometer_spec::source::Diagnostic;
use ludometer_spec::spec::Spec;
use mcraise::{MEANINGS, Model, ModelAgent, Origin, PotModel, outlook};
use network::{NetworkRole, PokerNetwork, Policy, ValueNetworkAgent};
use std::sync::Arc;

/// The expected share of the pot of the player to act, if all who are in see the showdown: in all, of
/// the high and of the low side, each with its error. Once every unseen card is equally likely; once
/// hands of the others weigh as McRaise's model of them says.
pub const SHARES: Estimates<Omaha> = Estimates {
    title: "expected share of the pot of the player to act",
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
    note: "`effective` is the effective sample size; `modelled` reads the bets as McRaise does with the model it starts from",
};

/// A finished hand as a history with all cards and the players' names.
pub fn told(omaha: &Omaha, hand: &Hand, number: u64, names: &[String]) -> String {
    let names: Vec<Option<String>> = names.iter().cloned().map(Some).collect();
    history::write_known(omaha, hand, number, !0, &names)
}

/// The identity of the game in stored results.
pub const GAME: &str = "omaha@2";

/// The identity of the agent `mcraise` in stored results.
pub const MCRAISE: &str = "mcraise@1";

/// The identity of the agent `valued` in stored results.
pub const VALUED: &str = "valued@1";

/// The identity of the agent `policy` in stored results.
pub const POLICY: &str = "policy@1";

fn fold() -> Params<f64> {
    let about = "folds below this multiple of a fair share of the pot";
    real("fold", 0.0..=10.0, about)
}

fn raise() -> Params<f64> {
    let about = "bets and raises from this multiple of a fair share of the pot";
    real("raise", 0.0..=10.0, about)
}

fn samples(default: &str) -> Params<u64> {
    let about = "samples of unseen cards for its estimated share";
    whole("samples", 1..=1_000_000, about).or(default)
}

/// The six parameters of the model, with the starts of [`Model::HEADS_UP`].
fn model() -> Params<Model> {
    let starts = ["0.25", "0.65", "0.1", "0.8", "0.06", "0.02"];
    let each = MEANINGS.iter().zip(starts).map(|(meaning, start)| {
        real(meaning.name, meaning.low..=meaning.high, meaning.about).or(start)
    });
    let declared = each.flat_map(|param| param.declared().to_vec());
    Params::new(declared.collect(), |args| {
        Ok(Model::of(MEANINGS.map(|meaning| args.real(meaning.name))))
    })
}

params! {
    struct ThresholdParams {
        fold: f64 = fold(),
        raise: f64 = raise(),
        samples: u64 = samples("100"),
    }
}

params! {
    struct McRaiseParams {
        samples: u64 = samples("1000"),
        model: Model = model(),
        pot: PotModel = choice(
            "pot",
            [("matched", PotModel::Matched), ("lacking", PotModel::Lacking)],
            "whether the others are taken to add what it adds, as published, or what they lack",
        )
        .or("matched"),
        origin: Origin = choice(
            "configurations",
            [("shared", Origin::Shared), ("own", Origin::Own)],
            "where card configurations come from: from what the player sees (the same cards give the same ones), or from the player's own random stream and model",
        )
        .or("shared")
        .added("shared"),
    }
}

params! {
    struct ValuedParams {
        net: Spec = net("net", "the evaluation").or("omaha-evaluation"),
        samples: u64 = samples("200"),
        model: Model = model(),
    }
}

params! {
    struct PolicyParams {
        net: Spec = net("net", "the policy").or("omaha-policy"),
        samples: u64 = samples("200"),
        model: Model = model(),
    }
}

/// A network, which must have this role for an agent of this name.
fn poker_network(
    net: &Spec,
    env: &GameEnv<Omaha>,
    agent: &str,
    role: NetworkRole,
) -> Result<Arc<PokerNetwork>, Diagnostic> {
    let file = env.network(net)?;
    let poker_network =
        PokerNetwork::try_from(file).map_err(|diagnostic| Diagnostic::at(&net.span, diagnostic))?;
    match poker_network.role == role {
        true => Ok(Arc::new(poker_network)),
        false => {
            let message = format!("`{agent}` needs another network");
            let (wanted, given) = (role.name(), poker_network.role.name());
            let hint = format!("its outputs are to be those of a {wanted}, not of a {given}");
            Err(Diagnostic::at(&net.span, message).hint(hint))
        }
    }
}

fn threshold(given: ThresholdParams) -> AgentMaker<Omaha> {
    agent(move || Threshold::new(given.fold, given.raise, given.samples))
}

/// Simple opponents, McRaise, and what networks make of its estimates.
pub fn agents() -> Vec<AgentEntry<Omaha>> {
    let thresholds = |fold, raise| {
        let params = ThresholdParams::params();
        params.default_of("fold", fold).default_of("raise", raise)
    };
    vec![
        AgentEntry::new(
            "caller",
            "caller@1",
            "checks and calls, whatever it holds",
            none(),
            |(), _| Ok(agent(|| Caller)),
        ),
        AgentEntry::new(
            "tight",
            "tight@1",
            "folds hands below a fair share of the pot, raises hands well above it",
            thresholds("1", "1.3"),
            |given, _| Ok(threshold(given)),
        ),
        AgentEntry::new(
            "loose",
            "loose@1",
            "folds only weak hands, raises hands slightly above a fair share of the pot",
            thresholds("0.6", "1.1"),
            |given, _| Ok(threshold(given)),
        ),
        AgentEntry::new(
            "modelled",
            "modelled@1",
            "plays at random by McRaise's opponent model",
            model(),
            |model, _| Ok(agent(move || ModelAgent::new(model))),
        ),
        AgentEntry::new(
            "mcraise",
            MCRAISE,
            "guesses hands from bets and looks one ply ahead (Kocsis, Szepesvári and Winands 2005, section 4.1)",
            McRaiseParams::params(),
            |given, _| {
                Ok(agent(move || {
                    McRaise::new(given.model, given.samples, given.pot)
                        .with_configurations(given.origin)
                }))
            },
        ),
        AgentEntry::new(
            "valued",
            VALUED,
            "looks one ply ahead with a network as its evaluation (Kocsis, Szepesvári and Winands 2005, section 5.2)",
            ValuedParams::params(),
            |given, env| {
                let poker_network =
                    poker_network(&given.net, env, "valued", NetworkRole::Evaluation)?;
                Ok(agent(move || {
                    ValueNetworkAgent::new(Arc::clone(&poker_network), given.model, given.samples)
                }))
            },
        ),
        AgentEntry::new(
            "policy",
            POLICY,
            "draws its actions from the chances that a network gives (Kocsis, Szepesvári and Winands 2005, section 5.2)",
            PolicyParams::params(),
            |given, env| {
                let poker_network = poker_network(&given.net, env, "policy", NetworkRole::Policy)?;
                Ok(agent(move || {
                    Policy::new(Arc::clone(&poker_network), given.model, given.samples)
                }))
            },
        ),
    ]
}
