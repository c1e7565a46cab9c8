//! `ludometer check`: the laws of the contract on a game, and what agents spend at it.

use super::Failure;
use super::corpus::Corpus;
use super::forms::{CheckResult, CheckedGame};
use super::log::say;
use super::output::{emit, emit_json};
use super::progress::{bar, stop};
use super::schemas::Schema;
use clap::Args;
use ludometer_arena::analysis::Listed;
use ludometer_arena::registry::{AnyGame, Registry};
use ludometer_core::audit::Scope;
use ludometer_core::{Budget, Seed};
use ludometer_spec::param::{Param, ParamKind};
use ludometer_spec::source::Span;
use ludometer_spec::spec::Spec;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};

/// Check that a game obeys the rules every game must, and audit its agents.
///
/// First the laws of the contract are checked in random play: legal actions, repeatable steps, hidden
/// information, notation; a panic of the rules is a violation too. Then every agent that fits the game plays a few decisions with small budgets, and
/// the calls of the forward model are compared with what it was charged for. Run this first on a game or an
/// agent of your own. A violation gives the exit code 1.
///
/// Parameters that an agent requires are set to small values; `--agent` audits a spec of your own instead.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  ludometer check tic-tac-toe\n  ludometer check 'othello(size=6)' --agent 'pvs(t=4)' --agent random\n  ludometer check slide --json -"
)]
pub(super) struct Check {
    /// Game, as in 'othello(size=6)'.
    game: String,
    #[command(flatten)]
    corpus: Corpus,
    /// Audit this agent only; repeatable [default: every agent that fits].
    #[arg(long = "agent", value_name = "AGENT")]
    agents: Vec<String>,
    /// Random seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Write the findings as JSON to FILE; `-` is stdout, instead of the lines.
    #[arg(long, value_name = "FILE")]
    json: Option<String>,
}

/// What became of one check.
enum Verdict {
    Passed(String),
    Failed(String),
    Skipped(String),
}

impl Verdict {
    fn word(&self) -> &'static str {
        match self {
            Verdict::Passed(_) => "passed",
            Verdict::Failed(_) => "failed",
            Verdict::Skipped(_) => "skipped",
        }
    }

    fn words(&self) -> &str {
        match self {
            Verdict::Passed(words) | Verdict::Failed(words) | Verdict::Skipped(words) => words,
        }
    }
}

/// One line of the answer.
struct Finding {
    what: String,
    verdict: Verdict,
}

impl Check {
    pub(super) fn go(self, registry: &Registry) -> Result<(), Failure> {
        let (game, name) = self.corpus.open(&self.game, registry)?;
        let agents = self.agents(&*game)?;
        let bar = bar("checks", 1 + agents.len() as u64);
        let panics = Panics::record();
        let mut findings = vec![self.laws(&*game, &panics)];
        bar.inc(1);
        for agent in agents {
            if stop().load(Ordering::Relaxed) {
                bar.finish_and_clear();
                return Err(Failure::failed("stopped before the end"));
            }
            findings.push(match agent {
                Candidate::Audited(spec) => self.audit(&*game, &spec, &panics)?,
                Candidate::Skipped(name, reason) => Finding {
                    what: format!("agent {name}"),
                    verdict: Verdict::Skipped(reason),
                },
            });
            bar.inc(1);
        }
        bar.finish_and_clear();
        drop(panics);
        self.tell(&name, &findings)
    }

    fn laws(&self, game: &dyn AnyGame, panics: &Panics) -> Finding {
        let check = || game.check_laws(Seed::new(self.seed));
        let verdict = match catch_unwind(AssertUnwindSafe(check)) {
            Ok(Ok(())) => Verdict::Passed("all hold in random play".into()),
            Ok(Err(breach)) => {
                let place = panics.place();
                Verdict::Failed(format!("{breach}{place}, --seed {}", self.seed))
            }
            Err(panic) => Verdict::Failed(self.panicked("the game", &*panic, panics)),
        };
        Finding {
            what: "laws of the contract".into(),
            verdict,
        }
    }

