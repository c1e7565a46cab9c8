//! Trees as TOML text.

use super::tree::{Node, TomlValue};
use std::fmt::Write;

/// A document as TOML that reads back as the same tree: keys in their order, values first, then
/// tables and lists of tables under headers. Comments are gone.
pub fn write(root: &Node) -> String {
    let mut out = String::new();
    if let TomlValue::Table(fields) = &root.what {
        table(&[], fields, &mut out);
    }
    out
}

type Fields = [(String, crate::source::Span, Node)];

fn table(path: &[&str], fields: &Fields, out: &mut String) {
    // Values would belong to the table before them if they came after its header.
    for (key, _, node) in fields.iter().filter(|(_, _, node)| !is_headed(node)) {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{} = {}", name(key), value(node));
    }
    for (key, _, node) in fields {
        let path: Vec<&str> = path.iter().copied().chain([key.as_str()]).collect();
        let header: Vec<String> = path.iter().map(|key| name(key)).collect();
        let header = header.join(".");
        match &node.what {
            TomlValue::Table(inner) => {
                let _ = writeln!(out, "\n[{header}]");
                table(&path, inner, out);
            }
            TomlValue::List(items) if is_headed(node) => {
                for item in items {
                    if let TomlValue::Table(inner) = &item.what {
                        let _ = writeln!(out, "\n[[{header}]]");
                        table(&path, inner, out);
                    }
                }
            }
            _ => {}
        }
    }
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

fn value(node: &Node) -> String {
    match &node.what {
        TomlValue::Text(text) => quoted(text),
        TomlValue::Number(number) => numeral(*number),
        TomlValue::Flag(flag) => flag.to_string(),
        TomlValue::List(items) => {
            let items: Vec<String> = items.iter().map(value).collect();
            format!("[{}]", items.join(", "))
        }
        TomlValue::Table(fields) => {
            let fields = fields
                .iter()
                .map(|(key, _, node)| format!("{} = {}", name(key), value(node)));
            format!("{{ {} }}", fields.collect::<Vec<_>>().join(", "))
        }
    }
}

fn numeral(number: f64) -> String {
    match number {
        _ if number.is_nan() => "nan".into(),
        _ if number.is_infinite() => if number > 0.0 { "inf" } else { "-inf" }.into(),
        // Whole numbers that a float holds exactly; others need a point or an exponent.
        _ if number.fract() == 0.0
            && number.abs() < 9e15
            && number.to_bits() != (-0.0f64).to_bits() =>
        {
            format!("{number:.0}")
        }
        _ => format!("{number:?}"),
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
    use super::super::tree::{lay_over, parse};
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
        lay_over(&mut root, "episodes=200").unwrap();
        let text = write(&root);
        assert!(text.contains("episodes = 200\n"), "{text}");
        assert_eq!(shape(&read(&text)), shape(&root));
        assert_eq!(write(&read(&text)), text);
    }

    fn node() -> impl Strategy<Value = Node> {
        let leaf = prop_oneof![
            any::<String>().prop_map(TomlValue::Text),
            prop_oneof![
                -1e6..1e6f64,
                Just(-0.0),
                Just(1e300),
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
            let text = write(&root);
            prop_assert_eq!(shape(&read(&text)), shape(&root));
        }
    }
}
