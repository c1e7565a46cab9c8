//! Openings of matches: positions from a book, in its order or drawn by the seed.
//!
//! A book is a file of EPD or FEN lines, of PGN games, or of positions in a game's notation, one a line.
//! Which opening a group of mirrored episodes begins with depends on the seed and the group's number
//! alone, so that every pairing of a tournament and every run that is resumed meets the same ones.

mod file;
mod order;

pub use file::{BookFormat, FileOpening};
pub use order::permuted;

use ludometer_core::{Generator, Seed};
use ludometer_spec::identity;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// In which order openings are played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OpeningOrder {
    /// As they stand in the book.
    #[default]
    Sequential,
    /// In an order drawn by the seed, each once before any comes again.
    Random,
}

impl OpeningOrder {
    /// Every order with the name plans use.
    pub const NAMES: [(&'static str, OpeningOrder); 2] = [
        ("sequential", OpeningOrder::Sequential),
        ("random", OpeningOrder::Random),
    ];

    /// The name plans use.
    pub fn name(self) -> &'static str {
        match self {
            OpeningOrder::Sequential => "sequential",
            OpeningOrder::Random => "random",
        }
    }
}

/// A book and how it is used.
pub struct OpeningBook {
    name: String,
    text: String,
    format: BookFormat,
    order: OpeningOrder,
    plies: Option<u32>,
    first: u64,
    identity: OnceLock<String>,
    parsed: OnceLock<Arc<Vec<FileOpening>>>,
    /// What each game can use of it, by the identity of the game.
    usable: Mutex<HashMap<String, Arc<UsableOpenings>>>,
}

/// Books are the same if they give the same openings.
impl PartialEq for OpeningBook {
    fn eq(&self, other: &OpeningBook) -> bool {
        self.identity() == other.identity()
    }
}

impl std::fmt::Debug for OpeningBook {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ({})", self.name, self.usage())
    }
}

/// The openings of a book that a game can begin with.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct UsableOpenings {
    /// Number in the file, from 1 on, and position.
    pub openings: Vec<(u64, String)>,
    /// Those that are skipped.
    pub skipped: Vec<SkippedOpening>,
}

/// An opening that is no legal position of the game, or is over already.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkippedOpening {
    /// Its line in the file, from 1 on.
    pub line: usize,
    /// What is wrong with it.
    pub reason: String,
}

impl std::fmt::Display for SkippedOpening {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}: {}", self.line, self.reason)
    }
}

