//! Which moves change the material.

use super::{Chess, Position};
use cozy_chess::{BitBoard, Move, Piece, Rank, Square};
use ludometer_core::Actions;

impl Chess {
    /// Appends the legal moves that take something or promote a pawn.
    pub fn captures(&self, position: &Position, out: &mut Actions<Chess>) {
        if position.ending().is_some() {
            return;
        }
        let board = position.board();
        let mover = board.side_to_move();
        let taken = board.colors(!mover);
        let passing = board.en_passant().map_or(BitBoard::EMPTY, |file| {
            Square::new(file, Rank::Sixth.relative_to(mover)).bitboard()
        });
        let promoting = Rank::Eighth.relative_to(mover).bitboard();
        board.generate_moves(|mut moves| {
            moves.to &= match moves.piece {
                Piece::Pawn => taken | passing | promoting,
                _ => taken,
            };
            out.extend(moves);
            false
        });
    }

    /// What a move takes and with what, in pawns: the king stands for more than a queen.
    pub fn exchange(&self, position: &Position, action: Move) -> Option<(u8, u8)> {
        let board = position.board();
        let worth = |piece| match piece {
            Piece::Pawn => 1,
            Piece::Knight | Piece::Bishop => 3,
            Piece::Rook => 5,
            Piece::Queen => 9,
            Piece::King => 10,
        };
        let mover = board.side_to_move();
        // Castling is written as the king taking its own rook.
        let victim = board
            .piece_on(action.to)
            .filter(|_| board.color_on(action.to) != Some(mover));
        Some((worth(victim?), worth(board.piece_on(action.from)?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_core::{Game, Notation};

    fn captures(position: &str) -> Vec<String> {
        let state = Chess.read(position).unwrap();
        let mut actions = Vec::new();
        Chess.captures(&state, &mut actions);
        let mut labels: Vec<String> = actions.iter().map(|&a| Chess.label(&state, a)).collect();
        labels.sort();
        labels
    }

    #[test]
    fn captures_are_the_moves_that_change_the_material() {
        assert!(captures("startpos").is_empty());
        // En passant, a capture, promotions; castling is none.
        assert_eq!(
            captures("4k3/P7/8/3pP3/8/8/7p/4K2R w K d6 0 1"),
            ["Rxh2", "a8=B", "a8=N", "a8=Q+", "a8=R+", "exd6"]
        );
        let state = Chess.read("4k3/8/8/8/8/8/7q/4K2R w K - 0 1").unwrap();
        let named = |label| Chess.action_named(&state, label).unwrap();
        assert_eq!(Chess.exchange(&state, named("Rxh2")), Some((9, 5)));
        assert_eq!(Chess.exchange(&state, named("Rg1")), None);
        let castles = Chess.read("4k3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap();
        let action = Chess.action_named(&castles, "O-O").unwrap();
        assert_eq!(Chess.exchange(&castles, action), None);
    }
}
