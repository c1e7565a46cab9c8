//! One spec, and what it becomes when one parameter after the other is turned.

use ludometer_spec::param::{Param, ParamKind};
use ludometer_spec::source::{Diagnostic, Span};
use ludometer_spec::spec::{Literal, Spec, Value};

/// The spec itself and, for each parameter, the spec with another value of it: the parameter that was turned,
/// if one was, and the text. Values that only a person can make up (texts, networks) stay.
pub fn variants(
    spec: &str,
    params: &[Param],
    measures: &[&str],
) -> Result<Vec<(Option<String>, String)>, Diagnostic> {
    let parsed = Spec::parse(&Span::whole("golden", spec))?;
    let mut all = vec![(None, parsed.to_string())];
    for (position, param) in params.iter().enumerate() {
        let given = parsed.arguments.iter().enumerate().find(|(at, argument)| {
            let key = argument.key.as_ref().map(|(key, _)| key.as_str());
            key == Some(param.name.as_str()) || (key.is_none() && *at == position)
        });
        let default = || {
            let text = param.default.as_deref()?;
            Value::parse(&Span::whole("default", text)).ok()
        };
        let now = given.map(|(_, argument)| argument.value.clone());
        let Some(now) = now.or_else(default) else {
            continue;
        };
        for other in others(&param.kind, &now.what, measures) {
            let mut arguments: Vec<String> = Vec::new();
            for (at, argument) in parsed.arguments.iter().enumerate() {
                let key = match &argument.key {
                    Some((key, _)) => key.as_str(),
                    None => params[at].name.as_str(),
                };
                if key != param.name {
                    arguments.push(format!("{key}={}", argument.value));
                }
            }
            arguments.push(format!("{}={other}", param.name));
            let text = format!("{}({})", parsed.name, arguments.join(", "));
            all.push((Some(param.name.clone()), text));
        }
    }
    Ok(all)
}

/// Other values than this one.
fn others(kind: &ParamKind, now: &Literal, measures: &[&str]) -> Vec<String> {
    match (kind, now) {
        (ParamKind::Whole(_, high), Literal::Number(n)) if *n < *high as f64 => {
            vec![(*n + 1.0).to_string()]
        }
        (ParamKind::Whole(..), Literal::Number(n)) => vec![(*n - 1.0).to_string()],
        (ParamKind::Real(low, high), Literal::Number(n)) => {
            let more = 1.5 * n + 0.25;
            let other = if more <= *high { more } else { 0.5 * (low + n) };
            vec![other.to_string()]
        }
        (ParamKind::Choice(words), Literal::Spec(word)) => {
            let others = words.iter().filter(|other| **other != word.name);
            others.map(ToString::to_string).collect()
        }
        (ParamKind::Evaluator, Literal::Spec(spec)) => match spec.name.as_str() {
            "points" => vec!["add(points, 0.5)".into()],
            "win-score" => vec!["win-score(win=50, keep=no)".into(), "points".into()],
            _ => vec!["points".into()],
        },
        (ParamKind::Agent, Literal::Spec(_)) => vec!["depth(t=1, leaf=points)".into()],
        (ParamKind::Measure, Literal::Spec(spec)) => {
            let other = measures.iter().find(|name| **name != spec.name);
            other.map(ToString::to_string).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_parameter_is_changed_once_and_the_others_stay() {
        let params = [
            Param::new("t", ParamKind::Whole(1, 4), None, "depth"),
            Param::new("a", ParamKind::Real(0.0, 1.0), Some("0.9"), "width"),
            Param::new(
                "way",
                ParamKind::choice(["up", "down", "both"]),
                Some("up"),
                "way",
            ),
            Param::new("of", ParamKind::Measure, Some("discs"), "measure"),
            Param::new("text", ParamKind::Text, Some("''"), "text"),
        ];
        let variants = variants("x(4, way=down)", &params, &["discs", "corners"]).unwrap();
        let texts: Vec<&str> = variants.iter().map(|(_, text)| text.as_str()).collect();
        let expected = [
            "x(4, way=down)",
            "x(way=down, t=3)",
            "x(t=4, way=down, a=0.45)",
            "x(t=4, way=up)",
            "x(t=4, way=both)",
            "x(t=4, way=down, of=corners)",
        ];
        assert_eq!(texts, expected);
        assert_eq!(variants[1].0.as_deref(), Some("t"));
    }
}
