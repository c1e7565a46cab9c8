//! A tree from a game tree that is walked depth first.

use super::{Grove, Run, Tree};
use crate::Error;

/// Builds a [`Tree`] with the verbs of a [`Walk`](crate::Walk): it begins at the root,
/// [`enter`](Growth::enter) goes to a new child and [`leave`](Growth::leave) back to its parent, and a
/// node left without children is a leaf. Equal subtrees are kept once, so what it takes is the
/// distinct part of what was walked.
///
/// ```
/// use ludometer_theory::{Growth, Tree};
/// let mut growth = Growth::new();
/// for (replies, answers) in [(2, 3), (3, 2)] {
///     growth.enter();
///     for _ in 0..replies {
///         growth.last_ply(answers)?;
///     }
///     growth.leave()?;
/// }
/// assert_eq!(growth.finish()?, "([2,3] [3,2])".parse()?);
/// # Ok::<(), ludometer_theory::Error>(())
/// ```
pub struct Growth {
    grove: Grove,
    /// The children so far of the nodes from the root down to where the growth is.
    open: Vec<Vec<Run>>,
}

impl Default for Growth {
    fn default() -> Growth {
        Growth::new()
    }
}

impl Growth {
    /// A growth at the root.
    pub fn new() -> Growth {
        Growth {
            grove: Grove::default(),
            open: vec![Vec::new()],
        }
    }

    /// Goes to a new child.
    pub fn enter(&mut self) {
        self.open.push(Vec::new());
    }

    /// Goes back to the parent.
    pub fn leave(&mut self) -> Result<(), Error> {
        let children = match self.open.len() {
            0 | 1 => None,
            _ => self.open.pop(),
        };
        let Some(children) = children else {
            let how = "left the root";
            return Err(Error::Unbalanced { how });
        };
        let child = self.plant(children)?;
        self.give(child);
        Ok(())
    }

    /// Adds a leaf.
    pub fn leaf(&mut self) {
        let child = self.grove.leaf();
        self.give(child);
    }

    /// Adds a child with this many leaves and nothing else; without leaves it is a leaf itself.
    pub fn last_ply(&mut self, count: u64) -> Result<(), Error> {
        let child = match count {
            0 => self.grove.leaf(),
            _ => self.grove.level_regular(&[count])?,
        };
        self.give(child);
        Ok(())
    }

    /// The tree. The growth must be back at the root.
    pub fn finish(mut self) -> Result<Tree, Error> {
        let root = match self.open.len() {
            1 => self.open.pop(),
            _ => None,
        };
        let Some(children) = root else {
            let how = "is not back at the root";
            return Err(Error::Unbalanced { how });
        };
        self.plant(children)?;
        Ok(self.grove.into_tree())
    }

    fn plant(&mut self, children: Vec<Run>) -> Result<usize, Error> {
        match children.is_empty() {
            true => Ok(self.grove.leaf()),
            false => self.grove.node(children),
        }
    }

    fn give(&mut self, child: usize) {
        let last = self.open.len() - 1;
        let siblings = &mut self.open[last];
        match siblings.last_mut() {
            Some(run) if run.child == child => run.count += 1,
            _ => siblings.push(Run { count: 1, child }),
        }
    }
}
