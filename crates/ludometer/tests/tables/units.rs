//! All games of one opening or deck are one observation, in every table, plot and test.

use super::{
    Rows, cell, duel, episode, near, paid, places, plan, plots, results, results_of, rows, tables,
    texts, won_of,
};
use ludometer::play::{Ending, SeatResult};
use ludometer_report::{Estimate, Table};
use ludometer_stats::{elo_of_score, wilson};

fn estimate(table: &Table, row: usize, column: usize) -> Estimate {
    table
        .cell(row, column)
        .and_then(|cell| cell.estimate)
        .expect("an estimate")
}

/// Mirrored games of two agents, looked at by a table.
fn mirrored(table: &str) -> ludometer::plan::Plan {
    plan(&format!(
        "game = \"tic-tac-toe\"\nseats = [\"{{one}}\", \"random\"]\nmirror = true\nepisodes = 11\n\
         [vary]\none = [\"depth(t=1)\", \"depth(t=2)\"]\nsize = [1]\n\
         [[tables]]\nname = \"t\"\nrows = \"one\"\n{table}\n\
         [[tables]]\nname = \"sizes\"\nrows = \"size\"\ncolumns = \"one\"\n"
    ))
}

/// Five pairs that draw all in all, and one game more that was won: it is left out of estimate and interval.
#[test]
fn an_odd_number_of_mirrored_games() {
    for table in [
        "kind = \"match\"",
        "value = \"won\"",
        "value = \"score\"",
        "value = \"payoff\"",
    ] {
        let plan = mirrored(table);
        let payoffs = [1.0, -1.0, -1.0, -1.0, 1.0, -1.0, -1.0, 1.0, 1.0, -1.0, 1.0];
        let results = results_of(&plan, |_| paid(&payoffs));
        let table = &tables(&results).0[0];
        let column = if table.columns.len() > 3 { 5 } else { 1 };
        let found = estimate(table, 0, column);
        assert_eq!((found.n, found.units), (10, 5));
        assert!(found.low.unwrap() <= found.value && found.value <= found.high.unwrap());
        let value = if found.value < 0.0 { -0.2 } else { 0.4 };
        near(found.value, value);
        let notes = table.notes.join("\n");
        assert!(notes.contains("2 of 22 episodes are left out"), "{notes}");
    }
}

/// Twenty pairs whose games always end alike are twenty observations, whatever the table.
#[test]
fn games_that_end_alike_are_one_observation_everywhere() {
    let pairs = |won: usize| -> Rows {
        rows((0..40).map(|game| duel(if game / 2 < won { 1.0 } else { -1.0 }, 0.0)))
    };
    let of = |results: &ludometer::present::Results<'_>| estimate(&tables(results).0[0], 0, 1);
    let wilsons = wilson(8, 20, 0.95).unwrap();
    for table in [
        "value = \"won\"",
        "value = \"score\"",
        "value = \"decisive\"",
    ] {
        let plan = mirrored(table);
        let found = of(&results_of(&plan, |_| pairs(8)));
        assert_eq!((found.n, found.units), (40, 20));
        near(found.low.unwrap(), wilsons.low);
        near(found.high.unwrap(), wilsons.high);
    }
    // Standard errors and rank tests too: scipy.stats.mannwhitneyu of 8 and 14 wins of 20, with the continuity
    // correction, gives p = 0.0607; of 16 and 28 of 40 it would give 0.0075.
    let compare = |level: &str| {
        let plan = plan(&format!(
            "game = \"tic-tac-toe\"\nseats = [\"{{one}}\", \"random\"]\nmirror = true\nepisodes = 40\n\
             [vary]\none = [\"depth(t=1)\", \"depth(t=2)\"]\nsize = [1]\n\
             [[tables]]\nname = \"t\"\nkind = \"compare\"\nsignificance = {level}\nrows = \"size\"\ncolumns = \"one\"\n"
        ));
        let results = results(&plan, ["one", "size"], |one, _| {
            pairs(if one == "depth(t=1)" { 8 } else { 14 })
        });
        let table = tables(&results).0.remove(0);
        (
            cell(&table, 0, 1).1.to_string(),
            texts(&table, 0)[4].to_string(),
        )
    };
    // sqrt(0.4 x 0.6 / 20).
    assert_eq!(compare("0.05"), ("(.110)".into(), String::new()));
    assert_eq!(compare("0.07").1, "all");
    // Bars have the same interval.
    let plan = plan(
        "game = \"tic-tac-toe\"\nseats = [\"{one}\", \"random\"]\nmirror = true\nepisodes = 40\n\
         [vary]\none = [\"depth(t=1)\"]\n[[tables]]\nname = \"t\"\nrows = \"one\"\n\
         [[plots]]\nname = \"p\"\nkind = \"bars\"\nx = \"one\"\n",
    );
    let plot = plots(&results_of(&plan, |_| pairs(8))).remove(0);
    near(plot.series[0].points[0].low.unwrap(), wilsons.low);
    assert_eq!(
        plot.notes,
        [
            "error bars are 95 % intervals (Wilson) of 20 observations: all games of one opening or deck are one"
        ]
    );
}

