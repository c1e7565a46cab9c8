//! GTP, version 2, spoken by an agent.

use super::{Output, next};
use ludometer_arena::text_player::TextHost;
use ludometer_core::{Budget, Clock, Generator, Seed, Stop};
use std::io::{self, BufRead};
use std::time::{Duration, Instant};

const COMMANDS: [&str; 15] = [
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
    "undo",
    "showboard",
    "time_settings",
    "time_left",
];

/// Whether a word is a command, other than `quit`, which every protocol has.
pub(super) fn is_command(word: &str) -> bool {
    word != "quit" && COMMANDS.contains(&word)
}

struct Speaker {
    host: Box<dyn TextHost>,
    moves: Vec<String>,
    clocks: [Option<Clock>; 2],
    control: Option<Clock>,
    seed: Seed,
}

/// Speaks until the input ends or says `quit`; the first line was read already.
pub(super) fn serve(
    host: Box<dyn TextHost>,
    seed: Seed,
    first: &str,
    input: &mut impl BufRead,
    output: &Output<'_>,
) -> io::Result<()> {
    let mut speaker = Speaker {
        host,
        moves: Vec::new(),
        clocks: [None; 2],
        control: None,
        seed,
    };
    let mut buffer = Vec::new();
    let mut line = Some(first.to_string());
    while let Some(text) = line {
        // Comments and control characters are no part of a command.
        let text = text.split('#').next().unwrap_or_default();
        let text: String = text
            .chars()
            .filter(|c| !c.is_control() || *c == '\t')
            .collect();
        let mut words = text.split_whitespace().peekable();
        let id = words.next_if(|word| word.bytes().all(|digit| digit.is_ascii_digit()));
        let words: Vec<&str> = words.collect();
        if let [command, arguments @ ..] = &words[..] {
            let (sign, answer) = match speaker.follow(command, arguments) {
                Ok(answer) => ('=', answer),
                Err(error) => ('?', error),
            };
            output.say(&format!("{sign}{} {answer}\n", id.unwrap_or_default()));
            if *command == "quit" {
                return Ok(());
            }
        }
        line = next(input, &mut buffer)?;
    }
    Ok(())
}

fn colour(word: Option<&&str>) -> Result<usize, String> {
    match word.map(|word| word.to_ascii_lowercase()).as_deref() {
        Some("b" | "black") => Ok(0),
        Some("w" | "white") => Ok(1),
        _ => Err("invalid color".into()),
    }
}

fn seconds(word: Option<&&str>) -> Result<Duration, String> {
    let seconds = word.and_then(|word| word.parse::<f64>().ok());
    let seconds = seconds.filter(|seconds| (0.0..=1e9).contains(seconds));
    Ok(Duration::from_secs_f64(seconds.ok_or("syntax error")?))
}

impl Speaker {
    fn follow(&mut self, command: &str, arguments: &[&str]) -> Result<String, String> {
        let word = |number: usize| arguments.get(number);
        Ok(match command {
            "protocol_version" => "2".into(),
            "name" => "ludometer".into(),
            "version" => env!("CARGO_PKG_VERSION").into(),
            "known_command" => word(0)
                .is_some_and(|word| COMMANDS.contains(word))
                .to_string(),
            "list_commands" => COMMANDS.join("\n"),
            "quit" | "komi" => String::new(),
            "boardsize" => {
                let name = self.host.game().name;
                let size = word(0).ok_or("syntax error")?;
                let digits: String = name.chars().filter(char::is_ascii_digit).collect();
                if !digits.is_empty() && digits != **size {
                    return Err("unacceptable size".into());
                }
                String::new()
            }
            "clear_board" => {
                self.host.set_position(None, &[])?;
                self.host.restart();
                self.moves.clear();
                self.clocks = [self.control; 2];
                String::new()
            }
            "play" => {
                self.skip_to(colour(word(0))?)?;
                self.play(word(1).ok_or("syntax error")?)?;
                String::new()
            }
            "genmove" => self.generate(colour(word(0))?)?,
            "undo" => {
                self.moves.pop().ok_or("cannot undo")?;
                self.replay()?;
                String::new()
            }
            "showboard" => format!("\n{}", self.host.show().trim_end()),
            "time_settings" => {
                let (main, period) = (seconds(word(0))?, seconds(word(1))?);
                let stones: u32 = word(2)
                    .and_then(|word| word.parse().ok())
                    .ok_or("syntax error")?;
                // A period without stones is no limit, by the protocol.
                let clock = match (main, stones) {
                    (Duration::ZERO, 0) => None,
                    (Duration::ZERO, stones) => Some(Clock::of(period).with_moves_to_go(stones)),
                    (main, _) => Some(Clock::of(main)),
                };
                self.control = clock;
                self.clocks = [clock; 2];
                String::new()
            }
            "time_left" => {
                let player = colour(word(0))?;
                let clock = Clock::of(seconds(word(1))?);
                let stones = word(2).and_then(|word| word.parse().ok()).unwrap_or(0);
                self.clocks[player] = Some(match stones {
                    0 => clock,
                    stones => clock.with_moves_to_go(stones),
                });
                String::new()
            }
            _ => return Err("unknown command".into()),
        })
    }

    /// Passes where the other colour has to, which some managers do not say.
    fn skip_to(&mut self, player: usize) -> Result<(), String> {
        let turn = self.host.turn().ok_or("the game is over")?;
        if turn.index() == player {
            return Ok(());
        }
        match self.host.legal().iter().any(|text| text == "pass") {
            true => self.play("pass"),
            false => Err("it is the other color's turn".into()),
        }
    }

    fn play(&mut self, text: &str) -> Result<(), String> {
        self.moves.push(text.to_ascii_lowercase());
        let played = self.replay();
        if played.is_err() {
            self.moves.pop();
            return Err("illegal move".into());
        }
        Ok(())
    }

    fn replay(&mut self) -> Result<(), String> {
        let moves: Vec<&str> = self.moves.iter().map(String::as_str).collect();
        self.host.set_position(None, &moves)
    }

    fn generate(&mut self, player: usize) -> Result<String, String> {
        if self.host.turn().is_none() {
            return Ok("pass".into());
        }
        self.skip_to(player)?;
        let clock = self.clocks[player];
        let budget = Budget::UNLIMITED.with_clock(clock);
        let seed = self.seed.numbered("decision", self.moves.len() as u64);
        let clocks = match clock {
            Some(_) => self.clocks.to_vec(),
            None => Vec::new(),
        };
        let began = Instant::now();
        let seed = (seed, Generator::Xoshiro);
        let decided = self.host.decide(budget, clocks, seed, Stop::NEVER);
        let choice = decided.choice.map_err(|why| why.to_string())?;
        if let (Some(clock), Some(control)) = (clock, self.control) {
            let left = clock.after(began.elapsed(), &control);
            self.clocks[player] = Some(left.unwrap_or(Clock::of(Duration::ZERO)));
        }
        self.play(&choice)?;
        Ok(choice.to_ascii_uppercase())
    }
}
