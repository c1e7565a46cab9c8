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
default 1e042c003076efa5 aa3ab6a56d2286f3
spsa 74bacf93ab6b98cd a6d7e6d39ed7e06c
spsa-fishtest 0fd6194dc1457686 375eaaca4c9bf71b
spsa-adam 7584903fed37c677 4f0d9eb43fe72728
rspsa-om 0152819dbd8f340b 4041c4ccddff47c6
rspsa-ef 1c2b799c4975f438 17a9b28cd4d576cf
rspsa-pol 103cb5ce85b261ab 682c5461b12b957c
rspsa-gr 35cf2bcade172062 3437f7773f0223c6
rspsa-ms 12b8c7c815914f4e d935721bf835781f
rspsa-drift d3ddd6acbb8a424d 596a5a4548d63a13
fdsa-om 3608da0ccf33d0b3 5154475b1ff34f17
cma-es 7e4516d8edb1eedc 7a326655f0fc0238
random e0612b1e345ac9df 0422c9dd27e25e90
";
