//! Hands of two against McRaise: what a network is worth, and what it can learn from.

use super::super::mcraise::{McRaise, Model, PotModel, Reader, best, estimate, worths};
use super::super::{GAME, MCRAISE, POLICY, VALUED};
use super::inputs::{Outlook, inputs};
use super::poker_network::{NetworkRole, PokerNetwork, UNIT};
use super::policy::Policy;
use super::progress::TrainingProgress;
use super::valued::Valued;
use ludometer_agents::network::Trajectory;
use ludometer_core::{Agent, Budget, Forfeit, Game, Generator, Player, Seat, Seed};
use ludometer_games_other::omaha::{Bet, Omaha};
use ludometer_spec::identity::Identity;
use std::sync::Arc;

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

    /// Everything that decides what a network wins on a deck.
    pub fn identity(&self) -> Identity {
        Identity::of("omaha-contest@1")
            .line("game", GAME)
            .line("players", format_args!("{MCRAISE} {VALUED} {POLICY}"))
            .line("samples", self.samples)
            .line("address", self.seed)
    }

    /// What the first player wins on a deck, in small bets. It has the button if not mirrored.
    ///
    /// Dice are addressed by seat and action, so that players who think alike do alike.
    fn hand(&self, players: [&mut dyn Agent<Omaha>; 2], deck: u64, mirrored: bool) -> f64 {
        let address = self.seed.named("deck").nth(deck);
        let mut chance = address.named("chance").rng(Generator::Xoshiro);
        let mind = address.named("mind");
        let mut hand = self.omaha.start(&mut chance);
        let own = usize::from(!mirrored);
        let [one, other] = players;
        let mut ply = 0;
        while let Some(player) = self.omaha.mover(&hand) {
            let seat = player.index();
            let dice = mind.nth(seat as u64).nth(ply).rng(Generator::Xoshiro);
            let mut opened = Seat::open(&self.omaha, &hand, player, dice, Budget::UNLIMITED);
            let bet = match seat == own {
                true => one.act(&mut opened),
                false => other.act(&mut opened),
            };
            let bet = bet.expect("players by rule go on to the end");
            self.omaha.step(&mut hand, bet, &mut chance);
            ply += 1;
        }
        self.omaha.payoff(&hand, Player(own as u8))
    }

    fn opponent(&self) -> McRaise {
        McRaise::new(Model::HEADS_UP, self.samples, PotModel::Matched)
    }

    /// Players who wait for networks.
    pub fn sit(&self) -> DuplicateHand {
        DuplicateHand {
            opponent: self.opponent(),
            valued: None,
            policy: None,
        }
    }

    /// What a network wins on a deck.
    pub fn payoff(
        &self,
        sitting: &mut DuplicateHand,
        poker_network: &Arc<PokerNetwork>,
        deck: u64,
        mirrored: bool,
    ) -> f64 {
        let (model, samples) = (Model::HEADS_UP, self.samples);
        let opponent = &mut sitting.opponent;
        match poker_network.role {
            NetworkRole::Evaluation => {
                let new = || Valued::new(Arc::clone(poker_network), model, samples);
                let valued = sitting.valued.get_or_insert_with(new);
                valued.set(poker_network);
                self.hand([valued, opponent], deck, mirrored)
            }
            NetworkRole::Policy => {
                let new = || Policy::new(Arc::clone(poker_network), model, samples);
                let policy = sitting.policy.get_or_insert_with(new);
                policy.set(poker_network);
                self.hand([policy, opponent], deck, mirrored)
            }
        }
    }

    /// What an evaluation wins on a deck, and the situations that it went to. The payoff of the
    /// trajectory is in the network's unit.
    pub fn trajectory(
        &self,
        sitting: &mut DuplicateHand,
        poker_network: &Arc<PokerNetwork>,
        deck: u64,
        mirrored: bool,
    ) -> Trajectory {
        if let Some(valued) = &mut sitting.valued {
            valued.trail();
        }
        let won = self.payoff(sitting, poker_network, deck, mirrored);
        let inputs = sitting.valued.as_mut().map(Valued::trail);
        Trajectory {
            inputs: inputs.unwrap_or_default(),
            payoff: won / UNIT,
        }
    }

    /// The mean of both hands of each deck of a range, in small bets a hand; `None` if it was
    /// stopped.
    pub fn by_deck(
        &self,
        poker_network: &Arc<PokerNetwork>,
        decks: std::ops::Range<u64>,
        progress: &TrainingProgress<'_>,
    ) -> Option<Vec<f64>> {
        let hands = 2 * decks.start..2 * decks.end;
        let play = |sitting: &mut DuplicateHand, hand| {
            self.payoff(sitting, poker_network, hand / 2, hand % 2 == 1)
        };
        let won = progress.each(hands, || self.sit(), play)?;
        let means = won.chunks_exact(2).map(|won| (won[0] + won[1]) / 2.0);
        Some(means.collect())
    }

    /// McRaise's value of every situation that it could reach in hands against itself, the evaluation
    /// of section 4.1.3: one trajectory of one situation each. This many decks are played once; `None` if
    /// it was stopped.
    pub fn lessons(&self, decks: u64, progress: &TrainingProgress<'_>) -> Option<Vec<Trajectory>> {
        let sit = || [self.teacher(), self.teacher()];
        let hands = progress.each(0..decks, sit, |[one, other], deck| {
            self.hand([one, other], deck, false);
            one.taught.append(&mut other.taught);
            std::mem::take(&mut one.taught)
        })?;
        Some(hands.into_iter().flatten().collect())
    }

    fn teacher(&self) -> Teacher {
        Teacher {
            reader: Reader::new(Model::HEADS_UP),
            samples: self.samples,
            taught: Vec::new(),
        }
    }
}

