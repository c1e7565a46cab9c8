//! Tunings and studies by name or in files.

use super::{Study, Tuning};
use crate::files;
use ludometer_arena::registry::Registry;
use ludometer_spec::source::Diagnostic;
use std::io;

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
    let registered = registry.find_tuning(name);
    let registered = registered.map(|known| (known.name.clone(), known.span()));
    let names = registry.tunings().iter().map(|known| known.name.as_str());
    let (stem, text) = files::named_or_read(("tuning", name), registered, names, &load)?;
    let beside = |file: &str| load(&files::beside(name, file));
    Study::read(&stem, &text, settings, &beside, registry)
}
