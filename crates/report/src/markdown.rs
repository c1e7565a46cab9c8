//! Documents as GitHub reads them.

use crate::clean::clean;
use crate::data::reading_table;
use crate::document::paragraphs;
use crate::inline::{Span, slug, spans};
use crate::plot::shared_notes;
use crate::{Align, Block, Cell, Document, Mark, Plot, Provenance, Table};

/// GitHub-flavoured Markdown: tables as tables, plots as the numbers behind
/// them, folded away.
pub fn markdown(document: &Document) -> String {
    let document = document.said(&str::to_owned);
    let mut blocks = Vec::new();
    if !document.title.is_empty() {
        blocks.push(format!("# {}", escaped(&document.title)));
    }
    blocks.extend(document.blocks.iter().map(block));
    blocks.extend(document.provenance.as_ref().map(origin));
    let mut text = stacked(blocks);
    text.push('\n');
    text
}

fn block(block: &Block) -> String {
    match block {
        Block::Heading(text) => format!("## {}", escaped(text)),
        Block::Text(text) => stacked(paragraphs(text).map(|paragraph| marked(&paragraph))),
        Block::Verdict(text) => bold(text),
        Block::Table(table) => {
            let title = format!("{}{}", anchor(&table.name), bold(&table.title));
            let notes = table.notes.iter().map(|note| marked(note));
            stacked([title, grid(table)].into_iter().chain(notes))
        }
        Block::Plot(plot) => folded(plot),
        Block::Panels { title, plots, .. } => {
            let (shared, plots) = shared_notes(plots);
            let shared = shared.iter().map(|note| marked(note));
            stacked(
                std::iter::once(bold(title))
                    .chain(plots.iter().map(folded))
                    .chain(shared),
            )
        }
    }
}

/// Where the figures come from: a line, and the rest folded away.
fn origin(provenance: &Provenance) -> String {
    let lines: Vec<String> = provenance.lines().collect();
    // A fence is longer than any inside it.
    let longest = lines.iter().map(|line| {
        let runs = line.split(|letter| letter != '`').map(str::len);
        runs.max().unwrap_or(0)
    });
    let fence = "`".repeat(longest.max().unwrap_or(0).max(2) + 1);
    format!(
        "<details>\n<summary>{}</summary>\n\n{fence}text\n{}\n{fence}\n\n</details>",
        entities(&provenance.summary()),
        lines.join("\n")
    )
}

fn folded(plot: &Plot) -> String {
    let anchor = anchor(&plot.name);
    // Inside a line of HTML, Markdown's own signs mean nothing.
    let title = entities(if plot.title.is_empty() {
        "data"
    } else {
        &plot.title
    });
    let numbers = grid(&reading_table(plot));
    let folded =
        format!("{anchor}<details>\n<summary>{title}</summary>\n\n{numbers}\n\n</details>");
    let notes = clean(plot).notes;
    stacked(std::iter::once(folded).chain(notes.iter().map(|note| marked(note))))
}

fn stacked(parts: impl IntoIterator<Item = String>) -> String {
    let shown = parts.into_iter().filter(|part| !part.trim().is_empty());
    shown.collect::<Vec<_>>().join("\n\n")
}

fn bold(text: &str) -> String {
    match escaped(text.trim()) {
        text if text.is_empty() => text,
        text => format!("**{text}**"),
    }
}

