//! From TOML to a checked plan.

use super::fields::{Fields, value};
use super::layout::KINDS;
use super::tree::{self, Datum, Node};
use super::{Cell, Criterion, Metric, Plan, PlotLayout, Scale, TableKind, TableLayout};
use crate::define::{self, Definition, Load};
use crate::play::House;
use crate::registry::{self, Hosted};
use crate::source::{Fault, Place};
use crate::spec::{Spec, Value, What};
use crate::store::COLUMNS;
use ludometer_core::{Budget, Generator};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

const MOST_EPISODES: u64 = 10_000_000;
const MOST_CELLS: usize = 100_000;
const MOST_PAIRED: usize = 400;

/// What the cells of a plan are made from.
struct Template {
    game: Value,
    start: Value,
    seats: Vec<Value>,
    measure: Option<Value>,
    house: House,
    seed: u64,
}

type Variables = Vec<(String, Value)>;

impl Template {
    /// The variables that what is played depends on.
    fn holes(&self) -> Vec<String> {
        let parts = [&self.game, &self.start]
            .into_iter()
            .chain(&self.seats)
            .chain(&self.measure);
        parts.flat_map(Value::holes).collect()
    }
}

/// A variable's value: a spec if it fills a hole, otherwise a label that may be any text.
fn variable(holes: &[String], key: &str, node: &Node) -> Result<Value, Fault> {
    match &node.what {
        Datum::Text(text) if !holes.iter().any(|hole| hole == key) => Ok(Value {
            what: What::Text(text.clone()),
            place: node.place.clone(),
        }),
        _ => value(node, key),
    }
}

impl Plan {
    /// Reads a plan from its text; `settings` are `key=value` pairs that replace its keys. The plan
    /// may name no files.
    pub fn read(name: &str, document: &Place, settings: &[String]) -> Result<Plan, Fault> {
        let none = |_: &str| Err(std::io::Error::other("this plan can name no files"));
        Plan::read_with(name, document, settings, &none)
    }

    /// Reads a plan from its text; `load` reads the files of weights that it names.
    pub fn read_with(
        name: &str,
        document: &Place,
        settings: &[String],
        load: Load<'_>,
    ) -> Result<Plan, Fault> {
        let mut root = tree::parse(document)?;
        for setting in settings {
            tree::lay_over(&mut root, setting)?;
        }
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
            .whole("quick", 1, MOST_EPISODES)?
            .unwrap_or(episodes)
            .min(episodes);
        let template = template(&mut fields)?;
        let definitions = match fields.node("evaluators") {
            Some(node) => Definition::all(node, load)?,
            None => Vec::new(),
        };
        let (vary, listed) = (fields.node("vary"), fields.list("cells")?);
        if let (Some([]), Some(node)) = (listed, fields.node("cells")) {
            return Err(Fault::at(&node.place, "`cells` lists no cell"));
        }
        let pairs = fields
            .node("pairs")
            .map(|node| pairs(&template.holes(), node));
        let combinations = combinations(&template.holes(), vary, pairs.transpose()?, listed)?;
        let tables = each(fields.list("tables")?, table)?;
        let plots = each(fields.list("plots")?, plot)?;
        fields.done()?;
        let plan = Plan {
            name: name.to_string(),
            title,
            about,
            paper,
            seed: template.seed,
            episodes,
            quick,
            measure: template.measure.as_ref().map(Value::to_string),
            cells: cells(&template, combinations, &definitions)?,
            tables,
            plots,
        };
        check_variables(&plan, &template, &root)?;
        let seats = plan.cells.iter().flat_map(|cell| &cell.agents);
        define::all_named(&definitions, seats)?;
        Ok(plan)
    }
}

fn each<T>(nodes: Option<&[Node]>, read: fn(&Node) -> Result<T, Fault>) -> Result<Vec<T>, Fault> {
    nodes.unwrap_or(&[]).iter().map(read).collect()
}

