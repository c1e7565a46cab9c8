//! A description as a whole: its first line, its sections, and what follows from all of it.

use super::diagnostic::{Diagnostics, VgdlDiagnostic};
use super::endings::read_endings;
use super::line::{Line, lines};
use super::params::{Names, Param, Reader};
use super::rules::{read_rules, report_idle};
use super::spriteset::Drafts;
use crate::effects;
use crate::game::VgdlGame;
use crate::sprite_type::SpriteType;
use crate::sprite_type_id::SpriteTypeId;
use crate::sprites::Class;
use crate::sprites::still::Resource;

/// The longest description.
const LONGEST: usize = 1 << 20;

/// The four sections, in any order.
#[derive(Default)]
struct Sections<'t> {
    sprites: Vec<Line<'t>>,
    rules: Vec<Line<'t>>,
    endings: Vec<Line<'t>>,
    mapping: Vec<Line<'t>>,
}

impl VgdlGame {
    /// Reads a description. Warnings come with the game; with an error there is no game.
    pub fn parse(
        description: &str,
    ) -> Result<(VgdlGame, Vec<VgdlDiagnostic>), Vec<VgdlDiagnostic>> {
        let diagnostics = Diagnostics::default();
        let game = game(description, &diagnostics);
        let found = diagnostics.settle()?;
        match game {
            Some(game) => Ok((game, found)),
            None => Err(found),
        }
    }
}

fn game(text: &str, diagnostics: &Diagnostics) -> Option<VgdlGame> {
    if text.len() > LONGEST {
        diagnostics.error((1, 1), format!("a description has at most {LONGEST} bytes"));
        return None;
    }
    comments(text, diagnostics);
    let mut lines = lines(text).peekable();
    let Some(head) = lines.next() else {
        diagnostics.error((1, 1), "the description is empty: begin with `BasicGame`");
        return None;
    };
    if head.words[0].text != "BasicGame" {
        diagnostics.error(
            head.place(),
            format!(
                "a description begins with `BasicGame`, not `{}`",
                head.words[0].text
            ),
        );
        return None;
    }
    let sections = sections(lines.collect(), diagnostics);
    let drafts = Drafts::read(&sections.sprites, diagnostics);
    let (kinds, order) = drafts.finish(diagnostics);
    let mut game = VgdlGame {
        kinds,
        order,
        rules: Vec::new(),
        pairs: Vec::new(),
        edges: Vec::new(),
        clocks: Vec::new(),
        endings: Vec::new(),
        mapping: Vec::new(),
        square_size: None,
        obstacles: Vec::new(),
        speeds: vec![1.0],
        resources: Vec::new(),
        effect_names: Vec::new(),
        hunts: false,
    };
    options(&head, &drafts.names, &mut game, diagnostics);
    game.resources = resources(&game.kinds);
    read_rules(&sections.rules, &drafts.names, &mut game, diagnostics);
    read_endings(&sections.endings, &drafts.names, &mut game, diagnostics);
    mapping(&sections.mapping, &drafts.names, &mut game, diagnostics);
    report_idle(&sections.rules, &drafts.names, &game, diagnostics);
    if game.endings.is_empty() {
        diagnostics.warn(
            head.place(),
            "the game has no termination: it ends at the cap of 2000 ticks only",
        );
    }
    settle(&mut game);
    Some(game)
}

/// Warns of comments that were probably not meant as such.
fn comments(text: &str, diagnostics: &Diagnostics) {
    for (number, line) in text.lines().enumerate() {
        let Some((before, after)) = line.split_once('#') else {
            continue;
        };
        let place = (number + 1, before.chars().count() + 1);
        let mut words = after.split_whitespace();
        if before.trim().is_empty() && after.starts_with([' ', '\t']) && words.next() == Some(">") {
            diagnostics.warn(
                place,
                "`#` begins a comment, so it cannot be mapped: write another character",
            );
        } else if before.ends_with(|c: char| !c.is_whitespace()) {
            diagnostics.warn(
                place,
                "`#` begins a comment, inside a word too: put a space before it, or leave it out",
            );
        }
    }
}

fn sections<'t>(lines: Vec<Line<'t>>, diagnostics: &Diagnostics) -> Sections<'t> {
    let mut sections = Sections::default();
    let mut indent = None;
    let mut into = None;
    for line in lines {
        if indent.is_none_or(|indent| line.indent <= indent) {
            indent = Some(line.indent);
            into = match line.words[0].text {
                "SpriteSet" => Some(&mut sections.sprites),
                "InteractionSet" => Some(&mut sections.rules),
                "TerminationSet" => Some(&mut sections.endings),
                "LevelMapping" => Some(&mut sections.mapping),
                other => {
                    diagnostics.error(
                        line.place(),
                        format!(
                            "`{other}` is no section: SpriteSet, InteractionSet, LevelMapping and \
                             TerminationSet are"
                        ),
                    );
                    None
                }
            };
        } else if let Some(section) = &mut into {
            section.push(line);
        }
    }
    sections
}

