//! Metrics: one number of an episode, from the view of one agent.

use crate::play::{Ending, Episode};

/// A number of an episode, from the view of one agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Metric {
    /// Whether the payoff is positive: a share.
    Won,
    /// 1 for a win, 1/2 for a draw, 0 for a loss.
    Score,
    /// Whether it was won, of the games that someone won: a share.
    Decisive,
    /// Whether it ended by the rules without a winner: a share.
    Drawn,
    /// The payoff.
    Payoff,
    /// The scoreboard at the end.
    Points,
    /// What the recorded measure was at the end.
    Measured,
    /// Actions taken by all together.
    Plies,
    /// Forward-model calls.
    Steps,
    /// Evaluations.
    Evaluations,
    /// Decisions that came after their time.
    Late,
    /// Whether it was cut off before the rules ended it: a share.
    Truncated,
    /// Whether this seat's agent failed and lost by that: a share.
    Forfeited,
}

impl Metric {
    /// Every metric with the name plans use.
    pub const NAMES: [(&'static str, Metric); 13] = [
        ("won", Metric::Won),
        ("score", Metric::Score),
        ("decisive", Metric::Decisive),
        ("drawn", Metric::Drawn),
        ("payoff", Metric::Payoff),
        ("points", Metric::Points),
        ("measured", Metric::Measured),
        ("plies", Metric::Plies),
        ("steps", Metric::Steps),
        ("evaluations", Metric::Evaluations),
        ("late", Metric::Late),
        ("truncated", Metric::Truncated),
        ("forfeited", Metric::Forfeited),
    ];

    /// Every metric of an agent in an episode, in the order of [`Metric::NAMES`] and of the enum.
    #[inline]
    pub fn all(episode: &Episode, agent: usize) -> [f64; Metric::NAMES.len()] {
        let of = |metric: Metric| metric.value(episode, agent);
        // One by one, so that each is compiled for its metric: a loop over the list takes twice as long.
        [
            of(Metric::Won),
            of(Metric::Score),
            of(Metric::Decisive),
            of(Metric::Drawn),
            of(Metric::Payoff),
            of(Metric::Points),
            of(Metric::Measured),
            of(Metric::Plies),
            of(Metric::Steps),
            of(Metric::Evaluations),
            of(Metric::Late),
            of(Metric::Truncated),
            of(Metric::Forfeited),
        ]
    }

    /// The metric of a name.
    pub fn named(name: &str) -> Option<Metric> {
        Metric::NAMES
            .iter()
            .find(|(known, _)| *known == name)
            .map(|(_, metric)| *metric)
    }

    /// Whether it lies between 0 and 1.
    #[inline]
    pub fn is_share(self) -> bool {
        matches!(
            self,
            Metric::Won
                | Metric::Score
                | Metric::Decisive
                | Metric::Drawn
                | Metric::Truncated
                | Metric::Forfeited
        )
    }

    /// Whether it is read from the payoff.
    #[inline]
    pub fn is_of_payoff(self) -> bool {
        matches!(
            self,
            Metric::Won | Metric::Score | Metric::Decisive | Metric::Drawn | Metric::Payoff
        )
    }

    /// The name plans use.
    pub fn name(self) -> &'static str {
        let found = Metric::NAMES.iter().find(|(_, metric)| *metric == self);
        found.map_or("", |(name, _)| name)
    }