fn template(fields: &mut Fields<'_>) -> Result<Template, Fault> {
    let game = fields.node("game").ok_or_else(|| fields.missing("game"))?;
    let game = value(game, "game")?;
    let start = match fields.node("start") {
        Some(node) => value(node, "start")?,
        None => Value::parse(&Place::whole("default", "start"))?,
    };
    let seats = fields
        .list("seats")?
        .ok_or_else(|| fields.missing("seats"))?;
    let seats = seats
        .iter()
        .map(|node| value(node, "seats"))
        .collect::<Result<_, _>>()?;
    let names = Generator::ALL.map(Generator::name);
    let generator = fields.word("generator", &names)?;
    let generator = Generator::ALL
        .into_iter()
        .find(|g| Some(g.name()) == generator);
    Ok(Template {
        game,
        start,
        seats,
        measure: fields
            .node("measure")
            .map(|node| value(node, "measure"))
            .transpose()?,
        house: House {
            moves: fields
                .whole("moves", 1, u64::from(u32::MAX))?
                .map(|moves| moves as u32),
            budget: budget(fields)?,
            mirror: fields.flag("mirror")?.unwrap_or(false),
            generator: generator.unwrap_or_default(),
        },
        seed: fields.whole("seed", 0, 1 << 53)?.unwrap_or(0),
    })
}

fn budget(fields: &mut Fields<'_>) -> Result<Budget, Fault> {
    let Some(node) = fields.node("budget") else {
        return Ok(Budget::UNLIMITED);
    };
    let mut fields = Fields::of(node, "the budget")?;
    let budget = Budget {
        steps: fields.whole("steps", 0, u64::MAX >> 12)?,
        evaluations: fields.whole("evaluations", 0, u64::MAX >> 12)?,
        time: fields
            .number("milliseconds", 0.01, 1e9)?
            .map(|ms| Duration::from_secs_f64(ms / 1e3)),
    };
    fields.done()?;
    Ok(budget)
}

/// Refuses a variable that would hide a column of the rows.
fn free(key: &str, place: &Place) -> Result<(), Fault> {
    match COLUMNS.contains(&key) {
        false => Ok(()),
        true => Err(
            Fault::at(place, format!("every row has a column `{key}` already"))
                .hint("give the variable another name"),
        ),
    }
}

/// Two variables that take every two of some values, each pair once.
fn pairs(holes: &[String], node: &Node) -> Result<Vec<Variables>, Fault> {
    let mut fields = Fields::of(node, "pairs")?;
    let (variables, at) = fields.needed_list("variables")?;
    let names = variables.iter().map(|node| match &node.what {
        Datum::Text(name) => free(name, &node.place).map(|()| name.clone()),
        other => {
            let message = format!("a variable is a text, not {}", other.kind());
            Err(Fault::at(&node.place, message))
        }
    });
    let names = names.collect::<Result<Vec<String>, _>>()?;
    let [one, other] = &names[..] else {
        let message = format!("`variables` names two variables, not {}", names.len());
        return Err(Fault::at(at, message));
    };
    if one == other {
        return Err(Fault::at(at, format!("`{one}` cannot be both variables")));
    }
    let (values, at) = fields.needed_list("values")?;
    fields.done()?;
    if values.len() < 2 || values.len() > MOST_PAIRED {
        let message = format!(
            "`values` lists 2 to {MOST_PAIRED} values, not {}",
            values.len()
        );
        return Err(Fault::at(at, message));
    }
    let mut pairs = Vec::new();
    for (i, first) in values.iter().enumerate() {
        for second in &values[i + 1..] {
            pairs.push(vec![
                (one.clone(), variable(holes, one, first)?),
                (other.clone(), variable(holes, other, second)?),
            ]);
        }
    }
    Ok(pairs)
}

