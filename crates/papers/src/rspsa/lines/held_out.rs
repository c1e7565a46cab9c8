//! The last comparison: vectors by game result, on starts that nothing was tuned on.

use super::tally::Tally;
use ludometer_catalogue::specialists::loa::{GameResult, Performance, Realisation};
use ludometer_lab::store::Store;
use ludometer_lab::tune::TuneError;
use ludometer_spec::identity::Identity;

/// Games that are played before they are written.
const CHUNK: usize = 200;

/// The mean score from every start, over opponents and colours; games that an earlier run played
/// are not played again.
pub(super) fn by_start(
    games: &GameResult,
    realisation: &Realisation,
    store: &mut Store,
    tally: &Tally<'_>,
) -> Result<Vec<f64>, TuneError> {
    let identity = Identity::beginning(&games.description())
        .line("part", "held-out")
        .line("weights", realisation.digest());
    let sheet = store.sheet(&identity.text())?;
    let mut scores = store.answers(sheet, 0, games.games())?;
    let missing: Vec<usize> = (0..scores.len()).filter(|&n| scores[n].is_none()).collect();
    tally.add((scores.len() - missing.len()) as u64);
    for chunk in missing.chunks(CHUNK) {
        let played = tally.during(|progress| games.scores(realisation, chunk, progress))?;
        let numbers = chunk.iter().map(|&number| number as u64);
        let rows: Vec<(u64, f64)> = numbers.zip(played).collect();
        store.write_answers(sheet, &rows)?;
        for (number, score) in rows {
            scores[number as usize] = Some(score);
        }
    }
    let scores: Vec<f64> = scores.into_iter().flatten().collect();
    let mean = |scores: &[f64]| scores.iter().sum::<f64>() / scores.len() as f64;
    Ok(scores.chunks(games.each()).map(mean).collect())
}

#[cfg(test)]
mod tests {
    use super::super::tests::Kept;
    use super::*;
    use ludometer_catalogue::specialists::loa::{DEFAULT, realisation};
    use ludometer_core::Seed;
    use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

    #[test]
    fn games_that_are_there_are_not_played_again() {
        let games = GameResult::new("test", 2, 20, DEFAULT, Seed::new(5));
        let mut kept = Kept::new("held-out");
        let counts = AtomicU64::new(0);
        let watch = |_, _| {
            counts.fetch_add(1, Ordering::Relaxed);
        };
        let mut compare = |stopped| {
            counts.store(0, Ordering::Relaxed);
            let stop = AtomicBool::new(stopped);
            let tally = Tally::new(20, &watch, &stop);
            let means = by_start(&games, &realisation(), &mut kept.store, &tally);
            (means, counts.load(Ordering::Relaxed))
        };
        assert!(matches!(compare(true).0, Err(TuneError::Stopped { .. })));
        let (first, played) = compare(false);
        let first = first.unwrap();
        // Once for what is there already, and once for each game.
        assert_eq!((first.len(), played), (2, 21));
        let all: Vec<usize> = (0..20).collect();
        let stop = AtomicBool::new(false);
        let tally = Tally::new(20, &|_, _| {}, &stop);
        let scores = tally.during(|progress| games.scores(&realisation(), &all, progress));
        let scores = scores.unwrap();
        assert_eq!(first[1], scores[10..].iter().sum::<f64>() / 10.0);
        let (again, played) = compare(true);
        assert_eq!((again.unwrap(), played), (first, 1));
    }
}
