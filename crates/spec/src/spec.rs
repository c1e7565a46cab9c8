//! The language in which plans and commands name games, agents and evaluators: `depth(t=4,
//! leaf=add(euclidean, a=0.1))`.
//!
//! ```text
//! spec  = name [ "(" [ argument { "," argument } ] ")" ]
//! argument = [ name "=" ] value
//! value = number | spec | text | placeholder | table
//! text  = "'" any characters but "'" "'"
//! placeholder = "{" name "}"
//! table = "{" [ key ":" value { "," key ":" value } ] "}"
//! key   = text | words
//! ```
//!
//! Names begin with a letter and continue with letters, digits, `-` and `_`. A placeholder is
//! substituted from a plan's variables before anything is constructed. The keys of a table are names of
//! other programs' options, such as `Hash` or `Skill Level`: words that begin with a letter, or a text.

// The file is long because the tree, the reader and the writer of this grammar are read side by side.

use crate::source::{Diagnostic, Span};
use std::fmt;

/// A name with arguments.
#[derive(Clone, Debug, PartialEq)]
pub struct Spec {
    /// The name of the entry.
    pub name: String,
    /// Its arguments in the order written.
    pub arguments: Vec<Argument>,
    /// Its span.
    pub span: Span,
}

/// A value for a parameter, by name or by position.
#[derive(Clone, Debug, PartialEq)]
pub struct Argument {
    /// The parameter, where it is named.
    pub key: Option<(String, Span)>,
    /// What it is set to.
    pub value: Value,
}

/// A value with its span.
#[derive(Clone, Debug, PartialEq)]
pub struct Value {
    /// The value.
    pub what: Literal,
    /// Its span.
    pub span: Span,
}

/// The kinds of value.
#[derive(Clone, Debug, PartialEq)]
pub enum Literal {
    /// A number.
    Number(f64),
    /// A quoted text.
    Text(String),
    /// A name, perhaps with arguments.
    Spec(Spec),
    /// A placeholder for a variable.
    Placeholder(String),
    /// Values by key, in the order written; no key is there twice.
    Table(Vec<Keyed>),
}

/// A value of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Keyed {
    /// The key.
    pub key: String,
    /// The span of the key.
    pub span: Span,
    /// The value.
    pub value: Value,
}

impl Keyed {
    /// The same with another value.
    fn with(&self, value: Value) -> Keyed {
        Keyed {
            key: self.key.clone(),
            span: self.span.clone(),
            value,
        }
    }
}

impl Spec {
    /// Parses a spec that fills the whole span.
    pub fn parse(span: &Span) -> Result<Spec, Diagnostic> {
        let value = Value::parse(span)?;
        match value.what {
            Literal::Spec(spec) => Ok(spec),
            _ => Err(Diagnostic::at(
                &value.span,
                "a name is expected here, as in `depth(t=4)`",
            )),
        }
    }

    /// The spec with every placeholder substituted.
    pub fn fill(&self, variables: &[(String, Value)]) -> Result<Spec, Diagnostic> {
        let arguments = self.arguments.iter().map(|argument| {
            Ok(Argument {
                key: argument.key.clone(),
                value: argument.value.fill(variables)?,
            })
        });
        Ok(Spec {
            name: self.name.clone(),
            arguments: arguments.collect::<Result<_, Diagnostic>>()?,
            span: self.span.clone(),
        })
    }
}

impl Value {
    /// Parses a value that fills the whole span.
    pub fn parse(span: &Span) -> Result<Value, Diagnostic> {
        let mut reader = Reader {
            span,
            text: span.text(),
            at: 0,
            depth: 0,
        };
        let value = reader.value()?;
        reader.skip_spaces();
        match reader.peek() {
            None => Ok(value),
            Some(sign) => {
                Err(reader.diagnostic(format!("`{sign}` is not expected after a complete spec")))
            }
        }
    }

