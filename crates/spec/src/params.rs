//! Typed parameters: declaration, parsing, canonical text, help, schema and tuner ranges come from one
//! definition.
//!
//! ```
//! use ludometer_spec::param::Args;
//! use ludometer_spec::params::{real, switch, whole};
//! use ludometer_spec::source::Span;
//! use ludometer_spec::spec::Spec;
//!
//! ludometer_spec::params! {
//!     /// What `mine` can be set on.
//!     struct Mine {
//!         playouts: u64 = whole("playouts", 1..=1_000_000, "playouts a decision").or("1000"),
//!         c: f64 = real("c", 0.0..=1e9, "exploration constant").or("1.4"),
//!         reuse: bool = switch("reuse", "keep the tree between moves").or("no").neutral("no"),
//!     }
//! }
//!
//! let spec = Spec::parse(&Span::whole("agent", "mine(c=0.7)"))?;
//! let args = Args::bind(&spec, Mine::params().declared())?;
//! let mine = Mine::params().read(&args)?;
//! assert_eq!((mine.playouts, mine.c, mine.reuse), (1000, 0.7, false));
//! # Ok::<(), ludometer_spec::source::Diagnostic>(())
//! ```

use crate::param::{Args, Param, ParamKind};
use crate::source::Diagnostic;
use crate::spec::{Keyed, Spec};
use std::ops::RangeInclusive;
use std::sync::Arc;

type Read<T> = Arc<dyn Fn(&Args) -> Result<T, Diagnostic> + Send + Sync>;

/// Declared parameters, and how their typed values are read from a spec.
pub struct Params<T> {
    declared: Vec<Param>,
    read: Read<T>,
}

impl<T> Clone for Params<T> {
    fn clone(&self) -> Self {
        Params {
            declared: self.declared.clone(),
            read: Arc::clone(&self.read),
        }
    }
}

impl<T: 'static> Params<T> {
    /// These parameters with this reader.
    pub fn new(
        declared: Vec<Param>,
        read: impl Fn(&Args) -> Result<T, Diagnostic> + Send + Sync + 'static,
    ) -> Params<T> {
        Params {
            declared,
            read: Arc::new(read),
        }
    }

    /// The declarations.
    pub fn declared(&self) -> &[Param] {
        &self.declared
    }

    /// The typed values of bound arguments; they must have been bound to these declarations.
    pub fn read(&self, args: &Args) -> Result<T, Diagnostic> {
        (self.read)(args)
    }

    /// The same with a default of the last parameter.
    #[must_use]
    pub fn or(mut self, default: &str) -> Params<T> {
        if let Some(param) = self.declared.last_mut() {
            param.default = Some(default.to_string());
        }
        self
    }

    /// The same with another default of the parameter of this name.
    #[must_use]
    pub fn default_of(mut self, name: &str, default: &str) -> Params<T> {
        if let Some(param) = self.declared.iter_mut().find(|param| param.name == name) {
            param.default = Some(default.to_string());
        }
        self
    }

    /// The same with a neutral value of the last parameter, at which stored identities omit it.
    #[must_use]
    pub fn neutral(self, value: &str) -> Params<T> {
        self.last(|param| param.neutral(value))
    }

    /// [`Params::neutral`] for a parameter that was added after entries had versions.
    #[must_use]
    pub fn added(self, value: &str) -> Params<T> {
        self.last(|param| param.added(value))
    }

    /// The same with the identifier that the last parameter had before it was renamed.
    #[must_use]
    pub fn known_as(self, id: &str) -> Params<T> {
        self.last(|param| param.known_as(id))
    }

    /// The same with an earlier name of the last parameter, which is still accepted and stays the
    /// identifier.
    #[must_use]
    pub fn formerly(self, name: &str) -> Params<T> {
        self.last(|param| param.formerly(name))
    }

    /// The same with other common names of the last parameter, which are accepted too.
    #[must_use]
    pub fn aliases<'a>(self, names: impl IntoIterator<Item = &'a str>) -> Params<T> {
        self.last(|param| param.aliases(names))
    }

    fn last(mut self, change: impl FnOnce(Param) -> Param) -> Params<T> {
        if let Some(param) = self.declared.pop() {
            self.declared.push(change(param));
        }
        self
    }

    /// Maps the values.
    #[must_use]
    pub fn map<U: 'static>(self, turn: impl Fn(T) -> U + Send + Sync + 'static) -> Params<U> {
        self.check(move |value, _| Ok(turn(value)))
    }

    /// Maps the values, or refuses them.
    #[must_use]
    pub fn check<U: 'static>(
        self,
        turn: impl Fn(T, &Args) -> Result<U, Diagnostic> + Send + Sync + 'static,
    ) -> Params<U> {
        let read = self.read;
        Params::new(self.declared, move |args| turn(read(args)?, args))
    }
}

