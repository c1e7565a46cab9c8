//! The maximum of the likelihood by Newton's method, and its covariance.

use super::RatedGame;
use super::matrix::Matrix;

/// Games of every two players: lost, drawn and won by the one who moved first.
pub(super) struct Table {
    players: usize,
    counts: Vec<[u64; 3]>,
}

impl Table {
    pub(super) fn new(players: usize) -> Table {
        Table {
            players,
            counts: vec![[0; 3]; players * players],
        }
    }

    pub(super) fn players(&self) -> usize {
        self.players
    }

    pub(super) fn add(&mut self, game: &RatedGame) {
        let place = usize::from(game.first) * self.players + usize::from(game.second);
        self.counts[place][usize::from(game.halves.min(2))] += 1;
    }

    fn between(&self, first: usize, second: usize) -> [u64; 3] {
        self.counts[first * self.players + second]
    }

    /// Whether one player took any points from another.
    pub(super) fn scored(&self, one: usize, other: usize) -> bool {
        let ([_, drawn, won], [lost, drawn2, _]) =
            (self.between(one, other), self.between(other, one));
        drawn + won + drawn2 + lost > 0
    }

    /// Games and points of a player.
    pub(super) fn of(&self, player: usize) -> (u64, f64) {
        let (mut games, mut halves) = (0, 0);
        for other in 0..self.players {
            let ([l, d, w], [l2, d2, w2]) =
                (self.between(player, other), self.between(other, player));
            games += l + d + w + l2 + d2 + w2;
            halves += 2 * w + d + 2 * l2 + d2;
        }
        (games, 0.5 * halves as f64)
    }
}

/// The most that a parameter can be, in natural units: beyond it the likelihood has no maximum.
const MOST: f64 = 30.0;

/// The parameters at which the games are most likely: ratings in natural units, the advantage of the
/// first move, and the logarithm of the weight of draws.
pub(super) struct Fit {
    /// The rated players.
    players: Vec<usize>,
    /// Their ratings; the first is 0.
    pub(super) ratings: Vec<f64>,
    pub(super) advantage: Option<f64>,
    /// `None` without draws.
    weight: Option<f64>,
    /// Whether there is a game that was not drawn.
    decisive: bool,
    /// The inverse of the information of [`Parameters`].
    inverse: Option<Matrix>,
}

/// Which parameters there are: ratings but the first, then the advantage, then the weight of draws.
#[derive(Clone, Copy)]
struct Parameters {
    ratings: usize,
    advantage: bool,
    draws: bool,
}

impl Parameters {
    fn count(self) -> usize {
        self.ratings - 1 + usize::from(self.advantage) + usize::from(self.draws)
    }

    /// The places of what a game's difference depends on, with their signs.
    fn difference(self, first: usize, second: usize) -> impl Iterator<Item = (usize, f64)> {
        let rating = |at: usize, sign| (at > 0).then(|| (at - 1, sign));
        let advantage = self.advantage.then_some((self.ratings - 1, 1.0));
        let places = [rating(first, 1.0), rating(second, -1.0), advantage];
        places.into_iter().flatten()
    }

    fn draw(self) -> Option<usize> {
        self.draws.then(|| self.count() - 1)
    }
}

/// The probabilities of a loss, a draw and a win at a difference.
fn outcomes(difference: f64, weight: Option<f64>) -> [f64; 3] {
    let (win, loss) = (libm::exp(0.5 * difference), libm::exp(-0.5 * difference));
    let draw = weight.map_or(0.0, libm::exp);
    let sum = win + loss + draw;
    [loss / sum, draw / sum, win / sum]
}

impl Fit {
    pub(super) fn of(table: &Table, players: &[usize]) -> Fit {
        let sum = |which: usize| -> u64 { table.counts.iter().map(|counts| counts[which]).sum() };
        let [lost, drawn, won] = [0, 1, 2].map(sum);
        let mut fit = Fit {
            players: players.to_vec(),
            ratings: vec![0.0; players.len()],
            advantage: None,
            weight: None,
            decisive: lost + won > 0,
            inverse: None,
        };
        if players.is_empty() || !fit.decisive {
            return fit;
        }
        // Where the first player or the second takes all there is no advantage that is large enough.
        for advantage in [true, false] {
            let parameters = Parameters {
                ratings: players.len(),
                advantage,
                draws: drawn > 0,
            };
            if fit.climb(table, parameters) {
                return fit;
            }
        }
        fit
    }

