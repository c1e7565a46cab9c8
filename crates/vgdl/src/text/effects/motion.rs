//! How effects on places and directions are read.

use crate::effects::Effect;
use crate::effects::motion::Motion;
use crate::game::VgdlGame;
use crate::text::Reader;

/// Reads an effect of this family.
pub(super) fn read(name: &str, reader: Reader<'_, '_>, game: &mut VgdlGame) -> Option<Effect> {
    Some(Effect::Motion(match name {
        "stepBack" => Motion::StepBack {
            pixel_perfect: reader.flag("pixelPerfect", false),
        },
        "undoAll" => Motion::UndoAll {
            not: reader.kind("notStype"),
        },
        "reverseDirection" => Motion::Reverse,
        "flipDirection" => Motion::Flip,
        "align" => Motion::Align {
            orient: reader.flag("orient", true),
        },
        "attractGaze" => Motion::AttractGaze {
            prob: reader.real("prob", 1.0),
            align: reader.flag("align", false),
        },
        "turnAround" => Motion::TurnAround,
        "bounceForward" => Motion::BounceForward,
        "wrapAround" => Motion::WrapAround {
            offset: reader.real("offset", 0.0),
        },
        "teleportToExit" => Motion::Teleport,
        "pullWithIt" => Motion::Pull {
            pixel_perfect: reader.flag("pixelPerfect", false),
        },
        "setSpeedForAll" => Motion::SetSpeed {
            stype: reader.needed_kind("stype", name),
            pace: game.pace(reader.real("value", 0.0)),
        },
        _ => return None,
    }))
}
