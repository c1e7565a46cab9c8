//! Games that are played and watched.

use crate::client::{Server, options};
use ludometer_arena::play::MatchRules;
use ludometer_arena::registry::MatchSpec;
use ludometer_arena::session::{Answer, Frontend, Question, ReportedMove};
use ludometer_catalogue::shipped;
use ludometer_core::Seed;
use ludometer_spec::source::Span;
use ludometer_spec::spec::Spec;
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

fn spec(text: &str) -> Spec {
    Spec::parse(&Span::whole("test", text)).unwrap()
}

fn labels(moves: &Value) -> Vec<String> {
    let moves = moves.as_array().unwrap().iter();
    moves
        .map(|made| made["label"].as_str().unwrap().to_string())
        .collect()
}

#[test]
fn a_person_plays_takes_back_and_asks() {
    let server = Server::start();
    let (id, _) = server.open(&json!({"game": "tic-tac-toe", "seats": ["human", "depth(t=9)"]}));
    let path = format!("/api/sessions/{id}");
    let play = |ply: usize, text: &str| {
        server.post(&format!("{path}/move"), &json!({"ply": ply, "move": text}))
    };
    play(0, "z9").refused(400, "`z9` is not a legal move");
    play(3, "a1").refused(409, "after 3 moves, and there are 0");
    server
        .post(&format!("{path}/take-back"), &json!({}))
        .refused(409, "no move to take back");
    let hint = server
        .post(&format!("{path}/hint"), &json!({"agent": "depth(t=9)"}))
        .good();
    assert_eq!(hint["moves"].as_array().unwrap().len(), 9, "{hint}");
    play(0, "b2").good();
    let answered = |told: &Value| {
        let moves = told["course"]["position"]["ply"].as_u64();
        moves == Some(2) && told["course"]["thinking"].is_null()
    };
    let told = server.until(&path, answered);
    let scene = &told["course"]["position"]["scene"];
    assert_eq!(scene["pieces"][1][1], "X", "{scene}");
    let thought = server.get(&format!("{path}/plies/1")).good();
    let moves = thought["thought"]["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 8, "{thought}");
    assert!(
        moves.iter().any(|told| told["bound"] == "exact"),
        "{thought}"
    );
    server.post(&format!("{path}/take-back"), &json!({})).good();
    let told = server.get(&path).good();
    assert_eq!(told["course"]["position"]["ply"], 0, "{told}");
    // Another line to the end: a perfect opponent never loses.
    for _ in 0..5 {
        let mine = |told: &Value| {
            !told["course"]["end"].is_null() || told["course"]["position"]["to_move"] == 0
        };
        let told = server.until(&path, mine);
        if !told["course"]["end"].is_null() {
            break;
        }
        let position = &told["course"]["position"];
        let first = position["legal"][0]["label"].as_str().unwrap();
        play(position["ply"].as_u64().unwrap() as usize, first).good();
    }
    let told = server.until(&path, |told| !told["course"]["end"].is_null());
    let words = told["course"]["end"]["words"].as_str().unwrap();
    assert!(
        words == "draw" || words.starts_with("player 1, depth(t=9), wins"),
        "{words}"
    );
    play(9, "a1").refused(409, "the game is over");
    let again = server.post(&format!("{path}/again"), &json!({})).good();
    assert_ne!(again["id"], told["about"]["id"]);
}

/// What is drawn is the position itself, however its notation tells it.
#[test]
fn boards_show_where_pieces_stand_after_every_move() {
    let server = Server::start();
    for (game, moves, wanted) in [
        (
            "chess",
            ["e2e4", "Nf6", "Nf3"],
            [("f3", "N"), ("f6", "n"), ("g1", ""), ("e4", "P")],
        ),
        (
            "loa",
            ["b1-b3", "a5-c5", "b3-b1"],
            [("b3", ""), ("c5", "O"), ("b1", "X"), ("a5", "")],
        ),
    ] {
        let (id, _) = server.open(&json!({"game": game, "seats": ["human", "human"]}));
        let path = format!("/api/sessions/{id}");
        for (ply, text) in moves.iter().enumerate() {
            let asked = json!({"ply": ply, "move": text});
            server.post(&format!("{path}/move"), &asked).good();
        }
        let told = server.get(&path).good();
        let scene = &told["course"]["position"]["scene"];
        for (square, piece) in wanted {
            let mut names = scene["squares"].as_array().unwrap().iter().enumerate();
            let found = names.find_map(|(row, names)| {
                let column = names.as_array()?.iter().position(|name| *name == square)?;
                Some(scene["pieces"][row][column].clone())
            });
            assert_eq!(found, Some(json!(piece)), "{game}: {square}");
        }
    }
}

/// Two agents, with the moves that the referee of the command line lets them make.
struct Listener(Vec<String>);

impl Frontend for Listener {
    fn show(&mut self, _: &str, _: Option<&str>) {}
    fn ask(&mut self, _: Question<'_>) -> Answer {
        Answer::Leave
    }
    fn tell(&mut self, _: u8, _: &str, label: &str, _: &[ReportedMove]) {
        self.0.push(label.to_string());
    }
}

#[test]
fn agents_play_what_they_play_on_the_command_line() {
    let server = Server::start();
    for (game, seats) in [
        ("othello(size=6)", vec!["uct(playouts=20)", "random"]),
        ("meteors", vec!["uct(playouts=10, plies=10)"]),
        ("omaha", vec!["tight", "loose"]),
    ] {
        let (rules, _) = shipped().open(&spec(game)).unwrap();
        let agents: Vec<Spec> = seats.iter().map(|seat| spec(seat)).collect();
        let listener = Arc::new(Mutex::new(Listener(Vec::new())));
        let wanted = MatchSpec {
            agents: &agents,
            measure: None,
            start: &spec("start"),
            rules: MatchRules::PLAIN,
            seed: Seed::new(7),
        };
        rules.perform(&wanted, Arc::clone(&listener) as _).unwrap();
        let (id, _) = server.open(&json!({"game": game, "seats": seats, "seed": 7}));
        let path = format!("/api/sessions/{id}");
        server
            .post(&format!("{path}/control"), &json!({"run": true}))
            .good();
        let told = server.until(&path, |told| !told["course"]["end"].is_null());
        assert_eq!(
            labels(&told["course"]["moves"]),
            listener.lock().unwrap().0,
            "{game}"
        );
    }
}

#[test]
fn a_game_runs_pauses_and_steps() {
    let server = Server::start();
    let seats = json!({"game": "othello(size=6)", "seats": ["random", "random"], "seed": 1});
    let (id, _) = server.open(&seats);
    let path = format!("/api/sessions/{id}");
    let control = |body: Value| server.post(&format!("{path}/control"), &body).good();
    let ply = |told: &Value| told["course"]["position"]["ply"].as_u64().unwrap();
    std::thread::sleep(Duration::from_millis(100));
    assert_eq!(ply(&server.get(&path).good()), 0, "nobody let it run");
    control(json!({"step": true}));
    server.until(&path, |told| ply(told) == 1);
    std::thread::sleep(Duration::from_millis(100));
    assert_eq!(ply(&server.get(&path).good()), 1, "one step is one move");
    control(json!({"run": true, "pace_ms": 60}));
    let began = Instant::now();
    server.until(&path, |told| ply(told) >= 6);
    assert!(
        began.elapsed() >= Duration::from_millis(240),
        "{:?}",
        began.elapsed()
    );
    control(json!({"run": false}));
    std::thread::sleep(Duration::from_millis(150));
    let paused = ply(&server.get(&path).good());
    std::thread::sleep(Duration::from_millis(150));
    assert_eq!(ply(&server.get(&path).good()), paused);
    server
        .get(&format!("{path}/plies/999"))
        .refused(404, "no position after 999 moves");
}

#[test]
fn searches_are_bounded_and_can_be_stopped() {
    let mut options = options();
    options.searches = 1;
    options.search_time = Duration::from_millis(400);
    let server = Server::with(shipped().clone(), options);
    let long = "uct(playouts=100000000)";
    let (id, _) = server.open(&json!({"game": "chess", "seats": [long, "human"]}));
    let (other, _) = server.open(&json!({"game": "chess", "seats": ["human", "random"]}));
    let path = format!("/api/sessions/{id}");
    let told = server.until(&path, |told| !told["course"]["problem"].is_null());
    let error = told["course"]["problem"]["error"].as_str().unwrap();
    assert!(error.contains("did not decide within 0.4 s"), "{error}");
    assert_eq!(told["course"]["running"], false);
    // Others get their turn, and it can be tried again and stopped.
    let other = format!("/api/sessions/{other}");
    server
        .post(&format!("{other}/move"), &json!({"ply": 0, "move": "e2e4"}))
        .good();
    let told = server.until(&other, |told| told["course"]["position"]["ply"] == 2);
    assert_eq!(told["course"]["moves"][0]["label"], "e4");
    server
        .post(&format!("{path}/control"), &json!({"run": true}))
        .good();
    server.until(&path, |told| !told["course"]["thinking"].is_null());
    server.post(&format!("{path}/stop"), &json!({})).good();
    let told = server.until(&path, |told| told["course"]["thinking"].is_null());
    let error = told["course"]["problem"]["error"].as_str().unwrap();
    assert!(error.contains("was stopped"), "{error}");
}

/// Fifty watch a game, one of whom never reads; nobody misses its end, and nobody waits.
#[test]
fn many_watch_and_nobody_waits_for_the_slowest() {
    let server = Server::start();
    let (id, _) = server.open(&json!({"game": "loa", "seats": ["random", "random"], "seed": 3}));
    let path = format!("/api/sessions/{id}");
    let silent = server.events(&format!("{path}/events"));
    let watchers: Vec<_> = (0..50)
        .map(|_| server.events(&format!("{path}/events")))
        .collect();
    server
        .post(&format!("{path}/control"), &json!({"run": true}))
        .good();
    let threads: Vec<_> = watchers
        .into_iter()
        .map(|mut events| {
            std::thread::spawn(move || {
                let mut moves: Vec<Value> = Vec::new();
                while let Some(told) = events.next() {
                    moves.truncate(told["from"].as_u64().unwrap() as usize);
                    moves.extend(told["moves"].as_array().unwrap().iter().cloned());
                    if !told["end"].is_null() {
                        return moves;
                    }
                }
                panic!("the stream ended before the game");
            })
        })
        .collect();
    let whole = server.until(&path, |told| !told["course"]["end"].is_null());
    for thread in threads {
        let moves = thread.join().unwrap();
        assert_eq!(
            labels(&Value::Array(moves)),
            labels(&whole["course"]["moves"])
        );
    }
    drop(silent);
}

#[test]
fn a_video_game_has_pictures_and_ways() {
    let server = Server::start();
    let game = "vgdl(name='lanterns', nil=yes)";
    let (id, _) = server.open(&json!({"game": game, "seats": ["rhea"], "steps": 400}));
    let path = format!("/api/sessions/{id}");
    server
        .post(&format!("{path}/control"), &json!({"step": true}))
        .good();
    server.until(&path, |told| told["course"]["position"]["ply"] == 1);
    let told = server.get(&format!("{path}/plies/0")).good();
    let lines = told["thought"]["lines"].as_array().unwrap();
    assert!(lines.iter().any(|line| line["places"].is_array()), "{told}");
    let picture = server.get(told["picture"].as_str().unwrap());
    assert_eq!(picture.status, 200);
    assert!(picture.text().starts_with("<svg "));
    assert!(picture.head.contains("image/svg+xml"));
}