/// Every listed cell with every combination of the varied variables.
fn combinations(
    holes: &[String],
    vary: Option<&Node>,
    pairs: Option<Vec<Variables>>,
    cells: Option<&[Node]>,
) -> Result<Vec<Variables>, Fault> {
    let mut combinations = pairs.unwrap_or_else(|| vec![Vec::new()]);
    if let Some(node) = vary {
        for (key, place, node) in Fields::of(node, "vary")?.rest() {
            let Datum::List(values) = &node.what else {
                return Err(Fault::at(
                    &node.place,
                    format!("`{key}` varies over a list of values"),
                ));
            };
            if values.is_empty() {
                return Err(Fault::at(place, format!("`{key}` varies over nothing")));
            }
            free(key, place)?;
            if combinations[0].iter().any(|(known, _)| known == key) {
                return Err(Fault::at(place, format!("`{key}` is paired already")));
            }
            let values = values.iter().map(|node| variable(holes, key, node));
            let values = values.collect::<Result<Vec<_>, _>>()?;
            if combinations.len().saturating_mul(values.len()) > MOST_CELLS {
                return Err(Fault::at(
                    place,
                    format!("the plan has more than {MOST_CELLS} cells"),
                ));
            }
            let longer = |combination: &Variables| {
                let combination = combination.clone();
                values
                    .iter()
                    .map(move |value| {
                        let mut longer = combination.clone();
                        longer.push((key.to_string(), value.clone()));
                        longer
                    })
                    .collect::<Vec<_>>()
            };
            combinations = combinations.iter().flat_map(longer).collect();
        }
    }
    let Some(cells) = cells else {
        return Ok(combinations);
    };
    let mut all = Vec::new();
    for node in cells {
        let mut listed = Vec::new();
        for (key, place, node) in Fields::of(node, "a cell")?.rest() {
            free(key, place)?;
            if combinations[0].iter().any(|(known, _)| known == key) {
                return Err(Fault::at(place, format!("`{key}` is varied already")));
            }
            listed.push((key.to_string(), variable(holes, key, node)?));
        }
        if all.len() + combinations.len() > MOST_CELLS {
            return Err(Fault::at(
                &node.place,
                format!("the plan has more than {MOST_CELLS} cells"),
            ));
        }
        all.extend(
            combinations
                .iter()
                .map(|varied| [&listed[..], &varied[..]].concat()),
        );
    }
    Ok(all)
}

fn cells(
    template: &Template,
    combinations: Vec<Variables>,
    definitions: &[Definition],
) -> Result<Vec<Cell>, Fault> {
    let mut games: HashMap<String, (Arc<dyn Hosted>, String)> = HashMap::new();
    let filled = |value: &Value, variables: &Variables| -> Result<Spec, Fault> {
        let value = value.fill(variables)?;
        match value.what {
            What::Spec(spec) => Ok(spec),
            _ => Err(Fault::at(&value.place, "a name is expected here")),
        }
    };
    let mut cells = Vec::with_capacity(combinations.len());
    for variables in combinations {
        let spec = filled(&template.game, &variables)?;
        let (game, game_name) = match games.get(&spec.to_string()) {
            Some(known) => known.clone(),
            None => {
                let (mut game, name) = registry::open(&spec)?;
                for definition in definitions {
                    game.define(definition.clone())?;
                }
                let opened: (Arc<dyn Hosted>, String) = (Arc::from(game), name);
                games.insert(spec.to_string(), opened.clone());
                opened
            }
        };
        let agents = template.seats.iter().map(|seat| filled(seat, &variables));
        let agents = agents.collect::<Result<Vec<_>, _>>()?;
        let players = game.facts().players;
        if agents.len() != players {
            let place = template
                .seats
                .first()
                .map_or(&template.game.place, |seat| &seat.place);
            let message = format!("{game_name} needs {players} seats, not {}", agents.len());
            return Err(Fault::at(place, message));
        }
        let mut cell = Cell {
            variables: variables
                .iter()
                .map(|(name, value)| (name.clone(), shown(value)))
                .collect(),
            game,
            game_name,
            agents,
            start: filled(&template.start, &variables)?,
            measure: template
                .measure
                .as_ref()
                .map(|measure| filled(measure, &variables))
                .transpose()?,
            house: template.house,
            seed: template.seed,
            description: String::new(),
        };
        cell.describe()?;
        cells.push(cell);
    }
    Ok(cells)
}

