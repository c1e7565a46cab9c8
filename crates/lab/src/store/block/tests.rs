use super::*;
use ludometer_arena::adjudicate::AdjudicatorVerdict;
use ludometer_arena::play::{Forfeited, SeatResult};
use ludometer_arena::record::{EpisodeRecord, SeatRecord};
use ludometer_core::{Forfeit, Spending};
use proptest::prelude::*;
use std::time::Duration;

const KEY: [u8; 16] = *b"0123456789abcdef";

fn real() -> impl Strategy<Value = f64> {
    prop_oneof![
        (-3_i32..4).prop_map(f64::from),
        any::<i64>().prop_map(|whole| whole as f64),
        any::<u64>().prop_map(f64::from_bits),
        Just(-0.0),
        Just(f64::NAN),
        Just(f64::INFINITY),
    ]
}

fn result() -> impl Strategy<Value = SeatResult> {
    let spent = prop_oneof![0..300_u64, any::<u64>()];
    (
        real(),
        real(),
        prop::option::of(real()),
        spent.clone(),
        spent,
        any::<u32>(),
    )
        .prop_map(
            |(payoff, points, measured, steps, evaluations, late)| SeatResult {
                payoff,
                points,
                measured,
                spent: Spending::of_steps(steps).with_evaluations(evaluations),
                late,
            },
        )
}

fn record(seats: usize) -> impl Strategy<Value = Option<Box<EpisodeRecord>>> {
    let text = || prop::option::of("[a-z\n é]{0,12}");
    let verdict = prop::option::of((any::<u32>(), prop::option::of(0..seats)));
    let spent = (0..1_u64 << 40, any::<u64>(), prop::option::of(real()));
    let spent = spent.prop_map(|(time, nodes, depth)| SeatRecord {
        time: Duration::from_micros(time),
        nodes,
        depth,
    });
    let spent = prop_oneof![Just(Vec::new()), prop::collection::vec(spent, seats)];
    let texts = (text(), text(), text(), text());
    let record = (texts, prop::option::of(any::<u64>()), verdict, spent).prop_map(
        |((termination, start, moves, decisions), opening, verdict, seats)| {
            let mut record = EpisodeRecord::default();
            (record.termination, record.start) = (termination, start);
            (record.moves, record.decisions, record.opening) = (moves, decisions, opening);
            record.verdict = verdict.map(|(ply, winner)| AdjudicatorVerdict { ply, winner });
            record.seats = seats;
            Box::new(record)
        },
    );
    prop::option::weighted(0.6, record)
}

fn episode(seats: usize) -> impl Strategy<Value = Episode> {
    let forfeit = (0..seats.max(1), ".{0,12}").prop_map(|(agent, text)| {
        Ending::Forfeited(Forfeited {
            agent,
            forfeit: Forfeit::read(&text),
        })
    });
    let ending = prop_oneof![
        Just(Ending::Finished),
        Just(Ending::Truncated),
        Just(Ending::Adjudicated),
        forfeit
    ];
    let plies = prop_oneof![0..40_u32, any::<u32>()];
    let results = prop::collection::vec(result(), seats);
    (plies, ending, results, record(seats)).prop_map(|(plies, ending, seats, record)| Episode {
        plies,
        ending,
        seats,
        record,
    })
}

fn episodes() -> impl Strategy<Value = Vec<Episode>> {
    (1..4_usize).prop_flat_map(|seats| prop::collection::vec(episode(seats), 1..40))
}

/// Everything of an episode, with the bits of its reals.
fn bits(episode: &Episode) -> String {
    let real = |real: f64| format!("{:x}", real.to_bits());
    let seats = episode.seats.iter().map(|seat| {
        let measured = seat.measured.map(real);
        let reals = [seat.payoff, seat.points].map(real);
        format!("{reals:?} {measured:?} {:?} {}", seat.spent, seat.late)
    });
    let seats: Vec<String> = seats.collect();
    // A record that says nothing is none.
    let record = episode
        .record
        .as_ref()
        .filter(|record| ***record != EpisodeRecord::default());
    format!(
        "{} {:?} {seats:?} {record:?}",
        episode.plies, episode.ending
    )
}

fn unpacked(block: &RowBlock) -> Vec<String> {
    let episodes = block.open(&KEY).unwrap().episodes();
    let mut one = Episode {
        plies: 9,
        ending: Ending::Finished,
        seats: Vec::new(),
        record: None,
    };
    (0..episodes.count)
        .map(|at| {
            episodes.get(at, &mut one);
            bits(&one)
        })
        .collect()
}

