//! What every method asks and recommends, to the bit. A line that changes means that a tuner asks
//! otherwise than before: raise its `VERSION`, so that nothing kept under the old one is used again.

use ludometer_tune::{METHODS, Method, Objective, Parameter, Space, Task};

/// FNV-1a.
fn mix(hash: &mut u64, bits: u64) {
    for byte in bits.to_le_bytes() {
        *hash = (*hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
}

/// Everything that a run asks and recommends, on a hill with noise.
fn fingerprint(method: &Method, objective: Objective, budget: u64) -> u64 {
    let parameters = vec![
        Parameter::real("linear", -1.0, 3.0, 0.0),
        Parameter::real("log", 0.01, 100.0, 20.0).log(),
        Parameter::integer("integer", -3, 40, 2).width(8.0),
        Parameter::choice("choice", 3, 0),
    ];
    let task = Task {
        space: Space::new(parameters).unwrap(),
        objective,
        budget,
        seed: 11,
    };
    let mut hash = 0xcbf2_9ce4_8422_2325;
    let mut tuner = method.start(task).unwrap();
    loop {
        let batch = tuner.ask();
        if batch.is_empty() {
            return hash;
        }
        let worth = |p: &[f64]| -(p[0] - 1.0).abs() - (p[1] / 100.0) - (p[2] / 50.0) + p[3];
        let answers = batch.trials().map(|trial| {
            for value in trial.point.iter().chain(trial.against.unwrap_or(&[])) {
                mix(&mut hash, value.to_bits());
            }
            mix(&mut hash, trial.scenario << 1 | u64::from(trial.mirrored));
            // Some scenarios make no difference, as a store of them wants.
            let noise = (trial.scenario % 7) as f64 / 8.0;
            match trial.scenario % 3 {
                0 => 0.0,
                _ => worth(trial.point) - trial.against.map_or(noise, worth),
            }
        });
        let answers: Vec<f64> = answers.collect();
        tuner.tell(&answers).unwrap();
        for value in tuner.best() {
            mix(&mut hash, value.to_bits());
        }
    }
}

#[test]
fn every_method_asks_what_it_always_asked() {
    let mut found = String::new();
    for (name, _) in METHODS {
        let method = Method::named(name).unwrap();
        let budget = match name {
            "rspsa-om" | "rspsa-ef" | "rspsa-pol" | "rspsa-ms" | "fdsa-om" => 80_000,
            "rspsa-gr" => 8_000,
            _ => 3_000,
        };
        let [value, duel] = [Objective::Value, Objective::Duel]
            .map(|objective| fingerprint(&method, objective, budget));
        found += &format!("{name} {value:016x} {duel:016x}\n");
    }
    assert_eq!(found, EXPECTED);
}

const EXPECTED: &str = "\
default 586b0c8a7d720684 9e07319e5a6e67d0
spsa a15adb52ee55446a ef3e54ca30a2addb
spsa-fishtest 144ab32d4121d29d 347e32e47142dec7
spsa-adam c212f1e15571ea36 421ceb39f5648d6e
rspsa-om 8847d07a70526587 eb1fac15d021c95f
rspsa-ef 5d43edd397d049ac 7e97c3ceba1d4df1
rspsa-pol d39ff01d27854acd b9e59d146a2685c3
rspsa-gr 25980578763d794b 1ecf9a967029e447
rspsa-ms 350d25d78c89f42f 27182ff49bce9595
rspsa-drift 9ec325ac9515f0dc c1cb7361ad4bd488
fdsa-om 75beba2c1c4cda11 fc3780764fc39f35
cma-es ee0fb8fabc037d9b dd14d7b9cec5f1ab
clop 1fa184f6776b30eb 6cd6cf64dfd1c91c
ntbea d9f610419739e1c5 f6a0e04dfd49cd49
random 60f99cb3b3eafe94 08be87c3a7fa03aa
";
