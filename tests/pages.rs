//! Pages of documentation, run: their blocks are written out, executed and compared, in order, in a
//! folder of the page's own. Crates take this file in by its path.
//!
//! What a block is comes from its language and from comments on the lines before it:
//!
//! | comment | meaning |
//! | --- | --- |
//! | `<!-- file: NAME -->` | the block is written to the folder under this name |
//! | `<!-- part -->` | a part of a file of TOML, which is parsed and no more |
//! | `<!-- from: PATH -->` | the lines of the block stand in this file of the repository |
//! | `<!-- needs: PATH -->` | this folder of the repository is copied into the page's first |
//! | `<!-- quick: A => B; + C -->` | run with B in the place of A, and with C at the end of every command |
//! | `<!-- not run: REASON -->` | the arguments of the commands are checked, and nothing is run |
//! | `<!-- shown -->` | the output must be as shown; `...` stands for any number of lines |
//!
//! `sh` is a command on each line, `console` commands after `$` with their output. A command that
//! waits for a person is not run either. Programs in Python are run by `scripts/python-check`.

// Every test file is a crate of its own and uses its own share of this.
#![allow(dead_code)]

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A block between fences.
struct Block {
    line: usize,
    language: String,
    notes: Vec<(String, String)>,
    text: Vec<String>,
}

impl Block {
    fn note(&self, key: &str) -> Option<&str> {
        let found = self.notes.iter().find(|(name, _)| name == key);
        found.map(|(_, value)| value.as_str())
    }

    fn all(&self) -> String {
        self.text.iter().flat_map(|line| [line, "\n"]).collect()
    }
}

/// How often what was done.
#[derive(Default)]
struct Counts {
    run: usize,
    compared: usize,
    checked: usize,
    skipped: Vec<String>,
}

/// A page with the program that its commands name.
pub(crate) struct Page<'a> {
    /// The page, in the repository.
    pub(crate) path: &'a str,
    /// How its commands begin, with the program in the place of the last word.
    pub(crate) prefixes: &'a [&'a str],
    /// The program.
    pub(crate) program: &'a Path,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The name in `<!-- name: value -->`.
fn comment(line: &str) -> Option<(String, String)> {
    let inner = line
        .trim()
        .strip_prefix("<!--")?
        .strip_suffix("-->")?
        .trim();
    let (key, value) = inner.split_once(':').unwrap_or((inner, ""));
    Some((key.trim().to_string(), value.trim().to_string()))
}

/// The blocks of a page, and the text between them.
fn blocks(page: &str) -> (Vec<Block>, Vec<(usize, String)>) {
    let (mut blocks, mut prose) = (Vec::new(), Vec::new());
    let mut notes = Vec::new();
    let mut open: Option<Block> = None;
    for (number, line) in page.lines().enumerate() {
        match (&mut open, line.strip_prefix("```")) {
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (Some(block), None) => block.text.push(line.to_string()),
            (None, Some(language)) => {
                open = Some(Block {
                    line: number + 1,
                    language: language.to_string(),
                    notes: std::mem::take(&mut notes),
                    text: Vec::new(),
                });
            }
            (None, None) => match comment(line) {
                Some(note) => notes.push(note),
                None => prose.push((number + 1, line.to_string())),
            },
        }
    }
    assert!(open.is_none(), "a fence is not closed");
    (blocks, prose)
}

/// The lines of a text without indentation, and without empty ones.
fn said(text: &str) -> Vec<&str> {
    text.lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect()
}

fn said_of(lines: &[String]) -> Vec<&str> {
    lines.iter().flat_map(|line| said(line)).collect()
}

/// A line without the comment at its end.
fn bare(line: &str) -> &str {
    let mut quote = None;
    let mut before = ' ';
    for (at, sign) in line.char_indices() {
        match (quote, sign) {
            (None, '\'' | '"') => quote = Some(sign),
            (Some(open), _) if sign == open => quote = None,
            (None, '#') if before.is_whitespace() => return line[..at].trim_end(),
            _ => {}
        }
        before = sign;
    }
    line.trim_end()
}

/// Where a redirection of the output begins, or the end.
fn redirection(line: &str) -> usize {
    line.find(" > ").unwrap_or(line.len())
}

