//! Players that a laboratory in code sits down: a search of this many nodes with an evaluation and
//! probabilities of its own, and games between two of them.

use super::guide::Mia;
use super::nine::MiaEvaluator;
use super::realisation::Realisation;
use ludometer_agents::search::pvs::{Pvs, Techniques};
use ludometer_core::{Agent, Budget, Game, Generator, Player, Rng, Seat, Seed, Turn};
use ludometer_games_board::loa::{Loa, Move, Position};

/// Plies after which a game is a draw.
pub const LONGEST: u32 = 200;

/// No search of a game that is played for numbers looks deeper.
const DEEPEST: u32 = 30;

/// A player by its parts.
#[derive(Clone, Debug)]
pub struct LoaProfile {
    /// The evaluation.
    pub nine: MiaEvaluator,
    /// The probabilities.
    pub realisation: Realisation,
    /// The techniques; the size of the table is set by the nodes.
    pub techniques: Techniques,
    /// Forward-model calls a decision.
    pub nodes: u64,
}

impl LoaProfile {
    /// A player that knows nothing of other decisions.
    pub fn sit(&self) -> Pvs<Loa, MiaEvaluator, Mia> {
        let table = self.nodes.max(2).ilog2().clamp(8, 20);
        let techniques = Techniques {
            table,
            ..self.techniques
        };
        let guide = Mia::new(self.realisation.clone(), false);
        Pvs::guided(DEEPEST, self.nine, guide, techniques)
    }

    /// The move of a new player, and its value of the position for the mover.
    pub fn report_variation(&self, position: &Position, dice: Rng) -> (Move, f64) {
        let budget = Budget::of_steps(self.nodes);
        let mut seat = Seat::open(&Loa, position, position.mover(), dice, budget);
        seat.enable_trace();
        let action = self.sit().act(&mut seat);
        let action = action.expect("a search always answers");
        let values = seat.move_infos().iter();
        let chosen = values.filter(|thought| thought.action == action);
        (action, chosen.map(|thought| thought.value).sum())
    }
}

/// Plays a game from a position; `watch` sees each position with the move that was played in it.
/// Gives the payoff of the first player.
pub fn play(
    mut position: Position,
    profiles: [&LoaProfile; 2],
    address: Seed,
    mut watch: impl FnMut(&Position, Move),
) -> f64 {
    let mut agents = profiles.map(LoaProfile::sit);
    let mut chance = address.rng(Generator::Xoshiro);
    for ply in 0..LONGEST {
        let Turn::Of(mover) = Loa.turn(&position) else {
            break;
        };
        let dice = address.nth(u64::from(ply)).rng(Generator::Xoshiro);
        let budget = Budget::of_steps(profiles[mover.index()].nodes);
        let mut seat = Seat::open(&Loa, &position, mover, dice, budget);
        let action = agents[mover.index()].act(&mut seat);
        let action = action.expect("a search always answers");
        watch(&position, action);
        Loa.step(&mut position, action, &mut chance);
    }
    Loa.payoff(&position, Player(0))
}

/// A position after this many random moves that is not over.
pub fn opening(address: Seed, plies: u32) -> Position {
    let mut attempts = (0..).map(|attempt| {
        let mut dice = address.nth(attempt).rng(Generator::Xoshiro);
        let mut position = Loa.start(&mut dice);
        let mut actions = Vec::new();
        for _ in 0..plies {
            actions.clear();
            Loa.actions(&position, &mut actions);
            let Some(&action) = actions.get(dice.index(actions.len().max(1))) else {
                break;
            };
            Loa.step(&mut position, action, &mut dice);
        }
        position
    });
    let open = attempts.find(|position| Loa.turn(position) != Turn::Over);
    open.expect("some random game lasts so long")
}
