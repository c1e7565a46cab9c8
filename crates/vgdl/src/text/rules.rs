//! The InteractionSet.

use super::diagnostic::Diagnostics;
use super::effects::{EFFECTS, read};
use super::known;
use super::line::{Line, Word};
use super::params::{Names, Param, Reader};
use crate::effects::{self, Effect};
use crate::game::{Clock, Edge, Pair, Rule, VgdlGame};
use crate::sprite_type_id::SpriteTypeId;
use crate::sprites::Class;

/// The most rules a description may have, repetitions counted.
const MOST_RULES: usize = 5000;
/// The most sprites a rule may name.
const MOST_NAMES: usize = 200;

/// Reads the InteractionSet into the game.
pub(crate) fn read_rules(
    lines: &[Line<'_>],
    names: &Names<'_>,
    game: &mut VgdlGame,
    diagnostics: &Diagnostics,
) {
    for line in lines {
        if let Some((left, right)) = line.halves() {
            rule(line, left, right, names, game, diagnostics);
        } else {
            diagnostics.error(
                line.place(),
                "a rule is written as `first second > effect key=value`",
            );
        }
        let edges = game.edges.iter().map(|edge| edge.rules.len());
        let pairs = game.pairs.iter().map(|pair| pair.rules.len());
        if game.rules.len() + edges.chain(pairs).sum::<usize>() > MOST_RULES {
            diagnostics.error(
                line.place(),
                format!("more than {MOST_RULES} rules: split the game"),
            );
            return;
        }
    }
}

fn rule(
    line: &Line<'_>,
    left: &[Word<'_>],
    right: &[Word<'_>],
    names: &Names<'_>,
    game: &mut VgdlGame,
    diagnostics: &Diagnostics,
) {
    let Some(effect_name) = right.first().filter(|word| word.pair().is_none()) else {
        diagnostics.error(line.place(), "a rule needs an effect after `>`");
        return;
    };
    if left.len() < 2 {
        diagnostics.error(
            line.place(),
            "a rule is about two sprites: `first second > effect`",
        );
        return;
    }
    if left.len() > MOST_NAMES {
        diagnostics.error(
            line.place(),
            format!("a rule names at most {MOST_NAMES} sprites: write several rules"),
        );
        return;
    }
    let params = Param::all(&right[1..], diagnostics);
    let params: Vec<_> = params.iter().collect();
    let reader = Reader {
        params: &params,
        names,
        diagnostics,
        place: effect_name.place,
        strict: true,
    };
    let Some(effect) = read(effect_name.text, reader, game) else {
        diagnostics.error(
            effect_name.place,
            format!(
                "no effect is called `{}`: {}",
                effect_name.text,
                known(&EFFECTS)
            ),
        );
        return;
    };
    let repeat = reader.whole("repeat", 1);
    if !(1..=1000).contains(&repeat) || repeat as usize * left.len() > MOST_RULES {
        diagnostics.error(
            line.place(),
            format!("repeat={repeat} is out of range: write 1 to 1000, less for many sprites"),
        );
        return;
    }
    let clock = Clock {
        rule: 0,
        kind: None,
        timer: reader.whole("timer", 0),
        repeating: reader.flag("repeating", false),
        next: if reader.maybe_whole("nextExecution").is_some() {
            reader.whole("timer", 0)
        } else {
            -1
        },
    };
    let score = reader.score("scoreChange");
    let at = add(game, effect, score, effect_name.text);
    for param in params.iter().filter(|param| !param.known.get()) {
        diagnostics.warn(
            param.place,
            format!("{} has no parameter `{}`", effect_name.text, param.key),
        );
    }
    // The screen's edge may stand first as well: it is then the edge of everyone behind it.
    if left[0].text.eq_ignore_ascii_case("EOS") {
        for &word in &left[1..] {
            if let Some(kind) = sprite(word, names, diagnostics) {
                edge(game, kind, at, repeat);
            }
        }
        return;
    }
    let Some(first) = sprite(left[0], names, diagnostics) else {
        return;
    };
    for &word in &left[1..] {
        if word.text.eq_ignore_ascii_case("EOS") {
            edge(game, first, at, repeat);
        } else if word.text.eq_ignore_ascii_case("TIME") {
            game.clocks.push(Clock {
                rule: at,
                kind: Some(first),
                ..clock
            });
        } else if let Some(second) = sprite(word, names, diagnostics) {
            pair(game, first, second, at, repeat);
        }
    }
}

/// Adds a rule and returns its number.
pub(crate) fn add(game: &mut VgdlGame, effect: Effect, score: i32, name: &str) -> u16 {
    let name = game.effect_name(name);
    game.rules.push(Rule {
        effect,
        score,
        name,
    });
    (game.rules.len() - 1) as u16
}

fn sprite(word: Word<'_>, names: &Names<'_>, diagnostics: &Diagnostics) -> Option<SpriteTypeId> {
    let found = names.get(word.text).copied();
    if found.is_none() {
        diagnostics.warn(
            word.place,
            format!(
                "`{}` is not in the SpriteSet: the rule never applies to it",
                word.text
            ),
        );
    }
    found
}

fn pair(game: &mut VgdlGame, first: SpriteTypeId, second: SpriteTypeId, rule: u16, repeat: i32) {
    let known = game
        .pairs
        .iter()
        .position(|pair| (pair.first, pair.second) == (first, second));
    let at = known.unwrap_or_else(|| {
        game.pairs.push(Pair {
            first,
            second,
            rules: Vec::new(),
        });
        game.pairs.len() - 1
    });
    game.pairs[at].rules.extend((0..repeat).map(|_| rule));
}

/// Every rule of a type runs once for every time the type was mentioned.
fn edge(game: &mut VgdlGame, kind: SpriteTypeId, rule: u16, repeat: i32) {
    let mut rules: Vec<u16> = game
        .edges
        .iter()
        .find(|edge| edge.kind == kind)
        .map_or(Vec::new(), |e| e.rules.clone());
    rules.extend((0..repeat).map(|_| rule));
    game.edges.push(Edge {
        kind,
        rules: Vec::new(),
    });
    for edge in game.edges.iter_mut().filter(|edge| edge.kind == kind) {
        edge.rules.clone_from(&rules);
    }
}

/// Reports rules about types of which no sprite can come into being: no level maps them and nothing
/// creates them.
pub(crate) fn report_idle(
    lines: &[Line<'_>],
    names: &Names<'_>,
    game: &VgdlGame,
    diagnostics: &Diagnostics,
) {
    let mut lives = vec![false; game.kinds.len()];
    let mapped = game
        .mapping
        .iter()
        .flat_map(|(_, kinds)| kinds.iter().copied());
    let shot = game.kinds.iter().filter_map(|kind| kind.class.as_ref());
    let made = game
        .rules
        .iter()
        .flat_map(|rule| effects::reach(&rule.effect).creates);
    for kind in mapped.chain(shot.flat_map(Class::creates)).chain(made) {
        for &sub in &game.kinds[kind.index()].subtypes {
            lives[sub.index()] = true;
        }
    }
    for (left, _) in lines.iter().filter_map(Line::halves) {
        for word in left {
            let kind = names.get(word.text).map(|kind| &game.kinds[kind.index()]);
            if kind.is_some_and(|kind| !kind.subtypes.iter().any(|sub| lives[sub.index()])) {
                diagnostics.warn(
                    word.place,
                    format!(
                        "no `{}` can come into being: map it or create it, or the rule stays idle",
                        word.text
                    ),
                );
            }
        }
    }
}
