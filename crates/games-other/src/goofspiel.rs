//! Goofspiel (attributed to Flood in the 1930s; Ross 1971, *Goofspiel: the game of pure strategy*; solved
//! for thirteen cards by Rhoads and Bartholdi 2012): both players hold the cards 1 to n, and prizes 1 to n
//! lie in a random order. Each round the next prize is turned over, both bid a card at the same time, and
//! the higher one takes the prize; equal bids lose it. Bids are then seen by both. Who has more points at
//! the end wins.
//!
//! The players bid one after the other, and the first bid is hidden until the second is made (the
//! convention of [`Simultaneous`]). The order of the prizes is drawn at the start and hidden as well.

use ludometer_core::{
    ActionSpace, Actions, Facts, Game, Hidden, Imperfect, KeyHasher, Measure, Notation,
    Observation, Player, Rng, Shape, Simultaneous, Turn,
};

/// The most cards of a player.
pub const MOST: usize = 16;

/// A position. Sets of cards have a bit for each card, bit 0 for the one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Deal {
    /// The cards that each player holds; a bid that the other does not know is still among them.
    pub hands: [u16; 2],
    /// The prizes to come, the current one first, then zeros.
    pub prizes: [u8; MOST],
    /// How many those are.
    pub left: u8,
    /// What each player has taken.
    pub points: [u8; 2],
    /// What player 0 bids in a round in which player 1 has not bid.
    pub bid: Option<u8>,
}

/// A bid: a card, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move(pub u8);

/// The rules for one number of cards.
#[derive(Clone, Copy, Debug)]
pub struct Goofspiel {
    cards: usize,
}

#[inline]
fn bit(card: u8) -> u16 {
    1 << (card - 1)
}

/// The cards of a set, the lowest first.
#[inline]
fn cards(mut set: u16) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let lowest = set.trailing_zeros() as u8 + 1;
            set &= set - 1;
            lowest
        })
    })
}

fn listed(set: u16) -> String {
    let words: Vec<String> = cards(set).map(|card| card.to_string()).collect();
    match words.is_empty() {
        true => "-".into(),
        false => words.join(","),
    }
}

impl Goofspiel {
    /// The game with the cards 1 to `cards`, 2 to 16.
    pub fn new(cards: usize) -> Result<Goofspiel, String> {
        match cards {
            2..=MOST => Ok(Goofspiel { cards }),
            _ => Err(format!("goofspiel with {cards} cards: it has 2 to {MOST}")),
        }
    }

    /// The first round with the prizes in this order; they must be 1 to the number of cards.
    pub fn deal(&self, order: &[u8]) -> Deal {
        let mut prizes = [0; MOST];
        prizes[..self.cards].copy_from_slice(order);
        Deal {
            hands: [self.all(); 2],
            prizes,
            left: self.cards as u8,
            points: [0; 2],
            bid: None,
        }
    }

    #[inline]
    fn all(&self) -> u16 {
        (u32::MAX >> (32 - self.cards)) as u16
    }

    #[inline]
    fn mover(deal: &Deal) -> Player {
        Player(u8::from(deal.bid.is_some()))
    }

    /// The prizes that nobody has seen yet.
    fn unseen(deal: &Deal) -> u16 {
        let hidden = deal.prizes.iter().skip(1).filter(|&&prize| prize != 0);
        hidden.fold(0, |set, &prize| set | bit(prize))
    }
}

impl Game for Goofspiel {
    type State = Deal;
    type Action = Move;
    type Information = Imperfect;

    fn facts(&self) -> Facts {
        Facts::new(format!("goofspiel(cards={})", self.cards), 2)
            .with_chance()
            .with_hidden::<Self>()
    }

    fn start(&self, chance: &mut Rng) -> Deal {
        let mut order: [u8; MOST] = std::array::from_fn(|place| place as u8 + 1);
        chance.shuffle(&mut order[..self.cards]);
        self.deal(&order[..self.cards])
    }

    #[inline]
    fn turn(&self, deal: &Deal) -> Turn {
        match deal.left {
            0 => Turn::Over,
            _ => Turn::Of(Self::mover(deal)),
        }
    }

    #[inline]
    fn actions(&self, deal: &Deal, out: &mut Actions<Self>) {
        out.extend(cards(deal.hands[Self::mover(deal).index()]).map(Move));
    }

    #[inline]
    fn action_count(&self, deal: &Deal) -> usize {
        deal.hands[Self::mover(deal).index()].count_ones() as usize
    }

