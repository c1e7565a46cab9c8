//! Single states of type-erased games as values, and agents that decide in them: what a front end without
//! types, such as a scripting language, plays with.

use crate::arrays::{AnyBatch, RANKED_ACTIONS};
use crate::env::GameEnv;
use crate::play;
use crate::trace::{SearchTreeNode, SimulatedVariation, branches};
use ludometer_core::{
    Agent, Budget, DynState, Game, Generator, Location, Player, Rng, Seat, Seed, Spending, Stop,
    Turn, determinize,
};
use ludometer_spec::source::{Diagnostic, Span};
use ludometer_spec::spec::Spec;
use std::any::Any;
use std::sync::Arc;

/// How many plies of an agent's search tree are reported.
const TREE: usize = 2;

/// A state of any game, with its rules. It never changes.
pub trait AnyPosition: Send + Sync {
    /// The state itself, of the game's own type.
    fn state(&self) -> &dyn Any;
    /// Whether it is the same state of the same type of game.
    fn same(&self, other: &dyn AnyPosition) -> bool;
    /// A hash: the same for states that are the same.
    fn key(&self) -> u64;
    /// Who is to decide.
    fn turn(&self) -> Turn;
    /// The labels of the legal actions, in the game's order.
    fn labels(&self) -> Vec<String>;
    /// How many legal actions there are.
    fn action_count(&self) -> usize;
    /// The label of the legal action of this rank.
    fn label(&self, rank: usize) -> Option<String>;
    /// The rank of the legal action that a text names.
    fn named(&self, text: &str) -> Option<usize>;
    /// The numbers of the legal actions in the action space, in the game's order.
    fn numbers(&self) -> Vec<usize>;
    /// The rank of the legal action of this number.
    fn numbered(&self, number: usize) -> Option<usize>;
    /// The state after the legal action of this rank; `None` if there is none.
    fn step(&self, rank: usize, chance: Rng) -> Option<Arc<dyn AnyPosition>>;
    /// The payoff of a player in a finished game.
    fn payoff(&self, player: Player) -> f64;
    /// How a finished game ended, in a word of the game, if it has several ways.
    fn termination(&self) -> Option<&'static str>;
    /// The legal actions as engines of the game write them, in the game's order, where they have a
    /// notation of their own.
    fn engine_moves(&self) -> Option<Vec<String>>;
    /// What a viewer sees as an SVG picture, where the game has a drawing.
    fn picture(&self, viewer: Option<Player>) -> Option<String>;
    /// Where a player stands on the shown board, in games that have locations.
    fn location(&self, player: Player) -> Option<Location>;
    /// The scoreboard.
    fn points(&self, player: Player) -> f64;
    /// The value of the measure that a spec names.
    fn measure(&self, spec: &Spec, player: Player) -> Result<f64, Diagnostic>;
    /// What a player sees; `None` sees everything.
    fn show(&self, viewer: Option<Player>) -> String;
    /// The position as one line, where the game has a notation.
    fn write(&self) -> Option<String>;
    /// Writes the observation of a player, which is as long as the game's shape.
    fn observe(&self, viewer: Player, out: &mut [f32]);
    /// A state with the same observation for a player: a copy where nothing is hidden.
    fn determinize(&self, viewer: Player, dice: Rng) -> Arc<dyn AnyPosition>;
}

/// A decision of an agent in a single state.
#[derive(Clone, Debug)]
pub struct Decided {
    /// The rank of its action among the legal ones.
    pub rank: usize,
    /// The label of its action.
    pub label: String,
    /// What it spent.
    pub spent: Spending,
    /// The root moves that it reported, with their replies; empty unless they were asked for.
    pub moves: Vec<SearchTreeNode>,
    /// The variations that it reported, the preferred one first; likewise.
    pub variations: Vec<SimulatedVariation>,
}

/// How an agent decides.
pub struct Asked<'a> {
    /// The address of the episode.
    pub address: Seed,
    /// The plies before this decision.
    pub ply: u64,
    /// What it may spend.
    pub budget: Budget,
    /// Whether it reports what it considered.
    pub traced: bool,
    /// Stops it from outside.
    pub stop: Stop<'a>,
}

