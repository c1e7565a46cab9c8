//! Searches of hidden information where theory says how they differ.

use ludometer_agents::sample::{Determinized, IsMcts, Observers, PlayoutOutcome, Rollout, Uct};
use ludometer_core::{
    Actions, Agent, Budget, Facts, Game, Generator, Hidden, Imperfect, Player, Rng, Seat, Seed,
    Turn,
};
use ludometer_games::kuhn::{Deal, Kuhn, Move};

/// A coin lies face down. Player 0 takes a sure sum or bets; who bets names a side, and wins or loses 1.
/// Who knew the coin would always bet. With `caller`, player 1 names the side, of a coin that player 0
/// has laid: who sees the coin laid always names it.
#[derive(Clone, Copy)]
struct Coin {
    /// The sure payoff of player 0.
    sure: f64,
    /// Whether player 0 lays the coin and player 1 names the side.
    laid: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Table {
    coin: Option<bool>,
    bets: bool,
    taken: bool,
    named: Option<bool>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Act {
    Take,
    Bet,
    Lay(bool),
    Name(bool),
}

impl Game for Coin {
    type State = Table;
    type Action = Act;
    type Information = Imperfect;

    fn facts(&self) -> Facts {
        Facts::new("coin", 2).with_chance().with_hidden::<Self>()
    }
    fn start(&self, chance: &mut Rng) -> Table {
        let side = chance.below(2) == 1;
        Table {
            coin: (!self.laid).then_some(side),
            bets: false,
            taken: false,
            named: None,
        }
    }
    fn turn(&self, table: &Table) -> Turn {
        if table.taken || table.named.is_some() {
            return Turn::Over;
        }
        Turn::Of(Player(u8::from(self.laid && table.bets)))
    }
    fn actions(&self, table: &Table, out: &mut Actions<Self>) {
        match (self.turn(table), table.bets) {
            (Turn::Over, _) => {}
            (_, true) => out.extend([Act::Name(false), Act::Name(true)]),
            (_, false) if self.laid => {
                out.extend([Act::Take, Act::Lay(false), Act::Lay(true)]);
            }
            (_, false) => out.extend([Act::Take, Act::Bet]),
        }
    }
    fn apply(&self, table: &mut Table, action: Act, _: &mut Rng) {
        match action {
            Act::Take => table.taken = true,
            Act::Bet => table.bets = true,
            Act::Lay(side) => (table.bets, table.coin) = (true, Some(side)),
            Act::Name(side) => table.named = Some(side),
        }
    }
    fn payoff(&self, table: &Table, player: Player) -> f64 {
        let sign = if player == Player(0) { 1.0 } else { -1.0 };
        let namer = if self.laid { -1.0 } else { 1.0 };
        sign * match table.taken {
            true => self.sure,
            false if table.named == table.coin => namer,
            false => -namer,
        }
    }
    fn show(&self, table: &Table, viewer: Option<Player>) -> String {
        let sees = viewer.is_none_or(|viewer| self.laid && viewer == Player(0));
        let coin = if sees || table.named.is_some() {
            table.coin
        } else {
            None
        };
        format!("{coin:?} {} {} {:?}", table.bets, table.taken, table.named)
    }
    fn label(&self, _: &Table, action: Act) -> String {
        format!("{action:?}")
    }
}

impl Hidden for Coin {
    fn determinize(&self, table: &Table, viewer: Player, dice: &mut Rng) -> Table {
        let mut drawn = *table;
        let unseen = table.named.is_none() && table.coin.is_some();
        if unseen && !(self.laid && viewer == Player(0)) {
            drawn.coin = Some(dice.below(2) == 1);
        }
        drawn
    }
}

/// Decisions of a search in a game, from several seeds: how often the sure sum is taken.
fn takes<A: Agent<Coin>>(game: Coin, make: impl Fn() -> A) -> usize {
    let decide = |seed: u64| {
        let start = game.start(&mut Seed::new(seed).rng(Generator::Xoshiro));
        let dice = Seed::new(seed).named("mind").rng(Generator::Xoshiro);
        let mut seat = Seat::open(&game, &start, Player(0), dice, Budget::UNLIMITED);
        make().act(&mut seat).unwrap() == Act::Take
    };
    (0..20).filter(|&seed| decide(seed)).count()
}

fn information_sets<G: Game>(observers: Observers) -> IsMcts<G> {
    IsMcts::new(2000, 1.0, PlayoutOutcome::Payoff, 100, observers)
}

fn determinized<G: Game>() -> Determinized<G> {
    let rollout = Rollout::new(PlayoutOutcome::Payoff, 100);
    Determinized::new(20, Uct::new(500, 1.0, rollout))
}

/// Strategy fusion: a search of each determinization thinks that it will know the coin. A bet is worth 0,
/// the sure sum a half.
#[test]
fn only_determinised_search_bets_on_what_it_cannot_know() {
    let game = Coin {
        sure: 0.5,
        laid: false,
    };
    assert_eq!(takes(game, determinized), 0);
    assert_eq!(takes(game, || information_sets(Observers::Single)), 20);
    assert_eq!(takes(game, || information_sets(Observers::Multiple)), 20);
}

/// A single observer believes that the other sees what it sees, the laid coin: it takes a sure
/// loss. With a tree for each player the coin is worth laying.
#[test]
fn only_a_tree_of_its_own_keeps_a_player_in_the_dark() {
    let game = Coin {
        sure: -0.8,
        laid: true,
    };
    assert_eq!(takes(game, || information_sets(Observers::Single)), 20);
    assert_eq!(takes(game, || information_sets(Observers::Multiple)), 0);
}

/// In Kuhn poker the dominated moves are never made: folding a king, calling with a jack.
#[test]
fn dominated_moves_of_kuhn_poker_are_not_made() {
    for observers in [Observers::Single, Observers::Multiple] {
        for (cards, right) in [([0, 2], Move::Bet), ([1, 0], Move::Pass)] {
            for seed in 0..10 {
                let deal = Deal {
                    cards,
                    betting: [Move::Bet].into_iter().collect(),
                };
                let dice = Seed::new(seed).rng(Generator::Xoshiro);
                let mut seat = Seat::open(&Kuhn, &deal, Player(1), dice, Budget::UNLIMITED);
                let action = information_sets(observers).act(&mut seat).unwrap();
                assert_eq!(action, right, "{observers:?} {cards:?}");
            }
        }
    }
}

/// A move that is seldom legal is not tried more often for that: it is compared with the simulations in
/// which it could be made.
#[test]
fn rare_moves_are_compared_with_their_occasions() {
    /// One of four doors is open beside the first, which always is; player 0 sees which when it goes.
    #[derive(Clone, Copy)]
    struct Doors;

    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    struct House {
        open: u8,
        inside: bool,
        door: Option<u8>,
    }

    impl Game for Doors {
        type State = House;
        type Action = u8;
        type Information = Imperfect;

        fn facts(&self) -> Facts {
            Facts::new("doors", 2).with_chance().with_hidden::<Self>()
        }
        fn start(&self, chance: &mut Rng) -> House {
            House {
                open: 1 + chance.below(4) as u8,
                inside: false,
                door: None,
            }
        }
        fn turn(&self, house: &House) -> Turn {
            match (house.inside, house.door) {
                (_, Some(_)) => Turn::Over,
                (inside, None) => Turn::Of(Player(u8::from(inside))),
            }
        }
        fn actions(&self, house: &House, out: &mut Actions<Self>) {
            match (house.inside, house.door) {
                (_, Some(_)) => {}
                (false, _) => out.push(9),
                (true, _) => out.extend([0, house.open]),
            }
        }
        fn apply(&self, house: &mut House, action: u8, _: &mut Rng) {
            match house.inside {
                false => house.inside = true,
                true => house.door = Some(action),
            }
        }
        fn payoff(&self, _: &House, _: Player) -> f64 {
            0.0
        }
        fn show(&self, house: &House, viewer: Option<Player>) -> String {
            let open = match viewer {
                Some(Player(0)) if house.door.is_none() => 0,
                _ => house.open,
            };
            format!("{open} {} {:?}", house.inside, house.door)
        }
        fn label(&self, _: &House, action: u8) -> String {
            action.to_string()
        }
    }

    impl Hidden for Doors {
        fn determinize(&self, house: &House, viewer: Player, dice: &mut Rng) -> House {
            let mut drawn = *house;
            if viewer == Player(0) && house.door.is_none() {
                drawn.open = 1 + dice.below(4) as u8;
            }
            drawn
        }
    }

    let mut search = IsMcts::new(4000, 1.0, PlayoutOutcome::Payoff, 9, Observers::Single);
    let start = Doors.start(&mut Seed::new(0).rng(Generator::Xoshiro));
    let dice = Seed::new(1).rng(Generator::Xoshiro);
    let mut seat = Seat::open(&Doors, &start, Player(0), dice, Budget::UNLIMITED);
    seat.enable_trace();
    search.act(&mut seat).unwrap();
    // All doors are worth the same, so visits grow as the logarithm of the occasions, 4000 for the first
    // door and about 1000 for each of the others: 4000 / (4 + ln 4000 / ln 1000) = 769. Compared with the
    // visits of the node all five would be taken equally often, 800 times.
    for door in 1..5 {
        let visits = search.visits_after(&[9, door]);
        assert!((755..785).contains(&visits), "{visits}");
    }
}
