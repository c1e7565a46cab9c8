//! Writing an archive, a piece of rows at a time.

use super::checksum::HashedWriter;
use super::{
    ArchiveError, CELLS, CellRecord, FILES, GAMES, MANIFEST, Manifest, Member, PLAN, ROWS, SCHEMA,
    games, rows,
};
use crate::plan::Plan;
use crate::run::Replays;
use crate::store::Store;
use flate2::{Compression, GzBuilder, write::GzEncoder};
use ludometer_report::Provenance;
use std::collections::HashSet;
use std::io::Write;

/// Bytes of records after which a piece ends.
const LONG: usize = 16 << 20;

/// A file of the report, as it stands in the archive.
pub struct ReportFile {
    /// Its name, such as `report.html`.
    pub name: &'static str,
    /// Its content.
    pub text: String,
}

/// Writes the first `count` episodes of a plan with its report, and gives the manifest.
pub fn write<W: Write>(
    out: W,
    plan: &Plan,
    count: u64,
    store: &Store,
    report: &[ReportFile],
    provenance: &Provenance,
) -> Result<Manifest, ArchiveError> {
    let encoder = GzBuilder::new().write(HashedWriter::new(out), Compression::default());
    let mut archive = Writer {
        tar: tar::Builder::new(encoder),
        members: Vec::new(),
    };
    archive.add(PLAN, plan.text.as_bytes())?;
    for (name, text) in &plan.files {
        archive.add(&format!("{FILES}{name}"), text.as_bytes())?;
    }
    let (source, sizes) = (plan.source(), [plan.quick, plan.episodes]);
    // Cells that say the same have the same rows, which are written once.
    let mut seen = HashSet::new();
    let mut cells = Vec::new();
    for cell in &plan.cells {
        let first = seen.insert(cell.key());
        let (mut episodes, mut asked, mut replayed) = (0, Vec::new(), Vec::new());
        if first && let Some(id) = store.known(cell)? {
            episodes = store.done(id, count)?.count();
            let targets = store.targets(id)?.into_iter();
            let own = targets.filter(|target| target.concerns(&source));
            asked = own.map(|target| target.episodes).collect();
            asked.retain(|target| !sizes.contains(target));
            replayed = Replays::groups(cell, store)?;
        }
        cells.push(CellRecord {
            variables: cell.variables().to_vec(),
            description: cell.description().to_string(),
            episodes,
            asked,
            replayed,
        });
    }
    archive.add_json(CELLS, &cells)?;
    let written = archive.rows(plan, count, store, &cells)?;
    for file in report {
        archive.add(file.name, file.text.as_bytes())?;
    }
    let manifest = Manifest {
        schema: SCHEMA.to_string(),
        provenance: provenance.clone(),
        episodes: count,
        rows: written,
        members: std::mem::take(&mut archive.members),
    };
    archive.add_json(MANIFEST, &manifest)?;
    archive.tar.into_inner()?.finish()?.finish()?;
    Ok(manifest)
}

struct Writer<W: Write> {
    tar: tar::Builder<GzEncoder<W>>,
    members: Vec<Member>,
}

impl<W: Write> Writer<W> {
    fn add(&mut self, name: &str, content: &[u8]) -> Result<(), ArchiveError> {
        let mut header = tar::Header::new_gnu();
        header.set_size(content.len() as u64);
        header.set_mode(0o644);
        self.tar.append_data(&mut header, name, content)?;
        self.members.push(Member {
            name: name.to_string(),
            bytes: content.len() as u64,
            blake3: blake3::hash(content).to_hex().to_string(),
        });
        Ok(())
    }

    fn add_json(&mut self, name: &str, value: &impl serde::Serialize) -> Result<(), ArchiveError> {
        let text = serde_json::to_string_pretty(value).map_err(std::io::Error::other)?;
        self.add(name, (text + "\n").as_bytes())
    }

    fn rows(
        &mut self,
        plan: &Plan,
        count: u64,
        store: &Store,
        cells: &[CellRecord],
    ) -> Result<u64, ArchiveError> {
        let (mut piece, mut records) = (rows::header(), String::new());
        let (mut held, mut written, mut number) = (0, 0, 0);
        for (index, cell) in plan.cells.iter().enumerate() {
            let Some(id) = store.known(cell)?.filter(|_| cells[index].episodes > 0) else {
                continue;
            };
            let mut stored = store.games(id, count);
            while let Some((episode, result)) = stored.next()? {
                held += rows::write(index, episode, result, &mut piece);
                games::write(index, episode, result, &mut records)?;
                if held >= rows::PIECE as u64 || records.len() >= LONG {
                    number += 1;
                    self.piece(number, &mut piece, &mut records)?;
                    written += std::mem::take(&mut held);
                }
            }
        }
        if held > 0 {
            number += 1;
            self.piece(number, &mut piece, &mut records)?;
        }
        Ok(written + held)
    }

    /// Adds the rows that are held, and before them what is kept of their games.
    fn piece(
        &mut self,
        number: u32,
        rows: &mut String,
        records: &mut String,
    ) -> Result<(), ArchiveError> {
        if !records.is_empty() {
            self.add(&format!("{GAMES}{number:06}.jsonl"), records.as_bytes())?;
            records.clear();
        }
        self.add(&format!("{ROWS}{number:06}.csv"), rows.as_bytes())?;
        *rows = rows::header();
        Ok(())
    }
}
