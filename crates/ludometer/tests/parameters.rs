//! Every parameter of every name that a plan may use, with its range and its default, on file: a default is
//! part of what an agent is, and of every table that was made with it, so a change must be meant.

use ludometer::catalogue::shipped;
use ludometer::param::Param;
use ludometer::source::Span;
use ludometer::spec::Spec;
use std::fmt::Write;
use std::path::{Path, PathBuf};

fn on_file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data")
        .join(name)
}

/// `RECORD=1 cargo test -p ludometer --test parameters` writes the file anew; look at the difference before
/// you commit it.
fn compare(name: &str, text: &str) {
    let path = on_file(name);
    if std::env::var_os("RECORD").is_some() {
        std::fs::write(&path, text).unwrap();
    }
    let recorded = std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{name}: {error}: run with RECORD=1"));
    for (line, (now, then)) in text.lines().zip(recorded.lines()).enumerate() {
        assert_eq!(now, then, "{name}, line {}", line + 1);
    }
    assert_eq!(text.len(), recorded.len(), "{name} is shorter or longer");
}

/// A line for each parameter: name, default and what it takes.
fn written(params: &[Param]) -> String {
    let lines = params.iter().map(|param| {
        let default = param.default.as_deref().unwrap_or("(must be set)");
        format!(
            "    {:12} {default:14} {}\n",
            param.name,
            param.kind.describe()
        )
    });
    lines.collect()
}

#[test]
fn every_default_is_what_it_was() {
    let mut text = String::from(
        "# Parameters, their defaults and what they take: of games, and of what may be named at them.\n",
    );
    // Names that mean the same at several games stand once, with the games.
    let mut entries: Vec<(String, Vec<&str>)> = Vec::new();
    for game in shipped().games() {
        write!(text, "\ngame {}\n{}", game.name, written(&game.params)).unwrap();
        let spec = Spec::parse(&Span::whole("test", &game.examples[0])).unwrap();
        let (env, _) = shipped().open(&spec).unwrap();
        for (kind, listed) in env.names() {
            if kind == "measure" {
                continue;
            }
            let entry = format!("{kind} {}\n{}", listed.name, written(&listed.params));
            match entries.iter_mut().find(|(known, _)| *known == entry) {
                Some((_, at)) => at.push(&game.name),
                None => entries.push((entry, vec![&game.name])),
            }
        }
    }
    for (entry, at) in entries {
        let (title, params) = entry.split_once('\n').unwrap();
        let at = match at.len() == shipped().games().len() {
            true => "every game".to_string(),
            false => at.join(", "),
        };
        write!(text, "\n{title} ({at})\n{params}").unwrap();
    }
    compare("parameters.txt", &text);
}