    #[inline]
    fn apply(&self, deal: &mut Deal, Move(card): Move, _: &mut Rng) {
        let Some(first) = deal.bid.take() else {
            deal.bid = Some(card);
            return;
        };
        deal.hands[0] ^= bit(first);
        deal.hands[1] ^= bit(card);
        let prize = deal.prizes[0];
        match first.cmp(&card) {
            std::cmp::Ordering::Greater => deal.points[0] += prize,
            std::cmp::Ordering::Less => deal.points[1] += prize,
            std::cmp::Ordering::Equal => {}
        }
        deal.prizes.copy_within(1.., 0);
        deal.prizes[MOST - 1] = 0;
        deal.left -= 1;
    }

    #[inline]
    fn state_key(&self, deal: &Deal) -> u64 {
        let [a, b] = deal.hands.map(u64::from);
        let [x, y] = deal.points.map(u64::from);
        let bid = u64::from(deal.bid.unwrap_or(0));
        let prizes = deal
            .prizes
            .iter()
            .fold(0u128, |all, &p| all << 8 | u128::from(p));
        let key = KeyHasher::new().word(a << 32 | b << 16 | x << 8 | y);
        key.word(prizes as u64)
            .word((prizes >> 64) as u64)
            .word(bid)
            .finish()
    }

    #[inline]
    fn action_key(&self, Move(card): Move) -> u64 {
        KeyHasher::new().word(u64::from(card)).finish()
    }

    #[inline]
    fn payoff(&self, deal: &Deal, player: Player) -> f64 {
        self.points(deal, player).clamp(-1.0, 1.0)
    }

    /// Own points minus the other's.
    #[inline]
    fn points(&self, deal: &Deal, player: Player) -> f64 {
        let [own, other] = [player.index(), 1 - player.index()].map(|p| deal.points[p]);
        f64::from(own) - f64::from(other)
    }

    fn show(&self, deal: &Deal, viewer: Option<Player>) -> String {
        let [a, b] = deal.hands.map(listed);
        let prize = match deal.prizes[0] {
            0 => "-".to_string(),
            prize => prize.to_string(),
        };
        let to_come = match viewer {
            None => {
                let order = deal.prizes.iter().skip(1).filter(|&&prize| prize != 0);
                let words: Vec<String> = order.map(u8::to_string).collect();
                format!("then {}", words.join(" "))
            }
            Some(_) => format!("then any of {}", listed(Self::unseen(deal))),
        };
        let bid = match (deal.bid, viewer) {
            (None, _) => "-".to_string(),
            (Some(_), Some(Player(1))) => "?".to_string(),
            (Some(card), _) => card.to_string(),
        };
        let [x, y] = deal.points;
        format!(
            "prize {prize}, {to_come}\nplayer 0: {x} points, holds {a}, bids {bid}\nplayer 1: {y} points, holds {b}\n"
        )
    }

    /// The card.
    fn label(&self, _: &Deal, Move(card): Move) -> String {
        card.to_string()
    }
}

impl Hidden for Goofspiel {
    /// The prizes to come in any order; to player 1, a bid of player 0 is any card that it holds.
    fn determinize(&self, deal: &Deal, viewer: Player, dice: &mut Rng) -> Deal {
        let mut drawn = *deal;
        let mut place = 1;
        for prize in cards(Self::unseen(deal)) {
            drawn.prizes[place] = prize;
            place += 1;
        }
        if place > 1 {
            dice.shuffle(&mut drawn.prizes[1..place]);
        }
        if deal.bid.is_some() && viewer.0 == 1 {
            let held = deal.hands[0].count_ones() as usize;
            drawn.bid = cards(deal.hands[0]).nth(dice.index(held));
        }
        drawn
    }
}

impl Simultaneous for Goofspiel {
    #[inline]
    fn is_pending(&self, deal: &Deal) -> bool {
        deal.bid.is_some()
    }
}

/// The cards of both players, the prizes to come in their order, both players' points and, after a first
/// bid, that, such as `1,3 2,3 2,1 3:0 bid 3`. `-` is no card.
impl Notation for Goofspiel {
    fn write(&self, deal: &Deal) -> String {
        let [a, b] = deal.hands.map(listed);
        let order = deal.prizes.iter().filter(|&&prize| prize != 0);
        let order: Vec<String> = order.map(u8::to_string).collect();
        let prizes = if order.is_empty() {
            "-".into()
        } else {
            order.join(",")
        };
        let [x, y] = deal.points;
        let bid = deal
            .bid
            .map(|card| format!(" bid {card}"))
            .unwrap_or_default();
        format!("{a} {b} {prizes} {x}:{y}{bid}")
    }

