//! Sensitivity analysis: how much each parameter matters around the tuned point, and how certain its value is.
//!
//! Every parameter is moved alone, to either side, by a tenth of its range in its own scale (a choice:
//! to each other option), and the moved point is compared with the tuned one on held-out openings that
//! nothing was tuned on: against the same opponents or alone, or in duels where points meet. All
//! comparisons are of the same openings. Their p-values are corrected together (Holm).

use super::runner::TrialRunner;
use super::{TuneError, Tuning, held_out};
use crate::tally::CONFIDENCE;
use ludometer_stats::{Interval, RunningStats, holm, mean_against_error};
use ludometer_tune::{Parameter, ParameterKind, ParameterScale};

/// How far a parameter is moved, as a share of its range.
pub(super) const SHARE: f64 = 0.1;

/// More parameters are not analysed one by one.
const MOST: usize = 40;

/// How much a parameter matters.
#[derive(Clone, Debug)]
pub struct Sensitivity {
    /// Its place among the tuning's parameters.
    pub parameter: usize,
    /// Where it was moved to, in increasing order, and what that changed.
    pub shifts: Vec<Shift>,
}

/// A parameter that was moved alone.
#[derive(Clone, Debug)]
pub struct Shift {
    /// The value it was moved to.
    pub value: f64,
    /// How much better the moved point is; negative where moving is worse.
    pub difference: f64,
    /// A 95 % interval of that, not corrected.
    pub interval: Option<Interval>,
    /// The p-value against no difference, corrected for all shifts of the table (Holm).
    pub p: f64,
}

impl Sensitivity {
    /// Whether any shift made a difference, at this level.
    pub fn matters(&self, level: f64) -> bool {
        self.shifts.iter().any(|shift| shift.p < level)
    }

    /// The values between which the tuned one is shown to lie: those at which it was shown to be
    /// worse, on either side.
    pub fn bracket(&self, tuned: f64, level: f64) -> [Option<f64>; 2] {
        let worse = self.shifts.iter();
        let worse = worse.filter(|shift| shift.p < level && shift.difference < 0.0);
        let values: Vec<f64> = worse.map(|shift| shift.value).collect();
        let below = values.iter().copied().filter(|value| *value < tuned);
        let above = values.iter().copied().filter(|value| *value > tuned);
        [below.reduce(f64::max), above.reduce(f64::min)]
    }
}

/// Where a parameter is moved to from a value.
fn shifted(parameter: &Parameter, value: f64) -> Vec<f64> {
    let (low, high) = (parameter.low, parameter.high);
    if parameter.kind == ParameterKind::Choice {
        let options = (low as i64)..=(high as i64);
        let options = options.map(|option| option as f64);
        return options.filter(|option| *option != value).collect();
    }
    let moved = |sign: f64| match parameter.scale {
        ParameterScale::Log => value * libm::pow(high / low, sign * SHARE),
        ParameterScale::Linear => value + sign * SHARE * (high - low),
    };
    let settled = [-1.0, 1.0].map(|sign| {
        let to = match parameter.kind {
            // At least one step, and a whole number.
            ParameterKind::Integer => match sign < 0.0 {
                true => moved(sign).round().min(value - 1.0),
                false => moved(sign).round().max(value + 1.0),
            },
            _ => moved(sign),
        };
        to.clamp(low, high)
    });
    settled.into_iter().filter(|to| *to != value).collect()
}

/// A value that a parameter is moved to, and the whole point with it.
type MovedPoint = (f64, Vec<f64>);

