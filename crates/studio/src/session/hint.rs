//! Hints: what an agent would do in the place of a person, from what the person may see.

use super::drive::{Job, Searches, first_fitting};
use super::{Session, Thought, Viewer};
use crate::problem::Problem;
use ludometer_core::{Budget, Turn};
use serde::Deserialize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Agents that give hints unless one is named: the first that can sit at the game.
pub const ADVISERS: [&str; 6] = [
    "mcraise",
    "mia(t=4)",
    "depth-fast(t=6, leaf=manhattan)",
    "pvs(t=4)",
    "rhea",
    "uct(playouts=400)",
];

/// A request for a hint.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct HintRequest {
    /// The agent that is asked.
    #[serde(default)]
    agent: Option<String>,
    /// Its time, in milliseconds.
    #[serde(default)]
    time_ms: Option<u64>,
}

/// Stops a search whose reader has gone.
struct Gone(Arc<AtomicBool>);

impl Drop for Gone {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Session {
    /// What an agent would do for the person to move.
    pub(crate) async fn hint(
        &self,
        viewer: Viewer,
        asked: &HintRequest,
        searches: &Searches,
    ) -> Result<Thought, Problem> {
        let (position, ply) = {
            let mut course = self.lock();
            course.touched = Instant::now();
            (Arc::clone(course.last()), course.moves.len() as u64)
        };
        let Turn::Of(mover) = position.turn() else {
            return Err(
                Problem::conflict("the game is over: there is nothing to advise")
                    .remedy("take moves back, or begin a new game"),
            );
        };
        if viewer.eyes.is_some_and(|own| own != mover) {
            return Err(Problem::conflict(format!("player {} is to move", mover.0))
                .remedy("ask when it is your turn"));
        }
        let advisers = asked.agent.as_deref().map_or(&ADVISERS[..], |_| &[]);
        let named = asked.agent.as_deref().map(|text| [text]);
        let specs = named.as_ref().map_or(advisers, |named| &named[..]);
        let (player, agent) = first_fitting(&self.rules, specs)?;
        let stop = Arc::new(AtomicBool::new(false));
        let gone = Gone(Arc::clone(&stop));
        let time = asked.time_ms.map(Duration::from_millis);
        let outcome = searches
            .decide(Job {
                player,
                position,
                // Its random stream is not that of any player here.
                address: self.address.named("hint"),
                ply,
                budget: Budget::UNLIMITED.with_time(time),
                stop,
            })
            .await;
        drop(gone);
        let ms = u64::try_from(outcome.time.as_millis()).unwrap_or(u64::MAX);
        Ok(Thought::of(&agent, &outcome.decided?, ms))
    }
}
