//! Tunings and studies by name or in files.

use super::{Study, Tuning};
use ludometer_arena::registry::Registry;
use ludometer_spec::source::{Diagnostic, Span};
use std::io;
use std::path::Path;

/// The tuning of a name, or in a file that `load` reads; `settings` replace its keys. Files that it
/// names lie beside it.
pub fn find(
    name: &str,
    settings: &[String],
    load: impl Fn(&str) -> io::Result<String>,
    registry: &Registry,
) -> Result<Tuning, Diagnostic> {
    find_study(name, settings, load, registry)?.only()
}

/// The study of a name, or in a file that `load` reads.
pub fn find_study(
    name: &str,
    settings: &[String],
    load: impl Fn(&str) -> io::Result<String>,
    registry: &Registry,
) -> Result<Study, Diagnostic> {
    let tunings = registry.tunings();
    let (stem, text) = match registry.find_tuning(name) {
        Some(known) => (known.name.clone(), known.span()),
        None => {
            let text = load(name).map_err(|error| {
                let diagnostic = Diagnostic::new(match name.contains(['/', '\\', '.']) {
                    true => format!("the plan `{name}` cannot be read: {error}"),
                    false => format!("no tuning is called `{name}`, and no such file can be read"),
                });
                diagnostic.known(name, tunings.iter().map(|known| known.name.as_str()))
            })?;
            let stem = Path::new(name).file_stem();
            let stem = stem.map_or(name.into(), |stem| stem.to_string_lossy().into_owned());
            (stem, Span::whole(name, text))
        }
    };
    let beside = |file: &str| load(&Path::new(name).with_file_name(file).to_string_lossy());
    Study::read(&stem, &text, settings, &beside, registry)
}