/// Players who wait for networks: they remember what does not depend on them.
pub struct DuplicateHand {
    opponent: McRaise,
    valued: Option<Valued>,
    policy: Option<Policy>,
}

/// McRaise, reporting its values.
struct Teacher {
    reader: Reader,
    samples: u64,
    taught: Vec<Trajectory>,
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
            self.taught.push(Trajectory {
                inputs: inputs(omaha, &after, seat.player().index(), &outlook).to_vec(),
                payoff: worth / UNIT,
            });
        }
        Ok(best(&worths))
    }
}

#[cfg(test)]
mod tests {
    use super::super::poker_network::NetworkRole;
    use super::*;

    /// A player who meets itself on a deck and its mirror image wins nothing in all.
    #[test]
    fn mirrored_hands_of_equals_cancel() {
        let contest = NetworkContest::new(20, Seed::new(3));
        for deck in 0..30 {
            let won = [false, true].map(|mirrored| {
                let [mut one, mut other] = [contest.opponent(), contest.opponent()];
                contest.hand([&mut one, &mut other], deck, mirrored)
            });
            assert_eq!(won[0] + won[1], 0.0);
        }
    }

    /// The teacher plays as McRaise does.
    #[test]
    fn who_teaches_does_as_it_says() {
        let contest = NetworkContest::new(20, Seed::new(4));
        let mut lessons = 0;
        for deck in 0..30 {
            let mut teacher = contest.teacher();
            let taught = contest.hand([&mut teacher, &mut contest.opponent()], deck, true);
            let [mut one, mut other] = [contest.opponent(), contest.opponent()];
            assert_eq!(taught, contest.hand([&mut one, &mut other], deck, true));
            lessons += teacher.taught.len();
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
        let mut sitting = contest.sit();
        for deck in 0..20 {
            let trajectory = contest.trajectory(&mut sitting, &poker_network, deck, false);
            // Others who sit there have no memory that shows.
            let won = contest.payoff(&mut contest.sit(), &poker_network, deck, false);
            assert_eq!(trajectory.payoff * UNIT, won);
            let again = contest.trajectory(&mut contest.sit(), &poker_network, deck, false);
            assert_eq!(trajectory, again);
            assert_eq!(trajectory.inputs.len() % super::super::inputs::COUNT, 0);
        }
    }
}
