//! The plan of the house cannot lie: modules know each other in no circle, and crates depend on each
//! other as ARCHITECTURE.md says.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

type Graph = BTreeMap<String, BTreeSet<String>>;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn crates() -> Vec<String> {
    let folders = fs::read_dir(root().join("crates")).expect("the crates are there");
    let names = folders.map(|folder| folder.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

/// Every module of a crate by its path, with its code: without comments, texts and tests.
fn modules(name: &str) -> BTreeMap<Vec<String>, String> {
    fn walk(folder: &Path, at: &[String], all: &mut BTreeMap<Vec<String>, String>) {
        for entry in fs::read_dir(folder).expect("the sources are there") {
            let path = entry.unwrap().path();
            let stem = path.file_stem().unwrap().to_string_lossy().into_owned();
            let mut module = at.to_vec();
            if path.is_dir() {
                module.push(stem);
                walk(&path, &module, all);
            } else if path.extension().is_some_and(|end| end == "rs") {
                let is_root = at.is_empty() && ["lib", "main"].contains(&stem.as_str());
                if !is_root && stem != "mod" {
                    module.push(stem);
                }
                let text = fs::read_to_string(&path).expect("sources are text");
                all.entry(module).or_default().push_str(&code(&text));
            }
        }
    }
    let mut all = BTreeMap::new();
    walk(&root().join("crates").join(name).join("src"), &[], &mut all);
    all
}

fn code(text: &str) -> String {
    let text = text.split("#[cfg(test)]").next().unwrap_or_default();
    let mut code = String::new();
    for line in text.lines() {
        let line = line.split("//").next().unwrap_or_default();
        // What stands between quotes names nothing.
        let parts = line.split('"').step_by(2);
        code.push_str(&parts.collect::<Vec<_>>().join("\"\""));
        code.push('\n');
    }
    code
}

/// Every path that the code names and that begins at the crate or above the module.
fn paths(code: &str) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    let starts = ["crate::", "super::"];
    let begins = starts.iter().flat_map(|start| code.match_indices(start));
    for (at, _) in begins {
        let before = code[..at].chars().next_back();
        if before.is_some_and(|sign| sign.is_alphanumeric() || sign == '_' || sign == ':') {
            continue;
        }
        spread(&code[at..], &mut Vec::new(), &mut found);
    }
    found
}

/// Reads one path, or a tree of them in braces; gives what is left of the text.
fn spread<'a>(text: &'a str, stem: &mut Vec<String>, found: &mut Vec<Vec<String>>) -> &'a str {
    let mut text = text.trim_start();
    let depth = stem.len();
    loop {
        if let Some(mut inner) = text.strip_prefix('{') {
            while !inner.trim_start().starts_with('}') && !inner.is_empty() {
                let before = inner.len();
                inner = spread(inner, stem, found).trim_start();
                inner = inner.strip_prefix(',').unwrap_or(inner);
                if inner.len() == before {
                    break;
                }
            }
            stem.truncate(depth);
            let inner = inner.trim_start();
            return inner.strip_prefix('}').unwrap_or(inner);
        }
        let word = text.find(|c: char| !c.is_alphanumeric() && c != '_');
        let (word, rest) = text.split_at(word.unwrap_or(text.len()));
        stem.push(word.to_string());
        match rest.strip_prefix("::") {
            Some(rest) => text = rest.trim_start(),
            None => {
                found.push(stem.clone());
                stem.truncate(depth);
                let end = rest.find([',', '}', ';', '(', ')', '<', '\n']);
                return &rest[end.unwrap_or(rest.len())..];
            }
        }
    }
}

/// Who knows whom among the modules of one folder, for every folder of a crate.
fn neighbours(name: &str) -> Graph {
    let modules = modules(name);
    let mut graph = Graph::new();
    for (module, code) in &modules {
        for path in paths(code) {
            let mut at = match path[0].as_str() {
                "crate" => Vec::new(),
                _ => module.clone(),
            };
            for word in &path {
                match word.as_str() {
                    "crate" => {}
                    "super" => drop(at.pop()),
                    word => at.push(word.to_string()),
                }
            }
            while !at.is_empty() && !modules.contains_key(&at) {
                at.pop();
            }
            let same = module.iter().zip(&at).take_while(|(a, b)| a == b).count();
            if same < module.len() && same < at.len() {
                let full = |path: &[String]| path[..=same].join("::");
                graph.entry(full(module)).or_default().insert(full(&at));
            }
        }
    }
    graph
}

