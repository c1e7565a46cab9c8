//! Options that engines declare, and values that fit them.

use strsim::damerau_levenshtein;

/// An option that an engine declares.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DeclaredOption {
    /// Its name; engines do not distinguish upper and lower case.
    pub name: String,
    /// Its type, with its default.
    pub kind: OptionKind,
}

/// Types of options in UCI.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OptionKind {
    /// True or false.
    Check {
        /// The default.
        default: bool,
    },
    /// A whole number in a range.
    Spin {
        /// The default.
        default: i64,
        /// The least value.
        min: i64,
        /// The greatest value.
        max: i64,
    },
    /// One of some words.
    Combo {
        /// The default.
        default: String,
        /// All of them.
        choices: Vec<String>,
    },
    /// Something to press, without a value.
    Button,
    /// A text.
    Text {
        /// The default.
        default: String,
    },
}

impl OptionKind {
    /// The default as it is sent; a button has none.
    pub fn default_value(&self) -> Option<String> {
        match self {
            OptionKind::Check { default } => Some(default.to_string()),
            OptionKind::Spin { default, .. } => Some(default.to_string()),
            OptionKind::Combo { default, .. } | OptionKind::Text { default } => {
                Some(default.clone())
            }
            OptionKind::Button => None,
        }
    }
}

/// The line that declares it.
impl std::fmt::Display for DeclaredOption {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let name = &self.name;
        match &self.kind {
            OptionKind::Check { default } => {
                write!(f, "option name {name} type check default {default}")
            }
            OptionKind::Spin { default, min, max } => {
                write!(
                    f,
                    "option name {name} type spin default {default} min {min} max {max}"
                )
            }
            OptionKind::Combo { default, choices } => {
                write!(f, "option name {name} type combo default {default}")?;
                choices.iter().try_for_each(|word| write!(f, " var {word}"))
            }
            OptionKind::Button => write!(f, "option name {name} type button"),
            OptionKind::Text { default } if default.is_empty() => {
                write!(f, "option name {name} type string default <empty>")
            }
            OptionKind::Text { default } => {
                write!(f, "option name {name} type string default {default}")
            }
        }
    }
}

/// Words of the `option` line that end a value.
const WORDS: [&str; 6] = ["name", "type", "default", "min", "max", "var"];

impl DeclaredOption {
    /// Reads what follows the word `option`: `name Hash type spin default 16 min 1 max 1024`. The
    /// reason is for people.
    pub fn read(text: &str) -> Result<DeclaredOption, String> {
        let mut fields: Vec<(&str, Vec<&str>)> = Vec::new();
        for word in text.split_whitespace() {
            // A name may contain any word but `type`; values end at the next field.
            let in_name = fields.last().is_some_and(|(field, _)| *field == "name");
            let begins = match in_name {
                true => word == "type",
                false => WORDS.contains(&word),
            };
            match fields.last_mut() {
                _ if begins => fields.push((word, Vec::new())),
                Some((_, words)) => words.push(word),
                None => return Err(format!("`{word}` stands where `name` should")),
            }
        }
        let field = |name: &str| {
            let found = fields.iter().find(|(field, _)| *field == name);
            found.map(|(_, words)| words.join(" "))
        };
        let name = field("name").filter(|name| !name.is_empty());
        let name = name.ok_or("it has no name")?;
        let number = |what: &str| {
            let text = field(what).ok_or(format!("`{name}` has no {what}"))?;
            let number = text.parse::<i64>();
            number.map_err(|_| format!("the {what} of `{name}` is `{text}`, not a whole number"))
        };
        let default = || field("default").unwrap_or_default();
        let kind = match field("type").as_deref() {
            Some("check") => OptionKind::Check {
                default: default() == "true",
            },
            Some("spin") => {
                let (min, max) = (number("min")?, number("max")?);
                let default = number("default")?;
                if !(min..=max).contains(&default) {
                    return Err(format!(
                        "the default of `{name}` is {default}, outside of {min} to {max}"
                    ));
                }
                OptionKind::Spin { default, min, max }
            }
            Some("combo") => OptionKind::Combo {
                default: default(),
                choices: fields
                    .iter()
                    .filter(|(field, _)| *field == "var")
                    .map(|(_, words)| words.join(" "))
                    .collect(),
            },
            Some("button") => OptionKind::Button,
            Some("string") => OptionKind::Text {
                default: match default() {
                    empty if empty == "<empty>" => String::new(),
                    text => text,
                },
            },
            Some(other) => return Err(format!("`{name}` is of the unknown type `{other}`")),
            None => return Err(format!("`{name}` has no type")),
        };
        Ok(DeclaredOption { name, kind })
    }

