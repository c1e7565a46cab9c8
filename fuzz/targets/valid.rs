//! Plans, tunings and video games that are valid, made from bytes and played to their end.

use super::{file, video};
use arbitrary::{Result, Unstructured};
use ludometer::catalogue::shipped;
use ludometer::define::no_files;
use ludometer::options::RunOptions;
use ludometer::plan::{Plan, Size};
use ludometer::present::Results;
use ludometer::run::run;
use ludometer::source::Span;
use ludometer::store::Store;
use ludometer::tune::{TuneOptions, Tuning, tune};
use std::fmt::Write;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

/// Games that end soon, with how many players, and agents that fit all of them.
const GAMES: [(&str, usize); 9] = [
    ("slide(k=2)", 1),
    ("slide(k=3)", 1),
    ("meteors", 1),
    ("tic-tac-toe", 2),
    ("tic-tac-toe(m=4, n=3, k=3)", 2),
    ("othello(size=4)", 2),
    ("kuhn", 2),
    ("omaha(players=2, stack=9)", 2),
    ("chess", 2),
];

const AGENTS: [&str; 7] = [
    "random",
    "flat(playouts=2)",
    "uct(playouts=4)",
    "olmcts(l=3)",
    "rhea(p=3, l=3)",
    "depth(t=1)",
    "one-step",
];

