//! The agent `engine`: its parameters, checks and identity.

use crate::options::{self, Setting};
use crate::player::{Engine, EnginePlayer};
use crate::pool::{self, Known};
use crate::process::{self, Launch};
use crate::settings::{Limits, Protocol};
use ludometer_arena::registry::{GeneralAgent, Outside};
use ludometer_arena::text_player::{TextGame, TextPlayerMaker};
use ludometer_core::Repeatability;
use ludometer_spec::params;
use ludometer_spec::params::{choice, real, switch, table, text, whole};
use ludometer_spec::source::{Diagnostic, Span};
use ludometer_spec::spec::{Keyed, Literal, Value};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicU32;
use std::time::Duration;

params! {
    #[derive(Clone)]
    struct Given {
        command: (String, Span) = text(
            "command",
            "the program: a path, or a name that is found in PATH or /usr/games",
        )
        .check(|command, args| Ok((command, args.value("command").span.clone()))),
        args: String = text("args", "its arguments, with spaces between them").or("''"),
        protocol: Protocol = choice(
            "protocol",
            [("uci", Protocol::Uci), ("ugi", Protocol::Ugi), ("gtp", Protocol::Gtp)],
            "the protocol it speaks: UCI (chess), UGI (UCI's shape for every game) or GTP 2 (Othello)",
        )
        .or("uci"),
        options: Vec<Keyed> = table(
            "options",
            "options that it declares, by their names; of GTP, commands with their arguments",
        )
        .or("{}"),
        nodes: u64 = whole("nodes", 0..=1_000_000_000_000, "nodes of each decision; 0 is no limit")
            .or("0")
            .neutral("0"),
        depth: u32 = whole("depth", 0..=1000, "depth of each decision in plies; 0 is no limit")
            .or("0")
            .neutral("0"),
        movetime: f64 = real(
            "movetime",
            0.0..=1e9,
            "time of each decision in milliseconds; 0 is no limit",
        )
        .or("0")
        .neutral("0"),
        margin: f64 = real(
            "margin",
            0.0..=1e9,
            "milliseconds beyond its time after which it is told to stop; two seconds later it is killed",
        )
        .or("1000")
        .neutral("1000"),
        timeout: f64 = real(
            "timeout",
            0.001..=1e9,
            "seconds that an answer is waited for where time is not a limit",
        )
        .or("60")
        .neutral("60"),
        check: bool = switch(
            "check",
            "whether it is tried at the beginning that the engine keeps to a limit of nodes",
        )
        .or("yes")
        .neutral("yes"),
        restart: bool = switch("restart", "whether it is started anew for every game")
            .or("no")
            .neutral("no"),
        crashes: u32 = whole(
            "crashes",
            1..=1_000_000,
            "failed games in a row after which the run ends",
        )
        .or("3")
        .neutral("3"),
        log: String = text("log", "a file that everything said is appended to; none if empty")
            .or("''")
            .neutral("''"),
    }
}

/// The agent `engine`, for every game.
pub fn engine() -> GeneralAgent {
    GeneralAgent::text(
        "engine",
        "engine@1",
        "a program of another author that speaks UCI, UGI or GTP",
        Given::params(),
        |given, game| given.make(game),
        |given, game| given.describe(game),
    )
}

/// The agent `engine` where no program may be started: whoever names it is told why, with this hint.
pub fn refused_engine(hint: &'static str) -> GeneralAgent {
    let refused = move || {
        let message = "programs of other authors are not started here";
        Diagnostic::new(message).hint(hint)
    };
    GeneralAgent::text(
        "engine",
        "engine@1",
        "a program of another author that speaks UCI, UGI or GTP",
        Given::params(),
        move |_, _| Err(refused()),
        move |_, _| Err(refused()),
    )
}

/// A value as it is sent.
fn sent(value: &Value) -> Result<String, Diagnostic> {
    match &value.what {
        Literal::Text(text) => Ok(text.clone()),
        Literal::Number(_) => Ok(value.to_string()),
        Literal::Spec(word) if word.arguments.is_empty() => Ok(word.name.clone()),
        _ => {
            let message =
                format!("the value of an option is a number, a word or a text, not {value}");
            Err(Diagnostic::at(&value.span, message))
        }
    }
}

impl Given {
    fn launch(&self) -> Result<Launch, Diagnostic> {
        let (command, span) = &self.command;
        let program = process::find(command).ok_or_else(|| {
            let message = format!("there is no program `{command}`");
            let hint = "give its path, or a name that is found in PATH or in /usr/games";
            Diagnostic::at(span, message).hint(hint)
        })?;
        let arguments = self.args.split_whitespace().map(str::to_string);
        let log = (!self.log.is_empty()).then(|| self.log.clone());
        Ok(Launch::new(program, arguments.collect(), log))
    }

    fn introduced(&self, launch: &Launch) -> Result<Arc<Known>, Diagnostic> {
        let known = pool::introduction(launch, self.protocol);
        known.map_err(|why| Diagnostic::at(&self.command.1, why))
    }

