//! UCI, and UGI, which has its shape.

use super::{Client, READY, seconds};
use crate::options::DeclaredOption;
use crate::process::Ended;
use crate::settings::{Limits, Protocol};
use crate::uci::{Clocks, info, split, write_clocks};
use ludometer_arena::text_player::{TextGame, TextSeat};
use ludometer_core::{Forfeit, Reason, SearchStats};
use std::fmt::Write;
use std::time::{Duration, Instant};

/// An engine is checked with this limit.
const CHECKED: u64 = 2000;

/// An engine that searches more nodes than this under the limit ignores it: it may look at its
/// counter now and then, in steps of several thousand.
const TOO_MANY: u64 = 20 * CHECKED;

/// How long it may take.
const CHECK_TIME: Duration = Duration::from_secs(10);

impl Client {
    pub(super) fn introduce_universal(&mut self) -> Result<(), Ended> {
        let ugi = self.protocol == Protocol::Ugi;
        self.process.tell(if ugi { "ugi\n" } else { "uci\n" });
        loop {
            let line = self.process.line()?;
            match split(&line) {
                Some(("uciok" | "ugiok", _)) => return Ok(()),
                Some(("id", rest)) => {
                    if let Some(("name", name)) = split(rest) {
                        self.introduction.name = name.trim().to_string();
                    }
                }
                Some(("option", rest)) => match DeclaredOption::read(rest) {
                    Ok(option) => self.introduction.options.push(option),
                    Err(reason) => self.introduction.nonsense.push(reason),
                },
                Some(("wants", rest)) if ugi => {
                    let wants = rest.split_whitespace().map(str::to_string);
                    self.introduction.wants.extend(wants);
                }
                _ => {}
            }
        }
    }

    pub(super) fn new_game_universal(&mut self, game: &TextGame) -> Result<(), Forfeit> {
        let mut lines = String::new();
        if self.protocol == Protocol::Ugi {
            if self.game.as_deref() != Some(&game.name) {
                let _ = writeln!(lines, "setgame {}", game.name);
                self.game = Some(game.name.clone());
            }
            lines.push_str("uginewgame\nisready\n");
        } else {
            lines.push_str("ucinewgame\nisready\n");
        }
        self.ready(&lines)
    }

    /// Says something that ends with `isready`, and waits for the answer.
    pub(super) fn ready(&mut self, lines: &str) -> Result<(), Forfeit> {
        self.process.allow(Some(READY));
        self.process.tell(lines);
        let ready = self.until("readyok");
        self.process.allow(None);
        ready.map_err(|ended| self.failed(ended, READY))
    }

    /// Skips lines until one that is this word.
    fn until(&mut self, word: &str) -> Result<(), Ended> {
        let mut line = std::mem::take(&mut self.line);
        let found = loop {
            match self.process.next_line(&mut line) {
                Ok(()) if line.trim() == word => break Ok(()),
                Ok(()) => {}
                Err(ended) => break Err(ended),
            }
        };
        self.line = line;
        found
    }

    pub(super) fn choose_universal(
        &mut self,
        seat: &mut dyn TextSeat,
        game: &TextGame,
        limits: &Limits,
    ) -> Result<String, Forfeit> {
        let mut lines = std::mem::take(&mut self.asked);
        lines.clear();
        self.write_position(seat, game, &mut lines)?;
        self.write_go(seat, limits, &mut lines)?;
        let patience = limits.patience(&seat.budget());
        self.process.allow(Some(patience));
        self.process.tell(&lines);
        self.asked = lines;
        let mut line = std::mem::take(&mut self.line);
        let answer = self.answer(seat, &mut line);
        let stopped = self.process.was_stopped();
        self.process.allow(None);
        let answer = answer.map_err(|ended| self.failed(ended, patience));
        self.line = line;
        // Where time is a limit the referee judges who is late.
        let timed = limits.time(&seat.budget()).is_some() || seat.budget().clock.is_some();
        if stopped && !timed && answer.is_ok() {
            let detail = format!("no answer within {} s, stopped", seconds(patience));
            return Err(Forfeit::new(Reason::Hang, detail));
        }
        match answer?.as_str() {
            "resign" if self.protocol == Protocol::Ugi => Err(Reason::Resignation.into()),
            "0000" | "(none)" | "NULL" | "" => {
                let detail = format!("{} where there are moves", self.line.trim());
                Err(Forfeit::new(Reason::Illegal, detail))
            }
            choice => Ok(choice.to_string()),
        }
    }

    /// Reads until the best move, and reports what is said on the way.
    fn answer(&mut self, seat: &mut dyn TextSeat, line: &mut String) -> Result<String, Ended> {
        let traced = seat.is_traced();
        let seat = std::cell::RefCell::new(seat);
        let cancelled = || seat.borrow().is_cancelled();
        // The last of each of several lines, the preferred one first.
        let mut variations: Vec<(u32, String, SearchStats)> = Vec::new();
        let mut stats = None::<SearchStats>;
        loop {
            self.process.next_line_until(line, &cancelled)?;
            let Some((word, rest)) = split(line) else {
                continue;
            };
            match word {
                "info" => {
                    let said = info(rest);
                    if said.multipv == 1 && said.stats != SearchStats::default() {
                        stats = Some(merged(stats, said.stats));
                    }
                    if let (true, Some(pv)) = (traced, said.pv) {
                        variations.retain(|(number, ..)| *number != said.multipv);
                        variations.push((said.multipv, pv.to_string(), said.stats));
                    }
                }
                "bestmove" => {
                    variations.sort_by_key(|(number, ..)| *number);
                    for (_, moves, stats) in &variations {
                        seat.borrow_mut().report_variation(moves, stats);
                    }
                    if let Some(stats) = stats {
                        seat.borrow_mut().report(stats);
                    }
                    let choice = split(rest).map_or("", |(choice, _)| choice);
                    return Ok(choice.to_string());
                }
                _ => {}
            }
        }
    }

