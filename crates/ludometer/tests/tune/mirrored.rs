//! Batches with mirrored openings, and openings that several tunings share.

use crate::common::Folder;
use crate::store as opened;
use ludometer::catalogue::shipped;
use ludometer::plan::Size;
use ludometer::specialists::omaha::mcraise::{MEANINGS, Model};
use ludometer::tune::{Phase, TuneOptions, Tuning, evaluate, find, tune};
use ludometer_tune::ParameterScale;
use std::sync::atomic::AtomicBool;

fn omaha(settings: &[&str]) -> Tuning {
    let none = |_: &str| Err(std::io::Error::other("there are no files"));
    let settings = ["arm=RSPSA"].iter().chain(settings);
    let settings: Vec<String> = settings.map(ToString::to_string).collect();
    find("omaha-model", &settings, none, shipped())
        .unwrap_or_else(|diagnostic| panic!("{diagnostic}"))
}

fn options<'a>(stop: &'a AtomicBool, progress: &'a mut dyn FnMut(&Phase<'_>)) -> TuneOptions<'a> {
    TuneOptions {
        threads: 2,
        stop,
        progress,
    }
}

#[test]
fn the_tuning_of_the_model_begins_where_mcraise_does() {
    let tuning = omaha(&[]);
    assert_eq!(tuning.parameters().len(), 6);
    let meanings = MEANINGS.iter().zip(Model::HEADS_UP.numbers());
    for (param, (meaning, start)) in tuning.parameters().iter().zip(meanings) {
        let p = param.parameter().unwrap();
        assert_eq!(
            (p.name.as_str(), p.low, p.high),
            (meaning.name, meaning.low, meaning.high)
        );
        assert_eq!((p.start, p.width), (start, meaning.width));
        assert_eq!(p.scale == ParameterScale::Log, meaning.log, "{}", p.name);
    }
}

/// McRaise draws its configurations from what it sees, so against itself a deck brings to one seat
/// what it takes from the other. Tunings of one seed have the same decks.
#[test]
fn a_deck_from_both_seats_is_fair_and_shared_by_tunings() {
    let folder = Folder::new("tune-mirrored");
    let mut store = opened(&folder, "worths.sqlite");
    let stop = AtomicBool::new(false);
    let mut worth = |tuning: &Tuning, point: &[f64]| {
        let mut silent = |_: &Phase<'_>| {};
        let options = options(&stop, &mut silent);
        evaluate(tuning, "shared", point, 30, &mut store, options).unwrap()
    };
    let [rspsa, fdsa] = [omaha(&[]), omaha(&["tuner=fdsa-om"])];
    let start = worth(&rspsa, &rspsa.start());
    assert!(
        start.iter().all(|deck| deck[0] + deck[1] == 0.0),
        "{start:?}"
    );
    assert!(start.iter().any(|deck| deck[0] != 0.0));
    let point = rspsa.perturbed(0.2, &[1.0, -1.0, 1.0, -1.0, 1.0, -1.0]);
    assert!(
        (point[0] - 0.45).abs() < 1e-12 && (point[3] - 0.2).abs() < 1e-12,
        "{point:?}"
    );
    assert_eq!(worth(&rspsa, &point), worth(&fdsa, &point));
    assert_ne!(worth(&rspsa, &point), start);
}

/// The published number of games in a batch, and at quick size a share of them.
#[test]
fn batches_have_the_games_that_they_say() {
    let folder = Folder::new("tune-batches");
    let mut store = opened(&folder, "batches.sqlite");
    let stop = AtomicBool::new(false);
    for (tuner, size, games) in [
        ("rspsa-om", Size::Quick, 40 * 2 * 2),
        ("fdsa-om", Size::Quick, 6 * 2 * 12),
        ("rspsa-om", Size::Full, 40 * 2 * 4),
    ] {
        let tuner = format!("tuner={tuner}");
        let batch = match size {
            Size::Quick => "batch={ mirrored = true, quick = 0.008 }",
            Size::Full => "batch={ mirrored = true, evaluations = 4 }",
        };
        let count = [format!("games={games}"), format!("quick={games}")];
        let tuning = omaha(&[&tuner, batch, &count[0], &count[1], "held_out=4"]);
        let tuned = tune(&tuning, size, &mut store, options(&stop, &mut |_| {})).unwrap();
        assert_eq!((tuned.games, tuned.steps.len()), (games, 1), "{tuner}");
    }
}
