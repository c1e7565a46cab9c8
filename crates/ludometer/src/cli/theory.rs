//! `ludometer theory`: random minimaxing of trees that are given as numbers.

use super::Failure;
use super::number_range::{NumberRange, all};
use super::output::{Format, emit, emit_json, render};
use super::progress::bar;
use super::resources::{THREADS, pool};
use super::schemas::Schema;
use clap::Args;
use ludometer_arena::odds::{ExplorationRequest, TreeOdds, explore, level_regular, present};
use ludometer_core::Seed;
use ludometer_report::Document;
use ludometer_theory::{Error, Lookahead, Scores, Tree};
use serde_json::json;
use std::io::Read;

/// Compute exact move probabilities of minimax with random leaf values.
///
/// Game trees are given by their shape; for each move, the probability that random minimaxing (Levene and
/// Fenner) chooses it, for continuous leaf values and for α equally likely scores, and which moves dominate
/// which.
///
/// Notation of trees: `.` is a leaf, `3` a node with three leaves, `[4,3,2]` a level-regular tree with 4 moves, 3 replies
/// to each and 2 leaves under each reply, and `( … )` a node over the trees between the parentheses;
/// `5*` before a tree repeats it. Moves are counted from 1.
///
/// `--staircase` prints the thresholds of the increased lookahead theorem (7.1): for each m at an even
/// level under the good move, the least q at an odd level under the bad move that makes the deeper
/// search beneficial. `--explore` samples random level-regular trees and tabulates how one more ply of
/// search changes the ratio of two moves, the case that the theorem leaves open.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  ludometer theory '([2,3] [3,2])' --alpha 2                  (the paper's Example 1)\n  ludometer theory '([2,3] [1,2])' --alpha 2 --alpha 3..100   (the paper's Example 2)\n  ludometer theory '([2,3,2,2] [3,2,2,2])' --staircase --shallow 2 --m 1..8\n  ludometer theory --explore --trees 2000 --seed 7"
)]
pub(super) struct Theory {
    /// Game trees.
    #[arg(value_name = "TREE", required_unless_present_any = ["file", "explore"])]
    trees: Vec<String>,
    /// Read one more tree from FILE; `-` is stdin.
    #[arg(long, value_name = "FILE")]
    file: Option<String>,
    /// Number of equally likely leaf scores; a range as in 3..100, repeatable. Continuous values are always
    /// included.
    #[arg(long, value_name = "N")]
    alpha: Vec<NumberRange>,
    #[command(flatten)]
    staircase: Staircase,
    #[command(flatten)]
    explore: Exploring,
    /// Format of the report.
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
    /// Write the report to FILE [default: stdout].
    #[arg(long, short, value_name = "FILE")]
    output: Option<String>,
    /// Write everything as JSON to FILE; `-` is stdout, instead of the tables.
    #[arg(long, value_name = "FILE")]
    json: Option<String>,
}

/// The thresholds of Theorem 7.1.
#[derive(Args)]
struct Staircase {
    /// Print thresholds; the moves of the tree must be level-regular.
    #[arg(long)]
    staircase: bool,
    /// Number of the good move.
    #[arg(long, value_name = "MOVE", default_value_t = 1, requires = "staircase")]
    good: usize,
    /// Number of the bad move.
    #[arg(long, value_name = "MOVE", default_value_t = 2, requires = "staircase")]
    bad: usize,
    /// Depth of the shallower search [default: two plies less than the tree].
    #[arg(long, value_name = "N", requires = "staircase")]
    shallow: Option<usize>,
    /// Even level at which the good move's branching m varies [default: the first below the shallower
    /// search].
    #[arg(long, value_name = "LEVEL", requires = "staircase")]
    white_level: Option<usize>,
    /// Odd level at which the bad move's branching q varies [default: the first below the shallower search].
    #[arg(long, value_name = "LEVEL", requires = "staircase")]
    black_level: Option<usize>,
    /// Range of m.
    #[arg(
        long,
        value_name = "N",
        default_value = "1..10",
        requires = "staircase"
    )]
    m: NumberRange,
    /// Largest q to try.
    #[arg(long, value_name = "N", default_value_t = 100, requires = "staircase")]
    bound: u64,
}

/// Random trees, one ply deeper.
#[derive(Args)]
struct Exploring {
    /// Sample random level-regular trees and tabulate the effect of one more ply.
    #[arg(long, conflicts_with_all = ["trees", "file", "staircase"])]
    explore: bool,
    /// Number of trees.
    #[arg(
        long = "trees",
        value_name = "N",
        default_value_t = 1000,
        requires = "explore",
        value_parser = clap::value_parser!(u64).range(1..=1_000_000)
    )]
    count: u64,
    /// Random seed.
    #[arg(long, default_value_t = 1, requires = "explore")]
    seed: u64,
    /// Maximum number of moves of a tree.
    #[arg(long, value_name = "N", default_value_t = 3, requires = "explore")]
    moves: u64,
    /// Maximum branching factor below the root.
    #[arg(
        long = "branching",
        value_name = "N",
        default_value_t = 3,
        requires = "explore"
    )]
    branching: u64,
    /// Depths of the shallower search, as a range.
    #[arg(long, value_name = "N", default_value = "1..4", requires = "explore")]
    plies: NumberRange,
    /// Worker threads; results do not depend on it [default: one per core].
    #[arg(long, value_name = "N", requires = "explore", value_parser = clap::value_parser!(u16).range(THREADS))]
    threads: Option<u16>,
}