proptest! {
    #[test]
    fn what_is_packed_comes_back_to_the_bit(episodes in episodes(), first in 0..1_u64 << 40) {
        let block = RowBlock::pack(&KEY, first, episodes.iter());
        prop_assert_eq!((block.first, block.end() - first), (first, episodes.len() as u64));
        let packed: Vec<String> = episodes.iter().map(bits).collect();
        prop_assert_eq!(unpacked(&block), packed);
    }

    #[test]
    fn parts_and_sums_of_blocks_have_the_same_episodes(
        (one, two) in (1..4_usize).prop_flat_map(|seats| {
            let some = || prop::collection::vec(episode(seats), 1..30);
            (some(), some())
        }),
        cut in any::<prop::sample::Index>(),
    ) {
        let all: Vec<String> = one.iter().chain(&two).map(bits).collect();
        let mut table = RowBlock::pack(&KEY, 0, one.iter()).open(&KEY).unwrap();
        table.append(RowBlock::pack(&KEY, 9, two.iter()).open(&KEY).unwrap()).unwrap();
        let sum = table.pack(&KEY, 5);
        prop_assert_eq!(unpacked(&sum), all.clone());
        let cut = cut.index(all.len());
        let table = sum.open(&KEY).unwrap();
        let part = table.slice(&KEY, 5 + cut as u64, cut..all.len());
        prop_assert_eq!(unpacked(&part), all[cut..].to_vec());
    }

    #[test]
    fn arbitrary_bytes_are_refused_without_a_panic(
        bytes in prop::collection::vec(any::<u8>(), 0..400),
        episodes in episodes(),
        at in any::<prop::sample::Index>(),
        with in 1..=255_u8,
    ) {
        let _ = Table::read(&bytes, Extent::Whole).map(|table| table.episodes());
        let mut framed = vec![FORM, 3, 0, 0, 0, 1, 2, 0];
        framed.extend(&bytes);
        let _ = Table::read(&framed, Extent::Whole).map(|table| table.episodes());
        // A byte that changed, whether or not the checksum is asked.
        let mut block = RowBlock::pack(&KEY, 7, episodes.iter());
        let at = at.index(block.content.len());
        block.content[at] ^= with;
        prop_assert_eq!(block.open(&KEY).unwrap_err(), BlockError::Checksum);
        if let Some(table) = Table::read(&block.content, Extent::Whole) {
            let count = table.count;
            let episodes = table.episodes();
            let mut one = Episode { plies: 0, ending: Ending::Finished, seats: Vec::new(), record: None };
            (0..count).for_each(|at| episodes.get(at, &mut one));
        }
    }
}

#[test]
fn a_block_under_another_address_is_found() {
    let episode = Episode {
        plies: 3,
        ending: Ending::Finished,
        seats: vec![SeatResult::default()],
        record: None,
    };
    let block = RowBlock::pack(&KEY, 7, [&episode, &episode].into_iter());
    assert!(block.is_whole(&KEY) && !block.is_whole(b"0123456789abcdeg"));
    let moved = RowBlock {
        first: 8,
        ..block.clone()
    };
    let shorter = RowBlock { count: 1, ..block };
    assert!(!moved.is_whole(&KEY) && !shorter.is_whole(&KEY));
}

/// A program to come adds columns, of encodings that are known or not: this one skips them, keeps those
/// it can, and leaves blocks alone that it cannot keep whole.
#[test]
fn columns_of_later_programs_are_skipped_and_kept() {
    let episode = Episode {
        plies: 3,
        ending: Ending::Finished,
        seats: vec![SeatResult::default()],
        record: None,
    };
    let mut table = RowBlock::pack(&KEY, 0, [&episode, &episode].into_iter())
        .open(&KEY)
        .unwrap();
    let moves = Column {
        values: Values::Texts(vec!["e4 e5".to_string(), String::new()]),
        present: Some(vec![true, false]),
    };
    let nodes = Column {
        values: Values::Whole(vec![70_000, 3]),
        present: None,
    };
    table.columns.push((110, 0, moves.clone()));
    table.columns.push((113, 1, nodes));
    let block = table.pack(&KEY, 0);
    assert_eq!(unpacked(&block), [bits(&episode), bits(&episode)]);
    let mut opened = block.open(&KEY).unwrap();
    assert_eq!(opened.column(110, 0), Some(&moves));
    let plain = RowBlock::pack(&KEY, 2, [&episode].into_iter());
    opened.append(plain.open(&KEY).unwrap()).unwrap();
    let joined = opened.pack(&KEY, 0).open(&KEY).unwrap();
    let kept = joined.column(113, 1).unwrap();
    assert_eq!(kept.present, Some(vec![true, true, false]));
    assert_eq!(joined.column(110, 0).unwrap().slice(0..2), moves);
    // The third entry of the directory, by an encoding that is not known.
    let mut foreign = block.clone();
    foreign.content[8 + 2 * 7 + 2] = 77;
    foreign.checksum = checksum(&KEY, 0, 2, &foreign.content);
    let mut foreign = foreign.open(&KEY).unwrap();
    assert!(foreign.is_foreign);
    assert_eq!(foreign.append(plain.open(&KEY).unwrap()), None);
}
