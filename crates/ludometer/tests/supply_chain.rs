//! docs/supply-chain.md cannot rot: every dependency with a build script or with unsafe code is on it.

use serde_json::Value as Json;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
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

/// Packages that are compiled on this machine, tests included, and not written here.
fn compiled() -> Vec<Json> {
    let tree = cargo(&["tree", "--workspace", "--locked", "--prefix=none"]);
    let words = tree.lines().map(str::split_whitespace);
    let names: BTreeSet<(&str, &str)> = words
        .filter_map(|mut words| Some((words.next()?, words.next()?.trim_start_matches('v'))))
        .collect();
    let rustc = Path::new(env!("CARGO")).with_file_name("rustc");
    let version = Command::new(rustc).arg("-vV").output().unwrap();
    let version = String::from_utf8(version.stdout).unwrap();
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    let text = cargo(&[
        "metadata",
        "--format-version=1",
        "--locked",
        "--filter-platform",
        host.expect("rustc says its host"),
    ]);
    let metadata: Json = serde_json::from_str(&text).unwrap();
    let packages = metadata["packages"].as_array().unwrap().iter();
    let foreign = packages.filter(|package| package["source"].is_string());
    let wanted = foreign.filter(|package| {
        let word = |key: &str| package[key].as_str().unwrap_or_default();
        names.contains(&(word("name"), word("version")))
    });
    wanted.cloned().collect()
}

fn has_build_script(package: &Json) -> bool {
    let targets = package["targets"].as_array().unwrap().iter();
    let mut kinds = targets.flat_map(|target| target["kind"].as_array().unwrap());
    kinds.any(|kind| kind == "custom-build")
}

/// Whether a line of the sources has the word outside of a comment.
fn has_unsafe(folder: &Path) -> bool {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return false;
    };
    entries.flatten().any(|entry| {
        let path = entry.path();
        if path.is_dir() {
            return has_unsafe(&path);
        }
        let rust = path.extension().is_some_and(|end| end == "rs");
        let text = if rust {
            std::fs::read(&path).unwrap_or_default()
        } else {
            Vec::new()
        };
        let text = String::from_utf8_lossy(&text).replace("unsafe_code", "");
        let mut words = text.lines().flat_map(|line| {
            let code = line.split("//").next().unwrap_or_default();
            code.split(|sign: char| !sign.is_alphanumeric() && sign != '_')
        });
        words.any(|word| word == "unsafe")
    })
}

/// The names in backticks under a heading, in the given column of its table.
fn listed(heading: &str, column: usize) -> BTreeSet<String> {
    let page = std::fs::read_to_string(root().join("docs/supply-chain.md")).unwrap();
    let section = page
        .split("\n## ")
        .find(|section| section.starts_with(heading));
    let rows = section.expect("the heading").lines();
    let rows = rows.filter(|line| line.starts_with("| "));
    let cells = rows.filter_map(|row| row.split('|').nth(column + 1));
    cells
        .flat_map(|cell| cell.split('`').skip(1).step_by(2).map(str::to_string))
        .collect()
}

/// What is compiled must be listed. On the platform that the list is made on, nothing else is.
fn compare(heading: &str, listed: &BTreeSet<String>, found: &BTreeSet<String>) {
    let new: Vec<_> = found.difference(listed).collect();
    assert!(
        new.is_empty(),
        "docs/supply-chain.md, {heading}, does not list {new:?}"
    );
    if cfg!(all(target_os = "linux", target_arch = "x86_64")) {
        let gone: Vec<_> = listed.difference(found).collect();
        assert!(
            gone.is_empty(),
            "docs/supply-chain.md, {heading}, lists {gone:?} in vain"
        );
    }
}

#[test]
fn every_build_script_and_all_unsafe_code_is_listed() {
    let packages = compiled();
    assert!(packages.len() > 50);
    let named = |wanted: &dyn Fn(&Json) -> bool| -> BTreeSet<String> {
        let packages = packages.iter().filter(|package| wanted(package));
        packages
            .map(|package| package["name"].as_str().unwrap().to_string())
            .collect()
    };
    let building = named(&has_build_script);
    compare("Build scripts", &listed("Build scripts", 0), &building);
    let unsafely = named(&|package| {
        let manifest = Path::new(package["manifest_path"].as_str().unwrap());
        has_unsafe(&manifest.parent().unwrap().join("src"))
    });
    compare("Unsafe code", &listed("Unsafe code", 1), &unsafely);
}

/// No crate of ours runs code while it is compiled.
#[test]
fn no_crate_of_ours_has_a_build_script() {
    for folder in std::fs::read_dir(root().join("crates")).unwrap() {
        let folder = folder.unwrap().path();
        assert!(!folder.join("build.rs").exists(), "{}", folder.display());
    }
}
