//! How clocks and shields are read.

use crate::effects::Effect;
use crate::effects::kill::Kill;
use crate::effects::timing::Timing;
use crate::game::{Clock, Rule, VgdlGame};
use crate::text::Reader;

/// Reads an effect of this family.
pub(super) fn read(name: &str, reader: Reader<'_, '_>, game: &mut VgdlGame) -> Option<Effect> {
    let inner = || reader.text("ftype").unwrap_or("");
    Some(Effect::Timing(match name {
        "addTimer" => {
            let ftype = inner();
            let effect = if ftype == "addTimer" {
                None
            } else {
                super::read(ftype, reader, game)
            };
            let Some(effect) = effect else {
                let message =
                    format!("addTimer wants the name of another effect as ftype, not `{ftype}`");
                reader.error(message);
                return Some(Effect::Kill(Kill::All(None)));
            };
            let rule = game.rules.len() as u16;
            let name = game.effect_name(ftype);
            game.rules.push(Rule {
                effect,
                score: reader.score("scoreChange"),
                name,
            });
            let timer = reader.whole("timer", 0);
            let repeating = reader.flag("repeating", false);
            game.clocks.push(Clock {
                rule,
                kind: None,
                timer,
                repeating,
                next: -1,
            });
            Timing::Plan {
                clock: (game.clocks.len() - 1) as u16,
                timer,
            }
        }
        "shieldFrom" => {
            let stype = reader.needed_kind("stype", name);
            Timing::Shield {
                stype,
                effect: game.effect_name(inner()),
            }
        }
        _ => return None,
    }))
}
