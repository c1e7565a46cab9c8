//! Tables for papers, in LaTeX with the package `booktabs`.

use crate::document::paragraphs;
use crate::inline::{Span, slug, spans};
use crate::{Align, Block, Cell, Document, Mark, Table, number};

/// The tables of a document as a fragment to be `\input`, with their notes and verdicts.
///
/// Needs `\usepackage{booktabs,amssymb}` and any engine; letters that pdfLaTeX does not know
/// without further packages are written as their code. Headings, texts and plots are left out;
/// comments name the file of each plot.
pub fn latex(document: &Document) -> String {
    let document = document.said(&str::to_owned);
    let mut out = format!("% {}\n", comment(&document.title));
    if let Some(provenance) = &document.provenance {
        for line in provenance.lines() {
            out.push_str(&format!("% {}\n", comment(&line)));
        }
    }
    out.push_str("% needs \\usepackage{booktabs,amssymb}\n");
    let plot = |name: &str| format!("\n% plot: \\includegraphics{{{}}}\n", slug(name));
    for block in &document.blocks {
        match block {
            Block::Table(given) => out.push_str(&table(given)),
            Block::Verdict(text) => out.push_str(&format!("\n\\noindent {}\n", literal(text))),
            Block::Plot(given) => out.push_str(&plot(&given.name)),
            Block::Panels { plots, .. } => {
                plots
                    .iter()
                    .for_each(|each| out.push_str(&plot(&each.name)));
            }
            Block::Heading(_) | Block::Text(_) => {}
        }
    }
    out
}

fn comment(text: &str) -> String {
    text.replace(['\n', '\r'], " ")
}

fn table(table: &Table) -> String {
    let mut lines = vec![String::new(), "\\begin{table}".into(), "\\centering".into()];
    if !table.title.is_empty() {
        lines.push(format!("\\caption{{{}}}", literal(&table.title)));
    }
    let name = slug(&table.name);
    if !name.is_empty() && name.is_ascii() {
        lines.push(format!("\\label{{tab:{name}}}"));
    }
    let columns: String = table
        .columns
        .iter()
        .map(|column| match column.align {
            Align::Left => 'l',
            Align::Centre => 'c',
            Align::Right | Align::Decimal => 'r',
        })
        .collect();
    if !columns.is_empty() {
        lines.push(format!("\\begin{{tabular}}{{{columns}}}"));
        lines.push("\\toprule".into());
        lines.push(row(table
            .columns
            .iter()
            .map(|column| literal(&column.title))));
        lines.push("\\midrule".into());
        for cells in &table.rows {
            let cells = (0..table.columns.len()).map(|index| {
                let align = table.columns[index].align;
                cells
                    .get(index)
                    .map_or(String::new(), |each| cell(each, align))
            });
            lines.push(row(cells));
        }
        lines.push("\\bottomrule".into());
        lines.push("\\end{tabular}".into());
    }
    for note in table.notes.iter().flat_map(|note| paragraphs(note)) {
        lines.push(format!(
            "\\par\\smallskip{{\\footnotesize {}}}",
            marked(&note)
        ));
    }
    lines.push("\\end{table}\n".into());
    lines.join("\n")
}

fn row(cells: impl Iterator<Item = String>) -> String {
    // A bracket at the beginning would be read as the argument of the line before.
    let guarded = cells.map(|cell| match cell.starts_with(['[', '*']) {
        true => format!("{{}}{cell}"),
        false => cell,
    });
    format!("{} \\\\", guarded.collect::<Vec<_>>().join(" & "))
}

fn cell(cell: &Cell, align: Align) -> String {
    let text = match align {
        Align::Right | Align::Decimal => literal(&number::minus(&cell.text)),
        Align::Left | Align::Centre => literal(&cell.text),
    };
    let mut text = match cell.mark {
        Mark::Strong => format!("\\textbf{{{text}}}"),
        _ => text,
    };
    match cell.mark {
        Mark::Good => text.push_str("\\,$\\checkmark$"),
        Mark::Bad => text.push_str("\\,$\\times$"),
        Mark::None | Mark::Quiet | Mark::Strong => {}
    }
    if let Some(detail) = cell.small_print() {
        text.push_str(&format!(" {{\\scriptsize {}}}", literal(detail)));
    }
    text
}

fn marked(text: &str) -> String {
    let span = |span| match span {
        Span::Plain(text) => literal(&text),
        Span::Code(text) => format!("\\texttt{{{}}}", literal(&text)),
        Span::Emphasis(text) => format!("\\emph{{{}}}", literal(&text)),
        Span::Link { text, .. } => literal(&text),
    };
    spans(text).into_iter().map(span).collect()
}

