//! Whether the decisions of an agent can be repeated.

/// How far results of an agent repeat when they are played again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Repeatability {
    /// They do not: time is a limit, several threads search, or the program is free to do as it likes.
    No,
    /// They are expected to: a program from outside under a limit of nodes or depth, with one thread
    /// and without a clock. Nothing proves it, so some episodes are played again and compared.
    Observed,
    /// To the bit: the agent is a function of its seat.
    #[default]
    Proved,
}

impl Repeatability {
    /// The class in a word, as stored.
    pub fn name(self) -> &'static str {
        match self {
            Repeatability::No => "no",
            Repeatability::Observed => "observed",
            Repeatability::Proved => "proved",
        }
    }
}

impl std::fmt::Display for Repeatability {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A match repeats as far as the least repeatable of its agents does.
    #[test]
    fn the_least_of_several_is_what_holds() {
        use Repeatability::{No, Observed, Proved};
        assert_eq!([Proved, Observed, Proved].into_iter().min(), Some(Observed));
        assert_eq!([Observed, No].into_iter().min(), Some(No));
    }
}
