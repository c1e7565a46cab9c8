//! The terminal as a stage: boards, questions and what agents did.

use super::log::say;
use super::output::colours;
use super::visible::visible;
use console::Term;
use ludometer_arena::session::{Answer, Frontend, Question, ReportedMove};
use ludometer_core::Forfeit;
use ludometer_spec::spec::Spec;
use std::io::{self, BufRead, IsTerminal, Write};
use std::time::{Duration, Instant};

/// Columns of a terminal that does not tell.
const COLUMNS: usize = 80;
/// Rows of a terminal that does not tell.
const ROWS: usize = 24;
/// Moves that a hint tells about.
const BEST: usize = 3;
/// Rows that are left below a board that is drawn in place: a move, a thought, a question.
const BELOW: usize = 4;

/// What people type for the actions of video games: a word, its key, and the name of the key.
const KEYS: [(&str, &str, &str); 6] = [
    ("LEFT", "a", "a"),
    ("RIGHT", "d", "d"),
    ("UP", "w", "w"),
    ("DOWN", "s", "s"),
    ("USE", " ", "space"),
    ("NIL", "", "nothing"),
];

/// What can be typed beside moves.
const HELP: &str =
    "a move as it is listed, or the beginning of its word; in chess also e2e4 and e7e8q
  moves   the legal moves
  hint    what an agent would do
  undo    take back your last move and what followed it
  rules   how the game is played
  quit    leave the game";

/// What an adviser says.
type Advice = Result<(String, Vec<ReportedMove>), Forfeit>;

/// Where a game is shown.
pub(super) struct Terminal {
    /// Whether agents' thoughts are shown.
    pub(super) trace: bool,
    /// Whether nothing is shown.
    pub(super) quiet: bool,
    /// The number that a game is kept under.
    pub(super) number: u64,
    /// The game as text, once it is over.
    pub(super) kept: Option<String>,
    /// How it ended, in a word of the game.
    pub(super) termination: Option<&'static str>,
    /// The rules in a few sentences.
    pub(super) rules: String,
    /// The agent that gives hints.
    pub(super) adviser: Option<Spec>,
    /// What went wrong with the output.
    pub(super) broken: Option<io::Error>,
    pace: Option<Duration>,
    /// When the last move was shown.
    moved: Option<Instant>,
    /// Whether the screen was cleared for boards that are drawn in place.
    cleared: bool,
    screen: bool,
    prompts: bool,
}

impl Terminal {
    /// The stage on stdin and stdout. With a pace, moves take at least so long, and on a screen boards
    /// are drawn one over the other.
    pub(super) fn new(pace: Option<Duration>) -> Terminal {
        Terminal {
            trace: false,
            quiet: false,
            number: 1,
            kept: None,
            termination: None,
            rules: String::new(),
            adviser: None,
            broken: None,
            pace,
            moved: None,
            cleared: false,
            screen: io::stdout().is_terminal(),
            prompts: io::stdin().is_terminal(),
        }
    }

    fn print(&mut self, text: &str) {
        if self.quiet || self.broken.is_some() {
            return;
        }
        self.broken = writeln!(io::stdout(), "{text}").err();
    }

    /// Says what the adviser would do, with the moves it thinks most of.
    fn advise(&mut self, hint: &mut dyn FnMut() -> Option<Advice>) {
        let agent = self.adviser.as_ref().map(ToString::to_string);
        let agent = agent.unwrap_or_default();
        match hint() {
            None => say("no agent can give hints here; name one with --hint"),
            Some(Err(forfeit)) => say(&format!("{agent} has no hint: {forfeit}")),
            Some(Ok((label, mut moves))) => {
                moves.sort_by(|one, other| other.value.total_cmp(&one.value));
                let told = moves.iter().take(BEST).map(valued).collect::<Vec<_>>();
                let told = match told.is_empty() {
                    true => String::new(),
                    false => format!("  ({})", told.join("  ")),
                };
                let line = format!("{agent} would choose {label}{told}");
                self.print(&visible(&line, false));
            }
        }
    }

    /// Lets the rest of the time pass that a move takes.
    fn wait(&mut self) {
        if let Some(pace) = self.pace.filter(|_| !self.quiet && self.broken.is_none()) {
            let spent = self.moved.map_or(Duration::ZERO, |moved| moved.elapsed());
            std::thread::sleep(pace.saturating_sub(spent));
            self.moved = Some(Instant::now());
        }
    }
}

impl Frontend for Terminal {
    fn colours(&self) -> Option<usize> {
        let size = Term::stdout().size_checked();
        colours().then(|| size.map_or(COLUMNS, |(_, columns)| columns.into()))
    }

    fn adviser(&self) -> Option<Spec> {
        self.adviser.clone()
    }