/// Text as it stands: what LaTeX would understand is escaped, and what it would not is spelled.
fn literal(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\\' => out.push_str("\\textbackslash{}"),
            '{' | '}' | '$' | '&' | '#' | '%' | '_' => {
                out.push('\\');
                out.push(letter);
            }
            '^' => out.push_str("\\textasciicircum{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '<' => out.push_str("\\textless{}"),
            '>' => out.push_str("\\textgreater{}"),
            '|' => out.push_str("\\textbar{}"),
            '"' => out.push_str("\\textquotedbl{}"),
            // Two in a row would be ligatures: other signs.
            '\'' | '`' | '-' | ',' | '!' | '?' if out.ends_with(letter) => {
                out.push_str("{}");
                out.push(letter);
            }
            ' '..='\u{7f}' => out.push(letter),
            '\u{a0}' => out.push('~'),
            // What the kernel's fonts have for UTF-8 input.
            '\u{c0}'..='\u{17f}' if letter.is_alphabetic() => out.push(letter),
            _ => match SIGNS.iter().find(|(known, _)| *known == letter) {
                Some((_, command)) => out.push_str(command),
                None => out.push_str(&format!("[U+{:04X}]", u32::from(letter))),
            },
        }
    }
    out
}

/// Signs that reports use.
const SIGNS: [(char, &str); 44] = [
    ('−', "$-$"),
    ('–', "--"),
    ('—', "---"),
    ('…', "\\dots{}"),
    ('±', "$\\pm$"),
    ('×', "$\\times$"),
    ('·', "$\\cdot$"),
    ('≈', "$\\approx$"),
    ('≤', "$\\leq$"),
    ('≥', "$\\geq$"),
    ('≠', "$\\neq$"),
    ('∞', "$\\infty$"),
    ('→', "$\\rightarrow$"),
    ('←', "$\\leftarrow$"),
    ('↑', "$\\uparrow$"),
    ('↓', "$\\downarrow$"),
    ('✓', "$\\checkmark$"),
    ('✗', "$\\times$"),
    ('°', "$^\\circ$"),
    ('²', "$^2$"),
    ('³', "$^3$"),
    ('½', "$\\frac12$"),
    ('‘', "`"),
    ('’', "'"),
    ('“', "``"),
    ('”', "''"),
    ('§', "\\S{}"),
    ('α', "$\\alpha$"),
    ('β', "$\\beta$"),
    ('γ', "$\\gamma$"),
    ('δ', "$\\delta$"),
    ('ε', "$\\varepsilon$"),
    ('θ', "$\\theta$"),
    ('κ', "$\\kappa$"),
    ('λ', "$\\lambda$"),
    ('μ', "$\\mu$"),
    ('µ', "$\\mu$"),
    ('π', "$\\pi$"),
    ('ρ', "$\\rho$"),
    ('σ', "$\\sigma$"),
    ('τ', "$\\tau$"),
    ('φ', "$\\varphi$"),
    ('Δ', "$\\Delta$"),
    ('Σ', "$\\Sigma$"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Column, Provenance};

    #[test]
    fn a_table_has_rules_a_caption_and_escaped_cells() {
        let table = Table::new("A1", "Odds & ends")
            .column(Column::left("agent_1"))
            .column(Column::decimal("p"))
            .row([
                Cell::text("50% #1"),
                Cell::number(-0.5, 2).detail("[.4, .6]").mark(Mark::Strong),
            ])
            .row([Cell::text("[x]")])
            .note("see `a_b`");
        let document = Document::new("D")
            .provenance(Provenance::new("ludometer", "0.1.0", "ludometer run x"))
            .table(table)
            .verdict("31 of 35");
        assert_eq!(
            latex(&document),
            "% D\n% program: ludometer 0.1.0\n% repeat: ludometer run x\n\
             % needs \\usepackage{booktabs,amssymb}\n\n\
             \\begin{table}\n\\centering\n\\caption{Odds \\& ends}\n\\label{tab:a1}\n\
             \\begin{tabular}{lr}\n\\toprule\nagent\\_1 & p \\\\\n\\midrule\n\
             50\\% \\#1 & \\textbf{$-$0.50} {\\scriptsize [.4, .6]} \\\\\n{}[x] &  \\\\\n\
             \\bottomrule\n\\end{tabular}\n\\par\\smallskip{\\footnotesize see \\texttt{a\\_b}}\n\
             \\end{table}\n\n\\noindent 31 of 35\n"
        );
    }

    #[test]
    fn commands_stay_text() {
        assert_eq!(
            literal("\\input{/etc/passwd}^^41 王"),
            "\\textbackslash{}input\\{/etc/passwd\\}\\textasciicircum{}\\textasciicircum{}41 [U+738B]"
        );
        assert_eq!(literal("a--b"), "a-{}-b");
    }
}
