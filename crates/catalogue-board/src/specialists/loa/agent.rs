//! The entries of the registry: the agent `mia` and the evaluator `mia_eval`.

use super::block::realisation;
use super::guide::Mia;
use super::mia_eval::MiaEvaluator;
use super::opponents::{LEFT_OUT, without};
use ludometer_agents::search::pvs::{Pvs, Techniques};
use ludometer_arena::env::{
    AgentEntry, EvaluatorEntry, agent, depth, evaluator, leaf, technique, techniques,
};
use ludometer_games_board::loa::Loa;
use ludometer_spec::params;
use ludometer_spec::params::{Params, choice, real, switch, text};
use ludometer_spec::source::Diagnostic;
use ludometer_spec::spec::Spec;

/// The identity of the game in stored results.
pub const GAME: &str = "loa@1";

/// The identity of the agent in stored results.
pub const MIA: &str = "mia@1";

/// The identity of the evaluator in stored results.
pub const NINE: &str = "nine@1";

/// What measured best: see docs/loa.md.
pub const DEFAULT: Techniques = Techniques {
    null: true,
    quiet: true,
    realisation: true,
    ..Techniques::USUAL
};

/// The techniques of a general search, with the defaults of this one.
fn general() -> Params<Techniques> {
    let yes = |on| if on { "yes" } else { "no" };
    techniques()
        .default_of("null", yes(DEFAULT.null))
        .default_of("multicut", yes(DEFAULT.multicut.is_some()))
        .default_of("etc", yes(DEFAULT.etc))
}

params! {
    struct MiaParams {
        depth: u32 = depth().or("30"),
        leaf: Spec = leaf().or("mia-eval"),
        techniques: Techniques = general(),
        quiet: bool = technique(
            "quiet",
            DEFAULT.quiet,
            "quiescence search: captures that make or break connections",
        ),
        hints: bool = technique("hints", DEFAULT.hints, "likely categories of moves first"),
        realisation: bool = technique(
            "erps",
            DEFAULT.realisation,
            "realisation-probability search: unlikely moves are searched less deep",
        ),
        enhanced: bool = switch(
            "enhanced",
            "whether that search is enhanced (Winands and Björnsson 2007) or plain (Tsuruoka et al. 2002)",
        )
        .or("yes")
        .added("yes"),
        base: f64 = real("base", 0.01..=0.9, "the probability of a move that costs one ply")
            .or("0.25"),
        past: bool = choice(
            "key",
            [("place", false), ("state", true)],
            "whether the table tells positions apart by their past too",
        )
        .or("place"),
        probabilities: String = text(
            "probabilities",
            "realisation probabilities by number of the category, as in '12:0.25 40:0.1'; the others are as counted",
        )
        .or("''")
        .neutral("''"),
    }
}

/// The player.
pub fn agents() -> Vec<AgentEntry<Loa>> {
    vec![AgentEntry::new(
        "mia",
        MIA,
        "principal-variation search in the manner of MIA: nine features, null move, quiescence, realisation probabilities (Winands et al.)",
        MiaParams::params(),
        |given, env| {
            let leaf = env.evaluator(&given.leaf)?;
            let techniques = Techniques {
                quiet: given.quiet,
                hints: given.hints,
                realisation: given.realisation,
                enhanced: given.enhanced,
                ..given.techniques
            };
            let realisation =
                realisation(&given.probabilities, given.base).map_err(Diagnostic::new)?;
            let (depth, past) = (given.depth, given.past);
            Ok(agent(move || {
                let guide = Mia::new(realisation.clone(), past);
                Pvs::guided(depth, leaf(), guide, techniques)
            }))
        },
    )]
}

/// Which weights the features have.
#[derive(Clone, Copy)]
enum MiaWeights {
    FittedWeights,
    Equal,
    /// Those of an opponent.
    Without(&'static str),
}

/// The evaluation.
pub fn evaluators() -> Vec<EvaluatorEntry<Loa>> {
    let others = LEFT_OUT.map(|(name, word, _)| (word, MiaWeights::Without(name)));
    let weights = choice(
        "weights",
        [
            ("fitted", MiaWeights::FittedWeights),
            ("equal", MiaWeights::Equal),
        ]
        .into_iter()
        .chain(others),
        "fitted; equal in units of the features' spread in random play; or fitted without a group of features",
    );
    vec![EvaluatorEntry::new(
        "mia-eval",
        NINE,
        "the nine features in one pass, with weights fitted to the program's own games (Winands, van den Herik and Uiterwijk 2003)",
        weights.or("fitted"),
        |weights, _| {
            let mia_eval = match weights {
                MiaWeights::FittedWeights => MiaEvaluator::fitted(),
                MiaWeights::Equal => MiaEvaluator::equal(),
                MiaWeights::Without(name) => without(name),
            };
            Ok(evaluator(move || mia_eval))
        },
    )
    .aliases(["nine"])]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::specialists::loa::realisation::BASE;

    fn default(name: &str) -> String {
        let params = MiaParams::params();
        let found = params.declared().iter().find(|param| param.name == name);
        found
            .and_then(|param| param.default.clone())
            .expect("the parameter has a default")
    }

    /// What `mia` is without a word is what measured best, and what is fitted in code.
    #[test]
    fn defaults_are_those_of_the_player_in_code() {
        assert_eq!(default("base").parse(), Ok(BASE));
        for (name, on) in [
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
            ("enhanced", DEFAULT.enhanced),
        ] {
            assert_eq!(default(name) == "yes", on, "{name}");
        }
        assert_eq!(default("tt").parse(), Ok(DEFAULT.table));
        assert_eq!(default("aspiration").parse(), Ok(DEFAULT.aspiration));
    }
}