fn chosen<'a, T: ?Sized>(bytes: &mut Unstructured<'_>, all: &[&'a T]) -> Result<&'a T> {
    bytes.choose(all).copied()
}

fn a_plan(bytes: &mut Unstructured<'_>) -> Result<String> {
    let (game, players) = *bytes.choose(&GAMES)?;
    let hidden = game == "kuhn" || game.starts_with("omaha");
    let agents = || {
        AGENTS
            .iter()
            .filter(move |agent| !hidden || !["depth(t=1)", "one-step"].contains(agent))
    };
    let agents: Vec<&str> = agents().copied().collect();
    let mut seats = Vec::new();
    let varied = bytes.arbitrary()?;
    for seat in 0..players {
        seats.push(match varied && seat == 0 {
            true => "{who}".to_string(),
            false => chosen(bytes, &agents)?.to_string(),
        });
    }
    let mut text = format!("game = \"{game}\"\nseats = {seats:?}\n");
    let _ = writeln!(text, "episodes = {}", bytes.int_in_range(1..=24)?);
    let _ = writeln!(text, "moves = {}", bytes.int_in_range(1..=30)?);
    let _ = writeln!(text, "seed = {}", bytes.int_in_range(0..=99)?);
    let _ = writeln!(
        text,
        "budget = {{ steps = {} }}",
        bytes.int_in_range(0..=40)?
    );
    if players == 2 && bytes.arbitrary()? {
        text += "mirror = true\n";
    }
    if bytes.arbitrary()? {
        let generator = chosen(bytes, &["xoshiro", "mersenne-twister"])?;
        let _ = writeln!(text, "generator = \"{generator}\"");
    }
    if varied {
        let mut names = vec![chosen(bytes, &agents)?];
        while names.len() < 3 && bytes.arbitrary()? {
            let more = chosen(bytes, &agents)?;
            if !names.contains(&more) {
                names.push(more);
            }
        }
        let _ = write!(text, "[vary]\nwho = {names:?}\n");
    }
    Ok(text)
}

/// The path of a store that is not there.
fn no_store(name: &str) -> PathBuf {
    let path = file(name);
    for end in ["", "-wal", "-shm"] {
        let mut name = path.clone().into_os_string();
        name.push(end);
        let _ = std::fs::remove_file(name);
    }
    path
}

/// Every row of a plan as text.
fn rows(plan: &Plan, store: &Store) -> String {
    let mut text = String::new();
    for cell in &plan.cells {
        let id = store.known(cell).expect("a store").expect("a cell");
        let each = |number, episode: &_| writeln!(text, "{number} {episode:?}").expect("text");
        store.read(id, plan.episodes, each).expect("rows");
    }
    text
}

fn play(plan: &Plan, episodes: u64, store: &mut Store, threads: usize) -> u64 {
    let options = RunOptions {
        threads,
        stop: &AtomicBool::new(false),
        progress: &mut |_, _| {},
    };
    let ran = run(plan, episodes, store, options);
    ran.unwrap_or_else(|error| panic!("{error}")).played
}

/// The plan is accepted; played at once or in two steps it gives the same rows, and a report.
pub(super) fn plan(data: &[u8]) {
    let Ok(text) = a_plan(&mut Unstructured::new(data)) else {
        return;
    };
    let span = Span::whole("plan.toml", text.as_str());
    let plan = Plan::read("plan", &span, &[], &no_files, shipped());
    let plan = plan.unwrap_or_else(|diagnostic| panic!("{text}\n{diagnostic}"));
    let mut whole = Store::open(&no_store("whole.sqlite")).expect("a store");
    play(&plan, plan.episodes, &mut whole, 1);
    assert_eq!(play(&plan, plan.episodes, &mut whole, 1), 0, "{text}");
    let mut halves = Store::open(&no_store("halves.sqlite")).expect("a store");
    play(&plan, plan.episodes / 2, &mut halves, 1);
    play(&plan, plan.episodes, &mut halves, 1);
    assert_eq!(rows(&plan, &whole), rows(&plan, &halves), "{text}");
    assert!(whole.check().expect("a check").damage.is_empty());
    let results = Results::read(&plan, plan.episodes, &whole);
    let results = results.unwrap_or_else(|error| panic!("{text}\n{error}"));
    results
        .present()
        .unwrap_or_else(|error| panic!("{text}\n{error}"));
}

fn a_tuning(bytes: &mut Unstructured<'_>) -> Result<String> {
    let real = |bytes: &mut Unstructured<'_>| {
        let low = f64::from(bytes.int_in_range(-300..=300)?) / 100.0;
        let width = f64::from(bytes.int_in_range(1..=400)?) / 100.0;
        let share = f64::from(bytes.int_in_range(0..=100)?) / 100.0;
        Ok::<_, arbitrary::Error>((low, low + width, low + share * width))
    };
    let mut text = "game = \"tic-tac-toe\"\nagent = \"depth(t=1, leaf=weigh(open-lines={a}, points={b}))\"\nopponents = [\"random\"]\n".to_string();
    let tuner = chosen(
        bytes,
        &["default", "spsa", "rspsa", "fdsa", "cma-es", "random"],
    )?;
    let _ = writeln!(text, "tuner = \"{tuner}\"");
    let _ = writeln!(text, "seed = {}", bytes.int_in_range(0..=99)?);
    let _ = writeln!(text, "games = {}", bytes.int_in_range(1..=120)?);
    let _ = writeln!(text, "held_out = {}", bytes.int_in_range(2..=20)?);
    text += "[parameters]\n";
    for name in ["a", "b"] {
        let (low, high, start) = real(bytes)?;
        let _ = writeln!(
            text,
            "{name} = {{ low = {low:?}, high = {high:?}, start = {start:?} }}"
        );
    }
    Ok(text)
}

/// The tuning is accepted, ends with values inside the ranges, and has nothing left to play then.
pub(super) fn tuning(data: &[u8]) {
    let Ok(text) = a_tuning(&mut Unstructured::new(data)) else {
        return;
    };
    let span = Span::whole("tuning.toml", text.as_str());
    let tuning = Tuning::read("tuning", &span, &[], &no_files, shipped());
    let tuning = match tuning {
        Ok(tuning) => tuning,
        // Too few games for the tuner is an answer.
        Err(diagnostic) => return super::told(&diagnostic.to_string()),
    };
    let mut store = Store::open(&no_store("tuning.sqlite")).expect("a store");
    let mut go = || {
        let options = TuneOptions {
            threads: 1,
            stop: &AtomicBool::new(false),
            progress: &mut |_| {},
        };
        tune(&tuning, Size::Full, &mut store, options)
    };
    match (go(), go()) {
        (Ok(one), Ok(two)) => assert_eq!(one.tuned, two.tuned, "{text}"),
        (Err(one), Err(two)) => assert_eq!(one.to_string(), two.to_string(), "{text}"),
        (one, two) => panic!("{text}\n{:?} and {:?}", one.err(), two.err()),
    }
    assert!(store.check().expect("a check").damage.is_empty());
}

