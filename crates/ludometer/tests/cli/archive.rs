//! `ludometer archive`: written here, checked anywhere.

use crate::common::{DUEL, Folder};
use ludometer::define::no_files;
use ludometer::plan::Plan;
use ludometer::source::Span;
use ludometer::store::{Store, StoredRow};

fn archived(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write("plan.toml", DUEL);
    let told = folder.good(&[
        "archive",
        "plan.toml",
        "--quick",
        "--set",
        "seed=5",
        "--output",
        "a.tar.gz",
    ]);
    assert!(told.err.contains("56 rows of 2 cells"), "{told:?}");
    folder
}

#[test]
fn another_machine_checks_it() {
    let folder = archived("archive");
    // Neither plan nor store are needed.
    let other = Folder::new("archive-other");
    std::fs::copy(folder.path("a.tar.gz"), other.path("a.tar.gz")).unwrap();
    let told = other.good(&["archive", "a.tar.gz", "--check"]);
    assert!(
        told.out
            .contains("28 of 28 episodes were played again, 0 came out differently"),
        "{told:?}"
    );
    assert!(
        told.out
            .contains("the report is the one that the rows give"),
        "{told:?}"
    );
    let some = other.good(&["archive", "a.tar.gz", "--check", "--share", "0.1"]);
    assert!(!some.out.contains("28 of 28"), "{some:?}");
    // The same rows give the same bytes.
    folder.good(&[
        "archive",
        "plan.toml",
        "--quick",
        "--set",
        "seed=5",
        "--output",
        "b.tar.gz",
    ]);
    assert_eq!(folder.bytes("a.tar.gz"), folder.bytes("b.tar.gz"));
    // Its report is the one that the store gives.
    let store = folder.good(&["report", "plan.toml", "--quick", "--set", "seed=5"]);
    assert_eq!(other.good(&["report", "a.tar.gz"]).out, store.out);
    // Its rows can be had in a store, and nothing is played again.
    let told = other.good(&["archive", "a.tar.gz", "--extract", "mine.sqlite"]);
    assert!(told.err.contains("28 episodes"), "{told:?}");
    other.write("plan.toml", DUEL);
    let told = other.good(&[
        "run",
        "plan.toml",
        "--quick",
        "--set",
        "seed=5",
        "--store",
        "mine.sqlite",
    ]);
    assert!(
        told.err.contains("28 episodes, 0 of them played now"),
        "{told:?}"
    );
}

/// A run that was extended has intervals that survive looking, in its archive too, wherever it is checked.
#[test]
fn an_extended_run_stays_one() {
    let folder = Folder::new("archive-extended");
    folder.write("plan.toml", DUEL);
    folder.good(&["run", "plan.toml", "--quick", "--set", "quick=6"]);
    let extended = ["plan.toml", "--quick", "--set", "quick=10"];
    let archive = ["archive", "--output", "a.tar.gz"];
    folder.good(&[&archive[..], &extended].concat());
    let report = folder.good(&[&["report"][..], &extended].concat()).out;
    assert!(report.contains("anytime 95 % intervals"), "{report}");
    let other = Folder::new("archive-extended-other");
    std::fs::copy(folder.path("a.tar.gz"), other.path("a.tar.gz")).unwrap();
    other.good(&["archive", "a.tar.gz", "--check"]);
    assert_eq!(other.good(&["report", "a.tar.gz"]).out, report);
    other.good(&["archive", "a.tar.gz", "--extract", "mine.sqlite"]);
    other.write("plan.toml", DUEL);
    let mine = [&["report", "--store", "mine.sqlite"][..], &extended].concat();
    assert!(other.good(&mine).out.contains("anytime 95 % intervals"));
}

/// Every byte counts: whichever is changed, the archive is refused, and something is named; also where what
/// is packed stays the same, as with unused bits of the compression.
#[test]
fn a_changed_byte_is_found() {
    let folder = archived("archive-bytes");
    let bytes = folder.bytes("a.tar.gz");
    let step = (bytes.len() / 60).max(1);
    for at in (0..10)
        .chain((10..bytes.len()).step_by(step))
        .chain(bytes.len() - 80..bytes.len())
    {
        let mut changed = bytes.clone();
        changed[at] ^= 0x10;
        std::fs::write(folder.path("changed.tar.gz"), &changed).unwrap();
        let told = folder.run(&["archive", "changed.tar.gz", "--check", "--share", "0"]);
        assert_eq!(told.code, Some(1), "byte {at}: {told:?}");
        assert!(
            told.err.contains("damaged") || told.err.contains("is no archive"),
            "byte {at}: {told:?}"
        );
    }
    // Cut in the middle, before the checksum at the end, and lengthened.
    for end in [
        bytes.len() / 2,
        bytes.len() - 58,
        bytes.len() - 1,
        bytes.len() + 1,
    ] {
        let mut changed = bytes.clone();
        changed.resize(end, 0);
        std::fs::write(folder.path("cut.tar.gz"), changed).unwrap();
        let told = folder.run(&["archive", "cut.tar.gz", "--check"]);
        assert_eq!(told.code, Some(1), "{told:?}");
    }
    // Other programs unpack it: the checksum adds nothing to the content.
    let mut content = Vec::new();
    let mut unpacked = flate2::read::MultiGzDecoder::new(&bytes[..]);
    std::io::Read::read_to_end(&mut unpacked, &mut content).unwrap();
    let mut first = Vec::new();
    let mut one = flate2::read::GzDecoder::new(&bytes[..]);
    std::io::Read::read_to_end(&mut one, &mut first).unwrap();
    assert!(content == first && content.len() > 1000);
}

