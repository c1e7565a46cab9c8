//! A rectangle of letters to draw on, finer than its letters where it may be.

use super::line::{Line, Tone};

/// Braille letters hold two by four dots; without Unicode a letter is one dot.
pub(crate) struct Canvas {
    columns: usize,
    rows: usize,
    fine: bool,
    dots: Vec<(u8, usize)>,
    letters: Vec<Option<(char, Option<Tone>)>>,
}

impl Canvas {
    pub(crate) fn new(columns: usize, rows: usize, unicode: bool) -> Self {
        Self {
            columns: columns.max(1),
            rows: rows.max(1),
            fine: unicode,
            dots: vec![(0, 0); columns.max(1) * rows.max(1)],
            letters: vec![None; columns.max(1) * rows.max(1)],
        }
    }

    /// The letter at a place, both from 0 to 1, the origin below on the left.
    pub(crate) fn cell(&self, place: (f64, f64)) -> (usize, usize) {
        let (x, y) = self.dot(place);
        let (across, down) = self.dots_in_letter();
        (x / across, y / down)
    }

    fn dot(&self, (x, y): (f64, f64)) -> (usize, usize) {
        let (across, down) = self.dots_in_letter();
        let (wide, high) = (self.columns * across, self.rows * down);
        (spread(x, wide), high - 1 - spread(y, high))
    }

    fn dots_in_letter(&self) -> (usize, usize) {
        if self.fine { (2, 4) } else { (1, 1) }
    }

    pub(crate) fn letter(&mut self, (column, row): (usize, usize), letter: char, tone: Tone) {
        if let Some(cell) = self.letters.get_mut(row * self.columns + column) {
            *cell = Some((letter, Some(tone)));
        }
    }

    /// A letter only where nothing was drawn before.
    pub(crate) fn under(&mut self, (column, row): (usize, usize), letter: char, tone: Tone) {
        let index = row * self.columns + column;
        if self.letters.get(index).is_some_and(Option::is_none) {
            self.letter((column, row), letter, tone);
        }
    }

    /// A straight line between two places; every third dot pair missing if
    /// `dashed`.
    pub(crate) fn line(&mut self, from: (f64, f64), to: (f64, f64), series: usize, dashed: bool) {
        let (across, down) = self.dots_in_letter();
        let spot = |place| {
            let (x, y) = self.dot(place);
            (x as f64, y as f64)
        };
        let (from, to) = (spot(from), spot(to));
        let steps = (to.0 - from.0).abs().max((to.1 - from.1).abs()).max(1.0);
        for step in 0..=steps as usize {
            if dashed && (from.0 as usize + step) % 6 >= 4 {
                continue;
            }
            let part = step as f64 / steps;
            let x = (from.0 + part * (to.0 - from.0)).round() as usize;
            let y = (from.1 + part * (to.1 - from.1)).round() as usize;
            let index =
                (y / down).min(self.rows - 1) * self.columns + (x / across).min(self.columns - 1);
            self.dots[index].0 |= if self.fine { bit(x % 2, y % 4) } else { 1 };
            self.dots[index].1 = series;
        }
    }

    /// The lines from top to bottom.
    pub(crate) fn lines(&self) -> Vec<Line> {
        let rows = self
            .letters
            .chunks(self.columns)
            .zip(self.dots.chunks(self.columns));
        rows.map(|(letters, dots)| {
            let mut line = Line::default();
            for (letter, (dots, series)) in letters.iter().zip(dots) {
                let (letter, tone) = match (letter, dots) {
                    (Some((letter, tone)), _) => (*letter, *tone),
                    (None, 0) => (' ', None),
                    (None, dots) => (self.dotted(*dots), Some(Tone::Series(*series))),
                };
                line.push(letter.encode_utf8(&mut [0; 4]), tone);
            }
            line
        })
        .collect()
    }

    fn dotted(&self, dots: u8) -> char {
        match self.fine {
            true => char::from_u32(0x2800 + u32::from(dots)).unwrap_or('.'),
            false => '.',
        }
    }
}

/// The bit of a dot in a braille letter.
fn bit(x: usize, y: usize) -> u8 {
    [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]][x][y]
}

/// Spreads 0 to 1 over `number` places.
fn spread(place: f64, number: usize) -> usize {
    // The place is within 0 to 1, so the product is a small whole number.
    (place.clamp(0.0, 1.0) * (number - 1) as f64).round() as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Style;

    fn text(canvas: &Canvas) -> Vec<String> {
        let style = Style::default();
        canvas
            .lines()
            .iter()
            .map(|line| line.painted(style))
            .collect()
    }

    #[test]
    fn lines_are_drawn_in_dots() {
        let mut canvas = Canvas::new(3, 2, true);
        canvas.line((0.0, 0.0), (1.0, 1.0), 0, false);
        assert_eq!(text(&canvas), [" ⢀⠎", "⡰⠁"]);
        let mut canvas = Canvas::new(3, 3, false);
        canvas.line((0.0, 0.0), (1.0, 1.0), 0, false);
        assert_eq!(text(&canvas), ["  .", " .", "."]);
    }
}
