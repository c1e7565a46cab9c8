//! Plans and tunings that run.

use crate::client::{Server, fresh_store};
use ludometer_arena::define::no_files;
use ludometer_arena::options::RunOptions;
use ludometer_catalogue::shipped;
use ludometer_lab::plan::Plan;
use ludometer_lab::run::run;
use ludometer_lab::store::Store;
use ludometer_spec::source::Span;
use serde_json::{Value, json};
use std::path::Path;
use std::sync::atomic::AtomicBool;

const PLAN: &str = r#"
title = "Noughts and crosses"
seed = 5
game = "tic-tac-toe(m=4, n=4, k=4)"
seats = ["uct(playouts={playouts})", "random"]
episodes = 400
quick = 300
[vary]
playouts = [20, 60]
[[tables]]
name = "score"
rows = "playouts"
columns = "playouts"
value = "score"
"#;

fn plan(text: &str) -> Plan {
    let span = Span::whole("mine.toml", text);
    Plan::read("mine", &span, &[], &no_files, shipped()).unwrap()
}

/// Every row of a store as text, to the bit.
fn rows(plan: &Plan, store: &Path) -> String {
    let store = Store::open_to_read(store).unwrap();
    let mut text = String::new();
    for cell in &plan.cells {
        let id = store.known(cell).unwrap().expect("the cell was played");
        let mut rows = store.rows(id, plan.quick);
        while let Some((number, episode)) = rows.next().unwrap() {
            text += &episode.canonical_text(number);
        }
    }
    text
}

fn phase(told: &Value) -> &str {
    told["phase"].as_str().unwrap()
}

#[test]
fn a_plan_is_stopped_and_resumed_and_has_the_rows_of_the_command_line() {
    // How long a run takes depends on the machine: one that is over too soon is played larger.
    let (server, text, asked, all, stored) = (0..6)
        .find_map(|doublings| {
            let server = Server::start();
            let quick: u64 = 1200 << (2 * doublings);
            let text = PLAN.replace("quick = 300", &format!("quick = {quick}"));
            let text = text.replace("episodes = 400", &format!("episodes = {quick}"));
            let asked = json!({"kind": "plan", "name": "mine", "text": text, "size": "quick"});
            let begun = server.post("/api/runs", &asked).good();
            let path = format!("/api/runs/{}", begun["id"].as_str().unwrap());
            let mut events = server.events(&format!("{path}/events"));
            server
                .post("/api/runs", &asked)
                .refused(409, "`mine` is running");
            while events.next().unwrap()["stored"].as_u64().unwrap() == 0 {}
            server.post(&format!("{path}/stop"), &json!({})).good();
            let told = server.until(&path, |told| matches!(phase(told), "stopped" | "complete"));
            let stored = told["stored"].as_u64().unwrap();
            let all = 2 * quick;
            assert!(
                stored > 0 && (stored < all || phase(&told) == "complete"),
                "{told}"
            );
            (phase(&told) == "stopped").then_some((server, text, asked, all, stored))
        })
        .expect("a run that can be stopped");
    let again = server.post("/api/runs", &asked).good();
    let path = format!("/api/runs/{}", again["id"].as_str().unwrap());
    let told = server.until(&path, |told| matches!(phase(told), "complete" | "failed"));
    assert_eq!(
        (phase(&told), told["stored"].as_u64()),
        ("complete", Some(all)),
        "{told}"
    );
    assert_eq!(told["played"].as_u64().unwrap(), all - stored);
    let table = told["report"].as_array().unwrap().iter();
    let table = table.filter_map(|block| block.get("table")).next().unwrap();
    assert_eq!(table["rows"].as_array().unwrap().len(), 2, "{table}");
    let plan = plan(&text);
    let other = fresh_store();
    let mut store = Store::open(&other).unwrap();
    let options = RunOptions {
        threads: 1,
        stop: &AtomicBool::new(false),
        progress: &mut |_, _| {},
    };
    run(&plan, plan.quick, &mut store, options).unwrap();
    drop(store);
    let ours = rows(&plan, &server.store);
    assert_eq!(ours.lines().count() as u64, all);
    assert_eq!(ours, rows(&plan, &other));
}

