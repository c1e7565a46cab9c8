//! A crate outside the workspace's own: a game, an agent and an evaluator for it, an agent for every
//! game, a tuner, a plan and a tuning, registered beside everything that ships. `docs/own-game.md`
//! explains it. All commands then accept them:
//!
//! ```text
//! connect_four check connect4
//! connect_four list agents --game connect4
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

/// The game with an agent and an evaluator that know it.
fn connect_four(size: Size) -> GameEnv<ConnectFour> {
    let about = "wins if it can, blocks if it must, else plays at random";
    let make = |(), _: &GameEnv<ConnectFour>| Ok(agent(|| Blocker));
    let blocker = AgentEntry::new("blocker", "blocker@1", about, none(), make);

    let about = "threats, and stones in the middle column";
    let centre = real("centre", 0.0..=10.0, "what a stone in the middle is worth").or("0.1");
    let make = |centre, _: &GameEnv<ConnectFour>| Ok(evaluator(move || Weighted { centre }));
    let lines = EvaluatorEntry::new("lines", "lines@1", about, centre, make);

    GameEnv::new(ConnectFour::new(size.columns, size.rows), measures())
        .with_notation()
        .with_agents(vec![blocker])
        .with_evaluators(vec![lines])
}

/// Everything that ships, and what this crate adds.
fn registry() -> Result<Registry, Box<dyn Error>> {
    let mut registry = ludometer::catalogue();

    let (about, size) = ("Connect Four: four in a line win", Size::params());
    let open = |size| Ok(connect_four(size));
    registry.game(GameEntry::new("connect4", "connect4@1", about, size, open))?;

    let about = "tries every move by random playouts, as many as it has patience for";
    let patience = whole("patience", 1..=10_000, "playouts of each move").or("10");
    let make = |patience| Lazy { patience };
    registry.agent(GeneralAgent::new("lazy", "lazy@1", about, patience, make))?;

    let half = SettingValue::Real(0.5);
    let stride = Setting::new("stride", Domain::POSITIVE, half, "length of a step");
    let no = SettingValue::Flag(false);
    let shrinking = Setting::new(
        "shrinking",
        Domain::Flag,
        no,
        "shorter steps after failures",
    );
    let climber = TunerEntry::new("climber", "climber@1", "a hill climber", |settings| {
        let (stride, shrinking) = (settings.real("stride"), settings.flag("shrinking"));
        Ok(Climber { stride, shrinking })
    });
    registry.tuner(climber.settings(&[stride, shrinking]))?;

    let (plan, tuning) = (
        include_str!("../plans/drops.toml"),
        include_str!("../tunes/centre.toml"),
    );
    registry.plan(NamedText::new("plans", "drops", plan))?;
    registry.tuning(NamedText::new("tunes", "centre", tuning))?;
    Ok(registry)
}

fn main() -> ExitCode {
    ludometer::cli(registry().expect("no other entry has these names"))
}
