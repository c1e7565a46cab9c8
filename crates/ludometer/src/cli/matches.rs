//! `ludometer match`: a match between agents or engines, which is a plan in one line.

use super::Failure;
use super::corpus::Corpus;
use super::log::say;
use super::output::{self, Format, emit, reachable, render, stream};
use super::run::{StoreOptions, complete};
use clap::{Args, ValueEnum};
use ludometer_arena::registry::Registry;
use ludometer_lab::plan::{Plan, Size};
use ludometer_lab::present::Results;
use ludometer_lab::run::{PartEpisodes, PlanPart};
use ludometer_lab::store::Store;
use ludometer_lab::stored_games;
use ludometer_report::Document;
use ludometer_spec::source::Span as Text;
use ludometer_spec::spec::Spec;
use std::path::Path;

/// Play a match or a round robin between agents or engines.
///
/// It is a plan written on the command line: `--print-plan` prints it. Finished games are stored at once;
/// the same command continues where it was stopped and plays only what is missing.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  ludometer match 'pvs(t=3, leaf=mobility)' 'uct(200)' --game othello --games 20\n  ludometer match 'pvs(t=4)' 'pvs(t=3)' --game chess --tc 1+0.01 --openings book.epd --pgn games.pgn"
)]
pub(super) struct Match {
    /// Agents: two for a match, more for a round robin.
    #[arg(required = true, num_args = 2.., value_name = "AGENT")]
    agents: Vec<String>,
    /// Let the first agent play all the others, and these not each other.
    #[arg(long)]
    gauntlet: bool,
    /// Game.
    #[arg(long, default_value = "chess")]
    game: String,
    /// Games of each pairing; every opening is played from both sides.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    games: u64,
    /// Book of openings: a file of EPD, FEN or PGN, or of positions of the game, one a line.
    #[arg(long, value_name = "FILE")]
    openings: Option<String>,
    /// Order of the openings.
    #[arg(long, value_enum, default_value = "sequential", requires = "openings")]
    order: Order,
    /// Plies of each game of a PGN book that are the opening [default: all].
    #[arg(long, value_name = "N", requires = "openings")]
    plies: Option<u32>,
    /// Opening to begin with, from 1 on.
    #[arg(long, value_name = "N", default_value_t = 1, requires = "openings")]
    first: u64,
    /// Time control, as in 8+0.08 or 40/60+0.6; once for all agents, or once for each of two.
    #[arg(long, value_name = "TC")]
    tc: Vec<String>,
    /// Milliseconds for each move.
    #[arg(long, value_name = "MS", conflicts_with = "tc")]
    movetime: Option<f64>,
    /// Nodes for each move: the limit of engines, and forward-model calls of other agents.
    #[arg(long, value_name = "N", conflicts_with_all = ["tc", "movetime"])]
    nodes: Option<u64>,
    /// Depth of each search of an engine.
    #[arg(long, value_name = "N", conflicts_with_all = ["tc", "movetime", "nodes"])]
    depth: Option<u32>,
    /// Milliseconds by which a player may exceed its clock.
    #[arg(long, value_name = "MS", default_value_t = 0.0, requires = "tc")]
    margin: f64,
    /// End a game as a draw: scores within CP for MOVES moves of each player, from move FROM on.
    #[arg(long, value_name = "FROM,MOVES,CP")]
    draw: Option<String>,
    /// End a game as lost: a score of -CP or less for MOVES moves in a row, which the other player
    /// must confirm.
    #[arg(long, value_name = "MOVES,CP")]
    resign: Option<String>,
    /// Share of the games that are played to the end although they would have been adjudicated.
    #[arg(long, value_name = "SHARE", default_value_t = 0.0)]
    audit: f64,
    /// Cut a game off after N plies.
    #[arg(long, value_name = "N")]
    moves: Option<u32>,
    /// Random seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Write the games as PGN to FILE when the match is over; `-` is stdout.
    #[arg(long, value_name = "FILE")]
    pgn: Option<String>,
    /// Print the plan and play nothing.
    #[arg(long)]
    print_plan: bool,
    #[command(flatten)]
    corpus: Corpus,
    #[command(flatten)]
    storage: StoreOptions,
    /// Format of the report.
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
}

/// The order of openings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Order {
    /// As they stand in the book.
    Sequential,
    /// Drawn by the seed.
    Random,
}

