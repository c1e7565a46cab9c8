//! Progress on stderr, and the request to stop.

use super::failure::Exit;
use super::log::{is_quiet, say};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Whether anything looks at the request to stop.
static HEEDED: AtomicBool = AtomicBool::new(false);

/// Nothing is played any more, so that Ctrl-C ends the process at once: a report of many rows takes a while.
pub(super) fn end_at_once_when_stopped() {
    HEEDED.store(false, Ordering::Relaxed);
}

/// Set by Ctrl-C. The first asks politely, the second ends the process.
pub(super) fn stop() -> &'static AtomicBool {
    static STOP: AtomicBool = AtomicBool::new(false);
    static ONCE: OnceLock<()> = OnceLock::new();
    ONCE.get_or_init(|| {
        let handler = || {
            if STOP.swap(true, Ordering::Relaxed) {
                std::process::exit(Exit::Interrupted.code().into());
            }
            if !HEEDED.load(Ordering::Relaxed) {
                std::process::exit(Exit::Stopped.code().into());
            }
            say("\nstopping after the episodes in flight; once more to stop at once");
        };
        // Without a handler Ctrl-C ends the process, which the store survives as well.
        let _ = ctrlc::set_handler(handler);
    });
    HEEDED.store(true, Ordering::Relaxed);
    &STOP
}

/// A bar with rate and time left; it is silent when stderr is not a terminal, and with `-q`.
pub(super) fn bar(what: &str, length: u64) -> ProgressBar {
    let bar = ProgressBar::new(length);
    if is_quiet() {
        bar.set_draw_target(ProgressDrawTarget::hidden());
    }
    let style = ProgressStyle::with_template(
        "{prefix}{msg:24} {bar:30} {human_pos}/{human_len}  {per_sec}  {eta} left",
    );
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.set_message(what.to_string());
    bar
}

/// A line for work whose length is not known; silent like [`bar`].
pub(super) fn spinner() -> ProgressBar {
    let spinner = ProgressBar::new_spinner();
    if is_quiet() {
        spinner.set_draw_target(ProgressDrawTarget::hidden());
    }
    let style = ProgressStyle::with_template("{spinner} {elapsed} {msg}");
    spinner.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
    spinner.enable_steady_tick(Duration::from_millis(200));
    spinner
}
