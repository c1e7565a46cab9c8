//! Every crate can be published: what its manifest and its front page say, and what its dependencies
//! may be (`deny.toml`, which `cargo deny` reads too).

use serde_json::Value as Json;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use toml::{Table, Value};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn table(path: &Path) -> Table {
    let read = text(path).parse();
    read.unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn manifest() -> Table {
    table(&root().join("Cargo.toml"))
}

fn crates() -> Vec<PathBuf> {
    let folders = fs::read_dir(root().join("crates")).expect("the crates are there");
    folders.map(|folder| folder.unwrap().path()).collect()
}

#[test]
fn manifests_say_what_a_stranger_asks() {
    let mut said = BTreeSet::new();
    for folder in crates() {
        let manifest = table(&folder.join("Cargo.toml"));
        let package = &manifest["package"];
        let name = package["name"].as_str().unwrap();
        let about = package["description"].as_str().unwrap();
        assert!(
            about.starts_with(char::is_uppercase) && about.ends_with('.') && about.len() > 60,
            "{name}: the description is a sentence, not `{about}`"
        );
        assert!(said.insert(about.to_string()), "{name}: `{about}` is taken");
        for key in ["keywords", "categories"] {
            let words = package[key].as_array().map_or(0, Vec::len);
            assert!((1..=5).contains(&words), "{name}: {words} {key}");
        }
        assert!(package.get("publish").is_none(), "{name} can be published");
        for file in ["LICENSE-MIT", "LICENSE-APACHE"] {
            let same = text(&folder.join(file)) == text(&root().join(file));
            assert!(same, "{name}: {file} is not that of the repository");
        }
    }
}

/// A program in the README is a program in the documentation, which is compiled and run.
#[test]
fn front_pages_have_a_program() {
    for folder in crates() {
        let readme = text(&folder.join("README.md"));
        let program = readme.split("```rust").nth(1).unwrap_or_default();
        let program = program.split("```").next().unwrap_or_default();
        let name = folder.display();
        assert!(program.contains("fn main()"), "{name}: README.md has none");
        assert!(!program.contains("\n# "), "{name}: no line of it is hidden");
        let library = text(&folder.join("src/lib.rs"));
        let front = library.lines().next().unwrap_or_default();
        let included = front.contains(r#"doc = include_str!("../README.md")"#);
        assert!(included, "{name}: src/lib.rs begins with README.md");
    }
}

#[test]
fn dependencies_of_ours_have_the_version_of_all() {
    let manifest = manifest();
    let workspace = &manifest["workspace"];
    let version = &workspace["package"]["version"];
    let listed = workspace["dependencies"].as_table().unwrap();
    let ours: Vec<_> = listed
        .iter()
        .filter(|(_, how)| how.get("path").is_some())
        .collect();
    assert_eq!(ours.len(), crates().len());
    for (name, how) in ours {
        assert_eq!(how.get("version"), Some(version), "{name}");
    }
}

/// The toolchain that all checks are made with is the smallest one that is supported.
#[test]
fn checks_are_made_with_the_smallest_version() {
    let stated = manifest()["workspace"]["package"]["rust-version"].clone();
    let toolchain = table(&root().join("rust-toolchain.toml"))["toolchain"].clone();
    let pinned = format!("{}.0", stated.as_str().unwrap());
    assert_eq!(toolchain["channel"].as_str(), Some(pinned.as_str()));
}

/// Whether an SPDX expression can be met with licences that are allowed; a slash is an old `OR`.
fn is_allowed(expression: &str, allowed: &BTreeSet<&str>) -> bool {
    fn either<'a>(words: &mut &[&'a str], allowed: &BTreeSet<&'a str>) -> bool {
        let mut fine = both(words, allowed);
        while let Some((&"OR", rest)) = words.split_first() {
            *words = rest;
            fine |= both(words, allowed);
        }
        fine
    }
    fn both<'a>(words: &mut &[&'a str], allowed: &BTreeSet<&'a str>) -> bool {
        let mut fine = one(words, allowed);
        while let Some((&"AND", rest)) = words.split_first() {
            *words = rest;
            fine &= one(words, allowed);
        }
        fine
    }
    fn one<'a>(words: &mut &[&'a str], allowed: &BTreeSet<&'a str>) -> bool {
        let Some((&first, rest)) = words.split_first() else {
            return false;
        };
        *words = rest;
        if first == "(" {
            let fine = either(words, allowed);
            let closed = words.first() == Some(&")");
            *words = words.get(1..).unwrap_or_default();
            return fine && closed;
        }
        // An exception makes another licence of it, which must be allowed by itself.
        if let ["WITH", exception, rest @ ..] = *words {
            *words = rest;
            return allowed.contains(format!("{first} WITH {exception}").as_str());
        }
        allowed.contains(first)
    }
    let spaced = expression.replace('/', " OR ");
    let spaced = spaced.replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut words = words.as_slice();
    either(&mut words, allowed) && words.is_empty()
}

