//! Effects on other effects: clocks and shields.

use super::{Effect, Reach};
use crate::dice::Dice;
use crate::game::{Clock, Game, Rule};
use crate::kind::KindId;
use crate::play::World;
use crate::state::Ref;
use crate::text::{Reader, effect_name};

/// An effect on other effects.
#[derive(Clone, Debug)]
pub enum Timing {
    /// addTimer: plans another effect.
    Plan {
        /// Which of the game's clocks.
        clock: u16,
        /// How many ticks from now.
        timer: i32,
    },
    /// shieldFrom: until the end of the tick, another effect does not reach the first one's type.
    Shield {
        /// From whom.
        stype: Option<KindId>,
        /// Which effect, as a number of its name.
        effect: u16,
    },
}

/// Reads an effect of this family.
pub(crate) fn read(name: &str, reader: Reader<'_, '_>, game: &mut Game) -> Option<Effect> {
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
                return Some(Effect::Kill(super::kill::Kill::All(None)));
            };
            let rule = game.rules.len() as u16;
            let name = effect_name(game, ftype);
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
                effect: effect_name(game, inner()),
            }
        }
        _ => return None,
    }))
}

impl Timing {
    pub(super) fn reach(&self) -> Reach {
        Reach::default()
    }

    pub(super) fn apply<D: Dice>(
        &self,
        world: &mut World<'_, D>,
        a: Option<Ref>,
        _: Option<Ref>,
    ) -> bool {
        match *self {
            Timing::Plan { clock, timer } => world.plan(clock, world.tick.saturating_add(timer)),
            Timing::Shield { stype, effect } => {
                if let (Some(a), Some(stype)) = (a, stype) {
                    let shield = (a.kind, stype, effect);
                    if !world.scratch.shields.contains(&shield) {
                        world.scratch.shields.push(shield);
                    }
                }
            }
        }
        true
    }
}
