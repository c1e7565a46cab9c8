//! Games by name.

use super::hosted::Hosted;
use crate::env::Host;
use crate::knob::{Args, Form, Kind, Knob};
use crate::source::Fault;
use crate::spec::Spec;
use crate::specialists;
use crate::vgdl::{Library, paint};
use ludometer_games::{chess, kuhn, loa, meteors, noughts, omaha, othello, slide, vgdl};

/// How a game is opened; it may settle a knob that only the library can tell.
type Open = fn(&mut Args, &Library) -> Result<Box<dyn Hosted>, Fault>;

/// A game that a plan may name.
pub struct GameEntry {
    /// The name.
    pub name: &'static str,
    /// What results are kept under: an identifier that no renaming changes, and behind `@` a version
    /// that is raised when the rules, or what is drawn for them, are other than before.
    pub id: &'static str,
    /// One line that says what it is.
    pub about: &'static str,
    /// What can be set.
    pub knobs: &'static [Knob],
    /// The settings that laws, playthroughs and tables are checked for.
    pub examples: &'static [&'static str],
    open: Open,
}

const fn size(name: &'static str, about: &'static str) -> Knob {
    Knob::new(name, Kind::Whole(1, 64), Some("3"), about)
}

/// Every game.
pub fn games() -> &'static [GameEntry] {
    const {
        &[
            GameEntry {
                name: "slide",
                id: "slide@1",
                about: "SlideK: slide blocks of K tiles until K x K tiles are in order (Troyka 2001)",
                knobs: &[Knob::new(
                    "k",
                    Kind::Whole(2, slide::MOST as i64),
                    Some("3"),
                    "tiles along a side",
                )],
                examples: &["slide(k=2)", "slide(k=3)", "slide(k=4)", "slide(k=5)"],
                open: |args, _| {
                    let game =
                        slide::Slide::new(args.whole("k") as usize).map_err(|e| e.to_string())?;
                    Ok(Box::new(
                        Host::new(game, slide::measures())
                            .written()
                            .specialists(specialists::slide::agents())
                            .starts(specialists::slide::starts())
                            .exact(specialists::slide::DISTANCE),
                    ))
                },
            },
            GameEntry {
                name: "noughts",
                id: "noughts@1",
                about: "noughts and crosses: k in a line on m columns and n rows",
                knobs: &[
                    size("m", "columns"),
                    size("n", "rows"),
                    size("k", "marks in a line that win"),
                ],
                examples: &["noughts(m=3, n=3, k=3)", "noughts(m=4, n=4, k=4)"],
                open: |args, _| {
                    let [m, n, k] = ["m", "n", "k"].map(|knob| args.whole(knob) as usize);
                    let game = noughts::Noughts::new(m, n, k)?;
                    Ok(Box::new(
                        Host::new(game, noughts::measures())
                            .written()
                            .standard("open-lines"),
                    ))
                },
            },
            GameEntry {
                name: "othello",
                id: "othello@1",
                about: "Othello on 4 x 4, 6 x 6 or 8 x 8 squares",
                knobs: &[Knob::new(
                    "size",
                    Kind::Whole(4, 8),
                    Some("8"),
                    "squares along a side: 4, 6 or 8",
                )],
                examples: &["othello(size=4)", "othello(size=6)", "othello(size=8)"],
                open: |args, _| {
                    let game = othello::Othello::new(args.whole("size") as usize)?;
                    Ok(Box::new(
                        Host::new(game, othello::measures())
                            .written()
                            .passing()
                            .standard("weighted-"),
                    ))
                },
            },
            GameEntry {
                name: "chess",
                id: "chess@1",
                about: "chess, drawn at the third repetition, after fifty moves and without mating material",
                knobs: &[],
                examples: &["chess"],
                open: |_, _| {
                    Ok(Box::new(
                        Host::new(chess::Chess, chess::measures())
                            .written()
                            .passing()
                            .knowing(specialists::chess::lore()),
                    ))
                },
            },
            GameEntry {
                name: "loa",
                id: specialists::loa::GAME,
                about: "Lines of Action: connect all stones; the third repetition and connecting both draw",
                knobs: &[],
                examples: &["loa"],
                open: |_, _| {
                    Ok(Box::new(
                        Host::new(loa::Loa, loa::measures())
                            .written()
                            .passing()
                            .knowing(specialists::loa::lore())
                            .judged(specialists::loa::evaluators())
                            .specialists(specialists::loa::agents()),
                    ))
                },
            },
            GameEntry {
                name: "kuhn",
                id: "kuhn@1",
                about: "Kuhn poker: three cards, one bet",
                knobs: &[],
                examples: &["kuhn"],
                open: |_, _| Ok(Box::new(Host::new(kuhn::Kuhn, kuhn::measures()))),
            },
            GameEntry {
                name: "meteors",
                id: "meteors@1",
                about: "a small video game: steer between falling meteors, catch crystals, last sixty ticks",
                knobs: &[],
                examples: &["meteors"],
                open: |_, _| {
                    Ok(Box::new(
                        Host::new(meteors::Meteors, meteors::measures()).trailed(),
                    ))
                },
            },
            GameEntry {
                name: "omaha",
                id: specialists::omaha::GAME,
                about: "fixed-limit Omaha Hi-Lo poker, eight or better; payoffs in small bets",
                knobs: &[
                    Knob::new(
                        "players",
                        Kind::Whole(2, omaha::SEATS as i64),
                        Some("2"),
                        "how many sit at the table; the last seat has the button",
                    ),
                    Knob::new(
                        "stack",
                        Kind::Whole(1, omaha::DEEPEST as i64),
                        Some("50"),
                        "small bets before each player; a capped hand costs at most 24",
                    ),
                    Knob::new(
                        "cap",
                        Kind::Whole(1, 4),
                        Some("4"),
                        "bets and raises a round; the big blind is one",
                    ),
                    Knob::new(
                        "uncapped-heads-up",
                        Kind::Choice(&["no", "yes"]),
                        Some("no"),
                        "whether two players alone may raise without end (Robert's Rules)",
                    )
                    .neutral("no"),
                    Knob::new(
                        "chips",
                        Kind::Whole(2, 1000),
                        Some("2"),
                        "chips in a small bet, an even number: how finely pots are split",
                    ),
                ],
                examples: &[
                    "omaha(players=2, stack=100)",
                    "omaha(players=3, stack=4, uncapped-heads-up=yes)",
                    "omaha(players=10)",
                ],
                open: |args, _| {
                    let game = omaha::Omaha::new(args.whole("players") as usize)?
                        .small_bet(args.whole("chips") as u32)?
                        .stack(args.whole("stack") as u32)?
                        .cap(args.whole("cap") as u16)?
                        .uncapped_heads_up(args.spec("uncapped-heads-up").name == "yes");
                    Ok(Box::new(
                        Host::new(game, omaha::measures())
                            .written()
                            .specialists(specialists::omaha::agents())
                            .estimates(specialists::omaha::SHARES)
                            .told(specialists::omaha::told),
                    ))
                },
            },
            GameEntry {
                name: "vgdl",
                id: "vgdl@1",
                about: "a level of a video game written in VGDL, shipped or of a corpus (--corpus)",
                knobs: &[
                    Knob::new("name", Kind::Text, None, "which game"),
                    Knob::new(
                        "level",
                        Kind::Whole(0, 999),
                        Some("0"),
                        "which of its levels",
                    ),
                    Knob::new(
                        "nil",
                        Kind::Choice(&["no", "yes"]),
                        Some("no"),
                        "whether doing nothing is an action too",
                    )
                    .neutral("no"),
                    Knob::new(
                        "content",
                        Kind::Text,
                        Some("''"),
                        "a hash of description and map; when set, other texts are refused",
                    ),
                ],
                examples: &[
                    "vgdl(name='lanterns', level=0)",
                    "vgdl(name='aliens', level=0)",
                    "vgdl(name='roguelike', level=0)",
                    "vgdl(name='sheepdog', level=0)",
                ],
                open: |args, library| {
                    let (game, content) =
                        library.open(args.text("name"), args.whole("level") as u32)?;
                    let wanted = args.text("content");
                    if !wanted.is_empty() && wanted != content {
                        let message =
                            format!("the texts of this level have the content '{content}'");
                        return Err(Fault::at(&args.value("content").place, message)
                            .hint("leave `content` away, or name the corpus that is meant"));
                    }
                    let game = game.with_nil(args.spec("nil").name == "yes");
                    args.settle("content", content);
                    let host = Host::new(game, vgdl::measures());
                    Ok(Box::new(host.painted(paint).trailed()))
                },
            },
        ]
    }
}

