//! The laws of extension traits: a sound game passes, and one fault at a time is caught.

use ludometer_core::law::{
    Effort, check, check_action_space, check_chance, check_evaluator, check_observation,
    check_simultaneous,
};
use ludometer_core::{
    ActionSpace, Actions, Chance, Distribution, Evaluator, Facts, Game, Hidden, Imperfect,
    Observation, Player, Rng, Seat, Seed, Shape, Simultaneous, Turn,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    None,
    /// Observations leave a number out, tell what is hidden, or hold no number.
    ObservesLess,
    ObservesHidden,
    ObservesNothing,
    ObservesInfinity,
    /// Numbers of actions are wrong in one way each.
    NumbersNothing,
    NumbersBeyond,
    NumbersTwice,
    NumbersOthers,
    NumbersStrays,
    MasksNothing,
    /// Lists are wrong in one way each.
    ListsTooMuch,
    ListsTwice,
    ListsNever,
    ForgetsOne,
    Misjudges,
    /// Rounds are not what they should be.
    ShowsChoice,
    ChoosesTwice,
    DecidesWhoIsNext,
    RestrictsOthers,
    EndsInTheMiddle,
}

/// Rock-paper-scissors over three rounds. A fair die is thrown after each, for the looks of it.
#[derive(Clone, Copy)]
struct Hands(Fault);

#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
struct Match {
    round: u8,
    /// What the first player chose in a round that is under way.
    waiting: Option<u8>,
    /// Whether the first player is to choose again: a fault.
    again: bool,
    score: [u8; 2],
    die: u8,
}

impl Hands {
    fn is(self, fault: Fault) -> bool {
        self.0 == fault
    }

    /// The round is carried out: the second hand meets the first.
    fn meet(state: &Match, second: u8, die: u8) -> Match {
        let mut next = state.clone();
        if let Some(first) = next.waiting.take() {
            match (3 + first - second) % 3 {
                1 => next.score[0] += 1,
                2 => next.score[1] += 1,
                _ => {}
            }
        }
        next.round += 1;
        next.die = die;
        next
    }
}

impl Game for Hands {
    type State = Match;
    type Action = u8;
    type Information = Imperfect;

    fn facts(&self) -> Facts {
        let facts = Facts::new("hands", 2).with_chance();
        facts.with_hidden::<Self>().paying(-3.0, 3.0)
    }
    fn start(&self, _: &mut Rng) -> Match {
        Match::default()
    }
    fn turn(&self, state: &Match) -> Turn {
        let cut = self.is(Fault::EndsInTheMiddle) && state.round == 2 && state.waiting.is_some();
        if state.round == 3 || cut {
            return Turn::Over;
        }
        let skips = self.is(Fault::DecidesWhoIsNext) && state.waiting == Some(2);
        match state.waiting.is_some() && !state.again && !skips {
            true => Turn::Of(Player(1)),
            false => Turn::Of(Player(0)),
        }
    }
    fn actions(&self, state: &Match, out: &mut Actions<Self>) {
        if self.turn(state) == Turn::Over {
            return;
        }
        let fewer = self.is(Fault::RestrictsOthers) && state.waiting == Some(2);
        out.extend(0..if fewer { 2 } else { 3 });
    }
    fn apply(&self, state: &mut Match, action: u8, chance: &mut Rng) {
        if self.turn(state) == Turn::Of(Player(0)) {
            state.again = self.is(Fault::ChoosesTwice) && !state.again;
            state.waiting = Some(action);
            return;
        }
        let faces = if self.is(Fault::ForgetsOne) { 7 } else { 6 };
        *state = Hands::meet(state, action, chance.below(faces) as u8);
    }
    fn payoff(&self, state: &Match, player: Player) -> f64 {
        let [one, other] = state.score.map(f64::from);
        if player.0 == 0 {
            one - other
        } else {
            other - one
        }
    }
    fn points(&self, state: &Match, player: Player) -> f64 {
        self.payoff(state, player)
    }
    fn show(&self, state: &Match, viewer: Option<Player>) -> String {
        let waiting = match viewer {
            Some(Player(1)) if !self.is(Fault::ShowsChoice) => state.waiting.map(|_| 9),
            _ => state.waiting,
        };
        let Match {
            round,
            score,
            die,
            again,
            ..
        } = state;
        format!("{round} {score:?} {die} {waiting:?} {again}")
    }
    fn label(&self, _: &Match, action: u8) -> String {
        ["rock", "paper", "scissors"][usize::from(action)].into()
    }
}

