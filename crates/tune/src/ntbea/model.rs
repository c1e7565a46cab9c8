//! The model of NTBEA: bandits over single parameters, pairs of them and whole points.

use std::collections::BTreeMap;

/// What is added to the number of visits, so that a bandit that was never visited has a bound too.
const EPSILON: f64 = 0.5;

/// The results of one arm.
#[derive(Clone, Copy, Debug, Default)]
struct Arm {
    visits: f64,
    sum: f64,
}

impl Arm {
    fn add(&mut self, answer: f64) {
        self.visits += 1.0;
        self.sum += answer;
    }

    fn mean(self) -> Option<f64> {
        (self.visits > 0.0).then(|| self.sum / self.visits)
    }
}

/// Results by level, by two levels and by point.
#[derive(Clone, Debug, Default)]
pub(super) struct Model {
    levels: Vec<usize>,
    /// For every parameter its levels.
    singles: Vec<Vec<Arm>>,
    /// For every two parameters, the later one first, their levels by rows.
    pairs: Vec<Vec<Arm>>,
    points: BTreeMap<Vec<u16>, Arm>,
    all: Arm,
    squares: f64,
}

impl Model {
    pub(super) fn new(grid: &[Vec<f64>]) -> Model {
        let levels: Vec<usize> = grid.iter().map(Vec::len).collect();
        let arms = |count: usize| vec![Arm::default(); count];
        let pairs = levels.iter().enumerate().flat_map(|(later, rows)| {
            let earlier = levels[..later].iter();
            earlier.map(move |columns| arms(rows * columns))
        });
        Model {
            singles: levels.iter().map(|&count| arms(count)).collect(),
            pairs: pairs.collect(),
            levels: levels.clone(),
            ..Model::default()
        }
    }

    /// Takes a result in.
    pub(super) fn learn(&mut self, point: &[u16], answer: f64) {
        self.all.add(answer);
        self.squares += answer * answer;
        for (arms, &level) in self.singles.iter_mut().zip(point) {
            arms[usize::from(level)].add(answer);
        }
        let mut pairs = self.pairs.iter_mut();
        for (later, &row) in point.iter().enumerate() {
            for ((&column, &columns), arms) in
                point[..later].iter().zip(&self.levels).zip(pairs.by_ref())
            {
                arms[usize::from(row) * columns + usize::from(column)].add(answer);
            }
        }
        self.points.entry(point.to_vec()).or_default().add(answer);
    }

    /// Takes the result in that the model expects.
    pub(super) fn expect(&mut self, point: &[u16]) {
        let expected = self.worth(point);
        self.learn(point, expected);
    }

    /// Every bandit of the model, with the arm that a point has in it.
    fn arms(&self, point: &[u16]) -> impl Iterator<Item = Arm> {
        let singles = self.singles.iter().zip(point);
        let singles = singles.map(|(arms, &level)| arms[usize::from(level)]);
        let mut at = 0;
        let pairs = point.iter().enumerate().flat_map(move |(later, &row)| {
            let earlier = point[..later].iter().zip(&self.levels);
            let from = at;
            at += later;
            earlier
                .enumerate()
                .map(move |(number, (&column, columns))| {
                    self.pairs[from + number][usize::from(row) * columns + usize::from(column)]
                })
        });
        let whole = self.points.get(point).copied().unwrap_or_default();
        singles.chain(pairs).chain([whole])
    }

    /// The mean of the means of the arms that were visited; of all results where none was.
    pub(super) fn worth(&self, point: &[u16]) -> f64 {
        let (sum, count) = self
            .arms(point)
            .filter_map(Arm::mean)
            .fold((0.0, 0.0), |(sum, count), mean| (sum + mean, count + 1.0));
        match count > 0.0 {
            true => sum / count,
            false => self.all.mean().unwrap_or(0.0),
        }
    }

    /// The upper confidence bound of a point: its worth and the mean of what the bandits do not know of it.
    pub(super) fn bound(&self, point: &[u16], k: f64) -> f64 {
        let mean = self.all.mean().unwrap_or(0.0);
        let variance = self.squares / self.all.visits.max(1.0) - mean * mean;
        let log = libm::log(self.all.visits.max(1.0));
        let (sum, count) = self.arms(point).fold((0.0, 0.0), |(sum, count), arm| {
            (sum + (log / (arm.visits + EPSILON)).sqrt(), count + 1.0)
        });
        self.worth(point) + k * variance.max(0.0).sqrt() * sum / count
    }

    /// The point of most worth among those that have results; the earlier in order of equals.
    pub(super) fn best(&self) -> Option<&[u16]> {
        let mut best: Option<(f64, &[u16])> = None;
        for point in self.points.keys() {
            let worth = self.worth(point);
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, point));
            }
        }
        best.map(|(_, point)| point)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn model() -> Model {
        let grid = [vec![0.0, 1.0], vec![0.0, 1.0, 2.0]];
        let mut model = Model::new(&grid);
        for (point, answer) in [([0, 0], 1.0), ([0, 2], 3.0), ([1, 2], -1.0), ([0, 0], 2.0)] {
            model.learn(&point, answer);
        }
        model
    }

    /// By hand: the levels 0 and 2 have the means 2 and 1, the pair and the point 3.
    #[test]
    fn worth_is_the_mean_over_bandits() {
        let model = model();
        let close = |found: f64, wanted: f64| assert!((found - wanted).abs() < 1e-12, "{found}");
        close(model.worth(&[0, 2]), (2.0 + 1.0 + 3.0 + 3.0) / 4.0);
        close(model.worth(&[0, 0]), (2.0 + 1.5 + 1.5 + 1.5) / 4.0);
        // Two arms of this point were never visited.
        close(model.worth(&[1, 0]), (-1.0 + 1.5) / 2.0);
        close(model.worth(&[1, 1]), -1.0);
        assert_eq!(model.best(), Some(&[0, 2][..]));
    }

    /// By hand: four results 1, 3, -1, 2 with the mean 1.25 and the variance 2.1875; ln 4 = 1.386294.
    #[test]
    fn bounds_add_what_is_not_known() {
        let model = model();
        let unknown: f64 = [3.0, 2.0, 1.0, 1.0]
            .iter()
            .map(|n: &f64| (1.386_294_361_12 / (n + 0.5)).sqrt())
            .sum();
        let bound = 2.25 + 2.0 * 2.1875_f64.sqrt() * unknown / 4.0;
        assert!((model.bound(&[0, 2], 2.0) - bound).abs() < 1e-9);
        assert!((model.bound(&[0, 2], 0.0) - 2.25).abs() < 1e-12);
        assert!(model.bound(&[1, 1], 2.0) > model.worth(&[1, 1]) + 2.0);
    }

    #[test]
    fn what_is_expected_leaves_a_worth_as_it_is() {
        let mut model = model();
        let (worth, bound) = (model.worth(&[0, 2]), model.bound(&[0, 2], 1.0));
        model.expect(&[0, 2]);
        assert!((model.worth(&[0, 2]) - worth).abs() < 0.3);
        assert!(model.bound(&[0, 2], 1.0) < bound);
    }
}
