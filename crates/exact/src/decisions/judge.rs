//! What every function recommends in one position, and how far that is wrong.

use super::{Finished, Function, OptimalityCriterion, Weighting};
use crate::values::{Enumeration, Place, Stopped, Values};
use ludometer_core::{Game, Generator, Player, Rng, Seed, Turn};

/// Means that are equal may have been added up in different orders. With d plies to the end and b
/// moves each they are off by at most d (b + 1) 2^-53 of the largest leaf, which is below 3e-13 for 60
/// plies of 30 moves. Means that differ must differ by more than this: those of tic-tac-toe with e
/// squares left by at least 1 / e!, which is 1e-11 with 14.
const TIE: f64 = 1e-12;

/// The functions that are judged, and by what.
#[derive(Clone, Debug)]
pub struct Judge<G: Game> {
    functions: Vec<Function<G>>,
    criterion: OptimalityCriterion,
    tie: f64,
}

impl<G: Game> Judge<G> {
    /// Judges these functions by this criterion.
    pub fn new(functions: Vec<Function<G>>, criterion: OptimalityCriterion) -> Self {
        Judge {
            functions,
            criterion,
            tie: TIE,
        }
    }

    /// Replaces the difference up to which two means count as equal, relative to the larger of
    /// them and 1. Only values by probability are means; counts of leaves, minimax and measures
    /// are equal only if they are the same number.
    #[must_use]
    pub fn tie(mut self, tie: f64) -> Self {
        self.tie = tie;
        self
    }

    /// What is judged.
    pub fn functions(&self) -> &[Function<G>] {
        &self.functions
    }

    /// The error of each function in one position and whether an error is possible there, or
    /// `None` if the game is over.
    pub fn errors(
        &self,
        enumeration: &mut Enumeration<'_, G>,
        state: &G::State,
    ) -> Result<Option<(bool, Vec<f64>)>, Stopped> {
        let Turn::Of(mover) = enumeration.game().turn(state) else {
            return Ok(None);
        };
        enumeration.values(state)?;
        let mut successors = Successors::new();
        successors.fill(enumeration, state, mover, self.criterion);
        let mut errors = vec![0.0; self.functions.len()];
        if successors.error_is_possible() {
            self.judge(enumeration, &mut successors, &mut errors);
        }
        Ok(Some((successors.error_is_possible(), errors)))
    }

    /// What moves are optimal for.
    pub(super) fn criterion(&self) -> OptimalityCriterion {
        self.criterion
    }

    /// Writes each function's error into `errors`.
    pub(super) fn judge(
        &self,
        enumeration: &Enumeration<'_, G>,
        successors: &mut Successors<G>,
        errors: &mut [f64],
    ) {
        successors.look_up(enumeration);
        for (error, function) in errors.iter_mut().zip(&self.functions) {
            *error = match function {
                Function::Worst => f64::from(u8::from(successors.error_is_possible())),
                Function::Random => successors.share_wrong(|_| true),
                _ => {
                    let tie = if function.is_mean() { self.tie } else { 0.0 };
                    successors.error(enumeration.game(), function, self.criterion, tie)
                }
            };
        }
    }
}

impl<G: Game> Function<G> {
    /// Whether its values are means that were added up in floating point.
    fn is_mean(&self) -> bool {
        matches!(
            self,
            Function::Expected(Weighting::Probability)
                | Function::FirstWins(Weighting::Probability)
                | Function::ExpectedPoints
        )
    }
}

/// The successors of a position, one for each move; buffers that are reused.
pub(super) struct Successors<G: Game> {
    mover: Player,
    states: Vec<G::State>,
    hashes: Vec<u64>,
    pub(super) places: Vec<Place>,
    values: Vec<Values>,
    optimal: Vec<bool>,
    worth: Vec<f64>,
    actions: Vec<G::Action>,
    // Games without chance never ask it.
    chance: Rng,
}

impl<G: Game> Successors<G> {
    pub(super) fn new() -> Self {
        Successors {
            mover: Player(0),
            states: Vec::new(),
            hashes: Vec::new(),
            places: Vec::new(),
            values: Vec::new(),
            optimal: Vec::new(),
            worth: Vec::new(),
            actions: Vec::new(),
            chance: Seed::new(0).rng(Generator::Xoshiro),
        }
    }

