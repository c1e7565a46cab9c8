//! A program that plays, by its protocol: handshake, options, games and decisions.

mod gtp;
mod universal;

use crate::options::{DeclaredOption, Setting};
use crate::process::{Ended, Launch, Process};
use crate::settings::{Limits, Protocol};
use ludometer_arena::text_player::{TextGame, TextSeat};
use ludometer_core::{Forfeit, Reason};
use std::time::Duration;

/// How long a program may take to start and to get ready.
const READY: Duration = Duration::from_secs(30);

/// What a program says of itself.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Introduction {
    /// Its name and version.
    pub(crate) name: String,
    /// The options it declares: of GTP, the commands it knows.
    pub(crate) options: Vec<DeclaredOption>,
    /// Declarations that make no sense, each with the reason.
    pub(crate) nonsense: Vec<String>,
    /// What it wants to be told with every position (UGI): `legal`, `show`, `sample`, `seed`.
    pub(crate) wants: Vec<String>,
}

/// A running program that has introduced itself.
pub(crate) struct Client {
    pub(crate) process: Process,
    pub(crate) protocol: Protocol,
    pub(crate) introduction: Introduction,
    /// What it is set on, beside its defaults.
    settings: Vec<Setting>,
    /// The game it was told that it plays (UGI).
    game: Option<String>,
    /// The moves it knows (GTP).
    known: Option<Vec<String>>,
    /// Reused for every line.
    line: String,
    asked: String,
}

impl Client {
    /// Starts a program and lets it introduce itself; else says why not, with what was said.
    pub(crate) fn start(launch: &Launch, protocol: Protocol) -> Result<Client, String> {
        let shown = launch.program.display();
        let process = Process::start(launch, protocol.stop());
        let process = process.map_err(|error| format!("`{shown}` cannot be started: {error}"))?;
        let mut client = Client {
            process,
            protocol,
            introduction: Introduction::default(),
            settings: Vec::new(),
            game: None,
            known: None,
            line: String::new(),
            asked: String::new(),
        };
        client.process.allow(Some(READY));
        let introduced = match protocol {
            Protocol::Gtp => client.introduce_gtp(),
            Protocol::Uci | Protocol::Ugi => client.introduce_universal(),
        };
        client.process.allow(None);
        match introduced {
            Ok(()) => Ok(client),
            Err(ended) => Err(client.farewell(ended)),
        }
    }

    /// Why it never introduced itself.
    fn farewell(&self, ended: Ended) -> String {
        let (name, wanted) = (self.protocol.name(), self.protocol.greeted());
        let reason = match ended {
            Ended::Closed => format!(
                "it ended before it said `{wanted}` ({})",
                self.process.obituary()
            ),
            Ended::Killed => format!("it did not say `{wanted}` within {} s", READY.as_secs()),
        };
        let said = self.process.dialogue.last();
        format!("the program does not speak {name}: {reason}; this was said:\n{said}")
    }

    /// Sets its options: those that were set before and are not now go back to their defaults.
    pub(crate) fn set(&mut self, settings: &[Setting]) -> Result<(), Forfeit> {
        if self.settings == settings {
            return Ok(());
        }
        let mut lines = String::new();
        for (name, _) in &self.settings {
            let kept = settings.iter().any(|(other, _)| other == name);
            let options = self.introduction.options.iter();
            let mut known = options.filter(|option| option.name == *name);
            let default = known.find_map(|option| option.kind.default_value());
            if let (false, Some(default)) = (kept, default) {
                self.protocol.write_option(name, Some(&default), &mut lines);
            }
        }
        for (name, value) in settings {
            self.protocol
                .write_option(name, value.as_deref(), &mut lines);
        }
        match self.protocol {
            Protocol::Gtp => {
                for line in lines.lines() {
                    self.command(line, READY)?;
                }
            }
            Protocol::Uci | Protocol::Ugi => self.process.tell(&lines),
        }
        self.settings = settings.to_vec();
        Ok(())
    }

    /// Begins a game.
    pub(crate) fn new_game(&mut self, game: &TextGame, limits: &Limits) -> Result<(), Forfeit> {
        match self.protocol {
            Protocol::Gtp => self.new_game_gtp(game, limits),
            Protocol::Uci | Protocol::Ugi => self.new_game_universal(game),
        }
    }

    /// Waits until the program answers, so that it runs when its time begins. GTP has no command for it.
    pub(crate) fn wake(&mut self) -> Result<(), Forfeit> {
        match self.protocol {
            Protocol::Gtp => Ok(()),
            Protocol::Uci | Protocol::Ugi => self.ready("isready\n"),
        }
    }

    /// Asks for a move.
    pub(crate) fn choose(
        &mut self,
        seat: &mut dyn TextSeat,
        game: &TextGame,
        limits: &Limits,
    ) -> Result<String, Forfeit> {
        match self.protocol {
            Protocol::Gtp => self.choose_gtp(seat, limits),
            Protocol::Uci | Protocol::Ugi => self.choose_universal(seat, game, limits),
        }
    }

    /// Whether the program runs.
    fn is_alive(&self) -> bool {
        self.process.is_alive()
    }

    /// Ends it in good order, or else by force.
    pub(crate) fn quit(self) {
        self.process.end_with("quit\n");
    }

    /// What it means for a decision that no line comes.
    fn failed(&self, ended: Ended, time: Duration) -> Forfeit {
        match ended {
            Ended::Closed => Forfeit::new(
                Reason::Crash,
                format!("the engine ended: {}", self.process.obituary()),
            ),
            Ended::Killed => Forfeit::new(
                Reason::Hang,
                format!("no answer within {} s, killed", seconds(time)),
            ),
        }
    }
}

/// A time in seconds, in short.
fn seconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1000.0).round() / 1000.0
}
