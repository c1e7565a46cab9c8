//! A game that hides something cannot hand it out: whoever forgets to draw it is caught.

use ludometer_core::law::{Effort, check};
use ludometer_core::{
    Actions, Agent, Budget, Facts, Forfeit, Game, Generator, Hidden, Imperfect, Perfect, Player,
    Rng, Seat, Seed, Turn,
};

/// How a game of hidden cards draws them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Draws {
    /// Both anew.
    Both,
    /// The state is copied: it leaks.
    Nothing,
    /// One card anew, the other is kept: it leaks half.
    One,
    /// Both anew, but the dice are used otherwise where the first card is high.
    Otherwise,
}

/// Two cards of ten lie face down; the player names the first. Whoever is right wins.
#[derive(Clone, Copy)]
struct Guess(Draws);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Table {
    cards: [u8; 2],
    named: Option<u8>,
}

impl Game for Guess {
    type State = Table;
    type Action = u8;
    type Information = Imperfect;

    fn facts(&self) -> Facts {
        Facts::new("guess", 1).with_chance().with_hidden::<Self>()
    }
    fn start(&self, chance: &mut Rng) -> Table {
        Table {
            cards: [0; 2].map(|_| chance.below(10) as u8),
            named: None,
        }
    }
    fn turn(&self, table: &Table) -> Turn {
        match table.named {
            None => Turn::Of(Player(0)),
            Some(_) => Turn::Over,
        }
    }
    fn actions(&self, table: &Table, out: &mut Actions<Self>) {
        if table.named.is_none() {
            out.extend(0..10);
        }
    }
    fn apply(&self, table: &mut Table, action: u8, _: &mut Rng) {
        table.named = Some(action);
    }
    fn payoff(&self, table: &Table, _: Player) -> f64 {
        f64::from(u8::from(table.named == Some(table.cards[0])))
    }
    fn points(&self, _: &Table, _: Player) -> f64 {
        0.0
    }
    fn show(&self, table: &Table, viewer: Option<Player>) -> String {
        match viewer {
            None => format!("{:?} {:?}", table.cards, table.named),
            Some(_) => format!("{:?}", table.named),
        }
    }
    fn label(&self, _: &Table, action: u8) -> String {
        action.to_string()
    }
}

impl Hidden for Guess {
    fn determinize(&self, table: &Table, _: Player, dice: &mut Rng) -> Table {
        let mut drawn = table.clone();
        let mut draw = || dice.below(10) as u8;
        match self.0 {
            Draws::Both => drawn.cards = [draw(), draw()],
            Draws::Nothing => {}
            Draws::One => drawn.cards[1] = draw(),
            Draws::Otherwise if table.cards[0] > 4 => {
                let second = draw();
                drawn.cards = [draw(), second];
            }
            Draws::Otherwise => drawn.cards = [draw(), draw()],
        }
        drawn
    }
}

/// Names the first card as its seat shows it.
struct Peeper;

impl<G: Game<State = Table, Action = u8>> Agent<G> for Peeper {
    fn act(&mut self, seat: &mut Seat<'_, G>) -> Result<u8, Forfeit> {
        Ok(seat.position().cards[0])
    }
}

/// How many of a thousand cards a peeper guesses.
fn guessed<G: Game<State = Table, Action = u8>>(game: &G) -> u32 {
    let right = (0..1000).map(|number| {
        let mut chance = Seed::new(5).nth(number).rng(Generator::Xoshiro);
        let mut table = game.start(&mut chance);
        let dice = Seed::new(6).nth(number).rng(Generator::Xoshiro);
        let mut seat = Seat::open(game, &table, Player(0), dice, Budget::UNLIMITED);
        let action = Peeper.act(&mut seat).unwrap();
        game.step(&mut table, action, &mut chance);
        u32::from(game.payoff(&table, Player(0)) > 0.0)
    });
    right.sum()
}

