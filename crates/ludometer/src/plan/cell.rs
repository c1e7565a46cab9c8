//! One combination of a plan's variables: what exactly is played there.

use crate::play::House;
use crate::registry::{Hosted, Seating, Table};
use crate::source::Fault;
use crate::spec::Spec;
use ludometer_core::Seed;
use std::sync::Arc;
use std::time::Duration;

/// Raised whenever something plays otherwise than before, so that old rows are not taken for new.
pub(crate) const BEHAVIOUR: u32 = 2;

/// What is played at one combination of variables.
pub struct Cell {
    pub(super) variables: Vec<(String, String)>,
    pub(super) game: Arc<dyn Hosted>,
    pub(super) game_name: String,
    pub(super) agents: Vec<Spec>,
    pub(super) start: Spec,
    pub(super) measure: Option<Spec>,
    pub(super) house: House,
    pub(super) seed: u64,
    pub(super) description: String,
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

    /// Everything that decides what is played here, with every knob spelled out. Cells with the
    /// same description have the same rows, whatever plan they are in.
    pub fn description(&self) -> &str {
        &self.description
    }

    /// The name rows are stored under: 128 bits of a hash of the description.
    pub fn key(&self) -> [u8; 16] {
        let hash = blake3::hash(self.description.as_bytes());
        std::array::from_fn(|i| hash.as_bytes()[i])
    }

    /// Whether its rows repeat to the bit.
    pub fn is_repeatable(&self) -> bool {
        self.house.budget.is_repeatable()
    }

    /// How many agents take part.
    pub fn seats(&self) -> usize {
        self.agents.len()
    }

    /// How many consecutive episodes share their chance: the unit of every mean's interval.
    pub fn group(&self) -> usize {
        if self.house.mirror { self.seats() } else { 1 }
    }

    /// Makes it ready to play.
    pub fn lay(&self) -> Result<Box<dyn Table>, Fault> {
        self.game.lay(&Seating {
            agents: &self.agents,
            start: &self.start,
            measure: self.measure.as_ref(),
            house: self.house,
            seed: Seed::new(self.seed),
        })
    }

    pub(super) fn describe(&mut self) -> Result<(), Fault> {
        let (agents, start) = self.game.canonical(&self.agents, &self.start)?;
        let House {
            moves,
            budget,
            opening,
            mirror,
            generator,
        } = self.house;
        let milliseconds = |time: Duration| (time.as_secs_f64() * 1e3).to_string();
        let unlimited = |limit: Option<u64>| limit.map_or("none".to_string(), |n| n.to_string());
        self.description = format!(
            "behaviour {BEHAVIOUR}\ngame {}\nstart {start}\nseats {}\nmoves {}\nsteps {}\nevaluations {}\nmilliseconds {}\nmirror {mirror}\ngenerator {}\nseed {}\n",
            self.game_name,
            agents.join(" | "),
            unlimited(moves.map(u64::from)),
            unlimited(budget.steps),
            unlimited(budget.evaluations),
            budget.time.map_or("none".to_string(), milliseconds),
            generator.name(),
            self.seed,
        );
        if let Some(time) = opening {
            self.description += &format!("opening milliseconds {}\n", milliseconds(time));
        }
        if let Some(measure) = &self.measure {
            self.game.measure(measure)?;
            self.description += &format!("measure {measure}\n");
        }
        Ok(())
    }
}
