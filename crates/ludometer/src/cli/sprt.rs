//! `ludometer sprt` and `ludometer sprt-plan`: sequential tests of counts, and how long tests take.

use super::Failure;
use super::forms::{PlannedLength, SprtOfCounts, SprtPlanned, TestLength};
use super::output::{Format, emit, emit_json, render};
use super::resources::{THREADS, pool};
use super::schemas::Schema;
use clap::{Args, ValueEnum};
use ludometer_core::{Generator, Seed};
use ludometer_report::{Cell, Column, Document, Table};
use ludometer_stats::{
    EloModel, OutcomeCounts, ScoreSummary, Sprt, SprtDecision, quantile, sprt_length_like,
    sprt_simulated,
};
use rayon::prelude::*;

/// The unit of the bounds of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Model {
    /// Score above one half in standard deviations of a game, times 800 / ln 10.
    Normalised,
    /// The logistic curve.
    Logistic,
}

impl Model {
    fn name(self) -> &'static str {
        match self {
            Model::Normalised => "normalised",
            Model::Logistic => "logistic",
        }
    }
}

/// The hypotheses and risks of a test.
#[derive(Args)]
struct Hypotheses {
    /// Elo difference of the null hypothesis.
    #[arg(long, value_name = "ELO", allow_negative_numbers = true)]
    elo0: f64,
    /// Elo difference of the alternative.
    #[arg(long, value_name = "ELO", allow_negative_numbers = true)]
    elo1: f64,
    /// Unit of both.
    #[arg(long, value_enum, default_value = "normalised")]
    model: Model,
    /// Risk of accepting elo1 where elo0 is true.
    #[arg(long, value_name = "P", default_value_t = 0.05)]
    alpha: f64,
    /// Risk of accepting elo0 where elo1 is true.
    #[arg(long, value_name = "P", default_value_t = 0.05)]
    beta: f64,
}

impl Hypotheses {
    fn test(&self) -> Result<Sprt, Failure> {
        let model = match self.model {
            Model::Normalised => EloModel::Normalised,
            Model::Logistic => EloModel::Logistic,
        };
        let bounds = (self.elo0, self.elo1);
        Sprt::new(model, bounds, self.alpha, self.beta)
            .map_err(|error| Failure::usage(error.to_string()))
    }
}

/// Counts of games or of pairs.
fn counts(numbers: &[u64]) -> Result<OutcomeCounts, Failure> {
    let counts = match *numbers {
        [l, d, w] => OutcomeCounts::Trinomial([l, d, w]),
        [a, b, c, d, e] => OutcomeCounts::Pentanomial([a, b, c, d, e]),
        _ => {
            return Err(Failure::usage(format!(
                "{} counts\nhint: give 5 for pairs (0, 1/2, 1, 1 1/2 and 2 points), or 3 for games (lost, drawn, won)",
                numbers.len()
            )));
        }
    };
    match numbers.iter().try_fold(0_u64, |sum, &n| sum.checked_add(n)) {
        Some(1..=MOST) => Ok(counts),
        Some(0) => Err(Failure::usage("no games: every count is 0")),
        _ => Err(Failure::usage(format!(
            "too many games: the counts add up to more than {MOST}"
        ))),
    }
}

/// Counts up to here are exact as floating-point numbers.
const MOST: u64 = 1 << 53;

/// Compute the log-likelihood ratio of a sequential test from counts.
///
/// Five counts are pairs of games with colours swapped, by the points of the tested player: 0, ½, 1, 1½ and 2.
/// Three counts are single games: lost, drawn and won. The estimates allow for a test that stopped at a
/// bound.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  ludometer sprt 379 10170 21828 10640 343 --elo0 0 --elo1 2\n  ludometer sprt 120 300 150 --elo0 -5 --elo1 0 --model logistic"
)]
pub(super) struct SprtCounts {
    /// Counts: 5 of pairs, or 3 of games.
    #[arg(value_name = "COUNT", required = true)]
    counts: Vec<u64>,
    #[command(flatten)]
    hypotheses: Hypotheses,
    /// Format of the result.
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
    /// Write the result as JSON to FILE; `-` is stdout, instead of the table.
    #[arg(long, value_name = "FILE")]
    json: Option<String>,
}

/// The confidence of estimates.
const CONFIDENCE: f64 = 0.95;

