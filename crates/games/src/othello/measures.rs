//! Numbers that people read off an Othello board.

use super::{Board, Othello, sides};
use ludometer_core::{Measure, Player};

/// A published table of square values, for the quadrant at the top left of an 8 x 8 board, rows
/// from the corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights {
    /// Where it is printed.
    pub origin: &'static str,
    quadrant: [[i32; 4]; 4],
}

impl Weights {
    /// Norvig (1992), *Paradigms of Artificial Intelligence Programming*, the weighted-squares
    /// strategy of the Othello chapter.
    pub const NORVIG: Weights = Weights {
        origin: "Norvig 1992, Paradigms of Artificial Intelligence Programming",
        quadrant: [
            [120, -20, 20, 5],
            [-20, -40, -5, -5],
            [20, -5, 15, 3],
            [5, -5, 3, 3],
        ],
    };

    /// Discs times the values of their squares, own minus the opponent's. On smaller boards the
    /// table is folded: each square takes the value of the same distance from the corner, and a
    /// 4 x 4 board has a corner, an edge and a centre.
    pub fn value(&self, game: &Othello, board: &Board, player: Player) -> f64 {
        let [own, other] = sides(&board.discs, player);
        let mut sum = 0;
        let mut squares = own | other;
        while squares != 0 {
            let square = squares.trailing_zeros() as usize;
            squares &= squares - 1;
            let (row, column) = from_corner(game.size(), square);
            let sign = if own >> square & 1 == 1 { 1 } else { -1 };
            sum += sign * self.quadrant[row][column];
        }
        f64::from(sum)
    }
}

/// Row and column counted from the nearest corner.
fn from_corner(size: usize, square: usize) -> (usize, usize) {
    let (row, column) = (square / 8, square % 8);
    (row.min(size - 1 - row), column.min(size - 1 - column))
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

/// Discs on the squares of one class, own minus the opponent's.
fn class<const CLASS: usize>(game: &Othello, board: &Board, player: Player) -> f64 {
    let [own, other] = sides(&board.discs, player);
    let mut sum = 0;
    let mut squares = own | other;
    while squares != 0 {
        let square = squares.trailing_zeros() as usize;
        squares &= squares - 1;
        let (row, column) = from_corner(game.size(), square);
        if (row.min(column), row.max(column)) == CLASSES[CLASS] {
            sum += if own >> square & 1 == 1 { 1 } else { -1 };
        }
    }
    f64::from(sum)
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
            |game, board, player| Weights::NORVIG.value(game, board, player),
        ),
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

    fn value(name: &str, game: &Othello, board: &Board, player: Player) -> f64 {
        let measure = measures().into_iter().find(|m| m.name == name).unwrap();
        (measure.value)(game, board, player)
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
                    .map(|m| (m.value)(&game, &board, Player(0)))
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
            value("weighted-norvig", &game, &board, Player(player))
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
}