    /// What is said of a panic that no law caught.
    fn panicked(&self, what: &str, panic: &(dyn Any + Send), panics: &Panics) -> String {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
        let (text, place) = (text.unwrap_or("no message"), panics.place());
        format!("{what} panics: {text}{place}, --seed {}", self.seed)
    }

    /// The agents to audit: those that were named, which must fit, or all of the game.
    fn agents(&self, game: &dyn AnyGame) -> Result<Vec<Candidate>, Failure> {
        if self.agents.is_empty() {
            let names = game.names();
            let measures: Vec<&str> = names
                .iter()
                .filter(|(kind, _)| *kind == "measure")
                .map(|(_, measure)| measure.name.as_str())
                .collect();
            let agents = names.iter().filter(|(kind, _)| *kind == "agent");
            return Ok(agents
                .map(|(_, agent)| candidate(agent, &measures))
                .collect());
        }
        let specs = self.agents.iter().map(|text| {
            Ok(Candidate::Audited(Spec::parse(&Span::whole(
                "--agent", text,
            ))?))
        });
        specs.collect()
    }

    fn audit(&self, game: &dyn AnyGame, spec: &Spec, panics: &Panics) -> Result<Finding, Failure> {
        let scope = scope();
        let seed = Seed::new(self.seed).named(&spec.to_string());
        tracing::info!(agent = %spec, budgets = scope.budgets.len(), "auditing");
        let audited = catch_unwind(AssertUnwindSafe(|| game.audit(spec, seed, &scope)));
        let audited = match audited {
            Ok(audited) => audited,
            Err(panic) => {
                return Ok(Finding {
                    what: format!("agent {spec}"),
                    verdict: Verdict::Failed(self.panicked(
                        "the agent or the game",
                        &*panic,
                        panics,
                    )),
                });
            }
        };
        let verdict = match audited {
            // What was asked for by name must be possible; what was made up here may not be.
            Err(diagnostic) if !self.agents.is_empty() => return Err(diagnostic.into()),
            Err(diagnostic) => Verdict::Skipped(format!(
                "{}; give it with --agent",
                diagnostic.to_string().lines().next().unwrap_or_default()
            )),
            Ok(Err(violation)) => Verdict::Failed(violation.to_string()),
            Ok(Ok(audit)) => {
                let steps: u64 = audit.decisions.iter().map(|made| made.counted.steps).sum();
                Verdict::Passed(format!(
                    "{} decisions, {steps} forward-model calls, cost in {}",
                    audit.decisions.len(),
                    audit.unit
                ))
            }
        };
        Ok(Finding {
            what: format!("agent {spec}"),
            verdict,
        })
    }

    fn tell(&self, game: &str, findings: &[Finding]) -> Result<(), Failure> {
        if let Some(to) = &self.json {
            let checks = findings.iter().map(|finding| CheckResult {
                check: &finding.what,
                verdict: finding.verdict.word(),
                message: finding.verdict.words(),
            });
            let checks = checks.collect();
            emit_json(Schema::Check, &CheckedGame { game, checks }, to)?;
        }
        if self.json.as_deref() != Some("-") {
            let wide = findings.iter().map(|finding| finding.what.len()).max();
            let wide = wide.unwrap_or(0);
            let lines = findings.iter().map(|Finding { what, verdict }| {
                format!("{:8} {what:wide$}  {}\n", verdict.word(), verdict.words())
            });
            emit(&lines.collect::<String>(), None)?;
        }
        let count = |word| {
            let same = findings.iter().filter(|f| f.verdict.word() == word);
            same.count()
        };
        let [passed, failed, skipped] = ["passed", "failed", "skipped"].map(count);
        let sum = format!("{game}: {passed} passed, {failed} failed, {skipped} skipped");
        let first = findings
            .iter()
            .find(|finding| matches!(finding.verdict, Verdict::Failed(_)));
        match first {
            None => {
                say(&sum);
                Ok(())
            }
            Some(Finding { what, verdict }) => Err(Failure::failed(format!(
                "{sum}\nfirst violation: {what}: {}",
                verdict.words()
            ))),
        }
    }
}

