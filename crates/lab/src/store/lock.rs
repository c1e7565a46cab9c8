//! The lock of a store on a network file system: a file beside it that names who writes.
//!
//! Locks of files are not reliable between machines. A file that only one process can make is.

use super::StoreError;
use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

/// A lock that is given back when it is dropped.
pub(super) struct Lock(PathBuf);

/// Who holds a lock, one line each in its file.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Holder {
    host: String,
    process: u32,
    /// The job of a scheduler, which runs once at a time.
    job: String,
}

/// Environment variables that together name a job of a scheduler: it starts a job again only when the
/// process before is gone.
const JOB: [&str; 4] = [
    "LUDOMETER_JOB",
    "SLURM_ARRAY_JOB_ID",
    "SLURM_ARRAY_TASK_ID",
    "JOB_COMPLETION_INDEX",
];

impl Holder {
    /// This process.
    fn this() -> Holder {
        let host = fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
        let named = JOB.iter().filter_map(|name| {
            let value = std::env::var(name).ok()?;
            Some(format!("{name}={value}"))
        });
        Holder {
            host: host.trim().to_string(),
            process: std::process::id(),
            job: named.collect::<Vec<_>>().join(" "),
        }
    }

    fn text(&self) -> String {
        format!("{}\n{}\n{}\n", self.host, self.process, self.job)
    }

    fn read(text: &str) -> Option<Holder> {
        let mut lines = text.lines();
        Some(Holder {
            host: lines.next()?.to_string(),
            process: lines.next()?.parse().ok()?,
            job: lines.next().unwrap_or_default().to_string(),
        })
    }

    /// Whether another process may take its place: it is gone, or it was an earlier try of the same job.
    fn is_gone(&self, this: &Holder) -> bool {
        let same_job = !self.job.is_empty() && self.job == this.job;
        let ended =
            self.host == this.host && (self.process == this.process || !is_running(self.process));
        same_job || ended
    }
}

/// Whether a process of this machine runs.
fn is_running(process: u32) -> bool {
    Path::new("/proc").join(process.to_string()).exists()
}

/// The file of the lock of a store.
fn beside(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".lock");
    name.into()
}

/// Who holds the lock of a store; `None` if nobody does. A file that cannot be understood is held by
/// somebody: it may be just being written.
fn holder(lock: &Path) -> Option<Result<Holder, ()>> {
    let text = fs::read_to_string(lock).ok()?;
    Some(Holder::read(&text).ok_or(()))
}

fn named(holder: &Result<Holder, ()>) -> String {
    match holder {
        Ok(holder) => format!("process {} of host {}", holder.process, holder.host),
        Err(()) => "another process".to_string(),
    }
}

impl Lock {
    /// Takes the lock of a store that is on a network file system of this kind.
    pub(super) fn take(path: &Path, kind: &str) -> Result<Lock, StoreError> {
        Lock::take_as(path, kind, &Holder::this())
    }

    fn take_as(path: &Path, kind: &str, this: &Holder) -> Result<Lock, StoreError> {
        let lock = beside(path);
        let wrong = |error| StoreError::file(&lock, &error);
        // Once more after the lock of a process that is gone was removed.
        for _ in 0..2 {
            match OpenOptions::new().write(true).create_new(true).open(&lock) {
                Ok(mut file) => {
                    file.write_all(this.text().as_bytes()).map_err(wrong)?;
                    file.sync_all().map_err(wrong)?;
                    return Ok(Lock(lock));
                }
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => return Err(wrong(error)),
            }
            match holder(&lock) {
                None => {}
                Some(Ok(there)) if there.is_gone(this) => {
                    fs::remove_file(&lock).map_err(wrong)?;
                }
                Some(there) => return Err(StoreError::shared(path, kind, &named(&there), &lock)),
            }
        }
        Err(StoreError::shared(path, kind, "another process", &lock))
    }

    /// Whether somebody holds the lock of a store, or was killed while it did.
    pub(super) fn is_there(path: &Path) -> bool {
        beside(path).exists()
    }

    /// A store that another machine writes cannot be read either.
    pub(super) fn refuse_other_hosts(path: &Path, kind: &str) -> Result<(), StoreError> {
        let lock = beside(path);
        let this = Holder::this();
        match holder(&lock) {
            None => Ok(()),
            Some(Ok(there)) if there.host == this.host || there.is_gone(&this) => Ok(()),
            Some(there) => Err(StoreError::shared(path, kind, &named(&there), &lock)),
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // One that cannot be removed is taken over by the next process of this machine or job.
        let _ = fs::remove_file(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Store;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    fn other(host: &str, process: u32, job: &str) -> Holder {
        Holder {
            host: host.into(),
            process,
            job: job.into(),
        }
    }

    #[test]
    fn one_process_has_a_store_on_a_network_file_system() {
        let folder = folder("lock-one");
        let path = folder.join("a.sqlite");
        let on = || Store::open_on(&path, Some("nfs4".into()));
        let store = on().unwrap();
        assert!(folder.join("a.sqlite.lock").exists());
        let mode: String = store.ask("PRAGMA journal_mode").unwrap();
        assert_eq!(mode, "delete");
        assert!(!folder.join("a.sqlite-wal").exists() && !folder.join("a.sqlite-shm").exists());
        drop(store);
        assert!(!folder.join("a.sqlite.lock").exists());
        // One that was made elsewhere loses its log.
        let path = folder.join("b.sqlite");
        drop(Store::open_on(&path, None).unwrap());
        let store = Store::open_on(&path, Some("nfs4".into())).unwrap();
        let mode: String = store.ask("PRAGMA journal_mode").unwrap();
        assert_eq!(mode, "delete");
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn another_host_is_refused_and_what_is_gone_is_taken_over() {
        let folder = folder("lock-hosts");
        let path = folder.join("a.sqlite");
        let write = |holder: &Holder| fs::write(beside(&path), holder.text()).unwrap();
        let this = other("here", std::process::id(), "SLURM_ARRAY_JOB_ID=7");
        for (there, gone) in [
            (other("there", 1, ""), false),
            (other("there", 1, "SLURM_ARRAY_JOB_ID=8"), false),
            (other("there", 1, "SLURM_ARRAY_JOB_ID=7"), true),
            (other("here", 1, ""), false),
            (other("here", u32::MAX, ""), true),
        ] {
            write(&there);
            let taken = Lock::take_as(&path, "nfs4", &this);
            assert_eq!(taken.is_ok(), gone, "{there:?}");
            if let Err(error) = taken {
                let says = error.to_string();
                for part in [
                    "nfs4",
                    &there.host,
                    "--part I/N --store FILE",
                    "a.sqlite.lock",
                ] {
                    assert!(says.contains(part), "{part}: {says}");
                }
            }
        }
        // Half written, by whoever it may be.
        fs::write(beside(&path), "there").unwrap();
        assert!(Lock::take_as(&path, "nfs4", &this).is_err());
        fs::remove_dir_all(&folder).unwrap();
    }
}
