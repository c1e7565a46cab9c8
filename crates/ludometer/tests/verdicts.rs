//! Verdicts on published tables, through the whole path from rows to words: wrong players are not
//! confirmed, perfect replications are seldom refuted, and what is not what was published is not compared.

use ludometer::catalogue::shipped;
use ludometer::define::no_files;
use ludometer::plan::{self, Plan, TableLayout};
use ludometer::play::{Ending, Episode, SeatResult};
use ludometer::present::{
    Agreement, CellVerdict, ComparedEntry, Control, Results, TableRole, TableVerdict, TooSmall,
};
use ludometer::source::Span;
use ludometer::tally::{AnalysisStage, MemoryRows};
use ludometer::vgdl::{Corpus, Library};
use ludometer_core::{Generator, Rng, Seed};
use std::path::Path;

#[path = "../../../tests/skipped.rs"]
mod skipped;

use skipped::shared;

fn dice(name: &str) -> Rng {
    Seed::new(28).named(name).rng(Generator::Xoshiro)
}

fn find(name: &str, settings: &[&str]) -> Plan {
    let settings: Vec<String> = settings.iter().map(ToString::to_string).collect();
    plan::find(name, &settings, no_files, shipped()).unwrap()
}

/// Simulated rows: each episode of a cell is won with the cell's chance, and scores its mean give or take.
fn simulated<'a>(
    plan: &'a Plan,
    count: u64,
    chance: &dyn Fn(&str, &str) -> f64,
    [row, column]: [&str; 2],
    dice: &mut Rng,
) -> Results<'a> {
    let cells = plan.cells.iter().map(|cell| {
        let variable = |name| cell.variable(name).unwrap();
        let chance = chance(variable(row), variable(column));
        let episode = |number: u64| {
            let won = dice.unit() < chance;
            let seat = SeatResult {
                payoff: if won { 1.0 } else { -1.0 },
                measured: Some(f64::from(u8::from(won))),
                ..SeatResult::default()
            };
            let episode = Episode {
                plies: 1,
                ending: Ending::Finished,
                seats: vec![seat],
                record: None,
            };
            (number, episode)
        };
        (0..count).map(episode).collect()
    });
    let rows = MemoryRows {
        cells: cells.collect(),
        look: AnalysisStage::Planned,
    };
    Results::of(plan, count, rows).unwrap()
}

/// What a table prints for a cell, as the truth.
fn printed(layout: &TableLayout, rows: &[&str], columns: &[&str], place: (&str, &str)) -> f64 {
    let row = rows.iter().position(|row| *row == place.0).unwrap();
    let column = columns
        .iter()
        .position(|column| *column == place.1)
        .unwrap();
    let text = layout.published[row].get(column).map_or("", String::as_str);
    text.parse().unwrap_or(0.5)
}

/// A shipped table with its truth taken to be what was printed.
struct Shipped {
    plan: Plan,
    table: &'static str,
    variables: [&'static str; 2],
    /// Episodes of a cell of the plan, of which several may make a cell of the table.
    count: u64,
}

impl Shipped {
    fn judge(&self, chance: &dyn Fn(&str, &str) -> f64, dice: &mut Rng) -> Agreement {
        let results = simulated(&self.plan, self.count, chance, self.variables, dice);
        let (_, agreements) = results.present().unwrap();
        let mut found = agreements.into_iter();
        found.find(|found| found.table == self.table).unwrap()
    }

    fn truth(&self, row: &str, column: &str) -> f64 {
        let layout = self
            .plan
            .tables
            .iter()
            .find(|table| table.name == self.table);
        let layout = layout.unwrap();
        let values = self.variables.map(|variable| self.plan.values(variable));
        printed(layout, &values[0], &values[1], (row, column))
    }

    /// The truth of the next column.
    fn neighbour(&self, row: &str, column: &str) -> f64 {
        let columns = self.plan.values(self.variables[1]);
        let at = columns.iter().position(|known| *known == column).unwrap();
        // The last column of Table IV has no printed figures.
        let count = if self.table == "A1" { columns.len() } else { 3 };
        self.truth(row, columns[(at + 1) % count])
    }

