//! Long work without the GIL that Ctrl-C stops.

use crate::errors::raise;
use ludometer::core::Stop;
use pyo3::prelude::*;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::time::Duration;

/// How often Python is asked whether it was interrupted.
const LOOK: Duration = Duration::from_millis(50);

/// Does work on another thread, without the GIL. `look` is called from time to time on this thread, with
/// the GIL, and so are Python's signal handlers; where either raises, the work is asked to stop and what it
/// has done so far is returned with the exception. `asked` is the flag that asks it to stop. A panic of the
/// work is an exception, not a panic here.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(Stop<'_>) -> T + Send,
    mut look: impl FnMut(Python<'_>) -> PyResult<()>,
    asked: &AtomicBool,
) -> PyResult<(T, PyResult<()>)> {
    std::thread::scope(|scope| {
        let (send, mut receive) = channel();
        let stop = asked;
        scope.spawn(move || {
            let done = catch_unwind(AssertUnwindSafe(|| work(Stop::when(stop))));
            // Nobody waits any more only if this thread panics as well.
            let _ = send.send(done);
        });
        let mut said = Ok(());
        loop {
            // A receiver cannot be shared between threads, so it is handed over and back.
            let waited;
            (receive, waited) = py.detach(move || {
                let waited = receive.recv_timeout(LOOK);
                (receive, waited)
            });
            match waited {
                Ok(Ok(done)) => return Ok((done, said)),
                Ok(Err(panic)) => return Err(raise(py, "RunError", &panicked(&*panic))),
                Err(_) => {
                    let heard = py.check_signals().and_then(|()| look(py));
                    if let (Ok(()), Err(error)) = (&said, heard) {
                        said = Err(error);
                        asked.store(true, Ordering::Relaxed);
                    }
                }
            }
        }
    })
}

/// What a panic says.
fn panicked(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    format!(
        "a defect of a game or an agent: {}",
        text.unwrap_or("no message")
    )
}