    fn show(&mut self, board: &str, last: Option<&str>) {
        let board = match last {
            Some(last) if self.colours().is_none() => marked(board, last),
            _ => board.to_string(),
        };
        if self.pace.is_none() || !self.screen {
            return self.print(&board);
        }
        let size = Term::stdout().size_checked();
        let rows = size.map_or(ROWS, |(rows, _)| rows.into());
        let board = in_place(&board, rows, !self.cleared);
        self.cleared = true;
        self.print(&board);
    }

    fn finish(&mut self, termination: Option<&'static str>) {
        self.termination = termination;
    }

    fn keep(&mut self, told: &dyn Fn(u64) -> String) {
        self.kept = Some(told(self.number));
    }

    fn ask(&mut self, question: Question<'_>) -> Answer {
        let Question {
            player,
            labels,
            undo,
            named,
            hint,
        } = question;
        let choices = match self.screen {
            true => labels.iter().map(|label| choice(label)).collect(),
            false => labels.to_vec(),
        };
        let choices = choices.join(" ");
        self.print(&format!(
            "player {player}, your choices: {choices} (or `help`)"
        ));
        loop {
            if self.prompts {
                let _ = write!(io::stderr(), "> ");
            }
            let mut line = String::new();
            match io::stdin().lock().read_line(&mut line) {
                Ok(0) | Err(_) => return Answer::Leave,
                Ok(_) => {}
            }
            if self.broken.is_some() {
                return Answer::Leave;
            }
            let word = line.trim();
            let exact = labels.iter().find(|label| label.as_str() == word);
            if let Some(label) = exact {
                return Answer::Move(label.clone());
            }
            match word.to_ascii_lowercase().as_str() {
                "quit" => return Answer::Leave,
                "undo" if undo => return Answer::Undo,
                "undo" => say("there is no move of yours to take back"),
                "help" | "?" => self.print(HELP),
                "rules" => self.print(&self.rules.clone()),
                "moves" => self.print(&choices),
                "hint" => self.advise(hint),
                _ => match meant(line.trim_end_matches(['\r', '\n']), labels) {
                    Some(label) => return Answer::Move(label.clone()),
                    None => match named(word) {
                        Some(label) => return Answer::Move(label),
                        None => say(&format!("`{word}` is not among {choices} (or `help`)")),
                    },
                },
            }
        }
    }

    fn tell(&mut self, player: u8, name: &str, label: &str, moves: &[ReportedMove]) {
        let line = format!("player {player}, {name}: {label}");
        self.print(&visible(&line, false));
        if self.trace && !moves.is_empty() {
            let words: Vec<String> = moves.iter().map(valued).collect();
            let line = format!("  it thought: {}", words.join("  "));
            self.print(&visible(&line, false));
        }
        self.wait();
    }
}

/// A move with its value.
fn valued(told: &ReportedMove) -> String {
    format!("{} {}{:.3}", told.label, told.bound.sign(), told.value)
}

/// The square that a move leads to: the last letter with a number behind it.
fn target(label: &str) -> Option<(char, &str)> {
    let letters = label.char_indices().rev();
    let mut letters = letters.filter(|(_, sign)| sign.is_ascii_lowercase());
    letters.find_map(|(at, letter)| {
        let rest = &label[at + 1..];
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        (digits > 0).then(|| (letter, &rest[..digits]))
    })
}

/// A board with the square that the last move led to in brackets, if it has lettered columns and numbered
/// rows.
fn marked(board: &str, last: &str) -> String {
    let place = || {
        let (letter, rank) = target(last)?;
        let is_head = |line: &&str| {
            let words = line.split_whitespace().zip('a'..='z');
            let letters = words.filter(|(word, letter)| word.chars().eq([*letter]));
            let count = letters.count();
            count > 0 && count == line.split_whitespace().count()
        };
        let column = board.lines().find(is_head)?.find(letter)?;
        let numbered = |line: &str| line.split_whitespace().next() == Some(rank);
        Some((board.lines().position(numbered)?, column))
    };
    let Some((row, column)) = place() else {
        return board.to_string();
    };
    let lines = board.lines().enumerate().map(|(number, line)| {
        let mut signs: Vec<char> = line.chars().collect();
        if number == row && (1..signs.len()).contains(&column) {
            signs.resize(signs.len().max(column + 2), ' ');
            for (at, bracket) in [(column - 1, '['), (column + 1, ']')] {
                if signs[at] == ' ' {
                    signs[at] = bracket;
                }
            }
        }
        signs.into_iter().chain(['\n']).collect::<String>()
    });
    lines.collect()
}

/// A board that is written over the one before: from the upper left corner, as far as rows go.
fn in_place(board: &str, rows: usize, first: bool) -> String {
    let clear = if first { "\u{1b}[2J" } else { "" };
    let lines = board.lines().take(rows.saturating_sub(BELOW).max(1));
    let lines = lines.map(|line| format!("{line}\u{1b}[K\n"));
    format!("{clear}\u{1b}[H{}\u{1b}[J", lines.collect::<String>())
}