#[test]
fn a_mistake_is_told_at_its_place() {
    let server = Server::start();
    let text = PLAN.replace("quick = 300", "quikc = 300");
    let asked = json!({"kind": "plan", "name": "mine", "text": text});
    let told = server.post("/api/check", &asked).refused(400, "quikc");
    assert_eq!(
        (
            told["place"]["line"].as_u64(),
            told["place"]["column"].as_u64()
        ),
        (Some(7), Some(1))
    );
    server.post("/api/runs", &asked).refused(400, "quikc");
    assert_eq!(
        server.get("/api/runs").good(),
        json!([]),
        "nothing was begun"
    );
    let fine = json!({"kind": "plan", "name": "mine", "text": PLAN});
    let told = server.post("/api/check", &fine).good();
    assert_eq!(
        (told["cells"].as_u64(), told["quick"].as_u64()),
        (Some(2), Some(300))
    );
    let file = PLAN.replace(
        "[vary]",
        "[evaluators]\nmine = \"weights:secret.toml\"\n[vary]",
    );
    let asked = json!({"kind": "plan", "name": "mine", "text": file});
    assert_eq!(server.post("/api/check", &asked).status, 400);
    server
        .get("/api/experiments/plan/none")
        .refused(400, "no plan is called `none`");
    server
        .get("/api/experiments/paper/x")
        .refused(404, "no experiments of the kind");
}

#[test]
fn everything_that_ships_is_listed_and_can_be_read() {
    let server = Server::start();
    let told = server.get("/api/experiments").good();
    let plans = told["plans"].as_array().unwrap();
    assert_eq!(plans.len(), shipped().plans().len());
    assert_eq!(
        told["tunings"].as_array().unwrap().len(),
        shipped().tunings().len()
    );
    for entry in plans.iter().chain(told["tunings"].as_array().unwrap()) {
        assert!(entry.get("error").is_none(), "{entry}");
    }
    let told = server
        .get("/api/experiments/plan/slide-depth4?size=quick")
        .good();
    assert_eq!(told["stored"], 0, "{told}");
    let told = server
        .get("/api/experiments/tuning/slide-noise?size=quick")
        .good();
    assert!(told["of"].as_u64().unwrap() > 0, "{told}");
}

/// A tuning is stopped and goes on, and tells what came of it.
#[test]
fn a_tuning_runs_to_its_end() {
    let server = Server::start();
    let told = server.get("/api/experiments/tuning/slide-noise").good();
    let text = told["text"].as_str().unwrap();
    let text = text
        .replace("quick = 4000", "quick = 400")
        .replace("held_out = 4000", "held_out = 40");
    let asked = json!({"kind": "tuning", "name": "slide-noise", "text": text, "size": "quick"});
    let begun = server.post("/api/runs", &asked).good();
    let path = format!("/api/runs/{}", begun["id"].as_str().unwrap());
    server.until(&path, |told| told["stored"].as_u64().unwrap() > 0);
    server.post(&format!("{path}/stop"), &json!({})).good();
    let ended = |told: &Value| matches!(phase(told), "stopped" | "complete" | "failed");
    let told = server.until(&path, ended);
    assert_ne!(phase(&told), "failed", "{told}");
    let again = server.post("/api/runs", &asked).good();
    let path = format!("/api/runs/{}", again["id"].as_str().unwrap());
    let told = server.until(&path, ended);
    assert_eq!(phase(&told), "complete", "{told}");
    assert!(!told["curve"].as_array().unwrap().is_empty(), "{told}");
    let blocks = told["report"].as_array().unwrap();
    assert!(
        blocks.iter().any(|block| block.get("table").is_some()),
        "{told}"
    );
    let figure = blocks.iter().find_map(|block| block["figure"].as_u64());
    if let Some(figure) = figure {
        let answer = server.get(&format!("{path}/figures/{figure}"));
        assert!(answer.text().contains("<svg"), "{}", answer.text());
    }
    server
        .get(&format!("{path}/figures/99"))
        .refused(404, "no figure 99");
}

/// Whoever leaves while it runs loses nothing: the server stores what is finished before it ends.
#[test]
fn the_end_of_the_server_keeps_what_was_played() {
    let server = Server::start();
    let long = PLAN
        .replace("quick = 300", "quick = 100000")
        .replace("episodes = 400", "episodes = 100000");
    let asked = json!({"kind": "plan", "name": "mine", "text": long, "size": "quick"});
    let begun = server.post("/api/runs", &asked).good();
    let path = format!("/api/runs/{}", begun["id"].as_str().unwrap());
    server.until(&path, |told| told["stored"].as_u64().unwrap() > 0);
    let store = server.store.clone();
    drop(server);
    let plan = plan(&long);
    let kept = Store::open_to_read(&store).unwrap();
    let counts = plan.cells.iter().map(|cell| {
        let id = kept.known(cell).unwrap().unwrap();
        kept.done(id, plan.quick).unwrap().count()
    });
    assert!(counts.sum::<u64>() > 0);
}
