//! The plans that come with the laboratory, built into the binary.

use super::Plan;
use crate::source::{Fault, Place};
use crate::vgdl::Library;
use std::io;
use std::path::Path;

/// A plan that can be named without a file.
pub struct Shipped {
    /// Its name.
    pub name: &'static str,
    /// Its TOML.
    pub text: &'static str,
}

macro_rules! plans {
    ($($name:literal),* $(,)?) => {
        &[$(Shipped {
            name: $name,
            text: include_str!(concat!("../../../../plans/", $name, ".toml")),
        }),*]
    };
}

/// Every shipped plan.
pub fn shipped() -> &'static [Shipped] {
    plans![
        "slide-depth4",
        "slide-depth5",
        "slide-depth6",
        "slide-intensity",
        "slide-distance",
        "slide-planners3",
        "slide-planners4",
        "slide-variety",
        "othello-sampler",
        "othello-sampling",
        "othello-tournament",
        "othello-guesses",
        "othello-pvs",
        "loa-techniques",
        "minimaxing-othello6",
        "minimaxing-othello8",
        "minimaxing-chess",
        "lookahead-random",
        "material-random",
        "randomness",
        "seeding-small",
        "seeding",
        "seeding-best",
        "seeding-scales",
        "omaha-players",
    ]
}

/// The plan of a name, or in a file that `load` reads; `settings` replace its keys. Files that the
/// plan names lie beside it.
pub fn find(
    name: &str,
    settings: &[String],
    load: impl Fn(&str) -> io::Result<String>,
) -> Result<Plan, Fault> {
    find_from(name, settings, load, &Library::Shipped)
}

/// The same, with the games of VGDL from a library.
pub fn find_from(
    name: &str,
    settings: &[String],
    load: impl Fn(&str) -> io::Result<String>,
    library: &Library,
) -> Result<Plan, Fault> {
    if let Some(known) = shipped().iter().find(|plan| plan.name == name) {
        let place = Place::whole(format!("plans/{name}.toml"), known.text);
        return Plan::read_from(name, &place, settings, &load, library);
    }
    let text = load(name).map_err(|error| {
        let looks_like_a_file = name.contains(['/', '\\', '.']);
        let fault = Fault::new(match looks_like_a_file {
            true => format!("the plan `{name}` cannot be read: {error}"),
            false => format!("no plan is called `{name}`, and no such file can be read"),
        });
        fault.known(name, shipped().iter().map(|plan| plan.name))
    })?;
    let path = Path::new(name);
    let stem = path.file_stem();
    let stem = stem.map_or(name.to_string(), |stem| stem.to_string_lossy().into_owned());
    let beside = |file: &str| load(&path.with_file_name(file).to_string_lossy());
    let text = Place::whole(name, text);
    Plan::read_from(&stem, &text, settings, &beside, library)
}
