//! The search for a proof.

use super::ProofStrategy;
use ludometer_core::{Actions, Game, Player, Seat, Turn};
use rustc_hash::{FxHashMap, FxHashSet};

/// What is to be proved for a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// A positive payoff.
    Win,
    /// A payoff that is not negative.
    Draw,
}

impl Goal {
    /// Whether a payoff reaches it.
    pub fn is_reached(self, payoff: f64) -> bool {
        match self {
            Goal::Win => payoff > 0.0,
            Goal::Draw => payoff >= 0.0,
        }
    }
}

/// The least number of leaves that have to be proved, or disproved, to settle a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Numbers {
    proof: u32,
    disproof: u32,
}

const INFINITE: u32 = u32::MAX / 4;

impl Numbers {
    const UNKNOWN: Numbers = Numbers {
        proof: 1,
        disproof: 1,
    };
    const PROVED: Numbers = Numbers {
        proof: 0,
        disproof: INFINITE,
    };
    const DISPROVED: Numbers = Numbers {
        proof: INFINITE,
        disproof: 0,
    };
}

fn add(a: u32, b: u32) -> u32 {
    a.saturating_add(b).min(INFINITE)
}

/// The budget is spent, or the limit of nodes reached.
struct Spent;

/// A successor of a node.
struct Child<G: Game> {
    action: G::Action,
    state: G::State,
    key: u64,
}

/// Proves or disproves that a player reaches a goal, for two players with opposite interests without
/// chance and hidden information.
///
/// A line that comes back to a state counts as no success, so a proof never rests on a repetition; a
/// disproof may, in games whose states do not tell how often they came.
pub struct Prover {
    player: Player,
    goal: Goal,
    nodes: u64,
    made: u64,
    table: FxHashMap<u64, Numbers>,
    path: FxHashSet<u64>,
}

impl Prover {
    /// For this player and goal, with at most `nodes` forward-model calls.
    pub fn new(player: Player, goal: Goal, nodes: u64) -> Prover {
        Prover {
            player,
            goal,
            nodes,
            made: 0,
            table: FxHashMap::default(),
            path: FxHashSet::default(),
        }
    }

    /// Whether the goal is reached from a state; `None` if the budget ends before that is known.
    pub fn prove<G: Game>(&mut self, seat: &mut Seat<'_, G>, state: &G::State) -> Option<bool> {
        self.made = 0;
        self.path.clear();
        let key = seat.game().state_key(state);
        if let Some(ended) = self.ended(seat.game(), state) {
            return Some(ended == Numbers::PROVED);
        }
        let whole = Numbers {
            proof: INFINITE,
            disproof: INFINITE,
        };
        // A table entry may have been made on a path that ended in a repetition.
        let searched = self.search(seat, state, key, whole);
        let numbers = self.known(key);
        match (searched, numbers) {
            (_, Numbers { proof: 0, .. }) => Some(true),
            (Ok(()), Numbers { disproof: 0, .. }) => Some(false),
            _ => None,
        }
    }

    /// How near each action comes to a proof: higher is nearer, a proof is highest.
    pub fn ranks<G: Game>(
        &self,
        seat: &mut Seat<'_, G>,
        state: &G::State,
        actions: &[G::Action],
    ) -> Vec<f64> {
        let rank = |&action: &G::Action| {
            if !seat.can_afford(1, 0) {
                return f64::NEG_INFINITY;
            }
            let mut next = state.clone();
            seat.step(&mut next, action);
            let numbers = self.ended(seat.game(), &next);
            let numbers = numbers.unwrap_or_else(|| self.known(seat.game().state_key(&next)));
            -f64::from(numbers.proof)
        };
        actions.iter().map(rank).collect()
    }

    /// A certificate of what [`Prover::prove`] has proved of a state, as `reached` says: of the goal, or,
    /// for the opponent, that it is never reached. `None` if the budget ends, or if the table does not
    /// have it.
    pub fn certificate<G: Game>(
        &self,
        seat: &mut Seat<'_, G>,
        state: &G::State,
        reached: bool,
    ) -> Option<ProofStrategy<G>> {
        let mut certificate = ProofStrategy::new(self.player, self.goal, reached);
        let mut open = vec![state.clone()];
        let mut seen = FxHashSet::default();
        while let Some(state) = open.pop() {
            let Turn::Of(mover) = seat.game().turn(&state) else {
                continue;
            };
            if !seen.insert(state.clone()) {
                continue;
            }
            let children = self.children(seat, &state).ok()?;
            if !certificate.chooses(mover) {
                open.extend(children.into_iter().map(|child| child.state));
                continue;
            }
            let settled = |child: &Child<G>| {
                let numbers = self.of_child(seat.game(), child);
                match reached {
                    true => numbers.proof == 0,
                    false => numbers.disproof == 0,
                }
            };
            let child = children.into_iter().find(settled)?;
            certificate.choose(state, child.action);
            open.push(child.state);
        }
        Some(certificate)
    }