/// A variable's value as tables show it: a quoted text without its quotes.
fn shown(value: &Value) -> String {
    match &value.what {
        What::Text(text) => text.clone(),
        _ => value.to_string(),
    }
}

fn fixed(fields: &mut Fields<'_>) -> Result<Vec<(String, String)>, Fault> {
    let Some(node) = fields.node("where") else {
        return Ok(Vec::new());
    };
    let fields = Fields::of(node, "where")?;
    let pairs = fields
        .rest()
        .map(|(key, _, node)| Ok((key.to_string(), shown(&variable(&[], key, node)?))));
    pairs.collect()
}

fn metric(fields: &mut Fields<'_>, usual: Metric) -> Result<Metric, Fault> {
    let names = Metric::NAMES.map(|(name, _)| name);
    Ok(fields
        .word("value", &names)?
        .and_then(Metric::named)
        .unwrap_or(usual))
}

fn scale(fields: &mut Fields<'_>) -> Result<Option<Scale>, Fault> {
    let Some(node) = fields.node("scale") else {
        return Ok(None);
    };
    let mut fields = Fields::of(node, "a scale")?;
    let number = |fields: &mut Fields<'_>, key| fields.number(key, -1e9, 1e9);
    let scale = Scale {
        name: required(&mut fields, "name")?,
        payoff: number(&mut fields, "payoff")?.unwrap_or(0.0),
        points: number(&mut fields, "points")?.unwrap_or(0.0),
    };
    fields.done()?;
    Ok(Some(scale))
}

fn required(fields: &mut Fields<'_>, key: &'static str) -> Result<String, Fault> {
    match fields.text(key)? {
        Some((text, _)) => Ok(text),
        None => Err(fields.missing(key)),
    }
}

fn table(node: &Node) -> Result<TableLayout, Fault> {
    let mut fields = Fields::of(node, "a table")?;
    let criterion = match (
        fields.number("gap", 0.0, 1.0)?,
        fields.number("significance", 0.0, 1.0)?,
    ) {
        (Some(gap), _) => Criterion::Gap(gap),
        (None, significance) => Criterion::Significance(significance.unwrap_or(0.05)),
    };
    let kind = fields.word("kind", &KINDS)?.unwrap_or("value");
    let needed = |(text, _)| text;
    let (against, along) = (
        fields.text("against")?.map(needed),
        fields.text("along")?.map(needed),
    );
    let scale = scale(&mut fields)?;
    if scale.is_some() && !matches!(kind, "match" | "cross") {
        let fault = Fault::at(&node.place.part(0..0), "`scale` is for tables of contests");
        return Err(fault.hint("set kind = \"match\" or kind = \"cross\""));
    }
    let columns = match kind {
        "match" => String::new(),
        _ => required(&mut fields, "columns")?,
    };
    let kind = match (kind, against, along) {
        ("value", None, None) => TableKind::Value,
        ("match", None, None) => TableKind::Match(scale),
        ("cross", None, None) => TableKind::Cross(scale),
        ("effect", Some(against), None) => TableKind::Effect { against, criterion },
        ("behaviour", Some(against), Some(along)) => TableKind::Behaviour {
            against,
            along,
            criterion,
        },
        ("value" | "match" | "cross", ..) => {
            let fault = Fault::at(
                &node.place.part(0..0),
                "`against` and `along` are for other kinds of table",
            );
            return Err(fault.hint("set kind = \"effect\" or kind = \"behaviour\""));
        }
        ("effect", Some(_), Some(_)) => {
            let fault = Fault::at(&node.place.part(0..0), "`along` is for tables of behaviour");
            return Err(fault.hint("set kind = \"behaviour\""));
        }
        (_, None, _) => return Err(fields.missing("against")),
        _ => return Err(fields.missing("along")),
    };
    let published = fields.list("published")?.unwrap_or(&[]);
    let published = published.iter().map(|row| match &row.what {
        Datum::List(cells) => cells.iter().map(figure).collect(),
        other => Err(Fault::at(
            &row.place,
            format!("a published row is a list, not {}", other.kind()),
        )),
    });
    let usual = match kind {
        TableKind::Match(_) | TableKind::Cross(_) => Metric::Score,
        _ => Metric::Won,
    };
    let layout = TableLayout {
        name: required(&mut fields, "name")?,
        title: fields
            .text("title")?
            .map_or_else(String::new, |(title, _)| title),
        kind,
        metric: metric(&mut fields, usual)?,
        seat: fields.whole("seat", 0, 255)?.unwrap_or(0) as usize,
        given_won: fields.flag("given_won")?.unwrap_or(false),
        rows: required(&mut fields, "rows")?,
        columns,
        fixed: fixed(&mut fields)?,
        digits: fields.whole("digits", 0, 12)?.unwrap_or(3) as usize,
        published: published.collect::<Result<_, _>>()?,
        published_episodes: fields.whole("published_episodes", 1, MOST_EPISODES)?,
        note: fields.text("note")?.map(|(note, _)| note),
    };
    fields.done()?;
    Ok(layout)
}

