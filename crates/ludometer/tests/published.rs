//! One published cell of each paper, through the whole laboratory: plan, run, store, report.

use ludometer::plan::{self, Plan, Size};
use ludometer::present::Results;
use ludometer::run::{Manner, run};
use ludometer::store::Store;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

/// Althöfer and Heuser (2005), Table A1, Eu with Add at its printed intensity: .421 of 1068.
#[test]
fn randomised_evaluation_eu_add_at_depth_4() {
    let cells =
        r#"cells=[{ evaluation = "Eu", randomisation = "Add", leaf = "add(euclidean, 0.1)" }]"#;
    let tables = r#"tables=[{ name = "A1", rows = "evaluation", columns = "randomisation", published_episodes = 1068, published = [[0.421]] }]"#;
    let settings = [cells.to_string(), tables.to_string()];
    let plan: Plan = plan::find("slide-depth4", &settings, |path| {
        std::fs::read_to_string(path)
    })
    .unwrap();
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("published.sqlite");
    let _ = std::fs::remove_file(&path);
    let mut store = Store::open(&path).unwrap();
    let stop = AtomicBool::new(false);
    let manner = Manner {
        threads: 2,
        stop: &stop,
        progress: &mut |_, _| {},
    };
    let ran = run(&plan, plan.count(Size::Full), &mut store, manner).unwrap();
    assert_eq!((ran.of, ran.stored), (1068, 1068));
    let (_, agreements) = Results::read(&plan, 1068, &store).unwrap().present();
    assert_eq!(
        (agreements[0].agree, agreements[0].of),
        (1, 1),
        "{agreements:?}"
    );
}
