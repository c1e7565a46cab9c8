//! The games that ship, one entry each.

use crate::specialists;
use crate::vgdl::{Library, paint};
use ludometer_arena::env::Host;
use ludometer_arena::registry::GameEntry;
use ludometer_games::{chess, kuhn, loa, meteors, noughts, omaha, othello, slide, vgdl};
use ludometer_spec::knob::{Kind, Knob};
use ludometer_spec::source::Fault;

/// Every game, with those of VGDL from a library.
pub(super) fn games(library: Library) -> Vec<GameEntry> {
    vec![
        slide(),
        noughts(),
        othello(),
        chess(),
        loa(),
        kuhn(),
        meteors(),
        omaha(),
        video(library),
    ]
}

fn slide() -> GameEntry {
    let about = "SlideK: slide blocks of K tiles until K x K tiles are in order (Troyka 2001)";
    GameEntry::new("slide", "slide@1", about, |args| {
        let game = slide::Slide::new(args.whole("k") as usize).map_err(|e| e.to_string())?;
        Ok(Box::new(
            Host::new(game, slide::measures())
                .written()
                .specialists(specialists::slide::agents())
                .starts(specialists::slide::starts())
                .exact(specialists::slide::DISTANCE),
        ))
    })
    .knobs(&[Knob::new(
        "k",
        Kind::Whole(2, slide::MOST as i64),
        Some("3"),
        "tiles along a side",
    )])
    .examples(&["slide(k=2)", "slide(k=3)", "slide(k=4)", "slide(k=5)"])
}

fn noughts() -> GameEntry {
    let size = |name, about| Knob::new(name, Kind::Whole(1, 64), Some("3"), about);
    let about = "noughts and crosses: k in a line on m columns and n rows";
    GameEntry::new("noughts", "noughts@1", about, |args| {
        let [m, n, k] = ["m", "n", "k"].map(|knob| args.whole(knob) as usize);
        let game = noughts::Noughts::new(m, n, k)?;
        Ok(Box::new(
            Host::new(game, noughts::measures())
                .written()
                .standard("open-lines"),
        ))
    })
    .knobs(&[
        size("m", "columns"),
        size("n", "rows"),
        size("k", "marks in a line that win"),
    ])
    .examples(&["noughts(m=3, n=3, k=3)", "noughts(m=4, n=4, k=4)"])
}

fn othello() -> GameEntry {
    let about = "Othello on 4 x 4, 6 x 6 or 8 x 8 squares";
    GameEntry::new("othello", "othello@1", about, |args| {
        let game = othello::Othello::new(args.whole("size") as usize)?;
        Ok(Box::new(
            Host::new(game, othello::measures())
                .written()
                .passing()
                .standard("weighted-"),
        ))
    })
    .knobs(&[Knob::new(
        "size",
        Kind::Whole(4, 8),
        Some("8"),
        "squares along a side: 4, 6 or 8",
    )])
    .examples(&["othello(size=4)", "othello(size=6)", "othello(size=8)"])
}

fn chess() -> GameEntry {
    let about =
        "chess, drawn at the third repetition, after fifty moves and without mating material";
    GameEntry::new("chess", "chess@1", about, |_| {
        Ok(Box::new(
            Host::new(chess::Chess, chess::measures())
                .written()
                .passing()
                .knowing(specialists::chess::lore()),
        ))
    })
}

fn loa() -> GameEntry {
    let about =
        "Lines of Action: connect all stones; the third repetition and connecting both draw";
    GameEntry::new("loa", specialists::loa::GAME, about, |_| {
        Ok(Box::new(
            Host::new(loa::Loa, loa::measures())
                .written()
                .passing()
                .knowing(specialists::loa::lore())
                .judged(specialists::loa::evaluators())
                .specialists(specialists::loa::agents()),
        ))
    })
}

fn kuhn() -> GameEntry {
    let about = "Kuhn poker: three cards, one bet";
    GameEntry::new("kuhn", "kuhn@1", about, |_| {
        Ok(Box::new(Host::new(kuhn::Kuhn, kuhn::measures())))
    })
}