fn entities(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

fn anchor(name: &str) -> String {
    match slug(name) {
        slug if slug.is_empty() => slug,
        slug => format!("<a id=\"{slug}\"></a>\n"),
    }
}

fn grid(table: &Table) -> String {
    if table.columns.is_empty() {
        return "(empty)".into();
    }
    let titles = table.columns.iter().map(|column| escaped(&column.title));
    let rules = table.columns.iter().map(|column| match column.align {
        Align::Left => ":---".to_owned(),
        Align::Centre => ":---:".to_owned(),
        Align::Right | Align::Decimal => "---:".to_owned(),
    });
    let mut lines = vec![line(titles), line(rules)];
    for row in &table.rows {
        let columns = 0..table.columns.len();
        lines.push(line(
            columns.map(|column| row.get(column).map_or(String::new(), cell)),
        ));
    }
    lines.join("\n")
}

fn line(cells: impl Iterator<Item = String>) -> String {
    format!("| {} |", cells.collect::<Vec<_>>().join(" | "))
}

fn cell(cell: &Cell) -> String {
    let mut text = escaped(&cell.text);
    if cell.mark == Mark::Strong {
        text = bold(&cell.text);
    }
    if let Some(sign) = cell.mark.sign() {
        text = format!("{text} {sign}");
    }
    if let Some(detail) = cell.small_print() {
        text = format!("{text} <sub>{}</sub>", escaped(detail));
    }
    text
}

fn marked(paragraph: &str) -> String {
    let mut text = String::new();
    for span in spans(paragraph) {
        match span {
            Span::Plain(plain) => text.push_str(&escaped(&plain)),
            Span::Code(code) => text.push_str(&format!("`{code}`")),
            Span::Emphasis(inside) => text.push_str(&format!("*{}*", escaped(&inside))),
            Span::Link { text: label, to } => {
                // With the mark before it, a link would be a picture that is fetched.
                if text.ends_with('!') {
                    text.insert(text.len() - 1, '\\');
                }
                text.push_str(&format!("[{}](<{}>)", escaped(&label), address(&to)));
            }
        }
    }
    guarded(text)
}

fn address(to: &str) -> String {
    to.replace('<', "%3C")
        .replace('>', "%3E")
        .replace('\\', "%5C")
}

/// Keeps a paragraph from opening a list, a heading or a rule.
fn guarded(text: String) -> String {
    let digits = text.chars().take_while(char::is_ascii_digit).count();
    let after = text[digits..].chars().next();
    if digits > 0 && matches!(after, Some('.' | ')')) {
        return format!("{}\\{}", &text[..digits], &text[digits..]);
    }
    if text.starts_with(['#', '-', '+', '=']) {
        return format!("\\{text}");
    }
    text
}

/// Literal text: what Markdown or HTML would understand is escaped.
fn escaped(text: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    let word = |index: Option<usize>| {
        index
            .and_then(|index| letters.get(index))
            .is_some_and(|letter| letter.is_alphanumeric())
    };
    let mut out = String::with_capacity(text.len());
    for (index, letter) in letters.iter().enumerate() {
        match letter {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            // Inside a word an underscore means nothing, and is easier to read.
            '_' if word(index.checked_sub(1)) && word(Some(index + 1)) => out.push('_'),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '~' | '$' => {
                out.push('\\');
                out.push(*letter);
            }
            _ => out.push(*letter),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Axis, Column, Point, Series};

    #[test]
    fn a_small_document() {
        let table = Table::new("odds", "Odds | ends")
            .column(Column::left("die"))
            .column(Column::decimal("p"))
            .row([
                Cell::text("a|b_c"),
                Cell::number(0.5, 2).detail("[.4, .6]").mark(Mark::Good),
            ])
            .row([Cell::text("<b>")])
            .note("see [odds](#odds)");
        let plot = Plot::new("", "Curve")
            .x(Axis::linear("n"))
            .series(Series::line(
                "p",
                [Point::new(1.0, 0.25), Point::new(2.0, f64::NAN)],
            ));
        let document = Document::new("A *die*")
            .text("1. not a list\n\nuse `a|b`")
            .table(table)
            .plot(plot)
            .verdict("1 of 1 cells agree");
        assert_eq!(
            markdown(&document),
            "# A \\*die\\*\n\n\
             1\\. not a list\n\nuse `a|b`\n\n\
             <a id=\"odds\"></a>\n**Odds \\| ends**\n\n\
             | die | p |\n| :--- | ---: |\n\
             | a\\|b_c | 0.50 ✓ <sub>\\[.4, .6\\]</sub> |\n\
             | &lt;b&gt; |  |\n\n\
             see [odds](<#odds>)\n\n\
             <details>\n<summary>Curve</summary>\n\n\
             | n | p |\n| ---: | ---: |\n| 1 | 0.25 |\n| 2 | – |\n\n\
             </details>\n\n\
             1 point left out: not a finite number\n\n\
             **1 of 1 cells agree**\n"
        );
    }

    #[test]
    fn nothing_is_still_a_document() {
        assert_eq!(markdown(&Document::default()), "\n");
        assert_eq!(grid(&Table::default()), "(empty)");
    }
}
