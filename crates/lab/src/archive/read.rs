//! Reading an archive: every byte is checked before anything is believed.

use super::checksum::HashedReader;
use super::{
    ArchiveError, CELLS, CellRecord, FILES, GAMES, MANIFEST, Manifest, Member, PLAN, ROWS, SCHEMA,
    games, rows,
};
use crate::plan::Plan;
use crate::run::Replays;
use crate::store::{Store, StoredRow};
use flate2::bufread::GzDecoder;
use ludometer_arena::registry::Registry;
use ludometer_spec::source::Span;
use std::collections::BTreeMap;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

/// What every gzip file of ours begins with: no name, no time, no system.
const GZIP: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff];

/// No member is larger: rows come in pieces.
const LARGEST: u64 = 1 << 30;

/// Rows that are written to a store at a time.
const BATCH: usize = 8192;

/// An archive whose members are all whole.
pub struct Archive {
    path: PathBuf,
    /// What it says it holds.
    pub manifest: Manifest,
    cells: Vec<CellRecord>,
    /// Every member but the rows.
    texts: BTreeMap<String, String>,
}

impl Archive {
    /// Whether a file looks like an archive, by its first bytes.
    pub fn is_at(path: &Path) -> bool {
        let mut first = [0; 2];
        let read = std::fs::File::open(path).and_then(|mut file| file.read_exact(&mut first));
        read.is_ok() && first == GZIP[..2]
    }
}

/// Opens an archive and verifies the checksum of every member. Rows are not kept in memory.
pub fn open(path: &Path) -> Result<Archive, ArchiveError> {
    let mut found: Vec<Member> = Vec::new();
    let mut texts = BTreeMap::new();
    let mut manifest = None;
    each_member(path, |name, content| {
        if manifest.is_some() {
            return Err(ArchiveError::member(
                name,
                "nothing may follow the manifest",
            ));
        }
        if name == MANIFEST {
            let read: Manifest = serde_json::from_slice(content)
                .map_err(|error| ArchiveError::member(name, error.to_string()))?;
            manifest = Some(read);
            return Ok(());
        }
        found.push(Member {
            name: name.to_string(),
            bytes: content.len() as u64,
            blake3: blake3::hash(content).to_hex().to_string(),
        });
        if !name.starts_with(ROWS) && !name.starts_with(GAMES) {
            let text = String::from_utf8(content.to_vec())
                .map_err(|_| ArchiveError::member(name, "it is not text"))?;
            texts.insert(name.to_string(), text);
        }
        Ok(())
    })?;
    let Some(manifest) = manifest else {
        return Err(ArchiveError::member(
            MANIFEST,
            "it is missing: the file was cut",
        ));
    };
    if manifest.schema != SCHEMA {
        return Err(ArchiveError::Container(format!(
            "the archive has the form `{}`; this program reads `{SCHEMA}`",
            manifest.schema
        )));
    }
    compare(&manifest.members, &found)?;
    let cells = texts.get(CELLS).map_or("", String::as_str);
    let cells = serde_json::from_str(cells)
        .map_err(|error| ArchiveError::member(CELLS, error.to_string()))?;
    Ok(Archive {
        path: path.to_path_buf(),
        manifest,
        cells,
        texts,
    })
}

/// The first member that is not what the manifest says.
fn compare(listed: &[Member], found: &[Member]) -> Result<(), ArchiveError> {
    for (index, member) in listed.iter().enumerate() {
        let what = match found.get(index) {
            None => "it is missing",
            Some(here) if here.name != member.name => "another member stands in its place",
            Some(here) if here.bytes != member.bytes => "its length is not the recorded one",
            Some(here) if here.blake3 != member.blake3 => "its checksum is not the recorded one",
            Some(_) => continue,
        };
        return Err(ArchiveError::member(&member.name, what));
    }
    match found.get(listed.len()) {
        Some(more) => Err(ArchiveError::member(
            &more.name,
            "the manifest does not list it",
        )),
        None => Ok(()),
    }
}