/// Rows that nobody played are found by playing them, however well they are packed.
#[test]
fn forged_rows_are_found_by_playing_them() {
    let folder = Folder::new("archive-forged");
    folder.write("plan.toml", DUEL);
    let document = Span::whole("plan.toml", DUEL);
    let registry = ludometer::catalogue();
    let plan = Plan::read("plan", &document, &[], &no_files, &registry).unwrap();
    let mut store = Store::open(&folder.path("ludometer.sqlite")).unwrap();
    for cell in &plan.cells {
        let id = store.register(cell).unwrap();
        let prepared = cell.prepare().unwrap();
        let rows: Vec<StoredRow> = (0..plan.quick)
            .map(|number| {
                let mut episode = prepared.play(number);
                if number == 3 {
                    episode.seats[0].payoff += 0.25;
                }
                StoredRow {
                    cell: id,
                    number,
                    episode,
                }
            })
            .collect();
        store.write(&rows).unwrap();
    }
    drop(store);
    folder.good(&["archive", "plan.toml", "--quick", "--output", "a.tar.gz"]);
    let told = folder.run(&["archive", "a.tar.gz", "--check"]);
    assert_eq!(told.code, Some(1), "{told:?}");
    assert!(told.out.contains("2 came out differently"), "{told:?}");
    assert!(told.out.contains("t=2: episode 3"), "{told:?}");
}

#[test]
fn what_is_no_archive_is_refused() {
    let folder = Folder::new("archive-none");
    folder.write("plan.toml", DUEL);
    let told = folder.run(&["archive", "plan.toml", "--check"]);
    assert_eq!(told.code, Some(1), "{told:?}");
    assert!(told.err.contains("is no archive"), "{told:?}");
    folder
        .run(&["archive", "none.tar.gz", "--check"])
        .refused(2, &["none.tar.gz"]);
    folder
        .run(&["archive", "plan.toml", "--check", "--share", "2"])
        .refused(2, &["between 0 and 1"]);
}

/// Moves, openings and what was spent are in the archive: the games can be written from it, and a move that
/// the players do not make is found.
#[test]
fn an_archive_of_a_match_keeps_its_games() {
    let folder = Folder::new("archive-match");
    folder.write(
        "book.epd",
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\n",
    );
    folder.write(
        "match.toml",
        "game = 'chess'\nseats = ['pvs(t=1)', 'random']\nmoves = 30\nepisodes = 4\nseed = 5\nrecord = true\nopenings = { file = 'book.epd' }\n",
    );
    folder.good(&["run", "match.toml"]);
    folder.good(&["archive", "match.toml", "--output", "a.tar.gz"]);
    let other = Folder::new("archive-match-other");
    std::fs::copy(folder.path("a.tar.gz"), other.path("a.tar.gz")).unwrap();
    let told = other.good(&["archive", "a.tar.gz", "--check"]);
    assert!(
        told.out
            .contains("4 of 4 episodes were played again, 0 came out differently"),
        "{told:?}"
    );
    folder.good(&["report", "match.toml", "--pgn", "games.pgn"]);
    other.good(&["report", "a.tar.gz", "--pgn", "games.pgn"]);
    let pgn = String::from_utf8(folder.bytes("games.pgn")).unwrap();
    assert!(pgn.contains("[FEN ") && pgn.contains("/1 "), "{pgn}");
    assert_eq!(other.bytes("games.pgn"), folder.bytes("games.pgn"));
    // A forged move: the row stays, and its checksums are those of the forged store.
    let plan = folder.bytes("match.toml");
    let span = Span::whole("match.toml", String::from_utf8(plan).unwrap());
    let book = |_: &str| Ok(String::from_utf8(folder.bytes("book.epd")).unwrap());
    let plan = Plan::read("match", &span, &[], &book, ludometer::catalogue::shipped()).unwrap();
    let honest = Store::open(&folder.path("ludometer.sqlite")).unwrap();
    let mut rows = Vec::new();
    let id = honest.known(&plan.cells[0]).unwrap().unwrap();
    let mut games = honest.games(id, 4);
    while let Some((number, episode)) = games.next().unwrap() {
        rows.push((number, episode.clone()));
    }
    drop(games);
    let mut forged = Store::open(&folder.path("forged.sqlite")).unwrap();
    let cell = forged.register(&plan.cells[0]).unwrap();
    let moves = rows[2].1.record.as_mut().unwrap().moves.as_mut().unwrap();
    *moves = moves.replacen('N', "B", 1);
    let rows: Vec<StoredRow> = rows
        .into_iter()
        .map(|(number, episode)| StoredRow {
            cell,
            number,
            episode,
        })
        .collect();
    forged.write(&rows).unwrap();
    drop(forged);
    folder.good(&[
        "archive",
        "match.toml",
        "--store",
        "forged.sqlite",
        "--output",
        "forged.tar.gz",
    ]);
    let told = folder.run(&["archive", "forged.tar.gz", "--check"]);
    assert!(told.out.contains("1 came out differently"), "{told:?}");
}

