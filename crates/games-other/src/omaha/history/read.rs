//! Histories as hands. An impossible hand is skipped, with a diagnostic that says where and why.

use super::super::known::Known;
use super::super::{Bet, Hand, Omaha, Round, read_cards, seats};
use super::write::action;
use super::{HistoryError, ImportedHands, Record};

/// Reads all hands of a text.
pub fn read(text: &str) -> ImportedHands {
    let mut import = ImportedHands::default();
    let lines = text.lines().zip(1..);
    let lines = lines.map(|(line, number)| (number, line.trim()));
    let lines: Vec<(usize, &str)> = lines
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .collect();
    let mut rest = &lines[..];
    while let [first, after @ ..] = rest {
        let next = after.iter().position(|(_, line)| header(line).is_some());
        let (block, others) = after.split_at(next.unwrap_or(after.len()));
        rest = others;
        match record(*first, block) {
            Ok(record) => import.hands.push(record),
            Err(error) => import.errors.push(error),
        }
    }
    import
}

/// What stands after `Hand`.
fn header(line: &str) -> Option<&str> {
    line.strip_prefix("Hand ")
}

/// Where the reader is in a hand.
struct Reader {
    table: Omaha,
    known: Known,
    stacks: Vec<u32>,
    names: Vec<Option<String>>,
    posted: usize,
    /// What was done, each with its line and its words.
    played: Vec<(usize, usize, String)>,
    turned: Vec<(usize, Round, usize)>,
    shows: Vec<(usize, usize, String)>,
    wins: Vec<(usize, usize, u32)>,
}

fn record((at, first): (usize, &str), block: &[(usize, &str)]) -> Result<Record, HistoryError> {
    let error = |line: usize| move |reason: String| HistoryError { line, reason };
    let Some(title) = header(first) else {
        let reason = "a history begins with a line such as `Hand 1: fixed-limit omaha hi-lo, 2 players, bets 2/4, cap 4`";
        return Err(error(at)(reason.into()));
    };
    let (number, table) = read_title(title).map_err(error(at))?;
    let mut reader = Reader {
        table,
        known: Known::default(),
        stacks: Vec::new(),
        names: Vec::new(),
        posted: 0,
        played: Vec::new(),
        turned: Vec::new(),
        shows: Vec::new(),
        wins: Vec::new(),
    };
    for &(line, text) in block {
        reader.line(line, text).map_err(error(line))?;
    }
    let last = block.last().map_or(at, |(line, _)| *line);
    let hand = reader.play(at, last)?;
    let holes = reader.known.holes.iter().enumerate();
    let known = holes.filter(|(_, hole)| hole.is_some());
    Ok(Record {
        number,
        table: reader.table,
        hand,
        known: known.fold(0, |set, (seat, _)| set | 1 << seat),
        names: reader.names,
    })
}

/// `7: fixed-limit omaha hi-lo, 2 players, bets 2/4, cap 4`.
fn read_title(title: &str) -> Result<(u64, Omaha), String> {
    let (number, facts) = title
        .split_once(':')
        .ok_or("a colon stands between the number of the hand and its table")?;
    let number = whole(number)?;
    let mut facts = facts.split(',').map(str::trim);
    match facts.next() {
        Some("fixed-limit omaha hi-lo") => {}
        other => {
            let game = other.unwrap_or_default();
            return Err(format!("`{game}` is not `fixed-limit omaha hi-lo`"));
        }
    }
    let (mut players, mut bets, mut cap, mut uncapped) = (None, None, 4, false);
    for fact in facts {
        if let Some(count) = fact.strip_suffix(" players") {
            players = Some(whole(count)?);
        } else if let Some(sizes) = fact.strip_prefix("bets ") {
            let (small, big) = sizes.split_once('/').unwrap_or((sizes, ""));
            let (small, big) = (whole(small)?, whole(big)?);
            if small.checked_mul(2) != Some(big) {
                return Err(format!(
                    "a big bet is two small ones, not {big} for {small}"
                ));
            }
            bets = Some(small);
        } else if let Some(bets) = fact.strip_prefix("cap ") {
            cap = whole(bets)?;
        } else if fact == "uncapped heads-up" {
            uncapped = true;
        } else {
            return Err(format!(
                "`{fact}` is not a fact of a table: `2 players`, `bets 2/4`, `cap 4`, `uncapped heads-up`"
            ));
        }
    }
    let players = players.ok_or("the table has no number of players: write `2 players`")?;
    let bets = bets.ok_or("the table has no bets: write `bets 2/4`")?;
    let table = Omaha::new(usize::try_from(players).unwrap_or(usize::MAX))?
        .small_bet(u32::try_from(bets).unwrap_or(u32::MAX))?
        .cap(u16::try_from(cap).unwrap_or(u16::MAX))?
        .uncapped_heads_up(uncapped);
    Ok((number, table))
}

