//! `ludometer analyse`: what is known of a position.

use super::Failure;
use super::corpus::Corpus;
use super::define::Define;
use super::forms::{AnalysedBranch, AnalysedCell, AnalysedLine, AnalysedMove, AnalysedPosition};
use super::log::say;
use super::odds::Lookahead;
use super::output::{Format, emit, emit_json, render};
use super::resources::{MOST_MEGABYTES, memory};
use super::schemas::Schema;
use clap::Args;
use ludometer_arena::analysis::{Analysis, AnalysisRequest, Estimated};
use ludometer_arena::registry::Registry;
use ludometer_arena::trace::{SearchTreeNode, SimulatedVariation};
use ludometer_core::{Bound, Budget, Seed};
use ludometer_exact::values::Stopped;
use ludometer_report::{Cell, Column, Document, Table};
use ludometer_spec::source::Span;
use ludometer_spec::spec::Spec;

/// Analyse a position: value of each move, evaluations, and what an agent would play.
///
/// All values are from the view of the player to move. `minimax` is the result of best play, `final points`
/// the score under best play for points, `expected` the mean result of random play, and `by leaves` the mean
/// over all games that could follow. Where a position is too deep for exact values, `sampled` is an estimate
/// of `expected` with its standard error.
///
/// With `--agent`, the agent's value and visit count of each move are shown, then the lines it considered,
/// its principal variation first. In games with a board, the squares that the principal variation visits are
/// marked 1 to 9, then a to z; chance events are sampled anew there. Searches that prune know only a bound
/// of most moves: `≤ 3` is a value of at most 3, `≥ 3` of at least 3. `pvs(exact-root=yes)` computes the exact
/// value of every move.
///
/// With `--random-minimax D`, the probability that a minimax search of D plies with random leaf values
/// chooses each move (Levene and Fenner), the size of each subtree, and which moves dominate which.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  ludometer analyse slide '.87./.954/621./3...'\n  ludometer analyse tic-tac-toe 'X.O/.X./..O' --agent 'depth(t=9)'\n  ludometer analyse \"vgdl(name='escape')\" --agent rhea --steps 900 --after 20 --samples 10\n  ludometer analyse othello --agent 'uct(5000)' --tree 2 --lines 3\n  ludometer analyse tic-tac-toe --perft 9\n  ludometer analyse othello --random-minimax 4\n  ludometer analyse tic-tac-toe 'X.O/.X./..O' --random-minimax 3 --alpha 2"
)]
pub(super) struct Analyse {
    /// Game, as in 'slide(k=4)'.
    game: String,
    /// Position in the game's notation [default: the start position].
    position: Option<String>,
    /// Ask this agent too.
    #[arg(long, value_name = "AGENT")]
    agent: Option<String>,
    #[command(flatten)]
    define: Define,
    #[command(flatten)]
    corpus: Corpus,
    /// Budget of the agent, in forward-model calls [default: unlimited].
    #[arg(long, alias = "budget", value_name = "N")]
    steps: Option<u64>,
    /// Let the agent play N plies first, in every seat, as `play` does with the same seed.
    #[arg(long, value_name = "N", requires = "agent")]
    after: Option<u32>,
    /// Number of lines to show that the agent considered.
    #[arg(long, value_name = "N", default_value_t = 8)]
    lines: usize,
    /// Show the agent's search tree to this depth.
    #[arg(long, value_name = "DEPTH", default_value_t = 0, hide_default_value = true, value_parser = clap::value_parser!(u8).range(0..=20))]
    tree: u8,
    /// Memory limit for the enumeration that gives exact values, in megabytes.
    #[arg(long, value_name = "MB", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=MOST_MEGABYTES))]
    memory: u64,
    /// Random playouts of each move where exact values are out of reach.
    #[arg(long, value_name = "N", default_value_t = 2000)]
    samples: u64,
    /// Random seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Only count the action sequences of each length up to DEPTH (perft).
    #[arg(long, value_name = "DEPTH", value_parser = clap::value_parser!(u32).range(1..=30))]
    perft: Option<u32>,
    #[command(flatten)]
    lookahead: Lookahead,
    /// Write the numbers as JSON to FILE; `-` is stdout, instead of the table.
    #[arg(long, value_name = "FILE")]
    json: Option<String>,
}