    pub(super) fn place(&self, player: usize) -> Option<usize> {
        self.players.iter().position(|&known| known == player)
    }

    /// Newton's steps, halved where they lead down; whether a maximum was found.
    fn climb(&mut self, table: &Table, parameters: Parameters) -> bool {
        let count = parameters.count();
        if count == 0 {
            return true;
        }
        let mut at = vec![0.0; count];
        let mut here = log_likelihood(table, &self.players, parameters, &at);
        for _ in 0..500 {
            let (gradient, information) = derivatives(table, &self.players, parameters, &at);
            let Some(inverse) = information.inverse() else {
                return false;
            };
            let step = inverse.applied(&gradient);
            let longest = step.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
            let mut size = 1.0;
            let (next, value) = loop {
                let next: Vec<f64> = at.iter().zip(&step).map(|(x, d)| x + size * d).collect();
                let value = log_likelihood(table, &self.players, parameters, &next);
                if value >= here - 1e-9 * here.abs() || size < 1e-6 {
                    break (next, value);
                }
                size *= 0.5;
            };
            (at, here) = (next, value);
            if at.iter().any(|x| x.is_nan() || x.abs() > MOST) {
                return false;
            }
            if longest < 1e-11 {
                let ratings = at[..parameters.ratings - 1].iter().copied();
                self.ratings = std::iter::once(0.0).chain(ratings).collect();
                self.advantage = parameters.advantage.then(|| at[parameters.ratings - 1]);
                self.weight = parameters.draw().map(|place| at[place]);
                self.inverse = Some(inverse);
                return true;
            }
        }
        false
    }

    fn parameters(&self) -> Parameters {
        Parameters {
            ratings: self.players.len(),
            advantage: self.advantage.is_some(),
            draws: self.weight.is_some(),
        }
    }

    /// The weight of draws beside one win and one loss.
    fn draw_weight(&self) -> f64 {
        match self.decisive {
            true => self.weight.map_or(0.0, libm::exp),
            false => f64::INFINITY,
        }
    }

    /// The share of draws between equal players without an advantage.
    pub(super) fn draws(&self) -> f64 {
        match self.decisive {
            true => self.draw_weight() / (2.0 + self.draw_weight()),
            false => 1.0,
        }
    }

    /// What a natural unit is worth near equality, against the logistic curve.
    pub(super) fn scale(&self) -> f64 {
        2.0 / (2.0 + self.draw_weight())
    }

    /// The derivative of scaled Elo: of a weighted sum of ratings, and of some of the advantage.
    pub(super) fn gradient(&self, weights: &[f64], lean: f64) -> Vec<f64> {
        let (parameters, elo) = (self.parameters(), super::ELO * self.scale());
        let mut gradient: Vec<f64> = weights.iter().map(|weight| elo * weight).collect();
        let mut value: f64 = weights.iter().zip(&self.ratings).map(|(w, r)| w * r).sum();
        if let Some(advantage) = self.advantage {
            gradient.push(elo * lean);
            value += lean * advantage;
        }
        if parameters.draws {
            // d/dλ of 2 / (2 + e^λ).
            gradient.push(-elo * value * self.draw_weight() / (2.0 + self.draw_weight()));
        }
        gradient
    }

