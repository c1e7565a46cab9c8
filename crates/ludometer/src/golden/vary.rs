//! One spec, and what it becomes when one knob after the other is turned.

use ludometer_spec::knob::{Kind, Knob};
use ludometer_spec::source::{Fault, Place};
use ludometer_spec::spec::{Spec, Value, What};

/// The spec itself and, for each knob, the spec with another value of it: the knob that was turned,
/// if one was, and the text. Values that only a person can make up (texts, networks) stay.
pub fn variants(
    spec: &str,
    knobs: &[Knob],
    measures: &[&str],
) -> Result<Vec<(Option<&'static str>, String)>, Fault> {
    let parsed = Spec::parse(&Place::whole("golden", spec))?;
    let mut all = vec![(None, parsed.to_string())];
    for (position, knob) in knobs.iter().enumerate() {
        let given = parsed.arguments.iter().enumerate().find(|(at, argument)| {
            let key = argument.key.as_ref().map(|(key, _)| key.as_str());
            key == Some(knob.name) || (key.is_none() && *at == position)
        });
        let default = || {
            let text = knob.default?;
            Value::parse(&Place::whole("default", text)).ok()
        };
        let now = given.map(|(_, argument)| argument.value.clone());
        let Some(now) = now.or_else(default) else {
            continue;
        };
        for other in others(knob.kind, &now.what, measures) {
            let mut arguments: Vec<String> = Vec::new();
            for (at, argument) in parsed.arguments.iter().enumerate() {
                let key = match &argument.key {
                    Some((key, _)) => key.as_str(),
                    None => knobs[at].name,
                };
                if key != knob.name {
                    arguments.push(format!("{key}={}", argument.value));
                }
            }
            arguments.push(format!("{}={other}", knob.name));
            let text = format!("{}({})", parsed.name, arguments.join(", "));
            all.push((Some(knob.name), text));
        }
    }
    Ok(all)
}

/// Other values than this one.
fn others(kind: Kind, now: &What, measures: &[&str]) -> Vec<String> {
    match (kind, now) {
        (Kind::Whole(_, high), What::Number(n)) if *n < high as f64 => {
            vec![(*n + 1.0).to_string()]
        }
        (Kind::Whole(..), What::Number(n)) => vec![(*n - 1.0).to_string()],
        (Kind::Real(low, high), What::Number(n)) => {
            let more = 1.5 * n + 0.25;
            let other = if more <= high { more } else { 0.5 * (low + n) };
            vec![other.to_string()]
        }
        (Kind::Choice(words), What::Spec(word)) => {
            let others = words.iter().filter(|other| **other != word.name);
            others.map(ToString::to_string).collect()
        }
        (Kind::Evaluator, What::Spec(spec)) => match spec.name.as_str() {
            "points" => vec!["add(points, 0.5)".into()],
            "win-score" => vec!["win-score(win=50, keep=no)".into(), "points".into()],
            _ => vec!["points".into()],
        },
        (Kind::Agent, What::Spec(_)) => vec!["depth(t=1, leaf=points)".into()],
        (Kind::Measure, What::Spec(spec)) => {
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
    fn every_knob_is_turned_once_and_the_others_stay() {
        let knobs = [
            Knob::new("t", Kind::Whole(1, 4), None, "depth"),
            Knob::new("a", Kind::Real(0.0, 1.0), Some("0.9"), "width"),
            Knob::new(
                "way",
                Kind::Choice(&["up", "down", "both"]),
                Some("up"),
                "way",
            ),
            Knob::new("of", Kind::Measure, Some("discs"), "measure"),
            Knob::new("text", Kind::Text, Some("''"), "text"),
        ];
        let variants = variants("x(4, way=down)", &knobs, &["discs", "corners"]).unwrap();
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
        assert_eq!(variants[1].0, Some("t"));
    }
}