impl Hidden for Hands {
    fn determinize(&self, state: &Match, viewer: Player, dice: &mut Rng) -> Match {
        let mut drawn = state.clone();
        if viewer.0 == 1 && drawn.waiting.is_some() {
            drawn.waiting = Some(dice.below(3) as u8);
        }
        drawn
    }
}

impl Observation for Hands {
    fn shape(&self) -> Shape {
        match self.0 {
            Fault::ObservesNothing => Shape::Features(0),
            _ => Shape::Planes {
                planes: 2,
                rows: 1,
                columns: 3,
            },
        }
    }
    fn observe(&self, state: &Match, viewer: Player, out: &mut [f32]) {
        let own = if viewer.0 == 0 || self.is(Fault::ObservesHidden) {
            state.waiting.map_or(-1.0, f32::from)
        } else {
            f32::from(u8::from(state.waiting.is_some()))
        };
        let [one, other] = state.score.map(f32::from);
        let numbers = [
            own,
            one,
            other,
            f32::from(state.round),
            f32::from(state.die),
        ];
        out[..5].copy_from_slice(&numbers);
        match self.0 {
            Fault::ObservesLess => {}
            Fault::ObservesInfinity if state.round == 2 => out[5] = f32::INFINITY,
            _ => out[5] = f32::from(u8::from(state.again)),
        }
    }
}

impl ActionSpace for Hands {
    fn action_space(&self) -> usize {
        if self.is(Fault::NumbersNothing) { 0 } else { 9 }
    }
    fn action_number(&self, _: &Match, action: u8) -> usize {
        match self.0 {
            Fault::NumbersBeyond => 9 + usize::from(action),
            Fault::NumbersTwice => 3 + usize::from(action / 2),
            _ => 3 + usize::from(action),
        }
    }
    fn numbered_action(&self, state: &Match, number: usize) -> Option<u8> {
        let mut legal = Vec::new();
        self.actions(state, &mut legal);
        let action = match (self.0, number) {
            (Fault::NumbersOthers, 3..=5) => Some((number as u8 - 2) % 3),
            (Fault::NumbersStrays, 7) => Some(0),
            (_, 3..=5) => Some(number as u8 - 3),
            _ => None,
        };
        action.filter(|action| legal.contains(action))
    }
    fn action_mask(&self, state: &Match, buffer: &mut Actions<Self>, mask: &mut [bool]) {
        buffer.clear();
        self.actions(state, buffer);
        if !self.is(Fault::MasksNothing) {
            mask.fill(false);
        }
        for &action in &*buffer {
            mask[self.action_number(state, action)] = true;
        }
    }
}

impl Chance for Hands {
    fn start_outcomes(&self, out: &mut Distribution<Self>) {
        out.push((1.0, Match::default()));
    }
    fn outcomes(&self, state: &Match, action: u8, out: &mut Distribution<Self>) {
        if self.turn(state) == Turn::Of(Player(0)) {
            let mut next = state.clone();
            next.waiting = Some(action);
            out.push((1.0, next));
            return;
        }
        for die in 0..6 {
            let probability = match (self.0, die) {
                (Fault::ListsTooMuch, 5) => 0.5,
                (Fault::Misjudges, 0) => 0.15,
                (Fault::Misjudges, 1) => 1.0 / 3.0 - 0.15,
                (Fault::ListsNever, 0) => 0.0,
                (Fault::ListsNever, 1) => 1.0 / 3.0,
                _ => 1.0 / 6.0,
            };
            let die = if self.is(Fault::ListsTwice) && die == 1 {
                0
            } else {
                die
            };
            out.push((probability, Hands::meet(state, action, die)));
        }
    }
}

impl Simultaneous for Hands {
    fn is_pending(&self, state: &Match) -> bool {
        state.waiting.is_some()
    }
}

