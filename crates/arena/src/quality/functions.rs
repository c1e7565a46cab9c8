//! The functions whose decision quality is measured, and the reading of the paper they belong to.

use ludometer_core::{Game, Measure};
use ludometer_exact::decisions::{Finished, Function, Weighting};

/// An interpretation of the paper's definition of expected outcome, which admits two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reading {
    /// The formula: a win counts 1, a draw 0 and a loss -1 for the mover.
    Definition,
    /// The percentage of the first player's wins, and evaluators that see only the board.
    Paper,
}

impl Reading {
    /// Both interpretations.
    pub const ALL: [Reading; 2] = [Reading::Definition, Reading::Paper];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Reading::Definition => "definition",
            Reading::Paper => "paper",
        }
    }
}

/// The role of a function in the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FunctionRole {
    /// Expected outcome, to which the others are compared.
    Expected(Weighting),
    /// Expected outcome of the scoreboard; it is left out where points are the payoff.
    Points,
    /// A standard evaluator, and whether it knows finished games.
    Standard(Finished),
    /// Complete minimax, which never errs.
    Minimax,
    /// The random choice and the worst one.
    Bound,
}

/// A function under the name that tables show.
#[derive(Clone, Debug)]
pub struct NamedFunction {
    /// The name, unique within a reading.
    pub name: String,
    /// The reading it belongs to; `None` is both.
    pub reading: Option<Reading>,
    /// Its role in the tables.
    pub role: FunctionRole,
}

impl NamedFunction {
    pub(super) fn belongs(&self, reading: Reading) -> bool {
        self.reading.is_none_or(|own| own == reading)
    }
}

/// Every function of both readings, with these measures as standard evaluators.
pub(super) fn functions<G: Game>(
    measures: &[Measure<G>],
) -> (Vec<NamedFunction>, Vec<Function<G>>) {
    use Reading::{Definition, Paper};
    use Weighting::{Leaves, Probability};
    let named = |name: &str, reading, role, function| {
        let name = name.to_string();
        (
            NamedFunction {
                name,
                reading,
                role,
            },
            function,
        )
    };
    let mut all = vec![named(
        "complete minimax",
        None,
        FunctionRole::Minimax,
        Function::Minimax,
    )];
    for weighting in [Probability, Leaves] {
        let by = match weighting {
            Probability => "by probability",
            Leaves => "by leaves",
        };
        all.push(named(
            &format!("expected outcome, {by}"),
            Some(Definition),
            FunctionRole::Expected(weighting),
            Function::Expected(weighting),
        ));
        all.push(named(
            &format!("first player's wins, {by}"),
            Some(Paper),
            FunctionRole::Expected(weighting),
            Function::FirstWins(weighting),
        ));
    }
    all.push(named(
        "expected points",
        Some(Definition),
        FunctionRole::Points,
        Function::ExpectedPoints,
    ));
    for &measure in measures {
        for (name, reading, finished) in [
            (measure.name.to_string(), None, Finished::Ignored),
            (
                format!("{}, finished games known", measure.name),
                Some(Definition),
                Finished::Recognised,
            ),
        ] {
            let function = Function::Standard(measure, finished);
            all.push(named(
                &name,
                reading,
                FunctionRole::Standard(finished),
                function,
            ));
        }
    }
    all.push(named(
        "random choice",
        None,
        FunctionRole::Bound,
        Function::Random,
    ));
    all.push(named(
        "worst possible choice",
        None,
        FunctionRole::Bound,
        Function::Worst,
    ));
    all.into_iter().unzip()
}
