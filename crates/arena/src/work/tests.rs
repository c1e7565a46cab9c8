use super::*;
use std::collections::HashSet;
use std::sync::atomic::AtomicU64;

static NEVER: AtomicBool = AtomicBool::new(false);

type Nothing = WorkError<u64, String>;

/// A few microseconds for most units, milliseconds for some.
fn uneven(n: u64) -> u64 {
    if n % 97 == 5 {
        std::thread::sleep(Duration::from_millis(3));
    }
    n * n
}

#[test]
fn every_unit_is_done_once_whatever_the_number_of_threads() {
    for threads in [0, 1, 2, 5] {
        for count in [0, 1, 2, 3, 1000, 20_000] {
            let mut seen = HashSet::new();
            let worked = Workers::new(threads, &NEVER).run(
                0..count,
                |&n, _| Ok::<_, String>(Some(if count < 5000 { uneven(n) } else { n * n })),
                |done| {
                    for (unit, result) in done {
                        assert_eq!(result, unit * unit);
                        assert!(seen.insert(unit), "{unit} came twice");
                    }
                    Ok(())
                },
            );
            let worked = worked.unwrap();
            assert_eq!((worked.done, worked.is_complete()), (count, true));
            assert_eq!(seen.len() as u64, count);
        }
    }
}

/// Many streams of units, all on the same threads.
#[test]
fn a_pool_starts_its_threads_once() {
    let pool = ThreadPool::new(3);
    let mut known = HashSet::new();
    for stream in 0..50 {
        let worked = Workers::on(&pool, &NEVER).run(
            0..40_u64,
            |&n, _| Ok::<_, String>(Some((uneven(n), std::thread::current().id()))),
            |done| {
                for (unit, (result, thread)) in done {
                    assert_eq!(result, unit * unit, "stream {stream}");
                    known.insert(thread);
                }
                Ok(())
            },
        );
        assert_eq!(worked.unwrap().done, 40);
    }
    assert!((1..=3).contains(&known.len()), "{} threads", known.len());
    assert!(!known.contains(&std::thread::current().id()));
}

#[test]
fn results_come_in_the_order_of_the_stream_if_that_is_asked_for() {
    for threads in [1, 2, 4] {
        let mut next = 0;
        // More units than may be ahead of the sink, behind one that takes long.
        let count = 3 * AHEAD;
        let worked = Workers::new(threads, &NEVER).in_order().run(
            0..count,
            |&n, _| {
                if n == 1 {
                    std::thread::sleep(Duration::from_millis(150));
                }
                Ok::<_, String>(Some(n))
            },
            |done| {
                for (unit, result) in done {
                    assert_eq!((unit, result), (next, next));
                    next += 1;
                }
                Ok(())
            },
        );
        assert!(worked.unwrap().is_complete());
        assert_eq!(next, count);
    }
}

#[test]
fn what_is_done_reaches_the_sink_while_another_unit_takes_long() {
    let arrived = AtomicU64::new(0);
    // The last unit waits for all others to have arrived: with chunks that are delivered only when
    // they are complete it would wait in vain.
    let worked = Workers::new(1, &NEVER).run(
        0..200_u64,
        |&n, _| {
            let began = Instant::now();
            while n == 199 && arrived.load(Ordering::Relaxed) < 199 {
                if began.elapsed() > Duration::from_secs(60) {
                    return Err("what was finished before is withheld".to_string());
                }
                std::thread::sleep(Duration::from_millis(1));
            }
            Ok(Some(()))
        },
        |done| {
            arrived.fetch_add(done.len() as u64, Ordering::Relaxed);
            Ok(())
        },
    );
    assert!(worked.unwrap().is_complete());
}

#[test]
fn units_that_wait_behind_a_long_one_are_taken_over() {
    let long = AtomicBool::new(true);
    let others = AtomicU64::new(0);
    let worked = Workers::new(2, &NEVER).run(
        0..5000_u64,
        |&n, _| {
            // The thread with this unit waits until all other units are done.
            if n == 2500 {
                let began = Instant::now();
                while others.load(Ordering::Relaxed) < 4999 {
                    if began.elapsed() > Duration::from_secs(60) {
                        return Err("units behind a long one wait for it".to_string());
                    }
                    std::thread::sleep(Duration::from_millis(1));
                }
                long.store(false, Ordering::Relaxed);
            } else {
                others.fetch_add(1, Ordering::Relaxed);
            }
            Ok(Some(()))
        },
        |_| Ok(()),
    );
    assert!(worked.unwrap().is_complete() && !long.into_inner());
}

