//! Hidden information: what a viewer may not see is in no byte that was sent.

use crate::client::{Server, options};
use ludometer_arena::env::GameEnv;
use ludometer_arena::play;
use ludometer_arena::registry::{GameEntry, Registry};
use ludometer_catalogue::shipped;
use ludometer_core::Seed;
use ludometer_games::kuhn;
use ludometer_spec::params::none;
use ludometer_spec::source::Span;
use ludometer_spec::spec::Spec;
use serde_json::{Value, json};
use std::sync::Arc;

/// Whether a word stands in the bytes, with no letter or digit beside it.
fn is_told(bytes: &[u8], word: &str) -> bool {
    let word = word.as_bytes();
    let apart = |at: Option<&u8>| at.is_none_or(|byte| !byte.is_ascii_alphanumeric());
    bytes.windows(word.len()).enumerate().any(|(at, window)| {
        let before = at.checked_sub(1).and_then(|before| bytes.get(before));
        window == word && apart(before) && apart(bytes.get(at + word.len()))
    })
}

/// The cards of the two players and the five open ones of the hand with this seed.
fn cards(seed: u64) -> [Vec<String>; 3] {
    let game = Spec::parse(&Span::whole("game", "omaha")).unwrap();
    let rules: Arc<dyn ludometer_arena::registry::AnyGame> =
        Arc::from(shipped().open(&game).unwrap().0);
    let address = play::address(Seed::new(seed), 0, 2, false).0;
    let text = rules
        .start_position(None, address)
        .unwrap()
        .write()
        .unwrap();
    let split = |cards: &str| {
        let cards = cards.as_bytes().chunks(2);
        cards
            .map(|card| String::from_utf8(card.to_vec()).unwrap())
            .collect::<Vec<_>>()
    };
    let mut parts = text.split(" | ");
    let (hands, board) = (parts.next().unwrap(), parts.next().unwrap());
    let (one, other) = hands.split_once(' ').unwrap();
    [split(one), split(other), split(board)]
}

#[test]
fn no_byte_tells_a_card_that_the_viewer_may_not_see() {
    let seed = 4;
    let [mine, hidden, board] = cards(seed);
    let server = Server::start();
    let asked = json!({"game": "omaha", "seats": ["human", "tight"], "seed": seed});
    let (id, key) = server.open(&asked);
    let path = format!("/api/sessions/{id}");
    let keyed = |part: &str| format!("{path}{part}?key={key}");
    let mut events = server.events(&keyed("/events"));
    let mine_to_move = |told: &Value| {
        let course = &told["course"];
        !course["end"].is_null() || course["position"]["to_move"] == 0
    };
    let mut dealt = 0;
    for turn in 0..40 {
        let told = server.until(&keyed(""), mine_to_move);
        let shown = told["course"]["position"]["scene"]["board"]
            .as_array()
            .unwrap()
            .len();
        dealt = dealt.max(shown);
        for ply in 0..=told["course"]["position"]["ply"].as_u64().unwrap() {
            server.get(&keyed(&format!("/plies/{ply}"))).good();
        }
        server.get("/api/sessions").good();
        server.get(&format!("/session/{id}"));
        server.post(&keyed("/hint"), &json!({"agent": "tight"}));
        if !told["course"]["end"].is_null() {
            break;
        }
        // Calls until the last open card, then gives up, so that nothing is ever shown down.
        let label = if dealt == 5 && turn > 0 {
            "fold"
        } else {
            "call"
        };
        let legal = told["course"]["position"]["legal"].as_array().unwrap();
        let known = legal.iter().any(|choice| choice["label"] == label);
        let label = if known {
            label
        } else {
            legal[0]["label"].as_str().unwrap()
        };
        let ply = told["course"]["position"]["ply"].clone();
        server
            .post(&keyed("/move"), &json!({"ply": ply, "move": label}))
            .good();
    }
    let told = server.until(&keyed(""), |told| !told["course"]["end"].is_null());
    while events.next().is_some_and(|told| told["end"].is_null()) {}
    let received = server.received.lock().unwrap().clone();
    assert!(
        mine.iter().all(|card| is_told(&received, card)),
        "own cards are shown"
    );
    let last = told["course"]["position"]["scene"]["seats"][1]["cards"].to_string();
    assert_eq!(
        last, "[null,null,null,null]",
        "the hand was to end without a showdown: {told}"
    );
    for card in &hidden {
        assert!(!is_told(&received, card), "{card} was sent");
    }
    for card in board.iter().skip(dealt) {
        assert!(
            !is_told(&received, card),
            "{card} was sent before it was dealt"
        );
    }
    // The seed is as good as the cards.
    assert_eq!(told["about"]["seed"], 0);
    assert!(!told.to_string().contains("\"notation\""), "{told}");
}