    /// The sandwich covariance of ratings (the first, which is 0, too), advantage and weight of draws,
    /// with units as clusters; and the number of units.
    pub(super) fn sandwich<'g>(
        &self,
        games: impl Iterator<Item = &'g RatedGame>,
    ) -> (Option<Matrix>, u64) {
        let parameters = self.parameters();
        let count = parameters.count();
        let mut meat = Matrix::zero(count);
        let (mut unit, mut units) = (None, 0);
        let (mut score, mut touched) = (vec![0.0; count], Vec::new());
        let mut close = |score: &mut Vec<f64>, touched: &mut Vec<usize>| {
            meat.add_square(score, touched);
            for place in touched.drain(..) {
                score[place] = 0.0;
            }
        };
        for game in games {
            if unit != Some(game.unit) {
                unit = Some(game.unit);
                units += 1;
                close(&mut score, &mut touched);
            }
            let places = [game.first, game.second].map(|player| self.place(usize::from(player)));
            let [Some(first), Some(second)] = places else {
                continue;
            };
            let difference =
                self.ratings[first] - self.ratings[second] + self.advantage.unwrap_or(0.0);
            let [_, draw, win] = outcomes(difference, self.weight);
            let surprise = 0.5 * f64::from(game.halves) - win - 0.5 * draw;
            let drawn = parameters.draw().map(|place| {
                let was = f64::from(u8::from(game.halves == 1));
                (place, was - draw)
            });
            let leaning = parameters.difference(first, second);
            let leaning = leaning.map(|(place, sign)| (place, sign * surprise));
            for (place, amount) in leaning.chain(drawn) {
                score[place] += amount;
                if !touched.contains(&place) {
                    touched.push(place);
                }
            }
        }
        close(&mut score, &mut touched);
        let Some(inverse) = self.inverse.as_ref().filter(|_| units > 1) else {
            return (None, units);
        };
        let few = units as f64 / (units - 1) as f64;
        let inner = meat.sandwiched(inverse, few);
        // The first player has rating 0 and no error.
        let mut whole = Matrix::zero(count + 1);
        let mut inner = inner;
        for row in 0..count {
            for column in 0..count {
                *whole.at(row + 1, column + 1) = *inner.at(row, column);
            }
        }
        (Some(whole), units)
    }
}

/// Games of rated players with their places and counts.
fn met<'a>(
    table: &'a Table,
    players: &'a [usize],
) -> impl Iterator<Item = (usize, usize, [u64; 3])> + 'a {
    let pairs = (0..players.len()).flat_map(move |i| (0..players.len()).map(move |j| (i, j)));
    pairs
        .map(move |(i, j)| (i, j, table.between(players[i], players[j])))
        .filter(|(_, _, counts)| counts.iter().sum::<u64>() > 0)
}

fn difference(parameters: Parameters, at: &[f64], first: usize, second: usize) -> f64 {
    let places = parameters.difference(first, second);
    places.map(|(place, sign)| sign * at[place]).sum()
}

fn log_likelihood(table: &Table, players: &[usize], parameters: Parameters, at: &[f64]) -> f64 {
    let weight = parameters.draw().map(|place| at[place]);
    let mut sum = 0.0;
    for (first, second, counts) in met(table, players) {
        let chances = outcomes(difference(parameters, at, first, second), weight);
        for (count, chance) in counts.iter().zip(chances) {
            if *count > 0 {
                sum += *count as f64 * libm::log(chance);
            }
        }
    }
    sum
}

/// The gradient of the log-likelihood, and the information, its negative second derivative: the
/// covariance of the statistics that games are known by, the score and whether it is drawn.
fn derivatives(
    table: &Table,
    players: &[usize],
    parameters: Parameters,
    at: &[f64],
) -> (Vec<f64>, Matrix) {
    let draw = parameters.draw();
    let weight = draw.map(|place| at[place]);
    let mut gradient = vec![0.0; parameters.count()];
    let mut information = Matrix::zero(parameters.count());
    for (first, second, [lost, drawn, won]) in met(table, players) {
        let n = (lost + drawn + won) as f64;
        let [_, tied, wins] = outcomes(difference(parameters, at, first, second), weight);
        let expected = wins + 0.5 * tied;
        let surprise = won as f64 + 0.5 * drawn as f64 - n * expected;
        let variance = n * (wins + 0.25 * tied - expected * expected);
        let places: Vec<(usize, f64)> = parameters.difference(first, second).collect();
        for &(row, sign) in &places {
            gradient[row] += sign * surprise;
            for &(column, other) in &places {
                *information.at(row, column) += sign * other * variance;
            }
        }
        if let Some(draw) = draw {
            gradient[draw] += drawn as f64 - n * tied;
            *information.at(draw, draw) += n * tied * (1.0 - tied);
            let both = n * tied * (0.5 - expected);
            for &(row, sign) in &places {
                *information.at(row, draw) += sign * both;
                *information.at(draw, row) += sign * both;
            }
        }
    }
    (gradient, information)
}