impl Page<'_> {
    /// Does everything that the page says.
    pub(crate) fn check(&self) {
        let text = fs::read_to_string(root().join(self.path)).expect("the page");
        let (blocks, prose) = blocks(&text);
        let name = self.path.replace(['/', '.'], "-");
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join(format!("page-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("the target folder can be written");
        let mut counts = Counts::default();
        for block in &blocks {
            self.block(block, &folder, &mut counts);
        }
        for (number, line) in &prose {
            self.inline(*number, line, &folder, &mut counts);
        }
        let _ = fs::remove_dir_all(&folder);
        let mut told = format!(
            "{}: {} commands run, {} of them compared, arguments of {} checked\n",
            self.path, counts.run, counts.compared, counts.checked
        );
        for reason in &counts.skipped {
            told += &format!("{}: not run: {reason}\n", self.path);
        }
        // A test must not fail because nobody listens.
        let _ = std::io::stderr().write_all(told.as_bytes());
    }

    fn place(&self, block: &Block) -> String {
        format!("{}:{}", self.path, block.line)
    }

    fn block(&self, block: &Block, folder: &Path, counts: &mut Counts) {
        let place = self.place(block);
        for (key, _) in &block.notes {
            let known = ["file", "part", "from", "needs", "quick", "not run", "shown"];
            assert!(
                known.contains(&key.as_str()),
                "{place}: no comment is called `{key}`"
            );
        }
        if let Some(path) = block.note("from") {
            let source = fs::read_to_string(root().join(path)).expect("the source");
            let (lines, own) = (said(&source), said_of(&block.text));
            let found = lines.windows(own.len()).any(|window| window == own);
            assert!(found, "{place}: {path} has other lines");
            if block.note("file").is_none() {
                return;
            }
        }
        if let Some(path) = block.note("needs") {
            copy(&root().join(path), &folder.join(path));
        }
        if let Some(name) = block.note("file") {
            fs::write(folder.join(name), block.all()).expect("the folder can be written");
            return;
        }
        match block.language.as_str() {
            "sh" => {
                for line in &block.text {
                    self.command(block, bare(line), None, folder, counts);
                }
            }
            "console" => self.console(block, folder, counts),
            "toml" => {
                assert!(
                    block.note("part").is_some(),
                    "{place}: is it a file, or part of one?"
                );
                let parsed = toml::from_str::<toml::Table>(&block.all());
                parsed.unwrap_or_else(|error| panic!("{place}: {error}"));
            }
            "text" | "json" => {}
            // The tests of the Python package run them (scripts/python-check).
            "python" if self.path == "docs/python.md" => {}
            "rust" => panic!("{place}: say which file these lines are from"),
            other => panic!("{place}: the language `{other}` is not known"),
        }
    }

    fn console(&self, block: &Block, folder: &Path, counts: &mut Counts) {
        let mut lines = block.text.iter().peekable();
        while let Some(line) = lines.next() {
            let command = line.strip_prefix("$ ");
            let command = command.unwrap_or_else(|| panic!("{}: no command", self.place(block)));
            let mut shown = Vec::new();
            while let Some(line) = lines.next_if(|line| !line.starts_with("$ ")) {
                shown.push(line.as_str());
            }
            self.command(block, command, Some(&shown), folder, counts);
        }
    }

    /// The line with the program's name in the place of what it is called with, if it is called.
    fn call(&self, line: &str) -> Option<String> {
        let name = self.program.file_name()?.to_str()?;
        let mut calls = self.prefixes.iter().filter_map(|prefix| {
            let rest = line.strip_prefix(prefix)?;
            (rest.is_empty() || rest.starts_with(' ')).then(|| format!("{name}{rest}"))
        });
        calls.next()
    }

    fn command(
        &self,
        block: &Block,
        line: &str,
        shown: Option<&[&str]>,
        folder: &Path,
        counts: &mut Counts,
    ) {
        let place = self.place(block);
        if line.is_empty() {
            return;
        }
        let Some(mut call) = self.call(line) else {
            if let Some(script) = line.strip_prefix("bash ") {
                let script = script.split(' ').next().unwrap_or_default();
                assert!(
                    root().join(script).exists(),
                    "{place}: there is no {script}"
                );
            } else if !line.starts_with("cargo ") && !line.starts_with("export ") {
                let (good, told) = self.run(&place, line, folder);
                assert!(good, "{place}: {line}\n{}", told.concat());
            }
            return;
        };
        let plays = call.contains(" play ") && (call.contains("human") || !call.contains("--seat"));
        let waits = plays || call.contains(" serve");
        if let Some(reason) = block
            .note("not run")
            .or(waits.then_some("waits for a person"))
        {
            counts.skipped.push(format!("{line}: {reason}"));
            self.parse(&place, &call, folder);
            counts.checked += 1;
            return;
        }
        for change in block.note("quick").unwrap_or_default().split("; ") {
            if let Some((old, new)) = change.split_once(" => ") {
                assert!(
                    block.all().contains(old),
                    "{place}: there is no `{old}` to replace"
                );
                call = call.replace(old, new);
            } else if let Some(more) = change.strip_prefix("+ ") {
                call.insert_str(redirection(&call), &format!(" {more}"));
            }
        }
        let (good, told) = self.run(&place, &call, folder);
        counts.run += 1;
        let refused = shown.is_some_and(|shown| shown.iter().any(|s| s.starts_with("error: ")));
        assert_eq!(good, !refused, "{place}: {call}\n{}", told.concat());
        if block.note("shown").is_some() {
            let shown = shown.unwrap_or_else(|| panic!("{place}: nothing is shown"));
            let [messages, data] = &told;
            // A terminal shows messages before the data or after it.
            let same = [format!("{messages}{data}"), format!("{data}{messages}")]
                .iter()
                .any(|told| alike(shown, &told.lines().map(str::trim_end).collect::<Vec<_>>()));
            assert!(same, "{place}: {call}\nprints\n{}", told.concat());
            counts.compared += 1;
        }
    }

    /// Runs a line in a shell; whether it succeeded, its messages and its data.
    fn run(&self, place: &str, line: &str, folder: &Path) -> (bool, [String; 2]) {
        let programs = self.program.parent().expect("a folder");
        let path = std::env::var_os("PATH").unwrap_or_default();
        let paths = std::iter::once(programs.to_path_buf()).chain(std::env::split_paths(&path));
        let mut command = Command::new("sh");
        command
            .args(["-c", line])
            .current_dir(folder)
            .env("PATH", std::env::join_paths(paths).expect("a path"))
            .env("HOME", folder)
            .env("COLUMNS", "120")
            .env_remove("NO_COLOR")
            .env_remove("CLICOLOR_FORCE")
            .stdin(Stdio::null());
        for setting in ["STORE", "CORPUS", "THREADS", "LOG"] {
            command.env_remove(format!("LUDOMETER_{setting}"));
        }
        let output = command
            .output()
            .unwrap_or_else(|error| panic!("{place}: {error}"));
        let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
        let told = [&output.stderr, &output.stdout].map(|bytes| text(bytes));
        (output.status.success(), told)
    }

    /// Lets the program read the arguments: help is printed where they are right up to there.
    fn parse(&self, place: &str, call: &str, folder: &Path) {
        // What follows `--` are no options.
        let end = call.find(" -- ").unwrap_or(redirection(call));
        let call = format!("{} --help", &call[..end]);
        let (good, told) = self.run(place, &call, folder);
        assert!(good, "{place}: {call}\n{}", told.concat());
    }

    /// Commands in the text, and links to files.
    fn inline(&self, number: usize, line: &str, folder: &Path, counts: &mut Counts) {
        let place = format!("{}:{number}", self.path);
        for code in line.split('`').skip(1).step_by(2) {
            // `GAME` stands for something else.
            let stands = |word: &str| word.chars().all(|c| c.is_ascii_uppercase());
            let mut words = code.split(|c: char| !c.is_alphanumeric());
            let form = code.contains("...") || words.any(|word| !word.is_empty() && stands(word));
            if let (Some(call), false) = (self.call(code), form) {
                self.parse(&place, &call, folder);
                counts.checked += 1;
            }
        }
        for link in line.split("](").skip(1) {
            let link = link.split([')', '#']).next().unwrap_or_default();
            if !link.is_empty() && !link.contains("://") {
                let beside = root().join(self.path);
                let target = beside.parent().expect("a folder").join(link);
                assert!(target.exists(), "{place}: there is no {link}");
            }
        }
    }
}

/// Whether lines are as shown, where `...` stands for any number of them.
fn alike(shown: &[&str], told: &[&str]) -> bool {
    match (shown, told) {
        ([], []) => true,
        (["...", rest @ ..], _) => (0..=told.len()).any(|from| alike(rest, &told[from..])),
        ([first, rest @ ..], [line, others @ ..]) => first == line && alike(rest, others),
        _ => false,
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder of the repository") {
        let path = entry.expect("a file").path();
        let target = to.join(path.file_name().expect("a name"));
        match path.is_dir() {
            true => copy(&path, &target),
            false => drop(fs::copy(&path, &target).expect("a copy")),
        }
    }
}