fn options(head: &Line<'_>, names: &Names<'_>, game: &mut VgdlGame, diagnostics: &Diagnostics) {
    let params = Param::all(&head.words[1..], diagnostics);
    let params: Vec<_> = params.iter().collect();
    let reader = Reader {
        params: &params,
        names,
        diagnostics,
        place: head.place(),
        strict: true,
    };
    game.square_size = reader.maybe_whole("square_size");
    if let Some(size) = game.square_size.filter(|size| !(1..=1000).contains(size)) {
        diagnostics.error(
            head.place(),
            format!("square_size={size} is out of range: write 1 to 1000"),
        );
    }
    game.obstacles = reader.kinds("obs");
    reader.accept(&["key_handler"]);
    if let Some(players) = reader
        .maybe_whole("no_players")
        .filter(|&players| players != 1)
    {
        diagnostics.error(
            head.place(),
            format!("no_players={players} is not supported: a game has one player"),
        );
    }
    for param in params.iter().filter(|param| !param.known.get()) {
        diagnostics.warn(param.place, format!("a game has no option `{}`", param.key));
    }
}

fn mapping(lines: &[Line<'_>], names: &Names<'_>, game: &mut VgdlGame, diagnostics: &Diagnostics) {
    game.mapping = vec![
        ('w', vec![SpriteTypeId::WALL]),
        ('A', vec![SpriteTypeId::AVATAR]),
    ];
    for line in lines {
        let Some((left, right)) = line.halves() else {
            diagnostics.error(line.place(), "a mapping is written as `c > sprite sprite`");
            continue;
        };
        let mut chars = left[0].text.chars();
        let (Some(c), None, 1) = (chars.next(), chars.next(), left.len()) else {
            diagnostics.warn(
                line.place(),
                format!(
                    "`{}` is not one character: no level can use it",
                    left[0].text
                ),
            );
            continue;
        };
        let mut kinds = Vec::new();
        for word in right {
            match names.get(word.text) {
                Some(&kind) => kinds.push(kind),
                None => {
                    diagnostics.warn(
                        word.place,
                        format!(
                            "`{}` is not in the SpriteSet: nothing appears for it",
                            word.text
                        ),
                    );
                }
            }
        }
        game.mapping.retain(|&(known, _)| known != c);
        game.mapping.push((c, kinds));
    }
}

/// The types that can be held as a resource, with the most one can hold.
fn resources(kinds: &[SpriteType]) -> Vec<(SpriteTypeId, i32)> {
    let mut found = Vec::new();
    for (at, kind) in kinds.iter().enumerate() {
        match &kind.class {
            Some(Class::Resource(resource)) => {
                found.push((SpriteTypeId(at as u16), resource.limit))
            }
            Some(Class::Avatar(avatar)) => {
                let strange = |ammo: &&SpriteTypeId| {
                    !matches!(kinds[ammo.index()].class, Some(Class::Resource(_)))
                };
                found.extend(
                    avatar
                        .ammo()
                        .iter()
                        .filter(strange)
                        .map(|&ammo| (ammo, Resource::LIMIT)),
                );
            }
            _ => {}
        }
    }
    found.sort_unstable_by_key(|&(kind, _)| kind);
    found.dedup_by_key(|&mut (kind, _)| kind);
    found
}

/// What follows from the whole: speeds, what never changes, and bits.
fn settle(game: &mut VgdlGame) {
    for at in 0..game.kinds.len() {
        game.kinds[at].nature.pace = game.pace(game.kinds[at].nature.speed);
    }
    game.hunts = game
        .kinds
        .iter()
        .any(|kind| matches!(kind.class, Some(Class::PathAlt(_))));
    let mut changed = vec![false; game.kinds.len()];
    let mark = |changed: &mut Vec<bool>, kinds: &[SpriteType], kind: SpriteTypeId| {
        for &sub in &kinds[kind.index()].subtypes {
            changed[sub.index()] = true;
        }
    };
    for pair in &game.pairs {
        for &rule in &pair.rules {
            let reach = effects::reach(&game.rules[usize::from(rule)].effect);
            if reach.first {
                mark(&mut changed, &game.kinds, pair.first);
            }
            if reach.second {
                mark(&mut changed, &game.kinds, pair.second);
            }
        }
    }
    let alone = game
        .edges
        .iter()
        .flat_map(|edge| edge.rules.iter().map(|&rule| (edge.kind, rule)));
    let timed = game
        .clocks
        .iter()
        .filter_map(|clock| Some((clock.kind?, clock.rule)));
    for (kind, rule) in alone.chain(timed) {
        if effects::reach(&game.rules[usize::from(rule)].effect).first {
            mark(&mut changed, &game.kinds, kind);
        }
    }
    for rule in &game.rules {
        for kind in effects::reach(&rule.effect).kinds {
            mark(&mut changed, &game.kinds, kind);
        }
    }
    for (at, kind) in game.kinds.iter_mut().enumerate() {
        kind.fixed = !changed[at] && kind.may_be_fixed();
        kind.bit = 0;
    }
    let mut next = 0;
    let used: Vec<SpriteTypeId> = game
        .pairs
        .iter()
        .flat_map(|pair| [pair.first, pair.second])
        .collect();
    for kind in used {
        for sub in game.kinds[kind.index()].subtypes.clone() {
            let sub = &mut game.kinds[sub.index()];
            if sub.class.is_some() && sub.bit == 0 {
                sub.bit = 1 << (next % 64);
                next += 1;
            }
        }
    }
}
