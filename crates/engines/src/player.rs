//! The player behind the agent `engine`.

use crate::client::Client;
use crate::options::Setting;
use crate::pool;
use crate::process::Launch;
use crate::settings::{Limits, Protocol};
use ludometer_arena::text_player::{TextGame, TextPlayer, TextSeat};
use ludometer_core::{Forfeit, Reason};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// An engine that was looked at and can be started.
pub(crate) struct Engine {
    pub(crate) launch: Launch,
    pub(crate) protocol: Protocol,
    pub(crate) settings: Vec<Setting>,
    pub(crate) limits: Limits,
    pub(crate) game: TextGame,
    /// Whether it is started anew for every game.
    pub(crate) restart: bool,
    /// The number of failed games in a row that ends the run.
    pub(crate) most_crashes: u32,
    /// The number of failed games in a row.
    pub(crate) crashes: AtomicU32,
}

/// A seat of an engine for one or several episodes.
pub(crate) struct EnginePlayer {
    engine: Arc<Engine>,
    client: Option<Client>,
    /// Whether the program was told that a new game begins.
    begun: bool,
    /// Why it did not get ready for the decision that comes.
    unready: Option<Forfeit>,
    /// Whether the game failed.
    failed: bool,
    decided: bool,
}

impl EnginePlayer {
    pub(crate) fn new(engine: Arc<Engine>) -> EnginePlayer {
        EnginePlayer {
            engine,
            client: None,
            begun: false,
            unready: None,
            failed: false,
            decided: false,
        }
    }

    /// The game is over: the program waits for the next one, or ends.
    fn release(&mut self) {
        if self.decided && !self.failed {
            self.engine.crashes.store(0, Ordering::Relaxed);
        }
        if let Some(client) = self.client.take() {
            match self.engine.restart || self.failed {
                true => client.quit(),
                false => pool::check_in(&self.engine.launch, client),
            }
        }
        (self.begun, self.failed, self.decided) = (false, false, false);
        self.unready = None;
    }

    /// The program, started and told of the game.
    fn begin(&mut self) -> Result<&mut Client, Forfeit> {
        let engine = &*self.engine;
        let client = match &mut self.client {
            Some(client) => client,
            none => {
                let client = pool::check_out(&engine.launch, engine.protocol);
                none.insert(client.map_err(|why| Forfeit::new(Reason::Crash, why))?)
            }
        };
        if !self.begun {
            client.set(&engine.settings)?;
            client.new_game(&engine.game, &engine.limits)?;
            self.begun = true;
        }
        Ok(client)
    }

    fn ask(&mut self, seat: &mut dyn TextSeat) -> Result<String, Forfeit> {
        if let Some(why) = self.unready.take() {
            return Err(why);
        }
        let engine = Arc::clone(&self.engine);
        let client = self.begin()?;
        client.choose(seat, &engine.game, &engine.limits)
    }

    /// Notes that the game failed; the run ends when that happens time after time.
    fn note(&mut self, why: &Forfeit) -> Option<Forfeit> {
        self.failed = true;
        let said = self
            .client
            .take()
            .map(|client| client.process.dialogue.last());
        let engine = &self.engine;
        let crashes = engine.crashes.fetch_add(1, Ordering::Relaxed) + 1;
        (crashes >= engine.most_crashes).then(|| {
            let command = engine.launch.program.display();
            let said = said.unwrap_or_default();
            let detail = format!(
                "the engine `{command}` failed in {crashes} games in a row, last by {why}; the last lines said:\n{said}"
            );
            Forfeit::new(Reason::OutOfOrder, detail)
        })
    }
}

impl TextPlayer for EnginePlayer {
    fn choose(&mut self, seat: &mut dyn TextSeat) -> Result<String, Forfeit> {
        let answer = self.ask(seat);
        match &answer {
            Ok(_) => self.decided = true,
            Err(why) if seat.is_cancelled() => {
                self.client = None;
                return Err(Forfeit::new(Reason::Cancelled, why.to_string()));
            }
            Err(why) if matches!(why.reason, Reason::Crash | Reason::Hang | Reason::Other) => {
                if let Some(out_of_order) = self.note(why) {
                    return Err(out_of_order);
                }
            }
            Err(_) => self.decided = true,
        }
        answer
    }

    fn restart(&mut self) {
        self.release();
    }

    fn get_ready(&mut self) {
        let woken = self.begin().and_then(Client::wake);
        self.unready = woken.err();
    }

    fn needs_moves(&self) -> bool {
        self.engine.protocol == Protocol::Gtp
    }
}

impl Drop for EnginePlayer {
    fn drop(&mut self) {
        // While a panic is on its way the program is just dropped, which kills it.
        if !std::thread::panicking() {
            self.release();
        }
    }
}
