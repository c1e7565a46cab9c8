//! Facts of the rules, and published figures.

use super::*;
use ludometer_core::law::{Effort, check_chance};
use std::collections::HashSet;

#[test]
fn deals_are_listed_as_they_are_dealt() {
    check_chance(&Leduc, Seed::new(1), Effort::default()).unwrap();
}

fn payoffs(text: &str) -> (f64, Option<&'static str>) {
    let deal = Leduc.read(text).unwrap();
    assert_eq!(Leduc.turn(&deal), Turn::Over, "{text}");
    let [a, b] = [0, 1].map(|player| Leduc.payoff(&deal, Player(player)));
    assert_eq!(a, -b);
    (a, Leduc.termination(&deal))
}

#[test]
fn pairs_beat_high_cards_and_equal_ranks_split() {
    assert_eq!(payoffs("Js Kh Jh cc/cc"), (1.0, Some("showdown")));
    assert_eq!(payoffs("Js Kh Qs rc/cc"), (-3.0, Some("showdown")));
    assert_eq!(payoffs("Qs Qh Ks rrc/rrc"), (0.0, Some("showdown")));
    assert_eq!(payoffs("Kh Js Ks rrc/rrc"), (13.0, Some("showdown")));
    assert_eq!(payoffs("Kh Js Ks rrc/rrf"), (-9.0, Some("fold")));
    assert_eq!(payoffs("Kh Js Ks crf"), (-1.0, Some("fold")));
    assert_eq!(payoffs("Kh Js Ks rf"), (1.0, Some("fold")));
}

/// All states below the deals, and what the player to move sees in them.
fn walk(deal: &Deal, nodes: &mut u64, views: &mut [HashSet<String>; 2]) {
    *nodes += 1;
    let Turn::Of(mover) = Leduc.turn(deal) else {
        return;
    };
    views[mover.index()].insert(Leduc.show(deal, Some(mover)));
    let mut actions = Vec::new();
    Leduc.actions(deal, &mut actions);
    for action in actions {
        let mut next = deal.clone();
        Leduc.apply(&mut next, action, &mut unused());
        walk(&next, nodes, views);
    }
}

/// The game as it is published has 936 information sets, half of them of each player.
#[test]
fn information_sets_are_as_many_as_published() {
    let mut deals = Vec::new();
    Leduc.start_outcomes(&mut deals);
    assert_eq!(deals.len(), 120);
    let (mut nodes, mut views) = (0, [HashSet::new(), HashSet::new()]);
    for (_, deal) in &deals {
        walk(deal, &mut nodes, &mut views);
    }
    assert_eq!(views.map(|views| views.len()), [468, 468]);
}

#[test]
fn what_was_not_shown_stays_hidden() {
    let before = Leduc.read("Js Kh Qs r").unwrap();
    let shown = Leduc.show(&before, Some(Player(1)));
    assert_eq!(shown, "cards ? Kh  open -  betting r  chips 3 1\n");
    let folded = Leduc.read("Js Kh Qs rc/rf").unwrap();
    assert!(
        Leduc
            .show(&folded, Some(Player(0)))
            .contains("Js ?  open Qs")
    );
    let shown = Leduc.read("Js Kh Qs cc/cc").unwrap();
    assert!(
        Leduc
            .show(&shown, Some(Player(0)))
            .contains("Js Kh  open Qs")
    );
}

#[test]
fn bad_positions_are_named() {
    let says = |text: &str, part: &str| {
        let error = Leduc.read(text).unwrap_err();
        assert!(error.contains(part), "{error}");
    };
    says("", "three cards and the betting");
    says("Js Kh cc", "2 cards before the betting");
    says("Js Js Kh -", "Js is there twice");
    says("Js Ah Kh -", "`Ah` is no card");
    says("Js Kh Qs f", "`f` at sign 1");
    says("Js Kh Qs rrr", "`r` at sign 3");
    says("Js Kh Qs c/c", "the `/` at sign 2");
    says("Js Kh Qs cc/c/", "the `/` at sign 5");
    says("Js Kh Qs x", "`x` in `x`");
    says("Js Kh Qs rfc", "`c` at sign 3");
}
