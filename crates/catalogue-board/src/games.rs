//! The board games, one entry each.

use crate::specialists;
use ludometer_arena::env::GameEnv;
use ludometer_arena::registry::GameEntry;
use ludometer_games_board::{
    breakthrough, checkers, chess, connect_four, domineering, go, hex, loa, othello, tic_tac_toe,
};
use ludometer_spec::params;
use ludometer_spec::params::{none, real, switch, whole};

/// Every board game.
pub fn games() -> Vec<GameEntry> {
    vec![
        tic_tac_toe(),
        othello(),
        chess(),
        loa(),
        connect_four(),
        breakthrough(),
        hex(),
        domineering(),
        checkers(),
        go(),
    ]
}

params! {
    struct TicTacToe {
        m: usize = whole("m", 1..=64, "columns").or("3"),
        n: usize = whole("n", 1..=64, "rows").or("3"),
        k: usize = whole("k", 1..=64, "marks in a line that win").or("3"),
    }
}

fn tic_tac_toe() -> GameEntry {
    let about = "tic-tac-toe and other m,n,k-games: k in a line on m columns and n rows";
    GameEntry::new(
        "tic-tac-toe",
        "noughts@1",
        about,
        TicTacToe::params(),
        |given| {
            let game = tic_tac_toe::TicTacToe::new(given.m, given.n, given.k)?;
            Ok(GameEnv::new(game, tic_tac_toe::measures())
                .with_notation()
                .with_arrays()
                .with_published_evaluators("open-lines"))
        },
    )
    .rules("Put a mark on an empty square, in turn; crosses begin. Who first has the needed number of marks in a line, across, down or diagonal, wins; a full board without one is a draw.")
    .aliases(&["noughts", "tictactoe", "mnk"])
    .examples(&["tic-tac-toe(m=3, n=3, k=3)", "tic-tac-toe(m=4, n=4, k=4)"])
}

fn othello() -> GameEntry {
    let about = "Othello on 4 x 4, 6 x 6 or 8 x 8 squares";
    let size = whole("size", 4..=8, "squares along a side: 4, 6 or 8").or("8");
    GameEntry::new("othello", "othello@1", about, size, |size| {
        let game = othello::Othello::new(size)?;
        Ok(GameEnv::new(game, othello::measures())
            .with_notation()
            .with_arrays()
            .with_null_move()
            .with_published_evaluators("weighted-"))
    })
    .rules("Put a disc where it encloses opposing discs in a straight line between itself and another disc of yours: they all turn over. If you can enclose nothing you pass. When nobody can move, more discs win. Dark (X) begins.")
    .aliases(&["reversi"])
    .examples(&["othello(size=4)", "othello(size=6)", "othello(size=8)"])
}

fn chess() -> GameEntry {
    let about =
        "chess, drawn at the third repetition, after fifty moves and without mating material";
    GameEntry::new("chess", "chess@2", about, none(), |()| {
        Ok(GameEnv::new(chess::Chess, chess::measures())
            .with_notation()
            .with_engine_moves(|_, position, action| chess::uci_move(position, action))
            .with_arrays()
            .with_null_move()
            .with_search_hints(specialists::chess::hints()))
    })
    .rules("Mate the king. Moves are typed as e2e4 (and e7e8q) or as players write them: e4, Nf3, exd5, O-O, e8=Q. Without a legal move and not in check the game is drawn, as it is at the third repetition, after fifty moves without a capture or a pawn's move, and when nobody could mate any more.")
}

fn loa() -> GameEntry {
    let about =
        "Lines of Action: connect all stones; the third repetition and connecting both draw";
    GameEntry::new("loa", specialists::loa::GAME, about, none(), |()| {
        Ok(GameEnv::new(loa::Loa, loa::measures())
            .with_notation()
            .with_arrays()
            .with_null_move()
            .with_search_hints(specialists::loa::hints())
            .with_evaluators(specialists::loa::evaluators())
            .with_agents(specialists::loa::agents())
            .with_parameter_blocks(specialists::loa::blocks()))
    })
    .rules("A stone moves in a straight line, exactly as many squares as there are stones of both colours on that line. It may jump over its own stones, not over others, and takes an opposing stone where it lands. Who connects all own stones to one group wins; X begins.")
    .aliases(&["lines-of-action"])
}

