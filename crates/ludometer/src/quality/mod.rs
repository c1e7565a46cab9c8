//! The decision quality of evaluation functions (Abramson and Korf 1987, section III.A), over whole
//! games and over samples.

mod tables;

pub use tables::Counting;

use crate::registry::Host;
use crate::source::Fault;
use crate::spec::Spec;
use ludometer_core::{Facts, Game, Measure, Seed};
use ludometer_solve::decisions::{
    Criterion, Finished, Function, Judge, Quality, Sampling, Stage, Unsampled, Weighting, count,
    sample,
};
use ludometer_solve::values::Stopped;
use ludometer_stats::Running;

/// What the paper's words are taken to mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reading {
    /// The formula: a win counts 1, a draw 0 and a loss -1 for the mover.
    Definition,
    /// The percentage of the first player's wins, and evaluators that see only the board.
    Paper,
}

impl Reading {
    /// Both.
    pub const ALL: [Reading; 2] = [Reading::Definition, Reading::Paper];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Reading::Definition => "definition",
            Reading::Paper => "paper",
        }
    }
}

/// What a function is to the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Expected outcome, to which the others are compared.
    Expected(Weighting),
    /// Expected outcome of the scoreboard; it says nothing new where points are the payoff.
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
pub struct Named {
    /// The name, unique within a reading.
    pub name: String,
    /// The reading it belongs to; `None` is both.
    pub reading: Option<Reading>,
    /// What it is to the tables.
    pub role: Role,
}

impl Named {
    fn belongs(&self, reading: Reading) -> bool {
        self.reading.is_none_or(|own| own == reading)
    }
}

/// Every function of both readings, with these measures as standard evaluators.
fn functions<G: Game>(measures: &[Measure<G>]) -> (Vec<Named>, Vec<Function<G>>) {
    use Reading::{Definition, Paper};
    use Weighting::{Leaves, Probability};
    let named = |name: &str, reading, role, function| {
        let name = name.to_string();
        (
            Named {
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
        Role::Minimax,
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
            Role::Expected(weighting),
            Function::Expected(weighting),
        ));
        all.push(named(
            &format!("first player's wins, {by}"),
            Some(Paper),
            Role::Expected(weighting),
            Function::FirstWins(weighting),
        ));
    }
    all.push(named(
        "expected points",
        Some(Definition),
        Role::Points,
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
            all.push(named(&name, reading, Role::Standard(finished), function));
        }
    }
    all.push(named("random choice", None, Role::Bound, Function::Random));
    all.push(named(
        "worst possible choice",
        None,
        Role::Bound,
        Function::Worst,
    ));
    all.into_iter().unzip()
}

/// A whole game, judged.
#[derive(Clone, Debug)]
pub struct Whole {
    /// The game.
    pub game: String,
    /// What moves are optimal for.
    pub criterion: Criterion,
    /// What was judged, in the order of the tallies.
    pub functions: Vec<Named>,
    /// The tallies.
    pub quality: Quality,
}

/// Judges every function of both readings in every position of a game.
pub fn whole<G: Game>(
    game: &G,
    measures: &[Measure<G>],
    criterion: Criterion,
    memory: usize,
    watch: &mut dyn FnMut(Stage),
) -> Result<Whole, Stopped> {
    let (named, functions) = functions(measures);
    let quality = count(game, &Judge::new(functions, criterion), memory, watch)?;
    Ok(Whole {
        game: game.facts().name,
        criterion,
        functions: named,
        quality,
    })
}

/// Positions of a game that were drawn at random.
#[derive(Clone, Debug)]
pub struct Drawn {
    /// The game.
    pub game: String,
    /// What moves are optimal for.
    pub criterion: Criterion,
    /// What was judged, in the order of the errors.
    pub functions: Vec<Named>,
    /// The measure by which they were drawn.
    pub by: &'static str,
    /// Whether some finished game's scoreboard is not its outcome.
    pub has_points: bool,
    /// One for each value of the measure.
    pub groups: Vec<Group>,
}

/// The positions that were drawn at one value of the measure.
#[derive(Clone, Debug)]
pub struct Group {
    /// The value.
    pub value: f64,
    /// Whether an error was possible, 1 or 0.
    pub possible: Running,
    /// Distinct positions below each.
    pub positions: Running,
    /// The errors of each function.
    pub errors: Vec<Running>,
}