/// Opens the game that a spec names; also gives the spec with every knob spelled out.
pub fn open(spec: &Spec) -> Result<(Box<dyn Hosted>, String), Fault> {
    open_from(spec, &Library::Shipped)
}

/// The full name of the game that a spec names.
pub fn full_name(spec: &Spec) -> Result<String, Fault> {
    Ok(open(spec)?.0.facts().name.clone())
}

/// The same, with the games of VGDL from a library.
pub fn open_from(spec: &Spec, library: &Library) -> Result<(Box<dyn Hosted>, String), Fault> {
    let Some(entry) = games().iter().find(|entry| entry.name == spec.name) else {
        let fault = Fault::at(&spec.place, format!("there is no game `{}`", spec.name));
        return Err(fault.known(&spec.name, games().iter().map(|entry| entry.name)));
    };
    let mut args = Args::bind(spec, entry.knobs)?;
    let mut game = (entry.open)(&mut args, library).map_err(|fault| fault.or_at(args.place()))?;
    let args = args.identified(entry.id);
    let [name, identity, unversioned] = [Form::Names, Form::Identity, Form::Unversioned]
        .map(|form| args.written(form, |_, nested| Ok(nested.to_string())));
    game.identify(identity?, unversioned?);
    Ok((game, name?))
}
