//! Plans by name or in files.

use super::Plan;
use ludometer_arena::define::Load;
use ludometer_arena::registry::Registry;
use ludometer_spec::source::{Diagnostic, Span};
use std::io;
use std::path::Path;

/// The plan of a name, or in a file that `load` reads; `settings` replace its keys. Files that the
/// plan names lie beside it. Cells that the settings change are not compared with published figures.
pub fn find(
    name: &str,
    settings: &[String],
    load: impl Fn(&str) -> io::Result<String>,
    registry: &Registry,
) -> Result<Plan, Diagnostic> {
    let plans = registry.plans();
    if let Some(known) = registry.find_plan(name) {
        return read(&known.name, &known.span(), settings, &load, registry);
    }
    let text = load(name).map_err(|error| {
        let looks_like_a_file = name.contains(['/', '\\', '.']);
        let diagnostic = Diagnostic::new(match looks_like_a_file {
            true => format!("the plan `{name}` cannot be read: {error}"),
            false => format!("no plan is called `{name}`, and no such file can be read"),
        });
        diagnostic.known(name, plans.iter().map(|plan| plan.name.as_str()))
    })?;
    let path = Path::new(name);
    let stem = path.file_stem();
    let stem = stem.map_or(name.to_string(), |stem| stem.to_string_lossy().into_owned());
    let beside = |file: &str| load(&path.with_file_name(file).to_string_lossy());
    let text = Span::whole(name, text);
    read(&stem, &text, settings, &beside, registry)
}

fn read(
    name: &str,
    text: &Span,
    settings: &[String],
    load: Load<'_>,
    registry: &Registry,
) -> Result<Plan, Diagnostic> {
    let mut plan = Plan::read(name, text, settings, load, registry)?;
    if !settings.is_empty() {
        let original = Plan::read(name, text, &[], load, registry);
        let tables = settings
            .iter()
            .any(|setting| setting.trim().starts_with("tables"));
        // A plan that settings complete has nothing to depart from.
        if let Ok(original) = original {
            plan.depart_from(&original, tables);
        }
    }
    Ok(plan)
}