    /// The numbers of a finished game.
    fn ended<G: Game>(&self, game: &G, state: &G::State) -> Option<Numbers> {
        if game.turn(state) != Turn::Over {
            return None;
        }
        let reached = self.goal.is_reached(game.payoff(state, self.player));
        Some(match reached {
            true => Numbers::PROVED,
            false => Numbers::DISPROVED,
        })
    }

    fn known(&self, key: u64) -> Numbers {
        self.table.get(&key).copied().unwrap_or(Numbers::UNKNOWN)
    }

    fn of_child<G: Game>(&self, game: &G, child: &Child<G>) -> Numbers {
        if self.path.contains(&child.key) {
            return Numbers::DISPROVED;
        }
        self.ended(game, &child.state)
            .unwrap_or_else(|| self.known(child.key))
    }

    /// All successors of a state, a forward-model call each.
    fn children<G: Game>(
        &self,
        seat: &mut Seat<'_, G>,
        state: &G::State,
    ) -> Result<Vec<Child<G>>, Spent> {
        let mut actions = Actions::<G>::new();
        seat.game().actions(state, &mut actions);
        if !seat.can_afford(actions.len() as u64, 0) {
            return Err(Spent);
        }
        let child = |action| {
            let mut next = state.clone();
            seat.step(&mut next, action);
            Child {
                action,
                key: seat.game().state_key(&next),
                state: next,
            }
        };
        Ok(actions.into_iter().map(child).collect())
    }

    /// Searches below a node until its proof or disproof number reaches the limit.
    fn search<G: Game>(
        &mut self,
        seat: &mut Seat<'_, G>,
        state: &G::State,
        key: u64,
        limit: Numbers,
    ) -> Result<(), Spent> {
        let children = self.children(seat, state)?;
        self.made += children.len() as u64;
        if self.made > self.nodes {
            return Err(Spent);
        }
        let attacks = seat.game().turn(state) == Turn::Of(self.player);
        self.path.insert(key);
        let result = loop {
            let (numbers, best, second) = self.sum_up(seat.game(), &children, attacks);
            self.table.insert(key, numbers);
            if numbers.proof >= limit.proof || numbers.disproof >= limit.disproof {
                break Ok(());
            }
            // Both numbers lie below their limits, so neither is infinite, and there is a child to try.
            let child = &children[best];
            let of_child = self.of_child(seat.game(), child);
            // A quarter more than the second-best child's: fewer changes between the two.
            let patience = add(second, second / 4 + 1);
            let inner = match attacks {
                true => Numbers {
                    proof: limit.proof.min(patience),
                    disproof: add(limit.disproof - numbers.disproof, of_child.disproof),
                },
                false => Numbers {
                    proof: add(limit.proof - numbers.proof, of_child.proof),
                    disproof: limit.disproof.min(patience),
                },
            };
            if let Err(spent) = self.search(seat, &child.state, child.key, inner) {
                break Err(spent);
            }
        };
        self.path.remove(&key);
        result
    }

    /// The numbers of a node by those of its children, the place of the child to search next, and the
    /// number of the second-best child.
    fn sum_up<G: Game>(
        &self,
        game: &G,
        children: &[Child<G>],
        attacks: bool,
    ) -> (Numbers, usize, u32) {
        let (mut least, mut second, mut sum, mut best) = (INFINITE, INFINITE, 0, 0);
        for (place, child) in children.iter().enumerate() {
            let Numbers { proof, disproof } = self.of_child(game, child);
            let (own, other) = match attacks {
                true => (proof, disproof),
                false => (disproof, proof),
            };
            sum = add(sum, other);
            if own < least {
                (second, least, best) = (least, own, place);
            } else {
                second = second.min(own);
            }
        }
        let numbers = match attacks {
            true => Numbers {
                proof: least,
                disproof: sum,
            },
            false => Numbers {
                proof: sum,
                disproof: least,
            },
        };
        (numbers, best, second)
    }
}
