//! Every method does what every tuner must do.

use ludometer_tune::{METHODS, Method, Saved, conformance};

/// Through a text and back.
fn door(saved: Saved) -> Result<Saved, String> {
    let text = serde_json::to_string(&saved).map_err(|error| error.to_string())?;
    serde_json::from_str(&text).map_err(|error| error.to_string())
}

fn examine(name: &str, budget: u64) {
    let method = Method::named(name).unwrap();
    if let Err(fault) = conformance::check(&method, budget, &door) {
        panic!("{name}: {fault}");
    }
}

/// Enough for some iterations of the largest published batches.
#[test]
fn every_method_conforms() {
    for (name, _) in METHODS {
        let budget = match name {
            "rspsa-om" | "rspsa-ef" | "rspsa-pol" | "rspsa-ms" | "fdsa-om" => 120_000,
            "rspsa-gr" => 60_000,
            _ => 6_000,
        };
        examine(name, budget);
    }
}

#[test]
fn unknown_names_are_refused_with_those_there_are() {
    let fault = Method::named("spas").unwrap_err().to_string();
    assert!(
        fault.contains("`spas`") && fault.contains("spsa-fishtest"),
        "{fault}"
    );
}
