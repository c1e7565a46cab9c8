//! How often the test of a table sees a wrong player, by simulation.
//!
//! Where a cell's truth is needed, both samples are pooled: they come from one distribution if nothing is wrong.
//! A wrong player's figures are estimates too, and two estimates of one figure differ: their differences
//! from the truth are drawn together by the part of them that sampling explains, as James and Stein
//! (1961) do, so that noise is not taken for power.

use crate::pooled::{CellPair, Correlations, pooled_test};
use crate::special::{normal_lower, normal_quantile};

/// A figure of a wrong player, in place of a cell of ours.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WrongFigure {
    /// The share or the mean.
    pub value: f64,
    /// Its sampling variance.
    pub variance: f64,
}

/// How a table is simulated.
#[derive(Clone, Copy, Debug)]
pub struct Simulation<'a> {
    /// The cells, which give sizes and errors.
    pub cells: &'a [CellPair],
    /// How our own samples are correlated.
    pub correlations: &'a Correlations,
    /// A table is refuted where its p is below.
    pub level: f64,
    /// How many tables are drawn.
    pub tables: usize,
}

/// The truth of a cell: of the published player, and of the one that plays here.
#[derive(Clone, Copy, Debug)]
struct Truth {
    published: f64,
    ours: f64,
}

impl Simulation<'_> {
    /// The share of tables that are refuted when both samples come from one distribution: the size of the test.
    pub fn size(&self, uniform: &mut dyn FnMut() -> f64) -> f64 {
        let truths: Vec<Option<Truth>> = self.cells.iter().map(right).collect();
        self.rate(&truths, 1.0, uniform)
    }

    /// The share of tables that are refuted when a wrong player plays here, with `factor` times as many
    /// episodes as were played. A cell without a wrong figure is simulated with the right player.
    pub fn power(
        &self,
        wrong: &[Option<WrongFigure>],
        factor: f64,
        uniform: &mut dyn FnMut() -> f64,
    ) -> f64 {
        self.rate(&self.truths(wrong), factor, uniform)
    }

    /// The least power of two by which our episodes must be multiplied until the power is at least
    /// `wanted`; `None` if even 1024 times as many do not give it.
    pub fn deciding_factor(
        &self,
        wrong: &[Option<WrongFigure>],
        wanted: f64,
        uniform: &mut dyn FnMut() -> f64,
    ) -> Option<u64> {
        const MOST: u32 = 10;
        let truths = self.truths(wrong);
        let mut enough =
            |power: u32| self.rate(&truths, libm::exp2(f64::from(power)), uniform) >= wanted;
        if !enough(MOST) {
            return None;
        }
        let (mut low, mut high) = (0, MOST);
        while low < high {
            let middle = (low + high) / 2;
            if enough(middle) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        Some(1 << high)
    }

    fn truths(&self, wrong: &[Option<WrongFigure>]) -> Vec<Option<Truth>> {
        let mut truths: Vec<Option<Truth>> = self.cells.iter().map(right).collect();
        let (mut seen, mut noise) = (0.0, 0.0);
        let each = self.cells.iter().zip(&truths).zip(wrong);
        for ((cell, truth), wrong) in each.clone() {
            let Some((truth, wrong)) = truth.zip(*wrong) else {
                continue;
            };
            let scale = scale(cell, truth.published);
            seen += libm::pow(wrong.value - truth.published, 2.0) / scale;
            noise += (wrong.variance + own_variance(cell, truth.published)) / scale;
        }
        let keep = if seen > 0.0 {
            (1.0 - noise / seen).max(0.0).sqrt()
        } else {
            0.0
        };
        for (truth, wrong) in truths.iter_mut().zip(wrong) {
            if let (Some(truth), Some(wrong)) = (truth, wrong) {
                truth.ours += keep * (wrong.value - truth.published);
            }
        }
        truths
    }

    fn rate(&self, truths: &[Option<Truth>], factor: f64, uniform: &mut dyn FnMut() -> f64) -> f64 {
        let samplers: Vec<Option<Sampler>> = self
            .cells
            .iter()
            .zip(truths)
            .map(|(cell, truth)| Some(Sampler::new(cell, (*truth)?, factor)))
            .collect();
        let lower = self.correlations.factor(self.cells.len());
        let mut refuted = 0;
        for _ in 0..self.tables {
            let ours = correlated(lower.as_deref(), self.cells.len(), uniform);
            let cells: Vec<CellPair> = samplers
                .iter()
                .zip(ours)
                .filter_map(|(sampler, own)| Some(sampler.as_ref()?.draw(own, uniform)))
                .collect();
            // Cells that are left out would shift the correlations of the others.
            let correlations = match cells.len() == self.cells.len() {
                true => self.correlations,
                false => &Correlations::none(),
            };
            let found = pooled_test(&cells, correlations);
            refuted += usize::from(found.is_some_and(|test| test.p < self.level));
        }
        refuted as f64 / self.tables.max(1) as f64
    }
}

