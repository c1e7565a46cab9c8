//! Adjusted p-values.

use ludometer_stats::*;
use proptest::prelude::*;

use crate::config;

proptest! {
    #![proptest_config(config())]

    #[test]
    fn adjusted_p_values_keep_the_order(raw in prop::collection::vec(0.0..=1.0f64, 0..40)) {
        let strict = holm(&raw).unwrap();
        let loose = benjamini_hochberg(&raw).unwrap();
        for i in 0..raw.len() {
            prop_assert!(strict[i] >= raw[i] && strict[i] <= 1.0);
            prop_assert!(loose[i] >= raw[i] && loose[i] <= strict[i]);
            for j in 0..raw.len() {
                if raw[i] < raw[j] {
                    prop_assert!(strict[i] <= strict[j] && loose[i] <= loose[j]);
                }
            }
        }
    }

    #[test]
    fn holm_rejects_as_its_steps_do(raw in prop::collection::vec(0.0..0.1f64, 1..20)) {
        let alpha = 0.05;
        let mut sorted = raw.clone();
        sorted.sort_by(f64::total_cmp);
        let passes = |(i, p): (usize, &f64)| p * (raw.len() - i) as f64 <= alpha;
        let rejected = sorted.iter().enumerate().take_while(|&step| passes(step)).count();
        let adjusted = holm(&raw).unwrap();
        prop_assert_eq!(adjusted.iter().filter(|p| **p <= alpha).count(), rejected);
    }
}
