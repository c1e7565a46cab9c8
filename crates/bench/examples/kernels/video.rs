//! Video games: one copy and ten advances from mid-game states, and agents that plan with 900 calls.

use crate::decide::decide;
use crate::{Checksum, Kernel, Work};
use ludometer_agents::evaluate::WinScore;
use ludometer_agents::evolve::{Rhea, Seeding};
use ludometer_agents::sample::{OpenLoopMcts, RewardScale};
use ludometer_catalogue::vgdl::Library;
use ludometer_core::{Agent, Budget, Evaluator, Game, Generator, Player, Rng, Seed, Turn};
use ludometer_games::vgdl::Vgdl;
use ludometer_vgdl::{Action, State};

pub(super) const KERNELS: &[Kernel] = &[
    Kernel {
        name: "vgdl-aliens",
        prepare: || advances("aliens", 10_000),
    },
    Kernel {
        name: "vgdl-bait",
        prepare: || advances("bait", 20_000),
    },
    Kernel {
        name: "vgdl-chopper",
        prepare: || advances("chopper", 2000),
    },
    Kernel {
        name: "vgdl-infection",
        prepare: || advances("infection", 2000),
    },
    Kernel {
        name: "vgdl-seaquest",
        prepare: || advances("seaquest", 3000),
    },
    Kernel {
        name: "vgdl-survivezombies",
        prepare: || advances("survivezombies", 5000),
    },
    Kernel {
        name: "rolling-aliens",
        prepare: || {
            let agent = Rhea::new(10, 14, Seeding::Random, leaf(), u64::MAX);
            planning("aliens", 100, agent)
        },
    },
    Kernel {
        name: "open-loop-aliens",
        prepare: || {
            let agent = OpenLoopMcts::new(20, 2f64.sqrt(), RewardScale::Raw, leaf(), u64::MAX);
            planning("aliens", 100, agent)
        },
    },
];

/// The evaluator of the samples of GVGAI: one indirect call a leaf, as in a plan.
fn leaf() -> Box<dyn Evaluator<Vgdl>> {
    Box::new(WinScore {
        win: 1e7,
        keep: true,
    })
}

fn open(name: &str) -> Result<Vgdl, String> {
    let (game, _) = Library::Shipped
        .open(name, 0)
        .map_err(|diagnostic| diagnostic.to_string())?;
    Ok(game)
}

fn advance(game: &Vgdl, state: &mut State, actions: &mut Vec<Action>, rng: &mut Rng) {
    actions.clear();
    game.actions(state, actions);
    let action = actions[rng.index(actions.len())];
    game.step(state, action, rng);
}

/// States every 20 ticks of three random playouts.
fn roots(game: &Vgdl) -> Vec<State> {
    let (mut roots, mut actions) = (Vec::new(), Vec::new());
    for episode in 0..3 {
        let mut rng = Seed::new(1).nth(episode).rng(Generator::Xoshiro);
        let mut state = game.start(&mut rng);
        while game.turn(&state) != Turn::Over {
            if state.tick() % 20 == 0 {
                roots.push(state.clone());
            }
            advance(game, &mut state, &mut actions, &mut rng);
        }
    }
    roots
}

fn advances(name: &str, copies: usize) -> Result<Work, String> {
    let game = open(name)?;
    let roots = roots(&game);
    Ok(Box::new(move || {
        let mut rng = Seed::new(2).rng(Generator::Xoshiro);
        let mut sum = Checksum::default();
        let (mut state, mut actions) = (roots[0].clone(), Vec::new());
        for root in roots.iter().cycle().take(copies) {
            state.clone_from(root);
            for _ in 0..10 {
                if game.turn(&state) == Turn::Over {
                    break;
                }
                advance(&game, &mut state, &mut actions, &mut rng);
            }
            sum.add(u64::from(state.tick().unsigned_abs()));
            sum.add_real(game.points(&state, Player(0)));
        }
        Ok(sum.0)
    }))
}

fn planning(
    name: &str,
    decisions: usize,
    mut agent: impl Agent<Vgdl> + 'static,
) -> Result<Work, String> {
    let game = open(name)?;
    let roots = roots(&game);
    let roots: Vec<State> = roots.into_iter().cycle().take(decisions).collect();
    Ok(Box::new(move || {
        decide(&game, &roots, &mut agent, Budget::of_steps(900))
    }))
}
