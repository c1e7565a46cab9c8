//! Reading how rows become tables and plots.

use super::combine::{PLAYERS, shown, variable};
use super::layout::{KINDS, PLOT_KINDS};
use super::template::MOST_EPISODES;
use super::{
    Criterion, Metric, Part, PlotKind, PlotLayout, RatingAnchor, RatingScale, TableKind,
    TableLayout, Test, TestKind,
};
use ludometer_spec::document::fields::Fields;
use ludometer_spec::document::tree::{Node, TomlValue};
use ludometer_spec::source::{Diagnostic, Span};

fn fixed(fields: &mut Fields<'_>) -> Result<Vec<(String, String)>, Diagnostic> {
    let Some(node) = fields.node("where") else {
        return Ok(Vec::new());
    };
    let fields = Fields::of(node, "where")?;
    let pairs = fields
        .rest()
        .map(|(key, _, node)| Ok((key.to_string(), shown(&variable(&[], key, node)?))));
    pairs.collect()
}

fn metric(fields: &mut Fields<'_>, usual: Metric) -> Result<Metric, Diagnostic> {
    let names = Metric::NAMES.map(|(name, _)| name);
    Ok(fields
        .word("value", &names)?
        .and_then(Metric::named)
        .unwrap_or(usual))
}

fn scale(fields: &mut Fields<'_>) -> Result<Option<RatingScale>, Diagnostic> {
    let Some(node) = fields.node("scale") else {
        return Ok(None);
    };
    let mut fields = Fields::of(node, "a scale")?;
    let number = |fields: &mut Fields<'_>, key| fields.number(key, -1e9, 1e9);
    let scale = RatingScale {
        name: required(&mut fields, "name")?,
        payoff: number(&mut fields, "payoff")?.unwrap_or(0.0),
        points: number(&mut fields, "points")?.unwrap_or(0.0),
    };
    fields.done()?;
    Ok(Some(scale))
}

/// The player whose rating is given, by the keys `anchor` and `rating`.
fn anchor(
    fields: &mut Fields<'_>,
    (table, start): (&str, &Span),
) -> Result<Option<RatingAnchor>, Diagnostic> {
    let node = fields.node("anchor");
    let elo = fields.number("rating", -1e6, 1e6)?;
    let player = node.map(figure).transpose()?;
    match (table, &player, elo) {
        ("ratings", None, None) => Ok(None),
        ("ratings", None, Some(_)) => {
            let diagnostic = Diagnostic::at(start, "`rating` is that of an anchor");
            Err(diagnostic.hint("name the player: anchor = \"...\""))
        }
        (_, None, None) => Ok(None),
        ("ratings", Some(_), _) => Ok(player.map(|player| RatingAnchor {
            player,
            elo: elo.unwrap_or(0.0),
        })),
        _ => {
            let message = "`anchor` and `rating` are for tables of ratings";
            let diagnostic = Diagnostic::at(start, message);
            Err(diagnostic.hint("set kind = \"ratings\""))
        }
    }
}

/// The tables of a tournament whose plan has none: ratings, and who scored what against whom.
pub(super) fn tournament_tables() -> Vec<TableLayout> {
    let layout = |name: &str, title: &str, kind: TableKind| TableLayout {
        name: name.to_string(),
        title: title.to_string(),
        kind,
        metric: Metric::Score,
        seat: 0,
        given_won: false,
        rows: PLAYERS[0].to_string(),
        columns: PLAYERS[1].to_string(),
        fixed: Vec::new(),
        digits: 3,
        published: Vec::new(),
        published_errors: Vec::new(),
        published_episodes: None,
        primary: None,
        note: None,
    };
    vec![
        layout("ratings", "Ratings", TableKind::Ratings(None)),
        layout("cross", "Scores", TableKind::Cross(None)),
    ]
}

/// The test of a table that has one.
fn test(
    fields: &mut Fields<'_>,
    (table, start): (&str, &Span),
    criterion: Criterion,
) -> Result<Test, Diagnostic> {
    let names = TestKind::NAMES.map(|(name, _)| name);
    let compares = matches!(table, "compare" | "counts" | "best");
    let kind = match fields.word("test", &names)? {
        Some(_) if !compares => {
            let diagnostic = Diagnostic::at(start, "`test` is for tables that compare columns");
            return Err(diagnostic.hint("set kind = \"compare\" or kind = \"counts\""));
        }
        name => name.and_then(TestKind::named).unwrap_or_default(),
    };
    match criterion {
        Criterion::Significance(level) => Ok(Test { kind, level }),
        Criterion::Gap(_) | Criterion::Apart(_) if compares => {
            let diagnostic = Diagnostic::at(start, "tables that compare columns do it by a test");
            Err(diagnostic.hint("set `significance` instead of `gap` or `apart`"))
        }
        Criterion::Gap(_) | Criterion::Apart(_) => Ok(Test { kind, level: 0.05 }),
    }
}