/// Uniform numbers, one for each cell, correlated as a normal copula.
fn correlated(lower: Option<&[f64]>, size: usize, uniform: &mut dyn FnMut() -> f64) -> Vec<f64> {
    let Some(lower) = lower else {
        return (0..size).map(|_| uniform()).collect();
    };
    let normal: Vec<f64> = (0..size).map(|_| quantile(uniform())).collect();
    let row = |i: usize| {
        let row = &lower[i * size..i * size + i + 1];
        let sum: f64 = row.iter().zip(&normal).map(|(a, b)| a * b).sum();
        normal_lower(sum)
    };
    (0..size).map(row).collect()
}

fn quantile(u: f64) -> f64 {
    normal_quantile(u.clamp(1e-12, 1.0 - 1e-12))
}

/// Both samples together.
fn right(cell: &CellPair) -> Option<Truth> {
    let value = match cell {
        CellPair::Shares { count, n, printed } => {
            let published = printed.nearest_count(*count, *n).ok()?;
            (count + published) as f64 / (n + printed.n) as f64
        }
        CellPair::Means { ours, n, printed } => {
            let (error, _) = printed.error(ours, *n);
            let (a, b) = (ours.error * ours.error, (error * error));
            match a + b > 0.0 {
                true => (b * ours.mean + a * printed.mean) / (a + b),
                false => printed.mean,
            }
        }
    };
    value.is_finite().then_some(Truth {
        published: value,
        ours: value,
    })
}

/// The variance of a difference of the two figures.
fn scale(cell: &CellPair, truth: f64) -> f64 {
    match cell {
        CellPair::Shares { n, printed, .. } => {
            let spread = (truth * (1.0 - truth)).max(0.25 / (*n + printed.n) as f64);
            spread * (1.0 / *n as f64 + 1.0 / printed.n as f64)
        }
        CellPair::Means { ours, n, printed } => {
            let (error, _) = printed.error(ours, *n);
            (ours.error * ours.error + error * error).max(1e-12)
        }
    }
}

/// The variance of the pooled figure.
fn own_variance(cell: &CellPair, truth: f64) -> f64 {
    match cell {
        CellPair::Shares { n, printed, .. } => truth * (1.0 - truth) / (*n + printed.n) as f64,
        CellPair::Means { ours, n, printed } => {
            let (error, _) = printed.error(ours, *n);
            let (a, b) = (ours.error * ours.error, (error * error));
            if a + b > 0.0 { a * b / (a + b) } else { 0.0 }
        }
    }
}

/// Draws a cell.
enum Sampler {
    Shares {
        cell: CellPair,
        ours: Binomial,
        published: Binomial,
    },
    Means {
        cell: CellPair,
        apart: f64,
        factor: f64,
    },
}

impl Sampler {
    fn new(cell: &CellPair, truth: Truth, factor: f64) -> Sampler {
        match cell {
            CellPair::Shares { n, printed, .. } => Sampler::Shares {
                cell: *cell,
                ours: Binomial::new((*n as f64 * factor).round() as u64, truth.ours),
                published: Binomial::new(printed.n, truth.published),
            },
            CellPair::Means { .. } => Sampler::Means {
                cell: *cell,
                apart: truth.ours - truth.published,
                factor,
            },
        }
    }

