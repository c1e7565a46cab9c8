//! The shapes that data takes, each told apart without colour.

use super::element::{Drawing, Element, Segment};
use super::paint::Paint;

/// A bar. Neighbours differ in depth as well as in colour.
pub(crate) fn bar(
    slot: usize,
    at: (f64, f64),
    (width, height): (f64, f64),
    hint: Option<String>,
    out: &mut Drawing,
) {
    let depth = [0.85, 0.4, 0.12][slot % 3];
    let outline = || Element::rect(at, (width, height));
    // Grid lines must not shine through.
    outline().fill(Paint::Paper).end(out);
    let bar = outline().fill(Paint::Series(slot)).opacity(depth);
    let bar = if width > 4.0 {
        // A bar of nothing is a line.
        bar.stroke(Paint::Series(slot), if height < 1.0 { 2.0 } else { 1.0 })
    } else {
        bar
    };
    bar.hint(hint).end(out);
}

/// A marker. Shapes repeat after the seventh, colours after the eighth, so that
/// no two of the first 56 series look the same.
pub(crate) fn marker(
    slot: usize,
    (x, y): (f64, f64),
    radius: f64,
    hint: Option<String>,
    out: &mut Drawing,
) {
    let paint = Paint::Series(slot);
    let corners: &[(f64, f64)] = match slot % 7 {
        1 => &[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)],
        2 => &[(0.0, -1.25), (1.15, 0.8), (-1.15, 0.8)],
        3 => &[(0.0, -1.35), (1.35, 0.0), (0.0, 1.35), (-1.35, 0.0)],
        4 => &[(0.0, 1.25), (1.15, -0.8), (-1.15, -0.8)],
        _ => &[],
    };
    let marker = if !corners.is_empty() {
        let corners: Vec<_> = corners
            .iter()
            .map(|(dx, dy)| (x + dx * radius, y + dy * radius))
            .collect();
        let mut outline = path(&corners, false);
        outline.push(Segment::Close);
        Element::path(outline).fill(paint).stroke(Paint::Paper, 1.0)
    } else if slot % 7 == 5 {
        let ring = Element::circle((x, y), radius - 0.5);
        ring.fill(Paint::Paper).stroke(paint, 1.6)
    } else if slot % 7 == 6 {
        let d = 0.8 * radius;
        let mut both = path(&[(x - d, y - d), (x + d, y + d)], false);
        both.extend(path(&[(x - d, y + d), (x + d, y - d)], false));
        Element::path(both).stroke(paint, 1.8)
    } else {
        let disc = Element::circle((x, y), radius);
        disc.fill(paint).stroke(Paint::Paper, 1.0)
    };
    marker.hint(hint).end(out);
}

/// The path through some spots.
pub(crate) fn path(spots: &[(f64, f64)], steps: bool) -> Vec<Segment> {
    let spots = if steps {
        corners(spots)
    } else {
        spots.to_vec()
    };
    let step = |(index, (x, y)): (usize, (f64, f64))| match index {
        0 => Segment::Move(x, y),
        _ => Segment::Line(x, y),
    };
    spots.into_iter().enumerate().map(step).collect()
}

/// The corners of a line that keeps its height until the next spot.
pub(crate) fn corners(spots: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let mut out: Vec<(f64, f64)> = Vec::with_capacity(2 * spots.len());
    for spot in spots {
        if let Some((_, y)) = out.last().copied() {
            out.push((spot.0, y));
        }
        out.push(*spot);
    }
    out
}
