//! `ludometer engine`: an agent as an engine for other programs.

use super::Failure;
use super::corpus::Corpus;
use super::define::Define;
use clap::Args;
use ludometer_arena::registry::Registry;
use ludometer_engines::{Host, HostError};
use ludometer_spec::source::Span;
use ludometer_spec::spec::Spec;

/// Let an agent play as an engine in other programs, by UCI, UGI or GTP.
///
/// Reads commands from stdin and answers on stdout, in the protocol that the first command belongs to:
/// `uci` for chess programs, `ugi` for every game, or a command of GTP. The agent's parameters are the
/// engine's options.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  ludometer engine --game chess --agent 'pvs(t=6)'\n  ludometer engine --game othello --agent 'uct(playouts=2000)'"
)]
pub(super) struct Engine {
    /// Game, as in 'othello(size=8)'.
    #[arg(long, value_name = "GAME")]
    game: String,
    /// Agent, as in 'pvs(t=6)'.
    #[arg(long, value_name = "AGENT")]
    agent: String,
    #[command(flatten)]
    define: Define,
    #[command(flatten)]
    corpus: Corpus,
    /// Random seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl Engine {
    pub(super) fn go(self, registry: &Registry) -> Result<(), Failure> {
        let (mut game, _) = self.corpus.open(&self.game, registry)?;
        let agent = Spec::parse(&Span::whole("--agent", &self.agent))?;
        let seats = [agent];
        self.define.at(&mut *game, &seats, registry)?;
        let [agent] = seats;
        let host = Host {
            game: &*game,
            agent,
            seed: self.seed,
        };
        let input = std::io::BufReader::new(std::io::stdin());
        let served = host.serve(input, &mut std::io::stdout());
        served.map_err(|error| match error {
            HostError::Agent(diagnostic) => diagnostic.into(),
            HostError::Input(error) => Failure::failed(format!("stdin: {error}")),
        })
    }
}
