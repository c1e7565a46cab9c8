//! Agents of the laboratory as engines: they speak UCI, UGI or GTP, whichever the first line asks for.
//!
//! One thread reads, so that `stop`, `isready` and `quit` are heard while another one searches.

mod go;
mod gtp;
mod knobs;

use go::Go;
use knobs::Knobs;
use ludometer_arena::registry::AnyGame;
use ludometer_arena::text_player::{TextDecision, TextHost};
use ludometer_core::{Generator, Score, Seed, Stop};
use ludometer_spec::source::Diagnostic;
use ludometer_spec::spec::Spec;
use std::io::{self, BufRead, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc};
use std::time::{Duration, Instant};

use crate::settings::Protocol;
use crate::uci::{split, write_score};

/// An agent that is to speak.
pub struct Host<'a> {
    /// The game.
    pub game: &'a dyn AnyGame,
    /// The agent.
    pub agent: Spec,
    /// The root of its random streams.
    pub seed: u64,
}

/// What the speaker can do with the output: whole lines, from any thread.
struct Output<'a>(Mutex<&'a mut (dyn Write + Send)>);

impl Output<'_> {
    fn say(&self, line: &str) {
        let mut output = locked(&self.0);
        // Where nobody listens any more the input ends as well.
        let _ = output.write_all(line.as_bytes());
        let _ = output.write_all(b"\n");
        let _ = output.flush();
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What a greeting asks for.
fn greeted(line: &str) -> Option<Protocol> {
    let mut words = line.split_whitespace();
    // Commands of GTP may have a number before them.
    let word = words.find(|word| !word.bytes().all(|digit| digit.is_ascii_digit()))?;
    match word {
        "uci" => Some(Protocol::Uci),
        "ugi" => Some(Protocol::Ugi),
        word => gtp::is_command(word).then_some(Protocol::Gtp),
    }
}

impl Host<'_> {
    /// Speaks until the input ends or says `quit`. Fails only if the agent cannot be made or the input
    /// cannot be read.
    pub fn serve(
        &self,
        mut input: impl BufRead + Send,
        output: &mut (dyn Write + Send),
    ) -> Result<(), HostError> {
        let knobs = Knobs::new(self.game, &self.agent);
        let host = self.game.text_host(&self.agent)?;
        let output = Output(Mutex::new(output));
        let mut line = Vec::new();
        let protocol = loop {
            let Some(text) = next(&mut input, &mut line)? else {
                return Ok(());
            };
            match greeted(&text) {
                Some(Protocol::Gtp) => {
                    let first = text;
                    let seed = Seed::new(self.seed);
                    return Ok(gtp::serve(host, seed, &first, &mut input, &output)?);
                }
                Some(protocol) => break protocol,
                None if text.trim() == "quit" => return Ok(()),
                None => {}
            }
        };
        let mut speaker = Speaker {
            game: self.game,
            host,
            knobs,
            protocol,
            output: &output,
            seed: Seed::new(self.seed),
            decisions: 0,
            lost: None,
        };
        speaker.introduce();
        speaker.listen(&mut input, &mut line)?;
        Ok(())
    }
}

/// Why an agent cannot speak.
#[derive(Debug)]
pub enum HostError {
    /// The agent cannot be made.
    Agent(Diagnostic),
    /// The input cannot be read.
    Input(io::Error),
}

impl From<Diagnostic> for HostError {
    fn from(diagnostic: Diagnostic) -> HostError {
        HostError::Agent(diagnostic)
    }
}

impl From<io::Error> for HostError {
    fn from(error: io::Error) -> HostError {
        HostError::Input(error)
    }
}

/// Lines of any length are read, whatever is in them; `None` at the end.
fn next(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<Option<String>> {
    line.clear();
    match input.read_until(b'\n', line)? {
        0 => Ok(None),
        _ => Ok(Some(String::from_utf8_lossy(line).trim_end().to_string())),
    }
}

struct Speaker<'a> {
    game: &'a dyn AnyGame,
    host: Box<dyn TextHost>,
    knobs: Knobs,
    protocol: Protocol,
    output: &'a Output<'a>,
    seed: Seed,
    decisions: u64,
    /// Why the position is not known, if a command could not be followed.
    lost: Option<String>,
}