#[test]
fn strangers_see_nothing_of_a_guarded_game() {
    let server = Server::start();
    let asked = json!({"game": "omaha", "seats": ["human", "random"], "seed": 4});
    let (id, key) = server.open(&asked);
    let path = format!("/api/sessions/{id}");
    for part in ["", "/events", "/plies/0", "/plies/0/picture"] {
        for given in [
            "".to_string(),
            "?key=".into(),
            "?key=0".into(),
            format!("?key={key}0"),
        ] {
            let answer = server.get(&format!("{path}{part}{given}"));
            answer.refused(403, "hidden information");
        }
    }
    for part in [
        "/move",
        "/take-back",
        "/hint",
        "/control",
        "/stop",
        "/again",
    ] {
        let answer = server.post(&format!("{path}{part}"), &json!({"ply": 0, "move": "call"}));
        assert!(
            matches!(answer.status, 400 | 403),
            "{part}: {}",
            answer.status
        );
    }
    server
        .post(&format!("{path}/take-back"), &json!({}))
        .refused(403, "hidden information");
    assert_eq!(server.request("DELETE", &path, "", None).status, 403);
    assert_eq!(server.get(&format!("{path}?key={key}")).status, 200);
    let lines = server.get("/api/sessions").text();
    assert!(!lines.contains(&key));
}

/// Agents among themselves have nobody to hide from.
#[test]
fn agents_alone_are_watched_with_open_cards() {
    let server = Server::start();
    let asked = json!({"game": "omaha", "seats": ["tight", "loose"], "seed": 4});
    let (id, _) = server.open(&asked);
    let told = server.get(&format!("/api/sessions/{id}")).good();
    let seats = &told["course"]["position"]["scene"]["seats"];
    let [one, other, _] = cards(4);
    assert_eq!(seats[0]["cards"], json!(one));
    assert_eq!(seats[1]["cards"], json!(other));
}

/// Of a game that nothing is known about, not even the actions of others are told.
#[test]
fn actions_of_others_are_hidden_in_a_strangers_game() {
    let mut registry = Registry::empty();
    let entry = GameEntry::new("secret", "secret@1", "cards", none(), |()| {
        Ok(GameEnv::new(kuhn::Kuhn, kuhn::measures()))
    });
    registry.game(entry).unwrap();
    let server = Server::with(registry, options());
    let asked = json!({"game": "secret", "seats": ["random", "human"]});
    let (id, key) = server.open(&asked);
    let path = format!("/api/sessions/{id}?key={key}");
    let told = server.until(&path, |told| told["course"]["position"]["ply"] == 1);
    assert_eq!(told["course"]["moves"][0]["label"], Value::Null, "{told}");
    let course = &told["course"]["position"];
    assert!(
        course.get("last").is_none() && course.get("points").is_none(),
        "{course}"
    );
    assert!(course.get("scene").is_none(), "{course}");
    assert!(course["text"].as_str().unwrap().contains('?'), "{course}");
    assert_eq!(course["legal"].as_array().unwrap().len(), 2);
}
