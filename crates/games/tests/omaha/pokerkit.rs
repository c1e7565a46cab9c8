//! Hands played beside pokerkit 0.7.7, chip by chip. It is installed into the target folder; where
//! that cannot be done, the test says so and passes.

use super::skipped::skip;
use ludometer_core::{Game, Generator, Rng, Seed};
use ludometer_games::omaha::{Bet, Card, Hand, OddChip, Omaha};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Runs a command without a word; whether it succeeded.
fn runs(command: &mut Command) -> bool {
    let quiet = command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    quiet.status().is_ok_and(|status| status.success())
}

/// A Python that has pokerkit; where there cannot be one the test is skipped.
fn python() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("pokerkit");
    let python = folder.join("bin/python");
    let has = || {
        let check = "import importlib.metadata as m; assert m.version('pokerkit') == '0.7.7'";
        runs(Command::new(&python).args(["-c", check]))
    };
    if has() {
        return Some(python);
    }
    if !runs(Command::new("python3").args(["-m", "venv"]).arg(&folder)) {
        skip("python3 with venv, for pokerkit");
        return None;
    }
    let install = [
        "-m",
        "pip",
        "install",
        "--quiet",
        "--retries",
        "1",
        "pokerkit==0.7.7",
    ];
    runs(Command::new(&python).args(install));
    if !has() {
        skip("pokerkit 0.7.7, which pip could not install");
        return None;
    }
    Some(python)
}

fn dense(cards: &[Card]) -> String {
    cards.iter().map(ToString::to_string).collect()
}

/// What was asked before each action: who, the call, and the raise where it can be compared.
type Asked = (u8, u32, Option<Option<u32>>);

/// A hand of random betting. Raises that are shorter than a bet are not made: pokerkit follows other
/// rules there than Robert's.
fn play(table: &Omaha, rng: &mut Rng) -> (Hand, String, Vec<Asked>) {
    let mut hand = table.start(rng);
    let (mut letters, mut asked) = (String::new(), Vec::new());
    while let Some(mover) = table.mover(&hand) {
        let (call, raise) = (table.to_call(&hand), table.raise_to(&hand));
        let short = table.raise_is_short(&hand);
        asked.push((mover.0, call, (!short).then_some(raise)));
        // Few folds, so that many hands see a showdown.
        let bet = match rng.index(12) {
            0 | 1 if call > 0 => Bet::Fold,
            2..6 if raise.is_some() && !short => Bet::Raise,
            _ => Bet::Call,
        };
        letters.push(match bet {
            Bet::Fold => 'f',
            Bet::Call => 'c',
            Bet::Raise => 'r',
        });
        table.step(&mut hand, bet, rng);
    }
    (hand, letters, asked)
}

#[test]
fn pokerkit_pays_the_same_chips() {
    let Some(python) = python() else {
        return;
    };
    let mut rng = Seed::new(23).rng(Generator::Xoshiro);
    let mut hands = Vec::new();
    let mut input = String::new();
    for (players, count) in [(2, 600), (6, 300), (10, 120)] {
        for number in 0..count {
            // Deep and equal stacks, deep and unequal ones, and short ones that make side pots.
            let stack = |rng: &mut Rng| match number % 3 {
                0 => 200,
                1 => 48 + rng.below(100) as u32,
                _ => 2 + rng.below(50) as u32,
            };
            let stacks: Vec<u32> = (0..players).map(|_| stack(&mut rng)).collect();
            let table = Omaha::new(players).unwrap().stacks(&stacks).unwrap();
            let table = table.odd_chip(OddChip::PokerKit);
            let (hand, letters, asked) = play(&table, &mut rng);
            let holes: Vec<String> = (0..players)
                .map(|seat| dense(hand.hole(seat).cards()))
                .collect();
            let line = json!({
                "stacks": stacks, "small_bet": 2, "cap": 4, "holes": holes,
                "board": dense(hand.deal().board.cards()), "actions": letters,
            });
            input += &format!("{line}\n");
            hands.push((table, hand, asked, line));
        }
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/omaha/play_pokerkit.py");
    let mut child = Command::new(python)
        .arg("-O")
        .arg(script)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("python starts");
    let mut stdin = child.stdin.take().expect("stdin is piped");
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let mut answers = BufReader::new(child.stdout.take().expect("stdout is piped")).lines();
    let mut showdowns = 0;
    for (table, hand, asked, line) in &hands {
        let answer = answers
            .next()
            .expect("an answer to each hand")
            .expect("text");
        let answer: Value = serde_json::from_str(&answer).expect("JSON");
        assert_eq!(answer["over"], true, "{line} {answer}");
        let seen = answer["seen"].as_array().expect("a list");
        assert_eq!(seen.len(), asked.len(), "{line} {answer}");
        for (seen, (mover, call, raise)) in seen.iter().zip(asked) {
            assert_eq!(
                (&seen[0], &seen[1]),
                (&json!(mover), &json!(call)),
                "{line} {answer}"
            );
            if let Some(raise) = raise {
                assert_eq!(seen[2], json!(raise), "{line} {answer}");
            }
        }
        let chips: Vec<u32> = (0..table.players())
            .map(|seat| hand.stack(seat) + hand.won(seat))
            .collect();
        assert_eq!(answer["stacks"], json!(chips), "{line} {answer}");
        showdowns += u32::from(hand.is_showdown());
    }
    assert!(showdowns > 300, "only {showdowns} showdowns");
    writer
        .join()
        .expect("the writer ends")
        .expect("all hands are sent");
    child.wait().expect("python ends");
}
