//! The page about a game of one's own: its commands run, and its programs are those of this crate.

#[path = "../../../tests/pages.rs"]
mod pages;

use pages::Page;
use std::path::Path;

#[test]
fn own_game() {
    let page = Page {
        path: "docs/own-game.md",
        prefixes: &["connect_four", "cargo run --release -p connect_four --"],
        program: Path::new(env!("CARGO_BIN_EXE_connect_four")),
    };
    page.check();
}
