//! `--corpus`: games of VGDL from a folder.

use super::Failure;
use clap::Args;
use ludometer_arena::registry::{AnyGame, Registry};
use ludometer_catalogue::vgdl::{self, Library};
use ludometer_spec::source::{Diagnostic, Span};
use ludometer_spec::spec::Spec;
use std::borrow::Cow;
use std::path::{Path, PathBuf};

/// What every command that opens games can be told.
#[derive(Args, Default)]
pub(super) struct Corpus {
    /// Read VGDL games from DIR instead of the built-in ones.
    #[arg(long, value_name = "DIR")]
    corpus: Option<String>,
}

impl Corpus {
    /// The folder, if one was named.
    pub(super) fn named(&self) -> Option<&str> {
        self.corpus.as_deref()
    }

    /// Where games come from.
    pub(super) fn library(&self) -> Result<Library, Failure> {
        let Some(named) = &self.corpus else {
            return Ok(Library::Shipped);
        };
        let folder = Path::new(named);
        // The framework keeps its grid games in a folder of this name.
        for folder in [folder.to_path_buf(), folder.join("gridphysics")] {
            let library = library(folder);
            if library
                .as_ref()
                .is_ok_and(|found| !found.names().is_empty())
            {
                return library;
            }
        }
        library(folder.to_path_buf())?;
        let diagnostic = Diagnostic::new(format!("there is no game of VGDL in {named}"));
        Err(diagnostic
            .hint("a game is NAME.txt with its levels NAME_lvl0.txt and so on beside it")
            .into())
    }

    /// What can be named, with the games of VGDL from the folder if one was named.
    pub(super) fn registry<'a>(
        &self,
        registry: &'a Registry,
    ) -> Result<Cow<'a, Registry>, Failure> {
        if self.corpus.is_none() {
            return Ok(Cow::Borrowed(registry));
        }
        let mut registry = registry.clone();
        registry.replace(ludometer_catalogue::video(self.library()?));
        Ok(Cow::Owned(registry))
    }

    /// Opens the game that a spec names.
    pub(super) fn open(
        &self,
        game: &str,
        registry: &Registry,
    ) -> Result<(Box<dyn AnyGame>, String), Failure> {
        let spec = Spec::parse(&Span::whole("game", game))?;
        let (game, name) = self.registry(registry)?.open(&spec)?;
        tracing::info!(game = %name, "opened");
        Ok((game, name))
    }
}

fn library(folder: PathBuf) -> Result<Library, Failure> {
    let name = folder.display().to_string();
    let entries = std::fs::read_dir(&folder).map_err(|error| {
        let diagnostic = Diagnostic::new(format!("the corpus {name} cannot be read: {error}"));
        Failure::from(
            diagnostic.hint("name a folder of games, or omit --corpus to use the built-in ones"),
        )
    })?;
    let files = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    Ok(Library::Corpus(vgdl::Corpus {
        files: files.collect(),
        load: Box::new(move |file| read(&folder.join(file))),
        folder: name,
    }))
}

/// Reads a text of which some characters may be in another code: they stand in comments mostly.
pub(super) fn read(path: &Path) -> std::io::Result<String> {
    Ok(String::from_utf8_lossy(&std::fs::read(path)?).into_owned())
}