/// No parameters.
pub fn none() -> Params<()> {
    Params::new(Vec::new(), |_| Ok(()))
}

fn one<T: 'static>(
    name: &str,
    kind: ParamKind,
    about: &str,
    read: impl Fn(&Args, &str) -> Result<T, Diagnostic> + Send + Sync + 'static,
) -> Params<T> {
    let (param, name) = (Param::new(name, kind, None, about), name.to_string());
    Params::new(vec![param], move |args| read(args, &name))
}

/// A whole number in a range that the type can hold.
pub fn whole<T: TryFrom<u64> + 'static>(
    name: &str,
    range: RangeInclusive<u64>,
    about: &str,
) -> Params<T> {
    let most = i64::try_from(*range.end()).unwrap_or(i64::MAX);
    let least = i64::try_from(*range.start()).unwrap_or(i64::MAX);
    one(name, ParamKind::Whole(least, most), about, |args, name| {
        let number = args.whole(name);
        T::try_from(number).map_err(|_| {
            let message = format!("`{name}` cannot be {number}: it is too large");
            Diagnostic::at(&args.value(name).span, message)
        })
    })
}

/// A number in a range.
pub fn real(name: &str, range: RangeInclusive<f64>, about: &str) -> Params<f64> {
    let kind = ParamKind::Real(*range.start(), *range.end());
    one(name, kind, about, |args, name| Ok(args.real(name)))
}

/// One of some words, each mapped to a value.
pub fn choice<T: Clone + Send + Sync + 'static>(
    name: &str,
    choices: impl IntoIterator<Item = (&'static str, T)>,
    about: &str,
) -> Params<T> {
    let choices: Vec<(&str, T)> = choices.into_iter().collect();
    let kind = ParamKind::choice(choices.iter().map(|(word, _)| *word));
    one(name, kind, about, move |args, name| {
        let given = args.spec(name);
        let found = choices.iter().find(|(word, _)| *word == given.name);
        let found = found.map(|(_, value)| value.clone());
        found.ok_or_else(|| Diagnostic::at(&given.span, format!("`{name}` has no such value")))
    })
}

/// Yes or no.
pub fn switch(name: &str, about: &str) -> Params<bool> {
    choice(name, [("no", false), ("yes", true)], about)
}

/// A text.
pub fn text(name: &str, about: &str) -> Params<String> {
    let read = |args: &Args, name: &str| Ok(args.text(name).to_string());
    one(name, ParamKind::Text, about, read)
}

/// A table of names and values.
pub fn table(name: &str, about: &str) -> Params<Vec<Keyed>> {
    let read = |args: &Args, name: &str| Ok(args.table(name).to_vec());
    one(name, ParamKind::Table, about, read)
}

/// A nested spec.
fn nested(name: &str, kind: ParamKind, about: &str) -> Params<Spec> {
    one(name, kind, about, |args, name| Ok(args.spec(name).clone()))
}

