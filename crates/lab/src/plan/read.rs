//! From TOML to a checked plan.

use super::budget::Budgets;
use super::check::check;
use super::combine::{Variables, combinations, pairs, shown};
use super::games::OpenedGames;
use super::layouts::{plot, table};
use super::secret::PlanSeed;
use super::template::{MOST_EPISODES, Template};
use super::{Cell, Plan, Truncation};
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
        let mut root = tree::parse(document)?;
        for setting in settings {
            tree::lay_over(&mut root, setting)?;
        }
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
        let episodes = fields.whole("episodes", 1, MOST_EPISODES)?;
        let episodes = episodes.ok_or_else(|| fields.missing("episodes"))?;
        let quick = fields
            .whole("quick", 0, MOST_EPISODES)?
            .unwrap_or(episodes)
            .min(episodes);
        let template = template(&mut fields)?;
        let truncation = fields.word("truncated", &Truncation::NAMES.map(|(name, _)| name))?;
        let truncation = truncation.and_then(Truncation::named).unwrap_or_default();
        let definitions = match fields.node("evaluators") {
            Some(node) => registry.sources(load, |sources| Definition::all(node, sources))?,
            None => Vec::new(),
        };
        let (vary, listed) = (fields.node("vary"), fields.list("cells")?);
        if let (Some([]), Some(node)) = (listed, fields.node("cells")) {
            return Err(Diagnostic::at(&node.span, "`cells` lists no cell"));
        }
        let pairs = fields
            .node("pairs")
            .map(|node| pairs(&template.placeholders(), node));
        let combinations =
            combinations(&template.placeholders(), vary, pairs.transpose()?, listed)?;
        let tables = each(fields.list("tables")?, table)?;
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

fn each<T>(
    nodes: Option<&[Node]>,
    read: fn(&Node) -> Result<T, Diagnostic>,
) -> Result<Vec<T>, Diagnostic> {
    nodes.unwrap_or(&[]).iter().map(read).collect()
}

fn template(fields: &mut Fields<'_>) -> Result<Template, Diagnostic> {
    let game = fields.node("game").ok_or_else(|| fields.missing("game"))?;
    let game = value(game, "game")?;
    let start = match fields.node("start") {
        Some(node) => value(node, "start")?,
        None => Value::parse(&Span::whole("default", "start"))?,
    };
    let seats = fields
        .list("seats")?
        .ok_or_else(|| fields.missing("seats"))?;
    let seats = seats
        .iter()
        .map(|node| value(node, "seats"))
        .collect::<Result<_, _>>()?;
    let generator = generator(fields)?;
    Ok(Template {
        budgets: Budgets::read(fields)?,
        game,
        start,
        seats,
        measure: fields
            .node("measure")
            .map(|node| value(node, "measure"))
            .transpose()?,
        rules: MatchRules {
            moves: fields
                .whole("moves", 1, u64::from(u32::MAX))?
                .map(|moves| moves as u32),
            generator,
            ..MatchRules::default()
        },
        mirror: fields.flag("mirror")?,
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
        let agents = template.seats.iter().map(|seat| filled(seat, &variables));
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
            None => is_duplicate(&*game, &agents, &start, &budgets)?,
        };
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
                ..template.rules
            },
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
