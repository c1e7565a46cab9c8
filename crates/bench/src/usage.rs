//! What a piece of work cost this process.

use std::time::Instant;

/// Times and memory of a piece of work.
#[derive(Clone, Copy, Debug)]
pub struct Usage {
    /// Wall seconds.
    pub wall: f64,
    /// Processor seconds of all threads; wall seconds where the system does not tell.
    pub cpu: f64,
    /// The largest memory the process has ever held, in megabytes; 0 where the system does not
    /// tell.
    pub peak: f64,
}

impl Usage {
    /// Does the work and measures it.
    pub fn of<T>(work: impl FnOnce() -> T) -> (T, Usage) {
        let (wall, cpu) = (Instant::now(), processor_seconds());
        let done = work();
        let wall = wall.elapsed().as_secs_f64();
        let cpu = processor_seconds()
            .zip(cpu)
            .map_or(wall, |(after, before)| after - before);
        let usage = Usage {
            wall,
            cpu,
            peak: peak_megabytes().unwrap_or(0.0),
        };
        (done, usage)
    }
}

/// User and system time of the process, from the kernel's own account in hundredths of a second.
fn processor_seconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the process may contain spaces: fields are counted from its closing bracket.
    let fields: Vec<&str> = text[text.rfind(')')? + 2..].split(' ').collect();
    let ticks = |field: usize| fields.get(field)?.parse::<f64>().ok();
    Some((ticks(11)? + ticks(12)?) / 100.0)
}

fn peak_megabytes() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kilobytes: f64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes / 1024.0)
}