    /// Adds the lines that tell where the game stands.
    fn write_position(
        &self,
        seat: &mut dyn TextSeat,
        game: &TextGame,
        lines: &mut String,
    ) -> Result<(), Forfeit> {
        let ugi = self.protocol == Protocol::Ugi;
        let wants = |word: &str| self.introduction.wants.iter().any(|wanted| wanted == word);
        let position = match seat.position() {
            None if ugi && wants("sample") => seat.sample(),
            position => position,
        };
        let told = position.is_some();
        if let Some(text) = position {
            let start = game.start.as_deref();
            let rest = start.and_then(|start| text.strip_prefix(start));
            match rest {
                Some(rest) if rest.is_empty() || rest.starts_with(" moves ") => {
                    let _ = writeln!(lines, "position startpos{rest}");
                }
                _ => {
                    let _ = writeln!(lines, "position fen {text}");
                }
            }
        } else if !ugi {
            let detail = format!("UCI has no positions of {}; use protocol=ugi", game.name);
            return Err(Forfeit::new(Reason::Other, detail));
        }
        if ugi && (!told || wants("show") || game.facts.hidden) {
            let shown = seat.show();
            let _ = writeln!(
                lines,
                "show {} {}",
                seat.player().0 + 1,
                shown.lines().count()
            );
            for line in shown.lines() {
                let _ = writeln!(lines, "{line}");
            }
        }
        if ugi && (!told || wants("legal") || game.facts.hidden) {
            let _ = writeln!(lines, "legal {}", seat.legal().join(" "));
        }
        Ok(())
    }

    /// Adds the `go` command.
    fn write_go(
        &self,
        seat: &dyn TextSeat,
        limits: &Limits,
        lines: &mut String,
    ) -> Result<(), Forfeit> {
        let budget = seat.budget();
        let ugi = self.protocol == Protocol::Ugi;
        let before = lines.len();
        if let Some(nodes) = limits.nodes(&budget) {
            let _ = write!(lines, " nodes {nodes}");
        }
        if let Some(depth) = limits.depth {
            let _ = write!(lines, " depth {depth}");
        }
        if let Some(evaluations) = budget.evaluations.filter(|_| ugi) {
            let _ = write!(lines, " evaluations {evaluations}");
        }
        match limits.time(&budget) {
            Some(time) => {
                let _ = write!(lines, " movetime {}", time.as_millis().max(1));
            }
            None if budget.clock.is_some() => {
                let names = match ugi {
                    true => Clocks::Players,
                    false => Clocks::Colours,
                };
                write_clocks(seat.clocks(), seat.player().index(), names, lines);
            }
            None => {}
        }
        if lines.len() == before && !ugi {
            let detail = "the engine has no limit: set nodes, depth or movetime in its spec, or a budget or clock in the plan";
            return Err(Forfeit::new(Reason::Other, detail));
        }
        lines.insert_str(before, "go");
        let seeded = self.introduction.wants.iter().any(|word| word == "seed");
        if let (true, Some((seed, generator))) = (ugi && seeded, seat.seed()) {
            let _ = write!(lines, " seed {} {seed}", generator.name());
        }
        lines.push('\n');
        Ok(())
    }

    /// Checks that the engine keeps to a limit of nodes.
    pub(crate) fn check_nodes(&mut self) -> Result<(), String> {
        let ignored = |what: &str| {
            format!(
                "the engine ignores `go nodes {CHECKED}`: {what}; set `depth` or `movetime`, or `check=no` to play all the same"
            )
        };
        for _ in 0..3 {
            self.process.allow(Some(CHECK_TIME));
            let began = Instant::now();
            self.process
                .tell(&format!("position startpos\ngo nodes {CHECKED}\n"));
            let mut nodes = 0;
            loop {
                let line = self
                    .process
                    .line()
                    .map_err(|ended| self.failed(ended, CHECK_TIME).to_string())?;
                match split(&line) {
                    Some(("bestmove", _)) => break,
                    Some(("info", rest)) => nodes = info(rest).stats.nodes.unwrap_or(nodes),
                    _ => {}
                }
            }
            let stopped = self.process.was_stopped();
            self.process.allow(None);
            if stopped {
                let time = seconds(began.elapsed());
                return Err(ignored(&format!(
                    "it still searched after {time} s, {nodes} nodes"
                )));
            }
            if nodes > TOO_MANY {
                return Err(ignored(&format!("it searched {nodes} nodes")));
            }
        }
        Ok(())
    }
}

/// What a line says, over what was said before it.
fn merged(before: Option<SearchStats>, said: SearchStats) -> SearchStats {
    let mut stats = before.unwrap_or_default();
    stats.depth = said.depth.or(stats.depth);
    stats.seldepth = said.seldepth.or(stats.seldepth);
    stats.nodes = said.nodes.or(stats.nodes);
    stats.time = said.time.or(stats.time);
    if said.score.is_some() {
        (stats.score, stats.bound) = (said.score, said.bound);
    }
    stats
}
