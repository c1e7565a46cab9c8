//! Where games of VGDL come from: the shipped ones, or a corpus that the shell reads.

use ludometer_games_other::vgdl::{Vgdl, shipped};
use ludometer_spec::source::Diagnostic;
use ludometer_vgdl::{Level, VgdlGame};
use std::borrow::Cow;
use std::io;
use std::sync::Arc;

/// Where games come from.
pub enum Library {
    /// Those that are built in.
    Shipped,
    /// Those of a folder.
    Corpus(Corpus),
}

/// Reads a file of a corpus.
pub type ReadFile = Box<dyn Fn(&str) -> io::Result<String> + Send + Sync>;

/// A folder of games: `NAME.txt` and, beside it, `NAME_lvl0.txt` and so on.
pub struct Corpus {
    /// What people call the folder.
    pub folder: String,
    /// Its files.
    pub files: Vec<String>,
    /// Reads one of them.
    pub load: ReadFile,
}

/// A game's description and one of its maps.
pub struct GameTexts {
    /// The description.
    pub description: Cow<'static, str>,
    /// The map.
    pub map: Cow<'static, str>,
}

impl Library {
    /// Where the games come from, for people who read results.
    pub fn sentence(&self) -> &'static str {
        match self {
            Library::Shipped => {
                "The games are the shipped ones: GVGAI's rules, but levels of our own, on which published figures need not hold."
            }
            Library::Corpus(_) => "The games and levels are those of the corpus that was given.",
        }
    }

    /// The names of its games, sorted.
    pub fn names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = match self {
            Library::Shipped => shipped::shipped().iter().map(|game| game.name).collect(),
            Library::Corpus(corpus) => {
                let maps = corpus.files.iter();
                let names = maps.filter_map(|file| file.strip_suffix("_lvl0.txt"));
                names
                    .filter(|name| corpus.has(&format!("{name}.txt")))
                    .collect()
            }
        };
        names.sort_unstable();
        names
    }

    /// The numbers of a game's levels.
    pub fn levels(&self, name: &str) -> Vec<u32> {
        let mut levels: Vec<u32> = match self {
            Library::Shipped => {
                let count = shipped::named(name).map_or(0, |game| game.levels.len());
                (0..count as u32).collect()
            }
            Library::Corpus(corpus) => {
                let number = |file: &String| {
                    let rest = file.strip_prefix(name)?.strip_prefix("_lvl")?;
                    rest.strip_suffix(".txt")?.parse().ok()
                };
                corpus.files.iter().filter_map(number).collect()
            }
        };
        levels.sort_unstable();
        levels
    }

    /// The texts of a level, or what is not there.
    pub fn texts(&self, name: &str, level: u32) -> Result<GameTexts, Diagnostic> {
        let names = self.names();
        if !names.contains(&name) {
            let message = match self {
                Library::Shipped => format!("no game of VGDL is called `{name}`"),
                Library::Corpus(corpus) => {
                    format!("there is no game `{name}` in {}", corpus.folder)
                }
            };
            return Err(Diagnostic::new(message).known(name, names));
        }
        let levels = self.levels(name);
        let Some(at) = levels.iter().position(|&known| known == level) else {
            let levels: Vec<String> = levels.iter().map(u32::to_string).collect();
            let message = format!("`{name}` has no level {level}");
            return Err(Diagnostic::new(message).hint(format!("it has {}", levels.join(", "))));
        };
        match (self, shipped::named(name)) {
            (Library::Corpus(corpus), _) => Ok(GameTexts {
                description: corpus.read(&format!("{name}.txt"))?.into(),
                map: corpus.read(&format!("{name}_lvl{level}.txt"))?.into(),
            }),
            (Library::Shipped, Some(game)) => Ok(GameTexts {
                description: game.description.into(),
                map: game.levels[at].into(),
            }),
            (Library::Shipped, None) => unreachable!("the name was found above"),
        }
    }

    /// A level, and the name of its content.
    pub fn open(&self, name: &str, level: u32) -> Result<(Vgdl, String), Diagnostic> {
        let texts = self.texts(name, level)?;
        let parsed = texts.parse(name, level)?;
        Ok((Vgdl::new(name, level, Arc::new(parsed)), texts.content()))
    }
}

/// The levels that published figures of GVGAI's games are about.
const PUBLISHED: &str = include_str!("gvgai.txt");

