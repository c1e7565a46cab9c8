//! The Go Text Protocol, version 2.

use super::{Client, READY};
use crate::options::{DeclaredOption, OptionKind};
use crate::process::Ended;
use crate::settings::Limits;
use ludometer_arena::text_player::{TextGame, TextSeat};
use ludometer_core::{Clock, Forfeit, Reason};
use std::time::Duration;

/// The label of a pass.
const PASS: &str = "pass";

/// An answer: the text of a success or of a failure.
type Answer = Result<String, String>;

impl Client {
    pub(super) fn introduce_gtp(&mut self) -> Result<(), Ended> {
        let commands = self.ask("list_commands")?.unwrap_or_default();
        let commands = commands.split_whitespace();
        let options = commands.map(|name| DeclaredOption {
            name: name.to_string(),
            kind: OptionKind::Text {
                default: String::new(),
            },
        });
        self.introduction.options = options.collect();
        let name = self.ask("name")?.unwrap_or_default();
        let version = self.ask("version")?.unwrap_or_default();
        self.introduction.name = format!("{name} {version}").trim().to_string();
        Ok(())
    }

    /// Sends a command and reads its answer: the line that begins with `=` or `?` and those after it,
    /// until an empty one.
    fn ask(&mut self, command: &str) -> Result<Answer, Ended> {
        self.ask_until(command, &|| false)
    }

    /// The same, unless it is cancelled: then the program, which GTP gives no way to interrupt, is killed.
    fn ask_until(&mut self, command: &str, cancelled: &dyn Fn() -> bool) -> Result<Answer, Ended> {
        self.process.tell(&format!("{command}\n"));
        let (good, mut text) = loop {
            let mut line = String::new();
            self.process.next_line_until(&mut line, cancelled)?;
            if let Some(rest) = line.strip_prefix('=') {
                break (true, rest.trim().to_string());
            }
            if let Some(rest) = line.strip_prefix('?') {
                break (false, rest.trim().to_string());
            }
        };
        loop {
            let line = self.process.line()?;
            if line.trim().is_empty() {
                break;
            }
            text.push('\n');
            text.push_str(line.trim());
        }
        Ok(if good { Ok(text) } else { Err(text) })
    }

    /// A command that must succeed within a time.
    pub(super) fn command(&mut self, command: &str, time: Duration) -> Result<String, Forfeit> {
        self.command_until(command, time, &|| false)
    }

    /// The same, unless it is cancelled.
    fn command_until(
        &mut self,
        command: &str,
        time: Duration,
        cancelled: &dyn Fn() -> bool,
    ) -> Result<String, Forfeit> {
        self.process.allow(Some(time));
        let answer = self.ask_until(command, cancelled);
        self.process.allow(None);
        let answer = answer.map_err(|ended| self.failed(ended, time))?;
        answer.map_err(|error| {
            Forfeit::new(Reason::Crash, format!("`{command}` was refused: {error}"))
        })
    }

    fn knows(&self, command: &str) -> bool {
        let mut known = self.introduction.options.iter();
        known.any(|option| option.name == command)
    }

    pub(super) fn new_game_gtp(&mut self, game: &TextGame, limits: &Limits) -> Result<(), Forfeit> {
        if let (true, Some(size)) = (self.knows("boardsize"), board_size(&game.name)) {
            self.command(&format!("boardsize {size}"), READY)?;
        }
        self.command("clear_board", READY)?;
        self.known = Some(Vec::new());
        if let (Some(time), true) = (limits.movetime, self.knows("time_settings")) {
            let seconds = whole_seconds(time);
            self.command(&format!("time_settings 0 {seconds} 1"), READY)?;
        }
        Ok(())
    }

    pub(super) fn choose_gtp(
        &mut self,
        seat: &mut dyn TextSeat,
        limits: &Limits,
    ) -> Result<String, Forfeit> {
        // A forced pass is no decision, and some engines (GRhino) pass without being asked.
        if seat.legal() == [PASS] {
            return Ok(PASS.into());
        }
        let Some(moves) = seat.moves() else {
            let detail = "GTP tells moves from the initial position: the game must begin there, without chance or hidden information";
            return Err(Forfeit::new(Reason::Other, detail));
        };
        let known = self.known.take().unwrap_or_default();
        let known = match moves.starts_with(&known) {
            true => known.len(),
            false => {
                self.command("clear_board", READY)?;
                0
            }
        };
        // Its own last move is known from `genmove`.
        for (number, text) in moves.iter().enumerate().skip(known) {
            let played = self.command(&format!("play {} {text}", colour(number)), READY);
            match played {
                // It has passed already.
                Err(why) if text == PASS && why.reason == Reason::Crash && self.is_alive() => {}
                played => drop(played?),
            }
        }
        let colour = colour(seat.player().index());
        let budget = seat.budget();
        if let (None, Some(clock)) = (limits.movetime, budget.clock) {
            self.tell_clock(&clock, moves.len() < 2, colour)?;
        }
        let (command, patience) = (format!("genmove {colour}"), limits.patience(&budget));
        let answer = self.command_until(&command, patience, &|| seat.is_cancelled())?;
        if answer.eq_ignore_ascii_case("resign") {
            return Err(Reason::Resignation.into());
        }
        let mut moves = moves;
        moves.push(answer.to_ascii_lowercase());
        self.known = Some(moves);
        Ok(answer)
    }

    /// Tells the clock where the program has commands for it: main time, the time and the moves of a
    /// further period, and what is left.
    fn tell_clock(&mut self, clock: &Clock, first: bool, colour: &str) -> Result<(), Forfeit> {
        let moves = clock.moves_to_go.unwrap_or(0);
        if first && self.knows("time_settings") {
            let (main, period) = match moves {
                0 => (whole_seconds(clock.remaining), 0),
                _ => (0, whole_seconds(clock.remaining)),
            };
            self.command(&format!("time_settings {main} {period} {moves}"), READY)?;
        }
        if self.knows("time_left") {
            let seconds = clock.remaining.as_secs();
            self.command(&format!("time_left {colour} {seconds} {moves}"), READY)?;
        }
        Ok(())
    }
}

/// Black begins.
fn colour(player: usize) -> &'static str {
    match player % 2 {
        0 => "b",
        _ => "w",
    }
}

/// GTP counts in whole seconds; less than one would be no time.
fn whole_seconds(time: Duration) -> u64 {
    time.as_secs().max(1)
}

/// The first number in the parameters of a game's name: `othello(size=8)`.
fn board_size(name: &str) -> Option<u64> {
    let (_, parameters) = name.split_once('(')?;
    let digits = parameters.trim_start_matches(|c: char| !c.is_ascii_digit());
    let end = digits.find(|c: char| !c.is_ascii_digit());
    digits[..end.unwrap_or(digits.len())].parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_have_the_size_that_the_name_says() {
        assert_eq!(board_size("othello(size=8)"), Some(8));
        assert_eq!(board_size("tic-tac-toe(rows=4, columns=3)"), Some(4));
        assert_eq!(board_size("chess"), None);
        assert_eq!(board_size("x()"), None);
        assert_eq!(whole_seconds(Duration::from_millis(200)), 1);
    }
}
