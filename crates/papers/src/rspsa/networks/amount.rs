//! How much is played.

use crate::{Changes, Scale};

/// How much is played.
#[derive(Clone, Copy, Debug)]
pub(super) struct Amount {
    /// Card configurations a decision, on both sides.
    pub(super) samples: u64,
    /// Perturbations of an estimate, and decks of each: both sides play them twice.
    pub(super) spsa: (u32, u32),
    /// Decks of an iteration of TD, played twice.
    pub(super) td: u64,
    /// Iterations of every learner.
    pub(super) iterations: u64,
    /// Decks for supervised pretraining on McRaise's values, and how often they are gone through.
    pub(super) lessons: (u64, u64),
    /// Decks that are held out, played twice.
    pub(super) held_out: u64,
}

impl Amount {
    pub(super) fn of(scale: Scale, changes: Changes) -> Amount {
        let mut amount = match scale {
            Scale::Quick => Amount {
                samples: 100,
                spsa: (50, 10),
                td: 1000,
                iterations: 30,
                lessons: (1000, 200),
                held_out: 4000,
            },
            // The paper says neither how many iterations it made nor on how many games its figures
            // stand. Hands of one deck together have a deviation of about 3 small bets: twenty
            // thousand decks see 0.05 with 99 % confidence.
            Scale::Middle | Scale::Full => Amount {
                samples: 1000,
                spsa: (100, 50),
                td: 5000,
                iterations: 100,
                lessons: (5000, 500),
                held_out: 20_000,
            },
        };
        if scale == Scale::Middle {
            amount.samples = 100;
        }
        if let Some(samples) = changes.samples {
            amount.samples = samples;
        }
        if let Some(iterations) = changes.iterations {
            amount.iterations = iterations;
        }
        amount
    }

    /// Hands of an iteration of SPSA, and of TD.
    pub(super) fn batches(&self) -> (u64, u64) {
        let spsa = 4 * u64::from(self.spsa.0) * u64::from(self.spsa.1);
        (spsa, 2 * self.td)
    }

    /// The keys of the study `omaha-networks` for an arm.
    pub(super) fn settings(&self, arm: &str, seed: u64) -> Vec<String> {
        let samples = self.samples;
        let (perturbations, decks) = self.spsa;
        let agent = match arm.contains("POL") {
            true => "policy",
            false => "valued",
        };
        let mut settings = vec![
            format!("arm={arm}"),
            format!("agent={agent}(net={{net}}, samples={samples})"),
            format!("opponents=[\"mcraise(samples={samples})\"]"),
            format!("seed={seed}"),
            // The best network is measured, not the last.
            "held_out=4".to_string(),
        ];
        let (spsa, td) = self.batches();
        if arm.starts_with("SPSA") {
            let evaluations = 2 * decks;
            settings.push(format!(
                "batch={{ mirrored = true, perturbations = {perturbations}, evaluations = {evaluations} }}"
            ));
            settings.push(format!("games={}", spsa * self.iterations));
        } else {
            let lessons = match arm.starts_with("spv") {
                true => format!(", lessons={}, epochs={}", self.lessons.0, self.lessons.1),
                false => String::new(),
            };
            let decks = self.td;
            settings.push(format!(
                "learner=td(decks={decks}, samples={samples}{lessons})"
            ));
            settings.push(format!("games={}", td * self.iterations));
        }
        settings
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_full_size_has_the_published_batches() {
        let full = Amount::of(Scale::Full, Changes::default());
        assert_eq!(full.batches(), (100 * 2 * 100, 10_000));
        let changes = Changes {
            samples: Some(7),
            iterations: Some(3),
            ..Changes::default()
        };
        let changed = Amount::of(Scale::Full, changes);
        assert_eq!((changed.samples, changed.iterations), (7, 3));
        assert_eq!(changed.batches(), full.batches());
    }
}
