//! Notes for the user, such as names that have changed.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

/// The notes of everything opened through one registry, without duplicates.
#[derive(Clone, Debug, Default)]
pub struct Notes(Arc<Mutex<BTreeSet<String>>>);

impl Notes {
    /// Adds notes.
    pub fn add(&self, notes: &[String]) {
        if !notes.is_empty() {
            let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            all.extend(notes.iter().cloned());
        }
    }

    /// Takes all notes out.
    pub fn take(&self) -> Vec<String> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *all).into_iter().collect()
    }
}