const CLASSES: [&str; 14] = [
    "Immovable",
    "Passive",
    "Resource limit=3",
    "Missile speed=0.5",
    "RandomNPC cons=1",
    "Chaser stype=avatar",
    "Fleeing stype=avatar",
    "PathChaser stype=avatar",
    "Flicker limit=4",
    "SpawnPoint stype=s0 prob=0.2 total=3",
    "Bomber stype=s0 prob=0.1 total=2",
    "Spreader stype=s0 spreadprob=0.1",
    "RandomMissile speed=0.3",
    "Door",
];

const AVATARS: [&str; 9] = [
    "MovingAvatar",
    "HorizontalAvatar",
    "VerticalAvatar",
    "FlakAvatar stype=s0",
    "OrientedAvatar",
    "ShootAvatar stype=s0",
    "MissileAvatar",
    "OngoingAvatar",
    "OngoingTurningAvatar spawnBehind=s0",
];

const EFFECTS: [&str; 14] = [
    "killSprite",
    "killBoth",
    "stepBack",
    "undoAll",
    "bounceForward",
    "reverseDirection",
    "turnAround",
    "wrapAround",
    "transformTo stype=s0",
    "cloneSprite",
    "flipDirection",
    "attractGaze",
    "collectResource",
    "pullWithIt",
];

fn a_video_game(bytes: &mut Unstructured<'_>) -> Result<(String, String)> {
    let mut text = "BasicGame square_size=10\n    SpriteSet\n".to_string();
    let count = bytes.int_in_range(1..=6_usize)?;
    for number in 0..count {
        let _ = writeln!(text, "        s{number} > {}", chosen(bytes, &CLASSES)?);
    }
    let _ = writeln!(text, "        avatar > {}", chosen(bytes, &AVATARS)?);
    // Empty places want a name too: GVGAI ends a game with more than 25 characters that have none.
    text += "        floor > Immovable\n";
    text += "    InteractionSet\n";
    let names: Vec<String> = (0..count)
        .map(|number| format!("s{number}"))
        .chain(["avatar".to_string(), "wall".to_string()])
        .collect();
    for _ in 0..bytes.int_in_range(0..=10)? {
        let first = &names[bytes.choose_index(names.len() - 1)?];
        let second = match bytes.ratio(1, 5)? {
            true => "EOS",
            false => &names[bytes.choose_index(names.len())?],
        };
        let score = bytes.int_in_range(-2..=2)?;
        let effect = chosen(bytes, &EFFECTS)?;
        let _ = writeln!(
            text,
            "        {first} {second} > {effect} scoreChange={score}"
        );
    }
    text += "    TerminationSet\n        SpriteCounter stype=avatar limit=0 win=False\n";
    let _ = writeln!(
        text,
        "        Timeout limit={} win=True",
        bytes.int_in_range(1..=60)?
    );
    text += "    LevelMapping\n        . > floor\n";
    for number in 0..count {
        let _ = writeln!(text, "        {number} > s{number}");
    }
    let (wide, high) = (bytes.int_in_range(2..=9)?, bytes.int_in_range(1..=7)?);
    let mut map = String::new();
    let avatar = bytes.choose_index(wide * high)?;
    for place in 0..wide * high {
        map.push(match bytes.int_in_range(0..=9_usize)? {
            _ if place == avatar => 'A',
            9 => 'w',
            number if number < count => char::from(b'0' + number as u8),
            _ => '.',
        });
        if place % wide == wide - 1 {
            map.push('\n');
        }
    }
    Ok((text, map))
}

/// The description and the level are accepted, and played to the end by the remaining bytes.
pub(super) fn video_game(data: &[u8]) {
    let mut bytes = Unstructured::new(data);
    let Ok((text, map)) = a_video_game(&mut bytes) else {
        return;
    };
    let played = video::play(&text, &map, bytes.take_rest());
    assert!(played, "{text}\n{map}");
}
