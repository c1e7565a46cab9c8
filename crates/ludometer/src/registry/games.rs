//! Games by name.

use super::host::{Host, Hosted};
use crate::knob::{Args, Kind, Knob};
use crate::source::Fault;
use crate::spec::Spec;
use crate::specialists;
use ludometer_games::{chess, kuhn, meteors, noughts, othello, slide};

/// A game that a plan may name.
pub struct GameEntry {
    /// The name.
    pub name: &'static str,
    /// One line that says what it is.
    pub about: &'static str,
    /// What can be set.
    pub knobs: &'static [Knob],
    /// The settings that laws, playthroughs and tables are checked for.
    pub examples: &'static [&'static str],
    open: fn(&Args) -> Result<Box<dyn Hosted>, String>,
}

const fn size(name: &'static str, about: &'static str) -> Knob {
    Knob {
        name,
        kind: Kind::Whole(1, 64),
        default: Some("3"),
        about,
    }
}

/// Every game.
pub fn games() -> &'static [GameEntry] {
    const {
        &[
            GameEntry {
                name: "slide",
                about: "SlideK: slide blocks of K tiles until K x K tiles are in order (Troyka 2001)",
                knobs: &[Knob {
                    name: "k",
                    kind: Kind::Whole(2, slide::MOST as i64),
                    default: Some("3"),
                    about: "tiles along a side",
                }],
                examples: &["slide(k=2)", "slide(k=3)", "slide(k=4)", "slide(k=5)"],
                open: |args| {
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
                about: "noughts and crosses: k in a line on m columns and n rows",
                knobs: &[
                    size("m", "columns"),
                    size("n", "rows"),
                    size("k", "marks in a line that win"),
                ],
                examples: &["noughts(m=3, n=3, k=3)", "noughts(m=4, n=4, k=4)"],
                open: |args| {
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
                about: "Othello on 4 x 4, 6 x 6 or 8 x 8 squares",
                knobs: &[Knob {
                    name: "size",
                    kind: Kind::Whole(4, 8),
                    default: Some("8"),
                    about: "squares along a side: 4, 6 or 8",
                }],
                examples: &["othello(size=4)", "othello(size=6)", "othello(size=8)"],
                open: |args| {
                    let game = othello::Othello::new(args.whole("size") as usize)?;
                    Ok(Box::new(
                        Host::new(game, othello::measures())
                            .written()
                            .standard("weighted-"),
                    ))
                },
            },
            GameEntry {
                name: "chess",
                about: "chess, drawn at the third repetition, after fifty moves and without mating material",
                knobs: &[],
                examples: &["chess"],
                open: |_| {
                    Ok(Box::new(
                        Host::new(chess::Chess, chess::measures()).written(),
                    ))
                },
            },
            GameEntry {
                name: "kuhn",
                about: "Kuhn poker: three cards, one bet",
                knobs: &[],
                examples: &["kuhn"],
                open: |_| Ok(Box::new(Host::new(kuhn::Kuhn, kuhn::measures()))),
            },
            GameEntry {
                name: "meteors",
                about: "a small video game: steer between falling meteors, catch crystals, last sixty ticks",
                knobs: &[],
                examples: &["meteors"],
                open: |_| Ok(Box::new(Host::new(meteors::Meteors, meteors::measures()))),
            },
        ]
    }
}

/// Opens the game that a spec names; also gives the spec with every knob spelled out.
pub fn open(spec: &Spec) -> Result<(Box<dyn Hosted>, String), Fault> {
    let Some(entry) = games().iter().find(|entry| entry.name == spec.name) else {
        let fault = Fault::at(&spec.place, format!("there is no game `{}`", spec.name));
        return Err(fault.known(&spec.name, games().iter().map(|entry| entry.name)));
    };
    let args = Args::bind(spec, entry.knobs)?;
    let game = (entry.open)(&args).map_err(|message| Fault::at(args.place(), message))?;
    Ok((game, args.canonical(|_, nested| Ok(nested.to_string()))?))
}