/// Small budgets of every kind. All limit the steps, so that agents which play long games out by default
/// answer soon.
fn scope() -> Scope {
    let steps = [0, 1, 10, 100, 1000].map(Budget::of_steps);
    let both = [(1000, 0), (1000, 1), (1000, 10), (1000, 100), (20, 5)]
        .map(|(steps, evaluations)| Budget::of_steps(steps).with_evaluations(evaluations));
    Scope::default()
        .with_positions(2, 30)
        .with_decisions(2)
        .with_budgets(steps.into_iter().chain(both))
}

/// Records where panics happen instead of printing them, until it is dropped.
struct Panics(Arc<Mutex<Option<String>>>);

impl Panics {
    fn record() -> Panics {
        let last = Arc::new(Mutex::new(None));
        let record = Arc::clone(&last);
        std::panic::set_hook(Box::new(move |info| {
            let place = info.location().map(ToString::to_string);
            *record.lock().unwrap_or_else(PoisonError::into_inner) = place;
        }));
        Panics(last)
    }

    /// Where the last panic happened, if there was one since it was asked for.
    fn place(&self) -> String {
        let place = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        place.map_or(String::new(), |place| format!(" at {place}"))
    }
}

impl Drop for Panics {
    fn drop(&mut self) {
        // Back to the default hook, which this program never changes otherwise.
        let _ = std::panic::take_hook();
    }
}

/// An agent of the game.
enum Candidate {
    Audited(Spec),
    Skipped(String, String),
}

/// A spec of an agent with small values for what it requires, or why there is none.
fn candidate(agent: &Listed, measures: &[&str]) -> Candidate {
    let skipped = |reason: String| Candidate::Skipped(agent.name.clone(), reason);
    if let Some(reason) = &agent.unfit {
        return skipped(format!("does not fit: {reason}"));
    }
    let mut given = Vec::new();
    for param in agent.params.iter().filter(|param| param.default.is_none()) {
        match small(param, measures) {
            Some(value) => given.push(format!("{}={value}", param.name)),
            None => {
                let (name, takes) = (&param.name, param.kind.describe());
                return skipped(format!("requires `{name}` ({takes}); give it with --agent"));
            }
        }
    }
    let text = match given.is_empty() {
        true => agent.name.clone(),
        false => format!("{}({})", agent.name, given.join(", ")),
    };
    match Spec::parse(&Span::whole("agent", text)) {
        Ok(spec) => Candidate::Audited(spec),
        Err(diagnostic) => skipped(diagnostic.to_string()),
    }
}