/// Groups of values that are compared with each other.
fn among(fields: &mut Fields<'_>) -> Result<Vec<Vec<String>>, Diagnostic> {
    let groups = fields.list("among")?.unwrap_or(&[]);
    let group = |node: &Node| {
        let TomlValue::List(members) = &node.what else {
            let message = format!("a group is a list, not {}", node.what.kind());
            return Err(Diagnostic::at(&node.span, message));
        };
        if members.len() < 2 {
            let diagnostic = Diagnostic::at(&node.span, "a group has two members at least");
            return Err(diagnostic.hint("as in [[\"A\", \"B\"], [\"A\", \"B\", \"C\"]]"));
        }
        members.iter().map(figure).collect()
    };
    groups.iter().map(group).collect()
}

/// A variable with the values that make a part of the episodes: `{ level = [0, 1] }`.
fn part(fields: &mut Fields<'_>, key: &'static str) -> Result<Option<Part>, Diagnostic> {
    let Some(node) = fields.node(key) else {
        return Ok(None);
    };
    let wrong = || {
        let message = format!("`{key}` is one variable with a list of its values");
        Diagnostic::at(&node.span, message).hint("as in { level = [0, 1, 2] }")
    };
    let TomlValue::Table(entries) = &node.what else {
        return Err(wrong());
    };
    let [(variable, _, values)] = &entries[..] else {
        return Err(wrong());
    };
    let TomlValue::List(values) = &values.what else {
        return Err(wrong());
    };
    Ok(Some(Part {
        variable: variable.clone(),
        values: values.iter().map(figure).collect::<Result<_, _>>()?,
    }))
}

fn required(fields: &mut Fields<'_>, key: &'static str) -> Result<String, Diagnostic> {
    match fields.text(key)? {
        Some((text, _)) => Ok(text),
        None => Err(fields.missing(key)),
    }
}

pub(super) fn table(node: &Node) -> Result<TableLayout, Diagnostic> {
    let mut fields = Fields::of(node, "a table")?;
    let criteria = [
        fields.number("gap", 0.0, 1.0)?.map(Criterion::Gap),
        fields.number("apart", 0.0, 1.0)?.map(Criterion::Apart),
        fields
            .number("significance", 0.0, 1.0)?
            .map(Criterion::Significance),
    ];
    let criterion = criteria.into_iter().flatten().next();
    let criterion = criterion.unwrap_or(Criterion::Significance(0.05));
    let kind = fields.word("kind", &KINDS)?.unwrap_or("value");
    let needed = |(text, _)| text;
    let (against, along) = (
        fields.text("against")?.map(needed),
        fields.text("along")?.map(needed),
    );
    let start = node.span.part(0..0);
    let test = test(&mut fields, (kind, &start), criterion)?;
    let over = fields.text("over")?.map(needed);
    let among = among(&mut fields)?;
    let parts = (part(&mut fields, "choose")?, part(&mut fields, "check")?);
    if kind != "best" && (parts.0.is_some() || parts.1.is_some()) {
        let diagnostic = Diagnostic::at(&start, "`choose` and `check` are for tables of the best");
        return Err(diagnostic.hint("set kind = \"best\""));
    }
    if kind != "counts" && (over.is_some() || !among.is_empty()) {
        let message = "`over` and `among` are for tables of counts";
        let diagnostic = Diagnostic::at(&start, message);
        return Err(diagnostic.hint("set kind = \"counts\""));
    }
    let scale = scale(&mut fields)?;
    if scale.is_some() && !matches!(kind, "match" | "cross") {
        let diagnostic = Diagnostic::at(&node.span.part(0..0), "`scale` is for tables of contests");
        return Err(diagnostic.hint("set kind = \"match\" or kind = \"cross\""));
    }
    let anchor = anchor(&mut fields, (kind, &start))?;
    let columns = match kind {
        "match" => String::new(),
        "value" => {
            let columns = fields.text("columns")?;
            columns.map_or_else(String::new, |(columns, _)| columns)
        }
        _ => required(&mut fields, "columns")?,
    };
    let kind = match (kind, against, along) {
        ("value", None, None) => TableKind::Value,
        ("match", None, None) => TableKind::Match(scale),
        ("cross", None, None) => TableKind::Cross(scale),
        ("ratings", None, None) => TableKind::Ratings(anchor),
        ("compare", None, None) => TableKind::Compare(test),
        ("counts", None, None) => TableKind::Counts {
            over: over.ok_or_else(|| fields.missing("over"))?,
            among: match among.is_empty() {
                true => return Err(fields.missing("among")),
                false => among,
            },
            test,
        },
        ("best", Some(against), None) => TableKind::Best {
            against,
            choose: parts.0.ok_or_else(|| fields.missing("choose"))?,
            check: parts.1.ok_or_else(|| fields.missing("check"))?,
            test,
        },
        ("effect", Some(against), None) => TableKind::Effect { against, criterion },
        ("behaviour", Some(against), Some(along)) => TableKind::Behaviour {
            against,
            along,
            criterion,
        },
        ("value" | "match" | "cross" | "ratings" | "compare" | "counts", ..) => {
            let diagnostic = Diagnostic::at(
                &node.span.part(0..0),
                "`against` and `along` are for other kinds of table",
            );
            return Err(diagnostic.hint("set kind = \"effect\" or kind = \"behaviour\""));
        }
        ("effect" | "best", Some(_), Some(_)) => {
            let diagnostic =
                Diagnostic::at(&node.span.part(0..0), "`along` is for tables of behaviour");
            return Err(diagnostic.hint("set kind = \"behaviour\""));
        }
        (_, None, _) => return Err(fields.missing("against")),
        _ => return Err(fields.missing("along")),
    };
    let published = printed(&mut fields, "published")?;
    let published_errors = printed(&mut fields, "published_errors")?;
    let usual = match kind {
        TableKind::Match(_) | TableKind::Cross(_) | TableKind::Ratings(_) => Metric::Score,
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
        published,
        published_errors,
        published_episodes: fields.whole("published_episodes", 1, MOST_EPISODES)?,
        primary: match fields.list("primary")? {
            Some(rows) => Some(rows.iter().map(figure).collect::<Result<_, _>>()?),
            None => None,
        },
        note: fields.text("note")?.map(|(note, _)| note),
    };
    fields.done()?;
    Ok(layout)
}

