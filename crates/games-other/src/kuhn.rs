//! Kuhn poker (Kuhn 1950): three cards, one each, a single bet of one chip on an ante of one.
//! The smallest game with hidden cards.

use arrayvec::ArrayVec;
use ludometer_core::{
    ActionSpace, Actions, Chance, Distribution, Facts, Game, Hidden, Imperfect, Measure,
    Observation, Player, Rng, Shape, Turn,
};

/// What a player may do: bet and call are one action, check and fold the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Put nothing in: check, or fold to a bet.
    Pass,
    /// Put one chip in: bet, or call a bet.
    Bet,
}

/// A deal and what was done with it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Deal {
    /// The card of each player: 0 is the jack, 1 the queen, 2 the king.
    pub cards: [u8; 2],
    /// The betting so far.
    pub betting: ArrayVec<Move, 3>,
}

/// The rules of Kuhn poker.
#[derive(Clone, Copy, Debug, Default)]
pub struct Kuhn;

const CARDS: [char; 3] = ['J', 'Q', 'K'];

impl Kuhn {
    /// The chips each player has put in.
    #[inline]
    fn stakes(deal: &Deal) -> [i32; 2] {
        let mut stakes = [1; 2];
        for (ply, action) in deal.betting.iter().enumerate() {
            stakes[ply % 2] += i32::from(*action == Move::Bet);
        }
        stakes
    }

    /// Who wins if the betting is over, by the cards when the stakes are level, and how many chips.
    #[inline]
    fn outcome(deal: &Deal) -> Option<(usize, u8)> {
        use Move::{Bet, Pass};
        let best = usize::from(deal.cards[1] > deal.cards[0]);
        match deal.betting[..] {
            [Pass, Pass] => Some((best, 1)),
            [Bet, Bet] | [Pass, Bet, Bet] => Some((best, 2)),
            [Bet, Pass] => Some((0, 1)),
            [Pass, Bet, Pass] => Some((1, 1)),
            _ => None,
        }
    }

    /// Whether the cards are shown: the betting is over and the stakes are level.
    #[inline]
    fn is_showdown(deal: &Deal) -> bool {
        use Move::{Bet, Pass};
        matches!(
            deal.betting[..],
            [Pass, Pass] | [Bet, Bet] | [Pass, Bet, Bet]
        )
    }
}

impl Game for Kuhn {
    type State = Deal;
    type Action = Move;
    type Information = Imperfect;

    fn facts(&self) -> Facts {
        Facts::new("kuhn", 2)
            .with_chance()
            .with_hidden::<Self>()
            .paying(-2.0, 2.0)
    }

    // Always: a generator that is passed to no function can stay in registers while hands are played.
    #[inline(always)]
    fn start(&self, chance: &mut Rng) -> Deal {
        let mut deck = [0, 1, 2];
        chance.shuffle(&mut deck);
        Deal {
            cards: [deck[0], deck[1]],
            betting: ArrayVec::new(),
        }
    }

    #[inline]
    fn turn(&self, deal: &Deal) -> Turn {
        match Self::outcome(deal) {
            Some(_) => Turn::Over,
            None => Turn::Of(Player((deal.betting.len() % 2) as u8)),
        }
    }

    #[inline]
    fn actions(&self, deal: &Deal, out: &mut Actions<Self>) {
        if Self::outcome(deal).is_none() {
            out.extend([Move::Pass, Move::Bet]);
        }
    }

    #[inline]
    fn apply(&self, deal: &mut Deal, action: Move, _: &mut Rng) {
        deal.betting.push(action);
    }

    /// Chips won or lost.
    #[inline]
    fn payoff(&self, deal: &Deal, player: Player) -> f64 {
        match Self::outcome(deal) {
            Some((winner, chips)) if winner == player.index() => f64::from(chips),
            Some((_, chips)) => -f64::from(chips),
            None => 0.0,
        }
    }

    /// Chips won or lost when it is over, minus the chips at stake before.
    #[inline]
    fn points(&self, deal: &Deal, player: Player) -> f64 {
        match Self::outcome(deal) {
            Some(_) => self.payoff(deal, player),
            None => -f64::from(Self::stakes(deal)[player.index()]),
        }
    }

    fn show(&self, deal: &Deal, viewer: Option<Player>) -> String {
        let card = |player: usize| {
            let seen = viewer.is_none_or(|v| v.index() == player) || Self::is_showdown(deal);
            if seen {
                CARDS[usize::from(deal.cards[player])]
            } else {
                '?'
            }
        };
        let betting: String = deal
            .betting
            .iter()
            .map(|action| if *action == Move::Bet { 'b' } else { 'p' })
            .collect();
        let [a, b] = Self::stakes(deal);
        format!(
            "cards {} {}  betting {betting:3}  pot {}\n",
            card(0),
            card(1),
            a + b
        )
    }

