//! What reading a plan and reading a tuning have in common: where the text is.

use ludometer_spec::source::{Diagnostic, Span};
use std::io;
use std::path::Path;

/// The name and the text of a registered file, or of one that `load` reads. `kind` is what it is, and `names` are
/// the registered ones, for error messages.
pub(crate) fn named_or_read<'a>(
    (kind, name): (&str, &str),
    registered: Option<(String, Span)>,
    names: impl Iterator<Item = &'a str>,
    load: impl Fn(&str) -> io::Result<String>,
) -> Result<(String, Span), Diagnostic> {
    if let Some(registered) = registered {
        return Ok(registered);
    }
    let text = load(name).map_err(|error| {
        let looks_like_a_file = name.contains(['/', '\\', '.']);
        let diagnostic = Diagnostic::new(match looks_like_a_file {
            true => format!("the {kind} `{name}` cannot be read: {error}"),
            false => format!("no {kind} is called `{name}`, and no such file can be read"),
        });
        diagnostic.known(name, names)
    })?;
    let stem = Path::new(name).file_stem();
    let stem = stem.map_or(name.to_string(), |stem| stem.to_string_lossy().into_owned());
    Ok((stem, Span::whole(name, text)))
}

/// Where a file that lies beside another one is.
pub(crate) fn beside(name: &str, file: &str) -> String {
    let path = Path::new(name).with_file_name(file);
    path.to_string_lossy().into_owned()
}
