//! Parts of a plan on many machines: schedulers, costs, audits and the arbiter.

use crate::common::{DUEL, Folder, PUZZLE, Told, dump};
use ludometer::catalogue::shipped;
use ludometer::define::no_files;
use ludometer::plan::Plan;
use ludometer::source::Span;
use ludometer::store::{Store, StoredRow};
use std::process::Stdio;
use std::time::Duration;

fn plan(text: &str) -> Plan {
    let span = Span::whole("plan.toml", text);
    Plan::read("plan", &span, &[], &no_files, shipped()).unwrap()
}

/// A copy of a store in which some episodes of all cells ended otherwise.
fn forged(folder: &Folder, from: &str, to: &str, wrong: impl Fn(u64) -> bool) {
    let old = Store::open_to_read(&folder.path(from)).unwrap();
    let mut new = Store::open(&folder.path(to)).unwrap();
    for cell in &plan(DUEL).cells {
        let Some(known) = old.known(cell).unwrap() else {
            continue;
        };
        let entered = new.register(cell).unwrap();
        let mut rows = Vec::new();
        old.read(known, u64::MAX, |number, episode| {
            let mut episode = episode.clone();
            if wrong(number) {
                episode.seats[0].payoff -= 0.25;
            }
            rows.push(StoredRow {
                cell: entered,
                number,
                episode,
            });
        })
        .unwrap();
        new.write(&rows).unwrap();
    }
}

/// Plays the parts of a plan, each into a store of its own that also has some of the next part.
fn parts(folder: &Folder, of: u64, audit: &str) -> Vec<String> {
    let mut stores = Vec::new();
    for number in 1..=of {
        let (part, store) = (format!("{number}/{of}"), format!("p{number}.sqlite"));
        let run = ["run", "plan.toml", "--part", &part, "--audit", audit];
        folder.good(&[&run[..], &["--store", &store]].concat());
        stores.push(store);
    }
    stores
}

fn merge(folder: &Folder, stores: &[String], into: &str, more: &[&str]) -> Told {
    let stores: Vec<&str> = stores.iter().map(String::as_str).collect();
    folder.run(&[&["store", "merge"][..], &stores, &["--into", into], more].concat())
}

#[test]
fn parts_that_are_audited_overlap_and_unite_to_the_rows_of_one_run() {
    let folder = Folder::new("audited");
    folder.write("plan.toml", DUEL);
    folder.good(&["run", "plan.toml", "--store", "whole.sqlite"]);
    let stores = parts(&folder, 4, "0.1");
    let into = merge(&folder, &stores, "all.sqlite", &["--json", "-"]);
    let merged: serde_json::Value = serde_json::from_str(&into.out).unwrap();
    let merged = merged["data"].as_array().unwrap();
    let sum = |key: &str| {
        let counts = merged.iter().map(|store| store[key].as_u64().unwrap());
        counts.sum::<u64>()
    };
    assert_eq!(sum("added"), 120);
    assert!(
        sum("known") >= 4,
        "every store overlaps another: {merged:?}"
    );
    assert_eq!(
        dump(&folder.path("all.sqlite")),
        dump(&folder.path("whole.sqlite"))
    );
}

