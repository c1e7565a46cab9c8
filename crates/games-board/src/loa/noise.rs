//! Captures that a leaf must not be judged before: those that make or break connections (Winands,
//! Uiterwijk and van den Herik 2001, *The Quad Heuristic in Lines of Action*). How that paper tells
//! them is not generally at hand; here groups are counted.

use super::groups::groups;
use super::{Loa, Move, Position};
use ludometer_core::Actions;

impl Loa {
    /// Appends the captures after which the mover has fewer groups than before or the other has
    /// more. Every capture that wins by connecting is among them.
    pub fn connecting_captures(&self, position: &Position, out: &mut Actions<Loa>) {
        if position.ending.is_some() {
            return;
        }
        let [own, other] = position.sides(position.mover);
        let mut before = None;
        position.views().each(|action: Move| {
            let to = 1 << action.to;
            if other & to == 0 {
                return;
            }
            let [own_before, other_before] =
                *before.get_or_insert_with(|| [groups(own), groups(other)]);
            if groups(own ^ (1 << action.from | to)) < own_before
                || groups(other ^ to) > other_before
            {
                out.push(action);
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_core::{Game, Notation};

    fn noisy(text: &str) -> Vec<String> {
        let position = Loa.read(text).unwrap();
        let mut found = Vec::new();
        Loa.connecting_captures(&position, &mut found);
        let labels = found.iter().map(|&action| Loa.label(&position, action));
        labels.collect()
    }

    #[test]
    fn captures_that_make_or_break_connections() {
        // At the start every capture splits a file of six.
        assert_eq!(noisy(""), ["f1xh3", "c8xa6", "f8xh6", "c1xa3"]);
        // One that takes a stone without neighbours and finds none breaks and makes nothing.
        let alone = "O7/8/8/O1X5/8/8/8/4X2O X";
        let position = Loa.read(alone).unwrap();
        assert!(Loa.action_named(&position, "c5xa5").is_some());
        assert_eq!(noisy(alone), [] as [&str; 0]);
        // Captures that connect the mover or part the other, and not the one that connects the other.
        assert_eq!(noisy("8/3X4/2X5/3O4/6O1/6O1/3X4/8 X"), ["d2xd5"]);
        assert_eq!(noisy("8/2O5/4X3/3X4/2X5/3O4/1XO5/8 O"), ["d3xd5", "c7xc4"]);
        let losing = noisy("8/6X1/8/4O3/4OO2/1O6/2XX4/8 O");
        assert!(!losing.contains(&"e5xg7".to_string()), "{losing:?}");
    }

    #[test]
    fn nothing_is_noisy_when_the_game_is_over() {
        assert_eq!(
            noisy("d1-b3 h5-g4 b1-b4 g4xg1 b4-e7 a3xc1 b3-e6 h3xf1 e1-e5"),
            [] as [&str; 0]
        );
    }
}
