//! The games of this crate, one entry each.

use crate::specialists;
use crate::vgdl::{Library, departure, paint, picture};
use ludometer_arena::env::{GameEnv, StartEntry};
use ludometer_arena::registry::GameEntry;
use ludometer_core::Rng;
use ludometer_games_other::{
    fifteen, goofspiel, kuhn, leduc, meteors, omaha, same_game, slide, vgdl,
};
use ludometer_spec::param::Args;
use ludometer_spec::params;
use ludometer_spec::params::{none, switch, text, whole};
use ludometer_spec::source::Diagnostic;
use std::sync::Arc;

/// Every game of this crate, with those of VGDL from a library.
pub fn games(library: Library) -> Vec<GameEntry> {
    vec![
        slide(),
        kuhn(),
        leduc(),
        meteors(),
        omaha(),
        video(library),
        fifteen(),
        same_game(),
        goofspiel(),
    ]
}

fn slide() -> GameEntry {
    let about = "SlideK: slide blocks of K tiles until K x K tiles are in order (Troyka 2001)";
    let k = whole("k", 2..=slide::MOST as u64, "tiles along a side").or("3");
    GameEntry::new("slide", "slide@1", about, k, |k| {
        let game = slide::Slide::new(k).map_err(|error| error.to_string())?;
        Ok(GameEnv::new(game, slide::measures())
            .with_notation()
            .with_arrays()
            .with_agents(specialists::slide::agents())
            .with_starts(specialists::slide::starts())
            .with_exact_value(specialists::slide::DISTANCE))
    })
    .rules("You alone push blocks of numbered tiles. R2> pushes the whole block of row 2 to the right, C1v the block of column 1 down; < and ^ push back. Bring the tiles into order, 1 in the upper left corner, in as few pushes as you can.")
    .examples(&["slide(k=2)", "slide(k=3)", "slide(k=4)", "slide(k=5)"])
}

fn kuhn() -> GameEntry {
    let about = "Kuhn poker: three cards, one bet";
    GameEntry::new("kuhn", "kuhn@1", about, none(), |()| {
        Ok(GameEnv::new(kuhn::Kuhn, kuhn::measures())
            .with_chance()
            .with_arrays())
    })
    .rules("Each of two players puts one chip in the pot and gets one of three cards: jack, queen, king. You bet one more chip or pass. After a bet, a pass gives up the pot and a bet calls; otherwise the higher card wins.")
    .aliases(&["kuhn-poker"])
}

fn leduc() -> GameEntry {
    let about = "Leduc hold'em: six cards, two rounds of betting, one open card";
    GameEntry::new("leduc", "leduc@1", about, none(), |()| {
        Ok(GameEnv::new(leduc::Leduc, leduc::measures())
            .with_notation()
            .with_arrays())
    })
    .aliases(&["leduc-holdem", "leduc-poker"])
}

params! {
    struct Fifteen {
        columns: usize = whole("columns", 2..=8, "columns of the board").or("4"),
        rows: usize = whole("rows", 2..=8, "rows of the board; 16 squares in all at most").or("4"),
    }
}

fn fifteen() -> GameEntry {
    let about = "the fifteen puzzle and others of its kind: slide tiles into order";
    let params = Fifteen::params();
    GameEntry::new(
        "fifteen-puzzle",
        "fifteen-puzzle@1",
        about,
        params,
        |given| {
            let game = fifteen::Fifteen::new(given.columns, given.rows)?;
            let about = "the tiles in an order that can be solved, each as likely as any other";
            let shuffled = StartEntry::new("shuffled", "shuffled@1", about, none(), |(), _| {
                Ok(Arc::new(|game: &fifteen::Fifteen, chance: &mut Rng| {
                    game.shuffled(chance)
                }))
            });
            Ok(GameEnv::new(game, fifteen::measures())
                .with_notation()
                .with_arrays()
                .with_starts(vec![shuffled]))
        },
    )
    .aliases(&["fifteen", "sliding-tiles"])
    .examples(&[
        "fifteen-puzzle(columns=3, rows=3)",
        "fifteen-puzzle(columns=4, rows=4)",
    ])
}

params! {
    struct SameGame {
        columns: usize = whole("columns", 1..=same_game::LONGEST as u64, "columns of the board")
            .or("15"),
        rows: usize = whole("rows", 1..=same_game::LONGEST as u64, "rows of the board").or("15"),
        colours: usize = whole("colours", 2..=same_game::COLOURS as u64, "colours of the blocks")
            .or("5"),
        board: u64 = whole("board", 0..=1 << 53, "the number of the board, which is random").or("1"),
    }
}

fn same_game() -> GameEntry {
    let about = "SameGame: remove groups of one colour, large ones for more points";
    GameEntry::new(
        "same-game",
        "same-game@1",
        about,
        SameGame::params(),
        |given| {
            let game =
                same_game::SameGame::new(given.columns, given.rows, given.colours, given.board)?;
            let about = "a full board, each block of any colour with equal chance";
            let drawn =
                StartEntry::new("random-board", "random-board@1", about, none(), |(), _| {
                    Ok(Arc::new(|game: &same_game::SameGame, chance: &mut Rng| {
                        game.shuffled(chance)
                    }))
                });
            Ok(GameEnv::new(game, same_game::measures())
                .with_notation()
                .with_arrays()
                .with_starts(vec![drawn]))
        },
    )
    .examples(&[
        "same-game(columns=6, rows=5, colours=3)",
        "same-game(columns=15, rows=15, colours=5)",
    ])
}