/// The store that is wrong is found wherever it stands in the order, and everything that came from it goes.
#[test]
fn a_machine_that_computes_otherwise_is_named_and_shut_out() {
    let folder = Folder::new("arbiter");
    folder.write("plan.toml", DUEL);
    folder.good(&["run", "plan.toml", "--store", "whole.sqlite"]);
    let stores = parts(&folder, 3, "0.2");
    forged(&folder, "p2.sqlite", "wrong.sqlite", |_| true);
    let good = [stores[0].clone(), stores[2].clone()];
    for (index, order) in [[0, 1, 2], [1, 0, 2], [2, 0, 1], [1, 2, 0]]
        .iter()
        .enumerate()
    {
        let all = ["p1.sqlite", "wrong.sqlite", "p3.sqlite"];
        let order: Vec<String> = order.iter().map(|at| all[*at].to_string()).collect();
        let into = format!("all-{index}.sqlite");
        // Without a plan nobody can tell which is right.
        let told = merge(&folder, &order, "nobody.sqlite", &[]);
        told_of_difference(&told);
        std::fs::remove_file(folder.path("nobody.sqlite")).unwrap();
        let told = merge(&folder, &order, &into, &["--plan", "plan.toml"]);
        assert_eq!(told.code, Some(1), "{told:?}");
        for part in [
            "wrong.sqlite is left out",
            "seat depth@",
            "play its part again",
            "1 of 3 stores were left out",
        ] {
            assert!(told.err.contains(part), "{part}: {told:?}");
        }
        assert!(!told.err.contains("p1.sqlite is left out"), "{told:?}");
        // What is left is what the others have.
        let others = format!("others-{index}.sqlite");
        let told = merge(&folder, &good, &others, &[]);
        assert_eq!(told.code, Some(0), "{told:?}");
        assert_eq!(dump(&folder.path(&into)), dump(&folder.path(&others)));
        folder.good(&["store", "check", "--store", &into]);
        // The part is played again, and all is well.
        let again = [
            "run",
            "plan.toml",
            "--part",
            "2/3",
            "--store",
            "again.sqlite",
        ];
        folder.good(&again);
        folder.good(&["store", "merge", "again.sqlite", "--into", &into]);
        assert_eq!(
            dump(&folder.path(&into)),
            dump(&folder.path("whole.sqlite"))
        );
    }
}

fn told_of_difference(told: &Told) {
    assert_eq!(told.code, Some(1), "{told:?}");
    for part in ["disagree: episode", "--plan PLAN"] {
        assert!(told.err.contains(part), "{part}: {told:?}");
    }
}

#[test]
fn an_arbiter_that_is_itself_another_machine_decides_nothing() {
    let folder = Folder::new("neither");
    folder.write("plan.toml", DUEL);
    folder.good(&["run", "plan.toml", "--store", "whole.sqlite"]);
    forged(&folder, "whole.sqlite", "a.sqlite", |number| number == 7);
    forged(&folder, "a.sqlite", "b.sqlite", |number| number == 7);
    let stores = ["a.sqlite".to_string(), "b.sqlite".to_string()];
    let told = merge(&folder, &stores, "all.sqlite", &["--plan", "plan.toml"]);
    told.refused(
        1,
        &["disagree about episode 7", "what neither has", "hint: "],
    );
    // A wrong row that was there before cannot be traced.
    let into = ["whole.sqlite".to_string()];
    let told = merge(&folder, &into, "a.sqlite", &["--plan", "plan.toml"]);
    told.refused(
        1,
        &[
            "episode 7 of this cell is wrong in a.sqlite",
            "store prune --drop",
        ],
    );
    let told = merge(&folder, &into, "whole.sqlite", &[]);
    told.refused(2, &["cannot be merged into itself"]);
}

