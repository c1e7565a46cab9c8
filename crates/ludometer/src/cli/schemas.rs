//! The forms in which commands give their data to other programs.

/// What the data of an envelope is. A form's number is raised when a field changes its meaning, its
/// type or its name, or is dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Schema {
    /// A report as blocks of text, tables and plots.
    Document,
    /// Tables of a plan beside their published figures, after `run`.
    Run,
    /// The same from stored rows.
    Report,
    /// A plan with sequential tests, after `run`.
    SprtRun,
    /// The same from stored rows.
    SprtReport,
    /// A sequential test of counts.
    Sprt,
    /// How long a sequential test takes.
    SprtPlan,
    /// What a plan costs.
    PlanCost,
    /// Jobs of a scheduler.
    Submit,
    /// A written archive.
    Archive,
    /// A checked archive.
    ArchiveCheck,
    /// Rows written to a store.
    ArchiveExtract,
    /// A tuning with its figures and batches.
    Tune,
    /// A study of several arms, each a tuning.
    Study,
    /// Tables of papers beside their published figures.
    Reproduce,
    /// The end of a game.
    Play,
    /// A position with the values of its moves.
    Analyse,
    /// Leaves of the tree of moves at each depth.
    Perft,
    /// Chances of moves under random minimaxing in a position.
    MoveOdds,
    /// The same in many positions.
    Odds,
    /// How often evaluations recommend wrong moves.
    Quality,
    /// A solution with its bounds.
    Solve,
    /// A verified certificate.
    SolveVerify,
    /// Exact numbers of trees.
    Theory,
    /// Learned weights.
    TrainWeights,
    /// Everything that is registered.
    List,
    /// Shared settings and where they come from.
    Config,
    /// Checks of a game or an agent.
    Check,
    /// Games of VGDL that were read.
    VgdlCheck,
    /// Recorded games of VGDL that were played again.
    VgdlReplay,
    /// Hands of poker that were read.
    Hands,
    /// Speeds.
    Bench,
    /// Speeds of VGDL games.
    BenchVgdl,
    /// Tuners on landscapes whose best point is known.
    BenchTune,
    /// What a store holds.
    StoreList,
    /// A cell of a store.
    StoreShow,
    /// Two stores beside each other.
    StoreCompare,
    /// Cells that were dropped.
    StorePrune,
    /// Stores that were united.
    StoreMerge,
    /// Damage of a store.
    StoreCheck,
    /// A store that was repaired.
    StoreRepair,
    /// Episodes of a store that were played again.
    StoreAudit,
}

impl Schema {
    /// The identifier, as in `ludometer/report/1`.
    pub(super) fn id(self) -> String {
        let name = match self {
            Schema::Document => "document",
            Schema::Run => "run",
            Schema::Report => "report",
            Schema::SprtRun => "sprt-run",
            Schema::SprtReport => "sprt-report",
            Schema::Sprt => "sprt",
            Schema::SprtPlan => "sprt-plan",
            Schema::PlanCost => "plan-cost",
            Schema::Submit => "submit",
            Schema::Archive => "archive",
            Schema::ArchiveCheck => "archive-check",
            Schema::ArchiveExtract => "archive-extract",
            Schema::Tune => "tune",
            Schema::Study => "study",
            Schema::Reproduce => "reproduce",
            Schema::Play => "play",
            Schema::Analyse => "analyse",
            Schema::Perft => "perft",
            Schema::MoveOdds => "move-odds",
            Schema::Odds => "odds",
            Schema::Quality => "quality",
            Schema::Solve => "solve",
            Schema::SolveVerify => "solve-verify",
            Schema::Theory => "theory",
            Schema::TrainWeights => "train-weights",
            Schema::List => "list",
            Schema::Config => "config",
            Schema::Check => "check",
            Schema::VgdlCheck => "vgdl-check",
            Schema::VgdlReplay => "vgdl-replay",
            Schema::Hands => "hands",
            Schema::Bench => "bench",
            Schema::BenchVgdl => "bench-vgdl",
            Schema::BenchTune => "bench-tune",
            Schema::StoreList => "store-list",
            Schema::StoreShow => "store-show",
            Schema::StoreCompare => "store-compare",
            Schema::StorePrune => "store-prune",
            Schema::StoreMerge => "store-merge",
            Schema::StoreCheck => "store-check",
            Schema::StoreRepair => "store-repair",
            Schema::StoreAudit => "store-audit",
        };
        format!("ludometer/{name}/1")
    }
}
