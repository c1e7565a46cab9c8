//! Serves everything that ships, at the port that the first argument names, with the store of the second.

use ludometer_catalogue::shipped;
use ludometer_studio::{ServeOptions, serve};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let options = ServeOptions {
        listen: None,
        port: arguments.next().map_or(Ok(0), |port| port.parse())?,
        store: arguments.next().unwrap_or("studio.sqlite".into()).into(),
        threads: 2,
        searches: 2,
        search_time: Duration::from_secs(60),
    };
    let stop = AtomicBool::new(false);
    let ready = |page: &str| {
        use std::io::Write;
        let _ = writeln!(std::io::stdout(), "{page}");
    };
    Ok(serve(shipped().clone(), &options, &stop, ready)?)
}