#[test]
fn many_stores_in_any_order_are_one() {
    let folder = Folder::new("hundreds");
    folder.write("plan.toml", PUZZLE);
    folder.good(&["run", "plan.toml", "--store", "whole.sqlite"]);
    std::fs::create_dir(folder.path("parts")).unwrap();
    for number in 1..=30 {
        let (part, store) = (format!("{number}/30"), format!("parts/{number}.sqlite"));
        folder.good(&["run", "plan.toml", "--part", &part, "--store", &store]);
    }
    // A part that only just began has an empty file.
    folder.write("parts/31.sqlite", "");
    let mut order: Vec<String> = (1..=30).map(|n| format!("parts/{n}.sqlite")).collect();
    for turn in 0..2 {
        order.sort_by_key(|name| (name.len() * 7 + turn * 13, name.as_bytes()[6] ^ turn as u8));
        order.rotate_left(11);
        let into = format!("all-{turn}.sqlite");
        assert_eq!(merge(&folder, &order, &into, &[]).code, Some(0));
        assert_eq!(
            dump(&folder.path(&into)),
            dump(&folder.path("whole.sqlite"))
        );
    }
    // Whoever reports unites.
    let report = ["report", "plan.toml", "--parts", "parts", "--store"];
    let told = folder.good(&[&report[..], &["mine.sqlite"]].concat());
    assert!(
        told.err.contains("140 episodes came from 30 of 30 stores"),
        "{told:?}"
    );
    let whole = folder.good(&["report", "plan.toml", "--store", "whole.sqlite"]);
    assert_eq!(told.out, whole.out);
    let told = folder.good(&[&report[..], &["mine.sqlite"]].concat());
    let again = told
        .err
        .lines()
        .find(|line| line.contains("episodes came from"));
    assert!(again.is_some_and(|line| line.starts_with("0 ")), "{told:?}");
    // Half a file is no store.
    let half = &folder.bytes("parts/1.sqlite")[..3000];
    folder.write("parts/1.sqlite", half);
    let told = folder.run(&[&report[..], &["half.sqlite"]].concat());
    assert_eq!(told.code, Some(1), "{told:?}");
    assert!(told.err.contains("parts/1.sqlite"), "{told:?}");
    std::fs::create_dir(folder.path("nothing")).unwrap();
    let nothing = ["report", "plan.toml", "--parts", "nothing"];
    folder.run(&nothing).refused(2, &["nothing has no stores"]);
    let nowhere = ["report", "plan.toml", "--parts", "nowhere"];
    folder.run(&nowhere).refused(2, &["nowhere: "]);
}

#[test]
fn a_wrong_store_of_a_folder_is_renamed() {
    let folder = Folder::new("renamed");
    folder.write("plan.toml", DUEL);
    let stores = parts(&folder, 2, "0.2");
    std::fs::create_dir(folder.path("parts")).unwrap();
    forged(&folder, &stores[0], "parts/one.sqlite", |_| true);
    std::fs::copy(folder.path(&stores[1]), folder.path("parts/two.sqlite")).unwrap();
    let told = folder.good(&[
        "report",
        "plan.toml",
        "--parts",
        "parts",
        "--store",
        "all.sqlite",
    ]);
    assert!(told.err.contains("one.sqlite is left out"), "{told:?}");
    assert!(!folder.has("parts/one.sqlite") && folder.has("parts/one.sqlite.shut-out"));
    assert_eq!(
        dump(&folder.path("all.sqlite")),
        dump(&folder.path(&stores[1]))
    );
}

