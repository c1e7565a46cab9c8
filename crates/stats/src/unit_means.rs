//! The mean of a figure over games that come in units: all games of one opening or deck are one
//! independent observation, however many they are.
//!
//! The estimate is the ratio of sums, of values and of games; its variance is that of the residuals of
//! units (Cochran 1977, *Sampling Techniques*, section 6.5). Where all units have as many games it is
//! the mean of the units' means, with the variance of these.

use crate::error::open_unit;
use crate::{Error, Interval, RunningStats, special};

/// From this many units on the skewness of the units widens their interval.
const SKEWED_FROM: f64 = 10.0;

/// The prior variance of the standardised effect in the confidence sequence: narrowest, relative to an
/// interval for a fixed number of units, between a hundred and a thousand of them.
const MIXTURE: f64 = 1.0 / 32.0;

/// Sums over units, each with the sum of a value over its games and the number of these games.
///
/// Values are kept as differences from the mean of the first unit, so that sums of powers keep their
/// digits.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct UnitMeans {
    shift: f64,
    /// The number of games of the first unit, which is that of nearly all others.
    games: u32,
    /// How many units have that many, and the sums of the first three powers of their differences.
    regular: u64,
    powers: [f64; 3],
    /// Units with another number of games.
    others: Option<Box<Sums>>,
}

/// Sums over units of products of powers of the difference e and of the number of games m.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Sums {
    n: u64,
    m: f64,
    mm: f64,
    mmm: f64,
    e: f64,
    ee: f64,
    eee: f64,
    em: f64,
    emm: f64,
    eem: f64,
}

impl Sums {
    fn add(&mut self, other: &Sums) {
        self.n += other.n;
        self.m += other.m;
        self.mm += other.mm;
        self.mmm += other.mmm;
        self.e += other.e;
        self.ee += other.ee;
        self.eee += other.eee;
        self.em += other.em;
        self.emm += other.emm;
        self.eem += other.eem;
    }

    /// The same units with e + c m for e.
    fn shifted(&self, c: f64) -> Sums {
        Sums {
            e: self.e + c * self.m,
            ee: self.ee + c * (2.0 * self.em + c * self.mm),
            eee: self.eee + c * (3.0 * self.eem + c * (3.0 * self.emm + c * self.mmm)),
            em: self.em + c * self.mm,
            emm: self.emm + c * self.mmm,
            eem: self.eem + c * (2.0 * self.emm + c * self.mmm),
            ..*self
        }
    }
}

/// What the sums come to.
struct Estimated {
    units: f64,
    mean: f64,
    /// The sample variance of a unit's mean.
    variance: f64,
    skewness: f64,
}

impl Estimated {
    /// The mean and `t` standard errors to both sides, from ten units on more to the side that units are
    /// skewed to.
    fn within(&self, t: f64) -> Interval {
        let error = (self.variance / self.units).sqrt();
        let (mut below, mut above) = (t, t);
        let a = self.skewness / (3.0 * self.units.sqrt());
        if self.units >= SKEWED_FROM && a.abs() > 1e-9 {
            // The inverse of x + a x² + a² x³ / 3 + a / 2.
            let moved = |t: f64| (libm::cbrt(1.0 + 3.0 * a * (t - 0.5 * a)) - 1.0) / a;
            below = below.max(moved(t));
            above = above.max(-moved(-t));
        }
        Interval {
            low: self.mean - below * error,
            high: self.mean + above * error,
        }
    }
}

impl UnitMeans {
    /// Nothing seen yet.
    pub fn new() -> UnitMeans {
        UnitMeans::default()
    }

    /// Adds a unit: the sum of the value over its games, and how many these are. A unit without games is
    /// no observation.
    pub fn push(&mut self, sum: f64, games: u32) {
        if games == 0 {
            return;
        }
        let m = f64::from(games);
        if self.regular == 0 && self.others.is_none() {
            self.shift = sum / m;
            self.games = games;
        }
        let e = sum - self.shift * m;
        if games == self.games {
            self.regular += 1;
            self.powers[0] += e;
            self.powers[1] += e * e;
            self.powers[2] += e * e * e;
            return;
        }
        self.others.get_or_insert_default().add(&Sums {
            n: 1,
            m,
            mm: m * m,
            mmm: m * m * m,
            e,
            ee: e * e,
            eee: e * e * e,
            em: e * m,
            emm: e * m * m,
            eem: e * e * m,
        });
    }