/// The archive whose unpacked bytes are these, with the checksum of its own at the end.
fn packed(content: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::GzBuilder::new().write(Vec::new(), flate2::Compression::default());
    std::io::Write::write_all(&mut encoder, content).unwrap();
    let mut bytes = encoder.finish().unwrap();
    let hash = blake3::hash(&bytes);
    bytes.extend([
        0x1f, 0x8b, 8, 4, 0, 0, 0, 0, 0, 0xff, 36, 0, b'L', b'B', 32, 0,
    ]);
    bytes.extend(hash.as_bytes());
    bytes.extend([3, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    bytes
}

/// Where a text begins in unpacked bytes.
fn place(content: &[u8], text: &str) -> usize {
    let mut windows = content.windows(text.len());
    let found = windows.position(|window| window == text.as_bytes());
    found.unwrap_or_else(|| panic!("no `{text}`"))
}

/// Whoever packs an archive anew, checksum and all, is found by what its members say of each other.
#[test]
fn members_that_were_exchanged_are_found() {
    let folder = archived("archive-exchanged");
    let bytes = folder.bytes("a.tar.gz");
    let mut content = Vec::new();
    let mut unpacked = flate2::read::GzDecoder::new(&bytes[..]);
    std::io::Read::read_to_end(&mut unpacked, &mut content).unwrap();
    let check = |content: &[u8]| {
        std::fs::write(folder.path("forged.tar.gz"), packed(content)).unwrap();
        let told = folder.run(&["archive", "forged.tar.gz", "--check"]);
        (told.code, told.out + &told.err)
    };
    let (code, told) = check(&content);
    assert_eq!(code, Some(0), "{told}");
    // A letter of the report.
    let letter = place(&content, "</html>") - 8;
    let mut forged = content.clone();
    forged[letter] ^= 1;
    let (code, told) = check(&forged);
    assert_eq!(code, Some(1), "{told}");
    assert!(told.contains("`report.html`"), "{told}");
    assert!(
        told.contains("its checksum is not the recorded one"),
        "{told}"
    );
    // The same with its checksum in the manifest: it is not what the rows give.
    let from = place(&content, "<!DOCTYPE html>");
    let to = place(&content, "</html>");
    let ends = (to..to + 9).find(|&end| {
        let hash = blake3::hash(&content[from..end]).to_hex();
        content.windows(64).any(|window| window == hash.as_bytes())
    });
    let end = ends.expect("the manifest has the hash of the report");
    let [old, new] = [&content, &forged].map(|all| blake3::hash(&all[from..end]).to_hex());
    let at = place(&forged, &old);
    forged[at..at + 64].copy_from_slice(new.as_bytes());
    let (code, told) = check(&forged);
    assert_eq!(code, Some(1), "{told}");
    assert!(
        told.contains("report.html is not what the rows give"),
        "{told}"
    );
    // A length of the manifest, and something behind the last member.
    let mut forged = content.clone();
    let digit = place(&forged, "\"bytes\":") + 8;
    let digit = (digit..).find(|&at| forged[at].is_ascii_digit()).unwrap();
    forged[digit] = if forged[digit] == b'9' { b'8' } else { b'9' };
    let (code, told) = check(&forged);
    assert_eq!(code, Some(1), "{told}");
    assert!(
        told.contains("its length is not the recorded one"),
        "{told}"
    );
    let mut forged = content.clone();
    *forged.last_mut().unwrap() = 1;
    let (code, told) = check(&forged);
    assert_eq!(code, Some(1), "{told}");
    assert!(told.contains("more follows its end"), "{told}");
}
