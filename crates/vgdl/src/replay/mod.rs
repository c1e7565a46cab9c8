//! Conformance: recorded episodes of the framework, played again and compared tick by tick.
//!
//! A trace is JSON lines: a header an episode, then a line a tick, beginning with the state before the
//! first tick. Every line holds the score, the outcome, the avatar, the number of random steps so far
//! and, for every type whose sprites have changed, all their positions.

mod trace;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use crate::action::Action;
use crate::dice::JavaDice;
use crate::game::VgdlGame;
use crate::level::Level;
use crate::state::{Outcome, State};
use trace::Places;
pub use trace::{Header, RecordedEpisode, Tick, TraceError, read};

/// The first difference between a trace and our play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// At which tick; −1 is before the first, `None` concerns the loading.
    pub tick: Option<i32>,
    /// What differs.
    pub what: String,
    /// What the trace says.
    pub expected: String,
    /// The value computed here.
    pub got: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.tick {
            Some(tick) => write!(f, "tick {tick}: ")?,
            None => write!(f, "loading: ")?,
        }
        write!(
            f,
            "{}: expected {}, got {}",
            self.what, self.expected, self.got
        )
    }
}

impl std::error::Error for Difference {}

fn differ<T: PartialEq + fmt::Debug>(
    tick: Option<i32>,
    what: &str,
    expected: T,
    got: T,
) -> Result<(), Difference> {
    if expected == got {
        return Ok(());
    }
    let (expected, got) = (format!("{expected:?}"), format!("{got:?}"));
    Err(Difference {
        tick,
        what: what.to_owned(),
        expected,
        got,
    })
}

/// Plays an episode again and compares every tick. Returns how many ticks were played.
pub fn replay(
    description: &str,
    map: &str,
    episode: &RecordedEpisode,
) -> Result<usize, Difference> {
    let unreadable = |what: &str, diagnostics: Vec<crate::text::VgdlDiagnostic>| Difference {
        tick: None,
        what: what.to_owned(),
        expected: "a text without errors".to_owned(),
        got: diagnostics
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join("; "),
    };
    let (game, _) = VgdlGame::parse(description)
        .map_err(|diagnostics| unreadable("description", diagnostics))?;
    let game = Arc::new(game);
    let (level, _) =
        Level::parse(&game, map).map_err(|diagnostics| unreadable("level", diagnostics))?;
    compare_header(&level, &episode.header)?;
    let mut state = level.start();
    let mut dice = JavaDice::new(episode.header.seed);
    let mut places: BTreeMap<&str, &Places> = BTreeMap::new();
    let mut got = Places::new();
    for tick in &episode.ticks {
        if let Some(act) = &tick.act {
            let action = Action::named(act).ok_or_else(|| Difference {
                tick: Some(tick.t),
                what: "action".to_owned(),
                expected: "a known action".to_owned(),
                got: act.clone(),
            })?;
            level.step(&mut state, action, &mut dice);
        }
        for (name, list) in &tick.d {
            places.insert(name, list);
        }
        for (at, kind) in level.game().kinds().iter().enumerate() {
            got.clear();
            got.extend(
                level
                    .sprites(&state, crate::sprite_type_id::SpriteTypeId(at as u16))
                    .map(|seen| (seen.x, seen.y)),
            );
            got.sort_unstable();
            let expected = places.get(kind.name.as_str());
            if expected.map_or(!got.is_empty(), |expected| **expected != got) {
                return Err(describe(
                    tick.t,
                    &kind.name,
                    expected.map_or(&[][..], |list| list),
                    &got,
                ));
            }
        }
        compare_tick(&level, &state, tick, dice.steps())?;
    }
    Ok(episode.ticks.len().saturating_sub(1))
}

fn compare_header(level: &Level, header: &Header) -> Result<(), Difference> {
    differ(None, "block", header.block, level.block())?;
    differ(None, "width and height", (header.w, header.h), level.size())?;
    let names: Vec<&str> = level
        .game()
        .kinds()
        .iter()
        .map(|kind| kind.name.as_str())
        .collect();
    differ(
        None,
        "types",
        header.types.iter().map(String::as_str).collect(),
        names,
    )?;
    let order: Vec<u16> = level.game().order().iter().map(|kind| kind.0).collect();
    differ(None, "drawing order", header.order.clone(), order)?;
    let actions: Vec<&str> = level
        .actions(&level.start())
        .iter()
        .map(|action| action.name())
        .collect();
    differ(
        None,
        "actions",
        header.actions.iter().map(String::as_str).collect(),
        actions,
    )
}

