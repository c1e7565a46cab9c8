//! Every function against the numbers of SciPy in `fixtures/scipy.json`, which `fixtures/make.py`
//! writes.

use std::collections::BTreeMap;

use ludometer_stats::*;
use serde_json::Value;

/// Relative. Most agree to 1e-13; Clopper-Pearson with millions of trials, Fisher's test with
/// hundreds of thousands (where SciPy is the coarser) and Welford's variance far from zero to 1e-11.
const TOLERANCE: f64 = 1e-9;

#[test]
fn every_number_is_scipys() {
    let text = include_str!("../fixtures/scipy.json");
    let fixtures: Value = serde_json::from_str(text).expect("the fixtures are JSON");
    let cases = fixtures["cases"].as_array().expect("a list of cases");
    let mut seen: BTreeMap<&str, u32> = BTreeMap::new();
    for case in cases {
        let name = case["function"].as_str().expect("a name");
        *seen.entry(name).or_default() += 1;
        let got = answer(name, &Input(&case["input"]));
        let floor = case["floor"].as_f64().unwrap_or(0.0);
        match (&case["expect"], got) {
            (Value::Null, Err(_)) => {}
            (Value::Null, Ok(got)) => panic!("{case} must be refused, got {got:?}"),
            (_, Err(error)) => panic!("{case}: {error}"),
            (expected, Ok(got)) => {
                let expected = numbers(expected);
                assert_eq!(expected.len(), got.len(), "{case}");
                for (e, g) in expected.iter().zip(&got) {
                    let allowed = floor + TOLERANCE * e.abs().max(g.abs());
                    assert!((e - g).abs() <= allowed, "{case}: got {g:e} for {e:e}");
                }
            }
        }
    }
    assert_eq!(seen.len(), 21, "{seen:?}");
    assert!(cases.len() >= 500, "{seen:?}");
}

fn answer(name: &str, input: &Input) -> Result<Vec<f64>, Error> {
    Ok(match name {
        "wilson" => ends(wilson(
            input.count("k"),
            input.count("n"),
            input.confidence(),
        )?),
        "clopper_pearson" => ends(clopper_pearson(
            input.count("k"),
            input.count("n"),
            input.confidence(),
        )?),
        "two_proportions" => {
            let pair = |key| (input.counts(key)[0], input.counts(key)[1]);
            let test = two_proportions(pair("left"), pair("right"))?;
            vec![test.z, test.p]
        }
        "fisher_exact" => {
            let row = |i: usize| {
                [
                    input.0["table"][i][0].clone(),
                    input.0["table"][i][1].clone(),
                ]
            };
            let entry = |value: Value| value.as_u64().expect("a count");
            vec![fisher_exact([row(0).map(entry), row(1).map(entry)])?]
        }
        "count_against" => vec![count_against(
            input.count("count"),
            input.count("n"),
            input.number("share"),
            input.count("published_n"),
        )?],
        "ranks" => {
            let ranks = Ranks::of(&input.sample("x"))?;
            let mut got = ranks.midranks();
            got.push(ranks.tie_correction());
            got
        }
        "mann_whitney" => {
            let (x, y) = (input.sample("x"), input.sample("y"));
            let test = mann_whitney(&x, &y, input.side(), input.method())?;
            assert_eq!(test.exact, input.method() == PValueMethod::Exact);
            vec![test.u, test.p]
        }
        "wilcoxon" => {
            let zeros = match input.text("zeros") {
                "wilcox" => Zeros::Wilcox,
                "pratt" => Zeros::Pratt,
                _ => Zeros::Split,
            };
            let test = wilcoxon(&input.sample("d"), zeros, input.side(), input.method())?;
            let statistic = match input.side() {
                Alternative::TwoSided => test.plus.min(test.minus),
                _ => test.plus,
            };
            vec![statistic, test.p]
        }
        "holm" => holm(&input.sample("p"))?,
        "benjamini_hochberg" => benjamini_hochberg(&input.sample("p"))?,
        "percentile" | "bca" => {
            let x = input.sample("x");
            let statistic = |values: &[f64]| match input.text("statistic") {
                "mean" => values.iter().sum::<f64>() / values.len() as f64,
                _ => median(values).expect("a resample is not empty"),
            };
            let mut next = splitmix(input.count("seed"));
            let mut below = |n: u64| next() % n;
            let resamples = input.count("resamples") as usize;
            let confidence = input.confidence();
            ends(match name {
                "bca" => bca(&x, statistic, resamples, confidence, &mut below)?,
                _ => percentile(&x, statistic, resamples, confidence, &mut below)?,
            })
        }
        "summary" => {
            let running: RunningStats = input.sample("x").into_iter().collect();
            let interval = running.mean_interval(input.confidence())?;
            let known = "two values were seen";
            vec![
                running.mean().expect(known),
                running.variance().expect(known),
                running.standard_error().expect(known),
                interval.low,
                interval.high,
            ]
        }
        "quantile" => vec![quantile(&input.sample("x"), input.number("share"))?],
        "pearson" => both(pearson(&input.sample("x"), &input.sample("y"))?),
        "spearman" => both(spearman(&input.sample("x"), &input.sample("y"))?),
        "kendall" => both(kendall(&input.sample("x"), &input.sample("y"))?),
        "goodness_of_fit" => {
            let (observed, expected) = (input.counts("observed"), input.sample("expected"));
            three(goodness_of_fit(&observed, &expected)?)
        }
        "homogeneity" => three(homogeneity(&input.counts("left"), &input.counts("right"))?),
        "kolmogorov_smirnov" => {
            let test = kolmogorov_smirnov(&input.sample("x"), &input.sample("y"))?;
            vec![test.distance, test.p]
        }
        "elo" => {
            // Ends are those of the score, which is Wilson's affair.
            let (score, confidence) = (input.score()?, input.confidence());
            let ours = elo(&score, confidence)?;
            let of_score = score.interval(confidence)?;
            assert_eq!(ours.interval, of_score.map(elo_of_score));
            vec![ours.difference]
        }
        other => panic!("no function is called {other}"),
    })
}