/// A circle, if there is one.
fn circle(graph: &Graph) -> Option<Vec<String>> {
    fn visit(at: &str, graph: &Graph, way: &mut Vec<String>, done: &mut BTreeSet<String>) -> bool {
        if let Some(from) = way.iter().position(|before| before == at) {
            way.drain(..from);
            return true;
        }
        if !done.insert(at.to_string()) {
            return false;
        }
        way.push(at.to_string());
        let next = graph.get(at).into_iter().flatten();
        for next in next {
            if visit(next, graph, way, done) {
                return true;
            }
        }
        way.pop();
        false
    }
    let mut done = BTreeSet::new();
    graph.keys().find_map(|start| {
        let mut way = Vec::new();
        visit(start, graph, &mut way, &mut done).then_some(way)
    })
}

#[test]
fn no_modules_know_each_other_in_a_circle() {
    for name in crates() {
        let circle = circle(&neighbours(&name));
        assert_eq!(circle, None, "in crates/{name}");
    }
}

/// The reader of sources sees what it must see, or the test above says nothing.
#[test]
fn circles_are_found() {
    let code = code(
        "use crate::{a::{b, c::D}, e};\nlet x = super::f::g(\"crate::no\"); // crate::no\n#[cfg(test)]\nuse crate::never;",
    );
    let read: BTreeSet<String> = paths(&code).iter().map(|path| path.join("::")).collect();
    let expected = ["crate::a::b", "crate::a::c::D", "crate::e", "super::f::g"];
    assert_eq!(read, expected.map(String::from).into());
    let graph = |edges: &[(&str, &str)]| {
        let mut graph = Graph::new();
        for (from, to) in edges {
            graph
                .entry(from.to_string())
                .or_default()
                .insert(to.to_string());
        }
        graph
    };
    assert_eq!(circle(&graph(&[("a", "b"), ("b", "c"), ("a", "c")])), None);
    let found = circle(&graph(&[("a", "b"), ("b", "c"), ("c", "b")])).unwrap();
    assert_eq!(found, ["b", "c"]);
    // The laboratory does have modules that know each other.
    let laboratory = neighbours("lab");
    assert!(laboratory["present"].contains("plan") && laboratory.len() > 20);
    assert!(laboratory.keys().any(|module| module.contains("::")));
}

/// What every crate of ours depends on, by its name without the prefix.
fn dependencies(name: &str) -> BTreeSet<String> {
    let file = root().join("crates").join(name).join("Cargo.toml");
    let text = fs::read_to_string(file).expect("every crate has one");
    let manifest: toml::Table = text.parse().expect("TOML");
    let listed = manifest
        .get("dependencies")
        .and_then(|list| list.as_table());
    let names = listed.into_iter().flat_map(|list| list.keys());
    let ours = names.filter_map(|name| name.strip_prefix("ludometer-"));
    ours.map(String::from).collect()
}

/// The table of ARCHITECTURE.md names every crate, each after all that it depends on, and says on
/// which of ours it stands.
#[test]
fn the_table_of_crates_is_true() {
    let page = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("the page is there");
    let rows = page.lines().filter_map(|line| {
        let mut cells = line.strip_prefix("| `crates/")?.split('|');
        let name = cells.next()?.trim().trim_end_matches('`').to_string();
        let stands = cells
            .nth(1)?
            .split(',')
            .map(|word| word.trim().trim_matches('`'));
        let stands = stands.filter(|word| !word.is_empty() && *word != "nothing");
        Some((name, stands.map(String::from).collect::<BTreeSet<String>>()))
    });
    let rows: Vec<(String, BTreeSet<String>)> = rows.collect();
    let named: BTreeSet<String> = rows.iter().map(|(name, _)| name.clone()).collect();
    assert_eq!(named, crates().into_iter().collect());
    let mut above = BTreeSet::new();
    for (name, stands) in rows {
        assert_eq!(stands, dependencies(&name), "what crates/{name} stands on");
        assert!(stands.is_subset(&above), "crates/{name} stands too far up");
        above.insert(name);
    }
}