impl Analyse {
    pub(super) fn go(self, registry: &Registry) -> Result<(), Failure> {
        let (mut game, _) = self.corpus.open(&self.game, registry)?;
        if let Some(depth) = self.perft {
            let counts = game.perft(self.position.as_deref(), depth)?;
            if let Some(to) = &self.json {
                return emit_json(Schema::Perft, &counts, to);
            }
            let lines = counts
                .iter()
                .zip(1..)
                .map(|(count, length)| format!("{length:3} {count}\n"));
            return emit(&lines.collect::<String>(), None);
        }
        if self.lookahead.is_asked() {
            let position = self.position.as_deref();
            return self.lookahead.go(&*game, position, self.json.as_deref());
        }
        let agent = self
            .agent
            .as_ref()
            .map(|text| Spec::parse(&Span::whole("--agent", text)));
        let agent = agent.transpose()?;
        self.define.at(&mut *game, agent.as_slice(), registry)?;
        let analysis = game.analyse(&AnalysisRequest {
            position: self.position.as_deref(),
            agent: agent.as_ref(),
            after: self.after,
            lines: self.lines,
            tree: usize::from(self.tree),
            budget: self.steps.map_or(Budget::UNLIMITED, Budget::of_steps),
            memory: memory(self.memory)?,
            samples: self.samples,
            seed: Seed::new(self.seed),
        })?;
        if let Some(to) = &self.json {
            emit_json(Schema::Analyse, &form(&analysis), to)?;
            if to == "-" {
                return Ok(());
            }
        }
        emit(&as_text(&analysis), None)?;
        if let Some(stopped) = analysis.inexact {
            let hint = match stopped {
                Stopped::Repeats | Stopped::Length { .. } => "",
                Stopped::Memory { .. } => {
                    "\nhint: allow more with --memory, or give a position nearer to the end"
                }
            };
            say(&format!("no exact values: {stopped}{hint}"));
        }
        Ok(())
    }
}

fn as_text(analysis: &Analysis) -> String {
    let mut text = analysis.board.trim_end().to_string() + "\n";
    if let Some(written) = &analysis.written {
        text += &format!("position {written}\n");
    }
    match analysis.mover {
        Some(player) => text += &format!("player {player} is to move\n\n"),
        None => text += "the game is over\n\n",
    }
    if let Some(estimated) = &analysis.estimated {
        text += render(&estimates(estimated), Format::Table).trim_start();
        text += "\n";
    }
    let mut table = Table::new("moves", "after each move").column(Column::left("move"));
    for column in &analysis.columns {
        table = table.column(Column::decimal(*column));
    }
    let numbers = |label: &str, numbers: &[Option<f64>]| {
        let cells = numbers
            .iter()
            .map(|number| number.map_or(Cell::empty(), number_cell));
        std::iter::once(Cell::text(label))
            .chain(cells)
            .collect::<Vec<_>>()
    };
    table = table.row(numbers("here", &analysis.here));
    // The agent's value and visits are the last two columns.
    let agent = analysis.columns.len().wrapping_sub(2);
    for (index, (label, line)) in analysis.moves.iter().enumerate() {
        let mut row = numbers(label, line);
        if let (Some(bound), Some(Some(value))) = (analysis.bounds.get(index), line.get(agent)) {
            row[agent + 1] = bounded_cell(*value, *bound);
        }
        table = table.row(row);
    }
    let document = Document::new("").table(table);
    text += render(&document, Format::Table).trim_start();
    if let Some(choice) = &analysis.choice {
        text += &format!("\nthe agent would play {choice}\n");
    }
    text + &considered(analysis)
}

fn estimates(estimated: &Estimated) -> Document {
    let mut table = Table::new("estimates", estimated.title).column(Column::left(estimated.of));
    for column in estimated.columns {
        table = table.column(Column::decimal(*column));
    }
    for (name, numbers) in &estimated.rows {
        let cells = numbers.iter().copied().map(number_cell);
        table = table.row(std::iter::once(Cell::text(*name)).chain(cells));
    }
    Document::new("").table(table.note(estimated.note))
}

