//! Anchors that do not clash.

use crate::inline::slug;
use std::collections::BTreeSet;

/// The anchors given out so far on a page.
#[derive(Default)]
pub(crate) struct Ids(BTreeSet<String>);

impl Ids {
    /// The anchor of `name`, numbered if it is taken; `otherwise` for a name
    /// without letters.
    pub(crate) fn unique(&mut self, name: &str, otherwise: &str) -> String {
        let base = match slug(name) {
            slug if slug.is_empty() => otherwise.to_owned(),
            slug => slug,
        };
        let mut id = base.clone();
        let mut number = 1;
        while !self.0.insert(id.clone()) {
            number += 1;
            id = format!("{base}-{number}");
        }
        id
    }
}
