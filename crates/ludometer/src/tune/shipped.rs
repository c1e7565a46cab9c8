//! The tunings that come with the laboratory, built into the binary.

use super::Tuning;
use crate::registry;
use crate::source::{Fault, Place};
use crate::spec::Spec;
use crate::vgdl::Library;
use std::io;
use std::path::Path;

/// A tuning that can be named without a file.
pub struct Shipped {
    /// Its name.
    pub name: &'static str,
    /// Its TOML.
    pub text: &'static str,
}

macro_rules! tunes {
    ($($name:literal),* $(,)?) => {
        &[$(Shipped {
            name: $name,
            text: include_str!(concat!("../../../../tunes/", $name, ".toml")),
        }),*]
    };
}

/// Every shipped tuning.
pub fn shipped() -> &'static [Shipped] {
    tunes![
        "slide-noise",
        "rolling-knobs",
        "othello-squares",
        "othello-moves",
        "omaha-model",
    ]
}

/// The tuning of a name, or in a file that `load` reads; `settings` replace its keys. Files that it
/// names lie beside it; games of VGDL are from the library.
pub fn find(
    name: &str,
    settings: &[String],
    load: impl Fn(&str) -> io::Result<String>,
    library: &Library,
) -> Result<Tuning, Fault> {
    let open = |spec: &Spec| registry::open_from(spec, library);
    let (stem, text) = match shipped().iter().find(|known| known.name == name) {
        Some(known) => {
            let place = Place::whole(format!("tunes/{name}.toml"), known.text);
            (name.to_string(), place)
        }
        None => {
            let text = load(name).map_err(|error| {
                let fault = Fault::new(match name.contains(['/', '\\', '.']) {
                    true => format!("the plan `{name}` cannot be read: {error}"),
                    false => format!("no tuning is called `{name}`, and no such file can be read"),
                });
                fault.known(name, shipped().iter().map(|known| known.name))
            })?;
            let stem = Path::new(name).file_stem();
            let stem = stem.map_or(name.into(), |stem| stem.to_string_lossy().into_owned());
            (stem, Place::whole(name, text))
        }
    };
    let beside = |file: &str| load(&Path::new(name).with_file_name(file).to_string_lossy());
    let mut tuning = Tuning::read(&stem, &text, settings, &beside, &open)?;
    let video = tuning.description().contains("\ngame vgdl@");
    tuning.source = video.then(|| library.sentence());
    Ok(tuning)
}