fn goofspiel() -> GameEntry {
    let about = "Goofspiel: bid cards for prizes at the same time";
    let cards = whole("cards", 2..=goofspiel::MOST as u64, "cards of each player");
    GameEntry::new("goofspiel", "goofspiel@1", about, cards.or("13"), |cards| {
        let game = goofspiel::Goofspiel::new(cards)?;
        Ok(GameEnv::new(game, goofspiel::measures())
            .with_notation()
            .with_arrays())
    })
    .aliases(&["gops"])
    .examples(&["goofspiel(cards=4)", "goofspiel(cards=13)"])
}

fn meteors() -> GameEntry {
    let about =
        "a small video game: steer between falling meteors, catch crystals, last sixty ticks";
    GameEntry::new("meteors", "meteors@1", about, none(), |()| {
        Ok(GameEnv::new(meteors::Meteors, meteors::measures())
            .with_location()
            .with_chance()
            .with_arrays())
    })
    .rules("Your ship A stands at the bottom: left, right or stay. Meteors * fall a row a tick and destroy it, crystals give a point when you stand where they come down. The game lasts sixty ticks.")
}

params! {
    struct Omaha {
        players: usize = whole(
            "players",
            2..=omaha::SEATS as u64,
            "how many sit at the table; the last seat has the button",
        )
        .or("2"),
        stack: u32 = whole(
            "stack",
            1..=omaha::DEEPEST as u64,
            "small bets before each player; a capped hand costs at most 24",
        )
        .or("50"),
        cap: u16 = whole("cap", 1..=4, "bets and raises a round; the big blind is one").or("4"),
        uncapped: bool = switch(
            "uncapped-heads-up",
            "whether two players alone may raise without end (Robert's Rules)",
        )
        .or("no")
        .neutral("no"),
        chips: u32 = whole(
            "chips",
            2..=1000,
            "chips in a small bet, an even number: how finely pots are split",
        )
        .or("2"),
    }
}

fn omaha() -> GameEntry {
    let about = "fixed-limit Omaha Hi-Lo poker, eight or better; payoffs in small bets";
    let id = specialists::omaha::GAME;
    GameEntry::new("omaha", id, about, Omaha::params(), |given| {
        let game = omaha::Omaha::new(given.players)?
            .small_bet(given.chips)?
            .stack(given.stack)?
            .cap(given.cap)?
            .uncapped_heads_up(given.uncapped);
        Ok(GameEnv::new(game, omaha::measures())
            .with_notation()
            .with_arrays()
            .with_agents(specialists::omaha::agents())
            .with_parameter_blocks(specialists::omaha::network::blocks())
            .with_learners(specialists::omaha::network::learners())
            .with_estimates(specialists::omaha::SHARES)
            .with_history_format(specialists::omaha::told))
    })
    .rules("Everybody has four cards, and five lie open in the end. Make the best high hand and the best low hand (five different ranks, eight or lower) of exactly two of your cards and three of the open ones; the pot is split between high and low, and without a low hand the high one takes it all. In each of four rounds you fold, call (or check) and raise by a fixed bet, which doubles after the second round.")
    .aliases(&["omaha-hi-lo"])
    .examples(&[
        "omaha(players=2, stack=100)",
        "omaha(players=3, stack=4, uncapped-heads-up=yes)",
        "omaha(players=10)",
    ])
}

params! {
    struct Video {
        name: String = text("name", "which game"),
        level: u32 = whole("level", 0..=999, "which of its levels").or("0"),
        nil: bool = switch("nil", "whether doing nothing is an action too").or("no").neutral("no"),
        content: String = text(
            "content",
            "a hash of description and map; when set, other texts are refused",
        )
        .or("''"),
    }
}

/// The games of VGDL, from a library.
pub fn video(library: Library) -> GameEntry {
    let about = "a level of a video game written in VGDL, shipped or of a corpus (--corpus)";
    let sentence = library.sentence();
    let params = Video::params();
    let declared = params.declared().to_vec();
    GameEntry::settling("vgdl", "vgdl@1", about, declared, move |args: &mut Args| {
        let given = params.read(args)?;
        let (game, content) = library.open(&given.name, given.level)?;
        if !given.content.is_empty() && given.content != content {
            let message = format!("the texts of this level have the content '{content}'");
            return Err(Diagnostic::at(&args.value("content").span, message)
                .hint("omit `content`, or name the corpus that is meant"));
        }
        args.settle("content", content);
        let env = GameEnv::new(game.with_nil(given.nil), vgdl::measures());
        Ok(env
            .with_renderer(paint)
            .with_picture(|game, state, _| picture(game.level(), state))
            .with_location()
            .with_arrays())
    })
    .examples(&[
        "vgdl(name='lanterns', level=0)",
        "vgdl(name='aliens', level=0)",
        "vgdl(name='roguelike', level=0)",
        "vgdl(name='sheepdog', level=0)",
    ])
    .rules("Arrows (or w, a, s, d) move the figure, the space bar uses what it has: shoots, hits, picks up. Each game has aims of its own: watch the score, and `won` or `lost` at the end.")
    .from(sentence)
    .departing(departure)
}