#[test]
fn whoever_peeps_guesses_no_better_than_chance_where_the_laws_hold() {
    // A tenth of a thousand, with a standard deviation of 9.5.
    assert!((60..140).contains(&guessed(&Guess(Draws::Both))));
    assert_eq!(guessed(&Guess(Draws::Nothing)), 1000);
    assert_eq!(guessed(&Guess(Draws::One)), 1000);
}

#[test]
fn the_laws_catch_whoever_leaks() {
    let verdict = |draws| check(&Guess(draws), Seed::new(1), Effort::default());
    assert_eq!(verdict(Draws::Both), Ok(()));
    for draws in [Draws::Nothing, Draws::One, Draws::Otherwise] {
        let said = verdict(draws).expect_err("it leaks").to_string();
        assert!(
            said.contains("more than what is seen and the dice"),
            "{said}"
        );
    }
}

/// One card that is always the same: only that nothing is ever drawn can be seen.
struct Single;

impl Game for Single {
    type State = u8;
    type Action = u8;
    type Information = Imperfect;

    fn facts(&self) -> Facts {
        Facts::new("single", 1).with_hidden::<Self>()
    }
    fn start(&self, _: &mut Rng) -> u8 {
        7
    }
    fn turn(&self, state: &u8) -> Turn {
        match state {
            7 => Turn::Of(Player(0)),
            _ => Turn::Over,
        }
    }
    fn actions(&self, state: &u8, out: &mut Actions<Self>) {
        out.extend((*state == 7).then_some(1));
    }
    fn apply(&self, state: &mut u8, _: u8, _: &mut Rng) {
        *state = 0;
    }
    fn payoff(&self, _: &u8, _: Player) -> f64 {
        0.0
    }
    fn points(&self, _: &u8, _: Player) -> f64 {
        0.0
    }
    fn show(&self, state: &u8, viewer: Option<Player>) -> String {
        match viewer {
            None => state.to_string(),
            Some(_) => (*state == 7).to_string(),
        }
    }
    fn label(&self, _: &u8, _: u8) -> String {
        "go".into()
    }
}

impl Hidden for Single {
    fn determinize(&self, state: &u8, _: Player, _: &mut Rng) -> u8 {
        *state
    }
}

#[test]
fn a_hidden_game_that_never_draws_anything_is_told() {
    let said = check(&Single, Seed::new(1), Effort::default()).unwrap_err();
    let law = "determinisation never draws anything else";
    assert!(said.to_string().contains(law), "{said}");
}

/// The game of the issue: its facts say that it hides its cards, and it says nothing of how. The
/// builder refuses it; whoever goes around the builder is caught by the laws.
struct Forgetful;

impl Game for Forgetful {
    type State = Table;
    type Action = u8;
    type Information = Perfect;

    fn facts(&self) -> Facts {
        let mut facts = Facts::new("forgetful", 1).with_chance();
        facts.hidden = true;
        facts
    }
    fn start(&self, chance: &mut Rng) -> Table {
        Guess(Draws::Both).start(chance)
    }
    fn turn(&self, table: &Table) -> Turn {
        Guess(Draws::Both).turn(table)
    }
    fn actions(&self, table: &Table, out: &mut Actions<Self>) {
        Guess(Draws::Both).actions(table, out);
    }
    fn apply(&self, table: &mut Table, action: u8, chance: &mut Rng) {
        Guess(Draws::Both).apply(table, action, chance);
    }
    fn payoff(&self, table: &Table, player: Player) -> f64 {
        Guess(Draws::Both).payoff(table, player)
    }
    fn points(&self, _: &Table, _: Player) -> f64 {
        0.0
    }
    fn show(&self, table: &Table, viewer: Option<Player>) -> String {
        Guess(Draws::Both).show(table, viewer)
    }
    fn label(&self, _: &Table, action: u8) -> String {
        action.to_string()
    }
}

#[test]
fn facts_that_go_around_the_type_are_told() {
    assert_eq!(guessed(&Forgetful), 1000);
    let said = check(&Forgetful, Seed::new(1), Effort::default()).unwrap_err();
    let law = "the type of the game does not";
    assert!(said.to_string().contains(law), "{said}");
}
