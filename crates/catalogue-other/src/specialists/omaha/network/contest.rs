//! Hands of two against McRaise: what a network is worth, and what it can learn from.

use super::super::mcraise::{McRaise, Model, PotModel, Reader, best, estimate, worths};
use super::inputs::{Outlook, inputs};
use super::poker_network::{NetworkRole, PokerNetwork, UNIT};
use super::policy::Policy;
use super::valued::{Trail, ValueNetworkAgent};
use ludometer_agents::network::Trajectory;
use ludometer_arena::play::{self, MatchRules, NoObserver};
use ludometer_core::{Agent, Budget, Forfeit, Game, Generator, Seat, Seed};
use ludometer_games_other::omaha::{Bet, Omaha};
use std::sync::{Arc, Mutex, PoisonError};

/// Decks against the un-tuned McRaise. A deck is a number; mirrored, the same deck is played with
/// the seats exchanged, and with them the hands (antithetic variables, section 3.3 of the paper).
#[derive(Clone, Copy, Debug)]
pub struct NetworkContest {
    omaha: Omaha,
    samples: u64,
    seed: Seed,
}

impl NetworkContest {
    /// With this many card configurations a decision, on both sides. Another seed is other decks.
    pub fn new(samples: u64, seed: Seed) -> NetworkContest {
        NetworkContest {
            omaha: Omaha::new(2).expect("two can play"),
            samples,
            seed,
        }
    }

    /// What the first player wins on a deck, in small bets. It has the button if not mirrored.
    ///
    /// The referee addresses random streams by seat and ply, so that players who think alike do alike.
    fn hand(&self, players: &mut [Box<dyn Agent<Omaha>>], deck: u64, mirrored: bool) -> f64 {
        let address = self.seed.named("deck").nth(deck);
        let start = self
            .omaha
            .start(&mut play::chance(address, 0, Generator::Xoshiro));
        let rules = MatchRules {
            moves: None,
            budget: Budget::UNLIMITED,
            opening: None,
            budgets: Vec::new(),
            mirror: true,
            generator: Generator::Xoshiro,
            ..MatchRules::default()
        };
        let place = (address, usize::from(!mirrored));
        let played = play::episode(&self.omaha, start, players, &rules, place, &mut NoObserver);
        played.seats[0].payoff
    }

    fn opponent(&self) -> McRaise {
        McRaise::new(Model::HEADS_UP, self.samples, PotModel::Matched)
    }

    /// A network against McRaise. Agents are reused from hand to hand: what they remember does not
    /// change a decision.
    pub fn sit(&self, poker_network: &Arc<PokerNetwork>) -> DuplicateHand {
        let (model, samples) = (Model::HEADS_UP, self.samples);
        let trail = Trail::default();
        let network: Box<dyn Agent<Omaha>> = match poker_network.role {
            NetworkRole::Evaluation => {
                let valued = ValueNetworkAgent::new(Arc::clone(poker_network), model, samples);
                Box::new(valued.recording(Arc::clone(&trail)))
            }
            NetworkRole::Policy => Box::new(Policy::new(Arc::clone(poker_network), model, samples)),
        };
        DuplicateHand {
            agents: [network, Box::new(self.opponent())],
            trail,
        }
    }

    /// What the network wins on a deck.
    pub fn payoff(&self, sitting: &mut DuplicateHand, deck: u64, mirrored: bool) -> f64 {
        self.hand(&mut sitting.agents, deck, mirrored)
    }

    /// What an evaluation wins on a deck, and the situations that it went to. The payoff of the
    /// trajectory is in the network's unit.
    pub fn trajectory(&self, sitting: &mut DuplicateHand, deck: u64, mirrored: bool) -> Trajectory {
        taken(&sitting.trail);
        let won = self.payoff(sitting, deck, mirrored);
        Trajectory {
            inputs: taken(&sitting.trail),
            payoff: won / UNIT,
        }
    }

    /// McRaise against itself, with a report of its values.
    pub fn teach(&self) -> TeachingHand {
        let taught = [Lessons::default(), Lessons::default()];
        let teachers = taught
            .each_ref()
            .map(|taught| -> Box<dyn Agent<Omaha>> { Box::new(self.teacher(Arc::clone(taught))) });
        TeachingHand { teachers, taught }
    }