/// Rows of printed figures.
fn printed(fields: &mut Fields<'_>, key: &'static str) -> Result<Vec<Vec<String>>, Diagnostic> {
    let rows = fields.list(key)?.unwrap_or(&[]);
    let row = |row: &Node| match &row.what {
        TomlValue::List(cells) => cells.iter().map(figure).collect(),
        other => Err(Diagnostic::at(
            &row.span,
            format!("a published row is a list, not {}", other.kind()),
        )),
    };
    rows.iter().map(row).collect()
}

fn figure(node: &Node) -> Result<String, Diagnostic> {
    match &node.what {
        TomlValue::Number(number) => Ok(number.to_string()),
        TomlValue::Text(text) => Ok(text.clone()),
        other => Err(Diagnostic::at(
            &node.span,
            format!(
                "a published figure is a number or a text, not {}",
                other.kind()
            ),
        )),
    }
}

/// Whether panels share their axes.
pub(super) const AXES: [&str; 2] = ["shared", "free"];

pub(super) fn plot(node: &Node) -> Result<PlotLayout, Diagnostic> {
    let mut fields = Fields::of(node, "a plot")?;
    let kind = match fields.word("kind", &PLOT_KINDS)? {
        Some("bars") => bars(&mut fields)?,
        _ => PlotKind::Lines {
            level: fields.text("level")?.map(|(level, _)| level),
            log: fields.flag("log")?.unwrap_or(false),
        },
    };
    let axes = fields.node("axes");
    let shared_axes = fields.word("axes", &AXES)? != Some("free");
    let panels = fields.text("panels")?.map(|(panels, _)| panels);
    if let (Some(node), None) = (axes, &panels) {
        let diagnostic = Diagnostic::at(&node.span, "`axes` is for plots with panels");
        return Err(diagnostic.hint("leave it out, or name a variable: panels = \"...\""));
    }
    let layout = PlotLayout {
        name: required(&mut fields, "name")?,
        title: fields
            .text("title")?
            .map_or_else(String::new, |(title, _)| title),
        kind,
        metric: metric(&mut fields, Metric::Won)?,
        seat: fields.whole("seat", 0, 255)?.unwrap_or(0) as usize,
        x: required(&mut fields, "x")?,
        series: fields.text("series")?.map(|(series, _)| series),
        panels,
        shared_axes,
        fixed: fixed(&mut fields)?,
    };
    fields.done()?;
    Ok(layout)
}

/// Bars stand on names: there is nothing along the axis to scale or to draw a level over.
fn bars(fields: &mut Fields<'_>) -> Result<PlotKind, Diagnostic> {
    for key in ["level", "log"] {
        if let Some(node) = fields.node(key) {
            let diagnostic = Diagnostic::at(&node.span, format!("`{key}` is for plots of lines"));
            return Err(diagnostic.hint("leave it out, or set kind = \"lines\""));
        }
    }
    Ok(PlotKind::Bars)
}
