//! One game of a batch.

use super::encoder::Encoder;
use super::settings::{Autoreset, BatchSettings, IllegalActions, RewardKind};
use super::{BatchArrays, signed};
use crate::play;
use ludometer_core::{Actions, Agent, Facts, Game, Generator, Player, Seat, Seed, Turn};

pub(super) struct Slot<G: Game> {
    pub(super) state: G::State,
    /// The seed of the episodes of this game.
    pub(super) seed: Seed,
    /// The address of this episode.
    pub(super) address: Seed,
    /// The number of this episode.
    pub(super) episode: u64,
    /// Actions of all players in this episode.
    pub(super) plies: u32,
    /// Actions taken through the batch in this episode.
    pub(super) actions: u32,
    /// Whether the episode is over and was not begun again.
    pub(super) done: bool,
    /// Who learns; everybody where there are no opponents.
    pub(super) learner: Option<Player>,
    /// The agents of the other seats, one a player; empty where there are none.
    pub(super) agents: Vec<Box<dyn Agent<G>>>,
    /// The points of each player when it was last rewarded.
    pub(super) points: Vec<f64>,
    /// The action of this step, once it is known to be legal.
    pub(super) pending: Option<G::Action>,
}

/// What all games of a batch share.
pub(super) struct Shared<'a, G: Game, E> {
    pub(super) game: &'a G,
    pub(super) facts: &'a Facts,
    pub(super) encoder: &'a E,
    pub(super) settings: &'a BatchSettings<G>,
}

const GENERATOR: Generator = Generator::Xoshiro;

impl<G: Game> Slot<G> {
    pub(super) fn new(
        game: &G,
        settings: &BatchSettings<G>,
        seed: Seed,
        players: usize,
    ) -> Slot<G> {
        let (address, _) = play::address(seed, 0, players, false);
        let agents = settings.opponents.iter().map(|make| make());
        let mut slot = Slot {
            state: (settings.start)(game, &mut play::chance(address, 0, GENERATOR)),
            seed,
            address,
            episode: 0,
            plies: 0,
            actions: 0,
            done: false,
            learner: None,
            agents: agents.collect(),
            points: vec![0.0; players],
            pending: None,
        };
        slot.seat_learner(settings, players);
        slot
    }

    /// The learner's seat in this episode: the next one in every episode unless it is fixed.
    fn seat_learner(&mut self, settings: &BatchSettings<G>, players: usize) {
        self.learner = match settings.opponents.is_empty() {
            true => None,
            false => Some(
                settings
                    .seat
                    .unwrap_or_else(|| Player((self.episode % players as u64) as u8)),
            ),
        };
    }

    /// Begins an episode, and lets opponents act who come before the learner.
    pub(super) fn begin<E: Encoder<G>>(&mut self, shared: &Shared<'_, G, E>, episode: u64) {
        let players = shared.facts.players;
        self.episode = episode;
        self.address = play::address(self.seed, episode, players, false).0;
        let mut chance = play::chance(self.address, 0, GENERATOR);
        self.state = (shared.settings.start)(shared.game, &mut chance);
        (self.plies, self.actions, self.done) = (0, 0, false);
        self.seat_learner(shared.settings, players);
        for agent in &mut self.agents {
            agent.restart();
        }
        self.opponents_act(shared, true);
        for (player, points) in self.points.iter_mut().enumerate() {
            *points = shared.game.points(&self.state, Player(player as u8));
        }
    }

    /// Lets opponents act until the learner is to act or the game is over. The first who forfeits is
    /// returned; before the learner's first action nobody can forfeit, and the first legal action is taken
    /// instead.
    fn opponents_act<E: Encoder<G>>(
        &mut self,
        shared: &Shared<'_, G, E>,
        opening: bool,
    ) -> Option<Player> {
        let learner = self.learner?;
        let game = shared.game;
        while let Turn::Of(player) = game.turn(&self.state) {
            if player == learner {
                break;
            }
            let ply = u64::from(self.plies);
            let dice = play::mind(self.address, player, ply, GENERATOR);
            let mut seat = Seat::open(game, &self.state, player, dice, shared.settings.budget);
            let agent = &mut self.agents[player.index()];
            let answer = agent.act(&mut seat);
            let mut legal = Vec::new();
            game.actions(&self.state, &mut legal);
            match answer.ok().filter(|action| legal.contains(action)) {
                Some(action) => self.advance(game, action),
                None if opening => self.advance(game, legal[0]),
                None => return Some(player),
            }
        }
        None
    }

    #[inline]
    fn advance(&mut self, game: &G, action: G::Action) {
        self.plies += 1;
        let mut chance = play::chance(self.address, u64::from(self.plies), GENERATOR);
        game.step(&mut self.state, action, &mut chance);
    }

    /// Finds out whether the action of this number is legal, and keeps it.
    #[inline]
    pub(super) fn prepare<E: Encoder<G>>(
        &mut self,
        shared: &Shared<'_, G, E>,
        number: i64,
        buffer: &mut Actions<G>,
    ) -> bool {
        self.pending = None;
        if self.done {
            return shared.settings.autoreset == Autoreset::NextStep;
        }
        self.pending = usize::try_from(number).ok().and_then(|number| {
            shared
                .encoder
                .action(shared.game, &self.state, number, buffer)
        });
        self.pending.is_some() || shared.settings.illegal == IllegalActions::Forfeit
    }

