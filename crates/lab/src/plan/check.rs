//! Checks of a plan: variables that nothing uses, tables of what the plan does not have.

use super::template::Template;
use super::{Cell, Metric, Plan, PlotKind, TableKind};
use ludometer_spec::document::tree::{Node, TomlValue};
use ludometer_spec::source::{Diagnostic, Span};
use std::collections::HashSet;

/// A variable that nothing uses is a slip of the pen, and so is a table of what is not there.
pub(super) fn check(plan: &Plan, template: &Template, root: &Node) -> Result<(), Diagnostic> {
    let used = template.placeholders();
    let named = named(root);
    let mut known: Vec<&str> = Vec::new();
    let mut seen = HashSet::new();
    for (name, _) in plan.cells.iter().flat_map(|cell| &cell.variables) {
        if seen.insert(name) {
            known.push(name);
        }
    }
    if let Some((name, span)) = named.iter().find(|(name, _)| !known.contains(name)) {
        let diagnostic = Diagnostic::at(span, format!("no cell has a variable `{name}`"));
        return Err(diagnostic.known(name, known));
    }
    let idle = known.iter().find(|name| {
        !named.iter().any(|(word, _)| word == *name)
            && !used.iter().any(|placeholder| placeholder == *name)
    });
    if let Some(name) = idle {
        let span = mention(root, name).unwrap_or_else(|| root.span.part(0..0));
        let diagnostic = Diagnostic::at(&span, format!("nothing uses the variable `{name}`"));
        return Err(diagnostic.hint(format!(
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
                let span = span(node, "where");
                return Err(
                    Diagnostic::at(span, format!("no cell has the {name} `{value}`"))
                        .known(value, values),
                );
            }
        }
    }
    let seats = plan.cells.iter().map(Cell::seats).max().unwrap_or(0);
    if let (Some(_), Some((_, at, _))) = (plan.sprt, field(root, "sprt"))
        && seats != 2
    {
        let message = format!("a sequential test is for two seats, not {seats}");
        return Err(Diagnostic::at(at, message));
    }
    for (layout, node) in plan.tables.iter().zip(entries(root, "tables")) {
        let at = |key: &str| span(node, key);
        if let TableKind::Effect { against, .. }
        | TableKind::Behaviour { against, .. }
        | TableKind::Best { against, .. } = &layout.kind
        {
            let columns = plan.values(&layout.columns);
            if !columns.contains(&against.as_str()) {
                let message = format!("no cell has the {} `{against}`", layout.columns);
                return Err(Diagnostic::at(at("against"), message).known(against, columns));
            }
        }
        if let TableKind::Counts { over, among, .. } = &layout.kind {
            if over == &layout.rows || over == &layout.columns {
                let message = format!("`{over}` is the rows or the columns already");
                return Err(Diagnostic::at(at("over"), message)
                    .hint("name the variable whose values are counted"));
            }
            let rows = plan.values(&layout.rows);
            if let Some(name) = among
                .iter()
                .flatten()
                .find(|name| !rows.contains(&name.as_str()))
            {
                let message = format!("no cell has the {} `{name}`", layout.rows);
                return Err(Diagnostic::at(at("among"), message).known(name, rows));
            }
        }
        if let TableKind::Best { choose, check, .. } = &layout.kind {
            for (key, part) in [("choose", choose), ("check", check)] {
                let known = plan.values(&part.variable);
                let odd = part
                    .values
                    .iter()
                    .find(|value| !known.contains(&value.as_str()));
                if let Some(value) = odd {
                    let message = format!("no cell has the {} `{value}`", part.variable);
                    return Err(Diagnostic::at(at(key), message).known(value, known));
                }
            }
            let both = choose
                .values
                .iter()
                .find(|value| check.values.contains(value));
            if let (true, Some(value)) = (choose.variable == check.variable, both) {
                let message = format!("{} `{value}` is in both parts", choose.variable);
                return Err(
                    Diagnostic::at(at("check"), message).hint("check on what was not chosen on")
                );
            }
        }
        if let TableKind::Ratings(Some(anchor)) = &layout.kind {
            let mut known = plan.values(&layout.rows);
            known.extend(plan.values(&layout.columns));
            if !known.contains(&anchor.player.as_str()) {
                let message = format!("no player is called `{}`", anchor.player);
                return Err(Diagnostic::at(at("anchor"), message).known(&anchor.player, known));
            }
        }
        let contest = matches!(
            layout.kind,
            TableKind::Match(_) | TableKind::Cross(_) | TableKind::Ratings(_)
        );
        if contest && seats != 2 {
            let message = format!("a table of contests is for two seats, not {seats}");
            return Err(Diagnostic::at(at("kind"), message));
        }
        if matches!(layout.kind, TableKind::Match(_))
            && let Some(row) = layout.published.iter().find(|row| !is_match(row))
        {
            let message = format!(
                "a published match is games won, drawn and lost, and perhaps two totals, not {row:?}"
            );
            return Err(
                Diagnostic::at(at("published"), message).hint("as in [48, 0, 2, 1973, 894]")
            );
        }
        figures(plan, layout.metric, layout.seat, node)?;
    }
    for (layout, node) in plan.plots.iter().zip(entries(root, "plots")) {
        let values = plan.values(&layout.x);
        let number = |value: &str| value.parse().is_ok_and(f64::is_finite);
        let word = values.iter().find(|value| !number(value));
        if let (PlotKind::Lines { .. }, Some(word)) = (&layout.kind, word) {
            let message = format!("lines need numbers along `{}`, not `{word}`", layout.x);
            let diagnostic = Diagnostic::at(span(node, "x"), message);
            return Err(diagnostic.hint("set kind = \"bars\" to compare by name"));
        }
        figures(plan, layout.metric, layout.seat, node)?;
    }
    Ok(())
}

/// The figures of a table or a plot must be those of a seat that is taken, and be recorded.
fn figures(plan: &Plan, metric: Metric, seat: usize, node: &Node) -> Result<(), Diagnostic> {
    if metric == Metric::Measured && plan.measure.is_none() {
        let diagnostic = Diagnostic::at(span(node, "value"), "nothing is measured");
        return Err(diagnostic.hint("name a measure of the game: measure = \"points\""));
    }
    let seats = plan.cells.iter().map(Cell::seats).max().unwrap_or(0);
    if seat >= seats {
        let last = seats.saturating_sub(1);
        let message = format!("there is no seat {seat}: seats are 0 to {last}");
        return Err(Diagnostic::at(span(node, "seat"), message));
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

/// Where a key of a table or a plot has its value, or where all of it is.
fn span<'a>(node: &'a Node, key: &str) -> &'a Span {
    field(node, key).map_or(&node.span, |field| &field.2.span)
}

fn entries<'a>(root: &'a Node, key: &str) -> &'a [Node] {
    match field(root, key).map(|field| &field.2.what) {
        Some(TomlValue::List(nodes)) => nodes,
        _ => &[],
    }
}

