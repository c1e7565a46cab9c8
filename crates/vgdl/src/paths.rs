//! Shortest ways on the grid of cells, found once a level.
//!
//! The search expands cells from a binary heap keyed by distance, and the first visit fixes a cell's
//! parent; so among ways of the same length the heap's order decides. The heap is that of
//! `java.util.PriorityQueue`: strict comparisons when sifting up, the left child on ties when sifting
//! down.

use crate::heading::Heading;

/// No way.
const NOWHERE: u8 = 4;
/// Neighbours in the order in which they are visited.
const NEXT: [Heading; 4] = [Heading::UP, Heading::DOWN, Heading::LEFT, Heading::RIGHT];

/// For every pair of cells, the first step of the way.
#[derive(Debug)]
pub(crate) struct Paths {
    width: i32,
    height: i32,
    steps: Vec<u8>,
}

impl Paths {
    /// The most cells of a level with paths.
    pub(crate) const LARGEST: i32 = 4096;

    /// Finds all ways around the blocked cells; `None` when the level is too large.
    pub(crate) fn new(
        width: i32,
        height: i32,
        blocked: impl Iterator<Item = (i32, i32)>,
    ) -> Option<Paths> {
        let cells = width
            .checked_mul(height)
            .filter(|&cells| cells <= Self::LARGEST)? as usize;
        let mut free = vec![true; cells];
        for (column, row) in blocked {
            free[(row * width + column) as usize] = false;
        }
        let mut paths = Paths {
            width,
            height,
            steps: vec![NOWHERE; cells * cells],
        };
        let mut heap = Heap::default();
        for from in (0..cells).filter(|&from| free[from]) {
            paths.search(from, &free, &mut heap);
        }
        Some(paths)
    }

    fn search(&mut self, from: usize, free: &[bool], heap: &mut Heap) {
        let cells = free.len();
        let mut seen = vec![false; cells];
        seen[from] = true;
        heap.push(0, from);
        while let Some((distance, cell)) = heap.pop() {
            let (column, row) = (cell as i32 % self.width, cell as i32 / self.width);
            for (code, heading) in NEXT.iter().enumerate() {
                let (x, y) = (column + i32::from(heading.x), row + i32::from(heading.y));
                if !(0..self.width).contains(&x) || !(0..self.height).contains(&y) {
                    continue;
                }
                let next = (y * self.width + x) as usize;
                if free[next] && !seen[next] {
                    seen[next] = true;
                    let step = if cell == from {
                        code as u8
                    } else {
                        self.steps[from * cells + cell]
                    };
                    self.steps[from * cells + next] = step;
                    heap.push(distance + 1, next);
                }
            }
        }
    }

    /// The first step of the way between two cells, given as column and row.
    pub(crate) fn step(&self, from: (i32, i32), to: (i32, i32)) -> Option<Heading> {
        let cell = |(column, row): (i32, i32)| {
            let inside = (0..self.width).contains(&column) && (0..self.height).contains(&row);
            inside.then_some((row * self.width + column) as usize)
        };
        let cells = (self.width * self.height) as usize;
        NEXT.get(usize::from(self.steps[cell(from)? * cells + cell(to)?]))
            .copied()
    }
}

/// A binary heap with Java's way of breaking ties.
#[derive(Default)]
struct Heap(Vec<(u32, usize)>);

impl Heap {
    fn push(&mut self, key: u32, cell: usize) {
        let mut at = self.0.len();
        self.0.push((key, cell));
        while at > 0 {
            let parent = (at - 1) / 2;
            if key >= self.0[parent].0 {
                break;
            }
            self.0[at] = self.0[parent];
            at = parent;
        }
        self.0[at] = (key, cell);
    }

    fn pop(&mut self) -> Option<(u32, usize)> {
        let last = self.0.pop()?;
        let Some(&first) = self.0.first() else {
            return Some(last);
        };
        let mut at = 0;
        loop {
            let mut child = 2 * at + 1;
            if child >= self.0.len() {
                break;
            }
            if child + 1 < self.0.len() && self.0[child].0 > self.0[child + 1].0 {
                child += 1;
            }
            if last.0 <= self.0[child].0 {
                break;
            }
            self.0[at] = self.0[child];
            at = child;
        }
        self.0[at] = last;
        Some(first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_go_round_walls() {
        let paths = Paths::new(3, 3, [(1, 0), (1, 1)].into_iter()).unwrap();
        assert_eq!(paths.step((0, 0), (2, 0)), Some(Heading::DOWN));
        assert_eq!(paths.step((0, 2), (2, 0)), Some(Heading::RIGHT));
        assert_eq!(paths.step((0, 0), (1, 1)), None);
        assert_eq!(paths.step((0, 0), (0, 0)), None);
        assert_eq!(paths.step((0, 0), (-1, 7)), None);
        assert!(Paths::new(1000, 1000, [].into_iter()).is_none());
    }
}
