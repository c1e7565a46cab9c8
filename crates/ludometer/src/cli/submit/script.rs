//! The scripts that are submitted to Slurm.

use crate::cli::output::quoted;
use std::fmt::Write as _;

/// Times that a job which was stopped is put back into the queue by its own script.
const RESTARTS: u32 = 100;

/// What the scripts are made from. Paths are absolute.
#[derive(Clone, Debug)]
pub(super) struct Job {
    /// The name of the job.
    pub(super) name: String,
    /// The program.
    pub(super) program: String,
    /// The plan with what changes it, as arguments.
    pub(super) plan: Vec<String>,
    /// The folder that it is submitted from: paths of the plan are relative to it.
    pub(super) current: String,
    /// The folder of parts, costs, scripts and logs.
    pub(super) folder: String,
    /// The store that everything is united in.
    pub(super) store: String,
    /// How many parts there are.
    pub(super) parts: u64,
    /// The numbers of the parts that miss something, from 1 on.
    pub(super) missing: Vec<u64>,
    /// Share of the next part that each part plays as well.
    pub(super) audit: f64,
    /// Cores of a job.
    pub(super) threads: u16,
    /// Minutes that a part may take.
    pub(super) minutes: String,
    /// Megabytes that a part may take.
    pub(super) memory: String,
    /// Where to, if it is named.
    pub(super) partition: Option<String>,
    /// Whatever else Slurm is told.
    pub(super) options: Vec<String>,
}

/// Numbers as Slurm takes them: `1-4,7`.
pub(super) fn array(numbers: &[u64]) -> String {
    let ranges = numbers.chunk_by(|one, other| one + 1 == *other);
    let text = |range: &[u64]| match range {
        [one] => one.to_string(),
        range => format!("{}-{}", range[0], range[range.len() - 1]),
    };
    ranges.map(text).collect::<Vec<_>>().join(",")
}

/// The file of a part's store.
pub(super) fn part_file(number: u64) -> String {
    format!("part-{number:05}.sqlite")
}

impl Job {
    /// Lines that both scripts begin with.
    fn head(&self, name: &str, log: &str) -> String {
        let mut text = String::from("#!/bin/bash\n");
        let mut option = |words: String| {
            let _ = writeln!(text, "#SBATCH {words}");
        };
        option(format!("--job-name={}", quoted(name)));
        option(format!(
            "--output={}",
            quoted(&format!("{}/{log}", self.folder))
        ));
        option("--open-mode=append".to_string());
        option(format!("--chdir={}", quoted(&self.current)));
        option("--ntasks=1".to_string());
        if let Some(partition) = &self.partition {
            option(format!("--partition={}", quoted(partition)));
        }
        text
    }

    fn plan_words(&self) -> String {
        let words: Vec<String> = self.plan.iter().map(|word| quoted(word)).collect();
        words.join(" ")
    }

    /// The script of the array: each job plays a part.
    ///
    /// A job that is told to end finishes the episodes in flight, stores them, ends with code 75 and is put
    /// back into the queue. A part is resumed from its store.
    pub(super) fn parts_script(&self) -> String {
        let mut text = self.head(&self.name, "part-%a.log");
        let array = array(&self.missing);
        let Job {
            parts,
            threads,
            minutes,
            memory,
            ..
        } = self;
        let _ = write!(
            text,
            "#SBATCH --array={array}\n#SBATCH --cpus-per-task={threads}\n#SBATCH --time={minutes}\n#SBATCH --mem={memory}\n#SBATCH --requeue\n#SBATCH --signal=B:TERM@60\n"
        );
        for option in &self.options {
            let _ = writeln!(text, "#SBATCH {option}");
        }
        let audit = match self.audit > 0.0 {
            true => format!(" --audit {}", self.audit),
            false => String::new(),
        };
        let (program, plan, folder) = (
            quoted(&self.program),
            self.plan_words(),
            quoted(&self.folder),
        );
        let _ = write!(
            text,
            r#"
# Part I of {parts} of the plan, into a store of its own.
export LUDOMETER_PARTS={parts}
printf -v store 'part-%05d.sqlite' "$SLURM_ARRAY_TASK_ID"
{program} run {plan} --part "$SLURM_ARRAY_TASK_ID/{parts}" --costs {folder}/costs.json{audit} --store {folder}/"$store" --threads {threads} &
child=$!
# SIGTERM (preemption, or a minute before the time limit): the episodes in flight are finished and stored.
trap 'kill -TERM "$child" 2>/dev/null' TERM
until wait "$child"; code=$?; ! kill -0 "$child" 2>/dev/null; do :; done
if [ "$code" -eq 75 ] && [ "${{SLURM_RESTART_COUNT:-0}}" -lt {RESTARTS} ]; then
    scontrol requeue "$SLURM_JOB_ID"
fi
exit "$code"
"#
        );
        text
    }

    /// The script that unites the parts and reports.
    pub(super) fn report_script(&self) -> String {
        let mut text = self.head(&format!("{}-report", self.name), "report.log");
        let _ = write!(
            text,
            "#SBATCH --cpus-per-task=1\n#SBATCH --time=24:00:00\n#SBATCH --mem=1024M\n"
        );
        for option in &self.options {
            let _ = writeln!(text, "#SBATCH {option}");
        }
        let _ = write!(
            text,
            "\n# The stores of all parts are united, and the plan is reported.\n{} report {} --parts {folder} --store {} --output {folder}/report.txt\n",
            quoted(&self.program),
            self.plan_words(),
            quoted(&self.store),
            folder = quoted(&self.folder),
        );
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn job() -> Job {
        Job {
            name: "duel".into(),
            program: "/opt/ludo meter/ludometer".into(),
            plan: vec!["duel.toml".into(), "--set".into(), "start=walk(3)".into()],
            current: "/home/me".into(),
            folder: "/home/me/duel-parts".into(),
            store: "/home/me/all.sqlite".into(),
            parts: 9,
            missing: vec![1, 2, 3, 7, 9],
            audit: 0.01,
            threads: 1,
            minutes: "40".into(),
            memory: "256M".into(),
            partition: Some("short".into()),
            options: vec!["--account=games".into()],
        }
    }

    #[test]
    fn numbers_are_written_as_slurm_takes_them() {
        assert_eq!(array(&[1, 2, 3, 7, 9, 10]), "1-3,7,9-10");
        assert_eq!(array(&[5]), "5");
        assert_eq!(array(&[]), "");
    }

    #[test]
    fn the_scripts_say_what_is_played() {
        let text = job().parts_script();
        for line in [
            "#SBATCH --array=1-3,7,9\n",
            "#SBATCH --requeue\n",
            "#SBATCH --signal=B:TERM@60\n",
            "#SBATCH --time=40\n",
            "#SBATCH --mem=256M\n",
            "#SBATCH --partition=short\n",
            "#SBATCH --account=games\n",
            "'/opt/ludo meter/ludometer' run duel.toml --set 'start=walk(3)' --part \"$SLURM_ARRAY_TASK_ID/9\" --costs /home/me/duel-parts/costs.json --audit 0.01 --store /home/me/duel-parts/\"$store\" --threads 1 &\n",
        ] {
            assert!(text.contains(line), "{line} is not in {text}");
        }
        let text = job().report_script();
        let line = "'/opt/ludo meter/ludometer' report duel.toml --set 'start=walk(3)' --parts /home/me/duel-parts --store /home/me/all.sqlite --output /home/me/duel-parts/report.txt\n";
        assert!(text.contains(line), "{text}");
        assert!(!text.contains("--array"), "{text}");
    }
}
