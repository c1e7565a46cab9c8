//! Numbers that people read off an Othello board.

use super::{Board, Othello, sides};
use ludometer_core::{Measure, Player};

/// A published table of square values, for the quadrant at the top left of an 8 x 8 board, rows
/// from the corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SquareWeights {
    /// Where it is printed.
    pub origin: &'static str,
    quadrant: [[i32; 4]; 4],
}

impl SquareWeights {
    /// Norvig (1992), *Paradigms of Artificial Intelligence Programming*, the weighted-squares
    /// strategy of the Othello chapter.
    pub const NORVIG: SquareWeights = SquareWeights {
        origin: "Norvig 1992, Paradigms of Artificial Intelligence Programming",
        quadrant: [
            [120, -20, 20, 5],
            [-20, -40, -5, -5],
            [20, -5, 15, 3],
            [5, -5, 3, 3],
        ],
    };

    /// The standard heuristic of Lucas and Runarsson (2006), *Temporal Difference Learning Versus
    /// Co-Evolution for Acquiring Othello Position Evaluation*, which they take from Yoshioka, Ishii
    /// and Ito (1999). In hundredths.
    pub const LUCAS: SquareWeights = SquareWeights {
        origin: "Lucas and Runarsson 2006, after Yoshioka, Ishii and Ito 1999",
        quadrant: [
            [100, -25, 10, 5],
            [-25, -25, 1, 1],
            [10, 1, 5, 2],
            [5, 1, 2, 1],
        ],
    };

    /// The table of small whole numbers that many programs share. Origin not established: it is
    /// often attributed to Sannidhanam and Annamalai (2004), *An Analysis of Heuristics in Othello*,
    /// where it could not be checked.
    pub const WIDESPREAD: SquareWeights = SquareWeights {
        origin: "shared by many programs; origin not established",
        quadrant: [
            [4, -3, 2, 2],
            [-3, -4, -1, -1],
            [2, -1, 1, 0],
            [2, -1, 0, 1],
        ],
    };

    /// Discs times the values of their squares, own minus the opponent's. On smaller boards the
    /// table is folded: each square takes the value of the same distance from the corner, and a
    /// 4 x 4 board has a corner, an edge and a centre.
    pub fn value(&self, game: &Othello, board: &Board, player: Player) -> f64 {
        let masks = masks(game);
        let classes = CLASSES.iter().zip(masks).map(|(&(row, column), &mask)| {
            self.quadrant[row][column] * lead(&board.discs, mask, player)
        });
        f64::from(classes.sum::<i32>())
    }
}

/// The squares that symmetry makes one: by their distances from the corner, the smaller first.
const CLASSES: [(usize, usize); 10] = [
    (0, 0),
    (0, 1),
    (0, 2),
    (0, 3),
    (1, 1),
    (1, 2),
    (1, 3),
    (2, 2),
    (2, 3),
    (3, 3),
];

/// The squares of each class on boards of 4, 6 and 8.
const MASKS: [[u64; 10]; 3] = [squares_of(4), squares_of(6), squares_of(8)];

const fn squares_of(size: usize) -> [u64; 10] {
    let mut masks = [0; 10];
    let mut square = 0;
    while square < size * size {
        let (row, column) = (square / size, square % size);
        let mut class = 0;
        while class < CLASSES.len() {
            let (near, far) = CLASSES[class];
            let at = (from_edge(size, row), from_edge(size, column));
            if (at.0 == near && at.1 == far) || (at.0 == far && at.1 == near) {
                masks[class] |= 1 << (row * 8 + column);
            }
            class += 1;
        }
        square += 1;
    }
    masks
}

const fn from_edge(size: usize, at: usize) -> usize {
    if at < size - 1 - at {
        at
    } else {
        size - 1 - at
    }
}

fn masks(game: &Othello) -> &'static [u64; 10] {
    &MASKS[game.size() / 2 - 2]
}

/// Discs on some squares, own minus the opponent's.
#[inline]
fn lead(discs: &[u64; 2], mask: u64, player: Player) -> i32 {
    let [own, other] = sides(discs, player);
    (own & mask).count_ones() as i32 - (other & mask).count_ones() as i32
}

/// Discs on the squares of one class, own minus the opponent's.
fn class<const CLASS: usize>(game: &Othello, board: &Board, player: Player) -> f64 {
    f64::from(lead(&board.discs, masks(game)[CLASS], player))
}

