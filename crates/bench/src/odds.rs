//! Random minimaxing: move probabilities of positions, and the agent `random-minimax`.

use super::{Figure, Usage};
use ludometer_agents::search::{DiceDrawing, Die, Ends, RandomMinimax};
use ludometer_arena::odds::{LimitMethod, TreeShape, by_quadrature};
use ludometer_core::{
    Actions, Agent, Budget, Facts, Game, Generator, Notation, Perfect, Player, Rng, Seat, Seed,
    Turn,
};
use ludometer_games::{chess::Chess, othello::Othello};
use ludometer_theory::{Tree, limit};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

/// A middlegame in which both sides may castle, capture and check: 4,085,603 leaves at four ply.
const MIDDLEGAME: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// Times that short work is repeated: the kernel's account is in hundredths of a second.
const TIMES: u32 = 10;

pub(super) fn odds(_: &Path) -> Result<Vec<Figure>, String> {
    let mut figures = middlegame()?;
    figures.push(rationals()?);
    figures.extend(automaton(DiceDrawing::Fast, "fast", 200)?);
    figures.extend(automaton(DiceDrawing::Plain, "plain", 1)?);
    Ok(figures)
}

fn middlegame() -> Result<Vec<Figure>, String> {
    let state = Chess.read(MIDDLEGAME)?;
    let (found, usage) = Usage::of(|| {
        let mut found = Err("it was never tried".to_string());
        for _ in 0..TIMES {
            let shape = TreeShape::collect(&Chess, &state, 4, u64::MAX, &|_, _| ());
            found = shape.map_err(|many| format!("{many:?}")).and_then(|shape| {
                let (means, _) = by_quadrature(&shape).map_err(|error| error.to_string())?;
                Ok((shape.leaves(), means))
            });
        }
        found
    });
    let (leaves, means) = found?;
    let error = match means {
        LimitMethod::Exact => 0.0,
        LimitMethod::Quadrature { error, .. } => error,
    };
    let what = format!("chess, middlegame at 4 ply, {leaves} leaves, to {error:.0e}");
    Ok(vec![
        Figure::new(what, usage.cpu / f64::from(TIMES), "CPU s").goal("under 1"),
    ])
}

fn rationals() -> Result<Figure, String> {
    let words = |error: ludometer_theory::Error| error.to_string();
    // Equal moves would be worked out together: all are different.
    let moves: Vec<String> = (2..22).map(|replies| format!("[{replies},4]")).collect();
    let tree = format!("({} [40,2])", moves.join(" "));
    let tree: Tree = tree.parse().map_err(words)?;
    let leaves = tree.leaves();
    let (found, usage) = Usage::of(|| (0..TIMES).try_for_each(|_| limit(&tree).map(drop)));
    found.map_err(words)?;
    let what = format!("exact limits of 21 moves, {leaves} leaves");
    Ok(Figure::new(what, usage.cpu / f64::from(TIMES), "CPU s").goal("under 5"))
}

/// Plies of lookahead of random minimax.
const DEPTH: u32 = 5;

/// Positions and nodes a processor second of decisions of random minimax along random games. Nodes are
/// positions that were stepped to, plus the leaves that a draw of the best of one parent's leaves
/// stands for.
fn automaton(drawing: DiceDrawing, name: &str, games: u64) -> Result<Vec<Figure>, String> {
    let game = Othello::new(8)?;
    let counted = Counted {
        game,
        leaves: AtomicU64::new(0),
    };
    let steps = decisions(&counted, drawing, games);
    let nodes = steps + counted.leaves.load(Ordering::Relaxed);
    let (again, usage) = Usage::of(|| decisions(&game, drawing, games));
    if again != steps {
        return Err(format!("{again} steps where {steps} were counted before"));
    }
    let figure = |what: &str, count: u64| {
        let what = format!("automaton, {name}, othello 8x8 at {DEPTH} ply, {what}");
        Figure::new(what, count as f64 / usage.cpu / 1e6, "million/s")
    };
    let stepped = figure("positions stepped to", steps);
    Ok(match nodes == steps {
        true => vec![stepped],
        false => vec![
            stepped,
            figure("with the leaves covered at the last ply", nodes).goal("at least 15"),
        ],
    })
}

/// One decision in every position of some random games; the steps of all.
fn decisions<G: Game>(game: &G, drawing: DiceDrawing, games: u64) -> u64 {
    let mut agent = RandomMinimax::new(DEPTH, Die::Continuous, Ends::Leaves, drawing);
    let mut steps = 0;
    for number in 0..games {
        let address = Seed::new(1).nth(number);
        let mut chance = address.rng(Generator::Xoshiro);
        let mut state = game.start(&mut chance);
        let mut actions = Vec::new();
        let mut ply = 0;
        while let Turn::Of(player) = game.turn(&state) {
            let dice = address.nth(ply).rng(Generator::Xoshiro);
            let mut seat = Seat::open(game, &state, player, dice, Budget::UNLIMITED);
            agent.act(&mut seat).expect("a search always answers");
            steps += seat.spent().steps;
            actions.clear();
            game.actions(&state, &mut actions);
            let action = actions[chance.index(actions.len())];
            game.step(&mut state, action, &mut chance);
            ply += 1;
        }
    }
    steps
}

/// A game that counts the moves it was asked to count.
struct Counted {
    game: Othello,
    leaves: AtomicU64,
}

type OthelloState = <Othello as Game>::State;
type OthelloAction = <Othello as Game>::Action;

impl Game for Counted {
    type State = OthelloState;
    type Action = OthelloAction;
    type Information = Perfect;

    fn facts(&self) -> Facts {
        self.game.facts()
    }

    fn start(&self, chance: &mut Rng) -> OthelloState {
        self.game.start(chance)
    }

    fn turn(&self, state: &OthelloState) -> Turn {
        self.game.turn(state)
    }

    fn actions(&self, state: &OthelloState, out: &mut Actions<Self>) {
        self.game.actions(state, out);
    }

    fn action_count(&self, state: &OthelloState) -> usize {
        let action_count = self.game.action_count(state);
        self.leaves
            .fetch_add(action_count as u64, Ordering::Relaxed);
        action_count
    }

    fn apply(&self, state: &mut OthelloState, action: OthelloAction, chance: &mut Rng) {
        self.game.apply(state, action, chance);
    }

    fn payoff(&self, state: &OthelloState, player: Player) -> f64 {
        self.game.payoff(state, player)
    }

    fn points(&self, state: &OthelloState, player: Player) -> f64 {
        self.game.points(state, player)
    }

    fn show(&self, state: &OthelloState, viewer: Option<Player>) -> String {
        self.game.show(state, viewer)
    }

    fn label(&self, state: &OthelloState, action: OthelloAction) -> String {
        self.game.label(state, action)
    }
}
