//! The `go` command.

use ludometer_core::{Budget, Clock, Generator, Seed};
use std::time::Duration;

/// What a `go` command asks for.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Go {
    nodes: Option<u64>,
    evaluations: Option<u64>,
    movetime: Option<Duration>,
    /// Plies.
    pub(super) depth: Option<u32>,
    /// Whether the answer waits for `stop`.
    pub(super) infinite: bool,
    /// Time left and increment of each player.
    clocks: Vec<(Option<Duration>, Duration)>,
    moves_to_go: Option<u32>,
    /// The random stream of this decision, from a manager that knows it.
    pub(super) seed: Option<(Seed, Generator)>,
}

/// No game has more.
const PLAYERS: usize = 64;

impl Go {
    /// Reads what follows `go`; words that make no sense are passed over.
    pub(super) fn read(text: &str) -> Go {
        let mut go = Go::default();
        let mut words = text.split_whitespace().peekable();
        while let Some(word) = words.next() {
            let mut number = |least: i64| {
                let value = words.peek().and_then(|word| word.parse::<i64>().ok());
                value.map(|value| value.max(least).unsigned_abs())
            };
            match word {
                "nodes" => go.nodes = number(1).or(go.nodes),
                "evaluations" => go.evaluations = number(1).or(go.evaluations),
                "depth" => {
                    let depth = number(1).map(|depth| u32::try_from(depth).unwrap_or(u32::MAX));
                    go.depth = depth.or(go.depth);
                }
                "movetime" => go.movetime = number(1).map(Duration::from_millis).or(go.movetime),
                "movestogo" => {
                    let moves = number(1).and_then(|moves| u32::try_from(moves).ok());
                    go.moves_to_go = moves.or(go.moves_to_go);
                }
                "infinite" | "ponder" => go.infinite = true,
                "seed" => go.seed = seed(words.next(), words.peek().copied()).or(go.seed),
                _ => {
                    let (player, kind) = match word.strip_suffix("time") {
                        Some(name) => (player(name), true),
                        None => (word.strip_suffix("inc").and_then(player), false),
                    };
                    let (Some(player), Some(value)) = (player, number(0)) else {
                        continue;
                    };
                    if go.clocks.len() <= player {
                        go.clocks.resize(player + 1, (None, Duration::ZERO));
                    }
                    match kind {
                        true => go.clocks[player].0 = Some(Duration::from_millis(value)),
                        false => go.clocks[player].1 = Duration::from_millis(value),
                    }
                }
            }
        }
        go
    }

    /// The limits of the mover's decision, and all clocks.
    pub(super) fn budget(&self, mover: usize) -> (Budget, Vec<Option<Clock>>) {
        let clock = |&(left, increment): &(Option<Duration>, Duration)| {
            let clock = Clock::of(left?).with_increment(increment);
            Some(match self.moves_to_go {
                Some(moves) => clock.with_moves_to_go(moves),
                None => clock,
            })
        };
        let clocks: Vec<Option<Clock>> = self.clocks.iter().map(clock).collect();
        let own = clocks.get(mover).copied().flatten();
        let budget = Budget::UNLIMITED
            .with_steps(self.nodes)
            .with_evaluations(self.evaluations)
            .with_time(self.movetime)
            .with_clock(own.filter(|_| !self.infinite));
        (budget, clocks)
    }
}

/// Whose clock `wtime`, `btime` or `p1time` tells.
fn player(name: &str) -> Option<usize> {
    match name {
        "w" => Some(0),
        "b" => Some(1),
        _ => {
            let number: usize = name.strip_prefix('p')?.parse().ok()?;
            number.checked_sub(1).filter(|player| *player < PLAYERS)
        }
    }
}

/// The address of a random stream: the name of the generator and 32 hexadecimal digits.
fn seed(generator: Option<&str>, digits: Option<&str>) -> Option<(Seed, Generator)> {
    let generator = Generator::ALL
        .into_iter()
        .find(|known| Some(known.name()) == generator)?;
    Some((Seed::read(digits?)?, generator))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn limits_are_read() {
        let go = Go::read("nodes 2000 depth 5 movetime 100");
        let (budget, clocks) = go.budget(0);
        assert_eq!((budget.steps, go.depth), (Some(2000), Some(5)));
        assert_eq!(budget.time, Some(Duration::from_millis(100)));
        assert!(clocks.is_empty() && budget.clock.is_none());
    }

    #[test]
    fn clocks_are_read_for_each_player() {
        let go = Go::read("wtime 8000 btime 7000 winc 80 binc 0 movestogo 40");
        let (budget, clocks) = go.budget(1);
        let black = Clock::of(Duration::from_secs(7)).with_moves_to_go(40);
        assert_eq!(budget.clock, Some(black));
        let white = Clock::of(Duration::from_secs(8)).with_increment(Duration::from_millis(80));
        assert_eq!(clocks[0], Some(white.with_moves_to_go(40)));
        let (budget, _) = Go::read("p3time 5 p3inc 1").budget(2);
        assert_eq!(
            budget.clock.map(|clock| clock.remaining),
            Some(Duration::from_millis(5))
        );
        // Clocks may be behind: then there is no time left.
        let (budget, _) = Go::read("wtime -30 btime 1").budget(0);
        assert_eq!(
            budget.clock.map(|clock| clock.remaining),
            Some(Duration::ZERO)
        );
    }

    #[test]
    fn streams_are_read_as_they_are_written() {
        let seed = Seed::new(7).named("mind");
        let go = Go::read(&format!("nodes 9 seed xoshiro {seed}"));
        assert_eq!(go.seed, Some((seed, Generator::Xoshiro)));
        assert_eq!(Go::read("seed xoshiro 12").seed, None);
        assert_eq!(Go::read("seed dice").seed, None);
    }

    proptest! {
        #[test]
        fn any_command_is_read(text in "(nodes|depth|movetime|movestogo|[wb]time|p[0-9]{1,20}time|[wb]inc|infinite|seed|xoshiro|-?[0-9]{1,25}|[a-f0-9]{32}|é| ){0,20}") {
            let go = Go::read(&text);
            let (budget, _) = go.budget(0);
            prop_assert_ne!(budget.steps, Some(0));
        }
    }
}
