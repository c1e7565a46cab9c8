//! Overrides of a tuner's batch sizes.

use ludometer_arena::registry::NamedTuner;
use ludometer_spec::document::fields::Fields;
use ludometer_spec::document::tree::Node;
use ludometer_spec::source::Diagnostic;
use ludometer_tune::{Domain, Error, Settings};

/// The most that any count of a batch can be.
const MOST: u64 = 1_000_000;

/// A tuner at full and at quick size, with the overrides of `batch`.
///
/// `evaluations` are the games of one side of a perturbation, as in the batch sizes of Kocsis,
/// Szepesvári and Winands (Table 1); of mirrored ones half are of the same openings with seats
/// changed. `quick` is the share of them that is played at quick size; where a perturbation has a single
/// opening, the share of the perturbations.
pub(super) fn batch(node: &Node, tuner: &NamedTuner) -> Result<[NamedTuner; 2], Diagnostic> {
    let mut settings = tuner.settings().clone();
    if !(is_count(&settings, "scenarios")
        && is_flag(&settings, "mirrored")
        && is_flag(&settings, "reuse"))
    {
        let message = format!("the tuner `{}` chooses its batches itself", tuner.name());
        let hint = "omit `batch`, or take one that ascends: spsa, rspsa-om, fdsa-om ...";
        return Err(Diagnostic::at(&node.span, message).hint(hint));
    }
    let refused = |error: Error| Diagnostic::at(&node.span, error.to_string());
    let mut fields = Fields::of(node, "`batch`")?;
    let mut evaluations = settings.whole("scenarios").saturating_mul(sides(&settings));
    if let Some(count) = fields.whole("perturbations", 1, MOST)? {
        if !is_count(&settings, "perturbations") || is_one_at_a_time(&settings) {
            let span = fields.node("perturbations").map(|node| &node.span);
            let message = format!("`{}` perturbs every parameter once", tuner.name());
            let diagnostic = Diagnostic::at(span.unwrap_or(&node.span), message);
            return Err(diagnostic.hint("omit `perturbations`"));
        }
        let set = settings.set(tuner.name(), "perturbations", count as u32);
        set.map_err(refused)?;
    }
    if let Some(count) = fields.whole("evaluations", 1, MOST)? {
        evaluations = count as u32;
    }
    for flag in ["mirrored", "reuse"] {
        if let Some(value) = fields.flag(flag)? {
            settings.set(tuner.name(), flag, value).map_err(refused)?;
        }
    }
    let quick = fields.number("quick", 0.0, 1.0)?.unwrap_or(1.0);
    let written = fields.node("evaluations");
    fields.done()?;
    let seats = sides(&settings);
    if !evaluations.is_multiple_of(seats) {
        let message = format!("{evaluations} evaluations cannot be mirrored: that takes pairs");
        let span = written.map_or(&node.span, |node| &node.span);
        let hint = format!("as in evaluations = {}", evaluations + 1);
        return Err(Diagnostic::at(span, message).hint(hint));
    }
    // Where a perturbation has one opening only, fewer perturbations are made.
    let single = evaluations == seats && is_count(&settings, "perturbations");
    let sized = |share: f64| {
        let scaled = |count: u32| ((f64::from(count) * share).round() as u32).max(1);
        let mut settings = settings.clone();
        let set = match single && share < 1.0 && !is_one_at_a_time(&settings) {
            true => {
                let perturbations = scaled(settings.whole("perturbations"));
                settings.set(tuner.name(), "perturbations", perturbations)
            }
            false => settings.set(tuner.name(), "scenarios", scaled(evaluations / seats)),
        };
        set.and_then(|()| tuner.with(settings)).map_err(refused)
    };
    Ok([sized(1.0)?, sized(quick)?])
}

/// Games that one scenario has on each side of a perturbation.
fn sides(settings: &Settings) -> u32 {
    1 + u32::from(settings.flag("mirrored"))
}

/// Whether the number of perturbations is that of the parameters, whatever is set.
fn is_one_at_a_time(settings: &Settings) -> bool {
    let choice = matches!(domain(settings, "directions"), Some(Domain::Choice(_)));
    choice && settings.word("directions") == "one-at-a-time"
}

/// What a setting may be, if there is one of this name: a tuner of another crate may have another
/// idea of it.
fn domain<'a>(settings: &'a Settings, name: &str) -> Option<&'a Domain> {
    let index = settings.position(name)?;
    Some(&settings.declared()[index].domain)
}

fn is_count(settings: &Settings, name: &str) -> bool {
    matches!(domain(settings, name), Some(Domain::Whole(..)))
}

fn is_flag(settings: &Settings, name: &str) -> bool {
    matches!(domain(settings, name), Some(Domain::Flag))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_arena::registry::Registry;
    use ludometer_spec::document::tree;
    use ludometer_spec::source::Span;
    use ludometer_spec::spec::Spec;

    /// Scenarios, and whether they are mirrored and reused.
    fn read(text: &str, tuner: &str) -> Result<[(u32, bool, bool); 2], String> {
        let node = tree::parse(&Span::whole("test", text)).unwrap();
        let spec = Spec::parse(&Span::whole("tuner", tuner)).unwrap();
        let mut registry = Registry::empty();
        for entry in ludometer_tune::tuners() {
            registry.tuner(entry).unwrap();
        }
        let tuner = registry.open_tuner(&spec).unwrap();
        let sampling = |tuner: NamedTuner| {
            let settings = tuner.settings();
            let flags = ["mirrored", "reuse"].map(|flag| settings.flag(flag));
            (settings.whole("scenarios"), flags[0], flags[1])
        };
        let batch = batch(&node, &tuner).map_err(|diagnostic| diagnostic.to_string())?;
        Ok(batch.map(sampling))
    }

    /// Mirrored, Table 1 has as many games and half as many decks.
    #[test]
    fn the_published_number_of_games_is_kept() {
        for (tuner, scenarios, quick) in [("rspsa-om", 125, 5), ("fdsa-om", 750, 30)] {
            let [full, small] = read("mirrored = true\nquick = 0.04", tuner).unwrap();
            assert_eq!(full, (scenarios, true, true), "{tuner}");
            assert_eq!(small, (quick, true, true), "{tuner}");
        }
        let [full, small] = read("reuse = false\nevaluations = 7", "rspsa-om").unwrap();
        assert_eq!(full, (7, false, false));
        assert_eq!(full, small);
        assert_eq!(read("quick = 0.0", "rspsa-om").unwrap()[1].0, 1);
        // What the spec says of the tuner counts before that.
        let [full, small] = read("quick = 0.5", "rspsa-om(scenarios=30)").unwrap();
        assert_eq!((full.0, small.0), (30, 15));
    }

    #[test]
    fn what_cannot_be_is_refused() {
        for (text, tuner, said) in [
            ("mirrored = true", "default", "chooses its batches itself"),
            ("perturbations = 6", "fdsa-om", "every parameter once"),
            (
                "perturbations = 6",
                "spsa(directions=one-at-a-time)",
                "every parameter once",
            ),
            ("mirrored = true", "rspsa-gr", "takes pairs"),
            ("evaluations = 0", "rspsa-om", "evaluations"),
            ("decks = 4", "rspsa-om", "decks"),
        ] {
            let diagnostic = read(text, tuner).unwrap_err();
            assert!(diagnostic.contains(said), "{text}: {diagnostic}");
        }
    }
}
