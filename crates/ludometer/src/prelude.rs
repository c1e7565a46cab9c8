//! What a crate with a game, an agent, an evaluator or a tuner of its own needs.

pub use ludometer_core::{
    Actions, Agent, Budget, DynGame, Evaluator, Facts, Forfeit, Game, Generator, Hidden, Imperfect,
    KeyHasher, Measure, Notation, Perfect, Player, Reason, Rng, Seat, Seed, Turn,
};
pub use ludometer_tune::{
    Batch, Domain, Error as TunerError, Saved, Setting, SettingValue, Task, Tuner, TunerEntry,
    TunerKind,
};

#[cfg(feature = "lab")]
pub use ludometer_arena::env::{AgentEntry, EvaluatorEntry, GameEnv, StartEntry, agent, evaluator};
#[cfg(feature = "lab")]
pub use ludometer_arena::registry::{GameEntry, GeneralAgent, Registry};
#[cfg(feature = "lab")]
pub use ludometer_arena::weights::NamedText;
#[cfg(feature = "lab")]
pub use ludometer_spec::params::{Params, choice, none, real, switch, text, whole};
#[cfg(feature = "lab")]
pub use ludometer_spec::source::Diagnostic;
