//! Decision quality of every function over a whole game.

use super::{Figure, Usage};
use ludometer_exact::decisions::{
    Finished, Function, Judge, OptimalityCriterion, Weighting, count,
};
use ludometer_games::tic_tac_toe::{TicTacToe, measures};
use std::path::Path;

pub(super) fn decisions(_: &Path) -> Result<Vec<Figure>, String> {
    use Weighting::{Leaves, Probability};
    let game = TicTacToe::new(4, 4, 4)?;
    let open_lines = measures().into_iter().find(|m| m.name == "open-lines");
    let open_lines = open_lines.ok_or("tic-tac-toe have no open lines")?;
    let functions = vec![
        Function::Minimax,
        Function::Expected(Probability),
        Function::Expected(Leaves),
        Function::FirstWins(Probability),
        Function::FirstWins(Leaves),
        Function::ExpectedPoints,
        Function::Standard(open_lines, Finished::Recognised),
        Function::Standard(open_lines, Finished::Ignored),
        Function::Worst,
        Function::Random,
    ];
    let judge = Judge::new(functions, OptimalityCriterion::Outcome);
    let (quality, usage) = Usage::of(|| count(&game, &judge, 1 << 30, &mut |_| {}));
    let quality = quality.map_err(|stopped| stopped.to_string())?;
    Ok(vec![
        Figure::new("positions", quality.positions.all, ""),
        Figure::new("nodes of the tree", quality.tree.all, ""),
        Figure::new("processor time", usage.cpu, "s").goal("under 30"),
        Figure::new("peak memory of the process", usage.peak, "MB").goal("under 1024"),
    ])
}
