//! What can be switched on and off.

use crate::search::Wins;

/// The parts of the search. Those of the first half leave the value of a search to a fixed depth
/// as it is and only find it sooner; those of the second half trade that for depth where it counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Techniques {
    /// Which way to a win within the horizon is taken.
    pub wins: Wins,
    /// Null windows after the first action (Marsland and Campbell 1982).
    pub scout: bool,
    /// The binary logarithm of the slots of the transposition table; 0 is no table.
    pub table: u32,
    /// Enhanced transposition cutoffs (Schaeffer and Plaat 1996).
    pub etc: bool,
    /// Two killer moves a ply (Akl and Newborn 1977).
    pub killers: bool,
    /// The relative history heuristic (Winands et al. 2004).
    pub history: bool,
    /// Half the width of the aspiration window, in the units of the evaluator; 0 is an open one.
    pub aspiration: f64,
    /// Whether the guide's hints order actions.
    pub hints: bool,

    /// Whether what the table knows from a deeper search counts too. The value is then as good and
    /// not the same.
    pub deeper: bool,
    /// Adaptive null move (Donninger 1993; Heinz 1999), where the guide can pass.
    pub null: bool,
    /// Multi-cut, if any (Björnsson and Marsland 1999).
    pub multicut: Option<Multicut>,
    /// Whether noisy actions are played out below the last ply, where the guide names some.
    pub quiet: bool,
    /// Realisation-probability search (Tsuruoka, Yokoyama and Chikayama 2002), where the guide
    /// knows what actions cost.
    pub realisation: bool,
}

/// When so many of the first actions fail high in a shallower search, the node is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Multicut {
    /// How many must fail high.
    pub cuts: u32,
    /// How many are looked at.
    pub moves: u32,
    /// By how many plies their search is reduced.
    pub reduction: u32,
}

impl Default for Multicut {
    fn default() -> Self {
        Multicut {
            cuts: 3,
            moves: 10,
            reduction: 2,
        }
    }
}

impl Techniques {
    /// All of them as canonical text, by words that no renaming changes.
    pub fn identity(&self) -> String {
        let Techniques {
            wins,
            scout,
            table,
            etc,
            killers,
            history,
            aspiration,
            hints,
            deeper,
            null,
            multicut,
            quiet,
            realisation,
        } = self;
        let wins = match wins {
            Wins::Shortest => "shortest",
            Wins::Any => "any",
        };
        let multicut = multicut.map_or("no".to_string(), |multicut| {
            let Multicut {
                cuts,
                moves,
                reduction,
            } = multicut;
            format!("{cuts}/{moves}/{reduction}")
        });
        format!(
            "wins={wins} scout={scout} tt={table} etc={etc} killers={killers} history={history} aspiration={aspiration} hints={hints} deeper={deeper} null={null} multicut={multicut} quiet={quiet} erps={realisation}"
        )
    }

    /// Plain alpha-beta, ply by ply.
    pub const NONE: Techniques = Techniques {
        wins: Wins::Shortest,
        scout: false,
        table: 0,
        etc: false,
        killers: false,
        history: false,
        aspiration: 0.0,
        hints: false,
        deeper: false,
        null: false,
        multicut: None,
        quiet: false,
        realisation: false,
    };

    /// What is safe and pays, with a table of 2^20 slots; deeper knowledge counts. Enhanced
    /// transposition cutoffs are left out: in Othello and chess they cost a few forward-model calls
    /// more than they save.
    pub const USUAL: Techniques = Techniques {
        scout: true,
        table: 20,
        killers: true,
        history: true,
        hints: true,
        deeper: true,
        ..Techniques::NONE
    };
}

impl Default for Techniques {
    fn default() -> Self {
        Techniques::USUAL
    }
}
