//! Memory that one thread writes.

/// What one thread writes all the time, on cache lines of its own: beside what another thread writes, each
/// would take the line from the other with every unit. Processors fetch lines of 64 bytes in pairs.
#[derive(Default)]
#[repr(align(128))]
pub(super) struct OwnLine<T>(pub(super) T);
