//! `ludometer serve`: the studio.

use super::Failure;
use super::corpus::Corpus;
use super::log::say;
use super::pace::Pace;
use super::progress::stop;
use super::resources::threads;
use super::run::StoreOptions;
use clap::Args;
use ludometer_arena::registry::Registry;
use ludometer_engines::refused_engine;
use ludometer_studio::{ServeError, ServeOptions, serve};
use std::io::Write;
use std::net::IpAddr;
use std::time::Duration;

/// The port unless another is named.
const PORT: u16 = 8460;

/// How long a decision may take unless another time is named.
const SEARCH: Duration = Duration::from_secs(60);

/// Open the studio: a local page to play, watch and analyse games and to run experiments.
///
/// The page is for this machine alone unless `--listen` names an address; then its address has a token that
/// every request must show. Four things to try: play Othello against `uct`, watch `rhea` in a video game,
/// ask for a hint in chess, run the plan `slide-depth4` and see its table fill. Ctrl-C ends it.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  ludometer serve\n  ludometer serve --port 0 --store results.sqlite"
)]
pub(super) struct Serve {
    /// Port; 0 takes a free one.
    #[arg(long, value_name = "N", default_value_t = PORT)]
    port: u16,
    /// Address for other machines, as in 0.0.0.0; every request then needs the token that is printed.
    #[arg(long, value_name = "ADDRESS")]
    listen: Option<IpAddr>,
    /// Agents of games that think at once; others wait for their turn [default: one per core].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    searches: Option<u16>,
    /// The longest that one decision of an agent may take, as in 10s [default: 60s].
    #[arg(long, value_name = "TIME")]
    search_time: Option<Pace>,
    /// Let pages start programs of other authors with the agent `engine`.
    #[arg(long)]
    engines: bool,
    #[command(flatten)]
    corpus: Corpus,
    #[command(flatten)]
    storage: StoreOptions,
}

impl Serve {
    pub(super) fn go(self, registry: &Registry) -> Result<(), Failure> {
        let mut registry = self.corpus.registry(registry)?.into_owned();
        if !self.engines {
            registry.replace_agent(refused_engine(
                "start the studio with --engines if everybody who may open it may start programs here",
            ));
        }
        let options = ServeOptions {
            listen: self.listen,
            port: self.port,
            store: self.storage.store.clone().into(),
            threads: threads(self.storage.threads)?,
            searches: threads(self.searches)?,
            search_time: self.search_time.map_or(SEARCH, |Pace(time)| time),
        };
        let ready = |page: &str| {
            // Nobody may read it; the page is there all the same.
            let _ = writeln!(std::io::stdout(), "{page}");
            say("the studio is open at this address; Ctrl-C ends it");
        };
        serve(registry, &options, stop(), ready).map_err(|error| match error {
            ServeError::PortInUse(_) | ServeError::Address { .. } => {
                Failure::usage(error.to_string())
            }
            ServeError::System(_) => Failure::failed(error.to_string()),
        })
    }
}
