//! The entries of the registry: the agent `mia` and the evaluator `nine`.

use super::guide::Mia;
use super::nine::Nine;
use super::realisation::{Realisation, shipped};
use ludometer_agents::search::pvs::{Pvs, Techniques};
use ludometer_arena::env::{
    DEPTH, Entry, LEAF, MakeAgent, MakeEvaluator, TECHNIQUES, switch, techniques,
};
use ludometer_games::loa::Loa;
use ludometer_spec::knob::{Kind, Knob};
use std::sync::Arc;

/// What results of the game are kept under.
pub const GAME: &str = "loa@1";

/// What results of the agent are kept under.
pub const MIA: &str = "mia@1";

/// What results of the evaluator are kept under.
pub const NINE: &str = "nine@1";

/// What measured best: see docs/loa.md.
pub const DEFAULT: Techniques = Techniques {
    null: true,
    quiet: true,
    realisation: true,
    ..Techniques::USUAL
};

const fn yes(on: bool) -> Option<&'static str> {
    Some(if on { "yes" } else { "no" })
}

const KNOBS: [Knob; 20] = {
    let mut knobs = [DEPTH; 20];
    knobs[0].default = Some("30");
    knobs[1] = LEAF;
    knobs[1].default = Some("nine");
    let mut index = 0;
    while index < TECHNIQUES.len() {
        knobs[2 + index] = TECHNIQUES[index];
        match TECHNIQUES[index].name.as_bytes() {
            b"null" => knobs[2 + index].default = yes(DEFAULT.null),
            b"multicut" => knobs[2 + index].default = yes(DEFAULT.multicut.is_some()),
            b"etc" => knobs[2 + index].default = yes(DEFAULT.etc),
            _ => {}
        }
        index += 1;
    }
    knobs[15] = switch(
        "quiet",
        DEFAULT.quiet,
        "quiescence search: captures that make or break connections",
    );
    knobs[16] = switch("hints", DEFAULT.hints, "likely categories of moves first");
    knobs[17] = switch(
        "erps",
        DEFAULT.realisation,
        "enhanced realisation-probability search: unlikely moves are searched less deep",
    );
    knobs[18] = Knob::new(
        "base",
        Kind::Real(0.01, 0.9),
        Some("0.25"),
        "the probability of a move that costs one ply",
    );
    knobs[19] = Knob::new(
        "key",
        Kind::Choice(&["place", "state"]),
        Some("place"),
        "whether the table tells positions apart by their past too",
    );
    knobs
};

/// The player.
pub fn agents() -> Vec<Entry<MakeAgent<Loa>>> {
    vec![Entry {
        name: "mia",
        id: MIA,
        about: "principal-variation search in the manner of MIA: nine features, null move, quiescence, realisation probabilities (Winands et al.)",
        knobs: const { &KNOBS },
        fit: |_| Ok(()),
        make: |args, host| {
            let depth = args.whole("t") as u32;
            let leaf = host.evaluator(args.spec("leaf"))?;
            let on = |knob| args.spec(knob).name == "yes";
            let techniques = Techniques {
                quiet: on("quiet"),
                hints: on("hints"),
                realisation: on("erps"),
                ..techniques(args)?
            };
            let counts = shipped();
            let realisation = Realisation::new(|n| counts.probability(n), args.real("base"));
            let past = args.spec("key").name == "state";
            Ok(Arc::new(move || {
                let guide = Mia::new(realisation.clone(), past);
                Box::new(Pvs::guided(depth, leaf(), guide, techniques))
            }))
        },
    }]
}

/// The evaluation.
pub fn evaluators() -> Vec<Entry<MakeEvaluator<Loa>>> {
    vec![Entry {
        name: "nine",
        id: NINE,
        about: "the nine features in one pass, with weights fitted to the program's own games (Winands, van den Herik and Uiterwijk 2003)",
        knobs: const {
            &[Knob::new(
                "weights",
                Kind::Choice(&["fitted", "equal"]),
                Some("fitted"),
                "fitted, or equal in units of the features' spread in random play",
            )]
        },
        fit: |_| Ok(()),
        make: |args, _| {
            let nine = match args.spec("weights").name.as_str() {
                "equal" => Nine::equal(),
                _ => Nine::fitted(),
            };
            Ok(Arc::new(move || Box::new(nine)))
        },
    }]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::specialists::loa::realisation::BASE;

    fn default(knob: &str) -> &'static str {
        let found = KNOBS.iter().find(|known| known.name == knob);
        found
            .and_then(|knob| knob.default)
            .expect("the knob has a default")
    }

    /// What `mia` is without a word is what measured best, and what is fitted in code.
    #[test]
    fn defaults_are_those_of_the_player_in_code() {
        assert_eq!(default("base").parse(), Ok(BASE));
        for (knob, on) in [
            ("null", DEFAULT.null),
            ("multicut", DEFAULT.multicut.is_some()),
            ("etc", DEFAULT.etc),
            ("scout", DEFAULT.scout),
            ("killers", DEFAULT.killers),
            ("history", DEFAULT.history),
            ("deeper", DEFAULT.deeper),
            ("quiet", DEFAULT.quiet),
            ("hints", DEFAULT.hints),
            ("erps", DEFAULT.realisation),
        ] {
            assert_eq!(default(knob) == "yes", on, "{knob}");
        }
        assert_eq!(default("tt").parse(), Ok(DEFAULT.table));
        assert_eq!(default("aspiration").parse(), Ok(DEFAULT.aspiration));
    }
}