/// A text in TOML.
fn quoted(text: &str) -> String {
    serde_json::to_string(text).unwrap_or_default()
}

/// Numbers with commas between them.
fn numbers<const N: usize>(option: &str, text: &str) -> Result<[f64; N], Failure> {
    let numbers: Option<Vec<f64>> = text
        .split(',')
        .map(|text| text.trim().parse().ok())
        .collect();
    let numbers = numbers.and_then(|numbers| numbers.try_into().ok());
    numbers.ok_or_else(|| {
        let example = if N == 3 { "34,8,20" } else { "3,600" };
        Failure::usage(format!(
            "{option} takes {N} numbers, as in {option} {example}, not `{text}`"
        ))
    })
}

/// The name of the agent that asks an engine.
const ENGINE: &str = "engine";

impl Match {
    /// An agent with the limits of the command, and its budget.
    fn agent(&self, text: &str, at: usize) -> Result<(String, String), Failure> {
        let spec = Spec::parse(&Text::whole("AGENT", text))?;
        let is_engine = spec.name == ENGINE;
        let limited = |limit: String| {
            let inside = text.trim_end().strip_suffix(')').unwrap_or(text);
            match spec.arguments.is_empty() {
                true => format!("{}({limit})", spec.name),
                false => format!("{inside}, {limit})"),
            }
        };
        let agent = match (is_engine, self.nodes, self.depth) {
            (true, Some(nodes), _) => limited(format!("nodes={nodes}")),
            (true, _, Some(depth)) => limited(format!("depth={depth}")),
            (false, _, Some(_)) => {
                return Err(Failure::usage(format!(
                    "--depth is a limit of engines, and `{text}` is none\nhint: give the agent its own depth, as in 'pvs(t=4)'"
                )));
            }
            _ => text.to_string(),
        };
        let budget = match (
            self.tc.get(at).or(self.tc.first()),
            self.movetime,
            self.nodes,
        ) {
            (Some(tc), ..) => format!("{{ clock = {} }}", quoted(tc)),
            (_, Some(time), _) => format!("{{ milliseconds = {time} }}"),
            (.., Some(nodes)) if !is_engine => format!("{{ steps = {nodes} }}"),
            _ => "{}".to_string(),
        };
        Ok((agent, budget))
    }

    /// The plan as TOML.
    fn plan(&self) -> Result<String, Failure> {
        let pairing = self.agents.len() == 2;
        if pairing && self.gauntlet {
            return Err(Failure::usage("--gauntlet needs three agents or more"));
        }
        if self.tc.len() > 2 || self.tc.len() == 2 && !pairing {
            return Err(Failure::usage(
                "--tc is given once for all agents, or once for each of two",
            ));
        }
        let agents = self.agents.iter().enumerate();
        let agents = agents.map(|(at, agent)| self.agent(agent, at));
        let agents = agents.collect::<Result<Vec<_>, _>>()?;
        if !pairing && agents.iter().any(|(_, budget)| *budget != agents[0].1) {
            return Err(Failure::usage(
                "a round robin of engines and other agents cannot share --nodes\nhint: give the limits in the agents, as in engine(command='stockfish', nodes=20000)",
            ));
        }
        let title = match pairing {
            true => format!("{} - {}", self.agents[0], self.agents[1]),
            false if self.gauntlet => format!("Gauntlet of {}", self.agents.len()),
            false => format!("Round robin of {}", self.agents.len()),
        };
        let names: Vec<String> = agents.iter().map(|(agent, _)| quoted(agent)).collect();
        let mut lines = vec![
            format!("title = {}", quoted(&title)),
            format!("game = {}", quoted(&self.game)),
            match pairing {
                true => format!("seats = [{}]", names.join(", ")),
                false => format!("players = [{}]", names.join(", ")),
            },
            "mirror = true".to_string(),
            format!("episodes = {}", self.games.next_multiple_of(2)),
            format!("seed = {}", self.seed),
            "record = true".to_string(),
        ];
        match agents.iter().all(|(_, budget)| *budget == agents[0].1) {
            true if agents[0].1 == "{}" => {}
            true => lines.push(format!("budget = {}", agents[0].1)),
            false => lines.push(format!("budgets = [{}, {}]", agents[0].1, agents[1].1)),
        }
        if let Some(file) = &self.openings {
            let order = match self.order {
                Order::Sequential => "sequential",
                Order::Random => "random",
            };
            let plies = self.plies.map(|plies| format!(", plies = {plies}"));
            let first = (self.first != 1).then(|| format!(", first = {}", self.first));
            lines.push(format!(
                "openings = {{ file = {}, order = \"{order}\"{}{} }}",
                quoted(file),
                plies.unwrap_or_default(),
                first.unwrap_or_default(),
            ));
        }
        if self.margin != 0.0 {
            lines.push(format!("margin_milliseconds = {}", self.margin));
        }
        lines.extend(self.adjudication()?);
        lines.extend(self.moves.map(|moves| format!("moves = {moves}")));
        lines.push(match pairing {
            true => format!(
                "cells = [{{ match = {} }}]\n\n[[tables]]\nname = \"match\"\ntitle = \"The match, from the view of the first agent\"\nkind = \"match\"\nrows = \"match\"",
                quoted(&title)
            ),
            false if self.gauntlet => "tournament = \"gauntlet\"".to_string(),
            false => "tournament = \"round-robin\"".to_string(),
        });
        Ok(lines.join("\n") + "\n")
    }