    /// Its value for an agent, by the agent's index in the plan; not a number where it has none: for
    /// [`Metric::Decisive`] in a draw, for [`Metric::Measured`] without a measure, and for every metric
    /// of a payoff that is not a number.
    #[inline]
    pub fn value(self, episode: &Episode, agent: usize) -> f64 {
        let result = &episode.seats[agent];
        let payoff = result.payoff;
        let flag = |flag: bool| f64::from(u8::from(flag));
        match self {
            Metric::Won | Metric::Score | Metric::Decisive | Metric::Drawn if payoff.is_nan() => {
                f64::NAN
            }
            Metric::Score if payoff == 0.0 => 0.5,
            Metric::Decisive if payoff == 0.0 => f64::NAN,
            Metric::Won | Metric::Score | Metric::Decisive => flag(payoff > 0.0),
            Metric::Drawn => flag(payoff == 0.0 && episode.ending != Ending::Truncated),
            Metric::Payoff => payoff,
            Metric::Points => result.points,
            Metric::Measured => result.measured.unwrap_or(f64::NAN),
            Metric::Plies => f64::from(episode.plies),
            Metric::Steps => result.spent.steps as f64,
            Metric::Evaluations => result.spent.evaluations as f64,
            Metric::Late => f64::from(result.late),
            Metric::Truncated => flag(episode.ending == Ending::Truncated),
            Metric::Forfeited => flag(
                matches!(&episode.ending, Ending::Forfeited(forfeit) if forfeit.agent == agent),
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::SeatResult;
    use ludometer_core::{Forfeit, Reason, Spending};

    fn episode(payoff: f64, ending: Ending) -> Episode {
        let seat = |payoff: f64| SeatResult {
            payoff,
            points: 3.0,
            ..SeatResult::default()
        };
        Episode {
            plies: 7,
            ending,
            seats: vec![seat(payoff), seat(-payoff)],
            record: None,
        }
    }

    #[test]
    fn wins_draws_and_losses_count_from_both_seats() {
        let won = episode(2.0, Ending::Finished);
        let values = |metric: Metric| [0, 1].map(|agent| metric.value(&won, agent));
        assert_eq!(values(Metric::Won), [1.0, 0.0]);
        assert_eq!(values(Metric::Score), [1.0, 0.0]);
        assert_eq!(values(Metric::Payoff), [2.0, -2.0]);
        assert_eq!(values(Metric::Drawn), [0.0, 0.0]);
        assert_eq!(values(Metric::Plies), [7.0, 7.0]);
        let drawn = episode(0.0, Ending::Finished);
        assert_eq!(Metric::Score.value(&drawn, 0), 0.5);
        assert_eq!(Metric::Won.value(&drawn, 0), 0.0);
        assert_eq!(Metric::Drawn.value(&drawn, 0), 1.0);
        assert!(Metric::Decisive.value(&drawn, 0).is_nan());
        let cut = episode(0.0, Ending::Truncated);
        assert_eq!(Metric::Drawn.value(&cut, 1), 0.0);
        assert_eq!(Metric::Truncated.value(&cut, 1), 1.0);
    }

    #[test]
    fn what_is_no_number_is_no_loss() {
        let broken = episode(f64::NAN, Ending::Finished);
        for metric in [Metric::Won, Metric::Score, Metric::Drawn, Metric::Measured] {
            assert!(metric.value(&broken, 0).is_nan(), "{}", metric.name());
        }
    }

    #[test]
    fn all_metrics_are_listed_in_the_order_of_their_names() {
        let mut one = episode(-2.5, Ending::Truncated);
        // A value for each that no other has, where that can be.
        one.seats[0].measured = Some(11.0);
        one.seats[0].spent = Spending::of_steps(13);
        one.seats[0].spent.evaluations = 17;
        one.seats[0].late = 19;
        let forfeit = Ending::Forfeited(crate::play::Forfeited {
            agent: 0,
            forfeit: Forfeit::from(Reason::Time),
        });
        let endings = [Ending::Finished, Ending::Truncated, forfeit];
        for (ending, payoff) in endings
            .into_iter()
            .flat_map(|ending| [-2.5, 0.0, 3.5].map(|payoff| (ending.clone(), payoff)))
        {
            one.ending = ending;
            one.seats[0].payoff = payoff;
            let all = Metric::all(&one, 0);
            for (at, (name, metric)) in Metric::NAMES.into_iter().enumerate() {
                assert_eq!(metric as usize, at, "{name}");
                let value = metric.value(&one, 0);
                assert_eq!(all[at].to_bits(), value.to_bits(), "{name}");
            }
        }
    }

    #[test]
    fn names_lead_back() {
        for (name, metric) in Metric::NAMES {
            assert_eq!((Metric::named(name), metric.name()), (Some(metric), name));
        }
    }
}
