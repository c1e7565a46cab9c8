//! Parts of plans on the command line: `--part I/N`, or taken from the variables of a job array.

use super::Failure;
use super::log::note;
use clap::Args;
use ludometer_lab::plan::Plan;
use ludometer_lab::run::{Costs, PartEpisodes, PlanPart};
use std::str::FromStr;

/// How many parts there are, for schedulers that do not say.
const PARTS: &str = "LUDOMETER_PARTS";

/// What `--part` takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PartArgument {
    /// From the variables of the scheduler.
    Auto,
    /// As named.
    Named(PlanPart),
}

impl FromStr for PartArgument {
    type Err = String;

    fn from_str(text: &str) -> Result<PartArgument, String> {
        match text {
            "auto" => Ok(PartArgument::Auto),
            text => text
                .parse()
                .map(PartArgument::Named)
                .map_err(|error| format!("{error}, or `auto`")),
        }
    }
}

/// Which part of a plan is played, and how plans are dealt.
#[derive(Args)]
pub(super) struct Dealing {
    /// Play part I of N into the store, which should be one of its own, and print no report; `ludometer
    /// store merge` unites the parts. `auto` takes I and N from a job array of Slurm or an indexed job of
    /// Kubernetes.
    #[arg(long, value_name = "I/N|auto", conflicts_with = "json")]
    part: Option<PartArgument>,
    /// File of measured costs by which all parts are dealt [default: every episode costs alike]; `ludometer
    /// plan cost` writes it.
    #[arg(long, value_name = "FILE", requires = "part")]
    costs: Option<String>,
    /// Also play this share of what the next part has, 0 to 1: stores then overlap, and `ludometer store
    /// merge` notices a machine that computes otherwise.
    #[arg(long, value_name = "SHARE", requires = "part", value_parser = share)]
    audit: Option<f64>,
}

/// A share from 0 to 1.
pub(super) fn share(text: &str) -> Result<f64, String> {
    let share = text.parse::<f64>().ok();
    let share = share.filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "a share is a number from 0 to 1".to_string())
}

/// Reads a file of costs.
pub(super) fn costs(path: &str) -> Result<Costs, Failure> {
    let text = std::fs::read_to_string(path).map_err(|error| Failure::file(path, &error))?;
    Ok(Costs::read(path, &text)?)
}

impl Dealing {
    /// The part that was asked for; a note where a scheduler speaks of parts and none was asked for.
    pub(super) fn part(&self) -> Result<Option<PlanPart>, Failure> {
        let environment = |name: &str| std::env::var(name).ok();
        match self.part {
            Some(PartArgument::Named(part)) => Ok(Some(part)),
            Some(PartArgument::Auto) => Ok(Some(from_scheduler(&environment)?)),
            None => {
                if let Some(variable) = speaks_of_parts(&environment) {
                    note(&format!(
                        "{variable} is set, and this run is about everything: `--part auto` plays the part of this job"
                    ));
                }
                Ok(None)
            }
        }
    }

    /// What is to be played of a plan; `None` for everything.
    pub(super) fn share(&self, plan: &Plan, count: u64) -> Result<Option<PartEpisodes>, Failure> {
        let Some(part) = self.part()? else {
            return Ok(None);
        };
        let costs = match &self.costs {
            Some(path) => costs(path)?,
            None => Costs::alike(),
        };
        let unknown = costs.unknown(plan);
        if self.costs.is_some() && unknown > 0 {
            note(&format!(
                "{unknown} of {} cells have no measured cost and are taken for the mean of the others",
                plan.cells.len()
            ));
        }
        let share = PartEpisodes::dealt(plan, part, count, &costs);
        let share = share.audited(plan, &costs, self.audit.unwrap_or(0.0));
        Ok(Some(share.finishing()))
    }
}

/// The variable by which a scheduler says that this process has one part of many.
fn speaks_of_parts(environment: &dyn Fn(&str) -> Option<String>) -> Option<&'static str> {
    ["SLURM_ARRAY_TASK_ID", "JOB_COMPLETION_INDEX"]
        .into_iter()
        .find(|name| environment(name).is_some_and(|value| !value.is_empty()))
}