    fn adjudication(&self) -> Result<Option<String>, Failure> {
        let mut rules = Vec::new();
        if let Some(text) = &self.draw {
            let [from, moves, score] = numbers::<3>("--draw", text)?;
            rules.push(format!(
                "draw = {{ from = {from}, moves = {moves}, score = {score} }}"
            ));
        }
        if let Some(text) = &self.resign {
            let [moves, score] = numbers::<2>("--resign", text)?;
            rules.push(format!(
                "resign = {{ moves = {moves}, score = {score}, both = true }}"
            ));
        }
        if rules.is_empty() && self.audit > 0.0 {
            return Err(Failure::usage("--audit needs --draw or --resign"));
        }
        rules.extend((self.audit > 0.0).then(|| format!("audit = {}", self.audit)));
        Ok((!rules.is_empty()).then(|| format!("adjudicate = {{ {} }}", rules.join(", "))))
    }

    pub(super) fn go(self, registry: &Registry) -> Result<(), Failure> {
        let text = self.plan()?;
        if self.print_plan {
            return emit(&text, None);
        }
        reachable([&self.pgn])?;
        let registry = self.corpus.registry(registry)?;
        let load = |path: &str| std::fs::read_to_string(path);
        let plan = Plan::read(
            "match",
            &Text::whole("the match", &text),
            &[],
            &load,
            &registry,
        )?;
        let count = plan.count(Size::Full);
        let mut store = self.storage.open()?;
        let ran = complete(
            &plan,
            &PartEpisodes::of(&plan, PlanPart::WHOLE, count),
            &mut store,
            &self.storage,
        )?;
        say(&format!(
            "{} games, {} of them played now",
            ran.of, ran.played
        ));
        if let Some(to) = &self.pgn {
            write_pgn(&plan, count, &store, to)?;
            if to == "-" {
                return Ok(());
            }
        }
        let (blocks, _) = Results::read(&plan, count, &store)?.present()?;
        let words = std::env::args().skip(1).map(|word| output::quoted(&word));
        let words: Vec<String> = std::iter::once("ludometer".to_string())
            .chain(words)
            .collect();
        let provenance = plan.provenance(Size::Full, count, &store, &words.join(" "))?;
        let document = Document::new(&plan.title)
            .blocks(blocks)
            .provenance(provenance);
        emit(&render(&document, self.format), None)
    }
}

/// Writes the stored games of a plan as PGN.
pub(super) fn write_pgn(plan: &Plan, count: u64, store: &Store, to: &str) -> Result<(), Failure> {
    let mut written = stored_games::WrittenGames::default();
    stream(Some(to), |out| {
        written = stored_games::pgn(plan, count, store, |game| {
            Ok::<(), Failure>(out.write_all(game.as_bytes())?)
        })?;
        Ok(())
    })?;
    if written.unrecorded > 0 {
        let (unrecorded, plan) = (written.unrecorded, &plan.name);
        let hint = "set `record = true` in the plan; its games are then played anew and kept";
        say(&format!(
            "{unrecorded} games of {plan} have no moves stored\nhint: {hint}"
        ));
    }
    if to != "-" {
        let name = Path::new(to).display();
        say(&format!("{} games are in {name}", written.written));
    }
    Ok(())
}