/// A rating is the score on another scale, its interval too: ten of ten are at least .722 of all.
#[test]
fn a_rating_has_the_interval_of_its_score() {
    let plan = mirrored("kind = \"match\"");
    let results = results(&plan, ["one", "size"], |one, _| match one {
        "depth(t=1)" => rows((0..20).map(|_| duel(1.0, 0.0))),
        _ => rows((0..20).map(|game| duel([1.0, 0.0, -1.0, 1.0, 1.0][game % 5], 0.0))),
    });
    let table = &tables(&results).0[0];
    for row in 0..2 {
        let (score, elo) = (estimate(table, row, 5), estimate(table, row, 7));
        assert_eq!(elo.value, elo_of_score(score.value));
        assert_eq!(elo.low, score.low.map(elo_of_score));
        assert_eq!(elo.high, score.high.map(elo_of_score));
        assert_eq!((elo.n, elo.units), (20, 10));
    }
    assert_eq!(cell(table, 0, 5), ("1.000", "[.722, 1.000]"));
    assert_eq!(cell(table, 0, 7), ("+\u{221e}", "[+166, +\u{221e}]"));
}

/// North and east are labels of the same cells, A, B and C are not.
#[test]
fn cells_that_differ_in_a_label_count_once() {
    let plan = places(
        "[[tables]]\nname = \"t\"\nrows = \"who\"\n\
         [[tables]]\nname = \"u\"\nrows = \"place\"\ncolumns = \"who\"\n",
    );
    let results = results(&plan, ["who", "place"], |_, _| won_of(5, 20));
    let table = &tables(&results).0[0];
    let found = estimate(table, 0, 1);
    assert_eq!((found.n, found.units, found.value), (20, 20, 0.25));
    let single = estimate(&tables(&results).0[1], 0, 1);
    assert_eq!((found.low, found.high), (single.low, single.high));
}

/// Twenty pairs whose games always end alike, against a figure of 100 published games, are compared as twenty
/// single games are with fifty: shares and means in a table of values, in one that compares, and in a match.
#[test]
fn published_figures_are_compared_by_units() {
    let of = |mirror: bool, keys: &str| {
        let games = if mirror { 2 } else { 1 };
        let plan = plan(&format!(
            "game = \"tic-tac-toe\"\nseats = [\"{{one}}\", \"random\"]\nmirror = {mirror}\nepisodes = 20\n\
             [vary]\none = [\"depth(t=1)\"]\nsize = [1]\n[[tables]]\nname = \"t\"\nrows = \"one\"\n{keys}\n\
             [[tables]]\nname = \"u\"\nrows = \"size\"\n"
        ));
        let results = results_of(&plan, |_| {
            rows((0..20 * games).map(|game| duel(if game / games < 8 { 1.0 } else { -1.0 }, 0.0)))
        });
        let compared = tables(&results).1[0].cells[0].clone();
        (compared.n, compared.published_n, compared.p.unwrap())
    };
    for (kind, figures) in [
        (
            "columns = \"size\"",
            [
                "published = [[0.7]]\npublished_episodes = 100",
                "published = [[0.7]]\npublished_episodes = 50",
            ],
        ),
        (
            "kind = \"compare\"\ncolumns = \"size\"",
            [
                "published = [[0.7]]\npublished_episodes = 100",
                "published = [[0.7]]\npublished_episodes = 50",
            ],
        ),
        (
            "value = \"payoff\"\ncolumns = \"size\"",
            [
                "published = [[0.2]]\npublished_episodes = 100",
                "published = [[0.2]]\npublished_episodes = 50",
            ],
        ),
        (
            "kind = \"match\"",
            ["published = [[70, 0, 30]]", "published = [[35, 0, 15]]"],
        ),
    ] {
        let pairs = of(true, &format!("{kind}\n{}", figures[0]));
        let single = of(false, &format!("{kind}\n{}", figures[1]));
        assert_eq!((pairs.0, pairs.1), (40, Some(100)));
        assert_eq!((single.0, single.1), (20, Some(50)));
        assert!(
            (pairs.2 - single.2).abs() < 1e-12,
            "{kind}: {pairs:?} {single:?}"
        );
        assert!(pairs.2 > 0.01, "{pairs:?}");
    }
}

/// Agents that play the same openings are pooled opening by opening, whatever the order of cells: 20 openings,
/// in each of which one wins and the other loses, leave no doubt about their mean.
#[test]
fn pooled_cells_share_their_openings() {
    let pooled = |agents: [&str; 2]| {
        let plan = plan(&format!(
            "game = \"tic-tac-toe\"\nseats = [\"{{agent}}\", \"random\"]\nepisodes = 20\n\
             [vary]\nagent = [\"{}\", \"{}\"]\nsize = [1]\n[[tables]]\nname = \"t\"\nrows = \"size\"\nvalue = \"payoff\"\n\
             [[tables]]\nname = \"u\"\nrows = \"agent\"\n",
            agents[0], agents[1]
        ));
        let results = results(&plan, ["agent", "size"], |agent, _| {
            let sign = if agent == "random" { 1.0 } else { -1.0 };
            rows((0..20).map(|game| duel(sign * if game % 3 == 0 { 1.0 } else { -1.0 }, 0.0)))
        });
        estimate(&tables(&results).0[0], 0, 1)
    };
    let found = pooled(["random", "flat(10)"]);
    assert_eq!((found.n, found.units, found.value), (40, 20, 0.0));
    assert_eq!((found.low, found.high), (Some(0.0), Some(0.0)));
    assert_eq!(found, pooled(["flat(10)", "random"]));
}

