//! The laws catch those who break them: a counter game, sound as it stands, with one fault at a
//! time.

use ludometer_core::law::{Effort, check, check_notation};
use ludometer_core::{
    Actions, Facts, Game, Generator, Hidden, Imperfect, Notation, Player, Rng, Seed, Turn,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    None,
    ActionsAfterTheEnd,
    NoActions,
    RepeatedLabel,
    MuteLabel,
    SecretChance,
    ShowsLess,
    DrawsAnother,
    ActionsDependOnSecret,
    StrangeMover,
    InfinitePayoff,
    PaysTooMuch,
    SumsToSomething,
    InfinitePoints,
    ReadsAnother,
    RefusesItsOwn,
    TooManyPlayers,
}

/// Count to three by ones and twos; a secret bit is dealt that nobody sees.
#[derive(Clone, Copy)]
struct Count(Fault);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct State {
    sum: u8,
    secret: u8,
}

impl Game for Count {
    type State = State;
    type Action = u8;
    type Information = Imperfect;

    fn facts(&self) -> Facts {
        let players = match self.0 {
            Fault::TooManyPlayers => 256,
            _ => 1,
        };
        let mut facts = Facts::new("count", players);
        facts.chance = self.0 != Fault::SecretChance;
        facts.hidden = self.0 != Fault::ShowsLess;
        facts.zero_sum = self.0 == Fault::SumsToSomething;
        if self.0 == Fault::PaysTooMuch {
            facts = facts.paying(-1.0, 0.5);
        }
        facts
    }
    fn start(&self, chance: &mut Rng) -> State {
        State {
            sum: 0,
            secret: chance.below(2) as u8,
        }
    }
    fn turn(&self, state: &State) -> Turn {
        match (state.sum >= 3, self.0) {
            (true, _) => Turn::Over,
            (_, Fault::StrangeMover) => Turn::Of(Player(7)),
            _ => Turn::Of(Player(0)),
        }
    }
    fn actions(&self, state: &State, out: &mut Actions<Self>) {
        match self.0 {
            Fault::NoActions => {}
            Fault::ActionsAfterTheEnd => out.extend([1, 2]),
            Fault::ActionsDependOnSecret if state.secret == 1 && state.sum < 3 => out.push(1),
            _ if state.sum < 3 => out.extend([1, 2]),
            _ => {}
        }
    }
    fn apply(&self, state: &mut State, action: u8, chance: &mut Rng) {
        state.sum += action;
        if self.0 == Fault::SecretChance {
            state.secret = chance.below(100) as u8;
        }
    }
    fn payoff(&self, _: &State, _: Player) -> f64 {
        if self.0 == Fault::InfinitePayoff {
            f64::INFINITY
        } else {
            1.0
        }
    }
    fn points(&self, state: &State, _: Player) -> f64 {
        if self.0 == Fault::InfinitePoints {
            f64::NAN
        } else {
            f64::from(state.sum)
        }
    }
    fn show(&self, state: &State, viewer: Option<Player>) -> String {
        match viewer {
            None => format!("{} {}", state.sum, state.secret),
            Some(_) => state.sum.to_string(),
        }
    }
    fn label(&self, _: &State, action: u8) -> String {
        match self.0 {
            Fault::RepeatedLabel => "go".into(),
            Fault::MuteLabel => format!("{action}?"),
            _ => action.to_string(),
        }
    }
    fn action_named(&self, state: &State, text: &str) -> Option<u8> {
        let mut legal = Vec::new();
        self.actions(state, &mut legal);
        match self.0 {
            // Names both, so that only the repetition can be caught.
            Fault::RepeatedLabel => legal.first().copied().filter(|_| text == "go"),
            _ => legal.into_iter().find(|action| action.to_string() == text),
        }
    }
}

impl Hidden for Count {
    fn determinize(&self, state: &State, _: Player, dice: &mut Rng) -> State {
        State {
            sum: state.sum + u8::from(self.0 == Fault::DrawsAnother),
            secret: dice.below(2) as u8,
        }
    }
}

impl Notation for Count {
    fn write(&self, state: &State) -> String {
        format!("{} {}", state.sum, state.secret)
    }
    fn read(&self, text: &str) -> Result<State, String> {
        let (sum, secret) = text.split_once(' ').ok_or("two numbers")?;
        let number = |text: &str| text.parse::<u8>().map_err(|error| error.to_string());
        match self.0 {
            Fault::RefusesItsOwn => Err("no".into()),
            Fault::ReadsAnother => Ok(State { sum: 9, secret: 9 }),
            _ => Ok(State {
                sum: number(sum)?,
                secret: number(secret)?,
            }),
        }
    }
}

fn verdict(fault: Fault) -> Result<(), String> {
    let game = Count(fault);
    let all = check(&game, Seed::new(1), Effort::default());
    all.and_then(|()| check_notation(&game, Seed::new(1), Effort::default()))
        .map_err(|breach| breach.to_string())
}

#[test]
fn a_sound_game_passes() {
    assert_eq!(verdict(Fault::None), Ok(()));
}

#[test]
fn each_fault_is_caught_and_named() {
    for (fault, words) in [
        (Fault::ActionsAfterTheEnd, "still offers actions"),
        (Fault::NoActions, "has no action"),
        (Fault::RepeatedLabel, "label"),
        (Fault::MuteLabel, "does not name its action"),
        (Fault::SecretChance, "a game without chance consults it"),
        (Fault::ShowsLess, "hides nothing"),
        (Fault::DrawsAnother, "shows its viewer something else"),
        (Fault::ActionsDependOnSecret, "depend on what it cannot see"),
        (Fault::StrangeMover, "does not sit at the game"),
        (Fault::InfinitePayoff, "payoff"),
        (Fault::PaysTooMuch, "outside of the bounds"),
        (Fault::SumsToSomething, "do not add up to nothing"),
        (Fault::InfinitePoints, "points"),
        (Fault::ReadsAnother, "is another state"),
        (Fault::RefusesItsOwn, "refuses what write wrote"),
        (Fault::TooManyPlayers, "at most 255 players"),
    ] {
        let said = verdict(fault).expect_err(&format!("{fault:?} is not caught"));
        assert!(said.contains(words), "{fault:?}: {said}");
    }
}

#[test]
fn the_checked_door_refuses_and_leaves_the_state_alone() {
    let game = Count(Fault::None);
    let mut rng = Seed::new(2).rng(Generator::Xoshiro);
    let mut state = game.start(&mut rng);
    let before = state.clone();
    assert!(game.step_checked(&mut state, 3, &mut rng).is_err());
    assert_eq!(state, before);
    assert!(game.step_checked(&mut state, 2, &mut rng).is_ok());
    assert_eq!(state.sum, 2);
}