fn figure(node: &Node) -> Result<String, Fault> {
    match &node.what {
        Datum::Number(number) => Ok(number.to_string()),
        Datum::Text(text) => Ok(text.clone()),
        other => Err(Fault::at(
            &node.place,
            format!(
                "a published figure is a number or a text, not {}",
                other.kind()
            ),
        )),
    }
}

fn plot(node: &Node) -> Result<PlotLayout, Fault> {
    let mut fields = Fields::of(node, "a plot")?;
    let layout = PlotLayout {
        name: required(&mut fields, "name")?,
        title: fields
            .text("title")?
            .map_or_else(String::new, |(title, _)| title),
        metric: metric(&mut fields, Metric::Won)?,
        seat: fields.whole("seat", 0, 255)?.unwrap_or(0) as usize,
        x: required(&mut fields, "x")?,
        series: fields.text("series")?.map(|(series, _)| series),
        panels: fields.text("panels")?.map(|(panels, _)| panels),
        level: fields.text("level")?.map(|(level, _)| level),
        fixed: fixed(&mut fields)?,
        log: fields.flag("log")?.unwrap_or(false),
    };
    fields.done()?;
    Ok(layout)
}

/// A variable that nothing uses is a slip of the pen, and so is a table of what is not there.
fn check_variables(plan: &Plan, template: &Template, root: &Node) -> Result<(), Fault> {
    let used = template.holes();
    let named = named(root);
    let mut known: Vec<&str> = Vec::new();
    let mut seen = HashSet::new();
    for (name, _) in plan.cells.iter().flat_map(|cell| &cell.variables) {
        if seen.insert(name) {
            known.push(name);
        }
    }
    if let Some((name, place)) = named.iter().find(|(name, _)| !known.contains(name)) {
        let fault = Fault::at(place, format!("no cell has a variable `{name}`"));
        return Err(fault.known(name, known));
    }
    let idle = known.iter().find(|name| {
        !named.iter().any(|(word, _)| word == *name) && !used.iter().any(|hole| hole == *name)
    });
    if let Some(name) = idle {
        let place = mention(root, name).unwrap_or_else(|| root.place.part(0..0));
        let fault = Fault::at(&place, format!("nothing uses the variable `{name}`"));
        return Err(fault.hint(format!(
            "write {{{name}}} where it belongs, or name it in a table"
        )));
    }
    let fixed = plan
        .tables
        .iter()
        .map(|table| &table.fixed)
        .chain(plan.plots.iter().map(|plot| &plot.fixed));
    for (fixed, node) in fixed.zip(entries(root, "tables").iter().chain(entries(root, "plots"))) {
        for (name, value) in fixed {
            let values = plan.values(name);
            if !values.contains(&value.as_str()) {
                let place = field(node, "where").map_or(&node.place, |field| &field.2.place);
                return Err(
                    Fault::at(place, format!("no cell has the {name} `{value}`"))
                        .known(value, values),
                );
            }
        }
    }
    for (layout, node) in plan.tables.iter().zip(entries(root, "tables")) {
        let at = |key: &str| field(node, key).map_or(&node.place, |field| &field.2.place);
        if let TableKind::Effect { against, .. } | TableKind::Behaviour { against, .. } =
            &layout.kind
        {
            let columns = plan.values(&layout.columns);
            if !columns.contains(&against.as_str()) {
                let message = format!("no cell has the {} `{against}`", layout.columns);
                return Err(Fault::at(at("against"), message).known(against, columns));
            }
        }
        let seats = plan.cells.iter().map(Cell::seats).max().unwrap_or(0);
        let contest = matches!(layout.kind, TableKind::Match(_) | TableKind::Cross(_));
        if contest && seats != 2 {
            let message = format!("a table of contests is for two seats, not {seats}");
            return Err(Fault::at(at("kind"), message));
        }
        if matches!(layout.kind, TableKind::Match(_))
            && let Some(row) = layout.published.iter().find(|row| !is_match(row))
        {
            let message = format!(
                "a published match is games won, drawn and lost, and perhaps two totals, not {row:?}"
            );
            return Err(Fault::at(at("published"), message).hint("as in [48, 0, 2, 1973, 894]"));
        }
        if layout.metric == Metric::Measured && plan.measure.is_none() {
            let fault = Fault::at(at("value"), "nothing is measured");
            return Err(fault.hint("name a measure of the game: measure = \"points\""));
        }
        if layout.seat >= seats {
            let message = format!(
                "there is no seat {}: seats are 0 to {}",
                layout.seat,
                seats.saturating_sub(1)
            );
            return Err(Fault::at(at("seat"), message));
        }
    }
    Ok(())
}

