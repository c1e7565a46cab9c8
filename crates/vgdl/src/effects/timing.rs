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

#[cfg(test)]
mod tests {
    use crate::Action::Right;
    use crate::worked::Worked;

    #[test]
    fn clocks_ring_first_at_once_and_then_by_their_timer() {
        let sprites = "avatar > MovingAvatar healthPoints=9";
        let mut game = Worked::new(
            sprites,
            "avatar TIME > subtractHealthPoints timer=3 repeating=True",
            "A",
        );
        let health: Vec<i32> = (0..7).map(|_| game.wait(1).health()).collect();
        assert_eq!(health, [8, 8, 8, 7, 7, 7, 6]);
        let rules = "avatar TIME > subtractHealthPoints timer=3 nextExecution=3 scoreChange=1";
        let mut game = Worked::new(sprites, rules, "A");
        assert_eq!((game.wait(3).health(), game.state.score()), (9, 0));
        assert_eq!((game.wait(9).health(), game.state.score()), (8, 1));
    }

    #[test]
    fn another_effect_is_planned() {
        let sprites = "bell > Immovable\nmonk > Immovable\nfriar > Immovable";
        let rules = "bell avatar > addTimer timer=2 ftype=transformToAll stype=monk stypeTo=friar\nbell avatar > killSprite";
        let mut game = Worked::new(sprites, rules, "Ab.mm");
        game.tick(Right);
        assert_eq!(game.wait(1).count("friar"), 0);
        assert_eq!(game.wait(1).count("friar"), 2);
    }

    #[test]
    fn a_shield_keeps_one_effect_away_for_a_tick() {
        let sprites = "raft > Immovable\nwater > Immovable";
        let rules =
            "avatar raft > shieldFrom stype=water ftype=killSprite\navatar water > killSprite";
        let mut game = Worked::new(&format!("{sprites}\nplank > Immovable"), rules, "A");
        game.tick(Right);
        assert!(game.open());
        for (map, dies) in [("Aw", true), ("Ar", false)] {
            let mut game = Worked::new(sprites, rules, map);
            game.tick(Right);
            assert_eq!(game.level.avatar(&game.state).unwrap().disabled, dies);
        }
    }
}