    /// All columns alike.
    fn equal(&self, row: &str, _: &str) -> f64 {
        let columns = self.plan.values(self.variables[1]);
        let count = if self.table == "A1" { columns.len() } else { 3 };
        let sum: f64 = columns[..count]
            .iter()
            .map(|column| self.truth(row, column))
            .sum();
        sum / count as f64
    }
}

/// The plan of Table IV as it would be on GVGAI's levels: without the key that names its paper nothing is
/// said of where its games come from.
fn seeding_small() -> Plan {
    let file = "../catalogue/plans/seeding-small.toml";
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap();
    let text = text.replace("paper = \"population-seeding\"\n", "");
    let text = Span::whole("seeding-small.toml", text);
    Plan::read("seeding-small", &text, &[], &no_files, shipped()).unwrap()
}

/// Table A1 at 1068 episodes, and Table IV at 100: five levels of twenty.
fn tables() -> [Shipped; 2] {
    [
        Shipped {
            plan: find("slide-depth4", &[]),
            table: "A1",
            variables: ["evaluation", "randomisation"],
            count: 1068,
        },
        Shipped {
            plan: seeding_small(),
            table: "IV wins",
            variables: ["game", "algorithm"],
            count: 20,
        },
    ]
}

#[test]
fn a_wrong_player_is_not_confirmed_and_the_right_one_is() {
    for shipped in tables() {
        let mut dice = dice(shipped.table);
        let right = shipped.judge(&|row, column| shipped.truth(row, column), &mut dice);
        assert_eq!(right.role, TableRole::Primary);
        assert_eq!(right.verdict, TableVerdict::Confirmed, "{}", right.words());
        let names: Vec<&str> = right
            .wrong_players
            .iter()
            .map(|wrong| wrong.name.as_str())
            .collect();
        assert_eq!(names, ["the neighbouring column", "equal players"]);
        for wrong in &right.wrong_players {
            assert!(wrong.power >= 0.9, "{wrong:?}");
            assert!(wrong.consistent < wrong.of, "{wrong:?}");
        }
        for _ in 0..3 {
            let neighbour = shipped.judge(&|row, column| shipped.neighbour(row, column), &mut dice);
            let equal = shipped.judge(&|row, column| shipped.equal(row, column), &mut dice);
            for found in [neighbour, equal] {
                assert_eq!(found.verdict, TableVerdict::Refuted, "{}", found.words());
                assert!(found.count(CellVerdict::Differs) > 0);
            }
        }
    }
}

/// A player that is a little too strong everywhere: no cell differs, the table does.
#[test]
fn a_shift_that_cells_hide_is_seen_by_the_table() {
    let [shipped, _] = tables();
    let mut dice = dice("shift");
    let shifted = |row: &str, column: &str| {
        let truth = shipped.truth(row, column);
        if truth > 0.02 { truth + 0.03 } else { truth }
    };
    let found = shipped.judge(&shifted, &mut dice);
    assert_eq!(found.verdict, TableVerdict::Refuted, "{}", found.words());
    assert!(found.count(CellVerdict::Differs) <= 2, "{}", found.words());
    assert!(found.test.unwrap().shift > 3.0);
}

/// Both samples are drawn from one truth: at most about one table in twenty is refuted, and few are
/// anything but confirmed or refuted at this size.
#[test]
fn a_perfect_replication_is_seldom_refuted() {
    const TABLES: usize = 40;
    let [_, mut shipped] = tables();
    let truths = tables();
    let mut dice = dice("perfect");
    let (mut refuted, mut confirmed, mut differ) = (0, 0, 0);
    for _ in 0..TABLES {
        let truth = |row: &str, column: &str| truths[1].truth(row, column);
        let names = ["game", "algorithm"].map(|name| {
            let values = truths[1].plan.values(name).into_iter();
            values.map(str::to_string).collect::<Vec<_>>()
        });
        let layout = shipped
            .plan
            .tables
            .iter_mut()
            .find(|table| table.name == "IV wins");
        let layout = layout.unwrap();
        for (game, row) in names[0].iter().zip(&mut layout.published) {
            for (algorithm, figure) in names[1].iter().zip(row).take(3) {
                let chance = truth(game, algorithm);
                let won = (0..100).filter(|_| dice.unit() < chance).count();
                *figure = format!("{}", won as f64 / 100.0);
            }
        }
        let found = shipped.judge(&truth, &mut dice);
        refuted += usize::from(found.verdict == TableVerdict::Refuted);
        confirmed += usize::from(found.verdict == TableVerdict::Confirmed);
        differ += usize::from(found.count(CellVerdict::Differs) > 0);
    }
    assert!(refuted <= 5, "{refuted} of {TABLES}");
    assert!(differ <= 5, "{differ} of {TABLES}");
    assert!(confirmed >= 30, "{confirmed} of {TABLES}");
}

/// With one episode a level, five a cell, the power that is printed is the rate of refutation.
#[test]
fn the_printed_power_is_the_rate_at_which_equal_players_are_refuted() {
    let [_, mut shipped] = tables();
    shipped.count = 1;
    let mut dice = dice("power");
    let mut power = 0.0;
    const TABLES: usize = 12;
    for _ in 0..TABLES {
        let found = shipped.judge(&|row, column| shipped.truth(row, column), &mut dice);
        let wrong = found
            .wrong_players
            .iter()
            .find(|wrong| wrong.name == "equal players");
        power += wrong.unwrap().power / TABLES as f64;
    }
    let rates = (0..30).map(|_| {
        let found = shipped.judge(&|row, column| shipped.equal(row, column), &mut dice);
        f64::from(u8::from(found.verdict == TableVerdict::Refuted)) / 30.0
    });
    let rate: f64 = rates.sum();
    assert!((power - rate).abs() < 0.3, "{power} {rate}");
}

/// A sample that a wrong player would pass as well decides nothing, and whose it is is said: ours, with the
/// number of episodes that would decide it, or the published one, which no number of ours makes larger.
#[test]
fn too_small_a_sample_cannot_tell() {
    let [mut ours, _] = tables();
    let mut dice = dice("small");
    let right = |shipped: &Shipped, dice: &mut Rng| {
        let truth = |row: &str, column: &str| shipped.truth(row, column);
        shipped.judge(&truth, dice)
    };
    ours.count = 2;
    let found = right(&ours, &mut dice);
    assert_eq!(found.verdict, TableVerdict::CannotTell, "{}", found.words());
    let Some(TooSmall::Ours(enough)) = found.too_small else {
        panic!("{found:?}");
    };
    assert!((3..100).contains(&enough), "{enough}");
    let reason = found.reason.unwrap();
    assert!(
        reason.starts_with("our sample is too small to see "),
        "{reason}"
    );
    // What it says would do does.
    ours.count = 2 * enough;
    let found = right(&ours, &mut dice);
    assert_ne!(found.verdict, TableVerdict::CannotTell, "{}", found.words());
    // As if the paper had played four episodes a cell.
    let [mut theirs, _] = tables();
    let mut layouts = theirs.plan.tables.iter_mut();
    let layout = layouts.find(|layout| layout.name == theirs.table).unwrap();
    layout.published_episodes = Some(4);
    let found = right(&theirs, &mut dice);
    assert_eq!(found.verdict, TableVerdict::CannotTell, "{}", found.words());
    assert_eq!(found.too_small, Some(TooSmall::Published));
    let reason = found.reason.unwrap();
    assert!(
        reason.starts_with("the published sample is too small to see "),
        "{reason}"
    );
}

/// A control is a plan with one thing changed: its rows are a wrong player.
#[test]
fn one_ply_short_is_a_control() {
    let [shipped, _] = tables();
    let short = find(
        "slide-depth4",
        &[r#"seats=["depth-fast(t=3, leaf={leaf})"]"#],
    );
    let mut dice = dice("control");
    let truth = |row: &str, column: &str| shipped.truth(row, column);
    let weaker = |row: &str, column: &str| 0.6 * shipped.truth(row, column);
    let results = simulated(&shipped.plan, 400, &truth, shipped.variables, &mut dice);
    let control = simulated(&short, 400, &weaker, shipped.variables, &mut dice);
    let controls = [Control {
        name: "one ply short",
        results: &control,
    }];
    let (_, agreements) = results.present_with(&controls).unwrap();
    let found = &agreements[0];
    assert_eq!(found.verdict, TableVerdict::Confirmed, "{}", found.words());
    assert_eq!(found.wrong_players[0].name, "one ply short");
    assert!(found.wrong_players[0].power > 0.9);
    assert!(found.words().contains("Power against one ply short"));
    // Compared with its own published figures, the control is withdrawn: it is not what was published.
    let (_, agreements) = control.present().unwrap();
    assert_eq!(agreements[0].verdict, TableVerdict::NotCompared);
    assert_eq!(
        agreements[0].words(),
        "Table A1: not compared: `seat` was changed"
    );
}

#[test]
fn what_was_changed_is_not_compared_and_another_seed_is() {
    let judged = |settings: &[&str]| {
        let plan = find("slide-depth4", settings);
        let mut dice = dice("changed");
        let results = simulated(
            &plan,
            30,
            &|_, _| 0.2,
            ["evaluation", "randomisation"],
            &mut dice,
        );
        let (_, mut agreements) = results.present().unwrap();
        agreements.remove(0)
    };
    for (setting, words) in [
        ("start=distance(16)", "`start` was changed"),
        ("moves=50", "`moves` was changed"),
        ("budget={steps=10}", "`steps` was changed"),
    ] {
        let found = judged(&[setting]);
        assert_eq!(found.verdict, TableVerdict::NotCompared, "{setting}");
        assert_eq!(found.words(), format!("Table A1: not compared: {words}"));
        assert_eq!(found.count(CellVerdict::NotCompared), found.cells.len());
    }
    for setting in ["seed=7", "episodes=30", "generator=mersenne-twister"] {
        let found = judged(&[setting]);
        assert_ne!(found.verdict, TableVerdict::NotCompared, "{setting}");
        assert_eq!(found.count(CellVerdict::NotCompared), 0);
    }
    // Cells that are as published stay with their own figures when others are gone.
    let cells = r#"cells=[{ evaluation = "Man", randomisation = "Det", leaf = "manhattan" }, { evaluation = "Man", randomisation = "Add", leaf = "add(manhattan, 2.5)" }, { evaluation = "Man", randomisation = "Mult", leaf = "mult(manhattan, 0.9)" }]"#;
    let found = judged(&[cells]);
    let shown: Vec<_> = found
        .cells
        .iter()
        .map(|cell| (cell.published.clone(), cell.verdict))
        .collect();
    assert_eq!(
        shown,
        [
            (ComparedEntry::Number(0.169), CellVerdict::Consistent),
            (ComparedEntry::Number(0.254), CellVerdict::Consistent),
            (ComparedEntry::Number(0.245), CellVerdict::NotCompared),
        ]
    );
}

/// The shipped levels are not GVGAI's, and GVGAI's are.
#[test]
fn figures_of_another_corpus_are_not_compared() {
    let plan = find("seeding-small", &[]);
    let departures = |plan: &Plan| {
        let cells = plan.cells.iter();
        cells.filter(|cell| cell.departure().is_some()).count()
    };
    assert_eq!(departures(&plan), plan.cells.len());
    let said = plan.cells[0].departure().unwrap();
    assert_eq!(
        said,
        "the texts of `aliens` are not GVGAI's, which are given by --corpus DIR"
    );
    let Some(folder) = shared("gvgai/gridphysics") else {
        return;
    };
    let files = std::fs::read_dir(&folder).unwrap();
    let files = files.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let library = Library::Corpus(Corpus {
        folder: "the corpus".to_string(),
        files: files.collect(),
        load: Box::new(move |file| {
            Ok(String::from_utf8_lossy(&std::fs::read(folder.join(file))?).into_owned())
        }),
    });
    let mut registry = shipped().clone();
    registry.replace(ludometer::catalogue::video(library));
    let plan = plan::find("seeding-small", &[], no_files, &registry).unwrap();
    assert_eq!(departures(&plan), 0);
}
