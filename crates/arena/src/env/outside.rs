//! Programs from outside that agents ask, such as engines.

use super::entry::find;
use super::game_env::GameEnv;
use ludometer_core::{Game, Repeatability};
use ludometer_spec::param::{ParamKind, Spelling};
use ludometer_spec::source::Diagnostic;
use ludometer_spec::spec::Spec;

/// A program from outside that an agent asks, such as a chess engine.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Outside {
    /// What it calls itself, with its version.
    pub name: String,
    /// Everything that decides how it plays and is not in the spec, such as a hash of the executable.
    /// It becomes part of the identity that results are stored under.
    pub identity: String,
    /// How far its decisions repeat under match rules that repeat.
    pub repeatability: Repeatability,
}

impl Outside {
    /// A program with this name and identity, whose decisions do not repeat.
    pub fn new(name: impl Into<String>, identity: impl Into<String>) -> Outside {
        Outside {
            name: name.into(),
            identity: identity.into(),
            repeatability: Repeatability::No,
        }
    }

    /// The same with decisions that repeat so far.
    #[must_use]
    pub fn repeating(mut self, repeatability: Repeatability) -> Outside {
        self.repeatability = repeatability;
        self
    }
}

impl<G: Game> GameEnv<G> {
    /// The programs from outside that an agent asks, or the agents inside it.
    pub fn outside(&self, spec: &Spec) -> Result<Vec<Outside>, Diagnostic> {
        let (entry, args) = find::<G, _, _>("agent", spec, &self.agents, &[], &self.facts)?;
        let mut programs: Vec<Outside> = entry.asked(&args, self)?.into_iter().collect();
        for param in &entry.params {
            if param.kind == ParamKind::Agent {
                programs.extend(self.outside(args.spec(&param.name))?);
            }
        }
        Ok(programs)
    }

    /// An agent by identifiers, with what is outside of its spec and decides how it plays, too.
    pub(super) fn identify_agent(&self, form: Spelling, spec: &Spec) -> Result<String, Diagnostic> {
        let (entry, args) = find::<G, _, _>("agent", spec, &self.agents, &[], &self.facts)?;
        let written = args.written(form, |kind, nested| self.spelled(form, kind, nested))?;
        Ok(match entry.asked(&args, self)? {
            Some(outside) => format!("{written} [{}]", outside.identity),
            None => written,
        })
    }
}
