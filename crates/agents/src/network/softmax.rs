//! Softmax: outputs as probabilities.

/// Probabilities proportional to e^output of the legal actions, 0 elsewhere. At least one must be
/// legal.
pub fn softmax(outputs: &[f64], legal: &[bool], chances: &mut [f64]) {
    let of_legal = outputs.iter().zip(legal).filter(|(_, legal)| **legal);
    let most = of_legal.fold(f64::NEG_INFINITY, |most, (output, _)| most.max(*output));
    let mut sum = 0.0;
    for ((chance, output), legal) in chances.iter_mut().zip(outputs).zip(legal) {
        *chance = match legal {
            true => libm::exp(output - most),
            false => 0.0,
        };
        sum += *chance;
    }
    debug_assert!(sum > 0.0, "something must be legal");
    for chance in chances {
        *chance /= sum;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn chances_by_hand() {
        let mut chances = [0.0; 3];
        softmax(
            &[1.0, 1.0 + libm::log(3f64), 1e300],
            &[true, true, false],
            &mut chances,
        );
        assert!((chances[0] - 0.25).abs() < 1e-12 && (chances[1] - 0.75).abs() < 1e-12);
        assert_eq!(chances[2], 0.0);
    }

    proptest! {
        #[test]
        fn chances_are_a_distribution_over_what_is_legal(
            outputs in prop::collection::vec(-1e6..1e6f64, 1..6),
            mask: u8,
            shift in -1e3..1e3f64,
        ) {
            let mut legal: Vec<bool> = (0..outputs.len()).map(|at| mask >> at & 1 == 1).collect();
            legal[0] |= !legal.contains(&true);
            let mut chances = vec![0.0; outputs.len()];
            softmax(&outputs, &legal, &mut chances);
            prop_assert!((chances.iter().sum::<f64>() - 1.0).abs() < 1e-12);
            for (at, chance) in chances.iter().enumerate() {
                prop_assert!((0.0..=1.0).contains(chance) && (legal[at] || *chance == 0.0));
                for (other, before) in outputs.iter().enumerate() {
                    let ordered = outputs[at] <= *before || *chance >= chances[other];
                    prop_assert!(ordered || !legal[at]);
                }
            }
            let shifted: Vec<f64> = outputs.iter().map(|output| output + shift).collect();
            let mut same = chances.clone();
            softmax(&shifted, &legal, &mut same);
            for (one, other) in chances.iter().zip(&same) {
                prop_assert!((one - other).abs() < 1e-6);
            }
        }
    }
}