/// An agent of any game that decides in single states.
pub trait AnyPlayer: Send {
    /// Decides in a state of the game that it was made for.
    fn decide(
        &mut self,
        position: &dyn AnyPosition,
        asked: &Asked<'_>,
    ) -> Result<Decided, Diagnostic>;
    /// Clears what it kept between decisions: a new episode begins.
    fn restart(&mut self);
}

struct Typed<G: Game> {
    env: Arc<GameEnv<G>>,
    state: G::State,
}

impl<G: Game> Typed<G> {
    fn shared(env: &Arc<GameEnv<G>>, state: G::State) -> Arc<dyn AnyPosition> {
        Arc::new(Typed {
            env: Arc::clone(env),
            state,
        })
    }

    fn game(&self) -> &G {
        self.env.game()
    }

    fn legal(&self) -> Vec<G::Action> {
        let mut legal = Vec::new();
        self.game().actions(&self.state, &mut legal);
        legal
    }
}

impl<G: Game> AnyPosition for Typed<G> {
    fn state(&self) -> &dyn Any {
        &self.state
    }

    fn same(&self, other: &dyn AnyPosition) -> bool {
        other.state().downcast_ref() == Some(&self.state)
    }

    fn key(&self) -> u64 {
        self.game().state_key(&self.state)
    }

    fn turn(&self) -> Turn {
        self.game().turn(&self.state)
    }

    fn labels(&self) -> Vec<String> {
        let label = |action: &G::Action| self.game().label(&self.state, *action);
        self.legal().iter().map(label).collect()
    }

    fn action_count(&self) -> usize {
        self.game().action_count(&self.state)
    }

    fn label(&self, rank: usize) -> Option<String> {
        let action = *self.legal().get(rank)?;
        Some(self.game().label(&self.state, action))
    }

    fn named(&self, text: &str) -> Option<usize> {
        let action = self.game().action_named(&self.state, text)?;
        self.legal().iter().position(|&known| known == action)
    }

    fn numbers(&self) -> Vec<usize> {
        let legal = self.legal();
        match &self.env.encoding {
            Some(encoding) => {
                let number = |&action| (encoding.number)(self.game(), &self.state, action);
                legal.iter().map(number).collect()
            }
            None => (0..legal.len()).collect(),
        }
    }

    fn numbered(&self, number: usize) -> Option<usize> {
        let legal = self.legal();
        match &self.env.encoding {
            Some(encoding) => {
                let action = (encoding.action)(self.game(), &self.state, number)?;
                legal.iter().position(|&known| known == action)
            }
            None => Some(number).filter(|&rank| rank < legal.len().min(RANKED_ACTIONS)),
        }
    }

    fn step(&self, rank: usize, mut chance: Rng) -> Option<Arc<dyn AnyPosition>> {
        let action = *self.legal().get(rank)?;
        let mut state = self.state.clone();
        self.game().step(&mut state, action, &mut chance);
        Some(Typed::shared(&self.env, state))
    }

    fn payoff(&self, player: Player) -> f64 {
        self.game().payoff(&self.state, player)
    }

    fn termination(&self) -> Option<&'static str> {
        self.game().termination(&self.state)
    }

    fn engine_moves(&self) -> Option<Vec<String>> {
        let write = self.env.moves?;
        let moves = self.legal().into_iter();
        Some(
            moves
                .map(|action| write(self.game(), &self.state, action))
                .collect(),
        )
    }

    fn picture(&self, viewer: Option<Player>) -> Option<String> {
        let draw = self.env.picture?;
        Some(draw(self.game(), &self.state, viewer))
    }

    fn location(&self, player: Player) -> Option<Location> {
        self.env.location(&self.state, player)
    }

    fn points(&self, player: Player) -> f64 {
        self.game().points(&self.state, player)
    }

    fn measure(&self, spec: &Spec, player: Player) -> Result<f64, Diagnostic> {
        let measure = self.env.measure(spec)?;
        Ok(measure.value(self.game(), &self.state, player))
    }

    fn show(&self, viewer: Option<Player>) -> String {
        self.game().show(&self.state, viewer)
    }

    fn write(&self) -> Option<String> {
        self.env.write(&self.state)
    }

    fn observe(&self, viewer: Player, out: &mut [f32]) {
        if let Some(encoding) = &self.env.encoding {
            (encoding.observe)(self.game(), &self.state, viewer, out);
        }
    }

    fn determinize(&self, viewer: Player, mut dice: Rng) -> Arc<dyn AnyPosition> {
        let state = determinize(self.game(), &self.state, viewer, &mut dice);
        Typed::shared(&self.env, state)
    }
}

