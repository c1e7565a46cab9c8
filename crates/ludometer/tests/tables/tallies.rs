//! Sums over the episodes of a cell.

use super::{Rows, duel, episode, near, paid, won_of};
use ludometer::plan::Metric;
use ludometer::play::{Episode, SeatResult};
use ludometer::tally::{CellStats, StatFigure};
use ludometer_core::Spending;

/// Episodes of these numbers with these payoffs of the first seat.
fn numbered(group: usize, rows: &[(u64, f64)]) -> CellStats {
    let mut tally = CellStats::new(group);
    for &(number, payoff) in rows {
        tally.add(number, &duel(payoff, 0.0));
    }
    tally
}

/// Episodes, `group` of which share their chance.
fn tally(group: usize, rows: Rows) -> CellStats {
    let mut tally = CellStats::new(group);
    for (number, episode) in rows {
        tally.add(number, &episode);
    }
    tally
}

fn interval(figure: &StatFigure) -> (f64, f64) {
    let interval = figure.interval.expect("there is an interval");
    (interval.low, interval.high)
}

#[test]
fn every_metric_of_a_row() {
    let winner = SeatResult {
        payoff: 2.5,
        points: 7.0,
        measured: Some(3.5),
        spent: Spending::of_steps(11).with_evaluations(5),
        late: 2,
    };
    let loser = SeatResult {
        payoff: -1.0,
        points: -4.0,
        measured: None,
        spent: Spending::of_steps(1),
        late: 0,
    };
    let drawn = SeatResult {
        payoff: 0.0,
        points: 1.0,
        ..winner
    };
    let tally = tally(1, super::rows([episode(42, vec![winner, loser, drawn])]));
    let (none, one) = (f64::NAN, 1.0);
    for (metric, values) in [
        (Metric::Won, [one, 0.0, 0.0]),
        (Metric::Score, [one, 0.0, 0.5]),
        (Metric::Decisive, [one, 0.0, none]),
        (Metric::Drawn, [0.0, 0.0, one]),
        (Metric::Payoff, [2.5, -1.0, 0.0]),
        (Metric::Points, [7.0, -4.0, 1.0]),
        (Metric::Measured, [3.5, none, 3.5]),
        (Metric::Plies, [42.0, 42.0, 42.0]),
        (Metric::Steps, [11.0, 1.0, 11.0]),
        (Metric::Evaluations, [5.0, 0.0, 5.0]),
        (Metric::Late, [2.0, 0.0, 2.0]),
    ] {
        for (seat, value) in values.into_iter().enumerate() {
            let right = Some(value).filter(|value| !value.is_nan());
            let figure = tally.figure(metric, seat, false);
            assert_eq!(
                figure.map(|figure| figure.value),
                right,
                "{metric:?} of seat {seat}"
            );
            // Only the winner has won.
            let figure = tally.figure(metric, seat, true);
            let given = right.filter(|_| seat == 0);
            assert_eq!(figure.map(|figure| figure.value), given, "{metric:?}");
        }
    }
    assert_eq!(tally.figure(Metric::Won, 3, false), None);
}

/// Episodes 2g and 2g + 1 share their chance. A group of which one is missing is no observation,
/// whether it is the last or not, and figures are of observations.
#[test]
fn only_whole_groups_are_observations() {
    let rows = [(0, 1.0), (1, 3.0), (3, 100.0), (4, 5.0), (5, 7.0), (6, 9.0)];
    let tally = numbered(2, &rows);
    assert_eq!((tally.count(), tally.kept(), tally.left_out()), (6, 4, 2));
    // Figure and interval are of the two observations 2 and 6:
    // scipy.stats.t.interval(0.95, 1, loc=4, scale=2).
    let figure = tally.figure(Metric::Payoff, 0, false).unwrap();
    assert_eq!((figure.n, figure.won, figure.units), (4, 4, 2));
    near(figure.value, 4.0);
    near(interval(&figure).0, -21.412_409_472_349_39);
    near(interval(&figure).1, 29.412_409_472_349_39);
    // In threes one group is whole.
    let rows = [(0, 1.0), (1, 2.0), (2, 6.0), (3, 9.0), (5, 9.0), (8, 9.0)];
    let figure = numbered(3, &rows).figure(Metric::Payoff, 0, false).unwrap();
    assert_eq!((figure.n, figure.units, figure.value), (3, 1, 3.0));
    // Nobody groups by nothing.
    let figure = numbered(0, &[(4, 2.0)]).figure(Metric::Payoff, 0, false);
    assert_eq!(figure.unwrap().value, 2.0);
}

/// What has no value is left out of its group; a group of nothing else is no observation: won 2 of 2, none,
/// and 1 of 2, which is 2 of 3 games in 2 observations.
#[test]
fn a_share_of_decisive_games_is_over_games() {
    let rows = [(0, 1.0), (1, 0.0), (2, 0.0), (3, 0.0), (4, -1.0), (5, 1.0)];
    let figure = numbered(2, &rows).figure(Metric::Decisive, 0, false);
    let figure = figure.unwrap();
    assert_eq!((figure.n, figure.units), (3, 2));
    near(figure.value, 2.0 / 3.0);
}

