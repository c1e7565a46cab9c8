//! Sums over the episodes of a cell.

use super::{duel, episode, near, paid, tally, won_of};
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
    let tally = tally(1, [episode(42, vec![winner, loser, drawn])]);
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
            let found: Vec<f64> = tally.values(metric, seat).collect();
            let right: &[f64] = if value.is_nan() { &[] } else { &[value] };
            assert_eq!(found, right, "{metric:?} of seat {seat}");
            let figure = tally.figure(metric, seat, false);
            assert_eq!(figure.map(|figure| figure.value), right.first().copied());
            // Only the winner has won.
            let figure = tally.figure(metric, seat, true);
            let given = right.first().copied().filter(|_| seat == 0);
            assert_eq!(figure.map(|figure| figure.value), given, "{metric:?}");
        }
    }
    assert_eq!(tally.figure(Metric::Won, 3, false), None);
    assert_eq!(tally.values(Metric::Won, 3).count(), 0);
}

/// Episodes 2g and 2g + 1 share their chance. A group of which one is missing is no observation,
/// whether it is the last or not.
#[test]
fn only_whole_groups_are_observations() {
    let rows = [(0, 1.0), (1, 3.0), (3, 100.0), (4, 5.0), (5, 7.0), (6, 9.0)];
    let tally = numbered(2, &rows);
    let units = tally.units(0, |of| of(Metric::Payoff));
    assert_eq!(units, [(0, 2.0), (2, 6.0)]);
    // The figure is of all episodes, its interval of the two observations 2 and 6:
    // scipy.stats.t.interval(0.95, 1, loc=4, scale=2).
    let figure = tally.figure(Metric::Payoff, 0, false).unwrap();
    assert_eq!((figure.n, figure.won), (6, 6));
    near(figure.value, 125.0 / 6.0);
    near(interval(&figure).0, -21.412_409_472_349_39);
    near(interval(&figure).1, 29.412_409_472_349_39);
    // In threes one group is whole.
    let rows = [(0, 1.0), (1, 2.0), (2, 6.0), (3, 9.0), (5, 9.0), (8, 9.0)];
    let units = numbered(3, &rows).units(0, |of| of(Metric::Payoff));
    assert_eq!(units, [(0, 3.0)]);
    // Nobody groups by nothing.
    assert_eq!(
        numbered(0, &[(4, 2.0)]).units(0, |of| of(Metric::Payoff)),
        [(4, 2.0)]
    );
}

/// What has no value is left out of its group; a group of nothing else is left out.
#[test]
fn a_group_is_averaged_over_what_has_a_value() {
    let rows = [(0, 1.0), (1, 0.0), (2, 0.0), (3, 0.0), (4, -1.0), (5, 1.0)];
    let units = numbered(2, &rows).units(0, |of| of(Metric::Decisive));
    assert_eq!(units, [(0, 1.0), (2, 0.5)]);
    let both = numbered(2, &rows).units(0, |of| of(Metric::Payoff) + 10.0 * of(Metric::Drawn));
    assert_eq!(both, [(0, 5.5), (1, 10.0), (2, 0.0)]);
}

#[test]
fn differences_are_of_episodes_that_both_have() {
    let ours = numbered(1, &[(0, 9.0), (1, 4.0), (2, -1.0), (5, 6.0), (7, 9.0)]);
    let theirs = numbered(1, &[(1, 1.0), (2, 3.0), (3, 5.0), (5, -2.0), (8, 1.0)]);
    let found = ours.differences(&theirs, Metric::Payoff, 0, false);
    assert_eq!(found, [3.0, -4.0, 8.0]);
    let back = theirs.differences(&ours, Metric::Payoff, 0, false);
    assert_eq!(back, [-3.0, 4.0, -8.0]);
    // Both must have won: episode 2 was lost here, and episode 5 there.
    assert_eq!(ours.differences(&theirs, Metric::Payoff, 0, true), [3.0]);
    assert_eq!(theirs.differences(&ours, Metric::Payoff, 0, true), [-3.0]);
    // The other seat won what the first lost: no episode by both.
    assert_eq!(
        ours.differences(&theirs, Metric::Payoff, 1, false),
        [-3.0, 4.0, -8.0]
    );
    assert_eq!(ours.differences(&theirs, Metric::Payoff, 1, true), [0.0; 0]);
    assert_eq!(ours.differences(&theirs, Metric::Plies, 0, false), [0.0; 3]);
    assert_eq!(
        ours.differences(&theirs, Metric::Payoff, 2, false),
        [0.0; 0]
    );
}

/// scipy.stats.binomtest(3, 4).proportion_ci(method="wilson"), and of 4 of 4.
#[test]
fn a_share_has_the_interval_of_wilson() {
    let figure = won_of(3, 4).figure(Metric::Won, 0, false).unwrap();
    assert_eq!((figure.n, figure.won, figure.value), (4, 3, 0.75));
    near(interval(&figure).0, 0.300_641_842_582_401_84);
    near(interval(&figure).1, 0.954_412_739_190_299_5);
    // Given that they were won, all are.
    let figure = won_of(3, 4).figure(Metric::Won, 0, true).unwrap();
    assert_eq!((figure.n, figure.won, figure.value), (3, 3, 1.0));
    assert_eq!(won_of(0, 4).figure(Metric::Won, 0, true), None);
    // The second seat lost three.
    let figure = won_of(3, 4).figure(Metric::Won, 1, false).unwrap();
    assert_eq!((figure.won, figure.value), (1, 0.25));
}

