//! Every distinct position below one, depth first and each once.

use super::table::{Place, Table};
use super::{Stopped, Values};
use ludometer_core::{Actions, Game, Generator, Player, Rng, Seed, Turn};

/// Every distinct position below one, with its values.
pub struct Enumeration<'a, G: Game> {
    game: &'a G,
    pub(crate) table: Table<G::State>,
    bytes: usize,
    beside: usize,
    // Games without chance never ask it.
    chance: Rng,
}

/// A position some of whose successors are not known yet.
struct Open<S> {
    state: S,
    hash: u64,
    mover: Player,
    moves: usize,
    // The successors that were not known at first lie in a common buffer, from here on.
    first: usize,
    sum: Values,
}

/// What is under way, and buffers that are reused.
struct Walk<G: Game> {
    path: Vec<Open<G::State>>,
    pending: Vec<(u64, G::State)>,
    actions: Actions<G>,
    next: Vec<(u64, G::State)>,
    places: Vec<Option<Place>>,
}

/// Progress is reported after this many new positions.
const NEWS: usize = 1 << 16;

/// Moves after which a game is taken to have no end worth waiting for. Where states hold their past,
/// each is dearer than the one before.
const LONGEST: usize = 4096;

impl<'a, G: Game> Enumeration<'a, G> {
    /// An enumeration that gives up when its positions take more than `bytes`. What a state owns
    /// beside itself is not counted.
    pub fn new(game: &'a G, bytes: usize) -> Self {
        Enumeration {
            game,
            table: Table::new(),
            bytes,
            beside: 0,
            chance: Seed::new(0).rng(Generator::Xoshiro),
        }
    }

    /// Counts this many bytes more a position, for what is kept elsewhere.
    pub(crate) fn beside(mut self, bytes: usize) -> Self {
        self.beside = bytes;
        self
    }

