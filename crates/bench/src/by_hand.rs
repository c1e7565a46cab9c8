//! Random play written by hand for one game, without the contract: what the contract is measured
//! against.

use ludometer_core::Rng;

/// A game of tic-tac-toe on 3 x 3; whether someone won.
pub(super) fn tic_tac_toe(rng: &mut Rng) -> bool {
    const LINES: [u16; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
    let mut marks = [0u16; 2];
    for ply in 0..9 {
        let mut free = 0o777 & !(marks[0] | marks[1]);
        for _ in 0..rng.index(free.count_ones() as usize) {
            free &= free - 1;
        }
        let mine = &mut marks[ply % 2];
        *mine |= free & free.wrapping_neg();
        if LINES.iter().any(|line| line & !*mine == 0) {
            return true;
        }
    }
    false
}

/// A game of Othello on 8 x 8; black's discs minus white's.
pub(super) fn othello(rng: &mut Rng) -> i32 {
    let (mut own, mut other) = (0x0000_0008_1000_0000u64, 0x0000_0010_0800_0000u64);
    let (mut black, mut passed) = (true, false);
    loop {
        let mut moves = moves(own, other);
        if moves == 0 {
            if passed {
                break;
            }
            passed = true;
        } else {
            passed = false;
            for _ in 0..rng.index(moves.count_ones() as usize) {
                moves &= moves - 1;
            }
            let placed = moves & moves.wrapping_neg();
            let flips = flips(placed, own, other);
            own |= placed | flips;
            other &= !flips;
        }
        (own, other) = (other, own);
        black = !black;
    }
    let lead = own.count_ones() as i32 - other.count_ones() as i32;
    if black { lead } else { -lead }
}

const INNER: u64 = 0x7e7e_7e7e_7e7e_7e7e;
const STEPS: [(u32, u64); 4] = [(1, INNER), (8, !0), (7, INNER), (9, INNER)];

fn moves(own: u64, other: u64) -> u64 {
    let mut moves = 0;
    for (step, mask) in STEPS {
        let over = other & mask;
        let (mut up, mut down) = (over & own << step, over & own >> step);
        for _ in 0..5 {
            up |= over & up << step;
            down |= over & down >> step;
        }
        moves |= up << step | down >> step;
    }
    moves & !(own | other)
}

fn flips(placed: u64, own: u64, other: u64) -> u64 {
    let mut flips = 0;
    for (step, mask) in STEPS {
        let over = other & mask;
        let (mut up, mut down) = (over & placed << step, over & placed >> step);
        for _ in 0..5 {
            up |= over & up << step;
            down |= over & down >> step;
        }
        if up << step & own != 0 {
            flips |= up;
        }
        if down >> step & own != 0 {
            flips |= down;
        }
    }
    flips
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_core::{Game, Generator, Player, Seed};
    use ludometer_games::{othello::Othello, tic_tac_toe::TicTacToe};
    use ludometer_stats::RunningStats;

    fn payoffs<G: Game>(game: &G, games: u32) -> RunningStats {
        let mut rng = Seed::new(2).rng(Generator::Xoshiro);
        let mut actions = Vec::new();
        (0..games)
            .map(|_| {
                let mut state = game.start(&mut rng);
                loop {
                    actions.clear();
                    game.actions(&state, &mut actions);
                    let Some(&action) = actions.get(rng.index(actions.len().max(1))) else {
                        return game.points(&state, Player(0));
                    };
                    game.step(&mut state, action, &mut rng);
                }
            })
            .collect()
    }

    // It would be no comparison if they played something else.
    #[test]
    fn by_hand_is_the_same_game() {
        let mut rng = Seed::new(1).rng(Generator::Xoshiro);
        let (games, far) = (20_000, 4.0);
        let ours = payoffs(&Othello::new(8).unwrap(), games);
        let hand: RunningStats = (0..games).map(|_| f64::from(othello(&mut rng))).collect();
        let error = libm::hypot(
            ours.standard_error().unwrap(),
            hand.standard_error().unwrap(),
        );
        assert!((ours.mean().unwrap() - hand.mean().unwrap()).abs() < far * error);
        assert!((ours.deviation().unwrap() / hand.deviation().unwrap() - 1.0).abs() < 0.03);
        let hand = (0..games).filter(|_| tic_tac_toe(&mut rng)).count() as f64 / f64::from(games);
        let game = TicTacToe::new(3, 3, 3).unwrap();
        let mut wins = 0.0;
        let mut rng = Seed::new(3).rng(Generator::Xoshiro);
        for _ in 0..games {
            let mut state = game.start(&mut rng);
            let mut actions = Vec::new();
            game.actions(&state, &mut actions);
            while !actions.is_empty() {
                game.step(&mut state, actions[rng.index(actions.len())], &mut rng);
                actions.clear();
                game.actions(&state, &mut actions);
            }
            wins += game.payoff(&state, Player(0)).abs();
        }
        let ours = wins / f64::from(games);
        assert!(
            (ours - hand).abs() < far * (2.0 * 0.11 / f64::from(games)).sqrt(),
            "{ours} {hand}"
        );
    }
}
