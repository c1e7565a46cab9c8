//! The TerminationSet.

use super::diagnostic::Diagnostics;
use super::known;
use super::line::Line;
use super::params::{Names, Param, Reader};
use crate::ending::{Condition, Termination};
use crate::game::VgdlGame;
use crate::sprite_type_id::SpriteTypeId;

/// The terminations that a description may name.
pub const TERMINATIONS: [&str; 5] = [
    "SpriteCounter",
    "SpriteCounterMore",
    "MultiSpriteCounter",
    "MultiSpriteCounterSubTypes",
    "Timeout",
];

/// Reads the TerminationSet into the game.
pub(crate) fn read_endings(
    lines: &[Line<'_>],
    names: &Names<'_>,
    game: &mut VgdlGame,
    diagnostics: &Diagnostics,
) {
    for line in lines {
        let params = Param::all(&line.words[1..], diagnostics);
        let params: Vec<_> = params.iter().collect();
        let name = line.words[0];
        let reader = Reader {
            params: &params,
            names,
            diagnostics,
            place: name.place,
            strict: true,
        };
        match Termination::read(name.text, reader, |kind| {
            game.kinds[kind.index()].subtypes.clone()
        }) {
            Some(ending) => game.endings.push(ending),
            None => diagnostics.error(
                name.place,
                format!(
                    "no termination is called `{}`: {}",
                    name.text,
                    known(&TERMINATIONS)
                ),
            ),
        }
        for param in params.iter().filter(|param| !param.known.get()) {
            diagnostics.warn(
                param.place,
                format!("{} has no parameter `{}`", name.text, param.key),
            );
        }
    }
}

impl Termination {
    /// Reads one termination; `None` when there is none of that name.
    pub(super) fn read(
        name: &str,
        reader: Reader<'_, '_>,
        subtypes: impl Fn(SpriteTypeId) -> Vec<SpriteTypeId>,
    ) -> Option<Termination> {
        let limit = reader.whole("limit", 0);
        let one = || {
            reader
                .needed_kind("stype", name)
                .map(&subtypes)
                .unwrap_or_default()
        };
        let several = || -> Vec<SpriteTypeId> {
            let keys = ["stype1", "stype2", "stype3"];
            keys.iter()
                .filter_map(|key| reader.kind(key))
                .flat_map(&subtypes)
                .collect()
        };
        let condition = match name {
            "SpriteCounter" => Condition::Few { of: one(), limit },
            "SpriteCounterMore" => Condition::Many { of: one(), limit },
            "MultiSpriteCounter" => Condition::Sum {
                of: several(),
                limit,
                more: reader.flag("min", false),
            },
            "MultiSpriteCounterSubTypes" => Condition::Spread {
                of: several(),
                limit,
                groups: reader.whole("subTypesNum", 0),
            },
            "Timeout" => Condition::Time { limit },
            _ => return None,
        };
        reader.accept(&["count_score"]);
        let win = reader
            .raw("win")
            .is_some_and(|win| win.eq_ignore_ascii_case("true"));
        Some(Termination { condition, win })
    }
}
