//! Positions and moves as arrays: planes of discs, and the squares as numbers.

use super::{Board, Move, Othello, sides};
use ludometer_core::{ActionSpace, Actions, Observation, Player, Shape};

/// Two planes: the viewer's discs, and the other's.
impl Observation for Othello {
    fn shape(&self) -> Shape {
        Shape::Planes {
            planes: 2,
            rows: self.size,
            columns: self.size,
        }
    }

    #[inline]
    fn observe(&self, board: &Board, viewer: Player, out: &mut [f32]) {
        let planes = out.chunks_exact_mut(self.size * self.size);
        for (plane, discs) in planes.zip(sides(&board.discs, viewer)) {
            for (row, numbers) in plane.chunks_exact_mut(self.size).enumerate() {
                let discs = discs >> (8 * row);
                for (column, number) in numbers.iter_mut().enumerate() {
                    *number = (discs >> column & 1) as f32;
                }
            }
        }
    }
}

/// The squares in reading order, then the pass.
impl ActionSpace for Othello {
    fn action_space(&self) -> usize {
        self.size * self.size + 1
    }

    #[inline]
    fn action_number(&self, _: &Board, action: Move) -> usize {
        match action {
            Move::Place(square) => {
                let square = usize::from(square);
                square / 8 * self.size + square % 8
            }
            Move::Pass => self.size * self.size,
        }
    }

    #[inline]
    fn numbered_action(&self, board: &Board, number: usize) -> Option<Move> {
        if number >= self.size * self.size {
            let pass = number == self.size * self.size && board.legal == 0 && !board.over;
            return pass.then_some(Move::Pass);
        }
        let square = number / self.size * 8 + number % self.size;
        (board.legal >> square & 1 == 1).then_some(Move::Place(square as u8))
    }

    #[inline]
    fn action_mask(&self, board: &Board, _: &mut Actions<Self>, mask: &mut [bool]) {
        let (squares, pass) = mask.split_at_mut(self.size * self.size);
        for (row, mask) in squares.chunks_exact_mut(self.size).enumerate() {
            let legal = board.legal >> (8 * row);
            for (column, mask) in mask.iter_mut().enumerate() {
                *mask = legal >> column & 1 == 1;
            }
        }
        pass[0] = board.legal == 0 && !board.over;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_core::{Game, Generator, Notation, Seed};

    #[test]
    fn the_viewer_comes_first_and_squares_are_in_reading_order() {
        let game = Othello::new(4).unwrap();
        let board = game.read("XO---XX--XXX-X-- O").unwrap();
        let mut out = [2.0; 32];
        game.observe(&board, Player(1), &mut out);
        let white: Vec<usize> = (0..16).filter(|&square| out[square] == 1.0).collect();
        assert_eq!(white, [1]);
        let black: Vec<usize> = (0..16).filter(|&square| out[16 + square] == 1.0).collect();
        assert_eq!(black, [0, 5, 6, 9, 10, 11, 13]);
        assert_eq!(game.numbered_action(&board, 16), Some(Move::Pass));
    }

    #[test]
    fn numbers_of_a_small_board_skip_the_unused_squares() {
        let game = Othello::new(6).unwrap();
        let board = game.start(&mut Seed::new(0).rng(Generator::Xoshiro));
        let mut mask = vec![false; game.action_space()];
        game.action_mask(&board, &mut Vec::new(), &mut mask);
        let legal: Vec<usize> = (0..37).filter(|&number| mask[number]).collect();
        assert_eq!(legal, [8, 13, 22, 27]);
    }
}
