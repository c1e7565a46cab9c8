//! Recorded episodes of the framework, replayed to the bit.

mod common;

use ludometer_vgdl::replay;

/// All recorded episodes match; each that does not is named with its first difference.
/// `VGDL_GAMES=a,b` restricts it while one looks for a diagnostic.
#[test]
fn every_recorded_episode_matches() {
    let Some(corpus) = common::corpus() else {
        return;
    };
    let only = std::env::var("VGDL_GAMES").ok();
    let mut matched = 0;
    let mut failures = Vec::new();
    for name in common::names(&corpus) {
        if only
            .as_ref()
            .is_some_and(|only| !only.split(',').any(|game| game == name))
        {
            continue;
        }
        let Some(lines) = common::trace(&corpus, &name) else {
            continue;
        };
        let description = common::description(&corpus, &name);
        for episode in replay::read(&lines).expect("a readable trace") {
            let map = common::map(&corpus, &name, episode.header.level);
            match replay::replay(&description, &map, &episode) {
                Ok(_) => matched += 1,
                Err(difference) => {
                    let header = &episode.header;
                    failures.push(format!(
                        "{name} {}.{}: {difference}",
                        header.level, header.seq
                    ));
                }
            }
        }
    }
    let all = matched + failures.len();
    assert!(
        failures.is_empty(),
        "{matched} of {all} episodes match; these do not:\n{}",
        failures.join("\n")
    );
    assert!(
        only.is_some() || all >= 800,
        "only {all} episodes were found"
    );
}
