//! The command line: the only module that reads arguments, prints, and reads or writes files.

mod analyse;
mod archive;
mod arguments;
mod bench;
mod check;
mod corpus;
mod define;
mod engine;
mod failure;
mod forms;
mod hands;
mod help;
mod list;
mod log;
mod matches;
mod number_range;
mod odds;
mod output;
mod pace;
mod part;
mod parts;
mod plan;
mod play;
mod progress;
mod quality;
mod report;
mod reproduce;
mod resources;
mod run;
mod schemas;
mod serve;
mod settings;
mod shell;
mod solve;
mod sprt;
mod store;
mod submit;
mod terminal;
mod theory;
mod train;
mod tune;
mod tune_file;
mod vgdl;
mod visible;
mod words;

use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};
use failure::{Exit, Failure};
use log::Verbosity;
use ludometer_arena::registry::Registry;
use output::Color;
use settings::Settings;
use std::borrow::Cow;
use std::io::{self, Write};
use std::process::ExitCode;
use visible::visible;

/// Run repeatable experiments with game-playing agents: search, learning, tuning and statistics
#[derive(Parser)]
#[command(
    name = "ludometer",
    version,
    propagate_version = true,
    after_help = "Examples:\n  ludometer serve\n  ludometer list games\n  ludometer play tic-tac-toe --seat human --seat 'depth(t=9)'\n  ludometer run slide-depth4 --quick"
)]
struct Cli {
    #[command(flatten)]
    global: Global,
    #[command(subcommand)]
    command: Command,
}

/// Options of every command.
#[derive(Args)]
#[command(next_help_heading = "Global options")]
struct Global {
    /// Print what is opened, how many cells are run, threads and the store; -vv prints debug messages.
    #[arg(short, long, global = true, action = clap::ArgAction::Count)]
    verbose: u8,
    /// Print errors only, no progress and no notes.
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    quiet: bool,
    /// Append a log with time, level and fields to this file.
    #[arg(long, global = true, value_name = "FILE")]
    log: Option<String>,
    /// When to print colours.
    #[arg(
        long,
        global = true,
        value_name = "auto|always|never",
        value_enum,
        hide_possible_values = true,
        default_value = "auto"
    )]
    color: Color,
}

#[derive(Subcommand)]
enum Command {
    Run(run::Run),
    Report(report::Report),
    Plan(plan::Plan),
    Submit(submit::Submit),
    Archive(archive::Archive),
    Tune(tune::Tune),
    TuneFile(tune_file::TuneFile),
    Sprt(sprt::SprtCounts),
    SprtPlan(sprt::SprtLengths),
    Reproduce(reproduce::Reproduce),
    Match(matches::Match),
    Play(play::Play),
    Serve(serve::Serve),
    Engine(engine::Engine),
    Analyse(analyse::Analyse),
    Odds(odds::Odds),
    Quality(quality::Quality),
    Solve(solve::Solve),
    Theory(theory::Theory),
    Train(train::Train),
    List(list::List),
    Check(check::Check),
    Store(store::Store),
    Vgdl(vgdl::Vgdl),
    Hands(hands::Hands),
    Bench(bench::Bench),
    Completions(shell::Completions),
    Man(shell::Man),
    #[command(hide = true)]
    Learn(train::Learn),
    #[command(hide = true)]
    Fit(train::Fit),
}

/// Reads the arguments, does what they say with what is registered, and gives the exit code: 0 done, 1
/// failed, 2 used wrongly, 75 stopped.
pub fn main(registry: Registry) -> ExitCode {
    ExitCode::from(go(registry))
}

/// The same with these arguments, the program's name first, in place of those of the process: for programs
/// in which an interpreter has read its own. Wrong arguments and requests for help end the process.
pub fn with_arguments(registry: Registry, arguments: Vec<std::ffi::OsString>) -> u8 {
    arguments::set(arguments);
    go(registry)
}

