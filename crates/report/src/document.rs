//! What a report is made of, independent of how it is rendered.

use crate::inline::tidy;
use crate::{Plot, Provenance, Table, colours};
use serde::Serialize;

/// A title and what follows it, in reading order.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Document {
    /// Printed once, at the top.
    pub title: String,
    /// Everything else.
    pub blocks: Vec<Block>,
    /// Where its figures come from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub provenance: Option<Provenance>,
}

/// One thing in a document.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Block {
    /// Opens a section.
    Heading(String),
    /// Paragraphs separated by blank lines; any other line break is a space.
    ///
    /// `` `code` ``, `*emphasis*` and `[text](#anchor)` are understood, where an
    /// anchor is the `name` of a table or plot, or a heading; `http` and `https`
    /// addresses work too. Everything else is literal.
    Text(String),
    /// A table.
    Table(Table),
    /// A plot on its own.
    Plot(Plot),
    /// Small multiples: at most `columns` plots side by side.
    ///
    /// Each keeps its own axes; see [`share_ranges`](crate::share_ranges).
    Panels {
        /// Says what the panels have in common.
        title: String,
        /// The most plots in a row; narrow pages show fewer.
        columns: usize,
        /// In reading order.
        plots: Vec<Plot>,
    },
    /// One line that must not be missed, such as "31 of 35 cells agree".
    Verdict(String),
}

impl Document {
    /// An empty document.
    pub fn new(title: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            ..Self::default()
        }
    }

    /// Says where the figures come from.
    pub fn provenance(mut self, provenance: Provenance) -> Self {
        self.provenance = Some(provenance);
        self
    }

    /// Adds blocks at the end.
    pub fn blocks(mut self, blocks: impl IntoIterator<Item = Block>) -> Self {
        self.blocks.extend(blocks);
        self
    }

    /// Every plot by itself, panels one by one, in the colours that they have on the page.
    pub fn figures(&self) -> Vec<Plot> {
        let mut blocks = self.blocks.clone();
        colours::settle(&mut blocks);
        let plots = blocks.into_iter().flat_map(|block| match block {
            Block::Plot(plot) => vec![plot],
            Block::Panels { title, plots, .. } => {
                plots.into_iter().map(|plot| plot.within(&title)).collect()
            }
            _ => Vec::new(),
        });
        plots.collect()
    }

    /// Adds any block.
    pub fn block(mut self, block: Block) -> Self {
        self.blocks.push(block);
        self
    }

    /// Adds a heading.
    pub fn heading(self, text: impl Into<String>) -> Self {
        self.block(Block::Heading(text.into()))
    }

    /// Adds paragraphs; see [`Block::Text`] for the markup.
    pub fn text(self, text: impl Into<String>) -> Self {
        self.block(Block::Text(text.into()))
    }

    /// Adds a table.
    pub fn table(self, table: Table) -> Self {
        self.block(Block::Table(table))
    }

    /// Adds a plot.
    pub fn plot(self, plot: Plot) -> Self {
        self.block(Block::Plot(plot))
    }

    /// Adds small multiples.
    pub fn panels(
        self,
        title: impl Into<String>,
        columns: usize,
        plots: impl IntoIterator<Item = Plot>,
    ) -> Self {
        self.block(Block::Panels {
            title: title.into(),
            columns,
            plots: plots.into_iter().collect(),
        })
    }

    /// Adds a verdict.
    pub fn verdict(self, text: impl Into<String>) -> Self {
        self.block(Block::Verdict(text.into()))
    }

    /// The same document with control characters gone, colours settled and every text passed
    /// through `say`; paragraphs stay separated by blank lines.
    pub(crate) fn said(&self, say: &dyn Fn(&str) -> String) -> Self {
        let mut blocks: Vec<Block> = self.blocks.iter().map(|block| block.said(say)).collect();
        colours::settle(&mut blocks);
        Self {
            title: say(&tidy(&self.title)),
            blocks,
            provenance: self.provenance.clone(),
        }
    }
}

impl Block {
    fn said(&self, say: &dyn Fn(&str) -> String) -> Self {
        let line = |text: &String| say(&tidy(text));
        match self {
            Block::Heading(text) => Block::Heading(line(text)),
            Block::Verdict(text) => Block::Verdict(line(text)),
            Block::Text(text) => Block::Text(
                paragraphs(text)
                    .map(|paragraph| say(&tidy(&paragraph)))
                    .collect::<Vec<_>>()
                    .join("\n\n"),
            ),
            Block::Table(table) => Block::Table(table.said(say)),
            Block::Plot(plot) => Block::Plot(plot.said(say)),
            Block::Panels {
                title,
                columns,
                plots,
            } => Block::Panels {
                title: line(title),
                columns: *columns,
                plots: plots.iter().map(|plot| plot.said(say)).collect(),
            },
        }
    }
}

/// The paragraphs of a text, each on one line.
pub(crate) fn paragraphs(text: &str) -> impl Iterator<Item = String> {
    let mut found = vec![String::new()];
    for line in text.lines().map(str::trim) {
        if line.is_empty() {
            found.push(String::new());
        } else if let Some(last) = found.last_mut() {
            if !last.is_empty() {
                last.push(' ');
            }
            last.push_str(line);
        }
    }
    found.into_iter().filter(|paragraph| !paragraph.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blank_lines_part_paragraphs_and_line_breaks_do_not() {
        let found: Vec<_> = paragraphs("one\ntwo\n\n \nthree\n").collect();
        assert_eq!(found, ["one two", "three"]);
    }

    #[test]
    fn control_characters_never_reach_a_renderer() {
        let said = Document::new("a\u{1b}[31mb\u{0}").said(&str::to_owned);
        assert_eq!(said.title, "a [31mb");
    }
}