params! {
    struct ConnectFour {
        columns: usize = whole("columns", 1..=9, "columns of the board").or("7"),
        rows: usize = whole("rows", 1..=31, "rows of the board").or("6"),
        k: usize = whole("k", 2..=31, "stones in a line that win").or("4"),
    }
}

fn connect_four() -> GameEntry {
    let about = "Connect Four on any board: stones fall down their column, k in a line win";
    let params = ConnectFour::params();
    GameEntry::new("connect-four", "connect-four@1", about, params, |given| {
        let game = connect_four::ConnectFour::new(given.columns, given.rows, given.k)?;
        Ok(GameEnv::new(game, connect_four::measures())
            .with_notation()
            .with_arrays())
    })
    .aliases(&["four-in-a-row"])
    .examples(&["connect-four(columns=7, rows=6, k=4)"])
}

params! {
    struct Breakthrough {
        columns: usize = whole("columns", 2..=8, "columns of the board").or("8"),
        rows: usize = whole("rows", 4..=8, "rows of the board").or("8"),
    }
}

fn breakthrough() -> GameEntry {
    let about = "Breakthrough: pieces step forward and capture diagonally; the last row wins";
    let params = Breakthrough::params();
    GameEntry::new("breakthrough", "breakthrough@1", about, params, |given| {
        let game = breakthrough::Breakthrough::new(given.columns, given.rows)?;
        Ok(GameEnv::new(game, breakthrough::measures())
            .with_notation()
            .with_arrays()
            .with_null_move())
    })
    .examples(&["breakthrough(columns=8, rows=8)"])
}

params! {
    struct Hex {
        size: usize = whole("size", 3..=hex::LONGEST as u64, "cells along a side").or("11"),
        swap: bool = switch("swap", "whether the second player may take over the first stone")
            .or("no"),
    }
}

fn hex() -> GameEntry {
    let about = "Hex: connect two opposite edges; with or without the swap rule";
    GameEntry::new("hex", "hex@1", about, Hex::params(), |given| {
        let game = hex::Hex::new(given.size, given.swap)?;
        Ok(GameEnv::new(game, hex::measures())
            .with_notation()
            .with_arrays())
    })
    .examples(&["hex(size=5, swap=yes)", "hex(size=11)"])
}

params! {
    struct Domineering {
        columns: usize = whole("columns", 1..=8, "columns of the board").or("8"),
        rows: usize = whole("rows", 1..=8, "rows of the board").or("8"),
    }
}

fn domineering() -> GameEntry {
    let about = "Domineering: vertical against horizontal dominoes; who cannot move loses";
    let params = Domineering::params();
    GameEntry::new("domineering", "domineering@1", about, params, |given| {
        let game = domineering::Domineering::new(given.columns, given.rows)?;
        Ok(GameEnv::new(game, domineering::measures())
            .with_notation()
            .with_arrays()
            .with_null_move())
    })
    .aliases(&["crosscram"])
    .examples(&["domineering(columns=8, rows=8)"])
}

fn checkers() -> GameEntry {
    let about = "checkers (English draughts) on 8 x 8 squares; each jump is an action";
    let quiet = whole(
        "quiet",
        1..=10_000,
        "plies without a jump or a man's step that draw",
    );
    GameEntry::new("checkers", "checkers@1", about, quiet.or("80"), |quiet| {
        let game = checkers::Checkers::new(quiet)?;
        Ok(GameEnv::new(game, checkers::measures())
            .with_notation()
            .with_arrays()
            .with_null_move())
    })
    .aliases(&["draughts", "english-draughts"])
    .examples(&["checkers(quiet=80)"])
}

params! {
    struct Go {
        size: usize = whole("size", 2..=go::LONGEST as u64, "points along a side").or("9"),
        komi: f64 = real("komi", -500.0..=500.0, "points for White, a multiple of one half")
            .or("7.5"),
        limit: u16 = whole("limit", 1..=10_000, "plies after which the game is scored").or("200"),
    }
}

fn go() -> GameEntry {
    let about = "Go on up to 11 x 11 points: area scoring, simple ko";
    GameEntry::new("go", "go@1", about, Go::params(), |given| {
        let game = go::Go::new(given.size, given.komi, given.limit)?;
        Ok(GameEnv::new(game, go::measures())
            .with_notation()
            .with_arrays()
            .with_null_move())
    })
    .aliases(&["baduk", "weiqi"])
    .examples(&["go(size=5, komi=0.5)", "go(size=9)"])
}
