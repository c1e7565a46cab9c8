//! The shapes that data takes, each told apart without colour.

use super::paint::Paint;
use super::tag::{Tag, px, tag};

/// A bar. Neighbours differ in depth as well as in colour.
pub(crate) fn bar(
    index: usize,
    (left, top): (f64, f64),
    (width, height): (f64, f64),
    hint: Option<String>,
    out: &mut String,
) {
    let depth = ["0.85", "0.4", "0.12"][index % 3];
    let outline = || {
        let bar = tag("rect").num("x", left).num("y", top);
        bar.num("width", width).num("height", height)
    };
    // Grid lines must not shine through.
    outline().fill(Paint::Paper).end(out);
    let bar = outline()
        .fill(Paint::Series(index))
        .set("fill-opacity", depth);
    let bar = if width > 4.0 {
        // A bar of nothing is a line.
        bar.stroke(Paint::Series(index), if height < 1.0 { 2.0 } else { 1.0 })
    } else {
        bar
    };
    bar.hint(hint, out);
}

/// A marker. Shapes repeat after the seventh, colours after the eighth, so that
/// no two of the first 56 series look the same.
pub(crate) fn marker(
    index: usize,
    (x, y): (f64, f64),
    radius: f64,
    hint: Option<String>,
    out: &mut String,
) {
    let paint = Paint::Series(index);
    let corners: &[(f64, f64)] = match index % 7 {
        1 => &[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)],
        2 => &[(0.0, -1.25), (1.15, 0.8), (-1.15, 0.8)],
        3 => &[(0.0, -1.35), (1.35, 0.0), (0.0, 1.35), (-1.35, 0.0)],
        4 => &[(0.0, 1.25), (1.15, -0.8), (-1.15, -0.8)],
        _ => &[],
    };
    if !corners.is_empty() {
        let corners: Vec<_> = corners
            .iter()
            .map(|(dx, dy)| (x + dx * radius, y + dy * radius))
            .collect();
        let shape = tag("path").set("d", &format!("{}Z", path(&corners, false)));
        return shape.fill(paint).stroke(Paint::Paper, 1.0).hint(hint, out);
    }
    let ring = tag("circle").num("cx", x).num("cy", y);
    match index % 7 {
        5 => ring
            .num("r", radius - 0.5)
            .fill(Paint::Paper)
            .stroke(paint, 1.6)
            .hint(hint, out),
        6 => {
            let d = 0.8 * radius;
            let cross = [(x - d, y - d), (x + d, y + d)];
            let other = [(x - d, y + d), (x + d, y - d)];
            let both = format!("{}{}", path(&cross, false), path(&other, false));
            tag("path")
                .set("d", &both)
                .stroke(paint, 1.8)
                .hint(hint, out);
        }
        _ => ring
            .num("r", radius)
            .fill(paint)
            .stroke(Paint::Paper, 1.0)
            .hint(hint, out),
    }
}

/// A line, broken if the series is.
pub(crate) fn dash(line: Tag, dashed: bool) -> Tag {
    if dashed {
        line.set("stroke-dasharray", "6 4")
    } else {
        line
    }
}

/// The path through some spots.
pub(crate) fn path(spots: &[(f64, f64)], steps: bool) -> String {
    let spots = if steps {
        corners(spots)
    } else {
        spots.to_vec()
    };
    let mut out = String::new();
    for (index, (x, y)) in spots.iter().enumerate() {
        out.push(if index == 0 { 'M' } else { 'L' });
        out.push_str(&format!("{} {}", px(*x), px(*y)));
    }
    out
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