#[test]
fn a_scheduler_says_which_part_it_is() {
    let folder = Folder::new("scheduled");
    folder.write("plan.toml", DUEL);
    let run = |variables: &[(&str, &str)], part: &[&str], store: &str| {
        let arguments = ["run", "plan.toml", "--quick", "--store", store];
        let mut command = folder.command(&[&arguments[..], part].concat());
        command.envs(variables.iter().copied());
        Told::of(command.output().unwrap())
    };
    let auto = ["--part", "auto"];
    let slurm = [
        ("SLURM_ARRAY_TASK_ID", "6"),
        ("SLURM_ARRAY_TASK_MIN", "5"),
        ("SLURM_ARRAY_TASK_MAX", "7"),
        ("SLURM_ARRAY_TASK_COUNT", "3"),
    ];
    let told = run(&slurm, &auto, "slurm.sqlite");
    assert!(told.err.contains("part 2/3 is complete"), "{told:?}");
    let index = [("JOB_COMPLETION_INDEX", "1"), ("LUDOMETER_PARTS", "3")];
    let told = run(&index, &auto, "kubernetes.sqlite");
    assert!(told.err.contains("part 2/3 is complete"), "{told:?}");
    let named = run(&[], &["--part", "2/3"], "named.sqlite");
    assert_eq!(named.code, Some(0), "{named:?}");
    let rows = dump(&folder.path("named.sqlite"));
    assert_eq!(dump(&folder.path("slurm.sqlite")), rows);
    assert_eq!(dump(&folder.path("kubernetes.sqlite")), rows);
    // What is not asked for is not done, and said.
    let told = run(&slurm, &[], "all.sqlite");
    assert_eq!(told.code, Some(0), "{told:?}");
    assert!(told.err.contains("SLURM_ARRAY_TASK_ID is set"), "{told:?}");
    run(&[], &auto, "none.sqlite").refused(2, &["--part 2/8"]);
    let gap = [&slurm[..3], &[("SLURM_ARRAY_TASK_COUNT", "2")]].concat();
    run(&gap, &auto, "none.sqlite").refused(2, &["set LUDOMETER_PARTS"]);
    run(&[], &["--audit", "0.1"], "none.sqlite").refused(2, &["--part"]);
    run(&[], &["--part", "1/2", "--audit", "2"], "none.sqlite").refused(2, &["from 0 to 1"]);
    run(
        &[],
        &["--part", "1/2", "--costs", "none.json"],
        "none.sqlite",
    )
    .refused(2, &["none.json"]);
    folder.write("costs.json", "{}");
    run(
        &[],
        &["--part", "1/2", "--costs", "costs.json"],
        "none.sqlite",
    )
    .refused(2, &["costs.json", "plan cost"]);
    assert!(!folder.has("none.sqlite"));
}

/// Costs level the parts, and change no row.
#[test]
fn measured_costs_deal_the_same_rows() {
    let folder = Folder::new("costs");
    let text = PUZZLE.replace("far = [3, 8]", "far = [3, 4, 5, 6, 8]");
    folder.write("plan.toml", text.replace("episodes = 70", "episodes = 9"));
    folder.good(&["run", "plan.toml", "--store", "whole.sqlite"]);
    let cost = ["plan", "cost", "plan.toml", "--seconds", "60"];
    let told = folder.good(&[&cost[..], &["--output", "costs.json", "--json", "-"]].concat());
    let found: serde_json::Value = serde_json::from_str(&told.out).unwrap();
    let found = &found["data"];
    assert_eq!(
        (&found["cells"], &found["episodes"]),
        (&5.into(), &45.into())
    );
    assert_eq!(
        (&found["unmeasured"], &found["measured"]),
        (&0.into(), &45.into())
    );
    assert_eq!(found["forecasts"].as_array().unwrap().len(), 4);
    assert!(found["processor_hours"].as_f64().unwrap() > 0.0);
    let mut stores = Vec::new();
    for number in 1..=4 {
        let (part, store) = (format!("{number}/4"), format!("{number}.sqlite"));
        let run = ["run", "plan.toml", "--part", &part, "--costs", "costs.json"];
        folder.good(&[&run[..], &["--store", &store]].concat());
        stores.push(store);
    }
    assert_eq!(merge(&folder, &stores, "all.sqlite", &[]).code, Some(0));
    assert_eq!(
        dump(&folder.path("all.sqlite")),
        dump(&folder.path("whole.sqlite"))
    );
    let told = folder.wide(&cost);
    for part in ["45 episodes in 5 cells", "4096", "Recommended"] {
        assert!(told.out.contains(part), "{part}: {told:?}");
    }
    folder
        .run(&["plan", "cost", "plan.toml", "--seconds", "0"])
        .refused(2, &["1..="]);
}

/// Episodes of a second or so, of which the one in flight is finished when the job is told to end.
const SLOW: &str = r#"
seed = 5
game = "othello"
seats = ["uct(playouts=2000)", "random"]
episodes = 40
"#;