/// Analyses every parameter that is a number or a choice with about this many games in all.
pub(super) fn analyse(
    tuning: &Tuning,
    runner: &mut TrialRunner<'_>,
    tuned: &[f64],
    games: u64,
    watch: &mut dyn FnMut(u64, u64),
) -> Result<Vec<Sensitivity>, TuneError> {
    let mut moves: Vec<(usize, Vec<MovedPoint>)> = Vec::new();
    let mut at = 0;
    for (index, parameter) in tuning.parameters().iter().enumerate() {
        if let Some(number) = parameter.parameter() {
            let points = shifted(number, tuned[at]).into_iter().map(|to| {
                let mut point = tuned.to_vec();
                point[at] = to;
                (to, point)
            });
            moves.push((index, points.collect()));
        }
        at += parameter.parameters().len();
    }
    let count = moves
        .iter()
        .map(|(_, points)| points.len() as u64)
        .sum::<u64>();
    if games == 0 || count == 0 || moves.len() > MOST {
        return Ok(Vec::new());
    }
    let duel = tuning.is_last_match_duel();
    // The tuned point itself plays too where it does not meet the others.
    let series = count + u64::from(!duel);
    let openings = (games / (series * tuning.players() as u64)).max(2);
    let of = openings * tuning.players() as u64 * series;
    let mut before = 0;
    let mut side = |point: &[f64], against: Option<&[f64]>| {
        let units = held_out::units(
            tuning,
            runner,
            "sensitivity",
            point,
            against,
            openings,
            &mut |done| watch(before + done, of),
        );
        before += openings * tuning.players() as u64;
        units
    };
    let own = match duel {
        true => None,
        false => Some(side(tuned, None)?),
    };
    let mut found = Vec::new();
    for (parameter, points) in moves {
        let mut shifts = Vec::new();
        for (value, point) in points {
            let differences: RunningStats = match &own {
                None => side(&point, Some(tuned))?.into_iter().collect(),
                Some(own) => {
                    let moved = side(&point, None)?;
                    moved
                        .iter()
                        .zip(own)
                        .map(|(moved, own)| moved - own)
                        .collect()
                }
            };
            shifts.push(Shift {
                value,
                difference: differences.mean().unwrap_or(0.0),
                interval: differences.mean_interval(CONFIDENCE).ok(),
                p: mean_against_error(&differences, 0.0, 0.0).unwrap_or(1.0),
            });
        }
        found.push(Sensitivity { parameter, shifts });
    }
    let p: Vec<f64> = found
        .iter()
        .flat_map(|s| s.shifts.iter().map(|shift| shift.p))
        .collect();
    let mut corrected = holm(&p).unwrap_or_default().into_iter();
    for shift in found.iter_mut().flat_map(|s| &mut s.shifts) {
        shift.p = corrected.next().unwrap_or(1.0);
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_moved_in_their_own_scale_and_stay_in_range() {
        let real = Parameter::real("a", 0.0, 10.0, 5.0);
        assert_eq!(shifted(&real, 5.0), [4.0, 6.0]);
        assert_eq!(shifted(&real, 10.0), [9.0]);
        let log = Parameter {
            scale: ParameterScale::Log,
            ..Parameter::real("a", 0.1, 1000.0, 1.0)
        };
        let [down, up] = shifted(&log, 1.0)[..] else {
            panic!("there are two sides");
        };
        assert!((down * up - 1.0).abs() < 1e-12 && (up - libm::exp10(0.4)).abs() < 1e-12);
        let integer = Parameter {
            kind: ParameterKind::Integer,
            ..Parameter::real("n", 1.0, 4.0, 2.0)
        };
        assert_eq!(shifted(&integer, 2.0), [1.0, 3.0]);
        assert_eq!(shifted(&Parameter::choice("c", 3, 0), 1.0), [0.0, 2.0]);
    }

    #[test]
    fn a_value_is_bracketed_where_moving_is_shown_to_be_worse() {
        let shift = |value, difference, p| Shift {
            value,
            difference,
            interval: None,
            p,
        };
        let both = Sensitivity {
            parameter: 0,
            shifts: vec![shift(1.0, -0.2, 0.001), shift(3.0, -0.2, 0.2)],
        };
        assert!(both.matters(0.05));
        assert_eq!(both.bracket(2.0, 0.05), [Some(1.0), None]);
        assert!(!both.matters(0.0001));
    }
}
