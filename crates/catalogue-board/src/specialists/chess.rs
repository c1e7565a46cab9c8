//! What a search of chess may know beside the rules.

use ludometer_agents::search::pvs::SearchHints;
use ludometer_games_board::chess::Chess;

/// Captures are noisy and are looked at before killer moves, the most valuable victim first and
/// taken by the least valuable piece. A key of the placement shares entries between pasts.
pub fn hints() -> SearchHints<Chess> {
    SearchHints {
        position_key: Some(|_, position| position.place()),
        hint: Some(|game, position, action| {
            let exchange = game.exchange(position, action);
            exchange.map_or(0.0, |(victim, attacker)| {
                1000.0 + 16.0 * f32::from(victim) - f32::from(attacker)
            })
        }),
        noisy: Some(|game, position, out| game.captures(position, out)),
        ..SearchHints::default()
    }
}