/// Cells with one seat and cells with two: the second seat is that of the others alone.
#[test]
fn cells_with_other_numbers_of_seats_are_pooled_seat_by_seat() {
    let plan = places(
        "[[tables]]\nname = \"t\"\nrows = \"place\"\nvalue = \"payoff\"\nseat = 1\n\
         [[tables]]\nname = \"u\"\nrows = \"place\"\ncolumns = \"who\"\n",
    );
    let alone = |payoff| {
        let share = SeatResult {
            payoff,
            ..SeatResult::default()
        };
        episode(1, vec![share])
    };
    let results = results(&plan, ["who", "place"], |who, _| match who {
        "A" => rows([alone(2.0), alone(4.0), alone(2.0)]),
        "B" => paid(&[4.0, 6.0]),
        _ => paid(&[1.0]),
    });
    let found = estimate(&tables(&results).0[0], 0, 1);
    assert_eq!((found.n, found.units), (3, 2));
    near(found.value, -11.0 / 3.0);
}

/// Differences are of games of the same number: the same 8 and 14 wins of 20, where the one wins whatever the
/// other wins (p = 2 / 2^6), and where they have nothing in common.
#[test]
fn differences_are_paired() {
    let look = |apart: bool| {
        let plan = places(
            "[[tables]]\nname = \"t\"\nkind = \"effect\"\nagainst = \"A\"\nsignificance = 0.05\nrows = \"place\"\ncolumns = \"who\"\npublished = [[\"\", \"+\"], []]\n",
        );
        let results = results(&plan, ["who", "place"], |who, _| match who {
            "A" => won_of(8, 20),
            "B" if apart => {
                let mut rows = won_of(6, 20);
                rows.reverse();
                let payoffs: Vec<f64> = rows.iter().map(|(_, row)| -row.seats[0].payoff).collect();
                paid(&payoffs)
            }
            "B" => won_of(14, 20),
            _ => Vec::new(),
        });
        let table = tables(&results).0.remove(0);
        let found = estimate(&table, 0, 1);
        (cell(&table, 0, 1).0.to_string(), found)
    };
    let (sign, together) = look(false);
    assert_eq!((sign.as_str(), together.units), ("+", 20));
    near(together.value, 0.3);
    let (sign, apart) = look(true);
    assert_eq!(sign, "+");
    near(apart.value, 0.3);
    assert!(together.low > Some(0.0) && together.interval == "wilson");
}

/// Two comparisons at p = 0.031 do not survive Holm's correction; beside published signs they stand as they are
/// and the table says what is left.
#[test]
fn several_comparisons_are_corrected() {
    let look = |published: &str| {
        let plan = places(&format!(
            "[[tables]]\nname = \"t\"\nkind = \"effect\"\nagainst = \"A\"\nrows = \"place\"\ncolumns = \"who\"\n{published}"
        ));
        let results = results(&plan, ["who", "place"], |who, _| match who {
            "A" => won_of(4, 20),
            "B" => won_of(10, 20),
            _ => won_of(4, 20),
        });
        let table = tables(&results).0.remove(0);
        (cell(&table, 0, 1).0.to_string(), table.notes.join("\n"))
    };
    let (sign, notes) = look("");
    assert_eq!(sign, "≈");
    assert!(
        notes.contains(
            "Holm's correction for the 4 comparisons of this table: 0 are below 0.05, uncorrected 2"
        ),
        "{notes}"
    );
    let (sign, notes) = look("published = [[\"\", \"+\"], []]\n");
    assert_eq!(sign, "+");
    assert!(
        notes.contains(
            "uncorrected, as published: of 4 comparisons 2 have p < 0.05, after Holm's correction 0"
        ),
        "{notes}"
    );
}

/// Tables and plots say how many games did not end by the rules.
#[test]
fn truncated_games_are_shown() {
    let plan = places(
        "[[tables]]\nname = \"t\"\nrows = \"place\"\ncolumns = \"who\"\n[[plots]]\nname = \"p\"\nkind = \"bars\"\nx = \"who\"\n",
    );
    let results = results(&plan, ["who", "place"], |_, _| {
        let mut rows = won_of(2, 4);
        rows[3].1.ending = Ending::Truncated;
        rows
    });
    let says = "3 of 12 episodes were truncated";
    assert!(tables(&results).0[0].notes.join("\n").contains(says));
    assert!(plots(&results)[0].notes.join("\n").contains(says));
}
