//! From TOML to a checked plan.

use super::budget::Budgets;
use super::check::check;
use super::combine::{PLAYERS, Variables, combinations, pairs, shown, tournament};
use super::games::OpenedGames;
use super::layouts::{plot, table, tournament_tables};
use super::match_keys;
use super::secret::PlanSeed;
use super::sprt::SprtRule;
use super::template::{MOST_EPISODES, Template};
use super::{Cell, Plan, Truncation};
use crate::named_engines::NamedEngines;
use ludometer_arena::define::{self, Definition, Load};
use ludometer_arena::play::{MatchRules, SeatBudget};
use ludometer_arena::registry::{AnyGame, Registry};
use ludometer_core::Generator;
use ludometer_spec::document::fields::{Fields, value};
use ludometer_spec::document::tree::{self, Node};
use ludometer_spec::document::write::write;
use ludometer_spec::param::Spelling;
use ludometer_spec::source::{Diagnostic, Span};
use ludometer_spec::spec::{Literal, Spec, Value};
use std::cell::RefCell;

impl Plan {
    /// Reads a plan from its text; `settings` are `key=value` pairs that replace its keys, `load` reads
    /// the files of weights that it names.
    pub fn read(
        name: &str,
        document: &Span,
        settings: &[String],
        load: Load<'_>,
        registry: &Registry,
    ) -> Result<Plan, Diagnostic> {
        let root = tree::parse_with(document, settings)?;
        let files = RefCell::new(Vec::new());
        let load = |name: &str| {
            let text = load(name)?;
            files.borrow_mut().push((name.to_string(), text.clone()));
            Ok(text)
        };
        let load: Load<'_> = &load;
        let mut fields = Fields::of(&root, "the plan")?;
        let title = fields
            .text("title")?
            .map_or_else(|| name.to_string(), |(title, _)| title);
        let about = fields
            .text("about")?
            .map_or_else(String::new, |(about, _)| about);
        let paper = fields.text("paper")?.map(|(paper, _)| paper);
        let sprt = fields.node("sprt");
        let sprt = sprt.map(SprtRule::read).transpose()?;
        let players = fields.node("players");
        let mut template = template(&mut fields, load, players.is_some())?;
        let episodes = episodes(&mut fields, &mut template, sprt)?;
        let quick = fields
            .whole("quick", 0, MOST_EPISODES)?
            .unwrap_or(episodes)
            .min(episodes);
        let truncation = truncation(&mut fields, sprt)?;
        let definitions = match fields.node("evaluators") {
            Some(node) => registry.sources(load, |sources| Definition::all(node, sources))?,
            None => Vec::new(),
        };
        let (vary, listed) = (fields.node("vary"), fields.list("cells")?);
        if let (Some([]), Some(node)) = (listed, fields.node("cells")) {
            return Err(Diagnostic::at(&node.span, "`cells` lists no cell"));
        }
        let met = tournament(&template.placeholders(), &mut fields)?;
        let pairs = match (fields.node("pairs"), met) {
            (Some(node), None) => Some(pairs(&template.placeholders(), node)?),
            (None, met) => met,
            (Some(node), Some(_)) => {
                let diagnostic = Diagnostic::at(&node.span, "`players` are paired already");
                return Err(diagnostic.hint("leave `[pairs]` or `players` out"));
            }
        };
        let combinations = combinations(&template.placeholders(), vary, pairs, listed)?;
        let tables = match (fields.list("tables")?, players) {
            (None, Some(_)) => tournament_tables(),
            (tables, _) => each(tables, table)?,
        };
        let plots = each(fields.list("plots")?, plot)?;
        fields.done()?;
        let mut plan = Plan {
            name: name.to_string(),
            title,
            about,
            paper,
            text: write(&template.seed.conceal(&root))?,
            files: files.take(),
            seed: template.seed.number,
            episodes,
            quick,
            measure: template.measure.as_ref().map(Value::to_string),
            sprt,
            truncation,
            source: match &template.game.what {
                Literal::Spec(game) => registry
                    .entry(game)
                    .ok()
                    .and_then(|entry| entry.source.clone()),
                _ => None,
            },
            cells: cells(&template, combinations, &definitions, registry)?,
            tables,
            plots,
            published_order: None,
        };
        if let (Some(_), Literal::Spec(game)) = (&plan.paper, &template.game.what)
            && let Ok(entry) = registry.entry(game)
        {
            for cell in &mut plan.cells {
                cell.departure = entry.departure(cell.game.identity());
            }
        }
        check(&plan, &template, &root)?;
        let seats = plan.cells.iter().flat_map(|cell| &cell.agents);
        define::all_named(&definitions, seats)?;
        Ok(plan)
    }
}

