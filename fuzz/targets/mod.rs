//! What is fuzzed: functions that take any bytes and panic if the program does something wrong.
//!
//! `scripts/fuzz` guides them by coverage; `cargo test -p ludometer --test corpus` runs them on the
//! seeds in `fuzz/corpus` and on mutations of those.

mod boards;
mod engines;
mod files;
mod laws;
mod texts;
mod valid;
mod video;

/// A target: takes any bytes.
pub(crate) type Target = fn(&[u8]);

/// Every target with its name, which is also the name of its folder of seeds.
pub(crate) const TARGETS: [(&str, Target); 27] = [
    ("plan", texts::plan),
    ("tuning", texts::tuning),
    ("document", texts::document),
    ("spec", texts::spec),
    ("agent", texts::agent),
    ("weights", texts::weights),
    ("network", texts::network),
    ("spsa", texts::spsa),
    ("tree", texts::tree),
    ("certificate", texts::certificate),
    ("clock", texts::clock),
    ("position", boards::position),
    ("hands", boards::hands),
    ("book", boards::book),
    ("pgn", boards::pgn),
    ("vgdl-game", video::game),
    ("vgdl-level", video::level),
    ("vgdl-trace", video::trace),
    ("manager", engines::manager),
    ("engine", engines::answers),
    ("option", engines::option),
    ("store", files::store),
    ("archive", files::archive),
    ("laws", laws::laws),
    ("valid-plan", valid::plan),
    ("valid-tuning", valid::tuning),
    ("valid-vgdl", valid::video_game),
];

/// The bytes as text; what is not UTF-8 is replaced.
fn text(data: &[u8]) -> String {
    String::from_utf8_lossy(data).into_owned()
}

/// A file of this process, which the next input overwrites.
fn file(name: &str) -> std::path::PathBuf {
    let memory = std::path::Path::new("/dev/shm");
    let folder = match memory.is_dir() {
        true => memory.to_path_buf(),
        false => std::env::temp_dir(),
    };
    let folder = folder.join(format!("ludometer-fuzz-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the files of a target");
    folder.join(name)
}

/// An error must say something, and not more than fits on a screen.
fn told(message: &str) {
    assert!(!message.is_empty(), "an error without words");
    assert!(
        message.len() < 20_000,
        "{} bytes of words: {message:.300}",
        message.len()
    );
}
