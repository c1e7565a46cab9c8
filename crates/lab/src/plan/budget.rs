//! Budgets of a plan: one for all seats or one for each, with numbers that may be variables.

use super::combine::Variables;
use ludometer_arena::play::SeatBudget;
use ludometer_core::{Budget, Clock};
use ludometer_spec::document::fields::{Fields, value};
use ludometer_spec::document::tree::{Node, TomlValue};
use ludometer_spec::source::{Diagnostic, Span};
use ludometer_spec::spec::{Literal, Value};
use ludometer_spec::time_control;
use std::time::Duration;

/// The most forward-model calls or evaluations that a budget can allow.
const MOST: f64 = (u64::MAX >> 12) as f64;

/// A limit: its key, and its value or a placeholder.
type Limit = (&'static str, Value);

/// What a decision may cost, before variables are substituted.
pub(crate) struct BudgetTemplate(Vec<Limit>);

impl BudgetTemplate {
    const KEYS: [&'static str; 5] = [
        "steps",
        "evaluations",
        "milliseconds",
        "first_milliseconds",
        "clock",
    ];

    fn read(node: &Node) -> Result<BudgetTemplate, Diagnostic> {
        let mut fields = Fields::of(node, "the budget")?;
        let mut limits = Vec::new();
        for key in BudgetTemplate::KEYS {
            if let Some(node) = fields.node(key) {
                limits.push((key, limit(node, key)?));
            }
        }
        fields.done()?;
        let has = |key| limits.iter().any(|(known, _)| *known == key);
        if has("first_milliseconds") && !has("milliseconds") {
            let diagnostic =
                Diagnostic::at(&node.span, "`first_milliseconds` without `milliseconds`");
            return Err(diagnostic.hint("as in { milliseconds = 40, first_milliseconds = 1000 }"));
        }
        Ok(BudgetTemplate(limits))
    }

    /// The budget with every placeholder substituted.
    pub(crate) fn fill(&self, variables: &Variables) -> Result<SeatBudget, Diagnostic> {
        let mut filled = SeatBudget::default();
        for (key, limit) in &self.0 {
            let limit = limit.fill(variables)?;
            let budget = filled.budget;
            match *key {
                "steps" => filled.budget = budget.with_steps(whole(key, &limit)?),
                "evaluations" => filled.budget = budget.with_evaluations(whole(key, &limit)?),
                "milliseconds" => filled.budget = budget.with_time(time(key, &limit)?),
                "clock" => filled.budget = budget.with_clock(clock(&limit)?),
                _ => filled.opening = Some(time(key, &limit)?),
            }
        }
        Ok(filled)
    }

    fn placeholders(&self) -> impl Iterator<Item = String> {
        self.0.iter().flat_map(|(_, value)| value.placeholders())
    }
}

/// The budgets of a plan's seats.
pub(crate) enum Budgets {
    /// All seats have this one, or none.
    Shared(Option<BudgetTemplate>),
    /// One for each seat.
    Each(Vec<BudgetTemplate>, Span),
}

impl Budgets {
    /// Reads the keys `budget` and `budgets`.
    pub(crate) fn read(fields: &mut Fields<'_>) -> Result<Budgets, Diagnostic> {
        let (shared, each) = (fields.node("budget"), fields.list("budgets")?);
        let (Some(nodes), Some(node)) = (each, fields.node("budgets")) else {
            let shared = shared.map(BudgetTemplate::read).transpose()?;
            return Ok(Budgets::Shared(shared));
        };
        if let Some(shared) = shared {
            let message = "a plan has `budget`, the same for all seats, or `budgets`, not both";
            return Err(Diagnostic::at(&shared.span, message)
                .hint("as in budgets = [{ steps = 100 }, { steps = 1000 }]"));
        }
        let each = nodes.iter().map(BudgetTemplate::read);
        Ok(Budgets::Each(
            each.collect::<Result<_, _>>()?,
            node.span.clone(),
        ))
    }

    /// The variables that budgets depend on.
    pub(crate) fn placeholders(&self) -> Vec<String> {
        match self {
            Budgets::Shared(shared) => shared
                .iter()
                .flat_map(BudgetTemplate::placeholders)
                .collect(),
            Budgets::Each(each, _) => each.iter().flat_map(BudgetTemplate::placeholders).collect(),
        }
    }

    /// The budget of all seats, or the budget of each where they differ.
    pub(crate) fn fill(
        &self,
        variables: &Variables,
        seats: usize,
    ) -> Result<(SeatBudget, Vec<SeatBudget>), Diagnostic> {
        let (each, span) = match self {
            Budgets::Shared(None) => return Ok(Default::default()),
            Budgets::Shared(Some(shared)) => return Ok((shared.fill(variables)?, Vec::new())),
            Budgets::Each(each, span) => (each, span),
        };
        if each.len() != seats {
            let message = format!("{seats} seats need {seats} budgets, not {}", each.len());
            return Err(Diagnostic::at(span, message)
                .hint("one table for each seat; {} is a seat without limits"));
        }
        let each = each.iter().map(|budget| budget.fill(variables));
        let each = each.collect::<Result<Vec<_>, _>>()?;
        // Seats that may spend the same are stored as if one budget had been written for all.
        match each.first() {
            Some(first) if each.iter().any(|other| other != first) => {
                Ok((SeatBudget::default(), each))
            }
            first => Ok((first.copied().unwrap_or_default(), Vec::new())),
        }
    }
}

/// The one budget of a tuning or a judge, whose numbers are no variables.
pub(crate) fn budget(fields: &mut Fields<'_>) -> Result<(Budget, Option<Duration>), Diagnostic> {
    let Some(node) = fields.node("budget") else {
        return Ok((Budget::UNLIMITED, None));
    };
    let filled = BudgetTemplate::read(node)?.fill(&Vec::new())?;
    Ok((filled.budget, filled.opening))
}

/// A number, or a text with a placeholder.
fn limit(node: &Node, key: &str) -> Result<Value, Diagnostic> {
    match &node.what {
        // A time control is no spec.
        TomlValue::Text(text) if key == "clock" && !text.contains('{') => Ok(Value {
            what: Literal::Text(text.clone()),
            span: node.span.clone(),
        }),
        TomlValue::Number(_) | TomlValue::Text(_) => value(node, key),
        other => {
            let message = format!("`{key}` is a number, not {}", other.kind());
            Err(Diagnostic::at(&node.span, message))
        }
    }
}

fn number(key: &str, value: &Value, low: f64, high: f64) -> Result<f64, Diagnostic> {
    match value.what {
        Literal::Number(number) if (low..=high).contains(&number) => Ok(number),
        Literal::Number(number) => {
            let written = value.span.number(number);
            let message = format!("`{key}` cannot be {written}: it is {low} to {high}");
            Err(Diagnostic::at(&value.span, message))
        }
        _ => {
            let message = format!("`{key}` is a number, not `{value}`");
            Err(Diagnostic::at(&value.span, message))
        }
    }
}

fn whole(key: &str, value: &Value) -> Result<u64, Diagnostic> {
    let number = number(key, value, 0.0, MOST)?;
    if number.fract() != 0.0 {
        let written = value.span.number(number);
        let message = format!("`{key}` is a whole number, not {written}");
        return Err(Diagnostic::at(&value.span, message));
    }
    Ok(number as u64)
}

/// A time control: `40/60+0.6`, or seconds for the whole game.
fn clock(value: &Value) -> Result<Clock, Diagnostic> {
    let text = match &value.what {
        Literal::Text(text) => text.clone(),
        _ => value.to_string(),
    };
    time_control::read(&text).map_err(|message| {
        Diagnostic::at(&value.span, message).hint("as in clock = \"8+0.08\" or \"40/60+0.6\"")
    })
}

fn time(key: &str, value: &Value) -> Result<Duration, Diagnostic> {
    let milliseconds = number(key, value, 0.01, 1e9)?;
    Ok(Duration::from_secs_f64(milliseconds / 1e3))
}