    /// Finds the successors of a position that was enumerated.
    pub(super) fn fill(
        &mut self,
        enumeration: &Enumeration<'_, G>,
        state: &G::State,
        mover: Player,
        criterion: OptimalityCriterion,
    ) {
        let (game, table) = (enumeration.game(), &enumeration.table);
        self.mover = mover;
        self.actions.clear();
        self.states.clear();
        self.places.clear();
        self.optimal.clear();
        game.actions(state, &mut self.actions);
        self.hashes.clear();
        for &action in &self.actions {
            let mut next = state.clone();
            game.step(&mut next, action, &mut self.chance);
            self.hashes.push(table.hash(&next));
            self.states.push(next);
        }
        let places = self
            .hashes
            .iter()
            .zip(&self.states)
            .map(|(&hash, next)| table.find(hash, next).expect("what follows was enumerated"));
        self.places.extend(places);
        let values = self.places.iter().map(|&place| match criterion {
            OptimalityCriterion::Outcome => table.minimax(place),
            OptimalityCriterion::Points => table.values(place).minimax_points,
        });
        // The node's own value is that of its best successor.
        let best = match mover {
            Player(0) => values.clone().fold(f64::NEG_INFINITY, f64::max),
            _ => values.clone().fold(f64::INFINITY, f64::min),
        };
        self.optimal.extend(values.map(|value| value == best));
    }

    /// Whether some move is not optimal.
    pub(super) fn error_is_possible(&self) -> bool {
        self.optimal.contains(&false)
    }

    fn look_up(&mut self, enumeration: &Enumeration<'_, G>) {
        let table = &enumeration.table;
        self.values.clear();
        self.values
            .extend(self.places.iter().map(|&place| table.values(place)));
    }

    /// The share of moves that are not optimal among those that `recommended` picks.
    fn share_wrong(&self, recommended: impl Fn(usize) -> bool) -> f64 {
        let (mut wrong, mut all) = (0u32, 0u32);
        for (number, &optimal) in self.optimal.iter().enumerate() {
            if recommended(number) {
                all += 1;
                wrong += u32::from(!optimal);
            }
        }
        f64::from(wrong) / f64::from(all)
    }

    fn error(
        &mut self,
        game: &G,
        function: &Function<G>,
        criterion: OptimalityCriterion,
        tie: f64,
    ) -> f64 {
        let sign = if self.mover == Player(0) { 1.0 } else { -1.0 };
        let mover = self.mover;
        let worth = self.values.iter().zip(&self.states).map(|(values, state)| {
            match function {
                Function::Minimax => match criterion {
                    OptimalityCriterion::Outcome => sign * values.minimax,
                    OptimalityCriterion::Points => sign * values.minimax_points,
                },
                Function::Expected(Weighting::Probability) => sign * values.expected(),
                // Division is correctly rounded: equal shares of whole numbers below 2^53 are the
                // same number.
                Function::Expected(Weighting::Leaves) => sign * values.by_leaves(),
                Function::FirstWins(Weighting::Probability) => sign * values.won,
                Function::FirstWins(Weighting::Leaves) => sign * (values.wins / values.games),
                Function::ExpectedPoints => sign * values.expected_points,
                Function::Standard(measure, finished) => {
                    let over = *finished == Finished::Recognised && game.turn(state) == Turn::Over;
                    match sign * values.minimax {
                        outcome if over && outcome > 0.0 => f64::INFINITY,
                        outcome if over && outcome < 0.0 => f64::NEG_INFINITY,
                        _ if over => 0.0,
                        _ => measure.sense.upward(measure.value(game, state, mover)),
                    }
                }
                Function::Worst | Function::Random => 0.0,
            }
        });
        self.worth.clear();
        self.worth.extend(worth);
        let best = self.worth.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        // Infinite worth is equal only to itself.
        let least = match tie > 0.0 && best.is_finite() {
            true => best - tie * best.abs().max(1.0),
            false => best,
        };
        self.share_wrong(|number| self.worth[number] >= least)
    }
}
