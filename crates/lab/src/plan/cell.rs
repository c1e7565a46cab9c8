//! One combination of a plan's variables: what exactly is played there.

use ludometer_arena::play::MatchRules;
use ludometer_arena::registry::{AnyGame, MatchSpec, PreparedMatch};
use ludometer_core::Seed;
use ludometer_spec::identity::{self, Identity, milliseconds};
use ludometer_spec::param::Spelling;
use ludometer_spec::source::Diagnostic;
use ludometer_spec::spec::Spec;
use std::sync::Arc;
use std::time::Duration;

/// The behaviour number in the identity of rows from before entries had versions.
const UNVERSIONED: u32 = 2;

/// What is played at one combination of variables.
pub struct Cell {
    pub(super) variables: Vec<(String, String)>,
    pub(super) game: Arc<dyn AnyGame>,
    pub(super) agents: Vec<Spec>,
    pub(super) start: Spec,
    pub(super) measure: Option<Spec>,
    pub(super) rules: MatchRules,
    pub(super) seed: u64,
    pub(super) description: String,
    pub(super) unversioned: String,
}

impl Cell {
    /// The value of a variable here.
    pub fn variable(&self, name: &str) -> Option<&str> {
        let found = self.variables.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str())
    }

    /// Every variable with its value.
    pub fn variables(&self) -> &[(String, String)] {
        &self.variables
    }

    /// Everything that decides what is played here, by identifiers and versions. Cells with the same
    /// description have the same rows, whatever plan they are in.
    pub fn description(&self) -> &str {
        &self.description
    }

    /// What rows are stored under.
    pub fn key(&self) -> [u8; 16] {
        identity::key(&self.description)
    }

    /// What rows were stored under before entries had versions.
    pub fn unversioned_key(&self) -> [u8; 16] {
        identity::key(&self.unversioned)
    }

    /// Whether its rows repeat to the bit.
    pub fn is_repeatable(&self) -> bool {
        self.rules.budget.is_repeatable()
    }

    /// How many agents take part.
    pub fn seats(&self) -> usize {
        self.agents.len()
    }

    /// How many consecutive episodes share their chance: the unit of every mean's interval.
    pub fn group(&self) -> usize {
        if self.rules.mirror { self.seats() } else { 1 }
    }

    /// Prepares the match.
    pub fn prepare(&self) -> Result<Box<dyn PreparedMatch>, Diagnostic> {
        self.game.prepare(&MatchSpec {
            agents: &self.agents,
            start: &self.start,
            measure: self.measure.as_ref(),
            rules: self.rules,
            seed: Seed::new(self.seed),
        })
    }

    pub(super) fn describe(&mut self) -> Result<(), Diagnostic> {
        let (agents, start) = self
            .game
            .spelled(Spelling::Identity, &self.agents, &self.start)?;
        let measure = self.measure.as_ref();
        let measure = measure.map(|measure| self.game.measure_identity(measure));
        let MatchRules {
            moves,
            budget,
            opening,
            mirror,
            generator,
        } = self.rules;
        let mut identity = Identity::of("cell@1")
            .line("game", self.game.identity())
            .line("start", start);
        for agent in agents {
            identity = identity.line("seat", agent);
        }
        self.description = identity
            .maybe("moves", moves)
            .budget(&budget)
            .maybe("first-milliseconds", opening.map(milliseconds))
            .maybe("mirror", mirror.then_some("yes"))
            .generator(generator)
            .maybe("measure", measure.transpose()?)
            .line("seed", self.seed)
            .text();
        self.unversioned = self.describe_unversioned()?;
        Ok(())
    }

    /// The identity of rows from before entries had versions.
    fn describe_unversioned(&self) -> Result<String, Diagnostic> {
        let (agents, start) =
            self.game
                .spelled(Spelling::Unversioned, &self.agents, &self.start)?;
        let MatchRules {
            moves,
            budget,
            opening,
            mirror,
            generator,
        } = self.rules;
        let limit = |limit: Option<u64>| limit.map_or("none".to_string(), |n| n.to_string());
        let time = |time: Duration| milliseconds(time).to_string();
        let mut text = format!(
            "behaviour {UNVERSIONED}\ngame {}\nstart {start}\nseats {}\nmoves {}\nsteps {}\nevaluations {}\nmilliseconds {}\nmirror {mirror}\ngenerator {}\nseed {}\n",
            self.game.unversioned(),
            agents.join(" | "),
            limit(moves.map(u64::from)),
            limit(budget.steps),
            limit(budget.evaluations),
            budget.time.map_or("none".to_string(), time),
            generator.name(),
            self.seed,
        );
        if let Some(opening) = opening {
            text += &format!("opening milliseconds {}\n", time(opening));
        }
        if let Some(measure) = &self.measure {
            text += &format!("measure {}\n", measure.name);
        }
        Ok(text)
    }
}