/// A small value of a required parameter, if one can be made up.
fn small(param: &Param, measures: &[&str]) -> Option<String> {
    match &param.kind {
        ParamKind::Whole(low, high) => Some(2.clamp(*low, *high).to_string()),
        ParamKind::Real(low, high) => Some(1.0_f64.clamp(*low, *high).to_string()),
        ParamKind::Choice(words) => words.first().cloned(),
        ParamKind::Measure | ParamKind::Evaluator => measures.first().map(ToString::to_string),
        ParamKind::Agent => Some("random".into()),
        ParamKind::Text
        | ParamKind::Network
        | ParamKind::Weight
        | ParamKind::Weights
        | ParamKind::Family
        | ParamKind::Table => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_arena::registry::{AgentEntry, GameEntry, GameEnv};
    use ludometer_core::{Actions, Agent, Facts, Forfeit, Game, Perfect, Player, Rng, Seat, Turn};
    use ludometer_spec::params::none;

    /// Take up to three of twelve matches; the one who takes the last wins.
    struct Nim {
        /// Breaks a law: an action is offered twice.
        twice: bool,
        /// Breaks down when this many matches are left.
        breaks_at: u8,
    }

    impl Game for Nim {
        type State = (u8, u8);
        type Action = u8;
        type Information = Perfect;

        fn facts(&self) -> Facts {
            Facts::new("nim", 2)
        }
        fn start(&self, _: &mut Rng) -> (u8, u8) {
            (12, 0)
        }
        fn turn(&self, &(left, mover): &(u8, u8)) -> Turn {
            match left {
                0 => Turn::Over,
                _ => Turn::Of(Player(mover)),
            }
        }
        fn actions(&self, state: &(u8, u8), out: &mut Actions<Self>) {
            out.extend(1..=state.0.min(3));
            if self.twice && state.0 > 0 {
                out.push(1);
            }
        }
        fn apply(&self, state: &mut (u8, u8), taken: u8, _: &mut Rng) {
            assert_ne!(state.0, self.breaks_at, "no rule for this");
            *state = (state.0 - taken, 1 - state.1);
        }
        fn payoff(&self, state: &(u8, u8), player: Player) -> f64 {
            if player.0 == state.1 { -1.0 } else { 1.0 }
        }
        fn show(&self, state: &(u8, u8), _: Option<Player>) -> String {
            format!("{state:?}\n")
        }
        fn label(&self, _: &(u8, u8), taken: u8) -> String {
            taken.to_string()
        }
    }

    /// Looks one ply ahead without paying for it.
    struct Cheat;

    impl Agent<Nim> for Cheat {
        fn act(&mut self, seat: &mut Seat<'_, Nim>) -> Result<u8, Forfeit> {
            let mut next = *seat.position();
            seat.game().step(&mut next, 1, seat.dice());
            Ok(1)
        }
    }

    /// The hook of panics is one for all tests of the process.
    static HOOK: Mutex<()> = Mutex::new(());

    fn checked(twice: bool, breaks_at: u8, agents: &[&str]) -> Result<(), Failure> {
        let _hook = HOOK.lock().unwrap_or_else(PoisonError::into_inner);
        let mut registry = Registry::empty();
        let nim = GameEntry::new("nim", "nim@1", "matches", none(), move |()| {
            let cheat = AgentEntry::new("cheat", "cheat@1", "cheats", none(), |(), _| {
                Ok(Arc::new(|| Box::new(Cheat) as Box<dyn Agent<Nim>>) as _)
            });
            Ok(GameEnv::new(Nim { twice, breaks_at }, Vec::new()).with_agents(vec![cheat]))
        });
        registry.game(nim).expect("no other game has the name");
        let check = Check {
            game: "nim".into(),
            corpus: Corpus::default(),
            agents: agents.iter().map(ToString::to_string).collect(),
            seed: 1,
            json: None,
        };
        check.go(&registry)
    }

    #[test]
    fn violations_end_with_1_and_are_named() {
        assert!(checked(false, 99, &["random"]).is_ok());
        for (twice, agents, says) in [
            (false, &[][..], "first violation: agent cheat: "),
            (false, &["cheat"], "1 passed, 1 failed, 0 skipped"),
            (true, &["random"], "first violation: laws of the contract: "),
        ] {
            let failure = checked(twice, 99, agents).unwrap_err();
            assert!(failure.to_string().contains(says), "{failure}");
            assert_eq!(failure.tell(), 1);
        }
    }

    #[test]
    fn a_panic_is_a_violation_with_its_place() {
        let failure = checked(false, 5, &["random"]).unwrap_err().to_string();
        for says in [
            "the game panics while the contract of games is checked: ",
            "no rule for this",
            "(episode 1, after ",
            "check.rs:",
            ", --seed 1",
        ] {
            assert!(failure.contains(says), "{says}: {failure}");
        }
    }
}