fn ends(interval: Interval) -> Vec<f64> {
    vec![interval.low, interval.high]
}

fn both(correlation: Correlation) -> Vec<f64> {
    vec![correlation.coefficient, correlation.p]
}

fn three(test: ChiSquared) -> Vec<f64> {
    vec![test.statistic, test.degrees as f64, test.p]
}

fn numbers(value: &Value) -> Vec<f64> {
    let list = value.as_array().expect("a list");
    list.iter().map(|v| v.as_f64().expect("a number")).collect()
}

/// SplitMix64, as in `make.py`.
fn splitmix(mut state: u64) -> impl FnMut() -> u64 {
    move || {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
}

struct Input<'a>(&'a Value);

impl Input<'_> {
    fn number(&self, key: &str) -> f64 {
        self.0[key].as_f64().expect(key)
    }

    fn count(&self, key: &str) -> u64 {
        self.0[key].as_u64().expect(key)
    }

    fn text(&self, key: &str) -> &str {
        self.0[key].as_str().expect(key)
    }

    fn sample(&self, key: &str) -> Vec<f64> {
        numbers(&self.0[key])
    }

    fn counts(&self, key: &str) -> Vec<u64> {
        let list = self.0[key].as_array().expect(key);
        list.iter().map(|v| v.as_u64().expect(key)).collect()
    }

    fn confidence(&self) -> f64 {
        self.number("confidence")
    }

    fn side(&self) -> Alternative {
        match self.text("side") {
            "less" => Alternative::Less,
            "greater" => Alternative::Greater,
            _ => Alternative::TwoSided,
        }
    }

    fn method(&self) -> PValueMethod {
        match self.text("method") {
            "exact" => PValueMethod::Exact,
            _ => PValueMethod::Asymptotic {
                continuity: self.0["continuity"].as_bool().expect("continuity"),
            },
        }
    }

    /// Three counts are losses, draws and wins; five are pairs.
    fn score(&self) -> Result<ScoreSummary, Error> {
        let counts = self.counts("counts");
        match <[u64; 5]>::try_from(counts.as_slice()) {
            Ok(pairs) => ScoreSummary::of_pairs(pairs),
            Err(_) => ScoreSummary::of_games(counts[2], counts[1], counts[0]),
        }
    }
}
