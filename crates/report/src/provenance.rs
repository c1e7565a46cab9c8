//! Where figures come from, said in every format.

use crate::inline::tidy;
use serde::{Deserialize, Serialize};

/// Everything that is needed to repeat what a document shows, and what must be known before its
/// figures are believed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Provenance {
    /// The program that computed the figures.
    pub program: String,
    /// Its version.
    pub version: String,
    /// The command that repeats them.
    pub command: String,
    /// A hash of the identities and versions of everything that was played; absent where nothing
    /// is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fingerprint: Option<String>,
    /// The experiment.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plan: Option<PlanRecord>,
    /// The random seed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// How many episodes were asked for and are there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub episodes: Option<EpisodeCount>,
    /// What a decision may cost, in words.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub budget: String,
    /// What sets the figures apart from those of the complete plan; empty for the plan's own size.
    pub conditions: Vec<ReportCondition>,
}

/// A plan with all that it leaves to defaults.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlanRecord {
    /// Its name.
    pub name: String,
    /// Its text, with every key that was set from outside.
    pub text: String,
    /// What is played, with every parameter: the distinct lines of the canonical texts that rows
    /// are stored under.
    pub played: Vec<String>,
}

/// Episodes, as a plan asks for them and as they are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EpisodeCount {
    /// Asked for in each cell, or in the largest where they differ.
    pub per_cell: u64,
    /// Different cells.
    pub cells: u64,
    /// Stored, in all cells together.
    pub stored: u64,
    /// Asked for in all cells together, where cells differ.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uneven_total: Option<u64>,
}

impl EpisodeCount {
    /// Asked for in all cells together.
    pub fn total(&self) -> u64 {
        let even = self.per_cell.saturating_mul(self.cells);
        self.uneven_total.unwrap_or(even)
    }
}

/// A reason to read figures with care.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReportCondition {
    /// Only the first episodes of every cell were asked for.
    Quick,
    /// Not all episodes that were asked for are there.
    Partial,
    /// The number of episodes was changed after the first ones were played.
    Extended,
    /// Decisions had a limit in time: the figures cannot be repeated to the bit.
    TimeLimited,
}

impl ReportCondition {
    /// The word that formats use.
    pub fn name(self) -> &'static str {
        match self {
            ReportCondition::Quick => "quick",
            ReportCondition::Partial => "partial",
            ReportCondition::Extended => "extended",
            ReportCondition::TimeLimited => "time-limited",
        }
    }
}

impl Provenance {
    /// Of something that `command` of a program computed, without playing.
    pub fn new(
        program: impl Into<String>,
        version: impl Into<String>,
        command: impl Into<String>,
    ) -> Self {
        Self {
            program: program.into(),
            version: version.into(),
            command: command.into(),
            ..Self::default()
        }
    }

    /// The conditions as words; `complete` if there is none.
    pub fn state(&self) -> String {
        match self.conditions.is_empty() {
            true => "complete".into(),
            false => {
                let names = self.conditions.iter().map(|condition| condition.name());
                names.collect::<Vec<_>>().join(", ")
            }
        }
    }

    /// Each fact with its name, without the plan's text.
    pub fn facts(&self) -> Vec<(&'static str, String)> {
        let program = format!("{} {}", self.program, self.version);
        let mut facts = vec![("program", tidy(&program))];
        let mut fact = |name, value: Option<String>| {
            facts.extend(value.map(|value| (name, tidy(&value))));
        };
        fact("plan", self.plan.as_ref().map(|plan| plan.name.clone()));
        fact("fingerprint", self.fingerprint.clone());
        fact("seed", self.seed.map(|seed| seed.to_string()));
        fact("episodes", self.episodes.map(episodes));
        fact(
            "budget",
            Some(self.budget.clone()).filter(|budget| !budget.is_empty()),
        );
        fact("state", self.episodes.map(|_| self.state()));
        fact(
            "repeat",
            Some(self.command.clone()).filter(|command| !command.is_empty()),
        );
        facts
    }

    /// One fact a line, then what is played and the plan's text, for comments in files.
    pub fn lines(&self) -> impl Iterator<Item = String> {
        let facts = self.facts().into_iter();
        let mut lines: Vec<String> = facts
            .map(|(name, value)| format!("{name}: {value}"))
            .collect();
        if let Some(plan) = &self.plan {
            let played = plan.played.iter();
            lines.extend(played.map(|line| format!("played: {}", tidy(line))));
            lines.extend(plan.text.lines().map(|line| format!("| {}", tidy(line))));
        }
        lines.into_iter()
    }

    /// One line that a reader sees first.
    pub(crate) fn summary(&self) -> String {
        let facts = self.facts().into_iter();
        let shown = facts.filter(|(name, _)| *name != "repeat");
        let words = shown.map(|(name, value)| match name {
            "program" | "plan" | "episodes" | "state" => value,
            _ => format!("{name} {value}"),
        });
        words.collect::<Vec<_>>().join(" · ")
    }
}

fn episodes(count: EpisodeCount) -> String {
    let cells = match count.cells {
        1 => "1 cell".into(),
        cells => format!("{cells} cells"),
    };
    let most = if count.uneven_total.is_some() {
        "up to "
    } else {
        ""
    };
    let asked = format!("{most}{} per cell, {cells}", count.per_cell);
    match (count.stored == count.total(), count.uneven_total) {
        (true, None) => asked,
        (true, Some(total)) => format!("{asked}, {total} in all"),
        (false, _) => format!("{asked}, {} of {} stored", count.stored, count.total()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(crate) fn sample() -> Provenance {
        Provenance {
            fingerprint: Some("00ff".into()),
            plan: Some(PlanRecord {
                name: "p".into(),
                text: "game = \"nim\"\nepisodes = 4\n".into(),
                played: vec!["game nim@1".into()],
            }),
            seed: Some(7),
            episodes: Some(EpisodeCount {
                per_cell: 4,
                cells: 2,
                stored: 5,
                uneven_total: None,
            }),
            budget: "400 forward-model calls".into(),
            conditions: vec![ReportCondition::Quick, ReportCondition::Partial],
            ..Provenance::new("ludometer", "0.1.0", "ludometer run p --quick")
        }
    }

    #[test]
    fn facts_say_what_is_missing() {
        let provenance = sample();
        assert_eq!(
            provenance.summary(),
            "ludometer 0.1.0 · p · fingerprint 00ff · seed 7 · 4 per cell, 2 cells, 5 of 8 stored · \
             budget 400 forward-model calls · quick, partial"
        );
        let lines: Vec<String> = provenance.lines().collect();
        assert_eq!(
            lines[lines.len() - 2..],
            ["| game = \"nim\"", "| episodes = 4"]
        );
        assert!(lines.contains(&"repeat: ludometer run p --quick".to_string()));
        assert!(lines.contains(&"played: game nim@1".to_string()));
    }

    #[test]
    fn it_reads_back() {
        let text = serde_json::to_string(&sample()).unwrap();
        assert_eq!(serde_json::from_str::<Provenance>(&text).unwrap(), sample());
    }

    #[test]
    fn control_characters_cannot_open_a_line() {
        let forged = Provenance::new("p", "1", "a\nrepeat: b");
        assert!(forged.lines().all(|line| !line.starts_with("repeat: b")));
    }
}
