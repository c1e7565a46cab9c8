//! The SpriteSet: types, what they inherit, and the order in which they are drawn.

use super::diagnostic::Diagnostics;
use super::known;
use super::line::{Line, Word};
use super::params::{Names, Param, Reader};
use super::sprites;
use crate::sprite_type::{Appearance, SpriteParams, SpriteType};
use crate::sprite_type_id::SpriteTypeId;
use crate::sprites::Class;

/// The most types a description may define.
const MOST_KINDS: usize = 500;
/// The deepest nesting of types.
const DEEPEST: usize = 40;

/// A definition as written, before anything is looked up. A type may have several: the last one
/// counts, but what is derived from an earlier one stays derived from that.
struct Draft<'t> {
    name: &'t str,
    id: SpriteTypeId,
    place: (usize, usize),
    class: Option<Word<'t>>,
    params: Vec<Param<'t>>,
    parent: Option<usize>,
    children: Vec<usize>,
    defined: bool,
}

impl<'t> Draft<'t> {
    fn new(name: &'t str, id: SpriteTypeId) -> Draft<'t> {
        Draft {
            name,
            id,
            place: (1, 1),
            class: None,
            params: Vec::new(),
            parent: None,
            children: Vec::new(),
            defined: false,
        }
    }
}

/// All drafts of a description.
pub(crate) struct Drafts<'t> {
    all: Vec<Draft<'t>>,
    /// The last draft of each type.
    last: Vec<usize>,
    order: Vec<SpriteTypeId>,
    pub(crate) names: Names<'t>,
}

