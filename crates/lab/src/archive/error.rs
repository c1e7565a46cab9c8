//! What can be wrong with an archive.

use crate::store::StoreError;
use ludometer_spec::source::Diagnostic;
use std::io;

/// Why an archive could not be written, read or believed.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// The file cannot be read or written.
    #[error("the archive cannot be read or written: {0}")]
    Io(#[from] io::Error),
    /// The file is no archive of this program, or its container is damaged.
    #[error("{0}\nhint: fetch the file again, or name one that `ludometer archive` wrote")]
    Container(String),
    /// A member is not what the manifest says.
    #[error(
        "`{member}` is damaged: {what}\nhint: fetch the file again; the members before it are whole"
    )]
    Member {
        /// The name of the member.
        member: String,
        /// What is wrong.
        what: String,
    },
    /// The plan in the archive cannot be read here.
    #[error(transparent)]
    Diagnostic(#[from] Diagnostic),
    /// A store cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl ArchiveError {
    pub(super) fn member(member: &str, what: impl Into<String>) -> ArchiveError {
        ArchiveError::Member {
            member: member.to_string(),
            what: what.into(),
        }
    }
}