fn meteors() -> GameEntry {
    let about =
        "a small video game: steer between falling meteors, catch crystals, last sixty ticks";
    GameEntry::new("meteors", "meteors@1", about, |_| {
        Ok(Box::new(
            Host::new(meteors::Meteors, meteors::measures()).trailed(),
        ))
    })
}

fn omaha() -> GameEntry {
    let about = "fixed-limit Omaha Hi-Lo poker, eight or better; payoffs in small bets";
    GameEntry::new("omaha", specialists::omaha::GAME, about, |args| {
        let game = omaha::Omaha::new(args.whole("players") as usize)?
            .small_bet(args.whole("chips") as u32)?
            .stack(args.whole("stack") as u32)?
            .cap(args.whole("cap") as u16)?
            .uncapped_heads_up(args.spec("uncapped-heads-up").name == "yes");
        Ok(Box::new(
            Host::new(game, omaha::measures())
                .written()
                .specialists(specialists::omaha::agents())
                .estimates(specialists::omaha::SHARES)
                .told(specialists::omaha::told),
        ))
    })
    .knobs(&[
        Knob::new(
            "players",
            Kind::Whole(2, omaha::SEATS as i64),
            Some("2"),
            "how many sit at the table; the last seat has the button",
        ),
        Knob::new(
            "stack",
            Kind::Whole(1, omaha::DEEPEST as i64),
            Some("50"),
            "small bets before each player; a capped hand costs at most 24",
        ),
        Knob::new(
            "cap",
            Kind::Whole(1, 4),
            Some("4"),
            "bets and raises a round; the big blind is one",
        ),
        Knob::new(
            "uncapped-heads-up",
            Kind::Choice(&["no", "yes"]),
            Some("no"),
            "whether two players alone may raise without end (Robert's Rules)",
        )
        .neutral("no"),
        Knob::new(
            "chips",
            Kind::Whole(2, 1000),
            Some("2"),
            "chips in a small bet, an even number: how finely pots are split",
        ),
    ])
    .examples(&[
        "omaha(players=2, stack=100)",
        "omaha(players=3, stack=4, uncapped-heads-up=yes)",
        "omaha(players=10)",
    ])
}

/// The games of VGDL, from a library.
pub fn video(library: Library) -> GameEntry {
    let about = "a level of a video game written in VGDL, shipped or of a corpus (--corpus)";
    let sentence = library.sentence();
    GameEntry::new("vgdl", "vgdl@1", about, move |args| {
        let (game, content) = library.open(args.text("name"), args.whole("level") as u32)?;
        let wanted = args.text("content");
        if !wanted.is_empty() && wanted != content {
            let message = format!("the texts of this level have the content '{content}'");
            return Err(Fault::at(&args.value("content").place, message)
                .hint("leave `content` away, or name the corpus that is meant"));
        }
        let game = game.with_nil(args.spec("nil").name == "yes");
        args.settle("content", content);
        let host = Host::new(game, vgdl::measures());
        Ok(Box::new(host.painted(paint).trailed()))
    })
    .knobs(&[
        Knob::new("name", Kind::Text, None, "which game"),
        Knob::new(
            "level",
            Kind::Whole(0, 999),
            Some("0"),
            "which of its levels",
        ),
        Knob::new(
            "nil",
            Kind::Choice(&["no", "yes"]),
            Some("no"),
            "whether doing nothing is an action too",
        )
        .neutral("no"),
        Knob::new(
            "content",
            Kind::Text,
            Some("''"),
            "a hash of description and map; when set, other texts are refused",
        ),
    ])
    .examples(&[
        "vgdl(name='lanterns', level=0)",
        "vgdl(name='aliens', level=0)",
        "vgdl(name='roguelike', level=0)",
        "vgdl(name='sheepdog', level=0)",
    ])
    .from(sentence)
}