impl Reader {
    /// Takes a line apart; what it means is seen when the hand is played.
    fn line(&mut self, line: usize, text: &str) -> Result<(), String> {
        let round = |round: &&Round| {
            let rest = text.strip_prefix(round.name());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
        };
        if let Some(round) = Round::ALL[..4].iter().find(round) {
            let cards = read_cards(&text[round.name().len()..])?;
            let lay = self.known.board.len();
            let wanted = round.board().saturating_sub(lay);
            if cards.len() != wanted || (wanted == 0 && *round != Round::Preflop) {
                return Err(format!(
                    "the {} comes after {lay} cards on the board and turns up {wanted}, not {}",
                    round.name(),
                    cards.len()
                ));
            }
            self.known.turn_up(&cards)?;
            self.turned.push((line, *round, self.played.len()));
            return Ok(());
        }
        let words = text
            .strip_prefix("seat ")
            .and_then(|rest| rest.split_once(' '));
        let Some((seat, words)) = words else {
            return Err(format!(
                "`{text}` is neither a round (`preflop`, `flop Ks 9d 2c`) nor what a seat does (`seat 1 calls 2`)"
            ));
        };
        let seat = whole(seat)? as usize;
        let players = self.table.players();
        if seat >= players {
            return Err(format!("there is no seat {seat} at a table of {players}"));
        }
        if let Some(named) = words.strip_prefix('(') {
            let (name, object) = named
                .split_once(") has ")
                .ok_or("a name stands where cards do: `seat 0 (Ann) has 100: As Td 4c 3d`")?;
            return match name.trim() == name && !name.is_empty() {
                true => self.has(seat, Some(name), object),
                false => Err(format!(
                    "`{name}` is no name: it begins and ends with a sign"
                )),
            };
        }
        let (verb, object) = words.split_once(' ').unwrap_or((words, ""));
        match verb {
            "has" => self.has(seat, None, object),
            "posts" => self.posts(seat, object),
            "shows" => {
                self.shows.push((line, seat, object.into()));
                Ok(())
            }
            "wins" => {
                let chips = u32::try_from(whole(object)?).unwrap_or(u32::MAX);
                self.wins.push((line, seat, chips));
                Ok(())
            }
            _ => {
                self.played.push((line, seat, words.into()));
                Ok(())
            }
        }
    }

    fn has(&mut self, seat: usize, name: Option<&str>, object: &str) -> Result<(), String> {
        if seat != self.stacks.len() {
            return Err(format!(
                "seats are listed in order, and seat {} is the next",
                self.stacks.len()
            ));
        }
        let (chips, cards) = object
            .split_once(':')
            .ok_or("write the chips, a colon and the cards: `seat 0 has 100: As Td 4c 3d`")?;
        self.stacks
            .push(u32::try_from(whole(chips)?).unwrap_or(u32::MAX));
        self.names.push(name.map(String::from));
        self.known.hole(cards.trim(), "?? ?? ?? ??")
    }

    fn posts(&mut self, seat: usize, object: &str) -> Result<(), String> {
        let blinds = self.table.blinds();
        let small = self.table.chips();
        let (Some(&blind), chips) = (blinds.get(self.posted), small >> (1 - self.posted.min(1)))
        else {
            return Err("there are two blinds, and both are posted".into());
        };
        if seat != blind || whole(object)? != u64::from(chips) {
            return Err(format!("seat {blind} posts {chips} here"));
        }
        self.posted += 1;
        Ok(())
    }