    /// The options, checked against what the engine declares, in the order of their names: that is the
    /// order they are sent in.
    fn settings(&self, known: &Known) -> Result<Vec<Setting>, Diagnostic> {
        let mut entries: Vec<&Keyed> = self.options.iter().collect();
        entries.sort_by(|a, b| a.key.cmp(&b.key));
        let declared = &known.introduction.options;
        let mut settings = Vec::new();
        for entry in entries {
            let checked = options::checked(declared, &entry.key, &sent(&entry.value)?);
            settings.push(checked.map_err(|why| {
                let nonsense = &known.introduction.nonsense;
                let nonsense = nonsense.iter().find(|text| text.contains(&entry.key));
                let diagnostic = Diagnostic::at(&entry.span, why);
                match nonsense {
                    Some(text) => {
                        diagnostic.hint(format!("its declaration makes no sense: {text}"))
                    }
                    None => diagnostic,
                }
            })?);
        }
        // The opponent's time is the opponent's.
        let ponders = declared.iter().find(|option| {
            option.name == "Ponder" && option.kind.default_value().as_deref() == Some("true")
        });
        if let Some(option) = ponders
            && !settings.iter().any(|(name, _)| *name == option.name)
        {
            settings.push((option.name.clone(), Some("false".into())));
        }
        Ok(settings)
    }

    fn limits(&self) -> Limits {
        Limits {
            nodes: (self.nodes > 0).then_some(self.nodes),
            depth: (self.depth > 0).then_some(self.depth),
            movetime: (self.movetime > 0.0).then(|| Duration::from_secs_f64(self.movetime / 1e3)),
            margin: Duration::from_secs_f64(self.margin / 1e3),
            timeout: Duration::from_secs_f64(self.timeout),
        }
    }

    fn make(self, game: &TextGame) -> Result<TextPlayerMaker, Diagnostic> {
        self.fit(game)?;
        let launch = self.launch()?;
        let known = self.introduced(&launch)?;
        let settings = self.settings(&known)?;
        if self.check && self.nodes > 0 && self.protocol == Protocol::Uci {
            let kept = known.keeps_to_nodes(&launch, self.protocol);
            kept.map_err(|why| Diagnostic::at(&self.command.1, why))?;
        }
        let engine = Arc::new(Engine {
            launch,
            protocol: self.protocol,
            settings,
            limits: self.limits(),
            game: game.clone(),
            restart: self.restart,
            most_crashes: self.crashes,
            crashes: AtomicU32::new(0),
        });
        Ok(Arc::new(move || {
            Box::new(EnginePlayer::new(Arc::clone(&engine)))
        }))
    }

    /// Refuses games that the protocol cannot tell.
    fn fit(&self, game: &TextGame) -> Result<(), Diagnostic> {
        let reason = match self.protocol {
            Protocol::Ugi => None,
            Protocol::Uci if game.start.is_none() => Some("UCI tells positions as text"),
            Protocol::Gtp if game.facts.chance || game.facts.hidden => {
                Some("GTP tells moves from the initial position")
            }
            Protocol::Gtp if self.nodes > 0 || self.depth > 0 => {
                let message = "GTP has no limit of nodes or depth: set `movetime`, or an option of the engine";
                return Err(Diagnostic::at(&self.command.1, message));
            }
            Protocol::Uci | Protocol::Gtp => None,
        };
        let Some(reason) = reason else { return Ok(()) };
        let message = format!("`engine` cannot sit at {}: {reason}", game.name);
        Err(Diagnostic::at(&self.command.1, message).hint("use protocol=ugi"))
    }

    fn describe(self, _: &TextGame) -> Result<Outside, Diagnostic> {
        let launch = self.launch()?;
        let known = self.introduced(&launch)?;
        let settings = self.settings(&known)?;
        let at = |error: std::io::Error| Diagnostic::at(&self.command.1, error.to_string());
        let program = pool::hash(&launch.program).map_err(at)?;
        let mut identity = format!("program={program} name='{}'", known.introduction.name);
        for (name, value) in &settings {
            let file = value.as_deref().map(Path::new);
            if let Some(file) = file.filter(|file| file.is_file()) {
                let hash = pool::hash(file).map_err(at)?;
                identity += &format!(" {name}={hash}");
            }
        }
        for word in launch
            .arguments
            .iter()
            .filter(|word| Path::new(word).is_file())
        {
            let hash = pool::hash(Path::new(word)).map_err(at)?;
            identity += &format!(" {word}={hash}");
        }
        let name = match known.introduction.name.as_str() {
            "" => self.command.0.clone(),
            name => name.to_string(),
        };
        let repeats = self.repeats(&known, &settings);
        let threads = option_value(&known, &settings, "Threads");
        let threads = threads.and_then(|threads| threads.parse().ok());
        let outside = Outside::new(name, identity).with_threads(threads.unwrap_or(1));
        Ok(outside.repeating(match repeats {
            true => Repeatability::Observed,
            false => Repeatability::No,
        }))
    }

    /// Whether its games are expected to repeat under match rules that do: one thread, no time of its
    /// own and no book.
    fn repeats(&self, known: &Known, settings: &[Setting]) -> bool {
        let value = |name: &str| option_value(known, settings, name);
        self.movetime == 0.0
            && self.protocol != Protocol::Gtp
            && value("Threads").is_none_or(|threads| threads == "1")
            && value("OwnBook").is_none_or(|book| book != "true")
    }
}

/// The value of an option: as it is set, else as the program declares it.
fn option_value(known: &Known, settings: &[Setting], name: &str) -> Option<String> {
    let set = settings
        .iter()
        .find(|(known, _)| known.eq_ignore_ascii_case(name));
    let declared = known.introduction.options.iter();
    let mut declared = declared.filter(|option| option.name.eq_ignore_ascii_case(name));
    match set {
        Some((_, value)) => value.clone(),
        None => declared.find_map(|option| option.kind.default_value()),
    }
}