/// What is asked of a game.
pub struct Ask<'a> {
    /// The standard evaluators; the game's published ones if none are named.
    pub measures: Option<&'a [Spec]>,
    /// What moves are optimal for.
    pub criterion: Criterion,
    /// What the positions may take, in bytes; of each sample, where there are samples.
    pub memory: usize,
}

/// Which positions are drawn.
pub struct Drawing<'a> {
    /// Random play goes on until this measure
    pub by: &'a Spec,
    /// first has this value, for each of them.
    pub at: &'a [f64],
    /// Positions for each value.
    pub samples: u64,
    /// Where the dice come from.
    pub seed: Seed,
}

/// Why games of this kind have no decision quality, if they have none.
fn refuse(facts: &Facts) -> Result<(), Fault> {
    let reason = match (facts.players, facts.chance, facts.hidden) {
        (1, ..) => "is for one player: there is no minimax to compare with",
        (2, _, true) => "hides something from its players: a position has no minimax value",
        (2, true, _) => "rolls dice: a move has no certain outcome",
        (2, ..) => return Ok(()),
        _ => "is for more than two players: there is no minimax to compare with",
    };
    let hint = "games for two with everything in sight are noughts and othello";
    Err(Fault::new(format!("{} {reason}", facts.name)).hint(hint))
}

fn standards<G: Game>(host: &Host<G>, ask: &Ask<'_>) -> Result<Vec<Measure<G>>, Fault> {
    refuse(&host.game().facts())?;
    match ask.measures {
        None => Ok(host.standards().collect()),
        Some(specs) => specs.iter().map(|spec| host.measure(spec)).collect(),
    }
}

/// [`whole`] for a registered game.
pub(crate) fn count_host<G: Game>(
    host: &Host<G>,
    ask: &Ask<'_>,
    watch: &mut dyn FnMut(Stage),
) -> Result<Whole, Fault> {
    let measures = standards(host, ask)?;
    whole(&**host.game(), &measures, ask.criterion, ask.memory, watch).map_err(|stopped| {
        let game = host.game().facts().name;
        let fault = Fault::new(format!("{game} is too large: {stopped}"));
        match stopped {
            Stopped::Repeats => fault,
            Stopped::Memory { .. } => fault.hint(
                "allow more with --memory, or draw positions near the end, as in --by empties --at 4,6,8",
            ),
        }
    })
}

/// Judges every function of both readings in positions that random play reaches, on the threads of
/// the pool it is called in.
pub(crate) fn draw_host<G: Game>(
    host: &Host<G>,
    ask: &Ask<'_>,
    drawing: &Drawing<'_>,
    watch: &(dyn Fn() + Sync),
) -> Result<Drawn, Fault> {
    let game = &**host.game();
    let measures = standards(host, ask)?;
    let by = host.measure(drawing.by)?;
    let (named, functions) = functions(&measures);
    let judge = Judge::new(functions, ask.criterion);
    let mut drawn = Drawn {
        game: game.facts().name,
        criterion: ask.criterion,
        functions: named,
        by: by.name,
        has_points: false,
        groups: Vec::new(),
    };
    for &value in drawing.at {
        let how = Sampling {
            measure: by,
            value,
            samples: drawing.samples,
            // Each value has dice of its own: asking for one more does not change the others.
            seed: drawing.seed.named(by.name).nth(value.to_bits()),
            bytes: ask.memory,
        };
        let samples = sample(game, &judge, &how, watch).map_err(|unsampled| match unsampled {
            Unsampled::Stopped(Stopped::Memory { .. }) => {
                let text = format!("below a position with {} = {value}: {unsampled}", by.name);
                Fault::new(text)
                    .hint("allow more with --memory, or ask for values nearer to the end with --at")
            }
            Unsampled::Stopped(Stopped::Repeats) => Fault::new(unsampled.to_string()),
            Unsampled::Unreached { .. } => Fault::new(unsampled.to_string()).hint(
                "ask with --at for values that play comes by; `ludometer analyse` shows the measures of a position",
            ),
        })?;
        drawn.has_points |= samples.iter().any(|sample| sample.has_points);
        let indicator = |yes: bool| f64::from(u8::from(yes));
        drawn.groups.push(Group {
            value,
            possible: samples.iter().map(|s| indicator(s.possible)).collect(),
            positions: samples.iter().map(|s| s.positions as f64).collect(),
            errors: (0..drawn.functions.len())
                .map(|function| samples.iter().map(|s| s.errors[function]).collect())
                .collect(),
        });
    }
    Ok(drawn)
}