impl<'t> Drafts<'t> {
    /// Reads the lines of the SpriteSet.
    pub(crate) fn read(lines: &[Line<'t>], diagnostics: &Diagnostics) -> Drafts<'t> {
        let mut drafts = Drafts {
            all: vec![
                Draft::new("wall", SpriteTypeId::WALL),
                Draft::new("avatar", SpriteTypeId::AVATAR),
            ],
            last: vec![0, 1],
            order: Vec::new(),
            names: [
                ("wall", SpriteTypeId::WALL),
                ("avatar", SpriteTypeId::AVATAR),
            ]
            .into(),
        };
        let mut open: Vec<(usize, usize)> = Vec::new();
        let mut leaves = Vec::new();
        for (at, line) in lines.iter().enumerate() {
            while open
                .last()
                .is_some_and(|&(indent, _)| indent >= line.indent)
            {
                open.pop();
            }
            let parent = open.last().map(|&(_, draft)| draft);
            if open.len() >= DEEPEST {
                diagnostics.error(
                    line.place(),
                    format!("types are nested deeper than {DEEPEST}: flatten them"),
                );
                break;
            }
            let Some(draft) = drafts.define(line, parent, diagnostics) else {
                break;
            };
            let leaf = lines
                .get(at + 1)
                .is_none_or(|next| next.indent <= line.indent);
            if leaf {
                leaves.push(drafts.all[draft].id);
            }
            open.push((line.indent, draft));
        }
        drafts.order = vec![SpriteTypeId::WALL, SpriteTypeId::AVATAR];
        for leaf in leaves {
            drafts.order.retain(|&kind| kind != leaf);
            drafts.order.push(leaf);
        }
        drafts.order.retain(|&kind| kind != SpriteTypeId::AVATAR);
        drafts.order.push(SpriteTypeId::AVATAR);
        drafts
    }

    fn define(
        &mut self,
        line: &Line<'t>,
        parent: Option<usize>,
        diagnostics: &Diagnostics,
    ) -> Option<usize> {
        let (left, right) = line.halves().unwrap_or((&line.words, &[]));
        if line.halves().is_none() {
            diagnostics.warn(
                line.place(),
                "a sprite is written as `name > Class key=value`",
            );
        }
        let name = left[0].text;
        for word in &left[1..] {
            diagnostics.warn(
                word.place,
                format!("`{}` is ignored: a sprite has one name", word.text),
            );
        }
        let mut up = parent;
        while let Some(draft) = up {
            if self.all[draft].name == name {
                diagnostics.error(
                    line.place(),
                    format!("`{name}` is derived from itself: rename one of the two"),
                );
                return None;
            }
            up = self.all[draft].parent;
        }
        if self.all.len() >= MOST_KINDS {
            diagnostics.error(
                line.place(),
                format!("more than {MOST_KINDS} sprites: split the game"),
            );
            return None;
        }
        let next = SpriteTypeId(self.last.len() as u16);
        let id = *self.names.entry(name).or_insert(next);
        let at = self.all.len();
        if id == next {
            self.last.push(at);
        } else {
            if self.all[self.last[id.index()]].defined {
                diagnostics.warn(
                    line.place(),
                    format!("`{name}` is defined again: the last definition counts"),
                );
            }
            self.last[id.index()] = at;
        }
        let class = right.first().filter(|word| word.pair().is_none()).copied();
        self.all.push(Draft {
            place: line.place(),
            class,
            params: Param::all(&right[usize::from(class.is_some())..], diagnostics),
            parent,
            defined: true,
            ..Draft::new(name, id)
        });
        if let Some(parent) = parent {
            self.all[parent].children.push(at);
        }
        Some(at)
    }

    fn chain(&self, at: usize) -> Vec<usize> {
        let mut chain = vec![at];
        while let Some(parent) = self.all[chain[chain.len() - 1]].parent {
            chain.push(parent);
        }
        chain.reverse();
        chain
    }

    fn subtypes(&self, at: usize) -> Vec<usize> {
        let mut found = self.chain(at);
        let mut open: Vec<usize> = self.all[at].children.iter().rev().copied().collect();
        while let Some(next) = open.pop() {
            found.push(next);
            open.extend(self.all[next].children.iter().rev());
        }
        found
    }

    /// Makes types of the drafts. Parameters that no type understands are reported.
    pub(crate) fn finish(&self, diagnostics: &Diagnostics) -> (Vec<SpriteType>, Vec<SpriteTypeId>) {
        let kinds = self
            .last
            .iter()
            .map(|&at| self.kind(at, diagnostics))
            .collect();
        for param in self
            .all
            .iter()
            .flat_map(|draft| &draft.params)
            .filter(|param| !param.known.get())
        {
            diagnostics.warn(
                param.place,
                format!("no sprite here has a parameter `{}`", param.key),
            );
        }
        (kinds, self.order.clone())
    }

    fn kind(&self, at: usize, diagnostics: &Diagnostics) -> SpriteType {
        let ids = |drafts: &[usize]| {
            let mut ids: Vec<SpriteTypeId> = Vec::with_capacity(drafts.len());
            for id in drafts.iter().map(|&draft| self.all[draft].id) {
                if !ids.contains(&id) {
                    ids.push(id);
                }
            }
            ids
        };
        let chain = self.chain(at);
        let (class, nature, look) = self.inherit(&chain, diagnostics);
        let says = |param: &Param<'_>| {
            param.key == "singleton" && param.value.eq_ignore_ascii_case("true")
        };
        SpriteType {
            name: self.all[at].name.to_owned(),
            class,
            subtypes: ids(&self.subtypes(at)),
            chain: ids(&chain),
            leaf: self.all[at].children.is_empty(),
            singleton: self.all[at].params.iter().any(says),
            nature,
            look,
            fixed: false,
            bit: 0,
        }
    }

    fn inherit(
        &self,
        chain: &[usize],
        diagnostics: &Diagnostics,
    ) -> (Option<Class>, SpriteParams, Appearance) {
        let own = &self.all[chain[chain.len() - 1]];
        let params: Vec<&Param<'t>> = chain.iter().flat_map(|&at| &self.all[at].params).collect();
        let reader = Reader {
            params: &params,
            names: &self.names,
            diagnostics,
            place: own.place,
            strict: own.children.is_empty(),
        };
        // The nearest ancestor's class wins over its own.
        let inherited = chain
            .iter()
            .rev()
            .skip(1)
            .find_map(|&at| self.all[at].class);
        let class = inherited.or(own.class);
        if let (Some(class), Some(mine)) = (class, own.class)
            && class.text != mine.text
        {
            diagnostics.warn(
                mine.place,
                format!(
                    "`{}` is ignored: the class {} is inherited",
                    mine.text, class.text
                ),
            );
        }
        let (word, place) = match class {
            Some(class) => (class.text, class.place),
            None if !own.defined && own.name == "wall" => ("Immovable", own.place),
            None if !own.defined && own.name == "avatar" => ("MovingAvatar", own.place),
            None => {
                if own.children.is_empty() {
                    diagnostics.error(
                        own.place,
                        format!(
                            "`{}` has no class: write `{} > Immovable`",
                            own.name, own.name
                        ),
                    );
                }
                return (None, SpriteParams::default(), Appearance::default());
            }
        };
        match sprites::read(word, reader) {
            Some((class, nature)) => (Some(class), nature, sprites::look(word, reader)),
            None => {
                diagnostics.error(
                    place,
                    format!(
                        "no sprite class is called `{word}`: {}",
                        known(&sprites::SPRITE_CLASSES)
                    ),
                );
                (None, SpriteParams::default(), Appearance::default())
            }
        }
    }
}
