//! Studies: a file with several tunings, its arms, which differ in some keys.

use super::Tuning;
use crate::plan::{PlanSeed, SECRET_KEYS};
use ludometer_arena::define::Load;
use ludometer_arena::registry::Registry;
use ludometer_spec::document::fields::Fields;
use ludometer_spec::document::tree::{self, Node, TomlValue};
use ludometer_spec::document::write::write;
use ludometer_spec::source::{Diagnostic, Span};

/// The most arms of a study.
const MOST_ARMS: usize = 1000;

/// Tunings that are compared.
pub struct Study {
    /// The name it is listed under.
    pub name: String,
    /// The title of its reports.
    pub title: String,
    /// What it is about.
    pub about: String,
    /// Its file as TOML, with every key that was set from outside.
    pub text: String,
    /// Its arms, in the order in which they are written.
    pub arms: Vec<Arm>,
}

/// A tuning of a study.
pub struct Arm {
    /// Its name: what it is called, or the keys by which it differs; without the seed.
    pub name: String,
    /// The keys by which it differs, with their values.
    pub keys: Vec<(String, String)>,
    /// The tuning.
    pub tuning: Tuning,
}

impl Arm {
    fn is_same_run(&self, other: &Arm) -> bool {
        let [one, two] = [self, other].map(|arm| {
            let Tuning {
                games,
                quick,
                held_out,
                sensitivity,
                ..
            } = arm.tuning;
            (games, quick, held_out, sensitivity)
        });
        self.name == other.name
            && self.tuning.description() == other.tuning.description()
            && one == two
    }
}

impl Study {
    /// Reads a study; a file without `[[arms]]` and `[vary]` has one arm. `settings` are `key=value`
    /// pairs that replace its keys, in all arms; `arm=NAME` keeps the arms of one name.
    pub fn read(
        name: &str,
        document: &Span,
        settings: &[String],
        load: Load<'_>,
        registry: &Registry,
    ) -> Result<Study, Diagnostic> {
        let mut root = tree::parse_with(document, settings)?;
        let text = write(&PlanSeed::read(&mut Fields::of(&root, "the plan")?)?.conceal(&root))?;
        let listed = taken(&mut root, "arms");
        let varied = taken(&mut root, "vary");
        let wanted = taken(&mut root, "arm");
        let mut drafts = vec![Draft::default()];
        if let Some(node) = &listed {
            drafts = arms(node)?;
        }
        if let Some(node) = &varied {
            for (key, span, node) in Fields::of(node, "`vary`")?.rest() {
                drafts = combined(drafts, key, span, node)?;
            }
        }
        if let Some(node) = &wanted {
            keep(&mut drafts, node)?;
        }
        let overridden = settings
            .iter()
            .filter_map(|setting| setting.split_once('='));
        let overridden: Vec<&str> = overridden.map(|(key, _)| key.trim()).collect();
        let mut all = Vec::with_capacity(drafts.len());
        for draft in drafts {
            let mut root = root.clone();
            for (key, span, node) in &draft.keys {
                // What is said on the command line holds for every arm.
                if !overridden.contains(&key.as_str()) {
                    lay(&mut root, key, span, node.clone());
                }
            }
            let arm = Arm {
                name: draft.name(),
                keys: draft.shown(),
                tuning: Tuning::of(name, &root, load, registry)?,
            };
            // A seed that is set for all arms leaves one run of each, not copies that repeat nothing.
            if !all.iter().any(|other: &Arm| other.is_same_run(&arm)) {
                all.push(arm);
            }
        }
        let first = &all[0].tuning;
        Ok(Study {
            name: name.to_string(),
            title: first.title.clone(),
            about: first.about.clone(),
            text,
            arms: all,
        })
    }

    /// The tuning of a study that has only one.
    pub(super) fn only(mut self) -> Result<Tuning, Diagnostic> {
        match (self.arms.len(), self.arms.pop()) {
            (1, Some(arm)) => Ok(arm.tuning),
            (count, _) => {
                let message = format!("`{}` is a study of {count} arms, not one tuning", self.name);
                let hint = match self.arms.first() {
                    Some(arm) => format!("name one of them: arm='{}'", arm.name),
                    None => "give it an arm".to_string(),
                };
                Err(Diagnostic::new(message).hint(hint))
            }
        }
    }

    /// The names of its arms, each once.
    pub fn names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for arm in &self.arms {
            if !names.contains(&arm.name.as_str()) {
                names.push(&arm.name);
            }
        }
        names
    }
}

/// An arm before it is read.
#[derive(Clone, Default)]
struct Draft {
    called: Option<String>,
    keys: Vec<(String, Span, Node)>,
    /// Which of the keys are varied, so that they belong to the name.
    varied: Vec<String>,
}

impl Draft {
    /// Seeds repeat an arm and give it no other name.
    fn name(&self) -> String {
        let varied = self.keys.iter().filter(|(key, ..)| {
            key != "seed" && (self.called.is_none() || self.varied.contains(key))
        });
        let varied = varied.map(|(key, _, node)| format!("{key}={}", written(node)));
        let parts: Vec<String> = self.called.iter().cloned().chain(varied).collect();
        parts.join(", ")
    }

    fn shown(&self) -> Vec<(String, String)> {
        let keys = self.keys.iter();
        keys.map(|(key, _, node)| (key.clone(), written(node)))
            .collect()
    }
}