fn allowed(rules: &Table) -> BTreeSet<&str> {
    let list = rules["licenses"]["allow"].as_array().unwrap();
    list.iter().filter_map(Value::as_str).collect()
}

#[test]
fn licences_are_told_apart() {
    let rules = table(&root().join("deny.toml"));
    let allowed = allowed(&rules);
    for fine in [
        "MIT",
        "GPL-3.0 OR MIT",
        "MIT/Apache-2.0",
        "(MIT OR Apache-2.0) AND Unicode-3.0",
        "Apache-2.0 WITH LLVM-exception OR MIT",
        "Apache-2.0 WITH LLVM-exception",
    ] {
        assert!(is_allowed(fine, &allowed), "{fine}");
    }
    for bad in [
        "",
        "GPL-3.0-or-later",
        "MIT AND GPL-2.0",
        "(MIT OR Zlib) AND LGPL-2.1",
        "Apache-2.0 WITH Classpath-exception-2.0",
        "(MIT",
        "MIT Zlib",
    ] {
        assert!(!is_allowed(bad, &allowed), "{bad}");
    }
}

/// What Cargo says; it uses the network only for what was never downloaded.
fn cargo(arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO"));
    let output = command.args(arguments).current_dir(root()).output();
    let output = output.expect("cargo can be run");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "cargo {arguments:?}: {said}");
    String::from_utf8(output.stdout).expect("cargo writes text")
}

/// Everything that may be compiled on this machine.
fn metadata() -> Json {
    let rustc = Path::new(env!("CARGO")).with_file_name("rustc");
    let version = Command::new(rustc).arg("-vV").output().unwrap();
    let version = String::from_utf8(version.stdout).unwrap();
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    let host = host.expect("rustc says its host");
    let text = cargo(&[
        "metadata",
        "--format-version=1",
        "--locked",
        "--filter-platform",
        host,
    ]);
    serde_json::from_str(&text).unwrap()
}

#[test]
fn dependencies_have_licences_that_are_allowed() {
    let rules = table(&root().join("deny.toml"));
    let allowed = allowed(&rules);
    let metadata = metadata();
    let packages = metadata["packages"].as_array().unwrap();
    let licence = |package: &Json| package["license"].as_str().unwrap_or_default().to_string();
    let bad: Vec<String> = packages
        .iter()
        .filter(|package| !is_allowed(&licence(package), &allowed))
        .map(|package| format!("{} `{}`", package["name"], licence(package)))
        .collect();
    assert!(packages.len() > crates().len());
    assert_eq!(bad, [""; 0], "not allowed by deny.toml");
}

#[test]
fn dependencies_come_from_one_registry() {
    let lock = table(&root().join("Cargo.lock"));
    let packages = lock["package"].as_array().unwrap();
    let sources: BTreeSet<&str> = packages
        .iter()
        .filter_map(|package| package.get("source")?.as_str())
        .collect();
    // What Cargo writes for crates.io, whatever mirror it was fetched from.
    let public = |source: &str| source.ends_with("/rust-lang/crates.io-index");
    assert!(sources.into_iter().all(public) && packages.len() > crates().len());
}

/// The lock file and `cargo metadata` also have what no feature of ours turns on; `cargo tree` has what
/// is compiled.
#[test]
fn dependencies_come_twice_only_if_known() {
    let rules = table(&root().join("deny.toml"));
    let known = rules["bans"]["skip"].as_array().unwrap();
    let known: BTreeSet<&str> = known
        .iter()
        .filter_map(|one| one["crate"].as_str()?.split('@').next())
        .collect();
    let tree = cargo(&["tree", "--workspace", "--locked", "--prefix=none"]);
    let words = tree.lines().map(str::split_whitespace);
    let versions: BTreeSet<(&str, &str)> = words
        .filter_map(|mut words| Some((words.next()?, words.next()?)))
        .collect();
    assert!(versions.len() > crates().len());
    let mut names = BTreeSet::new();
    let twice = versions.iter().filter(|(name, _)| !names.insert(*name));
    let new: Vec<_> = twice.filter(|(name, _)| !known.contains(name)).collect();
    assert!(new.is_empty(), "not in deny.toml: {new:?}");
}
