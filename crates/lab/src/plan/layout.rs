//! How the rows of a plan become tables and plots.

use ludometer_arena::metric::Metric;

/// How truncated episodes count in shares, scores and payoffs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Truncation {
    /// Half a point and a payoff of nothing, as a draw is.
    #[default]
    Draw,
    /// It does not count.
    Exclude,
}

impl Truncation {
    /// Every value with its name in plans.
    pub const NAMES: [(&'static str, Truncation); 2] =
        [("draw", Truncation::Draw), ("exclude", Truncation::Exclude)];

    /// The value of this name.
    pub(super) fn named(name: &str) -> Option<Truncation> {
        let found = Truncation::NAMES.iter().find(|(known, _)| *known == name);
        found.map(|(_, truncation)| *truncation)
    }
}

/// When two shares count as different.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Criterion {
    /// When they are further apart than this.
    Gap(f64),
    /// When Fisher's exact test gives a p below this.
    Significance(f64),
    /// When their normal intervals of this confidence do not overlap.
    Apart(f64),
}

/// The kinds of table by name.
pub(super) const KINDS: [&str; 9] = [
    "value",
    "effect",
    "behaviour",
    "match",
    "cross",
    "ratings",
    "compare",
    "counts",
    "best",
];

/// A two-sided test of whether one agent does better than another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Test {
    /// The kind of test.
    pub kind: TestKind,
    /// The p below which a difference counts.
    pub level: f64,
}

/// The kind of a test.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TestKind {
    /// The U test of Mann and Whitney, episodes of one side against episodes of the other.
    #[default]
    MannWhitney,
    /// Wilcoxon's signed-rank test on episodes of the same number, which share their start and chance.
    Wilcoxon,
}

impl TestKind {
    /// Every test with the name plans use.
    pub(super) const NAMES: [(&'static str, TestKind); 2] = [
        ("mann-whitney", TestKind::MannWhitney),
        ("wilcoxon", TestKind::Wilcoxon),
    ];

    /// The test of a name.
    pub(super) fn named(name: &str) -> Option<TestKind> {
        let found = TestKind::NAMES.iter().find(|(known, _)| *known == name);
        found.map(|(_, kind)| *kind)
    }

    /// Its name in notes.
    pub(crate) fn title(self) -> &'static str {
        match self {
            TestKind::MannWhitney => "the Mann-Whitney U test",
            TestKind::Wilcoxon => "Wilcoxon's signed-rank test on paired episodes",
        }
    }
}

/// The kinds of table: what their cells show.
#[derive(Clone, Debug, PartialEq)]
pub enum TableKind {
    /// The metric itself, with its interval.
    Value,
    /// `+`, `-` or `≈` against the cell with this value of the column variable.
    Effect {
        /// The reference column.
        against: String,
        /// When a difference counts.
        criterion: Criterion,
    },
    /// Which of the five behaviours of Althöfer and Heuser (2005, section 5) the share shows when
    /// a variable grows.
    Behaviour {
        /// The reference column.
        against: String,
        /// The variable that grows.
        along: String,
        /// When a difference counts.
        criterion: Criterion,
    },
    /// One row a match of the first seat against the second: wins, draws, losses, scores, ratings.
    Match(Option<RatingScale>),
    /// A cross table of a round robin: the row's score against the column.
    Cross(Option<RatingScale>),
    /// Maximum-likelihood ratings of the players of a round robin or a gauntlet.
    Ratings(Option<RatingAnchor>),
    /// The metric with its standard error, and which of the other columns it is significantly above.
    Compare(Test),
    /// In how many values of a variable a row is significantly above all it is compared with.
    Counts {
        /// The variable whose values are counted.
        over: String,
        /// Values of the rows' variable that are compared with each other, group by group.
        among: Vec<Vec<String>>,
        /// When a difference counts.
        test: Test,
    },
    /// Which column is best for each row on one part of the episodes, and what becomes of that choice
    /// on another.
    Best {
        /// The column that one would take without choosing.
        against: String,
        /// Where is chosen.
        choose: Part,
        /// Where the choice is checked.
        check: Part,
        /// When a difference counts.
        test: Test,
    },
}