/// A measure of the game.
pub fn measure(name: &str, about: &str) -> Params<Spec> {
    nested(name, ParamKind::Measure, about)
}

/// A measure or an evaluator.
pub fn evaluator(name: &str, about: &str) -> Params<Spec> {
    nested(name, ParamKind::Evaluator, about)
}

/// An agent.
pub fn agent(name: &str, about: &str) -> Params<Spec> {
    nested(name, ParamKind::Agent, about)
}

/// A network.
pub fn network(name: &str, about: &str) -> Params<Spec> {
    nested(name, ParamKind::Network, about)
}

/// A family of the game's measures: its name, and where it is written.
pub fn family(name: &str, about: &str) -> Params<(String, crate::source::Span)> {
    one(name, ParamKind::Family, about, |args, name| {
        Ok((args.text(name).to_string(), args.value(name).span.clone()))
    })
}

/// Defines a struct of parameters, and `params()`, which declares and reads them. Every field has the
/// [`Params`] that it is read by.
#[macro_export]
macro_rules! params {
    ($(#[$meta:meta])* $vis:vis struct $name:ident {
        $($(#[$field_meta:meta])* $field_vis:vis $field:ident: $type:ty = $params:expr),* $(,)?
    }) => {
        $(#[$meta])*
        $vis struct $name {
            $($(#[$field_meta])* $field_vis $field: $type),*
        }

        impl $name {
            /// Declares and reads the parameters.
            $vis fn params() -> $crate::params::Params<$name> {
                let mut declared = Vec::new();
                $(
                    let $field: $crate::params::Params<$type> = $params;
                    declared.extend_from_slice($field.declared());
                )*
                $crate::params::Params::new(declared, move |args| {
                    Ok($name { $($field: $field.read(args)?),* })
                })
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Span;

    crate::params! {
        struct Inner {
            low: u8 = whole("low", 0..=9, "the least").or("1"),
            high: u8 = whole("high", 0..=9, "the greatest").or("5"),
        }
    }

    crate::params! {
        struct Outer {
            depth: u32 = whole("depth", 1..=30, "plies"),
            bounds: (u8, u8) = Inner::params().check(|inner, args| {
                if inner.low <= inner.high {
                    return Ok((inner.low, inner.high));
                }
                let message = format!("`low` is {}, above `high`", inner.low);
                Err(Diagnostic::at(&args.value("low").span, message))
            }),
            way: i8 = choice("way", [("up", 1), ("down", -1)], "way").or("up"),
        }
    }

    fn read(text: &str) -> Result<(u32, (u8, u8), i8), String> {
        let outer = Outer::params().default_of("high", "7");
        let spec =
            Spec::parse(&Span::whole("test", text)).map_err(|diagnostic| diagnostic.to_string())?;
        let args =
            Args::bind(&spec, outer.declared()).map_err(|diagnostic| diagnostic.to_string())?;
        let outer = outer
            .read(&args)
            .map_err(|diagnostic| diagnostic.to_string())?;
        Ok((outer.depth, outer.bounds, outer.way))
    }

    #[test]
    fn groups_are_declared_and_read_in_their_order() {
        assert_eq!(read("x(4)"), Ok((4, (1, 7), 1)));
        assert_eq!(read("x(4, 2, 3, down)"), Ok((4, (2, 3), -1)));
        assert_eq!(read("x(way=down, depth=9)"), Ok((9, (1, 7), -1)));
    }

    #[test]
    fn what_is_refused_says_where() {
        let diagnostic = read("x(4, low=8)").unwrap_err();
        assert!(
            diagnostic.contains("`low` is 8, above `high`"),
            "{diagnostic}"
        );
        let diagnostic = read("x(4, way=left)").unwrap_err();
        assert!(
            diagnostic.contains("`way` cannot be `left`"),
            "{diagnostic}"
        );
        assert!(read("x").unwrap_err().contains("needs its parameter"));
    }
}
