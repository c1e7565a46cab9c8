//! Files that are damaged, and files whose checksums are right and whose content is not.

use super::{file, told};
use flate2::{Compression, GzBuilder};
use ludometer::archive::{self, ReportFile};
use ludometer::catalogue::shipped;
use ludometer::define::no_files;
use ludometer::options::RunOptions;
use ludometer::plan::Plan;
use ludometer::present::Results;
use ludometer::run::run;
use ludometer::source::Span;
use ludometer::store::Store;
use ludometer_report::Provenance;
use rusqlite::{Connection, params};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;

const PLAN: &str =
    "game = \"tic-tac-toe\"\nseats = [\"random\", \"random\"]\nepisodes = 40\nseed = 3\n";

/// A small plan with its store and its archive, as they are written.
struct Whole {
    plan: Plan,
    store: Vec<u8>,
    archive: Vec<u8>,
    rows: String,
}

fn whole() -> &'static Whole {
    static WHOLE: OnceLock<Whole> = OnceLock::new();
    WHOLE.get_or_init(|| {
        let span = Span::whole("plan.toml", PLAN);
        let plan = Plan::read("plan", &span, &[], &no_files, shipped()).expect("a plan");
        let path = file("whole.sqlite");
        let _ = std::fs::remove_file(&path);
        let mut store = Store::open(&path).expect("a store");
        let options = RunOptions {
            threads: 1,
            stop: &AtomicBool::new(false),
            progress: &mut |_, _| {},
        };
        run(&plan, plan.episodes, &mut store, options).expect("rows");
        let mut archive = Vec::new();
        let report = [ReportFile {
            name: "report.md",
            text: "report".to_string(),
        }];
        let provenance = Provenance::new("ludometer", "1", "1");
        archive::write(&mut archive, &plan, 40, &store, &report, &provenance).expect("an archive");
        drop(store);
        let rows = told_by(&plan, &path).expect("rows");
        Whole {
            store: std::fs::read(&path).expect("a store"),
            plan,
            archive,
            rows,
        }
    })
}

/// Every row of a store, or what was said instead; a report must not panic either.
fn told_by(plan: &Plan, path: &Path) -> Result<String, String> {
    let words = |error: ludometer::store::StoreError| error.to_string();
    let store = Store::open_to_read(path).map_err(words)?;
    let mut text = String::new();
    for cell in &plan.cells {
        let Some((id, _)) = store.known_to_report(cell).map_err(words)? else {
            continue;
        };
        let each = |number, episode: &_| writeln!(text, "{number} {episode:?}").expect("text");
        store.read(id, plan.episodes, each).map_err(words)?;
    }
    let results = Results::read(plan, plan.episodes, &store).map_err(words)?;
    results.present().map_err(words)?;
    Ok(text)
}

/// Changes bytes: groups of three bytes are two of a place and one to change it with.
fn damaged(bytes: &[u8], edits: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for edit in edits.chunks_exact(3).take(40) {
        let place = usize::from(u16::from_le_bytes([edit[0], edit[1]])) * 7 % bytes.len();
        bytes[place] ^= edit[2];
    }
    bytes
}

fn hash16(parts: &[&[u8]]) -> [u8; 16] {
    let mut hasher = blake3::Hasher::new();
    for part in parts {
        hasher.update(part);
    }
    let hash = hasher.finalize();
    std::array::from_fn(|at| hash.as_bytes()[at])
}

/// The first byte chooses between damage anywhere, and a block with a right checksum.
pub(super) fn store(data: &[u8]) {
    let Some((&first, rest)) = data.split_first() else {
        return;
    };
    let whole = whole();
    let path = file("damaged.sqlite");
    for end in ["-wal", "-shm"] {
        let mut beside = path.clone().into_os_string();
        beside.push(end);
        let _ = std::fs::remove_file(beside);
    }
    if first % 2 == 0 {
        std::fs::write(&path, damaged(&whole.store, rest)).expect("a file");
        match told_by(&whole.plan, &path) {
            Err(words) => told(&words),
            // Damage to what is not read may go unseen; rows may be missing only all at once.
            Ok(rows) => assert!(rows == whole.rows || rows.is_empty(), "silently different"),
        }
        if let Ok(store) = Store::open_unchanged(&path) {
            let _ = store.check().map_err(|error| told(&error.to_string()));
        }
        return;
    }
    std::fs::write(&path, &whole.store).expect("a file");
    let connection = Connection::open(&path).expect("a store");
    let key: Vec<u8> = connection
        .query_row("SELECT key FROM cells", [], |row| row.get(0))
        .expect("a cell");
    let (block, count): (i64, i64) = connection
        .query_row("SELECT first, count FROM blocks", [], |row| {
            Ok((row.get(0)?, row.get(1)?))
        })
        .expect("a block");
    let checksum = hash16(&[
        b"ludometer block",
        &key,
        &block.to_le_bytes(),
        &count.to_le_bytes(),
        rest,
    ]);
    connection
        .execute(
            "UPDATE blocks SET content = ?1, checksum = ?2",
            params![rest, checksum],
        )
        .expect("a block");
    drop(connection);
    let _ = told_by(&whole.plan, &path).map_err(|words| told(&words));
}