impl SprtCounts {
    pub(super) fn go(self) -> Result<(), Failure> {
        let sprt = self.hypotheses.test()?;
        let counts = counts(&self.counts)?;
        let wrong = |error: ludometer_stats::Error| Failure::usage(error.to_string());
        let estimate = sprt.estimate(&counts, CONFIDENCE).map_err(wrong)?;
        let (Some(llr), Some(estimate)) = (sprt.llr(&counts), estimate) else {
            return Err(Failure::usage("no games: every count is 0"));
        };
        let score = match counts {
            OutcomeCounts::Trinomial([l, d, w]) => ScoreSummary::of_games(w, d, l),
            OutcomeCounts::Pentanomial(pairs) => ScoreSummary::of_pairs(pairs),
        };
        let score = score.map_err(wrong)?.mean();
        let ((lower, upper), (low, high)) = (sprt.bounds(), sprt.stopping_bounds(&counts));
        let decision = match sprt.decision(&counts) {
            SprtDecision::Continue => "continue",
            SprtDecision::AcceptNull => "accept-elo0",
            SprtDecision::AcceptAlternative => "accept-elo1",
        };
        let (elo, normalised) = (estimate.elo_interval, estimate.normalised_interval);
        let data = SprtOfCounts {
            model: self.hypotheses.model.name(),
            elo0: self.hypotheses.elo0,
            elo1: self.hypotheses.elo1,
            alpha: self.hypotheses.alpha,
            beta: self.hypotheses.beta,
            counts: &self.counts,
            paired: matches!(counts, OutcomeCounts::Pentanomial(_)),
            llr,
            bounds: [lower, upper],
            stopping_bounds: [low, high],
            decision,
            score,
            elo: [estimate.elo, elo.low, elo.high],
            normalised_elo: [estimate.normalised, normalised.low, normalised.high],
        };
        if let Some(to) = &self.json {
            emit_json(Schema::Sprt, &data, to)?;
            if to == "-" {
                return Ok(());
            }
        }
        emit(&render(&data.document(), self.format), None)
    }
}

impl SprtOfCounts<'_> {
    fn document(&self) -> Document {
        let interval = |[value, low, high]: [f64; 3]| {
            Cell::said(format!("{value:+.2}"), value).detail(format!("[{low:+.2}, {high:+.2}]"))
        };
        let decision = match self.decision {
            "accept-elo0" => format!("{} Elo accepted", self.elo0),
            "accept-elo1" => format!("{} Elo accepted", self.elo1),
            _ => "play on: no bound is reached".to_string(),
        };
        let [lower, upper] = self.bounds;
        let [low, high] = self.stopping_bounds;
        let units = if self.paired { "pairs" } else { "games" };
        let total: u64 = self.counts.iter().sum();
        let rows = [
            ("log-likelihood ratio", Cell::number(self.llr, 3)),
            ("bounds", Cell::text(format!("{lower:.3}, {upper:.3}"))),
            (
                "with overshoot corrected",
                Cell::text(format!("{low:.3}, {high:.3}")),
            ),
            ("verdict", Cell::text(decision)),
            (units, Cell::number(total as f64, 0)),
            ("score", Cell::number(self.score, 4)),
            ("normalised Elo", interval(self.normalised_elo)),
            ("Elo", interval(self.elo)),
        ];
        let title = format!("{} or {} {} Elo", self.elo0, self.elo1, self.model);
        let mut table = Table::new("sprt", title)
            .column(Column::left(""))
            .column(Column::left(""));
        for (title, cell) in rows {
            table = table.row([Cell::text(title), cell]);
        }
        let table = table.note(match self.decision {
            "accept-elo0" | "accept-elo1" => {
                "Elo: median-unbiased estimates after a test with these bounds, in brackets 95 % intervals"
            }
            _ => {
                "Elo: as if this number of games had been the most from the beginning; no estimate where a person chose to stop here"
            }
        });
        Document::new("Sequential test").table(table)
    }
}

/// Estimate how many pairs a sequential test will take.
///
/// For each true Elo difference: the probability that elo1 is accepted, and the number of pairs, by the
/// formulas of Brownian motion between two bounds; with `--simulate N` also by N simulated tests.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  ludometer sprt-plan --elo0 0 --elo1 2\n  ludometer sprt-plan --elo0 0 --elo1 10 --elo 0 --elo 20 --simulate 200\n  ludometer sprt-plan --elo0 0 --elo1 5 --model logistic --like 379 10170 21828 10640 343"
)]
pub(super) struct SprtLengths {
    #[command(flatten)]
    hypotheses: Hypotheses,
    /// True difference, repeatable [default: five around the bounds].
    #[arg(long, value_name = "ELO", allow_negative_numbers = true)]
    elo: Vec<f64>,
    /// Counts of an earlier match whose draws are like those to come: 5 of pairs, or 3 of games.
    #[arg(long, value_name = "COUNT", num_args = 3..=5, default_values_t = [5, 20, 50, 20, 5])]
    like: Vec<u64>,
    /// Simulate N tests at each difference.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u64).range(..=1_000_000))]
    simulate: u64,
    /// The most units of a simulated test.
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    most: u64,
    /// Random seed of simulations.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Worker threads; results do not depend on it [default: one per core].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(THREADS))]
    threads: Option<u16>,
    /// Format of the result.
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
    /// Write the result as JSON to FILE; `-` is stdout, instead of the table.
    #[arg(long, value_name = "FILE")]
    json: Option<String>,
}

