//! Writes every kind of block in every format into a folder, to be looked at:
//! `cargo run -p ludometer-report --example gallery -- FOLDER`.

mod plots;

use ludometer_report::{
    Axis, Cell, Column, Document, EpisodeCount, Mark, PlanRecord, Plot, Point, Provenance, Series,
    Style, Table, html, json, latex, markdown, pdf, svg, terminal, vega_lite,
};
use plots::{
    crowded, distribution, groups, intervals, learning, long_names, many, noise, panels, theory,
};
use std::path::PathBuf;

fn main() -> std::io::Result<()> {
    let folder = PathBuf::from(std::env::args().nth(1).unwrap_or_else(|| ".".into()));
    let document = gallery().provenance(origin());
    let style = Style {
        width: 100,
        colour: true,
        unicode: true,
    };
    let plain = Style {
        width: 72,
        colour: false,
        unicode: false,
    };
    let write = |name: &str, text: String| std::fs::write(folder.join(name), text);
    write("report-gallery.html", html(&document))?;
    write("report-gallery.md", markdown(&document))?;
    write("report-gallery.json", format!("{:#}\n", json(&document)))?;
    write("report-gallery.ansi", terminal(&document, style))?;
    write("report-gallery.txt", terminal(&document, plain))?;
    write("report-gallery.tex", latex(&document))?;
    for plot in document.figures() {
        let (name, origin) = (plot.file_name(), document.provenance.as_ref());
        write(&format!("{name}.svg"), svg(&plot, origin))?;
        std::fs::write(folder.join(format!("{name}.pdf")), pdf(&plot, origin))?;
    }
    write(
        "report-gallery.vl.json",
        format!("{:#}\n", vega_lite(&groups())),
    )
}

/// As that of an experiment.
fn origin() -> Provenance {
    Provenance {
        fingerprint: Some("0123456789abcdef0123456789abcdef".into()),
        plan: Some(PlanRecord {
            name: "gallery".into(),
            text: "game = \"chess\"\nseats = [\"uct\", \"random\"]\nepisodes = 100\n".into(),
            played: vec!["game chess@1".into(), "seat uct@1(playouts=100)".into()],
        }),
        seed: Some(1),
        episodes: Some(EpisodeCount {
            per_cell: 100,
            cells: 35,
            stored: 3400,
            uneven_total: None,
        }),
        budget: "unlimited".into(),
        ..Provenance::new("ludometer", "0.1.0", "ludometer run gallery")
    }
}

fn gallery() -> Document {
    Document::new(
        "Random minimaxing at chess, Othello and Lines of Action: a gallery of every block",
    )
    .text(
        "Each number below is invented. The text shows `code`, *emphasis*, a link to \
             [a table](#wins) and one to [a site](https://example.org/a?b=c&d=e).\n\n\
             A second paragraph: 囲碁, naïve, ½ ≤ p ≤ 1, α–β, <b>not bold</b> & so on.",
    )
    .heading("Tables")
    .table(wins())
    .verdict("31 of 35 cells agree")
    .table(plain())
    .heading("Curves")
    .plot(learning())
    .plot(crowded())
    .plot(theory())
    .heading("Bars and points")
    .plot(groups())
    .plot(many(
        "many",
        "Twenty games and four agents: too many bars for one row",
        "win rate",
        (0.1, 0.9),
    ))
    .plot(many(
        "negative",
        "The same with scores below zero",
        "points",
        (-30.0, 50.0),
    ))
    .plot(distribution())
    .plot(long_names())
    .plot(intervals())
    .heading("Small multiples")
    .panels(
        "Win rate against budget in twelve games, all on the same axes",
        4,
        panels(),
    )
    .heading("Edges")
    .plot(Plot::new("empty", "No series at all").x(Axis::linear("nothing")))
    .plot(
        Plot::new("one", "One point, and others that cannot be drawn")
            .y(Axis::log("only one positive value"))
            .series(Series::points(
                "measured",
                [(1.0, 3.0), (2.0, 0.0), (3.0, f64::NAN), (4.0, -2.0)]
                    .map(|(x, y)| Point::new(x, y)),
            )),
    )
    .table(
        Table::new("none", "A table without rows")
            .column(Column::left("game"))
            .column(Column::right("n")),
    )
}

fn wins() -> Table {
    let depths = [
        "depth 1",
        "depth 2",
        "depth 3",
        "depth 4",
        "depth 5",
        "mean of the five",
    ];
    let mut table = Table::new("wins", "Share of games won by the deeper player, by depth and die (published figures in small print)")
        .column(Column::left("die"));
    for depth in depths {
        table = table.column(Column::decimal(depth));
    }
    for (row, die) in [
        "none",
        "one bit",
        "uniform ×2",
        "uniform ×4",
        "uniform ×8",
        "normal, σ = 1",
        "all",
    ]
    .iter()
    .enumerate()
    {
        let mut cells = vec![Cell::text(*die)];
        for column in 0..6u32 {
            let share = 0.3 + 0.6 * noise(row as u32 * 6 + column + 1);
            let detail = format!(
                "[{:.2}, {:.2}] paper {:.3}",
                share - 0.03,
                share + 0.03,
                share + 0.011
            );
            let cell = Cell::number(share, 3).detail(detail);
            cells.push(match (row, column) {
                (_, 5) => Cell::number(share * 100.0, 1).mark(Mark::Strong),
                (2 | 5, 1) | (3, 3) => cell.mark(Mark::Bad),
                (6, _) => Cell::text("–").mark(Mark::Quiet),
                _ => cell.mark(Mark::Good),
            });
        }
        table = table.row(cells);
    }
    table
        .note("2,000 games a cell; intervals are Wilson's at 95 %.")
        .note("A cell agrees when a two-sided test gives `p >= 0.01`.")
}

fn plain() -> Table {
    Table::new("agents", "What sits at the table")
        .column(Column::left("agent"))
        .column(Column::left("what it does"))
        .column(Column::right("nodes"))
        .column(Column::decimal("Elo"))
        .row([
            Cell::text("minimax"),
            Cell::text("looks ahead to a fixed depth and backs up the evaluation of the leaves"),
            Cell::number(1_900_000.0, 0),
            Cell::number(-12.25, 2),
        ])
        .row([
            Cell::text("open loop"),
            Cell::text("a tree over action sequences, sampled"),
            Cell::number(480.0, 0),
            Cell::number(104.5, 1),
        ])
        .row([
            Cell::text("random"),
            Cell::text("any legal action"),
            Cell::number(0.0, 0),
            Cell::number(0.0, 0),
        ])
}
