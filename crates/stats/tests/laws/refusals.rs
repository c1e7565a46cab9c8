//! Data that has no answer is refused with a reason, not a panic.

use ludometer_stats::*;

const NAN: [f64; 2] = [1.0, f64::NAN];
const GOOD: [f64; 2] = [1.0, 2.0];

fn refused<T: std::fmt::Debug>(result: Result<T, Error>, reason: &str) {
    let error = result.expect_err("must be refused").to_string();
    assert!(error.contains(reason), "{error}");
}

#[test]
fn not_a_number_is_refused() {
    let (side, method) = (Alternative::TwoSided, PValueMethod::Auto);
    refused(Ranks::of(&NAN), "index 1");
    refused(
        mann_whitney(&GOOD, &NAN, side, method),
        "`y` is not a number",
    );
    refused(wilcoxon(&NAN, Zeros::Wilcox, side, method), "index 1");
    refused(median(&NAN), "not a number");
    refused(pearson(&NAN, &GOOD), "`x`");
    refused(kendall(&GOOD, &NAN), "`y`");
    refused(kolmogorov_smirnov(&GOOD, &NAN), "`y`");
    refused(holm(&[f64::NAN]), "`p_values`");
    refused(
        percentile(&GOOD, |_| f64::NAN, 5, 0.9, &mut |_| 0),
        "`statistic`",
    );
    refused(goodness_of_fit(&[1, 1], &NAN), "`expected`");
    refused(count_against(1, 2, f64::NAN, 10), "`published_share`");
    refused(wilson(1, 2, f64::NAN), "`confidence`");
    refused(
        Sprt::new(EloModel::Logistic, (f64::NAN, 1.0), 0.05, 0.05),
        "`elo1`",
    );
}

#[test]
fn emptiness_is_refused() {
    let (side, method) = (Alternative::TwoSided, PValueMethod::Auto);
    refused(mann_whitney(&[], &GOOD, side, method), "`x` has 0 values");
    refused(
        wilcoxon(&[], Zeros::Pratt, side, method),
        "needs at least 1",
    );
    refused(median(&[]), "`values` has 0");
    refused(spearman(&[1.0], &[2.0]), "needs at least 2");
    refused(
        bca(&[1.0], |x| x[0], 5, 0.9, &mut |_| 0),
        "needs at least 2",
    );
    refused(
        percentile(&GOOD, |x| x[0], 0, 0.9, &mut |_| 0),
        "`resamples`",
    );
    refused(RunningStats::new().mean_interval(0.9), "needs at least 2");
    refused(ScoreSummary::of_games(0, 0, 0), "`games` has 0");
    refused(ScoreSummary::of_pairs([0; 5]), "`pairs` has 0");
    refused(goodness_of_fit(&[3], &[3.0]), "needs at least 2");
    refused(homogeneity(&[], &[]), "`left`");
    refused(kolmogorov_smirnov(&[], &GOOD), "`x`");
    refused(wilson(0, 0, 0.9), "`n`");
    refused(count_against(0, 5, 0.5, 0), "`n`");
}

#[test]
fn what_is_too_large_or_outside_is_refused() {
    let many = vec![0.5; 1001];
    let (side, method) = (Alternative::Less, PValueMethod::Exact);
    refused(
        mann_whitney(&many, &many, side, method),
        "use the asymptotic",
    );
    refused(
        wilcoxon(&many, Zeros::Wilcox, side, method),
        "up to size 1000",
    );
    refused(fisher_exact([[u64::MAX, 1], [1, 1]]), "2^32");
    refused(clopper_pearson(3, 2, 0.9), "`successes`");
    refused(quantile(&GOOD, 1.5), "`share`");
    refused(
        Sprt::new(EloModel::Logistic, (5.0, 5.0), 0.05, 0.05),
        "`elo1`",
    );
    refused(
        Sprt::new(EloModel::Logistic, (0.0, 5.0), 0.5, 0.5),
        "`beta`",
    );
    refused(pearson(&GOOD, &[1.0]), "2 and 1");
    refused(pearson(&GOOD, &[3.0, 3.0]), "`y` has no spread");
}