    /// McRaise's value of every situation that it could reach in a hand against itself, the evaluation
    /// of section 4.1.3: one trajectory of one situation each.
    pub fn lessons(&self, sitting: &mut TeachingHand, deck: u64) -> Vec<Trajectory> {
        self.hand(&mut sitting.teachers, deck, false);
        sitting
            .taught
            .each_ref()
            .map(|taught| taken(taught))
            .concat()
    }

    fn teacher(&self, taught: Lessons) -> Teacher {
        Teacher {
            reader: Reader::new(Model::HEADS_UP),
            samples: self.samples,
            taught,
        }
    }
}

/// What was recorded, which is empty afterwards.
fn taken<T>(recorded: &Mutex<Vec<T>>) -> Vec<T> {
    std::mem::take(&mut *recorded.lock().unwrap_or_else(PoisonError::into_inner))
}

/// A network and its opponent.
pub struct DuplicateHand {
    agents: [Box<dyn Agent<Omaha>>; 2],
    trail: Trail,
}

/// McRaise in both seats.
pub struct TeachingHand {
    teachers: [Box<dyn Agent<Omaha>>; 2],
    taught: [Lessons; 2],
}

/// What McRaise said of situations.
type Lessons = Arc<Mutex<Vec<Trajectory>>>;

/// McRaise, reporting its values.
struct Teacher {
    reader: Reader,
    samples: u64,
    taught: Lessons,
}

impl Agent<Omaha> for Teacher {
    fn act(&mut self, seat: &mut Seat<'_, Omaha>) -> Result<Bet, Forfeit> {
        let Some(payoff) = estimate(seat, &mut self.reader, self.samples) else {
            return Ok(Bet::Call);
        };
        let outlook = Outlook {
            share: payoff.share,
            strength: payoff.prior,
            drawn: payoff.drawn,
        };
        let (omaha, position) = (seat.game(), *seat.position());
        let worths = worths(omaha, &position, payoff.share, PotModel::Matched);
        for (bet, worth) in worths.iter().filter(|(bet, _)| *bet != Bet::Fold) {
            let mut after = position;
            seat.step(&mut after, *bet);
            let lesson = Trajectory {
                inputs: inputs(omaha, &after, seat.player().index(), &outlook).to_vec(),
                payoff: worth / UNIT,
            };
            let taught = self.taught.lock();
            taught.unwrap_or_else(PoisonError::into_inner).push(lesson);
        }
        Ok(best(&worths))
    }
}

#[cfg(test)]
mod tests {
    use super::super::poker_network::NetworkRole;
    use super::*;

    fn equals(contest: &NetworkContest) -> [Box<dyn Agent<Omaha>>; 2] {
        [Box::new(contest.opponent()), Box::new(contest.opponent())]
    }

    /// A player who meets itself on a deck and its mirror image wins nothing in all.
    #[test]
    fn mirrored_hands_of_equals_cancel() {
        let contest = NetworkContest::new(20, Seed::new(3));
        for deck in 0..30 {
            let won =
                [false, true].map(|mirrored| contest.hand(&mut equals(&contest), deck, mirrored));
            assert_eq!(won[0] + won[1], 0.0);
        }
    }

    /// The teacher plays as McRaise does.
    #[test]
    fn who_teaches_does_as_it_says() {
        let contest = NetworkContest::new(20, Seed::new(4));
        let mut lessons = 0;
        for deck in 0..30 {
            let lesson = Lessons::default();
            let teacher = Box::new(contest.teacher(Arc::clone(&lesson)));
            let taught = contest.hand(&mut [teacher, Box::new(contest.opponent())], deck, true);
            assert_eq!(taught, contest.hand(&mut equals(&contest), deck, true));
            lessons += taken(&lesson).len();
        }
        assert!(lessons > 60, "{lessons}");
    }

    #[test]
    fn what_an_evaluation_went_to_is_kept() {
        let contest = NetworkContest::new(20, Seed::new(5));
        let poker_network = Arc::new(PokerNetwork::new(
            NetworkRole::Evaluation,
            NetworkRole::Evaluation.start(Seed::new(1)),
        ));
        let mut sitting = contest.sit(&poker_network);
        for deck in 0..20 {
            let trajectory = contest.trajectory(&mut sitting, deck, false);
            // Others who sit there have no memory that shows.
            let won = contest.payoff(&mut contest.sit(&poker_network), deck, false);
            assert_eq!(trajectory.payoff * UNIT, won);
            let again = contest.trajectory(&mut contest.sit(&poker_network), deck, false);
            assert_eq!(trajectory, again);
            assert_eq!(trajectory.inputs.len() % super::super::inputs::COUNT, 0);
        }
    }
}