    fn label(&self, _: &Deal, action: Move) -> String {
        match action {
            Move::Pass => "pass".into(),
            Move::Bet => "bet".into(),
        }
    }
}

impl Hidden for Kuhn {
    /// The other card is one of the two that the viewer does not hold, with equal chance: what was
    /// bet tells nothing without a model of who bet.
    #[inline]
    fn determinize(&self, deal: &Deal, viewer: Player, dice: &mut Rng) -> Deal {
        let mut drawn = deal.clone();
        if !Self::is_showdown(deal) {
            let mine = deal.cards[viewer.index()];
            let others = [(mine + 1) % 3, (mine + 2) % 3];
            drawn.cards[1 - viewer.index()] = others[dice.index(2)];
        }
        drawn
    }
}

impl Chance for Kuhn {
    /// The deals of two cards out of three.
    fn start_outcomes(&self, out: &mut Distribution<Self>) {
        for mine in 0..3 {
            for other in [(mine + 1) % 3, (mine + 2) % 3] {
                let deal = Deal {
                    cards: [mine, other],
                    betting: ArrayVec::new(),
                };
                out.push((1.0 / 6.0, deal));
            }
        }
    }

    /// After the deal nothing is left to chance.
    #[inline]
    fn outcomes(&self, deal: &Deal, action: Move, out: &mut Distribution<Self>) {
        let mut next = deal.clone();
        next.betting.push(action);
        out.push((1.0, next));
    }
}

/// Eleven features, each 0 or 1: who the viewer is (2), its card (3), and for each of up to three bets
/// whether it was a pass or a bet (6). The other's card is not observed, not even when it is shown.
impl Observation for Kuhn {
    fn shape(&self) -> Shape {
        Shape::Features(11)
    }

    #[inline]
    fn observe(&self, deal: &Deal, viewer: Player, out: &mut [f32]) {
        out.fill(0.0);
        out[viewer.index()] = 1.0;
        out[2 + usize::from(deal.cards[viewer.index()])] = 1.0;
        for (ply, action) in deal.betting.iter().enumerate() {
            out[5 + 2 * ply + usize::from(*action == Move::Bet)] = 1.0;
        }
    }
}

/// 0 passes, 1 bets.
impl ActionSpace for Kuhn {
    fn action_space(&self) -> usize {
        2
    }

    #[inline]
    fn action_number(&self, _: &Deal, action: Move) -> usize {
        usize::from(action == Move::Bet)
    }

    #[inline]
    fn numbered_action(&self, deal: &Deal, number: usize) -> Option<Move> {
        let action = [Move::Pass, Move::Bet].get(number).copied();
        action.filter(|_| Self::outcome(deal).is_none())
    }
}

/// Every measure of the game.
pub fn measures() -> Vec<Measure<Kuhn>> {
    vec![Measure::<Kuhn>::high(
        "card",
        "the rank of the player's own card: 0 jack, 1 queen, 2 king",
        |_, deal, player| f64::from(deal.cards[player.index()]),
    )]
}

#[cfg(test)]
mod tests {
    use super::*;
    use Move::{Bet, Pass};
    use ludometer_core::Seed;
    use ludometer_core::law::{Effort, check_chance};

    fn payoff(cards: [u8; 2], betting: &[Move]) -> f64 {
        let deal = Deal {
            cards,
            betting: betting.iter().copied().collect(),
        };
        assert_eq!(Kuhn.turn(&deal), Turn::Over);
        assert_eq!(
            Kuhn.payoff(&deal, Player(0)),
            -Kuhn.payoff(&deal, Player(1))
        );
        Kuhn.payoff(&deal, Player(0))
    }

    // Kuhn (1950), the payoff table of the simplified poker.
    #[test]
    fn payoffs() {
        assert_eq!(payoff([2, 0], &[Pass, Pass]), 1.0);
        assert_eq!(payoff([0, 1], &[Pass, Pass]), -1.0);
        assert_eq!(payoff([0, 2], &[Bet, Pass]), 1.0);
        assert_eq!(payoff([2, 1], &[Bet, Bet]), 2.0);
        assert_eq!(payoff([2, 1], &[Pass, Bet, Pass]), -1.0);
        assert_eq!(payoff([1, 2], &[Pass, Bet, Bet]), -2.0);
    }

    #[test]
    fn deals_are_listed_as_they_are_dealt() {
        check_chance(&Kuhn, Seed::new(1), Effort::default()).unwrap();
    }

    #[test]
    fn a_folded_card_stays_hidden() {
        let deal = Deal {
            cards: [2, 0],
            betting: [Bet, Pass].into_iter().collect(),
        };
        assert!(Kuhn.show(&deal, Some(Player(1))).contains("? J"));
        assert!(Kuhn.show(&deal, None).contains("K J"));
    }
}
