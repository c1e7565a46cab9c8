//! Whatever people type, the answer is a hand or a reason with its place, never a panic.

use super::played;
use ludometer_core::{Game, Generator, Notation, Player, Seed};
use ludometer_games::omaha::{Card, Omaha, history, read_cards};
use proptest::prelude::*;

fn table(seed: u64) -> Omaha {
    let players = 2 + (seed % 9) as usize;
    let mut rng = Seed::new(seed).rng(Generator::Xoshiro);
    let stacks: Vec<u32> = (0..players).map(|_| 2 + rng.below(60) as u32).collect();
    let table = Omaha::new(players).unwrap().stacks(&stacks).unwrap();
    table.uncapped_heads_up(seed.is_multiple_of(2))
}

/// A finished hand and its history, as all hands see it or as one of them does.
fn told(seed: u64) -> (Omaha, ludometer_games::omaha::Hand, String) {
    let table = table(seed);
    let hand = played(&table, &mut Seed::new(seed).rng(Generator::Xoshiro));
    let viewer = [None, Some(Player(0))][(seed % 2) as usize];
    let text = history::write(&table, &hand, seed, viewer);
    (table, hand, text)
}

fn mutated(text: &str, at: usize, with: char) -> String {
    let mut signs: Vec<char> = text.chars().collect();
    let place = at % signs.len();
    match at % 3 {
        0 => signs[place] = with,
        1 => signs.insert(place, with),
        _ => drop(signs.remove(place)),
    }
    signs.into_iter().collect()
}

fn read(table: &Omaha, text: &str) {
    match table.read(text) {
        Err(reason) => assert!(!reason.is_empty()),
        Ok(hand) => assert_eq!(table.read(&table.write(&hand)), Ok(hand)),
    }
}

proptest! {
    #[test]
    fn any_text_is_answered(text in "\\PC{0,80}", cards in "[2-9TJQKAcdhs |/fcr0-9-]{0,90}", lines in "(Hand [0-9]{1,3}: fixed-limit omaha hi-lo, [0-9]{1,2} players, bets 2/4, cap 4\n)?((seat [0-9] (\\(\\PC{0,9}\\) )?(has|posts|calls|raises to|wins|shows|bets|folds|checks) ?[0-9]{0,11}:?( [2-9TJQKA?][cdhs?]){0,5}|(preflop|flop|turn|river)( [2-9TJQKA][cdhs]){0,4}|\\PC{0,20})\n){0,20}") {
        for text in [&text, &cards] {
            let _ = text.parse::<Card>();
            let _ = read_cards(text);
            read(&Omaha::new(2).unwrap(), text);
            read(&Omaha::new(10).unwrap(), text);
        }
        for text in [&text, &cards, &lines] {
            let import = history::read(text);
            let count = text.lines().count();
            prop_assert!(import.errors.iter().all(|error| (1..=count).contains(&error.line) && !error.reason.is_empty()));
        }
    }

    #[test]
    fn histories_are_read_as_they_are_written(seed in 0u64..10_000) {
        let (table, hand, text) = told(seed);
        let import = history::read(&text);
        prop_assert!(import.errors.is_empty(), "{}\n{text}", import);
        let record = &import.hands[0];
        prop_assert_eq!(record.number, seed);
        let viewer = [None, Some(Player(0))][(seed % 2) as usize];
        // Cards that were never seen may differ; the text does not.
        if viewer.is_none() {
            prop_assert_eq!(&history::write(&record.table, &record.hand, seed, viewer), &text);
        }
        prop_assert_eq!(&record.to_string(), &text);
        for seat in 0..table.players() {
            let player = Player(seat as u8);
            prop_assert_eq!(record.table.payoff(&record.hand, player), table.payoff(&hand, player));
        }
    }

    /// Names are told and read back, whatever signs are in them.
    #[test]
    fn names_are_read_as_they_are_written(seed in 0u64..1000, name in "\\PC{0,12}") {
        let (table, hand, _) = told(seed);
        let mut names = vec![None; table.players()];
        names[1] = Some(name.clone());
        let text = history::write_known(&table, &hand, seed, !0, &names);
        let import = history::read(&text);
        match name.trim() == name && !name.is_empty() && !name.contains(") has ") {
            true => {
                prop_assert!(import.errors.is_empty(), "{}\n{text}", import);
                prop_assert_eq!(&import.hands[0].names, &names);
                prop_assert_eq!(import.hands[0].to_string(), text);
            }
            false => prop_assert_eq!(import.hands.len() + import.errors.len(), 1),
        }
    }

    #[test]
    fn slips_are_answered(seed in 0u64..10_000, at in 0usize..100_000, with in any::<char>()) {
        let (table, hand, text) = told(seed);
        read(&table, &mutated(&table.write(&hand), at, with));
        let both = mutated(&text, at, with) + "\n" + &told(seed + 1).2;
        let import = history::read(&both);
        // Whatever the slip did, the hand after it is read.
        prop_assert_eq!(import.hands.last().map(|record| record.number), Some(seed + 1));
        prop_assert!(import.errors.iter().all(|error| error.line <= text.lines().count() + 2));
    }
}

