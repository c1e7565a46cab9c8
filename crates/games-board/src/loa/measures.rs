//! Numbers that programs read off a board of Lines of Action.
//!
//! The names are those of the nine features of MIA's evaluation (Winands, van den Herik and
//! Uiterwijk 2003, *An Evaluation Function for Lines of Action*). That paper's formulas are not
//! generally at hand: where a program that follows it is public its reading is taken, and where
//! none is the definition is ours and says so. Every feature is a side's own minus the other's,
//! and larger is better.

use super::groups::{NOT_A, NOT_H};
use super::moves::Views;
use super::{Loa, Position};
use ludometer_core::{Measure, Player};

/// The names of the nine features, in the order of [`features`].
pub const FEATURES: [&str; 9] = [
    "concentration",
    "centralisation",
    "centre-of-mass-position",
    "quads",
    "mobility",
    "walls",
    "connectedness",
    "uniformity",
    "player-to-move",
];

/// All nine features together, as `player` sees them, in the order of [`FEATURES`]. Each is what
/// the measure of its name gives.
pub fn features(position: &Position, player: Player) -> [f32; 9] {
    let sides = position.sides(player);
    let sums = sides.map(Sums::new);
    let lead = |of: fn(&Sums) -> f64| of(&sums[0]) - of(&sums[1]);
    [
        lead(Sums::concentration),
        lead(Sums::centralisation),
        lead(Sums::position),
        lead(Sums::quads),
        mobility(sides),
        walls(sides),
        lead(Sums::connectedness),
        lead(Sums::uniformity),
        to_move(position, player),
    ]
    .map(|feature| feature as f32)
}

/// The stones of one side, and where their centre of mass is: the sums of ranks and files, which
/// are the mean times the number of stones.
struct Sums {
    stones: u64,
    number: i32,
    ranks: i32,
    files: i32,
}

impl Sums {
    #[inline]
    fn new(stones: u64) -> Sums {
        let (number, ranks, files) = each(stones).fold((0, 0, 0), |(n, ranks, files), square| {
            (n + 1, ranks + square / 8, files + square % 8)
        });
        Sums {
            stones,
            number,
            ranks,
            files,
        }
    }

    /// The sum of the stones' distances from the centre of mass, as a king moves, times the number
    /// of stones.
    #[inline]
    fn distances(&self) -> i32 {
        let distances = each(self.stones).map(|square| {
            let rank = (square / 8 * self.number - self.ranks).abs();
            rank.max((square % 8 * self.number - self.files).abs())
        });
        distances.sum()
    }

    /// The least sum of distances that as many stones can have around one of them.
    #[inline]
    fn least(&self) -> i32 {
        self.number - 1 + (self.number - 9).max(0)
    }

    /// The mean distance from the centre of mass beyond the least possible, inverted.
    ///
    /// Differs: one is added before the inversion, as the surplus of a tight group is zero, and a
    /// surplus below zero (the centre of mass may lie between stones) counts as zero.
    #[inline]
    fn concentration(&self) -> f64 {
        let squared = self.number * self.number;
        let surplus = (self.distances() - self.least() * self.number).max(0);
        f64::from(squared) / f64::from(squared + surplus)
    }

    /// The sum of the squares' values.
    #[inline]
    fn values(&self) -> i32 {
        each(self.stones)
            .map(|square| i32::from(VALUES[square as usize]))
            .sum()
    }

    #[inline]
    fn centralisation(&self) -> f64 {
        f64::from(self.values()) / f64::from(self.number)
    }

    /// Minus the distance of the centre of mass from the centre of the board, as a king moves.
    #[inline]
    fn position(&self) -> f64 {
        let centre = 7 * self.number;
        let rank = (2 * self.ranks - centre).abs();
        let far = rank.max((2 * self.files - centre).abs());
        -f64::from(far) / f64::from(2 * self.number)
    }

    /// Squares of 2 x 2 with at least three stones whose centre is at most two squares from the
    /// centre of mass, as a king moves.
    #[inline]
    fn quads(&self) -> f64 {
        let (here, above) = (self.stones, self.stones >> 8);
        let (right, corner) = (here >> 1, above >> 1);
        let three = here & right & (above | corner) | above & corner & (here | right);
        let near = |twice: i32, sum: i32| ((twice + 1) * self.number - 2 * sum).abs();
        let quads = each(three & NOT_H).filter(|square| {
            let rank = near(2 * (square / 8), self.ranks);
            rank.max(near(2 * (square % 8), self.files)) <= 4 * self.number
        });
        quads.count() as f64
    }

    /// Pairs of neighbours, each from both ends.
    #[inline]
    fn links(&self) -> u32 {
        let stones = self.stones;
        let beside = stones & stones << 1 & NOT_A;
        let above = stones & stones << 8;
        let corners = [stones << 9 & NOT_A, stones << 7 & NOT_H];
        let corners = corners.map(|moved| (stones & moved).count_ones());
        2 * (beside.count_ones() + above.count_ones() + corners[0] + corners[1])
    }

