//! Tables of cards, read from what the viewer is shown: what is not in that text cannot be in the scene.

use super::{Card, Scene, TableSeat};

fn card(word: &str) -> Option<Card> {
    let mut signs = word.chars();
    let (rank, suit) = (signs.next()?, signs.next());
    match (rank, suit, signs.next()) {
        ('?', _, None) => Some(None),
        ('2'..='9' | 'T' | 'J' | 'Q' | 'K' | 'A', Some('c' | 'd' | 'h' | 's'), None)
        | ('J' | 'Q' | 'K', None, None) => Some(Some(word.to_string())),
        _ => None,
    }
}

/// Texts that two spaces separate, in small groups such as `pot 6`.
fn groups(text: &str) -> impl Iterator<Item = &str> {
    text.split("  ")
        .map(str::trim)
        .filter(|group| !group.is_empty())
}

/// Omaha: a line about the round, one about the betting, and one for each seat.
pub(super) fn omaha(shown: &str) -> Option<Scene> {
    let mut lines = shown.lines();
    let mut board = Vec::new();
    let mut facts = Vec::new();
    for group in groups(lines.next()?) {
        match group.strip_prefix("board ") {
            Some(cards) => board.extend(cards.split_whitespace().filter_map(card)),
            None => facts.push(group.to_string()),
        }
    }
    facts.push(lines.next()?.trim().to_string());
    let seat = |line: &str| {
        let mut parts = groups(line);
        parts.next()?.strip_prefix("seat ")?;
        let cards = parts.next()?.split_whitespace().map(card);
        Some(TableSeat {
            cards: cards.collect::<Option<_>>()?,
            facts: parts.map(str::to_string).collect(),
        })
    };
    let seats = lines.filter(|line| line.starts_with("seat ")).map(seat);
    Some(Scene::Table {
        board,
        facts,
        seats: seats.collect::<Option<_>>()?,
    })
}

/// Kuhn: `cards Q ?  betting b    pot 3`.
pub(super) fn kuhn(shown: &str) -> Option<Scene> {
    let mut parts = groups(shown);
    let cards = parts.next()?.strip_prefix("cards ")?.split_whitespace();
    let seats = cards.map(|word| {
        Some(TableSeat {
            cards: vec![card(word)?],
            facts: Vec::new(),
        })
    });
    Some(Scene::Table {
        board: Vec::new(),
        seats: seats.collect::<Option<_>>()?,
        facts: parts.map(str::to_string).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hand_of_omaha_is_read_as_it_is_shown() {
        let shown = "flop  board Qd 8d 4h  pot 6  to call 2  raise to 6\nbetting cr/\nseat 0  9d 8c 4s 3s  stack 96  paid 4  bet 4  (big blind)\nseat 1  ?? ?? ?? ??  stack 98  paid 2  bet 2  (button, small blind, to act)\n";
        let Some(Scene::Table {
            board,
            facts,
            seats,
        }) = omaha(shown)
        else {
            panic!("no table");
        };
        let open = |card: &Card| card.clone().unwrap_or("back".into());
        assert_eq!(
            board.iter().map(open).collect::<Vec<_>>(),
            ["Qd", "8d", "4h"]
        );
        assert_eq!(
            facts,
            ["flop", "pot 6", "to call 2", "raise to 6", "betting cr/"]
        );
        assert_eq!(seats[1].cards, vec![None; 4]);
        assert_eq!(open(&seats[0].cards[0]), "9d");
        assert_eq!(seats[1].facts[3], "(button, small blind, to act)");
        let begun = omaha("preflop  board -  pot 3\nbetting -\n");
        let Some(Scene::Table { board, .. }) = begun else {
            panic!("no table");
        };
        assert!(board.is_empty());
    }

    #[test]
    fn kuhn_and_what_is_neither() {
        let Some(Scene::Table { facts, seats, .. }) = kuhn("cards Q ?  betting b    pot 3\n")
        else {
            panic!("no table");
        };
        assert_eq!(facts, ["betting b", "pot 3"]);
        assert_eq!(seats[0].cards, [Some("Q".to_string())]);
        assert_eq!(seats[1].cards, [None]);
        assert_eq!(kuhn("something else"), None);
        assert_eq!(omaha("one line"), None);
        assert_eq!(omaha("flop\nbetting\nseat 0  what is this\n"), None);
    }
}
