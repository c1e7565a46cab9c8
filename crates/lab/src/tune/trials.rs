//! Trials: what a point is worth in a scenario.

use super::positions::{PositionSets, ScoredPosition};
use super::scenario::{Scenario, TrialSetting};
use super::tuned_param::split;
use super::{ObjectiveKind, TunedParam};
use crate::plan::filled;
use ludometer_arena::metric::Metric;
use ludometer_arena::play::{Ending, Episode, MatchRules, Unplayed};
use ludometer_arena::registry::{Answer, Evaluation, ObjectiveRequest, PreparedMatch};
use ludometer_core::{Generator, Seed, Sense, Stop};
use ludometer_spec::source::Diagnostic;
use ludometer_spec::spec::{Spec, Value};
use ludometer_tune::Trial;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// All that trials have in common.
pub(super) struct Trials {
    pub(super) settings: Vec<TrialSetting>,
    pub(super) agent: Value,
    pub(super) parameters: Vec<TunedParam>,
    pub(super) measure: Option<Spec>,
    pub(super) metric: Metric,
    /// Whether a small value of the measure is good.
    pub(super) sense: Sense,
    /// Its `mirror` is set: the episodes of an opening share their chance.
    pub(super) rules: MatchRules,
    pub(super) players: usize,
    /// How many openings there are, if they are fixed.
    pub(super) openings: Option<u64>,
    pub(super) objective: ObjectiveKind,
    /// Where trials are single moves. The rest is then for the final match.
    pub(super) positions: Option<PositionSets>,
}

/// Matches that were made ready, by setting, point and opposing point.
#[derive(Default)]
pub(super) struct Prepared {
    ready: Mutex<HashMap<PreparedKey, Arc<dyn Evaluation>>>,
}

/// A setting, a point, and the opposing point if there is one.
type PreparedKey = (usize, usize, Option<usize>);

/// Two points, by their numbers in a batch and by their values.
#[derive(Clone, Copy)]
pub(super) struct Pairing<'a> {
    pub(super) numbers: (usize, Option<usize>),
    pub(super) point: &'a [f64],
    pub(super) against: Option<&'a [f64]>,
}

/// Games of a point against an opponent, alone, or against another point.
struct Games {
    prepared: Box<dyn PreparedMatch>,
    metric: Metric,
    sense: Sense,
    duel: bool,
}

impl Games {
    /// Larger is better.
    fn value(&self, episode: &Episode, agent: usize) -> f64 {
        let value = self.metric.value(episode, agent);
        match self.metric {
            Metric::Measured => self.sense.upward(value),
            _ => value,
        }
    }
}

impl Evaluation for Games {
    fn answer(&self, episode: u64, stop: Stop<'_>) -> Result<Answer, Diagnostic> {
        let played = self.prepared.play_until(episode, stop);
        let played = played.map_err(|unplayed: Unplayed| Diagnostic::new(unplayed.to_string()))?;
        let value = match self.duel {
            true => self.value(&played, 0) - self.value(&played, 1),
            false => self.value(&played, 0),
        };
        let forfeit = match &played.ending {
            Ending::Forfeited(failed) => Some(failed.forfeit.reason),
            _ => None,
        };
        Ok(Answer { value, forfeit })
    }
}

impl Trials {
    /// How many episodes an opening has: one for each seat. Where there is one seat only, a mirrored
    /// trial has another luck.
    fn turns(&self) -> u64 {
        self.players.max(2) as u64
    }

    /// The scenario of a trial. Without fixed openings scenarios take settings in turn, and then seats;
    /// a mirrored trial has the next seat.
    pub(super) fn scenario(&self, address: Seed, trial: &Trial<'_>) -> Scenario {
        let settings = self.settings.len() as u64;
        let (setting, opening, seat) = match self.openings {
            None => {
                let round = trial.scenario / settings;
                (trial.scenario % settings, trial.scenario, round)
            }
            Some(openings) => {
                let address = address.named("opening").nth(trial.scenario);
                let mut dice = address.rng(Generator::Xoshiro);
                let (setting, opening) = (dice.below(settings), dice.below(openings));
                (setting, opening, dice.below(self.turns()))
            }
        };
        let seat = if self.players == 1 { 0 } else { seat };
        Scenario {
            address,
            setting: setting as usize,
            opening,
            turn: (seat + u64::from(trial.mirrored)) % self.turns(),
        }
    }