/// Every measure of the game.
pub fn measures() -> Vec<Measure<Othello>> {
    let high = Measure::<Othello>::high;
    vec![
        high(
            "mobility",
            "the mover's moves, or minus them for the other player",
            |_, board, player| {
                let moves = f64::from(board.legal().count_ones());
                if player == board.mover { moves } else { -moves }
            },
        ),
        high(
            "weighted-norvig",
            "weighted squares with the table of Norvig (1992)",
            |game, board, player| SquareWeights::NORVIG.value(game, board, player),
        ),
        high("empties", "empty squares", |game, board, _| {
            f64::from(game.empties(board))
        }),
        high(
            "weighted-lucas",
            "weighted squares with the table of Lucas and Runarsson (2006), in hundredths",
            |game, board, player| SquareWeights::LUCAS.value(game, board, player),
        ),
        high(
            "weighted-widespread",
            "weighted squares with a table that many programs share; origin not established",
            |game, board, player| SquareWeights::WIDESPREAD.value(game, board, player),
        ),
        high("discs", "the player's own discs", |_, board, player| {
            f64::from(board.discs[player.index()].count_ones())
        }),
        high(
            "class-a1",
            "corner discs, own minus the opponent's",
            class::<0>,
        ),
        high("class-b1", "discs beside a corner", class::<1>),
        high(
            "class-c1",
            "discs two from a corner on the edge",
            class::<2>,
        ),
        high(
            "class-d1",
            "discs three from a corner on the edge",
            class::<3>,
        ),
        high("class-b2", "discs diagonally beside a corner", class::<4>),
        high("class-c2", "discs of the class of c2", class::<5>),
        high("class-d2", "discs of the class of d2", class::<6>),
        high("class-c3", "discs of the class of c3", class::<7>),
        high("class-d3", "discs of the class of d3", class::<8>),
        high("class-d4", "discs of the class of d4", class::<9>),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_core::{Game, Generator, Seed};

    fn measured(name: &str, game: &Othello, board: &Board, player: Player) -> f64 {
        let measure = measures().into_iter().find(|m| m.name == name).unwrap();
        measure.value(game, board, player)
    }

    #[test]
    fn classes_add_up_to_the_differential() {
        let mut rng = Seed::new(3).rng(Generator::Xoshiro);
        for size in [4, 6, 8] {
            let game = Othello::new(size).unwrap();
            let mut board = game.start(&mut rng);
            loop {
                let classes: f64 = measures()
                    .iter()
                    .filter(|m| m.name.starts_with("class"))
                    .map(|m| m.value(&game, &board, Player(0)))
                    .sum();
                assert_eq!(classes, game.points(&board, Player(0)));
                let mut actions = Vec::new();
                game.actions(&board, &mut actions);
                let Some(&action) = actions.get(rng.index(actions.len().max(1))) else {
                    break;
                };
                game.step(&mut board, action, &mut rng);
            }
        }
    }

    #[test]
    fn tables_are_read_from_the_corner() {
        let square = |row: usize, column: usize| 1u64 << (row * 8 + column);
        let of = |size: usize, discs: [u64; 2], player: u8| {
            let game = Othello::new(size).unwrap();
            let board = game.position(discs, Player(0));
            measured("weighted-norvig", &game, &board, Player(player))
        };
        assert_eq!(of(8, [square(0, 0), square(7, 7)], 0), 0.0);
        assert_eq!(of(8, [square(0, 0), square(7, 6)], 0), 140.0);
        assert_eq!(of(8, [square(0, 0), square(7, 6)], 1), -140.0);
        assert_eq!(of(8, [square(3, 2), square(5, 5)], 0), 3.0 - 15.0);
        assert_eq!(
            of(4, [square(0, 0), square(0, 1) | square(1, 1)], 0),
            120.0 + 20.0 + 40.0
        );
    }

    #[test]
    fn each_square_has_one_class_and_each_table_its_own_value() {
        for (masks, size) in MASKS.iter().zip([4, 6, 8]) {
            let game = Othello::new(size).unwrap();
            let all = masks.iter().fold(0, |all, mask| {
                assert_eq!(all & mask, 0);
                all | mask
            });
            assert_eq!(all, game.squares());
        }
        let game = Othello::new(8).unwrap();
        let board = game.position([1 << 9, 1 << 63], Player(0));
        for (name, value) in [
            ("weighted-norvig", -40.0 - 120.0),
            ("weighted-lucas", -25.0 - 100.0),
            ("weighted-widespread", -4.0 - 4.0),
            ("discs", 1.0),
        ] {
            assert_eq!(measured(name, &game, &board, Player(0)), value);
        }
    }
}