    /// What is known after seeing the units of both, up to rounding.
    #[must_use]
    pub fn merge(mut self, other: &UnitMeans) -> UnitMeans {
        if self.units() == 0 {
            return other.clone();
        }
        if other.units() == 0 {
            return self;
        }
        let theirs = other.sums().shifted(other.shift - self.shift);
        self.others.get_or_insert_default().add(&theirs);
        self
    }

    fn sums(&self) -> Sums {
        let (n, m) = (self.regular as f64, f64::from(self.games));
        let [e, ee, eee] = self.powers;
        let mut sums = Sums {
            n: self.regular,
            m: n * m,
            mm: n * m * m,
            mmm: n * m * m * m,
            e,
            ee,
            eee,
            em: e * m,
            emm: e * m * m,
            eem: ee * m,
        };
        if let Some(others) = &self.others {
            sums.add(others);
        }
        sums
    }

    /// How many units there are.
    pub fn units(&self) -> u64 {
        self.regular + self.others.as_ref().map_or(0, |others| others.n)
    }

    /// How many games they have together.
    pub fn games(&self) -> u64 {
        let others = self.others.as_ref().map_or(0.0, |others| others.m);
        self.regular * u64::from(self.games) + others as u64
    }

    /// The mean over all games; `None` without any.
    pub fn mean(&self) -> Option<f64> {
        let sums = self.sums();
        (sums.n > 0).then(|| self.shift + sums.e / sums.m)
    }

    fn estimated(&self) -> Option<Estimated> {
        let sums = self.sums();
        if sums.n < 2 {
            return None;
        }
        let n = sums.n as f64;
        let off = sums.e / sums.m;
        let residual = sums.shifted(-off);
        let size = sums.m / n;
        let squares = residual.ee.max(0.0);
        let variance = squares / (n - 1.0);
        let skewness = match variance > 0.0 {
            true => residual.eee / n / libm::pow(variance, 1.5),
            false => 0.0,
        };
        Some(Estimated {
            units: n,
            mean: self.shift + off,
            variance: variance / (size * size),
            skewness,
        })
    }

    /// The units as independent values: their number, the mean, and the variance of one.
    pub fn as_running(&self) -> RunningStats {
        match self.estimated() {
            Some(found) => RunningStats::of_moments(self.units(), found.mean, found.variance),
            None => self.mean().into_iter().collect(),
        }
    }

    /// The standard error of the mean; `None` before the second unit.
    pub fn standard_error(&self) -> Option<f64> {
        self.estimated()
            .map(|found| (found.variance / found.units).sqrt())
    }

    /// The interval of the mean for a number of units that was fixed before, at a two-sided `confidence`
    /// such as 0.95: Student's (1908), and from ten units on no end nearer than that of Hall (1992), "On
    /// the removal of skewness by transformation", which moves an end outwards where units are skewed.
    pub fn interval(&self, confidence: f64) -> Result<Interval, Error> {
        open_unit("confidence", confidence)?;
        let found = self.enough()?;
        let t = special::student_critical(confidence, found.units - 1.0);
        Ok(found.within(t))
    }

    /// An interval that may be looked at after every unit: with the `confidence` no look ever misses the
    /// mean. The normal mixture over standardised effects (Lai 1976; Wang and Ramdas 2025, "Anytime-valid
    /// t-tests and confidence sequences for Gaussian means with unknown variance"): exact for normal
    /// units, asymptotic for others, with ends moved outwards for skewed units as in
    /// [`UnitMeans::interval`]. The whole line while there are too few.
    pub fn anytime(&self, confidence: f64) -> Result<Interval, Error> {
        open_unit("confidence", confidence)?;
        let found = self.enough()?;
        let n = found.units;
        let prior = 1.0 + n * MIXTURE;
        let limit = libm::pow(prior.sqrt() / (1.0 - confidence), 2.0 / n);
        if limit >= prior {
            return Ok(Interval::WHOLE_LINE);
        }
        let any = ((n - 1.0) * (limit - 1.0) / (1.0 - limit / prior)).sqrt();
        let fixed = special::student_critical(confidence, n - 1.0);
        Ok(found.within(any.max(fixed)))
    }

    fn enough(&self) -> Result<Estimated, Error> {
        self.estimated().ok_or(Error::TooFew {
            what: "units",
            needed: 2,
            got: self.units() as usize,
        })
    }
}
