//! A crate of one's own: a game, an agent and an evaluator for it, an agent for every game, a tuner and
//! a plan, registered beside everything that ships. All commands then know them:
//!
//! ```text
//! connect_four list connect4
//! connect_four play connect4 --seat human --seat 'uct(playouts=500)'
//! connect_four run drops --quick
//! connect_four tune centre --quick
//! ```

mod climber;
mod game;
mod players;

use climber::Climber;
use game::{ConnectFour, measures};
use ludometer::prelude::*;
use players::{Blocker, Lazy, Weighted};
use std::error::Error;
use std::process::ExitCode;

ludometer::params! {
    struct Size {
        columns: usize = whole("columns", 4..=9, "columns of the board").or("7"),
        rows: usize = whole("rows", 4..=9, "rows of the board").or("6"),
    }
}

/// Everything that ships, and what this crate adds.
fn registry() -> Result<Registry, Box<dyn Error>> {
    let mut registry = ludometer::catalogue();
    let about = "Connect Four: four in a line win";
    registry.game(GameEntry::new(
        "connect4",
        "connect4@1",
        about,
        Size::params(),
        |size| {
            let about = "wins if it can, blocks if it must, else plays at random";
            let blocker = AgentEntry::new("blocker", "blocker@1", about, none(), |(), _| {
                Ok(agent(|| Blocker))
            });
            let about = "threats, and stones in the middle column";
            let weight =
                real("centre", 0.0..=10.0, "what a stone in the middle is worth").or("0.1");
            let weighted = EvaluatorEntry::new("lines", "lines@1", about, weight, |centre, _| {
                Ok(evaluator(move || Weighted { centre }))
            });
            Ok(
                GameEnv::new(ConnectFour::new(size.columns, size.rows), measures())
                    .with_notation()
                    .with_agents(vec![blocker])
                    .with_evaluators(vec![weighted]),
            )
        },
    ))?;
    let about = "looks one move ahead by random playouts, as many as it has patience for";
    let patience = whole("patience", 1..=10_000, "playouts of each move").or("10");
    registry.agent(GeneralAgent::new(
        "lazy",
        "lazy@1",
        about,
        patience,
        |patience| Lazy { patience },
    ))?;
    let stride = Setting::new(
        "stride",
        Domain::POSITIVE,
        SettingValue::Real(0.5),
        "length of a step",
    );
    registry.tuner(
        TunerEntry::new("climber", "climber@1", "a hill climber", |settings| {
            Ok(Climber {
                stride: settings.real("stride"),
            })
        })
        .settings(&[stride]),
    )?;
    registry.plan(Text::new(
        "plans",
        "drops",
        include_str!("../plans/drops.toml"),
    ))?;
    registry.tuning(Text::new(
        "tunes",
        "centre",
        include_str!("../tunes/centre.toml"),
    ))?;
    Ok(registry)
}

fn main() -> ExitCode {
    ludometer::cli(registry().expect("no other entry has these names"))
}
