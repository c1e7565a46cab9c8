//! The realisation probabilities as parameters to tune (Kocsis, Szepesvári and Winands 2005, section
//! 5.3). The paper leaves open how many weights there are and where they begin; both are ours.

use super::category::{CATEGORIES, MoveCategory};
use super::realisation::{BASE, CategoryCounts, Realisation, shipped};
use ludometer_arena::env::BlockEntry;
use ludometer_arena::learner::{BlockMaker, ParameterBlock};
use ludometer_games_board::loa::Loa;
use ludometer_spec::params;
use ludometer_spec::params::{choice, whole};
use ludometer_spec::spec::Literal;
use ludometer_tune::Parameter;
use std::sync::Arc;

/// The range of a probability that is tuned.
const LEAST: f64 = 0.001;
const MOST: f64 = 0.999;

params! {
    struct BlockParams {
        available: u64 = whole(
            "available",
            0..=1_000_000_000,
            "categories that were available in at least this many positions are tuned",
        )
        .or("500"),
        alike: bool = choice(
            "start",
            [("counted", false), ("alike", true)],
            "as counted in games, or every move equally likely",
        )
        .or("counted"),
    }
}

/// The block of realisation probabilities.
pub fn blocks() -> Vec<BlockEntry<Loa>> {
    vec![BlockEntry::new(
        "realisation",
        "realisation-block@1",
        "realisation probabilities of the categories of moves, for `mia(probabilities={...})`",
        BlockParams::params(),
        |given, _| {
            let block = block(shipped(), given.available, given.alike);
            Ok(Arc::new(move |_| block.clone()) as BlockMaker)
        },
    )]
}

/// The categories that were available often enough to say anything, each in its own unit, so that
/// published step sizes mean what they say; the others keep their probability.
fn block(counts: &CategoryCounts, available: u64, alike: bool) -> ParameterBlock {
    let start = move |number: usize| match alike {
        true => BASE,
        false => counts.probability(number),
    };
    let numbers = (0..CATEGORIES).filter(|&number| counts.of(number).1 >= available);
    let numbers: Vec<usize> = numbers.collect();
    let parameters = numbers.iter().map(|&number| {
        let name = MoveCategory::numbered(number).to_string();
        let start = start(number).clamp(LEAST, MOST);
        Parameter::real(&name, LEAST, MOST, start).width(1.0)
    });
    // What is not tuned is written out where it is not as counted.
    let others = (0..CATEGORIES).filter(|number| alike && !numbers.contains(number));
    let others: String = others.map(|number| format!(" {number}:{BASE:?}")).collect();
    ParameterBlock::new(parameters.collect(), move |values| {
        let tuned = numbers.iter().zip(values);
        let tuned: String = tuned
            .map(|(number, p)| format!(" {number}:{p:?}"))
            .collect();
        Literal::Text(format!("{tuned}{others}").trim_start().to_string())
    })
}

/// The counted probabilities with those of some categories replaced: `12:0.25 40:0.1`.
pub(super) fn realisation(text: &str, base: f64) -> Result<Realisation, String> {
    let mut all: Vec<f64> = (0..CATEGORIES)
        .map(|number| shipped().probability(number))
        .collect();
    for word in text.split_whitespace() {
        let wrong = || {
            format!(
                "`{word}` is no category with its probability: write a number below {CATEGORIES}, a colon and a probability, as in 12:0.25"
            )
        };
        let (number, probability) = word.split_once(':').ok_or_else(wrong)?;
        let number: usize = number.parse().map_err(|_| wrong())?;
        let probability: f64 = probability.parse().map_err(|_| wrong())?;
        if !(probability > 0.0 && probability <= 1.0) {
            return Err(wrong());
        }
        *all.get_mut(number).ok_or_else(wrong)? = probability;
    }
    Ok(Realisation::new(|number| all[number], base))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn costs(block: &ParameterBlock) -> Vec<f32> {
        let start: Vec<f64> = block.parameters.iter().map(|p| p.start).collect();
        let Literal::Text(text) = block.write(&start) else {
            panic!("probabilities are a text");
        };
        let realisation = realisation(&text, BASE).unwrap();
        (0..CATEGORIES)
            .map(|number| realisation.cost(number))
            .collect()
    }

    #[test]
    fn both_starts_tune_the_same_categories_and_only_one_knows_anything() {
        let (counted, alike) = (block(shipped(), 500, false), block(shipped(), 500, true));
        let names = |block: &ParameterBlock| -> Vec<String> {
            block.parameters.iter().map(|p| p.name.clone()).collect()
        };
        assert_eq!(names(&counted), names(&alike));
        assert_eq!(counted.parameters.len(), 121);
        // The rarest are at the end of the range.
        let as_counted = |number| {
            let chance = shipped().probability(number);
            chance.max(if shipped().of(number).1 >= 500 {
                LEAST
            } else {
                0.0
            })
        };
        let as_counted = Realisation::new(as_counted, BASE);
        let as_counted = (0..CATEGORIES).map(|number| as_counted.cost(number));
        assert!(costs(&counted).into_iter().eq(as_counted));
        assert!(costs(&alike).iter().all(|&cost| cost == 1.0));
    }

    #[test]
    fn probabilities_are_read_or_refused() {
        let read = realisation("3:0.5", 0.25).unwrap();
        assert_eq!(read.cost(3), 0.5);
        assert_eq!(read.probability(4), shipped().probability(4) as f32);
        for wrong in ["3", "x:0.5", "3:0", "3:1.5", "3:nan", "99999:0.5"] {
            assert!(realisation(wrong, 0.25).is_err(), "{wrong}");
        }
    }
}
