#![doc = include_str!("../README.md")]

pub mod specialists;

pub use ludometer_catalogue_other::{vgdl, video};

use crate::vgdl::Library;
use ludometer_arena::registry::{GameEntry, Registry};
use ludometer_arena::weights::NamedText;
use std::sync::OnceLock;

macro_rules! texts {
    ($folder:literal: $($name:literal),* $(,)?) => {
        [$(NamedText::new(
            $folder,
            $name,
            include_str!(concat!("../", $folder, "/", $name, ".toml")),
        )),*]
    };
}

fn plans() -> impl IntoIterator<Item = NamedText> {
    texts!["plans": "slide-depth4", "slide-depth5", "slide-depth6", "slide-intensity", "slide-distance", "slide-planners3", "slide-planners4", "slide-variety", "othello-sampler", "othello-sampling", "othello-tournament", "othello-guesses", "othello-pvs", "uct-parts", "loa-techniques", "minimaxing-othello6", "minimaxing-othello8", "minimaxing-chess", "lookahead-random", "material-random", "randomness", "seeding-small", "seeding", "seeding-best", "seeding-scales", "omaha-players"]
}

fn tunings() -> impl IntoIterator<Item = NamedText> {
    let texts = texts!["tunes": "slide-noise", "rhea-parameters", "othello-squares", "othello-moves", "omaha-model", "omaha-networks", "loa-realisation"];
    texts.map(|text| match text.name.as_str() {
        "rhea-parameters" => text.formerly("rolling-knobs"),
        _ => text,
    })
}

/// `ludometer train weights` made each of them, and makes it again to the bit.
fn weights() -> impl IntoIterator<Item = NamedText> {
    texts!["weights": "othello-payoff", "othello-payoff-again", "othello-points"]
}

/// `ludometer train omaha-network` made each of them.
fn networks() -> impl IntoIterator<Item = NamedText> {
    texts!["weights": "omaha-evaluation", "omaha-policy"]
}

/// Every game, in the order of their listing: SlideK, the board games, the others.
fn games(library: Library) -> impl Iterator<Item = GameEntry> {
    let mut others = ludometer_catalogue_other::games(library).into_iter();
    let slide = others.next();
    let board = ludometer_catalogue_board::games();
    slide.into_iter().chain(board).chain(others)
}

/// Everything that ships, with the games of VGDL from a library.
pub fn registry(library: Library) -> Registry {
    let mut registry = Registry::empty();
    let fill = || {
        for game in games(library) {
            registry.game(game)?;
        }
        for text in plans() {
            registry.plan(text)?;
        }
        for text in tunings() {
            registry.tuning(text)?;
        }
        for text in weights() {
            registry.weights(text)?;
        }
        networks()
            .into_iter()
            .try_for_each(|text| registry.network(text))
    };
    fill().expect("no two things that ship have one name");
    let added = registry.agent(ludometer_engines::engine());
    added.expect("no agent that ships has the name");
    for tuner in ludometer_tune::tuners() {
        let added = registry.tuner(tuner);
        added.expect("tuners that ship are declared as they should be");
    }
    registry
}

/// Everything that ships.
pub fn shipped() -> &'static Registry {
    static SHIPPED: OnceLock<Registry> = OnceLock::new();
    SHIPPED.get_or_init(|| registry(Library::Shipped))
}