    /// The answer of a trial: of a game, of a move, or what the objective says.
    pub(super) fn answer(
        &self,
        scenario: Scenario,
        pairing: Pairing<'_>,
        prepared: &Prepared,
        stop: Stop<'_>,
    ) -> Result<Answer, Diagnostic> {
        if let Some(positions) = &self.positions {
            let position = positions.open(scenario);
            return Ok(self.score(&position, pairing.point, stop)?.into());
        }
        self.play(scenario, pairing, prepared, stop)
    }

    /// The score of the move that a point chooses in a position.
    pub(super) fn score(
        &self,
        position: &ScoredPosition<'_>,
        point: &[f64],
        stop: Stop<'_>,
    ) -> Result<f64, Diagnostic> {
        let agent = self.agent(&self.settings[position.setting], point)?;
        position.move_scorer.score(&agent, position.which, stop)
    }

    /// The answer of an evaluation that is made ready once for all scenarios of a setting.
    pub(super) fn play(
        &self,
        scenario: Scenario,
        pairing: Pairing<'_>,
        prepared: &Prepared,
        stop: Stop<'_>,
    ) -> Result<Answer, Diagnostic> {
        let (point, against) = pairing.numbers;
        let key = (scenario.setting, point, against);
        let lock = || {
            prepared
                .ready
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
        };
        let found = lock().get(&key).cloned();
        let evaluation = match found {
            Some(evaluation) => evaluation,
            None => {
                let made = Arc::from(self.prepare(scenario, pairing)?);
                lock().insert(key, Arc::clone(&made));
                made
            }
        };
        evaluation.answer(self.turns() * scenario.opening + scenario.turn, stop)
    }

    fn prepare(
        &self,
        scenario: Scenario,
        pairing: Pairing<'_>,
    ) -> Result<Box<dyn Evaluation>, Diagnostic> {
        let setting = &self.settings[scenario.setting];
        let agent = self.agent(setting, pairing.point)?;
        let against = pairing.against.map(|point| self.agent(setting, point));
        let against = against.transpose()?;
        let request = ObjectiveRequest {
            game: &setting.game,
            start: &setting.start,
            agent: &agent,
            opponent: against.as_ref().or(setting.opponent.as_ref()),
            rules: self.rules.clone(),
            seed: scenario.address,
        };
        if let (ObjectiveKind::Registered(entry), None) = (&self.objective, pairing.against) {
            return entry.prepare(&request);
        }
        let prepared = request.prepare_match(self.measure.as_ref())?;
        Ok(Box::new(Games {
            prepared,
            metric: self.metric,
            sense: self.sense,
            duel: pairing.against.is_some(),
        }))
    }

    /// The agent with a point substituted for its placeholders.
    pub(super) fn agent(&self, setting: &TrialSetting, point: &[f64]) -> Result<Spec, Diagnostic> {
        let tuned = split(&self.parameters, point);
        let tuned = tuned.map(|(param, numbers)| (param.name().to_string(), param.value(numbers)));
        let variables = setting.variables.iter().cloned().chain(tuned);
        filled(&self.agent, &variables.collect())
    }

    /// The agent with a point substituted for its placeholders; those of scenarios stay.
    pub(super) fn written(&self, point: &[f64]) -> String {
        let tuned = split(&self.parameters, point);
        let tuned = tuned.map(|(param, numbers)| (param.name().to_string(), param.value(numbers)));
        self.agent
            .fill_known(&tuned.collect::<Vec<_>>())
            .to_string()
    }

    /// A trial in words, for error messages.
    pub(super) fn words(&self, scenario: Scenario, pairing: Pairing<'_>) -> String {
        match &self.positions {
            None => self.game_words(scenario, pairing),
            Some(positions) => {
                let position = positions.open(scenario);
                let words = self.position_words(&position, pairing.point);
                format!("scenario {}, {words}", scenario.opening)
            }
        }
    }

    /// A choice in words.
    pub(super) fn position_words(&self, position: &ScoredPosition<'_>, point: &[f64]) -> String {
        let game = &self.settings[position.setting].game_name;
        format!("{position}, {game} with {}", self.written(point))
    }

    /// A game in words, for error messages.
    pub(super) fn game_words(&self, scenario: Scenario, pairing: Pairing<'_>) -> String {
        let setting = &self.settings[scenario.setting];
        let mut words = format!("scenario {}, seat {}", scenario.opening, scenario.turn);
        words += &format!(
            ", {} with {}",
            setting.game_name,
            self.written(pairing.point)
        );
        match (pairing.against, &setting.opponent) {
            (Some(against), _) => words += &format!(" against {}", self.written(against)),
            (None, Some(opponent)) => words += &format!(" against {opponent}"),
            (None, None) => {}
        }
        words
    }
}
