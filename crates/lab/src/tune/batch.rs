//! How many games a tuner asks for at once, where that is not as its settings were published.

use ludometer_spec::document::fields::Fields;
use ludometer_spec::document::tree::Node;
use ludometer_spec::source::Fault;
use ludometer_tune::{Directions, Method, Sampling};

/// The most that any count of a batch can be.
const MOST: u64 = 1_000_000;

/// A tuner's settings at full and at quick size, with what `batch` says of them.
///
/// `evaluations` are the games of one side of a perturbation, as in the batch sizes of Kocsis,
/// Szepesvári and Winands (Table 1); of mirrored ones half are of the same openings with seats
/// changed. `quick` is the share of them that is played at quick size.
pub(super) fn batch(node: &Node, tuner: &str, method: Method) -> Result<[Method; 2], Fault> {
    let Method::Ascent(mut settings) = method else {
        let message = format!("the tuner `{tuner}` chooses its batches itself");
        let hint = "leave `batch` away, or take one that ascends: spsa, rspsa-om, fdsa-om ...";
        return Err(Fault::at(&node.place, message).hint(hint));
    };
    let mut fields = Fields::of(node, "`batch`")?;
    let sampling = &mut settings.sampling;
    let mut evaluations = sampling.scenarios * sides(sampling);
    if let Some(count) = fields.whole("perturbations", 1, MOST)? {
        if sampling.directions == Directions::OneAtATime {
            let place = fields.node("perturbations").map(|node| &node.place);
            let message = format!("`{tuner}` perturbs every parameter once");
            let fault = Fault::at(place.unwrap_or(&node.place), message);
            return Err(fault.hint("leave `perturbations` away"));
        }
        sampling.perturbations = count as u32;
    }
    if let Some(count) = fields.whole("evaluations", 1, MOST)? {
        evaluations = count as u32;
    }
    sampling.mirrored = fields.flag("mirrored")?.unwrap_or(sampling.mirrored);
    sampling.reuse = fields.flag("reuse")?.unwrap_or(sampling.reuse);
    let quick = fields.number("quick", 0.0, 1.0)?.unwrap_or(1.0);
    let written = fields.node("evaluations");
    fields.done()?;
    let seats = sides(sampling);
    if !evaluations.is_multiple_of(seats) {
        let message = format!("{evaluations} evaluations cannot be mirrored: that takes pairs");
        let place = written.map_or(&node.place, |node| &node.place);
        let hint = format!("as in evaluations = {}", evaluations + 1);
        return Err(Fault::at(place, message).hint(hint));
    }
    let sized = |share: f64| {
        let scenarios = f64::from(evaluations / seats) * share;
        let mut settings = settings;
        settings.sampling.scenarios = (scenarios.round() as u32).max(1);
        Method::Ascent(settings)
    };
    Ok([sized(1.0), sized(quick)])
}

/// Games that one scenario has on each side of a perturbation.
fn sides(sampling: &Sampling) -> u32 {
    1 + u32::from(sampling.mirrored)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_spec::document::tree;
    use ludometer_spec::source::Place;

    fn read(text: &str, tuner: &str) -> Result<[Sampling; 2], String> {
        let node = tree::parse(&Place::whole("test", text)).unwrap();
        let batch = batch(&node, tuner, Method::named(tuner).unwrap());
        let sampling = |method| match method {
            Method::Ascent(settings) => settings.sampling,
            _ => unreachable!(),
        };
        Ok(batch.map_err(|fault| fault.to_string())?.map(sampling))
    }

    /// Mirrored, Table 1 has as many games and half as many decks.
    #[test]
    fn the_published_number_of_games_is_kept() {
        for (tuner, scenarios, quick) in [("rspsa-om", 125, 5), ("fdsa-om", 750, 30)] {
            let [full, small] = read("mirrored = true\nquick = 0.04", tuner).unwrap();
            assert_eq!((full.scenarios, small.scenarios), (scenarios, quick));
            assert!(full.mirrored && full.reuse && small.mirrored && small.reuse);
        }
        let [full, small] = read("reuse = false\nevaluations = 7", "rspsa-om").unwrap();
        assert_eq!((full.scenarios, full.reuse), (7, false));
        assert_eq!(full, small);
        assert_eq!(read("quick = 0.0", "rspsa-om").unwrap()[1].scenarios, 1);
    }

    #[test]
    fn what_cannot_be_is_refused() {
        for (text, tuner, said) in [
            ("mirrored = true", "default", "chooses its batches itself"),
            ("perturbations = 6", "fdsa-om", "every parameter once"),
            ("mirrored = true", "rspsa-gr", "takes pairs"),
            ("evaluations = 0", "rspsa-om", "evaluations"),
            ("decks = 4", "rspsa-om", "decks"),
        ] {
            let fault = read(text, tuner).unwrap_err();
            assert!(fault.contains(said), "{text}: {fault}");
        }
    }
}
