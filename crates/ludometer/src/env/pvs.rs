//! The entry of principal-variation search, with a knob for each technique.

use super::entry::Entry;
use super::host::{Host, MakeAgent};
use super::knobs::{DEPTH, DUEL, LEAF, WINS, wins};
use crate::knob::{Args, Kind, Knob};
use crate::source::Fault;
use ludometer_agents::search::pvs::{Lore, Multicut, Pvs, Techniques};
use ludometer_core::Game;
use std::sync::Arc;

/// A knob that is yes or no.
///
/// Results are kept without it where it is off.
pub(crate) const fn switch(name: &'static str, on: bool, about: &'static str) -> Knob {
    Knob::new(
        name,
        Kind::Choice(&["no", "yes"]),
        Some(if on { "yes" } else { "no" }),
        about,
    )
    .neutral("no")
}

const fn count(name: &'static str, default: &'static str, about: &'static str) -> Knob {
    Knob::new(name, Kind::Whole(1, 64), Some(default), about).neutral(default)
}

/// The knobs of techniques that need no knowledge of the game, for specialists to share.
pub(crate) const TECHNIQUES: [Knob; 13] = [
    WINS,
    Knob::new(
        "tt",
        Kind::Whole(0, 26),
        Some("20"),
        "the binary logarithm of the slots of the transposition table; 0 is no table",
    )
    .neutral("0"),
    switch("scout", true, "null windows after the first move"),
    switch("etc", false, "enhanced transposition cutoffs"),
    switch("killers", true, "two killer moves a ply"),
    switch("history", true, "the relative history heuristic"),
    Knob::new(
        "aspiration",
        Kind::Real(0.0, f64::INFINITY),
        Some("0"),
        "half the width of the window around the last value; 0 is an open one",
    )
    .neutral("0"),
    switch(
        "deeper",
        true,
        "whether deeper entries of the table count: as good, and not the same as a search to this depth",
    ),
    switch("null", false, "adaptive null move, where the game can pass"),
    switch("multicut", false, "multi-cut"),
    count("cuts", "3", "multi-cut: how many moves must fail high"),
    count("moves", "10", "multi-cut: how many moves are looked at"),
    count(
        "reduction",
        "2",
        "multi-cut: by how many plies the look is shallower",
    ),
];

const KNOBS: [Knob; 18] = {
    let mut knobs = [DEPTH; 18];
    knobs[1] = LEAF;
    let mut index = 0;
    while index < TECHNIQUES.len() {
        knobs[2 + index] = TECHNIQUES[index];
        index += 1;
    }
    knobs[15] = switch(
        "quiet",
        false,
        "quiescence search, where the game names captures",
    );
    knobs[16] = switch(
        "hints",
        true,
        "the game's own order of moves, where it has one",
    );
    knobs[17] = Knob::new(
        "key",
        Kind::Choice(&["state", "place"]),
        Some("state"),
        "whether the table tells positions apart by their past too, where the game has one",
    );
    knobs
};

/// What the knobs of [`TECHNIQUES`] are set to.
pub(crate) fn techniques(args: &Args) -> Result<Techniques, Fault> {
    let on = |knob| args.spec(knob).name == "yes";
    let [cuts, moves, reduction] =
        ["cuts", "moves", "reduction"].map(|knob| args.whole(knob) as u32);
    if cuts > moves {
        let message = format!("`cuts` is {cuts}, above `moves`, which is {moves}");
        let fault = Fault::at(&args.value("cuts").place, message);
        return Err(fault.hint("raise `moves` or lower `cuts`"));
    }
    Ok(Techniques {
        wins: wins(args),
        scout: on("scout"),
        table: args.whole("tt") as u32,
        etc: on("etc"),
        killers: on("killers"),
        history: on("history"),
        aspiration: args.real("aspiration"),
        deeper: on("deeper"),
        null: on("null"),
        multicut: on("multicut").then_some(Multicut {
            cuts,
            moves,
            reduction,
        }),
        ..Techniques::NONE
    })
}

/// A fault if a knob asks for what the game does not have.
fn needs(args: &Args, knob: &str, word: &str, has: bool, what: &str) -> Result<bool, Fault> {
    let asked = args.spec(knob).name == word;
    if asked && !has {
        let message = format!("`{knob}={word}` is impossible: the game does not say {what}");
        return Err(Fault::at(&args.value(knob).place, message).hint("leave the knob away"));
    }
    Ok(asked)
}

/// The entry.
pub(super) fn entry<G: Game>() -> Entry<MakeAgent<G>> {
    Entry {
        name: "pvs",
        id: "pvs@1",
        about: "principal-variation search for two players, ply by ply, with a transposition table and ordered moves (Marsland and Campbell 1982)",
        knobs: const { &KNOBS },
        fit: DUEL,
        make: |args, host: &Host<G>| {
            let depth = args.whole("t") as u32;
            let leaf = host.evaluator(args.spec("leaf"))?;
            let known = *host.lore();
            needs(args, "null", "yes", known.pass.is_some(), "how to pass")?;
            let noise = "which moves are noisy";
            let techniques = Techniques {
                quiet: needs(args, "quiet", "yes", known.noisy.is_some(), noise)?,
                hints: known.hint.is_some() && args.spec("hints").name == "yes",
                ..techniques(args)?
            };
            let past = "what a position is without its past";
            let shared = needs(args, "key", "place", known.place.is_some(), past)?;
            let lore = Lore {
                place: known.place.filter(|_| shared),
                ..known
            };
            Ok(Arc::new(move || {
                Box::new(Pvs::guided(depth, leaf(), lore, techniques))
            }))
        },
    }
}