    /// The value with every placeholder substituted.
    pub fn fill(&self, variables: &[(String, Value)]) -> Result<Value, Diagnostic> {
        Ok(match &self.what {
            Literal::Placeholder(name) => match variables.iter().find(|(known, _)| known == name) {
                Some((_, value)) => value.clone(),
                None => {
                    let diagnostic =
                        Diagnostic::at(&self.span, format!("no variable is called `{name}`"));
                    return Err(
                        diagnostic.known(name, variables.iter().map(|(known, _)| known.as_str()))
                    );
                }
            },
            Literal::Spec(spec) => Value {
                what: Literal::Spec(spec.fill(variables)?),
                span: self.span.clone(),
            },
            Literal::Table(entries) => {
                let entries = entries
                    .iter()
                    .map(|entry| Ok(entry.with(entry.value.fill(variables)?)));
                Value {
                    what: Literal::Table(entries.collect::<Result<_, Diagnostic>>()?),
                    span: self.span.clone(),
                }
            }
            _ => self.clone(),
        })
    }

    /// The value with the placeholders of these variables substituted; others stay.
    pub fn fill_known(&self, variables: &[(String, Value)]) -> Value {
        match &self.what {
            Literal::Placeholder(name) => {
                let found = variables.iter().find(|(known, _)| known == name);
                found.map_or_else(|| self.clone(), |(_, value)| value.clone())
            }
            Literal::Spec(spec) => {
                let mut spec = spec.clone();
                for argument in &mut spec.arguments {
                    argument.value = argument.value.fill_known(variables);
                }
                Value {
                    what: Literal::Spec(spec),
                    span: self.span.clone(),
                }
            }
            Literal::Table(entries) => {
                let entries = entries.iter();
                let entries = entries.map(|entry| entry.with(entry.value.fill_known(variables)));
                Value {
                    what: Literal::Table(entries.collect()),
                    span: self.span.clone(),
                }
            }
            _ => self.clone(),
        }
    }

    /// The value with all its spans replaced by one.
    pub fn moved(self, span: &Span) -> Value {
        let what = match self.what {
            Literal::Spec(spec) => Literal::Spec(Spec {
                name: spec.name,
                arguments: spec
                    .arguments
                    .into_iter()
                    .map(|argument| Argument {
                        key: argument.key.map(|(key, _)| (key, span.clone())),
                        value: argument.value.moved(span),
                    })
                    .collect(),
                span: span.clone(),
            }),
            Literal::Table(entries) => Literal::Table(
                entries
                    .into_iter()
                    .map(|entry| Keyed {
                        key: entry.key,
                        span: span.clone(),
                        value: entry.value.moved(span),
                    })
                    .collect(),
            ),
            what => what,
        };
        let span = span.clone();
        Value { what, span }
    }

    /// The names of all placeholders in it.
    pub fn placeholders(&self) -> Vec<String> {
        match &self.what {
            Literal::Placeholder(name) => vec![name.clone()],
            Literal::Spec(spec) => spec
                .arguments
                .iter()
                .flat_map(|a| a.value.placeholders())
                .collect(),
            Literal::Table(entries) => entries
                .iter()
                .flat_map(|entry| entry.value.placeholders())
                .collect(),
            _ => Vec::new(),
        }
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        for (i, argument) in self.arguments.iter().enumerate() {
            f.write_str(if i == 0 { "(" } else { ", " })?;
            if let Some((key, _)) = &argument.key {
                write!(f, "{key}=")?;
            }
            write!(f, "{}", argument.value)?;
        }
        f.write_str(if self.arguments.is_empty() { "" } else { ")" })
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.what.fmt(f)
    }
}

impl fmt::Display for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Literal::Number(number) => write!(f, "{number}"),
            Literal::Text(text) => write!(f, "'{text}'"),
            Literal::Spec(spec) => write!(f, "{spec}"),
            Literal::Placeholder(name) => write!(f, "{{{name}}}"),
            Literal::Table(entries) => {
                f.write_str("{")?;
                for (number, Keyed { key, value, .. }) in entries.iter().enumerate() {
                    let gap = if number == 0 { "" } else { ", " };
                    match is_plain(key) {
                        true => write!(f, "{gap}{key}: {value}")?,
                        false => write!(f, "{gap}'{key}': {value}")?,
                    }
                }
                f.write_str("}")
            }
        }
    }
}

