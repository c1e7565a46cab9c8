//! Entries of Monte Carlo searches for puzzles, and of proof-number search.

use super::game_env::AgentEntry;
use super::shared::{agent, duel, puzzle};
use ludometer_agents::sample::{Nested, Nrpa, PolicyCode};
use ludometer_agents::search::{DfPn, Planner};
use ludometer_core::Game;
use ludometer_spec::params;
use ludometer_spec::params::{Params, choice, evaluator, real, whole};
use ludometer_spec::spec::Spec;

fn level() -> Params<u32> {
    let about = "level of nesting; a search of level 0 is a playout";
    whole("level", 0..=10, about).or("2")
}

fn leaf() -> Params<Spec> {
    evaluator("leaf", "evaluator of the state at the end of a line").or("win-score")
}

fn length() -> Params<u32> {
    whole("plies", 1..=1_000_000, "maximum number of moves of a line").or("100")
}

params! {
    struct NestedParams {
        level: u32 = level(),
        leaf: Spec = leaf(),
        plies: u32 = length(),
    }
}

params! {
    struct NrpaParams {
        level: u32 = level(),
        iterations: u32 = whole(
            "iterations",
            1..=1_000_000,
            "searches of the level below that a search makes",
        )
        .or("50"),
        alpha: f64 = real("alpha", 0.0..=1e6, "step of the adaptation of the policy").or("1"),
        code: PolicyCode = choice(
            "code",
            [
                ("move", PolicyCode::Move),
                ("ply", PolicyCode::Ply),
                ("state", PolicyCode::State),
            ],
            "which moves share a weight: the same action anywhere, at the same ply, or in the same state",
        )
        .or("state"),
        leaf: Spec = leaf(),
        plies: u32 = length(),
    }
}

/// All of them.
pub(super) fn entries<G: Game>() -> Vec<AgentEntry<G>> {
    vec![
        AgentEntry::new(
            "nested",
            "nested@1",
            "nested Monte Carlo search (Cazenave 2009); then follows the line it found",
            NestedParams::params(),
            |given, env| {
                let leaf = env.evaluator(&given.leaf)?;
                let (level, plies) = (given.level, given.plies);
                Ok(agent(move || {
                    Planner::new(Nested::new(level, plies, leaf()))
                }))
            },
        )
        .aliases(["nmcs"])
        .fits(puzzle),
        AgentEntry::new(
            "nrpa",
            "nrpa@1",
            "nested rollout policy adaptation (Rosin 2011); then follows the line it found",
            NrpaParams::params(),
            |given, env| {
                let leaf = env.evaluator(&given.leaf)?;
                Ok(agent(move || {
                    Planner::new(Nrpa::new(
                        given.level,
                        given.iterations,
                        given.alpha,
                        given.code,
                        given.plies,
                        leaf(),
                    ))
                }))
            },
        )
        .fits(puzzle),
        AgentEntry::new(
            "dfpn",
            "dfpn@1",
            "depth-first proof-number search: plays a move that is proved to win, else to draw (Nagai 2002)",
            whole(
                "nodes",
                1..=1_000_000_000,
                "maximum number of forward-model calls for each question",
            )
            .or("100000"),
            |nodes, _| Ok(agent(move || DfPn::new(nodes))),
        )
        .aliases(["df-pn", "pns"])
        .fits(duel),
    ]
}
