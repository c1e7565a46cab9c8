//! Lines of programs from outside: what managers say to our agents, and what engines answer.

use super::{file, text, told};
use ludometer::catalogue::shipped;
use ludometer::play::{Ending, MatchRules};
use ludometer::registry::{AnyGame, MatchSpec};
use ludometer::source::Span;
use ludometer::spec::Spec;
use ludometer_core::{Budget, Seed};
use ludometer_engines::{DeclaredOption, Host};
use std::io::Cursor;

fn spec(text: &str) -> Spec {
    Spec::parse(&Span::whole("fuzz", text)).expect("a spec")
}

fn open(game: &str) -> Box<dyn AnyGame> {
    shipped().open(&spec(game)).expect("a game").0
}

/// The first byte chooses the game; a manager says the rest.
pub(super) fn manager(data: &[u8]) {
    let Some((&first, rest)) = data.split_first() else {
        return;
    };
    let game = ["chess", "othello(size=4)", "tic-tac-toe"][usize::from(first) % 3];
    let game = open(game);
    let host = Host {
        game: &*game,
        agent: spec("flat(playouts=1)"),
        seed: 1,
    };
    let mut said = Vec::new();
    let served = host.serve(Cursor::new(rest.to_vec()), &mut said);
    assert!(served.is_ok(), "{served:?}");
    let said = String::from_utf8(said).expect("answers are text");
    told(&format!("{said:.2000}."));
}

/// What is in a file is the answer to everything: a program that does not listen.
pub(super) fn answers(data: &[u8]) {
    let Some((&first, rest)) = data.split_first() else {
        return;
    };
    let path = file("answers");
    std::fs::write(&path, rest).expect("a file");
    let protocol = ["uci", "gtp", "ugi"][usize::from(first) % 3];
    let seat = format!(
        "engine(command='cat', args='{}', protocol={protocol}, nodes=9, check=no, timeout=1)",
        path.display()
    );
    let game = if protocol == "uci" {
        "chess"
    } else {
        "othello(size=4)"
    };
    let game = open(game);
    let agents = [spec(&seat), spec("random")];
    let start = spec("start");
    let rules = MatchRules {
        moves: Some(4),
        budget: Budget::of_steps(100),
        ..MatchRules::default()
    };
    let prepared = game.prepare(&MatchSpec {
        agents: &agents,
        start: &start,
        measure: None,
        rules,
        seed: Seed::new(1),
    });
    match prepared {
        Err(diagnostic) => told(&diagnostic.to_string()),
        Ok(prepared) => {
            if let Ending::Forfeited(forfeited) = prepared.play(0).ending {
                told(&forfeited.forfeit.to_string());
            }
        }
    }
    ludometer_engines::quit_all();
}

pub(super) fn option(data: &[u8]) {
    let text = text(data);
    let (line, value) = text.split_once('\n').unwrap_or((&text, "1"));
    match DeclaredOption::read(line) {
        Err(reason) => told(&reason),
        Ok(option) => {
            let _ = option.kind.default_value();
            let _ = option.check(value).map_err(|reason| told(&reason));
        }
    }
}
