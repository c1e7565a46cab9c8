//! Expectimax against enumeration, and its pruning rules against it, on random trees with chance.

use ludometer_agents::evaluate::Zero;
use ludometer_agents::search::{Expectimax, StarPruning};
use ludometer_core::law::{Effort, check_chance};
use ludometer_core::{
    Actions, Agent, Budget, Chance, Distribution, Evaluator, Facts, Game, Generator, KeyHasher,
    Perfect, Player, Rng, Seat, Seed, Turn,
};

/// A game without meaning: everything in it is a hash of the way to it.
#[derive(Clone, Copy)]
struct Nonsense {
    seed: u64,
    plies: u32,
    /// The fewest moves of a position.
    moves: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Place {
    plies: u32,
    way: u64,
}

fn mix(a: u64, b: u64) -> u64 {
    KeyHasher::new().word(a).word(b).finish()
}

/// Between -1 and 1.
fn number(word: u64) -> f64 {
    (word >> 11) as f64 / (1u64 << 52) as f64 - 1.0
}

impl Nonsense {
    fn draw(self, place: Place, what: u64, below: u64) -> u64 {
        mix(mix(self.seed, place.way), what) % below
    }
}

impl Game for Nonsense {
    type State = Place;
    type Action = u8;
    type Information = Perfect;