/// Gives every member to `each`, and checks the container around them to its last byte.
fn each_member(
    path: &Path,
    mut each: impl FnMut(&str, &[u8]) -> Result<(), ArchiveError>,
) -> Result<(), ArchiveError> {
    let mut file = BufReader::new(std::fs::File::open(path)?);
    if file.fill_buf()?.get(..GZIP.len()) != Some(&GZIP[..]) {
        return Err(ArchiveError::Container(format!(
            "{} is no archive of ludometer, or its first bytes are damaged",
            path.display()
        )));
    }
    let mut tar = tar::Archive::new(GzDecoder::new(HashedReader::new(file)));
    let mut last = "the beginning of the file".to_string();
    let broken = |last: &str, error: &io::Error| {
        ArchiveError::Container(format!("the archive is damaged after {last}: {error}"))
    };
    let mut entries = tar.entries()?;
    loop {
        let mut entry = match entries.next() {
            None => break,
            Some(Err(error)) => return Err(broken(&last, &error)),
            Some(Ok(entry)) => entry,
        };
        let name = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
        let (size, damaged) = (entry.size(), |error: &io::Error| {
            ArchiveError::member(&name, error.to_string())
        });
        if size > LARGEST {
            return Err(ArchiveError::member(&name, "it is too long"));
        }
        plain(entry.header(), &name)?;
        let mut content = Vec::with_capacity(size.min(1 << 24) as usize);
        entry
            .read_to_end(&mut content)
            .map_err(|error| damaged(&error))?;
        if content.len() as u64 != size {
            return Err(ArchiveError::member(&name, "the file was cut inside it"));
        }
        each(&name, &content)?;
        last = format!("`{name}`");
    }
    // The end of the tar file is zeros; the checksum of gzip covers everything before.
    let mut decoder = tar.into_inner();
    let mut rest = [0; 4096];
    loop {
        match decoder.read(&mut rest) {
            Ok(0) => break,
            Ok(read) if rest[..read].iter().any(|byte| *byte != 0) => {
                return Err(broken(&last, &io::Error::other("more follows its end")));
            }
            Ok(_) => {}
            Err(error) => return Err(broken(&last, &error)),
        }
    }
    match decoder.into_inner().ends_with_trailer()? {
        true => Ok(()),
        false => Err(ArchiveError::Container(format!(
            "the archive is damaged: the checksum at the end of {} is not that of the file",
            path.display()
        ))),
    }
}

/// Members are files, with nothing about owners or times.
fn plain(header: &tar::Header, name: &str) -> Result<(), ArchiveError> {
    let file = header.entry_type().is_file();
    match file && header.mtime().is_ok_and(|time| time == 0) {
        true => Ok(()),
        false => Err(ArchiveError::member(
            name,
            "it is not a file as this program writes it",
        )),
    }
}

impl Archive {
    /// A member that is text, such as `report.html`.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.texts.get(name).map(String::as_str)
    }

    /// The plan, read with what is registered here and with `settings`, such as its secret; what is
    /// played must be what was played.
    pub fn plan(&self, settings: &[String], registry: &Registry) -> Result<Plan, ArchiveError> {
        let text = self.text(PLAN).unwrap_or("");
        let name = self.manifest.provenance.plan.as_ref();
        let name = name.map_or("plan", |plan| plan.name.as_str());
        let load = |file: &str| {
            let known = self.text(&format!("{FILES}{file}"));
            known.map(str::to_string).ok_or_else(|| {
                io::Error::new(io::ErrorKind::NotFound, "the archive has no such file")
            })
        };
        let plan = Plan::read(name, &Span::whole(PLAN, text), settings, &load, registry)?;
        let same = plan.cells.len() == self.cells.len();
        let pairs = || plan.cells.iter().zip(&self.cells);
        if let Some((here, there)) =
            pairs().find(|(here, there)| here.description() != there.description)
        {
            let line = there.description.lines().zip(here.description().lines());
            let line = line.clone().find(|(there, here)| there != here);
            let what = line.map_or("another number of lines".to_string(), |(there, here)| {
                format!("`{there}` there, `{here}` here")
            });
            return Err(ArchiveError::Container(format!(
                "this program plays something else than the one that wrote the archive: {what}"
            )));
        }
        match same {
            true => Ok(plan),
            false => Err(ArchiveError::member(
                CELLS,
                "it lists other cells than the plan has",
            )),
        }
    }

    /// Writes its rows to a store. Episodes that are there already stay as they are.
    pub fn extract(&self, plan: &Plan, store: &mut Store) -> Result<u64, ArchiveError> {
        let mut ids = Vec::new();
        let source = plan.source();
        for (cell, record) in plan.cells.iter().zip(&self.cells) {
            let id = store.register(cell)?;
            for &episodes in &record.asked {
                store.note_target(id, episodes, &source)?;
            }
            Replays::keep(cell, store, &record.replayed)?;
            ids.push(id);
        }
        let mut batch: Vec<StoredRow> = Vec::new();
        let mut written = 0;
        let mut records = games::Records::new();
        each_member(&self.path, |name, content| {
            if !name.starts_with(ROWS) && !name.starts_with(GAMES) {
                return Ok(());
            }
            let text = std::str::from_utf8(content)
                .map_err(|_| ArchiveError::member(name, "it is not text"))?;
            if name.starts_with(GAMES) {
                return games::read(name, text, &mut records);
            }
            rows::read(name, text, |cell, number, mut episode| {
                episode.record = records.remove(&(cell, number)).map(Box::new);
                let Some(&id) = ids.get(cell) else {
                    return Err(ArchiveError::member(
                        name,
                        "it names a cell that is not there",
                    ));
                };
                batch.push(StoredRow {
                    cell: id,
                    number,
                    episode,
                });
                if batch.len() >= BATCH {
                    store.write(&batch)?;
                    written += batch.len() as u64;
                    batch.clear();
                }
                Ok(())
            })
        })?;
        store.write(&batch)?;
        Ok(written + batch.len() as u64)
    }
}
