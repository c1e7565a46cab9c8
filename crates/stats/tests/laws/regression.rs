//! Least squares: noiseless truth is found, the units and the order of columns do not matter, and
//! what is left is orthogonal to every column.

use crate::{config, many_values};
use ludometer_stats::{Error, Errors, LeastSquares, RegressionColumn, least_squares};
use proptest::prelude::*;

const NAMES: [&str; 4] = ["a", "b", "c", "d"];

fn regress(columns: &[Vec<f64>], outcome: &[f64], errors: Errors) -> Result<LeastSquares, Error> {
    let columns = columns.iter().zip(NAMES);
    let columns: Vec<RegressionColumn<'_>> = columns
        .map(|(values, name)| RegressionColumn { name, values })
        .collect();
    least_squares(&columns, outcome, errors)
}

/// Up to four columns of many more rows, and an outcome.
fn design() -> impl Strategy<Value = (Vec<Vec<f64>>, Vec<f64>)> {
    (1..5usize, 8..40usize).prop_flat_map(|(columns, rows)| {
        let column = move || many_values(rows..rows + 1);
        (
            prop::collection::vec(column(), columns..columns + 1),
            column(),
        )
    })
}

fn near(left: f64, right: f64, scale: f64) -> bool {
    (left - right).abs() <= 1e-9 * left.abs().max(right.abs()).max(scale)
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn noiseless_truth_is_found((columns, weights) in design(), constant in -50.0..50.0f64) {
        let rows = weights.len();
        let outcome: Vec<f64> = (0..rows)
            .map(|row| constant + columns.iter().zip(&weights).map(|(c, w)| w * c[row]).sum::<f64>())
            .collect();
        let fit = regress(&columns, &outcome, Errors::Classical).unwrap();
        prop_assert!(near(fit.constant.value, constant, 1e4));
        for (coefficient, weight) in fit.coefficients.iter().zip(&weights) {
            prop_assert!(near(coefficient.value, *weight, 1e2));
        }
        prop_assert!(fit.r_squared > 1.0 - 1e-12);
        prop_assert!(fit.residual_error < 1e-8);
    }

    #[test]
    fn units_do_not_matter((columns, outcome) in design(), exponent in -200..200i32) {
        for errors in [Errors::Classical, Errors::Hc1, Errors::Hc3] {
            let plain = regress(&columns, &outcome, errors).unwrap();
            let factor = libm::exp2(f64::from(exponent));
            let mut scaled = columns.clone();
            scaled[0].iter_mut().for_each(|value| *value *= factor);
            let fit = regress(&scaled, &outcome, errors).unwrap();
            // A power of two only moves the exponent: the same bits.
            prop_assert_eq!(fit.coefficients[0].value * factor, plain.coefficients[0].value);
            prop_assert_eq!(fit.coefficients[0].error * factor, plain.coefficients[0].error);
            prop_assert_eq!(fit.coefficients[0].p, plain.coefficients[0].p);
            prop_assert_eq!(fit.r_squared, plain.r_squared);
            let tripled: Vec<f64> = outcome.iter().map(|value| 3.0 * value).collect();
            let fit = regress(&columns, &tripled, errors).unwrap();
            for (a, b) in fit.coefficients.iter().zip(&plain.coefficients) {
                prop_assert!(near(a.value, 3.0 * b.value, 1e-3));
                prop_assert!(near(a.error, 3.0 * b.error, 1e-3));
            }
        }
    }

    #[test]
    fn the_order_does_not_matter((columns, outcome) in design()) {
        for errors in [Errors::Classical, Errors::Hc1, Errors::Hc3] {
            let plain = regress(&columns, &outcome, errors).unwrap();
            let turned: Vec<_> = columns.iter().rev().cloned().collect();
            let fit = regress(&turned, &outcome, errors).unwrap();
            prop_assert!(near(fit.r_squared, plain.r_squared, 1e-3));
            for (a, b) in fit.coefficients.iter().rev().zip(&plain.coefficients) {
                prop_assert!(near(a.value, b.value, 1e-3));
                prop_assert!(near(a.error, b.error, 1e-3));
            }
        }
    }

    #[test]
    fn what_is_left_is_orthogonal((columns, outcome) in design()) {
        let fit = regress(&columns, &outcome, Errors::Classical).unwrap();
        prop_assert!(fit.residuals.iter().sum::<f64>().abs() < 1e-9);
        for column in &columns {
            let dot: f64 = column.iter().zip(&fit.residuals).map(|(a, b)| a * b).sum();
            prop_assert!(dot.abs() < 1e-7, "{}", dot);
        }
        prop_assert!((0.0..=1.0).contains(&fit.r_squared) && fit.adjusted <= fit.r_squared);
        prop_assert_eq!(fit.degrees, outcome.len() - columns.len() - 1);
    }

    /// Twins that differ in the eighth digit: a single pass of projections leaves too much.
    #[test]
    fn what_is_left_is_orthogonal_to_near_twins((columns, outcome) in design()) {
        let twin = columns[0].iter().zip(&outcome).map(|(a, b)| a + 1e-8 * b * b).collect();
        let mut columns = columns;
        columns.truncate(3);
        columns.push(twin);
        let fit = regress(&columns, &outcome, Errors::Classical).unwrap();
        for column in &columns {
            let dot: f64 = column.iter().zip(&fit.residuals).map(|(a, b)| a * b).sum();
            prop_assert!(dot.abs() < 1e-9, "{}", dot);
        }
    }

    #[test]
    fn dependent_columns_are_named((columns, outcome) in design(), weight in 0.5..2.0f64) {
        let mut columns = columns;
        columns.truncate(3);
        let sum = (0..outcome.len()).map(|row| 7.0 + columns.iter().map(|c| weight * c[row]).sum::<f64>());
        let sum = sum.collect();
        columns.push(sum);
        let name = NAMES[columns.len() - 1].to_string();
        let error = regress(&columns, &outcome, Errors::Classical).unwrap_err();
        prop_assert_eq!(error, Error::Dependent { columns: vec![name] });
    }
}

#[test]
fn what_has_no_answer_is_refused() {
    let says = |columns: &[Vec<f64>], outcome: &[f64], part: &str| {
        let error = regress(columns, outcome, Errors::Hc3)
            .unwrap_err()
            .to_string();
        assert!(error.contains(part), "{error}");
    };
    let outcome = [1.0, 4.0, 2.0, 3.0];
    let (up, one) = (vec![1.0, 2.0, 3.0, 4.0], vec![0.0, 0.0, 0.0, 1.0]);
    says(
        &[vec![0.0; 4], up.clone(), vec![5.0; 4]],
        &[1.0, 2.0, 3.0, 5.0, 1.0],
        "length",
    );
    says(
        &[vec![0.0; 4], vec![5.0; 4]],
        &outcome,
        "`a`, `b` can be computed",
    );
    says(
        &[up.clone(), one.clone(), up.clone()],
        &outcome,
        "needs at least 5",
    );
    says(
        &[vec![1.0, 2.0, f64::INFINITY, 1.0]],
        &outcome,
        "`a` is not a finite number at index 2",
    );
    says(
        std::slice::from_ref(&up),
        &[1.0, f64::NAN, 2.0, 3.0],
        "`outcome` is not a finite number at index 1",
    );
    says(&[up], &[2.0; 4], "`outcome` has no spread");
    says(&[one], &outcome, "rests on row 3 alone");
}
