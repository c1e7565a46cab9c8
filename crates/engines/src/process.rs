//! A running program: lines in, lines out, and nobody waits for it for ever.
//!
//! The thread that asks reads the answer itself, without a reader thread between. One watchdog thread
//! serves all programs: when a deadline passes it first sends the program's word for stopping, then
//! kills the program with everything it started, and the read ends. A thread that waits looks now and
//! then whether it was told to stop; then the deadline is now. What nobody reads stays in the pipe, so a
//! program that floods its output blocks itself.

use crate::dialogue::{Dialogue, Direction};
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};
use std::time::{Duration, Instant};

/// How a program is started.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Launch {
    /// The executable.
    pub(crate) program: std::path::PathBuf,
    /// Its arguments.
    pub(crate) arguments: Vec<String>,
    /// A file that everything said is appended to.
    pub(crate) log: Option<String>,
    /// The length of the executable and when it was changed: a new build is another program.
    stamp: (u64, Option<std::time::SystemTime>),
}

impl Launch {
    /// An executable with its arguments.
    pub(crate) fn new(
        program: std::path::PathBuf,
        arguments: Vec<String>,
        log: Option<String>,
    ) -> Launch {
        let meta = program.metadata().ok();
        let length = meta.as_ref().map_or(0, std::fs::Metadata::len);
        Launch {
            stamp: (length, meta.and_then(|meta| meta.modified().ok())),
            program,
            arguments,
            log,
        }
    }
}

/// Why no line comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    /// It closed its output or died.
    Closed,
    /// It did not answer in time, did not heed the word for stopping either, and was killed.
    Killed,
}

/// Lines beyond this are cut: no protocol has such.
const LONGEST: usize = 1 << 16;

/// How long a program may take to answer after it was told to stop.
pub(crate) const GRACE: Duration = Duration::from_secs(2);

/// How often a thread that waits for an answer looks whether it was told to stop.
#[cfg(unix)]
const GLANCE: Duration = Duration::from_millis(20);

/// How often the watchdog looks.
const TICK: Duration = Duration::from_millis(5);

pub(crate) struct Process {
    shared: Arc<Shared>,
    output: ChildStdout,
    buffer: Vec<u8>,
    from: usize,
    to: usize,
    /// The rest of a line that is too long is skipped.
    skips: bool,
    /// Reused for every message.
    message: Vec<u8>,
    pub(crate) dialogue: Dialogue,
}

/// What the watchdog needs.
struct Shared {
    child: Mutex<Child>,
    input: Mutex<Option<ChildStdin>>,
    /// When to send `stop`, in nanoseconds since the watchdog began; 0 is never.
    deadline: AtomicU64,
    /// What to send at the deadline; empty where nothing can be said.
    stop: &'static str,
    told: AtomicBool,
    killed: AtomicBool,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shared {
    /// Kills the program and what it started.
    fn kill(&self) {
        self.killed.store(true, Ordering::SeqCst);
        let mut child = locked(&self.child);
        // The whole group, without which a child of a script would keep the pipe open.
        #[cfg(unix)]
        {
            let group = i32::try_from(child.id()).ok();
            if let Some(group) = group.and_then(rustix::process::Pid::from_raw) {
                let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
            }
        }
        let _ = child.kill();
    }

    fn look(&self, now: u64) {
        let deadline = self.deadline.load(Ordering::SeqCst);
        if deadline == 0 || now < deadline {
            return;
        }
        if !self.told.swap(true, Ordering::SeqCst) && !self.stop.is_empty() {
            // A program that reads nothing may have filled its pipe: whoever writes holds the lock.
            if let Ok(mut input) = self.input.try_lock()
                && let Some(input) = input.as_mut()
            {
                let _ = input.write_all(self.stop.as_bytes());
            }
        }
        if now >= deadline.saturating_add(GRACE.as_nanos() as u64) {
            self.deadline.store(0, Ordering::SeqCst);
            self.kill();
        }
    }
}

/// The watchdog: all programs that run, and when it began.
struct Watchdog {
    began: Instant,
    watched: Mutex<Vec<Weak<Shared>>>,
}

impl Watchdog {
    fn get() -> &'static Watchdog {
        static WATCHDOG: OnceLock<Watchdog> = OnceLock::new();
        WATCHDOG.get_or_init(|| {
            let spawned = std::thread::Builder::new()
                .name("engine watchdog".into())
                .spawn(|| {
                    let watchdog = Watchdog::get();
                    loop {
                        std::thread::sleep(TICK);
                        let now = watchdog.now();
                        let mut watched = locked(&watchdog.watched);
                        watched.retain(|shared| match shared.upgrade() {
                            Some(shared) => {
                                shared.look(now);
                                true
                            }
                            None => false,
                        });
                    }
                });
            spawned.expect("a thread can be started");
            Watchdog {
                began: Instant::now(),
                watched: Mutex::new(Vec::new()),
            }
        })
    }