    /// Plays the hand and holds every line against it.
    fn play(&self, first: usize, last: usize) -> Result<Hand, HistoryError> {
        let error = |line: usize, reason: String| HistoryError { line, reason };
        let stacks = self.table.checked(&self.stacks);
        let stacks = stacks.map_err(|reason| error(first, reason))?;
        if self.posted != 2 {
            let reason = "both blinds are posted before the hand begins".into();
            return Err(error(first, reason));
        }
        let mut hand = self.table.deal_with(self.known.complete(), stacks);
        let mut turned = self.turned.iter().peekable();
        for (done, (line, seat, words)) in self.played.iter().enumerate() {
            while let Some((line, round, _)) = turned.next_if(|turned| turned.2 <= done) {
                if *round > hand.round() {
                    let reason = format!(
                        "the {} is turned up before the {} is over",
                        round.name(),
                        hand.round().name()
                    );
                    return Err(error(*line, reason));
                }
            }
            if self.known.board.len() < hand.round().board() {
                let reason = format!("the {} was never turned up", hand.round().name());
                return Err(error(*line, reason));
            }
            let acted = self.act(&mut hand, *seat, words);
            acted.map_err(|reason| error(*line, reason))?;
        }
        if let Some(mover) = self.table.mover(&hand) {
            let reason = format!("the hand is not over: seat {} is to act", mover.0);
            return Err(error(last, reason));
        }
        if let Some((line, round, _)) = turned.find(|(_, round, _)| *round > hand.round()) {
            let reason = format!("the hand is over before the {}", round.name());
            return Err(error(*line, reason));
        }
        let decided = self.known.decides(&hand);
        decided.map_err(|reason| error(last, reason))?;
        self.compare(&hand, last)?;
        Ok(hand)
    }

    fn act(&self, hand: &mut Hand, seat: usize, words: &str) -> Result<(), String> {
        let Some(mover) = self.table.mover(hand) else {
            return Err(format!("the hand is over before seat {seat} {words}"));
        };
        if mover.index() != seat {
            return Err(format!(
                "it is the turn of seat {}, not of seat {seat}",
                mover.0
            ));
        }
        let verb = words.split(' ').next().unwrap_or_default();
        let bet = match verb {
            "folds" => Bet::Fold,
            "checks" | "calls" => Bet::Call,
            "bets" | "raises" => Bet::Raise,
            _ => {
                return Err(format!(
                    "`{verb}` is not what a seat does: folds, checks, calls, bets, raises, has, posts, shows, wins"
                ));
            }
        };
        let before = *hand;
        self.table.try_bet(hand, bet)?;
        let right = action(&self.table, &before, bet);
        match right == words {
            true => Ok(()),
            false => Err(format!("seat {seat} {right} here, not `{words}`")),
        }
    }

    /// Holds what was shown and won against the hand.
    fn compare(&self, hand: &Hand, last: usize) -> Result<(), HistoryError> {
        let strengths = self.table.strengths(hand);
        for (line, seat, words) in &self.shows {
            let shows = hand.is_showdown() && hand.live() >> seat & 1 == 1;
            let right = format!("{}, low {}", strengths[*seat].high, strengths[*seat].low);
            if !shows || right != *words {
                let reason = match shows {
                    true => format!("seat {seat} shows {right}, not {words}"),
                    false => format!("seat {seat} shows nothing: it folded, or nobody called"),
                };
                return Err(HistoryError {
                    line: *line,
                    reason,
                });
            }
        }
        for seat in seats((1 << self.table.players()) - 1) {
            let said = self.wins.iter().filter(|win| win.1 == seat);
            let (mut sum, mut at) = (0u64, last);
            for (line, _, chips) in said {
                sum += u64::from(*chips);
                at = *line;
            }
            if sum != u64::from(hand.won(seat)) {
                let reason = format!("seat {seat} wins {}, not {sum}", hand.won(seat));
                return Err(HistoryError { line: at, reason });
            }
        }
        Ok(())
    }
}

fn whole(text: &str) -> Result<u64, String> {
    let text = text.trim();
    // A sign would be read too.
    match text.chars().all(|sign| sign.is_ascii_digit()) {
        true => text
            .parse()
            .map_err(|_| format!("`{text}` is not a whole number")),
        false => Err(format!("`{text}` is not a whole number")),
    }
}
