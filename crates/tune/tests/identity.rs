//! Canonical texts, to the letter: rows are kept under them, and a letter that changes loses them.

use ludometer_tune::{METHODS, Method, Objective, Parameter, ResilientSettings, Space, TunerKind};

fn identity(name: &str) -> String {
    Method::named(name).unwrap().identity()
}

#[test]
fn methods_say_all_that_decides_what_they_ask() {
    for (name, expected) in [
        (
            "default",
            "resilient@1(batch=0.7, first=0.25, largest=0.5, rho=6, clip=2, memory=0.85, \
             learn=0.1, drift=0.008, average=0.5, verify=0.1)",
        ),
        (
            "spsa",
            "ascent@1(perturbations=1, scenarios=1, directions=simultaneous, mirrored=true, \
             reuse=false, rule=spall(a=0.02, c=0.25, A=0.1, alpha=0.602, gamma=0.101), average=0)",
        ),
        (
            "spsa-fishtest",
            "ascent@1(perturbations=1, scenarios=1, directions=simultaneous, mirrored=true, \
             reuse=false, rule=fishtest(c_end=0.1, r_end=0.002, A=0.1, alpha=0.602, gamma=0.101), \
             average=0)",
        ),
        (
            "spsa-adam",
            "ascent@1(perturbations=10, scenarios=1, directions=simultaneous, mirrored=true, \
             reuse=false, rule=adam(rate=0.01, c=0.2, gamma=0.101, beta1=0.9, beta2=0.999), \
             average=0)",
        ),
        (
            "rspsa-om",
            "ascent@1(perturbations=40, scenarios=250, directions=simultaneous, mirrored=false, \
             reuse=true, rule=rprop(eta_plus=1.1, eta_minus=0.85, delta0=0.01, delta_min=0.001, \
             delta_max=1, rho=1), average=0)",
        ),
        (
            "rspsa-ef",
            "ascent@1(perturbations=100, scenarios=100, directions=simultaneous, mirrored=false, \
             reuse=true, rule=rprop(eta_plus=1.2, eta_minus=0.8, delta0=0.05, delta_min=0.001, \
             delta_max=1, rho=1.4285714285714286), average=0)",
        ),
        (
            "rspsa-drift",
            "ascent@1(perturbations=100, scenarios=1, directions=simultaneous, mirrored=true, \
             reuse=false, rule=rprop(eta_plus=1.05, eta_minus=0.96, delta0=0.02, delta_min=0.001, \
             delta_max=1, rho=4), average=0.3)",
        ),
        (
            "fdsa-om",
            "ascent@1(scenarios=1500, directions=one-at-a-time, mirrored=false, reuse=true, \
             rule=rprop(eta_plus=1.1, eta_minus=0.85, delta0=0.01, delta_min=0.001, delta_max=1, \
             rho=1), average=0)",
        ),
        ("cma-es", "cma-es@1(population=0, scenarios=0, spread=0.2)"),
        ("clop", "clop@1(h=3, points=4, interactions=20)"),
        ("ntbea", "ntbea@1(levels=11, neighbours=50, k=1, points=5)"),
        ("random", "random-search@1(candidates=10, scenarios=0)"),
    ] {
        assert_eq!(identity(name), expected, "{name}");
    }
}

#[test]
fn methods_that_differ_have_texts_that_differ() {
    let texts = METHODS.map(|(name, _)| identity(name));
    let different: std::collections::BTreeSet<&String> = texts.iter().collect();
    assert_eq!(different.len(), METHODS.len());
    // The last bit of a float is seen.
    let default = ResilientSettings::default();
    let first = f64::from_bits(default.first.to_bits() + 1);
    let other = ResilientSettings { first, ..default };
    assert_ne!(other.identity(), default.identity());
}

#[test]
fn a_space_says_its_parameters_in_their_order() {
    let parameters = vec![
        Parameter::real("exploration", 0.01, 10.0, 1.0).log(),
        Parameter::integer("depth", -1, 20, 4).width(2.5),
        Parameter::choice("the \"best\"", 3, 0),
    ];
    assert_eq!(
        Space::new(parameters).unwrap().identity(),
        "space@1(\
         real(\"exploration\", low=0.01, high=10, scale=log, width=inf, start=1), \
         integer(\"depth\", low=-1, high=20, scale=linear, width=2.5, start=4), \
         choice(\"the \\\"best\\\"\", low=0, high=2, scale=linear, width=inf, start=0))"
    );
}

#[test]
fn objectives_have_words() {
    let words = [Objective::Value, Objective::Duel].map(|objective| objective.identity());
    assert_eq!(words, ["value", "duel"]);
}