/// A value as people read it.
fn written(node: &Node) -> String {
    match &node.what {
        TomlValue::Text(text) => text.clone(),
        TomlValue::Number(number) => number.to_string(),
        TomlValue::Flag(flag) => flag.to_string(),
        TomlValue::List(list) => list.iter().map(written).collect::<Vec<_>>().join(", "),
        TomlValue::Table(fields) => {
            let fields = fields.iter();
            let fields = fields.map(|(key, _, node)| format!("{key}={}", written(node)));
            fields.collect::<Vec<_>>().join(", ")
        }
    }
}

/// Takes a key out of a document.
fn taken(root: &mut Node, key: &str) -> Option<Node> {
    let TomlValue::Table(fields) = &mut root.what else {
        return None;
    };
    let index = fields.iter().position(|(name, ..)| name == key)?;
    Some(fields.remove(index).2)
}

/// `[[arms]]`: each a table of keys with a `name`.
fn arms(node: &Node) -> Result<Vec<Draft>, Diagnostic> {
    let TomlValue::List(list) = &node.what else {
        let message = format!("`arms` is a list of tables, not {}", node.what.kind());
        return Err(Diagnostic::at(&node.span, message));
    };
    if list.is_empty() {
        return Err(Diagnostic::at(&node.span, "`arms` lists no arm"));
    }
    let mut drafts: Vec<Draft> = Vec::new();
    for node in list {
        let mut fields = Fields::of(node, "an arm")?;
        let (called, span) = fields.text("name")?.ok_or_else(|| fields.missing("name"))?;
        if drafts
            .iter()
            .any(|draft| draft.called.as_ref() == Some(&called))
        {
            let message = format!("two arms are called `{called}`");
            return Err(Diagnostic::at(span, message).hint("seeds are varied by [vary]"));
        }
        let keys: Vec<_> = fields.rest().filter(|(key, ..)| *key != "name").collect();
        for (key, ..) in &keys {
            shared(key)?;
        }
        drafts.push(Draft {
            called: Some(called),
            keys: keys
                .into_iter()
                .map(|(key, span, node)| (key.to_string(), span.clone(), node.clone()))
                .collect(),
            varied: Vec::new(),
        });
    }
    Ok(drafts)
}

/// Refuses a key that all arms share: names of arms have their keys, and a secret is in no name. The
/// message does not show its line.
fn shared(key: &str) -> Result<(), Diagnostic> {
    match SECRET_KEYS.contains(&key) {
        false => Ok(()),
        true => {
            let message = format!("`{key}` is of the whole study, not of an arm");
            Err(Diagnostic::new(message).hint("set it at the top of the file"))
        }
    }
}

/// Every draft with every value of a key.
fn combined(
    drafts: Vec<Draft>,
    key: &str,
    span: &Span,
    node: &Node,
) -> Result<Vec<Draft>, Diagnostic> {
    shared(key)?;
    let TomlValue::List(values) = &node.what else {
        let message = format!("`{key}` varies over a list of values");
        return Err(Diagnostic::at(&node.span, message));
    };
    if values.is_empty() {
        return Err(Diagnostic::at(span, format!("`{key}` varies over nothing")));
    }
    if drafts.len().saturating_mul(values.len()) > MOST_ARMS {
        let message = format!("the study has more than {MOST_ARMS} arms");
        return Err(Diagnostic::at(span, message));
    }
    if drafts
        .iter()
        .any(|draft| draft.keys.iter().any(|(known, ..)| known == key))
    {
        let message = format!("`{key}` is a key of an arm already");
        return Err(Diagnostic::at(span, message).hint("vary it there or here"));
    }
    let longer = |draft: Draft| {
        values.iter().map(move |value| {
            let mut draft = draft.clone();
            draft
                .keys
                .push((key.to_string(), span.clone(), value.clone()));
            draft.varied.push(key.to_string());
            draft
        })
    };
    Ok(drafts.into_iter().flat_map(longer).collect())
}

/// Keeps the arms of a name.
fn keep(drafts: &mut Vec<Draft>, node: &Node) -> Result<(), Diagnostic> {
    let wanted = written(node);
    let names: Vec<String> = drafts.iter().map(Draft::name).collect();
    drafts.retain(|draft| draft.name() == wanted);
    match drafts.is_empty() {
        false => Ok(()),
        true => {
            let diagnostic = Diagnostic::at(&node.span, format!("no arm is called `{wanted}`"));
            Err(diagnostic.known(&wanted, names.iter().map(String::as_str)))
        }
    }
}

/// Replaces a key of a document; `batch.evaluations` is a key of the table `batch`.
fn lay(root: &mut Node, key: &str, span: &Span, node: Node) {
    let TomlValue::Table(fields) = &mut root.what else {
        return;
    };
    if let Some((outer, inner)) = key.split_once('.') {
        let table = fields.iter_mut().find(|(name, ..)| name == outer);
        if let Some((_, _, table)) = table.filter(|(_, _, n)| matches!(n.what, TomlValue::Table(_)))
        {
            return lay(table, inner, span, node);
        }
    }
    match fields.iter_mut().find(|(name, ..)| name == key) {
        Some(field) => (field.1, field.2) = (span.clone(), node),
        None => fields.push((key.to_string(), span.clone(), node)),
    }
}
