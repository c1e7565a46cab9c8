//! Trials: everything that decides a game beside the point that is evaluated.

use super::TunedParam;
use super::exam::{Exam, Posed};
use super::setting::Setting;
use crate::plan::filled;
use ludometer_arena::play::{Cancelled, Episode, MatchRules, SeatResult};
use ludometer_arena::registry::MatchSpec;
use ludometer_core::{Seed, Sense, Stop};
use ludometer_spec::source::Diagnostic;
use ludometer_spec::spec::{Spec, Value};
use ludometer_tune::Trial;

/// The objective of a game. Larger is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Worth {
    /// 1 for a positive payoff, else 0.
    Won,
    /// 1 for a win, 1/2 for a draw, 0 for a loss.
    Score,
    /// The payoff.
    Payoff,
    /// The scoreboard at the end.
    Points,
    /// A measure of the last state.
    Measured(Sense),
}

impl Worth {
    /// What it is called where results are kept.
    pub(super) fn identity(self) -> &'static str {
        match self {
            Worth::Won => "won",
            Worth::Score => "score",
            Worth::Payoff => "payoff",
            Worth::Points => "points",
            Worth::Measured(Sense::High) => "measured",
            Worth::Measured(Sense::Low) => "measured-low",
        }
    }

    fn of(self, share: &SeatResult) -> f64 {
        let won = share.payoff > 0.0;
        match self {
            // A payoff that is no number must not pass for a loss.
            Worth::Won | Worth::Score if share.payoff.is_nan() => f64::NAN,
            Worth::Score if share.payoff == 0.0 => 0.5,
            Worth::Won | Worth::Score => f64::from(u8::from(won)),
            Worth::Payoff => share.payoff,
            Worth::Points => share.points,
            Worth::Measured(sense) => sense.upward(share.measured.unwrap_or(f64::NAN)),
        }
    }
}

/// All that trials have in common.
pub(super) struct Arena {
    pub(super) settings: Vec<Setting>,
    pub(super) agent: Value,
    pub(super) dials: Vec<TunedParam>,
    pub(super) measure: Option<Spec>,
    pub(super) worth: Worth,
    /// Its `mirror` is set: an even number and the odd one after it share their chance.
    pub(super) rules: MatchRules,
    pub(super) players: usize,
    /// Where trials are single moves. The rest is then for the final match.
    pub(super) exam: Option<Exam>,
}

/// A trial: its seed address, the number of its opening, and the seat order.
#[derive(Clone, Copy)]
pub(super) struct At {
    pub(super) address: Seed,
    pub(super) opening: u64,
    pub(super) turn: u64,
}

impl Arena {
    /// The game of a trial. Scenarios take settings in turn, and then seats; where there is one seat
    /// only, a mirrored trial has another luck.
    pub(super) fn at(&self, address: Seed, trial: &Trial<'_>) -> At {
        let round = trial.scenario / self.settings.len() as u64;
        let seat = if self.players == 1 { 0 } else { round };
        At {
            address,
            opening: trial.scenario,
            turn: (seat + u64::from(trial.mirrored)) % 2,
        }
    }

    fn setting(&self, at: At) -> &Setting {
        &self.settings[(at.opening % self.settings.len() as u64) as usize]
    }

    /// The answer of a trial: a game, or the score of a move.
    pub(super) fn answer(
        &self,
        at: At,
        point: &[f64],
        against: Option<&[f64]>,
        stop: Stop<'_>,
    ) -> Result<f64, Diagnostic> {
        match (&self.exam, against) {
            (Some(exam), _) => self.score(&exam.open(at.address, at.opening, at.turn), point),
            (None, Some(against)) => self.duel(at, point, against, stop),
            (None, None) => self.value(at, point, stop),
        }
    }

    /// The score of the move that a point chooses in a position.
    pub(super) fn score(&self, posed: &Posed<'_>, point: &[f64]) -> Result<f64, Diagnostic> {
        let agent = self.agent(&self.settings[posed.setting], point)?;
        posed.move_scorer.score(&agent, posed.which)
    }

    /// The result of a point against the opponent, or alone.
    pub(super) fn value(&self, at: At, point: &[f64], stop: Stop<'_>) -> Result<f64, Diagnostic> {
        let setting = self.setting(at);
        let agent = self.agent(setting, point)?;
        let agents = std::iter::once(agent).chain(setting.opponent.clone());
        let played = self.play(at, &agents.collect::<Vec<_>>(), stop)?;
        Ok(self.worth.of(&played.seats[0]))
    }

    /// By how much a point did better than another one in the other seat.
    pub(super) fn duel(
        &self,
        at: At,
        point: &[f64],
        against: &[f64],
        stop: Stop<'_>,
    ) -> Result<f64, Diagnostic> {
        let setting = self.setting(at);
        let agents = [self.agent(setting, point)?, self.agent(setting, against)?];
        let played = self.play(at, &agents, stop)?;
        Ok(self.worth.of(&played.seats[0]) - self.worth.of(&played.seats[1]))
    }

    fn play(&self, at: At, agents: &[Spec], stop: Stop<'_>) -> Result<Episode, Diagnostic> {
        let setting = self.setting(at);
        let table = setting.game.prepare(&MatchSpec {
            agents,
            start: &setting.start,
            measure: self.measure.as_ref(),
            rules: self.rules.clone(),
            seed: at.address,
        })?;
        let played = table.play_until(2 * at.opening + at.turn, stop);
        played.map_err(|Cancelled| Diagnostic::new("the game was stopped"))
    }

    /// The agent with a point substituted for its placeholders.
    pub(super) fn agent(&self, setting: &Setting, point: &[f64]) -> Result<Spec, Diagnostic> {
        let dialled = self.dials.iter().zip(point);
        let dialled = dialled.map(|(dial, number)| (dial.name().to_string(), dial.value(*number)));
        let variables = setting.variables.iter().cloned().chain(dialled);
        filled(&self.agent, &variables.collect())
    }

    /// The agent with a point substituted for its placeholders; other placeholders stay.
    pub(super) fn written(&self, point: &[f64]) -> String {
        let mut text = self.agent.to_string();
        for (dial, number) in self.dials.iter().zip(point) {
            let value = dial.value(*number).to_string();
            text = text.replace(&format!("{{{}}}", dial.name()), &value);
        }
        text
    }

    /// A trial in words, for error messages.
    pub(super) fn asked(&self, at: At, point: &[f64], against: Option<&[f64]>) -> String {
        match &self.exam {
            None => self.words(at, point, against),
            Some(exam) => {
                let posed = exam.open(at.address, at.opening, at.turn);
                format!("scenario {}, {}", at.opening, self.posed(&posed, point))
            }
        }
    }

    /// A choice in words.
    pub(super) fn posed(&self, posed: &Posed<'_>, point: &[f64]) -> String {
        let game = &self.settings[posed.setting].game_name;
        format!("{posed}, {game} with {}", self.written(point))
    }

    /// A game in words, for error messages.
    pub(super) fn words(&self, at: At, point: &[f64], against: Option<&[f64]>) -> String {
        let setting = self.setting(at);
        let mut words = format!("scenario {}, seat {}", at.opening, at.turn);
        words += &format!(", {} with {}", setting.game_name, self.written(point));
        match (against, &setting.opponent) {
            (Some(against), _) => words += &format!(" against {}", self.written(against)),
            (None, Some(opponent)) => words += &format!(" against {opponent}"),
            (None, None) => {}
        }
        words
    }
}