    fn facts(&self) -> Facts {
        Facts::new("nonsense", 2).with_chance()
    }
    fn start(&self, _: &mut Rng) -> Place {
        Place { plies: 0, way: 1 }
    }
    fn turn(&self, place: &Place) -> Turn {
        // Some games end early.
        let ends = place.plies >= self.plies || (place.plies > 1 && self.draw(*place, 1, 9) == 0);
        match ends {
            true => Turn::Over,
            false => Turn::Of(Player(self.draw(*place, 2, 2) as u8)),
        }
    }
    fn actions(&self, place: &Place, out: &mut Actions<Self>) {
        if self.turn(place) != Turn::Over {
            out.extend(0..(self.moves + self.draw(*place, 3, 2)) as u8);
        }
    }
    fn apply(&self, place: &mut Place, action: u8, chance: &mut Rng) {
        let mut outcomes = Vec::new();
        self.outcomes(place, action, &mut outcomes);
        let mut drawn = chance.unit();
        for (probability, next) in outcomes {
            *place = next;
            drawn -= probability;
            if drawn < 0.0 {
                break;
            }
        }
    }
    fn payoff(&self, place: &Place, player: Player) -> f64 {
        let value = number(mix(mix(self.seed, place.way), 4));
        if player == Player(0) { value } else { -value }
    }
    fn show(&self, place: &Place, _: Option<Player>) -> String {
        format!("{place:?}")
    }
    fn label(&self, _: &Place, action: u8) -> String {
        action.to_string()
    }
}

impl Chance for Nonsense {
    fn start_outcomes(&self, out: &mut Distribution<Self>) {
        out.push((1.0, Place { plies: 0, way: 1 }));
    }
    fn outcomes(&self, place: &Place, action: u8, out: &mut Distribution<Self>) {
        let count = 1 + self.draw(*place, 5, 3);
        let weights: Vec<u64> = (0..count)
            .map(|n| 1 + self.draw(*place, 6 + n, 4))
            .collect();
        let sum: u64 = weights.iter().sum();
        for (number, weight) in weights.into_iter().enumerate() {
            let way = mix(mix(place.way, u64::from(action)), number as u64);
            let plies = place.plies + 1;
            out.push((weight as f64 / sum as f64, Place { plies, way }));
        }
    }
}

/// An opinion without meaning, partly beyond the bounds of the payoff.
struct Opinion;

impl Evaluator<Nonsense> for Opinion {
    fn evaluate(&mut self, _: &mut Seat<'_, Nonsense>, place: &Place, player: Player) -> f64 {
        let value = 1.3 * number(mix(place.way, 77));
        if player == Player(0) { value } else { -value }
    }
}

/// The value of the definition, for a player.
fn enumerate(game: Nonsense, place: Place, depth: u32, player: Player) -> f64 {
    let mover = match game.turn(&place) {
        Turn::Over => return game.payoff(&place, player),
        Turn::Of(_) if depth == 0 => {
            let value = (1.3 * number(mix(place.way, 77))).clamp(-1.0, 1.0);
            return if player == Player(0) { value } else { -value };
        }
        Turn::Of(mover) => mover,
    };
    let mut actions = Vec::new();
    game.actions(&place, &mut actions);
    let values = actions
        .into_iter()
        .map(|action| expected(game, place, action, depth, player));
    match mover == player {
        true => values.fold(f64::NEG_INFINITY, f64::max),
        false => values.fold(f64::INFINITY, f64::min),
    }
}

fn expected(game: Nonsense, place: Place, action: u8, depth: u32, player: Player) -> f64 {
    let mut outcomes = Vec::new();
    game.outcomes(&place, action, &mut outcomes);
    let values = outcomes
        .into_iter()
        .map(|(probability, next)| probability * enumerate(game, next, depth - 1, player));
    values.sum()
}

#[test]
fn the_game_follows_its_list() {
    let game = Nonsense {
        seed: 3,
        plies: 4,
        moves: 2,
    };
    check_chance(&game, Seed::new(1), Effort::default()).unwrap();
}

/// Each rule finds the value of the best move and plays such a move. The forward-model calls of each.
fn compared(moves: u64, depths: &[u32], games: u64) -> [u64; 3] {
    let mut nodes = [0u64; 3];
    for seed in 0..games {
        let game = Nonsense {
            seed,
            plies: 7,
            moves,
        };
        let place = game.start(&mut Seed::new(0).rng(Generator::Xoshiro));
        let Turn::Of(player) = game.turn(&place) else {
            continue;
        };
        for &depth in depths {
            let truth = enumerate(game, place, depth, player);
            let rules = [StarPruning::None, StarPruning::Star1, StarPruning::Star2];
            for (rule, nodes) in rules.into_iter().zip(&mut nodes) {
                let dice = Seed::new(seed).rng(Generator::Xoshiro);
                let mut seat = Seat::open(&game, &place, player, dice, Budget::UNLIMITED);
                seat.enable_trace();
                let mut search = Expectimax::new(depth, Opinion, rule, (-1.0, 1.0));
                let action = search.act(&mut seat).unwrap();
                let values = seat.move_infos().iter().map(|info| info.value);
                let best = values.fold(f64::NEG_INFINITY, f64::max);
                assert!(
                    (best - truth).abs() < 1e-12,
                    "{seed} {depth} {rule:?}: {best} {truth}"
                );
                let chosen = expected(game, place, action, depth, player);
                assert!((chosen - truth).abs() < 1e-12, "{seed} {depth} {rule:?}");
                *nodes += seat.spent().steps;
            }
        }
    }
    nodes
}

#[test]
fn pruning_keeps_the_value() {
    let [plain, star1, star2] = compared(2, &[1, 3, 5], 60);
    assert!(4 * star1 < 3 * plain, "{plain} {star1} {star2}");
}

/// A probe is one of many moves where there are many; with few it costs as much as it saves.
#[test]
fn pruning_saves_nodes() {
    let [plain, star1, star2] = compared(12, &[3], 20);
    assert!(
        2 * star1 < plain && star2 < star1,
        "{plain} {star1} {star2}"
    );
}

/// What is listed is paid for, and a budget is kept.
#[test]
fn outcomes_are_forward_model_calls() {
    let game = Nonsense {
        seed: 5,
        plies: 6,
        moves: 2,
    };
    let place = game.start(&mut Seed::new(0).rng(Generator::Xoshiro));
    let Turn::Of(player) = game.turn(&place) else {
        panic!("it begins with a move")
    };
    for steps in [0, 1, 5, 50, 500] {
        let dice = Seed::new(2).rng(Generator::Xoshiro);
        let mut seat = Seat::open(&game, &place, player, dice, Budget::of_steps(steps));
        let mut search = Expectimax::new(6, Zero, StarPruning::Star2, (-1.0, 1.0));
        search.act(&mut seat).unwrap();
        assert!(seat.spent().steps <= steps);
        assert_eq!(seat.spent().steps > 0, steps > 4, "{steps}");
    }
}
