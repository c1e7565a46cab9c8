//! The stores of a folder, united with one.

use super::Failure;
use super::log::{note, say};
use super::store::merge::{told, united};
use ludometer_lab::plan::Plan;
use ludometer_lab::run::stores_of;
use ludometer_lab::store::Store;
use std::path::{Path, PathBuf};

/// Unites the stores of a folder with one. A store with a wrong row is left out and renamed, so that its part
/// is missing and is played again by the next submission.
pub(super) fn unite_with(plan: &Plan, folder: &str, into: &mut Store) -> Result<(), Failure> {
    let wrong = |error| Failure::file(folder, &error);
    let own = std::fs::canonicalize(into.path()).ok();
    let mut stores = stores_of(Path::new(folder)).map_err(wrong)?;
    stores.retain(|path| std::fs::canonicalize(path).ok() != own);
    if stores.is_empty() {
        return Err(Failure::usage(format!(
            "{folder} has no stores (*.sqlite)\nhint: `ludometer submit` and `ludometer run --part I/N --store FILE` write them"
        )));
    }
    let done = united(into, &stores, Some(plan))?;
    let added: u64 = done.merged.iter().map(|(_, merged)| merged.added).sum();
    for out in &done.shut_out {
        let mut name = out.store.as_os_str().to_owned();
        name.push(".shut-out");
        let to = PathBuf::from(name);
        std::fs::rename(&out.store, &to)
            .map_err(|error| Failure::file(&out.store.display().to_string(), &error))?;
        note(&format!("{}\nit is {} now", told(out), to.display()));
    }
    say(&format!(
        "{added} episodes came from {} of {} stores in {folder}",
        done.merged.len(),
        stores.len()
    ));
    Ok(())
}