    #[inline]
    fn connectedness(&self) -> f64 {
        f64::from(self.links()) / f64::from(self.number)
    }

    /// Squares of the smallest rectangle with all stones in it.
    #[inline]
    fn rectangle(&self) -> u32 {
        let ranks = 1 + self.stones.ilog2() / 8 - self.stones.trailing_zeros() / 8;
        let mut files = self.stones | self.stones >> 32;
        files |= files >> 16;
        files = (files | files >> 8) & 0xff;
        ranks * (1 + files.ilog2() - files.trailing_zeros())
    }

    #[inline]
    fn uniformity(&self) -> f64 {
        -f64::from(self.rectangle())
    }
}

/// The squares of some stones.
#[inline]
fn each(mut stones: u64) -> impl Iterator<Item = i32> {
    std::iter::from_fn(move || {
        let square = (stones != 0).then(|| stones.trailing_zeros() as i32);
        stones &= stones.wrapping_sub(1);
        square
    })
}

/// Values of squares that several programs share, and attribute to the thesis of Winands (2000).
const VALUES: [i8; 64] = {
    const QUADRANT: [[i8; 4]; 4] = [
        [-80, -25, -20, -20],
        [-25, 10, 10, 10],
        [-20, 10, 25, 25],
        [-20, 10, 25, 50],
    ];
    let mut values = [0; 64];
    let mut square = 0;
    while square < 64 {
        let (rank, file) = (square / 8, square % 8);
        let rank = if rank < 4 { rank } else { 7 - rank };
        let file = if file < 4 { file } else { 7 - file };
        values[square] = QUADRANT[rank][file];
        square += 1;
    }
    values
};

/// Weighted moves, as if each side were to move.
#[inline]
fn mobility([own, other]: [u64; 2]) -> f64 {
    let [own, other] = Views::new(own, other).weights();
    (f64::from(own) - f64::from(other)) / 4.0
}

/// Ways from an edge into the board that stones of one side close to the other's.
#[inline]
fn walls([own, other]: [u64; 2]) -> f64 {
    f64::from(closed(own, other)) - f64::from(closed(other, own))
}

/// A stone on an edge has three ways to leave it, and a stone of `by` right before it closes one:
/// the line has two stones or more, and the first step would already jump one of the other's.
#[inline]
fn closed(by: u64, stones: u64) -> u32 {
    const RANK: u64 = 0xff;
    let [west, east] = [by >> 1 & NOT_H, by << 1 & NOT_A];
    let count = |before: u64, edge: u64| (before & stones & edge).count_ones();
    let mut ways = 0;
    for (edge, before) in [
        (RANK, [by >> 8, east >> 8, west >> 8]),
        (RANK << 56, [by << 8, east << 8, west << 8]),
        (!NOT_A, [west, west >> 8, west << 8]),
        (!NOT_H, [east, east >> 8, east << 8]),
    ] {
        ways += before.map(|before| count(before, edge)).iter().sum::<u32>();
    }
    ways
}

fn to_move(position: &Position, player: Player) -> f64 {
    if position.mover == player { 1.0 } else { -1.0 }
}

/// One feature of the sums, own minus the other's.
fn lead(position: &Position, player: Player, of: fn(&Sums) -> f64) -> f64 {
    let [own, other] = position.sides(player).map(Sums::new);
    of(&own) - of(&other)
}

