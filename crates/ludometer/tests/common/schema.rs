//! A checker of JSON schemas that knows what ours use.

use regex_syntax::hir::{Class, Hir, HirKind, Look};
use serde_json::Value;
use std::collections::BTreeSet;

/// The keys that a part of a schema allows.
pub(crate) fn keys(schema: &Value, path: &str) -> BTreeSet<String> {
    let found = schema.pointer(path).and_then(|keys| keys.get("properties"));
    let keys = found.and_then(Value::as_object).expect("properties");
    keys.keys().cloned().collect()
}

/// What a schema says against a value. It knows the keywords that the schema uses and no others.
pub(crate) fn against(schema: &Value, value: &Value, at: &str) -> Vec<String> {
    let mut diagnostics = Vec::new();
    for (keyword, rule) in schema.as_object().expect("a schema is an object") {
        let number = |value: &Value| value.as_f64().expect("a number");
        // What is no list may have any number of items.
        let items = |value: &Value| value.as_array().map(|list| list.len() as f64);
        let keys = |value: &Value| value.as_object().map_or(0, serde_json::Map::len);
        let good = match keyword.as_str() {
            "$schema" | "$defs" | "title" | "description" | "default" => true,
            "type" => match rule {
                Value::Array(kinds) => kinds.iter().any(|kind| is(kind, value)),
                kind => is(kind, value),
            },
            "anyOf" => {
                let rules = rule.as_array().expect("a list").iter();
                let mut rules = rules.map(|rule| against(rule, value, at));
                rules.any(|diagnostics| diagnostics.is_empty())
            }
            // A pattern is for texts, and says nothing of what is none.
            "pattern" => value.as_str().is_none_or(|text| {
                let pattern = regex_syntax::parse(rule.as_str().expect("a text"));
                let pattern = pattern.expect("a regular expression");
                (0..=text.len()).any(|from| !ends(&pattern, text, from).is_empty())
            }),
            "enum" => rule.as_array().expect("a list").contains(value),
            "minimum" => number(value) >= number(rule),
            "maximum" => number(value) <= number(rule),
            "exclusiveMinimum" => number(value) > number(rule),
            "exclusiveMaximum" => number(value) < number(rule),
            "minItems" => items(value).is_none_or(|count| count >= number(rule)),
            "maxItems" => items(value).is_none_or(|count| count <= number(rule)),
            "minProperties" => keys(value) as f64 >= number(rule),
            "maxProperties" => keys(value) as f64 <= number(rule),
            "required" => {
                let keys = rule.as_array().expect("a list");
                keys.iter()
                    .all(|key| value.get(key.as_str().expect("a key")).is_some())
            }
            "items" => {
                for (index, item) in value.as_array().into_iter().flatten().enumerate() {
                    diagnostics.extend(against(rule, item, &format!("{at}[{index}]")));
                }
                true
            }
            "properties" | "additionalProperties" => {
                for (key, inner) in value.as_object().into_iter().flatten() {
                    let named = schema.get("properties").and_then(|named| named.get(key));
                    let span = format!("{at}.{key}");
                    match (keyword == "properties", named) {
                        (true, Some(named)) => diagnostics.extend(against(named, inner, &span)),
                        (false, None) if *rule == Value::Bool(false) => diagnostics.push(span),
                        (false, None) => diagnostics.extend(against(rule, inner, &span)),
                        _ => {}
                    }
                }
                true
            }
            _ => panic!("the checker does not know the keyword `{keyword}`"),
        };
        if !good {
            diagnostics.push(format!("{at}: {keyword}"));
        }
    }
    diagnostics
}

fn is(kind: &Value, value: &Value) -> bool {
    match kind.as_str().expect("a kind") {
        "string" => value.is_string(),
        "number" => value.is_number(),
        "integer" => value.is_i64() || value.is_u64(),
        "boolean" => value.is_boolean(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        kind => panic!("the checker does not know the kind `{kind}`"),
    }
}

/// Where matches that begin at a byte may end.
fn ends(pattern: &Hir, text: &str, from: usize) -> BTreeSet<usize> {
    match pattern.kind() {
        HirKind::Empty => BTreeSet::from([from]),
        HirKind::Literal(literal) => {
            let found = text.as_bytes()[from..].starts_with(&literal.0);
            found
                .then_some(from + literal.0.len())
                .into_iter()
                .collect()
        }
        HirKind::Class(Class::Unicode(class)) => {
            let sign = text.get(from..).and_then(|rest| rest.chars().next());
            let ranges = class.ranges();
            let within = |sign: &char| ranges.iter().any(|r| (r.start()..=r.end()).contains(sign));
            let found = sign.filter(within);
            found
                .map(|sign| from + sign.len_utf8())
                .into_iter()
                .collect()
        }
        HirKind::Look(Look::Start) => (from == 0).then_some(from).into_iter().collect(),
        HirKind::Look(Look::End) => (from == text.len()).then_some(from).into_iter().collect(),
        HirKind::Capture(capture) => ends(&capture.sub, text, from),
        HirKind::Alternation(parts) => {
            let ends = parts.iter().flat_map(|part| ends(part, text, from));
            ends.collect()
        }
        HirKind::Concat(parts) => parts.iter().fold(BTreeSet::from([from]), |at, part| {
            let ends = at.into_iter().flat_map(|from| ends(part, text, from));
            ends.collect()
        }),
        HirKind::Repetition(repeated) => {
            let (mut all, mut now) = (BTreeSet::new(), BTreeSet::from([from]));
            let most = repeated.max.unwrap_or(u32::MAX);
            for count in 0..=most {
                if count >= repeated.min {
                    // Nothing new can come of places that were there before.
                    now = now.difference(&all).copied().collect();
                    all.extend(&now);
                }
                if now.is_empty() {
                    break;
                }
                let next = now.iter().flat_map(|&from| ends(&repeated.sub, text, from));
                now = next.collect();
            }
            all
        }
        other => panic!("the checker does not know the expression {other:?}"),
    }
}