impl Theory {
    pub(super) fn go(self) -> Result<(), Failure> {
        let (document, everything) = if self.explore.explore {
            self.explored()?
        } else {
            let mut document = Document::new("");
            let mut everything = Vec::new();
            for tree in self.read()? {
                let (shown, json) = match self.staircase.staircase {
                    true => self.stairs(&tree)?,
                    false => self.numbers(tree)?,
                };
                document.blocks.extend(shown.blocks);
                everything.push(json);
            }
            (document, json!(everything))
        };
        if let Some(to) = &self.json {
            emit_json(Schema::Theory, &everything, to)?;
            if to == "-" {
                return Ok(());
            }
        }
        let text = render(&document, self.format);
        emit(text.trim_start_matches('\n'), self.output.as_deref())
    }

    /// The trees, with where they were written in what is wrong with them.
    fn read(&self) -> Result<Vec<Tree>, Failure> {
        let parse = |origin: String, text: &str| {
            let tree: Result<Tree, Error> = text.parse();
            tree.map_err(|error| Failure::usage(format!("{origin}: {error}")))
        };
        let mut trees = Vec::new();
        for (text, number) in self.trees.iter().zip(1..) {
            let origin = match self.trees.len() {
                1 => "TREE".into(),
                _ => format!("TREE {number}"),
            };
            trees.push(parse(origin, text)?);
        }
        if let Some(path) = &self.file {
            let mut text = String::new();
            let read = match path.as_str() {
                "-" => std::io::stdin().read_to_string(&mut text).map(drop),
                _ => std::fs::read_to_string(path).map(|read| text = read),
            };
            read.map_err(|error| Failure::file(path, &error))?;
            let origin = match path.as_str() {
                "-" => "stdin",
                path => path,
            };
            trees.push(parse(origin.into(), &text)?);
        }
        Ok(trees)
    }

    fn numbers(&self, tree: Tree) -> Result<(Document, serde_json::Value), Failure> {
        let numbers = TreeOdds::new(tree, &all(&self.alpha)).map_err(|error| refused(&error))?;
        Ok((present::tree(&numbers), numbers.as_json()))
    }

    /// The limit, if no die was asked for.
    fn scores(&self) -> Vec<Scores> {
        match &all(&self.alpha)[..] {
            [] => vec![Scores::Continuous],
            alphas => alphas.iter().map(|&alpha| Scores::UpTo(alpha)).collect(),
        }
    }

    fn stairs(&self, tree: &Tree) -> Result<(Document, serde_json::Value), Failure> {
        let ask = &self.staircase;
        let moves = level_regular(tree).map_err(Failure::usage)?;
        for (option, value) in [("--good", ask.good), ("--bad", ask.bad)] {
            if !(1..=moves.len()).contains(&value) {
                let count = moves.len();
                let message = format!("`{option}` is {value}; it must be a move from 1 to {count}");
                return Err(Failure::usage(message));
            }
        }
        let shallow = ask.shallow.unwrap_or(tree.height().saturating_sub(2));
        let lookahead = Lookahead::new(&moves, ask.good - 1, ask.bad - 1, shallow)
            .map_err(|error| refused(&error))?;
        let (even, odd) = match shallow % 2 {
            0 => (shallow, shallow + 1),
            _ => (shallow + 1, shallow),
        };
        let (white, black) = (
            ask.white_level.unwrap_or(even),
            ask.black_level.unwrap_or(odd),
        );
        for (option, level, parity, whose) in [
            ("--white-level", white, 0, "even: white's turn"),
            ("--black-level", black, 1, "odd: black's turn"),
        ] {
            if level % 2 != parity {
                let message = format!("`{option}` is {level}; it must be {whose}");
                return Err(Failure::usage(message));
            }
        }
        let stairs = self.scores().into_iter().map(|scores| {
            let m = ask.m.0.clone();
            let steps = lookahead.staircase(white, black, m, ask.bound, scores)?;
            Ok((scores, steps))
        });
        let stairs = stairs.collect::<Result<Vec<_>, Error>>();
        let stairs = stairs.map_err(|error| refused(&error))?;
        let title = format!(
            "least q at level {black} under move {} for each m at level {white} under move {}, {} ply against {shallow}",
            ask.bad,
            ask.good,
            lookahead.deep()
        );
        let steps = stairs.iter().map(|(scores, steps)| {
            let steps = steps.iter().map(|step| json!({"m": step.m, "q": step.q}));
            json!({"scores": present::scores(*scores), "steps": steps.collect::<Vec<_>>()})
        });
        let everything = json!({
            "tree": tree.to_string(), "good": ask.good, "bad": ask.bad,
            "deep": lookahead.deep(), "shallow": shallow,
            "white_level": white, "black_level": black, "bound": ask.bound,
            "stairs": steps.collect::<Vec<_>>(),
        });
        Ok((present::staircase(&title, ask.bound, &stairs), everything))
    }

    fn explored(&self) -> Result<(Document, serde_json::Value), Failure> {
        let ask = &self.explore;
        let mut scores = vec![Scores::Continuous];
        scores.extend(all(&self.alpha).into_iter().map(Scores::UpTo));
        let explored = ExplorationRequest {
            trees: ask.count,
            seed: Seed::new(ask.seed),
            moves: ask.moves,
            shallow: *ask.plies.0.start() as usize..=*ask.plies.0.end() as usize,
            children: ask.branching,
            scores,
        };
        let bar = bar("trees", ask.count);
        let found = pool(ask.threads)?.install(|| explore(&explored, &|_| bar.inc(1)));
        bar.finish_and_clear();
        let found = found.map_err(|error| refused(&error))?;
        Ok((present::exploration(&found), found.as_json()))
    }
}

fn refused(error: &Error) -> Failure {
    Failure::usage(error.to_string())
}
