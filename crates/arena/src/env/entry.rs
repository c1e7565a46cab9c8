//! What every entry of the registry says of itself.

use ludometer_core::{Facts, Game, Measure};
use ludometer_spec::knob::{Args, Kind, Knob};
use ludometer_spec::source::Fault;
use ludometer_spec::spec::Spec;

/// Whether something can be used with a game, or why not and what to use instead.
pub type Fit = fn(&Facts) -> Result<(), &'static str>;

/// A name that a spec may use, and how it is made.
pub struct Entry<M> {
    /// The name.
    pub name: &'static str,
    /// What results are kept under: an identifier that no renaming changes, and behind `@` a version
    /// that is raised when the entry plays, judges or begins otherwise than before.
    pub id: &'static str,
    /// One line that says what it is, with its source.
    pub about: &'static str,
    /// What can be set.
    pub knobs: &'static [Knob],
    /// Where it fits.
    pub fit: Fit,
    /// How it is made.
    pub make: M,
}

/// It fits every game.
pub(super) const ANY: Fit = |_| Ok(());

/// Finds the entry that a spec names, checks that it fits and matches the knobs. Of the game's
/// measures only evaluators know.
pub(crate) fn find<'a, G: Game, M>(
    kind: &str,
    spec: &Spec,
    entries: &'a [Entry<M>],
    measures: &[Measure<G>],
    facts: &Facts,
) -> Result<(&'a Entry<M>, Args), Fault> {
    let Some(entry) = entries.iter().find(|entry| entry.name == spec.name) else {
        let fault = Fault::at(
            &spec.place,
            format!("{} has no {kind} `{}`", facts.name, spec.name),
        );
        let names = entries
            .iter()
            .map(|entry| entry.name)
            .chain(measures.iter().map(|measure| measure.name));
        return Err(fault.known(&spec.name, names));
    };
    if let Err(reason) = (entry.fit)(facts) {
        let message = format!("`{}` cannot sit at {}: {reason}", entry.name, facts.name);
        return Err(Fault::at(&spec.place, message));
    }
    let args = Args::bind(spec, &knobs(entry.knobs, measures))?;
    Ok((entry, args.identified(entry.id)))
}

/// What can be set at a game with these measures: a weight of each where an entry takes weights.
fn knobs<G: Game>(declared: &[Knob], measures: &[Measure<G>]) -> Vec<Knob> {
    let mut knobs = Vec::with_capacity(declared.len());
    for knob in declared {
        match knob.kind {
            Kind::Weights => {
                let weights = measures.iter();
                knobs.extend(weights.map(|measure| {
                    Knob::new(measure.name, Kind::Weight, Some("0"), knob.about)
                        .known_as(measure.id)
                        .weighing(measure.version)
                }));
            }
            _ => knobs.push(*knob),
        }
    }
    knobs
}