    fn draw(&self, own: f64, uniform: &mut dyn FnMut() -> f64) -> CellPair {
        match self {
            Sampler::Shares {
                cell,
                ours,
                published,
            } => {
                let CellPair::Shares { printed, .. } = cell else {
                    return *cell;
                };
                let mut printed = *printed;
                let unit = libm::exp10(printed.digits as f64);
                let share = published.quantile(uniform()) as f64 / printed.n as f64;
                printed.share = ((share * unit).round() / unit).clamp(0.0, 1.0);
                CellPair::Shares {
                    count: ours.quantile(own),
                    n: ours.n,
                    printed,
                }
            }
            Sampler::Means {
                cell,
                apart,
                factor,
            } => {
                let CellPair::Means { ours, n, printed } = cell else {
                    return *cell;
                };
                let (mut ours, mut printed) = (*ours, *printed);
                let (error, degrees) = printed.error(&ours, *n);
                ours.error /= factor.sqrt();
                ours.degrees *= factor;
                ours.mean = printed.mean + apart + ours.error * quantile(own);
                printed.mean += error * quantile(uniform());
                ours.error *= estimated(ours.degrees, quantile(uniform()));
                if let Some(error) = &mut printed.error {
                    *error *= estimated(degrees, quantile(uniform()));
                }
                CellPair::Means {
                    ours,
                    n: (*n as f64 * factor).round() as u64,
                    printed,
                }
            }
        }
    }
}

/// A standard error relative to the true one: chi by the cube of Wilson and Hilferty (1931).
fn estimated(degrees: f64, normal: f64) -> f64 {
    if degrees.is_infinite() {
        return 1.0;
    }
    let part = 2.0 / (9.0 * degrees);
    let root = (1.0 - part + normal * part.sqrt()).max(0.0);
    (root * root * root).sqrt()
}

/// A binomial distribution by its distribution function; approximated by the normal one where the
/// variance is large.
struct Binomial {
    n: u64,
    share: f64,
    first: u64,
    below: Vec<f64>,
}

impl Binomial {
    fn new(n: u64, share: f64) -> Binomial {
        const LARGE: f64 = 2500.0;
        let share = share.clamp(0.0, 1.0);
        let (mean, variance) = (n as f64 * share, n as f64 * share * (1.0 - share));
        if variance > LARGE || variance == 0.0 {
            return Binomial {
                n,
                share,
                first: 0,
                below: Vec::new(),
            };
        }
        let reach = 10.0 * variance.sqrt() + 20.0;
        let first = (mean - reach).max(0.0) as u64;
        let last = ((mean + reach).ceil() as u64).min(n);
        let mode = (((n + 1) as f64 * share) as u64).clamp(first, last);
        let odds = share / (1.0 - share);
        let mut weights = vec![0.0; (last - first + 1) as usize];
        weights[(mode - first) as usize] = 1.0;
        for k in mode..last {
            let ratio = (n - k) as f64 / (k + 1) as f64 * odds;
            weights[(k + 1 - first) as usize] = weights[(k - first) as usize] * ratio;
        }
        for k in (first..mode).rev() {
            let ratio = (k + 1) as f64 / ((n - k) as f64 * odds);
            weights[(k - first) as usize] = weights[(k + 1 - first) as usize] * ratio;
        }
        let sum: f64 = weights.iter().sum();
        let mut total = 0.0;
        for weight in &mut weights {
            total += *weight / sum;
            *weight = total;
        }
        Binomial {
            n,
            share,
            first,
            below: weights,
        }
    }

    fn quantile(&self, u: f64) -> u64 {
        if self.below.is_empty() {
            let (mean, n) = (self.n as f64 * self.share, self.n as f64);
            let deviation = (mean * (1.0 - self.share)).sqrt();
            let drawn = match deviation > 0.0 {
                true => (mean + deviation * quantile(u)).round(),
                false => mean.round(),
            };
            return drawn.clamp(0.0, n) as u64;
        }
        let at = self.below.partition_point(|below| *below < u);
        (self.first + at as u64).min(self.n)
    }
}