/// Episodes of a cell: those that the plan says, or the most that its sequential test takes. A test takes
/// mirrored pairs unless the plan says otherwise.
fn episodes(
    fields: &mut Fields<'_>,
    template: &mut Template,
    sprt: Option<SprtRule>,
) -> Result<u64, Diagnostic> {
    let node = fields.node("episodes");
    let episodes = fields.whole("episodes", 1, MOST_EPISODES)?;
    match (sprt, node) {
        (None, _) => episodes.ok_or_else(|| fields.missing("episodes")),
        (Some(_), Some(node)) => {
            let message = "`[sprt]` says how many games are played at most";
            let diagnostic = Diagnostic::at(&node.span, message);
            Err(diagnostic.hint("leave `episodes` out, and set `most` of [sprt] in pairs"))
        }
        (Some(rule), None) => {
            let pairs = *template.mirror.get_or_insert(true);
            Ok(rule.most * if pairs { 2 } else { 1 })
        }
    }
}

/// How truncated episodes count. A unit of a sequential test has all of its games.
fn truncation(fields: &mut Fields<'_>, sprt: Option<SprtRule>) -> Result<Truncation, Diagnostic> {
    let node = fields.node("truncated");
    let name = fields.word("truncated", &Truncation::NAMES.map(|(name, _)| name))?;
    let truncation = name.and_then(Truncation::named).unwrap_or_default();
    match (sprt, node) {
        (Some(_), Some(node)) if truncation == Truncation::Exclude => {
            let message = "a sequential test cannot leave truncated games out of its pairs";
            let diagnostic = Diagnostic::at(&node.span, message);
            Err(diagnostic.hint("truncated = \"draw\" counts them as half a point"))
        }
        _ => Ok(truncation),
    }
}

fn each<T>(
    nodes: Option<&[Node]>,
    read: fn(&Node) -> Result<T, Diagnostic>,
) -> Result<Vec<T>, Diagnostic> {
    nodes.unwrap_or(&[]).iter().map(read).collect()
}

/// `tournament` says whether the plan lists players, who then have the seats and swap them.
fn template(
    fields: &mut Fields<'_>,
    load: Load<'_>,
    tournament: bool,
) -> Result<Template, Diagnostic> {
    let game = fields.node("game").ok_or_else(|| fields.missing("game"))?;
    let game = value(game, "game")?;
    let start = match fields.node("start") {
        Some(node) => value(node, "start")?,
        None => Value::parse(&Span::whole("default", "start"))?,
    };
    let seats: Result<Vec<Value>, Diagnostic> = match fields.list("seats")? {
        Some(seats) => seats.iter().map(|node| value(node, "seats")).collect(),
        None if tournament => PLAYERS
            .iter()
            .map(|name| Value::parse(&Span::whole("default", format!("{{{name}}}"))))
            .collect(),
        None => return Err(fields.missing("seats")),
    };
    let seats = seats?;
    let mut rules = MatchRules {
        moves: fields
            .whole("moves", 1, u64::from(u32::MAX))?
            .map(|moves| moves as u32),
        generator: generator(fields)?,
        ..MatchRules::default()
    };
    let record = match_keys::read(fields, load, &mut rules)?;
    Ok(Template {
        engines: NamedEngines::read(fields)?,
        budgets: Budgets::read(fields)?,
        game,
        start,
        seats,
        measure: fields
            .node("measure")
            .map(|node| value(node, "measure"))
            .transpose()?,
        rules,
        record,
        mirror: fields.flag("mirror")?.or(tournament.then_some(true)),
        seed: PlanSeed::read(fields)?,
    })
}

