//! Random games of OpenSpiel 2.0.2, followed move by move: the legal moves before every move, how long the
//! game lasts and what it pays. `play_openspiel.py` wrote the files; more games, written to another folder,
//! are followed if the environment variable `OPENSPIEL_GAMES` names it.

use ludometer_core::{Game, Generator, Player, Seed, Turn};
use ludometer_games::breakthrough::Breakthrough;
use ludometer_games::checkers::Checkers;
use ludometer_games::connect_four::ConnectFour;
use ludometer_games::go::Go;
use ludometer_games::goofspiel::Goofspiel;
use ludometer_games::hex::Hex;
use ludometer_games::leduc::Leduc;
use std::path::PathBuf;

/// The lines of a file: what chance decided, the moves with hashes of the legal ones, the payoffs.
fn lines(name: &str) -> Vec<[String; 3]> {
    let folder = match std::env::var_os("OPENSPIEL_GAMES") {
        Some(folder) => PathBuf::from(folder),
        None => PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/openspiel/games"),
    };
    let path = folder.join(format!("{name}.txt"));
    let text = std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let parts = |line: &str| {
        let mut parts = line.split(';').map(String::from);
        [(); 3].map(|()| parts.next().expect("three parts"))
    };
    text.lines().map(parts).collect()
}

/// FNV-1a of the names, sorted and with spaces between them, folded to 16 bits.
fn fold(mut names: Vec<String>) -> String {
    names.sort_unstable();
    let mut value = 0x811c_9dc5_u32;
    for byte in names.join(" ").bytes() {
        value = (value ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    }
    format!("{:04x}", value >> 16 ^ value & 0xffff)
}

fn labels<G: Game>(game: &G, state: &G::State) -> Vec<String> {
    let mut actions = Vec::new();
    game.actions(state, &mut actions);
    actions.iter().map(|&a| game.label(state, a)).collect()
}

/// Plays one line from a state. How many plies that were.
fn follow<G: Game>(game: &G, mut state: G::State, moves: &str, payoffs: &str) -> usize {
    let mut rng = Seed::new(0).rng(Generator::Xoshiro);
    let words: Vec<&str> = moves.split(' ').filter(|word| !word.is_empty()).collect();
    for (ply, pair) in words.chunks_exact(2).enumerate() {
        let legal = labels(game, &state);
        let at = || format!("{}, ply {ply} of {moves}: {legal:?}", game.facts().name);
        assert_eq!(fold(legal.clone()), pair[1], "{}", at());
        let action = game.action_named(&state, pair[0]);
        game.step(
            &mut state,
            action.unwrap_or_else(|| panic!("{}", at())),
            &mut rng,
        );
    }
    let name = game.facts().name;
    assert_eq!(game.turn(&state), Turn::Over, "{name}: {moves}");
    for (player, payoff) in (0..).zip(payoffs.split(' ')) {
        let payoff: f64 = payoff.parse().expect("a number");
        assert_eq!(
            game.payoff(&state, Player(player)),
            payoff,
            "{name}: {moves}"
        );
    }
    words.len() / 2
}

/// Follows every line of a file from the initial state.
fn from_the_start<G: Game>(name: &str, game: &G) {
    let mut plies = 0;
    for [chance, moves, payoffs] in lines(name) {
        assert_eq!(chance, "");
        let start = game.start(&mut Seed::new(0).rng(Generator::Xoshiro));
        plies += follow(game, start, &moves, &payoffs);
    }
    assert!(plies > 40, "{name}: {plies} plies");
}

#[test]
fn connect_four() {
    let games = [("7-6-4", (7, 6, 4)), ("5-4-3", (5, 4, 3))];
    for (name, (columns, rows, k)) in games {
        let game = ConnectFour::new(columns, rows, k).unwrap();
        from_the_start(&format!("connect-four-{name}"), &game);
    }
}

#[test]
fn breakthrough() {
    for (columns, rows) in [(8, 8), (5, 6)] {
        let game = Breakthrough::new(columns, rows).unwrap();
        from_the_start(&format!("breakthrough-{columns}-{rows}"), &game);
    }
}

#[test]
fn checkers() {
    from_the_start("checkers", &Checkers::new(80).unwrap());
}

#[test]
fn hex() {
    from_the_start("hex-11", &Hex::new(11, false).unwrap());
    from_the_start("hex-5-swap", &Hex::new(5, true).unwrap());
}

/// Chance decides the cards of the players and then, if play comes to it, the open card.
#[test]
fn leduc() {
    let mut plies = 0;
    for [chance, moves, payoffs] in lines("leduc") {
        let mut cards: Vec<u8> = chance
            .split(' ')
            .map(|card| card.parse().unwrap())
            .collect();
        let open = (0..6).find(|card| !cards.contains(card)).unwrap();
        cards.push(open);
        plies += follow(
            &Leduc,
            Leduc.deal([cards[0], cards[1], cards[2]]),
            &moves,
            &payoffs,
        );
    }
    assert!(plies > 40);
}

#[test]
fn go() {
    for (name, size, komi) in [("go-9", 9, 7.5), ("go-5", 5, 0.5)] {
        from_the_start(name, &Go::new(size, komi, 300).unwrap());
    }
}

/// Chance decides the prizes. The last round has one card for each, and OpenSpiel plays it by itself.
#[test]
fn goofspiel() {
    for cards in [4, 13] {
        let game = Goofspiel::new(cards).unwrap();
        for [chance, moves, payoffs] in lines(&format!("goofspiel-{cards}")) {
            let mut order: Vec<u8> = chance
                .split(' ')
                .map(|card| card.parse().unwrap())
                .collect();
            order.extend(
                (1..=cards as u8).filter(|card| !chance.split(' ').any(|c| c == card.to_string())),
            );
            assert_eq!(order.len(), cards);
            let plies = follow(&game, game.deal(&order), &moves, &payoffs);
            assert_eq!(plies, 2 * cards);
        }
    }
}
