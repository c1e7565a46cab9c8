//! What goes through a shape: the theory's tree in the making, its quadrature, its mobility.

use ludometer_theory::{Error, Growth, Walk};

/// What goes through a shape.
pub(super) trait Visit {
    /// Goes to a new child, which has this many children itself.
    fn enter(&mut self, children: u64);
    /// Goes back to the parent.
    fn leave(&mut self) -> Result<(), Error>;
    /// A leaf.
    fn leaf(&mut self);
    /// A child with this many leaves and nothing else.
    fn last_ply(&mut self, count: u64) -> Result<(), Error>;
}

/// Visits the subtree at the front of `tokens`, `remaining` plies above the horizon; gives back what
/// follows it.
pub(super) fn visit<'a>(
    tokens: &'a [u32],
    remaining: u32,
    visitor: &mut impl Visit,
) -> Result<&'a [u32], Error> {
    let (token, mut rest) = match tokens {
        [token, rest @ ..] if remaining > 0 => (*token, rest),
        _ => {
            visitor.leaf();
            return Ok(tokens);
        }
    };
    let children = u64::from(token >> 1);
    let twice = token & 1 == 1;
    if children == 0 {
        visitor.leaf();
        return Ok(rest);
    }
    if twice {
        visitor.enter(1);
    }
    if remaining == 1 {
        visitor.last_ply(children)?;
    } else {
        visitor.enter(children);
        for _ in 0..children {
            rest = visit(rest, remaining - 1, visitor)?;
        }
        visitor.leave()?;
    }
    if twice {
        visitor.leave()?;
    }
    Ok(rest)
}

impl Visit for Growth {
    fn enter(&mut self, _: u64) {
        Growth::enter(self);
    }

    fn leave(&mut self) -> Result<(), Error> {
        Growth::leave(self)
    }

    fn leaf(&mut self) {
        Growth::leaf(self);
    }

    fn last_ply(&mut self, count: u64) -> Result<(), Error> {
        Growth::last_ply(self, count)
    }
}

impl Visit for Walk<'_> {
    fn enter(&mut self, _: u64) {
        Walk::enter(self);
    }

    fn leave(&mut self) -> Result<(), Error> {
        Walk::leave(self);
        Ok(())
    }

    fn leaf(&mut self) {
        Walk::leaf(self);
    }

    fn last_ply(&mut self, count: u64) -> Result<(), Error> {
        Walk::last_ply(self, count);
        Ok(())
    }
}

/// How many children the nodes of one level have, dummy moves included.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    pub(super) least: u64,
    pub(super) most: u64,
    pub(super) mean: f64,
}

/// The nodes of one level below a move.
#[derive(Clone, Copy)]
struct Width {
    least: u64,
    most: u64,
    nodes: u64,
    children: u64,
}

/// Least, most and mean numbers of children at each level below one move.
#[derive(Default)]
pub(super) struct Ranges {
    /// From level 1, the move's own, on.
    levels: Vec<Width>,
    /// Leaves at each level from 1 on.
    leaves: Vec<u64>,
    /// The level of the node where the visit is; the root's is 0.
    level: usize,
}

impl Ranges {
    fn leaves_at(&mut self, level: usize, count: u64) {
        if self.leaves.len() < level {
            self.leaves.resize(level, 0);
        }
        self.leaves[level - 1] += count;
    }

    /// The level of the deepest leaf.
    pub(super) fn height(&self) -> usize {
        self.leaves.len()
    }

    /// The levels above `height`, with the dummy moves of leaves above it.
    pub(super) fn extended(&self, height: usize) -> Vec<Choice> {
        let mut ended = 0;
        let levels = (0..height - 1).map(|place| {
            ended += self.leaves.get(place).copied().unwrap_or(0);
            let Some(width) = self.levels.get(place) else {
                return Choice {
                    least: 1,
                    most: 1,
                    mean: 1.0,
                };
            };
            Choice {
                least: if ended > 0 { 1 } else { width.least },
                most: width.most,
                mean: (width.children + ended) as f64 / (width.nodes + ended) as f64,
            }
        });
        levels.collect()
    }
}

impl Visit for Ranges {
    fn enter(&mut self, children: u64) {
        match self.levels.get_mut(self.level) {
            Some(width) => {
                width.least = width.least.min(children);
                width.most = width.most.max(children);
                width.nodes += 1;
                width.children += children;
            }
            None => self.levels.push(Width {
                least: children,
                most: children,
                nodes: 1,
                children,
            }),
        }
        self.level += 1;
    }

    fn leave(&mut self) -> Result<(), Error> {
        self.level -= 1;
        Ok(())
    }

    fn leaf(&mut self) {
        self.leaves_at(self.level + 1, 1);
    }

    fn last_ply(&mut self, count: u64) -> Result<(), Error> {
        self.enter(count);
        self.leaves_at(self.level + 1, count);
        self.leave()
    }
}