impl SprtLengths {
    pub(super) fn go(self) -> Result<(), Failure> {
        let sprt = self.hypotheses.test()?;
        let like = counts(&self.like)?;
        let (elo0, elo1) = sprt.hypotheses();
        let gap = elo1 - elo0;
        let elos = match self.elo.is_empty() {
            true => [-1.0, 0.0, 0.5, 1.0, 2.0]
                .map(|at| elo0 + at * gap)
                .to_vec(),
            false => self.elo.clone(),
        };
        let pool = pool(self.threads)?;
        let mut lengths = Vec::new();
        for (at, &elo) in elos.iter().enumerate() {
            let wrong = |error: ludometer_stats::Error| Failure::usage(error.to_string());
            let length = sprt_length_like(&sprt, elo, &like).map_err(wrong)?;
            let by_simulation = match self.simulate {
                0 => None,
                _ => Some(pool.install(|| self.simulated(&sprt, &like, (at, elo)))?),
            };
            lengths.push(PlannedLength {
                elo,
                by_formula: TestLength {
                    accepts: length.accepts,
                    mean: length.mean,
                    percentile5: length.percentile5,
                    median: length.median,
                    percentile95: length.percentile95,
                },
                by_simulation,
            });
        }
        let data = SprtPlanned {
            model: self.hypotheses.model.name(),
            elo0,
            elo1,
            alpha: self.hypotheses.alpha,
            beta: self.hypotheses.beta,
            paired: matches!(like, OutcomeCounts::Pentanomial(_)),
            lengths,
        };
        if let Some(to) = &self.json {
            emit_json(Schema::SprtPlan, &data, to)?;
            if to == "-" {
                return Ok(());
            }
        }
        emit(&render(&data.document(self.simulate), self.format), None)
    }

    /// Tests at one difference, each with its own random numbers.
    fn simulated(
        &self,
        sprt: &Sprt,
        like: &OutcomeCounts,
        (at, elo): (usize, f64),
    ) -> Result<TestLength, Failure> {
        let seed = Seed::new(self.seed).named("sprt-plan").nth(at as u64);
        let tests = (0..self.simulate).into_par_iter().map(|test| {
            let mut random = seed.nth(test).rng(Generator::default());
            sprt_simulated(sprt, (like, elo), self.most, || random.unit())
        });
        let tests: Result<Vec<_>, _> = tests.collect();
        let tests = tests.map_err(|error| Failure::usage(error.to_string()))?;
        let n = tests.len() as f64;
        let accepted = tests
            .iter()
            .filter(|(decision, _)| *decision == SprtDecision::AcceptAlternative);
        let units: Vec<f64> = tests.iter().map(|(_, units)| *units as f64).collect();
        let at = |share: f64| quantile(&units, share).unwrap_or(f64::NAN);
        Ok(TestLength {
            accepts: accepted.count() as f64 / n,
            mean: units.iter().sum::<f64>() / n,
            percentile5: at(0.05),
            median: at(0.5),
            percentile95: at(0.95),
        })
    }
}

impl SprtPlanned<'_> {
    fn document(&self, simulated: u64) -> Document {
        let units = if self.paired { "pairs" } else { "games" };
        let title = format!("{} or {} {} Elo", self.elo0, self.elo1, self.model);
        let mut table = Table::new("sprt-plan", title);
        for title in [
            "true Elo",
            "by",
            "accepts elo1",
            "mean",
            "5 %",
            "median",
            "95 %",
        ] {
            table = table.column(Column::right(title));
        }
        for length in &self.lengths {
            let lines = [
                ("formula", Some(&length.by_formula)),
                ("simulation", length.by_simulation.as_ref()),
            ];
            for (by, length_by) in lines {
                let Some(of) = length_by else { continue };
                let mut cells = vec![
                    Cell::said(format!("{:.1}", length.elo), length.elo),
                    Cell::text(by),
                    Cell::number(of.accepts, 3),
                ];
                let lengths = [of.mean, of.percentile5, of.median, of.percentile95];
                cells.extend(lengths.map(|length| Cell::number(length, 0)));
                table = table.row(cells);
            }
        }
        table = table.note(format!(
            "{units} until a bound is reached: mean, and within how many 5 %, half and 95 % of all tests end"
        ));
        if simulated > 0 {
            table = table.note(format!("{simulated} tests simulated at each difference"));
        }
        Document::new("Length of a sequential test").table(table)
    }
}