impl Speaker<'_> {
    fn introduce(&self) {
        let version = env!("CARGO_PKG_VERSION");
        let agent = self.knobs.spec();
        self.output
            .say(&format!("id name ludometer {version} {agent}"));
        self.output.say("id author the ludometer project");
        for line in self.knobs.declarations() {
            self.output.say(&line);
        }
        if self.protocol == Protocol::Ugi {
            self.output.say("wants sample seed");
        }
        self.output.say(self.protocol.greeted());
    }

    /// Reads on this thread and works on another one. Every search has a flag of its own that stops it.
    fn listen(&mut self, input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<()> {
        let busy = AtomicBool::new(false);
        let output = self.output;
        std::thread::scope(|scope| {
            let (send, receive) = mpsc::channel::<(String, Arc<AtomicBool>)>();
            let busy = &busy;
            scope.spawn(move || {
                while let Ok((line, stop)) = receive.recv() {
                    self.follow(&line, &stop);
                    busy.store(false, Ordering::SeqCst);
                }
            });
            let (mut stop, mut endless) = (Arc::new(AtomicBool::new(false)), false);
            // The lines of an observation are no commands.
            let mut shown = 0;
            while let Some(text) = next(input, line)? {
                if shown > 0 {
                    shown -= 1;
                    continue;
                }
                let (word, rest) = split(&text).unwrap_or_default();
                match word {
                    "quit" => {
                        endless = true;
                        break;
                    }
                    "stop" | "ponderhit" => stop.store(true, Ordering::SeqCst),
                    "isready" if busy.load(Ordering::SeqCst) => output.say("readyok"),
                    "show" => {
                        let count = rest.split_whitespace().nth(1);
                        shown = count.and_then(|count| count.parse().ok()).unwrap_or(0);
                    }
                    _ => {
                        if word == "go" {
                            endless = Go::read(rest).infinite;
                            stop = Arc::new(AtomicBool::new(false));
                            busy.store(true, Ordering::SeqCst);
                        }
                        if send.send((text, Arc::clone(&stop))).is_err() {
                            break;
                        }
                    }
                }
            }
            // Who says no more still waits for an answer, if there can be one.
            stop.fetch_or(endless, Ordering::SeqCst);
            Ok(())
        })
    }

    fn follow(&mut self, line: &str, stop: &AtomicBool) {
        let (word, rest) = split(line).unwrap_or_default();
        match word {
            "uci" | "ugi" => self.introduce(),
            "isready" => self.output.say("readyok"),
            "ucinewgame" | "uginewgame" => {
                self.host.restart();
                self.decisions = 0;
            }
            "setgame" => {
                let name = self.host.game().name;
                if rest.trim() != name {
                    self.lost = Some(format!("this engine plays {name}, not {}", rest.trim()));
                    self.complain();
                }
            }
            "setoption" => self.set(rest),
            "position" => {
                let done = self.position(rest.trim());
                self.lost = done.err();
                self.complain();
            }
            "go" => self.go(rest, stop),
            // What clients say and nobody needs, and what nobody knows, is passed over, as UCI wants it.
            _ => {}
        }
    }

    fn complain(&self) {
        if let Some(lost) = &self.lost {
            let text = lost.replace(['\n', '\r'], " ");
            self.output.say(&format!("info string error: {text}"));
        }
    }

    fn position(&mut self, text: &str) -> Result<(), String> {
        let (place, moves) = match text.split_once(" moves") {
            Some((place, moves)) => (place, moves),
            None => (text, ""),
        };
        let moves: Vec<&str> = moves.split_whitespace().collect();
        match split(place) {
            Some(("startpos", _)) => self.host.set_position(None, &moves),
            Some(("fen", rest)) => self.host.set_position(Some(rest.trim()), &moves),
            _ => Err(format!("`{text}` is neither `startpos` nor `fen ...`")),
        }
    }

    fn set(&mut self, rest: &str) {
        let changed = self.knobs.set(rest).and_then(|spec| match spec {
            None => Ok(()),
            Some(spec) => {
                let host = self.game.text_host(&spec);
                let mut host = host.map_err(|diagnostic| diagnostic.to_string())?;
                host.stand_where(&*self.host);
                self.host = host;
                self.knobs.adopt(spec);
                Ok(())
            }
        });
        if let Err(why) = changed {
            let why = why.replace(['\n', '\r'], " ");
            self.output.say(&format!("info string error: {why}"));
        }
    }

    fn go(&mut self, rest: &str, stop: &AtomicBool) {
        let go = Go::read(rest);
        if self.lost.is_some() || self.host.turn().is_none() {
            self.complain();
            let nothing = match self.lost {
                Some(_) => "bestmove 0000",
                None => "bestmove (none)",
            };
            self.output.say(nothing);
            return;
        }
        let own = self.seed.numbered("decision", self.decisions);
        self.decisions += 1;
        let seed = go.seed.unwrap_or((own, Generator::Xoshiro));
        let player = self.host.turn().map_or(0, |player| player.index());
        let (budget, clocks) = go.budget(player);
        let began = Instant::now();
        let decided = match go.depth.and_then(|depth| self.knobs.with_depth(depth)) {
            // A depth is a parameter of the agent, for this decision alone.
            Some(spec) => match self.game.text_host(&spec) {
                Ok(mut other) => {
                    std::mem::swap(&mut self.host, &mut other);
                    let moved = self.host.stand_where(&*other);
                    debug_assert!(moved);
                    let decided = self.host.decide(budget, clocks, seed, Stop::when(stop));
                    std::mem::swap(&mut self.host, &mut other);
                    decided
                }
                Err(_) => self.host.decide(budget, clocks, seed, Stop::when(stop)),
            },
            None => self.host.decide(budget, clocks, seed, Stop::when(stop)),
        };
        self.tell(&decided, began.elapsed());
        // An infinite search has no answer before it is told to stop.
        while go.infinite && !stop.load(Ordering::SeqCst) {
            std::thread::sleep(Duration::from_millis(1));
        }
        match decided.choice {
            Ok(choice) => self.output.say(&format!("bestmove {choice}")),
            Err(why) => {
                let why = why.to_string().replace(['\n', '\r'], " ");
                self.output.say(&format!("info string {why}"));
                self.output.say(match self.protocol {
                    Protocol::Ugi => "bestmove resign",
                    _ => "bestmove 0000",
                });
            }
        }
    }

    /// The statistics of a decision and its lines, the best one last, as those who keep only one expect.
    fn tell(&self, decided: &TextDecision, time: Duration) {
        let stats = decided.stats.unwrap_or_default();
        let mut beginning = format!("info depth {}", stats.depth.unwrap_or(1));
        if let Some(nodes) = stats.nodes {
            beginning += &format!(" nodes {nodes}");
            let nps = nodes as f64 / time.as_secs_f64().max(1e-6);
            beginning += &format!(" nps {}", nps as u64);
        }
        beginning += &format!(" time {}", time.as_millis());
        let choice = decided.choice.as_ref().ok();
        let mut lines = decided.lines.iter();
        let preferred = lines.find(|(moves, ..)| moves.first() == choice);
        let score = stats.score.map(|score| (score, stats.bound));
        let score = score.or(preferred.map(|(_, value, bound)| (Score::Value(*value), *bound)));
        let mut line = beginning;
        if let Some((score, bound)) = score {
            let score = match (self.protocol, score) {
                (Protocol::Uci, Score::Value(value)) => {
                    Score::Centipawns((value * 100.0).clamp(-30_000.0, 30_000.0) as i32)
                }
                (_, score) => score,
            };
            write_score(score, bound, &mut line);
        }
        if let Some((moves, ..)) = preferred.filter(|(moves, ..)| !moves.is_empty()) {
            line += &format!(" pv {}", moves.join(" "));
        } else if let Some(choice) = choice {
            line += &format!(" pv {choice}");
        }
        self.output.say(&line);
        if stats.full_tree {
            self.output
                .say("info string the tree is full and has stopped growing");
        }
    }
}
