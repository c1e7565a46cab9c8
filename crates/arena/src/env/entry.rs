//! Entries of the registry.

use ludometer_core::{Facts, Game, Measure, Repeatability};
use ludometer_spec::param::{Args, Param, ParamKind};
use ludometer_spec::params::Params;
use ludometer_spec::source::Diagnostic;
use ludometer_spec::spec::Spec;
use std::sync::Arc;

/// Whether something can be used with a game, or why not and what to use instead.
pub type Fit = Arc<dyn Fn(&Facts) -> Result<(), String> + Send + Sync>;

/// A program from outside that an agent asks, such as a chess engine.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Outside {
    /// What it calls itself, with its version.
    pub name: String,
    /// Everything that decides how it plays and is not in the spec, such as a hash of the executable.
    /// It becomes part of the identity that results are stored under.
    pub identity: String,
    /// How far its decisions repeat under match rules that repeat.
    pub repeatability: Repeatability,
    /// Threads that it searches with: so many cores are busy while it thinks.
    pub threads: usize,
}

impl Outside {
    /// A program with this name and identity, whose decisions do not repeat.
    pub fn new(name: impl Into<String>, identity: impl Into<String>) -> Outside {
        Outside {
            name: name.into(),
            identity: identity.into(),
            repeatability: Repeatability::No,
            threads: 1,
        }
    }

    /// The same, searching with this number of threads.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Outside {
        self.threads = threads.max(1);
        self
    }

    /// The same with decisions that repeat so far.
    #[must_use]
    pub fn repeating(mut self, repeatability: Repeatability) -> Outside {
        self.repeatability = repeatability;
        self
    }
}

type Describe<H> = Arc<dyn Fn(&Args, &H) -> Result<Outside, Diagnostic> + Send + Sync>;

type Make<H, T> = Arc<dyn Fn(&Args, &H) -> Result<T, Diagnostic> + Send + Sync>;

/// A named entry of a game, with its constructor: `H` is the game's environment.
pub struct Entry<H, T> {
    /// The name.
    pub name: String,
    /// The identity in stored results: an identifier that no renaming changes, and behind `@` a
    /// version that is raised when the entry's behaviour changes.
    pub id: String,
    /// One line that says what it is, with its source.
    pub about: String,
    /// The declared parameters.
    pub params: Vec<Param>,
    /// Aliases: earlier names, and other common ones.
    pub aliases: Vec<String>,
    fit: Fit,
    make: Make<H, T>,
    outside: Option<Describe<H>>,
}

impl<H: 'static, T: 'static> Entry<H, T> {
    /// An entry that fits every game and is made of its parameters.
    pub fn new<P: 'static>(
        name: impl Into<String>,
        id: impl Into<String>,
        about: impl Into<String>,
        params: Params<P>,
        make: impl Fn(P, &H) -> Result<T, Diagnostic> + Send + Sync + 'static,
    ) -> Entry<H, T> {
        Entry {
            name: name.into(),
            id: id.into(),
            about: about.into(),
            params: params.declared().to_vec(),
            aliases: Vec::new(),
            fit: Arc::new(|_| Ok(())),
            make: Arc::new(move |args, env| make(params.read(args)?, env)),
            outside: None,
        }
    }

    /// The same for an entry that asks a program from outside, which `describe` says.
    #[must_use]
    pub fn outside(
        mut self,
        describe: impl Fn(&Args, &H) -> Result<Outside, Diagnostic> + Send + Sync + 'static,
    ) -> Entry<H, T> {
        self.outside = Some(Arc::new(describe));
        self
    }

    /// The program from outside that it asks with these arguments, if it asks one.
    pub(super) fn asked(&self, args: &Args, env: &H) -> Result<Option<Outside>, Diagnostic> {
        let described = self.outside.as_ref().map(|describe| describe(args, env));
        described.transpose()
    }

    /// The same, for the games that `fit` accepts.
    #[must_use]
    pub fn fits(
        mut self,
        fit: impl Fn(&Facts) -> Result<(), &'static str> + Send + Sync + 'static,
    ) -> Entry<H, T> {
        self.fit = Arc::new(move |facts| fit(facts).map_err(str::to_string));
        self
    }

    /// The same with aliases.
    #[must_use]
    pub fn aliases<'a>(mut self, names: impl IntoIterator<Item = &'a str>) -> Entry<H, T> {
        self.aliases = names.into_iter().map(str::to_string).collect();
        self
    }

    /// The name and the aliases.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let aliases = self.aliases.iter().map(String::as_str);
        [self.name.as_str()].into_iter().chain(aliases)
    }

    /// Whether a spec may name it so.
    pub fn is_named(&self, name: &str) -> bool {
        self.names().any(|known| known == name)
    }

    /// Whether it can be used with a game, or why not.
    pub fn fit(&self, facts: &Facts) -> Result<(), String> {
        (self.fit)(facts)
    }

    pub(super) fn make(&self, args: &Args, env: &H) -> Result<T, Diagnostic> {
        (self.make)(args, env)
    }
}

/// Finds the entry that a spec names, checks that it fits and matches the parameters. Only evaluators
/// have access to the game's measures.
pub(crate) fn find<'a, G: Game, H: 'static, T: 'static>(
    kind: &str,
    spec: &Spec,
    entries: &'a [Entry<H, T>],
    measures: &[Measure<G>],
    facts: &Facts,
) -> Result<(&'a Entry<H, T>, Args), Diagnostic> {
    let Some(entry) = entries.iter().find(|entry| entry.is_named(&spec.name)) else {
        let diagnostic = Diagnostic::at(
            &spec.span,
            format!("{} has no {kind} `{}`", facts.name, spec.name),
        );
        let names = entries.iter().map(|entry| entry.name.as_str());
        let names = names.chain(measures.iter().map(|measure| measure.name));
        let aliases = entries.iter().flat_map(Entry::names);
        return Err(diagnostic.known_or_alias(&spec.name, names, aliases));
    };
    if let Err(reason) = entry.fit(facts) {
        let message = format!("`{}` does not fit {}: {reason}", entry.name, facts.name);
        return Err(Diagnostic::at(&spec.span, message));
    }
    let args = Args::bind(spec, &params(&entry.params, measures))?;
    Ok((entry, args.named(&entry.name).identified(entry.id.as_str())))
}

/// The parameters of an entry for a game with these measures: one weight for each where the entry
/// takes weights.
fn params<G: Game>(declared: &[Param], measures: &[Measure<G>]) -> Vec<Param> {
    let mut params = Vec::with_capacity(declared.len());
    for param in declared {
        match param.kind {
            ParamKind::Weights => {
                let weights = measures.iter();
                params.extend(weights.map(|measure| {
                    let about = param.about.as_str();
                    Param::new(measure.name, ParamKind::Weight, Some("0"), about)
                        .known_as(measure.id)
                        .weighing(measure.version)
                }));
            }
            _ => params.push(param.clone()),
        }
    }
    params
}