    /// The value as it is sent, or why it does not fit and what would.
    pub fn check(&self, value: &str) -> Result<String, String> {
        let name = &self.name;
        match &self.kind {
            OptionKind::Check { .. } => match value.to_ascii_lowercase().as_str() {
                "true" | "yes" => Ok("true".into()),
                "false" | "no" => Ok("false".into()),
                _ => Err(format!("`{name}` is true or false, not `{value}`")),
            },
            OptionKind::Spin { min, max, .. } => match value.parse::<i64>() {
                Ok(number) if (*min..=*max).contains(&number) => Ok(number.to_string()),
                _ => Err(format!(
                    "`{name}` cannot be {value}: it takes a whole number, {min} to {max}"
                )),
            },
            OptionKind::Combo { choices, .. } => {
                let found = choices
                    .iter()
                    .find(|known| known.eq_ignore_ascii_case(value));
                found.cloned().ok_or_else(|| {
                    format!(
                        "`{name}` cannot be `{value}`: it is one of {}",
                        choices.join(", ")
                    )
                })
            }
            OptionKind::Button => Err(format!(
                "`{name}` is a button and takes no value; write `{name}: press`"
            )),
            OptionKind::Text { .. } if value.contains(['\n', '\r']) => {
                Err(format!("the text of `{name}` has more than one line"))
            }
            OptionKind::Text { .. } => Ok(value.to_string()),
        }
    }
}

/// The word for pressing a button.
const PRESS: &str = "press";

/// An option with the value that is sent; a button has none.
pub(crate) type Setting = (String, Option<String>);