/// Values of a variable that stand for a part of the episodes.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// The variable.
    pub variable: String,
    /// Its values in this part.
    pub values: Vec<String>,
}

/// A rating scale that is linear in the result: rating points per unit of payoff and per point of the
/// scoreboard.
#[derive(Clone, Debug, PartialEq)]
pub struct RatingScale {
    /// Its name, with its source.
    pub name: String,
    /// Rating points for a payoff of 1.
    pub payoff: f64,
    /// Rating points for a point of the scoreboard.
    pub points: f64,
}

/// A player whose rating is given.
#[derive(Clone, Debug, PartialEq)]
pub struct RatingAnchor {
    /// The player.
    pub player: String,
    /// The rating, in Elo.
    pub elo: f64,
}

/// One table of a report.
#[derive(Clone, Debug)]
pub struct TableLayout {
    /// Its name, such as `A1`.
    pub name: String,
    /// Its title.
    pub title: String,
    /// What its cells show.
    pub kind: TableKind,
    /// The metric it is made of.
    pub metric: Metric,
    /// The seat whose figures are shown.
    pub seat: usize,
    /// Whether only episodes that this seat won count.
    pub given_won: bool,
    /// The variable of the rows.
    pub rows: String,
    /// The variable of the columns; empty in a table of matches, and in a table of values with one
    /// column.
    pub columns: String,
    /// Variables that are fixed.
    pub fixed: Vec<(String, String)>,
    /// Digits after the point.
    pub digits: usize,
    /// The published figures, row by row; an empty text where nothing was printed.
    pub published: Vec<Vec<String>>,
    /// The published standard errors, in the same places.
    pub published_errors: Vec<Vec<String>>,
    /// How many episodes a published figure stands for.
    pub published_episodes: Option<u64>,
    /// The rows whose published figures count in totals, if not all: others are further readings or
    /// stand-ins of figures that count once elsewhere.
    pub primary: Option<Vec<String>>,
    /// A note about the published figures.
    pub note: Option<String>,
}

impl TableLayout {
    /// The variables that are fixed, with their values.
    pub fn conditions(&self) -> impl Iterator<Item = (&str, &str)> {
        let fixed = self.fixed.iter();
        fixed.map(|(name, value)| (name.as_str(), value.as_str()))
    }
}

/// The kinds of plot by name.
pub(super) const PLOT_KINDS: [&str; 2] = ["lines", "bars"];

/// How a plot shows its figures.
#[derive(Clone, Debug, PartialEq)]
pub enum PlotKind {
    /// Lines over an x axis of numbers.
    Lines {
        /// A cell without the x variable, drawn as a level: its value of the series variable.
        level: Option<String>,
        /// Whether the x axis is logarithmic.
        log: bool,
    },
    /// Groups of bars with error bars: one group for each value of the x variable, one bar for
    /// each value of the series variable.
    Bars,
}

/// One plot of a report.
#[derive(Clone, Debug)]
pub struct PlotLayout {
    /// Its name.
    pub name: String,
    /// Its title.
    pub title: String,
    /// How it shows its figures.
    pub kind: PlotKind,
    /// The metric on the y axis.
    pub metric: Metric,
    /// The seat whose figures are shown.
    pub seat: usize,
    /// The variable on the x axis; under lines its values are numbers.
    pub x: String,
    /// The variable that makes the lines, or the bars of a group.
    pub series: Option<String>,
    /// The variable that makes a plot of its own for each value.
    pub panels: Option<String>,
    /// Whether all panels have the same axes, so that they can be compared by eye.
    pub shared_axes: bool,
    /// Variables that are fixed.
    pub fixed: Vec<(String, String)>,
}