fn compare_tick(level: &Level, state: &State, tick: &Tick, steps: u64) -> Result<(), Difference> {
    let at = Some(tick.t);
    let outcome = match state.outcome() {
        Outcome::Open => -1,
        Outcome::Lost => 0,
        Outcome::Won => 1,
    };
    differ(at, "outcome", tick.win, outcome)?;
    differ(at, "score", tick.score, f64::from(state.score()))?;
    differ(at, "random steps", tick.rng, steps)?;
    differ(at, "over", tick.over != 0, outcome >= 0)?;
    let Some(avatar) = level.avatar(state) else {
        return differ(at, "avatar", tick.avt.as_str(), "none");
    };
    differ(
        at,
        "avatar's type",
        tick.avt.as_str(),
        level.game().kind(avatar.kind).name.as_str(),
    )?;
    differ(at, "avatar", tick.av, (avatar.x, avatar.y))?;
    differ(at, "avatar alive", tick.alive != 0, !avatar.disabled)?;
    let heading = (f64::from(avatar.heading.x), f64::from(avatar.heading.y));
    differ(at, "avatar's direction", tick.ori, heading)?;
    differ(at, "health", tick.hp, avatar.health)?;
    let held: BTreeMap<&str, i32> = level
        .inventory(state)
        .filter(|&(_, amount)| amount != 0)
        .map(|(kind, amount)| (level.game().kind(kind).name.as_str(), amount))
        .collect();
    let expected = tick
        .res
        .iter()
        .filter(|&(_, &amount)| amount != 0)
        .map(|(name, &amount)| (name.as_str(), amount));
    differ(at, "resources", expected.collect(), held)
}

fn describe(tick: i32, name: &str, expected: &[(i32, i32)], got: &[(i32, i32)]) -> Difference {
    let only = |a: &[(i32, i32)], b: &[(i32, i32)]| {
        let mut rest = b.to_vec();
        let mut missing = Vec::new();
        for place in a {
            match rest.iter().position(|other| other == place) {
                Some(at) => {
                    rest.swap_remove(at);
                }
                None => missing.push(*place),
            }
        }
        missing
    };
    let (gone, extra) = (only(expected, got), only(got, expected));
    Difference {
        tick: Some(tick),
        what: format!("sprites of type {name}"),
        expected: format!("{} of them, with {gone:?}", expected.len()),
        got: format!("{} of them, with {extra:?} instead", got.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DESCRIPTION: &str = "BasicGame square_size=10
    SpriteSet
        bee > RandomNPC
        avatar > MovingAvatar
    LevelMapping
        b > bee
";

    /// A recorded tick of that game on `A.b`, with the bee where java.util.Random(1) sends it.
    fn trace(change: (&str, &str)) -> String {
        let text = r#"{"k":"H","game":"g","level":0,"seq":0,"seed":1,"block":10,"w":3,"h":1,"types":["wall","avatar","bee"],"order":[0,2,1],"actions":["LEFT","RIGHT","DOWN","UP"]}
{"k":"T","t":-1,"score":0,"win":-1,"over":0,"av":[0,0],"avt":"avatar","alive":1,"ori":[0,0],"hp":0,"res":{},"rng":0,"d":{"avatar":[[0,0]],"bee":[[20,0]]}}
{"k":"T","t":0,"act":"RIGHT","score":0,"win":-1,"over":0,"av":[10,0],"avt":"avatar","alive":1,"ori":[0,0],"hp":0,"res":{},"rng":1,"d":{"avatar":[[10,0]],"bee":[[20,10]]}}
"#;
        assert!(text.contains(change.0), "{}", change.0);
        text.replace(change.0, change.1)
    }

    fn run(change: (&str, &str)) -> Result<usize, String> {
        let episodes = read(&trace(change)).map_err(|error| error.to_string())?;
        replay(DESCRIPTION, "A.b", &episodes[0]).map_err(|difference| difference.to_string())
    }

    #[test]
    fn a_trace_matches() {
        assert_eq!(run(("bee", "bee")), Ok(1));
    }

    #[test]
    fn every_difference_is_put_in_words() {
        for (old, new, expected) in [
            (
                "[[20,10]]",
                "[[20,-10]]",
                "tick 0: sprites of type bee: expected 1 of them, with [(20, -10)], got 1 of them, with [(20, 10)] instead",
            ),
            (
                "\"rng\":1",
                "\"rng\":2",
                "tick 0: random steps: expected 2, got 1",
            ),
            (
                "\"hp\":0,\"res\":{},\"rng\":1",
                "\"hp\":4,\"res\":{},\"rng\":1",
                "tick 0: health: expected 4, got 0",
            ),
            (
                "\"res\":{},\"rng\":1",
                "\"res\":{\"bee\":2},\"rng\":1",
                "tick 0: resources: expected {\"bee\": 2}, got {}",
            ),
            (
                "\"w\":3",
                "\"w\":4",
                "loading: width and height: expected (4, 1), got (3, 1)",
            ),
            (
                "[0,2,1]",
                "[2,0,1]",
                "loading: drawing order: expected [2, 0, 1], got [0, 2, 1]",
            ),
            (
                "\"RIGHT\",\"score\"",
                "\"JUMP\",\"score\"",
                "tick 0: action: expected a known action, got JUMP",
            ),
            (
                "\"k\":\"H\"",
                "\"k\":\"X\"",
                "line 1 of the trace: k is `X`: H and T can be replayed",
            ),
            ("\"t\":0", "\"t\":zero", "line 3 of the trace: "),
        ] {
            let found = run((old, new)).expect_err(expected);
            assert!(found.starts_with(expected), "{expected}\n{found}");
        }
    }
}
