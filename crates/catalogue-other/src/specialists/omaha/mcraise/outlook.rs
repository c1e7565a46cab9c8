//! What a player can expect of both sides of the pot against modelled opponents, for people who look
//! at a hand.

use super::configurations::{Configurations, InformationKey};
use super::epp::Payoff;
use super::model::Model;
use super::reading::Reader;
use ludometer_core::Player;
use ludometer_games_other::omaha::{Hand, Omaha, seats};

/// Configurations that are drawn together, at most.
const PART: u64 = 1000;

/// The expected proportional payoff of a player from this many configurations, at least one: in all,
/// of the high and of the low side. Weights are those of `estimate`, which sees the sum alone.
pub fn outlook(
    omaha: &Omaha,
    hand: &Hand,
    player: Player,
    model: Model,
    samples: u64,
) -> [Payoff; 3] {
    let (players, me) = (omaha.players(), player.index());
    let from_me = |other: usize| (other + players - me) % players;
    let live = seats(hand.live()).fold(0, |live, other| live | 1 << from_me(other));
    let readings = Reader::new(model).readings(omaha, hand, me);
    let (mut sides, mut logs): (Vec<(f64, f64)>, Vec<f64>) = (Vec::new(), Vec::new());
    for part in 0.. {
        let left = samples.max(1) - sides.len() as u64;
        if left == 0 {
            break;
        }
        let sight = InformationKey::new(hand, players, me, left.min(PART) as usize, part);
        let configurations = Configurations::of(sight);
        let before = sides.len();
        sides.extend(configurations.sides(live));
        logs.resize(sides.len(), 0.0);
        for reading in &readings {
            let steps = configurations.steps(reading.round, from_me(reading.seat));
            for (log, step) in logs[before..].iter_mut().zip(steps) {
                *log += reading.log(*step);
            }
        }
    }
    let of = |side: fn(&(f64, f64)) -> f64| {
        let values: Vec<f64> = sides.iter().map(side).collect();
        Payoff::weighted(&values, &logs)
    };
    [
        of(|(high, low)| high + low),
        of(|(high, _)| *high),
        of(|(_, low)| *low),
    ]
}

#[cfg(test)]
mod tests {
    use super::super::{Reader, estimate};
    use super::*;
    use ludometer_core::{Budget, Generator, Notation, Seat, Seed};

    /// Both sides make the whole, and the whole is what the player itself estimates.
    #[test]
    fn an_outlook_is_the_estimate_by_sides() {
        let omaha = Omaha::new(3).unwrap();
        let hand = omaha.read("As2sKdQh - - | 3s7s9d | - | crcc/cr").unwrap();
        let player = omaha.mover(&hand).unwrap();
        let hand = match player.index() {
            0 => hand,
            _ => omaha.read("As2sKdQh - - | 3s7s9d | - | crcc/crf").unwrap(),
        };
        let player = omaha.mover(&hand).unwrap();
        assert_eq!(player, Player(0));
        let [total, high, low] = outlook(&omaha, &hand, player, Model::RING, 800);
        assert!((total.share - high.share - low.share).abs() < 1e-12);
        assert!(low.share > 0.0 && total.effective < 800.0);
        let dice = Seed::new(1).rng(Generator::Xoshiro);
        let mut seat = Seat::open(&omaha, &hand, player, dice, Budget::UNLIMITED);
        let payoff = estimate(&mut seat, &mut Reader::new(Model::RING), 800);
        assert_eq!(payoff, Some(total));
    }
}
