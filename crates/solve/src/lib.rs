//! Exact answers: retrograde tables, pattern databases, shortest solutions with proofs, values and
//! decision quality by enumeration.
//!
//! Nothing here is shared with the agents' searches, so that each can check the other. The room
//! does no I/O and reads no clock but the deadline it is given; long work reports through a
//! callback and can be cancelled.

pub mod decisions;
pub mod slide;
pub mod values;

#[cfg(test)]
mod tree;