/// The random number generator.
pub(crate) fn generator(fields: &mut Fields<'_>) -> Result<Generator, Diagnostic> {
    let names = Generator::ALL.map(Generator::name);
    let name = fields.word("generator", &names)?;
    let mut all = Generator::ALL.into_iter();
    let found = all.find(|generator| Some(generator.name()) == name);
    Ok(found.unwrap_or_default())
}

/// The spec of a value after substitution of its placeholders.
pub(crate) fn filled(value: &Value, variables: &Variables) -> Result<Spec, Diagnostic> {
    let value = value.fill(variables)?;
    match value.what {
        Literal::Spec(spec) => Ok(spec),
        _ => Err(Diagnostic::at(&value.span, "a name is expected here")),
    }
}

fn cells(
    template: &Template,
    combinations: Vec<Variables>,
    definitions: &[Definition],
    registry: &Registry,
) -> Result<Vec<Cell>, Diagnostic> {
    let mut games = OpenedGames::new(registry, definitions);
    let mut cells = Vec::with_capacity(combinations.len());
    for variables in combinations {
        let spec = filled(&template.game, &variables)?;
        let (game, game_name) = games.open(&spec)?;
        let seats = template.seats.iter();
        let agents = seats.map(|seat| template.engines.filled(seat, &variables));
        let agents = agents.collect::<Result<Vec<_>, _>>()?;
        let start = filled(&template.start, &variables)?;
        let players = game.facts().players;
        if agents.len() != players {
            let span = template
                .seats
                .first()
                .map_or(&template.game.span, |seat| &seat.span);
            let message = format!("{game_name} needs {players} seats, not {}", agents.len());
            return Err(Diagnostic::at(span, message));
        }
        let (shared, budgets) = template.budgets.fill(&variables, agents.len())?;
        let mirror = match template.mirror {
            Some(mirror) => mirror,
            // Every opening of a book is played from all seats.
            None if template.rules.openings.is_some() => agents.len() > 1,
            None => is_duplicate(&*game, &agents, &start, &budgets)?,
        };
        let outside = agents.iter().map(|agent| game.outside(agent));
        let outside = outside.collect::<Result<Vec<_>, _>>()?;
        let clocks = [shared]
            .iter()
            .chain(&budgets)
            .any(|own| own.budget.clock.is_some());
        // Where a program from outside or a clock is in the game, it cannot be played again.
        let recorded = clocks || outside.iter().any(|programs| !programs.is_empty());
        let mut cell = Cell {
            variables: variables
                .iter()
                .map(|(name, value)| (name.clone(), shown(value)))
                .collect(),
            agents,
            start,
            measure: template
                .measure
                .as_ref()
                .map(|measure| filled(measure, &variables))
                .transpose()?,
            rules: MatchRules {
                mirror,
                budget: shared.budget,
                opening: shared.opening,
                budgets,
                record: template.record.unwrap_or(recorded),
                ..template.rules.clone()
            },
            outside,
            record: template.record.filter(|&record| record != recorded),
            seed: template.seed.clone(),
            description: String::new(),
            unversioned: String::new(),
            departure: None,
            game,
            openings: String::new(),
        };
        cell.describe()?;
        cells.push(cell);
    }
    Ok(cells)
}

/// Whether cells are mirrored where the plan does not say: where something is hidden and the agents
/// are not all the same, so that cards decide most of a game and a fair comparison deals them to all.
/// `budgets` are those of agents that may not spend the same.
fn is_duplicate(
    game: &dyn AnyGame,
    agents: &[Spec],
    start: &Spec,
    budgets: &[SeatBudget],
) -> Result<bool, Diagnostic> {
    if !game.facts().hidden || agents.len() < 2 {
        return Ok(false);
    }
    if !budgets.is_empty() {
        return Ok(true);
    }
    let (agents, _) = game.spelled(Spelling::Names, agents, start)?;
    Ok(agents.iter().any(|agent| *agent != agents[0]))
}
