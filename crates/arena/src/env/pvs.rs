//! The entry of principal-variation search, with a parameter for each technique.

use super::game_env::{AgentEntry, GameEnv};
use super::shared::{agent, depth, duel, leaf, wins, within_memory};
use ludometer_agents::search::Wins;
use ludometer_agents::search::pvs::{Multicut, Pvs, SearchHints, Techniques, table_bytes};
use ludometer_core::Game;
use ludometer_spec::param::Args;
use ludometer_spec::params;
use ludometer_spec::params::{Params, choice, real, whole};
use ludometer_spec::source::{Diagnostic, Span};
use ludometer_spec::spec::Spec;

/// A technique that is on or off; stored identities omit it where it is off.
pub fn technique(name: &str, on: bool, about: &str) -> Params<bool> {
    let default = if on { "yes" } else { "no" };
    params::switch(name, about).or(default).neutral("no")
}

fn count(name: &str, default: &str, about: &str) -> Params<u32> {
    whole(name, 1..=64, about).or(default).neutral(default)
}

params! {
    /// The techniques that need no knowledge of the game.
    struct General {
        wins: Wins = wins(),
        table: u32 = whole(
            "tt",
            0..=26,
            "transposition table size as binary logarithm of the number of buckets; 0 is no table",
        )
        .or("20")
        .neutral("0"),
        scout: bool = technique("scout", true, "null windows after the first move"),
        etc: bool = technique("etc", false, "enhanced transposition cutoffs"),
        killers: bool = technique("killers", true, "two killer moves per ply"),
        history: bool = technique("history", true, "the relative history heuristic"),
        aspiration: f64 = real(
            "aspiration",
            0.0..=f64::INFINITY,
            "half width of the aspiration window around the last value; 0 is a full window",
        )
        .or("0")
        .neutral("0"),
        deeper: bool = technique(
            "deeper",
            true,
            "whether table entries from deeper searches are used; the value then differs from a fixed-depth search",
        ),
        null: bool = technique("null", false, "adaptive null-move pruning, where the game has null moves"),
        multicut: bool = technique("multicut", false, "multi-cut"),
        cuts: u32 = count("cuts", "3", "multi-cut: how many moves must fail high"),
        moves: u32 = count("moves", "10", "multi-cut: how many moves are tried"),
        reduction: u32 = count(
            "reduction",
            "2",
            "multi-cut: depth reduction in plies",
        ),
    }
}

/// The techniques that need no knowledge of the game, for specialists to share.
pub fn techniques() -> Params<Techniques> {
    General::params().check(|given, args| {
        let (cuts, moves, reduction) = (given.cuts, given.moves, given.reduction);
        if cuts > moves {
            let message = format!("`cuts` is {cuts}, above `moves`, which is {moves}");
            let diagnostic = Diagnostic::at(&args.value("cuts").span, message);
            return Err(diagnostic.hint("raise `moves` or lower `cuts`"));
        }
        within_memory(args, "tt", 0, "the transposition table", |bits| {
            table_bytes(bits as u32)
        })?;
        Ok(Techniques {
            wins: given.wins,
            scout: given.scout,
            table: given.table,
            etc: given.etc,
            killers: given.killers,
            history: given.history,
            aspiration: given.aspiration,
            deeper: given.deeper,
            null: given.null,
            multicut: given.multicut.then_some(Multicut {
                cuts,
                moves,
                reduction,
            }),
            ..Techniques::NONE
        })
    })
}

/// The techniques requested, with their spans: some need knowledge that not every game provides.
struct Asked {
    yes: bool,
    span: Span,
}

fn asked(params: Params<bool>, name: &'static str) -> Params<Asked> {
    params.check(move |yes, args: &Args| {
        let span = args.value(name).span.clone();
        Ok(Asked { yes, span })
    })
}

params! {
    struct PvsParams {
        depth: u32 = depth(),
        leaf: Spec = leaf(),
        techniques: (Techniques, Span) = techniques().check(|techniques, args| {
            Ok((techniques, args.value("null").span.clone()))
        }),
        quiet: Asked = asked(
            technique("quiet", false, "quiescence search, where the game names noisy moves"),
            "quiet",
        ),
        hints: bool = technique("hints", true, "the game's own move ordering, where it has one"),
        exact_root: bool = technique(
            "exact-root",
            false,
            "search every move of the position with a full window: exact values instead of bounds",
        ),
        shared: Asked = asked(
            choice(
                "key",
                [("state", false), ("place", true)],
                "key of the transposition table: the whole state, or the position without its history",
            )
            .or("state"),
            "key",
        ),
    }
}

/// An error if a parameter needs knowledge that the game does not provide.
fn needs(asked: bool, span: &Span, given: &str, has: bool, what: &str) -> Result<(), Diagnostic> {
    if asked && !has {
        let message = format!("`{given}` is impossible: the game does not say {what}");
        return Err(Diagnostic::at(span, message).hint("omit the parameter"));
    }
    Ok(())
}

/// The entry.
pub(super) fn entry<G: Game>() -> AgentEntry<G> {
    AgentEntry::new(
        "pvs",
        "pvs@1",
        "principal-variation search for two players: iterative deepening, transposition table, move ordering (Marsland and Campbell 1982)",
        PvsParams::params(),
        |given, env: &GameEnv<G>| {
            let leaf = env.evaluator(&given.leaf)?;
            let known = *env.hints();
            let (techniques, null) = &given.techniques;
            let passes = known.null_move.is_some();
            needs(techniques.null, null, "null=yes", passes, "how to pass")?;
            let (quiet, noise) = (&given.quiet, known.noisy.is_some());
            let noisy = "which moves are noisy";
            needs(quiet.yes, &quiet.span, "quiet=yes", noise, noisy)?;
            let (shared, key) = (&given.shared, known.position_key.is_some());
            let past = "what a position is without its past";
            needs(shared.yes, &shared.span, "key=place", key, past)?;
            let techniques = Techniques {
                quiet: quiet.yes,
                hints: known.hint.is_some() && given.hints,
                exact_root: given.exact_root,
                ..*techniques
            };
            let hints = SearchHints {
                position_key: known.position_key.filter(|_| shared.yes),
                ..known
            };
            Ok(agent(move || {
                Pvs::guided(given.depth, leaf(), hints, techniques)
            }))
        },
    )
    .aliases(["negascout"])
    .fits(duel)
}