/// Beside three successes and one failure the ends are mid-P: the shares at which the two tails with and without
/// the observed three of four have a mean of 0.025.
#[test]
fn a_share_has_the_interval_of_wilson() {
    let figure = |won, games| tally(1, won_of(won, games)).figure(Metric::Won, 0, false);
    let three = figure(3, 4).unwrap();
    assert_eq!((three.n, three.won, three.value), (4, 3, 0.75));
    // Wilson's end beside three wins, the mid-P end beside one loss.
    near(interval(&three).0, 0.300_641_842_582_401_84);
    near(interval(&three).1, 0.987_498_058_179_248_4);
    // scipy.stats.binomtest(10, 20).proportion_ci(method="wilson").
    let half = figure(10, 20).unwrap();
    near(interval(&half).0, 0.299_298_008_198_212_4);
    near(interval(&half).1, 0.700_701_991_801_787_6);
    // Given that they were won, all are.
    let given = |won, seat| tally(1, won_of(won, 4)).figure(Metric::Won, seat, true);
    let figure = given(3, 0).unwrap();
    assert_eq!((figure.n, figure.won, figure.value), (3, 3, 1.0));
    assert_eq!(given(0, 0), None);
    // The second seat lost three.
    let figure = tally(1, won_of(3, 4))
        .figure(Metric::Won, 1, false)
        .unwrap();
    assert_eq!((figure.won, figure.value), (1, 0.25));
}

/// Twelve pairs of which two score 1, two 0 and the others 1/2: a variance of 1/12 where a game without draws
/// has 1/4, and with half of such a game beside the twelve (1 + 1/8) / 12.5 = 0.09. A pair is worth 25/9 games, all
/// are worth 33 1/3, half of them won: Wilson's interval is 0.5 -+ 1.95996 / 2 / sqrt(33.3333 + 3.84146) = 0.5 -+
/// 0.16073.
#[test]
fn a_score_has_the_interval_of_as_many_games_as_its_pairs_are_worth() {
    let payoffs = |pair: usize| match pair {
        0 | 1 => [1.0, 1.0],
        2 | 3 => [-1.0, -1.0],
        _ => [1.0, -1.0],
    };
    let games: Vec<Episode> = (0..12)
        .flat_map(payoffs)
        .map(|payoff| duel(payoff, 0.0))
        .collect();
    let pairs = tally(2, super::rows(games.clone()));
    for metric in [Metric::Score, Metric::Won] {
        let figure = pairs.figure(metric, 0, false).unwrap();
        assert_eq!((figure.n, figure.won, figure.units), (24, 12, 12));
        near(figure.value, 0.5);
        assert!((interval(&figure).0 - 0.339_27).abs() < 1e-5, "{figure:?}");
        assert!((interval(&figure).1 - 0.660_73).abs() < 1e-5);
    }
    // Single games are worth what they are.
    let single = tally(1, super::rows(games)).figure(Metric::Score, 0, false);
    let wilson = tally(1, won_of(12, 24)).figure(Metric::Won, 0, false);
    assert_eq!(single.unwrap().interval, wilson.unwrap().interval);
}

/// scipy.stats.t.interval(0.95, 3, loc=3, scale=scipy.stats.sem([1, 2, 3, 6])).
#[test]
fn a_mean_has_the_interval_of_student() {
    let paid = |payoffs: &[f64]| tally(1, paid(payoffs)).figure(Metric::Payoff, 0, false);
    let figure = paid(&[1.0, 2.0, 3.0, 6.0]).unwrap();
    assert_eq!((figure.n, figure.value), (4, 3.0));
    near(interval(&figure).0, -0.437_434_881_858_308_7);
    near(interval(&figure).1, 6.437_434_881_858_309);
    // One value has a mean and no interval.
    let figure = paid(&[2.0]).unwrap();
    assert_eq!((figure.value, figure.interval), (2.0, None));
    assert_eq!(paid(&[]), None);
}

/// Of the payoffs 1, 2, -9, 3, 6 and 0 those of the lost and the drawn game are left out. The won games of one
/// group are one observation: in pairs 1.5, 3 and 6 of 2, 1 and 1 games.
#[test]
fn where_only_wins_count_groups_still_do() {
    let payoffs = [1.0, 2.0, -9.0, 3.0, 6.0, 0.0];
    let given = |group: usize| {
        let tally = tally(group, paid(&payoffs));
        let all = tally.figure(Metric::Payoff, 0, false).unwrap();
        assert_eq!((all.n, all.won), (6, 4));
        near(all.value, 0.5);
        tally.figure(Metric::Payoff, 0, true).unwrap()
    };
    for (group, units) in [(1, 4), (2, 3), (3, 2)] {
        let figure = given(group);
        assert_eq!((figure.n, figure.won, figure.units), (4, 4, units));
        near(figure.value, 3.0);
    }
    near(interval(&given(1)).0, -0.437_434_881_858_308_7);
    // Residuals of sums 3, 3 and 6 from 3 a game: -3, 0 and 3; units have 4/3 games. Their standard error is
    // sqrt(9 / 3) / (4/3), and t is 4.302653.
    near(given(2).error.unwrap(), 3f64.sqrt() * 0.75);
    assert!((interval(&given(2)).0 - (3.0 - 4.302_652_73 * 1.299_038_1)).abs() < 1e-6);
}
