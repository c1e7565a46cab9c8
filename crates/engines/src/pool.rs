//! Programs that are kept alive between games.

use crate::client::{Client, Introduction};
use crate::options::DeclaredOption;
use crate::process::{Launch, find};
use crate::settings::Protocol;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

type Kind = (Launch, Protocol);

/// Idle programs, what programs said of themselves, and hashes of files.
#[derive(Default)]
struct Pool {
    idle: Mutex<HashMap<Kind, Vec<Client>>>,
    known: Mutex<HashMap<Kind, Arc<Known>>>,
    hashes: Mutex<HashMap<PathBuf, Hashed>>,
}

/// A file's hash, with its length and time of change when it was taken.
type Hashed = (u64, Option<std::time::SystemTime>, String);

/// What is known of a program.
#[derive(Default)]
pub(crate) struct Known {
    /// What it said of itself.
    pub(crate) introduction: Introduction,
    /// Whether it keeps to a limit of nodes, once that was checked.
    nodes: OnceLock<Result<(), String>>,
}

fn pool() -> &'static Pool {
    static POOL: OnceLock<Pool> = OnceLock::new();
    POOL.get_or_init(Pool::default)
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A program: an idle one, or a new one.
pub(crate) fn check_out(launch: &Launch, protocol: Protocol) -> Result<Client, String> {
    let kind = (launch.clone(), protocol);
    let idle = locked(&pool().idle).get_mut(&kind).and_then(Vec::pop);
    match idle {
        Some(client) => Ok(client),
        None => Client::start(launch, protocol),
    }
}

/// Keeps a program for the next game.
pub(crate) fn check_in(launch: &Launch, client: Client) {
    let kind = (launch.clone(), client.protocol);
    locked(&pool().idle).entry(kind).or_default().push(client);
}

/// What a program says of itself; it is started once for that, and kept.
pub(crate) fn introduction(launch: &Launch, protocol: Protocol) -> Result<Arc<Known>, String> {
    let kind = (launch.clone(), protocol);
    if let Some(known) = locked(&pool().known).get(&kind) {
        return Ok(Arc::clone(known));
    }
    let client = Client::start(launch, protocol)?;
    let known = Arc::new(Known {
        introduction: client.introduction.clone(),
        nodes: OnceLock::new(),
    });
    check_in(launch, client);
    locked(&pool().known).insert(kind, Arc::clone(&known));
    Ok(known)
}

impl Known {
    /// Whether the program keeps to a limit of nodes; it is asked once.
    pub(crate) fn keeps_to_nodes(&self, launch: &Launch, protocol: Protocol) -> Result<(), String> {
        let checked = self.nodes.get_or_init(|| {
            let mut client = check_out(launch, protocol)?;
            client.check_nodes()?;
            check_in(launch, client);
            Ok(())
        });
        checked.clone()
    }
}

/// What a program calls itself, and the options that it declares: it is started for that.
///
/// # Errors
///
/// In words: the program is not there, or does not speak the protocol.
pub fn introduce(
    command: &str,
    arguments: &[String],
    protocol: Protocol,
) -> Result<(String, Vec<DeclaredOption>), String> {
    let program = find(command).ok_or_else(|| format!("there is no program `{command}`"))?;
    let launch = Launch::new(program, arguments.to_vec(), None);
    let known = introduction(&launch, protocol)?;
    let Introduction { name, options, .. } = &known.introduction;
    Ok((name.clone(), options.clone()))
}

/// The BLAKE3 hash of a file, taken anew when the file has changed.
pub(crate) fn hash(path: &Path) -> std::io::Result<String> {
    let meta = path.metadata()?;
    let stamp = (meta.len(), meta.modified().ok());
    if let Some((length, time, hash)) = locked(&pool().hashes).get(path)
        && (*length, *time) == stamp
    {
        return Ok(hash.clone());
    }
    let mut hasher = blake3::Hasher::new();
    std::io::copy(&mut std::fs::File::open(path)?, &mut hasher)?;
    let hash = hasher.finalize().to_hex()[..32].to_string();
    locked(&pool().hashes).insert(path.to_path_buf(), (stamp.0, stamp.1, hash.clone()));
    Ok(hash)
}

/// Ends every idle program in good order. A program that manages engines calls this before it ends.
pub fn quit_all() {
    let idle = std::mem::take(&mut *locked(&pool().idle));
    let clients = idle.into_values().flatten();
    let farewells: Vec<_> = clients
        .map(|client| std::thread::spawn(move || client.quit()))
        .collect();
    for farewell in farewells {
        let _ = farewell.join();
    }
}
