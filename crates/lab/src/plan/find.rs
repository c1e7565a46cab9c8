//! Plans by name or in files.

use super::Plan;
use crate::files;
use ludometer_arena::define::Load;
use ludometer_arena::registry::Registry;
use ludometer_spec::source::{Diagnostic, Span};
use std::io;

/// The plan of a name, or in a file that `load` reads; `settings` replace its keys. Files that the
/// plan names lie beside it. Cells that the settings change are not compared with published figures.
pub fn find(
    name: &str,
    settings: &[String],
    load: impl Fn(&str) -> io::Result<String>,
    registry: &Registry,
) -> Result<Plan, Diagnostic> {
    let registered = registry.find_plan(name);
    let registered = registered.map(|known| (known.name.clone(), known.span()));
    let names = registry.plans().iter().map(|plan| plan.name.as_str());
    let (stem, text) = files::named_or_read(("plan", name), registered, names, &load)?;
    let beside = |file: &str| load(&files::beside(name, file));
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
