//! One combination of a plan's variables: what exactly is played there.

use super::secret::PlanSeed;
use ludometer_arena::play::{self, MatchRules, SeatBudget};
use ludometer_arena::registry::{AnyGame, MatchSpec, Outside, PreparedMatch};
use ludometer_core::{Repeatability, Seed};
use ludometer_spec::identity::{self, Identity, milliseconds};
use ludometer_spec::param::Spelling;
use ludometer_spec::source::Diagnostic;
use ludometer_spec::spec::Spec;
use std::sync::Arc;
use std::time::Duration;

/// The identity of cells; its version is that of the referee's random streams.
const CELL: &str = "cell@2";

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
    pub(super) seed: PlanSeed,
    pub(super) description: String,
    pub(super) unversioned: String,
    pub(super) departure: Option<String>,
    pub(super) openings: String,
    /// The programs from outside that each agent asks.
    pub(super) outside: Vec<Vec<Outside>>,
    /// Whether games are recorded, where the plan departs from the usual.
    pub(super) record: Option<bool>,
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

    /// Why this is not what published figures of the plan are about, if so: the plan was changed here,
    /// or the game is not the published one.
    pub fn departure(&self) -> Option<&str> {
        self.departure.as_deref()
    }

    /// What decides the law of its episodes: the description without seed and generator, which only
    /// decide which episodes are drawn.
    fn law(&self) -> impl Iterator<Item = (&str, &str)> {
        let lines = self.description.lines();
        let lines = lines.map(|line| line.split_once(' ').unwrap_or((line, "")));
        lines.filter(|(key, _)| !matches!(*key, "seed" | "commitment" | "generator"))
    }

    /// Compares with a cell that published figures are about; the first thing that is different.
    pub(super) fn depart_from(&mut self, other: &Cell) {
        let changed = {
            let (mut ours, mut theirs) = (self.law(), other.law());
            loop {
                match (ours.next(), theirs.next()) {
                    (None, None) => break None,
                    (one, two) if one == two => {}
                    (one, two) => break one.or(two).map(|(key, _)| key.to_string()),
                }
            }
        };
        if let Some(key) = changed {
            self.departure = Some(format!("`{key}` was changed"));
        }
    }

    /// The key under which its rows are stored.
    pub fn key(&self) -> [u8; 16] {
        identity::key(&self.description)
    }

    /// The keys under which earlier versions of the program stored its rows: with other random streams, and
    /// before that without the versions of entries.
    pub fn earlier_keys(&self) -> [[u8; 16]; 2] {
        let streams = self.description.replacen(CELL, "cell@1", 1);
        [identity::key(&streams), identity::key(&self.unversioned)]
    }

    /// The identity of the game: its identifier, version and parameters.
    pub fn game(&self) -> &str {
        self.game.identity()
    }

    /// The fingerprint of the game as it plays now; `None` if its rules panic.
    pub fn fingerprint(&self) -> Option<String> {
        self.game.fingerprint()
    }

    /// What decides the openings and the chance of its episodes: cells that have the same share them,
    /// number by number.
    pub fn openings(&self) -> [u8; 16] {
        identity::key(&self.openings)
    }

    /// How far its rows repeat: as far as the least repeatable of its agents does, and not at all under a
    /// limit in time.
    pub fn repeatability(&self) -> Repeatability {
        let outside = self.outside.iter().flatten();
        let least = outside.map(|program| program.repeatability).min();
        match self.is_time_limited() {
            true => Repeatability::No,
            false => least.unwrap_or_default(),
        }
    }

    /// Whether its rows repeat to the bit.
    pub fn is_repeatable(&self) -> bool {
        self.repeatability() == Repeatability::Proved
    }

    /// Whether time limits decisions.
    pub fn is_time_limited(&self) -> bool {
        !self.rules.is_repeatable()
    }

    /// The programs from outside that each agent asks, in the order of the plan's seats.
    pub fn outside(&self) -> &[Vec<Outside>] {
        &self.outside
    }

    /// The agents as the plan has them, in the order of its seats.
    pub fn specs(&self) -> &[Spec] {
        &self.agents
    }

    /// The rules of the match.
    pub fn rules(&self) -> &MatchRules {
        &self.rules
    }

    /// A note about the book, if it has fewer openings than these episodes need.
    pub fn book_note(&self, episodes: u64) -> Option<String> {
        let book = self.rules.openings.as_ref()?;
        let openings = book.openings().len() as u64;
        let needed = episodes.div_ceil(self.group() as u64);
        (needed > openings).then(|| {
            format!(
                "the book {} has {openings} openings, fewer than the {needed} that are played: they come again in the same order",
                book.name()
            )
        })
    }

    /// How many agents take part.
    pub fn seats(&self) -> usize {
        self.agents.len()
    }

    /// The agents in the order of the plan's seats, each with every parameter.
    pub fn agents(&self) -> Result<Vec<String>, Diagnostic> {
        let spelled = self
            .game
            .spelled(Spelling::Names, &self.agents, &self.start);
        spelled.map(|(agents, _)| agents)
    }

    /// The number of an episode's opening: episodes of one opening share their start and chance.
    pub fn opening(&self, episode: u64) -> u64 {
        episode / self.group() as u64
    }

    /// Which player of the game an agent is in an episode: agents are rotated where openings are
    /// mirrored.
    pub fn player(&self, episode: u64, agent: usize) -> usize {
        let (seats, mirror) = (self.seats(), self.rules.mirror);
        let (_, rotation) = play::address(Seed::new(self.seed.number), episode, seats, mirror);
        (agent + seats - rotation) % seats
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
            rules: self.rules.clone(),
            seed: self.seed.root()?,
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
            ref budgets,
            mirror,
            generator,
            margin,
            adjudication,
            record: _,
            openings: ref book,
        } = self.rules;
        let book = book.as_ref().map(|book| book.identity());
        self.openings = Identity::of("openings@2")
            .line("game", self.game.identity())
            .line("start", &start)
            .maybe("book", book)
            .generator(generator)
            .line("seed", self.seed.number)
            .maybe("commitment", self.seed.commitment())
            .text();
        let mut identity = Identity::of(CELL)
            .line("game", self.game.identity())
            .line("start", start)
            .maybe("book", book);
        for agent in agents {
            identity = identity.line("seat", agent);
        }
        identity = identity
            .maybe("moves", moves)
            .budget(&budget)
            .maybe("first-milliseconds", opening.map(milliseconds));
        for budget in budgets {
            identity = identity.line("seat-budget", limits(budget));
        }
        self.description = identity
            .maybe("margin", (!margin.is_zero()).then(|| milliseconds(margin)))
            .maybe(
                "adjudicate",
                adjudication.is_active().then(|| adjudication.written()),
            )
            .maybe(
                "record",
                self.record.map(|record| if record { "yes" } else { "no" }),
            )
            .maybe("mirror", mirror.then_some("yes"))
            .generator(generator)
            .maybe("measure", measure.transpose()?)
            .line("seed", self.seed.number)
            .maybe("commitment", self.seed.commitment())
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
            ref budgets,
            mirror,
            generator,
            ..
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
            self.seed.number,
        );
        if let Some(opening) = opening {
            text += &format!("opening milliseconds {}\n", time(opening));
        }
        for budget in budgets {
            text += &format!("seat budget {}\n", limits(budget));
        }
        if let Some(measure) = &self.measure {
            text += &format!("measure {}\n", measure.name);
        }
        // Nothing was played with these before entries had versions.
        if let Some(book) = &self.rules.openings {
            text += &format!("book {}\n", book.identity());
        }
        if self.rules.adjudication.is_active() {
            text += &format!("adjudicate {}\n", self.rules.adjudication.written());
        }
        Ok(text)
    }
}

/// The limits of one seat in a line.
fn limits(own: &SeatBudget) -> String {
    let text = Identity::beginning("")
        .budget(&own.budget)
        .maybe("first-milliseconds", own.opening.map(milliseconds))
        .text();
    match text.trim_end() {
        "" => "unlimited".to_string(),
        limits => limits.replace('\n', ", "),
    }
}