    /// One step, after [`Slot::prepare`]. `row` has one row.
    #[inline]
    pub(super) fn step<E: Encoder<G>>(
        &mut self,
        shared: &Shared<'_, G, E>,
        row: &mut BatchArrays<'_>,
        buffer: &mut Actions<G>,
    ) {
        let game = shared.game;
        if self.done {
            self.begin(shared, self.episode + 1);
            self.write(shared, row, buffer);
            return;
        }
        let Turn::Of(actor) = game.turn(&self.state) else {
            // A start that is over at once: there is nothing to do in such an episode.
            row.rewards[0] = 0.0;
            self.end(shared, row, buffer, None, None, Player(0));
            return;
        };
        let forfeit = match self.pending.take() {
            Some(action) => {
                self.advance(game, action);
                self.actions += 1;
                self.opponents_act(shared, false)
            }
            None => Some(actor),
        };
        let over = forfeit.is_some() || game.turn(&self.state) == Turn::Over;
        let limit = shared.settings.actions;
        let truncated = !over && limit.is_some_and(|limit| self.actions >= limit);
        let rewarded = self.learner.unwrap_or(actor);
        if over || truncated {
            let limited = truncated.then_some(());
            self.end(shared, row, buffer, forfeit, limited, rewarded);
            return;
        }
        row.rewards[0] = self.reward(shared, rewarded);
        (row.terminated[0], row.truncated[0]) = (false, false);
        row.payoffs.fill(0.0);
        self.observe(shared, row, buffer, None);
    }

    /// How much the points of a player changed, where that is the reward.
    #[inline]
    fn reward<E>(&mut self, shared: &Shared<'_, G, E>, player: Player) -> f64 {
        match shared.settings.reward {
            RewardKind::Payoff => 0.0,
            RewardKind::Points => {
                let now = shared.game.points(&self.state, player);
                now - std::mem::replace(&mut self.points[player.index()], now)
            }
        }
    }

    /// The last step of an episode.
    fn end<E: Encoder<G>>(
        &mut self,
        shared: &Shared<'_, G, E>,
        row: &mut BatchArrays<'_>,
        buffer: &mut Actions<G>,
        forfeit: Option<Player>,
        truncated: Option<()>,
        rewarded: Player,
    ) {
        let (worst, compensation) = shared.facts.forfeit();
        for (index, payoff) in row.payoffs.iter_mut().enumerate() {
            let player = Player(index as u8);
            *payoff = match (forfeit, truncated) {
                (Some(failed), _) if failed == player => worst,
                (Some(_), _) => compensation,
                (None, Some(())) => 0.0,
                (None, None) => shared.game.payoff(&self.state, player),
            };
        }
        row.rewards[0] = match (shared.settings.reward, forfeit) {
            (RewardKind::Payoff, _) | (_, Some(_)) => row.payoffs[rewarded.index()],
            (RewardKind::Points, None) => self.reward(shared, rewarded),
        };
        row.terminated[0] = truncated.is_none();
        row.truncated[0] = truncated.is_some();
        self.done = true;
        if shared.settings.autoreset == Autoreset::SameStep {
            let (game, encoder) = (shared.game, shared.encoder);
            encoder.observe(game, &self.state, rewarded, row.final_observations);
            self.begin(shared, self.episode + 1);
            self.observe(shared, row, buffer, None);
        } else {
            self.observe(shared, row, buffer, Some(rewarded));
        }
    }

    /// Writes the row of an episode as it stands, without a reward.
    pub(super) fn write<E: Encoder<G>>(
        &mut self,
        shared: &Shared<'_, G, E>,
        row: &mut BatchArrays<'_>,
        buffer: &mut Actions<G>,
    ) {
        row.rewards[0] = 0.0;
        (row.terminated[0], row.truncated[0]) = (false, false);
        row.payoffs.fill(0.0);
        let last = self.done.then_some(self.learner.unwrap_or(Player(0)));
        self.observe(shared, row, buffer, last);
    }

    /// Observation and mask for who is to act; of an episode that is over, the observation of `last` and
    /// an empty mask.
    #[inline]
    fn observe<E: Encoder<G>>(
        &mut self,
        shared: &Shared<'_, G, E>,
        row: &mut BatchArrays<'_>,
        buffer: &mut Actions<G>,
        last: Option<Player>,
    ) {
        let (game, encoder) = (shared.game, shared.encoder);
        let to_act = match (last, game.turn(&self.state)) {
            (None, Turn::Of(player)) => Some(player),
            _ => None,
        };
        let viewer = to_act.or(last).unwrap_or(Player(0));
        row.players[0] = signed(to_act);
        encoder.observe(game, &self.state, viewer, row.observations);
        match to_act {
            Some(_) => encoder.mask(game, &self.state, buffer, row.masks),
            None => row.masks.fill(false),
        }
    }
}
