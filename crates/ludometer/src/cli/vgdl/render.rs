//! `ludometer vgdl render`: a state as a picture, an episode as a page.

use super::super::Failure;
use super::super::corpus::Corpus;
use super::super::log::say;
use super::super::output::emit;
use clap::Args;
use ludometer_arena::registry::GameEnv;
use ludometer_catalogue::vgdl::{Frame, Recording, film, picture, record};
use ludometer_core::{Budget, Seed};
use ludometer_games::vgdl::measures;
use ludometer_spec::source::Span;
use ludometer_spec::spec::Spec;
use ludometer_vgdl::Outcome;

/// Draw a state as SVG, or an episode as an HTML page with a player.
///
/// The extension of the output decides: FILE.svg is the state after `--ticks` ticks (default 0), FILE.html an
/// episode of at most `--ticks` ticks (default 300). The episode is the one that `ludometer play` shows for
/// the same agent and seed.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  ludometer vgdl render lanterns --level 1 --output yard.svg\n  ludometer vgdl render lanterns --agent 'uct(playouts=50)' --seed 3 --output lanterns.html"
)]
pub(super) struct Render {
    /// Name of the game; `list vgdl` names them.
    game: String,
    /// Number of the level.
    #[arg(long, value_name = "N", default_value_t = 0)]
    level: u32,
    #[command(flatten)]
    corpus: Corpus,
    /// Agent that plays.
    #[arg(long, value_name = "AGENT", default_value = "random")]
    agent: String,
    /// Budget of each decision, in forward-model calls [default: unlimited].
    #[arg(long, alias = "budget", value_name = "N")]
    steps: Option<u64>,
    /// Random seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of ticks to play.
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u32).range(0..=2001))]
    ticks: Option<u32>,
    /// Show on the page what the agent considered: moves, lines, and its plan over the board.
    #[arg(long, alias = "insight", value_name = "yes|no", default_value = "yes", value_parser = ["yes", "no"], hide_possible_values = true)]
    trace: String,
    /// Output: FILE.svg or FILE.html.
    #[arg(long, value_name = "FILE")]
    output: String,
}

/// Ticks of a film if nobody says.
const TICKS: u32 = 300;

impl Render {
    pub(super) fn go(self) -> Result<(), Failure> {
        let ending = self
            .output
            .rsplit_once('.')
            .map(|(_, ending)| ending.to_ascii_lowercase());
        let moving = match ending.as_deref() {
            Some("svg") => false,
            Some("html" | "htm") => true,
            _ => {
                let output = &self.output;
                return Err(Failure::usage(format!(
                    "`{output}` is neither a picture nor a page\nhint: name a FILE.svg for a state or a FILE.html for an episode"
                )));
            }
        };
        let (game, _) = self.corpus.library()?.open(&self.game, self.level)?;
        let name = format!("{}, level {}", self.game, self.level);
        let env = GameEnv::new(game, measures()).with_location();
        let agent = Spec::parse(&Span::whole("--agent", &self.agent))?;
        let ticks = self.ticks.unwrap_or(if moving { TICKS } else { 0 });
        let frames = record(
            &env,
            &Recording {
                agent: &agent,
                budget: self.steps.map_or(Budget::UNLIMITED, Budget::of_steps),
                seed: Seed::new(self.seed),
                ticks,
                trace: moving && self.trace == "yes",
            },
        )?;
        let Some(Frame { state, .. }) = frames.last() else {
            return Err(Failure::failed("the episode has no state"));
        };
        let level = env.game().level();
        let text = match moving {
            true => film(
                &format!("{name}: {agent}, seed {}", self.seed),
                level,
                &frames,
            ),
            false => picture(level, state),
        };
        emit(&text, Some(&self.output))?;
        let end = match state.outcome() {
            Outcome::Open => "open",
            Outcome::Won => "won",
            Outcome::Lost => "lost",
        };
        say(&format!(
            "{name}: {end} after {} ticks, score {}; {} written",
            state.tick(),
            state.score(),
            self.output
        ));
        Ok(())
    }
}