fn go(registry: Registry) -> u8 {
    let program = help::program();
    // A project file with a mistake must not prevent the help from being read.
    let (mut settings, mistake) = match Settings::find() {
        Ok(settings) => (settings, None),
        Err(failure) => (Settings::default(), Some(failure)),
    };
    let command = || settings.install(help::dressed(Cli::command(), &program));
    let command_line = command().color(help_color(&settings));
    let matches = match command_line.try_get_matches_from(arguments::all()) {
        Ok(matches) => matches,
        Err(error) => {
            let error = help::with_nearest(error, &command(), arguments::texts());
            refuse(&words::with_tips(error, &registry, &program))
        }
    };
    let cli = match Cli::from_arg_matches(&matches) {
        Ok(cli) => cli,
        Err(error) => refuse(&error),
    };
    let command = command();
    settings.given(&matches);
    output::set_color(cli.global.color);
    let listening = log::start(cli.global.verbosity(), cli.global.log.as_deref());
    let done = match (mistake, listening) {
        (Some(failure), _) | (None, Err(failure)) => Err(failure),
        (None, Ok(())) => {
            resources::caught(|| cli.command.go(&registry, &settings, command, &program))
        }
    };
    ludometer_engines::quit_all();
    let code = match done {
        Ok(()) => Exit::Done.code(),
        Err(failure) => failure.tell(),
    };
    for words in registry.notes().take() {
        log::note(&words);
    }
    code
}

/// Prints what clap says and ends. An argument that would command the terminal is spelled out.
fn refuse(error: &clap::Error) -> ! {
    if error.use_stderr()
        && arguments::texts().any(|text| matches!(visible(&text, false), Cow::Owned(_)))
    {
        let said = error.render().to_string();
        let _ = write!(io::stderr(), "{}", visible(&said, false));
        std::process::exit(error.exit_code());
    }
    error.exit()
}

/// The colours of help and of errors in arguments, which are printed while arguments are read.
fn help_color(settings: &Settings) -> clap::ColorChoice {
    let mut arguments = arguments::all().into_iter().skip(1);
    let mut named = None;
    while let Some(argument) = arguments.next() {
        let text = argument.to_string_lossy();
        named = match text.strip_prefix("--color") {
            Some("") => arguments
                .next()
                .map(|value| value.to_string_lossy().into_owned()),
            Some(value) => value.strip_prefix('=').map(str::to_string),
            None => continue,
        };
    }
    match named.as_deref().or(settings.value("color")) {
        Some("always") => clap::ColorChoice::Always,
        Some("never") => clap::ColorChoice::Never,
        _ => clap::ColorChoice::Auto,
    }
}

impl Global {
    fn verbosity(&self) -> Verbosity {
        match (self.quiet, self.verbose) {
            (true, _) => Verbosity::Quiet,
            (_, 0) => Verbosity::Normal,
            (_, 1) => Verbosity::Info,
            _ => Verbosity::Debug,
        }
    }
}

impl Command {
    fn go(
        self,
        registry: &Registry,
        settings: &Settings,
        command: clap::Command,
        program: &str,
    ) -> Result<(), Failure> {
        match self {
            Command::Run(this) => this.go(registry),
            Command::Report(this) => this.go(registry),
            Command::Plan(this) => this.go(registry),
            Command::Submit(this) => this.go(registry),
            Command::Archive(this) => this.go(registry),
            Command::Tune(this) => this.go(registry),
            Command::TuneFile(this) => this.go(),
            Command::Sprt(this) => this.go(),
            Command::SprtPlan(this) => this.go(),
            Command::Reproduce(this) => this.go(registry),
            Command::Match(this) => this.go(registry),
            Command::Play(this) => this.go(registry),
            Command::Serve(this) => this.go(registry),
            Command::Engine(this) => this.go(registry),
            Command::Analyse(this) => this.go(registry),
            Command::Odds(this) => this.go(registry),
            Command::Quality(this) => this.go(registry),
            Command::Solve(this) => this.go(),
            Command::Theory(this) => this.go(),
            Command::Train(this) => this.go(registry),
            Command::List(this) => this.go(registry, settings, program),
            Command::Check(this) => this.go(registry),
            Command::Store(this) => this.go(registry),
            Command::Vgdl(this) => this.go(),
            Command::Hands(this) => this.go(),
            Command::Bench(this) => this.go(registry),
            Command::Completions(this) => this.go(command, program, registry),
            Command::Man(this) => this.go(command, registry),
            Command::Learn(this) => this.go(registry),
            Command::Fit(this) => this.go(registry),
        }
    }
}
