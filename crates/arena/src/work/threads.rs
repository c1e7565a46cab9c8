//! Threads that outlive the work that they are given.

use std::sync::OnceLock;

/// Worker threads that are started when they are first needed and then kept: many short streams of
/// units start them once.
#[derive(Debug)]
pub struct ThreadPool {
    threads: usize,
    started: OnceLock<rayon::ThreadPool>,
}

impl ThreadPool {
    /// A pool of this many threads, at least one.
    pub fn new(threads: usize) -> ThreadPool {
        ThreadPool {
            threads: threads.max(1),
            started: OnceLock::new(),
        }
    }

    /// How many threads it has.
    pub fn count(&self) -> usize {
        self.threads
    }

    /// Runs `work` on the calling thread and what it spawns on those of the pool, and returns when all
    /// of it is done.
    pub(super) fn scope<'s, R>(&self, work: impl FnOnce(&rayon::Scope<'s>) -> R) -> R {
        let pool = self.started.get_or_init(|| start(self.threads));
        pool.in_place_scope(work)
    }
}

/// Where no more threads can be had, those that can do the work.
fn start(mut threads: usize) -> rayon::ThreadPool {
    loop {
        let builder = rayon::ThreadPoolBuilder::new().num_threads(threads);
        match builder.build() {
            Ok(pool) => return pool,
            Err(_) if threads > 1 => threads /= 2,
            Err(error) => panic!("not one thread can be started: {error}"),
        }
    }
}