/// The part that a scheduler gives this process.
///
/// Slurm says which numbers its array has: without gaps they are the parts. Kubernetes counts from 0 and does
/// not say how many there are. `LUDOMETER_PARTS` says it, and then the numbers of an array of Slurm are taken
/// for those of the parts, from 1 on, so that a few of them can be submitted again.
fn from_scheduler(environment: &dyn Fn(&str) -> Option<String>) -> Result<PlanPart, Failure> {
    let number = |name: &'static str| -> Result<Option<u64>, Failure> {
        let Some(text) = environment(name).filter(|text| !text.is_empty()) else {
            return Ok(None);
        };
        let wrong = |_| Failure::usage(format!("{name} is `{text}`, not a whole number"));
        text.trim().parse().map(Some).map_err(wrong)
    };
    let parts = number(PARTS)?;
    let made = |number: u64, of: u64, from: &str| {
        PlanPart::new(number, of).ok_or_else(|| {
            Failure::usage(format!(
                "{from} makes this part {number} of {of}, which does not exist\nhint: {PARTS} is the number of parts of the whole plan, and a job array counts them from 1"
            ))
        })
    };
    if let Some(index) = number("JOB_COMPLETION_INDEX")? {
        let of = parts.ok_or_else(|| {
            Failure::usage(format!(
                "JOB_COMPLETION_INDEX says which part this is, and nothing says how many there are\nhint: set {PARTS} to the job's number of completions"
            ))
        })?;
        return made(index.saturating_add(1), of, "JOB_COMPLETION_INDEX");
    }
    let Some(id) = number("SLURM_ARRAY_TASK_ID")? else {
        return Err(Failure::usage(
            "no scheduler says which part this is: neither SLURM_ARRAY_TASK_ID nor JOB_COMPLETION_INDEX is set\nhint: name it, as in `--part 2/8`",
        ));
    };
    if let Some(of) = parts {
        return made(id, of, "SLURM_ARRAY_TASK_ID");
    }
    let bounds = (
        number("SLURM_ARRAY_TASK_MIN")?,
        number("SLURM_ARRAY_TASK_MAX")?,
        number("SLURM_ARRAY_TASK_COUNT")?,
    );
    let (Some(least), Some(most), Some(count)) = bounds else {
        return Err(Failure::usage(format!(
            "SLURM_ARRAY_TASK_ID is set, but not all of SLURM_ARRAY_TASK_MIN, SLURM_ARRAY_TASK_MAX and SLURM_ARRAY_TASK_COUNT\nhint: set {PARTS} to the number of parts"
        )));
    };
    if most.checked_sub(least).and_then(|n| n.checked_add(1)) != Some(count) {
        return Err(Failure::usage(format!(
            "the job array has {count} numbers from {least} to {most}: with gaps it does not say how many parts there are\nhint: set {PARTS} to the number of parts of the whole plan, counted from 1"
        )));
    }
    match id.checked_sub(least) {
        Some(before) => made(before.saturating_add(1), count, "SLURM_ARRAY_TASK_ID"),
        None => made(0, count, "SLURM_ARRAY_TASK_ID"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(variables: &[(&str, &str)]) -> Result<String, String> {
        let environment = |name: &str| {
            let found = variables.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| value.to_string())
        };
        let part = from_scheduler(&environment).map_err(|failure| failure.to_string())?;
        Ok(part.to_string())
    }

    fn slurm<'a>(
        id: &'a str,
        least: &'a str,
        most: &'a str,
        count: &'a str,
    ) -> Vec<(&'a str, &'a str)> {
        vec![
            ("SLURM_ARRAY_TASK_ID", id),
            ("SLURM_ARRAY_TASK_MIN", least),
            ("SLURM_ARRAY_TASK_MAX", most),
            ("SLURM_ARRAY_TASK_COUNT", count),
        ]
    }

    #[test]
    fn an_array_without_gaps_is_the_parts() {
        assert_eq!(part(&slurm("1", "1", "4", "4")).unwrap(), "1/4");
        assert_eq!(part(&slurm("0", "0", "3", "4")).unwrap(), "1/4");
        assert_eq!(part(&slurm("13", "10", "13", "4")).unwrap(), "4/4");
    }

    #[test]
    fn an_array_with_gaps_needs_the_number_of_parts() {
        let gaps = slurm("7", "3", "7", "2");
        let error = part(&gaps).unwrap_err();
        assert!(error.contains("2 numbers from 3 to 7") && error.contains("LUDOMETER_PARTS"));
        let told = [&gaps[..], &[("LUDOMETER_PARTS", "64")]].concat();
        assert_eq!(part(&told).unwrap(), "7/64");
        let few = [&gaps[..], &[("LUDOMETER_PARTS", "6")]].concat();
        assert!(part(&few).unwrap_err().contains("part 7 of 6"));
    }

    #[test]
    fn an_indexed_job_counts_from_zero() {
        let index = ("JOB_COMPLETION_INDEX", "0");
        assert_eq!(part(&[index, ("LUDOMETER_PARTS", "5")]).unwrap(), "1/5");
        assert!(part(&[index]).unwrap_err().contains("set LUDOMETER_PARTS"));
        let past = [("JOB_COMPLETION_INDEX", "5"), ("LUDOMETER_PARTS", "5")];
        assert!(part(&past).unwrap_err().contains("part 6 of 5"));
    }

    #[test]
    fn what_a_scheduler_says_wrongly_is_named() {
        assert!(part(&[]).unwrap_err().contains("--part 2/8"));
        let id = [("SLURM_ARRAY_TASK_ID", "2")];
        assert!(part(&id).unwrap_err().contains("LUDOMETER_PARTS"));
        let word = [("SLURM_ARRAY_TASK_ID", "two")];
        assert!(part(&word).unwrap_err().contains("`two`"));
        let past = slurm("9", "1", "4", "4");
        assert!(part(&past).unwrap_err().contains("part 9 of 4"));
        let nothing = [("SLURM_ARRAY_TASK_ID", "1"), ("LUDOMETER_PARTS", "0")];
        assert!(part(&nothing).unwrap_err().contains("part 1 of 0"));
    }

    #[test]
    fn what_is_written_is_a_part_or_auto() {
        assert_eq!("auto".parse(), Ok(PartArgument::Auto));
        assert!(matches!("2/3".parse(), Ok(PartArgument::Named(_))));
        let error = "4/3".parse::<PartArgument>().unwrap_err();
        assert!(error.contains("I/N") && error.contains("1 to N") && error.contains("`auto`"));
    }
}