#[test]
fn a_preempted_part_finishes_what_is_in_flight() {
    let folder = Folder::new("preempted");
    folder.write("plan.toml", SLOW);
    let run = ["run", "plan.toml", "--part", "1/2", "--store", "a.sqlite"];
    let mut command = folder.command(&[&run[..], &["--threads", "1"]].concat());
    command.stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // A run that has entered its cell hears signals.
    let began = || {
        let store = Store::open_to_read(&folder.path("a.sqlite")).ok()?;
        Some(!store.summary().ok()?.cells.is_empty())
    };
    while began() != Some(true) {
        assert!(child.try_wait().unwrap().is_none(), "it ended by itself");
        std::thread::sleep(Duration::from_millis(5));
    }
    let told = std::process::Command::new("sh")
        .args(["-c", &format!("kill -TERM {}", child.id())])
        .status();
    assert!(told.unwrap().success());
    let told = Told::of(child.wait_with_output().unwrap());
    assert_eq!(told.code, Some(75), "{told:?}");
    let stored = crate::common::count(&folder.path("a.sqlite")) / 2;
    assert!((1..20).contains(&stored), "{stored} episodes: {told:?}");
}

/// The scripts run as Slurm would run them, without one.
#[test]
fn what_is_submitted_is_the_plan() {
    let folder = Folder::new("submitted");
    folder.write("plan.toml", DUEL);
    folder.good(&["run", "plan.toml", "--store", "whole.sqlite"]);
    let submit = [
        "submit",
        "plan.toml",
        "--slurm",
        "--parts",
        "3",
        "--store",
        "all.sqlite",
    ];
    let told = folder.good(
        &[
            &submit[..],
            &["--dry-run", "--time", "7", "--sbatch", "--nice=5"],
        ]
        .concat(),
    );
    for part in [
        "#SBATCH --array=1-3\n",
        "--time=7\n",
        "#SBATCH --nice=5\n",
        "--parts ",
    ] {
        assert!(told.out.contains(part), "{part}: {told:?}");
    }
    assert!(!folder.has("plan-parts"), "a dry run writes nothing");
    // Without Slurm the scripts are there, and it is said that there is none.
    let without = |arguments: &[&str]| {
        let mut command = folder.command(arguments);
        Told::of(command.env("PATH", "/nowhere").output().unwrap())
    };
    let told = without(&submit);
    assert_eq!(told.code, Some(1), "{told:?}");
    assert!(told.err.contains("`sbatch` cannot be started"), "{told:?}");
    assert!(told.err.contains("--dry-run"), "{told:?}");
    let script = |name: &str, task: &str| {
        let mut command = std::process::Command::new("bash");
        command.arg(folder.path("plan-parts").join(name));
        command.current_dir(folder.path("."));
        command.env("SLURM_ARRAY_TASK_ID", task);
        Told::of(command.output().unwrap())
    };
    for task in ["3", "1"] {
        let told = script("parts.sh", task);
        assert_eq!(told.code, Some(0), "{told:?}");
    }
    // Only what is missing is submitted again.
    let told = without(&[&submit[..], &["--dry-run"]].concat());
    assert!(told.out.contains("#SBATCH --array=2\n"), "{told:?}");
    assert_eq!(script("parts.sh", "2").code, Some(0));
    let told = folder.good(&submit);
    assert!(told.err.contains("all 3 parts are complete"), "{told:?}");
    assert_eq!(script("report.sh", "").code, Some(0));
    assert!(folder.has("plan-parts/report.txt"));
    assert_eq!(
        dump(&folder.path("all.sqlite")),
        dump(&folder.path("whole.sqlite"))
    );
    // Other parts would not be these parts.
    let other = ["submit", "plan.toml", "--slurm", "--parts", "4"];
    folder.run(&other).refused(2, &["has 3 parts", "--folder"]);
    let other = ["submit", "plan.toml", "--slurm", "--quick"];
    folder.run(&other).refused(2, &["has 3 parts", "--folder"]);
    folder.write("plan-parts/submission.json", "{}");
    folder
        .run(&submit)
        .refused(2, &["submission.json", "--folder"]);
    folder
        .run(&["submit", "plan.toml", "--slurm", "--sbatch", "nice"])
        .refused(2, &["--sbatch", "`nice`"]);
    folder
        .run(&["submit", "plan.toml"])
        .refused(2, &["--slurm"]);
}