/// What the agent considered.
fn considered(analysis: &Analysis) -> String {
    let mut text = String::new();
    if !analysis.ways.is_empty() {
        let mut table = Table::new("lines", "what it considered, its plan first")
            .column(Column::decimal("rank"))
            .column(Column::decimal("value"))
            .column(Column::decimal("visits"))
            .column(Column::left("actions"));
        for (rank, way) in (1..).zip(&analysis.ways) {
            table = table.row(vec![
                Cell::number(f64::from(rank), 0),
                number_cell(way.value),
                Cell::number(way.visits as f64, 0),
                Cell::text(way.folded()),
            ]);
        }
        text += "\n";
        text += render(&Document::new("").table(table), Format::Table).trim_start();
    }
    if let Some(drawn) = &analysis.drawn {
        text += &format!("\nwhere its plan leads, if chance is like this\n{drawn}");
    }
    if !analysis.tree.is_empty() {
        let mut table = Table::new("tree", "its tree")
            .column(Column::left("actions"))
            .column(Column::decimal("visits"))
            .column(Column::decimal("value"));
        for (depth, branch) in preorder(&analysis.tree) {
            table = table.row(vec![
                Cell::text("· ".repeat(depth) + &branch.label),
                Cell::number(branch.visits as f64, 0),
                bounded_cell(branch.value, branch.bound),
            ]);
        }
        text += "\n";
        text += render(&Document::new("").table(table), Format::Table).trim_start();
    }
    text
}

/// The branches of a tree as one reads them, each with its depth.
fn preorder(tree: &[SearchTreeNode]) -> Vec<(usize, &SearchTreeNode)> {
    let mut all = Vec::new();
    for branch in tree {
        all.push((0, branch));
        let below = preorder(&branch.below).into_iter();
        all.extend(below.map(|(depth, branch)| (depth + 1, branch)));
    }
    all
}

fn branch_form(branch: &SearchTreeNode) -> AnalysedBranch<'_> {
    AnalysedBranch {
        label: &branch.label,
        value: branch.value,
        bound: branch.bound.name(),
        visits: branch.visits,
        below: branch.below.iter().map(branch_form).collect(),
    }
}

fn line_form(way: &SimulatedVariation) -> AnalysedLine<'_> {
    let places = way.places.iter().map(|place| [place.column, place.row]);
    AnalysedLine {
        actions: &way.labels,
        more: way.more,
        over: way.over,
        value: way.value,
        visits: way.visits,
        places: places.collect(),
    }
}

/// A value with the sign of a bound before it.
fn bounded_cell(value: f64, bound: Bound) -> Cell {
    let sign = bound.sign();
    match value {
        _ if bound == Bound::Exact => number_cell(value),
        won if won > 1e9 => Cell::text(format!("{sign} wins")),
        lost if lost < -1e9 => Cell::text(format!("{sign} loses")),
        whole if whole.fract() == 0.0 => Cell::text(format!("{sign} {whole}")),
        other => Cell::text(format!("{sign} {other:.3}")),
    }
}

fn number_cell(number: f64) -> Cell {
    match number {
        // Agents value a finished game above everything.
        won if won > 1e9 => Cell::text("wins"),
        lost if lost < -1e9 => Cell::text("loses"),
        whole if whole.fract() == 0.0 => Cell::number(whole, 0),
        other => Cell::number(other, 3),
    }
}

fn form(analysis: &Analysis) -> AnalysedPosition<'_> {
    let named = |numbers: &[Option<f64>]| {
        let pairs = analysis.columns.iter().zip(numbers);
        pairs.map(|(name, number)| (*name, *number)).collect()
    };
    let moves = analysis.moves.iter().enumerate();
    let moves = moves.map(|(index, (label, line))| AnalysedMove {
        label,
        values: named(line),
        bound: analysis.bounds.get(index).map(|bound| bound.name()),
    });
    let estimates = analysis.estimated.iter().flat_map(|estimated| {
        estimated.rows.iter().map(|(name, numbers)| {
            let pairs = estimated.columns.iter().zip(numbers);
            let pairs = pairs.map(|(column, number)| (*column, AnalysedCell::Number(*number)));
            let of = (estimated.of, AnalysedCell::Name(name));
            std::iter::once(of).chain(pairs).collect()
        })
    });
    AnalysedPosition {
        estimates: estimates.collect(),
        position: analysis.written.as_deref(),
        mover: analysis.mover,
        here: named(&analysis.here),
        moves: moves.collect(),
        choice: analysis.choice.as_deref(),
        lines: analysis.ways.iter().map(line_form).collect(),
        tree: analysis.tree.iter().map(branch_form).collect(),
        inexact: analysis.inexact.map(|stopped| stopped.to_string()),
    }
}