fn verdict(fault: Fault) -> Result<(), String> {
    let (game, seed, extent) = (Hands(fault), Seed::new(2), Effort::default());
    let told =
        |verdict: Result<(), ludometer_core::law::LawViolation>| verdict.map_err(|b| b.to_string());
    told(check_observation(&game, seed, extent))?;
    told(check_action_space(&game, seed, extent))?;
    told(check_chance(&game, seed, extent))?;
    told(check_simultaneous(&game, seed, extent))
}

#[test]
fn a_sound_game_passes() {
    assert_eq!(verdict(Fault::None), Ok(()));
    check(&Hands(Fault::None), Seed::new(2), Effort::default()).unwrap();
}

#[test]
fn each_fault_is_caught_and_named() {
    for (fault, words) in [
        (Fault::ObservesLess, "not whole and finite"),
        (Fault::ObservesHidden, "shown alike is observed otherwise"),
        (Fault::ObservesNothing, "no numbers"),
        (Fault::ObservesInfinity, "not whole and finite"),
        (Fault::NumbersNothing, "has no numbers"),
        (Fault::NumbersBeyond, "not below the space"),
        (Fault::NumbersTwice, "share a number"),
        (Fault::NumbersOthers, "does not name its action"),
        (Fault::NumbersStrays, "that does not have it"),
        (Fault::MasksNothing, "mask does not mark"),
        (Fault::ListsTooMuch, "add up to one"),
        (Fault::ListsTwice, "listed twice"),
        (Fault::ListsNever, "not positive"),
        (Fault::ForgetsOne, "drawn that is not listed"),
        (Fault::Misjudges, "does not follow the list"),
        (Fault::ShowsChoice, "sees what another chose"),
        (Fault::DecidesWhoIsNext, "who is next"),
        (
            Fault::RestrictsOthers,
            "actions depend on what another chose",
        ),
    ] {
        let said = verdict(fault).expect_err(&format!("{fault:?} is not caught"));
        assert!(said.contains(words), "{fault:?}: {said}");
    }
    // These change what is listed or shown as well: only the rounds are looked at.
    for (fault, words) in [
        (Fault::ChoosesTwice, "chooses twice"),
        (Fault::EndsInTheMiddle, "over in the middle of a round"),
    ] {
        let said = check_simultaneous(&Hands(fault), Seed::new(2), Effort::default());
        let said = said.expect_err("it is caught").to_string();
        assert!(said.contains(words), "{fault:?}: {said}");
    }
}

/// Adds a little noise to the score; many at once in one go, and rightly or not.
struct Noisy {
    right: bool,
}

impl Evaluator<Hands> for Noisy {
    fn evaluate(&mut self, seat: &mut Seat<'_, Hands>, state: &Match, player: Player) -> f64 {
        seat.game().points(state, player) + seat.dice().unit()
    }
    fn evaluate_batch(
        &mut self,
        seat: &mut Seat<'_, Hands>,
        states: &[&Match],
        player: Player,
        out: &mut Vec<f64>,
    ) {
        let game = seat.game();
        if self.right {
            let dice = seat.dice();
            out.extend(states.iter().map(|s| game.points(s, player) + dice.unit()));
        } else {
            let noise: Vec<f64> = states.iter().map(|_| seat.dice().unit()).collect();
            let values = states.iter().zip(noise.iter().rev());
            out.extend(values.map(|(state, noise)| game.points(state, player) + noise));
        }
    }
}

/// The default asks one by one.
struct Plain;

impl Evaluator<Hands> for Plain {
    fn evaluate(&mut self, seat: &mut Seat<'_, Hands>, state: &Match, player: Player) -> f64 {
        seat.game().points(state, player) * seat.dice().unit()
    }
}

#[test]
fn many_states_at_once_are_worth_what_each_is() {
    let (game, seed, extent) = (Hands(Fault::None), Seed::new(2), Effort::default());
    check_evaluator(&game, || Plain, seed, extent).unwrap();
    check_evaluator(&game, || Noisy { right: true }, seed, extent).unwrap();
    let boxed = || -> Box<dyn Evaluator<Hands>> { Box::new(Noisy { right: true }) };
    check_evaluator(&game, boxed, seed, extent).unwrap();
    let wrong = check_evaluator(&game, || Noisy { right: false }, seed, extent);
    let said = wrong.unwrap_err().to_string();
    assert!(said.contains("something else than one by one"), "{said}");
}