    fn now(&self) -> u64 {
        u64::try_from(self.began.elapsed().as_nanos()).unwrap_or(u64::MAX)
    }
}

impl Process {
    /// Starts a program. `stop` is the line that asks it to stop thinking.
    pub(crate) fn start(launch: &Launch, stop: &'static str) -> std::io::Result<Process> {
        let mut dialogue = Dialogue::open(launch.log.as_deref())?;
        let mut command = Command::new(&launch.program);
        command
            .args(&launch.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(dialogue.errors()?);
        // A group of its own: it is killed with what it started, and an interrupt at the terminal is
        // for the manager alone.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        dialogue.name(child.id());
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let output = output.expect("its output is a pipe");
        let shared = Arc::new(Shared {
            child: Mutex::new(child),
            input: Mutex::new(input),
            deadline: AtomicU64::new(0),
            stop,
            told: AtomicBool::new(false),
            killed: AtomicBool::new(false),
        });
        locked(&Watchdog::get().watched).push(Arc::downgrade(&shared));
        Ok(Process {
            shared,
            output,
            buffer: vec![0; LONGEST],
            from: 0,
            to: 0,
            skips: false,
            message: Vec::new(),
            dialogue,
        })
    }

    /// From now on it has this long; `None` is no limit.
    pub(crate) fn allow(&self, time: Option<Duration>) {
        let watchdog = Watchdog::get();
        let deadline = time.map_or(0, |time| {
            let nanos = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
            watchdog.now().saturating_add(nanos).max(1)
        });
        self.shared.told.store(false, Ordering::SeqCst);
        self.shared.deadline.store(deadline, Ordering::SeqCst);
    }

    /// Whether it was told to stop since it was last [allowed](Process::allow) time.
    pub(crate) fn was_stopped(&self) -> bool {
        self.shared.told.load(Ordering::SeqCst)
    }

    /// Writes lines, each with its end, in one piece.
    pub(crate) fn tell(&mut self, lines: &str) {
        for line in lines.lines() {
            self.dialogue.add(Direction::To, line.as_bytes());
        }
        self.message.clear();
        self.message.extend_from_slice(lines.as_bytes());
        let mut input = locked(&self.shared.input);
        if let Some(pipe) = input.as_mut()
            && pipe.write_all(&self.message).is_err()
        {
            // Its end is found when it is read.
            *input = None;
        }
    }

    /// The next line without its end. Bytes that are not UTF-8 are replaced.
    pub(crate) fn line(&mut self) -> Result<String, Ended> {
        let mut text = String::new();
        self.next_line(&mut text)?;
        Ok(text)
    }

    /// The next line without its end, in a text that is reused.
    pub(crate) fn next_line(&mut self, text: &mut String) -> Result<(), Ended> {
        self.next_line_until(text, &|| false)
    }

    /// The same; once `cancelled` says so, the program is told to stop and has [`GRACE`] left.
    pub(crate) fn next_line_until(
        &mut self,
        text: &mut String,
        cancelled: &dyn Fn() -> bool,
    ) -> Result<(), Ended> {
        loop {
            let fresh = &self.buffer[self.from..self.to];
            if let Some(end) = fresh.iter().position(|&byte| byte == b'\n') {
                let line = &fresh[..end];
                let line = line.strip_suffix(b"\r").unwrap_or(line);
                let skipped = std::mem::take(&mut self.skips);
                self.from += end + 1;
                if skipped {
                    continue;
                }
                let from = self.from - end - 1;
                let line = &self.buffer[from..from + line.len()];
                self.dialogue.add(Direction::From, line);
                text.clear();
                match std::str::from_utf8(line) {
                    Ok(line) => text.push_str(line),
                    Err(_) => text.push_str(&String::from_utf8_lossy(line)),
                }
                return Ok(());
            }
            if self.from > 0 {
                self.buffer.copy_within(self.from..self.to, 0);
                self.to -= self.from;
                self.from = 0;
            }
            if self.to == self.buffer.len() {
                // The beginning of a line that is too long is all that is kept.
                self.to = 0;
                self.skips = true;
            }
            self.wait(cancelled);
            match self.output.read(&mut self.buffer[self.to..]) {
                Ok(0) => return Err(self.end()),
                Ok(count) => self.to += count,
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(_) => return Err(self.end()),
            }
        }
    }

    /// Waits until there is something to read.
    fn wait(&self, cancelled: &dyn Fn() -> bool) {
        #[cfg(unix)]
        {
            use rustix::event::{PollFd, PollFlags, Timespec, poll};
            let span = Timespec {
                tv_sec: 0,
                tv_nsec: GLANCE.as_nanos() as _,
            };
            let mut output = [PollFd::new(&self.output, PollFlags::IN)];
            let mut told = false;
            // An interrupted call has waited for a while.
            while matches!(
                poll(&mut output, Some(&span)),
                Ok(0) | Err(rustix::io::Errno::INTR)
            ) {
                if !told && cancelled() {
                    told = true;
                    self.allow(Some(Duration::ZERO));
                }
            }
        }
        // Elsewhere it is read at once, and a stop waits for the answer.
        #[cfg(not(unix))]
        let _ = cancelled;
    }

    fn end(&self) -> Ended {
        match self.shared.killed.load(Ordering::SeqCst) {
            true => Ended::Killed,
            false => Ended::Closed,
        }
    }

    /// Whether it runs.
    pub(crate) fn is_alive(&self) -> bool {
        matches!(locked(&self.shared.child).try_wait(), Ok(None))
    }

    /// How it ended, in words: the exit code or the signal.
    pub(crate) fn obituary(&self) -> String {
        let mut child = locked(&self.shared.child);
        // Its output is closed, so it is about to end, if it is not hanging.
        for _ in 0..200 {
            match child.try_wait() {
                Ok(Some(status)) => return status.to_string(),
                Ok(None) => std::thread::sleep(Duration::from_millis(1)),
                Err(_) => break,
            }
        }
        "it closed its output and goes on".to_string()
    }

    /// Says `farewell`, waits a little and kills it if it is still there.
    pub(crate) fn end_with(mut self, farewell: &str) {
        self.allow(None);
        self.tell(farewell);
        locked(&self.shared.input).take();
        let shared = Arc::clone(&self.shared);
        for _ in 0..250 {
            match locked(&shared.child).try_wait() {
                Ok(None) => std::thread::sleep(Duration::from_millis(2)),
                _ => return,
            }
        }
    }
}

/// No program outlives its process value.
impl Drop for Process {
    fn drop(&mut self) {
        let gone = matches!(locked(&self.shared.child).try_wait(), Ok(Some(_)));
        if !gone {
            self.shared.kill();
        }
        let _ = locked(&self.shared.child).wait();
    }
}

/// Where an executable is: as a path, in the folders of `PATH`, or in `/usr/games`, where Debian puts
/// engines.
pub(crate) fn find(command: &str) -> Option<std::path::PathBuf> {
    let direct = Path::new(command);
    if command.contains(std::path::MAIN_SEPARATOR) || command.contains('/') {
        return direct.is_file().then(|| direct.to_path_buf());
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders =
        std::env::split_paths(&path).chain(["/usr/games".into(), "/usr/local/games".into()]);
    let names = [
        command.to_string(),
        format!("{command}{}", std::env::consts::EXE_SUFFIX),
    ];
    let mut places = folders.flat_map(|folder| names.clone().map(|name| folder.join(name)));
    places.find(|place| place.is_file())
}
