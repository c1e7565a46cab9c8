//! Programs from outside that agents ask, such as engines.

use super::entry::{Outside, find};
use super::game_env::{GameEnv, MoveWriter};
use ludometer_core::Game;
use ludometer_spec::param::{ParamKind, Spelling};
use ludometer_spec::source::Diagnostic;
use ludometer_spec::spec::Spec;

/// Reads a position of a game.
pub(crate) type PositionReader<G> = fn(&G, &str) -> Result<<G as Game>::State, String>;

impl<G: Game> GameEnv<G> {
    /// Sets the notation of moves that engines of the game use, where it differs from the label;
    /// [`Game::action_named`] must read it.
    #[must_use]
    pub fn with_engine_moves(mut self, write: MoveWriter<G>) -> Self {
        self.moves = Some(write);
        self
    }

    /// Writes moves as engines of the game do: by their labels unless the game says otherwise.
    pub(crate) fn move_writer(&self) -> MoveWriter<G> {
        self.moves
            .unwrap_or(|game, state, action| game.label(state, action))
    }

    /// Writes positions, where the game has a notation.
    pub(crate) fn position_writer(&self) -> Option<fn(&G, &G::State) -> String> {
        self.notation.as_ref().map(|notation| notation.write)
    }

    /// Reads positions, where the game has a notation.
    pub(crate) fn position_reader(&self) -> Option<PositionReader<G>> {
        self.notation.as_ref().map(|notation| notation.read)
    }

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
