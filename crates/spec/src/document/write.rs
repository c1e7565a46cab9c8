//! Trees as TOML text.

use super::tree::{Node, TomlValue, not_finite};
use crate::source::Diagnostic;
use std::fmt::Write;

/// A document as TOML that reads back as the same tree: keys in their order, values first, then
/// tables and lists of tables under headers. Comments are gone. Numbers that are not finite are refused,
/// as [`parse`](super::tree::parse) refuses them.
pub fn write(root: &Node) -> Result<String, Diagnostic> {
    let mut out = String::new();
    if let TomlValue::Table(fields) = &root.what {
        table(&[], fields, &mut out)?;
    }
    Ok(out)
}

type Fields = [(String, crate::source::Span, Node)];

fn table(path: &[&str], fields: &Fields, out: &mut String) -> Result<(), Diagnostic> {
    // Values would belong to the table before them if they came after its header.
    for (key, _, node) in fields.iter().filter(|(_, _, node)| !is_headed(node)) {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{} = {}", name(key), value(node)?);
    }
    for (key, _, node) in fields {
        let path: Vec<&str> = path.iter().copied().chain([key.as_str()]).collect();
        let header: Vec<String> = path.iter().map(|key| name(key)).collect();
        let header = header.join(".");
        match &node.what {
            TomlValue::Table(inner) => {
                let _ = writeln!(out, "\n[{header}]");
                table(&path, inner, out)?;
            }
            TomlValue::List(items) if is_headed(node) => {
                for item in items {
                    if let TomlValue::Table(inner) = &item.what {
                        let _ = writeln!(out, "\n[[{header}]]");
                        table(&path, inner, out)?;
                    }
                }
            }
            _ => {}
        }
    }
    Ok(())
}

/// Whether a value has a header of its own: tables, and lists of nothing but tables.
fn is_headed(node: &Node) -> bool {
    match &node.what {
        TomlValue::Table(_) => true,
        TomlValue::List(items) => {
            let table = |item: &Node| matches!(item.what, TomlValue::Table(_));
            !items.is_empty() && items.iter().all(table)
        }
        _ => false,
    }
}

fn value(node: &Node) -> Result<String, Diagnostic> {
    Ok(match &node.what {
        TomlValue::Text(text) => quoted(text),
        TomlValue::Number(number) if !number.is_finite() => {
            return Err(not_finite(&node.span, number));
        }
        TomlValue::Number(number) => numeral(*number),
        TomlValue::Flag(flag) => flag.to_string(),
        TomlValue::List(items) => {
            let items = items.iter().map(value);
            format!("[{}]", items.collect::<Result<Vec<_>, _>>()?.join(", "))
        }
        TomlValue::Table(fields) => {
            let fields = fields
                .iter()
                .map(|(key, _, node)| Ok(format!("{} = {}", name(key), value(node)?)));
            let fields = fields.collect::<Result<Vec<_>, Diagnostic>>()?;
            format!("{{ {} }}", fields.join(", "))
        }
    })
}

fn numeral(number: f64) -> String {
    // Whole numbers that a float holds exactly; others need a point or an exponent.
    let whole = number.fract() == 0.0 && number.abs() < 9e15;
    match whole && number.to_bits() != (-0.0f64).to_bits() {
        true => format!("{number:.0}"),
        false => format!("{number:?}"),
    }
}

fn name(key: &str) -> String {
    let bare = |sign: char| sign.is_ascii_alphanumeric() || matches!(sign, '_' | '-');
    match !key.is_empty() && key.chars().all(bare) {
        true => key.to_string(),
        false => quoted(key),
    }
}

fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for sign in text.chars() {
        match sign {
            '"' | '\\' => {
                out.push('\\');
                out.push(sign);
            }
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            sign if sign.is_control() => {
                let _ = write!(out, "\\u{:04X}", u32::from(sign));
            }
            sign => out.push(sign),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::super::tree::{override_key, parse};
    use super::*;
    use crate::source::Span;
    use proptest::prelude::*;

    fn read(text: &str) -> Node {
        parse(&Span::whole("plan", text)).unwrap_or_else(|error| panic!("{error}\n{text}"))
    }

    /// The tree without its spans.
    fn shape(node: &Node) -> String {
        match &node.what {
            TomlValue::Number(number) => format!("{:x}", number.to_bits()),
            TomlValue::List(items) => {
                format!("{:?}", items.iter().map(shape).collect::<Vec<_>>())
            }
            TomlValue::Table(fields) => {
                let mut fields: Vec<_> = fields
                    .iter()
                    .map(|(key, _, node)| (key.clone(), shape(node)))
                    .collect();
                fields.sort();
                format!("{fields:?}")
            }
            TomlValue::Text(text) => format!("{text:?}"),
            TomlValue::Flag(flag) => flag.to_string(),
        }
    }

    #[test]
    fn settings_are_in_the_text() {
        let mut root = read(
            "# a comment\ngame = 'nim'\nepisodes = 4\nvary = { t = [1, 2.5], \"a b\" = [{x=1}, 2] }\n[budget]\nsteps = 7\n[[tables]]\nname = \"A\"\nfixed = { t = 1 }\n[[tables]]\nname = \"B\"\n",
        );
        override_key(&mut root, "episodes=200").unwrap();
        let text = write(&root).unwrap();
        assert!(text.contains("episodes = 200\n"), "{text}");
        assert_eq!(shape(&read(&text)), shape(&root));
        assert_eq!(write(&read(&text)), Ok(text));
    }

    fn node() -> impl Strategy<Value = Node> {
        let leaf = prop_oneof![
            any::<String>().prop_map(TomlValue::Text),
            prop_oneof![
                -1e6..1e6f64,
                Just(-0.0),
                Just(1e300),
                prop_oneof![Just(f64::INFINITY), Just(f64::NEG_INFINITY), Just(f64::NAN)],
                (0..1_000_000u32).prop_map(f64::from)
            ]
            .prop_map(TomlValue::Number),
            any::<bool>().prop_map(TomlValue::Flag),
        ];
        let leaf = leaf.prop_map(spanned);
        leaf.prop_recursive(3, 24, 4, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..4).prop_map(TomlValue::List),
                prop::collection::btree_map(".{0,6}", inner, 0..4).prop_map(fields),
            ]
            .prop_map(spanned)
        })
    }

    /// Whether every number of a tree is finite.
    fn is_finite(node: &Node) -> bool {
        match &node.what {
            TomlValue::Number(number) => number.is_finite(),
            TomlValue::List(items) => items.iter().all(is_finite),
            TomlValue::Table(fields) => fields.iter().all(|(_, _, node)| is_finite(node)),
            TomlValue::Text(_) | TomlValue::Flag(_) => true,
        }
    }

    /// What the reader refuses the writer does not write.
    #[test]
    fn numbers_that_are_not_finite_are_neither_read_nor_written() {
        for text in ["inf", "-inf", "nan", "1e999"] {
            let refused = parse(&Span::whole("plan", format!("a = {text}"))).unwrap_err();
            let says = format!("`{text}` is not a finite number\n");
            assert!(refused.to_string().starts_with(&says), "{refused}");
        }
        let mut root = read("a = [1, 2]");
        let TomlValue::Table(fields) = &mut root.what else {
            panic!("a document is a table")
        };
        let TomlValue::List(items) = &mut fields[0].2.what else {
            panic!("a list")
        };
        items[1].what = TomlValue::Number(f64::INFINITY);
        let refused = write(&root).unwrap_err().to_string();
        assert!(
            refused.starts_with("`inf` is not a finite number\n"),
            "{refused}"
        );
        assert!(refused.contains("plan:1:9"), "{refused}");
    }

    fn spanned(what: TomlValue) -> Node {
        Node {
            what,
            span: Span::whole("", ""),
        }
    }

    fn fields(map: std::collections::BTreeMap<String, Node>) -> TomlValue {
        let fields = map.into_iter();
        TomlValue::Table(
            fields
                .map(|(key, node)| (key, Span::whole("", ""), node))
                .collect(),
        )
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn every_tree_reads_back(map in prop::collection::btree_map(".{0,6}", node(), 0..5)) {
            let root = spanned(fields(map));
            match write(&root) {
                Ok(text) => {
                    prop_assert!(is_finite(&root));
                    prop_assert_eq!(shape(&read(&text)), shape(&root));
                }
                Err(_) => prop_assert!(!is_finite(&root)),
            }
        }
    }
}
