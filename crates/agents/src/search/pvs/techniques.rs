//! Techniques that can be switched on and off.

use crate::search::Wins;

/// The techniques of the search. The first half is safe: the value of a fixed-depth search does not
/// change. The second half can change the value in exchange for depth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Techniques {
    /// Which win within the horizon is played.
    pub wins: Wins,
    /// Null windows after the first action (Marsland and Campbell 1982).
    pub scout: bool,
    /// The binary logarithm of the number of buckets of the transposition table; 0 is no table.
    pub table: u32,
    /// Enhanced transposition cutoffs (Schaeffer and Plaat 1996).
    pub etc: bool,
    /// Two killer moves per ply (Akl and Newborn 1977).
    pub killers: bool,
    /// The relative history heuristic (Winands et al. 2004).
    pub history: bool,
    /// Half the width of the aspiration window, in the units of the evaluator; 0 is an open one.
    pub aspiration: f64,
    /// Whether the guide's hints are used for move ordering.
    pub hints: bool,
    /// Whether every root move is searched with an open window, so that its exact value is reported
    /// and not a bound. Costs most of what alpha-beta saves at the root.
    pub exact_root: bool,

    /// Whether table entries from deeper searches are used. The value is then better informed, but not
    /// that of a fixed-depth search.
    pub deeper: bool,
    /// Adaptive null move (Donninger 1993; Heinz 1999), where the guide supports null moves.
    pub null: bool,
    /// Multi-cut, if any (Björnsson and Marsland 1999).
    pub multicut: Option<Multicut>,
    /// Quiescence search below the last ply, where the guide names noisy moves.
    pub quiet: bool,
    /// Realisation-probability search (Tsuruoka, Yokoyama and Chikayama 2002), where the guide gives
    /// action costs.
    pub realisation: bool,
    /// Whether that search is enhanced: the first five actions cost at most one ply, and an action
    /// that turns out well is searched at a depth between before it is searched at the full one
    /// (Winands and Björnsson 2007). Means nothing without `realisation`.
    pub enhanced: bool,
}

/// The parameters C, M and R of multi-cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Multicut {
    /// C: how many moves must fail high for a cutoff.
    pub cuts: u32,
    /// M: how many moves are tried.
    pub moves: u32,
    /// R: the depth reduction of these searches, in plies.
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
            exact_root,
            deeper,
            null,
            multicut,
            quiet,
            realisation,
            enhanced,
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
        let exact_root = if *exact_root { " exact-root=true" } else { "" };
        let plain = match *realisation && !enhanced {
            true => " enhanced=false",
            false => "",
        };
        format!(
            "wins={wins} scout={scout} tt={table} etc={etc} killers={killers} history={history} aspiration={aspiration} hints={hints} deeper={deeper} null={null} multicut={multicut} quiet={quiet} erps={realisation}{exact_root}{plain}"
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
        exact_root: false,
        deeper: false,
        null: false,
        multicut: None,
        quiet: false,
        realisation: false,
        enhanced: true,
    };

    /// The safe techniques that pay off, with a table of 2^20 buckets, and deeper table entries.
    /// Enhanced transposition cutoffs are off: in Othello and chess they cost a few forward-model
    /// calls more than they save.
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