/// Checks an option against what an engine declares: it is named as the engine names it.
pub(crate) fn checked(
    declared: &[DeclaredOption],
    name: &str,
    value: &str,
) -> Result<Setting, String> {
    let found = declared
        .iter()
        .find(|known| known.name.eq_ignore_ascii_case(name));
    let Some(option) = found else {
        let nearest = declared
            .iter()
            .map(|known| {
                let [ours, theirs] = [name, &known.name].map(str::to_ascii_lowercase);
                (damerau_levenshtein(&ours, &theirs), &known.name)
            })
            .min();
        let hint = match nearest {
            Some((distance, near)) if distance <= 1 + name.len() / 3 => {
                format!("did you mean `{near}`?")
            }
            _ if declared.is_empty() => "it declares no options".to_string(),
            _ => {
                let names = declared.iter().map(|known| known.name.as_str());
                format!("it has {}", names.collect::<Vec<_>>().join(", "))
            }
        };
        return Err(format!("the engine has no option `{name}`; {hint}"));
    };
    let value = match option.kind {
        OptionKind::Button if value == PRESS => None,
        _ => Some(option.check(value)?),
    };
    Ok((option.name.clone(), value))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(text: &str) -> DeclaredOption {
        DeclaredOption::read(text).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    #[test]
    fn the_types_of_uci_are_read() {
        let spin = read("name Skill Level type spin default 20 min 0 max 20");
        assert_eq!(spin.name, "Skill Level");
        let (default, min, max) = (20, 0, 20);
        assert_eq!(spin.kind, OptionKind::Spin { default, min, max });
        assert_eq!(read("name Clear Hash type button").kind, OptionKind::Button);
        let check = read("name UCI_Chess960 type check default false");
        assert_eq!(check.kind, OptionKind::Check { default: false });
        let combo = read("name Style type combo default Very Solid var Very Solid var Risky");
        let choices = vec!["Very Solid".to_string(), "Risky".into()];
        let default = "Very Solid".to_string();
        assert_eq!(combo.kind, OptionKind::Combo { default, choices });
        let text = read("name SyzygyPath type string default <empty>");
        assert_eq!(
            text.kind,
            OptionKind::Text {
                default: String::new()
            }
        );
        let text = read("name Debug Log File type string default");
        assert_eq!(text.name, "Debug Log File");
    }

    #[test]
    fn what_is_declared_is_read_back() {
        for line in [
            "option name Hash type spin default 16 min 1 max 1024",
            "option name Style type combo default Solid var Solid var Risky",
            "option name Ponder type check default true",
            "option name Book File type string default <empty>",
            "option name Clear Hash type button",
        ] {
            let read = read(line.strip_prefix("option ").unwrap());
            assert_eq!(read.to_string(), line);
        }
    }

    #[test]
    fn nonsense_is_refused_with_a_reason() {
        let says = |text: &str, part: &str| {
            let error = DeclaredOption::read(text).unwrap_err();
            assert!(error.contains(part), "{text}: {error}");
        };
        says("", "no name");
        says("type spin", "no name");
        says("Hash type spin", "stands where `name` should");
        says("name Hash", "no type");
        says("name Hash type slider", "unknown type `slider`");
        says("name Hash type spin default 1 min 1", "has no max");
        says(
            "name Hash type spin default x min 1 max 2",
            "not a whole number",
        );
        says(
            "name Hash type spin default 9 min 1 max 2",
            "outside of 1 to 2",
        );
    }

    #[test]
    fn values_are_checked_against_what_is_declared() {
        let declared = [
            read("name Hash type spin default 16 min 1 max 1024"),
            read("name Ponder type check default false"),
            read("name Style type combo default Solid var Solid var Risky"),
            read("name Clear Hash type button"),
            read("name Book File type string default <empty>"),
        ];
        let fits = |name: &str, value: &str| checked(&declared, name, value).unwrap();
        assert_eq!(fits("hash", "32"), ("Hash".into(), Some("32".into())));
        assert_eq!(fits("Ponder", "yes").1.as_deref(), Some("true"));
        assert_eq!(fits("style", "risky").1.as_deref(), Some("Risky"));
        assert_eq!(fits("Clear Hash", "press").1, None);
        assert_eq!(fits("Book File", "a b.bin").1.as_deref(), Some("a b.bin"));
        let says = |name: &str, value: &str, part: &str| {
            let error = checked(&declared, name, value).unwrap_err();
            assert!(error.contains(part), "{error}");
        };
        says("Hsah", "1", "did you mean `Hash`?");
        says("Contempt", "1", "it has Hash, Ponder");
        says("Hash", "0", "a whole number, 1 to 1024");
        says("Hash", "2.5", "cannot be 2.5");
        says("Ponder", "maybe", "true or false");
        says("Style", "Wild", "one of Solid, Risky");
        says("Clear Hash", "1", "write `Clear Hash: press`");
        says("Book File", "a\nquit", "more than one line");
        assert!(
            checked(&[], "Hash", "1")
                .unwrap_err()
                .contains("no options")
        );
    }

    proptest! {
        /// Whatever an engine says, it is read or refused.
        #[test]
        fn any_declaration_is_read_or_refused(text in "(name|type|default|min|max|var|spin|check|combo|string|button|-?[0-9]{1,25}|[a-zA-Z<>é]{0,6}| ){0,20}") {
            let _ = DeclaredOption::read(&text);
        }

        /// What fits is sent in a form that fits again.
        #[test]
        fn what_is_sent_fits(value in -50i64..150) {
            let option = read("name N type spin default 0 min -20 max 99");
            let checked = option.check(&value.to_string());
            prop_assert_eq!(checked.is_ok(), (-20..=99).contains(&value));
            if let Ok(sent) = checked {
                prop_assert_eq!(option.check(&sent), Ok(sent.clone()));
            }
        }
    }
}