/// Twelve pairs of which two score 1, two 0 and the others 1/2: a variance of 1/12 where a game without draws
/// has 1/4, and with one such game beside the twelve (1 + 1/4) / 13 = 5/52. A pair is worth 2.6 games, all are
/// worth 31.2, half of them won: Wilson's interval is 0.5 -+ 0.16555.
#[test]
fn a_score_has_the_interval_of_as_many_games_as_its_pairs_are_worth() {
    let payoffs = |pair: usize| match pair {
        0 | 1 => [1.0, 1.0],
        2 | 3 => [-1.0, -1.0],
        _ => [1.0, -1.0],
    };
    let games = || (0..12).flat_map(payoffs).map(|payoff| duel(payoff, 0.0));
    let figure = tally(2, games()).figure(Metric::Score, 0, false).unwrap();
    assert_eq!((figure.n, figure.won), (24, 12));
    near(figure.value, 0.5);
    assert!((interval(&figure).0 - 0.334_45).abs() < 1e-5, "{figure:?}");
    assert!((interval(&figure).1 - 0.665_55).abs() < 1e-5);
    // Single games are worth what they are.
    let single = tally(1, games()).figure(Metric::Score, 0, false).unwrap();
    let wilson = won_of(12, 24).figure(Metric::Won, 0, false).unwrap();
    near(interval(&single).0, interval(&wilson).0);
    near(interval(&single).1, interval(&wilson).1);
}

/// scipy.stats.t.interval(0.95, 3, loc=3, scale=scipy.stats.sem([1, 2, 3, 6])).
#[test]
fn a_mean_has_the_interval_of_student() {
    let figure = paid(&[1.0, 2.0, 3.0, 6.0])
        .figure(Metric::Payoff, 0, false)
        .unwrap();
    assert_eq!((figure.n, figure.value), (4, 3.0));
    near(interval(&figure).0, -0.437_434_881_858_308_7);
    near(interval(&figure).1, 6.437_434_881_858_309);
    // One value has a mean and no interval.
    let figure = paid(&[2.0]).figure(Metric::Payoff, 0, false).unwrap();
    assert_eq!((figure.value, figure.interval), (2.0, None));
    assert_eq!(paid(&[]).figure(Metric::Payoff, 0, false), None);
}

/// Of the payoffs 1, 2, -9, 3, 6 and 0 those of the lost and the drawn game are left out; groups are
/// broken up, so that every win is an observation.
#[test]
fn where_only_wins_count_groups_do_not() {
    let payoffs = [1.0, 2.0, -9.0, 3.0, 6.0, 0.0];
    for group in [1, 2, 3] {
        let tally = tally(group, payoffs.map(|payoff| duel(payoff, 0.0)));
        let figure = tally.figure(Metric::Payoff, 0, true).unwrap();
        assert_eq!((figure.n, figure.won, figure.value), (4, 4, 3.0));
        near(interval(&figure).0, -0.437_434_881_858_308_7);
        let all = tally.figure(Metric::Payoff, 0, false).unwrap();
        assert_eq!((all.n, all.won), (6, 4));
        near(all.value, 0.5);
    }
}

#[test]
fn a_pool_keeps_the_groups_of_its_cells_apart() {
    let one = numbered(2, &[(0, 1.0), (1, 3.0), (2, 50.0)]);
    let other = numbered(2, &[(1, 70.0), (2, 5.0), (3, 7.0), (6, 4.0), (7, 2.0)]);
    let pool = CellStats::pool([&one, &other]).unwrap();
    assert_eq!((pool.count(), one.count(), other.count()), (8, 3, 5));
    let values = |tally: &CellStats| -> Vec<f64> {
        let units = tally.units(0, |of| of(Metric::Payoff)).into_iter();
        units.map(|(_, value)| value).collect()
    };
    // The third episode of the one and the second of the other would make a pair.
    assert_eq!(values(&pool), [2.0, 6.0, 3.0]);
    let groups: Vec<u64> = pool
        .units(0, |of| of(Metric::Payoff))
        .iter()
        .map(|u| u.0)
        .collect();
    assert_eq!(groups[0], 0);
    assert!(groups.is_sorted_by(|a, b| a < b));
    let figure = pool.figure(Metric::Payoff, 0, false).unwrap();
    assert_eq!((figure.n, figure.value), (8, 142.0 / 8.0));
    // A cell without episodes is as empty as before, and gives its place to nobody.
    assert!(CellStats::new(2).is_empty() && !pool.is_empty());
    let empty = CellStats::pool([&CellStats::new(2), &one]).unwrap();
    assert_eq!(values(&empty), [2.0]);
}

/// Cells may have more seats than the one before.
#[test]
fn a_pool_has_as_many_seats_as_the_largest_of_its_cells() {
    let alone = |payoff| -> Episode {
        let share = SeatResult {
            payoff,
            ..SeatResult::default()
        };
        episode(1, vec![share])
    };
    let pool = CellStats::pool([&tally(1, [alone(2.0)]), &paid(&[4.0, 6.0])]).unwrap();
    let of = |seat| {
        pool.figure(Metric::Payoff, seat, false)
            .map(|f| (f.n, f.value))
    };
    assert_eq!(
        (of(0), of(1), of(2)),
        (Some((3, 4.0)), Some((2, -5.0)), None)
    );
}
