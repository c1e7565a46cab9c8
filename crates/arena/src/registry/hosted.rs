//! What the shells may ask of a game whose type they do not know: types are erased here.

use super::generalist::GeneralAgent;
use crate::define::Definition;
use crate::env::{Host, Laid, Seating, Table, find};
use crate::examine::Examiner;
use crate::learn::{self, LearnError};
use crate::play::Episode;
use crate::weights::Shelf;
use crate::work::Manner;
use crate::{examine, inspect, odds, quality, stage};
use ludometer_core::audit::{Audit, Scope, Violation, audit};
use ludometer_core::{Facts, Game, Seed, Sense, law};
use ludometer_solve::decisions::Stage;
use ludometer_spec::param::{Form, ParamKind};
use ludometer_spec::source::Fault;
use ludometer_spec::spec::Spec;
use std::sync::Arc;

/// What the shells may ask of a game whose type they do not know.
pub trait Hosted: Send + Sync {
    /// What can be said of the game without looking at a state.
    fn facts(&self) -> &Facts;
    /// Name and description of every measure, evaluator, agent and start that a plan may use here.
    fn names(&self) -> Vec<(&'static str, inspect::Listed)>;
    /// Lets a name stand for an evaluator; the game's own names are refused.
    fn define(&mut self, definition: Definition) -> Result<(), Fault>;
    /// Lets agents for every game sit here; names that the game's own agents have are refused unless
    /// they are replaced.
    fn admit(&mut self, agents: &[GeneralAgent]) -> Result<(), Fault>;
    /// A seating made ready, or why it is impossible.
    fn lay(&self, seating: &Seating<'_>) -> Result<Box<dyn Table>, Fault>;
    /// The seats and the start in full.
    fn spelled(
        &self,
        form: Form,
        agents: &[Spec],
        start: &Spec,
    ) -> Result<(Vec<String>, String), Fault>;
    /// Checks that a spec names a measure, and says which way it points.
    fn measure(&self, spec: &Spec) -> Result<Sense, Fault>;
    /// A measure as results are kept under it.
    fn measure_identity(&self, spec: &Spec) -> Result<String, Fault>;
    /// Says what results of the game are kept under, what they were before games had versions, and
    /// which weights and networks have names.
    fn settle(&mut self, identity: String, unversioned: String, shelf: Arc<Shelf>);
    /// What results of the game are kept under.
    fn identity(&self) -> &str;
    /// What they were kept under before games had versions.
    fn unversioned(&self) -> &str;
    /// Checks the laws of the contract.
    fn check_laws(&self, seed: Seed) -> Result<(), law::Breach>;
    /// Audits what an agent spends at this game.
    fn audit(
        &self,
        agent: &Spec,
        seed: Seed,
        scope: &Scope,
    ) -> Result<Result<Audit, Box<Violation>>, Fault>;
    /// The number of action sequences of each length up to `depth`.
    fn perft(&self, position: Option<&str>, depth: u32) -> Result<Vec<u64>, Fault>;
    /// One game of random play with everything that can be observed of it, as text.
    fn playthrough(&self, seed: Seed) -> String;
    /// What every measure, an agent and exact knowledge say of a position.
    fn analyse(&self, ask: &inspect::Ask<'_>) -> Result<inspect::Analysis, Fault>;
    /// Learns the weights of measures from random play.
    fn learn(&self, ask: &learn::Ask, manner: Manner<'_>) -> Result<learn::Learned, LearnError>;
    /// The decision quality of evaluation functions over the whole game.
    fn quality(
        &self,
        ask: &quality::Ask<'_>,
        watch: &mut dyn FnMut(Stage),
    ) -> Result<quality::Whole, Fault>;
    /// The same in positions that are drawn, on the threads of the pool it is called in; `watch` is
    /// told of each.
    fn draw(
        &self,
        ask: &quality::Ask<'_>,
        drawing: &quality::Drawing<'_>,
        watch: &(dyn Fn() + Sync),
    ) -> Result<quality::Drawn, Fault>;
    /// How often random minimaxing chooses each move of a position.
    fn odds(&self, ask: &odds::Ask<'_>) -> Result<odds::Odds, Fault>;
    /// The odds of many positions, beside what their moves leave to choose.
    fn survey(&self, ask: &odds::Survey<'_>) -> Result<odds::Surveyed, Fault>;
    /// Whether finished games can be kept as text.
    fn has_histories(&self) -> bool;
    /// Puts positions of the game to agents and judges what they choose.
    fn examiner(self: Arc<Self>, ask: &examine::Ask<'_>) -> Result<Box<dyn Examiner>, Fault>;
    /// Plays for people to watch and to take part in.
    fn perform(&self, seating: &Seating<'_>, stage: stage::Shared) -> Result<Episode, Fault>;
}

impl<G: Game> Hosted for Host<G> {
    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn names(&self) -> Vec<(&'static str, inspect::Listed)> {
        let mut names = inspect::listed("agent", &self.agents);
        names.extend(inspect::listed("evaluator", &self.evaluators));
        names.extend(self.measures.iter().map(|measure| {
            let listed = inspect::Listed {
                name: measure.name.to_string(),
                id: measure.identity(),
                about: measure.about.to_string(),
                params: Vec::new(),
            };
            ("measure", listed)
        }));
        names.extend(inspect::listed("start", &self.starts));
        names
    }

    fn define(&mut self, definition: Definition) -> Result<(), Fault> {
        let name = definition.name.as_str();
        let kind = match self.measured(name) {
            true => Some("a measure"),
            false => {
                let mut entries = self.evaluators.iter();
                entries
                    .any(|entry| entry.name == name)
                    .then_some("an evaluator")
            }
        };
        if let Some(kind) = kind {
            let message = format!("`{name}` is {kind} of {} already", self.facts.name);
            return Err(Fault::at(&definition.place, message).hint("give it another name"));
        }
        self.defined.push(definition);
        Ok(())
    }

    fn admit(&mut self, agents: &[GeneralAgent]) -> Result<(), Fault> {
        for agent in agents {
            let own = self.agents.iter().position(|own| own.name == agent.name);
            match own {
                None => self.agents.push(agent.at()),
                Some(own) if agent.replaces() => self.agents[own] = agent.at(),
                Some(_) => {
                    let (name, game) = (&agent.name, &self.facts.name);
                    let message = format!("{game} has an agent `{name}` of its own");
                    let hint = "register the agent under another name, or replace the other one";
                    return Err(Fault::new(message).hint(hint));
                }
            }
        }
        Ok(())
    }

    fn lay(&self, seating: &Seating<'_>) -> Result<Box<dyn Table>, Fault> {
        if seating.agents.len() != self.facts.players {
            let (players, given) = (self.facts.players, seating.agents.len());
            let message = format!("{} needs {players} seats, not {given}", self.facts.name);
            return Err(Fault::new(message));
        }
        let agents = seating.agents.iter().map(|spec| self.agent(spec));
        Ok(Box::new(Laid {
            game: Arc::clone(&self.game),
            agents: agents.collect::<Result<_, _>>()?,
            starter: self.starter(seating.start)?,
            measure: seating.measure.map(|spec| self.measure(spec)).transpose()?,
            house: seating.house,
            seed: seating.seed,
        }))
    }

    fn spelled(
        &self,
        form: Form,
        agents: &[Spec],
        start: &Spec,
    ) -> Result<(Vec<String>, String), Fault> {
        let agents = agents.iter();
        let agents = agents.map(|spec| self.spelled(form, &ParamKind::Agent, spec));
        let (_, start) = find::<G, _, _>("start", start, &self.starts, &[], &self.facts)?;
        let start = start.written(form, |kind, nested| self.spelled(form, kind, nested))?;
        Ok((agents.collect::<Result<_, _>>()?, start))
    }

    fn measure(&self, spec: &Spec) -> Result<Sense, Fault> {
        Host::measure(self, spec).map(|measure| measure.sense)
    }

    fn measure_identity(&self, spec: &Spec) -> Result<String, Fault> {
        Host::measure(self, spec).map(|measure| measure.identity())
    }

    fn settle(&mut self, identity: String, unversioned: String, shelf: Arc<Shelf>) {
        self.identity = [identity, unversioned];
        self.shelf = shelf;
    }

    fn identity(&self) -> &str {
        &self.identity[0]
    }

    fn unversioned(&self) -> &str {
        &self.identity[1]
    }

    fn check_laws(&self, seed: Seed) -> Result<(), law::Breach> {
        law::check(&*self.game, seed, law::Extent::default())?;
        let laws = [
            self.notation.as_ref().map(|notation| notation.law),
            self.trail.as_ref().map(|trail| trail.law),
            self.passing,
        ];
        let mut laws = laws.into_iter().flatten();
        laws.try_for_each(|law| law(&self.game, seed))
    }

    fn audit(
        &self,
        agent: &Spec,
        seed: Seed,
        scope: &Scope,
    ) -> Result<Result<Audit, Box<Violation>>, Fault> {
        let make = self.agent(agent)?;
        Ok(audit(|| make(), &*self.game, seed, scope))
    }

    fn perft(&self, position: Option<&str>, depth: u32) -> Result<Vec<u64>, Fault> {
        inspect::perft(self, position, depth)
    }

    fn playthrough(&self, seed: Seed) -> String {
        inspect::playthrough(self, seed)
    }

    fn analyse(&self, ask: &inspect::Ask<'_>) -> Result<inspect::Analysis, Fault> {
        inspect::analyse(self, ask)
    }

    fn learn(&self, ask: &learn::Ask, manner: Manner<'_>) -> Result<learn::Learned, LearnError> {
        learn::learn(self, ask, manner)
    }

    fn quality(
        &self,
        ask: &quality::Ask<'_>,
        watch: &mut dyn FnMut(Stage),
    ) -> Result<quality::Whole, Fault> {
        quality::count_host(self, ask, watch)
    }

    fn draw(
        &self,
        ask: &quality::Ask<'_>,
        drawing: &quality::Drawing<'_>,
        watch: &(dyn Fn() + Sync),
    ) -> Result<quality::Drawn, Fault> {
        quality::draw_host(self, ask, drawing, watch)
    }

    fn odds(&self, ask: &odds::Ask<'_>) -> Result<odds::Odds, Fault> {
        odds::odds(self, ask)
    }

    fn survey(&self, ask: &odds::Survey<'_>) -> Result<odds::Surveyed, Fault> {
        odds::survey(self, ask)
    }

    fn has_histories(&self) -> bool {
        self.history.is_some()
    }

    fn examiner(self: Arc<Self>, ask: &examine::Ask<'_>) -> Result<Box<dyn Examiner>, Fault> {
        examine::examiner(self, ask)
    }

    fn perform(&self, seating: &Seating<'_>, stage: stage::Shared) -> Result<Episode, Fault> {
        stage::perform(self, seating, stage)
    }
}
