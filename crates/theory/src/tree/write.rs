//! Writes a tree, as short as the grammar at [`Tree`] allows for its runs.

use super::{Run, Tree};
use std::fmt;

/// What is still to be written.
enum Piece {
    Subtree(usize),
    Run(Run),
    Sign(char),
}

impl fmt::Display for Tree {
    /// Reading the text again gives the same tree. A subtree that occurs in several places is
    /// written in each of them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let regular = self.regular();
        let mut pieces = vec![Piece::Subtree(self.nodes.len() - 1)];
        while let Some(piece) = pieces.pop() {
            match piece {
                Piece::Sign(sign) => write!(f, "{sign}")?,
                Piece::Run(run) => {
                    if run.count > 1 {
                        write!(f, "{}*", run.count)?;
                    }
                    pieces.push(Piece::Subtree(run.child));
                }
                Piece::Subtree(id) if regular[id] => self.write_levels(id, f)?,
                Piece::Subtree(id) => {
                    f.write_str("(")?;
                    pieces.push(Piece::Sign(')'));
                    for (i, &run) in self.nodes[id].runs.iter().enumerate().rev() {
                        pieces.push(Piece::Run(run));
                        if i > 0 {
                            pieces.push(Piece::Sign(' '));
                        }
                    }
                }
            }
        }
        Ok(())
    }
}

impl Tree {
    /// Which subtrees are level-regular.
    fn regular(&self) -> Vec<bool> {
        let mut regular = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            regular.push(match &node.runs[..] {
                [] => true,
                [run] => regular[run.child],
                _ => false,
            });
        }
        regular
    }

    fn write_levels(&self, mut id: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.nodes[id].height == 0 {
            return f.write_str(".");
        }
        if let Some(count) = self.nodes[id].last_ply() {
            return write!(f, "{count}");
        }
        let mut lead = '[';
        while let [run] = self.nodes[id].runs[..] {
            write!(f, "{lead}{}", run.count)?;
            lead = ',';
            id = run.child;
        }
        f.write_str("]")
    }
}
