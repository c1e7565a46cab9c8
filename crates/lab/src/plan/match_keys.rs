//! The keys of a plan that matches of engines need: openings, adjudication, what is recorded, and the
//! margin of clocks.

use ludometer_arena::adjudicate::{Adjudication, DrawRule, ResignRule};
use ludometer_arena::define::Load;
use ludometer_arena::openings::{OpeningBook, OpeningOrder};
use ludometer_arena::play::MatchRules;
use ludometer_spec::document::fields::Fields;
use ludometer_spec::document::tree::Node;
use ludometer_spec::source::Diagnostic;
use std::sync::Arc;
use std::time::Duration;

/// The most moves that a rule of adjudication can ask for.
const MOST_MOVES: u64 = 10_000;

/// Reads the keys into rules, and whether the plan says that games are recorded or not.
pub(super) fn read(
    fields: &mut Fields<'_>,
    load: Load<'_>,
    rules: &mut MatchRules,
) -> Result<Option<bool>, Diagnostic> {
    endings(fields, rules)?;
    if let Some(node) = fields.node("openings") {
        let book = openings(node, load, None)?;
        if let Some(start) = fields.node("start") {
            let message = "episodes begin at a `start` or with `openings`, not both";
            return Err(Diagnostic::at(&start.span, message).hint("remove one of the two keys"));
        }
        rules.openings = Some(Arc::new(book));
    }
    fields.flag("record")
}

/// Reads the margin of clocks and adjudication.
pub(crate) fn endings(fields: &mut Fields<'_>, rules: &mut MatchRules) -> Result<(), Diagnostic> {
    if let Some(margin) = fields.number("margin_milliseconds", 0.0, 1e7)? {
        rules.margin = Duration::from_secs_f64(margin / 1e3);
    }
    if let Some(node) = fields.node("adjudicate") {
        rules.adjudication = adjudication(node)?;
    }
    Ok(())
}

/// `openings = { file = "book.epd", order = "random", plies = 16, first = 1 }`; `only` is the one order
/// that is possible, if there is no choice.
pub(crate) fn openings(
    node: &Node,
    load: Load<'_>,
    only: Option<OpeningOrder>,
) -> Result<OpeningBook, Diagnostic> {
    let mut fields = Fields::of(node, "openings")?;
    let file = fields.text("file")?;
    let (name, span) = file.ok_or_else(|| fields.missing("file"))?;
    let names = OpeningOrder::NAMES.into_iter();
    let names = names.filter(|(_, order)| only.is_none_or(|only| only == *order));
    let names: Vec<&'static str> = names.map(|(name, _)| name).collect();
    let order = fields.word("order", &names)?;
    let mut orders = OpeningOrder::NAMES.into_iter();
    let order = orders.find(|(known, _)| Some(*known) == order);
    let plies = fields.whole("plies", 0, MOST_MOVES)?;
    let first = fields.whole("first", 1, u64::from(u32::MAX))?;
    fields.done()?;
    let text = load(&name).map_err(|error| {
        Diagnostic::at(span, format!("the book `{name}` cannot be read: {error}"))
            .hint("the file lies beside the plan")
    })?;
    Ok(OpeningBook::new(name, text)
        .in_order(order.map_or(only.unwrap_or(OpeningOrder::Sequential), |(_, order)| order))
        .with_plies(plies.map(|plies| plies as u32))
        .beginning_with(first.unwrap_or(1)))
}

/// `adjudicate = { draw = { from = 34, moves = 8, score = 20 }, resign = { moves = 3, score = 600 } }`.
fn adjudication(node: &Node) -> Result<Adjudication, Diagnostic> {
    let mut fields = Fields::of(node, "adjudicate")?;
    let mut rules = Adjudication::NEVER;
    if let Some(node) = fields.node("draw") {
        let mut fields = Fields::of(node, "the rule of draws")?;
        let from = fields.whole("from", 1, MOST_MOVES)?;
        let moves = fields.whole("moves", 1, MOST_MOVES)?;
        let score = fields.number("score", 0.0, 1e6)?;
        rules.draw = Some(DrawRule {
            from: from.unwrap_or(1) as u32,
            moves: moves.ok_or_else(|| fields.missing("moves"))? as u32,
            score: score.ok_or_else(|| fields.missing("score"))?,
        });
        fields.done()?;
    }
    if let Some(node) = fields.node("resign") {
        let mut fields = Fields::of(node, "the rule of resignations")?;
        let moves = fields.whole("moves", 1, MOST_MOVES)?;
        let score = fields.number("score", 0.0, 1e6)?;
        rules.resign = Some(ResignRule {
            moves: moves.ok_or_else(|| fields.missing("moves"))? as u32,
            score: score.ok_or_else(|| fields.missing("score"))?,
            both: fields.flag("both")?.unwrap_or(false),
        });
        fields.done()?;
    }
    rules.audit = fields.number("audit", 0.0, 1.0)?.unwrap_or(0.0);
    fields.done()?;
    if !rules.is_active() {
        let message = "`adjudicate` needs a rule: `draw`, `resign` or both";
        return Err(Diagnostic::at(&node.span, message)
            .hint("as in { resign = { moves = 3, score = 600, both = true }, audit = 0.02 }"));
    }
    Ok(rules)
}