    fn read(&self, text: &str) -> Result<Deal, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let ([a, b, prizes, points], bid) = match words[..] {
            [a, b, prizes, points] => ([a, b, prizes, points], None),
            [a, b, prizes, points, "bid", bid] => ([a, b, prizes, points], Some(bid)),
            _ => {
                return Err(
                    "a position is the cards of both, the prizes, the points, and a bid if there is one: 1,3 2,3 2,1 3:0 bid 3".into(),
                );
            }
        };
        let [one, two, order] = [self.list(a)?, self.list(b)?, self.list(prizes)?];
        if one.len() != order.len() || two.len() != order.len() {
            return Err(format!(
                "{} and {} cards for {} prizes: each round takes one of each",
                one.len(),
                two.len(),
                order.len()
            ));
        }
        let set = |list: &[u8]| list.iter().fold(0, |set, &card| set | bit(card));
        let taken: u8 = cards(self.all() & !set(&order)).sum();
        let counts = points
            .split_once(':')
            .map(|(x, y)| [x, y].map(|n| n.parse::<u8>().ok()));
        let Some([Some(x), Some(y)]) = counts else {
            return Err(format!(
                "`{points}` are no points: they are two numbers such as 3:0"
            ));
        };
        if x.checked_add(y).is_none_or(|sum| sum > taken) {
            return Err(format!(
                "{x} and {y} points: the prizes so far are worth {taken}"
            ));
        }
        let mut deal = self.deal(&(1..=self.cards as u8).collect::<Vec<u8>>());
        deal.hands = [set(&one), set(&two)];
        deal.prizes = [0; MOST];
        deal.prizes[..order.len()].copy_from_slice(&order);
        deal.left = order.len() as u8;
        deal.points = [x, y];
        if let Some(word) = bid {
            let held = one.iter().find(|card| card.to_string() == word);
            deal.bid =
                Some(*held.ok_or_else(|| format!("`{word}` is no card that player 0 holds"))?);
        }
        Ok(deal)
    }
}

impl Goofspiel {
    /// Cards with commas between them.
    fn list(&self, text: &str) -> Result<Vec<u8>, String> {
        let mut list = Vec::new();
        for word in text.split(',').filter(|word| *word != "-") {
            let known = word
                .parse()
                .ok()
                .filter(|&card| (1..=self.cards).contains(&usize::from(card)));
            let card = known
                .ok_or_else(|| format!("`{word}` is no card: they are 1 to {}", self.cards))?;
            if list.contains(&card) {
                return Err(format!("the card {card} is there twice in `{text}`"));
            }
            list.push(card);
        }
        Ok(list)
    }
}

/// Five times as many features as there are cards, and two: the viewer's cards and the other's, the current
/// prize, the prizes to come and the viewer's own bid, each 0 or 1; the viewer's points and the other's, as
/// shares of all.
impl Observation for Goofspiel {
    fn shape(&self) -> Shape {
        Shape::Features(5 * self.cards + 2)
    }

    fn observe(&self, deal: &Deal, viewer: Player, out: &mut [f32]) {
        let [own, other] = [viewer.index(), 1 - viewer.index()];
        let prize = deal.prizes[0].checked_sub(1).map_or(0, |place| 1 << place);
        let bid = deal.bid.filter(|_| viewer.0 == 0).map_or(0, bit);
        let sets = [
            deal.hands[own],
            deal.hands[other],
            prize,
            Self::unseen(deal),
            bid,
        ];
        let (features, points) = out.split_at_mut(5 * self.cards);
        for (features, set) in features.chunks_exact_mut(self.cards).zip(sets) {
            for (card, number) in features.iter_mut().enumerate() {
                *number = f32::from(u8::from(set >> card & 1 == 1));
            }
        }
        let all: u8 = cards(self.all()).sum();
        for (number, player) in points.iter_mut().zip([own, other]) {
            *number = f32::from(deal.points[player]) / f32::from(all);
        }
    }
}

/// The card minus one.
impl ActionSpace for Goofspiel {
    fn action_space(&self) -> usize {
        self.cards
    }

    #[inline]
    fn action_number(&self, _: &Deal, Move(card): Move) -> usize {
        usize::from(card) - 1
    }

    #[inline]
    fn numbered_action(&self, deal: &Deal, number: usize) -> Option<Move> {
        let held = deal.hands[Self::mover(deal).index()];
        let legal = number < self.cards && held >> number & 1 == 1;
        legal.then(|| Move(number as u8 + 1))
    }
}

/// Every measure of the game.
pub fn measures() -> Vec<Measure<Goofspiel>> {
    vec![Measure::<Goofspiel>::high(
        "hand",
        "the sum of own cards minus that of the other's",
        |_, deal, player| {
            let sum =
                |player: usize| f64::from(cards(deal.hands[player]).map(u16::from).sum::<u16>());
            sum(player.index()) - sum(1 - player.index())
        },
    )]
}

#[cfg(test)]
mod tests;