/// Whether a published row is three counts of games, of which there are some, and perhaps totals.
fn is_match(row: &[String]) -> bool {
    let numbers: Vec<f64> = row.iter().filter_map(|text| text.parse().ok()).collect();
    numbers.len() == row.len()
        && matches!(row.len(), 3 | 5)
        && numbers.iter().all(|n| *n >= 0.0 && n.is_finite())
        && numbers[..3].iter().sum::<f64>() >= 1.0
}

fn entries<'a>(root: &'a Node, key: &str) -> &'a [Node] {
    match field(root, key).map(|field| &field.2.what) {
        Some(Datum::List(nodes)) => nodes,
        _ => &[],
    }
}

fn field<'a>(node: &'a Node, key: &str) -> Option<&'a (String, Place, Node)> {
    match &node.what {
        Datum::Table(fields) => fields.iter().find(|(name, ..)| name == key),
        _ => None,
    }
}

/// Every variable that a table or a plot names, and where.
fn named(root: &Node) -> Vec<(&str, &Place)> {
    let mut named = Vec::new();
    for node in entries(root, "tables").iter().chain(entries(root, "plots")) {
        for key in ["rows", "columns", "along", "x", "series", "panels"] {
            if let Some((_, _, node)) = field(node, key)
                && let Datum::Text(text) = &node.what
            {
                named.push((text.as_str(), &node.place));
            }
        }
        if let Some((_, _, fixed)) = field(node, "where")
            && let Datum::Table(fields) = &fixed.what
        {
            named.extend(fields.iter().map(|(key, place, _)| (key.as_str(), place)));
        }
    }
    named
}

/// Where a word first stands as a key or a text.
fn mention(node: &Node, word: &str) -> Option<Place> {
    match &node.what {
        Datum::Text(text) if text == word => Some(node.place.clone()),
        Datum::List(nodes) => nodes.iter().find_map(|node| mention(node, word)),
        Datum::Table(fields) => fields
            .iter()
            .find_map(|(key, place, node)| match key == word {
                true => Some(place.clone()),
                false => mention(node, word),
            }),
        _ => None,
    }
}