/// One slip in each place: the line, the reason, and the next hand goes on.
#[test]
fn a_bad_hand_is_skipped_and_counted() {
    let good = "Hand 1: fixed-limit omaha hi-lo, 2 players, bets 2/4, cap 4\n\
        seat 0 has 100: As Td 4c 3d\n\
        seat 1 has 100: Kh Qh 9s 8s\n\
        seat 1 posts 1\n\
        seat 0 posts 2\n\
        preflop\n\
        seat 1 raises to 4\n\
        seat 0 calls 2\n\
        flop Ks 9d 2c\n\
        seat 0 checks\n\
        seat 1 bets 2\n\
        seat 0 folds\n\
        seat 1 wins 10\n";
    assert_eq!(history::read(good).to_string(), "1 hands read, 0 skipped");
    for (part, by, line, reason) in [
        ("Hand 1:", "Hand x:", 1, "`x` is not a whole number"),
        ("2 players", "12 players", 1, "two to ten play omaha"),
        ("bets 2/4", "bets 2/5", 1, "a big bet is two small ones"),
        ("cap 4", "cup 4", 1, "`cup 4` is not a fact"),
        ("As Td 4c 3d", "As Td 4c", 2, "a hand has four cards, not 3"),
        ("Kh Qh 9s 8s", "Kh Qh 9s As", 3, "As is there twice"),
        ("Kh Qh 9s 8s", "Kh Qh 9s 8x", 3, "`x` in `8x` is not a suit"),
        ("seat 1 has", "seat 2 has", 3, "there is no seat 2"),
        ("seat 1 has", "seat 1 (Ann has", 3, "a name stands where"),
        ("seat 1 has", "seat 1 () has", 3, "`` is no name"),
        ("seat 1 posts 1", "seat 1 posts 2", 4, "seat 1 posts 1 here"),
        (
            "seat 1 raises to 4",
            "seat 0 raises to 4",
            7,
            "it is the turn of seat 1",
        ),
        (
            "seat 1 raises to 4",
            "seat 1 raises to 6",
            7,
            "seat 1 raises to 4 here",
        ),
        (
            "seat 1 raises to 4",
            "seat 1 jumps",
            7,
            "`jumps` is not what a seat does",
        ),
        ("flop Ks 9d 2c", "flop Ks 9d", 9, "turns up 3, not 2"),
        ("flop Ks 9d 2c", "flop Kh 9d 2c", 9, "Kh is there twice"),
        ("flop Ks 9d 2c\n", "", 9, "the flop was never turned up"),
        (
            "seat 0 calls 2\nflop Ks 9d 2c\n",
            "flop Ks 9d 2c\nseat 0 calls 2\n",
            8,
            "turned up before the preflop is over",
        ),
        (
            "seat 0 folds\n",
            "",
            12,
            "the hand is not over: seat 0 is to act",
        ),
        (
            "seat 0 folds\n",
            "seat 0 folds\nseat 1 checks\n",
            13,
            "the hand is over before",
        ),
        (
            "seat 1 wins 10",
            "seat 1 wins 12",
            13,
            "seat 1 wins 10, not 12",
        ),
        (
            "seat 1 wins 10",
            "turn 2d",
            13,
            "the hand is over before the turn",
        ),
        ("seat 1 wins 10", "nonsense", 13, "`nonsense` is neither"),
    ] {
        assert!(good.contains(part));
        let import = history::read(&(good.replacen(part, by, 1) + "\n" + good));
        assert_eq!(import.hands.len(), 1, "{by}");
        assert_eq!(import.errors.len(), 1, "{by}");
        assert_eq!(import.errors[0].line, line, "{by}: {import}");
        assert!(import.errors[0].reason.contains(reason), "{import}");
        assert!(
            import
                .to_string()
                .starts_with("1 hands read, 1 skipped\nline ")
        );
    }
    let import = history::read(&("what is this\n".to_owned() + good));
    assert!(
        import.to_string().contains("line 1: a history begins with"),
        "{import}"
    );
}