/// Whether a key needs no quotation marks: words of letters, digits and signs that mean nothing in a
/// spec, with single spaces between them, that begin with a letter.
fn is_plain(key: &str) -> bool {
    key.starts_with(char::is_alphabetic)
        && key.chars().all(is_of_key)
        && !key.ends_with(' ')
        && !key.contains("  ")
}

fn is_of_key(sign: char) -> bool {
    sign == ' ' || sign.is_alphanumeric() || matches!(sign, '-' | '_' | '.' | '/')
}

/// Deeper nesting than any sensible spec has; it bounds the recursion on hostile input.
const DEEPEST: usize = 32;

struct Reader<'a> {
    span: &'a Span,
    text: &'a str,
    at: usize,
    depth: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn skip_spaces(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    fn diagnostic(&self, message: impl Into<String>) -> Diagnostic {
        let width = self.peek().map_or(0, char::len_utf8);
        Diagnostic::at(&self.span.part(self.at..self.at + width), message)
    }

    fn take_while(&mut self, keep: impl Fn(char) -> bool) -> String {
        let rest = &self.text[self.at..];
        let end = rest.find(|c| !keep(c)).unwrap_or(rest.len());
        self.at += end;
        rest[..end].to_string()
    }

    fn value(&mut self) -> Result<Value, Diagnostic> {
        self.skip_spaces();
        let start = self.at;
        let what = match self.peek() {
            Some('\'') => Literal::Text(self.enclosed('\'')?),
            Some('{') if self.opens_table() => Literal::Table(self.table()?),
            Some('{') => Literal::Placeholder(self.enclosed('}')?.trim().to_string()),
            Some(sign) if sign.is_ascii_digit() || matches!(sign, '-' | '+' | '.') => {
                Literal::Number(self.number()?)
            }
            Some(sign) if sign.is_alphabetic() => Literal::Spec(self.spec()?),
            Some(sign) => {
                return Err(self.diagnostic(format!("`{sign}` begins no name and no number")));
            }
            None => return Err(self.diagnostic("a name or a number is missing at the end")),
        };
        let span = self.span.part(start..self.at);
        Ok(Value { what, span })
    }

    fn number(&mut self) -> Result<f64, Diagnostic> {
        let start = self.at;
        let text =
            self.take_while(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '+' | '_'));
        match text.replace('_', "").parse::<f64>() {
            Ok(number) if number.is_finite() => Ok(number),
            _ => {
                let span = self.span.part(start..self.at);
                let diagnostic = Diagnostic::at(&span, format!("`{text}` is not a number"));
                Err(diagnostic.hint("names begin with a letter; other texts are in single quotes"))
            }
        }
    }

    fn enclosed(&mut self, closing: char) -> Result<String, Diagnostic> {
        let opening = self.at;
        self.at += 1;
        let inner = self.take_while(|c| c != closing);
        if self.peek() != Some(closing) {
            let span = self.span.part(opening..opening + 1);
            return Err(Diagnostic::at(
                &span,
                format!("this is never closed by `{closing}`"),
            ));
        }
        self.at += 1;
        Ok(inner)
    }

    /// Whether what begins with `{` is a table, not a placeholder: it is empty, or a key comes first.
    fn opens_table(&self) -> bool {
        let rest = &self.text[self.at + 1..];
        match rest.find(['}', ':', '\'']) {
            Some(end) if rest[end..].starts_with('}') => rest[..end].trim().is_empty(),
            Some(end) if rest[end..].starts_with(':') => true,
            found => found.is_some(),
        }
    }

    fn table(&mut self) -> Result<Vec<Keyed>, Diagnostic> {
        let opening = self.at;
        self.at += 1;
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.diagnostic(format!("more than {DEEPEST} brackets inside each other")));
        }
        let mut entries: Vec<Keyed> = Vec::new();
        loop {
            self.skip_spaces();
            match self.peek() {
                Some('}') => break,
                None => {
                    let span = self.span.part(opening..opening + 1);
                    return Err(Diagnostic::at(&span, "this bracket is never closed"));
                }
                _ => {
                    let entry = self.keyed()?;
                    if entries.iter().any(|before| before.key == entry.key) {
                        let message = format!("`{}` is set twice", entry.key);
                        return Err(Diagnostic::at(&entry.span, message));
                    }
                    entries.push(entry);
                }
            }
            self.skip_spaces();
            match self.peek() {
                Some(',') => self.at += 1,
                Some('}') | None => {}
                Some(sign) => {
                    return Err(self.diagnostic(format!("`,` or `}}` is expected, not `{sign}`")));
                }
            }
        }
        self.at += 1;
        self.depth -= 1;
        Ok(entries)
    }

    fn keyed(&mut self) -> Result<Keyed, Diagnostic> {
        let start = self.at;
        let key = match self.peek() {
            Some('\'') => self.enclosed('\'')?,
            Some(sign) if sign.is_alphabetic() => {
                let words = self.take_while(is_of_key);
                words.split_whitespace().collect::<Vec<_>>().join(" ")
            }
            _ => {
                return Err(self.diagnostic("a key is expected here, as in `{Hash: 16}`"));
            }
        };
        let span = self.span.part(start..self.at);
        self.skip_spaces();
        if self.peek() != Some(':') {
            let message = format!("`:` and a value are expected after `{key}`");
            return Err(self.diagnostic(message));
        }
        self.at += 1;
        let value = self.value()?;
        Ok(Keyed { key, span, value })
    }

    fn name(&mut self) -> String {
        self.take_while(|c| c.is_alphanumeric() || matches!(c, '-' | '_'))
    }

    fn spec(&mut self) -> Result<Spec, Diagnostic> {
        let start = self.at;
        let name = self.name();
        let named = self.at;
        self.skip_spaces();
        if self.peek() != Some('(') {
            self.at = named;
            let span = self.span.part(start..named);
            return Ok(Spec {
                name,
                arguments: Vec::new(),
                span,
            });
        }
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.diagnostic(format!("more than {DEEPEST} brackets inside each other")));
        }
        let arguments = self.arguments()?;
        self.depth -= 1;
        let span = self.span.part(start..self.at);
        Ok(Spec {
            name,
            arguments,
            span,
        })
    }

    fn arguments(&mut self) -> Result<Vec<Argument>, Diagnostic> {
        let opening = self.at;
        self.at += 1;
        let mut arguments = Vec::new();
        loop {
            self.skip_spaces();
            match self.peek() {
                Some(')') => break,
                None => {
                    let span = self.span.part(opening..opening + 1);
                    return Err(Diagnostic::at(&span, "this bracket is never closed"));
                }
                _ => arguments.push(self.argument()?),
            }
            self.skip_spaces();
            match self.peek() {
                Some(',') => self.at += 1,
                Some(')') | None => {}
                Some(sign) => {
                    return Err(self.diagnostic(format!("`,` or `)` is expected, not `{sign}`")));
                }
            }
        }
        self.at += 1;
        Ok(arguments)
    }

    fn argument(&mut self) -> Result<Argument, Diagnostic> {
        let start = self.at;
        if self.peek().is_some_and(char::is_alphabetic) {
            let key = self.name();
            let span = self.span.part(start..self.at);
            self.skip_spaces();
            if self.peek() == Some('=') {
                self.at += 1;
                let value = self.value()?;
                let key = Some((key, span));
                return Ok(Argument { key, value });
            }
            self.at = start;
        }
        let value = self.value()?;
        Ok(Argument { key: None, value })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Spec, Diagnostic> {
        Spec::parse(&Span::whole("test", text))
    }

    #[test]
    fn what_is_written_is_read() {
        for text in [
            "random",
            "depth(t=4, leaf=add(euclidean, a=0.1))",
            "position('.87./.954/621./3...')",
            "depth(t={t}, leaf={leaf})",
            "a(-1.5, 1000, b(c(d)))",
            "engine(options={Hash: 16, Skill Level: {level}, Ponder: false}, n={n})",
            "engine({}, {'1st': 'a b', 'x:y': {inner: b(c)}})",
        ] {
            assert_eq!(parse(text).unwrap().to_string(), text);
        }
        let value = parse("a(engine(options={Hash: {h}, Deep: b({h})}, n={n}))").unwrap();
        let sixteen = parse("a(16)").unwrap().arguments[0].value.clone();
        let filled = value.arguments[0]
            .value
            .fill_known(&[("h".into(), sixteen)]);
        assert_eq!(
            filled.to_string(),
            "engine(options={Hash: 16, Deep: b(16)}, n={n})"
        );
        assert_eq!(
            parse(" depth ( 4 , x = norm-minus ) ").unwrap().to_string(),
            "depth(4, x=norm-minus)"
        );
    }

    #[test]
    fn faults_point_at_the_sign() {
        let says = |text: &str, part: &str| {
            let diagnostic = parse(text).unwrap_err().to_string();
            assert!(diagnostic.contains(part), "{diagnostic}");
        };
        says("depth(t=4", "never closed");
        says("depth(t=1e999)", "`1e999` is not a number");
        says("depth(t=-1e999)", "`-1e999` is not a number");
        says("depth(t=4))", "test:1:11");
        says("depth(t=)", "`)` begins no name");
        says("", "missing at the end");
        says("4", "a name is expected");
        says("depth(4x)", "`4x` is not a number");
        says("depth('abc)", "never closed by `'`");
        says("depth(a b)", "`,` or `)` is expected, not `b`");
        says(&"a(".repeat(50), "more than 32 brackets");
        says(
            &("a(".to_string() + &"{a:".repeat(50)),
            "more than 32 brackets",
        );
        says("a({Hash: 16)", "`,` or `}` is expected, not `)`");
        says("a({Hash: 16", "never closed");
        // The bracket itself is what is pointed at, alone.
        let diagnostic = parse("a(b, {Hash: 16").unwrap_err().to_string();
        let pointed = "1 | a(b, {Hash: 16\n  |      ^";
        assert!(diagnostic.ends_with(pointed), "{diagnostic}");
        for text in ["{Hash: 16", "{"] {
            let value = Value::parse(&Span::whole("test", text)).unwrap_err();
            assert!(value.to_string().contains("test:1:1\n"), "{value}");
        }
        says("a({Hash: 1, Hash: 2})", "`Hash` is set twice");
        says(
            "a({Hash: 1, Threads})",
            "`:` and a value are expected after `Threads`",
        );
        says("a({Hash: 1, 4: 2})", "a key is expected here");
    }

    /// The deepest nesting is read, one more is refused, and brackets side by side are not deep.
    #[test]
    fn nesting_ends_where_it_is_said_to() {
        let nested = |depth: usize| "a(".repeat(depth) + "b" + &")".repeat(depth);
        assert_eq!(
            parse(&nested(DEEPEST)).unwrap().to_string(),
            nested(DEEPEST)
        );
        assert!(parse(&nested(DEEPEST + 1)).is_err());
        let beside = vec!["b(c)"; 2 * DEEPEST].join(", ");
        assert!(parse(&format!("a({beside})")).is_ok());
    }

    #[test]
    fn holes_are_filled_from_variables() {
        let leaf = Value::parse(&Span::whole("cell", "add(euclidean, 0.1)")).unwrap();
        let variables = [("leaf".to_string(), leaf)];
        let filled = parse("depth(t=4, leaf={leaf})")
            .unwrap()
            .fill(&variables)
            .unwrap();
        assert_eq!(filled.to_string(), "depth(t=4, leaf=add(euclidean, 0.1))");
        let table = parse("engine(options={Hash: {leaf}, x: {Deep: {leaf}}})").unwrap();
        let filled = Value {
            what: Literal::Spec(table.clone()),
            span: table.span.clone(),
        };
        assert_eq!(filled.placeholders(), ["leaf", "leaf"]);
        assert!(filled.fill_known(&variables).placeholders().is_empty());
        assert_eq!(
            table.fill(&variables).unwrap().to_string(),
            "engine(options={Hash: add(euclidean, 0.1), x: {Deep: add(euclidean, 0.1)}})"
        );
        let diagnostic = parse("depth({laef})")
            .unwrap()
            .fill(&variables)
            .unwrap_err()
            .to_string();
        assert!(diagnostic.contains("did you mean `leaf`?"), "{diagnostic}");
    }
}
