//! Parameters and their types.
//!
//! The framework guesses a value's type from its spelling and assigns it only to a field of that
//! type; anything else is silently ignored there and earns a warning here.

use std::cell::Cell;
use std::collections::HashMap;

use super::diagnostic::Diagnostics;
use super::line::Word;
use crate::heading::Heading;
use crate::sprite_type_id::SpriteTypeId;

/// `key=value` somewhere in the text.
#[derive(Debug)]
pub(crate) struct Param<'t> {
    pub(crate) key: &'t str,
    pub(crate) value: &'t str,
    pub(crate) place: (usize, usize),
    /// Whether anything asked for this key.
    pub(crate) known: Cell<bool>,
}

impl<'t> Param<'t> {
    /// The most parameters a line may have.
    const MOST: usize = 100;

    /// The parameters among some words; others are reported.
    pub(crate) fn all(words: &[Word<'t>], diagnostics: &Diagnostics) -> Vec<Param<'t>> {
        let mut params = Vec::new();
        if let Some(word) = words.get(Self::MOST) {
            diagnostics.error(
                word.place,
                format!("more than {} parameters: remove some", Self::MOST),
            );
        }
        for &word in words.iter().take(Self::MOST) {
            match word.pair() {
                Some((key, value)) => {
                    params.push(Param {
                        key,
                        value,
                        place: word.place,
                        known: Cell::new(false),
                    });
                }
                None => diagnostics.warn(
                    word.place,
                    format!("`{}` is ignored: write a parameter as key=value", word.text),
                ),
            }
        }
        params
    }
}

/// What a value's spelling makes of it.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Value<'t> {
    Heading(Heading),
    Colour,
    Whole(i32),
    Real(f64),
    Flag(bool),
    Text(&'t str),
}

const COLOURS: [&str; 17] = [
    "GREEN",
    "BLUE",
    "RED",
    "GRAY",
    "WHITE",
    "BROWN",
    "BLACK",
    "ORANGE",
    "YELLOW",
    "PINK",
    "GOLD",
    "LIGHTRED",
    "LIGHTORANGE",
    "LIGHTBLUE",
    "LIGHTGREEN",
    "LIGHTGRAY",
    "DARKGRAY",
];

impl<'t> Value<'t> {
    fn of(text: &'t str) -> Value<'t> {
        let number = |c: char| c.is_ascii_digit() || matches!(c, '+' | '-' | '.' | 'e' | 'E');
        match text {
            "UP" => Value::Heading(Heading::UP),
            "DOWN" => Value::Heading(Heading::DOWN),
            "LEFT" => Value::Heading(Heading::LEFT),
            "RIGHT" => Value::Heading(Heading::RIGHT),
            _ if COLOURS.contains(&text) => Value::Colour,
            _ if text.eq_ignore_ascii_case("true") => Value::Flag(true),
            _ if text.eq_ignore_ascii_case("false") => Value::Flag(false),
            _ if text.chars().all(number) => match (text.parse(), text.parse()) {
                (Ok(whole), _) => Value::Whole(whole),
                (_, Ok(real)) => Value::Real(real),
                _ => Value::Text(text),
            },
            _ => Value::Text(text),
        }
    }
}

/// Sprites by name.
pub(crate) type Names<'t> = HashMap<&'t str, SpriteTypeId>;

/// Reads typed values out of a list of parameters, later ones first.
#[derive(Clone, Copy)]
pub(crate) struct Reader<'r, 't> {
    pub(crate) params: &'r [&'r Param<'t>],
    pub(crate) names: &'r Names<'t>,
    pub(crate) diagnostics: &'r Diagnostics,
    /// Where the thing stands that is being read.
    pub(crate) place: (usize, usize),
    /// Whether something must be said about what is missing; headings need nothing.
    pub(crate) strict: bool,
}

impl<'r, 't> Reader<'r, 't> {
    fn find(&self, key: &str) -> Option<&'r Param<'t>> {
        let mut found = None;
        for param in self.params.iter().filter(|param| param.key == key) {
            param.known.set(true);
            found = Some(*param);
        }
        found
    }

    fn typed<T>(
        &self,
        key: &str,
        wanted: &str,
        accept: impl Fn(Value<'t>) -> Option<T>,
    ) -> Option<T> {
        let param = self.find(key)?;
        let value = accept(Value::of(param.value));
        if value.is_none() {
            self.diagnostics.warn(
                param.place,
                format!("`{}` is ignored: {key} wants {wanted}", param.value),
            );
        }
        value
    }

    pub(crate) fn whole(&self, key: &str, default: i32) -> i32 {
        self.maybe_whole(key).unwrap_or(default)
    }

    pub(crate) fn maybe_whole(&self, key: &str) -> Option<i32> {
        self.typed(key, "a whole number", |value| match value {
            Value::Whole(whole) => Some(whole),
            _ => None,
        })
    }

    pub(crate) fn real(&self, key: &str, default: f64) -> f64 {
        let real = self.typed(key, "a number", |value| match value {
            Value::Whole(whole) => Some(f64::from(whole)),
            Value::Real(real) => Some(real),
            _ => None,
        });
        real.unwrap_or(default)
    }

    pub(crate) fn flag(&self, key: &str, default: bool) -> bool {
        let flag = self.typed(key, "true or false", |value| match value {
            Value::Flag(flag) => Some(flag),
            _ => None,
        });
        flag.unwrap_or(default)
    }

    pub(crate) fn heading(&self, key: &str) -> Option<Heading> {
        self.typed(key, "UP, DOWN, LEFT or RIGHT", |value| match value {
            Value::Heading(heading) => Some(heading),
            _ => None,
        })
    }

    /// The text as written, whatever it looks like.
    pub(crate) fn raw(&self, key: &str) -> Option<&'t str> {
        self.find(key).map(|param| param.value)
    }

    pub(crate) fn text(&self, key: &str) -> Option<&'t str> {
        self.typed(key, "a name", |value| match value {
            Value::Text(text) => Some(text),
            _ => None,
        })
    }

    /// A sprite by name; an undefined one is reported and is none.
    pub(crate) fn kind(&self, key: &str) -> Option<SpriteTypeId> {
        let name = self.text(key)?;
        self.named(key, name)
    }

    /// Several sprites, separated by commas.
    pub(crate) fn kinds(&self, key: &str) -> Vec<SpriteTypeId> {
        let text = self.text(key).unwrap_or("");
        text.split(',')
            .filter(|name| !name.is_empty())
            .filter_map(|name| self.named(key, name))
            .collect()
    }

    fn named(&self, key: &str, name: &str) -> Option<SpriteTypeId> {
        let found = self.names.get(name).copied();
        if found.is_none() {
            let place = self.find(key).map_or(self.place, |param| param.place);
            self.diagnostics.warn(
                place,
                format!("{key} names `{name}`, which SpriteSet does not define"),
            );
        }
        found
    }

    /// As [`kind`](Self::kind), with a warning when it is missing altogether.
    pub(crate) fn needed_kind(&self, key: &str, what: &str) -> Option<SpriteTypeId> {
        if self.find(key).is_none() && self.strict {
            self.diagnostics.warn(
                self.place,
                format!("{what} has no {key} and does nothing: name a sprite"),
            );
        }
        self.kind(key)
    }

    /// An integer that the framework keeps as text (`scoreChange`).
    pub(crate) fn score(&self, key: &str) -> i32 {
        let Some(param) = self.find(key) else {
            return 0;
        };
        param.value.parse().unwrap_or_else(|_| {
            self.diagnostics.error(
                param.place,
                format!("{key} must be a whole number, not `{}`", param.value),
            );
            0
        })
    }

    /// Reports an error at the thing that is being read.
    pub(crate) fn error(&self, message: String) {
        self.diagnostics.error(self.place, message);
    }

    /// Declares keys that only concern drawing or people's keyboards.
    pub(crate) fn accept(&self, keys: &[&str]) {
        for key in keys {
            self.find(key);
        }
    }
}