#[test]
fn the_first_unit_that_fails_or_panics_is_named_and_what_others_gave_is_delivered() {
    for threads in [1, 3] {
        let mut seen = Vec::new();
        let mut go = |panics: bool| -> Nothing {
            seen.clear();
            let worked = Workers::new(threads, &NEVER).run(
                0..500_u64,
                |&n, _| match (n, panics) {
                    (300, true) => panic!("no such card: {n}"),
                    (300, false) => Err("refused".to_string()),
                    _ => Ok(Some(())),
                },
                |done| {
                    seen.extend(done.into_iter().map(|(unit, ())| unit));
                    Ok(())
                },
            );
            worked.unwrap_err()
        };
        let error = go(true);
        assert_eq!(error.to_string(), "300 failed: no such card: 300");
        assert!(matches!(error, WorkError::Panicked { unit: 300, .. }));
        assert_eq!(go(false).to_string(), "300: refused");
        seen.sort_unstable();
        assert!(!seen.contains(&300));
        if threads == 1 {
            assert!(seen.iter().copied().eq(0..300), "{seen:?}");
        }
    }
}

#[test]
fn a_sink_that_refuses_ends_the_work() {
    for threads in [1, 2, 4] {
        let begun = AtomicU64::new(0);
        let worked: Result<WorkSummary, Nothing> = Workers::new(threads, &NEVER).run(
            0..u64::MAX,
            |_, _| {
                begun.fetch_add(1, Ordering::Relaxed);
                Ok(Some(()))
            },
            |_| Err("the disk is full".to_string()),
        );
        assert_eq!(worked.unwrap_err().to_string(), "the disk is full");
    }
}

#[test]
fn it_stops_when_it_is_asked_to_and_unfinished_units_are_not_delivered() {
    for ordered in [false, true] {
        let stop = AtomicBool::new(false);
        let mut seen = Vec::new();
        let workers = Workers::new(2, &stop);
        let workers = if ordered { workers.in_order() } else { workers };
        let worked = workers.run(
            0..,
            |&n: &u64, stopped| {
                if n == 1000 {
                    stop.store(true, Ordering::Relaxed);
                }
                // A unit that is asked to stop in the middle has no result.
                Ok::<_, String>((!stopped.is_asked()).then_some(n))
            },
            |done| {
                seen.extend(done);
                Ok(())
            },
        );
        let worked = worked.unwrap();
        assert!(worked.stopped && worked.done == seen.len() as u64);
        assert!(
            seen.iter()
                .all(|(unit, result)| unit == result && *unit != 1000)
        );
    }
    let stop = AtomicBool::new(true);
    let nothing =
        Workers::new(2, &stop).run(0..0_u64, |_, _| Ok(Some(())), |_| Ok::<_, String>(()));
    assert!(nothing.unwrap().is_complete());
}

#[test]
fn the_sink_is_called_from_time_to_time_and_at_the_end() {
    struct Counted {
        units: usize,
        ticks: usize,
        closed: bool,
    }
    impl Sink<usize, String> for Counted {
        fn take(&mut self, done: usize, units: usize) -> Result<(), String> {
            assert_eq!(done, units);
            self.units += units;
            self.closed = false;
            Ok(())
        }

        fn tick(&mut self) -> Result<(), String> {
            self.ticks += 1;
            self.closed = true;
            Ok(())
        }
    }
    let mut sink = Counted {
        units: 0,
        ticks: 0,
        closed: false,
    };
    let work = |_: &u64, _: Stop<'_>| {
        std::thread::sleep(2 * TICK);
        Ok::<_, String>(Some(()))
    };
    let worked = Workers::new(1, &NEVER).run_packed(0..2, work, |done| done.len(), &mut sink);
    assert!(worked.unwrap().is_complete());
    assert!(sink.units == 2 && sink.ticks >= 2 && sink.closed);
}