/// An action with the key that stands for it.
fn choice(label: &str) -> String {
    let key = KEYS.iter().find(|(word, ..)| *word == label);
    key.map_or(label.to_string(), |(_, _, key)| format!("{label} ({key})"))
}

/// The action that a line means: its name in any case, its key, or the beginning of a word that no
/// other action has.
fn meant<'a>(line: &str, labels: &'a [String]) -> Option<&'a String> {
    let word = line.trim();
    let named = |name: &str| {
        let mut labels = labels.iter();
        labels.find(|label| label.eq_ignore_ascii_case(name))
    };
    // Spaces alone are a key.
    let typed = match (word, line) {
        ("", "") => "",
        ("", _) => " ",
        _ => word,
    };
    let keyed = || {
        let mut keys = KEYS.iter();
        let (label, ..) = keys.find(|(_, key, _)| key.eq_ignore_ascii_case(typed))?;
        labels.iter().find(|known| known == label)
    };
    named(word).or_else(keyed).or_else(|| begun(word, labels))
}

/// The word that begins like this, if only one does. Squares are no words: half of one is a slip.
fn begun<'a>(word: &str, labels: &'a [String]) -> Option<&'a String> {
    let begins = |label: &&String| {
        let beginning = label.get(..word.len());
        let letters = label.chars().all(|sign| sign.is_ascii_alphabetic());
        letters && beginning.is_some_and(|beginning| beginning.eq_ignore_ascii_case(word))
    };
    let mut found = labels.iter().filter(begins);
    match (word, found.next(), found.next()) {
        ("", ..) => None,
        (_, Some(label), None) => Some(label),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_stand_for_the_actions_that_are_offered() {
        let labels = ["LEFT", "RIGHT", "DOWN", "UP", "USE", "NIL"].map(String::from);
        for (line, label) in [
            ("a", Some("LEFT")),
            ("D", Some("RIGHT")),
            (" s ", Some("DOWN")),
            ("w", Some("UP")),
            ("up", Some("UP")),
            (" ", Some("USE")),
            ("   ", Some("USE")),
            ("", Some("NIL")),
            ("q", None),
        ] {
            assert_eq!(meant(line, &labels).map(String::as_str), label, "{line:?}");
        }
        assert_eq!(meant(" ", &labels[..4]), None);
        assert_eq!(meant("", &labels[..5]), None);
    }

    #[test]
    fn the_beginning_of_one_word_will_do() {
        let labels = ["fold", "call", "raise"].map(String::from);
        for (line, label) in [
            ("f", Some("fold")),
            ("R", Some("raise")),
            (" ca ", Some("call")),
            ("calls", None),
            ("", None),
            ("é", None),
        ] {
            assert_eq!(meant(line, &labels).map(String::as_str), label, "{line:?}");
        }
        let labels = ["check", "call", "b3"].map(String::from);
        assert_eq!(meant("c", &labels), None);
        assert_eq!(meant("ch", &labels).unwrap(), "check");
        assert_eq!(meant("b", &labels), None);
    }

    #[test]
    fn a_name_goes_before_a_key_and_other_games_have_no_keys() {
        let labels = ["a", "LEFT"].map(String::from);
        assert_eq!(meant("a", &labels).unwrap(), "a");
        let labels = ["left", "stay"].map(String::from);
        assert_eq!(meant("a", &labels), None);
        assert_eq!(meant("Left", &labels).unwrap(), "left");
    }

    #[test]
    fn the_square_of_the_last_move_is_marked() {
        let board = " 3  . . X\n 2  . O .\n 1  . . .\n    a b c\n";
        let marked_b2 = " 3  . . X\n 2  .[O].\n 1  . . .\n    a b c\n";
        assert_eq!(marked(board, "b2"), marked_b2);
        assert!(marked(board, "c3").starts_with(" 3  . .[X]\n"));
        for last in ["pass", "", "d9", "O-O"] {
            assert_eq!(marked(board, last), board, "{last}");
        }
        assert_eq!(target("e8=Q+"), Some(('e', "8")));
        assert_eq!(target("Nbd7"), Some(('d', "7")));
        assert_eq!(target("f1xh3"), Some(('h', "3")));
        assert_eq!(marked("no board\n", "b2"), "no board\n");
    }

    #[test]
    fn boards_are_written_over_each_other_and_cut_at_the_last_row() {
        let board = in_place("one\ntwo\nthree\n", 6, true);
        let ended = "\u{1b}[2J\u{1b}[Hone\u{1b}[K\ntwo\u{1b}[K\n\u{1b}[J";
        assert_eq!(board, ended);
        assert!(in_place("one\n", 1, false).starts_with("\u{1b}[Hone"));
    }
}