/// A tar file as an archive whose checksum is right.
fn packed(tar: &[u8]) -> Vec<u8> {
    let mut encoder = GzBuilder::new().write(Vec::new(), Compression::fast());
    encoder.write_all(tar).expect("memory");
    let mut bytes = encoder.finish().expect("memory");
    let hash = blake3::hash(&bytes);
    bytes.extend([
        0x1f, 0x8b, 8, 4, 0, 0, 0, 0, 0, 0xff, 36, 0, b'L', b'B', 32, 0,
    ]);
    bytes.extend(hash.as_bytes());
    bytes.extend([3, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    bytes
}

/// The members of the archive with one replaced, and a manifest that agrees.
fn with_member(number: u8, content: &[u8]) -> Vec<u8> {
    let mut tar = Vec::new();
    std::io::Read::read_to_end(
        &mut flate2::read::GzDecoder::new(&whole().archive[..]),
        &mut tar,
    )
    .expect("the archive");
    let mut members: Vec<(String, Vec<u8>)> = Vec::new();
    let mut at = 0;
    while at + 512 <= tar.len() && tar[at] != 0 {
        let text = |range: std::ops::Range<usize>| {
            let bytes = &tar[at + range.start..at + range.end];
            String::from_utf8_lossy(bytes)
                .trim_matches(['\0', ' '])
                .to_string()
        };
        let size = usize::from_str_radix(&text(124..136), 8).expect("a size");
        members.push((text(0..100), tar[at + 512..at + 512 + size].to_vec()));
        at += 512 + size.div_ceil(512) * 512;
    }
    let last = members.len() - 1;
    let chosen = usize::from(number) % members.len();
    members[chosen].1 = content.to_vec();
    if chosen != last {
        let manifest = String::from_utf8(members[last].1.clone()).expect("JSON");
        let (head, _) = manifest.split_once("\"members\"").expect("members");
        let listed = members[..last].iter().map(|(name, content)| {
            let hash = blake3::hash(content).to_hex();
            format!(
                "{{\"name\":\"{name}\",\"bytes\":{},\"blake3\":\"{hash}\"}}",
                content.len()
            )
        });
        let listed: Vec<String> = listed.collect();
        members[last].1 = format!("{head}\"members\":[{}]}}", listed.join(",")).into_bytes();
    }
    let mut out = Vec::new();
    for (name, content) in members {
        let mut header = [0_u8; 512];
        header[..name.len()].copy_from_slice(name.as_bytes());
        header[100..108].copy_from_slice(b"0000644\0");
        header[108..116].copy_from_slice(b"0000000\0");
        header[116..124].copy_from_slice(b"0000000\0");
        header[124..136].copy_from_slice(format!("{:011o}\0", content.len()).as_bytes());
        header[136..148].copy_from_slice(b"00000000000\0");
        header[148..156].copy_from_slice(b"        ");
        header[156] = b'0';
        header[257..265].copy_from_slice(b"ustar\x0000");
        let sum: u32 = header.iter().map(|&byte| u32::from(byte)).sum();
        header[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
        out.extend(header);
        out.extend(&content);
        out.resize(out.len().div_ceil(512) * 512, 0);
    }
    out.resize(out.len() + 1024, 0);
    packed(&out)
}

fn opened(path: &Path) -> Result<String, String> {
    let words = |error: archive::ArchiveError| error.to_string();
    let archive = archive::open(path).map_err(words)?;
    let plan = archive.plan(&[], shipped()).map_err(words)?;
    if plan.episodes > 1000 || plan.cells.len() > 10 {
        return Ok(String::new());
    }
    let to = file("extracted.sqlite");
    let _ = std::fs::remove_file(&to);
    let mut store = Store::open(&to).map_err(|error| error.to_string())?;
    archive.extract(&plan, &mut store).map_err(words)?;
    drop(store);
    told_by(&plan, &to)
}

/// The first byte chooses between damage anywhere, any tar file, and one member replaced.
pub(super) fn archive(data: &[u8]) {
    let Some((&first, rest)) = data.split_first() else {
        return;
    };
    let whole = whole();
    let bytes = match first % 4 {
        0 => damaged(&whole.archive, rest),
        1 => packed(rest),
        _ => with_member(first / 4, rest),
    };
    let path = file("archive");
    std::fs::write(&path, &bytes).expect("a file");
    match opened(&path) {
        Err(words) => told(&words),
        Ok(_) if first % 4 != 0 => {}
        Ok(rows) => assert!(
            bytes == whole.archive && rows == whole.rows,
            "damage goes unseen"
        ),
    }
}