/// The state that the episode at this address begins with.
pub(crate) fn start<G: Game>(
    env: &Arc<GameEnv<G>>,
    start: Option<&Spec>,
    address: Seed,
) -> Result<Arc<dyn AnyPosition>, Diagnostic> {
    let rules = Spec::parse(&Span::whole("start", "start"))?;
    let starter = env.starter(start.unwrap_or(&rules))?;
    let mut chance = play::chance(address, 0, Generator::Xoshiro);
    Ok(Typed::shared(env, starter(env.game(), &mut chance)))
}

/// The state that a text describes.
pub(crate) fn read<G: Game>(
    env: &Arc<GameEnv<G>>,
    text: &str,
) -> Result<Arc<dyn AnyPosition>, Diagnostic> {
    let state = env.read(text);
    let state = state.map_err(|diagnostic| diagnostic.or_at(&Span::whole("position", text)))?;
    Ok(Typed::shared(env, state))
}

/// The state of a game of a batch.
pub(crate) fn of_batch<G: Game>(
    env: &Arc<GameEnv<G>>,
    batch: &dyn AnyBatch,
    game: usize,
) -> Option<(Arc<dyn AnyPosition>, Seed, u32)> {
    let (state, address, plies) = batch.state(game)?;
    // Games that declare no arrays are played by their erased form.
    let erased = state.downcast_ref::<DynState>();
    let state: &G::State = match erased {
        Some(erased) => erased.downcast_ref()?,
        None => state.downcast_ref()?,
    };
    Some((Typed::shared(env, state.clone()), address, plies))
}

/// An agent that decides in single states.
pub(crate) fn player<G: Game>(
    env: &Arc<GameEnv<G>>,
    agent: &Spec,
) -> Result<Box<dyn AnyPlayer>, Diagnostic> {
    let agent = env.agent(agent)?();
    Ok(Box::new(TypedPlayer {
        env: Arc::clone(env),
        agent,
    }))
}

struct TypedPlayer<G: Game> {
    env: Arc<GameEnv<G>>,
    agent: Box<dyn Agent<G>>,
}

impl<G: Game> AnyPlayer for TypedPlayer<G> {
    fn decide(
        &mut self,
        position: &dyn AnyPosition,
        asked: &Asked<'_>,
    ) -> Result<Decided, Diagnostic> {
        let game = &**self.env.game();
        let Some(state) = position.state().downcast_ref::<G::State>() else {
            let message = format!("the state is not one of {}", game.facts().name);
            return Err(Diagnostic::new(message));
        };
        let Turn::Of(player) = game.turn(state) else {
            return Err(Diagnostic::new(
                "the game is over: there is nothing to decide",
            ));
        };
        let dice = play::mind(asked.address, player, asked.ply, Generator::Xoshiro);
        let mut seat = Seat::open(game, state, player, dice, asked.budget);
        seat.set_stop(asked.stop);
        if asked.traced {
            seat.enable_trace();
        }
        let choice = self
            .agent
            .act(&mut seat)
            .map_err(|forfeit| Diagnostic::new(format!("the agent forfeits: {forfeit}")))?;
        let mut legal = Vec::new();
        game.actions(state, &mut legal);
        let rank = legal.iter().position(|&action| action == choice);
        let rank = rank.ok_or_else(|| {
            Diagnostic::new(format!(
                "the agent answers with an illegal action: {choice:?}"
            ))
        })?;
        let follower = || crate::trace::follower(asked.address, asked.ply as u32);
        let root = (seat.position(), player);
        let route = |line| SimulatedVariation::follow(&self.env, root, line, follower());
        Ok(Decided {
            rank,
            label: game.label(state, choice),
            spent: seat.spent(),
            moves: branches(game, seat.position(), seat.move_infos(), TREE, &follower()),
            variations: seat.variations().iter().map(route).collect(),
        })
    }

    fn restart(&mut self) {
        self.agent.restart();
    }
}