fn field<'a>(node: &'a Node, key: &str) -> Option<&'a (String, Span, Node)> {
    match &node.what {
        TomlValue::Table(fields) => fields.iter().find(|(name, ..)| name == key),
        _ => None,
    }
}

/// Every variable that a table or a plot names, and where.
fn named(root: &Node) -> Vec<(&str, &Span)> {
    let mut named = Vec::new();
    for node in entries(root, "tables").iter().chain(entries(root, "plots")) {
        for key in ["rows", "columns", "along", "over", "x", "series", "panels"] {
            if let Some((_, _, node)) = field(node, key)
                && let TomlValue::Text(text) = &node.what
            {
                named.push((text.as_str(), &node.span));
            }
        }
        for key in ["where", "choose", "check"] {
            if let Some((_, _, fixed)) = field(node, key)
                && let TomlValue::Table(fields) = &fixed.what
            {
                named.extend(fields.iter().map(|(key, span, _)| (key.as_str(), span)));
            }
        }
    }
    named
}

/// Where a word first stands as a key or a text.
fn mention(node: &Node, word: &str) -> Option<Span> {
    match &node.what {
        TomlValue::Text(text) if text == word => Some(node.span.clone()),
        TomlValue::List(nodes) => nodes.iter().find_map(|node| mention(node, word)),
        TomlValue::Table(fields) => fields
            .iter()
            .find_map(|(key, span, node)| match key == word {
                true => Some(span.clone()),
                false => mention(node, word),
            }),
        _ => None,
    }
}
