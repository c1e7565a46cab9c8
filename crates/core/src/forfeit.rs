//! Failure of an agent to act.

use std::fmt::{Display, Formatter};

/// Why a player forfeits a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// It chose an action that is not legal.
    Illegal,
    /// It terminated unexpectedly, or its answer could not be parsed.
    Crash,
    /// It did not answer.
    Hang,
    /// Its clock ran out.
    Time,
    /// It resigned.
    Resignation,
    /// It was asked to stop in the middle of a decision. The referee that asked discards the episode;
    /// it counts as a loss for no player.
    Cancelled,
    /// It has failed in several games in a row, and nothing more can be learned from playing on. The
    /// referee discards the episode and the run ends.
    OutOfOrder,
    /// Anything else; see the detail.
    Other,
}

impl Reason {
    /// All that have a name.
    const NAMED: [(Reason, &'static str); 7] = [
        (Reason::Illegal, "illegal action"),
        (Reason::Crash, "crash"),
        (Reason::Hang, "hang"),
        (Reason::Time, "time"),
        (Reason::Resignation, "resignation"),
        (Reason::Cancelled, "cancelled"),
        (Reason::OutOfOrder, "out of order"),
    ];
}

/// A decision that was not made, and why.
///
/// As text it is the reason and the detail, such as `illegal action: e9`; [`Forfeit::read`] parses it.
///
/// ```
/// use ludometer_core::{Forfeit, Reason};
///
/// let forfeit = Forfeit::new(Reason::Crash, "the engine closed its output");
/// assert_eq!(forfeit.to_string(), "crash: the engine closed its output");
/// assert_eq!(Forfeit::from(Reason::Resignation).to_string(), "resignation");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Forfeit {
    /// The kind of failure.
    pub reason: Reason,
    /// What happened; may be empty.
    pub detail: String,
}

impl Forfeit {
    /// A reason with what happened.
    pub fn new(reason: Reason, detail: impl Into<String>) -> Forfeit {
        Forfeit {
            reason,
            detail: detail.into(),
        }
    }

    /// Parses the text form of a forfeit.
    pub fn read(text: &str) -> Forfeit {
        let known = Reason::NAMED.iter().find_map(|&(reason, name)| {
            let detail = match text.strip_prefix(name)? {
                "" => "",
                rest => rest.strip_prefix(": ")?,
            };
            Some(Forfeit::new(reason, detail))
        });
        known.unwrap_or_else(|| Forfeit::new(Reason::Other, text))
    }
}

impl From<Reason> for Forfeit {
    fn from(reason: Reason) -> Forfeit {
        Forfeit::new(reason, "")
    }
}

impl Display for Forfeit {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        let named = Reason::NAMED
            .iter()
            .find(|(reason, _)| *reason == self.reason);
        match (named, self.detail.as_str()) {
            (Some((_, name)), "") => f.write_str(name),
            (Some((_, name)), detail) => write!(f, "{name}: {detail}"),
            (None, detail) => f.write_str(detail),
        }
    }
}

impl std::error::Error for Forfeit {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        for (reason, name) in Reason::NAMED {
            for detail in ["", "e9", "a: b", " "] {
                let forfeit = Forfeit::new(reason, detail);
                assert!(forfeit.to_string().starts_with(name));
                assert_eq!(Forfeit::read(&forfeit.to_string()), forfeit);
            }
        }
        for text in ["", "timely", "crashed: x", "cat on the keyboard"] {
            let other = Forfeit::read(text);
            assert_eq!(other, Forfeit::new(Reason::Other, text));
            assert_eq!(other.to_string(), text);
        }
    }
}