/// The manifest for Kubernetes, run here as its pods would be: the same command with the same variables.
#[test]
fn the_indexed_job_of_the_manifest_is_the_plan() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let text = std::fs::read_to_string(root.join("deploy/job.yaml")).unwrap();
    let job: serde_json::Value = serde_norway::from_str(&text).unwrap();
    assert_eq!(
        (&job["apiVersion"], &job["kind"]),
        (&"batch/v1".into(), &"Job".into())
    );
    let spec = &job["spec"];
    assert_eq!(spec["completionMode"], "Indexed");
    let completions = spec["completions"].as_u64().unwrap();
    let pod = &spec["template"]["spec"]["containers"][0];
    let texts = |list: &serde_json::Value| -> Vec<String> {
        let list = list.as_array().unwrap().iter();
        list.map(|text| text.as_str().unwrap().to_string())
            .collect()
    };
    assert_eq!(texts(&pod["command"]), ["ludometer"]);
    let plan = pod["args"][1].as_str().unwrap();
    let folder = Folder::new("kubernetes");
    std::fs::create_dir(folder.path("parts")).unwrap();
    for index in 0..completions {
        let index = index.to_string();
        // Kubernetes puts variables of the container into its arguments.
        let arguments: Vec<String> = texts(&pod["args"])
            .iter()
            .map(|text| text.replace("$(JOB_COMPLETION_INDEX)", &index))
            .collect();
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let mut command = folder.command(&arguments);
        for variable in pod["env"].as_array().unwrap() {
            let name = variable["name"].as_str().unwrap();
            let field = variable["valueFrom"]["fieldRef"]["fieldPath"].as_str();
            let value = match (variable["value"].as_str(), field) {
                (Some(value), None) => value.to_string(),
                (None, Some("metadata.labels['batch.kubernetes.io/job-name']")) => {
                    job["metadata"]["name"].as_str().unwrap().to_string()
                }
                (
                    None,
                    Some("metadata.annotations['batch.kubernetes.io/job-completion-index']"),
                ) => index.clone(),
                other => panic!("{name}: {other:?}"),
            };
            command.env(name, value);
        }
        let told = Told::of(command.output().unwrap());
        assert_eq!(told.code, Some(0), "{told:?}");
    }
    // What the head of the manifest says unites them.
    let line = text
        .lines()
        .find(|line| line.contains("ludometer report"))
        .unwrap();
    let words: Vec<&str> = line.split_whitespace().skip(2).collect();
    folder.good(&[&words[..], &["--quick"]].concat());
    folder.good(&["run", plan, "--quick", "--store", "whole.sqlite"]);
    assert_eq!(
        dump(&folder.path("all.sqlite")),
        dump(&folder.path("whole.sqlite"))
    );
}

/// The image is built from what is there, by the compiler that the repository pins.
#[test]
fn the_container_file_names_what_is_there() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let text = std::fs::read_to_string(root.join("deploy/Containerfile")).unwrap();
    let pinned = std::fs::read_to_string(root.join("rust-toolchain.toml")).unwrap();
    let mut built = false;
    for line in text
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
    {
        let (word, rest) = line.split_once(' ').unwrap();
        match word {
            "FROM" if rest.contains("/rust:") => {
                let version = rest.split([':', '-']).nth(1).unwrap();
                assert!(
                    pinned.contains(&format!("\"{version}")),
                    "{version} is not {pinned}"
                );
            }
            "RUN" => built |= rest == "cargo build --release --locked --bin ludometer",
            "COPY" if rest.starts_with("--from=build") => {
                assert!(rest.contains("/source/target/release/ludometer "), "{rest}");
            }
            "FROM" | "WORKDIR" | "COPY" | "ENTRYPOINT" => {}
            other => panic!("{other} is not known"),
        }
    }
    assert!(built, "the command is not built");
}