/// Why the game of an identity is not the one that published figures are about: a game of GVGAI's by
/// name, with other texts.
pub fn departure(identity: &str) -> Option<String> {
    let lines = PUBLISHED.lines().filter(|line| !line.starts_with('#'));
    let levels = lines.filter_map(|line| {
        let mut words = line.split(' ');
        Some((words.next()?, words.next()?, words.next()?))
    });
    let named = |name: &str| identity.contains(&format!("(name='{name}', "));
    let mut known = levels.filter(|(name, ..)| named(name)).peekable();
    let (name, ..) = *known.peek()?;
    let is_published = known.any(|(name, level, content)| {
        // Readings, such as whether doing nothing is listed, may stand between them.
        identity.contains(&format!("(name='{name}', level={level}, "))
            && identity.contains(&format!("content='{content}'"))
    });
    (!is_published)
        .then(|| format!("the texts of `{name}` are not GVGAI's, which are given by --corpus DIR"))
}

impl Corpus {
    fn has(&self, file: &str) -> bool {
        self.files.iter().any(|known| known == file)
    }

    fn read(&self, file: &str) -> Result<String, Diagnostic> {
        (self.load)(file).map_err(|error| {
            Diagnostic::new(format!("{}/{file} cannot be read: {error}", self.folder))
        })
    }
}

impl GameTexts {
    /// A name that no other texts have: 64 bits of a hash of both.
    pub fn content(&self) -> String {
        let mut hasher = blake3::Hasher::new();
        // The length keeps the two apart.
        hasher.update(&(self.description.len() as u64).to_le_bytes());
        hasher.update(self.description.as_bytes());
        hasher.update(self.map.as_bytes());
        hasher.finalize().to_hex()[..16].to_string()
    }

    /// The level that they describe.
    pub fn parse(&self, name: &str, level: u32) -> Result<Level, Diagnostic> {
        let refused = |file: String, diagnostics: Vec<ludometer_vgdl::VgdlDiagnostic>| {
            const MOST: usize = 5;
            let errors = diagnostics
                .iter()
                .filter(|diagnostic| diagnostic.severity == ludometer_vgdl::Severity::Error);
            let lines: Vec<String> = errors
                .take(MOST)
                .map(|diagnostic| format!("\n  {diagnostic}"))
                .collect();
            Diagnostic::new(format!("{file} cannot be played:{}", lines.concat()))
                .hint("`ludometer vgdl check` shows all diagnostics of a file")
        };
        let game = VgdlGame::parse(&self.description);
        let (game, _) = game.map_err(|diagnostics| refused(format!("{name}.txt"), diagnostics))?;
        let parsed = Level::parse(&Arc::new(game), &self.map);
        let (parsed, _) =
            parsed.map_err(|diagnostics| refused(format!("{name}_lvl{level}.txt"), diagnostics))?;
        Ok(parsed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(description: &str, map: &str) -> GameTexts {
        GameTexts {
            description: description.to_string().into(),
            map: map.to_string().into(),
        }
    }

    #[test]
    fn content_is_named_by_both_texts_and_by_where_they_part() {
        let names = [
            texts("ab", "c").content(),
            texts("a", "bc").content(),
            texts("ab", "d").content(),
            texts("ac", "c").content(),
        ];
        for (at, name) in names.iter().enumerate() {
            assert_eq!(name.len(), 16);
            assert!(!names[..at].contains(name));
        }
        assert_eq!(texts("ab", "c").content(), names[0]);
    }

    #[test]
    fn a_corpus_has_the_games_that_have_a_first_level() {
        let files = [
            "b.txt",
            "b_lvl0.txt",
            "b_lvl10.txt",
            "b_lvl2.txt",
            "a_lvl0.txt",
            "c.txt",
        ];
        let library = Library::Corpus(Corpus {
            folder: "here".into(),
            files: files.map(String::from).to_vec(),
            load: Box::new(|file| Ok(file.to_string())),
        });
        assert_eq!(library.names(), ["b"]);
        assert_eq!(library.levels("b"), [0, 2, 10]);
        let diagnostic = library.texts("b", 1).err().unwrap().to_string();
        assert_eq!(diagnostic, "`b` has no level 1\nhint: it has 0, 2, 10");
        let diagnostic = library.texts("c", 0).err().unwrap().to_string();
        assert!(diagnostic.contains("no game `c` in here"), "{diagnostic}");
        assert_eq!(library.texts("b", 10).unwrap().map, "b_lvl10.txt");
    }
}