    /// The rules.
    pub fn game(&self) -> &'a G {
        self.game
    }

    /// How many distinct positions have been found so far.
    pub fn positions(&self) -> usize {
        self.table.len()
    }

    /// Whether some finished game's scoreboard is not its outcome.
    pub fn has_points(&self) -> bool {
        self.table.has_points()
    }

    /// The values of a position. What was enumerated before is kept.
    pub fn values(&mut self, state: &G::State) -> Result<Values, Stopped> {
        self.watched(state, &mut |_| {})
    }

    /// The same, telling `watch` now and then how many positions are known.
    pub fn watched(
        &mut self,
        state: &G::State,
        watch: &mut dyn FnMut(usize),
    ) -> Result<Values, Stopped> {
        let mut walk = Walk {
            path: Vec::new(),
            pending: Vec::new(),
            actions: Vec::new(),
            next: Vec::new(),
            places: Vec::new(),
        };
        let mut arrived = self.enter(self.table.hash(state), state.clone(), &mut walk)?;
        loop {
            if let Some(values) = arrived {
                match walk.path.last_mut() {
                    None => return Ok(values),
                    Some(open) => open.sum.add(&values, open.mover),
                }
            }
            let open = walk.path.last().expect("the first position is open");
            arrived = if walk.pending.len() > open.first {
                let (hash, next) = walk.pending.pop().expect("there is one more");
                self.enter(hash, next, &mut walk)?
            } else {
                let open = walk.path.pop().expect("it was there just now");
                let values = open.sum.over(open.moves);
                self.table.keep(open.hash, open.state, &values);
                if self.table.len().is_multiple_of(NEWS) {
                    watch(self.table.len());
                }
                Some(values)
            };
        }
    }

    /// The values of a state if they are known or the game is over; opens it otherwise.
    fn enter(
        &mut self,
        hash: u64,
        state: G::State,
        walk: &mut Walk<G>,
    ) -> Result<Option<Values>, Stopped> {
        if let Some(place) = self.table.find(hash, &state) {
            return Ok(Some(self.table.values(place)));
        }
        self.check(&walk.path)?;
        match self.game.turn(&state) {
            Turn::Over => {
                let outcome = self.game.payoff(&state, Player(0));
                let values = Values::finished(outcome, self.game.points(&state, Player(0)));
                self.table.keep(hash, state, &values);
                Ok(Some(values))
            }
            Turn::Of(mover) => {
                self.open(hash, state, mover, walk);
                Ok(None)
            }
        }
    }

    /// Adds up the successors that are known, and leaves the others pending. All of them are looked
    /// up at once, so that the waits for memory overlap.
    fn open(&mut self, hash: u64, state: G::State, mover: Player, walk: &mut Walk<G>) {
        walk.actions.clear();
        self.game.actions(&state, &mut walk.actions);
        for &action in &walk.actions {
            let mut next = state.clone();
            self.game.step(&mut next, action, &mut self.chance);
            walk.next.push((self.table.hash(&next), next));
        }
        walk.places.clear();
        let places = walk.next.iter();
        walk.places
            .extend(places.map(|(hash, next)| self.table.find(*hash, next)));
        let mut open = Open {
            state,
            hash,
            mover,
            moves: walk.actions.len(),
            first: walk.pending.len(),
            sum: Values::none(mover),
        };
        for (next, place) in walk.next.drain(..).zip(&walk.places) {
            match place {
                Some(place) => open.sum.add(&self.table.values(*place), mover),
                None => walk.pending.push(next),
            }
        }
        walk.path.push(open);
    }

    /// Whether one more position fits. A game that repeats a position opens it again and again, so
    /// it is found out here at the latest.
    fn check(&self, path: &[Open<G::State>]) -> Result<(), Stopped> {
        let positions = self.table.len() + path.len();
        let fits = (positions + 1).saturating_mul(self.table.bytes_each() + self.beside);
        let room = fits <= self.bytes && positions < Place::MAX as usize;
        if room && path.len() < LONGEST {
            return Ok(());
        }
        let mut hashes: Vec<u64> = path.iter().map(|open| open.hash).collect();
        hashes.sort_unstable();
        Err(if hashes.windows(2).any(|pair| pair[0] == pair[1]) {
            Stopped::Repeats
        } else if room {
            Stopped::Length { moves: path.len() }
        } else {
            Stopped::Memory {
                positions,
                bytes: self.bytes,
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::Tree;
    use ludometer_core::Notation;
    use ludometer_games::othello::Othello;
    use ludometer_games::tic_tac_toe::TicTacToe;

    const PLENTY: usize = 64 << 20;

    fn start<G: Game>(game: &G) -> G::State {
        game.start(&mut Seed::new(0).rng(Generator::Xoshiro))
    }

    // 255,168 games of noughts and crosses, of which crosses win 131,184 and noughts 77,904.
    #[test]
    fn the_whole_of_noughts_and_crosses() {
        let game = TicTacToe::new(3, 3, 3).unwrap();
        let mut enumeration = Enumeration::new(&game, PLENTY);
        let values = enumeration.values(&start(&game)).unwrap();
        assert_eq!(
            (values.games, values.wins, values.losses),
            (255_168.0, 131_184.0, 77_904.0)
        );
        assert_eq!(values.minimax, 0.0);
        assert_eq!(enumeration.positions(), 5_478);
        assert!(!enumeration.has_points());
    }

    #[test]
    fn the_whole_of_small_othello() {
        let game = Othello::new(4).unwrap();
        let mut enumeration = Enumeration::new(&game, PLENTY);
        let values = enumeration.values(&start(&game)).unwrap();
        assert_eq!(values.games, 60_060.0);
        assert_eq!((values.minimax, values.minimax_points), (-1.0, -8.0));
        assert!(enumeration.has_points());
    }

    #[test]
    fn values_worked_out_by_hand() {
        let game = TicTacToe::new(3, 3, 3).unwrap();
        let mut enumeration = Enumeration::new(&game, PLENTY);
        // Crosses to move and complete the diagonal.
        let board = game.read("XOX/OXO/OX.").unwrap();
        let values = enumeration.values(&board).unwrap();
        assert_eq!(
            (values.minimax, values.expected(), values.games),
            (1.0, 1.0, 1.0)
        );
        // TicTacToe to move: c2 leaves the diagonal to crosses, c1 takes it and draws.
        let board = game.read("XOX/OX./OX.").unwrap();
        let values = enumeration.values(&board).unwrap();
        assert_eq!((values.minimax, values.expected()), (0.0, 0.5));
        assert_eq!((values.by_leaves(), values.games), (0.5, 2.0));
    }

    /// The scoreboard is kept from the first leaf on that needs it, and is right for those before.
    #[test]
    fn a_scoreboard_that_shows_late() {
        let tree = Tree::new(&["0: 1 2", "1 = 1 1", "2: 3 4", "3 = -1 -1", "4 = 1 6"]);
        let mut enumeration = Enumeration::new(&tree, PLENTY);
        let values = enumeration.values(&0).unwrap();
        assert_eq!((values.minimax, values.minimax_points), (1.0, 6.0));
        assert_eq!((values.expected(), values.expected_points), (0.5, 1.75));
        assert_eq!(enumeration.values(&3).unwrap().expected_points, -1.0);
    }

    #[test]
    fn too_deep_is_said_and_not_suffered() {
        let game = Othello::new(8).unwrap();
        let mut enumeration = Enumeration::new(&game, 1 << 20);
        let stopped = enumeration.values(&start(&game)).unwrap_err();
        let Stopped::Memory { positions, bytes } = stopped else {
            panic!("{stopped:?}");
        };
        assert_eq!(bytes, 1 << 20);
        assert!((5_000..20_000).contains(&positions), "{positions}");
        let text = stopped.to_string();
        assert!(text.contains("1 MB") && text.contains(','), "{text}");
    }

    #[test]
    fn play_that_returns_is_found_out() {
        let circle = Tree::new(&["0: 1 3", "1: 2", "2: 0", "3 = 1 1"]);
        let mut enumeration = Enumeration::new(&circle, 1 << 20);
        assert_eq!(enumeration.values(&0), Err(Stopped::Repeats));
    }

    #[test]
    fn play_without_an_end_is_given_up() {
        let game = ludometer_games::loa::Loa;
        let mut enumeration = Enumeration::new(&game, 64 << 20);
        let stopped = enumeration.values(&start(&game)).unwrap_err();
        assert_eq!(stopped, Stopped::Length { moves: LONGEST });
    }
}
