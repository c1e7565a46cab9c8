//! Ratings of many players from games of any two of them, by maximum likelihood.
//!
//! The model is that of Bradley and Terry (1952) with draws after Davidson (1970), "On extending the
//! Bradley-Terry model to accommodate ties", and the advantage of the first move after Davidson and
//! Beaver (1977): with d = r₁ - r₂ + a, in natural units, the first player wins, draws and loses with
//! probabilities in the proportion e^(d/2) : ν : e^(-d/2). It is an exponential family, so the likelihood
//! is concave and, at its maximum, every player's score is what the model expects of it.
//!
//! Ratings are in Elo: 400 / ln 10 times r, times 2 / (2 + ν), so that near equality a difference means
//! the same score as on the logistic curve whatever the share of draws (Coulom's BayesElo scales in the
//! same way).
//!
//! Intervals are those of a sandwich covariance with units of games as clusters (Liang and Zeger 1986,
//! "Longitudinal data analysis using generalized linear models"): the games of one opening are one
//! observation, and neither the model of draws nor the independence of games must hold for them. They use
//! Student's quantile with one degree of freedom less than there are units.

mod connected;
mod fit;
mod matrix;

use crate::error::open_unit;
use crate::special::{normal_lower, student_critical};
use crate::{Error, Interval};
use connected::Pool;
use fit::{Fit, Table};
use matrix::Matrix;

/// Elo a natural unit.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// One game of two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatedGame {
    /// The player who moved first.
    pub first: u16,
    /// The other one.
    pub second: u16,
    /// The first player's score in halves of a point: 0, 1 or 2.
    pub halves: u8,
    /// Games of one unit are not independent; the games of a unit follow each other.
    pub unit: u64,
}

/// Why a player has no rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unrated {
    /// No rating is high enough: it, or a group with it, conceded nothing to the rated players.
    Above,
    /// No rating is low enough: it, or a group with it, scored nothing against the rated players.
    Below,
    /// No chain of games leads to the rated players.
    Unconnected,
}

/// The rating of a player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayerRating {
    /// The rating, or why there is none.
    pub elo: Result<f64, Unrated>,
    /// Its interval, against the reference; `None` for the anchor, and with fewer than two units.
    pub interval: Option<Interval>,
    /// Games of this player.
    pub games: u64,
    /// Points of this player.
    pub points: f64,
}

/// Ratings of all players.
#[derive(Clone, Debug)]
pub struct Ratings {
    /// In the order of the players.
    pub players: Vec<PlayerRating>,
    /// What the first move is worth in Elo, with its interval; `None` where it is not determined.
    pub advantage: Option<(f64, Option<Interval>)>,
    /// The share of draws between equal players, the first move included.
    pub draws: f64,
    /// Units of games behind the rated players.
    pub units: u64,
    /// The rated players, by their places in `players`.
    rated: Vec<usize>,
    /// The covariance of natural ratings of the rated players.
    covariance: Option<Matrix>,
    natural: Vec<f64>,
}

/// Rates `players` players by their games.
///
/// The anchor's rating is the given one; without an anchor the mean of the rated players is 0. Ratings
/// are determined for players who are connected by points in both directions, of which the group of the
/// anchor, or the largest, is rated; the others are [`Unrated`]. Where every game was drawn, all are equal.
pub fn ratings(
    players: usize,
    games: &[RatedGame],
    anchor: Option<(usize, f64)>,
    confidence: f64,
) -> Result<Ratings, Error> {
    open_unit("confidence", confidence)?;
    let mut table = Table::new(players);
    for game in games {
        if usize::from(game.first.max(game.second)) >= players {
            return Err(Error::OutOfRange {
                what: "player",
                value: f64::from(game.first.max(game.second)),
                expected: "one of the players",
            });
        }
        table.add(game);
    }
    let pool = Pool::of(&table, anchor.map(|(player, _)| player));
    let rated = pool.rated.clone();
    let inside = |game: &&RatedGame| {
        rated.contains(&usize::from(game.first)) && rated.contains(&usize::from(game.second))
    };
    let mut used = Table::new(players);
    games.iter().filter(inside).for_each(|game| used.add(game));
    let fit = Fit::of(&used, &rated);
    let (covariance, units) = fit.sandwich(games.iter().filter(inside));
    let scale = fit.scale();
    // What ratings are measured from: the anchor, or the mean.
    let reference: Vec<f64> = match anchor.and_then(|(player, _)| fit.place(player)) {
        Some(place) => (0..rated.len())
            .map(|at| f64::from(u8::from(at == place)))
            .collect(),
        None => vec![1.0 / rated.len() as f64; rated.len()],
    };
    let offset = anchor.map_or(0.0, |(_, elo)| elo);
    let middle: f64 = reference.iter().zip(&fit.ratings).map(|(w, r)| w * r).sum();
    let quantile = match units {
        0 | 1 => None,
        units => Some(student_critical(confidence, (units - 1) as f64)),
    };
    let interval = |weights: &[f64], lean: f64, value: f64| {
        let variance = covariance.as_ref()?.quadratic(&fit.gradient(weights, lean));
        let error = variance.max(0.0).sqrt();
        (error > 0.0).then_some(())?;
        quantile.map(|quantile| Interval {
            low: value - quantile * error,
            high: value + quantile * error,
        })
    };
    let mut all = Vec::with_capacity(players);
    for player in 0..players {
        let (count, points) = table.of(player);
        let place = fit.place(player);
        let elo = match place {
            Some(at) => Ok(offset + ELO * scale * (fit.ratings[at] - middle)),
            None => Err(pool.reason(player)),
        };
        let bracket = place.zip(elo.ok()).and_then(|(at, elo)| {
            let mut weights: Vec<f64> = reference.iter().map(|weight| -weight).collect();
            weights[at] += 1.0;
            interval(&weights, 0.0, elo)
        });
        all.push(PlayerRating {
            elo,
            interval: bracket,
            games: count,
            points,
        });
    }
    let advantage = fit.advantage.map(|lean| {
        let value = ELO * scale * lean;
        (value, interval(&vec![0.0; rated.len()], 1.0, value))
    });
    Ok(Ratings {
        players: all,
        advantage,
        draws: fit.draws(),
        units,
        covariance: covariance.map(|covariance| covariance.leading(rated.len())),
        natural: fit.ratings.clone(),
        rated,
    })
}

impl Ratings {
    /// The likelihood that one player is stronger than another: the normal probability of a positive
    /// difference, given its estimate and error. `None` where a rating or the error is not known.
    pub fn superiority(&self, one: usize, other: usize) -> Option<f64> {
        let place = |player| self.rated.iter().position(|&rated| rated == player);
        let (one, other) = (place(one)?, place(other)?);
        let mut weights = vec![0.0; self.rated.len()];
        weights[one] += 1.0;
        weights[other] -= 1.0;
        let error = self
            .covariance
            .as_ref()?
            .quadratic(&weights)
            .max(0.0)
            .sqrt();
        let difference = self.natural[one] - self.natural[other];
        (error > 0.0).then(|| normal_lower(difference / error))
    }
}