impl OpeningBook {
    /// The book in a file with this name, whose ending says its format.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> OpeningBook {
        let name = name.into();
        OpeningBook {
            format: BookFormat::of(&name),
            name,
            text: text.into(),
            order: OpeningOrder::Sequential,
            plies: None,
            first: 1,
            identity: OnceLock::new(),
            parsed: OnceLock::new(),
            usable: Mutex::default(),
        }
    }

    /// The same in this order.
    #[must_use]
    pub fn in_order(mut self, order: OpeningOrder) -> OpeningBook {
        self.order = order;
        self
    }

    /// The same with games of a PGN file cut after this number of plies.
    #[must_use]
    pub fn with_plies(mut self, plies: Option<u32>) -> OpeningBook {
        self.plies = plies;
        self
    }

    /// The same, beginning with this opening of the order, from 1 on.
    #[must_use]
    pub fn beginning_with(mut self, first: u64) -> OpeningBook {
        self.first = first.max(1);
        self
    }

    /// The name of the file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The text of the file.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Everything that decides the openings, in a line: a hash of the text, and how it is used.
    pub fn identity(&self) -> &str {
        self.identity.get_or_init(|| {
            let hash = identity::key(&self.text).map(|byte| format!("{byte:02x}"));
            format!("{} {}", hash.concat(), self.usage())
        })
    }

    /// How it is used, in a line: format, order, plies and the first opening.
    pub fn usage(&self) -> String {
        let mut words = vec![
            self.format.name().to_string(),
            self.order.name().to_string(),
        ];
        words.extend(self.plies.map(|plies| format!("plies={plies}")));
        words.extend((self.first != 1).then(|| format!("first={}", self.first)));
        words.join(" ")
    }

    /// Every opening of the file, or what is wrong with it.
    pub fn openings(&self) -> Arc<Vec<FileOpening>> {
        let parse = || Arc::new(file::read(self.format, &self.text, self.plies));
        Arc::clone(self.parsed.get_or_init(parse))
    }

    /// What a game can use of it; `check` says why a position cannot be. Each game is checked once.
    pub fn usable(
        &self,
        game: &str,
        check: impl Fn(&str) -> Result<(), String>,
    ) -> Arc<UsableOpenings> {
        let mut known = self.usable.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = known.get(game) {
            return Arc::clone(known);
        }
        let mut usable = UsableOpenings::default();
        for (number, opening) in (1..).zip(self.openings().iter()) {
            let checked = opening.position.clone().and_then(|position| {
                check(&position)?;
                Ok(position)
            });
            match checked {
                Ok(position) => usable.openings.push((number, position)),
                Err(reason) => usable.skipped.push(SkippedOpening {
                    line: opening.line,
                    reason,
                }),
            }
        }
        let usable = Arc::new(usable);
        known.insert(game.to_string(), Arc::clone(&usable));
        usable
    }

    /// Which of `count` usable openings a group of episodes begins with.
    pub fn choice(&self, seed: Seed, group: u64, count: usize) -> usize {
        let count = count.max(1) as u64;
        let place = (self.first - 1).wrapping_add(group) % count;
        let place = match self.order {
            OpeningOrder::Sequential => place,
            OpeningOrder::Random => {
                let key = seed.named("openings").rng(Generator::Xoshiro).bits();
                permuted(place, count, key)
            }
        };
        place as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_depend_on_seed_and_group_alone() {
        let book = OpeningBook::new("b.epd", "").in_order(OpeningOrder::Random);
        let seed = Seed::new(3);
        let drawn: Vec<usize> = (0..30).map(|group| book.choice(seed, group, 10)).collect();
        // All of them before any comes again, in the same order.
        let mut once = drawn[..10].to_vec();
        once.sort_unstable();
        assert_eq!(once, (0..10).collect::<Vec<_>>());
        assert_eq!(drawn[..10], drawn[10..20]);
        assert_ne!(drawn[..10], (0..10).collect::<Vec<_>>());
        let other = (0..10).map(|group| book.choice(Seed::new(4), group, 10));
        assert_ne!(drawn[..10], other.collect::<Vec<_>>());
        let later = OpeningBook::new("b.epd", "").beginning_with(9);
        let places: Vec<usize> = (0..4).map(|group| later.choice(seed, group, 10)).collect();
        assert_eq!(places, [8, 9, 0, 1]);
        assert_eq!(later.usage(), "epd sequential first=9");
        assert_eq!(book.usage(), "epd random");
        assert_ne!(later.identity(), OpeningBook::new("b.epd", "").identity());
    }

    #[test]
    fn what_a_game_cannot_use_is_skipped_with_its_line() {
        let book = OpeningBook::new("b.txt", "# positions\ngood\n\nbad\ngood\n");
        let check = |text: &str| match text {
            "good" => Ok(()),
            _ => Err("no position".to_string()),
        };
        let usable = book.usable("game@1", check);
        let good = "good".to_string();
        assert_eq!(usable.openings, [(1, good.clone()), (3, good)]);
        assert_eq!(usable.skipped[0].to_string(), "line 4: no position");
        // A game is checked once, another game for itself.
        let again = book.usable("game@1", |_| Err("never asked".to_string()));
        assert_eq!(again, usable);
        assert_eq!(book.usable("other@1", |_| Ok(())).skipped, []);
    }
}
