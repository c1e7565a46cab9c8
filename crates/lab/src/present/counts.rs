//! Tables that count how often a row is significantly above all it is compared with.

use super::agreement::{Agreement, TableRole};
use super::compared::Compared;
use super::contrast::{Contrast, Tests};
use super::{CellSet, Results};
use crate::plan::{TableLayout, Test};
use ludometer_report::{Cell, Column, Mark, Table};
use std::collections::{BTreeMap, BTreeSet};

/// The value of the counted variable, the column, and the two rows of a test.
type TestKey = (String, String, [String; 2]);

/// The tests of a table, each pair of samples once.
struct Tested<'a> {
    results: &'a Results<'a>,
    layout: &'a TableLayout,
    test: Test,
    tests: Tests,
    known: BTreeMap<TestKey, Option<(Contrast, usize)>>,
}

impl Tested<'_> {
    fn sample(&self, over: (&str, &str), row: &str, column: &str) -> CellSet {
        let mut wanted = vec![
            over,
            (self.layout.rows.as_str(), row),
            (self.layout.columns.as_str(), column),
        ];
        wanted.extend(self.layout.conditions());
        self.results.sample(&wanted)
    }

    /// One row against another where the counted variable has a value; with the place of the test.
    fn contrast(
        &mut self,
        over: (&str, &str),
        column: &str,
        (one, other): (&str, &str),
    ) -> Option<(Contrast, usize)> {
        let turned = one > other;
        let names = if turned { [other, one] } else { [one, other] };
        let key = (
            over.1.to_string(),
            column.to_string(),
            names.map(str::to_string),
        );
        if !self.known.contains_key(&key) {
            let [ours, theirs] = names.map(|name| self.sample(over, name, column));
            let (metric, seat) = (self.layout.metric, self.layout.seat);
            let found = Contrast::of(self.results, (&ours, &theirs), metric, seat, self.test.kind);
            let found = found.map(|contrast| (contrast, self.tests.add(&contrast)));
            self.known.insert(key.clone(), found);
        }
        let (contrast, place) = (*self.known.get(&key)?)?;
        Some((if turned { contrast.turned() } else { contrast }, place))
    }
}

/// In how many values of `over` a row is significantly above all others of its group, column by
/// column, and in how many different ones altogether.
pub(super) fn counts(
    results: &Results<'_>,
    layout: &TableLayout,
    over: &str,
    among: &[Vec<String>],
    test: Test,
) -> (Table, Option<Agreement>) {
    let columns = results.plan.values(&layout.columns);
    let mut table = Table::new(&layout.name, &layout.title)
        .column(Column::left(&layout.rows))
        .column(Column::left("against"));
    for column in &columns {
        table = table.column(Column::right(*column));
    }
    table = table.column(Column::right("Total"));
    let mut tested = Tested {
        results,
        layout,
        test,
        tests: Tests::default(),
        known: BTreeMap::new(),
    };
    let mut lines = Vec::new();
    for group in among {
        for one in group {
            let others: Vec<&str> = group
                .iter()
                .filter(|other| *other != one)
                .map(String::as_str)
                .collect();
            let columns = columns.iter();
            let wins: Vec<Vec<Victory>> = columns
                .map(|column| victories(&mut tested, (one, &others), column, over))
                .collect();
            lines.push((one.as_str(), others.join(", "), wins));
        }
    }
    let corrected = layout.published.is_empty();
    let adjusted = tested.tests.holm();
    let mut compared = Vec::new();
    for (line, (one, against, wins)) in lines.iter().enumerate() {
        let mut cells = vec![
            Cell::text(*one).mark(Mark::Strong),
            Cell::text(against.as_str()),
        ];
        let printed = layout.published.get(line);
        let mut unique = BTreeSet::new();
        let row = format!("{one} against {against}");
        for (at, (column, wins)) in columns.iter().zip(wins).enumerate() {
            if wins.is_empty() {
                cells.push(Cell::empty());
                continue;
            }
            let wins: Vec<(&str, f64, bool)> = wins
                .iter()
                .map(|win| {
                    let above = match corrected {
                        true => win.places.iter().all(|place| adjusted[*place] < test.level),
                        false => true,
                    };
                    (win.value.as_str(), win.chance, win.above && above)
                })
                .collect();
            // A count of fewer values is no count of all.
            let whole = wins.len() == results.plan.values(over).len();
            let printed = printed.filter(|_| whole).and_then(|row| row.get(at));
            cells.push(count(&wins, (&row, column), printed, &mut compared));
            unique.extend(wins.into_iter().filter(|win| win.2).map(|win| win.0));
        }
        let total = Cell::number(unique.len() as f64, 0);
        let printed = printed.and_then(|row| row.get(columns.len()));
        cells.push(match printed {
            Some(printed) => total.detail(format!("paper {printed}")),
            None => total,
        });
        table = table.row(cells);
    }
    table = table.note(format!(
        "values of {over} where the row is significantly above all it is compared with ({}, p < {})",
        test.kind.title(),
        test.level
    ));
    for note in tested.tests.notes(test.level, corrected) {
        table = table.note(note);
    }
    if let Some(note) = &layout.note {
        table = table.note(note);
    }
    let agreement =
        (!compared.is_empty()).then(|| Agreement::new(&layout.name, TableRole::Derived, compared));
    (table, agreement)
}

/// A value of the counted variable.
struct Victory {
    value: String,
    /// The chance that the row is above all others there in a repetition of the experiment.
    chance: f64,
    /// Whether it is now, uncorrected.
    above: bool,
    /// The places of its tests.
    places: Vec<usize>,
}

fn victories(
    tested: &mut Tested<'_>,
    (one, others): (&str, &[&str]),
    column: &str,
    over: &str,
) -> Vec<Victory> {
    let level = tested.test.level;
    let mut victories = Vec::new();
    // What was not played by all is not counted.
    'values: for value in tested.results.plan.values(over) {
        let mut victory = Victory {
            value: value.to_string(),
            chance: 1.0,
            above: true,
            places: Vec::new(),
        };
        for other in others {
            let Some((contrast, place)) = tested.contrast((over, value), column, (one, other))
            else {
                continue 'values;
            };
            victory.chance *= contrast.again(level);
            victory.above &= contrast.is_above(level);
            victory.places.push(place);
        }
        victories.push(victory);
    }
    victories
}

/// A count beside the published one, which two repetitions of the experiment may differ in.
fn count(
    wins: &[(&str, f64, bool)],
    place: (&str, &str),
    printed: Option<&String>,
    compared: &mut Vec<Compared>,
) -> Cell {
    let ours = wins.iter().filter(|win| win.2).count() as f64;
    let cell = Cell::number(ours, 0);
    let Some(figure) = printed.and_then(|text| text.parse::<f64>().ok()) else {
        return cell;
    };
    let chances: Vec<f64> = wins.iter().map(|(_, chance, _)| *chance).collect();
    compared.push(Compared::count(place, &chances, ours, figure));
    cell.detail(format!("paper {figure}"))
}
