//! Least squares against the numbers of statsmodels in `fixtures/statsmodels.json`, which
//! `fixtures/least_squares.py` writes, and against the certified values of NIST.

use ludometer_stats::{Coefficient, Errors, LeastSquares, RegressionColumn, least_squares};
use serde_json::Value;

/// Relative.
const TOLERANCE: f64 = 1e-11;

/// Longley's design has a condition of 5e9: ours agrees with the certified values to the tolerance
/// above, statsmodels' robust errors do not.
const LONGLEY: f64 = 1e-8;

fn numbers(value: &Value) -> Vec<f64> {
    let list = value.as_array().expect("a list");
    list.iter().map(|v| v.as_f64().expect("a number")).collect()
}

fn cases() -> Vec<Value> {
    let text = include_str!("../fixtures/statsmodels.json");
    let fixtures: Value = serde_json::from_str(text).expect("the fixtures are JSON");
    fixtures["cases"].as_array().expect("a list").clone()
}

fn fit(case: &Value, errors: Errors) -> LeastSquares {
    let columns = case["columns"].as_array().expect("a list").iter();
    let columns: Vec<Vec<f64>> = columns.map(numbers).collect();
    let columns: Vec<RegressionColumn<'_>> = columns
        .iter()
        .map(|values| RegressionColumn { name: "x", values })
        .collect();
    let outcome = numbers(&case["outcome"]);
    least_squares(&columns, &outcome, errors).unwrap_or_else(|error| panic!("{error}: {case}"))
}

fn near(expected: &[f64], got: &[f64], tolerance: f64, what: &str) {
    assert_eq!(expected.len(), got.len(), "{what}");
    for (e, g) in expected.iter().zip(got) {
        let allowed = tolerance * e.abs().max(g.abs());
        assert!((e - g).abs() <= allowed, "{what}: got {g:e} for {e:e}");
    }
}

fn all(fit: &LeastSquares, of: fn(&Coefficient) -> f64) -> Vec<f64> {
    let constant = std::iter::once(&fit.constant);
    constant.chain(&fit.coefficients).map(of).collect()
}

#[test]
fn every_number_is_statsmodels() {
    let cases = cases();
    assert_eq!(cases.len(), 4);
    for case in &cases {
        let tolerance = match case["name"] == "longley" {
            true => LONGLEY,
            false => TOLERANCE,
        };
        for (key, errors) in [
            ("nonrobust", Errors::Classical),
            ("HC1", Errors::Hc1),
            ("HC3", Errors::Hc3),
        ] {
            let fit = fit(case, errors);
            let what = format!("{} {key}", case["name"]);
            let parts: [fn(&Coefficient) -> f64; 4] = [|c| c.value, |c| c.error, |c| c.t, |c| c.p];
            for (of, expected) in parts.into_iter().zip(case[key].as_array().unwrap()) {
                near(&numbers(expected), &all(&fit, of), tolerance, &what);
            }
            let shares = [fit.r_squared, fit.adjusted, fit.residual_error];
            let degrees = fit.degrees as f64;
            let got = [&shares[..], &[degrees]].concat();
            near(&numbers(&case["shares"]), &got, tolerance, &what);
        }
    }
}

/// Longley (1967), the certified values of the Statistical Reference Datasets of NIST.
#[test]
fn longley_is_as_certified() {
    let fit = fit(&cases()[0], Errors::Classical);
    let values = [
        -3482258.63459582,
        15.0618722713733,
        -0.358191792925910E-01,
        -2.02022980381683,
        -1.03322686717359,
        -0.511041056535807E-01,
        1829.15146461355,
    ];
    let errors = [
        890420.383607373,
        84.9149257747669,
        0.334910077722432E-01,
        0.488399681651699,
        0.214274163161675,
        0.226073200069370,
        455.478499142212,
    ];
    near(&values, &all(&fit, |c| c.value), TOLERANCE, "values");
    near(&errors, &all(&fit, |c| c.error), TOLERANCE, "errors");
    let shares = [fit.residual_error, fit.r_squared];
    near(
        &[304.854073561965, 0.995479004577296],
        &shares,
        TOLERANCE,
        "shares",
    );
}