/// Every measure of the game.
pub fn measures() -> Vec<Measure<Loa>> {
    let high = Measure::<Loa>::high;
    vec![
        high(
            "concentration",
            "how close the stones are to their centre of mass, 1 at best, own minus the opponent's",
            |_, position, player| lead(position, player, Sums::concentration),
        ),
        high(
            "centralisation",
            "the mean value of the stones' squares, own minus the opponent's",
            |_, position, player| lead(position, player, Sums::centralisation),
        ),
        high(
            "centre-of-mass-position",
            "how much nearer the centre of mass is to the middle than the opponent's, in squares; our definition",
            |_, position, player| lead(position, player, Sums::position),
        ),
        high(
            "quads",
            "2 x 2 squares near the centre of mass with three stones or four, own minus the opponent's",
            |_, position, player| lead(position, player, Sums::quads),
        ),
        high(
            "mobility",
            "moves, double when they capture, half to an edge, a quarter along one, own minus the opponent's",
            |_, position, player| mobility(position.sides(player)),
        ),
        high(
            "walls",
            "ways off an edge that stones right before it close, the opponent's minus the own; our definition",
            |_, position, player| walls(position.sides(player)),
        ),
        high(
            "connectedness",
            "the mean number of a stone's own neighbours, own minus the opponent's",
            |_, position, player| lead(position, player, Sums::connectedness),
        ),
        high(
            "uniformity",
            "squares of the smallest rectangle around all stones, the opponent's minus the own",
            |_, position, player| lead(position, player, Sums::uniformity),
        ),
        high(
            "player-to-move",
            "1 for the player to move, -1 for the other",
            |_, position, player| to_move(position, player),
        ),
        high(
            "stones",
            "stones, own minus the opponent's",
            |_, position, player| {
                let [own, other] = position.sides(player).map(u64::count_ones);
                f64::from(own) - f64::from(other)
            },
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_core::{Game, Generator, Notation, Seed};

    const P1: &str = "......../....X..O/.XX...XO/..X.O.../OX..X.../..OOX..O/...OOO../..XX..X. X";

    fn sums(text: &str, player: u8) -> Sums {
        Sums::new(Loa.read(text).unwrap().stones()[usize::from(player)])
    }

    /// Counts by another program, with a centre of mass in real numbers.
    #[test]
    fn features_are_made_of_these_counts() {
        for (text, player, number, ranks, files, distances, least, values, links, rectangle) in [
            ("", 0, 12, 42, 42, 12 * 42, 14, -260, 20, 48),
            ("", 1, 12, 42, 42, 12 * 42, 14, -260, 20, 48),
            (P1, 0, 11, 33, 35, 266, 12, 100, 12, 42),
            (P1, 1, 10, 27, 42, 229, 10, 45, 14, 48),
        ] {
            let sums = sums(text, player);
            assert_eq!(sums.number, number);
            assert_eq!((sums.ranks, sums.files), (ranks, files));
            assert_eq!((sums.distances(), sums.least()), (distances, least));
            assert_eq!(sums.values(), values);
            assert_eq!((sums.links(), sums.rectangle()), (links, rectangle));
        }
        assert_eq!([0, 1].map(|player| sums(P1, player).quads()), [1.0, 2.0]);
        let weights = |text: &str| {
            let [own, other] = Loa.read(text).unwrap().stones();
            Views::new(own, other).weights()
        };
        assert_eq!(weights(""), [4 * 33, 4 * 33]);
        assert_eq!(weights(P1), [4 * 21, 109]);
    }

    #[test]
    fn quads_are_counted_near_the_centre_of_mass() {
        let quads = |text: &str| sums(text, 0).quads();
        assert_eq!(quads("8/8/8/XX6/XX6/8/8/O6O X"), 1.0);
        // The centre of the three at a1 is two files from the centre of mass, then a sixth more.
        assert_eq!(quads("O6O/8/8/8/X7/7X/X7/XX5X X"), 1.0);
        assert_eq!(quads("O6O/8/8/8/1X6/7X/X7/XX5X X"), 0.0);
        // Nothing wraps round the edge of the board.
        assert_eq!(quads("7X/7X/7X/X6X/X6X/7X/7X/OO5X X"), 0.0);
    }

    #[test]
    fn walls_close_ways_off_an_edge() {
        let walls = |text: &str| {
            let [own, other] = Loa.read(text).unwrap().stones();
            [closed(own, other), closed(other, own)]
        };
        // A stone on the edge with all three ways closed, one in a corner with three of its four.
        assert_eq!(walls("8/8/8/1X6/OX6/1X6/8/7O X"), [3, 0]);
        assert_eq!(walls("8/8/8/8/8/8/6XX/O4X1O X"), [3, 0]);
        assert_eq!(walls("8/8/8/8/8/8/3OOO2/X3X2O X"), [0, 3]);
        // Beside it on the edge, or across the edge of the board, nothing is closed.
        assert_eq!(walls("8/8/7X/7X/O7/X7/8/3O3O X"), [0, 0]);
        assert_eq!(walls("O6X/7X/7X/8/8/8/1O6/X6O X"), [0, 2]);
    }

    #[test]
    fn features_are_the_measures_of_their_names() {
        let mut rng = Seed::new(5).rng(Generator::Xoshiro);
        for _ in 0..50 {
            let mut position = Loa.start(&mut rng);
            loop {
                for player in [Player(0), Player(1)] {
                    let features = features(&position, player);
                    let other = super::features(&position, Player(1 - player.0));
                    for (number, name) in FEATURES.iter().enumerate() {
                        let measure = measures()[number];
                        assert_eq!(measure.name, *name);
                        let value = measure.value(&Loa, &position, player);
                        assert_eq!(value as f32, features[number], "{name}");
                        assert_eq!(features[number], -other[number], "{name}");
                    }
                }
                let mut actions = Vec::new();
                Loa.actions(&position, &mut actions);
                let Some(&action) = actions.get(rng.index(actions.len().max(1))) else {
                    break;
                };
                Loa.step(&mut position, action, &mut rng);
            }
        }
    }
}
