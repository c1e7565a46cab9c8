//! Numbers that people read off a chess board.

use super::{Chess, Position, color};
use cozy_chess::Piece;
use ludometer_core::{Game, Measure, Player};

/// How many pieces of a kind, own minus the opponent's.
fn lead(position: &Position, piece: Piece, player: Player) -> f64 {
    let count = |color| position.board.colored_pieces(color, piece).len() as f64;
    count(color(player)) - count(!color(player))
}

/// Material with the usual values, own minus the opponent's.
pub(super) fn material(position: &Position, player: Player) -> f64 {
    const VALUES: [(Piece, f64); 5] = [
        (Piece::Pawn, 1.0),
        (Piece::Knight, 3.0),
        (Piece::Bishop, 3.0),
        (Piece::Rook, 5.0),
        (Piece::Queen, 9.0),
    ];
    let worth = VALUES.map(|(piece, value)| value * lead(position, piece, player));
    worth.iter().sum()
}

/// Every measure of the game.
pub fn measures() -> Vec<Measure<Chess>> {
    let high = Measure::<Chess>::high;
    vec![
        high(
            "material",
            "pawn 1, knight and bishop 3, rook 5, queen 9, own minus the opponent's",
            |_, position, player| material(position, player),
        ),
        high(
            "mobility",
            "the mover's moves, or minus them for the other player",
            |game, position, player| {
                let moves = game.action_count(position) as f64;
                match super::player(position.board.side_to_move()) == player {
                    true => moves,
                    false => -moves,
                }
            },
        ),
        high(
            "pawns",
            "pawns, own minus the opponent's",
            |_, p, player| lead(p, Piece::Pawn, player),
        ),
        high(
            "knights",
            "knights, own minus the opponent's",
            |_, p, player| lead(p, Piece::Knight, player),
        ),
        high(
            "bishops",
            "bishops, own minus the opponent's",
            |_, p, player| lead(p, Piece::Bishop, player),
        ),
        high(
            "rooks",
            "rooks, own minus the opponent's",
            |_, p, player| lead(p, Piece::Rook, player),
        ),
        high(
            "queens",
            "queens, own minus the opponent's",
            |_, p, player| lead(p, Piece::Queen, player),
        ),
    ]
}
